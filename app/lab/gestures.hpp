// Purpose: Gestures turns pointer events on the map view into actions: dragging, painting, drawing and inspecting.
#pragma once

#include "app/lab/lab_part.hpp"

namespace strata {

class MapInputHandler;

class Gestures : public LabPart {
 public:
  explicit Gestures(Lab& lab) : LabPart(lab) {}

  void set_view_size(int width, int height);  // size of the map view, pixels
  // Handles one pointer event; events come in the order of time. If the pointer moves fast, the cells between two
  // events are handled, too.
  void pointer(const PointerEvent& event);
  bool cancel();  // the Esc key. Returns whether there was anything to end
  // Ends the gesture as if the mouse button were released. A shape that is not finished is dropped.
  void finish();
  // Returns whether the present command comes from the gesture itself. Any other command ends the gesture.
  bool commands() const { return from_gesture_; }
  // Does what a click at the cell does if the select tool is active.
  void click(const PointerEvent& event, Cell cell);
  bool near_marker(const PointerEvent& event, Cell cell) const;
  DraggedMarker marker_at(const PointerEvent& event) const;  // the start or goal marker under the pointer, if any

 private:
  void pointer_press(const PointerEvent& event, Cell cell);
  // Runs a command on behalf of the gesture, which does not end by it.
  void run(const std::string& line);
  void pointer_move(const PointerEvent& event, Cell cell);
  void pointer_release(const PointerEvent& event, Cell cell);

  double press_x_ = 0, press_y_ = 0, last_x_ = 0, last_y_ = 0;
  int button_ = -1;
  MapInputHandler* held_ = nullptr;  // the controller that handles the present drag
  // The controller that has asked to wait whether the press becomes a click; null: none.
  MapInputHandler* waiting_ = nullptr;
  bool from_gesture_ = false;
  // The tool for start and goal has set the start with the press, and the drag now moves the goal.
  bool placing_ = false;
  bool moved_ = false;
  // The gesture has moved start or goal, so that its further moves belong to the same undo step.
  bool ends_moved_ = false;
};

}  // namespace strata
