// Purpose: These functions return the costs of a planner besides its queries: the time of the last full builds, the
//          memory, and the time of updates after an edit. They include the moves, the planner's own levels of its
//          structure, and the structures on which these depend, as in a world that has nothing else.
// Units: Microseconds, bytes. Times of edits do not include the moves, which every planner needs.
#pragma once

#include <span>
#include <vector>

#include "core/world/planners.hpp"
#include "core/world/world.hpp"

namespace strata {

// Calls tell(structure, level) for every structure whose costs count for the planner; only its levels
// up to `level` count.
template <class Tell>
void for_charged(const World& world, const Planner& planner, Tell&& tell) {
  const StructureSet under = depends_on(world, planner);
  if (!world.structure(planner.needs).has_own_moves()) tell(StructureId::kMoves, 1);
  for (const StructureId structure : kAllStructures) {
    // A structure that depends on one with levels depends on its level 1.
    if (under.contains(structure)) tell(structure, structure == planner.needs ? abstract_level(world, planner) : 1);
  }
}

// A planner that asks another one (Planner::asks) has the costs of the one that it asks now.

// Returns the time of the last full builds; below 0 if a structure was never built.
double prepare_micros(const World& world, const Planner& planner);
// Returns the memory in bytes; 0 if the world does not have the structures that the planner needs.
size_t memory_bytes(const World& world, const Planner& planner);

// The time that every structure needed for one edit or stroke.
struct EditCosts {
  std::vector<double> micros = std::vector<double>(kStructures, 0.0);  // by structure
  // By structure and level - 1: the share of each level. Empty: the structure has no levels.
  std::vector<std::vector<double>> level_micros = std::vector<std::vector<double>>(kStructures);
  void add(const EditReport& report);
};
// Returns the median, over these strokes, of the update time of the structures that the planner needs. Landmarks and
// contraction hierarchies that are rebuilt in the background count with a full build. Below 0: there was no stroke yet.
double edit_micros(const World& world, const Planner& planner, std::span<const EditCosts> strokes);

}  // namespace strata
