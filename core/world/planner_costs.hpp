// Purpose: These functions say what a planner is charged for what it searches: the time of the last full builds, the
//          memory, and the time that an edit takes. A planner pays for the moves, for its own levels of its structure,
//          and for what these are built from: as much as in a world that keeps nothing else.
// Units: Microseconds, bytes. The time of an edit leaves the moves out, which every planner needs.
#pragma once

#include <span>
#include <vector>

#include "core/world/planners.hpp"
#include "core/world/world.hpp"

namespace strata {

// Calls tell(structure, level) for every structure that the planner is charged for; levels above that one are not.
template <class Tell>
void for_charged(const World& world, const Planner& planner, Tell&& tell) {
  const StructureSet under = depends_on(world, planner);
  if (!world.structure(planner.needs).has_own_moves()) tell(StructureId::kMoves, 1);
  for (const StructureId structure : kAllStructures) {
    // What is built from a structure with levels is built from level 1.
    if (under.contains(structure)) tell(structure, structure == planner.needs ? abstract_level(world, planner) : 1);
  }
}

// Returns the time of the last full builds. Below 0: something was never built.
double prepare_micros(const World& world, const Planner& planner);
// Returns the memory; 0 if the world does not keep what the planner needs.
size_t memory_bytes(const World& world, const Planner& planner);

// The time that every structure spent on one edit or stroke.
struct EditCosts {
  std::vector<double> micros = std::vector<double>(kStructures, 0.0);  // by structure
  // By structure and level - 1: what the levels took of it. Empty: the structure has no levels.
  std::vector<std::vector<double>> level_micros = std::vector<std::vector<double>>(kStructures);
  void add(const EditReport& report);
};
// Returns the median over these strokes of the time that the structures under the planner spent. Landmarks and
// contraction hierarchies that are rebuilt in the background count as a full build. Below 0: nothing was painted yet.
double edit_micros(const World& world, const Planner& planner, std::span<const EditCosts> strokes);

}  // namespace strata
