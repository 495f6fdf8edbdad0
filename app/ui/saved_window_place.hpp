// Purpose: These functions read and write where the window of the program was at the end of the last run. It is stored
//          in the layout file.
// Errors: Unreadable values count as if there were none.
#pragma once

#include <optional>
#include <string>

#include "app/window/window_place.hpp"
#include "core/base/result.hpp"

namespace strata {

std::optional<WindowPlace> load_window(const std::string& path);
// Saves the place. The other content of the file does not change.
Status save_window(const WindowPlace& place, const std::string& path);

}  // namespace strata
