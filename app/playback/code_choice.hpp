// Purpose: A CodeChoice is what a Narration also is where its planner has several searches, each with a pseudo-code of
//          its own, as rooms have.
#pragma once

#include "app/playback/narration.hpp"
#include "core/search/pseudo_code.hpp"

namespace strata {

class CodeChoice {
 public:
  virtual ~CodeChoice() = default;
  // Returns the pseudo-code of the search over this world; null: that of the planner's row.
  virtual const PseudoCode* code(const World& world) const = 0;
};

// Returns the pseudo-code of the search that the narration tells, over this world; null: that of the planner's row.
inline const PseudoCode* chosen_code(const Narration& narration, const World& world) {
  const auto* const choice = dynamic_cast<const CodeChoice*>(&narration);
  return choice == nullptr ? nullptr : choice->code(world);
}

}  // namespace strata
