// Purpose: The axes of charts: their range, and the round numbers at which they are marked.
#pragma once

#include <vector>

namespace strata {

struct ChartAxis {
  double low = 0, high = 1;
  bool factors = false;              // logarithmic: equal lengths stand for equal factors
  std::vector<double> ticks;         // ascending, from low to high
  double place(double value) const;  // position of a value: 0 at the low end, 1 at the high end; beyond them outside
  double share(double value) const;  // the same, clamped to 0..1
  double value(double share) const;  // the value at a position
};

// Returns an axis that contains both values. Its ends are round numbers.
ChartAxis linear_axis(double low, double high);
// Returns such a logarithmic axis for values above 0. Values below one thousandth count as one thousandth.
ChartAxis factor_axis(double low, double high);
// Returns an axis that ends exactly at both values, with the round numbers between them as marks.
ChartAxis axis_between(double low, double high, bool factors);

}  // namespace strata
