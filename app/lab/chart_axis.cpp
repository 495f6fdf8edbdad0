#include "app/lab/chart_axis.hpp"

#include <algorithm>
#include <cmath>

namespace strata {
namespace {

constexpr double kLeastFactor = 1e-3;
constexpr double kWantedTicks = 5;
// A logarithmic axis over at most this many decades also has marks at 2 and 5 times the powers of ten.
constexpr double kSameDecades = 2;
// Tolerance for the rounding errors of a mark, in steps from one mark to the next.
constexpr double kSlack = 1e-9;

// Returns the smallest number of the form 1, 2 or 5 times a power of ten that is at least `least`.
double round_step(double least) {
  const double power = std::pow(10.0, std::floor(std::log10(least)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= least * (1 - kSlack)) return factor * power;
  }
  return 10 * power;
}

double scaled(const ChartAxis& axis, double value) {
  return axis.factors ? std::log10(std::max(value, kLeastFactor)) : value;
}

// Adds marks at the multiples of a round step that lie between the two values.
void add_steps(ChartAxis& axis, double low, double high) {
  const double step = round_step((high - low) / kWantedTicks);
  const double first = std::ceil(low / step - kSlack), last = std::floor(high / step + kSlack);
  for (double i = first; i <= last; ++i) axis.ticks.push_back(i == 0 ? 0 : i * step);
}

}  // namespace

double ChartAxis::place(double value) const {
  const double from = scaled(*this, low);
  return (scaled(*this, value) - from) / (scaled(*this, high) - from);
}

double ChartAxis::share(double value) const { return std::clamp(place(value), 0.0, 1.0); }

double ChartAxis::value(double share) const {
  const double from = scaled(*this, low), at = from + share * (scaled(*this, high) - from);
  return factors ? std::pow(10.0, at) : at;
}

ChartAxis linear_axis(double low, double high) {
  if (high <= low) high = low + 1;
  const double step = round_step((high - low) / kWantedTicks);
  const double first = std::floor(low / step + kSlack), last = std::ceil(high / step - kSlack);
  ChartAxis axis{first * step, last * step, false, {}};
  for (double i = first; i <= last; ++i) axis.ticks.push_back(i == 0 ? 0 : i * step);
  return axis;
}

ChartAxis factor_axis(double low, double high) {
  low = std::max(low, kLeastFactor);
  high = std::max(high, low);
  double first = std::floor(std::log10(low) + kSlack), last = std::ceil(std::log10(high) - kSlack);
  if (last <= first) last = first + 1;
  ChartAxis axis{std::pow(10.0, first), std::pow(10.0, last), true, {}};
  for (double decade = first; decade <= last; ++decade) {
    const double power = std::pow(10.0, decade);
    axis.ticks.push_back(power);
    if (decade == last || last - first > kSameDecades) continue;
    axis.ticks.push_back(2 * power);
    axis.ticks.push_back(5 * power);
  }
  return axis;
}

ChartAxis axis_between(double low, double high, bool factors) {
  if (factors) low = std::max(low, kLeastFactor);
  ChartAxis axis{low, high, factors, {}};
  // Over less than one decade the marks are those of a linear axis, as there would be too few powers of ten.
  if (!factors || high < 10 * low) {
    add_steps(axis, low, high);
    return axis;
  }
  for (const double tick : factor_axis(low, high).ticks) {
    if (tick >= low * (1 - kSlack) && tick <= high * (1 + kSlack)) axis.ticks.push_back(tick);
  }
  return axis;
}

}  // namespace strata
