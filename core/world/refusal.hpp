// Purpose: These functions return why there is no answer, in words: a rule of movement, a structure that is off, was
//          refused or is being built, or the query itself. All programs use them, so that a refusal is never shown as
//          success or as work in progress.
// Shapes: A text names the obstacle, and a remedy if there is one. It can follow the name of a planner: "clusters
//         of 40 cells: ...".
#pragma once

#include <string>

#include "core/search/plan.hpp"
#include "core/world/planners.hpp"
#include "core/world/world.hpp"

namespace strata {

// Returns why a structure that is switched on is not ready and will not become ready by itself. Empty if it is ready,
// being built, or switched off.
std::string refusal(const World& world, StructureId structure);
// Returns why the tables for further kinds of agents are refused. Empty if all are ready or being built.
std::string kinds_refusal(const World& world);

// Returns why the planner cannot answer queries of this world: a rule of movement, or a structure that is off, does not
// suit it or was refused. Empty if it can, or will when its structure is ready.
std::string why_not(const World& world, const Planner& planner);
// Returns what the planner waits for: "building 43 %", "waits for sectors: 43 %". Empty if it waits for nothing.
std::string waiting_for(const World& world, const Planner& planner);
// Returns the outcome of a query in words: "found", "no path", or the reason why there is no answer.
std::string answer_text(const World& world, const Planner& planner, const PlanQuery& query, PlanStatus status);

// The text of a refusal because memory ran out.
inline constexpr std::string_view kMemoryRanOut = "memory ran out: switch off what is not needed, then try again";

}  // namespace strata
