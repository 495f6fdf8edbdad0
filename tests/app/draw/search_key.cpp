// The legend of the map against what the overlay draws.
#include "app/draw/search_key.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "app/lab/gestures.hpp"
#include "app/lab/lab.hpp"
#include "app/playback/playback.hpp"
#include "tests/draw_support.hpp"

using namespace strata;

namespace {

void give(Lab& lab, std::string_view line) {
  const Status status = lab.execute(line);
  if (!status) FAIL(status.error().message());
}

bool says(const std::vector<KeyMark>& marks, std::string_view text) {
  return std::ranges::any_of(marks, [&](const KeyMark& mark) { return mark.text.starts_with(text); });
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
  for (const Batch& batch : overlay.batches) {
    for (const DrawMarker& marker : batch.list->markers) {
      seen.open |= marker.shape == MarkerShape::kRing && marker.color == palette::kPurple;
      seen.current |= marker.shape == MarkerShape::kDiamond && marker.color == palette::kCurrent;
    }
  }
  return seen;
}

}  // namespace

TEST_CASE("the legend lists a mark of the search if and only if it is drawn, at every step") {
  for (const char* planner : {"astar", "dijkstra", "hpa1", "hpa3", "bfs"}) {
    Lab lab;
    lab.gestures().set_view_size(900, 900);
    OverlayBuilder builder;
    SearchKey key;
    for (const std::string& line : {std::string("hpa.levels 3"), fmt::format("planner.show {} on", planner),
                                    fmt::format("planner.trace {}", planner), std::string("layer all off"),
                                    std::string("layer search on"), std::string("view.fit")}) {
      give(lab, line);
      lab.finish_updates();
    }
    const size_t size = lab.playback().size();
    REQUIRE(size > 100);
    for (size_t cursor = 0; cursor <= size; cursor += 1 + size / 60) {
      give(lab, fmt::format("step.to {}", cursor));
      lab.finish_updates();
      const DrawnMarks drawn = marks_on(test::draw(builder, lab));
      const std::vector<KeyMark>& marks = key.marks(lab, 0);
      CAPTURE(planner);
      CAPTURE(cursor);
      CHECK(says(marks, "expanded") == drawn.expanded);
      CHECK(says(marks, "open") == drawn.open);
      CHECK(says(marks, "node of this step") == drawn.current);
    }
    give(lab, "layer search off");
    CHECK(key.marks(lab, 0).empty());
  }
}

TEST_CASE("the legend has the line to the parent only while the tree is drawn") {
  Lab lab;
  lab.gestures().set_view_size(900, 900);
  SearchKey key;
  for (const char* line : {"view.fit", "step.to 100", "layer tree on"}) give(lab, line);
  CHECK(says(key.marks(lab, 0), "line to the parent"));
  give(lab, "view.center 20 20 2");  // too small
  CHECK_FALSE(says(key.marks(lab, 0), "line to the parent"));
  give(lab, "view.fit");
  give(lab, "layer tree off");
  CHECK_FALSE(says(key.marks(lab, 0), "line to the parent"));
}
