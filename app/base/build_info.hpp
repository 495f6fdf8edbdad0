// Purpose: These functions return what only the build knows: the version of the program, and the folders of the maps,
//          graphs and levels that come with the sources.
#pragma once

#include <string>

namespace strata {

// Returns the version, such as "0.1.0".
std::string program_version();

// Returns a folder that comes with the sources: "maps", "graphs" or "levels". The path is absolute, without a slash at
// its end.
std::string assets_folder(const std::string& name);

}  // namespace strata
