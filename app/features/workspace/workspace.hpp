// Purpose: A workspace is a file that stores the whole lab and restores the same screen elsewhere, for example to
//          prepare a lecture or to ask a question.
// How: The file contains the lines of a reproduction that set settings. They list only the differences from a fresh
//      lab, so that opening the file first resets all settings.
// Errors: "FILE:LINE: reason". A file that cannot be opened changes nothing; a changed map is refused.
// Threads: As for Lab.
#pragma once

#include <string>

#include "app/lab/feature.hpp"

namespace strata {

struct SavedContent;

extern const Feature kWorkspaceFeature;

// Returns the text of a workspace file that lies in the folder of `content`. Fills in `content`, which also lists what
// the file cannot store.
Result<std::string> workspace_text(const Lab& lab, SavedContent& content);
Status save_workspace(Lab& lab, const std::string& path);
Status open_workspace(Lab& lab, const std::string& path);

}  // namespace strata
