// Purpose: Window events in the order they happened, handed to the frames so that none is lost: an interface that sees
//          only the state at the start of a frame would miss a tap shorter than a frame, or one of two clicks in it.
//          The queue gives each frame as many events as can be told apart and keeps the rest for the next.
// Units: Positions in window pixels.
// Threads: The main thread.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

struct GLFWwindow;

namespace strata {

enum class InputKind : uint8_t { kMove, kButton, kWheel, kKey, kChar, kFocus, kEnter };

struct InputEvent {
  InputKind kind = InputKind::kMove;
  bool down = false;    // kButton, kKey; focused, entered
  bool repeat = false;  // kKey
  int code = 0;         // GLFW button or key; code point of kChar
  int scancode = 0;
  int mods = 0;        // GLFW modifier bits held when it happened
  float x = 0, y = 0;  // position; wheel steps
  double seconds = 0;  // of kButton: when it came in
};

inline constexpr int kPointerButtons = 5;  // events of further ones are dropped

// The key of an event; letters go by what is printed on it, not by where it is, and the keypad's stand for the others.
int layout_key(const InputEvent& event);

class InputQueue {
 public:
  // Installs the callbacks. `window` must outlive the queue; its user pointer is taken.
  void attach(GLFWwindow* window);
  // Takes the events of this frame off the queue. `typing`: they go into a line of text. The result is valid until the
  // next call.
  const std::vector<InputEvent>& begin_frame(bool typing);
  bool empty() const { return pending_.empty(); }
  std::vector<std::string> take_dropped_files();
  bool take_close_request();
  // The window was uncovered or changed its size since the last call.
  bool take_exposed();

 private:
  void push(const InputEvent& event);
  static InputQueue& of(GLFWwindow* window);

  GLFWwindow* window_ = nullptr;
  std::deque<InputEvent> pending_;
  std::vector<InputEvent> frame_;
  std::vector<std::string> dropped_;
  bool close_requested_ = false;
  bool exposed_ = true;
  bool sent_any_ = false;          // a position has come in
  float sent_x_ = 0, sent_y_ = 0;  // newest position that has come in
  int sent_mods_ = 0;              // modifiers held at the newest event that tells them
};

}  // namespace strata
