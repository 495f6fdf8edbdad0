// median_and_spread: the middle run and half the distance of the quartiles, in whatever order the runs came.
#include "core/base/median_and_spread.hpp"

#include <doctest/doctest.h>

#include <vector>

#include "core/base/rng.hpp"

using namespace strata;

TEST_CASE("median and spread of timed runs do not depend on their order, and one outlier moves neither") {
  std::vector<double> runs = {5, 1, 4, 2, 3};
  const MedianAndSpread of = median_and_spread(runs);
  CHECK(of.median == 3);
  CHECK(of.spread == 1);
  std::vector<double> one = {7};
  CHECK(median_and_spread(one).median == 7);
  CHECK(median_and_spread(one).spread == 0);
  Rng rng(3);
  for (int round = 0; round < 50; ++round) {
    std::vector<double> shuffled = {5, 1, 4, 2, 3};
    for (size_t i = shuffled.size() - 1; i > 0; --i) {
      std::swap(shuffled[i], shuffled[rng.below(static_cast<uint32_t>(i + 1))]);
    }
    const MedianAndSpread again = median_and_spread(shuffled);
    CHECK(again.median == of.median);
    CHECK(again.spread == of.spread);
  }
  std::vector<double> outlier = {5000, 1, 4, 2, 3};
  CHECK(median_and_spread(outlier).median == of.median);
  CHECK(median_and_spread(outlier).spread == of.spread);
}
