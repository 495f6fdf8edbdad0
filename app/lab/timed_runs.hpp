// Purpose: TimedRuns measures how long something takes: it repeats runs until their median is stable.
// Units: Microseconds.
#pragma once

#include <algorithm>
#include <vector>

namespace strata {

// The caller adds the times of runs until enough() returns true. The first run may be slow because of cold caches, so
// that it is not enough alone unless it exceeds the limit.
class TimedRuns {
 public:
  // `budget` is the time that all runs after the first may take. `limit` is the time that all runs together may take:
  // if the first run exceeds it, there is no second one. Runs do not count until they have taken the time `warm_up`
  // together: those of a short query are slow as long as caches and processor are cold.
  TimedRuns(double budget, double limit, double warm_up = 0) : budget_(budget), limit_(limit), warm_up_(warm_up) {}

  void add(double micros) {
    if (warmed_ < warm_up_ && warming_runs_ < kMostWarming && micros < limit_) {
      warmed_ += micros;
      ++warming_runs_;
      return;
    }
    spent_ += micros;
    times_.insert(std::upper_bound(times_.begin(), times_.end(), micros), micros);
    if (times_.size() == 1) first_ = micros;
  }
  // Returns whether the median is stable, or another run would exceed a limit.
  bool enough() const {
    if (times_.empty()) return false;
    if (times_.size() >= kMost || spent_ >= limit_) return true;
    if (times_.size() < kLeast) return false;
    return spent_ - first_ >= budget_ || stable();
  }
  double median() const { return times_.empty() ? 0 : times_[times_.size() / 2]; }
  // Returns half the interquartile range of the times.
  double spread() const { return times_.empty() ? 0 : (times_[times_.size() * 3 / 4] - times_[times_.size() / 4]) / 2; }
  int runs() const { return static_cast<int>(times_.size()); }
  double spent() const { return spent_; }

 private:
  static constexpr size_t kLeast = 3;
  // The interquartile range is compared only from this number of runs on.
  static constexpr size_t kSteady = 7;
  static constexpr size_t kMost = 31;
  static constexpr int kMostWarming = 200;
  // The median counts as stable if the interquartile range is at most this share of it.
  static constexpr double kSpread = 0.05;

  bool stable() const {
    const size_t n = times_.size();
    return n >= kSteady && times_[n * 3 / 4] - times_[n / 4] <= kSpread * median();
  }

  double budget_, limit_, warm_up_;
  double spent_ = 0, first_ = 0, warmed_ = 0;
  int warming_runs_ = 0;
  std::vector<double> times_;  // ascending
};

}  // namespace strata
