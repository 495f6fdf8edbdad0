// Purpose: UiDump collects names and rectangles of the items on the screen, for tests that click by name.
// Units: Window pixels, (0,0) top left.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/base/camera.hpp"
#include "core/base/result.hpp"

namespace strata {

class UiDump {
 public:
  // Switches the dump on or off. While it is off, mark() costs nothing.
  void set_enabled(bool on) { enabled_ = on; }
  bool enabled() const { return enabled_; }
  void begin_frame() { widgets_.clear(); }
  // These functions add an item: the last one of ImGui, or a rectangle. It is clipped to the visible part; an item that
  // is not visible is left out.
  void mark(std::string_view name);
  void mark(std::string_view name, float x0, float y0, float x1, float y1, bool enabled = true);
  // Sets the reason why the following items are disabled; empty: they are enabled.
  void set_why_not(std::string_view why_not) { why_not_ = why_not; }

  // Returns {"frame", "width", "height", "widgets": {name: {x, y, width, height, enabled}}, "camera": {...}}. A
  // disabled widget also has "why_not".
  std::string to_json(uint64_t frame, int width, int height, const Camera& camera, std::string_view token) const;

 private:
  struct Widget {
    std::string name;
    float x0, y0, x1, y1;
    bool enabled;
    std::string why_not;
  };
  bool enabled_ = false;
  std::string_view why_not_;
  std::vector<Widget> widgets_;
};

}  // namespace strata
