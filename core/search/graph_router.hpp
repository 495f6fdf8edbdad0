// Purpose: A GraphRouter replaces the A* on an abstract graph by another search, such as a contraction hierarchy.
// Errors: The router must have been built for the present graph. Its owner checks that.
#pragma once

#include <span>
#include <vector>

#include "core/search/node_link.hpp"
#include "core/search/plan.hpp"

namespace strata {

struct Workspace;

struct GraphRouter {
  // The result of a router if there is a path, but its cost does not fit into a Cost.
  static constexpr Cost kTooFar = kInfinite - 1;
  // Finds the cheapest path from one of the starts to one of the goals and returns its cost, including both links;
  // kInfinite if none is cheaper than `bound`. `start` and `goal` are the cells that the links join to the graph.
  // Appends the nodes of the path, both ends included.
  using RouteFunction = Cost (*)(const void* self, std::span<const NodeLink> starts, std::span<const NodeLink> goals,
                                 Cell start, Cell goal, Cost bound, Workspace& workspace, PlanStats& stats,
                                 std::vector<uint32_t>& nodes);
  const void* self = nullptr;
  RouteFunction route = nullptr;

  Cost operator()(std::span<const NodeLink> starts, std::span<const NodeLink> goals, Cell start, Cell goal, Cost bound,
                  Workspace& workspace, PlanStats& stats, std::vector<uint32_t>& nodes) const {
    return route(self, starts, goals, start, goal, bound, workspace, stats, nodes);
  }
};

}  // namespace strata
