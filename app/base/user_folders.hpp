// Purpose: These functions find the user's folders for documents and pictures.
#pragma once

#include <string>

namespace strata {

// Returns the user's folder for documents. It is the folder that the settings of the desktop name, or else
// "Documents" in the home folder, or else the home folder. `config` is the folder of these settings, usually
// ~/.config. Empty: there is none.
std::string documents_folder(const std::string& home, const std::string& config);
// Returns the folder for documents of the user who runs the program.
std::string documents_folder();
// These functions return the user's folder for pictures. It is the folder that the settings of the desktop name, or
// else "Pictures" in the home folder, or else the folder for documents.
std::string pictures_folder(const std::string& home, const std::string& config);
std::string pictures_folder();
// Returns whether files can be created in the folder.
bool can_write_into(const std::string& folder);

}  // namespace strata
