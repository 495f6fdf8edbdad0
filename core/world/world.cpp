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
  build_moves(rules);
  set_hpa_options(hpa);
}

void World::build_moves(const Rules& rules) {
  const Stopwatch watch;
  if (clearance_wanted_ || rules.agent_size > 1) {
    clearance_.emplace();
    clearance_->build(map_, rules.capability);
  } else {
    clearance_.reset();
  }
  moves_.build(map_, rules, clearance());
  moves_build_micros_ = watch.micros();
}

void World::set_rules(const Rules& rules) {
  build_moves(rules);
  set_hpa_options(hpa_.options());
  if (has_haa()) build_agents();
}

void World::set_hpa_options(const HpaOptions& options) {
  hpa_.reset(moves_, options);
  hpa_progress_.restart(0);
}

void World::set_haa_options(const std::optional<HaaOptions>& options) {
  haa_options_ = options;
  if (options) {
    build_agents();
  } else {
    agents_ = {};
    haa_ = {};
  }
}

void World::build_agents() {
  const Stopwatch watch;
  agents_.build(map_, rules(), haa_options_->max_size, haa_options_->capabilities);
  haa_.reset(agents_, *haa_options_);
  haa_progress_.restart(watch.micros());
}

void World::want_clearance(bool wanted) {
  clearance_wanted_ = wanted;
  if (needs_clearance() && !clearance_) {
    clearance_.emplace();
    clearance_->build(map_, rules().capability);
  }
  if (!needs_clearance()) clearance_.reset();
}

bool World::work(double budget_ms) {
  constexpr size_t kSlice = 64;  // clusters between two looks at the clock
  const Stopwatch watch;
  const auto work_off = [&](auto& structure, const auto& input, auto report, Progress& progress, size_t clusters) {
    while (!structure.ready()) {
      const Stopwatch slice;
      const bool done = structure.settle(input, report, clusters);
      progress.slices_micros += slice.micros();
      if (done) progress.finish();
      if (watch.micros() > budget_ms * 1000) break;
    }
  };
  work_off(hpa_, moves_, HpaUpdate{}, hpa_progress_, kSlice);
  if (has_haa() && (hpa_.ready() || watch.micros() < budget_ms * 1000)) {
    work_off(haa_, agents_, HaaUpdate{}, haa_progress_, kSlice / 8);
  }
  return ready();
}

void World::settle() { work(1e12); }

double World::progress() const {
  if (ready()) return 1;
  double pending = hpa_.ready() ? 0 : static_cast<double>(hpa_.pending());
  double all = hpa_.clusters().count();
  if (has_haa()) {
    pending += haa_.ready() ? 0 : static_cast<double>(haa_.pending());
    all += haa_.clusters().count();
  }
  return 1 - pending / std::max(1.0, all);
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

  const Stopwatch moves_watch;
  const std::vector<Rect> pieces = dirty_pieces(map_, result.inverse.runs);
  std::vector<Rect> changed = pieces;
  if (clearance_) {
    for (Rect& piece : changed) piece.include(clearance_->update(map_, piece));
  }
  for (Rect& piece : changed) piece = moves_.update(map_, piece, clearance());
  report.structures.push_back({"moves", moves_watch.micros(), moves_build_micros_});

  const Stopwatch hpa_watch;
  hpa_.mark_dirty(moves_, {});
  for (const Rect& piece : changed) {
    if (!piece.empty()) hpa_.mark_dirty(moves_, piece);
  }
  // An edit on a finished graph is finished at once unless it touched a great deal of it.
  const bool hpa_done = hpa_.settle(moves_, report.hpa, was_ready ? kLiveClusters : 0);
  report.structures.push_back({"hpa", hpa_watch.micros(), hpa_progress_.build_micros});
  if (!hpa_done) hpa_progress_.slices_micros += hpa_watch.micros();

  if (has_haa()) {
    const Stopwatch haa_watch;
    const bool haa_was_ready = haa_.ready();
    std::vector<Rect> by_class(static_cast<size_t>(agents_.class_count()));
    for (const Rect& piece : pieces) {
      std::fill(by_class.begin(), by_class.end(), Rect{});
      agents_.update(map_, piece, by_class);
      haa_.mark_dirty(agents_, by_class);
    }
    const bool haa_done = haa_.settle(agents_, report.haa, haa_was_ready ? kLiveHaaClusters : 0);
    report.structures.push_back({"haa", haa_watch.micros(), haa_progress_.build_micros});
    if (!haa_done) haa_progress_.slices_micros += haa_watch.micros();
  }
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
  if (structure == "moves") return moves_build_micros_;
  return structure == "haa" ? haa_progress_.build_micros : hpa_progress_.build_micros;
}

size_t World::memory_bytes() const {
  return map_.cell_count() + moves_.memory_bytes() + hpa_.memory_bytes() + history_.memory_bytes() +
         (clearance_ ? clearance_->memory_bytes() : 0) + agents_.memory_bytes() + haa_.memory_bytes();
}

}  // namespace strata
