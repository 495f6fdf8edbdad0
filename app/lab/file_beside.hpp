// Purpose: A file from other hands names files of its own folder. These functions find such a file, and look how large
//          its map is before it is read.
// Errors: "FILE: reason": a file that lies elsewhere behind a link, a map that is too large.
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.hpp"

namespace strata {

// Returns the path of the named file in the folder, whether it is there or not. `of` names what the folder is of: "the
// lesson".
Result<std::string> file_beside(const std::string& folder, const std::string& name, std::string_view of);

// Refuses a map with more cells a side, and a level whose file is too large for such a map. What is no map is left to
// the reader.
Status check_map_sides(const std::string& path, int most);

}  // namespace strata
