// The legend of the map against what the overlay draws.
#include "app/draw/search_legend.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "app/lab/gestures.hpp"
#include "app/lab/lab.hpp"
#include "app/playback/playback.hpp"
#include "tests/draw_support.hpp"
#include "tests/lab_support.hpp"

using namespace strata;
using namespace strata::test;

namespace {

bool says(const std::vector<SearchLegendEntry>& marks, std::string_view text) {
  return std::ranges::any_of(marks, [&](const SearchLegendEntry& mark) { return mark.text.starts_with(text); });
}

struct DrawnMarks {
  bool expanded = false, open = false, current = false;
};

DrawnMarks marks_on(const Overlay& overlay) {
  DrawnMarks seen;
  if (overlay.heat.on) {
    for (int i = 0; i < overlay.heat.width * overlay.heat.height; ++i) {
      const uint8_t heat = overlay.heat.cells[i];
      seen.open |= heat_is_open(heat);
      seen.expanded |= heat >= kHeatFirst;
    }
  }
  for (const DrawBatch& batch : overlay.batches) {
    for (const DrawMarker& marker : batch.list->markers) {
      seen.open |= marker.shape == MarkerShape::kRing && marker.color == palette::kOpen;
      seen.current |= marker.shape == MarkerShape::kDiamond && marker.color == palette::kCurrent;
    }
  }
  return seen;
}

}  // namespace

TEST_CASE("the legend lists a mark of the search if and only if it is drawn, at every step") {
  for (const char* planner : {"astar", "dijkstra", "hpa1", "hpa3", "bfs"}) {
    LabInView lab(900, 900);
    OverlayBuilder builder;
    SearchLegend key;
    for (const std::string& line : {std::string("hpa.levels 3"), fmt::format("planner.show {} on", planner),
                                    fmt::format("planner.trace {}", planner), std::string("layer all off"),
                                    std::string("layer search on"), std::string("view.fit")}) {
      run_settled(lab, line);
    }
    const size_t size = lab.playback().size();
    REQUIRE(size > 100);
    for (size_t cursor = 0; cursor <= size; cursor += 1 + size / 60) {
      run_settled(lab, fmt::format("step.to {}", cursor));
      const DrawnMarks drawn = marks_on(test::draw(builder, lab));
      const std::vector<SearchLegendEntry>& marks = key.marks(lab, 0);
      CAPTURE(planner);
      CAPTURE(cursor);
      CHECK(says(marks, "expanded") == drawn.expanded);
      CHECK(says(marks, "open") == drawn.open);
      CHECK(says(marks, "node of this step") == drawn.current);
    }
    run(lab, "layer search off");
    CHECK(key.marks(lab, 0).empty());
  }
}

TEST_CASE("the legend has the line to the parent only while the tree is drawn") {
  LabInView lab(900, 900);
  SearchLegend key;
  run(lab, {"view.fit", "step.to 100", "layer tree on"});
  CHECK(says(key.marks(lab, 0), "line to the parent"));
  run(lab, "view.center 20 20 2");  // too small
  CHECK_FALSE(says(key.marks(lab, 0), "line to the parent"));
  run(lab, {"view.fit", "layer tree off"});
  CHECK_FALSE(says(key.marks(lab, 0), "line to the parent"));
}
