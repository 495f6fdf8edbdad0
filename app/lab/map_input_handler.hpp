// Purpose: A MapInputHandler is a controller that handles presses and drags on the map.
// Threads: All calls come from the thread of the lab.
#pragma once

#include <cstdint>

#include "core/grid/cell.hpp"

namespace strata {

struct PointerEvent;

// What a controller does with a press of the pointer on the map.
enum class PressResult : uint8_t {
  // Ignores the press: the other controllers are asked, and then the selected tool.
  kIgnored,
  // Has done everything for this press.
  kDone,
  kDrag,  // begins a drag: the controller gets all events until the drag ends
  // Will handle the press if it becomes a click; if it becomes a drag, that moves the view.
  kClickPending,
};

// Handles presses, drags and clicks on the map. `cell` is the cell under the pointer; Gestures::marker_at tells whether
// start or goal lies there. During a drag the controller gets the positions of the pointer, and `moved`: whether the
// pointer has left the distance within which it would be a click. The drag ends with the release of the button or
// earlier; if `keep` is false, unfinished work must be dropped.
class MapInputHandler {
 public:
  virtual ~MapInputHandler() = default;

  virtual PressResult press(const PointerEvent& /*event*/, Cell /*cell*/) { return PressResult::kIgnored; }
  virtual void drag(const PointerEvent& /*event*/, Cell /*cell*/, bool /*moved*/) {}
  virtual void drop(bool /*keep*/) {}
  // Selects the controller's item at the cell. Returns false if it has none there; then the cell is inspected.
  virtual bool click(const PointerEvent& /*event*/, Cell /*cell*/) { return false; }
  // Drops unfinished work when Esc is pressed outside of a drag. Returns whether there was any.
  virtual bool cancel() { return false; }
};

}  // namespace strata
