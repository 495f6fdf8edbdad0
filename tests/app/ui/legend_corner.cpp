#include "app/ui/legend_corner.hpp"

#include <doctest/doctest.h>

#include <vector>

#include "core/base/rng.hpp"

using namespace strata;

namespace {

// Legends of 100 x 80 pixels in the corners of a map of 800 x 600.
constexpr std::array<Box, LegendCorner::kCorners> kLegends = {
    {{10, 510, 100, 80}, {690, 510, 100, 80}, {690, 10, 100, 80}, {10, 10, 100, 80}}};
constexpr float kReach = 10;

bool is_over(const Box& box, const ScreenPoint& mark) {
  return mark.x > box.x - kReach && mark.x < box.x + box.width + kReach && mark.y > box.y - kReach &&
         mark.y < box.y + box.height + kReach;
}

}  // namespace

TEST_CASE("the legend leaves a mark at once, and does not come back when the mark has gone") {
  LegendCorner legend;
  const std::vector<ScreenPoint> away = {{400, 300}, {420, 300}}, under = {{60, 550}, {420, 300}};
  CHECK(legend.choose(kLegends, away, kReach, nullptr, 0) == 0u);
  CHECK(legend.choose(kLegends, under, kReach, nullptr, 0.01) == 1u);
  for (int frame = 0; frame < 100; ++frame) {
    CHECK(legend.choose(kLegends, frame % 2 == 0 ? away : under, kReach, nullptr, 0.02 + frame * 0.01) == 1u);
  }
}

TEST_CASE("the legend leaves the pointer after a while, at most once a second, and a passing pointer not at all") {
  LegendCorner legend;
  const ScreenPoint first{60, 550}, second{700, 550}, elsewhere{400, 300};
  CHECK(legend.choose(kLegends, {}, kReach, &first, 10) == 0u);
  CHECK(legend.choose(kLegends, {}, kReach, &elsewhere, 10.3) == 0u);
  CHECK(legend.choose(kLegends, {}, kReach, &first, 10.5) == 0u);
  CHECK(legend.choose(kLegends, {}, kReach, &first, 10.8) == 0u);
  CHECK(legend.choose(kLegends, {}, kReach, &first, 10.91) == 1u);
  CHECK(legend.choose(kLegends, {}, kReach, &second, 10.92) == 1u);
  CHECK(legend.choose(kLegends, {}, kReach, &second, 11.5) == 1u);
  CHECK(legend.choose(kLegends, {}, kReach, &second, 11.92) == 0u);
}

TEST_CASE("wherever start, goal and pointer are, the legend lies over neither end, and the same times give the same") {
  Rng rng(7);
  LegendCorner legend, again;
  for (int frame = 0; frame < 20000; ++frame) {
    const auto point = [&] {
      return ScreenPoint{static_cast<float>(rng.below(800)), static_cast<float>(rng.below(600))};
    };
    const std::vector<ScreenPoint> marks = {point(), point()};
    const ScreenPoint pointer = point();
    const std::optional<size_t> corner = legend.choose(kLegends, marks, kReach, &pointer, frame * 0.05);
    CHECK(corner == again.choose(kLegends, marks, kReach, &pointer, frame * 0.05));
    REQUIRE(corner.has_value());  // two marks cover two corners at most
    for (const ScreenPoint& mark : marks) REQUIRE_FALSE(is_over(kLegends[*corner], mark));
  }
}

TEST_CASE("where marks cover every corner there is no legend until one is free") {
  LegendCorner legend;
  std::vector<ScreenPoint> marks;
  for (const Box& box : kLegends) marks.push_back({box.x + 5, box.y + 5});
  CHECK_FALSE(legend.choose(kLegends, marks, kReach, nullptr, 0).has_value());
  marks.erase(marks.begin() + 2);
  CHECK(legend.choose(kLegends, marks, kReach, nullptr, 0.1) == 2u);
}
