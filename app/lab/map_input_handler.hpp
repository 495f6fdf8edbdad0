// Purpose: A MapInputHandler is a controller that handles presses and drags on the map.
// Threads: All calls come from the thread of the lab.
#pragma once

#include <cstdint>

#include "core/grid/cell.hpp"

namespace strata {

struct PointerEvent;

// What a press of the pointer on the map does.
enum class Press : uint8_t {
  kPassed,  // nothing: other controllers are asked, and in the end the tool in use
  kDone,    // the press is handled
  kHeld,    // a drag begins: the controller gets its events until it ends
  kWaits,   // the controller is told if the press becomes a click; a drag pans the view
};

// The pointer is at `cell`. Start and goal are below it if Gestures::marker_at says so. The controller that holds a
// drag gets the pointer's positions, and whether the pointer has moved farther from the press than a click may. The
// drag ends with the release, or earlier, and then undecided work must be dropped (`keep` is false).
class MapInputHandler {
 public:
  virtual ~MapInputHandler() = default;

  virtual Press press(const PointerEvent& /*event*/, Cell /*cell*/) { return Press::kPassed; }
  virtual void drag(const PointerEvent& /*event*/, Cell /*cell*/, bool /*moved*/) {}
  virtual void drop(bool /*keep*/) {}
  // Selects what lies at the cell. Returns true if it belongs to the controller; the cell is not inspected then.
  virtual bool click(const PointerEvent& /*event*/, Cell /*cell*/) { return false; }
  // Gives up what is not decided, for the Esc key while no drag is under way. Returns true if there was anything.
  virtual bool cancel() { return false; }
};

}  // namespace strata
