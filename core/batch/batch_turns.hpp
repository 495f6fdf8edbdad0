// Purpose: These functions turn the abstract path of an agent, or its path of cells, into turning points
//          (core/search/turns.hpp). The same code runs in threads of the batch planner and in CUDA kernels.
// Shapes: Turning points are cells: the start, the cells where the direction changes, and the goal.
#pragma once

#include "core/batch/batch.hpp"
#include "core/tables/tables_view.hpp"

namespace strata {

// Passes on the turning points of a path that is told step by step. `emit(cell)` gets one after the other.
template <class Emit>
struct TurnEmitter {
  Emit& emit;
  CellId at;
  uint32_t direction = kDirections;
  STRATA_HD void go(CellId to, uint32_t in) {
    if (in != direction && direction != kDirections) emit(at);
    direction = in;
    at = to;
  }
};

// Goes from one cell of an abstract path to the next one. Returns false if the moves of the tables do not lead there.
template <class Turns>
STRATA_HD inline bool go_between(const TablesView& view, BatchMethod method, CellId from, CellId to, Turns& turns) {
  const Cell a = view.cell(from), b = view.cell(to);
  const int32_t dx = b.x - a.x, dy = b.y - a.y;
  if (method == BatchMethod::kLabels || method == BatchMethod::kAstar) {
    // A diagonal and then a straight part.
    const int32_t wide = dx < 0 ? -dx : dx, tall = dy < 0 ? -dy : dy, slant = wide < tall ? wide : tall;
    const int32_t right = dx < 0 ? -1 : 1, down = dy < 0 ? -1 : 1;
    if (slant > 0)
      turns.go(view.id({a.x + right * slant, a.y + down * slant}), dx < 0 ? (dy < 0 ? 7 : 5) : dy < 0 ? 1 : 3);
    if (wide > tall) turns.go(to, dx < 0 ? 6 : 2);
    if (tall > wide) turns.go(to, dy < 0 ? 0 : 4);
    return true;
  }
  // A path inside a cluster enters no cell twice, which limits its length.
  for (int left = view.side * view.side; from != to; --left) {
    const uint32_t move = table_next_move(view, from, to);
    if (move >= kDirections || left < 0) return false;
    from = view.neighbour(from, static_cast<int>(move));
    turns.go(from, move);
  }
  return true;
}

// Calls emit(cell) for the turning points of a path of at least one cell. Returns how many there are; 0 if the path
// cannot be walked.
template <class Emit>
STRATA_HD inline uint32_t emit_turns(const TablesView& view, BatchMethod method, const CellId* path, size_t length,
                                     Emit&& emit) {
  uint32_t count = 0;
  const auto counted = [&](CellId cell) {
    ++count;
    emit(cell);
  };
  TurnEmitter<decltype(counted)> turns{counted, path[0]};
  counted(path[0]);
  for (size_t i = 1; i < length; ++i) {
    if (path[i] != turns.at && !go_between(view, method, path[i - 1], path[i], turns)) return 0;
  }
  if (length > 1) counted(turns.at);
  return count;
}

}  // namespace strata
