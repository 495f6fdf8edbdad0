// Purpose: median_and_spread condenses the timed runs of one query: strata-bench and the page "Decide" report the same
//          two numbers of the same runs.
#pragma once

#include <algorithm>
#include <span>

namespace strata {

struct MedianAndSpread {
  double median = 0;
  // Half the distance between the quartiles.
  double spread = 0;
};

// Sorts the runs, of which there is at least one.
inline MedianAndSpread median_and_spread(std::span<double> runs) {
  std::sort(runs.begin(), runs.end());
  const size_t count = runs.size();
  return {runs[count / 2], (runs[count * 3 / 4] - runs[count / 4]) / 2};
}

}  // namespace strata
