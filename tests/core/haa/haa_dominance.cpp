// Which edges of HAA* are dominated.
#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include "tests/core/haa/haa_setting.hpp"

using namespace strata;
using namespace strata::test;

TEST_CASE("strong dominance keeps the edges that are of use to someone") {
  // Over open ground nobody needs the edge that asks for more terrains.
  HaaOptions options{.cluster_size = 4,
                     .max_size = 1,
                     .capabilities = {Capability(0b1111), Capability::walker()},
                     .keep_dominated = true};
  const HaaSetting open(GridMap(8, 4), {}, options);
  CHECK(open.haa.inter_edges() == std::vector<HaaEdge>{{11, 12, 816, Capability::walker(), 1, false, false},
                                                       {11, 12, 816, Capability(0b1111), 1, true, false}});
  CHECK(open.haa.intra_edges().empty());
  CHECK(open.haa.counts(HaaQuality::kInitial).inter_edges == 2);
  CHECK(open.haa.counts(HaaQuality::kHigh).inter_edges == 1);
  options.keep_dominated = false;
  const HaaSetting pruned(GridMap(8, 4), {}, options);
  CHECK(pruned.haa.inter_edges() == std::vector<HaaEdge>{{11, 12, 816, Capability::walker(), 1, false, false}});

  // The path through the pond is shorter, the one around it is open to all agents: both edges are kept. The path past
  // the tree has no advantage.
  options.cluster_size = 3;
  options.keep_dominated = true;
  options.capabilities = {Capability::walker(), Capability(0b0111), Capability(0b1011)};
  const HaaSetting pond(map_from_text("@@@...@@@\n"
                                      "....W....\n"
                                      "@@@@@@@@@\n"),
                        {}, options);
  CHECK(pond.haa.intra_edges() == std::vector<HaaEdge>{{12, 14, 4 * 816, Capability::walker(), 1, false, false},
                                                       {12, 14, 2 * 816, Capability(0b0111), 1, false, false},
                                                       {12, 14, 4 * 816, Capability(0b1011), 1, true, false}});

  // The narrow way is shorter for one cell; a large agent has to go around.
  options.cluster_size = 6;
  options.max_size = 2;
  options.capabilities = {Capability::walker()};
  const HaaSetting narrow(map_from_text("@@@@@@......@@@@@@\n"
                                        "@@@@@@......@@@@@@\n"
                                        "@@@@@@..@@..@@@@@@\n"
                                        "..................\n"
                                        "........@@........\n"
                                        "@@@@@@@@@@@@@@@@@@\n"),
                          {}, options);
  CHECK(narrow.haa.intra_edges() == std::vector<HaaEdge>{{60, 65, 5 * 816, Capability::walker(), 1, false, false},
                                                         {60, 65, 11 * 816, Capability::walker(), 2, false, false}});
}

TEST_CASE("weak dominance keeps one of several ways between the same parts of two clusters") {
  HaaOptions options{.cluster_size = 4, .max_size = 1};
  const auto inter = [&](std::string_view rows, int max_size) {
    options.max_size = max_size;
    return HaaSetting(map_from_text(rows), {}, options);
  };
  // Either entrance does: the first stays. The nodes of the other go, and what leads to them.
  const HaaSetting equal = inter(
      "........\n"
      "........\n"
      "...@....\n"
      "........\n",
      1);
  CHECK(equal.haa.inter_edges() == std::vector<HaaEdge>{{3, 4, 816, Capability::walker(), 1, false, false},
                                                        {27, 28, 816, Capability::walker(), 1, false, true}});
  for (const HaaEdge& edge : equal.haa.intra_edges()) CHECK(edge.weakly_dominated);
  CHECK(equal.haa.nodes().size() == 4);
  for (const HaaNode& node : equal.haa.nodes()) CHECK(node.in_low == (node.cell < 8));
  CHECK(equal.haa.counts(HaaQuality::kHigh).intra_edges == 2);
  CHECK(equal.haa.counts(HaaQuality::kLow).intra_edges == 0);
  CHECK(equal.haa.counts(HaaQuality::kLow).nodes == 2);

  // On the right they lead to different parts: both stay.
  const HaaSetting apart = inter(
      "........\n"
      "........\n"
      "...@@@@@\n"
      "........\n",
      1);
  CHECK(low_ones(apart.haa.inter_edges()).size() == 2);
  CHECK(apart.haa.counts(HaaQuality::kLow).nodes == 4);

  // The wide entrance stands for the narrow one, wherever it lies, but not the other way round.
  for (const bool wide_above : {true, false}) {
    const HaaSetting wide =
        inter(wide_above ? "........\n........\n...@....\n........\n" : "........\n...@....\n........\n........\n", 2);
    const std::vector<HaaEdge> edges = wide.haa.inter_edges();
    REQUIRE(edges.size() == 2);
    for (const HaaEdge& edge : edges) {
      CHECK(edge.weakly_dominated == (edge.clearance == 1));
      CHECK(edge.clearance == ((edge.from < 8) == wide_above ? 2 : 1));
    }
  }

  // A large agent cannot pass between the two entrances. Both are kept for it, though one would do for
  // everybody else.
  const HaaSetting wall = inter(
      "........\n"
      "........\n"
      "...@.@..\n"
      "........\n",
      2);
  CHECK(low_ones(wall.haa.inter_edges()).size() == 1);
  options.cluster_size = 6;
  const HaaSetting twice = inter(
      "............\n"
      "............\n"
      ".....@.@.@.@\n"
      ".....@@.@...\n"
      "............\n"
      "............\n",
      2);
  const std::vector<HaaEdge> both = low_ones(twice.haa.inter_edges());
  REQUIRE(both.size() == 2);
  CHECK(both[0].clearance == 2);
  CHECK(both[1].clearance == 2);
}
