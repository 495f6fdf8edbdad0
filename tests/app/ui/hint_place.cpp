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

TEST_CASE("a card covers no mark, and lies as near to its usual place as it can") {
  const Box area{100, 50, 800, 600};
  Rng rng(7);
  int placed = 0;
  for (int round = 0; round < 4000; ++round) {
    const auto point = [&] {
      return ScreenPoint{area.x + static_cast<float>(rng.below(800)), area.y + static_cast<float>(rng.below(600))};
    };
    const std::vector<ScreenPoint> marks{point(), point()};
    const ScreenPoint usual{240, 140};
    const float width = 520, height = 190, reach = 14;
    const auto covers = [&](const Box& box, float margin) {
      for (const ScreenPoint& mark : marks) {
        if (mark.x > box.x - margin && mark.x < box.x + width + margin && mark.y > box.y - margin &&
            mark.y < box.y + height + margin) {
          return true;
        }
      }
      return false;
    };
    const auto box = place_card(area, usual, width, height, marks, reach);
    if (!covers({usual.x, usual.y, width, height}, reach)) {
      REQUIRE(box.has_value());
      CHECK(box->x == usual.x);
      CHECK(box->y == usual.y);
    }
    if (!box) continue;
    ++placed;
    CHECK(box->x >= area.x);
    CHECK(box->y >= area.y);
    CHECK(box->x + width <= area.x + area.width);
    CHECK(box->y + height <= area.y + area.height);
    CHECK_FALSE(covers(*box, reach - 2));
  }
  CHECK(placed > 3500);
  CHECK_FALSE(place_card(area, {0, 0}, 900, 100, {}, 10).has_value());
}

TEST_CASE("a view that is too small has no hint") {
  CHECK_FALSE(place_hint({0, 0, 100, 40}, {50, 20}, 180, 28, 18, {}, 10).has_value());
}
