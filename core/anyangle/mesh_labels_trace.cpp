// This file records a query by hub labels. It reads every label of every corner that an end sees, also those that the
// query leaves out by their bounds.
#include <algorithm>
#include <cmath>

#include "core/anyangle/mesh_labels.hpp"
#include "core/anyangle/mesh_labels_code.hpp"
#include "core/anyangle/mesh_labels_trace.hpp"
#include "core/search/trace.hpp"

namespace strata {
namespace {

namespace code = mesh_labels_code;

Cost cost_of_half_cells(double length) { return static_cast<Cost>(length * kCostOfHalfCell); }
double event_length(HalfCellPoint a, HalfCellPoint b) { return std::sqrt(static_cast<double>(squared_distance(a, b))); }
uint32_t corner_node(uint32_t corner) { return corner + 2; }

// The corners that one side has reached.
struct ReachedCorners {
  std::vector<double> lengths;  // by corner; below 0: not reached
  std::vector<uint32_t> seen;   // the corners that the end sees
  std::vector<uint32_t> all;    // all that were reached
};

struct MeshLabelsRecorder {
  const MeshLabels& labels;
  Cell cells[2];
  const MeshPath& path;
  TraceObserver observer;

  void report(EventType type, Phase phase, uint8_t line, uint32_t node, uint32_t parent, double length) const {
    observer.on({type, phase, 0, line, node, parent, cost_of_half_cells(length), 0});
  }

  void reach(int side, ReachedCorners& reached, uint32_t corner, uint32_t parent, double length) const {
    double& known = reached.lengths[corner];
    if (known >= 0 && length >= known) return;
    const bool fresh = known < 0;
    known = length;
    if (fresh) reached.all.push_back(corner);
    const bool is_end = parent == kMeshLabelsStart || parent == kMeshLabelsGoal;
    const uint8_t line = side == 1 ? code::kBackward : is_end ? code::kSeen : fresh ? code::kNew : code::kLess;
    report(fresh ? EventType::kGenerate : EventType::kUpdate, side == 0 ? Phase::kForward : Phase::kBackward, line,
           corner_node(corner), parent, length);
  }

  // Returns the last corner before the hub on the path from the corner to it.
  uint32_t before_hub(uint32_t corner, uint32_t hub) const {
    const uint32_t end = labels.labels().corner_of(hub);
    for (uint32_t next = labels.labels().next(corner, hub); next != end; next = labels.labels().next(corner, hub)) {
      corner = next;
    }
    return corner;
  }

  ReachedCorners read(int side) const {
    ReachedCorners reached;
    reached.lengths.assign(labels.corners().size(), -1);
    const HalfCellPoint end = middle_of(cells[side]);
    const uint32_t end_node = side == 0 ? kMeshLabelsStart : kMeshLabelsGoal;
    for (const MeshLabels::ListedCorner& listed : labels.listed(cells[side])) {
      const uint32_t corner = listed.corner;
      if (!labels.sees(cells[side], corner)) continue;
      reached.seen.push_back(corner);
      reach(side, reached, corner, end_node, event_length(end, labels.corners()[corner].at));
    }
    for (const uint32_t corner : reached.seen) {
      const double length = event_length(end, labels.corners()[corner].at);
      report(EventType::kExpand, side == 0 ? Phase::kForward : Phase::kBackward,
             side == 0 ? code::kRead : code::kBackward, corner_node(corner), kNoNodeId, reached.lengths[corner]);
      const std::span<const uint32_t> hubs = labels.labels().hubs(corner);
      const std::span<const double> lengths = labels.labels().lengths(corner);
      for (size_t i = 0; i < hubs.size(); ++i) {
        const uint32_t hub = labels.labels().corner_of(hubs[i]);
        if (hub != corner) reach(side, reached, hub, corner_node(before_hub(corner, hubs[i])), length + lengths[i]);
      }
    }
    return reached;
  }

  void read_labels() const {
    const ReachedCorners there = read(0), back = read(1);
    double best = -1;
    for (uint32_t hub = 0; hub < labels.corners().size(); ++hub) {
      const uint32_t corner = labels.labels().corner_of(hub);
      if (there.lengths[corner] < 0 || back.lengths[corner] < 0) continue;
      const double length = there.lengths[corner] + back.lengths[corner];
      if (best >= 0 && cost_of_half_cells(length) >= cost_of_half_cells(best)) continue;
      best = length;
      report(EventType::kMeet, Phase::kForward, code::kHub, corner_node(corner), kNoNodeId, length);
    }
  }

  void run() const {
    report(EventType::kSource, Phase::kForward, code::kInit, kMeshLabelsStart, kNoNodeId, 0);
    report(EventType::kDestination, Phase::kBackward, code::kInit, kMeshLabelsGoal, kNoNodeId, 0);
    const bool direct =
        path.found() && path.points.size() <= 2 && labels.space().sees(middle_of(cells[0]), middle_of(cells[1]));
    if (!direct) read_labels();
    if (!path.found()) return report(EventType::kNoPath, Phase::kForward, code::kFail, kMeshLabelsGoal, kNoNodeId, 0);
    report(EventType::kFound, Phase::kRefine, direct ? code::kInit : code::kDone, kMeshLabelsGoal, kNoNodeId,
           2 * path.length);
    uint32_t before = kMeshLabelsStart;
    for (size_t i = 1; i < path.points.size(); ++i) {
      const bool last = i + 1 == path.points.size();
      const uint32_t node = last ? kMeshLabelsGoal : corner_node(corner_at(path.points[i]));
      report(EventType::kPathEdge, Phase::kRefine, code::kWay, node, before,
             event_length(path.points[i - 1], path.points[i]));
      before = node;
    }
  }

  // Corners are sorted by row, then by column.
  uint32_t corner_at(HalfCellPoint at) const {
    const std::span<const WallCorner> corners = labels.corners();
    const auto found = std::lower_bound(corners.begin(), corners.end(), at, [](const WallCorner& a, HalfCellPoint b) {
      return a.at.y != b.y ? a.at.y < b.y : a.at.x < b.x;
    });
    return static_cast<uint32_t>(found - corners.begin());
  }
};

}  // namespace

HalfCellPoint mesh_labels_point(const MeshLabels& labels, Cell start, Cell goal, uint32_t node) {
  if (node == kMeshLabelsStart) return middle_of(start);
  return node == kMeshLabelsGoal ? middle_of(goal) : labels.corners()[node - 2].at;
}

void record_mesh_labels(const MeshLabels& labels, Cell start, Cell goal, const MeshPath& path, Trace& trace) {
  MeshLabelsRecorder{labels, {start, goal}, path, {&trace}}.run();
  trace.keep_places([&](int, NodeId node) { return place_of_point(mesh_labels_point(labels, start, goal, node)); });
}

}  // namespace strata
