// Purpose: held_modifiers returns which modifier keys are held right now. GLFW does not report them with a turn of the
//          wheel, nor keys that went down while another window had the keyboard; the X server knows.
//          typed_without_control returns what a key would type without Ctrl, which GLFW does not report for all signs.
// Threads: The main thread.
#pragma once

#include <cstdint>

struct GLFWwindow;

namespace strata {

// Returns GLFW modifier bits; returns `known` if there is no X server to ask.
int held_modifiers(GLFWwindow* window, int known);
// Returns the sign that the key types with these modifiers (GLFW's bits) but Ctrl; 0 if it types no ASCII sign, or if
// there is no X server to ask.
uint32_t typed_without_control(int scancode, int mods);

}  // namespace strata
