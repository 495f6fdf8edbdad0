// Orders by nested dissection of nodes that have places, and what is computed over the elimination tree in threads:
// the results are right, and equal for any number of threads.
#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <optional>
#include <vector>

#include "core/base/parallel.hpp"
#include "core/ch/cell_ch.hpp"
#include "core/ch/ch_search.hpp"
#include "core/ch/dissection.hpp"
#include "core/ch/nested_order.hpp"
#include "core/ch/tree_schedule.hpp"
#include "core/world/scenes.hpp"
#include "tests/graph_support.hpp"
#include "tests/rounds.hpp"
#include "tests/support.hpp"

namespace strata::test {
namespace {

std::vector<Cell> places_of(const ChInput& input) {
  std::vector<Cell> places;
  for (const CellId cell : input.cells) {
    places.push_back({static_cast<int>(cell) % input.map_width, static_cast<int>(cell) / input.map_width});
  }
  return places;
}

bool is_permutation_of_nodes(std::vector<uint32_t> order, uint32_t nodes) {
  std::sort(order.begin(), order.end());
  for (uint32_t i = 0; i < order.size(); ++i) {
    if (order[i] != i) return false;
  }
  return order.size() == nodes;
}

size_t arcs_by(const CsrGraph& graph, std::vector<uint32_t> order) {
  return built<Elimination>(graph, std::move(order)).arc_count();
}

}  // namespace

TEST_CASE("dissection: the order has every node once, wherever the nodes lie, and its hierarchy finds shortest paths") {
  Rng rng(71);
  ChWorkspace memory;
  PlanStats stats;
  const auto names = [](uint32_t rank) { return rank; };
  size_t found = 0;
  for (int round = 0; round < 60; ++round) {
    CAPTURE(round);
    const CsrGraph graph = random_graph(1 + rng.below(400), 5 + rng.below(60), 1000, rng);
    const int side = rng.between(1, 40);  // often many nodes at one place
    std::vector<Cell> places(graph.node_count());
    for (Cell& place : places) place = {rng.between(0, side), round % 5 == 0 ? 0 : rng.between(0, side)};
    const std::vector<uint32_t> order = dissection_order(graph, places);
    REQUIRE(is_permutation_of_nodes(order, graph.node_count()));
    auto cch = built<Cch>(graph, order);
    cch.customise(graph);
    const Ch ch = cch.hierarchy();
    const auto from = rng.below(graph.node_count());
    const std::vector<Cost> expected = distances_from(graph, from);
    for (uint32_t to = 0; to < graph.node_count(); to += 7) {
      const NodeLink start{ch.rank(from), 0}, goal{ch.rank(to), 0};
      ch_route(ch, ch.node_count(), {&start, 1}, {&goal, 1}, NoPotential{}, NoPotential{}, names, {}, memory, stats,
               memory.route, NoObserver{});
      REQUIRE(memory.route.cost == expected[to]);
      found += memory.route.found();
    }
  }
  CHECK(found > 100);
}

TEST_CASE("dissection: no nodes, one node, complete graphs and graphs without edges have an order") {
  CHECK(dissection_order({}, {}).empty());
  CHECK(dissection_order(graph_of(1, {}), std::vector<Cell>(1)) == std::vector<uint32_t>{0});
  CHECK(is_permutation_of_nodes(dissection_order(graph_of(300, {}), std::vector<Cell>(300)), 300));
  std::vector<Edge> edges;
  for (uint32_t a = 0; a < 120; ++a) {
    for (uint32_t b = 0; b < a; ++b) edges.push_back({a, b, 1});
  }
  CHECK(is_permutation_of_nodes(dissection_order(graph_of(120, edges), std::vector<Cell>(120)), 120));
  JobControl control;
  control.cancel();
  CHECK(dissection_order(graph_of(300, {}), std::vector<Cell>(300), &control).empty());
}

TEST_CASE("dissection: on maps the completion has hardly more arcs than with the order of METIS") {
  for (const SceneKind kind : {SceneKind::kCity, SceneKind::kRooms, SceneKind::kMaze, SceneKind::kCave}) {
    const MoveGrid grid = moves_on(generate({.kind = kind, .width = 128, .height = 128, .seed = 5}));
    for (const bool canonical : {true, false}) {
      const ChInput input = cell_ch_input(grid, canonical);
      CAPTURE(scene_kind_name(kind));
      CAPTURE(canonical);
      const size_t own = arcs_by(input.graph, dissection_order(input.graph, places_of(input)));
      const size_t metis = arcs_by(input.graph, nested_order(input.graph));
      CHECK(static_cast<double>(own) < 1.2 * static_cast<double>(metis));
    }
  }
}

TEST_CASE("dissection: orders and hierarchies of large graphs are equal for any number of threads") {
  const MoveGrid grid = moves_on(generate({.kind = SceneKind::kCity, .width = 512, .height = 288, .seed = 3}));
  const ChInput input = cell_ch_input(grid, true);
  std::optional<Cch> first_cch;
  std::optional<Ch> first_ch;
  std::vector<uint32_t> first_order;
  for (const int threads : {1, 2, 5}) {
    limit_threads(threads);
    const std::vector<uint32_t> order = dissection_order(input.graph, places_of(input));
    auto cch = built<Cch>(input.graph, order);
    cch.customise(input.graph);
    Ch ch = cch.hierarchy();
    ch.store_child_arcs();
    limit_threads(0);
    if (!first_cch) {
      REQUIRE(cch.arc_count() > size_t{1} << 16);  // enough that it is done in threads
      first_order = order;
      first_cch = std::move(cch);
      first_ch = std::move(ch);
      continue;
    }
    REQUIRE(order == first_order);
    REQUIRE(cch == *first_cch);
    REQUIRE(ch == *first_ch);
  }
}

TEST_CASE("a schedule visits every rank once, after its ancestors or after its descendants, unless it is cancelled") {
  for (const int width : {20, side(280)}) {
    const MoveGrid grid = moves_on(generate({.kind = SceneKind::kCave, .width = width, .height = width, .seed = 4}));
    const CsrGraph graph = cell_graph(grid);
    const auto elimination = built<Elimination>(graph, nested_order(graph));
    TreeSchedule schedule(elimination);
    std::vector<std::atomic<int>> visits(elimination.node_count());
    std::atomic<size_t> wrong = 0;
    const auto visit = [&](uint32_t rank, size_t thread) {
      const uint32_t parent = elimination.parent(rank);
      wrong += thread >= schedule.threads() || (parent != kNoRank && visits[parent] != visits[rank] + 1);
      ++visits[rank];
    };
    CHECK(schedule.go_down(nullptr, visit));
    CHECK(wrong == 0);
    const auto visit_up = [&](uint32_t rank, size_t) {
      for (const uint32_t lower : elimination.down(rank)) wrong += visits[lower] != 2;
      ++visits[rank];
    };
    CHECK(schedule.go_up(nullptr, visit_up));
    CHECK(wrong == 0);
    CHECK(std::all_of(visits.begin(), visits.end(), [](const std::atomic<int>& count) { return count == 2; }));
    JobControl control;
    control.cancel();
    CHECK_FALSE(schedule.go_down(&control, visit));
    CHECK_FALSE(schedule.go_up(&control, visit));
  }
}

}  // namespace strata::test
