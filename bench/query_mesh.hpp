// Purpose: What holds between planners over a navigation mesh that have solved the same queries.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "bench/commands.hpp"
#include "bench/query_tally.hpp"
#include "core/world/planners.hpp"

namespace strata::bench {

// The planners of a run and, in the same order, what each said to every query of one map. Every HNA* must have found
// what A* on the mesh found, if both are there; PCCP only if it counts from where the ends are. `name_query`: "MAP from
// (1, 2) to (3, 4)". What does not hold goes to the failures.
void compare_with_mesh(std::span<const Planner* const> planners, std::span<const Tally> tallies,
                       const QueryOptions& options, const std::function<std::string(size_t)>& name_query,
                       std::vector<std::string>& failures);
// Of every planner at any angle, its costs over the queries that Polyanya has solved as well, if Polyanya is there.
void compare_with_polyanya(std::span<const Planner* const> planners, std::span<Tally> tallies);

}  // namespace strata::bench
