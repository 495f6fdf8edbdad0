#include "core/grid/scale.hpp"

#include <utility>

namespace strata {

GridMap scaled(const GridMap& map, int width, int height) {
  std::vector<char> letters;
  letters.reserve(static_cast<size_t>(width) * static_cast<size_t>(height));
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      letters.push_back(map.letter(Cell{x * map.width() / width, y * map.height() / height}));
    }
  }
  GridMap made(width, height, std::move(letters), map.letter_terrains());
  if (!map.has_weights()) return made;
  std::vector<uint8_t> weights;
  weights.reserve(made.cell_count());
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      weights.push_back(static_cast<uint8_t>(map.weight({x * map.width() / width, y * map.height() / height})));
    }
  }
  made.set_weights(std::move(weights));
  return made;
}

}  // namespace strata
