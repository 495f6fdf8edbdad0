// Purpose: A workspace is saved as one file and opened elsewhere with the same screen: a lecturer's preparation, or a
//          student's question.
// How: The file has the setting lines from which a reproduction is made. As they say what differs from a fresh lab, the
//      lab's own settings go back to their usual values before.
// Errors: "FILE:LINE: reason". A file that cannot be opened changes nothing; a map that differs is refused.
// Threads: As for Lab.
#pragma once

#include <string>

#include "app/lab/feature.hpp"

namespace strata {

struct SavedContent;

extern const Feature kWorkspaceFeature;

// Returns the text of a workspace for a file in the folder of `content`, which says afterwards what is not in it.
Result<std::string> workspace_text(const Lab& lab, SavedContent& content);
Status save_workspace(Lab& lab, const std::string& path);
Status open_workspace(Lab& lab, const std::string& path);

}  // namespace strata
