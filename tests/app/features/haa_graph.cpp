// The three graphs of HAA*, its entrances and its dominated edges: what is drawn is what HAA* holds.
#include "app/features/haa/haa_graph.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <tuple>
#include <vector>

#include "app/features/haa/haa.hpp"
#include "app/lab/gestures.hpp"
#include "app/lab/lab.hpp"
#include "core/world/map_haa.hpp"
#include "tests/overlay_support.hpp"

using namespace strata;
using namespace strata::test;

namespace {

// A lake that crosses the border of two clusters, with agents that walk, swim and do both.
void open_lake(Lab& lab) {
  run_settled(lab, {"map.new 20 20", "paint.rectangle 6 3 14 7 filled water",
                    "paint.rectangle 2 12 17 13 filled blocked", "paint.rectangle 8 12 11 12 filled ground",
                    "haa.capabilities ground;water;ground,water", "haa.sizes 2", "haa on", "query.clear", "view.fit"});
}

}  // namespace

TEST_CASE("the initial, the high and the low graph of HAA* are drawn with as many edges and nodes as they have") {
  LabInView lab(1200, 1200);
  OverlayBuilder builder;
  open_lake(lab);
  size_t least = SIZE_MAX;
  for (const HaaQuality quality : {HaaQuality::kInitial, HaaQuality::kHigh, HaaQuality::kLow}) {
    run_settled(lab, fmt::format("haa.graph {}", haa_quality_name(quality)));
    const HaaCounts counts = lab.world().get<MapHaa>().haa().counts(quality);
    const auto inter = only(lab, builder, kHaaInterLayer);
    CHECK(edges_of(inter.lines) == counts.inter_edges);
    CHECK(inter.markers.size() == counts.nodes);
    CHECK(edges_of(only(lab, builder, kHaaIntraLayer).lines) == counts.intra_edges);
    const size_t all = counts.inter_edges + counts.intra_edges;
    CHECK(all < least);
    least = all;
    holds(lab, fmt::format("haa.graph == {}", haa_quality_name(quality)));
  }
  // As the planner: the graph that it searches.
  run(lab, "haa.graph planner");
  const Haa& haa = lab.world().get<MapHaa>().haa();
  for (const auto& [planner, quality] : {std::pair{"haa-low", HaaQuality::kLow}, {"haa-high", HaaQuality::kHigh}}) {
    run_settled(lab, fmt::format("planner.trace {}", planner));
    CHECK(edges_of(only(lab, builder, kHaaIntraLayer).lines) == haa.counts(quality).intra_edges);
  }
  CHECK_FALSE(lab.execute("haa.graph middle"));
  holds(lab, "haa.graph == planner");
}

TEST_CASE("every edge of HAA* is drawn from one of its nodes to the other, also where several lie side by side") {
  LabInView lab(1200, 1200);
  OverlayBuilder builder;
  open_lake(lab);
  run_settled(lab, "haa.graph initial");
  const Haa& haa = lab.world().get<MapHaa>().haa();
  const auto is_node = [&](float x, float y) {
    return std::ranges::any_of(haa.nodes(), [&](const HaaNode& node) {
      return std::abs(x - static_cast<float>(node.x) - 0.5f) < 1e-4f &&
             std::abs(y - static_cast<float>(node.y) - 0.5f) < 1e-4f;
    });
  };
  size_t bent = 0;
  for (const FeatureLayer* layer : {&kHaaInterLayer, &kHaaIntraLayer}) {
    const std::vector<DrawLine> lines = only(lab, builder, *layer).lines;
    REQUIRE_FALSE(lines.empty());
    for (size_t i = 0; i < lines.size(); ++i) {
      CAPTURE(i);
      const DrawLine& line = lines[i];
      const bool ends = i + 1 == lines.size() || lines[i + 1].before == 0;
      if (line.before == 0) CHECK(is_node(line.x0, line.y0));
      if (ends) CHECK(is_node(line.x1, line.y1));
      if (ends) continue;
      ++bent;
      // The next piece begins where this one ends, and so do its dashes.
      const DrawLine& next = lines[i + 1];
      CHECK(next.x0 == line.x1);
      CHECK(next.y0 == line.y1);
      CHECK(next.before == doctest::Approx(line.before + std::hypot(line.x1 - line.x0, line.y1 - line.y0)));
    }
  }
  CHECK(bent > 0);
}

TEST_CASE("entrances of HAA* are drawn for each capability, as long as its cells on both sides are free") {
  LabInView lab(1200, 1200);
  OverlayBuilder builder;
  open_lake(lab);
  const MapHaa& haa = lab.world().get<MapHaa>();
  const GridMap& map = lab.world().map();
  const auto shown = only(lab, builder, kHaaEntranceLayer);
  size_t expected = 0, bars = 0;
  const size_t kinds = haa.haa().options().capabilities.size();  // with that of the agent
  for (size_t kind = 0; kind < kinds; ++kind) {
    const Capability capability = haa.haa().options().capabilities[kind];
    const Rgba color = capability_style(kind).color & 0xffffffu;
    double length = 0, drawn = 0;
    for (int size = 1; size <= 2; ++size) {
      const auto fits = [&](int x, int y) {
        for (int dy = 0; dy < size; ++dy) {
          for (int dx = 0; dx < size; ++dx) {
            const Cell at{x + dx, y + dy};
            if (!map.contains(at) || !capability.has(map.terrain(at))) return false;
          }
        }
        return true;
      };
      for (int t = 0; t < 20; ++t) {
        length += fits(9, t) && fits(10, t);
        length += fits(t, 9) && fits(t, 10);
      }
    }
    for (const DrawRect& rect : shown.rects) {
      if ((rect.color & 0xffffffu) != color) continue;
      drawn += std::max(rect.x1 - rect.x0, rect.y1 - rect.y0);
      ++bars;
    }
    CHECK(drawn == doctest::Approx(length));
    expected += length > 0;
  }
  CHECK(expected == kinds);
  CHECK(bars == shown.rects.size());
}

TEST_CASE("a dominated edge names the edge that serves all its agents, and no other edge is said to") {
  Lab lab;
  open_lake(lab);
  run_settled(lab, "haa.graph initial");
  const Haa& haa = lab.world().get<MapHaa>().haa();
  std::vector<HaaEdge> edges = haa.inter_edges();
  const std::vector<HaaEdge> intra = haa.intra_edges();
  edges.insert(edges.end(), intra.begin(), intra.end());
  size_t strong = 0, weak = 0, lost = 0;
  for (const HaaEdge& edge : edges) {
    const HaaDominatingEdge dominator = dominator_of(haa, edge);
    const std::string text = dominance_text(edge, dominator, lab.world().map().width());
    if (edge.strongly_dominated) {
      REQUIRE(dominator.by);
      CHECK(std::tuple(dominator.by->from, dominator.by->to, dominator.by->cost) ==
            std::tuple(edge.from, edge.to, edge.cost));
      CHECK(dominator.by->clearance >= edge.clearance);
      CHECK(edge.capability.includes(dominator.by->capability));
      CHECK_FALSE(dominator.by->strongly_dominated);
      CHECK(text.starts_with("Strongly dominated by"));
      ++strong;
    } else if (dominator.end_lost) {
      const auto in_low = [&](CellId cell) { return haa.nodes()[static_cast<size_t>(haa.node_at(cell))].in_low; };
      CHECK((!in_low(edge.from) || !in_low(edge.to)));
      ++lost;
    } else if (edge.weakly_dominated) {
      REQUIRE(dominator.by);
      // The path by which the most demanding of its agents gets across.
      CellId at = edge.from;
      for (const std::optional<HaaEdge>& step : {dominator.before, dominator.by, dominator.after}) {
        if (!step) continue;
        CHECK((step->from == at || step->to == at));
        at = step->from == at ? step->to : step->from;
        CHECK(step->clearance >= edge.clearance);
        CHECK(edge.capability.includes(step->capability));
      }
      CHECK(at == edge.to);
      CHECK_FALSE(dominator.by->weakly_dominated);
      ++weak;
    } else {
      CHECK_FALSE(dominator.by);
      CHECK(text.empty());
    }
  }
  CHECK(strong > 0);
  CHECK(weak > 0);
  CHECK(lost > 0);
  // The inspector has the same, and names the edges that the map names.
  for (const HaaNode& node : haa.nodes()) {
    run_settled(lab, fmt::format("inspect {} {}", static_cast<int>(node.x), static_cast<int>(node.y)));
    const std::vector<HaaEdge>& own = haa_controller(lab).inspected().edges;
    REQUIRE(haa_graph_controller(lab).dominators().size() == own.size());
    for (size_t i = 0; i < own.size(); ++i) {
      CHECK(haa_edge_name(lab, own[i]).starts_with(fmt::format("E{}", i + 1)));
      const std::string& reason = haa_graph_controller(lab).reasons()[i];
      CHECK(reason.empty() != (own[i].strongly_dominated || own[i].weakly_dominated));
    }
  }
}

TEST_CASE("no cross of a dominated edge lies on a node of its cluster") {
  LabInView lab(1200, 1200);
  OverlayBuilder builder;
  run_settled(lab,
              {"map.generate forest 30 30 4", "haa.cluster_size 5", "haa.sizes 3",
               "haa.capabilities ground;trees;ground,trees", "haa.dominated on", "haa on", "query.clear", "view.fit"});
  const Haa& haa = lab.world().get<MapHaa>().haa();
  const auto crosses = only(lab, builder, kHaaDominatedLayer).markers;
  REQUIRE(crosses.size() > 50);
  size_t on_nodes = 0;
  for (const DrawMarker& cross : crosses) {
    for (const HaaNode& node : haa.nodes()) {
      on_nodes +=
          std::hypot(cross.x - static_cast<float>(node.x) - 0.5f, cross.y - static_cast<float>(node.y) - 0.5f) < 0.2f;
    }
  }
  CHECK(on_nodes == 0);
}
