// Hierarchies by altitude, and the terms of the priority of contracted nodes.
#include "app/features/ch/ch_altitude.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "app/features/ch/ch.hpp"
#include "app/features/ch/hierarchy_controller.hpp"
#include "app/lab/gestures.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/query_thread.hpp"
#include "app/playback/playback.hpp"
#include "tests/overlay_support.hpp"
#include "tests/source_path.hpp"

using namespace strata;
using namespace strata::test;

TEST_CASE("the weighted terms of every contracted node are the priority by which it was chosen") {
  for (const auto& [order, coefficients] : {std::pair{"large", kChLarge}, {"small", kChSmall}}) {
    Lab lab;
    CAPTURE(std::string(order));
    run(lab, {"map.generate rooms 48 48 5", "sectors on", "sectors.size 8", "ch.graph sectors"});
    run(lab, fmt::format("ch.order {}", order));
    run_settled(lab, "ch on");
    run_settled(lab, "ch.contract");
    const std::vector<SearchEvent>& events = lab.trace().events();
    const std::vector<ContractionTerms> terms =
        read_contraction_terms(hierarchy_controller(lab).contracted_graph(), events);
    const auto& contracted = lab.playback().outline().contracted;
    REQUIRE(terms.size() == contracted.size());
    REQUIRE(terms.size() > 30);
    size_t above = 0, deep = 0;
    for (size_t i = 0; i < terms.size(); ++i) {
      const int64_t priority = terms[i].priority(coefficients);
      CHECK(contracted_priority(events[contracted[i]]) == priority);
      above += priority > 0;
      deep += terms[i].depth > 0;
      CHECK(hierarchy_controller(lab).contracted_graph().cells[terms[i].node] == events[contracted[i]].node);
    }
    CHECK(above > (coefficients.edge_difference > 0 ? 10 : 0));
    CHECK(deep > 10);
    // At the cursor, those of the last node.
    run_settled(lab, fmt::format("step.to {}", contracted[20] + 1));
    holds(lab, fmt::format("contraction_terms.edge_difference == {}", terms[20].edge_difference));
    holds(lab, fmt::format("contraction_terms.originals == {}", terms[20].originals));
    holds(lab, fmt::format("contraction_terms.depth == {}", terms[20].depth));
    holds(lab, fmt::format("contraction_terms.contracted_neighbours == {}", terms[20].neighbours));
    run(lab, "ch.contract off");
    holds(lab, "contraction_terms missing");
  }
}

TEST_CASE("nodes are lifted in the order of their ranks, and every arc of the hierarchy leads up") {
  LabInView lab(1200, 1200);
  OverlayBuilder builder;
  run(lab, test::open_line(test::source_path("assets/graphs/line-every-second.graph"), "graph.open"));
  run_settled(lab, {"ch.graph drawn", "ch.order own", "ch on", "query.clear"});
  run(lab, "view.fit");
  const HierarchyPicture& picture = hierarchy_controller(lab).picture(StructureId::kCh);
  REQUIRE(picture.nodes().size() == 17);
  const auto shown = only(lab, builder, kAltitudeLayer);
  // One white and one coloured disc for each node, from the least important one up.
  REQUIRE(shown.markers.size() == 2 * picture.nodes().size());
  std::map<uint32_t, float> height;  // by cell
  for (size_t place = 0; place < picture.nodes().size(); ++place) {
    const Cell cell = lab.world().map().cell(picture.nodes()[place].cell);
    const DrawMarker& marker = shown.markers[2 * place + 1];
    CHECK(static_cast<int>(marker.x) == cell.x);
    height[picture.nodes()[place].cell] = static_cast<float>(cell.y) + 0.5f - marker.y;
    if (place > 0) CHECK(height[picture.nodes()[place].cell] > height[picture.nodes()[place - 1].cell]);
  }
  for (const HierarchyArc& arc : picture.arcs()) CHECK(height[arc.lower] < height[arc.upper]);
  size_t shortcuts = 0, dashed = 0;
  for (const HierarchyArc& arc : picture.arcs()) shortcuts += arc.middle != kNoCell;
  for (const DrawLine& line : shown.lines) dashed += line.dash == 6;
  CHECK(dashed == shortcuts);
  CHECK(shown.lines.size() == 2 * picture.arcs().size() + picture.nodes().size());
  std::vector<std::string> ranks, expected;
  for (const DrawLabel& label : test::draw(builder, lab).labels) ranks.emplace_back(label.text);
  for (int rank = 1; rank <= 17; ++rank) expected.push_back(fmt::format("{}", rank));
  std::sort(ranks.begin(), ranks.end());
  std::sort(expected.begin(), expected.end());
  CHECK(ranks == expected);
  run_settled(lab, "ch off");
  CHECK(only(lab, builder, kAltitudeLayer).size() == 0);
  CHECK(lab.state().layer(kAltitudeLayer).note.empty());
}

TEST_CASE("at the beginning of a contraction whose future is hidden the whole graph is drawn") {
  Lab lab;
  for (const char* line : {"map.new 21 13 force", "graph.node 3,6", "graph.node 9,2", "graph.node 15,6",
                           "graph.edge 3,6 9,2 2", "graph.edge 9,2 15,6 2", "ch.graph drawn", "ch.order own", "ch on",
                           "ch.contract on", "layer all off", "layer search on", "step.first"}) {
    CAPTURE(line);
    test::run(lab, line);
  }
  lab.finish_updates();
  const auto count = [&] {
    OverlayBuilder builder;
    const test::Drawn all = test::drawn(test::draw(builder, lab));
    return std::pair(all.lines.size(), all.markers.size());
  };
  const auto open = count();
  CHECK(open.first >= 2);
  CHECK(open.second >= 3);
  test::run(lab, "predict.hide future");
  CHECK(count() == open);
}
