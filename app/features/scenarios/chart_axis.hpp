// Purpose: The axes of charts: from where to where they go, and at which round numbers they are marked.
#pragma once

#include <vector>

namespace strata {

struct ChartAxis {
  double low = 0, high = 1;
  bool factors = false;              // equal lengths stand for equal factors
  std::vector<double> ticks;         // ascending, from low to high
  double share(double value) const;  // where a value lies, 0 at the low end, 1 at the high end; kept within them
};

// With both values on it. Its ends are round numbers.
ChartAxis linear_axis(double low, double high);
// The same for values above 0; what is below one thousandth counts as that.
ChartAxis factor_axis(double low, double high);

}  // namespace strata
