// HNA* in the lab, and what the overlays show of its groups.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <string>

#include "app/features/hna/hna.hpp"
#include "app/lab/command_log.hpp"
#include "app/lab/gestures.hpp"
#include "app/lab/inspector.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/query_controller.hpp"
#include "app/playback/playback.hpp"
#include "core/base/rng.hpp"
#include "core/base/sort_unique.hpp"
#include "core/io/files.hpp"
#include "core/search/plan_options.hpp"
#include "core/world/map_navmesh.hpp"
#include "tests/draw_support.hpp"
#include "tests/overlay_support.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;
using namespace strata::test;

TEST_CASE("HNA* brings the mesh that it stands on, and the rows of the levels that it has") {
  Lab lab;
  lab.finish_updates();
  run(lab, "hna on");
  holds(lab, {"hna.ready == true", "navmesh.on == true"});
  CHECK(lab.state().messages.back().text.find("navigation mesh is switched on") != std::string::npos);
  const auto shown = [&](const char* planner) { return lab.state().row(planner)->shown; };
  CHECK(shown("hna1"));
  CHECK(shown("hna2"));
  CHECK_FALSE(shown("hna3"));
  CHECK(shown("pccp"));
  check_rows(lab);
  run(lab, "hna.levels 3");
  CHECK(shown("hna3"));
  check_rows(lab);
  run(lab, "hna.levels 1");
  CHECK_FALSE(shown("hna2"));
  CHECK_FALSE(shown("hna3"));
  check_rows(lab);
  holds(lab, "hna.level.2 missing");
  // Without the mesh it waits, and says so.
  run_settled(lab, "navmesh off");
  CHECK_FALSE(lab.world().ready(StructureId::kHna));
  CHECK(lab.state().row("hna1")->note == "needs the navigation mesh");
  run(lab, "navmesh on");
  holds(lab, "hna.ready == true");
  run(lab, "hna off");
  CHECK(lab.world().has(StructureId::kNavmesh));
  CHECK_FALSE(shown("pccp"));
  run(lab, {"navmesh off", "planner.show pccp on"});
  CHECK(lab.world().has(StructureId::kNavmesh));
}

TEST_CASE("options of HNA* are checked and kept in the reproduction, and all links find ways of the same cost") {
  Lab lab;
  run_settled(lab, {"map.generate cave 120 90 5", "hna on"});
  CHECK(failure(lab, "hna.levels 4").find("1 to 3") != std::string::npos);
  CHECK(failure(lab, "hna.mu 1").find("2 to 64") != std::string::npos);
  CHECK(failure(lab, "hna.links threads").find("dijkstra, per-portal, parallel or rows") != std::string::npos);
  run_settled(lab, "hna.mu 6");
  const Cost cost = lab.state().row("hna2")->result.raw_cost;
  for (const char* links : {"per-portal", "rows", "parallel", "dijkstra", "rows"}) {
    run(lab, fmt::format("hna.links {}", links));
    holds(lab, fmt::format("hna.links == {}", links));
    CHECK(lab.state().row("hna2")->result.raw_cost == cost);
    CHECK(lab.state().row("hna1")->result.raw_cost == cost);
  }
  CHECK(lab.state().row("navmesh")->result.raw_cost == cost);
  run(lab, "hna.centres on");
  check_rows(lab);
  run(lab, "map.generate rooms 60 50 3");
  const std::string text = lab.log().reproduction();
  for (const char* line : {"hna.mu 6", "hna on", "navmesh on", "hna.links rows", "hna.centres on"}) {
    CHECK_MESSAGE(text.find(line) != std::string::npos, line);
  }
  Lab other;
  for (const std::string& line : test::lines_of(text)) {
    if (!line.starts_with("#")) run(other, line);
  }
  other.finish_updates();
  CHECK(other.state().plan_options().mesh_links == lab.state().plan_options().mesh_links);
  CHECK(other.state().plan_options().from_centres);
  CHECK(hna_controller(other).options() == hna_controller(lab).options());
}

TEST_CASE("groups, inter-edges and intra-edges are shown as they are on every level, also after edits") {
  LabInView lab(11200, 9600);
  OverlayBuilder builder;
  run(lab, {"map.generate cave 200 150 5", "query.clear", "view.fit", "hna.mu 5", "hna.levels 3", "hna on"});
  const auto check = [&] {
    lab.finish_updates();
    const auto free = static_cast<double>(lab.world().moves().passable_count());
    const Hna& hna = lab.world().get<MapHna>().hna();
    for (int level = 1; level <= 3; ++level) {
      CAPTURE(level);
      run(lab, fmt::format("view.level 1 {}", level));
      const HnaLevel& own = hna.level(level);
      const Drawn groups = only(lab, builder, kGroupLayer);
      CHECK(area(groups.facets) == doctest::Approx(free).epsilon(1e-4));
      CHECK(groups.lines.size() == own.inter_edge_count());
      CHECK(only(lab, builder, kExitLayer).markers.size() == 2 * own.inter_edge_count());
      CHECK(only(lab, builder, kInsideLayer).lines.size() <= own.intra_edge_count());
      if (own.intra_edge_count() > 0) CHECK(only(lab, builder, kInsideLayer).lines.size() > 0);
    }
    run(lab, "view.level 1 all");
    CHECK(only(lab, builder, kExitLayer).markers.size() == 2 * hna.level(1).inter_edge_count());
    CHECK(only(lab, builder, kGroupLayer).lines.size() == hna.level(1).inter_edge_count());
    run(lab, "view.level 1 0");
    for (const Layer layer : {kGroupLayer, kExitLayer, kInsideLayer, kReachLayer}) {
      CHECK(only(lab, builder, layer).size() == 0);
    }
  };
  check();
  for (const char* line : {"paint.stroke brush blocked 2 round 20,20 150,100", "paint.fill 3 3 water", "edit.undo",
                           "paint.rectangle 60 60 139 129 filled blocked", "navmesh.tile 16",
                           "paint.line 0 70 199 70 ground", "edit.undo", "hna.mu 9", "hna.rebuild"}) {
    CAPTURE(line);
    run(lab, line);
    check();
  }
  run(lab, {"view.level 1 all", "layer all off"});
  CHECK(test::drawn(test::draw(builder, lab)).size() == 0);
}

TEST_CASE("the inspected cell shows the ways that are stored for its polygon, with their costs") {
  LabInView lab(900, 700);
  OverlayBuilder builder;
  run_settled(lab, {"map.generate rooms 90 70 5", "hna.mu 4", "hna on", "query.clear", "view.fit"});
  Cell cell{1, 1};
  while (!lab.world().moves().passable(cell)) ++cell.x;
  run_settled(lab, fmt::format("inspect {} {}", cell.x, cell.y));
  lab.inspector().refresh();
  const std::vector<GroupInspection>& seen = hna_controller(lab).inspected();
  REQUIRE(seen.size() == 2);
  REQUIRE(seen[0].entries.size() > 0);
  CHECK(std::is_sorted(seen[0].entries.begin(), seen[0].entries.end(),
                       [](const auto& a, const auto& b) { return a.cost < b.cost; }));
  holds(lab, "inspected.groups.1.polygons > 0");
  run(lab, "view.level 1 1");
  const Drawn ways = only(lab, builder, kReachLayer);
  CHECK(ways.lines.size() >= seen[0].entries.size());
  CHECK(ways.markers.size() == 2 * seen[0].entries.size() + 2);
  CHECK(test::draw(builder, lab).labels.size() > 0);
  run(lab, "inspect.clear");
  CHECK(only(lab, builder, kReachLayer).size() == 0);
}

TEST_CASE("painting with HNA* on renews groups, and every answer stays one for the map as it is") {
  LabInView lab(700, 500);
  OverlayBuilder builder;
  run_settled(lab, {"map.generate cave 120 100 7", "hna.mu 4", "hna.levels 3", "hna on", "layer all on", "view.split 4",
                    "query.random 3", "planner.trace hna3"});
  Rng rng(5);
  for (int i = 0; i < 40; ++i) {
    const auto x = [&] { return rng.between(0, 119); };
    const auto y = [&] { return rng.between(0, 99); };
    const std::string line =
        rng.percent(25) ? "edit.undo"
                        : fmt::format("paint.stroke brush {} {} round {},{} {},{}",
                                      rng.percent(50) ? "blocked" : "ground", rng.below(4), x(), y(), x(), y());
    CAPTURE(line);
    run(lab, line);
    test::draw_views(builder, lab);
    if (rng.percent(50)) {
      lab.tick(1.0 / 60);
      run(lab, fmt::format("inspect {} {}", x(), y()));
      (void)lab.execute(fmt::format("step.to {}", rng.below(200)));  // there may be fewer
      test::draw_views(builder, lab);
    } else {
      check_rows(lab);
    }
  }
  run_settled(lab, "paint.stroke brush blocked 1 round 10,10 50,60");
  CHECK(lab.state().meter.parts(StructureId::kHna, 1) > 0);
  holds(lab, "meter.hna.1.groups > 0");
  check_rows(lab);
}

TEST_CASE("the grouping can be given up and asked for again") {
  Lab lab;
  run_settled(lab, {"map.generate cave 160 120 5", "hna on"});
  CHECK(lab.world().ready(StructureId::kHna));
  run(lab, "hna.rebuild");
  lab.tick(1.0 / 60);
  run_settled(lab, "hna.cancel");
  run(lab, "hna.rebuild");
  holds(lab, {"hna.ready == true", "hna.cancelled == false"});
  run(lab, "hna off");
  CHECK(failure(lab, "hna.cancel").find("HNA* is off") != std::string::npos);
  CHECK(failure(lab, "hna.rebuild").find("HNA* is off") != std::string::npos);
}

TEST_CASE("the timeline of HNA* names its own steps, however it links its ends, and tells of portals") {
  Lab lab;
  run(lab,
      {"map.generate rooms 120 90 5", "hna.mu 5", "hna.levels 3", "hna on", "query.start 1 1", "query.goal 117 87"});
  const Playback& playback = lab.playback();
  for (const int level : {1, 2, 3}) {
    for (const char* links : {"dijkstra", "per-portal", "rows", "parallel"}) {
      run(lab, fmt::format("hna.links {}", links));
      run_settled(lab, fmt::format("planner.trace hna{}", level));
      CAPTURE(level);
      CAPTURE(links);
      REQUIRE(lab.state().row(fmt::format("hna{}", level))->result.found());
      REQUIRE(lab.state().row(fmt::format("hna{}", level))->result.points.size() > 2);
      const PseudoCode& code = lab.query().pseudo_code();
      CHECK(code.nodes == "portals");
      std::vector<std::string> titles;
      for (const PhaseSpan& span : playback.outline().phases) titles.push_back(span_title(span, code));
      std::vector<std::string> wanted = {fmt::format("connect S L{}", level), fmt::format("connect G L{}", level),
                                         fmt::format("search L{}", level), "extract", "pull taut"};
      // On the highest level they may share a group, whose own way is searched as well.
      if (std::find(titles.begin(), titles.end(), "own group") != titles.end()) {
        CHECK(level > 1);
        wanted.insert(wanted.begin() + 2, "own group");
      }
      CHECK(titles == wanted);
      const auto text = [&](size_t event) {
        return event_text(*playback.event(event), playback.places(), 816, false, code);
      };
      CHECK(text(0).starts_with("source"));
      const std::vector<PhaseSpan>& spans = playback.outline().phases;
      CHECK(text(spans[1].begin - 1).starts_with(fmt::format("connect L{} ", level)));
      CHECK(text(spans[spans.size() - 2].begin - 1).starts_with(fmt::format("subpath L{} ", level)));
      CHECK(text(spans.back().begin - 1).starts_with("corridor ("));
      CHECK(text(spans.back().begin).starts_with("straight ("));
    }
  }
  // Inside one group there is a search of its own; inside one polygon nothing is linked.
  run_settled(lab, "query.goal 3 3");
  std::string titles;
  for (const PhaseSpan& span : playback.outline().phases) titles += span_title(span, lab.query().pseudo_code()) + "; ";
  CHECK((titles.find("own group; search L3") != std::string::npos || titles.starts_with("search L3; ")));
}

TEST_CASE("views of one level show the groups that the way of the stepped search leads through") {
  LabInView lab(900, 700);
  OverlayBuilder builder;
  run_settled(lab, {"map.generate rooms 120 90 5", "view.fit", "hna.mu 5", "hna.levels 3", "hna on", "query.start 1 1",
                    "query.goal 117 87"});
  const Hna& hna = lab.world().get<MapHna>().hna();
  const MapNavmesh& kept = lab.world().get<MapNavmesh>();
  const NavMesh& mesh = kept.mesh();
  Workspace workspace;
  for (const int searched : {1, 2, 3}) {
    CAPTURE(searched);
    run_settled(lab, fmt::format("planner.trace hna{}", searched));
    HnaPath path;
    plan_hna(mesh, hna, {{kept.end_at({1, 1}), kept.end_at({117, 87})}, searched}, workspace, path);
    REQUIRE(path.inter_edges.size() > 0);
    for (const int level : {1, 2, 3}) {
      CAPTURE(level);
      const HnaLevel& own = hna.level(level);
      std::vector<uint32_t> groups;
      double crossed = 0;
      for (const PolygonId polygon : path.path.polygons) groups.push_back(own.group_of(polygon));
      sort_unique(groups);
      for (const uint32_t number : groups) {
        for (const PolygonId polygon : own.group(number).polygons) {
          crossed += static_cast<double>(mesh.area2(polygon)) / 8;
        }
      }
      run(lab, fmt::format("view.level 1 {}", level));
      run(lab, "step.last");
      CHECK(area(only(lab, builder, kCorridorLayer).facets) == doctest::Approx(crossed).epsilon(1e-4));
      // It grows with the way: on the levels searched before the corridor is put together, below with it.
      const auto& phases = lab.playback().outline().phases;
      run(lab, fmt::format("step.to {}", phases[phases.size() - 2].begin));
      const double known = area(only(lab, builder, kCorridorLayer).facets);
      if (level >= searched) {
        CHECK(known == doctest::Approx(crossed).epsilon(1e-4));
      } else {
        CHECK(known == 0);
      }
      run(lab, "step.first");
      CHECK(area(only(lab, builder, kCorridorLayer).facets) == 0);
    }
  }
  run_settled(lab, {"step.last", "planner.trace navmesh"});
  CHECK(area(only(lab, builder, kCorridorLayer).facets) == 0);
}

TEST_CASE("groups that an edit redoes flash on every level") {
  LabInView lab(900, 700);
  OverlayBuilder builder;
  run_settled(lab, {"map.generate cave 120 90 5", "hna.mu 5", "hna.levels 3", "hna on"});
  run(lab, "paint.stroke brush blocked 1 round 60,40 64,42");
  for (const int level : {1, 2, 3}) {
    CAPTURE(level);
    const auto& flashes = lab.state().flashes;
    const auto of_level = [&](const Flash& flash) {
      return flash.structure == StructureId::kHna && flash.level == level;
    };
    REQUIRE(std::any_of(flashes.begin(), flashes.end(), of_level));
    CHECK(std::any_of(flashes.begin(), flashes.end(), [&](const Flash& flash) {
      return of_level(flash) && flash.cells.contains(Cell{62, 41});
    }));
    run(lab, fmt::format("view.level 1 {}", level));
    const Drawn shown = only(lab, builder, Layer::kFlash);
    const Rgba color = level_style(level).color & 0x00ffffff;
    CHECK(std::any_of(shown.lines.begin(), shown.lines.end(),
                      [&](const DrawLine& line) { return (line.color & 0x00ffffff) == color; }));
  }
}

TEST_CASE("what is finished leaves nothing undone, also where groups of a level must be grouped anew after an edit") {
  const test::TempFolder folder;
  // Ground with a bridge over it and a way up.
  const char* const text =
      "v 0 0 0\nv 0 0 18\nv 24 0 18\nv 24 0 0\nf 1 2 3 4\n"
      "v 9 4 0\nv 9 4 18\nv 13 4 18\nv 13 4 0\nf 5 6 7 8\n"
      "v 13 4 7\nv 13 4 11\nv 22 0 11\nv 22 0 7\nf 9 10 11 12\n";
  REQUIRE(write_file_atomic(folder.file("bridge.obj"), text).ok());
  Lab lab;
  run(lab, test::open_line(folder.file("bridge.obj")));
  for (const char* line :
       {"hna.mu 2", "hna on", "paint.rectangle 43 7 67 28 filled ground", "paint.rectangle 10 30 16 53 outline trees",
        "paint.rectangle 19 37 29 57 outline trees", "paint.rectangle 50 46 68 51 outline trees"}) {
    run_settled(lab, line);
    CAPTURE(line);
    CHECK(lab.world().ready());
  }
  // So the figures of all structures are those of the map as it is.
  holds(lab, fmt::format("navmesh.polygons == {}", lab.world().get<MapNavmesh>().mesh().polygon_count()));
}
