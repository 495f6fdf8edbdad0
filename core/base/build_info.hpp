// Purpose: These functions return the version of the program, and the folders with the maps, graphs and levels
//          that come with it.
#pragma once

#include <string>

namespace strata {

// Returns the version and the commit of the sources, such as "0.1.0 (0123456789ab)". A "+" behind the commit marks
// sources with uncommitted changes; without a git history there is only the version.
std::string program_version();

// Returns the folder of the files that come with the program, without a slash at its end. It is the environment
// variable STRATA_DATA_FOLDER if that is set; else share/strata beside the folder of an installed program; else the
// folder of the sources.
const std::string& data_folder();

// Returns the absolute path of a folder that comes with the program, without a slash at its end. `name` is "maps",
// "graphs" or "levels".
std::string assets_folder(const std::string& name);

}  // namespace strata
