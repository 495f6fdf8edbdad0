#include "core/world/world.hpp"

#include <algorithm>
#include <atomic>
#include <new>
#include <span>
#include <utility>

#include "core/base/check.hpp"
#include "core/base/stopwatch.hpp"
#include "core/ch/drawn_graph.hpp"
#include "core/grid/map_links.hpp"
#include "core/level/level.hpp"
#include "core/world/map_hna.hpp"
#include "core/world/map_hpa.hpp"
#include "core/world/map_moves.hpp"
#include "core/world/map_navmesh.hpp"
#include "core/world/map_sectors.hpp"
#include "core/world/refusal.hpp"

namespace strata {
namespace {

// Returns rectangles that cover the runs closely, so that a long diagonal stroke does not make its whole
// bounding box dirty.
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

// Adds the cells at which the links of an edit begin or end. Returns the most cells that MapMoves adds: these, and the
// ends of all links.
size_t add_link_ends(const GridMap& map, std::span<const MapLink> changed, std::vector<Rect>& pieces) {
  for (const MapLink& link : changed) {
    for (const CellId end : {link.from, link.to}) {
      pieces.emplace_back();
      pieces.back().include(map.cell(end));
    }
  }
  return 2 * changed.size() + (map.links() != nullptr ? 2 * map.links()->size() : 0);
}

// Returns a copy of the structure's options; empty if memory runs out for the copy, too. The structure then stays given
// up, as it cannot be built without its options.
AnyOptions options_of(const Structure& structure) {
  try {
    return structure.any_options();
  } catch (const std::bad_alloc&) {
    return {};
  }
}

}  // namespace

const RebuiltParts* EditReport::touched(StructureId structure) const {
  for (const StructureReport& done : structures) {
    if (done.structure == structure) return &done.touched;
  }
  return nullptr;
}

uint64_t World::next_number() {
  static std::atomic<uint64_t> last = 0;
  return ++last;
}

uint64_t world_number(const World& world) { return world.number_; }

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

StructureState World::state(StructureId id) const {
  StructureState state = structure(id).state(inputs());
  if (out_of_memory(*this, id)) state.failed = true;
  return state;
}
bool World::has(StructureId id) const { return structure(id).wanted(); }
bool World::ready(StructureId id) const { return structure(id).ready(inputs()); }

bool World::ready(StructureSet only) const {
  const BuildInputs now = inputs();
  return std::ranges::all_of(structures_, [&](const auto& kept) {
    return !only.contains(kept->id()) || out_of_memory(*this, kept->id()) || kept->work_done(now);
  });
}

void World::set_drawn_graph(DrawnGraph graph) {
  // Removes nodes outside the map.
  for (uint32_t node = graph.node_count(); node-- > 0;) {
    if (!map_.contains(graph.nodes()[node])) graph.remove_node(node);
  }
  if (graph == *drawn_) return;
  *drawn_ = std::move(graph);
  ++drawn_version_;
}

template <class Use>
void World::with_memory(Structure& structure, Use use) {
  if (out_of_memory(*this, structure.id())) return;
  try {
    use(structure, inputs());
  } catch (const std::bad_alloc&) {
    give_up(structure.id(), options_of(structure));
  }
}

// Frees the structure, and those that depend on it.
void World::give_up(StructureId id, AnyOptions options) {
  STRATA_CHECK(id != StructureId::kMoves);
  out_of_memory_.insert(id);
  given_up_[static_cast<size_t>(id)] = std::move(options);
  remake(*structures_[static_cast<size_t>(id)]);
  for (const auto& kept : structures_) {
    if (kept->wanted() && kept->depends_on().contains(id)) give_up(kept->id(), options_of(*kept));
  }
}

bool World::work(double budget_ms, StructureSet only) {
  WorkBudget budget(budget_ms);
  const auto each = [&](auto use) {
    for (const auto& kept : structures_) {
      if (only.contains(kept->id())) with_memory(*kept, use);
    }
  };
  each([&](Structure& structure, const BuildInputs& now) { structure.work(now, budget); });
  // Jobs start after the work that is done here, because they compete with it for the processor.
  each([](Structure& structure, const BuildInputs& now) { structure.poll(now); });
  return ready(only);
}

void World::finish_updates(StructureSet only) {
  work(1e12, only);
  finish_background(only);
}

void World::finish_background(StructureSet only) {
  for (const auto& kept : structures_) {
    if (!only.contains(kept->id())) continue;
    with_memory(*kept, [](Structure& structure, const BuildInputs& now) { structure.finish(now); });
  }
}

void World::cancel(StructureId id) { structures_[static_cast<size_t>(id)]->cancel(inputs()); }
void World::rebuild(StructureId id) {
  if (out_of_memory(*this, id)) {
    (void)set(id, given_up_[static_cast<size_t>(id)]);
  } else {
    structures_[static_cast<size_t>(id)]->rebuild();
  }
}

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
  std::vector<Rect> pieces;
  try {
    pieces = dirty_pieces(map_, result.inverse.runs);
    const size_t ends = add_link_ends(map_, result.inverse.links, pieces);
    change.dirty = result.dirty;
    change.letters = pieces;
    report.structures.reserve(kStructures);
    change.moves.reserve(pieces.size() + ends);  // the moves need no other memory
    change.links = result.inverse.links;
  } catch (const std::bad_alloc&) {
    map_.take_back(result, change.before);
    throw;
  }
  for (const auto& kept : structures_) {
    with_memory(*kept, [&](Structure& structure, const BuildInputs& now) {
      const Stopwatch own_watch;
      if (!structure.map_changed(now, change)) return;
      const double micros = own_watch.micros();
      const std::span<const double> levels = structure.edit_micros_by_level();
      report.structures.push_back({structure.id(), micros, structure.state(inputs()).built_micros, structure.touched(),
                                   std::vector<double>(levels.begin(), levels.end())});
    });
  }
  report.moves_changed = !change.moves.empty();
  report.micros = watch.micros();
  if (inverse != nullptr) *inverse = std::move(result.inverse);
  return report;
}

EditReport World::apply(const Edit& edit, const std::string& name) {
  Edit inverse;
  EditReport report = apply_unrecorded(edit, &inverse);
  try {
    history_.record(edit, inverse, name);
  } catch (const std::bad_alloc&) {  // a missing history entry would invalidate the others
    history_.forget();
  }
  return report;
}

std::optional<EditReport> World::undo() {
  if (!history_.can_undo()) return std::nullopt;
  EditReport report = apply_unrecorded(history_.next_undo(), nullptr);
  history_.pass(true);
  return report;
}

std::optional<EditReport> World::redo() {
  if (!history_.can_redo()) return std::nullopt;
  EditReport report = apply_unrecorded(history_.next_redo(), nullptr);
  history_.pass(false);
  return report;
}

EditReport World::travel_part(bool back) {
  EditReport report = apply_unrecorded(history_.next_part(back), nullptr);
  history_.take_part(back);
  return report;
}

bool is_finished(const World& world) {
  return std::ranges::none_of(kAllStructures, [&](StructureId id) {
    const StructureState kept = world.state(id);
    // Within a stroke nothing is built that the background builds.
    const bool waits = !world.history().in_stroke() && kept.wanted && !kept.ready && !kept.cancelled && !kept.failed;
    return !kept.work_done || kept.building || (waits && refusal(world, id).empty());
  });
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

StructureSet background_results(const World& world) {
  StructureSet ended;
  for (const StructureId structure : kAllStructures) {
    if (world.structure(structure).has_results()) ended.insert(structure);
  }
  return ended;
}

size_t memory_bytes(const World& world, StructureId structure) { return world.structure(structure).memory_bytes(); }

size_t memory_bytes(const World& world) {
  size_t bytes = world.map().memory_bytes() + world.history().memory_bytes();
  if (world.map().links() != nullptr) bytes += world.map().links()->memory_bytes();
  if (world.level() != nullptr) bytes += world.level()->memory_bytes();
  for (int i = 0; i < kStructures; ++i) {
    const auto structure = static_cast<StructureId>(i);
    if (world.has(structure)) bytes += memory_bytes(world, structure);
  }
  return bytes;
}

}  // namespace strata
