#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "app/base/agent_text.hpp"
#include "app/draw/overlay.hpp"
#include "app/features/haa/haa.hpp"
#include "app/lab/command_log.hpp"
#include "app/lab/inspector.hpp"
#include "app/lab/lab.hpp"
#include "app/playback/playback.hpp"
#include "core/search/path.hpp"
#include "core/world/map_haa.hpp"
#include "core/world/map_hpa.hpp"
#include "tests/lab_support.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;
using namespace strata::test;

namespace {

// The way is legal on the grid, joins the ends and costs what is said.
void check_way(const MoveGrid& grid, const std::vector<CellId>& way, CellId from, CellId to, Cost cost) {
  REQUIRE_FALSE(way.empty());
  CHECK(way.front() == from);
  CHECK(way.back() == to);
  const auto fault = path_fault(grid, way, grid.cell(from), grid.cell(to), cost);
  CHECK_MESSAGE(!fault.has_value(), fault.value_or(""));
}

}  // namespace

TEST_CASE("under every abstract event lies a real way of the cost of its edge, on every level below") {
  for (const char* planner : {"hpa1", "hpa2", "hpa3", "hpa4"}) {
    for (const char* cache : {"off", "on"}) {
      CAPTURE(planner);
      CAPTURE(cache);
      Lab lab;
      run(lab, {"map.generate cave 96 80 4", "hpa.cluster_size 6", "hpa.levels 4"});
      run(lab, "hpa.cache " + std::string(cache));
      run_settled(lab, "planner.trace " + std::string(planner));
      const Hpa& hpa = lab.world().get<MapHpa>().hpa();
      size_t edges = 0, links = 0;
      Playback& playback = lab.playback();
      for (size_t at = 1; at < playback.size(); ++at) {
        playback.jump(at);
        const SearchEvent& event = *playback.current();
        const AbstractEdgeAtCursor& edge = lab.inspector().stepped_edge();
        const bool told = event.type == EventType::kLink || event.type == EventType::kRefine ||
                          (event.type == EventType::kPathEdge && event.level > 0);
        if (event.level == 0) CHECK(edge.level == 0);
        if (told && event.parent != event.node) {
          ++links;
          CHECK(edge.level == event.level);
          CHECK(edge.cost == event.g);
        }
        if (edge.level == 0) continue;
        ++edges;
        CHECK(edge.to == event.node);
        REQUIRE(edge.chains.size() == static_cast<size_t>(edge.level) + 1);
        check_way(lab.world().moves(), edge.chains[0], edge.from, edge.to, edge.cost);
        for (int level = 1; level < edge.level; ++level) {
          const std::vector<CellId>& chain = edge.chains[static_cast<size_t>(level)];
          REQUIRE(chain.size() >= 2);
          CHECK(chain.front() == edge.from);
          CHECK(chain.back() == edge.to);
          for (size_t i = 1; i + 1 < chain.size(); ++i) CHECK(hpa.node_at(chain[i], level) >= 0);
        }
      }
      CHECK(edges > 100);
      CHECK(links > 10);
    }
  }
}

TEST_CASE("the way under an edge of HAA* is that of the agent in use") {
  Lab lab;
  run_settled(lab, {"map.generate forest 80 80 4", "agent.size 2", "planner.trace haa-low", "query.random 5"});
  const int agent_class = lab.world().get<MapHaa>().agents().class_of(agent_of(lab.world()));
  REQUIRE(agent_class >= 0);
  size_t links = 0;
  for (size_t at = 1; at < lab.playback().size(); ++at) {
    lab.playback().jump(at);
    const SearchEvent& event = *lab.playback().current();
    const AbstractEdgeAtCursor& edge = lab.inspector().stepped_edge();
    if (edge.level == 0) continue;
    check_way(lab.world().get<MapHaa>().agents().grid(agent_class), edge.chains[0], edge.from, edge.to, edge.cost);
    if (event.type == EventType::kLink || event.type == EventType::kRefine) {
      ++links;
      CHECK(edge.cost == event.g);
    }
  }
  CHECK(links > 4);
}

TEST_CASE("drilling down, each level's path is a chain that the level below completes") {
  Lab lab;
  run_settled(lab, {"map.generate rooms 120 120 8", "planner.trace hpa3"});
  Playback& playback = lab.playback();
  REQUIRE(lab.state().row("hpa3")->result.found());
  std::vector<PathEdge> edges, before;
  for (size_t at = 0; at <= playback.size(); at += 3) {
    playback.jump(at);
    for (int level = 0; level <= 3; ++level) {
      playback.path_edges(level, edges);
      for (size_t i = 1; i < edges.size(); ++i) CHECK(edges[i].from == edges[i - 1].to);
      CHECK(std::count_if(edges.begin(), edges.end(), [](const PathEdge& e) { return e.refining; }) <= 1);
      // What is refined comes first.
      CHECK(std::is_partitioned(edges.begin(), edges.end(), [](const PathEdge& e) { return e.refined; }));
      if (level < 3 && !edges.empty()) {
        playback.path_edges(level + 1, before);
        CHECK(before.front().from == edges.front().from);
      }
    }
  }
  playback.jump(playback.outline().phase_end(Phase::kRefine));
  const PlanResult& result = lab.state().row("hpa3")->result;
  playback.path_edges(0, edges);
  REQUIRE(edges.size() + 1 == result.raw_path.size());
  for (size_t i = 0; i < edges.size(); ++i) CHECK(edges[i].to == result.raw_path[i + 1]);
  for (int level = 1; level <= 3; ++level) {
    playback.path_edges(level, edges);
    CHECK(std::all_of(edges.begin(), edges.end(), [](const PathEdge& e) { return e.refined; }));
  }
}

TEST_CASE("the timeline has one span per phase and level, in the order of the work") {
  Lab lab;
  run_settled(lab, {"map.generate rooms 120 120 8", "planner.trace hpa3"});
  std::vector<std::string> titles;
  size_t end = 0;
  for (const PhaseSpan& span : lab.playback().outline().phases) {
    CHECK(span.begin == end);
    CHECK(span.end > span.begin);
    end = span.end;
    const std::string title = span_title(span);
    if (std::find(titles.begin(), titles.end(), title) == titles.end()) titles.push_back(title);
  }
  CHECK(end == lab.playback().size());
  // By first occurrence: a way between start and goal themselves is looked for on each level once more.
  const std::vector<std::string> wanted = {"connect S L1", "connect S L2", "connect S L3", "connect G L1",
                                           "connect G L2", "connect G L3", "search L3",    "refine L3",
                                           "refine L2",    "refine L1",    "smooth"};
  for (const std::string& title : wanted) {
    CAPTURE(title);
    CHECK(std::find(titles.begin(), titles.end(), title) != titles.end());
  }
  CHECK(std::is_sorted(titles.begin(), titles.end(), [&](const std::string& a, const std::string& b) {
    return std::find(wanted.begin(), wanted.end(), a) < std::find(wanted.begin(), wanted.end(), b);
  }));
  run_settled(lab, "planner.trace astar");
  REQUIRE(lab.playback().outline().phases.size() == 1);
  CHECK(span_title(lab.playback().outline().phases[0]) == "search");
}

TEST_CASE("settings of levels, agents and HAA* are part of the reproduction") {
  const test::TempFolder folder;
  Lab lab;
  run_settled(lab, {"hpa.levels 4", "hpa.cluster_size 6", "agent.size 2", "haa.capabilities trees;ground,water",
                    "haa.dominated on", "haa.cluster_size 7", "haa on", "planner.show haa-low off", "view.split 4",
                    "view.level 3 all", "map.generate forest 60 60 2"});
  Lab again;
  std::string text = lab.log().reproduction();
  size_t begin = 0;
  while (begin < text.size()) {
    const size_t end = text.find('\n', begin);
    run(again, text.substr(begin, end - begin));
    begin = end + 1;
  }
  again.finish_updates();
  CHECK(again.world().get<MapHpa>().hpa().options() == lab.world().get<MapHpa>().hpa().options());
  CHECK(again.world().rules() == lab.world().rules());
  CHECK(again.world().get<MapHaa>().haa().options() == lab.world().get<MapHaa>().haa().options());
  CHECK(again.state().view_count == 4);
  CHECK(again.state().views[2].level == kAllLevels);
  CHECK_FALSE(again.state().row("haa-low")->shown);
  CHECK(again.state().row("haa-high")->result.cost == lab.state().row("haa-high")->result.cost);
}

TEST_CASE("dragging the cluster size of a small map gives an answer in every frame") {
  LabOptions options;
  options.slice_ms = 1000;  // a slow machine may take its time
  Lab lab(options);
  lab.tick(1.0 / 60);
  const Cost raw = lab.state().row("astar")->result.cost;
  for (int size = 4; size <= 30; ++size) {
    run(lab, "hpa.cluster_size " + std::to_string(size));
    lab.tick(1.0 / 60);
    CAPTURE(size);
    CHECK(lab.world().ready());
    for (const char* planner : {"hpa1", "hpa2", "hpa3"}) {
      REQUIRE(lab.state().row(planner)->solved);
      CHECK(lab.state().row(planner)->result.cost >= raw);
      CHECK(lab.state().row(planner)->result.raw_cost == lab.state().row("hpa1")->result.raw_cost);
    }
  }
}

TEST_CASE("what keeps an agent from standing is named with its place") {
  Lab lab;
  const GridMap& map = lab.world().map();
  const TerrainLooks& looks = lab.state().terrain_looks;
  const Capability walker = Capability::walker();
  CHECK(fit_text(looks, map, walker, 3, {34, 2}) == "size 3 does not fit: trees at (36,3), 2 cells right, 1 below");
  CHECK(fit_text(looks, map, walker, 3, {37, 5}) == "size 3 does not fit: a wall at (39,5), 2 cells right");
  CHECK(fit_text(looks, map, walker, 2, {39, 39}).find("a wall at (39,39)") != std::string::npos);
  CHECK(fit_text(looks, map, walker, 2, {1, 1}).empty());
  CHECK(fit_text(looks, map, walker, 1, {36, 3}) == "the agent cannot enter trees");
  CHECK(fit_text(looks, map, walker, 1, {0, 0}) == "a wall");
  const GridMap open(5, 5, '.');
  CHECK(fit_text(looks, open, walker, 3, {3, 1}) == "size 3 does not fit: the map ends 2 cells right");
  CHECK(fit_text(looks, open, walker, 3, {1, 3}) == "size 3 does not fit: the map ends 2 cells below");
  CHECK(capability_initials(walker.with(Terrain::kTrees)) == "GST");
}

TEST_CASE("an edit tells per level what was redone, and what came out as it was") {
  Lab lab;
  run_settled(lab, {"map.generate rooms 160 160 5", "haa on"});
  run(lab, "paint.stroke brush blocked 1 round 75,75");
  const UpdateMeterReading& meter = lab.state().meter;
  REQUIRE(meter.levels == 3);
  const auto clusters = [&](int level) { return meter.parts(StructureId::kHpa, level); };
  CHECK(clusters(1) > 0);
  CHECK(meter.parts(StructureId::kHaa) > 0);
  for (const int level : {2, 3}) {
    CHECK(clusters(level) <= meter.redone(StructureId::kHpa, level));
    CHECK(meter.count(StructureId::kHpa, "unchanged", level) <= meter.redone(StructureId::kHpa, level));
  }
  // A cell in the middle of a room changes no way between doors that matters two levels up: nothing climbs for ever.
  CHECK(clusters(3) <= clusters(2) + 1);
  size_t flashing[4] = {};
  for (const Flash& flash : lab.state().flashes) ++flashing[flash.level];
  CHECK(flashing[1] == clusters(1));
  CHECK(flashing[2] == clusters(2));
}

TEST_CASE("HAA* stays off where it would not fit into memory, and says so") {
  Lab lab;
  run(lab, {"haa.sizes 8", "haa on"});
  CHECK(lab.world().has(StructureId::kHaa));
  run(lab, {"haa.capabilities ground;swamp;water;trees;ground,swamp;ground,water;ground,trees",
            "map.new 3072 3072 blocked force"});
  CHECK_FALSE(lab.world().has(StructureId::kHaa));
  CHECK_FALSE(lab.state().row("haa-high")->shown);
  REQUIRE_FALSE(lab.state().messages.empty());
  CHECK(lab.state().messages.back().text.find("HAA* stays off: 8 sizes and 7 capabilities") == 0);
  run(lab, "layer haa-inter on");
  CHECK_FALSE(lab.world().has(StructureId::kHaa));
  CHECK_FALSE(lab.state().layer(kHaaInterLayer).on);
}

TEST_CASE("the meter holds the edits of a stroke against a full build for each that had anything to rebuild") {
  Lab lab;
  run_settled(lab, "sectors on");
  const UpdateMeterReading& meter = lab.state().meter;
  run(lab, "paint.stroke brush blocked 1 round 8,34 12,34 18,34");
  REQUIRE(meter.edits >= 2);
  double all = 0;
  for (const UpdateMeterStructure& one : meter.structures) all += one.rebuild_micros;
  CHECK(meter.rebuild_micros == doctest::Approx(all * static_cast<double>(meter.edits)));
  CHECK(meter.ratio() == doctest::Approx(meter.rebuild_micros / meter.micros));
  // Edges are summed over edits, so that they may exceed what there is.
  CHECK_FALSE(meter.is_share(75, 36, true));
  CHECK_FALSE(meter.is_share(20, 36, true));
  CHECK(meter.is_share(20, 36, false));
  CHECK_FALSE(meter.is_share(75, 36, false));
  lab.finish_updates();
  // Trees in place of walls change letters and nothing that was built from them: no full build is saved.
  run(lab, "paint.stroke brush trees 1 round 8,34 12,34");
  CHECK(meter.changed_cells > 0);
  CHECK(meter.edits > 0);
  CHECK(meter.rebuild_micros == 0);
  CHECK(meter.ratio() == 0);
  run(lab, "paint.stroke erase ground 1 round 8,34 8,34");
  CHECK(meter.ratio() > 0);
}
