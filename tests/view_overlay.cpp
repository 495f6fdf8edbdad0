#include <doctest/doctest.h>

#include <chrono>
#include <map>
#include <set>
#include <string>

#include "app/overlay.hpp"

using namespace strata;

namespace {

void run(Lab& lab, std::string_view line) {
  const Status status = lab.execute(line);
  if (!status) FAIL(status.error().message());
}

struct Drawn {
  size_t rects = 0, lines = 0, markers = 0;
};
Drawn drawn(const Overlay& overlay) {
  Drawn sum;
  for (const Batch& batch : overlay.batches) {
    sum.rects += batch.list->rects.size();
    sum.lines += batch.list->lines.size();
    sum.markers += batch.list->markers.size();
  }
  return sum;
}
// With this one layer on and nothing else; start and goal are taken away.
Drawn only(Lab& lab, OverlayBuilder& builder, std::string_view layer) {
  run(lab, "layer all off");
  const Drawn without = drawn(builder.build(lab));
  run(lab, "layer " + std::string(layer) + " on");
  const Drawn with = drawn(builder.build(lab));
  return {with.rects - without.rects, with.lines - without.lines, with.markers - without.markers};
}

void check_against_hpa(Lab& lab, OverlayBuilder& builder) {
  const Hpa& hpa = lab.world().hpa();
  CHECK(only(lab, builder, "entrances").rects == hpa.entrances(lab.world().moves()).size());
  CHECK(only(lab, builder, "transitions").markers == hpa.node_count());
  CHECK(only(lab, builder, "inter-edges").lines == hpa.counts().inter_edges);
  CHECK(only(lab, builder, "intra-edges").lines == hpa.counts().intra_edges);
}

}  // namespace

TEST_CASE("the overlays show every entrance, node and edge, also after edits") {
  Lab lab;
  lab.set_view_size(1200, 900);
  OverlayBuilder builder;
  run(lab, "map.generate cave 190 170 5");
  run(lab, "view.fit");
  lab.settle();
  check_against_hpa(lab, builder);
  for (const char* line : {"paint.stroke brush blocked 3 round 20,20 150,120", "paint.fill 3 3 water", "edit.undo",
                           "hpa.cluster_size 7", "paint.line 0 80 189 80 ground", "rules.profile four", "edit.undo"}) {
    CAPTURE(line);
    run(lab, line);
    lab.settle();
    check_against_hpa(lab, builder);
  }
}

TEST_CASE("an edit renews the tiles it touched and keeps the others") {
  Lab lab;
  lab.set_view_size(2000, 2000);
  OverlayBuilder builder;
  run(lab, "map.generate rooms 640 640 5");
  run(lab, "view.fit");
  run(lab, "layer all on");
  lab.settle();
  const auto versions = [&] {
    std::map<uint64_t, uint64_t> all;
    for (const Batch& batch : builder.build(lab).batches) all[batch.key] = batch.version;
    return all;
  };
  const auto before = versions();
  run(lab, "paint.stroke brush blocked 2 round 300,300");
  lab.settle();
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
  run(lab, "layer all on");
  run(lab, "view.center 20 20 60");
  lab.settle();
  builder.build(lab);
  builder.build(lab);
  const uint64_t before = builder.rebuilt();
  for (int i = 0; i < 10; ++i) {
    lab.tick(1.0 / 60);
    builder.build(lab);
  }
  CHECK(builder.rebuilt() == before);
}

TEST_CASE("a version never comes back with other content") {
  Lab lab;
  OverlayBuilder builder;
  run(lab, "layer all on");
  lab.settle();
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
    lab.settle();
    for (const Batch& batch : builder.build(lab).batches) {
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
  run(lab, "planner.show astar off");
  lab.settle();
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
  Lab lab;
  lab.set_view_size(1000, 1000);
  OverlayBuilder builder;
  run(lab, "view.fit");
  lab.settle();
  run(lab, "step.to 500");
  size_t expected = 0;
  for (CellId id = 0; id < lab.world().map().cell_count(); ++id) {
    expected += lab.playback().node(0, id).parent != kNoCell;
  }
  CHECK(expected > 50);
  CHECK(only(lab, builder, "tree").lines == expected);
}

TEST_CASE("what is too small to be drawn is said, not hidden") {
  Lab lab;
  lab.set_view_size(300, 300);
  OverlayBuilder builder;
  run(lab, "map.generate city 512 512 2");
  run(lab, "layer all on");
  run(lab, "view.center 256 256 0.2");
  lab.settle();
  builder.build(lab);
  for (const Layer layer : {Layer::kGrid, Layer::kClusters, Layer::kEntrances, Layer::kTransitions, Layer::kInterEdges,
                            Layer::kIntraEdges, Layer::kTree}) {
    CAPTURE(std::string(layer_name(layer)));
    CHECK_FALSE(lab.state().layer(layer).note.empty());
  }
  run(lab, "view.center 256 256 20");
  builder.build(lab);
  for (int i = 0; i < kLayers; ++i) CHECK(lab.state().layers[static_cast<size_t>(i)].note.empty());
}

TEST_CASE("a stroke flashes its clusters for a while") {
  Lab lab;
  OverlayBuilder builder;
  lab.settle();
  run(lab, "paint.stroke brush blocked 1 round 15,15");
  const size_t flashing = lab.state().flashes.size();
  CHECK(flashing == lab.state().meter.clusters);
  CHECK(flashing > 0);
  CHECK(only(lab, builder, "flash").rects == flashing);
  for (int i = 0; i < 70; ++i) lab.tick(1.0 / 60);
  CHECK(lab.state().flashes.empty());
  CHECK(only(lab, builder, "flash").rects == 0);
}

TEST_CASE("a frame of a 1024 x 1024 map with every overlay on is cheap") {
  Lab lab;
  lab.set_view_size(1920, 1080);
  OverlayBuilder builder;
  run(lab, "map.generate city 1024 1024 3");
  run(lab, "layer all on");
  run(lab, "view.fit");
  lab.settle();
  const auto frame = [&] {
    const auto begin = std::chrono::steady_clock::now();
    lab.tick(1.0 / 60);
    builder.build(lab);
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
  };
  const double first = frame();
  const Drawn sum = drawn(builder.build(lab));
  double still = 0;
  for (int i = 0; i < 20; ++i) still = std::max(still, frame());
  run(lab, "step.to 1000");
  run(lab, "step.speed 6000");
  run(lab, "step.play");
  double playing = 0;
  for (int i = 0; i < 20; ++i) playing = std::max(playing, frame());
  lab.stroke_begin({500, 500});
  double painting = 0;
  for (int i = 0; i < 20; ++i) {
    lab.stroke_to({500 + 3 * i, 500 + i});
    painting = std::max(painting, frame());
  }
  lab.stroke_end();
  // What was put off while painting has been done after it.
  lab.tick(1.0 / 60);
  for (const PlannerRow& row : lab.state().rows) CHECK(row.solved == row.shown);
  CHECK_FALSE(lab.playback().empty());
  CHECK_FALSE(lab.state().trace_deferred);
  MESSAGE("primitives " << sum.rects + sum.lines + sum.markers << "; first frame " << first << " ms, still " << still
                        << " ms, playing " << playing << " ms, painting " << painting << " ms");
  CHECK(sum.lines > 10'000);
  CHECK(still < 100);  // the target is 4 ms; the bound only catches what is off by far, whatever the machine
}
