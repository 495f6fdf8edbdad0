// Purpose: A file from somebody else may name other files in its own folder. These functions find such a file, and
//          check the size of a map before it is read.
// Errors: "FILE: reason", for a link that leads out of the folder and for a map that is too large.
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.hpp"

namespace strata {

// Returns the path of the named file in the folder, whether or not the file exists. `of` is what messages call the
// owner of the folder: "the lesson".
Result<std::string> file_beside(const std::string& folder, const std::string& name, std::string_view of);

// Refuses a map with more than `most` cells a side, and a level whose file is too large to have such a map. A map of
// another format than that of MovingAI is refused, as its sides are not known before it is read.
Status check_map_sides(const std::string& path, int most);

}  // namespace strata
