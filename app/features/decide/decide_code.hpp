// Purpose: decide_code writes a C++ program that plans with a planner as it is set up in the lab. The program
//          uses the main header of the library, core/strata.hpp. examples/decided.cpp is such a program, which
//          the build compiles.
// Shapes: The program opens a map, sets the options that differ from the defaults of the library, and plans one query.
//         What it cannot set, such as landmarks that were placed by hand, is named in a comment.
// Errors: The planner cannot be reached through core/strata.hpp.
#pragma once

#include <string>

#include "core/base/result.hpp"
#include "core/search/plan_options.hpp"
#include "core/world/planners.hpp"
#include "core/world/world_setup.hpp"

namespace strata {

struct DecideCodeInput {
  const Planner* planner = nullptr;
  // Path of the map's file; empty: the map has no file.
  std::string map;
  bool is_level = false;
  PlanQuery query;
  // The setup of the world, with the options of the planner's structure.
  WorldSetup setup;
  // The structure that the planner searches, and those that it is built from.
  StructureSet structures;
  PlanOptions options;
};

Result<std::string> decide_code(const DecideCodeInput& input);
// Returns the text as a string literal of C++, with its quotes.
std::string cpp_literal(std::string_view text);

}  // namespace strata
