// Purpose: Window events in the order they happened, handed to the frames so that none is lost: Dear ImGui 1.86 sees
// only
//          the state at the start of a frame, so a tap shorter than a frame or two clicks in one frame would vanish.
//          The queue gives each frame as many events as can be told apart and keeps the rest for the next.
// Units: Positions in window pixels.
// Threads: The main thread.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <string_view>
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

class InputQueue {
 public:
  // Installs the callbacks. `window` must outlive the queue; its user pointer is taken.
  void attach(GLFWwindow* window);
  // Takes the events of this frame off the queue and tells ImGui. Call between ImGui_ImplGlfw_NewFrame and
  // ImGui::NewFrame. The result is valid until the next call.
  const std::vector<InputEvent>& begin_frame();
  bool empty() const { return pending_.empty(); }
  std::vector<std::string> take_dropped_files();
  bool take_close_request();
  // The window was uncovered or changed its size since the last call.
  bool take_exposed();

 private:
  void push(const InputEvent& event);
  void apply(const InputEvent& event);
  void note_press(const InputEvent& event);
  static InputQueue& of(GLFWwindow* window);

  GLFWwindow* window_ = nullptr;
  std::deque<InputEvent> pending_;
  std::vector<InputEvent> frame_;
  std::vector<std::string> dropped_;
  bool close_requested_ = false;
  bool exposed_ = true;
  bool focused_ = true;
  bool have_position_ = false;
  bool sent_any_ = false;          // a position has come in
  float sent_x_ = 0, sent_y_ = 0;  // newest position that has come in
  int sent_mods_ = 0;              // modifiers held at the newest event that tells them
  float x_ = 0, y_ = 0;
  bool down_[5] = {};
  struct Press {
    double seconds = -1e9;
    float x = 0, y = 0;
  };
  Press pressed_[5];  // the last one, unless it was the second of two
};

// A key with modifiers, as the command table writes it: "Ctrl+Shift+S", "Space", "[", "Home", "?".
struct KeyChord {
  int key = 0;   // GLFW key
  int mods = 0;  // GLFW modifier bits
  friend bool operator==(const KeyChord&, const KeyChord&) = default;
};
std::optional<KeyChord> parse_chord(std::string_view text);
// Alternatives are separated by ", " or " / ".
std::vector<KeyChord> parse_chords(std::string_view text);

}  // namespace strata
