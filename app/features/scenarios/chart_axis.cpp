#include "app/features/scenarios/chart_axis.hpp"

#include <algorithm>
#include <cmath>

namespace strata {
namespace {

constexpr double kLeastFactor = 1e-3;
constexpr double kWantedTicks = 5;
constexpr double kSameDecades = 2;  // up to this many decades, the marks 2 and 5 lie between the powers of ten

// Returns 1, 2 or 5 times a power of ten: the smallest such number that is at least `least`.
double round_step(double least) {
  const double power = std::pow(10.0, std::floor(std::log10(least)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= least * (1 - 1e-9)) return factor * power;
  }
  return 10 * power;
}

}  // namespace

double ChartAxis::share(double value) const {
  const auto scaled = [&](double v) { return factors ? std::log10(std::max(v, kLeastFactor)) : v; };
  return std::clamp((scaled(value) - scaled(low)) / (scaled(high) - scaled(low)), 0.0, 1.0);
}

ChartAxis linear_axis(double low, double high) {
  if (high <= low) high = low + 1;
  const double step = round_step((high - low) / kWantedTicks);
  const double first = std::floor(low / step + 1e-9), last = std::ceil(high / step - 1e-9);
  ChartAxis axis{first * step, last * step, false, {}};
  for (double i = first; i <= last; ++i) axis.ticks.push_back(i == 0 ? 0 : i * step);
  return axis;
}

ChartAxis factor_axis(double low, double high) {
  low = std::max(low, kLeastFactor);
  high = std::max(high, low);
  double first = std::floor(std::log10(low) + 1e-9), last = std::ceil(std::log10(high) - 1e-9);
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

}  // namespace strata
