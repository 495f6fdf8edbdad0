#include "core/world/xray_trial.hpp"

#include <algorithm>
#include <functional>
#include <queue>
#include <unordered_map>
#include <utility>

#include "core/base/check.hpp"
#include "core/hpa/hpa.hpp"
#include "core/search/plan_options.hpp"
#include "core/search/refinement.hpp"
#include "core/world/planner_costs.hpp"

namespace strata {
namespace {

constexpr double kSliceMs = 20;  // slice of a build between two checks for a cancel

bool cancelled(const JobControl* control) { return control != nullptr && control->cancelled(); }

// A search on the abstract graph of level 1, which is computed where the search reaches it. An area is a cluster or a
// quarter of the divided cluster: a cluster of the grid of half the size.
class LocalSearch {
 public:
  LocalSearch(const MoveGrid& grid, const HpaOptions& options, const LocalGraphChange& change, const PlanQuery& query)
      : grid_(grid),
        options_(options),
        clusters_(grid.width(), grid.height(), options.cluster_size),
        quarters_(grid.width(), grid.height(), std::max(options.cluster_size / 2, 1)),
        change_(change),
        query_(query),
        goal_(grid.id(query.goal)) {}

  // Runs A*. Returns nothing if it was cancelled.
  std::optional<XrayTrial> run(bool smooth, JobControl* control) {
    XrayTrial out;
    out.status = check_ends(grid_, query_);
    if (!out.found()) return out;
    const CellId start = grid_.id(query_.start);
    relax(start, kNoCell, 0, false);
    while (!open_.empty()) {
      if (cancelled(control)) return std::nullopt;
      const auto [f, id] = open_.top();
      open_.pop();
      ReachedNode& node = reached_[id];
      if (std::exchange(node.closed, true)) continue;
      if (id == goal_) {
        out.raw_cost = node.g;
        out.cost = node.g;
        refine(smooth, out);
        return out;
      }
      const ReachedNode at = node;
      if (!at.inside) visit_area(id, at.g);  // two intra-edges of one cluster never cost less than the direct one
      visit_borders(id, at.g);
    }
    out.status = PlanStatus::kNoPath;
    return out;
  }

 private:
  struct ReachedNode {
    Cost g = kInfinite;
    CellId parent = kNoCell;
    bool inside = false;  // reached by an intra-edge
    bool closed = false;
  };

  void relax(CellId id, CellId parent, Cost g, bool inside) {
    ReachedNode& node = reached_[id];
    if (node.closed || node.g <= g) return;
    node = {g, parent, inside, false};
    open_.push({g + grid_.bound()(grid_.cell(id), query_.goal), id});
  }

  bool gets_two(const Entrance& one) const {
    const std::optional<Entrance>& at = change_.two_at;
    return at && one.cluster == at->cluster && one.side == at->side && one.first == at->first;
  }

  bool is_cut(uint32_t cluster) const { return change_.quarter == cluster; }
  struct LocalArea {
    bool quarter = false;
    uint32_t number = 0;  // index of the area in its grid
    friend bool operator==(const LocalArea&, const LocalArea&) = default;
  };
  LocalArea area_of(Cell cell) const {
    const uint32_t cluster = clusters_.cluster_of(cell);
    return is_cut(cluster) ? LocalArea{true, quarters_.cluster_of(cell)} : LocalArea{false, cluster};
  }
  Rect rect(const LocalArea& area) const { return (area.quarter ? quarters_ : clusters_).rect(area.number); }

  // Returns the cells of the left or upper area from which a transition crosses the border.
  const std::vector<Cell>& transitions(const LocalArea& area, Side side) {
    const uint64_t key = uint64_t{area.number} << 2 | (area.quarter ? 2 : 0) | (side == Side::kSouth ? 1 : 0);
    const auto [place, fresh] = transitions_.try_emplace(key);
    if (!fresh) return place->second;
    std::vector<Entrance> entrances;
    append_entrances(grid_, area.quarter ? quarters_ : clusters_, area.number, side, entrances);
    for (const Entrance& one : entrances) {
      const bool two = !area.quarter && gets_two(one);
      append_transitions(one, two ? 1 : options_.entrance_threshold, two ? 0 : options_.transition_spacing,
                         place->second);
    }
    return place->second;
  }

  // Calls visit(own cell, cell across) for the transitions of one border, from its left or upper side
  // or from the other.
  template <class Visit>
  void for_border(const LocalArea& low, Side side, bool from_low, Visit&& visit) {
    for (const Cell cell : transitions(low, side)) {
      const Cell across{cell.x + (side == Side::kEast ? 1 : 0), cell.y + (side == Side::kSouth ? 1 : 0)};
      visit(grid_.id(from_low ? cell : across), grid_.id(from_low ? across : cell));
    }
  }

  // Calls visit(own cell, cell across) for the transitions of a border of clusters. If one of the clusters is divided,
  // they are those of the borders of its quarters.
  template <class Visit>
  void for_cluster_border(uint32_t low, uint32_t high, Side side, bool from_low, Visit&& visit) {
    if (!is_cut(low) && !is_cut(high)) return for_border({false, low}, side, from_low, visit);
    const Rect cells = clusters_.rect(low);
    const int half = quarters_.cluster_size();
    // The quarters of `low` along the border.
    for (int along = 0; along < 2; ++along) {
      const Cell inside = side == Side::kEast ? Cell{cells.x1 - 1, cells.y0 + along * half}
                                              : Cell{cells.x0 + along * half, cells.y1 - 1};
      if (cells.contains(inside)) for_border({true, quarters_.cluster_of(inside)}, side, from_low, visit);
    }
  }

  template <class Visit>
  void for_transitions(const LocalArea& area, Visit&& visit) {
    const ClusterGrid& grid = area.quarter ? quarters_ : clusters_;
    const uint32_t number = area.number;
    const auto columns = static_cast<uint32_t>(grid.columns());
    const auto border = [&](uint32_t low, uint32_t high, Side side, bool from_low) {
      if (area.quarter) {
        for_border({true, low}, side, from_low, visit);
      } else {
        for_cluster_border(low, high, side, from_low, visit);
      }
    };
    if (grid.has_right(number)) border(number, number + 1, Side::kEast, true);
    if (grid.has_below(number)) border(number, number + columns, Side::kSouth, true);
    if (number % columns != 0) border(number - 1, number, Side::kEast, false);
    if (number >= columns) border(number - columns, number, Side::kSouth, false);
  }

  // Relaxes the edges to all nodes of the cell's area, and to the goal if it lies in the area.
  void visit_area(CellId from, Cost g) {
    const Cell cell = grid_.cell(from);
    const LocalArea area = area_of(cell);
    const auto visit = [&](auto& space) {
      PhaseStats stats;
      best_first_search(space, space.begin(cell), CellRecords::kStart, kInfinite,
                        [](uint32_t, uint32_t) { return false; }, stats, NoObserver{}, {});
      const auto reach = [&](CellId to) {
        const uint32_t index = space.index(space.id_of(grid_.cell(to)));
        if (to != from && space.records.seen(index)) relax(to, from, g + space.records.g(index), true);
      };
      for_transitions(area, [&](CellId own, CellId) { reach(own); });
      if (area_of(query_.goal) == area) reach(goal_);
    };
    with_cell_space<true>(grid_, rect(area), workspace_.area, workspace_.queue, DistanceBound{}, Cell{}, visit);
  }

  void visit_borders(CellId from, Cost g) {
    for_transitions(area_of(grid_.cell(from)), [&](CellId own, CellId across) {
      if (own == from) relax(across, from, g + grid_.step_cost(from, grid_.direction_between(from, across)), false);
    });
  }

  void refine(bool smooth, XrayTrial& out) {
    std::vector<CellId> nodes;
    for (CellId id = goal_; id != kNoCell; id = reached_[id].parent) nodes.push_back(id);
    std::reverse(nodes.begin(), nodes.end());
    std::vector<CellId> path = {nodes.front()};
    PhaseStats stats;
    for (size_t i = 1; i < nodes.size(); ++i) {
      const Cell from = grid_.cell(nodes[i - 1]), to = grid_.cell(nodes[i]);
      if (!reached_[nodes[i]].inside) {
        path.push_back(nodes[i]);
        continue;
      }
      search_inside_area(grid_, rect(area_of(from)), from, to, workspace_, stats, NoObserver{}, {}, &path);
    }
    if (smooth) out.cost -= smooth_path(grid_, path, workspace_.smoothing);
  }

  const MoveGrid& grid_;
  const HpaOptions& options_;
  const ClusterGrid clusters_, quarters_;
  const LocalGraphChange change_;
  const PlanQuery query_;
  const CellId goal_;
  Workspace workspace_;
  std::unordered_map<uint64_t, std::vector<Cell>> transitions_;
  std::unordered_map<CellId, ReachedNode> reached_;
  using Entry = std::pair<Cost, CellId>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open_;
};

}  // namespace

WorldSetup setup_under(const World& world, const Planner& planner) {
  const WorldSetup all = world.setup();
  WorldSetup own(all.rules);
  const StructureSet under = depends_on(world, planner);
  for (const StructureId id : kAllStructures) {
    if (is_always_kept(id) || under.contains(id)) own.of(id) = all.of(id);
  }
  return own;
}

std::optional<XrayTrial> try_setup(GridMap map, const WorldSetup& setup, const Planner& planner, const PlanQuery& query,
                                   const PlanOptions& options, JobControl* control) {
  World world(std::move(map), setup);
  while (!world.work(kSliceMs)) {
    if (cancelled(control)) return std::nullopt;
  }
  world.finish_updates();
  if (cancelled(control)) return std::nullopt;
  Workspace workspace;
  PlanResult result;
  plan(world, planner, query, options, workspace, result);
  return XrayTrial{.status = result.status,
                   .raw_cost = result.raw_cost,
                   .cost = result.cost,
                   .build_micros = std::max(prepare_micros(world, planner), 0.0)};
}

bool can_quarter(const HpaOptions& options) {
  return options.cluster_size % 2 == 0 && options.cluster_size / 2 >= Hpa::kMinClusterSize;
}

std::optional<XrayTrial> try_locally(const MoveGrid& grid, const HpaOptions& options, const LocalGraphChange& change,
                                     const PlanQuery& query, bool smooth, JobControl* control) {
  STRATA_CHECK(!change.quarter || can_quarter(options));
  return LocalSearch(grid, options, change, query).run(smooth, control);
}

}  // namespace strata
