// Marks that are dense on the screen are smaller and fade, so that they never hide the map.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "app/features/hpa/hpa.hpp"
#include "app/lab/gestures.hpp"
#include "app/lab/lab.hpp"
#include "tests/draw_support.hpp"
#include "tests/lab_support.hpp"

using namespace strata;
using test::run;

TEST_CASE("edges that are dense on the screen fade, so that they never hide the map, and farther out are left out") {
  Lab lab;
  lab.gestures().set_view_size(400, 400);
  OverlayBuilder builder;
  for (const char* line : {"map.generate cave 128 128 1", "hpa.levels 3", "query.clear"}) run(lab, line);
  lab.finish_updates();
  for (const int level : {1, 2, 3}) {
    run(lab, fmt::format("view.level 1 {}", level));
    run(lab, "layer all off");
    run(lab, "layer intra-edges on");
    const float full = lab.state().layer(kIntraEdgeLayer).opacity;
    double before = 0;
    for (const double zoom : {3.0, 6.0, 12.0, 24.0, 48.0}) {
      CAPTURE(level);
      CAPTURE(zoom);
      run(lab, fmt::format("view.center 64 64 {}", zoom));
      double ink = 0, opacity = 0;
      for (const DrawBatch& batch : test::draw(builder, lab).batches) {
        ink += InkCoverage(*batch.list).pixels(zoom, static_cast<double>(batch.size));
        opacity = batch.opacity;
      }
      if (ink == 0) {
        CHECK(lab.state().layer(kIntraEdgeLayer).note.starts_with("zoom in"));
        CHECK(before == 0);
        continue;
      }
      CHECK(opacity >= before);
      before = opacity;
      if (zoom > 3.0) continue;  // here the whole map is seen
      CHECK(opacity * ink / (128.0 * 128 * zoom * zoom) <= full * kEdgeInk * 1.01);
    }
    CHECK(before > 0);
  }
}

TEST_CASE("on maps of any size edges through clusters fade before nodes do, and neither covers the cells") {
  for (const int side : {64, 512, 1024}) {
    CAPTURE(side);
    Lab lab;
    lab.gestures().set_view_size(900, 900);
    OverlayBuilder builder;
    for (const std::string& line :
         {fmt::format("map.generate rooms {0} {0} 1", side), std::string("query.clear"), std::string("view.fit"),
          std::string("view.level 1 1"), std::string("layer all off")}) {
      run(lab, line);
    }
    lab.finish_updates();
    const double zoom = lab.state().camera.zoom;
    const auto opacity_of = [&](const char* layer, double most_ink) {
      run(lab, fmt::format("layer {} on", layer));
      double ink = 0, opacity = 0;
      const Layer own = *layer_named(layer);
      for (const DrawBatch& batch : test::draw(builder, lab).batches) {
        ink += InkCoverage(*batch.list).pixels(zoom, static_cast<double>(batch.size));
        opacity = batch.opacity / lab.state().layer(own).opacity;
      }
      if (ink == 0) CHECK_FALSE(lab.state().layer(own).note.empty());
      CAPTURE(std::string(layer));
      CHECK(opacity * ink / (static_cast<double>(side) * side * zoom * zoom) <= most_ink * 1.01);
      run(lab, fmt::format("layer {} off", layer));
      return opacity;
    };
    const double edges = opacity_of("intra-edges", kEdgeInk), nodes = opacity_of("transitions", kNodeInk);
    CHECK(edges <= nodes);
    if (side == 64) CHECK(nodes > 0.5);
    if (side == 512) CHECK(edges < 0.7);
  }
}

TEST_CASE("nodes and edges that are dense on the screen are smaller, at most by a fixed share, before they fade") {
  Lab lab;
  lab.gestures().set_view_size(600, 600);
  OverlayBuilder builder;
  for (const char* line : {"hpa.levels 3", "query.clear", "view.fit", "view.level 1 1"}) run(lab, line);
  lab.finish_updates();
  const auto batch_of = [&](const char* layer) {
    const auto& batches = test::draw(builder, lab).batches;
    const auto found = std::ranges::find(batches, LegendEntry(*layer_named(layer)), &DrawBatch::entry);
    REQUIRE(found != batches.end());
    return *found;
  };
  run(lab, "layer all off");
  for (const char* layer : {"transitions", "intra-edges"}) {
    CAPTURE(std::string(layer));
    run(lab, fmt::format("layer {} on", layer));
    float before = 0;
    for (const double zoom : {2.0, 6.0, 14.0, 60.0}) {
      CAPTURE(zoom);
      run(lab, fmt::format("view.center 20 20 {}", zoom));
      if (test::draw(builder, lab).batches.empty()) continue;
      const DrawBatch batch = batch_of(layer);
      CHECK(batch.size >= before - 1e-4f);
      CHECK(batch.size >= 0.5f);
      CHECK(batch.size <= 1);
      if (zoom == 14.0) CHECK(batch.size < 1);
      if (batch.size > 0.605f) CHECK(batch.opacity == lab.state().layer(*layer_named(layer)).opacity);
      before = batch.size;
    }
    run(lab, fmt::format("layer {} off", layer));
  }
}

TEST_CASE("the graph of HAA* and its entrances, for several sizes and terrains, do not cover the cells") {
  constexpr int kSide = 256;
  Lab lab;
  lab.gestures().set_view_size(900, 900);
  OverlayBuilder builder;
  for (const std::string& line : {fmt::format("map.generate forest {0} {0} 1", kSide), std::string("query.clear"),
                                  std::string("haa on"), std::string("view.fit"), std::string("layer all off")}) {
    run(lab, line);
  }
  lab.finish_updates();
  const double zoom = lab.state().camera.zoom;
  for (const auto& [layer, most_ink] :
       {std::pair("haa-intra", kEdgeInk), std::pair("haa-inter", kNodeInk), std::pair("haa-entrances", kEntranceInk)}) {
    CAPTURE(std::string(layer));
    run(lab, fmt::format("layer {} on", layer));
    double ink = 0;
    for (const DrawBatch& batch : test::draw(builder, lab).batches) {
      ink +=
          InkCoverage(*batch.list).pixels(zoom, static_cast<double>(batch.size)) * static_cast<double>(batch.opacity);
    }
    const LayerState& state = lab.state().layer(*layer_named(layer));
    CHECK((ink > 0 || !state.note.empty()));
    CHECK(ink / (kSide * kSide * zoom * zoom) <= static_cast<double>(state.opacity) * most_ink * 1.01);
    run(lab, fmt::format("layer {} off", layer));
  }
}
