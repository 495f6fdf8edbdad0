// What is known of one cell, and of the edge that the search is at.
#include <algorithm>
#include <utility>

#include "app/base/agent_text.hpp"
#include "app/lab/lab_parts.hpp"

namespace strata {

namespace {

int clearance_of(const GridMap& map, Capability capability, Cell cell) {
  int size = 0;
  while (size < Clearance::kMaxClearance && !limiting_obstacle(map, capability, size + 1, cell)) ++size;
  return size;
}

bool is_about_edge(EventType type) {
  switch (type) {
    case EventType::kGenerate:
    case EventType::kUpdate:
    case EventType::kExpand:
    case EventType::kLink:
    case EventType::kRefine:
    case EventType::kPathEdge:
      return true;
    default:
      return false;
  }
}

}  // namespace

void Inspector::refresh() {
  if (!state_.inspected) return;
  Inspection& inspection = *state_.inspected;
  if (inspection.trace_version != lab_.playback().trace_version()) {
    inspection.trace_version = lab_.playback().trace_version();
    inspection.events = lab_.playback().events_of(world_->map().id(inspection.cell));
  }
  const uint64_t stamp = (world_->map().revision() << 20 ^ lab_.query().rules_version() << 3 ^
                          static_cast<uint64_t>(lab_.query().ready_structures()) << (64 - kStructures)) +
                         1;
  const uint64_t landmark_stamp = (world_->get<MapLandmarks>().version() << 32 ^ world_->map().revision() << 8 ^
                                   lab_.query().rules_version() << 44) +
                                  (state_.has_query ? uint64_t{world_->map().id(state_.query.goal)} + 2 : 1);
  if (inspection.landmark_stamp != landmark_stamp) {
    inspection.landmark_stamp = landmark_stamp;
    inspect_landmarks(inspection);
  }
  const uint64_t hierarchy_stamp = ((lab_.hierarchies().version(0) << 32 ^ lab_.hierarchies().version(1)) << 2 ^
                                    lab_.session().world_version() << 52) +
                                   (state_.hierarchies[0].ready ? 1 : 0) + (state_.hierarchies[1].ready ? 2 : 0) + 1;
  if (inspection.hierarchy_stamp != hierarchy_stamp) {
    inspection.hierarchy_stamp = hierarchy_stamp;
    lab_.hierarchies().inspect(inspection);
  }
  for (const auto& [feature, desk] : lab_.desks()) desk->look_at(inspection.cell);
  if (inspection.stamp == stamp) return;
  inspection.stamp = stamp;
  const GridMap& map = world_->map();
  const Agent who = lab_.agent();
  const CellId id = map.id(inspection.cell);
  inspection.clearance = clearance_of(map, who.capability, inspection.cell);
  inspection.obstacle = limiting_obstacle(map, who.capability, who.size, inspection.cell);
  inspection.fits = !inspection.obstacle;
  inspection.why = fit_text(map, who.capability, who.size, inspection.cell);
  inspection.hpa_level = 0;
  inspection.hpa_edges.clear();
  inspection.haa_node = false;
  inspection.haa_edges.clear();
  const Hpa& hpa = world_->get<MapHpa>().hpa();
  if (hpa.ready()) {
    inspection.hpa_level = hpa.level_of(id);
    if (inspection.hpa_level > 0) {
      const uint32_t cluster = hpa.clusters().cluster_of(inspection.cell);
      hpa.append_intra_edges(cluster, inspection.hpa_edges);
      hpa.append_inter_edges(cluster, inspection.hpa_edges);
      std::erase_if(inspection.hpa_edges, [&](const HpaEdge& edge) { return edge.from != id && edge.to != id; });
      for (HpaEdge& edge : inspection.hpa_edges) {
        if (edge.from != id) std::swap(edge.from, edge.to);
      }
    }
  }
  if (world_->has(Structure::kHaa) && world_->get<MapHaa>().haa().ready() &&
      world_->get<MapHaa>().haa().node_at(id) >= 0) {
    const Haa& haa = world_->get<MapHaa>().haa();
    inspection.haa_node = true;
    const uint32_t cluster = haa.clusters().cluster_of(inspection.cell);
    haa.append_intra_edges(cluster, inspection.haa_edges);
    haa.append_inter_edges(cluster, inspection.haa_edges);
    std::erase_if(inspection.haa_edges, [&](const HaaEdge& edge) { return edge.from != id && edge.to != id; });
    for (HaaEdge& edge : inspection.haa_edges) {
      if (edge.from != id) std::swap(edge.from, edge.to);
    }
  }
}

// What landmarks tell of the way from the cell to the goal.
void Inspector::inspect_landmarks(Inspection& inspection) const {
  const MoveGrid& moves = world_->moves();
  const CellId id = world_->map().id(inspection.cell);
  LandmarkInspection& at = inspection.landmarks;
  at = {};
  if (!world_->ready(Structure::kLandmarks)) return;
  const Landmarks& landmarks = world_->get<MapLandmarks>().landmarks();
  for (int i = 0; i < landmarks.count(); ++i) {
    if (landmarks.cells()[static_cast<size_t>(i)] == id) at.landmark = i;
    at.set_aside += !landmarks.in_use(i);
  }
  if (!state_.has_query || !moves.passable(inspection.cell) || !moves.passable(state_.query.goal)) return;
  const CellId goal = world_->map().id(state_.query.goal);
  at.known = true;
  at.distance_bound = moves.bound()(inspection.cell, state_.query.goal);
  at.landmark_bound = landmarks.bound_to(goal)(id);
  at.bound = landmarks.bound(moves, id, goal);
  at.deciding = landmarks.deciding(id, goal);
  at.separated = landmarks.separated(id, goal);
}

const SteppedEdge& Inspector::stepped_edge() {
  const uint64_t stamp =
      (lab_.playback().version() << 24 ^ world_->map().revision() << 4 ^ lab_.query().rules_version()) + 1;
  if (stamp == stepped_stamp_) return stepped_;
  stepped_stamp_ = stamp;
  stepped_.level = 0;
  stepped_.from = stepped_.to = kNoNodeId;
  stepped_.cost = kInfinite;
  stepped_.chains.clear();
  const SearchEvent* event = lab_.playback().current();
  if (event == nullptr || lab_.playback().at_end() || event->level == 0 || !is_about_edge(event->type)) return stepped_;
  if (state_.contracting) return stepped_;
  // A recording of another map or another graph says nothing about the edges of this one.
  if (lab_.query().recorded_key() == "none" || lab_.query().trace_key() != lab_.query().recorded_key()) return stepped_;
  look_up_edge(*event);
  return stepped_;
}

void Inspector::look_up_edge(const SearchEvent& event) {
  const NodeId from =
      event.type == EventType::kExpand ? lab_.playback().node(event.level, event.node).parent : event.parent;
  if (from == kNoNodeId || from == event.node) return;
  const Planner& planner = *lab_.query().traced_planner();
  if (planner.edge_way == nullptr) return;
  const int level = event.level;
  std::vector<std::vector<NodeId>> chains(static_cast<size_t>(level) + 1);
  const Cost cost = planner.edge_way(*world_, event, from, lab_.query().workspace(), chains);
  if (cost == kInfinite) return;
  chains[static_cast<size_t>(level)] = {from, event.node};
  stepped_.level = level;
  stepped_.from = from;
  stepped_.to = event.node;
  stepped_.cost = cost;
  stepped_.chains = std::move(chains);
}

}  // namespace strata
