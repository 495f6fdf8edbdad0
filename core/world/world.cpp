#include "core/world/world.hpp"

#include <algorithm>
#include <utility>

#include "core/base/stopwatch.hpp"
#include "core/ch/drawn_graph.hpp"
#include "core/level/level.hpp"
#include "core/world/map_hna.hpp"
#include "core/world/map_hpa.hpp"
#include "core/world/map_moves.hpp"
#include "core/world/map_navmesh.hpp"
#include "core/world/map_sectors.hpp"

namespace strata {
namespace {

// Returns rectangles that cover the runs closely: a long diagonal stroke must not make its whole bounding box dirty.
std::vector<Rect> dirty_pieces(const GridMap& map, const std::vector<CellRun>& runs) {
  std::vector<Rect> pieces;
  int64_t cells = 0;  // cells of the runs in the last piece
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

const Touched* EditReport::touched(StructureId structure) const {
  for (const StructureReport& done : structures) {
    if (done.structure == structure) return &done.touched;
  }
  return nullptr;
}

BuildInputs World::inputs() const {
  const MapSectors& sectors = get<MapSectors>();
  const MapNavmesh& navmesh = get<MapNavmesh>();
  const MapHna& graph = get<MapHna>();
  BuildInputs inputs{.map = &map_,
                     .rules = &rules(),
                     .moves = &moves(),
                     .clearance = get<MapMoves>().clearance(),
                     .hpa = &get<MapHpa>().hpa(),
                     .sectors = sectors.options() ? &sectors.sectors() : nullptr,
                     .level = level_.get(),
                     .navmesh = navmesh.options() ? &navmesh.mesh() : nullptr,
                     .navmesh_ready = navmesh.is_true(),
                     .navmesh_given_up = navmesh.given_up(),
                     .navmesh_changes = &navmesh.changes(),
                     .mesh_costs = navmesh.options() ? navmesh.options()->costs : MeshCosts::kMidpoints,
                     .hna = graph.options() ? &graph.hna() : nullptr,
                     .hna_version = graph.version(),
                     .drawn = drawn_.get(),
                     .in_stroke = history_.in_stroke(),
                     .moves_version = get<MapMoves>().version(),
                     .hpa_version = get<MapHpa>().version(),
                     .sectors_version = sectors.version(),
                     .drawn_version = drawn_version_,
                     .sector_landmarks_version = sectors.landmarks_version()};
  inputs.hna_ready = graph.ready(inputs);
  return inputs;
}

const MoveGrid& World::moves() const { return get<MapMoves>().moves(); }

StructureState World::state(StructureId id) const { return structure(id).state(inputs()); }
bool World::has(StructureId id) const { return structure(id).wanted(); }
bool World::ready(StructureId id) const { return structure(id).ready(inputs()); }

bool World::ready() const {
  const BuildInputs now = inputs();
  return std::ranges::all_of(structures_, [&](const auto& kept) { return kept->work_done(now); });
}

void World::set_drawn_graph(DrawnGraph graph) {
  // Removes nodes outside of the map.
  for (uint32_t node = graph.node_count(); node-- > 0;) {
    if (!map_.contains(graph.nodes()[node])) graph.remove_node(node);
  }
  if (graph == *drawn_) return;
  *drawn_ = std::move(graph);
  ++drawn_version_;
}

bool World::work(double budget_ms) {
  WorkBudget budget(budget_ms);
  for (const auto& kept : structures_) kept->work(inputs(), budget);
  // Jobs start after the work that is done here, as they compete with it for the processor.
  for (const auto& kept : structures_) kept->poll(inputs());
  return ready();
}

void World::finish_updates() {
  work(1e12);
  finish_background();
}

void World::finish_background() {
  for (const auto& kept : structures_) kept->finish(inputs());
}

void World::cancel(StructureId id) { structures_[static_cast<size_t>(id)]->cancel(inputs()); }
void World::rebuild(StructureId id) { structures_[static_cast<size_t>(id)]->rebuild(); }

EditReport World::apply_unrecorded(const Edit& edit, Edit* inverse) {
  EditReport report;
  const Stopwatch watch;
  EditChanges change;
  change.before = map_.revision();
  EditResult result = map_.apply(edit);
  report.revision = map_.revision();
  report.dirty = result.dirty;
  report.changed_cells = result.changed_cells;
  if (result.dirty.empty()) {
    report.micros = watch.micros();
    if (inverse != nullptr) *inverse = {};
    return report;
  }
  const std::vector<Rect> pieces = dirty_pieces(map_, result.inverse.runs);
  change.dirty = result.dirty;
  change.letters = pieces;
  report.structures.reserve(kStructures);
  for (const auto& kept : structures_) {
    const Stopwatch own_watch;
    if (!kept->map_changed(inputs(), change)) continue;
    const double micros = own_watch.micros();
    const std::span<const double> levels = kept->edit_micros_by_level();
    report.structures.push_back({kept->id(), micros, kept->state(inputs()).built_micros, kept->touched(),
                                 std::vector<double>(levels.begin(), levels.end())});
  }
  report.moves_changed = !change.moves.empty();
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

EditReport World::travel_part(bool back) {
  EditReport report = apply_unrecorded(history_.next_part(back), nullptr);
  history_.take_part(back);
  return report;
}

double progress(const World& world) {
  double sum = 0, count = 0;
  for (int i = 0; i < kStructures; ++i) {
    const StructureState kept = world.state(static_cast<StructureId>(i));
    if (!kept.wanted || !kept.sliced) continue;
    sum += kept.progress;
    ++count;
  }
  return world.ready() ? 1 : sum / count;
}

bool has_background_results(const World& world) {
  for (int i = 0; i < kStructures; ++i) {
    if (world.structure(static_cast<StructureId>(i)).has_results()) return true;
  }
  return false;
}

size_t memory_bytes(const World& world, StructureId structure) { return world.structure(structure).memory_bytes(); }

size_t memory_bytes(const World& world) {
  size_t bytes = world.map().cell_count() + world.history().memory_bytes();
  if (world.level() != nullptr) bytes += world.level()->memory_bytes();
  for (int i = 0; i < kStructures; ++i) {
    const auto structure = static_cast<StructureId>(i);
    if (world.has(structure)) bytes += memory_bytes(world, structure);
  }
  return bytes;
}

}  // namespace strata
