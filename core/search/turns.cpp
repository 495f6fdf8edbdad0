#include "core/search/turns.hpp"

#include <algorithm>
#include <cstdlib>

#include "core/search/path.hpp"

namespace strata {

void TurnWriter::go_diagonal_first(const MoveGrid& grid, Cell from, Cell to) {
  const DiagonalFirst parts(from, to);
  if (parts.diagonal_steps > 0) go(grid.id(parts.turn), parts.diagonal_direction);
  if (parts.straight_steps > 0) go(grid.id(to), parts.straight_direction);
}

void turns_of(const MoveGrid& grid, std::span<const CellId> cells, std::vector<CellId>& turns,
              std::vector<uint32_t>& links_at) {
  turns.clear();
  links_at.clear();
  if (cells.empty()) return;
  TurnWriter writer(cells.front(), turns, links_at);
  for (size_t i = 1; i < cells.size(); ++i) {
    const CellId from = cells[i - 1], to = cells[i];
    const int direction = grid.direction_between(from, to);
    const bool over_link =
        grid.links() != nullptr && direction >= 0 && link_cost(grid, from, to) != kInfinite &&
        (!has_move(grid, from, direction) || link_cost(grid, from, to) < grid.step_cost(from, direction));
    if (direction < 0 || over_link) {
      writer.follow_link(to);
    } else {
      writer.go(to, direction);
    }
  }
}

bool CellWalk::Iterator::begin_part() {
  if (++next_ >= turns_.size()) {
    next_ = turns_.size();
    return false;
  }
  const CellId from = turns_[next_ - 1], to = turns_[next_];
  step_ = to - from;
  left_ = 1;
  if (!links_.empty() && links_.front() == next_ - 1) {
    links_ = links_.subspan(1);
    return true;
  }
  const auto width = static_cast<int>(width_);
  const int dx = static_cast<int>(to % width_) - static_cast<int>(from % width_);
  const int dy = static_cast<int>(to / width_) - static_cast<int>(from / width_);
  const int steps = std::max(std::abs(dx), std::abs(dy));
  if (steps == 0) return true;
  const auto sign = [](int value) { return value > 0 ? 1 : value < 0 ? -1 : 0; };
  step_ = static_cast<uint32_t>(sign(dy) * width + sign(dx));
  left_ = static_cast<uint32_t>(steps);
  return true;
}

CellWalk::Iterator CellWalk::begin() const {
  if (turns_.empty()) return end();
  Iterator first;
  first.turns_ = turns_;
  first.links_ = links_at_;
  first.width_ = width_;
  first.at_ = turns_.front();
  return first;
}

CellWalk::Iterator CellWalk::end() const {
  Iterator last;
  last.next_ = turns_.size();
  return last;
}

std::optional<std::string> turns_fault(const MoveGrid& grid, std::span<const CellId> turns,
                                       std::span<const uint32_t> links_at, Cell start, Cell goal, Cost cost) {
  for (const CellId turn : turns) {
    if (turn >= grid.cell_count()) return "turning point " + std::to_string(turn) + " is outside the map";
  }
  std::vector<CellId> cells;
  for (const CellId cell : walk_cells(turns, links_at, grid.width())) {
    if (cell >= grid.cell_count()) return "a part of the path leaves the map";
    cells.push_back(cell);
  }
  if (auto fault = path_fault(grid, cells, start, goal, cost)) return fault;
  std::vector<CellId> own_turns;
  std::vector<uint32_t> own_links;
  turns_of(grid, cells, own_turns, own_links);
  if (!std::ranges::equal(own_turns, turns)) return "the turning points are not the cells where the path turns";
  if (!std::ranges::equal(own_links, links_at)) return "the path follows other links than it names";
  return std::nullopt;
}

}  // namespace strata
