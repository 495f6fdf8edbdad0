// Explanations of cells in which the recording has no node.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <optional>

#include "app/base/agent_text.hpp"
#include "app/lab/cell_explanations.hpp"
#include "app/lab/cell_without_node.hpp"
#include "app/lab/planner_appearance.hpp"
#include "app/playback/event_words.hpp"
#include "app/playback/narration.hpp"
#include "core/ch/drawn_graph.hpp"
#include "core/grid/clusters.hpp"
#include "core/grid/map_links.hpp"

namespace strata {

namespace {

// On a map with more cells than this, it is not computed which cells are connected.
constexpr uint32_t kAreaCells = 1u << 18;

}  // namespace

std::string cell_text(Cell cell) { return fmt::format("({},{})", cell.x, cell.y); }

bool CellExplanations::know_areas(const World& world) {
  const MoveGrid& grid = world.moves();
  if (grid.cell_count() > kAreaCells) return false;
  if (areas_of_ == grid.built_for() && areas_rules_ == grid.rules() && area_.size() == grid.cell_count()) return true;
  areas_of_ = grid.built_for();
  areas_rules_ = grid.rules();
  area_.assign(grid.cell_count(), 0);
  area_size_.assign(1, 0);
  std::vector<CellId> reached;
  for (CellId seed = 0; seed < grid.cell_count(); ++seed) {
    if (!grid.passable(seed) || area_[seed] != 0) continue;
    const auto number = static_cast<uint32_t>(area_size_.size());
    reached.assign(1, seed);
    area_[seed] = number;
    for (size_t i = 0; i < reached.size(); ++i) {
      for (uint32_t moves = grid.moves(reached[i]); moves != 0; moves &= moves - 1) {
        const CellId next = grid.neighbour(reached[i], std::countr_zero(moves));
        if (area_[next] != 0) continue;
        area_[next] = number;
        reached.push_back(next);
      }
      // Cells between which a link leads, in whichever direction, are in one area.
      if (grid.links() == nullptr) continue;
      const auto reach = [&](CellId next) {
        if (!grid.passable(next) || area_[next] != 0) return;
        area_[next] = number;
        reached.push_back(next);
      };
      const CellId cell = reached[i];
      for (const MapLink& link : grid.links()->from(cell)) reach(link.to);
      for (const MapLink& link : grid.links()->into(cell)) reach(link.from);
    }
    area_size_.push_back(static_cast<uint32_t>(reached.size()));
  }
  return true;
}

std::string CellExplanations::unnamed(const ExplainedSearch& search, Cell cell) {
  const World& world = search.world;
  const MoveGrid& grid = world.moves();
  const CellId id = world.map().id(cell);
  const auto by_algorithm = [&] {
    const CellWithoutNode at(*this, search, cell);
    return search.appearance.explain_without_node != nullptr ? search.appearance.explain_without_node(at)
                                                             : at.not_reached();
  };
  if (search.process) {
    if (search.playback.outline().contracting) return "It is no node of the graph that is contracted.";
    const size_t events = search.playback.events_of(id).size();
    if (events == 0) return "No event of the recording is about this cell.";
    return fmt::format("{} of the recording {} about this cell.",
                       events == 1 ? "1 event" : fmt::format("{} events", events), events == 1 ? "is" : "are");
  }
  if (search.playback.outline().truncated) {
    return fmt::format("The first {} events do not name it; the recording was cut off there.", search.playback.size());
  }
  if (!search.up_to_date) return "The recording, which is of another moment, does not name it.";
  if (plans_own_graph(world, search.planner)) {
    if (!world.drawn_graph().node_at(cell))
      return "It is no node of the graph that was drawn, over which the search goes.";
    return search.playback.future_hidden() ? "Not reached yet." : by_algorithm();
  }
  if (!grid.passable(id)) {
    const std::string fit =
        fit_text(search.looks, world.map(), world.rules().capability, world.rules().agent_size, cell);
    return fit.empty() ? "The agent cannot stand here, so no search comes here."
                       : fmt::format("The agent cannot stand here: {}.", fit);
  }
  if (grid.contains(search.query.start) && know_areas(world) && area_[id] != area_[grid.id(search.query.start)]) {
    return fmt::format("No path leads here from the start: it lies in an area of its own, of {} cell{}.",
                       area_size_[area_[id]], area_size_[area_[id]] == 1 ? "" : "s");
  }
  if (search.playback.future_hidden()) return "Not reached yet.";
  return by_algorithm();
}

CellWithoutNode::CellWithoutNode(CellExplanations& explanations, const ExplainedSearch& of, Cell at)
    : search(of), cell(at), id(of.world.map().id(at)), whys_(explanations) {}

std::string CellWithoutNode::ended() const { return whys_.ended_.empty() ? "the search ended" : whys_.ended_; }

std::string CellWithoutNode::why(const NodeKey& key) const { return whys_.nodes_.why(key, false); }

const std::vector<CellId>& CellWithoutNode::sorted_cells(const std::function<void(std::vector<CellId>&)>& make) const {
  if (whys_.sorted_version_ != whys_.version_) {
    whys_.sorted_version_ = whys_.version_;
    whys_.sorted_cells_.clear();
    make(whys_.sorted_cells_);
    std::sort(whys_.sorted_cells_.begin(), whys_.sorted_cells_.end());
  }
  return whys_.sorted_cells_;
}

std::string CellWithoutNode::not_reached() const {
  const MoveGrid& grid = search.world.moves();
  const NodeExplanations& nodes = whys_.nodes_;
  const EventFormatter words(search.playback, search.unit);
  // Returns the event that has expanded the cell; nothing if there is none.
  const auto expanded_by = [&](CellId beside, bool backward) -> std::optional<size_t> {
    const NodeKey key{0, backward, beside};
    if (!nodes.nodes().has(key)) return std::nullopt;
    std::vector<size_t> events;
    nodes.nodes().events_of(search.playback, key, events);
    const SearchEvent& last = *search.playback.event(events.back());
    if (last.type != EventType::kExpand || beside == search.playback.outline().goal) return std::nullopt;
    return events.back();
  };
  // Looks for a neighbour of the cell that was expanded.
  for (uint32_t moves = grid.moves(id); moves != 0; moves &= moves - 1) {
    const CellId beside = grid.neighbour(id, std::countr_zero(moves));
    for (const bool backward : {false, true}) {
      const auto event = expanded_by(beside, backward);
      if (!event) continue;
      return fmt::format("Not reached: {} beside it was expanded by event {}, but a path over it could not be cheaper.",
                         cell_text(grid.cell(beside)), *event + 1);
    }
  }
  // A link is followed against its direction by a search from the goal.
  const MapLinks* links = search.planner.links ? grid.links().get() : nullptr;
  for (const bool backward : {false, true}) {
    if (links == nullptr) break;
    for (const MapLink& link : backward ? links->from(id) : links->into(id)) {
      const CellId other = backward ? link.to : link.from;
      const auto event = expanded_by(other, backward);
      if (!event) continue;
      return fmt::format(
          "Not reached: {}, which a link joins to it, was expanded by event {}, but a path over it could "
          "not be cheaper.",
          cell_text(grid.cell(other)), *event + 1);
    }
  }
  const RemainingCostBound bound = search.narration.rest_bound();
  // A link may be cheaper than the straight path between its ends.
  if (bound > RemainingCostBound::kUnknown && !whys_.ended_.empty() && grid.links() == nullptr) {
    const PlanQuery& query = search.query;
    const Cost there = grid.bound()(cell.x - query.start.x, cell.y - query.start.y);
    const Cost rest =
        bound == RemainingCostBound::kNothing ? 0 : grid.bound()(query.goal.x - cell.x, query.goal.y - cell.y);
    std::vector<size_t> events;
    nodes.nodes().events_of(search.playback, {0, false, search.playback.outline().goal}, events);
    if (!events.empty()) {
      const SearchEvent& goal = *search.playback.event(events.back());
      if (uint64_t{there} + rest > uint64_t{goal.g} + goal.h) {
        return fmt::format("Not reached: even the straight path over it would cost {}, and {}.", words.sum(there, rest),
                           ended());
      }
    }
  }
  return fmt::format("Not reached: none of the cells from which it is entered had been expanded when {}.", ended());
}

std::string CellWithoutNode::below_level(const ClusterGrid& clusters, int node_level, int searched) const {
  const uint32_t cluster = clusters.cluster_of(cell);
  const bool at_start = cluster == clusters.cluster_of(search.query.start);
  const bool at_goal = cluster == clusters.cluster_of(search.query.goal);
  if (node_level > 0) {
    return fmt::format("It is a node of level {} only: the search goes over nodes of level {}.", node_level, searched);
  }
  if (at_start || at_goal) {
    return fmt::format(
        "No transition: it lies in the cluster of the {}, which is looked at only until all its nodes are "
        "connected to it.",
        at_start ? "start" : "goal");
  }
  const Rect rect = clusters.rect(cluster);
  return fmt::format(
      "No transition: it lies inside the cluster from ({},{}) to ({},{}). The search of the graph steps from node to "
      "node; cells are searched at most in the clusters of the start, the goal and the path.",
      rect.x0, rect.y0, rect.x1 - 1, rect.y1 - 1);
}

}  // namespace strata
