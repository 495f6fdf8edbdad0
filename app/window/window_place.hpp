// Purpose: WindowPlace is where the window of the program stands and how large it is. in_screens() moves it onto the
//          screens that are there now.
// Units: Those of the system, such as pixels under X11; without the frame of the window.
#pragma once

#include <optional>
#include <span>

namespace strata {

struct WindowPlace {
  int x = 0, y = 0, width = 0, height = 0;
  bool maximized = false;
  friend bool operator==(const WindowPlace&, const WindowPlace&) = default;
};

// The part of a screen that the content of a window can take.
struct ScreenArea {
  int x = 0, y = 0, width = 0, height = 0;
};

// Returns the place on the screen that holds the most of the window. There the window is whole, and not larger than the
// screen. Nullopt: no screen holds a part of it any more.
std::optional<WindowPlace> in_screens(const WindowPlace& place, std::span<const ScreenArea> screens);

}  // namespace strata
