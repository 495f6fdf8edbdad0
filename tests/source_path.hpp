// Purpose: source_path locates files of the project that tests read.
#pragma once

#include <string>
#include <string_view>

namespace strata::test {

// Returns the path of a file or folder inside the project, such as "assets/maps". Only one object file contains the
// project's root, so that the compiled objects of one checkout can be reused by another.
std::string source_path(std::string_view inside);

}  // namespace strata::test
