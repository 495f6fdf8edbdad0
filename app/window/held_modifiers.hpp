// Purpose: Which modifier keys are held right now. GLFW tells neither with a turn of the wheel, nor for keys that went
//          down while another window had the keyboard; the X server knows.
// Threads: The main thread.
#pragma once

struct GLFWwindow;

namespace strata {

// GLFW modifier bits; `known` where there is no X server to ask.
int held_modifiers(GLFWwindow* window, int known);

}  // namespace strata
