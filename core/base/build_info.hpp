// Purpose: These functions return what only the build and the installation know: the version of the program, and the
//          folders of the maps, graphs and levels that come with it.
#pragma once

#include <string>

namespace strata {

// Returns the version and the commit that the program was built from, such as "0.1.0 (0123456789ab)". "+" behind the
// commit marks sources with changes that no commit has; sources without history have the version alone.
std::string program_version();

// Returns the folder of the files that come with the program, without a slash at its end: that of the environment
// variable STRATA_DATA_FOLDER if it is set; else share/strata beside the folder of the program, if the program is
// installed, wherever that is; else the folder of the sources.
const std::string& data_folder();

// Returns a folder of the files that come with the program: "maps", "graphs" or "levels". The path is absolute, without
// a slash at its end.
std::string assets_folder(const std::string& name);

}  // namespace strata
