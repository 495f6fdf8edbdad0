// Purpose: Where the files of the project lie that tests read.
#pragma once

#include <string>
#include <string_view>

namespace strata::test {

// "assets/maps": that folder, or file, in the project's root. The root is known to one object file alone: the others
// are the same wherever the project lies, so that what one checkout has compiled serves the next.
std::string source_path(std::string_view inside);

}  // namespace strata::test
