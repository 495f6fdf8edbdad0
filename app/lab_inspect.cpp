// What is known of one cell, and of the edge that the search is at.
#include <algorithm>

#include "app/agent_text.hpp"
#include "app/lab.hpp"
#include "core/search/cell_space.hpp"

namespace strata {

namespace {

// The shortest way from `from` to `to` inside `area`, both included; kInfinite if there is none.
Cost way_inside(const MoveGrid& grid, const Rect& area, CellId from, CellId to, Workspace& workspace,
                std::vector<CellId>& path) {
  path.assign(1, from);
  const Cell goal = grid.cell(to);
  return with_cell_space<true>(grid, area, workspace.area, workspace.queue, grid.bound(), goal, [&](auto& space) {
    const uint32_t goal_id = space.id_of(goal);
    const auto is_goal = [goal_id](uint32_t id, uint32_t) { return id == goal_id; };
    PhaseStats stats;
    const PlanStatus status = best_first_search(space, space.begin(grid.cell(from)), CellRecords::kStart, kInfinite,
                                                is_goal, stats, NoObserver{}, EventContext{});
    if (status != PlanStatus::kFound) return kInfinite;
    space.append_path(goal, path);
    return space.records.g(space.index(goal_id));
  });
}

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

void Lab::refresh_inspection() {
  if (!state_.inspected) return;
  Inspection& inspection = *state_.inspected;
  if (inspection.trace_version != playback_.trace_version()) {
    inspection.trace_version = playback_.trace_version();
    inspection.events = playback_.events_of(world_->map().id(inspection.cell));
  }
  const uint64_t stamp = (world_->map().revision() << 20 ^ rules_version_ << 3 ^ haa_version_ << 40 ^
                          static_cast<uint64_t>(world_->hpa().ready()) << 1 ^
                          static_cast<uint64_t>(world_->has_haa() && world_->haa().ready()) << 2) +
                         1;
  if (inspection.stamp == stamp) return;
  inspection.stamp = stamp;
  const GridMap& map = world_->map();
  const Agent who = agent();
  const CellId id = map.id(inspection.cell);
  inspection.clearance = clearance_of(map, who.capability, inspection.cell);
  inspection.obstacle = limiting_obstacle(map, who.capability, who.size, inspection.cell);
  inspection.fits = !inspection.obstacle;
  inspection.why = fit_text(map, who.capability, who.size, inspection.cell);
  inspection.hpa_level = 0;
  inspection.hpa_edges.clear();
  inspection.haa_node = false;
  inspection.haa_edges.clear();
  const Hpa& hpa = world_->hpa();
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
  if (world_->has_haa() && world_->haa().ready() && world_->haa().node_at(id) >= 0) {
    const Haa& haa = world_->haa();
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

const SteppedEdge& Lab::stepped_edge() {
  const uint64_t stamp = (playback_.version() << 24 ^ world_->map().revision() << 4 ^ rules_version_) + 1;
  if (stamp == stepped_stamp_) return stepped_;
  stepped_stamp_ = stamp;
  stepped_.level = 0;
  stepped_.from = stepped_.to = kNoCell;
  stepped_.cost = kInfinite;
  stepped_.chains.clear();
  const SearchEvent* event = playback_.current();
  if (event == nullptr || playback_.at_end() || event->level == 0 || !is_about_edge(event->type)) return stepped_;
  // A recording of another map or another graph says nothing about the edges of this one.
  if (trace_key_ == "none" || trace_key() != trace_key_) return stepped_;
  look_up_edge(*event);
  return stepped_;
}

void Lab::look_up_edge(const SearchEvent& event) {
  const CellId from = event.type == EventType::kExpand ? playback_.node(event.level, event.node).parent : event.parent;
  if (from == kNoCell || from == event.node) return;
  const Planner& planner = *traced_planner();
  const int level = event.level;
  std::vector<std::vector<CellId>> chains(static_cast<size_t>(level) + 1);
  Cost cost = kInfinite;
  if (planner.needs_haa) {
    const int agent_class = world_->agents().class_of(agent());
    if (agent_class < 0) return;
    const MoveGrid& grid = world_->agents().grid(agent_class);
    const ClusterGrid& clusters = world_->haa().clusters();
    const uint32_t cluster = clusters.cluster_of(grid.cell(from));
    Rect area = clusters.rect(cluster);
    if (clusters.cluster_of(grid.cell(event.node)) != cluster) {  // across a border: two cells side by side
      area = {};
      area.include(grid.cell(from));
      area.include(grid.cell(event.node));
    }
    cost = way_inside(grid, area, from, event.node, workspace_, chains[0]);
  } else {
    for (int down_to = 0; down_to < level; ++down_to) {
      const Cost found =
          world_->hpa().edge_path(world_->moves(), level, world_->map().cell(from), world_->map().cell(event.node),
                                  down_to, workspace_, chains[static_cast<size_t>(down_to)]);
      if (down_to == 0) cost = found;
    }
  }
  if (cost == kInfinite) return;
  chains[static_cast<size_t>(level)] = {from, event.node};
  stepped_.level = level;
  stepped_.from = from;
  stepped_.to = event.node;
  stepped_.cost = cost;
  stepped_.chains = std::move(chains);
}

}  // namespace strata
