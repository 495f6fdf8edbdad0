#include <doctest/doctest.h>

#include "core/base/rng.hpp"
#include "core/grid/shapes.hpp"

using namespace strata;

TEST_CASE("an ellipse fills its rectangle from side to side, is symmetric, and its outline is its rim") {
  Rng rng(5);
  for (int round = 0; round < 60; ++round) {
    const int width = rng.between(1, 40), height = rng.between(1, 40);
    GridMap filled(width + 4, height + 4), outline = filled;
    const Cell a{2, 2}, b{width + 1, height + 1};
    filled.apply(ellipse(filled, b, a, true, '@'));
    outline.apply(ellipse(outline, a, b, false, '@'));
    const auto in = [&](int x, int y) { return filled.letter(Cell{x, y}) == '@'; };
    size_t wrong = 0;
    Rect bounds;
    for (int y = 1; y < height + 3; ++y) {
      for (int x = 1; x < width + 3; ++x) {
        if (in(x, y)) bounds.include(Cell{x, y});
        wrong += in(x, y) != in(width + 3 - x, y) || in(x, y) != in(x, height + 3 - y);
        const bool rim = in(x, y) && !(in(x - 1, y) && in(x + 1, y) && in(x, y - 1) && in(x, y + 1));
        wrong += rim != (outline.letter(Cell{x, y}) == '@');
      }
    }
    CHECK(wrong == 0);
    CHECK(bounds == Rect{2, 2, width + 2, height + 2});
  }
  GridMap map(9, 7);
  map.apply(ellipse(map, {2, 1}, {6, 5}, false, '@'));
  CHECK(map == map_from_text(".........\n...@@@...\n..@...@..\n..@...@..\n..@...@..\n...@@@...\n.........\n"));
  CHECK(ellipse(map, {-90000, -90000}, {90000, 90000}, true, 'T').runs.size() == 7);
}
