// How much of the tiles a frame builds when many come in sight.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "app/draw/overlay.hpp"
#include "app/lab/gestures.hpp"
#include "app/lab/lab.hpp"
#include "tests/draw_support.hpp"
#include "tests/lab_support.hpp"

using namespace strata;
using strata::test::run;

namespace {

constexpr size_t kWork = 20'000;
// Tiles have this number of cells on a side, and the map is three tiles wide.
constexpr int kTileSide = 10 * OverlayBuilder::kTileClusters;
constexpr size_t kWorkOfCells = size_t{kTileSide} * kTileSide / Painter::kCellsPerWork;

// A map of which a view shows many tiles, with the graphs of HPA* drawn.
void open_large_map(Lab& lab) {
  lab.gestures().set_view_size(900, 700);
  for (const char* line :
       {"hpa.cluster_size 10", "hpa.levels 1", "map.generate city 480 480 3", "layer all off", "layer entrances on",
        "layer transitions on", "layer inter-edges on", "layer intra-edges on", "view.center 256 256 40"}) {
    run(lab, line);
  }
  lab.finish_updates();
}

template <class Shape>
bool same_shapes(const std::vector<Shape>& a, const std::vector<Shape>& b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(Shape)) == 0);
}

bool same_list(const DrawList& a, const DrawList& b) {
  return same_shapes(a.rects, b.rects) && same_shapes(a.facets, b.facets) && same_shapes(a.lines, b.lines) &&
         same_shapes(a.markers, b.markers) && same_shapes(a.agents, b.agents);
}

void check_same(const Overlay& a, const Overlay& b) {
  REQUIRE(a.batches.size() == b.batches.size());
  for (size_t i = 0; i < a.batches.size(); ++i) {
    CHECK(a.batches[i].key == b.batches[i].key);
    CHECK(a.batches[i].opacity == b.batches[i].opacity);
    CHECK(same_list(*a.batches[i].list, *b.batches[i].list));
  }
}

size_t size_of(const DrawnViews& drawn) {
  size_t size = 0;
  for (const DrawBatch& batch : drawn.overlays.front()->batches) size += batch.list->size();
  return size;
}

}  // namespace

TEST_CASE("After a jump of the zoom, tiles are built over several frames; in the end they are those built at once") {
  Lab lab;
  OverlayBuilder builder, at_once;
  open_large_map(lab);
  builder.build_views(lab, kWork);
  CHECK_FALSE(builder.build_views(lab, kWork).tiles_due);
  run(lab, "view.center 256 256 1.4");
  const DrawnViews& whole = at_once.build_views(lab);
  CHECK_FALSE(whole.tiles_due);
  size_t largest = 0;
  for (const DrawBatch& batch : whole.overlays.front()->batches) largest = std::max(largest, batch.list->size());
  int frames = 0;
  for (bool due = true; due && frames < 200; ++frames) {
    const uint64_t lists = builder.rebuilt();
    std::map<uint64_t, uint64_t> before;
    for (const DrawBatch& batch : builder.build_views(lab, 0).overlays.front()->batches) {
      before[batch.key] = batch.version;
    }
    const DrawnViews& drawn = builder.build_views(lab, kWork);
    due = drawn.tiles_due;
    size_t work = (builder.rebuilt() - lists) * kWorkOfCells;
    for (const DrawBatch& batch : drawn.overlays.front()->batches) {
      const auto known = before.find(batch.key);
      if (known == before.end() || known->second != batch.version) work += batch.list->size();
    }
    CHECK(work > 0);
    CHECK(work < kWork + kWorkOfCells + largest);
  }
  CHECK(frames > 3);
  CHECK(frames < 200);
  const uint64_t lists = builder.rebuilt();
  check_same(*builder.build_views(lab, kWork).overlays.front(), *at_once.build_views(lab).overlays.front());
  CHECK(builder.rebuilt() == lists);
}

TEST_CASE("Four views share the work of a frame, and a picture is complete in one") {
  Lab lab;
  OverlayBuilder builder, at_once;
  open_large_map(lab);
  run(lab, "view.split 4");
  run(lab, "view.center 256 256 1.4");
  lab.finish_updates();
  builder.build_views(lab, 0);  // fills all lists but those of tiles
  const uint64_t lists = builder.rebuilt();
  CHECK(builder.build_views(lab, kWork).tiles_due);
  CHECK(builder.rebuilt() > lists);
  CHECK(builder.rebuilt() - lists <= kWork / kWorkOfCells + 1);
  const DrawnViews& drawn = builder.build_views(lab);
  CHECK_FALSE(drawn.tiles_due);
  const DrawnViews& expected = at_once.build_views(lab);
  REQUIRE(drawn.overlays.size() == expected.overlays.size());
  for (size_t i = 0; i < drawn.overlays.size(); ++i) check_same(*drawn.overlays[i], *expected.overlays[i]);
}

TEST_CASE("An edit is drawn at once, however much work is left for tiles that come in sight") {
  Lab lab;
  OverlayBuilder builder, at_once;
  open_large_map(lab);
  run(lab, "view.center 256 256 1.4");
  builder.build_views(lab);
  run(lab, "paint.stroke brush blocked 4 round 250,250 262,262");
  lab.finish_updates();
  const DrawnViews& drawn = builder.build_views(lab, 0);
  CHECK_FALSE(drawn.tiles_due);
  check_same(*drawn.overlays.front(), *at_once.build_views(lab).overlays.front());
}

TEST_CASE("A tile that waits for its turn keeps its previous content, and no layer says that it is being built") {
  Lab lab;
  OverlayBuilder builder;
  open_large_map(lab);
  run(lab, "view.center 256 256 1.4");
  const size_t shapes = size_of(builder.build_views(lab));
  run(lab, "view.center 20 20 60");
  builder.build_views(lab);
  run(lab, "paint.rectangle 200 200 400 400 filled blocked");
  lab.finish_updates();
  builder.build_views(lab);
  run(lab, "view.center 256 256 1.4");
  const DrawnViews& waiting = builder.build_views(lab, 0);
  CHECK(waiting.tiles_due);
  CHECK(size_of(waiting) == shapes);
  for (const LayerState& layer : waiting.layers) CHECK(layer.note.find("being built") == std::string::npos);
  const DrawnViews& drawn = builder.build_views(lab);
  CHECK_FALSE(drawn.tiles_due);
  CHECK(size_of(drawn) < shapes);
}
