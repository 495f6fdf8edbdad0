// Look-ups by several lanes side by side, as a device runs them, here each in a thread of its own; ways unfolded from
// arc to arc; and how the times of two streams are counted.
#include <doctest/doctest.h>

#include <array>
#include <barrier>
#include <thread>

#include "core/batch/batch_work.hpp"
#include "gpu/device.hpp"
#include "tests/support.hpp"

namespace strata::test {
namespace {

// A lane is a thread that waits for the others wherever lanes exchange what they have.
template <uint32_t kThreads>
struct ThreadLanes {
  static constexpr uint32_t kCount = kThreads;
  static inline thread_local uint32_t lane = 0;
  static inline std::barrier<> meeting{kThreads};
  static inline std::array<uint32_t, kThreads> values{};

  static uint32_t index() { return lane; }
  static uint32_t least(uint32_t value) {
    values[lane] = value;
    meeting.arrive_and_wait();
    const uint32_t found = *std::min_element(values.begin(), values.end());
    meeting.arrive_and_wait();
    return found;
  }
};

struct LaneTestMap {
  GridMap map;
  MoveGrid grid;
  Hpa hpa;
  Tables tables;
  std::shared_ptr<const TableLabels> labels;

  LaneTestMap(GridMap from, int cluster_size) : map(std::move(from)) {
    grid.build(map, Rules{});
    hpa.build(grid, {.cluster_size = cluster_size});
    tables.build(grid, hpa, {});
    labels = TableLabels::build(tables, nullptr, nullptr);
  }
};

GridMap lane_map(int round, Rng& rng) {
  const int width = rng.between(8, 70), height = rng.between(8, 70);
  const auto seed = static_cast<uint64_t>(round) + 40;
  switch (round % 3) {
    case 0:
      return random_rooms(width, height, 7, seed);
    case 1:
      return random_map(width, height, static_cast<uint32_t>(rng.between(5, 40)), seed);
    default:
      return GridMap(width, height);
  }
}

template <uint32_t kThreads>
void check_lanes(int rounds) {
  using Lanes = ThreadLanes<kThreads>;
  for (int round = 0; round < rounds; ++round) {
    CAPTURE(round);
    Rng rng(static_cast<uint64_t>(round) + kThreads);
    const LaneTestMap town(lane_map(round, rng), rng.between(3, 16));
    std::vector<AgentStartGoal> agents;
    for (int i = 0; i < 300; ++i) {
      agents.push_back({town.map.id(random_cell(town.map, rng)), town.map.id(random_cell(town.map, rng))});
    }
    LookUpParams params;
    params.view = town.tables.view(town.grid);
    params.labels = town.labels->view();
    params.agents = agents.data();
    params.paths = round % 2 == 0;
    const uint32_t width = town.labels->max_shared_ancestors() + 1;
    std::vector<Cost> goal_scratch(agents.size() * width), other_rooms(agents.size() * width);
    std::vector<TableLookUp> alone(agents.size()), together(agents.size());
    params.goal_scratch = {goal_scratch.data(), width};
    params.found = alone.data();
    for (size_t i = 0; i < agents.size(); ++i) run_item(params, i);

    params.goal_scratch = {other_rooms.data(), width};
    params.found = together.data();
    std::vector<std::thread> threads;
    for (uint32_t lane = 0; lane < kThreads; ++lane) {
      threads.emplace_back([&, lane] {
        Lanes::lane = lane;
        for (size_t i = 0; i < agents.size(); ++i) run_lanes<Lanes>(params, i);
      });
    }
    for (std::thread& thread : threads) thread.join();
    for (size_t i = 0; i < agents.size(); ++i) {
      CAPTURE(i);
      CHECK(together[i].answer.status == alone[i].answer.status);
      CHECK(together[i].answer.cost == alone[i].answer.cost);
      CHECK(together[i].answer.from == alone[i].answer.from);
      CHECK(together[i].meeting.to == alone[i].meeting.to);
      CHECK(together[i].meeting.hub == alone[i].meeting.hub);
    }
  }
}

}  // namespace

TEST_CASE("several lanes find for an agent what one does") {
  check_lanes<2>(10);
  check_lanes<4>(10);
  check_lanes<8>(6);
}

TEST_CASE("ways unfolded from arc to arc are those unfolded by middles") {
  for (int round = 0; round < 30; ++round) {
    CAPTURE(round);
    Rng rng(static_cast<uint64_t>(round) + 900);
    const LaneTestMap town(lane_map(round, rng), rng.between(2, 12));
    const TableLabelsView labels = town.labels->view();
    const uint32_t arcs = labels.ranks[labels.count].arcs;
    std::vector<TableShortcutArcs> parts;
    for (uint32_t arc = 0; arc < arcs; ++arc) parts.push_back(label_arc_parts(labels, arc));
    std::vector<LabelArc> waiting(2 * size_t{labels.height} + 1);
    const UnpackByArcs by_arcs{labels, parts.data(), {waiting.data(), static_cast<uint32_t>(waiting.size())}};
    GoalMemory memory;
    for (int i = 0; i < 200 && labels.count > 1; ++i) {
      const uint32_t from = rng.below(labels.count), to = rng.below(labels.count);
      if (from == to || town.labels->labels().distance(from, to) >= kNoWay) continue;
      const uint32_t hub = town.labels->labels().hub_depth(from, to);
      const UnpackByMiddles by_middles{labels, memory.walk(labels, false)};
      std::vector<uint32_t> expected, found;
      const auto most = static_cast<size_t>(rng.between(1, 200));  // some are not gone to their ends
      REQUIRE(by_middles(from, to, hub, [&](uint32_t rank) {
        expected.push_back(rank);
        return expected.size() < most;
      }));
      REQUIRE(by_arcs(from, to, hub, [&](uint32_t rank) {
        found.push_back(rank);
        return found.size() < most;
      }));
      CHECK(found == expected);
    }
  }
}

TEST_CASE("what goes on in two streams at a time counts once") {
  const auto busy = [](std::vector<BusySpan> spans) { return union_ms(spans); };
  CHECK(busy({}) == 0);
  CHECK(busy({{1, 3}}) == 2);
  CHECK(busy({{1, 3}, {5, 6}}) == 3);
  CHECK(busy({{1, 3}, {2, 6}}) == 5);
  CHECK(busy({{2, 6}, {1, 3}, {2, 4}}) == 5);
  CHECK(busy({{1, 6}, {2, 3}, {7, 8}}) == 6);
  CHECK(busy({{-2, -1}, {-3, -2}}) == 2);
}

}  // namespace strata::test
