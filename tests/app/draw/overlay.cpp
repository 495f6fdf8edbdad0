#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "app/features/hpa/hpa.hpp"
#include "app/lab/gestures.hpp"
#include "app/lab/inspector.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/strokes.hpp"
#include "app/playback/playback.hpp"
#include "core/base/work_count.hpp"
#include "core/world/map_haa.hpp"
#include "tests/draw_support.hpp"
#include "tests/lab_support.hpp"
#include "tests/rounds.hpp"

using namespace strata;
using namespace strata::test;

namespace {

struct DrawnCounts {
  size_t rects = 0, lines = 0, markers = 0;
  size_t begun = 0;  // lines that do not go on from another one
};
DrawnCounts counts_of(const Overlay& overlay) {
  DrawnCounts sum;
  for (const DrawBatch& batch : overlay.batches) {
    sum.rects += batch.list->rects.size();
    sum.lines += batch.list->lines.size();
    sum.markers += batch.list->markers.size();
    sum.begun += static_cast<size_t>(
        std::ranges::count_if(batch.list->lines, [](const DrawLine& line) { return line.before == 0; }));
  }
  return sum;
}
// With this one layer on and nothing else; start and goal are taken away.
DrawnCounts only(Lab& lab, OverlayBuilder& builder, std::string_view layer) {
  run(lab, "layer all off");
  const DrawnCounts without = counts_of(test::draw(builder, lab));
  run(lab, "layer " + std::string(layer) + " on");
  const DrawnCounts with = counts_of(test::draw(builder, lab));
  return {with.rects - without.rects, with.lines - without.lines, with.markers - without.markers,
          with.begun - without.begun};
}

// In the single view, level by level, and all levels at once.
void check_against_hpa(Lab& lab, OverlayBuilder& builder) {
  const Hpa& hpa = lab.world().get<MapHpa>().hpa();
  size_t intra = 0;
  for (int level = 1; level <= hpa.levels(); ++level) {
    CAPTURE(level);
    run(lab, "view.level 1 " + std::to_string(level));
    const HpaCounts counts = hpa.counts(level);
    CHECK(only(lab, builder, "transitions").markers == counts.nodes);
    CHECK(only(lab, builder, "inter-edges").lines == counts.inter_edges);
    CHECK(only(lab, builder, "intra-edges").lines == counts.intra_edges);
    intra += counts.intra_edges;
  }
  run(lab, "view.level 1 0");
  for (const char* layer : {"entrances", "transitions", "inter-edges", "intra-edges", "clusters"}) {
    const DrawnCounts nothing = only(lab, builder, layer);
    CHECK(nothing.rects + nothing.lines + nothing.markers == 0);
  }
  run(lab, "view.level 1 all");
  CHECK(only(lab, builder, "entrances").rects == hpa.entrances(lab.world().moves()).size());
  CHECK(only(lab, builder, "transitions").markers == hpa.node_count());
  CHECK(only(lab, builder, "inter-edges").lines == hpa.counts().inter_edges);
  CHECK(only(lab, builder, "intra-edges").lines == intra);
}

}  // namespace

TEST_CASE("the overlays show every entrance, node and edge, also after edits") {
  LabInView lab(9600, 7200);
  OverlayBuilder builder;
  run_settled(lab, {"map.generate cave 190 170 5", "view.fit"});
  check_against_hpa(lab, builder);
  for (const char* line :
       {"paint.stroke brush blocked 3 round 20,20 150,120", "paint.fill 3 3 water", "edit.undo", "hpa.cluster_size 7",
        "paint.line 0 80 189 80 ground", "rules.profile four", "edit.undo", "hpa.factor 3", "agent.size 2",
        "hpa.levels 2", "paint.stroke brush trees 1 round 20,150 100,150", "agent.size 1"}) {
    CAPTURE(line);
    run_settled(lab, line);
    check_against_hpa(lab, builder);
  }
}

TEST_CASE("agents are drawn above the graphs and the search, and can be seen however far out") {
  LabInView lab(400, 400);
  OverlayBuilder builder;
  for (const char* line :
       {"map.generate cave 128 128 1", "crowd.count 200", "crowd.spawn", "layer all on", "view.fit"}) {
    run_settled(lab, line);
  }
  const std::vector<DrawBatch>& batches = test::draw(builder, lab).batches;
  size_t agents = 0, last_edges = 0;
  for (size_t i = 0; i < batches.size(); ++i) {
    if (!batches[i].list->agents.empty()) agents = i;
    if (batches[i].list->lines.size() > 50) last_edges = i;
  }
  CHECK(agents > last_edges);
}

TEST_CASE("an edit renews the tiles it touched and keeps the others") {
  LabInView lab(2000, 2000);
  OverlayBuilder builder;
  run(lab, "map.generate rooms 512 512 5");
  run_settled(lab, {"view.fit", "layer all on"});
  const auto versions = [&] {
    std::map<uint64_t, uint64_t> all;
    for (const DrawBatch& batch : test::draw(builder, lab).batches) all[batch.key] = batch.version;
    return all;
  };
  const auto before = versions();
  run_settled(lab, "paint.stroke brush blocked 2 round 300,300");
  const auto after = versions();
  size_t kept = 0, renewed = 0;
  for (const auto& [key, version] : after) {
    const auto it = before.find(key);
    if (it != before.end() && it->second == version)
      ++kept;
    else
      ++renewed;
  }
  CHECK(renewed > 0);
  CHECK(kept > 4 * renewed);
}

TEST_CASE("a frame in which nothing happens builds nothing") {
  Lab lab;
  OverlayBuilder builder;
  run_settled(lab, {"layer all on", "view.center 20 20 60"});
  test::draw(builder, lab);
  test::draw(builder, lab);
  const uint64_t before = builder.rebuilt();
  for (int i = 0; i < 10; ++i) {
    lab.tick(1.0 / 60);
    test::draw(builder, lab);
  }
  CHECK(builder.rebuilt() == before);
}

TEST_CASE("a version never comes back with other content") {
  Lab lab;
  OverlayBuilder builder;
  run_settled(lab, "layer all on");
  std::map<std::pair<uint64_t, uint64_t>, std::string> seen;
  const char* lines[] = {"step.to 10",
                         "view.pan 3 0",
                         "paint.stroke brush blocked 1 round 9,9",
                         "edit.undo",
                         "step.to 10",
                         "view.pan -3 0",
                         "edit.redo",
                         "query.swap",
                         "query.swap",
                         "map.new 30 30 force",
                         "map.scene running-example force",
                         "hpa.cluster_size 5",
                         "hpa.cluster_size 10"};
  for (const char* line : lines) {
    (void)lab.execute(line);
    lab.finish_updates();
    for (const DrawBatch& batch : test::draw(builder, lab).batches) {
      std::string content;
      for (const DrawRect& r : batch.list->rects) content.append(reinterpret_cast<const char*>(&r), sizeof r);
      for (const DrawLine& l : batch.list->lines) content.append(reinterpret_cast<const char*>(&l), sizeof l);
      for (const DrawMarker& m : batch.list->markers) content.append(reinterpret_cast<const char*>(&m), sizeof m);
      const auto [it, fresh] = seen.try_emplace({batch.key, batch.version}, content);
      if (!fresh) CHECK(it->second == content);
    }
  }
}

TEST_CASE("while a search is stepped its results appear only once it has them") {
  Lab lab;
  OverlayBuilder builder;
  run(lab, "planner.trace hpa1");
  for (const char* other : {"astar", "jps", "hpa2", "hpa3"}) run(lab, "planner.show " + std::string(other) + " off");
  lab.finish_updates();
  CHECK(only(lab, builder, "abstract-path").lines > 0);
  CHECK(only(lab, builder, "raw-path").lines > 0);
  CHECK(only(lab, builder, "path").lines > 0);
  run(lab, "step.phase search");
  CHECK(only(lab, builder, "abstract-path").lines > 0);
  CHECK(only(lab, builder, "raw-path").lines == 0);
  CHECK(only(lab, builder, "path").lines == 0);
  run(lab, "step.phase refine");
  CHECK(only(lab, builder, "raw-path").lines > 0);
  CHECK(only(lab, builder, "path").lines == 0);
  run(lab, "step.first");
  CHECK(only(lab, builder, "abstract-path").lines == 0);
}

TEST_CASE("the search tree has a line for every searched cell with a parent") {
  LabInView lab(1000, 1000);
  OverlayBuilder builder;
  run_settled(lab, "view.fit");
  run(lab, "step.to 500");
  size_t expected = 0;
  for (CellId id = 0; id < lab.world().map().cell_count(); ++id) {
    expected += lab.playback().node(0, id).parent != kNoCell;
  }
  CHECK(expected > 50);
  CHECK(only(lab, builder, "tree").lines == expected);
}

TEST_CASE("what is too small to be drawn is said, not hidden") {
  LabInView lab(300, 300);
  OverlayBuilder builder;
  run_settled(lab, {"map.generate city 512 512 2", "layer all on", "view.center 256 256 0.2"});
  test::draw(builder, lab);
  for (const Layer layer : {Layer::kGrid, Layer{kClusterLayer}, Layer{kEntranceLayer}, Layer{kTransitionLayer},
                            Layer{kInterEdgeLayer}, Layer{kIntraEdgeLayer}, Layer::kTree}) {
    CAPTURE(std::string(layer_name(layer)));
    CHECK_FALSE(lab.state().layer(layer).note.empty());
  }
  run(lab, "view.center 256 256 20");
  test::draw(builder, lab);
  for (const LayerState& layer : lab.state().layers) CHECK(layer.note.empty());
}

TEST_CASE("a stroke flashes its clusters for a while") {
  Lab lab;
  OverlayBuilder builder;
  run_settled(lab, "hpa.cluster_size 10");
  run(lab, "paint.stroke brush blocked 1 round 15,15");
  const size_t flashing = lab.state().flashes.size();
  CHECK(flashing == lab.state().meter.parts(StructureId::kHpa));
  CHECK(flashing > 0);
  CHECK(only(lab, builder, "flash").rects == flashing);
  for (int i = 0; i < 70; ++i) lab.tick(1.0 / 60);
  CHECK(lab.state().flashes.empty());
  CHECK(only(lab, builder, "flash").rects == 0);
}

TEST_CASE("a frame of a 1024 x 1024 map with every overlay on makes nothing anew") {
  LabInView lab(1920, 1080);
  OverlayBuilder builder;
  constexpr int kSide = test::kSanitized ? 256 : 1024;
  run(lab, fmt::format("map.generate city {0} {0} 3", kSide));
  run_settled(lab, {"layer all on", "view.fit"});
  const auto frame = [&] {
    lab.tick(1.0 / 60);
    test::draw(builder, lab);
  };
  frame();
  const DrawnCounts sum = counts_of(test::draw(builder, lab));
  const uint64_t lists = builder.rebuilt(), work = work_of_this_thread();
  for (int i = 0; i < 20; ++i) frame();
  CHECK(builder.rebuilt() == lists);
  CHECK(work_of_this_thread() == work);
  run(lab, {"step.to 1000", "step.speed 6000", "step.play"});
  for (int i = 0; i < 20; ++i) frame();
  lab.strokes().stroke_begin({kSide / 2, kSide / 2});
  for (int i = 0; i < 20; ++i) {
    lab.strokes().stroke_to({kSide / 2 + 3 * i, kSide / 2 + i});
    frame();
  }
  lab.strokes().stroke_end();
  // What was put off while painting has been done after it.
  lab.tick(1.0 / 60);
  test::wait_for_answers(lab);
  for (const PlannerRow& row : lab.state().rows) CHECK(row.solved == row.shown);
  CHECK_FALSE(lab.playback().empty());
  CHECK_FALSE(lab.state().trace_deferred);
  CHECK(sum.lines > kSide * kSide / 100);
}

namespace {

struct HaaDrawn {
  size_t inter = 0, intra = 0, struck = 0, nodes = 0;
};
HaaDrawn expected(const Haa& haa) {
  HaaDrawn sum;
  for (const HaaEdge& edge : haa.inter_edges()) {
    sum.inter += !edge.strongly_dominated;
    sum.struck += edge.strongly_dominated || edge.weakly_dominated;
  }
  for (const HaaEdge& edge : haa.intra_edges()) {
    sum.intra += !edge.strongly_dominated;
    sum.struck += edge.strongly_dominated || edge.weakly_dominated;
  }
  sum.nodes = haa.nodes().size();
  return sum;
}

}  // namespace

TEST_CASE("the overlays show every annotated edge, and strike out the dominated ones, also after edits") {
  LabInView lab(1200, 900);
  OverlayBuilder builder;
  run(lab, {"map.generate forest 90 70 5", "haa.capabilities ground,swamp;ground,swamp,trees", "haa.dominated on",
            "haa on", "view.fit"});
  for (const char* line : {"inspect 3 3", "paint.stroke brush blocked 2 round 20,20 60,50", "paint.fill 3 3 water",
                           "edit.undo", "haa.cluster_size 7", "haa.sizes 3", "edit.undo", "haa.published on"}) {
    CAPTURE(std::string(line));
    run_settled(lab, line);
    const HaaDrawn sum = expected(lab.world().get<MapHaa>().haa());
    const DrawnCounts inter = only(lab, builder, "haa-inter");
    CHECK(inter.begun == sum.inter);
    CHECK(inter.markers == sum.nodes);
    CHECK(only(lab, builder, "haa-intra").begun == sum.intra);
    CHECK(only(lab, builder, "haa-dominated").markers == sum.struck);
  }
}

TEST_CASE("clearances are written into views whose own search has not begun") {
  LabInView lab(600, 400);
  OverlayBuilder builder;
  run_settled(lab, {"map.new 20 20", "layer search on", "layer clearance on", "view.center 10 10 60"});
  run(lab, "view.compare 2");
  // Before anything is solved: the second view has no picture of a search.
  const auto views = test::draw_views(builder, lab);
  REQUIRE(views.size() == 2);
  for (const Overlay* view : views) CHECK(view->labels.size() > 10);
}

TEST_CASE("the clearance picture covers exactly the cells that the capability enters, in their shades") {
  LabInView lab(1200, 900);
  OverlayBuilder builder;
  run(lab, {"map.generate forest 150 140 5", "view.fit", "layer all off", "layer clearance on"});
  for (const char* line : {"inspect 3 3", "paint.stroke brush blocked 2 round 20,20 120,90", "edit.undo",
                           "agent.capability trees,water"}) {
    CAPTURE(std::string(line));
    run_settled(lab, line);
    std::map<std::pair<int, int>, Rgba> shown;
    for (const DrawBatch& batch : test::draw(builder, lab).batches) {
      for (const DrawRect& r : batch.list->rects) {
        if (r.x0 != std::floor(r.x0) || r.y0 != std::floor(r.y0)) continue;
        for (int y = static_cast<int>(r.y0); y < static_cast<int>(r.y1); ++y) {
          for (int x = static_cast<int>(r.x0); x < static_cast<int>(r.x1); ++x) {
            CHECK(shown.emplace(std::pair(x, y), r.color).second);
          }
        }
      }
    }
    const GridMap& map = lab.world().map();
    size_t wrong = 0;
    for (int y = 0; y < map.height(); ++y) {
      for (int x = 0; x < map.width(); ++x) {
        int clearance = 0;
        const Capability capability = agent_of(lab.world()).capability;
        while (clearance < kClearanceShades && !limiting_obstacle(map, capability, clearance + 1, {x, y})) ++clearance;
        const auto it = shown.find({x, y});
        if (clearance == 0 ? it != shown.end() : it == shown.end() || it->second != clearance_color(clearance)) ++wrong;
      }
    }
    CHECK(wrong == 0);
  }
}

TEST_CASE("linked views of one level share what they show, and a still frame builds nothing in any") {
  LabInView lab(600, 450);
  OverlayBuilder builder;
  run(lab, {"map.generate rooms 120 120 5", "view.fit", "haa.dominated on", "sectors.second 40"});
  for (const std::string& line : test::structure_switches()) run(lab, line);
  run(lab, "layer all on");
  for (const Layer layer : layers()) {
    if (layer_info(layer).there != nullptr && !layer_info(layer).there(lab)) continue;  // the map has none of it
    // Of the heat maps one is shown, that of the search.
    CHECK(lab.state().layer(layer).on == (!layer_info(layer).heat_map || layer == Layer::kSearch));
  }
  run_settled(lab, {"view.split 4", "view.level 4 2", "planner.trace hpa3", "step.phase search"});
  const auto views = test::draw_views(builder, lab);
  REQUIRE(views.size() == 4);
  std::map<uint64_t, uint64_t> third;
  for (const DrawBatch& batch : views[2]->batches) third[batch.key] = batch.version;
  size_t shared = 0;
  for (const DrawBatch& batch : views[3]->batches)
    shared += third.count(batch.key) && third[batch.key] == batch.version;
  CHECK(shared >= 4);
  // Parts of their own never share a key with another view's.
  std::map<uint64_t, const DrawList*> lists;
  for (const Overlay* view : views) {
    for (const DrawBatch& batch : view->batches) {
      const auto [it, fresh] = lists.emplace(batch.key, batch.list);
      if (!fresh) CHECK(it->second == batch.list);
    }
  }
  const uint64_t before = builder.rebuilt();
  for (int i = 0; i < 10; ++i) {
    lab.tick(1.0 / 60);
    test::draw_views(builder, lab);
  }
  CHECK(builder.rebuilt() == before);
  // One pointer for all: a box around the same cell in each view.
  PointerEvent event{.x = 300, .y = 200, .view = 1};
  lab.gestures().pointer(event);
  REQUIRE(lab.state().hover.has_value());
  CHECK(lab.state().pointer_view == 1);
  for (const Overlay* view : test::draw_views(builder, lab)) {
    const auto& last = *view->batches.back().list;
    CHECK(std::any_of(last.lines.begin(), last.lines.end(), [&](const DrawLine& line) {
      return line.x0 == static_cast<float>(lab.state().hover->x) && line.y0 == static_cast<float>(lab.state().hover->y);
    }));
  }
}

TEST_CASE("a frame of four linked views of a 1024 x 1024 map with every overlay on makes nothing anew") {
  LabInView lab(960, 540);
  OverlayBuilder builder;
  run(lab, test::kSanitized ? "map.generate city 256 256 3" : "map.generate city 1024 1024 3");
  run_settled(lab, {"layer all on", "view.split 4", "view.fit", "planner.trace hpa3"});
  test::draw_views(builder, lab);
  lab.tick(1.0 / 60);
  test::draw_views(builder, lab);
  const uint64_t lists = builder.rebuilt(), work = work_of_this_thread();
  for (int i = 0; i < 20; ++i) {
    lab.tick(1.0 / 60);
    test::draw_views(builder, lab);
  }
  CHECK(builder.rebuilt() == lists);
  CHECK(work_of_this_thread() == work);
}

TEST_CASE("the edge at the cursor is drawn as soon as the cursor is there, whoever has looked at it before") {
  LabInView lab(900, 700);
  run_settled(lab, {"hpa.levels 2", "layer all off", "layer drill-down on", "planner.trace hpa2", "view.fit"});
  OverlayBuilder builder;
  size_t edges = 0;
  for (size_t at = 1; at < lab.playback().size(); at += 7) {
    CAPTURE(at);
    lab.playback().jump(at);
    const size_t at_once = counts_of(test::draw(builder, lab)).lines;
    edges += lab.inspector().stepped_edge().level > 0;  // now it has been looked up for certain
    OverlayBuilder other;
    CHECK(counts_of(test::draw(other, lab)).lines == at_once);
  }
  CHECK(edges > 10);
}

TEST_CASE("the fill tool shows the region under the pointer that it would fill") {
  LabInView lab(600, 600);
  run(lab,
      {"map.new 20 10 force", "query.clear", "brush.radius 0", "paint.line 10 0 10 9 blocked", "terrain.select trees"});
  OverlayBuilder builder;
  const auto point = [&](Cell cell) {
    lab.gestures().pointer(test::pointer_at(lab, PointerEvent::Kind::kMove, cell.x + 0.5, cell.y + 0.5));
  };
  const Rgba trees = with_alpha(terrain_color(lab.state().terrain_looks, Terrain::kTrees), 0);
  // The number of cells that are shaded in the colour of the terrain, or in another one.
  Rgba color = trees;
  const auto shaded = [&] {
    float cells = 0;
    for (const DrawBatch& batch : test::draw(builder, lab).batches) {
      for (const DrawRect& rect : batch.list->rects) {
        if (with_alpha(rect.color, 0) == color) cells += (rect.x1 - rect.x0) * (rect.y1 - rect.y0);
      }
    }
    return cells;
  };
  point({3, 3});
  CHECK(shaded() == 0);
  run(lab, "tool.select fill");
  CHECK(shaded() == 100);
  point({4, 8});
  CHECK(shaded() == 100);
  point({15, 3});
  CHECK(shaded() == 90);
  point({10, 3});
  CHECK(shaded() == 10);
  run(lab, "paint.line 15 0 15 9 blocked");
  point({12, 3});
  CHECK(shaded() == 40);
  run(lab, "tool.select select");
  CHECK(shaded() == 0);
  run(lab, "tool.select weight");
  color = with_alpha(palette::kDrawn, 0);
  CHECK(shaded() == 0);
  run(lab, "weights.shape fill");
  CHECK(shaded() == 40);
}
