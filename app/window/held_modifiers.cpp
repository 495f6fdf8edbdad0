// This code has a file of its own, as the X headers define Status, None and other names as macros.
#include "app/window/held_modifiers.hpp"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#ifdef STRATA_X11
#  include <X11/XKBlib.h>
#  include <X11/Xlib.h>
#  include <X11/Xutil.h>
// These declarations are those of GLFW/glfw3native.h, which would need the headers of further X libraries.
extern "C" Display* glfwGetX11Display();
extern "C" Window glfwGetX11Window(GLFWwindow* window);
#endif

namespace strata {

#ifdef STRATA_X11

int held_modifiers(GLFWwindow* window, int known) {
  Display* display = glfwGetX11Display();
  if (display == nullptr) return known;
  Window root = 0, child = 0;
  int root_x = 0, root_y = 0, x = 0, y = 0;
  unsigned mask = 0;
  // XQueryPointer returns false if the pointer is on another screen; the mask is valid all the same.
  XQueryPointer(display, glfwGetX11Window(window), &root, &child, &root_x, &root_y, &x, &y, &mask);
  return ((mask & ShiftMask) != 0 ? GLFW_MOD_SHIFT : 0) | ((mask & ControlMask) != 0 ? GLFW_MOD_CONTROL : 0) |
         ((mask & Mod1Mask) != 0 ? GLFW_MOD_ALT : 0) | ((mask & Mod4Mask) != 0 ? GLFW_MOD_SUPER : 0);
}

uint32_t typed_without_control(int scancode, int mods) {
  Display* display = glfwGetX11Display();
  XkbStateRec state;
  if (display == nullptr || XkbGetState(display, XkbUseCoreKbd, &state) != 0) return 0;
  // Shift is taken from the event, as it may be released by now. AltGr and the layout are those of the present moment.
  const unsigned rest = XkbBuildCoreState(state.mods, state.group) & ~static_cast<unsigned>(ShiftMask | ControlMask);
  XKeyEvent press{};
  press.type = KeyPress;
  press.display = display;
  press.keycode = static_cast<unsigned>(scancode);
  press.state = rest | ((mods & GLFW_MOD_SHIFT) != 0 ? ShiftMask : 0u);
  char text[8];
  const int length = XLookupString(&press, text, sizeof text, nullptr, nullptr);
  return length == 1 && text[0] > ' ' && text[0] < 127 ? static_cast<uint32_t>(text[0]) : 0;
}

#else

int held_modifiers(GLFWwindow*, int known) { return known; }

uint32_t typed_without_control(int, int) { return 0; }

#endif

}  // namespace strata
