#include "app/window/input.hpp"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>
#include <imgui.h>

#include <algorithm>
#include <cctype>
#include <limits>
#include <utility>

#include "app/window/held_modifiers.hpp"

namespace strata {
namespace {

constexpr int kChordMods = GLFW_MOD_SHIFT | GLFW_MOD_CONTROL | GLFW_MOD_ALT | GLFW_MOD_SUPER;

struct NamedKey {
  std::string_view name;
  int key;
};
constexpr NamedKey kNamedKeys[] = {
    {"space", GLFW_KEY_SPACE},
    {"left", GLFW_KEY_LEFT},
    {"right", GLFW_KEY_RIGHT},
    {"up", GLFW_KEY_UP},
    {"down", GLFW_KEY_DOWN},
    {"home", GLFW_KEY_HOME},
    {"end", GLFW_KEY_END},
    {"tab", GLFW_KEY_TAB},
    {"esc", GLFW_KEY_ESCAPE},
    {"escape", GLFW_KEY_ESCAPE},
    {"enter", GLFW_KEY_ENTER},
    {"delete", GLFW_KEY_DELETE},
    {"plus", GLFW_KEY_EQUAL},
    {"minus", GLFW_KEY_MINUS},
    {"pageup", GLFW_KEY_PAGE_UP},
    {"pagedown", GLFW_KEY_PAGE_DOWN},
    {"slash", GLFW_KEY_SLASH},
    {"←", GLFW_KEY_LEFT},
    {"→", GLFW_KEY_RIGHT},
    {"comma", GLFW_KEY_COMMA},
    {"period", GLFW_KEY_PERIOD},
    {"insert", GLFW_KEY_INSERT},
    {"backspace", GLFW_KEY_BACKSPACE},
};

}  // namespace

std::optional<KeyChord> parse_chord(std::string_view text) {
  KeyChord chord;
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) { return std::tolower(c); });
  std::string_view rest = lower;
  for (;;) {
    if (rest.starts_with("ctrl+")) {
      chord.mods |= GLFW_MOD_CONTROL;
      rest.remove_prefix(5);
    } else if (rest.starts_with("shift+")) {
      chord.mods |= GLFW_MOD_SHIFT;
      rest.remove_prefix(6);
    } else if (rest.starts_with("alt+")) {
      chord.mods |= GLFW_MOD_ALT;
      rest.remove_prefix(4);
    } else {
      break;
    }
  }
  for (const auto& named : kNamedKeys) {
    if (rest == named.name) {
      chord.key = named.key;
      return chord;
    }
  }
  if (rest.size() >= 2 && rest[0] == 'f' && std::isdigit(static_cast<unsigned char>(rest[1]))) {
    chord.key = GLFW_KEY_F1 + std::atoi(rest.data() + 1) - 1;
    return chord;
  }
  if (rest.size() != 1) return std::nullopt;
  const auto c = static_cast<unsigned char>(rest[0]);
  if (c == '?') {
    chord.key = GLFW_KEY_SLASH;
    chord.mods |= GLFW_MOD_SHIFT;
  } else if (c == '+') {
    chord.key = GLFW_KEY_EQUAL;
  } else {
    chord.key = std::toupper(c);  // GLFW names printable keys by their ASCII capital
  }
  return chord;
}

std::vector<KeyChord> parse_chords(std::string_view text) {
  std::vector<KeyChord> chords;
  size_t begin = 0;
  while (begin < text.size()) {
    size_t end = text.find(", ", begin);
    size_t skip = 2;
    const size_t slash = text.find(" / ", begin);
    if (slash < end) {
      end = slash;
      skip = 3;
    }
    if (const auto chord = parse_chord(text.substr(begin, end == text.npos ? text.npos : end - begin))) {
      chords.push_back(*chord);
    }
    if (end == text.npos) break;
    begin = end + skip;
  }
  return chords;
}

namespace {

// The modifier that a key is, and the other key that is the same one.
struct ModifierKey {
  int key, other, bit;
};
constexpr ModifierKey kModifierKeys[] = {
    {GLFW_KEY_LEFT_SHIFT, GLFW_KEY_RIGHT_SHIFT, GLFW_MOD_SHIFT},
    {GLFW_KEY_RIGHT_SHIFT, GLFW_KEY_LEFT_SHIFT, GLFW_MOD_SHIFT},
    {GLFW_KEY_LEFT_CONTROL, GLFW_KEY_RIGHT_CONTROL, GLFW_MOD_CONTROL},
    {GLFW_KEY_RIGHT_CONTROL, GLFW_KEY_LEFT_CONTROL, GLFW_MOD_CONTROL},
    {GLFW_KEY_LEFT_ALT, GLFW_KEY_RIGHT_ALT, GLFW_MOD_ALT},
    {GLFW_KEY_RIGHT_ALT, GLFW_KEY_LEFT_ALT, GLFW_MOD_ALT},
    {GLFW_KEY_LEFT_SUPER, GLFW_KEY_RIGHT_SUPER, GLFW_MOD_SUPER},
    {GLFW_KEY_RIGHT_SUPER, GLFW_KEY_LEFT_SUPER, GLFW_MOD_SUPER},
};

// X reports the modifiers as they were before a modifier key went down or up: as they are after it.
int mods_after(GLFWwindow* window, int key, bool down, int mods) {
  for (const ModifierKey& modifier : kModifierKeys) {
    if (key != modifier.key) continue;
    const bool held = down || glfwGetKey(window, modifier.other) == GLFW_PRESS;
    return held ? mods | modifier.bit : mods & ~modifier.bit;
  }
  return mods;
}

}  // namespace

InputQueue& InputQueue::of(GLFWwindow* window) { return *static_cast<InputQueue*>(glfwGetWindowUserPointer(window)); }

void InputQueue::push(const InputEvent& event) {
  pending_.push_back(event);
  InputEvent& pushed = pending_.back();
  switch (event.kind) {
    case InputKind::kKey:
    case InputKind::kButton:
      sent_mods_ = event.mods & kChordMods;
      break;
    case InputKind::kWheel:
    case InputKind::kEnter:
    case InputKind::kFocus:
      sent_mods_ = held_modifiers(window_, sent_mods_) & kChordMods;
      break;
    case InputKind::kMove:
    case InputKind::kChar:
      break;
  }
  pushed.mods = sent_mods_;
}

void InputQueue::attach(GLFWwindow* window) {
  window_ = window;
  glfwSetWindowUserPointer(window, this);
  glfwSetCursorPosCallback(window, [](GLFWwindow* w, double x, double y) {
    InputQueue& queue = of(w);
    queue.sent_x_ = static_cast<float>(x);
    queue.sent_y_ = static_cast<float>(y);
    queue.sent_any_ = true;
    queue.push({.kind = InputKind::kMove, .x = queue.sent_x_, .y = queue.sent_y_});
  });
  glfwSetMouseButtonCallback(window, [](GLFWwindow* w, int button, int action, int mods) {
    if (button > 4) return;
    InputQueue& queue = of(w);
    if (!queue.sent_any_) {
      double x = 0, y = 0;
      glfwGetCursorPos(w, &x, &y);
      queue.sent_x_ = static_cast<float>(x);
      queue.sent_y_ = static_cast<float>(y);
    }
    // Where the pointer was at the press, not where it is by now.
    queue.push({.kind = InputKind::kButton,
                .down = action == GLFW_PRESS,
                .code = button,
                .mods = mods,
                .x = queue.sent_x_,
                .y = queue.sent_y_,
                .seconds = glfwGetTime()});
  });
  glfwSetScrollCallback(window, [](GLFWwindow* w, double x, double y) {
    of(w).push({.kind = InputKind::kWheel, .x = static_cast<float>(x), .y = static_cast<float>(y)});
  });
  glfwSetKeyCallback(window, [](GLFWwindow* w, int key, int scancode, int action, int mods) {
    if (key == GLFW_KEY_UNKNOWN) return;
    of(w).push({.kind = InputKind::kKey,
                .down = action != GLFW_RELEASE,
                .repeat = action == GLFW_REPEAT,
                .code = key,
                .scancode = scancode,
                .mods = mods_after(w, key, action != GLFW_RELEASE, mods)});
  });
  glfwSetCharCallback(window, [](GLFWwindow* w, unsigned code) {
    of(w).push({.kind = InputKind::kChar, .code = static_cast<int>(code)});
  });
  glfwSetWindowFocusCallback(
      window, [](GLFWwindow* w, int focused) { of(w).push({.kind = InputKind::kFocus, .down = focused != 0}); });
  glfwSetCursorEnterCallback(
      window, [](GLFWwindow* w, int entered) { of(w).push({.kind = InputKind::kEnter, .down = entered != 0}); });
  glfwSetDropCallback(window, [](GLFWwindow* w, int count, const char** paths) {
    for (int i = 0; i < count; ++i) of(w).dropped_.emplace_back(paths[i]);
  });
  glfwSetWindowRefreshCallback(window, [](GLFWwindow* w) { of(w).exposed_ = true; });
  glfwSetFramebufferSizeCallback(window, [](GLFWwindow* w, int, int) { of(w).exposed_ = true; });
  glfwSetWindowCloseCallback(window, [](GLFWwindow* w) {
    glfwSetWindowShouldClose(w, GLFW_FALSE);  // the program asks about unsaved changes first
    of(w).close_requested_ = true;
  });
}

// Two presses are a double click by the time between them, not by that between the frames that show them: ImGui, which
// counts by frames, would miss it where frames are slow.
void InputQueue::note_press(const InputEvent& event) {
  ImGuiIO& io = ImGui::GetIO();
  Press& last = pressed_[event.code];
  const float dx = event.x - last.x, dy = event.y - last.y;
  const bool near = dx * dx + dy * dy <= io.MouseDoubleClickMaxDist * io.MouseDoubleClickMaxDist;
  const bool second = near && event.seconds - last.seconds < io.MouseDoubleClickTime;
  if (second) io.MouseClickedTime[event.code] = ImGui::GetTime();
  last = second ? Press{} : Press{event.seconds, event.x, event.y};
}

void InputQueue::apply(const InputEvent& event) {
  switch (event.kind) {
    case InputKind::kMove:
      x_ = event.x;
      y_ = event.y;
      have_position_ = true;
      break;
    case InputKind::kButton:
      x_ = event.x;
      y_ = event.y;
      have_position_ = true;
      down_[event.code] = event.down;
      if (event.down) note_press(event);
      break;
    case InputKind::kWheel:
      ImGui_ImplGlfw_ScrollCallback(window_, event.x, event.y);
      break;
    case InputKind::kKey:
      ImGui_ImplGlfw_KeyCallback(window_, event.code, event.scancode,
                                 event.repeat ? GLFW_REPEAT : (event.down ? GLFW_PRESS : GLFW_RELEASE), event.mods);
      break;
    case InputKind::kChar:
      ImGui_ImplGlfw_CharCallback(window_, static_cast<unsigned>(event.code));
      break;
    case InputKind::kFocus:
      focused_ = event.down;
      ImGui_ImplGlfw_WindowFocusCallback(window_, event.down);
      break;
    case InputKind::kEnter:
      ImGui_ImplGlfw_CursorEnterCallback(window_, event.down);
      break;
  }
  // Not by the keys that are down, as the backend has it: those that went down elsewhere are unknown, and a short chord
  // may be over by now.
  ImGuiIO& io = ImGui::GetIO();
  io.KeyCtrl = (event.mods & GLFW_MOD_CONTROL) != 0;
  io.KeyShift = (event.mods & GLFW_MOD_SHIFT) != 0;
  io.KeyAlt = (event.mods & GLFW_MOD_ALT) != 0;
  io.KeySuper = (event.mods & GLFW_MOD_SUPER) != 0;
}

const std::vector<InputEvent>& InputQueue::begin_frame() {
  frame_.clear();
  bool button_changed = false;
  bool wheeled = false;
  bool moved = false;
  bool key_changed[GLFW_KEY_LAST + 1] = {};
  bool any_key = false;
  while (!pending_.empty()) {
    const InputEvent& event = pending_.front();
    // A frame may hold many moves and then one button change: the map sees every position, ImGui the last.
    const bool stop = (event.kind == InputKind::kMove && (button_changed || wheeled || any_key)) ||
                      (event.kind == InputKind::kButton && (button_changed || wheeled || any_key)) ||
                      // A widget that is dragged sees the last position with the button still down.
                      (event.kind == InputKind::kButton && !event.down && moved) ||
                      (event.kind == InputKind::kWheel && (button_changed || any_key)) ||
                      // What is done with a turn of the wheel depends on the modifiers at it.
                      (wheeled && event.mods != frame_.back().mods) ||
                      (event.kind == InputKind::kKey && (key_changed[event.code] || button_changed || wheeled));
    if (stop) break;
    // Typing: what a printable key does to a text comes as a kChar event, so press and release may share a frame.
    const bool typed = event.kind == InputKind::kKey && event.code < 256 && (event.mods & ~GLFW_MOD_SHIFT) == 0 &&
                       ImGui::GetIO().WantTextInput;
    button_changed |= event.kind == InputKind::kButton;
    wheeled |= event.kind == InputKind::kWheel;
    moved |= event.kind == InputKind::kMove;
    if (event.kind == InputKind::kKey && !typed) {
      key_changed[event.code] = true;
      any_key = true;
    }
    apply(event);
    frame_.push_back(event);
    pending_.pop_front();
  }
  ImGuiIO& io = ImGui::GetIO();
  if (have_position_ && focused_) io.MousePos = {x_, y_};
  if (!have_position_) io.MousePos = {-std::numeric_limits<float>::max(), -std::numeric_limits<float>::max()};
  for (int i = 0; i < 5; ++i) io.MouseDown[i] = down_[i];
  return frame_;
}

std::vector<std::string> InputQueue::take_dropped_files() { return std::exchange(dropped_, {}); }

bool InputQueue::take_close_request() { return std::exchange(close_requested_, false); }

bool InputQueue::take_exposed() { return std::exchange(exposed_, false); }

}  // namespace strata
