#include "app/base/count_text.hpp"

namespace strata {

std::string count_text(uint64_t value) {
  std::string text = std::to_string(value);
  for (size_t from_end = 3; from_end < text.size(); from_end += 4) text.insert(text.size() - from_end, 1, ' ');
  return text;
}

}  // namespace strata
