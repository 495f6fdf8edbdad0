// Purpose: This header defines base classes of structures: StructureWithOptions holds options of a given type, and
//          IncrementalStructure is built in slices.
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/base/stopwatch.hpp"
#include "core/world/build_inputs.hpp"
#include "core/world/structure.hpp"

namespace strata {

// The time budget of one round of work. At least one piece of work is done, even with a budget of 0.
class WorkBudget {
 public:
  explicit WorkBudget(double budget_ms) : budget_micros_(budget_ms * 1000) {}
  // Returns whether there is time for another piece of work.
  bool more() {
    if (!begun_) return begun_ = true;
    return watch_.micros() < budget_micros_;
  }

 private:
  double budget_micros_;
  bool begun_ = false;
  Stopwatch watch_;
};

// The progress of a build in slices, and the time of the last full build.
class SlicedBuild {
 public:
  // Starts a full build with `pending` remaining pieces, after `micros` microseconds of work.
  void restart(double micros, size_t pending) {
    spent_ = micros;
    all_ = pending;
    full_ = true;
  }
  void spend(double micros) { spent_ += micros; }
  void finish() {
    if (full_) micros_ = spent_;
    full_ = false;
  }
  double micros() const { return micros_; }
  double progress(size_t pending) const {
    const auto left = static_cast<double>(pending);
    return 1 - left / std::max({1.0, left, static_cast<double>(all_)});
  }

 private:
  double micros_ = 0;  // time of the last full build
  double spent_ = 0;   // time spent on the current build
  size_t all_ = 0;     // number of pending pieces at the start of the full build
  bool full_ = false;  // a full build is running
};

// The times of the levels of a structure in its last full build and in its last edit.
class TimesByLevel {
 public:
  void restart() {
    spent_.clear();
    full_ = true;
  }
  // Adds the times of one piece of a full build, by level - 1. Without a full build it has no effect.
  void add(std::span<const double> micros) {
    if (!full_) return;
    if (spent_.size() < micros.size()) spent_.resize(micros.size());
    for (size_t i = 0; i < micros.size(); ++i) spent_[i] += micros[i];
  }
  void finish() {
    if (full_) built_ = spent_;
    full_ = false;
  }
  // Returns the share, 0..1, of the levels up to this one in the last full build.
  double share(int up_to_level) const { return share_of_levels(built_, up_to_level); }

 private:
  std::vector<double> built_, spent_;
  bool full_ = false;
};

// A structure that is built piece by piece. It is ready when no piece is pending.
class IncrementalStructure : public Structure {
 public:
  bool ready(const BuildInputs&) const override { return wanted() && built(); }
  bool work_done(const BuildInputs&) const override { return !wanted() || built(); }
  void work(const BuildInputs& inputs, WorkBudget& budget) override;
  StructureState state(const BuildInputs& inputs) const override;

 protected:
  virtual bool built() const = 0;
  virtual size_t pending() const = 0;  // number of pending pieces
  // Does one piece of work. Returns true if it was the last one.
  virtual bool update_piece(const BuildInputs& inputs) = 0;

  SlicedBuild build_;
  uint64_t version_ = 1;
};

// Gives a structure access to its options and parts with their own types.
template <class OwnOptions, class OwnPart, class Base = Structure>
class StructureWithOptions : public Base {
 public:
  using Options = OwnOptions;
  using Part = OwnPart;

  const std::optional<Options>& options() const { return options_; }
  bool wanted() const final { return options_.has_value(); }
  AnyOptions any_options() const final { return AnyOptions(options_); }
  void prepare_any(const AnyOptions& wanted, BuildInputs& inputs, RebuildFlags& rebuild_flags,
                   AnyStructurePart& part) const final {
    prepare(wanted.as<Options>(), inputs, rebuild_flags, part.as<Part>());
  }
  void install_any(const AnyOptions& wanted, const BuildInputs& inputs, RebuildFlags& rebuild_flags,
                   AnyStructurePart& part) final {
    install(wanted.as<Options>(), inputs, rebuild_flags, part.as<Part>());
  }

  virtual void prepare(const std::optional<Options>& wanted, BuildInputs& inputs, RebuildFlags& rebuild_flags,
                       Part& part) const {
    (void)wanted, (void)inputs, (void)rebuild_flags, (void)part;
  }
  virtual void install(const std::optional<Options>& wanted, const BuildInputs& inputs, RebuildFlags& rebuild_flags,
                       Part& part) = 0;

 protected:
  std::optional<Options> options_;
};

// Returns `what` if the structures differ, else nothing.
std::optional<std::string> difference_unless(bool same, std::string what = "other");

// The side, in cells, of the blocks in which structures without a grid of their own are drawn.
inline constexpr int kDrawnBlock = 64;
std::vector<ClusterGrid> drawn_blocks(const BuildInputs& inputs);

}  // namespace strata
