// The structures that planners need, and which of them exist.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "app/lab/feature.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/large_map_task.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/strokes.hpp"
#include "app/lab/view_searches.hpp"
#include "core/base/rng.hpp"
#include "core/level/level.hpp"
#include "core/navmesh/mesh_areas.hpp"
#include "core/world/map_jumps.hpp"
#include "core/world/map_moves.hpp"
#include "core/world/refusal.hpp"
#include "core/world/scenes.hpp"

namespace strata {

namespace {
constexpr int kRandomTries = 32;
// This value differs from every stamp.
constexpr uint64_t kNotCounted = UINT64_MAX;

}  // namespace

bool QueryController::usually_shown(const Planner& planner) const {
  if (planner.shown == PlannerVisibility::kWithStructure) {
    return world_ && world_->has(planner.needs) && (!planner.levels_only || world_->level() != nullptr);
  }
  return planner.shown == PlannerVisibility::kAtFirst;
}

namespace {

// Returns two positions of the agent that are far from each other and connected by a path.
std::optional<PlanQuery> random_query_on_cells(const World& world, uint64_t seed) {
  const Rules& rules = world.rules();
  if (rules.agent_size == 1 && rules.capability == Capability::walker()) return suggested_query(world.map(), seed);
  const MoveGrid& moves = world.moves();
  if (moves.passable_count() < 2) return std::nullopt;
  Rng rng(seed);
  std::vector<uint8_t> seen(moves.cell_count(), 0);
  std::vector<CellId> area;
  const auto random_position = [&] {
    for (;;) {
      const CellId id = rng.below(moves.cell_count());
      if (moves.passable(id)) return id;
    }
  };
  for (int i = 0; i < kRandomTries; ++i) {
    const CellId start = random_position();
    if (seen[start] != 0) continue;
    area.assign(1, start);
    seen[start] = 1;
    for (size_t at = 0; at < area.size(); ++at) {
      for (int d = 0; d < kDirections; ++d) {
        if ((moves.moves(area[at]) >> d & 1) == 0) continue;
        const CellId next = moves.neighbour(area[at], d);
        if (seen[next] != 0) continue;
        seen[next] = 1;
        area.push_back(next);
      }
    }
    if (area.size() < 2) continue;
    // The flood fill from the start has reached the cells of the second half last, so that they are far away.
    const auto half = static_cast<uint32_t>(area.size() / 2);
    const CellId goal = area[half + rng.below(static_cast<uint32_t>(area.size()) - half)];
    return PlanQuery{moves.cell(start), moves.cell(goal)};
  }
  return std::nullopt;
}

}  // namespace

// Returns a random query. On a level both ends lie on its mesh, if such ends are found. Cells that were painted since
// are ignored, so that a seed gives the same query however much of the mesh is built.
std::optional<PlanQuery> random_query_on(const World& world, uint64_t seed) {
  if (world.level() == nullptr) return random_query_on_cells(world, seed);
  const LevelMesh& level = world.level()->mesh();
  const std::vector<uint32_t> areas = mesh_areas(level.mesh());
  const auto joined = [&](const PlanQuery& query) {
    const PolygonId start = level.end_at(query.start).polygon, goal = level.end_at(query.goal).polygon;
    return start != kNoPolygon && goal != kNoPolygon && areas[start] == areas[goal];
  };
  std::optional<PlanQuery> query;
  Rng seeds(seed);
  for (int i = 0; i < kRandomTries; ++i) {
    query = random_query_on_cells(world, i == 0 ? seed : seeds.next());
    if (!query || joined(*query)) break;
  }
  return query;
}

// Counts the sizes of the graphs again. As this visits whole graphs, it is done once after a series of changes, and in
// the query thread if that has nothing else to do.
void QueryController::count_graph(bool now) {
  if ((counted_stamp_ == lab_.strokes().last_stamp() && !count_due_) || live() || !world_->ready()) return;
  const bool in_thread = !now && !state_.fixed_clock && world_->map().cell_count() > options_.wait_cells;
  if (in_thread && thread_->busy()) return;
  counting_stamp_ = lab_.strokes().last_stamp();
  if (std::exchange(count_due_, false))
    // The stamp is set before, so that the sizes are counted again if the thread is stopped.
    counted_stamp_ = kNotCounted;
  if (in_thread) return thread_->submit(*world_, {.count = true});
  take_counts(count_graphs(*world_));
}

void QueryController::take_counts(const GraphCounts& counts) {
  counted_stamp_ = counting_stamp_;
  state_.facts = counts.facts;
  state_.memory = counts.memory;
  state_.planner_memory = counts.planner_memory;
  for (PlannerRow& row : state_.rows) row.memory_bytes = charged_memory(*row.planner);
}

std::string QueryController::building_note(const Planner& planner) const {
  std::string why = refusal(*world_, planner.needs);
  return why.empty() ? waiting_for(*world_, planner) : why;
}

// Builds what layers and rows need and what is not switched on by itself: clearances and the map of jump points.
void QueryController::follow_needs() {
  WorldSetup setup = world_->setup();
  const MovesOptions moves{wants_clearance()};
  const auto jumps = wants_jumps(world_->rules()) ? std::optional(JumpsOptions{}) : std::nullopt;
  if (setup.get<MapMoves>() == moves && setup.get<MapJumps>() == jumps) return;
  const bool builds =
      (moves.clearance && !setup.get<MapMoves>()->clearance) || (jumps && !setup.get<MapJumps>().has_value());
  setup.get<MapMoves>() = moves;
  setup.get<MapJumps>() = jumps;
  if (!builds) return lab_.large_map_task().change_setup_now(setup);
  (void)lab_.large_map_task().change_setup(std::move(setup), jumps ? "Preparing jump points" : "Measuring clearances",
                                           [this] { solve_due_ = true; });
}

bool QueryController::wants_clearance() const {
  return state_.layer(Layer::kClearance).on ||
         std::ranges::any_of(lab_.controllers(), [](const auto& own) { return own.second->wants_clearance(); });
}

bool QueryController::wants_jumps(const Rules& rules) const {
  return std::any_of(state_.rows.begin(), state_.rows.end(), [&](const PlannerRow& row) {
    const Planner& planner = *row.planner;
    return planner.needs == StructureId::kJumps &&
           (row.shown || planner.name == state_.traced || lab_.view_searches().shows(planner)) &&
           planner.profiles[static_cast<size_t>(rules.profile)];
  });
}

}  // namespace strata
