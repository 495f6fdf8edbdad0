// What overlays read of hub labels: the same, whether all nodes have stored labels or only the upper part of the
// elimination tree has any.
#include "core/world/labels_view.hpp"

#include <doctest/doctest.h>

#include "core/search/workspace.hpp"
#include "core/world/map_labels.hpp"
#include "tests/support.hpp"

using namespace strata;

TEST_CASE("the tree of labels and the meeting of two cells are the same, however many nodes have stored labels") {
  Workspace workspace;
  size_t meetings = 0;
  for (uint64_t seed = 1; seed <= 4; ++seed) {
    CAPTURE(seed);
    Rng rng(seed);
    const ChGraph graph = seed % 2 == 0 ? ChGraph::kCorners : ChGraph::kCells;
    const auto with_labels = [&](size_t full_label_bytes) {
      World world(test::random_rooms(50, 40, 7, seed));
      world.set<MapLabels>(LabelsOptions{.graph = graph, .full_label_bytes = full_label_bytes});
      world.finish_updates();
      return world;
    };
    const World full = with_labels(size_t{1} << 26), partial = with_labels(seed < 3 ? 0 : 6000);
    REQUIRE(partial.ready(StructureId::kLabels));
    REQUIRE(full.get<MapLabels>().hierarchy().graph()->labels().bottom() == 0);
    REQUIRE(partial.get<MapLabels>().hierarchy().graph()->labels().bottom() > 0);
    const LabelTree tree = label_tree(full), other = label_tree(partial);
    REQUIRE(tree.nodes.size() == label_nodes(partial));
    CHECK(tree.height == other.height);
    CHECK(tree.members == other.members);
    for (int i = 0; i < 100; ++i) {
      const PlanQuery query{test::random_cell(full.map(), rng), test::random_cell(full.map(), rng)};
      const LabelMeeting one = label_meeting(full, query, workspace), two = label_meeting(partial, query, workspace);
      REQUIRE(one.read == two.read);
      REQUIRE(one.hub == two.hub);
      REQUIRE(one.cost == two.cost);
      REQUIRE(one.there == two.there);
      REQUIRE(one.both == two.both);
      meetings += one.hub != kNoCell;
    }
  }
  CHECK(meetings > 50);
}
