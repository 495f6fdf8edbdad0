// Purpose: SavedPanelSizes are the sizes that the panels had when the user moved a splitter last. They apply to all
// windows
//          that are at least as large as the window was then; in a smaller window the sizes are chosen automatically.
// Units: UI pixels (scale 1).
// Errors: Unreadable values in the file are skipped.
#pragma once

#include <string>

#include "app/ui/panel_layout.hpp"

namespace strata {

struct SavedPanelSizes {
  float width = 0, height = 0;            // size of the window at that time; 0: no splitter was moved yet
  float left = 0, right = 0, bottom = 0;  // 0: the panel was folded or closed
  friend bool operator==(const SavedPanelSizes&, const SavedPanelSizes&) = default;
};

// Returns the present sizes of the panels. While a splitter is moved, the panels beside which it does not lie have the
// sizes as before.
SavedPanelSizes sizes_now(const PanelBoxes& boxes, float width, float height, float scale);
// Returns the layout for a window of this size in pixels. Panels for which sizes are stored are open. A panel that was
// made smaller by lack of room grows with the window up to the size that the user has chosen.
PanelLayout in_window(const PanelLayout& layout, const SavedPanelSizes& kept, float width, float height, float scale);

// These functions read and write the sizes. They are stored in the layout file; save_layout does not change them.
SavedPanelSizes load_sizes(const std::string& path);
Status save_sizes(const SavedPanelSizes& kept, const std::string& path);

}  // namespace strata
