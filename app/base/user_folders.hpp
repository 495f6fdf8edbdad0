// Purpose: These functions say where the user keeps files.
#pragma once

#include <string>

namespace strata {

// Returns the folder of the user's documents: the one that the desktop names, "Documents" in the home folder, or the
// home folder itself. `config`: the folder of the desktop's settings, usually ~/.config. Empty: there is none.
std::string documents_folder(const std::string& home, const std::string& config);
// Does the same for the user who runs the program.
std::string documents_folder();
// The same for pictures: the folder that the desktop names, "Pictures", or that of the documents.
std::string pictures_folder(const std::string& home, const std::string& config);
std::string pictures_folder();
// Whether files can be made in the folder.
bool can_write_into(const std::string& folder);

}  // namespace strata
