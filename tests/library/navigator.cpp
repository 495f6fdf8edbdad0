// The library's interface for other programs: maps, agents, edits and queries (strata/strata.hpp).
#include <doctest/doctest.h>

#include <cmath>

#include "tests/library/support.hpp"
#include "tests/must.hpp"
#include "tests/rounds.hpp"
#include "tests/source_path.hpp"

using namespace strata;
using namespace strata::test;

namespace {

// Walks a path cell by cell and returns its length; below 0: a step is no step of the agent.
double walked(const CostMap& map, const AgentSpec& agent, const Path& path, Cell start, Cell goal) {
  Cell at{-1, -1};
  double length = 0;
  size_t cells = 0;
  for (const Cell cell : path.cells()) {
    if (cells++ == 0) {
      if (cell != start) return -1;
    } else {
      const std::vector<double> near = plain_lengths(map, agent, at);  // small maps only
      const double dx = std::abs(cell.x - at.x), dy = std::abs(cell.y - at.y);
      if (dx > 1 || dy > 1 || near[map.at(cell)] == kNoLength) return -1;
      length += near[map.at(cell)];
    }
    at = cell;
  }
  return at == goal ? length : -1;
}

}  // namespace

TEST_CASE(
    "library: on random maps of costs, agents and edits every exact planner finds the lengths of a plain Dijkstra") {
  Rng rng(3);
  for (int round = 0; round < (kSanitized ? 2 : 6); ++round) {
    CAPTURE(round);
    CostMap map = random_costs(24, 20, round % 2 == 0 ? 1 : 6, rng);
    Navigator navigator = must(Navigator::create(spec_of(map)));
    const AgentSpec specs[] = {{}, {.size = 2}, {.size = 1, .max_cost = 3}};
    std::vector<AgentId> agents;
    for (const AgentSpec& spec : specs) agents.push_back(must(navigator.add_agent(spec)));
    Query query(navigator);
    const PlannerSpec exact[] = {fastest(), astar(), alt(), labels(), jps_plus()};
    for (int edit = 0; edit < 6; ++edit) {
      for (size_t kind = 0; kind < agents.size(); ++kind) {
        CAPTURE(kind);
        for (const PlannerSpec& planner : exact) {
          CAPTURE(planner.name());
          const auto prepared = navigator.prepare(planner, agents[kind]);
          if (!prepared) {
            CHECK(prepared.error().code == ErrorCode::kUnsupported);  // JPS+ where costs differ, larger agents
            continue;
          }
          Preparation building = *prepared;
          must(building.wait());
          CHECK(building.done());
          CHECK(building.progress() == 1);
          for (int i = 0; i < 4; ++i) {
            const Cell start = map.some_cell(rng), goal = map.some_cell(rng);
            const double wanted = plain_lengths(map, specs[kind], start)[map.at(goal)];
            const Path path = must(query.find(agents[kind], start, goal, {.planner = &planner}));
            REQUIRE(path.found() == (wanted != kNoLength));
            CHECK(path.revision == navigator.revision());
            if (!path.found()) continue;
            CHECK(path.length == doctest::Approx(wanted));
            CHECK(walked(map, specs[kind], path, start, goal) == doctest::Approx(wanted));
          }
        }
      }
      const Cell corner = map.some_cell(rng);
      const CellBox box{corner, {corner.x + 3, corner.y + 2}};
      const int cost = static_cast<int>(rng.below(round % 2 == 0 ? 2 : 7));
      const CostMap before = map;
      map.fill(box, cost);
      const Edited edited = must(navigator.edit().fill(box, cost).commit());
      size_t changed = 0;
      for (size_t i = 0; i < map.cost.size(); ++i) changed += map.cost[i] != before.cost[i];
      CHECK(edited.changed_cells == changed);
      CHECK(edited.revision == navigator.revision());
      for (int i = 0; i < 20; ++i) {
        const Cell cell = map.some_cell(rng);
        CHECK(navigator.cost(cell) == map.cost[map.at(cell)]);
      }
    }
  }
}

TEST_CASE("library: every planner answers as its first call, or says why it does not") {
  Rng rng(5);
  const CostMap map = random_costs(40, 32, 1, rng);
  for (const std::string_view name : planner_names()) {
    CAPTURE(name);
    Navigator navigator = must(Navigator::create(spec_of(map)));
    const AgentId agent = must(navigator.add_agent({}));
    const PlannerSpec planner(name);
    Query query(navigator);
    auto prepared = navigator.prepare(planner, agent);
    if (!prepared) {
      CHECK(prepared.error().code == ErrorCode::kUnsupported);
      CHECK_FALSE(prepared.error().what.empty());
      continue;
    }
    must(prepared->wait());
    size_t found = 0;
    for (int i = 0; i < 8; ++i) {
      const Cell start = map.some_cell(rng), goal = map.some_cell(rng);
      const double wanted = plain_lengths(map, {}, start)[map.at(goal)];
      const auto path = query.find(agent, start, goal, {.planner = &planner});
      if (!path) FAIL(path.error().message());
      if (!path->found()) continue;
      ++found;
      CHECK(wanted != kNoLength);
      CHECK(path->turns().empty() != path->points.empty());
      if (path->points.empty()) CHECK(path->length >= wanted - 1e-9);
      if (!path->turns().empty()) CHECK(path->turns().front() == start);
    }
    CHECK(found > 0);
  }
}

TEST_CASE("library: a planner that was not prepared, is unknown or cannot plan is an error with a code") {
  Rng rng(7);
  const CostMap map = random_costs(30, 30, 5, rng);
  Navigator navigator = must(Navigator::create(spec_of(map)));
  const AgentId agent = must(navigator.add_agent({}));
  Query query(navigator);
  const auto code = [&](const PlannerSpec& planner) {
    const auto path = query.find(agent, {0, 0}, {29, 29}, {.planner = &planner});
    REQUIRE_FALSE(path);
    CHECK_FALSE(path.error().what.empty());
    return path.error().code;
  };
  CHECK(code(PlannerSpec("no-such")) == ErrorCode::kUnknownPlanner);
  CHECK(code(labels()) == ErrorCode::kNotReady);
  CHECK(code(jps()) == ErrorCode::kUnsupported);  // the costs differ
  CHECK(query.find({}, {0, 0}, {1, 1}).error().code == ErrorCode::kArgument);
  const auto prepared = [&](const PlannerSpec& planner) {
    const auto building = navigator.prepare(planner, agent);
    REQUIRE_FALSE(building);
    return building.error().code;
  };
  CHECK(prepared(PlannerSpec("no-such")) == ErrorCode::kUnknownPlanner);
  CHECK(prepared(hpa(9)) == ErrorCode::kUnknownPlanner);
  CHECK(prepared(hpa().set("hpa.no_such", 1)) == ErrorCode::kUnknownPlanner);
  CHECK(prepared(hpa().set("hpa.cluster_size", 1)) == ErrorCode::kArgument);
  CHECK(prepared(hpa().set("hpa.cluster_size", 10.5)) == ErrorCode::kArgument);
  CHECK(navigator.prepare(hpa(), AgentId{77}).error().code == ErrorCode::kArgument);
}

TEST_CASE("library: arguments outside of their ranges are errors, and change nothing") {
  const std::vector<uint8_t> cost(12, 1);
  for (const auto& [width, height] : {std::pair(0, 5), {5, 0}, {-3, 4}, {8193, 1}, {1, 8193}, {3, 5}, {INT32_MAX, 2}}) {
    const auto made = Navigator::create({.width = width, .height = height, .cost = cost});
    REQUIRE_FALSE(made);
    CHECK(made.error().code == ErrorCode::kArgument);
  }
  CHECK(Navigator::open("no/such.map").error().code == ErrorCode::kFile);
  Navigator navigator = must(Navigator::create({.width = 4, .height = 3, .cost = cost}));
  for (const AgentSpec& wrong :
       {AgentSpec{.size = 0}, {.size = 9}, {.size = -1}, {.size = 1, .max_cost = 0}, {.size = 1, .max_cost = 256}}) {
    CHECK(navigator.add_agent(wrong).error().code == ErrorCode::kArgument);
  }
  const AgentId agent = must(navigator.add_agent({}));
  CHECK(must(navigator.add_agent({})) == agent);  // the same kind once more
  const Cell one[] = {{0, 0}}, off[] = {{4, 0}}, two[] = {{0, 0}, {1, 0}};
  const uint8_t costs[] = {0, 0, 0};
  CHECK(navigator.edit().fill({{0, 0}, {1, 1}}, 256).commit().error().code == ErrorCode::kArgument);
  CHECK(navigator.edit().fill({{0, 0}, {1, 1}}, -1).commit().error().code == ErrorCode::kArgument);
  CHECK(navigator.edit().cells(two, costs).commit().error().code == ErrorCode::kArgument);
  CHECK(navigator.edit().cells(off, {costs, 1}).commit().error().code == ErrorCode::kArgument);
  CHECK(navigator.edit().link({0, 0}, {0, 0}, 1).commit().error().code == ErrorCode::kArgument);
  CHECK(navigator.edit().link({0, 0}, {9, 0}, 1).commit().error().code == ErrorCode::kArgument);
  CHECK(navigator.edit().link({0, 0}, {2, 0}, 0).commit().error().code == ErrorCode::kArgument);
  CHECK(navigator.edit().link({0, 0}, {2, 0}, NAN).commit().error().code == ErrorCode::kArgument);
  CHECK(navigator.edit().cells(one, {costs, 1}).fill({{1, 0}, {1, 0}}, 999).commit().error().code ==
        ErrorCode::kArgument);
  CHECK(navigator.revision() == 1);
  CHECK(navigator.cost({0, 0}) == 1);
  CHECK(navigator.cost({-1, 0}) == 0);
  Query query(navigator);
  Paths paths;
  CHECK(query.find_all(agent, {}, paths, {.threads = -3}).error().code == ErrorCode::kArgument);
  CHECK(query.find_all(AgentId{9}, {}, paths).error().code == ErrorCode::kArgument);
  CHECK(query.within(agent, {0, 0}, NAN).error().code == ErrorCode::kArgument);
  CHECK(query.within(agent, {0, 0}, -1).error().code == ErrorCode::kArgument);
  // Cells off the map are places where nobody can stand.
  CHECK(must(query.find(agent, {-1, 0}, {0, 0})).status == PathStatus::kStartBlocked);
  CHECK(must(query.find(agent, {0, 0}, {0, 99})).status == PathStatus::kGoalBlocked);
  CHECK_THROWS_AS((void)query.find(AgentId{9}, {0, 0}, {1, 1}).value(), std::logic_error);
}

TEST_CASE("library: links, goals in number, cells within a length") {
  CostMap map{12, 5, std::vector<uint8_t>(60, 1)};
  map.fill({{6, 0}, {6, 4}}, 0);  // a wall from side to side
  Navigator navigator = must(Navigator::create(spec_of(map)));
  const AgentId agent = must(navigator.add_agent({}));
  Query query(navigator);
  CHECK(must(query.find(agent, {0, 2}, {11, 2})).status == PathStatus::kNoPath);
  const Path near = must(query.find(agent, {0, 2}, {11, 2}, {.partial = true}));
  CHECK(near.partial);
  CHECK(near.turns().back() == Cell{5, 2});
  CHECK(near.distance_left == doctest::Approx(6));
  must(navigator.edit().link({5, 2}, {7, 2}, 2.5).commit());
  const Path path = must(query.find(agent, {0, 2}, {11, 2}));
  REQUIRE(path.found());
  CHECK(path.length == doctest::Approx(5 + 2.5 + 4));
  REQUIRE(path.links_at.size() == 1);
  CHECK(path.turns()[path.links_at[0]] == Cell{5, 2});
  std::vector<Cell> cells;
  for (const Cell cell : path.cells()) cells.push_back(cell);
  CHECK(cells.size() == 11);                                                      // all of the row but the wall
  CHECK(must(query.find(agent, {11, 2}, {0, 2})).status == PathStatus::kNoPath);  // one way
  // An agent that comes later knows the link, too.
  const AgentId late = must(navigator.add_agent({.size = 1, .max_cost = 9}));
  CHECK(must(query.find(late, {0, 2}, {11, 2})).length == doctest::Approx(11.5));

  const Cell goals[] = {{3, 3}, {6, 0}, {1, 2}, {40, 2}, {9, 2}};
  const GoalPath nearest = must(query.nearest(agent, {0, 2}, goals));
  REQUIRE(nearest.goal);
  CHECK(*nearest.goal == 2);
  CHECK(nearest.path.length == doctest::Approx(1));
  CHECK_FALSE(must(query.nearest(agent, {0, 2}, {&goals[1], 1})).goal);
  const auto lengths = must(query.lengths(agent, {0, 2}, goals));
  REQUIRE(lengths.size() == 5);
  CHECK(lengths[0] == doctest::Approx(2 + std::sqrt(2)).epsilon(1e-5));
  CHECK(lengths[1] == kNoLength);
  CHECK(lengths[4] == doctest::Approx(5 + 2.5 + 2));
  const auto reached = must(query.within(agent, {0, 0}, 1));
  REQUIRE(reached.size() == 3);
  CHECK(reached[0].cell == Cell{0, 0});
  CHECK(reached[2].length == 1);

  must(navigator.edit().unlink({5, 2}, {7, 2}).commit());
  CHECK(must(query.find(agent, {0, 2}, {11, 2})).status == PathStatus::kNoPath);
  CHECK(must(query.find(late, {0, 2}, {11, 2})).status == PathStatus::kNoPath);
}

TEST_CASE("library: find_all gives each request the answer of find, for any number of threads") {
  Rng rng(11);
  const CostMap map = random_costs(48, 40, 1, rng);
  Navigator navigator = must(Navigator::create(spec_of(map)));
  const AgentId agent = must(navigator.add_agent({}));
  must(must(navigator.prepare(hpa(2), agent)).wait());
  Query query(navigator), single(navigator);
  std::vector<Request> requests;
  for (int i = 0; i < 300; ++i) requests.push_back({map.some_cell(rng), map.some_cell(rng)});
  const PlannerSpec two_levels = hpa(2), a_star = astar();
  for (const PlannerSpec* planner : {&a_star, &two_levels}) {
    for (const int threads : {1, 2, 0}) {
      CAPTURE(threads);
      const FindOptions options{.planner = planner, .smooth = false};
      Paths paths;
      must(query.find_all(agent, requests, paths, {.find = options, .threads = threads}));
      REQUIRE(paths.size() == requests.size());
      for (size_t i = 0; i < requests.size(); ++i) {
        const Path one = must(single.find(agent, requests[i].start, requests[i].goal, options));
        const Path all = paths[i];
        CHECK(all.status == one.status);
        CHECK(all.length == one.length);
        CHECK(std::ranges::equal(all.turns(), one.turns()));
      }
      Paths costs;
      FindOptions only = options;
      only.only_length = true;
      must(query.find_all(agent, requests, costs, {.find = only, .threads = threads}));
      CHECK(costs.length == paths.length);
      CHECK(costs.turns.empty());
    }
  }
}

TEST_CASE("library: the memory that structures may take is a limit, and what is cancelled is freed") {
  Rng rng(13);
  const CostMap map = random_costs(96, 96, 1, rng);
  MapSpec spec = spec_of(map);
  Navigator free_one = must(Navigator::create(spec));
  const AgentId first = must(free_one.add_agent({}));
  const size_t bare = free_one.memory_bytes();
  must(must(free_one.prepare(labels(), first)).wait());
  const size_t with_labels = free_one.memory_bytes();
  REQUIRE(with_labels > bare);

  spec.memory_limit = (bare + with_labels) / 2;
  Navigator limited = must(Navigator::create(spec));
  const AgentId agent = must(limited.add_agent({}));
  auto building = limited.prepare(labels(), agent);
  const Status done = building ? building->wait() : Status(building.error());
  REQUIRE_FALSE(done);
  CHECK(done.error().code == ErrorCode::kMemory);
  CHECK(limited.memory_bytes() <= spec.memory_limit);
  Query query(limited);
  CHECK(must(query.find(agent, {0, 0}, {0, 0})).status != PathStatus::kTooLong);  // others go on

  // What goes beyond the limit does not take what was there with it.
  const PlannerSpec abstract = sectors();
  must(must(limited.prepare(abstract, agent)).wait());
  auto again = limited.prepare(labels(), agent);
  const Status refused = again ? again->wait() : Status(again.error());
  CHECK_FALSE(refused);
  CHECK(query.find(agent, {0, 0}, {0, 0}, {.planner = &abstract}).ok());
}

TEST_CASE("library: a build that is cancelled ends, and its structure is freed") {
  Navigator navigator = must(Navigator::create({.width = 1024, .height = 1024}));
  Rng rng(23);
  MapEdit walls = navigator.edit();
  for (int i = 0; i < 4000; ++i) {
    const Cell at{static_cast<int>(rng.below(1024)), static_cast<int>(rng.below(1024))};
    walls.fill({at, {at.x + 3, at.y + 3}}, 0);
  }
  must(walls.commit());
  const AgentId agent = must(navigator.add_agent({}));
  Preparation building = must(navigator.prepare(labels(), agent));
  building.cancel();
  const Status ended = building.wait();
  REQUIRE_FALSE(ended);
  CHECK(ended.error().code == ErrorCode::kCancelled);
  const PlannerSpec planner = labels();
  CHECK(Query(navigator).find(agent, {0, 0}, {9, 9}, {.planner = &planner}).error().code == ErrorCode::kNotReady);
  // Whoever waits for a navigator that is destroyed is told.
  Preparation orphan = must(navigator.prepare(labels(), agent));
  navigator = must(Navigator::create({.width = 2, .height = 2}));
  CHECK_FALSE(orphan.wait());
}

TEST_CASE(
    "library: levels of one hierarchy serve planners of fewer levels, and settings of other structures are refused") {
  Rng rng(29);
  const CostMap map = random_costs(60, 60, 1, rng);
  Navigator navigator = must(Navigator::create(spec_of(map)));
  const AgentId agent = must(navigator.add_agent({}));
  const PlannerSpec one = hpa(1), two = hpa(2);
  must(must(navigator.prepare(two, agent)).wait());
  must(must(navigator.prepare(one, agent)).wait());
  Query query(navigator);
  CHECK(query.find(agent, {0, 0}, {59, 59}, {.planner = &one}).ok());
  CHECK(query.find(agent, {0, 0}, {59, 59}, {.planner = &two}).ok());
  CHECK(navigator.prepare(hpa().set("sectors.size", 32), agent).error().code == ErrorCode::kUnknownPlanner);
  CHECK(navigator.prepare(next_hop_tables().set("hpa.cluster_size", 12), agent).ok());
}

TEST_CASE("library: an edit counts the cells that cost something else after it, and stays refused once it was") {
  Navigator navigator = must(Navigator::create({.width = 10, .height = 6}));
  const AgentId agent = must(navigator.add_agent({}));
  CHECK(must(navigator.edit().fill({{0, 0}, {3, 0}}, 0).fill({{2, 0}, {9, 0}}, 1).commit()).changed_cells == 2);
  CHECK(must(navigator.edit().fill({{4, 4}, {5, 5}}, 7).fill({{4, 4}, {5, 5}}, 1).commit()).changed_cells == 0);
  CHECK(navigator.revision() == 2);
  const Edited all = must(navigator.edit().fill({{-7, INT32_MIN}, {INT32_MAX, INT32_MAX}}, 3).commit());
  CHECK(all.changed_cells == 60);
  CHECK(all.bounds.corner == Cell{0, 0});
  CHECK(all.bounds.opposite == Cell{9, 5});
  MapEdit wrong = navigator.edit();
  wrong.fill({{0, 0}, {0, 0}}, 999);
  CHECK_FALSE(wrong.commit());
  CHECK_FALSE(wrong.commit());
  CHECK(navigator.cost({0, 0}) == 3);
  MapEdit twice = navigator.edit();
  twice.fill({{1, 1}, {1, 1}}, 0);
  CHECK(must(twice.commit()).changed_cells == 1);
  CHECK(must(twice.commit()).changed_cells == 0);  // an edit is made once
  CHECK(must(Query(navigator).find(agent, {1, 1}, {2, 2})).status == PathStatus::kStartBlocked);
}

TEST_CASE("library: find_all hands out partial paths, and points of planners at any angle") {
  CostMap map{12, 5, std::vector<uint8_t>(60, 1)};
  map.fill({{6, 0}, {6, 4}}, 0);
  Navigator navigator = must(Navigator::create(spec_of(map)));
  const AgentId agent = must(navigator.add_agent({}));
  Query query(navigator);
  Paths paths;
  const Request requests[] = {{{0, 2}, {11, 2}}, {{0, 0}, {3, 0}}, {{6, 1}, {0, 0}}};
  must(query.find_all(agent, requests, paths, {.find = {.partial = true}, .threads = 2}));
  CHECK(paths[0].partial);
  CHECK(paths[0].distance_left == doctest::Approx(6));
  CHECK(paths[0].turns().back() == Cell{5, 2});
  CHECK_FALSE(paths[1].partial);
  CHECK(paths[1].length == 3);
  CHECK(paths[2].status == PathStatus::kStartBlocked);
  CHECK_FALSE(paths[2].partial);
  const PlannerSpec any_angle = polyanya();
  must(must(navigator.prepare(any_angle, agent)).wait());
  must(query.find_all(agent, requests, paths, {.find = {.planner = &any_angle}}));
  CHECK(paths[1].points.size() == 2);
  CHECK(paths[1].turns().empty());
  CHECK(paths[0].status == PathStatus::kNoPath);
  const PlannerSpec unknown("no-such");
  CHECK_FALSE(query.find_all(agent, requests, paths, {.find = {.planner = &unknown}}));
  CHECK(paths.size() == 0);
}

TEST_CASE("library: an object that was moved from can be replaced and destroyed, and a Query outlives its Navigator") {
  Navigator first = must(Navigator::create({.width = 8, .height = 8}));
  const AgentId agent = must(first.add_agent({}));
  Query query(first);
  Navigator second = std::move(first);
  CHECK(must(query.find(agent, {0, 0}, {7, 7})).found());
  first = must(Navigator::create({.width = 3, .height = 3}));
  CHECK(first.width() == 3);
  Query moved = std::move(query);
  second = std::move(first);
  CHECK(must(moved.find(agent, {0, 0}, {7, 7})).found());
  // Objects that were moved from say so.
  CHECK(query.find(agent, {0, 0}, {1, 1}).error().code == ErrorCode::kArgument);
  CHECK(first.add_agent({}).error().code == ErrorCode::kArgument);
  CHECK(first.edit().fill({{0, 0}, {1, 1}}, 0).commit().error().code == ErrorCode::kArgument);
  CHECK(first.width() == 0);
}

TEST_CASE("library: maps of files open with the costs of their terrains") {
  TerrainCosts costs;
  costs.swamp = 4;
  Navigator navigator = must(Navigator::open(source_path("assets/maps/running-example.map"), costs));
  const AgentId agent = must(navigator.add_agent({}));
  Query query(navigator);
  const Path path = must(query.find(agent, {2, 14}, {36, 15}));
  CHECK(path.found());
  CHECK(path.length > 34);
  CHECK_FALSE(query.why_fastest().empty());
}
