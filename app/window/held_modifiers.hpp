// Purpose: held_modifiers returns which modifier keys are held right now. GLFW does not report them with a turn of the
//          wheel, nor keys that went down while another window had the keyboard; the X server knows.
// Threads: The main thread.
#pragma once

struct GLFWwindow;

namespace strata {

// Returns GLFW modifier bits; returns `known` if there is no X server to ask.
int held_modifiers(GLFWwindow* window, int known);

}  // namespace strata
