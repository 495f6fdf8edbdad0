// Crowds that get in each other's way, with one agent per cell: nobody stands still for good where there is a schedule.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "tests/core/crowd/crowd_ground.hpp"
#include "tests/rounds.hpp"

using namespace strata;
using namespace strata::test;

namespace {

// Corridors one cell wide, with `loops` walls between them taken away at most.
GridMap small_maze(int columns, int rows, uint32_t loops, Rng& rng) {
  const int width = 2 * columns - 1, height = 2 * rows - 1;
  std::vector<std::string> lines(static_cast<size_t>(height), std::string(static_cast<size_t>(width), '@'));
  const auto at = [&](int x, int y) -> char& { return lines[static_cast<size_t>(y)][static_cast<size_t>(x)]; };
  std::vector<Cell> way{{0, 0}};
  at(0, 0) = '.';
  while (!way.empty()) {
    const Cell here = way.back();
    std::vector<Cell> next;
    for (const Cell step : {Cell{2, 0}, Cell{-2, 0}, Cell{0, 2}, Cell{0, -2}}) {
      const Cell to{here.x + step.x, here.y + step.y};
      if (to.x >= 0 && to.y >= 0 && to.x < width && to.y < height && at(to.x, to.y) == '@') next.push_back(to);
    }
    if (next.empty()) {
      way.pop_back();
      continue;
    }
    const Cell to = next[rng.below(static_cast<uint32_t>(next.size()))];
    at((here.x + to.x) / 2, (here.y + to.y) / 2) = at(to.x, to.y) = '.';
    way.push_back(to);
  }
  for (uint32_t i = 0; i < loops; ++i) at(rng.between(0, columns - 1) * 2, rng.between(0, rows - 2) * 2 + 1) = '.';
  std::string text;
  for (const std::string& line : lines) text += line + '\n';
  return map_from_text(text);
}

// Places for agents of these kinds whose squares do not overlap.
std::vector<CellId> places(const CrowdGround& ground, const std::vector<size_t>& kinds, Rng& rng) {
  std::vector<bool> taken(ground.map.cell_count(), false);
  std::vector<CellId> found;
  for (const size_t kind : kinds) {
    const int size = ground.kinds[kind]->rules.agent_size;
    for (bool free = false; !free;) {
      const CellId at = rng.below(ground.map.cell_count());
      if (!ground.moves(kind).passable(at)) continue;
      const Cell corner = ground.map.cell(at);
      std::vector<CellId> square;
      for (int y = 0; y < size; ++y) {
        for (int x = 0; x < size; ++x) square.push_back(ground.map.id({corner.x + x, corner.y + y}));
      }
      free = std::none_of(square.begin(), square.end(), [&](CellId cell) { return taken[cell]; });
      if (!free) continue;
      for (const CellId cell : square) taken[cell] = true;
      found.push_back(at);
    }
  }
  return found;
}

struct JammedCrowd {
  CrowdGround ground;
  GridCrowd crowd;

  JammedCrowd(GridMap map, const std::vector<Agent>& agents, const std::vector<size_t>& kinds, uint64_t seed,
              bool labels, Rng& rng, int threads = 1)
      : ground(std::move(map), agents),
        crowd(ground.map.width(), ground.map.height(), {.seed = seed, .holding = true, .threads = threads}) {
    if (labels) ground.label();
    const std::vector<CellId> from = places(ground, kinds, rng), to = places(ground, kinds, rng);
    for (size_t i = 0; i < kinds.size(); ++i) {
      GridCrowdMember member = walker(from[i], to[i], 20 + rng.below(30));
      member.agent = agents[kinds[i]];
      REQUIRE(crowd.add(ground.batch(), member));
    }
  }
  bool all_there() const { return crowd.count(CrowdStatus::kArrived) == crowd.count(); }
  // Simulates up to `ticks` ticks. Returns whether all agents have arrived.
  bool walk(int ticks) {
    for (int tick = 0; tick < ticks && !all_there(); ++tick) {
      crowd.tick(ground.batch());
      if (tick % 16 == 0) check_holding(crowd, ground);
    }
    return all_there();
  }
};

const std::vector<Agent> kSizes = {Agent{}, Agent{2, Capability::walker()}, Agent{3, Capability::walker()}};

std::vector<size_t> crowd_of_sizes(size_t large, size_t middle, size_t small) {
  std::vector<size_t> kinds(large, 2);
  kinds.insert(kinds.end(), middle, 1);
  kinds.insert(kinds.end(), small, 0);
  return kinds;
}

}  // namespace

TEST_CASE("agents of three sizes in an open room all come to their goals, whatever they are") {
  uint32_t jams = 0;
  for (uint64_t seed = 1; seed <= static_cast<uint64_t>(rounds(100)); ++seed) {
    CAPTURE(seed);
    Rng rng(seed);
    JammedCrowd jammed(GridMap(24, 20), kSizes, crowd_of_sizes(3, 8, 80), seed, seed % 4 != 0, rng);
    CHECK(jammed.walk(20000));
    jams += jammed.crowd.jams().solved;
    check_statistics(jammed.crowd, jammed.ground);
  }
  CHECK(jams > 0);
}

TEST_CASE("agents in mazes of corridors one cell wide all come to their goals, whatever they are") {
  uint32_t jams = 0;
  for (uint64_t seed = 1; seed <= static_cast<uint64_t>(rounds(100)); ++seed) {
    CAPTURE(seed);
    Rng rng(seed);
    GridMap map = small_maze(6, 5, rng.below(3), rng);
    const bool labels = seed % 4 != 0;
    const std::vector<size_t> kinds(2 + rng.below(labels ? 9 : 5), 0);
    JammedCrowd jammed(std::move(map), {Agent{}}, kinds, seed, labels, rng);
    CHECK(jammed.walk(60000));
    CHECK(jammed.crowd.jams().unsolvable == 0);
    jams += jammed.crowd.jams().solved;
  }
  CHECK(jams > 0);
}

TEST_CASE("two in a corridor without a place to pass: it is said that no schedule leads them to their goals") {
  CrowdGround ground(map_from_text("@@@@@@@@@@\n..........\n@@@@@@@@@@\n"));
  ground.label();
  GridCrowd crowd(10, 3, {.seed = 1, .holding = true, .threads = 1});
  REQUIRE(crowd.add(ground.batch(), walker(ground.map.id({0, 1}), ground.map.id({9, 1}))));
  REQUIRE(crowd.add(ground.batch(), walker(ground.map.id({9, 1}), ground.map.id({0, 1}))));
  for (int tick = 0; tick < 20000 && crowd.jams().unsolvable < 2; ++tick) crowd.tick(ground.batch());
  CHECK(crowd.jams().unsolvable == 2);
  CHECK(crowd.unsolvable(0));
  CHECK(crowd.unsolvable(1));
  // A place to pass is painted.
  const Rect changed = ground.block({5, 0, 6, 1}, '.');
  ground.label();
  crowd.map_changed(ground.batch(), changed, true);
  for (int tick = 0; tick < 20000 && crowd.count(CrowdStatus::kArrived) < 2; ++tick) {
    crowd.tick(ground.batch());
    check_holding(crowd, ground);
  }
  CHECK(crowd.count(CrowdStatus::kArrived) == 2);
  CHECK(crowd.jams().unsolvable == 0);
}

namespace {

// Two who want to be where the other is, in a corridor: no schedule leads them there, and it is said of both.
struct DeadlockedPair {
  CrowdGround ground;
  GridCrowd crowd;

  DeadlockedPair(const std::string& text, Cell one, Cell other, double speed, double other_speed)
      : ground(map_from_text(text)),
        crowd(ground.map.width(), ground.map.height(), {.seed = 1, .holding = true, .threads = 1}) {
    ground.label();
    REQUIRE(crowd.add(ground.batch(), walker(ground.map.id(one), ground.map.id(other), speed)));
    REQUIRE(crowd.add(ground.batch(), walker(ground.map.id(other), ground.map.id(one), other_speed)));
    for (int tick = 0; tick < 30000 && crowd.jams().unsolvable < 2; ++tick) crowd.tick(ground.batch());
    REQUIRE(crowd.jams().unsolvable == 2);
  }
  void tick(int ticks) {
    for (int tick = 0; tick < ticks; ++tick) crowd.tick(ground.batch());
  }
};

}  // namespace

TEST_CASE("that no schedule leads an agent to its goal is said no more once it is there") {
  DeadlockedPair two("@@@@\n@..@\n@@@@\n", {1, 1}, {2, 1}, 20, 20);
  // The second one stands at the exit and is gone; the first one, whose goal that was, has one step to go.
  two.crowd.set_exits({two.ground.map.id({2, 1})});
  two.crowd.set_task(CrowdTask::kEvacuate);
  for (int tick = 0; tick < 300 && two.crowd.count(CrowdStatus::kGone) < 2; ++tick) two.tick(1);
  REQUIRE(two.crowd.count(CrowdStatus::kGone) == 2);
  two.tick(70);  // it is looked at every 64 ticks
  CHECK(two.crowd.jams().unsolvable == 0);
}

TEST_CASE("that no schedule leads an agent to its goal is said no more once it has another goal") {
  DeadlockedPair two("@@@@@@@@@@\n..........\n@@@@@@@@@@\n", {0, 1}, {9, 1}, 4, 1);
  // The faster one has come close to the old goal, from where it is farther to the new one.
  two.crowd.set_goal(two.ground.map.id({0, 1}));
  two.crowd.set_task(CrowdTask::kGoal);
  two.tick(70);
  REQUIRE(two.ground.map.cell(two.crowd.cell(0)).x > 1);
  CHECK_FALSE(two.crowd.unsolvable(0));
}

TEST_CASE("that no schedule leads an agent to its goal is said no more once the map is another") {
  DeadlockedPair two("@@@@@@@@@@\n..........\n@@@@@@@@@@\n", {0, 1}, {9, 1}, 20, 20);
  const Rect changed = two.ground.block({5, 0, 6, 1}, '.');
  two.ground.label();
  two.crowd.map_changed(two.ground.batch(), changed, true);
  two.tick(1);
  CHECK(two.crowd.jams().unsolvable == 0);
}

TEST_CASE(
    "while agents are led out of a jam the map may change, and others may come: nobody enters what is not for it") {
  int in_jams = 0;
  for (uint64_t seed = 1; seed <= static_cast<uint64_t>(rounds(60)); ++seed) {
    CAPTURE(seed);
    Rng rng(seed);
    JammedCrowd jammed(GridMap(20, 16), kSizes, crowd_of_sizes(3, 6, 60), seed, seed % 2 == 0, rng);
    CrowdGround& ground = jammed.ground;
    GridCrowd& crowd = jammed.crowd;
    MovementChecker watch(crowd);
    int changes = 0;
    for (int tick = 0; tick < 12000 && changes < 8 && !jammed.all_there(); ++tick) {
      crowd.tick(ground.batch());
      watch.look(crowd, ground);
      check_holding(crowd, ground);
      if (crowd.jams().under_way == 0 || rng.below(4) != 0) continue;
      ++in_jams;
      ++changes;
      if (rng.below(3) == 0) {
        const CellId at = rng.below(ground.map.cell_count());
        if (ground.moves().passable(at)) crowd.add(ground.batch(), walker(at, rng.below(ground.map.cell_count())));
        watch = MovementChecker(crowd);
        continue;
      }
      const Rect changed = ground.edit(random_edit(ground.map, 4, rng));
      crowd.map_changed(ground.batch(), changed, true);
      crowd.replan_affected(ground.batch());
      watch = MovementChecker(crowd);
      const uint32_t walled_in = crowd.count(CrowdStatus::kWalledIn);
      for (int more = 0; more < 30; ++more) {
        crowd.tick(ground.batch());
        watch.look(crowd, ground);
        check_holding(crowd, ground);
        CHECK(crowd.count(CrowdStatus::kWalledIn) <= walled_in);
      }
    }
    check_statistics(crowd, ground);
  }
  CHECK(in_jams > rounds(20));
}

TEST_CASE("jams end alike in any number of threads") {
  std::string first;
  for (const int threads : {1, 3}) {
    Rng rng(2);
    JammedCrowd jammed(GridMap(24, 20), kSizes, crowd_of_sizes(3, 8, 80), 2, true, rng, threads);
    CHECK(jammed.walk(20000));
    CHECK(jammed.crowd.jams().solved > 0);
    if (threads == 1) first = all_of(jammed.crowd);
    CHECK(all_of(jammed.crowd) == first);
  }
}
