// Purpose: held_modifiers returns the modifier keys that are held now. GLFW reports neither the modifiers of a wheel
//          turn nor keys pressed while another window had the focus, but the X server does. typed_without_control
//          returns the sign that a key types without Ctrl, which GLFW does not report for all keys.
// Threads: The main thread.
#pragma once

#include <cstdint>

struct GLFWwindow;

namespace strata {

// Returns the modifiers that are held, as bits of GLFW; without an X server it returns `known`.
int held_modifiers(GLFWwindow* window, int known);
// Returns the ASCII character that the key types with the modifiers `mods` (bits of GLFW), but without Ctrl. 0: there
// is none, or there is no X server.
uint32_t typed_without_control(int scancode, int mods);

}  // namespace strata
