// Purpose: DistanceRows holds the distances of every node of a graph to a few landmarks. They give a lower bound of the
//          distance between two nodes:
//          max over landmarks L of |d(a, L) - d(b, L)|.
// Source: Goldberg, Harrelson 2005 (ALT); Sturtevant, Felner, Barrer, Schaeffer, Burch 2009 (differential heuristics).
// Units: Costs as in core/grid/cost.hpp. Distances above kFar are stored as kFar, and so are those of
//        unreachable nodes. The bounds stay admissible and consistent, because no edge leads from a reachable to
//        an unreachable node.
// Shapes: Row-major, one row per node; rows are padded with zeros to whole groups of four lanes.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "core/grid/cost.hpp"

namespace strata {

inline constexpr int kMaxLandmarks = 64;

class DistanceRows {
 public:
  static constexpr Cost kFar = 1u << 30;

  void assign(size_t nodes, int lanes) {
    lanes_ = lanes;
    stride_ = (static_cast<size_t>(lanes) + 3) / 4 * 4;
    values_.assign(nodes * stride_, 0);
  }
  int lanes() const { return lanes_; }
  size_t stride() const { return stride_; }
  size_t nodes() const { return stride_ == 0 ? 0 : values_.size() / stride_; }
  Cost at(uint32_t node, int lane) const { return values_[node * stride_ + static_cast<size_t>(lane)]; }
  Cost* row(uint32_t node) { return values_.data() + node * stride_; }
  const Cost* row(uint32_t node) const { return values_.data() + node * stride_; }
  // Stores the distances of one landmark in lane `lane`. `distances` has one value per node; values above kFar
  // are stored as kFar.
  void set_lane(int lane, const std::vector<Cost>& distances) {
    Cost* value = values_.data() + lane;
    for (const Cost distance : distances) {
      *value = std::min(distance, kFar);
      value += stride_;
    }
  }
  size_t memory_bytes() const { return values_.capacity() * sizeof(Cost); }
  static size_t bytes_for(size_t nodes, int lanes) {
    return nodes * ((static_cast<size_t>(lanes) + 3) / 4 * 4) * sizeof(Cost);
  }
  friend bool operator==(const DistanceRows&, const DistanceRows&) = default;

 private:
  int lanes_ = 0;
  size_t stride_ = 0;
  std::vector<Cost> values_;
};

// A LandmarkBound computes a lower bound of the distance from any node to one goal. It is valid while its DistanceRows
// exist and do not change.
class LandmarkBound {
 public:
  LandmarkBound() = default;
  // Makes the bound for one goal. Bit i of `used` says whether the landmark of lane i contributes to the bound.
  LandmarkBound(const DistanceRows& rows, uint32_t goal, uint64_t used) : rows_(&rows), groups_(rows.stride() / 4) {
    for (int lane = 0; lane < rows.lanes(); ++lane) {
      const auto i = static_cast<size_t>(lane);
      mask_[i] = (used >> lane & 1) != 0 ? -1 : 0;
      goal_[i] = static_cast<int32_t>(rows.at(goal, lane)) & mask_[i];
    }
  }
  Cost operator()(uint32_t node) const {
    const Cost* row = rows_->row(node);
    // The values are signed and at most 2^30, and the loop goes through groups of four lanes, so that the
    // compiler vectorises it.
    int32_t best[4] = {0, 0, 0, 0};
    for (size_t group = 0; group < groups_; ++group) {
      for (size_t i = 0; i < 4; ++i) {
        const size_t lane = group * 4 + i;
        const int32_t difference = (static_cast<int32_t>(row[lane]) & mask_[lane]) - goal_[lane];
        const int32_t distance = difference < 0 ? -difference : difference;
        best[i] = distance > best[i] ? distance : best[i];
      }
    }
    return static_cast<Cost>(std::max(std::max(best[0], best[1]), std::max(best[2], best[3])));
  }

 private:
  const DistanceRows* rows_ = nullptr;
  size_t groups_ = 0;
  alignas(16) std::array<int32_t, kMaxLandmarks> goal_{};
  alignas(16) std::array<int32_t, kMaxLandmarks> mask_{};
};

}  // namespace strata
