// The table of planners says what each can do: under which rules, from which structures, how well. Each line of it is
// held against what the planner then does.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <map>
#include <set>

#include "core/search/path.hpp"
#include "core/search/plan_options.hpp"
#include "core/search/pseudo_code.hpp"
#include "core/search/trace.hpp"
#include "core/world/planners.hpp"
#include "core/world/structures.hpp"
#include "core/world/world.hpp"
#include "tests/rounds.hpp"
#include "tests/support.hpp"

namespace strata::test {
namespace {

constexpr int kMaxAgent = 3;

// Small enough for the maps of these tests.
WorldSetup small_setup(const Rules& rules) {
  WorldSetup setup(rules);
  for (const StructureId id : kAllStructures) setup.of(id) = default_options(id, rules);
  setup.get<MapHaa>() = HaaOptions{.cluster_size = 8, .max_size = kMaxAgent, .capabilities = {rules.capability}};
  setup.get<MapSectors>() = SectorOptions{.sector_size = 8};
  setup.get<MapLandmarks>() = LandmarkOptions{.count = 4, .placed = {}};
  setup.get<MapHierarchy>() = ChOptions{ChGraph::kCells, ChOrder::kNested};
  setup.get<MapCch>() = CchOptions{ChGraph::kCorners};
  setup.get<MapNavmesh>()->mesh.tile_size = 16;
  setup.get<MapHna>() = MapHnaOptions{.levels = 3, .group_size = 2};
  return setup;
}

void want_alone(World& world, StructureId structure) {
  const WorldSetup setup = small_setup(world.rules());
  if (!is_always_kept(structure)) REQUIRE(world.set(structure, setup.of(structure)));
}

// With what it stands on.
void want(World& world, StructureId structure) {
  if (structure == StructureId::kHna || structure == StructureId::kMeshTables ||
      structure == StructureId::kMeshLabels) {
    want_alone(world, StructureId::kNavmesh);
  }
  if (structure == StructureId::kMeshTables) want_alone(world, StructureId::kHna);
  want_alone(world, structure);
}

void want_all(World& world) {
  for (const StructureId id : kAllStructures) want(world, id);
  world.finish_updates();
  REQUIRE(world.ready());
}

// Every profile with one weight for all, one weight above 1, several weights, and several of which one counts; for
// agents of every size.
std::vector<Rules> rules_of_all_kinds() {
  std::vector<Rules> rules;
  for (int profile = 0; profile < kProfiles; ++profile) {
    for (int size = 1; size <= kMaxAgent; ++size) {
      const auto p = static_cast<Profile>(profile);
      rules.push_back({p, Capability::walker(), kUniformWeights, size});
      rules.push_back({p, Capability(0b1111), {3, 3, 3, 3}, size});
      rules.push_back({p, Capability(0b1111), {1, 3, 16, 7}, size});
      rules.push_back({p, Capability(0b0001), {2, 5, 9, 7}, size});
    }
  }
  return rules;
}

// Rooms with gaps for agents of all sizes, and patches of other terrain.
GridMap patched_rooms(uint64_t seed) {
  GridMap map = random_rooms(36, 30, 9, seed);
  Rng rng(seed);
  for (int patch = 0; patch < 14; ++patch) {
    const Cell at = random_cell(map, rng);
    const Cell to{std::min(at.x + 2, map.width() - 1), std::min(at.y + 2, map.height() - 1)};
    map.apply(rectangle(map, at, to, true, patch < 8 ? '.' : "SWT"[rng.below(3)]));
  }
  return map;
}

// Why the answer is wrong; empty: it is right. `longer`: its way is not a shortest one.
std::string fault_of(const World& world, const Planner& planner, const PlanQuery& query,
                     const std::vector<Cost>& distance, const PlanResult& result, bool& longer) {
  const Cost expected = distance[world.map().id(query.goal)];
  const bool free_ends =
      can_stand(world.map(), world.rules(), query.start) && can_stand(world.map(), world.rules(), query.goal);
  if (!free_ends) return result.found() ? "found a way from or to a blocked cell" : "";
  if (result.status == PlanStatus::kTooManyExpansions && planner.name == "ida") return "";
  if (expected == kInfinite) return result.status == PlanStatus::kNoPath ? "" : std::string(status_text(result.status));
  if (!result.found()) return std::string(status_text(result.status));
  if (planner.any_angle) {
    const Cost unit = world.moves().base(0) * static_cast<Cost>(world.moves().unit_weight());
    return points_fault(world.moves(), result.points, query.start, query.goal, unit, result.cost, result.links_at)
        .value_or("");
  }
  if (const auto fault = path_fault(world.moves(), result.path, query.start, query.goal, result.cost)) return *fault;
  longer = result.cost > expected;
  if (result.cost < expected) return "cheaper than the shortest way";
  return longer && finds_optimum(world, planner) ? "longer than the shortest way" : "";
}

}  // namespace

TEST_CASE("every planner answers rightly under the rules that it says it supports, and refuses all others") {
  Workspace workspace;
  PlanResult result, traced;
  Trace trace;
  std::map<std::string_view, size_t> answered, refused, longer_ways;
  uint64_t seed = 1;
  for (const Rules& rules : rules_of_all_kinds()) {
    CAPTURE(static_cast<int>(rules.profile));
    CAPTURE(rules.agent_size);
    GridMap map = patched_rooms(seed);
    if (seed % 3 == 0) add_random_weights(map, 30, seed);
    World world(std::move(map), rules, {.cluster_size = 8, .levels = 4});
    Rng rng(seed++);
    want_all(world);
    for (int i = 0; i < 12; ++i) {
      const PlanQuery query{random_cell(world.map(), rng), random_cell(world.map(), rng)};
      const std::vector<Cost> distance = plain_dijkstra(world.map(), rules, query.start);
      for (const Planner& planner : planners()) {
        CAPTURE(planner.name);
        const PlanOptions options{.ida_expansions = 5000};
        plan(world, planner, query, options, workspace, result);
        plan(world, planner, query, options, workspace, traced, &trace);
        REQUIRE(traced.status == result.status);
        REQUIRE(traced.path == result.path);
        REQUIRE(traced.points == result.points);
        REQUIRE(supports(world, planner) == available(world, planner));
        // The hierarchies are over cells and corners. The fewest moves are the cheapest where all cost the same.
        const bool counts_moves = planner.name == "bfs" && rules.profile == Profile::kFour;
        REQUIRE(finds_optimum(world, planner) == (planner.optimal || counts_moves));
        if (!supports(world, planner)) {
          ++refused[planner.name];
          const bool named_blocked =
              result.status == PlanStatus::kStartBlocked || result.status == PlanStatus::kGoalBlocked;
          CHECK((result.status == PlanStatus::kUnsupported || named_blocked));
          const bool ends_free =
              can_stand(world.map(), rules, query.start) && can_stand(world.map(), rules, query.goal);
          if (ends_free) CHECK(result.status == PlanStatus::kUnsupported);
          continue;
        }
        bool longer = false;
        CHECK(fault_of(world, planner, query, distance, result, longer) == "");
        answered[planner.name] += result.found();
        longer_ways[planner.name] += longer;
      }
    }
  }
  for (const Planner& planner : planners()) {
    CAPTURE(planner.name);
    if (planner.levels_only) {  // these are cells
      CHECK(answered[planner.name] == 0);
      continue;
    }
    CHECK(answered[planner.name] > 20);
    // Who never finds a longer way would have to be called optimal.
    if (!planner.any_angle) CHECK(planner.optimal == (longer_ways[planner.name] == 0));
    const bool always = planner.profiles[0] && planner.profiles[1] && planner.profiles[2] && !planner.uniform_only;
    CHECK(always == (refused[planner.name] == 0));
  }
}

TEST_CASE("a large agent pays the highest weight under it, so that mirrored maps have equal costs") {
  Workspace workspace;
  PlanResult result;
  const Rules rules{Profile::kOctile, Capability::walker(), {1, 9, 1, 1}, 2};
  GridMap upper(12, 2), lower(12, 2);
  upper.apply(rectangle(upper, {0, 0}, {9, 0}, true, 'S'));
  lower.apply(rectangle(lower, {0, 1}, {9, 1}, true, 'S'));
  size_t answered = 0;
  for (const GridMap& map : {upper, lower}) {
    World world(map, rules, {.cluster_size = 5, .levels = 2});
    want_all(world);
    for (const Planner& planner : planners()) {
      if (!supports(world, planner) || !world.ready(planner.needs)) continue;
      CAPTURE(planner.name);
      plan(world, planner, {{0, 0}, {8, 0}}, {}, workspace, result);
      if (!result.found()) continue;
      ++answered;
      CHECK(result.cost == 72 * 816);
    }
  }
  CHECK(answered > 24);
}

TEST_CASE("a planner answers with the structure that it names and without it is refused, whatever else there is") {
  Workspace workspace;
  PlanResult result;
  const Rules eight{};
  const Rules four{Profile::kFour, Capability::walker(), kUniformWeights};
  for (const Planner& planner : planners()) {
    CAPTURE(planner.name);
    if (planner.levels_only) continue;
    const Rules& rules = planner.profiles[static_cast<size_t>(eight.profile)] ? eight : four;
    const GridMap map(40, 40);
    const PlanQuery query{{1, 1}, {37, 30}};
    const int levels = planner.needs == StructureId::kHpa ? planner.abstract_level : 1;
    const HpaOptions hpa{.cluster_size = 8, .levels = levels};
    {
      World world(map, rules, hpa);
      want(world, planner.needs);
      world.finish_updates();
      CHECK(available(world, planner));
      plan(world, planner, query, {}, workspace, result);
      CHECK(result.found());
    }
    if (planner.needs != StructureId::kMoves && planner.needs != StructureId::kHpa) {
      World world(map, rules, hpa);
      for (int s = 0; s < kStructures; ++s) {
        if (static_cast<StructureId>(s) != planner.needs) want_alone(world, static_cast<StructureId>(s));
      }
      world.finish_updates();
      CHECK_FALSE(world.has(planner.needs));
      CHECK(supports(world, planner));
      CHECK_FALSE(available(world, planner));
      plan(world, planner, query, {}, workspace, result);
      CHECK(result.status == PlanStatus::kRefused);
    }
    if (levels > 1) {
      World world(map, rules, {.cluster_size = 8, .levels = levels - 1});
      world.finish_updates();
      CHECK_FALSE(available(world, planner));
      CHECK(lacking(world, planner) == fmt::format("needs {} levels, HPA* has {}", levels, levels - 1));
      plan(world, planner, query, {}, workspace, result);
      CHECK(result.status == PlanStatus::kRefused);
    }
    CHECK(planner_named(planner.name) == &planner);
  }
}

TEST_CASE("HNA* on more levels than the navigation graph has says what is missing, and so it does without a mesh") {
  Workspace workspace;
  PlanResult result;
  const PlanQuery query{{1, 1}, {37, 30}};
  World world(GridMap(40, 40));
  world.set<MapHna>(MapHnaOptions{.levels = 1, .group_size = 4});
  world.finish_updates();
  const Planner& two = *planner_named("hna2");
  CHECK(lacking(world, two) == "needs the navigation mesh");
  plan(world, two, query, {}, workspace, result);
  CHECK(result.status == PlanStatus::kRefused);
  world.set<MapNavmesh>(NavmeshOptions{});
  world.finish_updates();
  CHECK(lacking(world, two) == "needs 2 levels, the navigation graph has 1");
  plan(world, two, query, {}, workspace, result);
  CHECK(result.status == PlanStatus::kRefused);
  CHECK(available(world, *planner_named("hna1")));
  CHECK(abstract_level(world, *planner_named("pccp")) == 1);
}

TEST_CASE("a hierarchy finds the shortest ways where it stands on cells or corners, and longer ones elsewhere") {
  Workspace workspace;
  PlanResult result;
  for (const ChGraph graph : {ChGraph::kCorners, ChGraph::kCells, ChGraph::kHpa, ChGraph::kSectors}) {
    CAPTURE(ch_graph_name(graph));
    World world(random_map(80, 70, 20, 5), {}, {.cluster_size = 6});
    world.set<MapSectors>(SectorOptions{.sector_size = 8});
    world.set<MapHierarchy>(ChOptions{graph, ChOrder::kLarge});
    world.set<MapCch>(CchOptions{graph});
    world.set<MapLabels>(LabelsOptions{.graph = graph});
    world.finish_updates();
    Rng rng(3);
    for (const char* name : {"ch", "cch", "labels"}) {
      CAPTURE(name);
      const Planner& planner = *planner_named(name);
      size_t longer = 0, found = 0;
      for (int i = 0; i < 40; ++i) {
        const PlanQuery query{random_cell(world.map(), rng), random_cell(world.map(), rng)};
        plan(world, planner, query, {.smooth = false}, workspace, result);
        if (!result.found()) continue;
        ++found;
        longer += result.cost > plain_dijkstra(world.map(), world.rules(), query.start)[world.map().id(query.goal)];
      }
      CHECK(found > 10);
      CHECK(finds_optimum(world, planner) == (longer == 0));
      CHECK(finds_optimum(world, planner) == (graph == ChGraph::kCorners || graph == ChGraph::kCells));
    }
  }
}

TEST_CASE("planners have names of their own, and lines of pseudo-code for every event that they report") {
  std::set<std::string_view> names, titles;
  World world(patched_rooms(3), {}, {.cluster_size = 8, .levels = 4});
  World four(patched_rooms(3), {Profile::kFour, Capability::walker(), kUniformWeights}, {.cluster_size = 8});
  want_all(world);
  want_all(four);
  Workspace workspace;
  PlanResult result;
  Trace trace;
  for (const Planner& planner : planners()) {
    CAPTURE(planner.name);
    CHECK(names.insert(planner.name).second);
    CHECK(titles.insert(planner.title).second);
    CHECK_FALSE(planner.source.empty());
    if (planner.levels_only) continue;
    const World& own = supports(world, planner) ? world : four;
    plan(own, planner, {{1, 1}, {34, 28}}, {}, workspace, result, &trace);
    const size_t lines = recorded_planner(trace, planner).pseudo_code->lines.size();
    CHECK(trace.events().size() > 2);
    for (const SearchEvent& event : trace.events()) REQUIRE(event.line < lines);
  }
}

// A corridor that goes to and fro over the whole map, over terrain of the largest weight or cells of the largest
// weight: its costs come near the 2^31 that sums of two costs may have, and pass 2^32. Under a sanitizer such maps take
// minutes.
TEST_CASE("where costs pass what 32 bits hold, no planner tells a way that is cheaper, or that there is none" *
          doctest::skip(kSanitized)) {
  struct HeavyMap {
    int side;
    bool own_weights;
  };
  constexpr HeavyMap kMaps[] = {{400, false}, {601, false}, {860, false}, {101, true}, {145, true}, {211, true}};
  Workspace workspace;
  PlanResult result;
  for (const auto& [side, own_weights] : kMaps) {
    CAPTURE(side);
    CAPTURE(own_weights);
    GridMap map(side, side, '@');
    uint64_t steps = 0;
    Cell last{};
    for (int y = 0; y < side; y += 2) {
      map.apply(rectangle(map, {0, y}, {side - 1, y}, true, '.'));
      const int end = y / 2 % 2 == 0 ? side - 1 : 0;
      steps += static_cast<uint64_t>(side) - 1;
      last = {end, y};
      if (y + 2 >= side) break;
      map.apply(rectangle(map, {end, y + 1}, {end, y + 1}, true, '.'));
      steps += 2;
    }
    Rules rules;
    rules.weights.fill(kMaxTerrainWeight);
    if (own_weights) map.apply({{weight_run(0, map.cell_count(), kMaxCellWeight)}});
    World world(map, rules, {.cluster_size = 10, .levels = 4});
    // Cells are too many for a contraction hierarchy.
    for (const StructureId structure :
         {StructureId::kHpa, StructureId::kHaa, StructureId::kRooms, StructureId::kSectors, StructureId::kLandmarks,
          StructureId::kTables, StructureId::kCch, StructureId::kHna}) {
      want(world, structure);
    }
    world.finish_updates();
    const int weight = own_weights ? kMaxCellWeight : kMaxTerrainWeight;
    CHECK(world.moves().unit_weight() == weight);
    const uint64_t cost = steps * world.moves().base(0) * static_cast<uint64_t>(weight);
    size_t answered = 0;
    for (const Planner& planner : planners()) {
      if (!supports(world, planner) || !world.ready(planner.needs)) continue;
      CAPTURE(planner.name);
      plan(world, planner, {{0, 0}, last}, {}, workspace, result);
      ++answered;
      if (planner.name == "ida" && result.status == PlanStatus::kTooManyExpansions) continue;
      if (!result.found()) {
        CHECK(status_text(result.status) == status_text(PlanStatus::kCostOverflow));
        CHECK(cost > uint64_t{1} << 30);
        continue;
      }
      // Paths at any angle cut the corners of the corridor.
      CHECK(result.cost >= (planner.any_angle ? cost / 100 * 98 : cost));
      CHECK(uint64_t{result.cost} <= cost);
    }
    CHECK(answered > 12);
  }
}

}  // namespace strata::test
