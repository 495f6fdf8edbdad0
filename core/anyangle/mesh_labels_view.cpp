#include "core/anyangle/mesh_labels_view.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace strata {
namespace {

constexpr double kNotReached = std::numeric_limits<double>::infinity();

// The shortest paths from one end to all hubs in labels of the corners that it sees.
struct PathsToHubs {
  std::vector<double> lengths;  // by hub
  std::vector<uint32_t> over;   // by hub: the visible corner over which the path goes
};

PathsToHubs paths_to_hubs(const MeshLabels& labels, HalfCellPoint end, const std::vector<uint32_t>& seen) {
  PathsToHubs paths{std::vector<double>(labels.corners().size(), kNotReached),
                    std::vector<uint32_t>(labels.corners().size(), 0)};
  for (const uint32_t corner : seen) {
    const double line = std::sqrt(static_cast<double>(squared_distance(end, labels.corners()[corner].at)));
    const std::span<const uint32_t> hubs = labels.labels().hubs(corner);
    const std::span<const double> lengths = labels.labels().lengths(corner);
    for (size_t i = 0; i < hubs.size(); ++i) {
      if (line + lengths[i] >= paths.lengths[hubs[i]]) continue;
      paths.lengths[hubs[i]] = line + lengths[i];
      paths.over[hubs[i]] = corner;
    }
  }
  return paths;
}

std::vector<HalfCellPoint> leg_to(const MeshLabels& labels, Cell end, uint32_t corner, uint32_t hub) {
  std::vector<HalfCellPoint> points = {middle_of(end)};
  for (;;) {
    points.push_back(labels.corners()[corner].at);
    const uint32_t next = labels.labels().next(corner, hub);
    if (next == corner) return points;
    corner = next;
  }
}

}  // namespace

MeshLabelsHub mesh_labels_hub(const MeshLabels& labels, Cell start, Cell goal) {
  MeshLabelsHub hub;
  const FreeSpace& space = labels.space();
  const auto is_free = [&](Cell cell) {
    return cell.x >= 0 && cell.y >= 0 && cell.x < space.width() && cell.y < space.height() &&
           space.free(cell.x, cell.y);
  };
  if (!is_free(start) || !is_free(goal) || space.sees(middle_of(start), middle_of(goal))) return hub;
  hub.read = true;
  const Cell ends[2] = {start, goal};
  PathsToHubs paths[2];
  for (size_t side = 0; side < 2; ++side) {
    hub.seen[side] = seen_corners(labels, ends[side]);
    paths[side] = paths_to_hubs(labels, middle_of(ends[side]), hub.seen[side]);
  }
  double best = kNotReached;
  uint32_t best_hub = 0;
  for (uint32_t i = 0; i < labels.corners().size(); ++i) {
    const double length = paths[0].lengths[i] + paths[1].lengths[i];
    if (length >= best) continue;
    best = length;
    best_hub = i;
  }
  if (best == kNotReached) return hub;
  hub.found = true;
  hub.corner = labels.labels().corner_of(best_hub);
  hub.there = paths[0].lengths[best_hub];
  hub.back = paths[1].lengths[best_hub];
  for (size_t side = 0; side < 2; ++side) {
    hub.legs[side] = leg_to(labels, ends[side], paths[side].over[best_hub], best_hub);
  }
  return hub;
}

std::vector<uint32_t> seen_corners(const MeshLabels& labels, Cell cell) {
  std::vector<uint32_t> seen;
  for (const MeshLabels::ListedCorner& listed : labels.listed(cell)) {
    if (labels.sees(cell, listed.corner)) seen.push_back(listed.corner);
  }
  return seen;
}

std::vector<uint32_t> taut_neighbours(const MeshLabels& labels, uint32_t corner) {
  std::vector<uint32_t> ends;
  const WallCorner& from = labels.corners()[corner];
  const auto add = [&](int x, int y) {
    const uint32_t to = labels.corner_at({2 * x, 2 * y});
    if (to < labels.corners().size() && labels.corners()[to].bends_from(from.at)) ends.push_back(to);
  };
  look_from(
      labels.space(), from, [](int, int, int) {}, add);
  std::sort(ends.begin(), ends.end());
  return ends;
}

}  // namespace strata
