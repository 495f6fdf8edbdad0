// Labels over an elimination tree: every distance is Dijkstra's, every way is legal and costs that, and what is updated
// equals what is built anew.
#include "core/ch/labels.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <new>
#include <queue>

#include "core/ch/corner_map.hpp"
#include "core/ch/label_search.hpp"
#include "core/ch/label_sums.hpp"
#include "core/ch/nested_order.hpp"
#include "core/search/trace.hpp"
#include "tests/graph_support.hpp"

using namespace strata;

namespace {

std::vector<Cost> plain_distances(const CsrGraph& graph, uint32_t from) {
  std::vector<Cost> costs(graph.node_count(), kInfinite);
  using Entry = std::pair<Cost, uint32_t>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
  costs[from] = 0;
  open.emplace(0, from);
  while (!open.empty()) {
    const auto [cost, node] = open.top();
    open.pop();
    if (cost > costs[node]) continue;
    for (uint32_t e = graph.first[node]; e < graph.first[node + 1]; ++e) {
      if (graph.weights[e] == kInfinite) continue;
      const Cost way = cost + graph.weights[e];
      if (way >= costs[graph.targets[e]]) continue;
      costs[graph.targets[e]] = way;
      open.emplace(way, graph.targets[e]);
    }
  }
  return costs;
}

Cost edge_between(const CsrGraph& graph, uint32_t a, uint32_t b) {
  Cost least = kInfinite;
  for (uint32_t e = graph.first[a]; e < graph.first[a + 1]; ++e) {
    if (graph.targets[e] == b) least = std::min(least, graph.weights[e]);
  }
  return least;
}

std::vector<uint32_t> shuffled_order(uint32_t nodes, Rng& rng) {
  std::vector<uint32_t> order(nodes);
  for (uint32_t i = 0; i < nodes; ++i) order[i] = i;
  for (uint32_t i = nodes; i > 1; --i) std::swap(order[i - 1], order[rng.below(i)]);
  return order;
}

CsrGraph random_or_grid_graph(int round, Rng& rng) {
  if (round % 3 != 0) return test::random_graph(1 + rng.below(70), 5 + rng.below(60), rng.percent(50) ? 4 : 1000, rng);
  MoveGrid grid;
  grid.build(test::random_map(3 + static_cast<int>(rng.below(12)), 3 + static_cast<int>(rng.below(12)), 30,
                              rng.below(1u << 30)),
             {});
  return test::cell_graph(grid);
}

// Of some nodes to all others.
size_t check(const CsrGraph& graph, const Cch& cch, const Labels& labels, uint32_t sources, Rng& rng) {
  size_t pairs = 0;
  ChWorkspace workspace;
  ChRoute route;
  std::vector<uint32_t> targets(graph.node_count());
  std::vector<Cost> row(graph.node_count());
  for (uint32_t node = 0; node < graph.node_count(); ++node) targets[node] = cch.rank(node);
  for (uint32_t i = 0; i < sources; ++i) {
    const uint32_t from = rng.below(graph.node_count());
    const std::vector<Cost> expected = plain_distances(graph, from);
    labels.distances(cch.rank(from), targets, row);
    REQUIRE(row == expected);
    pairs += row.size();
    for (int k = 0; k < 6; ++k) {
      const uint32_t to = rng.below(graph.node_count());
      labels.route(cch, cch.rank(from), cch.rank(to), workspace, route);
      REQUIRE(route.cost == expected[to]);
      if (route.cost == kInfinite) {
        REQUIRE(route.nodes.empty());
        continue;
      }
      REQUIRE(cch.node(route.nodes.front()) == from);
      REQUIRE(cch.node(route.nodes.back()) == to);
      Cost sum = 0;
      for (size_t n = 1; n < route.nodes.size(); ++n) {
        const Cost edge = edge_between(graph, cch.node(route.nodes[n - 1]), cch.node(route.nodes[n]));
        REQUIRE(edge != kInfinite);
        sum += edge;
      }
      REQUIRE(sum == route.cost);
    }
  }
  return pairs;
}

// Packed labels, of all nodes or of a random upper part of the tree.
PackedLabels packed_labels(const Cch& cch, Rng& rng) {
  PackedLabels packed;
  packed.build(cch, nullptr, SIZE_MAX);
  const auto bytes = static_cast<uint32_t>(packed.entry_bytes());
  if (rng.percent(60)) packed.build(cch, nullptr, SIZE_MAX, rng.below(bytes + 1));
  return packed;
}

}  // namespace

TEST_CASE("labels: distances are Dijkstra's and ways are legal, on random graphs in any order") {
  Rng rng(61);
  size_t pairs = 0;
  for (int round = 0; round < 600; ++round) {
    CAPTURE(round);
    const CsrGraph graph = random_or_grid_graph(round, rng);
    if (graph.node_count() == 0) continue;
    auto cch = test::built<Cch>(graph, rng.percent(50) ? nested_order(graph) : shuffled_order(graph.node_count(), rng));
    cch.customise(graph);
    auto labels = test::built<Labels>(cch);
    pairs += check(graph, cch, labels, 6, rng);
  }
  CHECK(pairs > 100'000);
}

TEST_CASE("labels: two nodes share the ancestors that walks up the tree have in common") {
  Rng rng(62);
  for (int round = 0; round < 60; ++round) {
    const CsrGraph graph = random_or_grid_graph(round, rng);
    if (graph.node_count() == 0) continue;
    auto cch = test::built<Cch>(graph, nested_order(graph));
    cch.customise(graph);
    auto labels = test::built<Labels>(cch);
    const auto chain = [&](uint32_t rank) {
      std::vector<uint32_t> up;
      for (; rank != kNoRank; rank = cch.parent(rank)) up.push_back(rank);
      std::reverse(up.begin(), up.end());
      return up;
    };
    for (uint32_t a = 0; a < graph.node_count(); ++a) {
      const std::vector<uint32_t> above = chain(a);
      REQUIRE(labels.depth(a) + 1 == above.size());
      REQUIRE(labels.label(a).size() == above.size());
      for (uint32_t b = 0; b < graph.node_count(); ++b) {
        const std::vector<uint32_t> other = chain(b);
        const auto parting = std::ranges::mismatch(above, other).in1 - above.begin();
        REQUIRE(labels.common(a, b) == parting);
      }
    }
  }
}

TEST_CASE("labels: updated after edits they equal those that are built anew, and little is looked at") {
  Rng rng(63);
  size_t edits = 0, recomputed = 0, all = 0;
  for (int round = 0; round < 90; ++round) {
    CAPTURE(round);
    CsrGraph graph = random_or_grid_graph(round, rng);
    if (graph.edge_count() == 0) continue;
    const CsrGraph original = graph;
    auto cch = test::built<Cch>(graph, nested_order(graph));
    cch.customise(graph);
    Labels labels, fresh;
    labels.build(cch);
    for (int edit = 0; edit < 30; ++edit, ++edits) {
      std::vector<Cch::EdgeChange> changes;
      for (uint32_t n = 0; n < 1 + rng.below(6); ++n) {
        const uint32_t e = rng.below(static_cast<uint32_t>(graph.edge_count()));
        const auto a = static_cast<uint32_t>(std::ranges::upper_bound(graph.first, e) - graph.first.begin() - 1);
        const uint32_t b = graph.targets[e];
        if (a == b) continue;
        const Cost weight = rng.percent(30) ? kInfinite : rng.percent(40) ? original.weights[e] : 1 + rng.below(3000);
        for (const auto& [from, to] : {std::pair(a, b), std::pair(b, a)}) {
          for (uint32_t own = graph.first[from]; own < graph.first[from + 1]; ++own) {
            if (graph.targets[own] == to) graph.weights[own] = weight;
          }
        }
        changes.push_back({a, b, weight});
      }
      const Cch::Update changed = cch.update(changes);
      REQUIRE(std::ranges::is_sorted(changed.lower_ends));
      recomputed += labels.update(cch, changed.lower_ends).recomputed;
      all += graph.node_count();
      fresh.build(cch);
      REQUIRE(fresh == labels);
    }
    check(graph, cch, labels, 2, rng);
  }
  CHECK(edits > 2000);
  CHECK(recomputed < all / 2);
}

TEST_CASE("labels: what would take too much memory is refused before it is taken, and a cancel ends the work") {
  Rng rng(64);
  const CsrGraph graph = test::random_graph(400, 60, 100, rng);
  auto cch = test::built<Cch>(graph, nested_order(graph));
  cch.customise(graph);
  Labels labels;
  CHECK_THROWS_AS(labels.build(cch, nullptr, 1000), std::bad_alloc);
  JobControl control;
  labels.build(cch, &control);
  CHECK(control.progress() > 0);
  check(graph, cch, labels, 20, rng);
  // Depths that do not fit: a path in its own order is as deep as it is long.
  std::vector<test::Edge> edges;
  constexpr uint32_t kLong = 70'000;
  for (uint32_t i = 1; i < kLong; ++i) edges.push_back({i - 1, i, 1});
  const CsrGraph line = test::graph_of(kLong, edges);
  std::vector<uint32_t> order(kLong);
  for (uint32_t i = 0; i < kLong; ++i) order[i] = i;
  auto deep = test::built<Cch>(line, order);
  deep.customise(line);
  CHECK_THROWS_AS(labels.build(deep), std::bad_alloc);
  // In its nested order it is as deep as a search tree, and all is well.
  deep.build(line, nested_order(line));
  deep.customise(line);
  labels.build(deep);
  CHECK(labels.height() < 64);
  CHECK(labels.distance(deep.rank(0), deep.rank(kLong - 1)) == kLong - 1);
}

TEST_CASE("labels: a graph without nodes, one node, and parts without connection") {
  Labels labels;
  Cch cch;
  const CsrGraph none = test::graph_of(0, {});
  cch.build(none, {});
  cch.customise(none);
  labels.build(cch);
  CHECK(labels.node_count() == 0);
  const CsrGraph two = test::graph_of(3, {{0, 1, 7}});
  cch.build(two, {0, 1, 2});
  cch.customise(two);
  labels.build(cch);
  CHECK(labels.distance(0, 0) == 0);
  CHECK(labels.distance(0, 1) == 7);
  CHECK(labels.distance(1, 2) == kInfinite);
  CHECK(labels.common(0, 2) == 0);
}

TEST_CASE("labels: from several nodes to several others the hub is the best one, read at once or one after the other") {
  Rng rng(65);
  Workspace workspace;
  size_t found = 0, unread = 0, partial = 0;
  for (int round = 0; round < 250; ++round) {
    CAPTURE(round);
    const CsrGraph graph = random_or_grid_graph(round, rng);
    const uint32_t count = graph.node_count();
    if (count == 0) continue;
    auto cch = test::built<Cch>(graph, rng.percent(60) ? nested_order(graph) : shuffled_order(count, rng));
    cch.customise(graph);
    const PackedLabels labels = packed_labels(cch, rng);
    partial += labels.bottom() > 0;
    const auto some_links = [&](std::vector<NodeLink>& links) {
      links.clear();
      const uint32_t centre = rng.below(count), ends = 1 + rng.below(rng.percent(40) ? 1 : 8);
      // Often beside one another, as ends of queries are.
      for (uint32_t i = 0; i < ends; ++i) {
        const uint32_t node = rng.percent(50) ? rng.below(count) : std::min(count - 1, centre + i);
        links.push_back({cch.rank(node), rng.percent(30) ? 0 : rng.below(40)});
      }
    };
    for (int i = 0; i < 12; ++i) {
      std::vector<NodeLink> starts, goals;
      some_links(starts);
      some_links(goals);
      Cost best = kInfinite;
      for (const NodeLink& start : starts) {
        const std::vector<Cost> costs = plain_distances(graph, cch.node(start.node));
        for (const NodeLink& goal : goals) {
          if (const Cost cost = costs[cch.node(goal.node)]; cost != kInfinite)
            best = std::min(best, start.cost + cost + goal.cost);
        }
      }
      ChQueryOptions options{.bound = rng.percent(20) ? rng.below(60) : Cch::kNone};
      if (best >= options.bound) best = kInfinite;
      PlanStats stats, traced_stats;
      const auto names = [](uint32_t rank) { return rank; };
      label_route(labels, starts, goals, names, options, workspace, stats, NoObserver{});
      const ChRoute route = workspace.ch.route;
      REQUIRE(route.cost == best);
      options.unpack = false;
      label_route(labels, starts, goals, names, options, workspace, traced_stats, NoObserver{});
      REQUIRE(workspace.ch.route.cost == best);
      options.unpack = true;
      traced_stats = {};
      Trace trace;
      label_route(labels, starts, goals, names, options, workspace, traced_stats, TraceObserver{&trace});
      REQUIRE(workspace.ch.route.cost == best);
      REQUIRE(workspace.ch.route.nodes == route.nodes);
      REQUIRE(workspace.ch.route.unpacked == route.unpacked);
      REQUIRE(traced_stats.total().touched == stats.total().touched);
      // Every entry that is told of costs what the way up does, and the last meeting is the hub.
      const SearchEvent* hub = nullptr;
      for (const SearchEvent& event : trace.events()) {
        if (event.type == EventType::kMeet) hub = &event;
      }
      REQUIRE((hub != nullptr) == (best != kInfinite));
      if (best == kInfinite) {
        ++unread;
        REQUIRE(route.nodes.empty());
        continue;
      }
      ++found;
      REQUIRE(hub->g == best);
      REQUIRE(std::ranges::find(route.packed, static_cast<uint32_t>(hub->node)) != route.packed.end());
      Cost sum = 0;
      for (size_t n = 1; n < route.nodes.size(); ++n)
        sum += edge_between(graph, cch.node(route.nodes[n - 1]), cch.node(route.nodes[n]));
      const auto link = [](const std::vector<NodeLink>& links, uint32_t rank) {
        return std::ranges::find(links, rank, &NodeLink::node)->cost;
      };
      REQUIRE(link(starts, route.nodes.front()) + sum + link(goals, route.nodes.back()) == best);
    }
  }
  CHECK(found > 1500);
  CHECK(unread > 200);
  CHECK(partial > 50);
}

TEST_CASE("labels: ends that no cheapest path can have are left out, and the same hub and ends are found") {
  Rng rng(77);
  size_t fewer = 0, found = 0;
  for (int round = 0; round < 120; ++round) {
    const int side = 8 + static_cast<int>(rng.below(40));
    const MoveGrid grid = test::moves_on(test::random_map(side, side, 2 + rng.below(25), rng.next()));
    const auto corners = test::built<CornerMap>(grid);
    const CsrGraph graph = corners.graph(grid);
    if (graph.node_count() == 0) continue;
    auto cch = test::built<Cch>(graph, nested_order(graph));
    cch.customise(graph);
    const PackedLabels labels = packed_labels(cch, rng);
    std::vector<uint32_t> node_at(grid.cell_count());
    for (uint32_t node = 0; node < graph.node_count(); ++node) node_at[corners.corners()[node]] = node;
    LabelSearchMemory memory;
    for (int i = 0; i < 30; ++i) {
      std::vector<NodeLink> ends[2];
      for (std::vector<NodeLink>& links : ends) {
        const CellId cell = rng.below(grid.cell_count());
        if (!grid.passable(cell)) continue;
        corners.visit_seen(grid, cell, [&](CellId corner, Cost cost) {
          links.push_back({cch.rank(node_at[corner]), cost});
        });
        order_links(links);
      }
      size_t read[2] = {}, read_all[2] = {};
      const ChQueryOptions all{.bound = rng.percent(20) ? rng.below(60'000) : Cch::kNone};
      ChQueryOptions near = all;
      near.links_are_distances = true;
      const LabelHub one = find_hub(labels, ends[0], ends[1], near, memory, read);
      const LabelHub other = find_hub(labels, ends[0], ends[1], all, memory, read_all);
      REQUIRE(one.cost == other.cost);
      REQUIRE(one.rank == other.rank);
      if (one.rank == kNoRank) continue;
      ++found;
      REQUIRE(one.depth == other.depth);
      REQUIRE(one.start == other.start);
      REQUIRE(one.goal == other.goal);
      fewer += read[0] < read_all[0];
    }
  }
  CHECK(found > 1000);
  CHECK(fewer > 100);
}

TEST_CASE("labels: packed labels have the entries and upward paths of labels that are stored for all nodes") {
  Rng rng(78);
  size_t read = 0, exits = 0;
  for (int round = 0; round < 60; ++round) {
    const CsrGraph graph = random_or_grid_graph(round, rng);
    const uint32_t count = graph.node_count();
    if (count == 0) continue;
    auto cch = test::built<Cch>(graph, rng.percent(60) ? nested_order(graph) : shuffled_order(count, rng));
    cch.customise(graph);
    const auto labels = test::built<Labels>(cch);
    const PackedLabels packed = packed_labels(cch, rng);
    PackedLabels::Scratch scratch;
    REQUIRE(packed.height() == labels.height());
    for (uint32_t rank = 0; rank < count; ++rank) {
      REQUIRE(packed.parent(rank) == cch.parent(rank));
      REQUIRE(packed.rank(packed.node(rank)) == rank);
      REQUIRE(std::ranges::equal(packed.read(rank, scratch), labels.label(rank)));
      for (uint32_t depth = 0; depth < labels.depth(rank); ++depth) {
        if (labels.label(rank)[depth] == Cch::kNone) continue;
        REQUIRE(packed.next_up(rank, depth, scratch) == labels.next_up(cch, rank, depth));
        ++read;
      }
    }
    CHECK_THROWS_AS(PackedLabels().build(cch, nullptr, packed.entry_bytes() == 0 ? 0 : packed.entry_bytes() - 1),
                    LabelsTooLargeError);
    // The limit counts the exits of nodes without labels.
    PackedLabels full, partial;
    full.build(cch, nullptr, SIZE_MAX);
    const size_t usual = full.entry_bytes() / 2;
    partial.build(cch, nullptr, SIZE_MAX, usual);
    const size_t bytes = partial.entry_bytes() + partial.exit_bytes();
    exits += partial.exit_bytes() > 0;
    if (bytes > 0) CHECK_THROWS_AS(PackedLabels().build(cch, nullptr, bytes - 1, usual), LabelsTooLargeError);
    partial.build(cch, nullptr, bytes, usual);
  }
  CHECK(read > 10'000);
  CHECK(exits > 10);
}

TEST_CASE("labels: links whose sum does not fit into a number lead to no path") {
  Rng rng(80);
  LabelSearchMemory memory;
  for (int round = 0; round < 60; ++round) {
    const CsrGraph graph = random_or_grid_graph(round, rng);
    const uint32_t count = graph.node_count();
    if (count < 4) continue;
    auto cch = test::built<Cch>(graph, nested_order(graph));
    cch.customise(graph);
    const PackedLabels labels = packed_labels(cch, rng);
    const auto link = [&] { return NodeLink{rng.below(count), (1u << 31) + rng.below(100)}; };
    for (const uint32_t ends : {1u, 3u, 5u}) {
      std::vector<NodeLink> starts, goals;
      for (uint32_t i = 0; i < ends; ++i) {
        starts.push_back(link());
        goals.push_back(link());
      }
      order_links(starts);
      order_links(goals);
      for (const bool distances : {false, true}) {
        size_t read[2] = {};
        REQUIRE(find_hub(labels, starts, goals, {.links_are_distances = distances}, memory, read).cost == kInfinite);
      }
    }
  }
}

TEST_CASE("labels: sums of labels in blocks are those of loops over single entries, for any bound") {
  Rng rng(79);
  for (int round = 0; round < 3000; ++round) {
    constexpr uint32_t kLongest = 12 * kLabelBlock;
    Cost entries[2][kLongest], minima[2][kLongest / kLabelBlock];
    const uint32_t range = rng.percent(50) ? 20 : 100'000;
    for (int side = 0; side < 2; ++side) {
      for (uint32_t k = 0; k < kLongest; ++k)
        entries[side][k] = rng.percent(20) ? Cch::kNone : rng.below(range) + 40 * k;
      for (uint32_t k = 0; k < kLongest; k += kLabelBlock)
        minima[side][k / kLabelBlock] = *std::min_element(entries[side] + k, entries[side] + k + kLabelBlock);
    }
    const BlockedLabel a{entries[0], minima[0]}, b{entries[1], minima[1]};
    const uint32_t count = 1 + rng.below(kLongest);
    Cost least = 2 * Cch::kNone;
    uint32_t first = 0;
    for (uint32_t k = 0; k < count; ++k) {
      if (entries[0][k] + entries[1][k] < least) first = k;
      least = std::min(least, entries[0][k] + entries[1][k]);
    }
    REQUIRE(least_label_sum(entries[0], entries[1], count) == least);
    REQUIRE(least_label_sum_in_blocks(a, b, count, least) == least);
    REQUIRE(least_label_sum_in_blocks(a, b, count, 2 * Cch::kNone) == least);
    if (least > 0) REQUIRE(least_label_sum_in_blocks(a, b, count, least - 1) > least - 1);
    if (least < 2 * Cch::kNone) REQUIRE(first_label_sum(a, b, count, least) == first);
  }
}
