// Purpose: search_key lists the marks of the stepped search that are on the map now, with what they mean, for the
//          legend of the map.
// Threads: The main thread.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "app/base/palette.hpp"

namespace strata {

class Lab;

enum class KeyShape : uint8_t { kRamp, kBox, kRing, kDisc, kSquare, kCurrent, kLine };

struct KeyMark {
  KeyShape shape = KeyShape::kBox;
  Rgba color = 0;  // kRamp: unused, see heat_palette()
  std::string_view text;
  float width = 0, dash = 0;  // kLine: pixels
};

class SearchKey {
 public:
  // Returns the marks in the view, most important first. They are looked up again when the search, its cursor or the
  // layers have changed.
  const std::vector<KeyMark>& marks(const Lab& lab, int view);

 private:
  uint64_t stamp_ = 0;
  std::vector<KeyMark> marks_;
};

}  // namespace strata
