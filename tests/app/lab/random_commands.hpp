// Purpose: Command lines that a person might give, at random, for tests of the lab as a whole.
#pragma once

#include <string>

#include "app/base/command.hpp"
#include "app/lab/lab.hpp"
#include "core/base/rng.hpp"

namespace strata::test {

// Coordinates may lie outside of the map, and what the command needs may not be there.
std::string random_line(Rng& rng, const Lab& lab);

// A line of this command, its arguments made up after the usage in the table, so that new commands need nothing here.
// `path` stands for PATH.
std::string line_by_usage(Rng& rng, const Lab& lab, const CommandInfo& info, const std::string& path);

}  // namespace strata::test
