#include "core/world/path_xray.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "core/base/sort_unique.hpp"
#include "core/grid/clusters.hpp"
#include "core/search/cell_space.hpp"
#include "core/search/grid_search.hpp"
#include "core/search/path.hpp"

namespace strata {
namespace {

constexpr uint64_t kBetweenLooks = 4096;  // expansions between two checks for a cancel

// Returns the first structure of the planner that divides the map into areas; null if there is none.
const Structure* cut_under(const World& world, const Planner& planner) {
  const StructureSet under = depends_on(world, planner);
  for (const StructureId structure : kAllStructures) {
    if (under.contains(structure) && world.structure(structure).areas() != nullptr) return &world.structure(structure);
  }
  return nullptr;
}

// The optimal costs from the stops to the goal, in the order of the stops, and an optimal path from the first stop.
struct CostsToGoal {
  std::vector<Cost> costs;
  std::vector<CellId> best;
};

std::optional<CostsToGoal> search_from_goal(const MoveGrid& grid, const XrayPath& path, Workspace& workspace,
                                            JobControl* control) {
  std::vector<CellId> wanted;
  for (const XrayPath::PathStop& stop : path.stops) wanted.push_back(path.cells[stop.at]);
  sort_unique(wanted);
  size_t left = wanted.size();
  const Cell goal = grid.cell(path.cells.back());
  bool cancelled = false;
  uint64_t looked = 0;
  std::optional<CostsToGoal> found;
  with_cell_space<false>(
      grid, grid.bounds(), workspace.cells, workspace.queue, DistanceBound{}, goal, [&](auto& space) {
        const auto all_there = [&](uint32_t id, uint32_t) {
          if (control != nullptr && ++looked % kBetweenLooks == 0 && control->cancelled()) return cancelled = true;
          if (std::binary_search(wanted.begin(), wanted.end(), space.cell(id))) --left;
          return left == 0;
        };
        PhaseStats stats;
        const PlanStatus status = best_first_search(space, space.begin(goal), CellRecords::kStart, cost_limit(grid),
                                                    all_there, stats, NoObserver{}, EventContext{});
        if (status != PlanStatus::kFound || cancelled) return;
        found.emplace();
        for (const XrayPath::PathStop& stop : path.stops)
          found->costs.push_back(workspace.cells.g(path.cells[stop.at]));
        // Steps cost the same in both directions, so that the path from the goal can be reversed.
        space.append_path(grid.cell(path.cells.front()), found->best);
        std::reverse(found->best.begin(), found->best.end());
        found->best.push_back(path.cells.back());
      });
  return found;
}

std::string cost_text(Cost cost, Cost unit) {
  return fmt::format("{:.2f}", static_cast<double>(cost) / static_cast<double>(std::max<Cost>(unit, 1)));
}

std::string cell_text(const MoveGrid& grid, CellId id) {
  const Cell cell = grid.cell(id);
  return fmt::format("({},{})", cell.x, cell.y);
}

}  // namespace

bool can_xray(const World& world, const Planner& planner) {
  const bool over_cells = !planner.any_angle && !planner.levels_only && planner.place == nullptr;
  return over_cells && planner.needs != StructureId::kMoves && !finds_optimum(world, planner) &&
         !plans_own_graph(world, planner) && world.ready(planner.needs) && world.map().links() == nullptr;
}

std::optional<XrayPath> xray_path_of(const World& world, const Planner& planner, const PlanResult& result) {
  if (!can_xray(world, planner) || !result.found() || !result.complete || result.raw_path.empty()) return std::nullopt;
  XrayPath path{.cells = result.raw_path, .stops = {}, .cost = result.cost, .names = {}};
  const Structure* cut = cut_under(world, planner);
  if (cut != nullptr) path.names = cut->waypoint_names();
  path.stops = waypoints_of(world.moves(), path.cells, result.abstract_path, cut != nullptr ? cut->areas() : nullptr);
  return path;
}

std::vector<XrayPath::PathStop> waypoints_of(const MoveGrid& grid, const std::vector<CellId>& cells,
                                             const std::vector<NodeId>& nodes, const ClusterGrid* areas) {
  std::vector<XrayPath::PathStop> stops;
  if (cells.empty()) return stops;
  // Returns whether the step onto cells[i] leads from one area into another.
  const auto crosses = [&](size_t i) {
    return areas != nullptr && i > 0 && i < cells.size() &&
           areas->cluster_of(grid.cell(cells[i - 1])) != areas->cluster_of(grid.cell(cells[i]));
  };
  std::unordered_map<CellId, size_t> places;
  for (size_t i = 0; i < nodes.size(); ++i) places.emplace(nodes[i], i);
  const size_t last = cells.size() - 1;
  size_t next = 0;  // index of the next node on the path
  for (size_t i = 0; i < cells.size(); ++i) {
    // The path may omit nodes, such as the centre of a sector: they are skipped.
    const auto place = places.find(cells[i]);
    const bool node = place != places.end() && place->second >= next;
    if (node) next = place->second + 1;
    const bool border = crosses(i) || crosses(i + 1);
    const WaypointKind inner = border ? WaypointKind::kBorder : WaypointKind::kNode;
    const WaypointKind kind = i == 0 ? WaypointKind::kStart : i == last ? WaypointKind::kGoal : inner;
    if (i == 0 || i == last || node || border) stops.push_back({i, kind, crosses(i)});
  }
  if (last == 0) stops.push_back({0, WaypointKind::kGoal, false});
  return stops;
}

std::optional<size_t> PathXray::worst() const {
  std::optional<size_t> worst;
  for (size_t i = 0; i < parts.size(); ++i) {
    if (parts[i].loss() > (worst ? parts[*worst].loss() : 0)) worst = i;
  }
  return worst;
}

std::optional<PathXray> xray(const MoveGrid& grid, const XrayPath& path, Workspace& workspace, JobControl* control) {
  const std::optional<Cost> raw = path_cost(grid, path.cells);
  if (!raw || path.stops.size() < 2) return std::nullopt;
  std::optional<CostsToGoal> rest = search_from_goal(grid, path, workspace, control);
  if (!rest) return std::nullopt;
  PathXray out;
  out.optimum = rest->costs.front();
  out.raw_cost = *raw;
  out.cost = path.cost;
  out.names = path.names;
  out.best = std::move(rest->best);
  PlanResult best;
  if (control != nullptr) control->set_total(path.stops.size() - 1);
  for (size_t i = 1; i < path.stops.size(); ++i) {
    if (control != nullptr && control->cancelled()) return std::nullopt;
    const XrayPath::PathStop& before = path.stops[i - 1];
    const XrayPath::PathStop& stop = path.stops[i];
    XrayPart part;
    part.from = path.cells[before.at];
    part.to = path.cells[stop.at];
    part.begin = before.at;
    part.end = stop.at;
    part.kind = stop.kind;
    part.crossing = stop.crosses;
    for (size_t k = before.at + 1; k <= stop.at; ++k) {
      part.cost += step_between(grid, path.cells[k - 1], path.cells[k]);
    }
    part.direct = part.cost;
    if (part.cost > grid.bound()(grid.cell(part.from), grid.cell(part.to))) {  // otherwise no path is cheaper
      plan_on_grid(grid, GridHeuristic::kDistance, {grid.cell(part.from), grid.cell(part.to)}, workspace, best);
      part.direct = best.cost;
    }
    part.confined = part.cost - part.direct;
    part.detour = part.direct + rest->costs[i] - rest->costs[i - 1];
    out.parts.push_back(part);
    if (control != nullptr) control->set_done(i);
  }
  return out;
}

std::optional<XrayCrossing> crossing_at(const MoveGrid& grid, const PathXray& of, size_t part) {
  // Tries the part itself, the next part, and the previous part.
  for (const size_t i : {part, part + 1, part - 1}) {
    if (i >= of.parts.size() || !of.parts[i].crossing) continue;
    return XrayCrossing{grid.cell(of.parts[i].from), grid.cell(of.parts[i].to)};
  }
  return std::nullopt;
}

std::optional<Entrance> entrance_at(const MoveGrid& grid, const ClusterGrid& clusters, const XrayCrossing& crossing) {
  const Cell low{std::min(crossing.from.x, crossing.to.x), std::min(crossing.from.y, crossing.to.y)};
  const uint32_t own = clusters.cluster_of(low);
  const bool east = crossing.from.y == crossing.to.y;
  if (!east && crossing.from.x != crossing.to.x) return std::nullopt;  // a diagonal step at a corner of clusters
  if (clusters.cluster_of(crossing.from) == clusters.cluster_of(crossing.to)) return std::nullopt;
  std::vector<Entrance> entrances;
  append_entrances(grid, clusters, own, east ? Side::kEast : Side::kSouth, entrances);
  for (const Entrance& entrance : entrances) {
    const Rect run{entrance.first.x, entrance.first.y, entrance.last.x + 1, entrance.last.y + 1};
    if (run.contains(low)) return entrance;
  }
  return std::nullopt;
}

std::string part_title(const MoveGrid& grid, const PathXray& of, size_t part) {
  const XrayPart& at = of.parts[part];
  const std::string to = cell_text(grid, at.to);
  if (at.kind == WaypointKind::kGoal) return at.crossing ? "across, to the goal" : "to the goal";
  if (at.crossing) return "across, to " + to;
  return fmt::format("to the {} {}", at.kind == WaypointKind::kNode ? of.names.node : of.names.border, to);
}

std::string blame_text(const MoveGrid& grid, const PathXray& of, Cost unit) {
  const std::optional<size_t> worst = of.worst();
  if (!worst) return "Nothing is lost: this path costs the optimum before it is smoothed";
  const XrayPart& part = of.parts[*worst];
  const std::string from = cell_text(grid, part.from), to = cell_text(grid, part.to);
  const double share = 100.0 * part.loss() / of.lost();
  const std::string much =
      fmt::format("{} too much, {:.0f} % of all that is lost", cost_text(part.loss(), unit), share);
  const bool smoothed = of.smoothed() > 0;
  std::string text = smoothed ? "Before smoothing, the " : "The ";
  if (part.confined > part.detour) {
    text += fmt::format("segment from {} to {} is to blame: held inside its area it costs {}", from, to, much);
  } else {
    const std::string_view name = part.kind == WaypointKind::kBorder ? of.names.border : of.names.node;
    text += fmt::format("{} at {} is to blame: having to pass it costs {}", name, to, much);
  }
  if (!smoothed) return text;
  if (of.cost == of.optimum) return text + ". Smoothing makes up for all of it: the final path is optimal";
  return text + fmt::format(". The final path is smoothed, need not pass there, and costs {} too much",
                            cost_text(of.cost - of.optimum, unit));
}

}  // namespace strata
