// Purpose: TautLabels holds hub labels of a TautGraph: each corner stores its distances to some hubs, chosen so that
//          a shortest path between any two corners goes over a common hub.
// Source: Akiba, Iwata, Yoshida 2013 (pruned landmark labelling); Delling, Goldberg, Pajor, Werneck 2014 (hubs ordered
//         by the shortest paths that they cover in sampled shortest path trees).
// Differs: core/ch/labels.hpp, which needs small separators and whole costs. Visibility graphs are dense, and their
//          lengths are irrational.
// Units: Lengths in half cells.
// Shapes: Hubs are named by their rank, 0 for the most important corner. The entries of a corner are ascending by hub.
// Threads: Const calls may run together.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/anyangle/taut_graph.hpp"

namespace strata {

class TautLabels {
 public:
  // Builds the labels. `progress` is the number of steps that the job has done before. A cancel leaves the labels
  // incomplete. Throws std::bad_alloc if they would take more than `limit` bytes.
  void build(const TautGraph& graph, JobControl& control, uint64_t progress, size_t limit);

  size_t entry_count() const { return hubs_.size(); }
  std::span<const uint32_t> hubs(uint32_t corner) const {
    return {hubs_.data() + first_[corner], hubs_.data() + first_[corner + 1]};
  }
  std::span<const double> lengths(uint32_t corner) const {
    return {lengths_.data() + first_[corner], lengths_.data() + first_[corner + 1]};
  }
  uint32_t corner_of(uint32_t hub) const { return order_[hub]; }
  // Returns the length of the shortest path between two corners over taut edges; infinity without a path.
  double distance(uint32_t a, uint32_t b) const;
  // Returns the next corner on the path from `corner` to a hub of its label; the corner itself if it is the hub.
  uint32_t next(uint32_t corner, uint32_t hub) const;
  size_t memory_bytes() const {
    return first_.capacity() * sizeof(size_t) + lengths_.capacity() * sizeof(double) +
           (hubs_.capacity() + next_.capacity() + order_.capacity()) * sizeof(uint32_t);
  }
  friend bool operator==(const TautLabels&, const TautLabels&) = default;

 private:
  std::vector<uint32_t> order_;  // by hub: its corner
  std::vector<size_t> first_;    // by corner: its first entry; one more than corners
  std::vector<uint32_t> hubs_;
  std::vector<double> lengths_;
  std::vector<uint32_t> next_;
};

// Returns all corners, those first that lie on most shortest paths of sampled shortest path trees.
std::vector<uint32_t> order_by_coverage(const TautGraph& graph, const JobControl& control);

}  // namespace strata
