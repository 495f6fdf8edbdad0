// Sectors in the lab, what the overlays show of them, and their search in steps.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "app/features/sectors/sectors.hpp"
#include "app/lab/gestures.hpp"
#include "app/lab/inspector.hpp"
#include "app/lab/lab.hpp"
#include "app/playback/playback.hpp"
#include "core/search/path.hpp"
#include "tests/draw_support.hpp"
#include "tests/overlay_support.hpp"

using namespace strata;
using namespace strata::test;

TEST_CASE("options of sectors are checked, and built at once") {
  Lab lab;
  lab.finish_updates();
  run(lab, {"sectors.size 8", "sectors on"});
  holds(lab, {"sectors.size == 8", "sectors.level.1.sectors == 25"});
  CHECK(failure(lab, "sectors.second 8").find("larger than those of the first") != std::string::npos);
  CHECK(failure(lab, "sectors.size 3").find("4 to 64") != std::string::npos);
  CHECK(failure(lab, "sectors.second 513").find("0, or a whole number from 5 to 512") != std::string::npos);
  CHECK(failure(lab, "sectors.landmarks 65").find("0 to 64") != std::string::npos);
  CHECK_FALSE(on(lab, kSecondSectorLayer));
  run(lab, "sectors.second 20");
  CHECK(on(lab, kSecondSectorLayer));
  holds(lab, "sectors.level.2.sectors == 4");
  CHECK(lab.world().get<MapSectors>().sectors().levels() == 2);
  CHECK(failure(lab, "sectors.size 20").find("larger") != std::string::npos);
  holds(lab, "sectors.size == 8");
  run(lab, "sectors.second 0");
  CHECK_FALSE(on(lab, kSecondSectorLayer));
  holds(lab, "sectors.level.2 missing");
  run(lab, "sectors.improve toggle");
  holds(lab, "sectors.improve == true");
  CHECK(lab.world().get<MapSectors>().sectors().options().improve_centres);
}

TEST_CASE("edges that sectors refine in pieces are under way together and done together") {
  Lab lab;
  run(lab, {"map.generate cave 160 120 5", "sectors.size 8", "sectors on", "planner.trace sectors"});
  for (const uint32_t segment : {1u, 2u, 5u}) {
    CAPTURE(segment);
    run_settled(lab, fmt::format("plan.segment {}", segment));
    const Playback& playback = lab.playback();
    REQUIRE(playback.outline().top_level == 1);
    run(lab, "step.first");
    std::vector<PathEdge> edges;
    size_t refined = 0, pieces = 0;
    bool under_way = false;
    for (size_t cursor = 0; cursor < playback.size(); ++cursor) {
      run(lab, "step.forward");
      playback.path_edges(1, edges);
      const auto count = [&](bool PathEdge::*is) {
        return static_cast<size_t>(std::count_if(edges.begin(), edges.end(), [&](const PathEdge& e) { return e.*is; }));
      };
      CHECK(count(&PathEdge::refined) >= refined);  // never taken back
      refined = count(&PathEdge::refined);
      const size_t refining = count(&PathEdge::refining);
      CHECK(refining <= segment);
      pieces += refining > 0 && !under_way;
      under_way = refining > 0;
    }
    CHECK(refined == edges.size());
    CHECK(pieces >= edges.size() / segment / 2);
    CHECK(pieces <= edges.size());
  }
}

TEST_CASE("sectors are shown as they are on either level, in colours that tell regions apart") {
  LabInView lab(1400, 1200);
  OverlayBuilder builder;
  run(lab, {"map.generate cave 200 150 5", "query.clear", "view.fit", "sectors on", "sectors.second 40"});
  const auto check_regions = [&](int level) {
    const Sectors& sectors = lab.world().get<MapSectors>().sectors();
    const GridMap& map = lab.world().map();
    const Drawn shown = only(lab, builder, kRegionLayer);
    const std::vector<Rgba> color = colors_of(shown, map);
    size_t wrong = 0;
    for (int y = 0; y < map.height(); ++y) {
      for (int x = 0; x < map.width(); ++x) {
        const CellId id = map.id({x, y});
        const int64_t region = sectors.region_of(id, level);
        wrong += (color[id] != 0) != (region >= 0);
        for (const Cell next : {Cell{x + 1, y}, Cell{x, y + 1}, Cell{x + 1, y + 1}, Cell{x - 1, y + 1}}) {
          if (region < 0 || !map.contains(next)) continue;
          const int64_t other = sectors.region_of(map.id(next), level);
          const bool edge = other >= 0 && other != region &&
                            sectors.region(static_cast<uint32_t>(other), level).sector !=
                                sectors.region(static_cast<uint32_t>(region), level).sector;
          if (edge) wrong += color[id] == color[map.id(next)];
        }
      }
    }
    CHECK(wrong == 0);
  };
  const auto check = [&] {
    lab.finish_updates();
    const Sectors& sectors = lab.world().get<MapSectors>().sectors();
    for (const int level : {1, 2}) {
      CAPTURE(level);
      run(lab, fmt::format("view.level 1 {}", level));
      const SectorCounts counts = sectors.counts(level);
      CHECK(only(lab, builder, kCentreLayer).markers.size() == 2 * counts.regions);
      CHECK(only(lab, builder, kSectorEdgeLayer).lines.size() == counts.edges);
      check_regions(level);
      const ClusterGrid& grid = sectors.sectors(level);
      const Drawn borders = only(lab, builder, kSectorLayer);
      CHECK(borders.lines.size() >= static_cast<size_t>(grid.columns() + grid.rows()));
    }
    CHECK(only(lab, builder, kSecondSectorLayer).markers.size() == 2 * sectors.counts(2).regions);
    run(lab, "view.level 1 1");
    CHECK(only(lab, builder, kSecondSectorLayer).size() == 0);
    run(lab, "view.level 1 0");
    for (const Layer layer : {kSectorLayer, kRegionLayer, kCentreLayer, kSectorEdgeLayer}) {
      CHECK(only(lab, builder, layer).size() == 0);
    }
    run(lab, "view.level 1 all");
    CHECK(only(lab, builder, kCentreLayer).markers.size() == 2 * sectors.counts(1).regions);
    CHECK(only(lab, builder, kSecondSectorLayer).markers.size() == 2 * sectors.counts(2).regions);
  };
  check();
  for (const char* line : {"paint.stroke brush blocked 2 round 20,20 150,100", "paint.fill 3 3 water", "edit.undo",
                           "sectors.size 9", "paint.line 0 70 199 70 ground", "rules.profile four"}) {
    CAPTURE(line);
    run(lab, line);
    check();
  }
  // A centre that was moved also shows where it came from.
  const size_t plain = only(lab, builder, kCentreLayer).markers.size();
  run_settled(lab, "sectors.improve on");
  const Drawn improved = only(lab, builder, kCentreLayer);
  CHECK(improved.markers.size() > plain);
  CHECK(improved.markers.size() - plain == improved.lines.size());
  run_settled(lab, "sectors.second 0");
  run(lab, "layer sectors-2 on");
  test::draw(builder, lab);
  CHECK(lab.state().layer(kSecondSectorLayer).note.find("no second level") != std::string::npos);
}

TEST_CASE("the search of sectors is stepped level by level, and an edge shows the way under it") {
  Lab lab;
  OverlayBuilder builder;
  run_settled(lab, {"map.generate cave 200 150 5", "sectors.size 8", "sectors.second 32", "sectors on",
                    "plan.segment 0", "query.random 3", "planner.trace sectors"});
  REQUIRE(lab.state().row("sectors")->result.found());
  const Playback& playback = lab.playback();
  CHECK(playback.outline().top_level == 2);
  std::vector<std::pair<Phase, int>> spans;
  for (const PhaseSpan& span : playback.outline().phases) spans.emplace_back(span.phase, span.level);
  REQUIRE(spans.size() >= 3);
  CHECK(spans[0] == std::pair{Phase::kMain, 2});
  CHECK(spans[1] == std::pair{Phase::kRefine, 2});
  CHECK(spans[2] == std::pair{Phase::kRefine, 1});
  // At the end all that was begun is refined; in the middle of a piece none of its edges is.
  std::vector<PathEdge> edges;
  for (const int level : {1, 2}) {
    playback.path_edges(level, edges);
    CHECK_FALSE(edges.empty());
    CHECK(std::all_of(edges.begin(), edges.end(), [](const PathEdge& e) { return e.refined && !e.refining; }));
  }
  run(lab, fmt::format("step.to {}", playback.outline().phase_end(Phase::kRefine, 2) - 1));
  playback.path_edges(2, edges);
  CHECK(std::none_of(edges.begin(), edges.end(), [](const PathEdge& e) { return e.refined; }));
  CHECK(std::all_of(edges.begin(), edges.end(), [](const PathEdge& e) { return e.refining; }));

  const Sectors& sectors = lab.world().get<MapSectors>().sectors();
  size_t shown = 0;
  for (size_t i = 0; i < playback.size(); i += 1 + playback.size() / 300) {
    run(lab, fmt::format("step.to {}", i));
    const AbstractEdgeAtCursor edge = lab.inspector().stepped_edge();
    if (edge.level == 0) continue;
    ++shown;
    const std::vector<CellId>& way = edge.chains[0];
    REQUIRE_FALSE(way.empty());
    CHECK(way.front() == edge.from);
    CHECK(way.back() == edge.to);
    const auto fault = path_fault(lab.world().moves(), way, lab.world().map().cell(edge.from),
                                  lab.world().map().cell(edge.to), edge.cost);
    CHECK_MESSAGE(!fault.has_value(), fault.value_or(""));
    const std::set<int64_t> ends = {sectors.region_of(edge.from, edge.level), sectors.region_of(edge.to, edge.level)};
    for (const CellId cell : way) CHECK(ends.contains(sectors.region_of(cell, edge.level)));
    test::draw(builder, lab);
  }
  CHECK(shown > 10);
  // The abstract path leads through centres, over the cells of its regions.
  run_settled(lab, "step.last");
  run(lab, {"layer all off", "planner.show astar off"});
  for (const char* planner : {"hpa1", "hpa2", "hpa3", "jps"}) run(lab, fmt::format("planner.show {} off", planner));
  lab.finish_updates();
  const Drawn path = only(lab, builder, Layer::kAbstractPath);
  size_t cells = 0;
  for (const CellId centre : lab.state().row("sectors")->result.abstract_path) {
    cells += sectors.region(static_cast<uint32_t>(sectors.region_of(centre, 2)), 2).cells;
  }
  CHECK(area(path.rects) == cells);
}
