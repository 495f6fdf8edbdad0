// Crowds on maps with links between cells: agents walk over links by every method, also while links come and go.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

#include "core/search/plan_options.hpp"
#include "core/search/workspace.hpp"
#include "tests/core/crowd/crowd_ground.hpp"
#include "tests/links_support.hpp"
#include "tests/rounds.hpp"

namespace strata::test {
namespace {

// Planned over the abstract graph, and over cells.
constexpr CrowdMethod kTablesAndAstar[] = {CrowdMethod::kTables, CrowdMethod::kAstar};

// Two rooms of three by three cells.
constexpr const char* kTwoRooms = "...@...\n...@...\n...@...\n";

GridCrowdMember member_of(CrowdTask task, const Agent& agent = {}) {
  return {.at = kNoCell, .goal = kNoCell, .agent = agent, .task = task, .pace = GridCrowd::pace(30), .group = 0};
}

CellId free_cell_of(const MoveGrid& moves, Rng& rng) {
  for (;;) {
    const CellId cell = rng.below(moves.cell_count());
    if (moves.passable(cell)) return cell;
  }
}

// Returns the distances of all cells to the nearest of the goals.
std::vector<Cost> costs_to(const CrowdGround& ground, size_t kind, const std::vector<CellId>& goals) {
  std::vector<Cost> least(ground.map.cell_count(), kInfinite);
  for (const CellId goal : goals) {
    const std::vector<Cost> one = linked_dijkstra(ground.map, ground.kinds[kind]->rules, ground.map.cell(goal), true);
    for (size_t i = 0; i < least.size(); ++i) least[i] = std::min(least[i], one[i]);
  }
  return least;
}

// Returns the cost of the cheapest path of HPA* from a cell to one of the goals.
Cost hpa_cost(const CrowdGround& ground, size_t kind, CellId from, const std::vector<CellId>& goals) {
  Workspace workspace;
  PlanResult result;
  Cost least = kInfinite;
  for (const CellId goal : goals) {
    ground.kinds[kind]->hpa.plan(ground.moves(kind), {ground.map.cell(from), ground.map.cell(goal)},
                                 {.smooth = false, .levels = 1}, workspace, result);
    if (result.found()) least = std::min(least, result.raw_cost);
  }
  return least;
}

// Returns whether two cells are no neighbours, so that only a link leads from one to the other.
bool is_jump(const GridMap& map, CellId from, CellId to) {
  const Cell a = map.cell(from), b = map.cell(to);
  return std::abs(a.x - b.x) > 1 || std::abs(a.y - b.y) > 1;
}

}  // namespace

TEST_CASE("Agents have the cheapest paths of their method over links, walk them, and all that can arrive do") {
  std::array<size_t, kCrowdMethods> ways_over_links{};
  for (const CrowdMethod method : kMethods) {
    for (const bool holding : {false, true}) {
      for (uint64_t seed = 1; seed <= static_cast<uint64_t>(rounds(4)); ++seed) {
        CAPTURE(crowd_method_name(method));
        CAPTURE(holding);
        CAPTURE(seed);
        // With one agent per cell, large agents without a path would block the others for good.
        std::vector<Agent> kinds = {Agent{}};
        if (!holding) kinds.push_back({2, Capability::walker()});
        CrowdGround ground(random_map(50, 40, holding ? 10 : 18, seed), kinds, {.weights = {1, 3, 1, 1}});
        Rng rng(seed);
        ground.edit(random_links(ground.map, 12, rng));
        GridCrowd crowd(50, 40, {.seed = 5, .holding = holding, .method = method, .threads = 1});
        std::vector<CellId> exits;
        for (int i = 0; i < 2; ++i) exits.push_back(free_cell_of(ground.moves(kinds.size() - 1), rng));
        crowd.set_exits(exits);
        std::vector<std::vector<Cost>> costs;
        for (size_t k = 0; k < kinds.size(); ++k) {
          costs.push_back(costs_to(ground, k, exits));
          REQUIRE(crowd.add_random(ground.batch(), member_of(CrowdTask::kEvacuate, kinds[k]), GridCrowd::pace(40), 30) >
                  15);
        }
        std::vector<bool> can_arrive;
        for (uint32_t i = 0; i < crowd.count(); ++i) {
          can_arrive.push_back(costs[crowd.agent(i).size - 1u][crowd.cell(i)] != kInfinite);
        }
        MovementChecker watch(crowd);
        for (int tick = 0; tick < 10 && crowd.queued() > 0; ++tick) {
          crowd.tick(ground.batch());
          watch.look(crowd, ground);
        }
        REQUIRE(crowd.queued() == 0);
        std::vector<CellId> way;
        for (uint32_t i = 0; i < crowd.count(); ++i) {
          // Agents that make way for others are off their paths.
          if (holding || crowd.status(i) != CrowdStatus::kWalking) continue;
          const size_t kind = crowd.agent(i).size - 1u;
          const Cost left = crowd.way(ground.batch(), i, way);
          CHECK(left >= costs[kind][crowd.next(i)]);
          CHECK(left ==
                (needs_tables(method) ? hpa_cost(ground, kind, crowd.next(i), exits) : costs[kind][crowd.next(i)]));
          CHECK(way.back() == crowd.goal(i));
          bool over_link = false;
          for (size_t k = 1; k < way.size(); ++k) over_link |= is_jump(ground.map, way[k - 1], way[k]);
          ways_over_links[static_cast<size_t>(method)] += over_link;
        }
        for (int tick = 0; tick < 4000; ++tick) {
          crowd.tick(ground.batch());
          watch.look(crowd, ground);
          if (holding) check_holding(crowd, ground);
          if (crowd.on_map() == crowd.count(CrowdStatus::kCutOff)) break;
        }
        for (uint32_t i = 0; i < crowd.count(); ++i) {
          CHECK(crowd.status(i) == (can_arrive[i] ? CrowdStatus::kGone : CrowdStatus::kCutOff));
        }
        CHECK(crowd.note().empty());
        check_statistics(crowd, ground);
      }
    }
  }
  for (const size_t ways : ways_over_links) CHECK(ways > 0);
}

TEST_CASE("Agents go on while links and walls come and go, the same in any number of threads") {
  for (const CrowdMethod method : kMethods) {
    for (uint64_t seed = 1; seed <= static_cast<uint64_t>(rounds(4)); ++seed) {
      CAPTURE(crowd_method_name(method));
      CAPTURE(seed);
      CrowdGround ground(random_map(60, 45, 15, seed));
      Rng rng(seed);
      ground.edit(random_links(ground.map, 15, rng));
      GridCrowd crowd(60, 45, {.seed = 5, .method = method, .threads = 1});
      GridCrowd other(60, 45, {.seed = 5, .method = method, .threads = 3});
      const CellId goal = free_cell_of(ground.moves(), rng);
      for (GridCrowd* each : {&crowd, &other}) {
        each->set_goal(goal);
        REQUIRE(each->add_random(ground.batch(), member_of(CrowdTask::kGoal), GridCrowd::pace(20), 150) == 150);
      }
      MovementChecker watch(crowd);
      for (int tick = 0; tick < 400; ++tick) {
        if (tick % 20 == 10) {
          const Rect changed = ground.edit(random_link_edit(ground.map, 8, rng));
          for (GridCrowd* each : {&crowd, &other}) {
            each->map_changed(ground.batch(), changed, true);
            each->replan_affected(ground.batch());
          }
          watch.look(crowd, ground);
        }
        crowd.tick(ground.batch());
        other.tick(ground.batch());
        watch.look(crowd, ground);
      }
      CHECK(all_of(crowd) == all_of(other));
      crowd.map_changed(ground.batch(), ground.edit(rectangle(ground.map, {0, 0}, {59, 0}, true, '.')), true);
      for (int tick = 0; tick < 2500; ++tick) crowd.tick(ground.batch());
      const std::vector<Cost> costs = costs_to(ground, 0, {goal});
      size_t arrived = 0;
      for (uint32_t i = 0; i < crowd.count(); ++i) {
        const CellId at = crowd.cell(i);
        CHECK(crowd.status(i) == (!ground.moves().passable(at)     ? CrowdStatus::kWalledIn
                                  : !ground.moves().passable(goal) ? CrowdStatus::kBlockedEnd
                                  : costs[at] == kInfinite         ? CrowdStatus::kCutOff
                                                                   : CrowdStatus::kArrived));
        arrived += crowd.status(i) == CrowdStatus::kArrived;
      }
      CHECK((arrived > 50 || !ground.moves().passable(goal)));
      check_statistics(crowd, ground);
    }
  }
}

TEST_CASE("With one agent per cell nobody runs into others over links, while links and walls come and go") {
  for (uint64_t seed = 1; seed <= static_cast<uint64_t>(rounds(6)); ++seed) {
    const CrowdMethod method = kTablesAndAstar[seed % 2];
    CAPTURE(crowd_method_name(method));
    CAPTURE(seed);
    CrowdGround ground(random_map(30, 24, 12, seed));
    Rng rng(seed);
    ground.edit(random_links(ground.map, 12, rng));
    GridCrowd crowd(30, 24, {.seed = seed, .holding = true, .method = method, .threads = 1});
    REQUIRE(crowd.add_random(ground.batch(), member_of(CrowdTask::kWander), GridCrowd::pace(50), 120) == 120);
    MovementChecker watch(crowd);
    for (int tick = 0; tick < 1000; ++tick) {
      if (tick % 25 == 10) {
        crowd.map_changed(ground.batch(), ground.edit(random_link_edit(ground.map, 8, rng)), true);
        crowd.replan_affected(ground.batch());
        watch.look(crowd, ground);
      }
      crowd.tick(ground.batch());
      watch.look(crowd, ground);
      check_holding(crowd, ground);
    }
    CHECK(crowd.totals().arrivals > 50);
    check_statistics(crowd, ground);
  }
}

TEST_CASE("A link takes the time of its cost, and leads one way") {
  for (const CrowdMethod method : kMethods) {
    for (const bool holding : {false, true}) {
      CAPTURE(crowd_method_name(method));
      CAPTURE(holding);
      CrowdGround ground(map_from_text(kTwoRooms));
      const CellId near = ground.map.id({1, 1}), far = ground.map.id({5, 1});
      ground.edit({{}, {{near, far, 300}}});
      GridCrowd crowd(7, 3, {.holding = holding, .method = method, .threads = 1});
      crowd.set_goal(far);
      GridCrowdMember one = member_of(CrowdTask::kGoal);
      one.at = near;
      REQUIRE(crowd.add(ground.batch(), one));
      for (int tick = 0; tick < 5 && crowd.next(0) == near; ++tick) crowd.tick(ground.batch());
      REQUIRE(crowd.next(0) == far);
      std::vector<CellId> way;
      CHECK(crowd.way(ground.batch(), 0, way) == 0);
      CHECK(way == std::vector<CellId>{far});
      // A straight step takes two ticks, the link costs three.
      for (int tick = 0; tick < 5; ++tick) crowd.tick(ground.batch());
      CHECK(crowd.cell(0) == near);
      CHECK(crowd.along(0, 0) == doctest::Approx(5 / 6.0));
      crowd.tick(ground.batch());
      CHECK(crowd.cell(0) == far);
      CHECK(crowd.status(0) == CrowdStatus::kArrived);
      CHECK(crowd.travelled(0) == 1);
      // No arrow of the flow of agents points along a link.
      CHECK(crowd.flow_x(near) == 0);

      crowd.set_goal(near);
      for (int tick = 0; tick < 5; ++tick) crowd.tick(ground.batch());
      CHECK(crowd.status(0) == CrowdStatus::kCutOff);
      crowd.map_changed(ground.batch(), ground.edit({{}, {{far, near, 100}}}), true);
      for (int tick = 0; tick < 20; ++tick) crowd.tick(ground.batch());
      CHECK(crowd.cell(0) == near);
      CHECK(crowd.status(0) == CrowdStatus::kArrived);
    }
  }
}

TEST_CASE("An agent turns back when its link is removed or the other end is walled, which another one may then take") {
  for (int number = 0; number < 4; ++number) {
    const bool walled = number % 2 != 0, holding = number / 2 != 0;
    for (const CrowdMethod method : kTablesAndAstar) {
      CAPTURE(crowd_method_name(method));
      CAPTURE(walled);
      CAPTURE(holding);
      CrowdGround ground(map_from_text(kTwoRooms));
      const CellId near = ground.map.id({1, 1}), far = ground.map.id({5, 1});
      ground.edit({{}, {{near, far, 300}}});
      GridCrowd crowd(7, 3, {.holding = holding, .method = method, .threads = 1});
      REQUIRE(crowd.add(ground.batch(), walker(near, ground.map.id({6, 1}), 30)));
      for (int tick = 0; tick < 4; ++tick) crowd.tick(ground.batch());
      REQUIRE(crowd.next(0) == far);
      CHECK(crowd.add(ground.batch(), walker(far, far)) == !holding);  // it is reserved
      const Edit edit =
          walled ? rectangle(ground.map, {5, 1}, {5, 1}, true, '@') : Edit{{}, std::vector<MapLink>{{near, far, 0}}};
      crowd.map_changed(ground.batch(), ground.edit(edit), true);
      crowd.replan_affected(ground.batch());
      CHECK(crowd.turned_back(0));
      for (int tick = 0; tick < 10; ++tick) crowd.tick(ground.batch());
      CHECK(crowd.cell(0) == near);
      CHECK(crowd.next(0) == near);
      CHECK(crowd.status(0) == CrowdStatus::kCutOff);
      if (walled) ground.edit(rectangle(ground.map, {5, 1}, {5, 1}, true, '.'));
      CHECK(crowd.add(ground.batch(), walker(far, far)));
    }
  }
}

TEST_CASE("An agent that stands where a link ends is pushed aside, and comes back") {
  for (const CrowdMethod method : kTablesAndAstar) {
    CAPTURE(crowd_method_name(method));
    CrowdGround ground(map_from_text(kTwoRooms));
    const CellId near = ground.map.id({1, 1}), far = ground.map.id({5, 1});
    ground.edit({{}, {{near, far, 300}}});
    GridCrowd crowd(7, 3, {.seed = 1, .holding = true, .method = method, .threads = 1});
    REQUIRE(crowd.add(ground.batch(), walker(far, far)));
    for (int tick = 0; tick < 5; ++tick) crowd.tick(ground.batch());
    REQUIRE(crowd.status(0) == CrowdStatus::kArrived);
    REQUIRE(crowd.add(ground.batch(), walker(ground.map.id({0, 1}), ground.map.id({6, 2}))));
    MovementChecker watch(crowd);
    for (int tick = 0; tick < 600 && crowd.status(1) != CrowdStatus::kArrived; ++tick) {
      crowd.tick(ground.batch());
      watch.look(crowd, ground);
      check_holding(crowd, ground);
    }
    CHECK(crowd.status(1) == CrowdStatus::kArrived);
    CHECK(crowd.travelled(0) > 0);
    for (int tick = 0; tick < 600 && crowd.status(0) != CrowdStatus::kArrived; ++tick) crowd.tick(ground.batch());
    CHECK(crowd.status(0) == CrowdStatus::kArrived);
    CHECK(crowd.cell(0) == far);
  }
}

namespace {

// Two agents that want to be where the other one is.
struct OpposedPair {
  CrowdGround ground;
  GridCrowd crowd;

  OpposedPair(const char* text, Cell one, Cell other, CrowdMethod method)
      : ground(map_from_text(text)),
        crowd(ground.map.width(), ground.map.height(), {.seed = 1, .holding = true, .method = method, .threads = 1}) {
    ground.label();
    REQUIRE(crowd.add(ground.batch(), walker(ground.map.id(one), ground.map.id(other))));
    REQUIRE(crowd.add(ground.batch(), walker(ground.map.id(other), ground.map.id(one))));
  }
  void edit(const Edit& change) {
    const Rect changed = ground.edit(change);  // replaces the labels, so that it comes before batch()
    crowd.map_changed(ground.batch(), changed, true);
  }
  void tick(int ticks) {
    for (int tick = 0; tick < ticks; ++tick) {
      crowd.tick(ground.batch());
      check_holding(crowd, ground);
    }
  }
  // Returns whether both have arrived within so many ticks.
  bool arrive(int ticks) {
    for (int i = 0; i < ticks && crowd.count(CrowdStatus::kArrived) < 2; ++i) tick(1);
    return crowd.count(CrowdStatus::kArrived) == 2;
  }
};

// A corridor with a place to pass far behind the first agent.
constexpr const char* kPlaceToPass = "@@@@@@@@@@@@\n............\n@@.@@@@@@@@@\n@@@@@@@@@@@@\n";
constexpr const char* kCorridor = "@@@@@@@@@@\n..........\n@@@@@@@@@@\n";

// Simulates until the first agent, which no other one pushes, goes back to the place to pass.
void wait_for_swap(OpposedPair& two) {
  int most = 0;
  const auto x = [&] { return two.ground.map.cell(two.crowd.cell(0)).x; };
  for (int tick = 0; tick < 5000 && x() + 2 > most; ++tick) {
    two.tick(1);
    most = std::max(most, x());
  }
  REQUIRE(x() + 2 <= most);
}

}  // namespace

TEST_CASE("A swap under way goes on when a link comes that does not help, and ends when one leads round it") {
  for (const CrowdMethod method : kTablesAndAstar) {
    for (const bool helps : {false, true}) {
      CAPTURE(crowd_method_name(method));
      CAPTURE(helps);
      OpposedPair two(kPlaceToPass, {0, 1}, {11, 1}, method);
      wait_for_swap(two);
      const CellId first = two.ground.map.id({0, 1}), last = two.ground.map.id({11, 1});
      two.edit(helps ? Edit{{}, {{last, first, 100}, {first, last, 100}}} : Edit{{}, {{0, 1, 100}}});
      CHECK(two.arrive(8000));
    }
  }
}

TEST_CASE("A jam under way ends when a link comes, and is found again when it is gone") {
  for (const CrowdMethod method : kTablesAndAstar) {
    CAPTURE(crowd_method_name(method));
    OpposedPair two(kCorridor, {0, 1}, {9, 1}, method);
    for (int tick = 0; tick < 30000 && two.crowd.jams().under_way == 0; ++tick) two.tick(1);
    REQUIRE(two.crowd.jams().under_way == 1);
    two.edit({{}, {{0, 1, 100}}});
    two.tick(1);
    CHECK(two.crowd.jams().under_way == 0);
    two.edit({{}, {{0, 1, 0}}});
    for (int tick = 0; tick < 30000 && two.crowd.jams().under_way == 0; ++tick) two.tick(1);
    CHECK(two.crowd.jams().under_way == 1);
  }
}

TEST_CASE("Agents stand still by HPA* and tables while the map has too many links, and walk on over those that stay") {
  for (const CrowdMethod method : {CrowdMethod::kTables, CrowdMethod::kHpa}) {
    for (const bool holding : {false, true}) {
      CAPTURE(crowd_method_name(method));
      CAPTURE(holding);
      CrowdGround ground(random_map(90, 70, 5, 8));
      const GridCrowdOptions options{.seed = 5, .holding = holding, .method = method, .threads = 1};
      GridCrowd crowd(90, 70, options);
      Rng rng(2);
      crowd.set_goal(free_cell_of(ground.moves(), rng));
      REQUIRE(crowd.add_random(ground.batch(), member_of(CrowdTask::kGoal), GridCrowd::pace(40), 60) == 60);
      for (int tick = 0; tick < 30; ++tick) crowd.tick(ground.batch());
      REQUIRE(crowd.count(CrowdStatus::kWalking) + crowd.count(CrowdStatus::kWaiting) > 10);
      crowd.map_changed(ground.batch(), ground.edit(links_everywhere(ground.map)), true);
      REQUIRE(ground.kinds[0]->tables.too_many_links());
      for (int tick = 0; tick < 600; ++tick) crowd.tick(ground.batch());
      std::vector<CellId> cells;
      for (uint32_t i = 0; i < crowd.count(); ++i) {
        cells.push_back(crowd.cell(i));
        CHECK(crowd.next(i) == crowd.cell(i));  // steps that were under way have ended
      }
      for (int tick = 0; tick < 100; ++tick) crowd.tick(ground.batch());
      for (uint32_t i = 0; i < crowd.count(); ++i) CHECK(crowd.cell(i) == cells[i]);
      GridCrowd fresh(90, 70, options);
      fresh.set_goal(crowd.goal());
      REQUIRE(fresh.add_random(ground.batch(), member_of(CrowdTask::kGoal), GridCrowd::pace(20), 5) == 5);
      fresh.tick(ground.batch());
      CHECK(fresh.count(CrowdStatus::kPlanning) == 5);
      CHECK(fresh.note().find("too many ends") != std::string_view::npos);
      CHECK(crowd.note() == fresh.note());

      crowd.map_changed(ground.batch(), ground.edit(without_links(ground.map, 8)), true);
      for (int tick = 0; tick < 1500; ++tick) crowd.tick(ground.batch());
      CHECK(crowd.note().empty());
      if (holding) continue;  // they crowd round the goal
      CHECK(crowd.count(CrowdStatus::kArrived) + crowd.count(CrowdStatus::kCutOff) == 60);
      CHECK(crowd.count(CrowdStatus::kArrived) > 40);
    }
  }
}

TEST_CASE(
    "Agents in a jam take a link that leads round it, and of none with links it is said that no schedule exists") {
  OpposedPair two(kCorridor, {0, 1}, {9, 1}, CrowdMethod::kAstar);
  for (int tick = 0; tick < 30000 && two.crowd.jams().unsolvable == 0; ++tick) two.tick(1);
  REQUIRE(two.crowd.jams().unsolvable > 0);
  two.edit({{}, {{0, 1, 100}}});
  two.tick(20000);
  CHECK(two.crowd.jams().unsolvable == 0);
  two.edit({{}, {{two.ground.map.id({9, 1}), two.ground.map.id({0, 1}), 100}}});
  CHECK(two.arrive(8000));
}

}  // namespace strata::test
