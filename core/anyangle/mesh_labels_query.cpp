#include <algorithm>
#include <cmath>
#include <limits>

#include "core/anyangle/mesh_labels.hpp"
#include "core/anyangle/mesh_labels_trace.hpp"
#include "core/base/work_count.hpp"
#include "core/navmesh/funnel.hpp"

namespace strata {
namespace {

constexpr double kNoLength = std::numeric_limits<double>::infinity();

double line_length(HalfCellPoint a, HalfCellPoint b) { return std::sqrt(static_cast<double>(squared_distance(a, b))); }

// The hub over which the path goes, and the corners at its ends.
struct HubPath {
  double length = kNoLength;
  uint32_t hub = 0;
  uint32_t corners[2] = {0, 0};
};

struct MeshLabelsQuery {
  using SeenCorner = MeshLabelsMemory::SeenCorner;

  const MeshLabels& labels;
  Cell cells[2];
  MeshLabelsMemory& memory;
  MeshPath& path;
  PhaseStats count[2] = {};

  // Lists the corners that an end may see, with bounds of the paths over them.
  void list(int side) {
    std::vector<SeenCorner>& ends = memory.ends[side];
    const HalfCellPoint end = middle_of(cells[side]), other = middle_of(cells[1 - side]);
    const bool visible = labels.region_side() == 1;
    ends.clear();
    const std::span<const MeshLabels::ListedCorner> listed = labels.listed(cells[side]);
    for (uint32_t i = 0; i < listed.size(); ++i) {
      const uint32_t corner = listed[i].corner;
      const WallCorner& wall = labels.corners()[corner];
      if (!visible && !wall.bends_from(end)) continue;
      const double length = line_length(end, wall.at);
      ends.push_back({corner, length, length + line_length(wall.at, other), i, visible});
    }
  }

  bool is_visible(int side, SeenCorner& seen) const {
    if (!seen.visible) seen.visible = labels.space().sees(middle_of(cells[side]), labels.corners()[seen.corner].at);
    return seen.visible;
  }

  // Returns the visible corner with the least bound, and removes corners that are not visible on the way; null if there
  // is none.
  SeenCorner* nearest(int side) {
    std::vector<SeenCorner>& ends = memory.ends[side];
    while (!ends.empty()) {
      const auto least = std::min_element(ends.begin(), ends.end(),
                                          [](const SeenCorner& a, const SeenCorner& b) { return a.bound < b.bound; });
      if (is_visible(side, *least)) return &*least;
      *least = ends.back();
      ends.pop_back();
    }
    return nullptr;
  }

  // The path over the corners with the least bounds: no path over a corner with a larger bound is shorter.
  double first_length() {
    const SeenCorner* const start = nearest(0);
    const SeenCorner* const goal = nearest(1);
    if (start == nullptr || goal == nullptr) return kNoLength;
    return start->length + labels.labels().distance(start->corner, goal->corner) + goal->length;
  }

  // Reads the useful entries of the corners that an end sees, as far as they may lie on a path of at most `length`.
  // Calls visit(corner, hub, length of the path from the end to the hub).
  template <class Visit>
  void read(int side, const double& length, Visit&& visit) {
    const std::span<const MeshLabels::ListedCorner> listed = labels.listed(cells[side]);
    for (SeenCorner& seen : memory.ends[side]) {
      if (seen.bound > length || !is_visible(side, seen)) continue;
      const std::span<const uint32_t> hubs = labels.labels().hubs(seen.corner);
      const std::span<const double> lengths = labels.labels().lengths(seen.corner);
      ++count[side].expanded;
      labels.for_useful(listed[seen.listed], [&](uint32_t i) {
        ++count[side].touched;
        const double sum = seen.length + lengths[i];
        if (sum <= length) visit(seen.corner, hubs[i], sum);
      });
    }
  }

  HubPath find_hub() {
    list(0);
    list(1);
    memory.reached.resize(std::max(memory.reached.size(), labels.corners().size()));
    if (++memory.stamp == 0) {
      std::fill(memory.reached.begin(), memory.reached.end(), MeshLabelsMemory::ReachedHub{});
      memory.stamp = 1;
    }
    // The bound has room for rounding, so that the path over the hub is found again.
    const double bound = first_length() * (1 + 1e-12);
    read(0, bound, [&](uint32_t corner, uint32_t hub, double length) {
      MeshLabelsMemory::ReachedHub& known = memory.reached[hub];
      if (known.stamp != memory.stamp || length < known.length) known = {length, corner, memory.stamp};
    });
    HubPath best{bound};
    bool found = false;
    read(1, best.length, [&](uint32_t corner, uint32_t hub, double length) {
      const MeshLabelsMemory::ReachedHub& known = memory.reached[hub];
      if (known.stamp != memory.stamp || known.length + length > best.length) return;
      if (found && known.length + length == best.length) return;
      best = {known.length + length, hub, {known.corner, corner}};
      found = true;
    });
    if (!found) best.length = kNoLength;
    return best;
  }

  void append_corners(uint32_t corner, uint32_t hub, std::vector<HalfCellPoint>& points) const {
    for (;;) {
      append_turn(points, labels.corners()[corner].at);
      const uint32_t next = labels.labels().next(corner, hub);
      if (next == corner) return;
      corner = next;
    }
  }

  void unpack(const HubPath& found) {
    std::vector<HalfCellPoint>& points = path.points;
    append_turn(points, middle_of(cells[0]));
    append_corners(found.corners[0], found.hub, points);
    // The rest in the order from the hub to the goal.
    std::vector<uint32_t>& chain = memory.chain;
    chain.clear();
    const uint32_t hub_corner = labels.labels().corner_of(found.hub);
    for (uint32_t corner = found.corners[1]; corner != hub_corner; corner = labels.labels().next(corner, found.hub)) {
      chain.push_back(corner);
    }
    for (auto corner = chain.rbegin(); corner != chain.rend(); ++corner) {
      append_turn(points, labels.corners()[*corner].at);
    }
    append_turn(points, middle_of(cells[1]));
  }

  void run() {
    if (labels.space().sees(middle_of(cells[0]), middle_of(cells[1]))) {
      append_turn(path.points, middle_of(cells[0]));
      append_turn(path.points, middle_of(cells[1]));
    } else if (const HubPath found = find_hub(); found.length < kNoLength) {
      unpack(found);
    } else {
      path.status = PlanStatus::kNoPath;
    }
    path.stats.of(Phase::kForward) = count[0];
    path.stats.of(Phase::kBackward) = count[1];
    count_work(count[0].touched + count[1].touched);
    if (!path.found()) return;
    path.length = length_in_cells(path.points);
    const double cost = std::ceil(path.length * 2 * kCostOfHalfCell);
    if (cost >= kInfinite) {
      path.clear(PlanStatus::kCostOverflow);
    } else {
      path.cost = static_cast<Cost>(cost);
    }
  }
};

}  // namespace

size_t MeshLabelsMemory::memory_bytes() const {
  return (ends[0].capacity() + ends[1].capacity()) * sizeof(SeenCorner) + reached.capacity() * sizeof(ReachedHub) +
         chain.capacity() * sizeof(uint32_t);
}

void plan_mesh_labels(const MeshLabels& labels, Cell start, Cell goal, MeshLabelsMemory& memory, MeshPath& path,
                      Trace* trace) {
  path.clear(PlanStatus::kFound);
  MeshLabelsQuery{labels, {start, goal}, memory, path}.run();
  if (trace != nullptr) record_mesh_labels(labels, start, goal, path, *trace);
}

}  // namespace strata
