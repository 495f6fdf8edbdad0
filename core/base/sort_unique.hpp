// Purpose: sort_unique turns a vector into the ascending list of its different values.
#pragma once

#include <algorithm>
#include <vector>

namespace strata {

template <class Value>
void sort_unique(std::vector<Value>& values) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

}  // namespace strata
