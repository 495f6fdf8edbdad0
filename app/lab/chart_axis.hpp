// Purpose: A ChartAxis is one axis of a chart: its range, and the values at which it has marks.
#pragma once

#include <vector>

namespace strata {

struct ChartAxis {
  double low = 0, high = 1;
  // The axis is logarithmic: equal lengths stand for equal factors.
  bool factors = false;
  std::vector<double> ticks;  // ascending, from low to high
  // Returns where a value lies on the axis, from 0 (low end) to 1 (high end). Values outside the range lie
  // outside of 0..1.
  double place(double value) const;
  double share(double value) const;  // place() clamped to 0..1
  double value(double share) const;  // the inverse of place()
};

// Returns a linear axis that contains both values and has round numbers at its ends.
ChartAxis linear_axis(double low, double high);
// Returns a logarithmic axis that contains both values and has round numbers at its ends. Values below
// 0.001 count as 0.001.
ChartAxis factor_axis(double low, double high);
// Returns an axis that ends exactly at the two values. Its marks are at the round numbers between them.
ChartAxis axis_between(double low, double high, bool factors);

}  // namespace strata
