// One cluster of HPA* alone, costs on its edges and widths of entrances: what is drawn is what HPA* holds.
#include "app/features/hpa/hpa_cluster.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "app/features/hpa/hpa.hpp"
#include "app/lab/gestures.hpp"
#include "app/lab/lab.hpp"
#include "core/world/map_hpa.hpp"
#include "tests/overlay_support.hpp"

using namespace strata;
using namespace strata::test;

namespace {

std::vector<std::string> texts(const Overlay& overlay) {
  std::vector<std::string> all;
  for (const DrawLabel& label : overlay.labels) all.emplace_back(label.text);
  std::sort(all.begin(), all.end());
  return all;
}

}  // namespace

TEST_CASE("one cluster alone has the lines of its own intra-edges, on every level, and follows edits") {
  LabInView lab(900, 900);
  OverlayBuilder builder;
  run(lab, "view.fit");
  const auto check = [&](Cell cell) {
    lab.finish_updates();
    const Hpa& hpa = lab.world().get<MapHpa>().hpa();
    for (const int level : {1, 2}) {
      run(lab, fmt::format("view.level 1 {}", level));
      std::vector<HpaEdge> edges;
      hpa.append_intra_edges(hpa.clusters(level).cluster_of(cell), edges, level);
      const auto shown = only(lab, builder, kIntraEdgeLayer);
      CHECK(edges_of(shown.lines) == edges.size());
      const Rect own = hpa.clusters(level).rect(hpa.clusters(level).cluster_of(cell));
      for (const DrawLine& line : shown.lines) {
        CHECK(own.contains({static_cast<int>(line.x0), static_cast<int>(line.y0)}));
        CHECK(own.contains({static_cast<int>(line.x1), static_cast<int>(line.y1)}));
      }
      holds(lab, fmt::format("hpa.only.level.{}.intra_edges == {}", level, edges.size()));
    }
  };
  run(lab, "hpa.only 12 8");
  check({12, 8});
  run(lab, "paint.stroke brush blocked 1 round 12,8");
  check({12, 8});
  run(lab, "edit.undo");
  check({12, 8});
  // All clusters come back.
  run(lab, {"hpa.only off", "view.level 1 1"});
  CHECK(only(lab, builder, kIntraEdgeLayer).lines.size() == lab.world().get<MapHpa>().hpa().counts(1).intra_edges);
  holds(lab, "hpa.only.on == false");
  // A refused command changes nothing, and another map has no picked cluster.
  run(lab, "hpa.only 12 8 alone");
  for (const char* wrong : {"hpa.only 12", "hpa.only 12 800", "hpa.only 12 8 all", "hpa.only off alone"}) {
    CHECK_FALSE(lab.execute(wrong));
    holds(lab, "hpa.only.alone == true");
  }
  run(lab, "map.new 20 20");
  holds(lab, "hpa.only.on == false");
}

TEST_CASE("an edge of a cluster alone that passes over another node is bent, and its cost stands on its own line") {
  LabInView lab(900, 900);
  OverlayBuilder builder;
  // Three transitions on the left border of a cluster: the edge between the outer ones passes over the middle one.
  run_settled(lab, {"map.new 20 20", "query.clear", "hpa.levels 1", "hpa.cluster_size 10",
                    "paint.rectangle 9 0 9 9 filled blocked", "paint.rectangle 9 1 9 1 filled ground",
                    "paint.rectangle 9 4 9 4 filled ground", "paint.rectangle 9 8 9 8 filled ground", "view.level 1 1",
                    "hpa.only 12 5 alone", "view.center 15 5 60"});
  const Hpa& hpa = lab.world().get<MapHpa>().hpa();
  const GridMap& map = lab.world().map();
  std::vector<HpaEdge> edges;
  hpa.append_intra_edges(hpa.clusters(1).cluster_of({12, 5}), edges, 1);
  const auto outer = std::ranges::find_if(edges, [&](const HpaEdge& edge) {
    const Cell from = map.cell(edge.from), to = map.cell(edge.to);
    return from.x == 10 && to.x == 10 && std::abs(from.y - to.y) == 7;
  });
  REQUIRE(outer != edges.end());
  const std::vector<DrawLine> lines = only(lab, builder, kIntraEdgeLayer).lines;
  CHECK(edges_of(lines) == edges.size());
  // No piece of a line crosses the node in the middle, but for those that begin or end there.
  const auto at_node = [](float x, float y) { return x == 10.5f && y == 4.5f; };
  size_t bent = 0;
  for (const DrawLine& line : lines) {
    bent += line.before > 0;
    if (at_node(line.x0, line.y0) || at_node(line.x1, line.y1)) continue;
    const bool along = line.x0 == 10.5f && line.x1 == 10.5f;
    CHECK_FALSE((along && std::min(line.y0, line.y1) < 4.5f && std::max(line.y0, line.y1) > 4.5f));
  }
  CHECK(bent > 0);
  // The costs of the three edges along the border stand at places of their own, that of the outer one beside the
  // border.
  run(lab, "layer intra-costs on");
  const Overlay& overlay = test::draw(builder, lab);
  const std::string cost = fmt::format("{:.2f}", outer->cost / static_cast<double>(cost_unit(lab.world())));
  const bool beside = std::ranges::any_of(
      overlay.labels, [&](const DrawLabel& label) { return cost == label.text && label.x > 10.7f && label.x < 12.5f; });
  CHECK(beside);
}

TEST_CASE("a veil lies over all cells but those of the cluster that is shown alone") {
  LabInView lab(900, 900);
  OverlayBuilder builder;
  run_settled(lab, {"view.fit", "view.level 1 1", "hpa.only 12 8 alone"});
  const GridMap& map = lab.world().map();
  const ClusterGrid& clusters = lab.world().get<MapHpa>().hpa().clusters(1);
  const std::vector<Rgba> colors = test::colors_of(only(lab, builder, kIntraEdgeLayer), map);
  for (int y = 0; y < map.height(); ++y) {
    for (int x = 0; x < map.width(); ++x) {
      CHECK((colors[map.id({x, y})] == 0) == (clusters.cluster_of({x, y}) == clusters.cluster_of({12, 8})));
    }
  }
}

TEST_CASE("texts say what intra-edges cost and how wide entrances are") {
  LabInView lab(3000, 3000);
  OverlayBuilder builder;
  run_settled(lab, {"view.fit", "hpa.cluster_size 10", "hpa.only 12 8", "layer all off", "layer intra-costs on",
                    "view.level 1 1"});
  const Hpa& hpa = lab.world().get<MapHpa>().hpa();
  std::vector<HpaEdge> edges;
  hpa.append_intra_edges(hpa.clusters(1).cluster_of({12, 8}), edges, 1);
  std::vector<std::string> expected;
  for (const HpaEdge& edge : edges)
    expected.push_back(fmt::format("{:.2f}", edge.cost / static_cast<double>(cost_unit(lab.world()))));
  std::sort(expected.begin(), expected.end());
  REQUIRE(expected.size() > 4);
  CHECK(texts(test::draw(builder, lab)) == expected);
  // No two texts lie on each other, in letters of either size.
  const Camera& camera = lab.state().camera;
  for (const int scale : {1, 2}) {
    run(lab, fmt::format("ui.scale {}", scale));
    const std::vector<DrawLabel> labels = test::draw(builder, lab).labels;
    CHECK(labels.size() > 4);
    for (size_t i = 0; i < labels.size(); ++i) {
      for (size_t j = 0; j < i; ++j) {
        const double dx = std::abs(camera.screen_x(labels[i].x) - camera.screen_x(labels[j].x));
        const double dy = std::abs(camera.screen_y(labels[i].y) - camera.screen_y(labels[j].y));
        CHECK((dx > 30 * scale || dy > 12 * scale));
      }
    }
  }
  run(lab, "ui.scale 1");
  // Widths, by a walk along the borders of clusters.
  run(lab, {"layer intra-costs off", "layer entrance-widths on"});
  const MoveGrid& moves = lab.world().moves();
  const GridMap& map = lab.world().map();
  expected.clear();
  for (const bool across : {false, true}) {
    for (int border = 10; border < 40; border += 10) {
      for (int begin = 0; begin < 40; begin += 10) {
        int run_length = 0;
        const auto end_run = [&] {
          if (run_length > 0) expected.push_back(fmt::format("{}", run_length));
          run_length = 0;
        };
        for (int t = begin; t < begin + 10; ++t) {
          const Cell a = across ? Cell{t, border - 1} : Cell{border - 1, t};
          const Cell b = across ? Cell{t, border} : Cell{border, t};
          if (moves.passable(map.id(a)) && moves.passable(map.id(b))) {
            ++run_length;
          } else {
            end_run();
          }
        }
        end_run();
      }
    }
  }
  std::sort(expected.begin(), expected.end());
  CHECK(texts(test::draw(builder, lab)) == expected);
  run(lab, "view.center 12 8 2");
  test::draw(builder, lab);
  CHECK(lab.state().layer(kEntranceWidthLayer).note == "zoom in to read the widths");
}
