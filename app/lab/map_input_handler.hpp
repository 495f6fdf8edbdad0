// Purpose: A MapInputHandler is a controller that handles presses and drags on the map.
// Threads: All calls come from the thread of the lab.
#pragma once

#include <cstdint>

#include "core/grid/cell.hpp"

namespace strata {

struct PointerEvent;

// What a press of the pointer on the map comes to.
enum class Press : uint8_t {
  kPassed,  // nothing: others are asked, and in the end the tool in use
  kDone,    // what it asked for is done
  kHeld,    // a drag begins: the controller is told of it until it ends
  kWaits,   // the controller is told if it becomes a click; a drag pans the view
};

// The pointer is at `cell`. Start and goal are below it if Gestures::marker_at says so. A drag that the controller
// holds is told where the pointer is, and whether that is farther from the press than a click may be; it ends with the
// release, or earlier, and then what is not decided yet must be dropped (`keep` is false).
class MapInputHandler {
 public:
  virtual ~MapInputHandler() = default;

  virtual Press press(const PointerEvent& /*event*/, Cell /*cell*/) { return Press::kPassed; }
  virtual void drag(const PointerEvent& /*event*/, Cell /*cell*/, bool /*moved*/) {}
  virtual void drop(bool /*keep*/) {}
  // A click that chooses what is there. True: it was something of the controller's, and the cell is not inspected.
  virtual bool click(const PointerEvent& /*event*/, Cell /*cell*/) { return false; }
};

}  // namespace strata
