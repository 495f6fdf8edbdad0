// Purpose: HpaQuery answers one query of HPA*, from the insertion of start and goal to smoothing. Only
//          hpa_query.cpp includes it.
// Source: Botea, Müller, Schaeffer 2004, sections 4.2 (search), 4.3 (refinement, smoothing), 4.4 (several levels).
// Links: Only the search of the top level follows links between cells. A path that it finds is at least as cheap as any
//        path over its nodes, to which all ends of links belong. So no refinement contains two ends of a link that is
//        cheaper than the edges between them, and two nodes of a path are joined by whichever of both is cheaper.
#pragma once

#include <algorithm>
#include <span>

#include "core/base/check.hpp"
#include "core/hpa/hpa_code.hpp"
#include "core/hpa/hpa_level_space.hpp"
#include "core/search/goal_events.hpp"
#include "core/search/path.hpp"
#include "core/search/plan_options.hpp"
#include "core/search/refinement.hpp"

namespace strata {

// A query. On each level nodes 0..n-1 are those of the graph, n is the start and n + 1 the goal. The
// graph does not change.
template <class Observer>
struct HpaQuery {
  const Hpa& hpa;
  const MoveGrid& grid;
  const PlanQuery query;
  const PlanOptions& options;
  Workspace& workspace;
  PlanResult& result;
  Observer observer;
  const int top;                        // level of the abstract search
  const GraphRouter* router = nullptr;  // replaces A* on the top level if not null
  bool follows_links = false;           // the map has links, and the search of the top level follows them

  const CellId start_cell = grid.id(query.start);
  const CellId goal_cell = grid.id(query.goal);
  const DistanceBound bound = grid.bound();
  // By level: cost from start to goal inside their common cluster; kInfinite if there is none.
  std::array<Cost, HpaOptions::kMaxLevels + 1> direct{};
  bool too_far = false;  // a link that costs Hpa::kMaxEdge or more was left out
  const std::vector<std::vector<NodeLink>>* goal_links = &workspace.level_goal_links;  // by level - 1

  // --- Nodes of a level, including start and goal ---------------------------------------------------------------

  uint32_t start_node(int level) const { return static_cast<uint32_t>(hpa.at(level).nodes.size()); }
  uint32_t goal_node(int level) const { return start_node(level) + 1; }
  CellId cell(int level, uint32_t node) const {
    const std::vector<HpaNode>& nodes = hpa.at(level).nodes;
    if (node < nodes.size()) return nodes[node].cell;
    return node == nodes.size() ? start_cell : goal_cell;
  }
  uint32_t cluster_of(int level, uint32_t node) const {
    const Hpa::Level& l = hpa.at(level);
    if (node < l.nodes.size()) return l.nodes[node].cluster;
    return l.clusters.cluster_of(node == l.nodes.size() ? query.start : query.goal);
  }
  // Returns the number that a node of `level` has on the level below.
  uint32_t lower(int level, uint32_t node) const {
    const uint32_t count = start_node(level);
    if (node >= count) return start_node(level - 1) + (node - count);
    return static_cast<uint32_t>(hpa.node_at(hpa.at(level).nodes[node].cell, level - 1));
  }
  std::span<const NodeLink> start_links(int level) const {
    return workspace.level_start_links[static_cast<size_t>(level) - 1];
  }
  std::span<const NodeLink> links_of_goal(int level) const { return (*goal_links)[static_cast<size_t>(level) - 1]; }
  std::vector<uint32_t>& path_of(int level) { return workspace.level_paths[static_cast<size_t>(level) - 1]; }

  Cost link_cost(std::span<const NodeLink> links, uint32_t node) const {
    const auto place = std::lower_bound(links.begin(), links.end(), node,
                                        [](const NodeLink& link, uint32_t n) { return link.node < n; });
    return place != links.end() && place->node == node ? place->cost : kInfinite;
  }

  // Returns the search space of a level, for searches from a node or the start, or from the goal (insertion).
  HpaLevelSpace space_from(int level, const Rect& within, bool from_goal) const {
    HpaLevelSpace space{hpa.at(level), workspace.nodes, workspace.queue, within, {}, {}, {}, {}};
    space.virtual_source = from_goal ? goal_node(level) : start_node(level);
    space.virtual_target = from_goal ? start_node(level) : goal_node(level);
    space.source = from_goal ? query.goal : query.start;
    space.source_cell = from_goal ? goal_cell : start_cell;
    space.target_cell = from_goal ? start_cell : goal_cell;
    space.source_links = from_goal ? links_of_goal(level) : start_links(level);
    return space;
  }

  // Searches a level with A* from one node to another, inside the cells `within`; start and goal count as nodes.
  // Appends the nodes of the path to `path`, without `from`. The costs stay in workspace.nodes until the next search.
  PlanStatus search_level(int level, const Rect& within, uint32_t from, uint32_t to, Phase phase,
                          const EventContext& context, std::vector<uint32_t>* path) {
    HpaLevelSpace space = space_from(level, within, false);
    space.bound = bound;
    if (to == goal_node(level)) {
      space.target = query.goal;
      space.target_cluster = cluster_of(level, to);
      const Hpa::ClusterGraph& graph = hpa.at(level).graphs[space.target_cluster];
      const uint32_t first = hpa.at(level).first_node[space.target_cluster];
      workspace.goal_link_cost.assign(graph.nodes.size(), kInfinite);
      for (const NodeLink& link : links_of_goal(level)) workspace.goal_link_cost[link.node - first] = link.cost;
      space.target_cost = workspace.goal_link_cost.data();
      space.direct = direct[static_cast<size_t>(level)];
    } else {
      const HpaNode& n = hpa.at(level).nodes[to];
      space.target = {n.x, n.y};
    }
    const std::optional<Cost> limit = cost_limit_over_edges(grid, Hpa::kMaxEdge, Hpa::kMaxPath);
    if (!limit) return PlanStatus::kCostOverflow;
    const auto search_in = [&](auto& nodes) {
      nodes.begin(from);
      const auto search = [&](auto told) {
        return best_first_search(
            nodes, from, from, *limit, [to](uint32_t node, uint32_t) { return node == to; }, result.stats.of(phase),
            told, context);
      };
      return with_goal_observer(observer, goal_node(level), goal_cell, context, search);
    };
    PlanStatus status;
    if (follows_links && phase == Phase::kMain) {
      HpaLinkedSpace linked(space, hpa, grid, level);
      status = search_in(linked);
    } else {
      status = search_in(space);
    }
    if (status == PlanStatus::kFound && path != nullptr) space.append_path(from, to, *path);
    return status;
  }

  // --- Stored paths ----------------------------------------------------------------------------------------------

  Rect rect_of(int level, uint32_t cluster) const { return hpa.at(level).clusters.rect(cluster); }

  uint32_t local(const Rect& rect, Cell c) const {
    return static_cast<uint32_t>(c.y - rect.y0) * static_cast<uint32_t>(rect.width()) +
           static_cast<uint32_t>(c.x - rect.x0);
  }

  // Level 1: calls step(cell, direction) for each step of the stored path from the cell `from` to the node in `slot`.
  // Returns false if there is no path.
  template <class Step>
  bool follow(uint32_t cluster, uint32_t slot, Cell from, Step&& step) const {
    const Rect rect = rect_of(1, cluster);
    const size_t cells = static_cast<size_t>(rect.width()) * static_cast<size_t>(rect.height());
    const uint8_t* moves = &hpa.at(1).graphs[cluster].moves[slot * cells];
    uint32_t place = local(rect, from);
    if (moves[place] == Hpa::kUnreachable) return false;
    CellId id = grid.id(from);
    while (moves[place] != Hpa::kHere) {
      const int direction = moves[place];
      step(id, direction);
      id = grid.neighbour(id, direction);
      place += static_cast<uint32_t>(kDirY[static_cast<size_t>(direction)] * rect.width() +
                                     kDirX[static_cast<size_t>(direction)]);
    }
    return true;
  }

  HpaClusterChildren children_of(int level, uint32_t cluster) const {
    return {hpa.at(level).graphs[cluster], hpa.at(level - 1),
            hpa.at(level - 1).clusters.touched(rect_of(level, cluster))};
  }

  // Appends the nodes of the level below on the stored path from the node at place `from`, which is left out, to
  // the node in `slot`.
  void follow_nodes(const HpaClusterChildren& children, uint32_t slot, uint32_t from,
                    std::vector<uint32_t>& path) const {
    const uint16_t* next = &children.graph.next[slot * children.count()];
    while (next[from] != from) {
      from = next[from];
      path.push_back(children.node(from));
    }
  }

  // --- Insertion ---------------------------------------------------------------------------------------------------

  // Links the start or goal to the nodes of its cluster of level 1, in the order of their cells.
  void insert_level1(Phase phase, uint8_t line, Cell from, std::vector<NodeLink>& links) {
    PhaseStats& stats = result.stats.of(phase);
    const uint32_t cluster = hpa.at(1).clusters.cluster_of(from);
    const Hpa::ClusterGraph& graph = hpa.at(1).graphs[cluster];
    const uint32_t first = hpa.at(1).first_node[cluster];
    const auto count = static_cast<uint32_t>(graph.nodes.size());
    if (hpa.options_.cache_paths) {
      for (uint32_t slot = 0; slot < count; ++slot) {
        Cost cost = 0;
        const bool reached =
            follow(cluster, slot, from, [&](CellId id, int direction) { cost += grid.step_cost(id, direction); });
        ++stats.touched;
        if (reached) links.push_back({first + slot, cost});
      }
    } else if (count > 0) {
      const Rect rect = rect_of(1, cluster);
      with_cell_space<true>(grid, rect, workspace.area, workspace.queue, DistanceBound{}, from, [&](auto& space) {
        // The search ends when the last node of the cluster has been settled.
        uint32_t left = count;
        const auto all_settled = [&](uint32_t id, uint32_t) {
          return std::binary_search(graph.nodes.begin(), graph.nodes.end(), space.cell(id)) && --left == 0;
        };
        best_first_search(space, space.begin(from), CellRecords::kStart, kInfinite, all_settled, stats, observer,
                          EventContext{phase, 0, line, line, line});
        for (uint32_t slot = 0; slot < count; ++slot) {
          const uint32_t place = local(rect, grid.cell(graph.nodes[slot]));
          if (space.records.seen(place)) links.push_back({first + slot, space.records.g(place)});
        }
      });
    }
  }

  // Links the start or goal to the nodes of its cluster of an upper level, using its links on the level below.
  void insert_upper(int level, Phase phase, uint8_t line, Cell from, std::span<const NodeLink> below,
                    std::vector<NodeLink>& links) {
    PhaseStats& stats = result.stats.of(phase);
    const uint32_t cluster = hpa.at(level).clusters.cluster_of(from);
    const Hpa::ClusterGraph& graph = hpa.at(level).graphs[cluster];
    const uint32_t first = hpa.at(level).first_node[cluster];
    const auto count = static_cast<uint32_t>(graph.nodes.size());
    if (count == 0 || below.empty()) return;
    if (hpa.options_.cache_paths) {
      const HpaClusterChildren children = children_of(level, cluster);
      const size_t width = children.count();
      const uint32_t base = children.place(below.front().node) - below.front().node;  // all links lie in one child
      for (uint32_t slot = 0; slot < count; ++slot) {
        const Cost* row = &graph.reach[slot * width];
        Cost best = kInfinite;
        for (const NodeLink& link : below) {
          const Cost rest = row[base + link.node];
          if (rest != kInfinite) best = std::min(best, link.cost + rest);
        }
        if (best < Hpa::kMaxEdge) links.push_back({first + slot, best});
        too_far |= best >= Hpa::kMaxEdge && best != kInfinite;
      }
      stats.touched += count * below.size();
      return;
    }
    const bool from_goal = phase == Phase::kInsertGoal;
    HpaLevelSpace space = space_from(level - 1, rect_of(level, cluster), from_goal);
    space.source_links = below;
    uint32_t left = count;
    const auto all_settled = [&](uint32_t node, uint32_t) {
      if (node >= space.level.nodes.size()) return false;
      return std::binary_search(graph.nodes.begin(), graph.nodes.end(), space.cell(node)) && --left == 0;
    };
    space.begin(space.virtual_source);
    const PlanStatus status =
        best_first_search(space, space.virtual_source, space.virtual_source, Hpa::kMaxPath, all_settled, stats,
                          observer, EventContext{phase, static_cast<uint8_t>(level - 1), line, line, line});
    too_far |= status == PlanStatus::kCostOverflow;
    for (uint32_t slot = 0; slot < count; ++slot) {
      const auto node = static_cast<uint32_t>(hpa.node_at(graph.nodes[slot], level - 1));
      if (!space.records.seen(node)) continue;
      const Cost cost = space.records.g(node);
      if (cost < Hpa::kMaxEdge) links.push_back({first + slot, cost});
      too_far |= cost >= Hpa::kMaxEdge;
    }
  }

  void insert(Phase phase, Cell from, std::vector<std::vector<NodeLink>>& links) {
    const uint8_t line = phase == Phase::kInsertStart ? hpa_code::kInsertStart : hpa_code::kInsertGoal;
    if (links.size() < static_cast<size_t>(top)) links.resize(static_cast<size_t>(top));
    for (int level = 1; level <= top; ++level) {
      std::vector<NodeLink>& own = links[static_cast<size_t>(level) - 1];
      own.clear();
      if (level == 1) {
        insert_level1(phase, line, from, own);
      } else {
        insert_upper(level, phase, line, from, links[static_cast<size_t>(level) - 2], own);
      }
      if constexpr (Observer::kEnabled) {
        for (const NodeLink& link : own) {
          observer.on({EventType::kLink, phase, static_cast<uint8_t>(level), line, cell(level, link.node),
                       grid.id(from), link.cost, 0});
        }
      }
    }
  }

  // Searches with A* between two cells inside one cluster of level 1. Returns the cost and appends the path without its
  // first cell; returns kInfinite if there is no path.
  Cost search_inside(uint32_t cluster, Cell from, Cell to, Phase phase, uint8_t line, std::vector<CellId>* path) {
    return search_inside_area(grid, rect_of(1, cluster), from, to, workspace, result.stats.of(phase), observer,
                              EventContext{phase, 0, line, line, line}, path);
  }

  // Links start and goal to each other on every level up to `last` on which they lie in one cluster.
  void link_ends(int last) {
    const uint8_t line = hpa_code::kInsertGoal;
    for (int level = 1; level <= last; ++level) {
      Cost& cost = direct[static_cast<size_t>(level)];
      cost = kInfinite;
      const ClusterGrid& clusters = hpa.at(level).clusters;
      const uint32_t cluster = clusters.cluster_of(query.goal);
      if (clusters.cluster_of(query.start) != cluster) continue;
      if (level == 1) {
        cost = search_inside(cluster, query.start, query.goal, Phase::kInsertGoal, line, nullptr);
      } else {
        const auto context = EventContext{Phase::kInsertGoal, static_cast<uint8_t>(level - 1), line, line, line};
        const PlanStatus status = search_level(level - 1, rect_of(level, cluster), start_node(level - 1),
                                               goal_node(level - 1), Phase::kInsertGoal, context, nullptr);
        too_far |= status == PlanStatus::kCostOverflow;
        if (status == PlanStatus::kFound) cost = workspace.nodes.g(goal_node(level - 1));
      }
      if constexpr (Observer::kEnabled) {
        if (cost != kInfinite) {
          observer.on({EventType::kLink, Phase::kInsertGoal, static_cast<uint8_t>(level), line, start_cell, goal_cell,
                       cost, 0});
        }
      }
    }
  }

  // --- Search and refinement -------------------------------------------------------------------------------------

  // Appends the router's path over the nodes of level 1.
  PlanStatus route_top(std::vector<uint32_t>& nodes) {
    const Cost around = direct[1];
    const size_t begin = nodes.size();
    const Cost cost =
        (*router)(start_links(1), links_of_goal(1), query.start, query.goal, around, workspace, result.stats, nodes);
    if (cost >= around || cost == GraphRouter::kTooFar) nodes.resize(begin);
    if (cost == GraphRouter::kTooFar) {
      result.raw_cost = kInfinite;
      return PlanStatus::kCostOverflow;
    }
    result.raw_cost = std::min(cost, around);
    nodes.push_back(goal_node(1));
    return result.raw_cost == kInfinite ? PlanStatus::kNoPath : PlanStatus::kFound;
  }

  bool search_top() {
    const EventContext context{Phase::kMain, static_cast<uint8_t>(top), hpa_code::kPop, hpa_code::kGenerate,
                               hpa_code::kUpdate};
    std::vector<uint32_t>& nodes = path_of(top);
    nodes.assign(1, start_node(top));
    if (router != nullptr) {
      result.status = route_top(nodes);
    } else {
      result.status = search_level(top, grid.bounds(), start_node(top), goal_node(top), Phase::kMain, context, &nodes);
      if (result.found()) result.raw_cost = workspace.nodes.g(goal_node(top));
    }
    // A path that is cheaper than every omitted edge is not improved by one of them.
    const bool in_doubt = result.status == PlanStatus::kNoPath || (result.found() && result.raw_cost >= Hpa::kMaxEdge);
    if (in_doubt && (too_far || any_cut())) {
      result.status = PlanStatus::kCostOverflow;
      result.raw_cost = kInfinite;
    }
    if (!result.found()) return false;
    for (const uint32_t node : nodes) {
      const CellId at = cell(top, node);
      if (result.abstract_path.empty() || result.abstract_path.back() != at) result.abstract_path.push_back(at);
    }
    report_edges(top, 0, Phase::kMain, hpa_code::kDone);
    return true;
  }

  bool any_cut() const {
    for (int level = 2; level <= top; ++level) {
      for (const Hpa::ClusterGraph& graph : hpa.at(level).graphs) {
        if (graph.cut) return true;
      }
    }
    return false;
  }

  // Reports the edges of path_of(level) from its element `begin` on as edges of the path.
  void report_edges(int level, size_t begin, Phase phase, uint8_t line) {
    if constexpr (Observer::kEnabled) {
      const std::vector<uint32_t>& nodes = path_of(level);
      for (size_t i = begin + 1; i < nodes.size(); ++i) {
        observer.on({EventType::kPathEdge, phase, static_cast<uint8_t>(level), line, cell(level, nodes[i]),
                     cell(level, nodes[i - 1]), edge_cost(level, nodes[i - 1], nodes[i]), 0});
      }
    }
  }

  // Returns the cost of the link from one node of a level to another, or of a move beside it; kInfinite if no link is
  // followed.
  Cost cost_over_link(int level, uint32_t from, uint32_t to) const {
    if (!follows_links || from >= start_node(level) || to >= start_node(level)) return kInfinite;
    const CellId here = cell(level, from), there = cell(level, to);
    return strata::link_cost(grid, here, there) == kInfinite ? kInfinite : step_between(grid, here, there);
  }
  // Returns whether a link joins two consecutive nodes of a path.
  bool over_link(int level, uint32_t from, uint32_t to) const {
    const Cost link = cost_over_link(level, from, to);
    return link != kInfinite && link == edge_cost(level, from, to);
  }
  // Returns whether two consecutive nodes of a path need no search between them.
  bool is_one_step(int level, uint32_t from, uint32_t to) const {
    return cluster_of(level, from) != cluster_of(level, to) || over_link(level, from, to);
  }

  // Returns the cost of an edge or link between two consecutive nodes of a path; start and goal count as nodes.
  Cost edge_cost(int level, uint32_t from, uint32_t to) const {
    return std::min(cost_over_edge(level, from, to), cost_over_link(level, from, to));
  }
  Cost cost_over_edge(int level, uint32_t from, uint32_t to) const {
    const uint32_t count = start_node(level);
    if (from == count) return to == count + 1 ? direct[static_cast<size_t>(level)] : link_cost(start_links(level), to);
    if (to == count + 1) return link_cost(links_of_goal(level), from);
    const Hpa::Level& l = hpa.at(level);
    const uint32_t cluster = l.nodes[from].cluster;
    const Hpa::ClusterGraph& graph = l.graphs[cluster];
    const uint32_t slot = from - l.first_node[cluster];
    if (l.nodes[to].cluster == cluster) return graph.intra[slot * graph.nodes.size() + to - l.first_node[cluster]];
    for (uint32_t e = graph.inter_begin[slot]; e < graph.inter_begin[slot + 1]; ++e) {
      const Hpa::InterEdge& edge = graph.inter[e];
      if (l.first_node[edge.to] + edge.to_slot == to) return edge.cost;
    }
    return kInfinite;
  }

  // Appends the refinement of an edge of an upper level to path_of(level - 1), without `from`.
  void refine_upper(int level, uint32_t from, uint32_t to) {
    std::vector<uint32_t>& path = path_of(level - 1);
    const size_t begin = path.size();
    const uint32_t cluster = cluster_of(level, to);
    const bool from_start = from == start_node(level);
    const bool to_goal = to == goal_node(level);
    const uint32_t below_from = lower(level, from);
    const uint32_t below_to = lower(level, to);
    if (is_one_step(level, from, to)) {
      ++result.stats.of(Phase::kRefine).touched;
      path.push_back(below_to);
    } else if (!hpa.options_.cache_paths || (from_start && to_goal)) {
      const uint8_t line = hpa_code::kRefineIntra;
      const EventContext context{Phase::kRefine, static_cast<uint8_t>(level - 1), line, line, line};
      const PlanStatus status =
          search_level(level - 1, rect_of(level, cluster), below_from, below_to, Phase::kRefine, context, &path);
      STRATA_CHECK(status == PlanStatus::kFound && workspace.nodes.g(below_to) == edge_cost(level, from, to));
    } else {
      const HpaClusterChildren children = children_of(level, cluster);
      if (!from_start && !to_goal) {
        follow_nodes(children, to - hpa.at(level).first_node[cluster], children.place(below_from), path);
      } else {
        // The link goes over a node of the level below; a stored path leads from that node to the graph
        // node, or back to it.
        const uint32_t node = from_start ? to : from;
        const uint32_t slot = node - hpa.at(level).first_node[cluster];
        const Cost total = edge_cost(level, from, to);
        const Cost* row = &children.graph.reach[slot * children.count()];
        const std::span<const NodeLink> links = from_start ? start_links(level - 1) : links_of_goal(level - 1);
        const auto over = std::find_if(links.begin(), links.end(), [&](const NodeLink& link) {
          const Cost rest = row[children.place(link.node)];
          return rest != kInfinite && link.cost + rest == total;
        });
        STRATA_CHECK(over != links.end());
        if (from_start) {
          path.push_back(over->node);
          follow_nodes(children, slot, children.place(over->node), path);
        } else {  // from the graph node to the goal: follow the stored path in reverse
          follow_nodes(children, slot, children.place(over->node), path);
          if (path.size() > begin) path.pop_back();  // the graph node is already on the path
          std::reverse(path.begin() + static_cast<std::ptrdiff_t>(begin), path.end());
          if (over->node != below_from) path.push_back(over->node);
          path.push_back(below_to);
        }
      }
      result.stats.of(Phase::kRefine).touched += path.size() - begin;
    }
  }

  // Appends the cells of an edge of level 1 to the path, without the first cell.
  void refine_level1(uint32_t from, uint32_t to) {
    std::vector<CellId>& path = result.path;
    const CellId from_cell = cell(1, from);
    const CellId to_cell = cell(1, to);
    if (from_cell == to_cell) return;
    const uint32_t cluster = cluster_of(1, to);
    PhaseStats& stats = result.stats.of(Phase::kRefine);
    if (is_one_step(1, from, to)) {
      ++stats.touched;
      path.push_back(to_cell);
      return;
    }
    const bool to_node = to < start_node(1);
    const bool from_node = from < start_node(1);
    if (!hpa.options_.cache_paths || (!to_node && !from_node)) {
      const Cost found = search_inside(cluster, grid.cell(from_cell), grid.cell(to_cell), Phase::kRefine,
                                       hpa_code::kRefineIntra, &path);
      STRATA_CHECK(found == edge_cost(1, from, to));
      return;
    }
    const size_t begin = path.size();
    const uint32_t first = hpa.at(1).first_node[cluster];
    if (to_node) {
      follow(cluster, to - first, grid.cell(from_cell),
             [&](CellId id, int direction) { path.push_back(grid.neighbour(id, direction)); });
    } else {  // from a node to the goal: follow the stored path in reverse
      follow(cluster, from - first, grid.cell(to_cell), [&](CellId id, int) { path.push_back(id); });
      std::reverse(path.begin() + static_cast<std::ptrdiff_t>(begin), path.end());
    }
    stats.touched += path.size() - begin;
  }

  // Appends the refinement of an edge to the path of the level below.
  void refine(int level, uint32_t from, uint32_t to) {
    if constexpr (Observer::kEnabled) {
      observer.on({EventType::kRefine, Phase::kRefine, static_cast<uint8_t>(level), hpa_code::kRefineEdge,
                   cell(level, to), cell(level, from), edge_cost(level, from, to), 0});
    }
    const uint8_t line = is_one_step(level, from, to) ? hpa_code::kRefineInter : hpa_code::kRefineIntra;
    if (level > 1) {
      const size_t begin = path_of(level - 1).size();
      refine_upper(level, from, to);
      report_edges(level - 1, begin - 1, Phase::kRefine, line);
      return;
    }
    const size_t begin = result.path.size();
    refine_level1(from, to);
    report_steps(grid, result.path, begin, observer, line);
  }

  // Refines level by level, from path_of(level) down to cells.
  void refine_all(int level) {
    for (; level > 1; --level) {
      path_of(level - 1).assign(1, lower(level, path_of(level).front()));
      for (size_t i = 1; i < path_of(level).size(); ++i) refine(level, path_of(level)[i - 1], path_of(level)[i]);
    }
    result.path.assign(1, start_cell);
    for (size_t i = 1; i < path_of(1).size(); ++i) refine(1, path_of(1)[i - 1], path_of(1)[i]);
  }

  // Refines edge by edge, each down to cells before the next one. Returns false once the first `moves` moves are known.
  bool refine_first(int level, size_t moves) {
    const std::vector<uint32_t>& path = path_of(level);
    for (size_t i = 1; i < path.size(); ++i) {
      if (result.path.size() > moves) return false;
      if (level > 1) path_of(level - 1).assign(1, lower(level, path[i - 1]));
      refine(level, path[i - 1], path[i]);
      if (level > 1 && !refine_first(level - 1, moves)) return false;
    }
    return true;
  }

  void prepare() {
    if (workspace.level_paths.size() < static_cast<size_t>(top)) workspace.level_paths.resize(static_cast<size_t>(top));
    if (workspace.level_goal_links.size() < static_cast<size_t>(top)) {
      workspace.level_goal_links.resize(static_cast<size_t>(top));
    }
  }

  // Answers the query after start and goal have been linked to the graph.
  void run_linked() {
    link_ends(top);
    if (!search_top()) {
      observer.on(
          {EventType::kNoPath, Phase::kMain, static_cast<uint8_t>(top), hpa_code::kFail, goal_cell, kNoCell, 0, 0});
      return;
    }
    result.cost = result.raw_cost;
    if (options.first_moves > 0) {
      result.path.assign(1, start_cell);
      refine_first(top, options.first_moves);
      result.path.resize(std::min(result.path.size(), options.first_moves + size_t{1}));
      result.complete = result.path.back() == goal_cell;
      if (options.keep_raw_path) result.raw_path = result.path;
    } else {
      refine_all(top);
      if (options.keep_raw_path) result.raw_path = result.path;
      if (options.smooth) smooth_result(grid, workspace, result, observer, hpa_code::kReplace);
    }
    const bool smoothed = options.smooth && options.first_moves == 0;
    const Phase last = smoothed ? Phase::kSmooth : Phase::kRefine;
    const uint8_t line = smoothed ? hpa_code::kSmooth : hpa_code::kRefineEdge;
    observer.on({EventType::kFound, last, 0, line, goal_cell, kNoCell, result.cost, 0});
  }

  void run() {
    prepare();
    const uint8_t line_start = hpa_code::kInsertStart;
    const uint8_t line_goal = hpa_code::kInsertGoal;
    observer.on({EventType::kSource, Phase::kInsertStart, 0, line_start, start_cell, kNoCell, 0, 0});
    observer.on({EventType::kDestination, Phase::kInsertGoal, 0, line_goal, goal_cell, kNoCell, 0, 0});
    insert(Phase::kInsertStart, query.start, workspace.level_start_links);
    insert(Phase::kInsertGoal, query.goal, workspace.level_goal_links);
    run_linked();
  }
};

}  // namespace strata
