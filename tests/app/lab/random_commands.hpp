// Purpose: These functions generate random command lines of a possible user, for tests of the whole lab.
#pragma once

#include <string>

#include "app/base/command.hpp"
#include "app/lab/lab.hpp"
#include "core/base/rng.hpp"

namespace strata::test {

// Returns a random command line. Coordinates may be outside the map, and objects of the command may not exist.
std::string random_line(Rng& rng, const Lab& lab);

// Returns a line of this command with random arguments that follow its usage in the table, so that new commands are
// covered automatically. `path` replaces PATH.
std::string line_by_usage(Rng& rng, const Lab& lab, const CommandInfo& info, const std::string& path);

}  // namespace strata::test
