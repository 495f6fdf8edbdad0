// Purpose: Gestures turns the pointer on the map view into actions: it drags, paints, draws and inspects.
#pragma once

#include "app/lab/lab_part.hpp"

namespace strata {

class MapInputHandler;

class Gestures : public LabPart {
 public:
  explicit Gestures(Lab& lab) : LabPart(lab) {}

  void set_view_size(int width, int height);  // of the map on the screen, pixels
  // In order of occurrence; fast drags are interpolated here.
  void pointer(const PointerEvent& event);
  void cancel();  // Esc
  void finish();  // as if the button had been let go now; what was not decided yet is dropped
  // A command comes from the gesture under way and does not end it.
  bool commands() const { return from_gesture_; }
  void click(const PointerEvent& event, Cell cell);  // what a click with the arrow at this cell does
  bool near_marker(const PointerEvent& event, Cell cell) const;
  DraggedMarker marker_at(const PointerEvent& event) const;  // start or goal, if the pointer is on one of them

 private:
  void pointer_press(const PointerEvent& event, Cell cell);
  void pointer_move(const PointerEvent& event, Cell cell);
  void pointer_release(const PointerEvent& event, Cell cell);

  double press_x_ = 0, press_y_ = 0, last_x_ = 0, last_y_ = 0;
  int button_ = -1;
  MapInputHandler* held_ = nullptr;     // the feature that holds the drag
  MapInputHandler* waiting_ = nullptr;  // the one that waits for a click
  bool from_gesture_ = false;
  bool moved_ = false;
};

}  // namespace strata
