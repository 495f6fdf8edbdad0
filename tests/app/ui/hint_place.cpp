#include "app/ui/hint_place.hpp"

#include <doctest/doctest.h>

#include <vector>

#include "core/base/rng.hpp"

using namespace strata;

TEST_CASE("a hint beside the pointer lies in the view, off the pointer and off all marks") {
  const Box pane{100, 50, 800, 600};
  Rng rng(5);
  int placed = 0;
  for (int round = 0; round < 4000; ++round) {
    const auto point = [&] {
      return ScreenPoint{pane.x + static_cast<float>(rng.below(800)), pane.y + static_cast<float>(rng.below(600))};
    };
    const ScreenPoint pointer = point();
    std::vector<ScreenPoint> marks;
    for (uint32_t i = rng.below(4); i > 0; --i) marks.push_back(point());
    const float reach = 12;
    const auto box = place_hint(pane, pointer, 180, 28, 18, marks, reach);
    if (marks.empty()) REQUIRE(box.has_value());
    if (!box) continue;
    ++placed;
    CHECK(box->x >= pane.x);
    CHECK(box->y >= pane.y);
    CHECK(box->x + box->width <= pane.x + pane.width);
    CHECK(box->y + box->height <= pane.y + pane.height);
    marks.push_back(pointer);
    for (const ScreenPoint& mark : marks) {
      const float margin = &mark == &marks.back() ? 0 : reach;
      const bool covers = mark.x > box->x - margin && mark.x < box->x + box->width + margin &&
                          mark.y > box->y - margin && mark.y < box->y + box->height + margin;
      CHECK_FALSE(covers);
    }
  }
  CHECK(placed > 3900);
}

TEST_CASE("a view that is too small has no hint") {
  CHECK_FALSE(place_hint({0, 0, 100, 40}, {50, 20}, 180, 28, 18, {}, 10).has_value());
}
