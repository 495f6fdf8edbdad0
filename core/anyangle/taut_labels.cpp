#include "core/anyangle/taut_labels.hpp"

#include <algorithm>
#include <limits>
#include <new>
#include <queue>
#include <utility>

#include "core/base/check.hpp"
#include "core/base/rng.hpp"

namespace strata {
namespace {

constexpr double kFar = std::numeric_limits<double>::infinity();
// Lengths count as equal if they differ by less than this share, which rounding may add.
constexpr double kEqual = 1 + 1e-13;
constexpr uint32_t kNoParent = 0xffffffffu;

struct QueuedCorner {
  double length;
  uint32_t corner;
  friend bool operator>(const QueuedCorner& a, const QueuedCorner& b) { return a.length > b.length; }
};
using CornerQueue = std::priority_queue<QueuedCorner, std::vector<QueuedCorner>, std::greater<>>;

// The memory of Dijkstra searches from one corner after the other. Between two searches all lengths are infinite.
struct CornerDijkstra {
  std::vector<double> lengths;
  std::vector<uint32_t> parents;
  std::vector<uint32_t> touched, settled;
  CornerQueue queue;

  explicit CornerDijkstra(size_t corners) : lengths(corners, kFar), parents(corners, kNoParent) {}
  // Settles corners in the order of their lengths. accept(corner, length) returns whether the search goes on from it.
  template <class Accept>
  void run(const TautGraph& graph, uint32_t root, Accept&& accept) {
    for (const uint32_t corner : touched) lengths[corner] = kFar;
    touched.assign(1, root);
    settled.clear();
    lengths[root] = 0;
    parents[root] = kNoParent;
    queue.push({0, root});
    while (!queue.empty()) {
      const auto [length, corner] = queue.top();
      queue.pop();
      if (length > lengths[corner] || !accept(corner, length)) continue;
      settled.push_back(corner);
      for (const TautGraph::Edge& edge : graph.edges(corner)) {
        double& known = lengths[edge.to];
        if (length + edge.length >= known) continue;
        if (known == kFar) touched.push_back(edge.to);
        known = length + edge.length;
        parents[edge.to] = corner;
        queue.push({known, edge.to});
      }
    }
  }
};

// A sampled shortest path tree: how many corners hang below each that no chosen corner covers yet.
struct SampledTree {
  std::vector<uint32_t> corners;  // in preorder
  std::vector<uint32_t> place;    // by corner: its index in `corners`; kNoParent: not in the tree
  std::vector<uint32_t> parent;   // by index: index of the parent
  std::vector<uint32_t> size;     // by index: corners of the whole subtree
  std::vector<uint32_t> left;     // by index: those of them that are not covered; 0: itself is covered

  void build(const CornerDijkstra& search, size_t corner_count) {
    const size_t count = search.settled.size();
    place.assign(corner_count, kNoParent);
    std::vector<uint32_t> sizes(corner_count, 0), begin(corner_count, 0);
    for (size_t k = count; k-- > 0;) {
      const uint32_t corner = search.settled[k];
      ++sizes[corner];
      if (search.parents[corner] != kNoParent) sizes[search.parents[corner]] += sizes[corner];
    }
    corners.resize(count);
    parent.resize(count);
    size.resize(count);
    // A corner takes the next free place below its parent: begin[c] is the place of the next child.
    for (const uint32_t corner : search.settled) {
      const uint32_t above = search.parents[corner];
      const uint32_t at = above == kNoParent ? 0 : begin[above];
      if (above != kNoParent) begin[above] += sizes[corner];
      begin[corner] = at + 1;
      place[corner] = at;
      corners[at] = corner;
      parent[at] = above == kNoParent ? kNoParent : place[above];
      size[at] = sizes[corner];
    }
    left = size;
  }
};

constexpr size_t kSampledTrees = 64;
constexpr size_t kFewestTrees = 8;
constexpr size_t kSampledCorners = size_t{1} << 22;  // of all trees together
constexpr size_t kSampledEdges = size_t{1} << 27;    // that the searches of all trees look at
constexpr uint64_t kPopsBetweenPolls = 4096;

}  // namespace

std::vector<uint32_t> order_by_coverage(const TautGraph& graph, const JobControl& control) {
  const uint32_t count = graph.corner_count();
  std::vector<uint32_t> order;
  if (count == 0) return order;
  order.reserve(count);
  Rng rng(count);
  CornerDijkstra search(count);
  // Each search looks at all edges from both of their ends.
  const size_t affordable = std::min(kSampledCorners / count, kSampledEdges / (2 * graph.edge_count() + 1));
  std::vector<SampledTree> trees(std::clamp(affordable, kFewestTrees, kSampledTrees));
  std::vector<uint64_t> score(count, 0);
  for (SampledTree& tree : trees) {
    if (control.cancelled()) return order;
    search.run(graph, rng.below(count), [](uint32_t, double) { return true; });
    tree.build(search, count);
    for (size_t k = 0; k < tree.corners.size(); ++k) score[tree.corners[k]] += tree.left[k];
  }
  // A corner whose score has sunk since it was queued is queued again. Among equals, the one with most edges is first.
  using Ranked = std::pair<uint64_t, uint32_t>;
  std::priority_queue<std::pair<Ranked, uint32_t>> queue;
  const auto push = [&](uint32_t corner) {
    queue.push({{score[corner], static_cast<uint32_t>(graph.edges(corner).size())}, corner});
  };
  for (uint32_t corner = 0; corner < count; ++corner) push(corner);
  for (uint64_t pops = 0; !queue.empty(); ++pops) {
    if (pops % kPopsBetweenPolls == 0 && control.cancelled()) return order;
    const auto [ranked, corner] = queue.top();
    queue.pop();
    if (ranked.first != score[corner]) {
      push(corner);
      continue;
    }
    order.push_back(corner);
    for (SampledTree& tree : trees) {
      const uint32_t at = tree.place[corner];
      if (at == kNoParent || tree.left[at] == 0) continue;
      const uint32_t covered = tree.left[at];
      for (uint32_t above = tree.parent[at]; above != kNoParent && tree.left[above] != 0; above = tree.parent[above]) {
        tree.left[above] -= covered;
        score[tree.corners[above]] -= covered;
      }
      for (uint32_t below = at; below < at + tree.size[at]; ++below) {
        score[tree.corners[below]] -= tree.left[below];
        tree.left[below] = 0;
      }
    }
  }
  return order;
}

void TautLabels::build(const TautGraph& graph, JobControl& control, uint64_t progress, size_t limit) {
  const uint32_t count = graph.corner_count();
  order_ = order_by_coverage(graph, control);
  first_.assign(size_t{count} + 1, 0);
  if (control.cancelled()) return;
  struct Entry {
    uint32_t hub, next;
    double length;
  };
  std::vector<std::vector<Entry>> labels(count);
  std::vector<double> from_root(count, kFar);  // by hub: its length in the label of the root
  CornerDijkstra search(count);
  size_t entries = 0;
  for (uint32_t hub = 0; hub < count; ++hub) {
    if (control.cancelled()) return;
    control.set_done(progress + hub);
    const uint32_t root = order_[hub];
    for (const Entry& entry : labels[root]) from_root[entry.hub] = entry.length;
    search.run(graph, root, [&](uint32_t corner, double length) {
      for (const Entry& entry : labels[corner]) {
        if (entry.length + from_root[entry.hub] <= length * kEqual) return false;  // a more important hub covers it
      }
      labels[corner].push_back({hub, corner == root ? root : search.parents[corner], length});
      return true;
    });
    entries += search.settled.size();
    for (const Entry& entry : labels[root]) from_root[entry.hub] = kFar;
    if (entries * (sizeof(double) + 2 * sizeof(uint32_t)) > limit) throw std::bad_alloc();
  }
  hubs_.reserve(entries);
  lengths_.reserve(entries);
  next_.reserve(entries);
  for (uint32_t corner = 0; corner < count; ++corner) {
    for (const Entry& entry : labels[corner]) {
      hubs_.push_back(entry.hub);
      lengths_.push_back(entry.length);
      next_.push_back(entry.next);
    }
    first_[corner + 1] = hubs_.size();
    std::vector<Entry>().swap(labels[corner]);
  }
}

double TautLabels::distance(uint32_t a, uint32_t b) const {
  double best = kFar;
  size_t i = first_[a], j = first_[b];
  const size_t i_end = first_[a + 1], j_end = first_[b + 1];
  while (i < i_end && j < j_end) {
    if (hubs_[i] == hubs_[j]) {
      best = std::min(best, lengths_[i++] + lengths_[j++]);
    } else {
      hubs_[i] < hubs_[j] ? ++i : ++j;
    }
  }
  return best;
}

uint32_t TautLabels::next(uint32_t corner, uint32_t hub) const {
  const std::span<const uint32_t> own = hubs(corner);
  const auto found = std::lower_bound(own.begin(), own.end(), hub);
  STRATA_CHECK(found != own.end() && *found == hub);
  return next_[first_[corner] + static_cast<size_t>(found - own.begin())];
}

}  // namespace strata
