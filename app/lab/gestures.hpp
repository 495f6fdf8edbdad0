// Purpose: Gestures turns the pointer on the map view into actions: it drags, paints, draws and inspects.
#pragma once

#include "app/lab/lab_part.hpp"

namespace strata {

class MapInputHandler;

class Gestures : public LabPart {
 public:
  explicit Gestures(Lab& lab) : LabPart(lab) {}

  void set_view_size(int width, int height);  // size of the map on the screen, pixels
  // Takes an event, in order of occurrence; fast drags are interpolated here.
  void pointer(const PointerEvent& event);
  void cancel();  // the Esc key
  void finish();  // ends the gesture as if the button had been released now; undecided work is dropped
  // Whether the command under way comes from the gesture; such a command does not end it.
  bool commands() const { return from_gesture_; }
  void click(const PointerEvent& event, Cell cell);  // does what a click with the arrow at this cell does
  bool near_marker(const PointerEvent& event, Cell cell) const;
  DraggedMarker marker_at(const PointerEvent& event) const;  // start or goal, if the pointer is on one of them

 private:
  void pointer_press(const PointerEvent& event, Cell cell);
  void run(const std::string& line);  // runs a command that does not end the gesture
  void pointer_move(const PointerEvent& event, Cell cell);
  void pointer_release(const PointerEvent& event, Cell cell);

  double press_x_ = 0, press_y_ = 0, last_x_ = 0, last_y_ = 0;
  int button_ = -1;
  MapInputHandler* held_ = nullptr;     // the feature that holds the drag
  MapInputHandler* waiting_ = nullptr;  // the feature that waits for a click
  bool from_gesture_ = false;
  bool placing_ = false;  // the tool for start and goal has placed the start, and drags the goal
  bool moved_ = false;
  bool ends_moved_ = false;  // the gesture has moved start or goal: its next move goes on with that
};

}  // namespace strata
