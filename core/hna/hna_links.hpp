// Purpose: HnaLinker links the start or goal of a query to the inter-edges of its group, by any of the methods in
//          HnaLinkMethod. Only hna_query.cpp includes it.
// Source: Rahmani, Pelechano 2020, sections 3.3 and 5.
#pragma once

#include <algorithm>
#include <vector>

#include "core/base/parallel.hpp"
#include "core/hna/hna_query.hpp"
#include "core/hna/hna_space.hpp"

namespace strata {

// Threads that link one inter-edge at a time each. A query keeps them in its workspace.
struct LinkThreads {
  Threads threads;
  std::vector<Workspace> spaces = std::vector<Workspace>(threads.count());
  std::vector<PhaseStats> stats = std::vector<PhaseStats>(threads.count());
};

template <class Costs, class Observer>
struct HnaLinker {
  const NavMesh& mesh;
  const HnaLevel& level;
  const Costs& costs;
  Workspace& workspace;
  PhaseStats& stats;
  Observer observer;
  Phase phase;
  uint8_t line;

  // Links the end by the method `how` and sets `links`, by inter-edge of the group.
  void run(HnaLinkMethod how, const MeshEndpoint& end, std::vector<Cost>& links) {
    const HnaGroup& group = level.group(level.group_of(end.polygon));
    links.assign(group.inter_edges, kInfinite);
    switch (how) {
      case HnaLinkMethod::kDijkstra:
        search_all(group, end, links);
        break;
      case HnaLinkMethod::kPerPortal:
        for (uint32_t inter_edge = 0; inter_edge < group.inter_edges; ++inter_edge) {
          links[inter_edge] = search_one(group.portals[inter_edge], end, workspace, stats, observer);
        }
        break;
      case HnaLinkMethod::kParallel:
        share_out(group, end, links);
        break;
      case HnaLinkMethod::kRows:
        look_up(group, end, links);
        break;
    }
  }

 private:
  // Returns the node that stands for the end in events.
  uint32_t named() const { return phase == Phase::kInsertGoal ? mesh_goal_node(mesh) : mesh_start_node(mesh); }
  EventContext context() const { return {phase, 0, line, line, line}; }

  void search_all(const HnaGroup& group, const MeshEndpoint& end, std::vector<Cost>& links) {
    GroupSpace<Costs> space(mesh, level, costs, end, named(), workspace);
    space.clear_target();
    const uint32_t number = level.group_of(end.polygon);
    uint32_t missing = group.inter_edges;
    if (missing == 0) return;
    const auto is_last = [&](uint32_t id, uint32_t) {
      if (id == space.start()) return false;
      const Portal& portal = mesh.portal(id);
      if (!level.is_inter_edge(portal)) return false;
      const uint32_t which = level.group_of(portal.polygons[0]) == number ? 0 : 1;
      links[level.place_of(id, which)] = space.records.g(id);
      return --missing == 0;
    };
    (void)best_first_search(space, space.start(), space.start_token(), kMeshCostLimit, is_last, stats, observer,
                            context());
  }

  template <class Watcher>
  Cost search_one(PortalId inter_edge, const MeshEndpoint& end, Workspace& own, PhaseStats& own_stats,
                  Watcher watcher) const {
    GroupSpace<Costs> space(mesh, level, costs, end, named(), own);
    space.set_target(inter_edge);
    const auto is_inter_edge = [&](uint32_t id, uint32_t) { return id == inter_edge; };
    const PlanStatus status = best_first_search(space, space.start(), space.start_token(), kMeshCostLimit,
                                                is_inter_edge, own_stats, watcher, context());
    return status == PlanStatus::kFound ? space.records.g(inter_edge) : kInfinite;
  }

  void share_out(const HnaGroup& group, const MeshEndpoint& end, std::vector<Cost>& links) {
    if constexpr (Observer::kEnabled) {
      // With a trace, the searches run and are recorded one after the other.
      for (uint32_t inter_edge = 0; inter_edge < group.inter_edges; ++inter_edge) {
        links[inter_edge] = search_one(group.portals[inter_edge], end, workspace, stats, observer);
      }
    } else {
      auto& crew = workspace.own.template of<LinkThreads>();
      std::fill(crew.stats.begin(), crew.stats.end(), PhaseStats{});
      crew.threads.for_pieces(0, group.inter_edges, 1, [&](size_t begin, size_t finish, size_t thread) {
        for (size_t inter_edge = begin; inter_edge < finish; ++inter_edge) {
          links[inter_edge] =
              search_one(group.portals[inter_edge], end, crew.spaces[thread], crew.stats[thread], observer);
        }
      });
      for (const PhaseStats& one : crew.stats) {
        stats.expanded += one.expanded;
        stats.generated += one.generated;
        stats.touched += one.touched;
      }
    }
  }

  void look_up(const HnaGroup& group, const MeshEndpoint& end, std::vector<Cost>& links) {
    const uint32_t number = level.group_of(end.polygon);
    if constexpr (Costs::kEndsAreCentres) {
      const Cost* row = group.centre_costs.data() + size_t{level.place_of(end.polygon)} * group.inter_edges;
      links.assign(row, row + group.inter_edges);
      return;
    }
    for (const MeshSide& side : mesh.sides(end.polygon)) {
      if (side.portal == kNoPortal) continue;
      const uint32_t which = level.group_of(mesh.portal(side.portal).polygons[0]) == number ? 0 : 1;
      const Cost* row = group.costs.data() + size_t{level.place_of(side.portal, which)} * group.inter_edges;
      const Cost link = costs.link(end, side.portal);
      for (uint32_t inter_edge = 0; inter_edge < group.inter_edges; ++inter_edge) {
        if (row[inter_edge] != kInfinite) links[inter_edge] = std::min(links[inter_edge], link + row[inter_edge]);
      }
    }
  }
};

}  // namespace strata
