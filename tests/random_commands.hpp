// Purpose: Command lines that a person might give, at random, for tests of the lab as a whole.
#pragma once

#include <string>

#include "app/lab.hpp"
#include "core/base/rng.hpp"

namespace strata::test {

// Coordinates may lie outside of the map, and what the command needs may not be there.
std::string random_line(Rng& rng, const Lab& lab);

}  // namespace strata::test
