// Crowds: agents walk as the map allows, come to where they want to go, and heed what is painted.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "core/hpa/hpa.hpp"
#include "core/tables/tables.hpp"
#include "gpu/crowd.hpp"
#include "tests/support.hpp"

using namespace strata;

namespace {

constexpr BatchMethod kMethods[] = {BatchMethod::kTables, BatchMethod::kHpa, BatchMethod::kAstar};

// A map with what a crowd of walkers, and of a second kind if wanted, plans on.
struct Ground {
  struct Kind {
    Rules rules;
    std::unique_ptr<Clearance> clearance;
    MoveGrid moves;
    Hpa hpa;
    Tables tables;
  };
  GridMap map;
  HpaOptions options;
  std::vector<std::unique_ptr<Kind>> kinds;

  explicit Ground(GridMap of, const std::vector<Agent>& agents = {Agent{}}, const Rules& rules = {})
      : map(std::move(of)) {
    options.cluster_size = 8;
    for (const Agent& agent : agents) {
      auto kind = std::make_unique<Kind>();
      kind->rules = rules;
      kind->rules.agent_size = agent.size;
      kind->rules.capability = agent.capability;
      if (agent.size > 1) {
        kind->clearance = std::make_unique<Clearance>();
        kind->clearance->build(map, agent.capability);
      }
      kind->moves.build(map, kind->rules, kind->clearance.get());
      kind->hpa.build(kind->moves, options);
      kind->tables.build(kind->moves, kind->hpa, {});
      kinds.push_back(std::move(kind));
    }
  }
  BatchMap batch() const {
    BatchMap batch;
    for (const auto& kind : kinds) {
      batch.kinds.push_back({{kind->rules.agent_size, kind->rules.capability}, &kind->moves, &kind->tables, nullptr});
    }
    return batch;
  }
  const MoveGrid& moves(size_t kind = 0) const { return kinds[kind]->moves; }
  // The cells that changed.
  Rect edit(const Edit& edit) {
    const Rect dirty = map.apply(edit).dirty;
    for (const auto& kind : kinds) {
      Rect changed = dirty;
      if (kind->clearance) changed.include(kind->clearance->update(map, dirty));
      const Rect moved = kind->moves.update(map, changed, kind->clearance.get());
      kind->hpa.update(kind->moves, moved);
      kind->tables.update(kind->moves, kind->hpa);
    }
    return dirty;
  }
  Rect block(Rect cells, char letter) {
    return edit(rectangle(map, {cells.x0, cells.y0}, {cells.x1 - 1, cells.y1 - 1}, true, letter));
  }
};

CrowdMember walker(CellId at, CellId goal, double speed = 20) {
  return {.at = at, .goal = goal, .agent = {}, .task = CrowdTask::kOwn, .pace = Crowd::pace(speed), .group = 0};
}

// What an agent does between two ticks, held against the rules of movement alone.
class Watch {
 public:
  explicit Watch(const Crowd& crowd) { note(crowd); }
  void look(const Crowd& crowd, const Ground& ground) {
    for (uint32_t i = 0; i < cell_.size(); ++i) {
      const Agent& agent = crowd.agent(i);
      Rules rules = ground.kinds.front()->rules;
      rules.agent_size = agent.size;
      rules.capability = agent.capability;
      const CellId before = cell_[i], now = crowd.cell(i);
      const Cell cell = ground.map.cell(now);
      // On a cell that was painted over it only stays where it cannot leave it.
      const CellId next = crowd.next(i);
      if (crowd.status(i) != CrowdStatus::kWalledIn) {
        CHECK((test::can_stand(ground.map, rules, cell) ||
               (next != now && test::can_stand(ground.map, rules, ground.map.cell(next)))));
      }
      if (now != before) CHECK(now == next_[i]);  // it enters the cell that it walked to, and no other
      const bool begins = next != now && (now != before || next_[i] == before || (turned_[i] && next != next_[i]));
      if (begins) {
        bool legal = false;
        for (int d = 0; d < kDirections; ++d) {
          const Cell to{cell.x + kDirX[static_cast<size_t>(d)], cell.y + kDirY[static_cast<size_t>(d)]};
          legal |= to == ground.map.cell(next) && test::step_is_legal(ground.map, rules, cell, d);
        }
        CHECK(legal);
      }
      if (next != now && !begins && now == before) CHECK(next == next_[i]);  // it does not turn in the middle
    }
    note(crowd);
  }

 private:
  void note(const Crowd& crowd) {
    cell_.resize(crowd.count());
    next_.resize(crowd.count());
    turned_.resize(crowd.count());
    for (uint32_t i = 0; i < crowd.count(); ++i) {
      cell_[i] = crowd.cell(i);
      next_[i] = crowd.next(i);
      turned_[i] = crowd.turned_back(i);
    }
  }
  std::vector<CellId> cell_, next_;
  std::vector<bool> turned_;
};

void check_statistics(const Crowd& crowd, const Ground& ground) {
  std::array<uint32_t, kCrowdStatuses> counts{};
  std::vector<uint32_t> occupied(ground.map.cell_count(), 0);
  uint64_t travelled = 0;
  for (uint32_t i = 0; i < crowd.count(); ++i) {
    ++counts[static_cast<size_t>(crowd.status(i))];
    if (crowd.status(i) != CrowdStatus::kGone) ++occupied[crowd.cell(i)];
    travelled += crowd.travelled(i);
  }
  CHECK(counts == crowd.counts());
  CHECK(std::equal(occupied.begin(), occupied.end(), crowd.occupied().begin()));
  uint64_t visits = 0;
  for (const uint32_t v : crowd.visits()) visits += v;
  CHECK(visits == travelled + crowd.count());
  CHECK(crowd.totals().entered == travelled);
}

// Nobody shares a cell, nor what another one walks to.
void check_holding(const Crowd& crowd, const Ground& ground) {
  std::vector<uint32_t> owner(ground.map.cell_count(), ~0u);
  for (uint32_t i = 0; i < crowd.count(); ++i) {
    if (crowd.status(i) == CrowdStatus::kGone) continue;
    for (const CellId at : {crowd.cell(i), crowd.next(i)}) {
      const Cell corner = ground.map.cell(at);
      for (int y = 0; y < crowd.agent(i).size; ++y) {
        for (int x = 0; x < crowd.agent(i).size; ++x) {
          uint32_t& who = owner[ground.map.id({corner.x + x, corner.y + y})];
          CHECK((who == ~0u || who == i));
          who = i;
        }
      }
    }
  }
}

// All that can be seen of a crowd, as one text.
std::string all_of(const Crowd& crowd) {
  std::string text;
  for (uint32_t i = 0; i < crowd.count(); ++i) {
    for (const uint64_t value :
         {uint64_t{crowd.cell(i)}, uint64_t{crowd.next(i)}, uint64_t{crowd.goal(i)},
          uint64_t{static_cast<uint8_t>(crowd.status(i))}, uint64_t{crowd.waited(i)}, uint64_t{crowd.travelled(i)},
          uint64_t{crowd.replans(i)}, static_cast<uint64_t>(crowd.along(i, 0) * 1e6)}) {
      text += std::to_string(value) + ' ';
    }
  }
  for (const uint32_t v : crowd.visits()) text += std::to_string(v) + ' ';
  for (const uint32_t v : crowd.waits()) text += std::to_string(v) + ' ';
  return text;
}

}  // namespace

TEST_CASE("agents walk by legal steps, never jump, and every one with a way arrives") {
  for (const BatchMethod method : kMethods) {
    for (uint64_t seed = 1; seed <= 3; ++seed) {
      for (const Rules& rules : {Rules{}, Rules{.profile = Profile::kPaper}, Rules{.profile = Profile::kFour},
                                 Rules{.weights = {1, 5, 1, 1}}}) {
        CAPTURE(batch_method_name(method));
        CAPTURE(seed);
        Ground ground(seed == 2 ? test::random_rooms(45, 38, 7, seed) : test::random_map(45, 38, 25, seed), {Agent{}},
                      rules);
        Crowd crowd(45, 38, {.seed = seed, .method = method, .threads = 1});
        Rng rng(seed);
        std::vector<CellId> goals, starts;
        while (crowd.count() < 60) {
          const CellId at = rng.below(ground.map.cell_count()), goal = rng.below(ground.map.cell_count());
          const bool added = crowd.add(ground.batch(), walker(at, goal, 5 + rng.below(50)));
          CHECK(added == ground.moves().passable(at));
          if (!added) continue;
          starts.push_back(at);
          goals.push_back(goal);
        }
        Watch watch(crowd);
        for (int tick = 0; tick < 4000; ++tick) {
          crowd.tick(ground.batch());
          if (tick < 400) watch.look(crowd, ground);
        }
        for (uint32_t i = 0; i < crowd.count(); ++i) {
          const std::vector<Cost> all = test::plain_dijkstra(ground.map, rules, ground.map.cell(starts[i]));
          const bool way = all[goals[i]] != kInfinite;
          const bool stands = ground.moves().passable(goals[i]);
          CHECK(crowd.status(i) == (way      ? CrowdStatus::kArrived
                                    : stands ? CrowdStatus::kCutOff
                                             : CrowdStatus::kBlockedEnd));
          if (way) CHECK(crowd.cell(i) == goals[i]);
        }
        check_statistics(crowd, ground);
        CHECK(crowd.totals().arrivals == crowd.count(CrowdStatus::kArrived));
      }
    }
  }
}

TEST_CASE("a step takes as many ticks as it costs: heavy terrain slows agents down") {
  GridMap map(30, 3);
  map.apply(rectangle(map, {10, 0}, {19, 2}, true, 'S'));
  Ground ground(map, {Agent{}}, {.weights = {1, 4, 1, 1}});
  Crowd crowd(30, 3, {.threads = 1});
  const CellId start = map.id({0, 1}), goal = map.id({29, 1});
  REQUIRE(crowd.add(ground.batch(), walker(start, goal, 15)));  // a quarter of a straight step in a tick
  std::vector<CellId> way;
  crowd.tick(ground.batch());
  const Cost cost = crowd.way(ground.batch(), 0, way);
  CHECK(way.back() == goal);
  int ticks = 1;
  while (crowd.status(0) != CrowdStatus::kArrived && ticks < 1000) {
    crowd.tick(ground.batch());
    ++ticks;
  }
  const double expected = 4.0 * (cost + 816.0) / 816;  // the first step was under way
  CHECK(ticks == doctest::Approx(expected).epsilon(0.02));
  CHECK(crowd.travelled(0) == 29);
}

TEST_CASE("a run repeats exactly from its seed, in any number of threads") {
  for (const bool holding : {false, true}) {
    CAPTURE(holding);
    const auto run = [&](uint64_t seed, int threads) {
      Ground ground(test::random_rooms(120, 110, 11, 5));
      Crowd crowd(120, 110,
                  {.seed = seed,
                   .holding = holding,
                   .method = BatchMethod::kTables,
                   .plans_per_tick = 700,
                   .threads = threads});
      const uint32_t added = crowd.add_random(ground.batch(), walker(0, 0, 10), Crowd::pace(40), holding ? 4500 : 6000);
      CHECK(added > 4200);  // more than one thread is worth its while
      crowd.set_task(CrowdTask::kWander);
      for (int tick = 0; tick < 150; ++tick) {
        if (tick == 60) crowd.map_changed(ground.batch(), ground.block({40, 0, 42, 100}, '@'), true);
        crowd.tick(ground.batch());
      }
      return all_of(crowd);
    };
    const std::string first = run(7, 1);
    CHECK(run(7, 1) == first);
    CHECK(run(7, 2) == first);
    CHECK(run(8, 1) != first);
  }
}

TEST_CASE("with holding there is never more than one agent on a cell, large ones included") {
  for (uint64_t seed = 1; seed <= 4; ++seed) {
    CAPTURE(seed);
    const std::vector<Agent> agents = {Agent{}, Agent{2, Capability::walker()}};
    Ground ground(test::random_rooms(40, 36, 9, seed), agents);
    Crowd crowd(40, 36, {.seed = seed, .holding = true, .threads = 1});
    CrowdMember large = walker(0, 0, 15);
    large.agent = agents[1];
    large.task = CrowdTask::kWander;
    CHECK(crowd.add_random(ground.batch(), large, Crowd::pace(30), 20) == 20);
    CrowdMember small = walker(0, 0, 15);
    small.task = seed % 2 == 0 ? CrowdTask::kWander : CrowdTask::kOwn;
    CHECK(crowd.add_random(ground.batch(), small, Crowd::pace(60), 150) == 150);
    check_holding(crowd, ground);
    Watch watch(crowd);
    for (int tick = 0; tick < 700; ++tick) {
      crowd.tick(ground.batch());
      check_holding(crowd, ground);
      watch.look(crowd, ground);
    }
    check_statistics(crowd, ground);
    CHECK(crowd.totals().arrivals > 40);
    CHECK(crowd.totals().waited > 0);
    uint64_t waited = 0, waits = 0;
    for (uint32_t i = 0; i < crowd.count(); ++i) waited += crowd.waited(i);
    for (const uint32_t w : crowd.waits()) waits += w;
    CHECK(waited == crowd.totals().waited);
    CHECK(waits == crowd.totals().waited);
  }
}

TEST_CASE("agents that hold their cells queue up around one goal, and pass each other in a wide corridor") {
  Ground ground(GridMap(40, 6));
  Crowd crowd(40, 6, {.holding = true, .threads = 1});
  for (int y = 0; y < 6; ++y) {
    for (int x = 0; x < 3; ++x) {
      CrowdMember member = walker(ground.map.id({x, y}), ground.map.id({39 - x, y}));
      REQUIRE(crowd.add(ground.batch(), member));
      member.at = ground.map.id({39 - x, y});
      member.goal = ground.map.id({x, y});
      REQUIRE(crowd.add(ground.batch(), member));
      CHECK_FALSE(crowd.add(ground.batch(), member));  // the place is taken
    }
  }
  for (int tick = 0; tick < 6000; ++tick) crowd.tick(ground.batch());
  CHECK(crowd.count(CrowdStatus::kArrived) >= 30);  // of 36: against the stream it may take long
  crowd.set_goal(ground.map.id({20, 3}));
  crowd.set_task(CrowdTask::kGoal);
  for (int tick = 0; tick < 3000; ++tick) {
    crowd.tick(ground.batch());
    if (tick % 50 == 0) check_holding(crowd, ground);
  }
  CHECK(crowd.count(CrowdStatus::kArrived) == crowd.count());
  // They stand close together.
  for (uint32_t i = 0; i < crowd.count(); ++i) CHECK(std::abs(ground.map.cell(crowd.cell(i)).x - 20) <= 14);
}

TEST_CASE("evacuated agents leave over the nearest exit, and wandering ones go on for ever") {
  Ground ground(test::random_rooms(50, 40, 8, 3));
  const Rules rules;
  Crowd crowd(50, 40, {.seed = 4, .threads = 1});
  const auto passable = [&](Cell near) {
    while (!ground.moves().passable(near)) ++near.x;
    return ground.map.id(near);
  };
  const std::vector<CellId> exits = {passable({1, 1}), passable({45, 35}), passable({25, 20})};
  crowd.set_exits(exits);
  CrowdMember member = walker(0, 0);
  member.task = CrowdTask::kEvacuate;
  crowd.add_random(ground.batch(), member, member.pace, 80);
  std::vector<CellId> starts;
  for (uint32_t i = 0; i < crowd.count(); ++i) starts.push_back(crowd.cell(i));
  for (int tick = 0; tick < 3000; ++tick) crowd.tick(ground.batch());
  std::vector<std::vector<Cost>> from_exit;
  for (const CellId exit : exits) from_exit.push_back(test::plain_dijkstra(ground.map, rules, ground.map.cell(exit)));
  for (uint32_t i = 0; i < crowd.count(); ++i) {
    Cost nearest = kInfinite;
    for (const auto& costs : from_exit) nearest = std::min(nearest, costs[starts[i]]);
    CHECK(crowd.status(i) == (nearest == kInfinite ? CrowdStatus::kCutOff : CrowdStatus::kGone));
    if (nearest == kInfinite) continue;
    // The nearest by the ways of the abstraction, which are a little longer than the shortest.
    const auto chosen = std::find(exits.begin(), exits.end(), crowd.goal(i)) - exits.begin();
    CHECK(from_exit[static_cast<size_t>(chosen)][starts[i]] <= nearest + nearest / 3 + 4 * 816);
  }
  check_statistics(crowd, ground);
  CHECK(crowd.on_map() == crowd.count() - crowd.count(CrowdStatus::kGone));

  Crowd wanderers(50, 40, {.seed = 4, .threads = 1});
  member.task = CrowdTask::kWander;
  wanderers.add_random(ground.batch(), member, member.pace, 50);
  std::set<CellId> goals;
  for (int tick = 0; tick < 3000; ++tick) {
    wanderers.tick(ground.batch());
    goals.insert(wanderers.goal(0));
  }
  CHECK(wanderers.count(CrowdStatus::kArrived) == 0);
  CHECK(wanderers.totals().arrivals > 500);
  CHECK(goals.size() > 8);
  check_statistics(wanderers, ground);
}

TEST_CASE("a wall painted across the way makes those plan anew who come through there, and cuts off who has no way") {
  for (const BatchMethod method : kMethods) {
    CAPTURE(batch_method_name(method));
    // Two corridors of the same map; the wall is painted into the first.
    GridMap map(64, 32);
    map.apply(rectangle(map, {0, 15}, {63, 16}, true, '@'));
    Ground ground(map);
    Crowd crowd(64, 32, {.method = method, .threads = 1});
    for (int y = 1; y < 14; y += 2) REQUIRE(crowd.add(ground.batch(), walker(map.id({2, y}), map.id({60, y}))));
    for (int y = 18; y < 31; y += 2) REQUIRE(crowd.add(ground.batch(), walker(map.id({2, y}), map.id({60, y}))));
    const uint32_t half = crowd.count() / 2;
    Watch watch(crowd);
    const auto pass = [&](int ticks) {
      for (int i = 0; i < ticks; ++i) {
        crowd.tick(ground.batch());
        watch.look(crowd, ground);
      }
    };
    pass(20);
    CHECK(crowd.count(CrowdStatus::kWalking) == crowd.count());
    // A wall with a gap: a detour.
    crowd.map_changed(ground.batch(), ground.block({40, 2, 41, 15}, '@'), true);
    CHECK(crowd.wave().edits == 1);
    pass(1);
    CHECK(crowd.wave().affected == half);
    CHECK(crowd.wave().pending == 0);
    for (uint32_t i = 0; i < crowd.count(); ++i) CHECK(crowd.replans(i) == (i < half ? 1 : 0));
    CHECK(crowd.count(CrowdStatus::kWalking) == crowd.count());
    // The gap is closed.
    crowd.map_changed(ground.batch(), ground.block({40, 0, 41, 2}, '@'), true);
    pass(2);
    CHECK(crowd.count(CrowdStatus::kCutOff) == half);
    CHECK(crowd.wave().cut_off == half);
    CHECK(crowd.count(CrowdStatus::kWalking) == crowd.count() - half);
    // What opens nothing does not help.
    crowd.map_changed(ground.batch(), ground.block({50, 0, 51, 3}, '@'), true);
    pass(2);
    CHECK(crowd.count(CrowdStatus::kCutOff) == half);
    CHECK(crowd.wave().affected == 0);
    // A door does.
    crowd.map_changed(ground.batch(), ground.block({40, 7, 41, 8}, '.'), true);
    CHECK(crowd.count(CrowdStatus::kCutOff) == half);
    pass(2);
    CHECK(crowd.count(CrowdStatus::kCutOff) == 0);
    CHECK(crowd.wave().affected == half);
    pass(1500);
    CHECK(crowd.count(CrowdStatus::kArrived) == crowd.count());
    check_statistics(crowd, ground);
  }
}

TEST_CASE("an agent turns back before a wall that is painted in front of it, and stays where it is walled in") {
  GridMap map(20, 5);
  Ground ground(map);
  Crowd crowd(20, 5, {.threads = 1});
  REQUIRE(crowd.add(ground.batch(), walker(map.id({3, 2}), map.id({15, 2}), 6)));
  for (int i = 0; i < 5; ++i) crowd.tick(ground.batch());
  REQUIRE(crowd.cell(0) == map.id({3, 2}));
  REQUIRE(crowd.next(0) == map.id({4, 2}));
  const float before = crowd.along(0, 0);
  CHECK(before > 0.3f);
  crowd.map_changed(ground.batch(), ground.block({4, 2, 5, 3}, '@'), true);
  crowd.heed_changes(ground.batch());
  CHECK(crowd.wave().turned == 1);
  CHECK(crowd.along(0, 0) == before);  // it does not jump
  Watch watch(crowd);
  for (int i = 0; i < 6; ++i) {
    crowd.tick(ground.batch());
    watch.look(crowd, ground);
    if (crowd.cell(0) == map.id({3, 2}) && crowd.next(0) == map.id({4, 2})) CHECK(crowd.along(0, 0) < before);
  }
  CHECK(crowd.status(0) == CrowdStatus::kWalking);
  // Its own cell.
  const CellId here = crowd.cell(0);
  const CellId there = crowd.next(0);
  const Cell a = map.cell(here), b = map.cell(there);
  crowd.map_changed(ground.batch(), ground.block({a.x, a.y, a.x + 1, a.y + 1}, '@'), true);
  crowd.map_changed(ground.batch(), ground.block({b.x, b.y, b.x + 1, b.y + 1}, '@'), false);
  crowd.tick(ground.batch());
  CHECK(crowd.status(0) == CrowdStatus::kWalledIn);
  CHECK(crowd.wave().walled_in == 1);
  CHECK(crowd.wave().edits == 2);
  for (int i = 0; i < 20; ++i) crowd.tick(ground.batch());
  CHECK(crowd.cell(0) == here);
  crowd.map_changed(ground.batch(), ground.block({0, 0, 20, 5}, '.'), true);
  for (int i = 0; i < 400; ++i) crowd.tick(ground.batch());
  CHECK(crowd.status(0) == CrowdStatus::kArrived);
}

TEST_CASE("whatever is painted while they walk, agents keep to the map and the sums stay right") {
  for (uint64_t seed = 1; seed <= 6; ++seed) {
    CAPTURE(seed);
    const bool holding = seed % 2 == 0;
    const std::vector<Agent> agents = {Agent{}, Agent{2, Capability(0b0111)}};
    Ground ground(test::random_map(56, 48, 20, seed), agents);
    Crowd crowd(56, 48, {.seed = seed, .holding = holding, .plans_per_tick = 40, .threads = 1});
    CrowdMember member = walker(0, 0, 10);
    member.task = seed < 3 ? CrowdTask::kWander : CrowdTask::kOwn;
    crowd.add_random(ground.batch(), member, Crowd::pace(50), 150);
    member.agent = agents[1];
    crowd.add_random(ground.batch(), member, Crowd::pace(50), 30);
    Rng rng(seed);
    Watch watch(crowd);
    for (int tick = 0; tick < 600; ++tick) {
      if (tick % 7 == 0) {
        crowd.map_changed(ground.batch(), ground.edit(test::random_edit(ground.map, 8, rng)), rng.percent(30));
        crowd.heed_changes(ground.batch());
        watch = Watch(crowd);
      }
      crowd.tick(ground.batch());
      watch.look(crowd, ground);
      if (holding) check_holding(crowd, ground);
      if (tick % 50 == 0) check_statistics(crowd, ground);
    }
    // Who could walk does so, or says why not.
    for (int tick = 0; tick < 30; ++tick) crowd.tick(ground.batch());
    CHECK(crowd.queued() <= crowd.count(CrowdStatus::kPlanning));
    for (uint32_t i = 0; i < crowd.count(); ++i) {
      const bool stands = ground.moves(crowd.agent(i).size == 1 ? 0 : 1).passable(crowd.cell(i));
      CHECK((crowd.status(i) == CrowdStatus::kWalledIn) == !stands);
    }
  }
}

TEST_CASE("no more agents are planned in a tick than are allowed, the oldest first") {
  Ground ground(GridMap(40, 40));
  Crowd crowd(40, 40, {.plans_per_tick = 10, .threads = 1});
  crowd.add_random(ground.batch(), walker(0, 0), Crowd::pace(20), 35);
  for (uint32_t tick = 1; tick <= 4; ++tick) {
    crowd.tick(ground.batch());
    CHECK(crowd.times().planned == (tick < 4 ? 10 : 5));
    for (uint32_t i = 0; i < crowd.count(); ++i) CHECK((crowd.status(i) == CrowdStatus::kPlanning) == (i >= 10 * tick));
  }
  CHECK(crowd.queued() == 0);
}

TEST_CASE("on maps too large for all distances, goals in few clusters are planned in a tick, and all in the end") {
  Ground ground(GridMap(64, 64));
  for (const auto& kind : ground.kinds) kind->tables.build(kind->moves, kind->hpa, {.max_distance_bytes = 1000});
  Crowd crowd(64, 64, {.goal_clusters_per_tick = 3, .threads = 1});
  crowd.add_random(ground.batch(), walker(0, 0), Crowd::pace(20), 200);
  // Those who go to the same clusters as the first are planned with them.
  CrowdMember together = walker(ground.map.id({3, 3}), ground.map.id({60, 60}));
  for (int i = 0; i < 20; ++i) REQUIRE(crowd.add(ground.batch(), together));
  uint32_t planned = 0;
  for (int tick = 0; tick < 40 && crowd.queued() > 0; ++tick) {
    std::set<std::pair<int, int>> clusters;
    std::vector<CrowdStatus> before;
    for (uint32_t i = 0; i < crowd.count(); ++i) before.push_back(crowd.status(i));
    crowd.tick(ground.batch());
    for (uint32_t i = 0; i < crowd.count(); ++i) {
      if (before[i] != CrowdStatus::kPlanning || crowd.status(i) == CrowdStatus::kPlanning) continue;
      const Cell goal = ground.map.cell(crowd.goal(i));
      clusters.emplace(goal.x / 8, goal.y / 8);
    }
    CHECK(clusters.size() <= 3);
    planned += crowd.times().planned;
  }
  CHECK(planned == 220);
  CHECK(crowd.queued() == 0);
}

TEST_CASE("a goal that is moved is followed, and other rules are taken over") {
  Ground ground(test::random_rooms(40, 40, 9, 2));
  Crowd crowd(40, 40, {.threads = 1});
  CrowdMember member = walker(0, 0, 40);
  member.task = CrowdTask::kGoal;
  crowd.add_random(ground.batch(), member, member.pace, 40);
  crowd.tick(ground.batch());
  CHECK(crowd.count(CrowdStatus::kBlockedEnd) == 40);  // there is no goal yet
  CellId goal = 0, other = ground.map.cell_count() - 1;
  while (!ground.moves().passable(goal)) ++goal;
  while (!ground.moves().passable(other)) --other;
  crowd.set_goal(goal);
  for (int tick = 0; tick < 20; ++tick) crowd.tick(ground.batch());
  crowd.set_goal(other);
  Ground heavier(ground.map, {Agent{}}, {.profile = Profile::kFour});
  crowd.rules_changed(heavier.batch());
  Watch watch(crowd);
  for (int tick = 0; tick < 1500; ++tick) crowd.tick(heavier.batch());
  const std::vector<Cost> costs = test::plain_dijkstra(ground.map, heavier.kinds[0]->rules, ground.map.cell(other));
  for (uint32_t i = 0; i < crowd.count(); ++i) {
    CHECK(crowd.status(i) == (costs[crowd.cell(i)] == kInfinite ? CrowdStatus::kCutOff : CrowdStatus::kArrived));
  }
}

namespace {

// A device that answers a few times and is then lost.
class LostDevice : public BatchEngine {
 public:
  explicit LostDevice(int calls) : calls_(calls), engine_(make_cpu_engine(1)) {}
  Status plan(const BatchMap& map, const AgentBatch& batch, const BatchOptions& options, BatchResult& result) override {
    if (calls_-- <= 0) return error_at("", "the device is lost");
    return engine_->plan(map, batch, options, result);
  }
  BatchBackend backend() const override { return BatchBackend::kCuda; }
  std::string device() const override { return "Testdevice"; }
  size_t memory_bytes() const override { return 0; }

 private:
  int calls_;
  std::unique_ptr<BatchEngine> engine_;
};

}  // namespace

TEST_CASE("a device that is lost is replaced by the processor, and the crowd goes on as if nothing had happened") {
  const auto run = [](std::unique_ptr<BatchEngine> engine, std::string* note) {
    Ground ground(test::random_rooms(50, 40, 8, 3));
    Crowd crowd(50, 40, {.seed = 2, .plans_per_tick = 30, .threads = 1});
    if (engine) crowd.set_engine(std::move(engine));
    CrowdMember member = walker(0, 0);
    member.task = CrowdTask::kWander;
    crowd.add_random(ground.batch(), member, member.pace, 100);
    for (int tick = 0; tick < 300; ++tick) crowd.tick(ground.batch());
    if (note != nullptr) *note = crowd.note();
    CHECK(crowd.engine()->backend() == BatchBackend::kCpu);
    return all_of(crowd);
  };
  std::string note;
  const std::string plain = run(nullptr, &note);
  CHECK(note.empty());
  CHECK(run(std::make_unique<LostDevice>(2), &note) == plain);
  CHECK(note.find("Testdevice") != std::string::npos);
  CHECK(note.find("the device is lost") != std::string::npos);
}

TEST_CASE("while tables are being rebuilt agents finish their step and wait") {
  Ground ground(GridMap(40, 20));
  Crowd crowd(40, 20, {.threads = 1});
  REQUIRE(crowd.add(ground.batch(), walker(ground.map.id({1, 5}), ground.map.id({35, 5}))));
  for (int tick = 0; tick < 7; ++tick) crowd.tick(ground.batch());
  BatchMap unready = ground.batch();
  unready.kinds[0].tables = nullptr;
  const CellId next = crowd.next(0);
  for (int tick = 0; tick < 30; ++tick) crowd.tick(unready);
  CHECK(crowd.cell(0) == next);
  CHECK(crowd.next(0) == next);
  CHECK(crowd.status(0) == CrowdStatus::kWalking);
  CHECK(crowd.waited(0) == 0);
  for (int tick = 0; tick < 300; ++tick) crowd.tick(ground.batch());
  CHECK(crowd.status(0) == CrowdStatus::kArrived);
}
