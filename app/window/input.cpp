#include "app/window/input.hpp"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <utility>

#include "app/window/held_modifiers.hpp"

namespace strata {
namespace {

constexpr int kChordMods = GLFW_MOD_SHIFT | GLFW_MOD_CONTROL | GLFW_MOD_ALT | GLFW_MOD_SUPER;

// A modifier key, the other key of the same modifier on the keyboard, and the bit of the modifier.
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

// Returns the modifiers after a modifier key was pressed or released. X reports those before the event.
int mods_after(GLFWwindow* window, int key, bool down, int mods) {
  for (const ModifierKey& modifier : kModifierKeys) {
    if (key != modifier.key) continue;
    const bool held = down || glfwGetKey(window, modifier.other) == GLFW_PRESS;
    return held ? mods | modifier.bit : mods & ~modifier.bit;
  }
  return mods;
}

// A position in pixels of the framebuffer. GLFW reports it in units of the window, which are larger than a pixel on
// scaled screens of Wayland and macOS.
struct PixelPoint {
  float x = 0, y = 0;
};
PixelPoint in_pixels(GLFWwindow* window, double x, double y) {
  int width = 0, height = 0, pixels_across = 0, pixels_down = 0;
  glfwGetWindowSize(window, &width, &height);
  glfwGetFramebufferSize(window, &pixels_across, &pixels_down);
  if (width <= 0 || height <= 0) return {static_cast<float>(x), static_cast<float>(y)};
  return {static_cast<float>(x * pixels_across / width), static_cast<float>(y * pixels_down / height)};
}

}  // namespace

KeyChord layout_chord(const InputEvent& event) {
  const auto keypad = [&](int key) { return KeyChord{key, event.mods}; };
  switch (event.code) {
    case GLFW_KEY_KP_ADD:
      return keypad(GLFW_KEY_EQUAL);
    case GLFW_KEY_KP_SUBTRACT:
      return keypad(GLFW_KEY_MINUS);
    case GLFW_KEY_KP_ENTER:
      return keypad(GLFW_KEY_ENTER);
    case GLFW_KEY_KP_DIVIDE:
      return keypad(GLFW_KEY_SLASH);
    default:
      break;
  }
  if (event.code >= GLFW_KEY_KP_0 && event.code <= GLFW_KEY_KP_9) {
    return keypad(event.code - GLFW_KEY_KP_0 + GLFW_KEY_0);
  }
  const bool printable = event.code > GLFW_KEY_SPACE && event.code < GLFW_KEY_ESCAPE;
  const char* name = printable ? glfwGetKeyName(event.code, event.scancode) : nullptr;
  return typed_chord(event.code, event.mods, name != nullptr ? name : "", event.typed);
}

InputQueue& InputQueue::of(GLFWwindow* window) { return *static_cast<InputQueue*>(glfwGetWindowUserPointer(window)); }

void InputQueue::push(const InputEvent& event) {
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
  InputEvent pushed = event;
  pushed.mods = sent_mods_;
  events_.push(pushed);
}

void InputQueue::attach(GLFWwindow* window) {
  window_ = window;
  glfwSetWindowUserPointer(window, this);
  glfwSetCursorPosCallback(window, [](GLFWwindow* w, double x, double y) {
    InputQueue& queue = of(w);
    const PixelPoint at = in_pixels(w, x, y);
    queue.sent_x_ = at.x;
    queue.sent_y_ = at.y;
    queue.sent_any_ = true;
    queue.push({.kind = InputKind::kMove, .x = queue.sent_x_, .y = queue.sent_y_});
  });
  glfwSetMouseButtonCallback(window, [](GLFWwindow* w, int button, int action, int mods) {
    if (button >= kPointerButtons) return;
    InputQueue& queue = of(w);
    if (!queue.sent_any_) {
      double x = 0, y = 0;
      glfwGetCursorPos(w, &x, &y);
      const PixelPoint at = in_pixels(w, x, y);
      queue.sent_x_ = at.x;
      queue.sent_y_ = at.y;
    }
    // The event must have the position of the pointer at the press. It may have moved since it was reported last.
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
    // While Ctrl is held, X turns some characters such as "/" into control characters, which GLFW drops.
    const bool lost = action != GLFW_RELEASE && (mods & GLFW_MOD_CONTROL) != 0;
    of(w).push({.kind = InputKind::kKey,
                .down = action != GLFW_RELEASE,
                .repeat = action == GLFW_REPEAT,
                .code = key,
                .scancode = scancode,
                .typed = lost ? typed_without_control(scancode, mods) : 0,
                .mods = mods_after(w, key, action != GLFW_RELEASE, mods),
                .seconds = glfwGetTime()});
  });
  // Unlike the callback below, this one also reports what keys type while Ctrl or Alt is held.
  glfwSetCharModsCallback(window, [](GLFWwindow* w, unsigned code, int) { of(w).events_.note_typed(code); });
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
  glfwSetWindowContentScaleCallback(window, [](GLFWwindow* w, float, float) { of(w).exposed_ = true; });
  glfwSetWindowCloseCallback(window, [](GLFWwindow* w) {
    // The window must not close yet: the program first asks about unsaved changes.
    glfwSetWindowShouldClose(w, GLFW_FALSE);
    of(w).close_requested_ = true;
  });
}

std::vector<std::string> InputQueue::take_dropped_files() { return std::exchange(dropped_, {}); }

bool InputQueue::take_close_request() { return std::exchange(close_requested_, false); }

bool InputQueue::take_exposed() { return std::exchange(exposed_, false); }

}  // namespace strata
