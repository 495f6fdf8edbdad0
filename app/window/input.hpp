// Purpose: InputQueue collects the events of the window, each with the modifiers held at that moment, and gives each
//          frame as many as it can tell apart (app/base/input_frame_splitter.hpp).
// Units: Positions in window pixels.
// Threads: The main thread.
#pragma once

#include <string>
#include <vector>

#include "app/base/input_frame_splitter.hpp"
#include "app/base/key_chords.hpp"

struct GLFWwindow;

namespace strata {

// Returns the chord of a key event, by what the keyboard's layout types (typed_chord); keys of the keypad count as the
// ordinary keys.
KeyChord layout_chord(const InputEvent& event);

class InputQueue {
 public:
  // Installs the callbacks. `window` must outlive the queue; its user pointer is taken.
  void attach(GLFWwindow* window);
  // Takes the events of this frame off the queue. `typing` says that they go into a line of text. The result is valid
  // until the next call.
  const std::vector<InputEvent>& begin_frame(bool typing) { return events_.take(typing); }
  bool empty() const { return events_.empty(); }
  std::vector<std::string> take_dropped_files();
  bool take_close_request();
  // Whether the window was uncovered or changed its size since the last call.
  bool take_exposed();

 private:
  void push(const InputEvent& event);
  static InputQueue& of(GLFWwindow* window);

  GLFWwindow* window_ = nullptr;
  InputFrameSplitter events_;
  std::vector<std::string> dropped_;
  bool close_requested_ = false;
  bool exposed_ = true;
  bool sent_any_ = false;          // a position has arrived
  float sent_x_ = 0, sent_y_ = 0;  // newest position that has arrived
  int sent_mods_ = 0;              // modifiers held at the newest event that reports them
};

}  // namespace strata
