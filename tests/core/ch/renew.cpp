// Hierarchies and labels over a graph whose nodes and edges come and go: what is made from those before equals what is
// built anew, in all its arrays, and most of it is taken over.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>

#include "core/ch/labels.hpp"
#include "core/ch/nested_order.hpp"
#include "tests/graph_support.hpp"

using namespace strata;

namespace {

// All that there may be, and what of it is there now.
struct ChangingGraph {
  std::map<std::pair<uint32_t, uint32_t>, Cost> edges;  // lower node first; kInfinite: none now
  std::vector<uint8_t> present;
  std::vector<uint32_t> order;  // all nodes, the first to go first

  explicit ChangingGraph(const CsrGraph& graph) : present(graph.node_count(), 1), order(nested_order(graph)) {
    for (uint32_t a = 0; a < graph.node_count(); ++a) {
      for (uint32_t e = graph.first[a]; e < graph.first[a + 1]; ++e) {
        if (graph.targets[e] > a) edges[{a, graph.targets[e]}] = graph.weights[e];
      }
    }
  }

  // A node that comes takes any place; one that goes may come back at another one.
  void edit(Rng& rng, int most) {
    for (int i = rng.between(1, most); i > 0; --i) {
      if (rng.percent(40)) {
        const uint32_t node = rng.below(static_cast<uint32_t>(present.size()));
        present[node] ^= 1;
        if (present[node] == 0) continue;
        order.erase(std::ranges::find(order, node));
        order.insert(order.begin() + rng.below(static_cast<uint32_t>(order.size() + 1)), node);
      } else if (!edges.empty()) {
        auto edge = edges.begin();
        std::advance(edge, rng.below(static_cast<uint32_t>(edges.size())));
        edge->second = rng.percent(40) ? kInfinite : 1 + rng.below(rng.percent(50) ? 4 : 2000);
      }
    }
  }

  struct PresentGraph {
    CsrGraph graph;
    std::vector<uint32_t> order;  // of its nodes
    std::vector<uint32_t> names;  // by rank: the node of `present`
  };
  PresentGraph now(Rng& rng) const {
    PresentGraph now;
    std::vector<uint32_t> numbers(present.size(), kNoRank);
    uint32_t count = 0;
    for (uint32_t node = 0; node < present.size(); ++node) {
      if (present[node] != 0) numbers[node] = count++;
    }
    std::vector<std::vector<std::pair<uint32_t, Cost>>> neighbours(count);
    for (const auto& [ends, weight] : edges) {
      const uint32_t a = numbers[ends.first], b = numbers[ends.second];
      // A closed edge may be left out, or be there as one without an end.
      if (a == kNoRank || b == kNoRank || (weight == kInfinite && rng.percent(80))) continue;
      neighbours[a].emplace_back(b, weight);
      neighbours[b].emplace_back(a, weight);
    }
    now.graph.first.assign(1, 0);
    for (const auto& own : neighbours) {
      for (const auto& [target, weight] : own) {
        now.graph.targets.push_back(target);
        now.graph.weights.push_back(weight);
      }
      now.graph.first.push_back(static_cast<uint32_t>(now.graph.targets.size()));
    }
    for (const uint32_t node : order) {
      if (present[node] == 0) continue;
      now.order.push_back(numbers[node]);
      now.names.push_back(node);
    }
    return now;
  }
};

CsrGraph start_graph(int round, Rng& rng) {
  if (round % 3 != 0) return test::random_graph(1 + rng.below(70), 5 + rng.below(60), rng.percent(50) ? 4 : 1000, rng);
  const MoveGrid grid =
      test::moves_on(test::random_map(rng.between(3, 20), rng.between(3, 20), 30, rng.below(1u << 30)));
  return test::cell_graph(grid);
}

}  // namespace

TEST_CASE("hierarchies and labels made from those before equal new ones, whatever came and went") {
  Rng rng(91);
  size_t edits = 0, whole = 0, taken = 0, all = 0;
  for (int round = 0; round < 120; ++round) {
    CAPTURE(round);
    ChangingGraph changing(start_graph(round, rng));
    std::vector<uint32_t> old_names;
    Cch cch;
    Labels labels;
    {
      const ChangingGraph::PresentGraph now = changing.now(rng);
      cch.build(now.graph, now.order);
      cch.customise(now.graph);
      labels.build(cch);
      old_names = now.names;
    }
    for (int edit = 0; edit < 40; ++edit, ++edits) {
      CAPTURE(edit);
      changing.edit(rng, 4);
      const ChangingGraph::PresentGraph now = changing.now(rng);
      std::vector<uint32_t> old_ranks(now.names.size(), kNoRank);
      uint32_t next = 0;  // a node that came back at another place is a new one
      for (uint32_t rank = 0; rank < now.names.size(); ++rank) {
        const auto at = std::ranges::find(old_names, now.names[rank]);
        const auto old = static_cast<uint32_t>(at - old_names.begin());
        if (at == old_names.end() || old < next) continue;
        old_ranks[rank] = old;
        next = old + 1;
      }
      Cch renewed, fresh;
      const Cch::RebuildResult renewal = renewed.renew(cch, now.graph, now.order, old_ranks);
      fresh.build(now.graph, now.order);
      fresh.customise(now.graph);
      REQUIRE(renewed == fresh);
      auto of_fresh = test::built<Labels>(fresh);
      if (renewal.whole) {
        ++whole;
      } else {
        REQUIRE(std::ranges::is_sorted(renewal.lower_ends));
        Labels of_renewed;
        taken += fresh.node_count() - of_renewed.renew(labels, cch, renewed, old_ranks, renewal.lower_ends).recomputed;
        all += fresh.node_count();
        REQUIRE(of_renewed == of_fresh);
      }
      cch = std::move(renewed);
      labels = std::move(of_fresh);
      old_names = now.names;
    }
  }
  MESSAGE(edits, " edits, ", whole, " too large for it, ", 100 * taken / all, " % of the labels taken over");
  CHECK(edits > 4000);
  CHECK(whole > 10);
  CHECK(whole < edits / 2);
  CHECK(taken > all / 4);
}

TEST_CASE("a hierarchy that nothing has changed is taken over as it is, and one of another graph is made anew") {
  Rng rng(92);
  for (int round = 0; round < 30; ++round) {
    CAPTURE(round);
    const CsrGraph graph = start_graph(round, rng);
    const std::vector<uint32_t> order = nested_order(graph);
    Cch cch, renewed;
    cch.build(graph, order);
    cch.customise(graph);
    Labels labels, same;
    labels.build(cch);
    std::vector<uint32_t> ranks(graph.node_count());
    for (uint32_t rank = 0; rank < ranks.size(); ++rank) ranks[rank] = rank;
    const Cch::RebuildResult renewal = renewed.renew(cch, graph, order, ranks);
    CHECK(!renewal.whole);
    CHECK(renewal.recomputed == 0);
    CHECK(renewal.lower_ends.empty());
    REQUIRE(renewed == cch);
    CHECK(same.renew(labels, cch, renewed, ranks, renewal.lower_ends).recomputed == 0);
    REQUIRE(same == labels);
    // No node is left of the graph before.
    const CsrGraph other = start_graph(round + 1, rng);
    Cch anew, fresh;
    anew.renew(cch, other, nested_order(other), std::vector<uint32_t>(other.node_count(), kNoRank));
    fresh.build(other, nested_order(other));
    fresh.customise(other);
    REQUIRE(anew == fresh);
  }
}

TEST_CASE("a cancel ends the work on a hierarchy and on labels that follow others") {
  // Nothing is as it was before, so that all of it would have to be done.
  Rng rng(93);
  const CsrGraph graph = test::random_graph(3000, 50, 9, rng);
  const std::vector<uint32_t> order = nested_order(graph);
  Cch cch, renewed;
  cch.build(graph, order);
  cch.customise(graph);
  const std::vector<uint32_t> new_nodes(graph.node_count(), kNoRank);
  Labels labels, followed;
  labels.build(cch);
  CHECK(renewed.renew(cch, graph, order, new_nodes).whole);
  CHECK(followed.renew(labels, cch, cch, new_nodes, {}).recomputed == graph.node_count());
  JobControl control;
  control.cancel();
  const Cch::RebuildResult renewal = renewed.renew(cch, graph, order, new_nodes, &control);
  CHECK(!renewal.whole);
  CHECK(renewal.recomputed == 0);
  CHECK(followed.renew(labels, cch, cch, new_nodes, {}, &control).recomputed < graph.node_count() / 2);
}
