// Data about one cell, and about the abstract edge at the cursor.
#include <algorithm>
#include <utility>

#include "app/base/agent_text.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/inspector.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/structure_controller.hpp"
#include "app/playback/playback.hpp"
#include "core/grid/agent_grids.hpp"
#include "core/search/workspace.hpp"

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

void Inspector::begin(Cell cell) {
  end();
  state_.inspected.emplace().cell = cell;
}

void Inspector::end() {
  state_.inspected.reset();
  for (const auto& [feature, controller] : lab_.controllers()) controller->end_inspection();
}

void Inspector::refresh() {
  if (!state_.inspected) return;
  Inspection& inspection = *state_.inspected;
  if (inspection.trace_version != lab_.playback().trace_version()) {
    inspection.trace_version = lab_.playback().trace_version();
    inspection.events = lab_.playback().events_of(world_->map().id(inspection.cell));
  }
  // The explanation contains names of terrains, so that it changes with these.
  const uint64_t stamp =
      (world_->map().revision() << 20 ^ state_.terrain_looks_version << 44 ^ lab_.state().rules_version << 3 ^
       static_cast<uint64_t>(lab_.structures().ready_structures()) << (64 - kStructures)) +
      1;
  for (const auto& [feature, controller] : lab_.controllers()) controller->inspect_cell(inspection.cell);
  if (inspection.stamp == stamp) return;
  inspection.stamp = stamp;
  const GridMap& map = world_->map();
  const Agent who = agent_of(lab_.world());
  inspection.clearance = clearance_of(map, who.capability, inspection.cell);
  inspection.obstacle = limiting_obstacle(map, who.capability, who.size, inspection.cell);
  inspection.fits = !inspection.obstacle;
  inspection.why = fit_text(state_.terrain_looks, map, who.capability, who.size, inspection.cell);
}

const AbstractEdgeAtCursor& Inspector::stepped_edge() const {
  // A recording of a search on another map or graph says nothing about the edges of the present graph. It may become
  // valid again when a structure is ready.
  const QueryController& query = std::as_const(lab_).query();
  const bool current =
      query.recorded_key() != "none" && query.is_current(*state_.traced_planner(), query.recorded_key());
  const uint64_t stamp = (lab_.playback().version() << 24 ^ world_->map().revision() << 5 ^ state_.rules_version << 1 ^
                          (current ? 1 : 0)) +
                         1;
  if (stamp == stepped_stamp_) return stepped_;
  stepped_stamp_ = stamp;
  stepped_.level = 0;
  stepped_.from = stepped_.to = kNoNodeId;
  stepped_.cost = kInfinite;
  stepped_.chains.clear();
  const SearchEvent* event = lab_.playback().current();
  if (event == nullptr || lab_.playback().at_end() || event->level == 0 || !is_about_edge(event->type)) return stepped_;
  if (state_.process == nullptr && current) look_up_edge(*event);
  return stepped_;
}

void Inspector::look_up_edge(const SearchEvent& event) const {
  const NodeId from =
      event.type == EventType::kExpand ? lab_.playback().node(event.level, event.node).parent : event.parent;
  if (from == kNoNodeId || from == event.node) return;
  const Planner& planner = *lab_.state().traced_planner();
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
