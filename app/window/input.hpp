// Purpose: InputQueue collects the events of the window with the modifiers held at each, and gives each frame as many
//          as it can distinguish (app/base/input_frame_splitter.hpp).
// Units: Positions in window pixels.
// Threads: The main thread.
#pragma once

#include <string>
#include <vector>

#include "app/base/input_frame_splitter.hpp"
#include "app/base/key_chords.hpp"

struct GLFWwindow;

namespace strata {

// Returns the chord of a key event in the present keyboard layout (typed_chord). Keys of the keypad count
// as ordinary keys.
KeyChord layout_chord(const InputEvent& event);

class InputQueue {
 public:
  // Connects the queue to the window. The window must outlive the queue, which uses its user pointer.
  void attach(GLFWwindow* window);
  // Removes the events of this frame from the queue and returns them. `typing`: a text field gets the events. The
  // result is valid until the next call.
  const std::vector<InputEvent>& begin_frame(bool typing) { return events_.take(typing); }
  bool empty() const { return events_.empty(); }
  std::vector<std::string> take_dropped_files();
  bool take_close_request();
  // Returns whether the window was uncovered or resized since the last call.
  bool take_exposed();

 private:
  void push(const InputEvent& event);
  static InputQueue& of(GLFWwindow* window);

  GLFWwindow* window_ = nullptr;
  InputFrameSplitter events_;
  std::vector<std::string> dropped_;
  bool close_requested_ = false;
  bool exposed_ = true;
  // The position of the pointer is known.
  bool sent_any_ = false;
  // The position that was passed on last.
  float sent_x_ = 0, sent_y_ = 0;
  // The modifiers of the last event that was passed on.
  int sent_mods_ = 0;
};

}  // namespace strata
