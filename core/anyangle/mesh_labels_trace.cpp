// This file records a query by hub labels. It reads every label of every corner that an end sees, also those that the
// query leaves out by their bounds.
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
  std::vector<Cost> costs;     // by corner, those of its last event; kInfinite: not reached
  std::vector<uint32_t> seen;  // the corners that the end sees
};

struct MeshLabelsRecorder {
  const MeshLabels& labels;
  Cell cells[2];
  const MeshPath& path;
  TraceObserver observer;

  void report(EventType type, Phase phase, uint8_t line, uint32_t node, uint32_t parent, Cost cost) const {
    observer.on({type, phase, 0, line, node, parent, cost, 0});
  }

  // Shorter paths of the same cost are left out: every event lowers a cost.
  void reach(int side, ReachedCorners& reached, uint32_t corner, uint32_t parent, double length) const {
    Cost& known = reached.costs[corner];
    const Cost cost = cost_of_half_cells(length);
    if (cost >= known) return;
    const bool fresh = known == kInfinite;
    known = cost;
    const bool is_end = parent == kMeshLabelsStart || parent == kMeshLabelsGoal;
    const uint8_t line = side == 1 ? code::kBackward : is_end ? code::kSeen : fresh ? code::kNew : code::kLess;
    report(fresh ? EventType::kGenerate : EventType::kUpdate, side == 0 ? Phase::kForward : Phase::kBackward, line,
           corner_node(corner), parent, cost);
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
    reached.costs.assign(labels.corners().size(), kInfinite);
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
             side == 0 ? code::kRead : code::kBackward, corner_node(corner), kNoNodeId, reached.costs[corner]);
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
    uint64_t best = kInfinite;
    for (uint32_t hub = 0; hub < labels.corners().size(); ++hub) {
      const uint32_t corner = labels.labels().corner_of(hub);
      const uint64_t cost = uint64_t{there.costs[corner]} + back.costs[corner];
      if (cost >= best) continue;
      best = cost;
      report(EventType::kMeet, Phase::kForward, code::kHub, corner_node(corner), kNoNodeId, static_cast<Cost>(cost));
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
           cost_of_half_cells(2 * path.length));
    uint32_t before = kMeshLabelsStart;
    for (size_t i = 1; i < path.points.size(); ++i) {
      const bool last = i + 1 == path.points.size();
      const uint32_t node = last ? kMeshLabelsGoal : corner_node(labels.corner_at(path.points[i]));
      report(EventType::kPathEdge, Phase::kRefine, code::kWay, node, before,
             cost_of_half_cells(event_length(path.points[i - 1], path.points[i])));
      before = node;
    }
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
