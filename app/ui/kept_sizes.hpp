// Purpose: KeptSizes are the sizes that panels had when the user last moved a splitter. They hold in every window that
// is
//          at least as large as that one; in a smaller window all panels are automatic.
// Units: UI pixels (scale 1).
// Errors: What cannot be read from the file is left out.
#pragma once

#include <string>

#include "app/ui/panel_layout.hpp"

namespace strata {

struct KeptSizes {
  float width = 0, height = 0;            // of the window; 0: no splitter has been moved
  float left = 0, right = 0, bottom = 0;  // 0: the panel was folded or closed
  friend bool operator==(const KeptSizes&, const KeptSizes&) = default;
};

// Returns the sizes on the screen. The panels beside a splitter that is moved are to stay as they are.
KeptSizes sizes_now(const PanelBoxes& boxes, float width, float height, float scale);
// Returns the layout for a window of so many pixels: panels that are kept are held open. One that had been shrunk grows
// with the window up to its own size.
PanelLayout in_window(const PanelLayout& layout, const KeptSizes& kept, float width, float height, float scale);

// The sizes are in the file of the layout, which save_layout leaves there.
KeptSizes load_sizes(const std::string& path);
Status save_sizes(const KeptSizes& kept, const std::string& path);

}  // namespace strata
