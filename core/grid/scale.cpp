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
  return GridMap(width, height, std::move(letters), map.letter_terrains());
}

}  // namespace strata
