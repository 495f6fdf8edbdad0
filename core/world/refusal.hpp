// Purpose: A refusal says in words why a structure that a world was asked for is not ready and will not become ready by
//          itself. Each structure gives its own reasons. Every part of the program asks here, so that a refusal is not
//          shown as success or as work in progress.
#pragma once

#include <string>

#include "core/world/world.hpp"

namespace strata {

// Empty: the structure is ready or being built. The text can follow the name of a planner: "clusters of 40 cells: ...".
std::string refusal(const World& world, StructureId structure);
// Returns the refusal of tables for further kinds of agents. Empty: all are ready or being built.
std::string kinds_refusal(const World& world);

}  // namespace strata
