// Purpose: A PseudoCodeSelector is a Narration whose planner has several searches with different pseudo-codes, as rooms
// have.
#pragma once

#include "app/playback/narration.hpp"
#include "core/search/pseudo_code.hpp"

namespace strata {

class PseudoCodeSelector {
 public:
  virtual ~PseudoCodeSelector() = default;
  // Returns the pseudo-code of the search that the planner uses in this world; null: that of the planner itself.
  virtual const PseudoCode* code(const World& world) const = 0;
};

// Returns the pseudo-code of the search that `narration` describes in this world; null: that of the planner itself.
inline const PseudoCode* chosen_code(const Narration& narration, const World& world) {
  const auto* const choice = dynamic_cast<const PseudoCodeSelector*>(&narration);
  return choice == nullptr ? nullptr : choice->code(world);
}

}  // namespace strata
