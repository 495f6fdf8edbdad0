// Worlds whose maps have links between cells: which planners follow them, what the others say, and that structures
// follow edits of links as they follow those of cells.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "core/batch/batch.hpp"
#include "core/search/path.hpp"
#include "core/search/plan_options.hpp"
#include "core/search/trace.hpp"
#include "core/search/workspace.hpp"
#include "core/world/planner_stamp.hpp"
#include "core/world/planners.hpp"
#include "core/world/refusal.hpp"
#include "core/world/structures.hpp"
#include "core/world/world.hpp"
#include "core/world/world_batch.hpp"
#include "tests/links_support.hpp"

namespace strata::test {
namespace {

const std::vector<std::string_view> kFollowers = {
    "dijkstra", "astar", "bfs", "best-first", "bidirectional", "alt",    "ch",      "cch",  "labels", "hpa1", "hpa2",
    "hpa3",     "hpa4",  "jps", "jps+",       "sectors",       "tables", "navmesh", "hna1", "hna2",   "hna3"};
// These follow links as well: IDA* may give up, two repair the searches of one query, and one asks other planners.
const std::vector<std::string_view> kOtherFollowers = {"ida", "lpa", "dlite", "fastest"};

// Returns a world with a structure for every planner that follows links, over cells where there are several.
WorldSetup setup_of_cells(const Rules& rules) {
  WorldSetup setup(rules);
  setup.get<MapHpa>() = HpaOptions{.cluster_size = 4, .levels = 4};
  setup.get<MapJumps>() = JumpsOptions{};
  setup.get<MapJumpDistances>() = JumpDistancesOptions{};
  setup.get<MapTables>() = AgentTablesOptions{};
  setup.get<MapSectors>() = SectorOptions{.sector_size = 4, .second_size = 9};
  setup.get<MapLandmarks>() = LandmarkOptions{.count = 4, .placed = {}};
  setup.get<MapHierarchy>() = ChOptions{.graph = ChGraph::kCells};
  setup.get<MapCch>() = CchOptions{.graph = ChGraph::kCells};
  setup.get<MapLabels>() = LabelsOptions{.graph = ChGraph::kCorners};
  setup.get<MapNavmesh>() = NavmeshOptions{.mesh = {.tile_size = 8, .radius = {}}};
  setup.get<MapHna>() = MapHnaOptions{.levels = 3, .group_size = 3};
  return setup;
}

// Returns an edit whose links lead both ways at the same length.
Edit both_ways(Edit edit) {
  std::vector<MapLink> links;
  for (const MapLink& link : edit.links) {
    links.push_back(link);
    links.push_back({link.to, link.from, link.length});
  }
  edit.links = std::move(links);
  return edit;
}

std::string planner_fault(const World& world, std::string_view name, const PlanQuery& query, Workspace& workspace) {
  const Planner& planner = *planner_named(name);
  PlanResult result, traced;
  Trace trace;
  plan(world, planner, query, {}, workspace, result);
  plan(world, planner, query, {}, workspace, traced, &trace);
  const std::string who = std::string(name) + ": ";
  if (traced.status != result.status || traced.cost != result.cost || traced.path != result.path ||
      traced.points != result.points || traced.links_at != result.links_at) {
    return who + "trace";
  }
  if (result.status == PlanStatus::kUnsupported) return "";
  const Cost optimum = linked_dijkstra(world.map(), world.rules(), query.start)[world.map().id(query.goal)];
  if (!world.moves().passable(query.start)) return result.status == PlanStatus::kStartBlocked ? "" : who + "start";
  if (!world.moves().passable(query.goal)) return result.status == PlanStatus::kGoalBlocked ? "" : who + "goal";
  if (optimum == kInfinite) return result.status == PlanStatus::kNoPath ? "" : who + "there is no path";
  if (!result.found()) return who + std::string(status_text(result.status));
  if (planner.any_angle) {  // it may be cheaper than a path from cell to cell
    const Cost unit = world.moves().base(0) * static_cast<Cost>(world.moves().unit_weight());
    const auto fault =
        points_fault(world.moves(), result.points, query.start, query.goal, unit, result.cost, result.links_at);
    return fault ? who + *fault : "";
  }
  if (const auto fault = path_fault(world.moves(), result.path, query.start, query.goal, result.cost)) {
    return who + *fault;
  }
  if (finds_optimum(world, planner) && result.cost != optimum) return who + "not optimal";
  return result.cost < optimum ? who + "below the optimum" : "";
}

}  // namespace

TEST_CASE("a planner follows the links of a map, or refuses the map and says so") {
  GridMap map(40, 30);
  map.apply(rectangle(map, {20, 0}, {20, 29}, true, '@'));  // only the link leads to the other side
  map.apply(both_ways({{}, {{map.id({3, 3}), map.id({35, 20}), 250}}}));
  Workspace workspace;
  PlanResult result;
  const PlanQuery query{{1, 1}, {36, 22}};
  World world(map, setup_of_cells({}));
  for (const StructureId structure : kAllStructures) {
    if (!world.has(structure)) REQUIRE(world.set(structure, default_options(structure, world.rules())));
  }
  world.finish_updates();
  size_t followers = 0, refused = 0;
  for (const Planner& planner : planners()) {
    CAPTURE(planner.name);
    if (planner.levels_only) continue;
    World other(map, Rules{.profile = Profile::kFour});
    const bool four = !planner.profiles[static_cast<size_t>(Profile::kOctile)];
    const World& under = four ? other : world;
    Trace trace;
    plan(under, planner, query, {}, workspace, result, &trace);
    if (std::ranges::find(kFollowers, planner.name) != kFollowers.end() ||
        std::ranges::find(kOtherFollowers, planner.name) != kOtherFollowers.end()) {
      CHECK(supports(under, planner));
      CHECK(planner_fault(under, planner.name, query, workspace) == "");
      CHECK(result.found());
      ++followers;
    } else {
      CHECK(!supports(under, planner));
      CHECK(result.status == PlanStatus::kUnsupported);
      CHECK(trace.events().empty());
      CHECK(unavailable(under, planner) == "needs a map without links");
      CHECK(answer_text(under, planner, query, result.status) == "needs a map without links");
      plan(under, planner, {{20, 1}, {1, 1}}, {}, workspace, result);
      CHECK(result.status == PlanStatus::kStartBlocked);
      ++refused;
    }
  }
  CHECK(followers == kFollowers.size() + kOtherFollowers.size());
  CHECK(refused > 0);
}

TEST_CASE("hierarchies over cells need links that lead both ways at the same cost") {
  GridMap map(12, 9);
  map.apply({{}, {{3, 80, 250}}});
  World world(map, setup_of_cells({}));
  world.finish_updates();
  Workspace workspace;
  PlanResult result;
  const PlanQuery query{{0, 0}, {11, 8}};
  for (const std::string_view name : {"ch", "cch", "labels"}) {
    const Planner& planner = *planner_named(name);
    plan(world, planner, query, {}, workspace, result);
    CHECK(result.status == PlanStatus::kRefused);
    CHECK(why_not(world, planner) == "needs links that lead both ways at the same cost");
  }
  world.apply({{}, {{80, 3, 250}}});
  world.finish_updates();
  for (const std::string_view name : {"ch", "cch", "labels"}) {
    CHECK(planner_fault(world, name, query, workspace) == "");
    CHECK(why_not(world, *planner_named(name)).empty());
  }
  REQUIRE(world.set<MapHierarchy>(ChOptions{.graph = ChGraph::kHpa}));
  world.finish_updates();
  plan(world, *planner_named("ch"), query, {}, workspace, result);
  CHECK(result.status == PlanStatus::kRefused);
  CHECK(why_not(world, *planner_named("ch")) == "needs the graph of cells, or a map without links");
}

TEST_CASE("structures over cells follow random edits of cells and links, and are then what a fresh world builds") {
  Workspace workspace;
  size_t over_links = 0;
  for (const Rules& rules : all_rules()) {
    Rng rng(static_cast<uint64_t>(rules.capability.bits()) + 17 * static_cast<uint64_t>(rules.profile));
    GridMap map = random_map(17, 14, 22, rng.next());
    map.apply(both_ways(random_links(map, 3, rng)));
    World world(map, setup_of_cells(rules));
    world.finish_updates();
    for (int step = 0; step < 12; ++step) {
      world.apply(both_ways(random_link_edit(world.map(), 8, rng)));
      const PlanQuery now{random_cell(world.map(), rng), random_cell(world.map(), rng)};
      REQUIRE(planner_fault(world, "alt", now, workspace) == "");  // before the landmarks are built again
      REQUIRE(planner_fault(world, "hpa4", now, workspace) == "");
      if (rng.percent(20)) world.undo();
      world.finish_updates();
      World fresh(world.map(), world.setup());
      fresh.finish_updates();
      for (const StructureId structure :
           {StructureId::kMoves, StructureId::kHpa, StructureId::kLandmarks, StructureId::kCh, StructureId::kCch,
            StructureId::kLabels, StructureId::kJumps, StructureId::kJumpDistances, StructureId::kSectors,
            StructureId::kTables, StructureId::kNavmesh, StructureId::kHna}) {
        const auto difference = world.structure(structure).difference(fresh.structure(structure), world.inputs());
        REQUIRE(difference.value_or("") == "");
      }
      for (int i = 0; i < 4; ++i) {
        const PlanQuery query{random_cell(world.map(), rng), random_cell(world.map(), rng)};
        for (const std::string_view name : kFollowers) REQUIRE(planner_fault(world, name, query, workspace) == "");
        over_links +=
            linked_dijkstra(world.map(), rules, query.start) != plain_dijkstra(world.map(), rules, query.start);
      }
    }
  }
  CHECK(over_links > 100);
}

TEST_CASE("an edit of links is reported, recorded and part of the stamps of planners") {
  World world(GridMap(20, 10));
  const Planner& astar = *planner_named("astar");
  const PlanQuery query{{0, 0}, {19, 9}};
  const std::string before = planner_stamp(world, astar, query, {});
  const EditReport report = world.apply({{}, {{1, 150, 250}}}, "Link");
  CHECK(report.dirty == Rect{1, 0, 11, 8});
  CHECK(report.changed_cells == 0);
  CHECK(report.moves_changed);
  CHECK(planner_stamp(world, astar, query, {}) != before);
  CHECK(world.history().undo_name() == "Link");
  Workspace workspace;
  CHECK(planner_fault(world, "astar", query, workspace) == "");
  REQUIRE(world.undo());
  CHECK(world.map().links() == nullptr);
  CHECK(world.moves().links() == nullptr);
  REQUIRE(world.redo());
  CHECK(world.moves().links()->length(1, 150) == 250);
  CHECK(!world.apply({{}, {{1, 150, 250}}}).moves_changed);  // it was there already
}

TEST_CASE("batches of a world follow links") {
  WorldSetup setup;
  setup.get<MapHpa>() = HpaOptions{.cluster_size = 4};
  setup.get<MapTables>() = AgentTablesOptions{};
  World world(GridMap(20, 10), setup);
  world.finish_updates();
  const AgentBatch batch{{{0, 150, 1, Capability::walker().bits()}}};
  BatchResult result;
  const std::unique_ptr<BatchEngine> engine = make_cpu_engine(1);
  for (const bool linked : {false, true}) {
    if (linked) world.apply({{}, {{1, 150, 250}}});
    world.finish_updates();
    CHECK(batch_map(world).kinds[0].labels_due == false);
    CHECK((batch_map(world).kinds[0].labels == nullptr) == linked);
    for (const BatchMethod method : {BatchMethod::kAstar, BatchMethod::kTables, BatchMethod::kHpa}) {
      REQUIRE(engine->plan(batch_map(world), batch, {method, true}, result));
      REQUIRE(result.status[0] == PlanStatus::kFound);
      CHECK((result.cost[0] == 816 + 2040) == linked);
      CHECK((result.path_cells == std::vector<CellId>{0, 1, 150}) == linked);
    }
  }
}

}  // namespace strata::test
