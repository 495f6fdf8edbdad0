// Purpose: Why a structure that a world was asked for is not there and will not come by itself, in words for people:
//          each structure gives its own reasons, and they are asked for here,
//          so that a refusal looks nowhere like success or like work under way.
#pragma once

#include <string>

#include "core/world/world.hpp"

namespace strata {

// Empty: it is there, or under way. The text can follow the name of a planner: "clusters of 40 cells: ...".
std::string refusal(const World& world, StructureId structure);
// Of tables for the further kinds of agents; empty: all are there, or under way.
std::string kinds_refusal(const World& world);

}  // namespace strata
