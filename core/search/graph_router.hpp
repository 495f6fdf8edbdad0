// Purpose: A GraphRouter lets a structure search its abstract graph by another search, such as a contraction hierarchy,
//          instead of its own A*.
// Errors: The router must have been built for the graph as it is now. Its owner checks that.
#pragma once

#include <span>
#include <vector>

#include "core/search/node_link.hpp"
#include "core/search/plan.hpp"

namespace strata {

struct Workspace;

struct GraphRouter {
  // Returned in place of a cost: there is a path, but its cost is too high for a Cost.
  static constexpr Cost kTooFar = kInfinite - 1;
  // Finds the cheapest path from one of the starts to one of the goals and returns its cost, the costs of both links
  // included; kInfinite if none is cheaper than `bound`. `start` and `goal` are the cells that are linked. Appends the
  // nodes of the path, both ends included.
  using Route = Cost (*)(const void* self, std::span<const NodeLink> starts, std::span<const NodeLink> goals,
                         Cell start, Cell goal, Cost bound, Workspace& workspace, PlanStats& stats,
                         std::vector<uint32_t>& nodes);
  const void* self = nullptr;
  Route route = nullptr;

  Cost operator()(std::span<const NodeLink> starts, std::span<const NodeLink> goals, Cell start, Cell goal, Cost bound,
                  Workspace& workspace, PlanStats& stats, std::vector<uint32_t>& nodes) const {
    return route(self, starts, goals, start, goal, bound, workspace, stats, nodes);
  }
};

}  // namespace strata
