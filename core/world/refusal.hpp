// Purpose: These functions say in words why there is no answer: a rule of movement, a structure that is off, was
// refused
//          or is being built, or the query itself. Each structure gives its own reasons. Every part of the program asks
//          here, so that a refusal is not shown as success or as work in progress.
// Shapes: A text names what is in the way, and what helps where something does. It can follow the name of a planner:
//         "clusters of 40 cells: ...".
#pragma once

#include <string>

#include "core/search/plan.hpp"
#include "core/world/planners.hpp"
#include "core/world/world.hpp"

namespace strata {

// Returns why a structure that the world was asked for is not ready and will not become ready by itself. Empty: it is
// ready or being built, or nobody asked for it.
std::string refusal(const World& world, StructureId structure);
// Returns the refusal of tables for further kinds of agents. Empty: all are ready or being built.
std::string kinds_refusal(const World& world);

// Returns why the planner answers no query of this world: a rule of movement, its structure that is off, does not suit
// it or was refused. Empty: it answers, or will when what is being built is ready.
std::string why_not(const World& world, const Planner& planner);
// Returns what the planner waits for: "building 43 %", "waits for sectors: 43 %". Empty: for nothing.
std::string waiting_for(const World& world, const Planner& planner);
// Returns how an answer has ended: "found", "no path", or what is in its way.
std::string answer_text(const World& world, const Planner& planner, const Query& query, PlanStatus status);

// The text where memory ran out.
inline constexpr std::string_view kMemoryRanOut = "memory ran out: switch off what is not needed, then try again";

}  // namespace strata
