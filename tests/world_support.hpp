// Purpose: set_rules changes the rules of a world in tests.
#pragma once

#include "core/world/world.hpp"

namespace strata::test {

inline void set_rules(World& world, const Rules& rules) {
  WorldSetup setup = world.setup();
  setup.rules = rules;
  world.change(setup);
}

}  // namespace strata::test
