#include "core/world/world.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "core/base/check.hpp"

namespace strata {
namespace {

class Stopwatch {
 public:
  double micros() const {
    return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin_).count();
  }

 private:
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

// Rectangles that cover the runs closely: a long diagonal stroke must not make its whole bounding box dirty.
std::vector<Rect> dirty_pieces(const GridMap& map, const std::vector<CellRun>& runs) {
  std::vector<Rect> pieces;
  int64_t cells = 0;  // of the runs in the last piece
  for (const CellRun& run : runs) {
    const Cell a = map.cell(run.first);
    const Cell b = map.cell(run.first + run.count - 1);
    const Rect row = a.y == b.y ? Rect{a.x, a.y, b.x + 1, b.y + 1} : Rect{0, a.y, map.width(), b.y + 1};
    if (!pieces.empty()) {
      Rect merged = pieces.back();
      merged.include(row);
      if (static_cast<int64_t>(merged.width()) * merged.height() <= 2 * (cells + run.count)) {
        pieces.back() = merged;
        cells += run.count;
        continue;
      }
    }
    pieces.push_back(row);
    cells = run.count;
  }
  return pieces;
}

}  // namespace

World::World(GridMap map, const Rules& rules, const HpaOptions& hpa) : map_(std::move(map)) {
  const Stopwatch watch;
  moves_.build(map_, rules);
  moves_build_micros_ = watch.micros();
  set_hpa_options(hpa);
}

void World::set_rules(const Rules& rules) {
  const Stopwatch watch;
  moves_.build(map_, rules);
  moves_build_micros_ = watch.micros();
  set_hpa_options(hpa_.options());
}

void World::set_hpa_options(const HpaOptions& options) {
  hpa_.reset(moves_, options);
  hpa_slices_micros_ = 0;
  full_build_ = true;
}

bool World::work(double budget_ms) {
  constexpr size_t kSlice = 64;  // clusters between two looks at the clock
  const Stopwatch watch;
  while (!hpa_.ready()) {
    HpaUpdate report;
    const Stopwatch slice;
    const bool done = hpa_.settle(moves_, report, kSlice);
    hpa_slices_micros_ += slice.micros();
    if (done && full_build_) {
      full_build_ = false;
      hpa_build_micros_ = hpa_slices_micros_;
    }
    if (watch.micros() > budget_ms * 1000) break;
  }
  return hpa_.ready();
}

void World::settle() { work(1e12); }

double World::progress() const {
  if (hpa_.ready()) return 1;
  return 1 - static_cast<double>(hpa_.pending()) / std::max(1.0, static_cast<double>(hpa_.clusters().count()));
}

EditReport World::apply_unrecorded(const Edit& edit, Edit* inverse) {
  EditReport report;
  const Stopwatch watch;
  const bool was_ready = hpa_.ready();
  EditResult result = map_.apply(edit);
  report.revision = map_.revision();
  report.dirty = result.dirty;
  report.changed_cells = result.changed_cells;
  if (result.dirty.empty()) {
    report.micros = watch.micros();
    if (inverse != nullptr) *inverse = {};
    return report;
  }

  Stopwatch moves_watch;
  std::vector<Rect> changed = dirty_pieces(map_, result.inverse.runs);
  for (Rect& piece : changed) piece = moves_.update(map_, piece);
  report.structures.push_back({"moves", moves_watch.micros(), moves_build_micros_});

  Stopwatch hpa_watch;
  hpa_.mark_dirty(moves_, {});
  for (const Rect& piece : changed) {
    if (!piece.empty()) hpa_.mark_dirty(moves_, piece);
  }
  // An edit on a finished graph is finished at once unless it touched a great deal of it.
  const bool done = hpa_.settle(moves_, report.hpa, was_ready ? kLiveClusters : 0);
  report.structures.push_back({"hpa", hpa_watch.micros(), hpa_build_micros_});
  if (!done) hpa_slices_micros_ += hpa_watch.micros();
  report.micros = watch.micros();
  if (inverse != nullptr) *inverse = std::move(result.inverse);
  return report;
}

EditReport World::apply(const Edit& edit, const std::string& name) {
  Edit inverse;
  EditReport report = apply_unrecorded(edit, &inverse);
  history_.record(edit, inverse, name);
  return report;
}

std::optional<EditReport> World::undo() {
  if (!history_.can_undo()) return std::nullopt;
  return apply_unrecorded(history_.take_undo(), nullptr);
}

std::optional<EditReport> World::redo() {
  if (!history_.can_redo()) return std::nullopt;
  return apply_unrecorded(history_.take_redo(), nullptr);
}

double World::rebuild_micros(std::string_view structure) const {
  return structure == "moves" ? moves_build_micros_ : hpa_build_micros_;
}

size_t World::memory_bytes() const {
  return map_.cell_count() + moves_.memory_bytes() + hpa_.memory_bytes() + history_.memory_bytes();
}

}  // namespace strata
