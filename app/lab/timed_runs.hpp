// Purpose: TimedRuns measures how long something takes, as the median of as many runs as a stable median needs.
// Units: Microseconds.
#pragma once

#include <algorithm>
#include <vector>

namespace strata {

// Runs are added until `enough`. The first run may find cold caches: it never ends the repeats by itself.
class TimedRuns {
 public:
  // `budget` is for the runs after the first. `limit` is for all runs; if the first run exceeds it, there is no second.
  TimedRuns(double budget, double limit) : budget_(budget), limit_(limit) {}

  void add(double micros) {
    spent_ += micros;
    times_.insert(std::upper_bound(times_.begin(), times_.end(), micros), micros);
    if (times_.size() == 1) first_ = micros;
  }
  // Whether another run would be of no use, or would exceed the limits.
  bool enough() const {
    if (times_.empty()) return false;
    if (times_.size() >= kMost || spent_ >= limit_) return true;
    if (times_.size() < kLeast) return false;
    return spent_ - first_ >= budget_ || stable();
  }
  double median() const { return times_.empty() ? 0 : times_[times_.size() / 2]; }
  // Half the distance between the quartiles.
  double spread() const { return times_.empty() ? 0 : (times_[times_.size() * 3 / 4] - times_[times_.size() / 4]) / 2; }
  int runs() const { return static_cast<int>(times_.size()); }
  double spent() const { return spent_; }

 private:
  static constexpr size_t kLeast = 3;
  static constexpr size_t kSteady = 7;  // from this many runs on, the middle half decides whether the median is stable
  static constexpr size_t kMost = 31;
  static constexpr double kSpread = 0.05;  // spread of the middle half, relative to the median

  bool stable() const {
    const size_t n = times_.size();
    return n >= kSteady && times_[n * 3 / 4] - times_[n / 4] <= kSpread * median();
  }

  double budget_, limit_;
  double spent_ = 0, first_ = 0;
  std::vector<double> times_;  // ascending
};

}  // namespace strata
