// This file checks that the app has the same numbers for keys as GLFW.
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include "app/base/key_chords.hpp"

namespace strata {

static_assert(key::kSpace == GLFW_KEY_SPACE && key::kEscape == GLFW_KEY_ESCAPE && key::kEnter == GLFW_KEY_ENTER &&
              key::kTab == GLFW_KEY_TAB && key::kBackspace == GLFW_KEY_BACKSPACE && key::kRight == GLFW_KEY_RIGHT &&
              key::kLeft == GLFW_KEY_LEFT && key::kDown == GLFW_KEY_DOWN && key::kUp == GLFW_KEY_UP &&
              key::kPageUp == GLFW_KEY_PAGE_UP && key::kPageDown == GLFW_KEY_PAGE_DOWN && key::kHome == GLFW_KEY_HOME &&
              key::kEnd == GLFW_KEY_END && key::kF1 == GLFW_KEY_F1 && key::kF10 == GLFW_KEY_F10 &&
              key::kF25 == GLFW_KEY_F25 && key::kFirstModifier == GLFW_KEY_LEFT_SHIFT &&
              key::kLastModifier == GLFW_KEY_RIGHT_SUPER && key::kLast == GLFW_KEY_LAST &&
              key::kInsert == GLFW_KEY_INSERT && key::kDelete == GLFW_KEY_DELETE && key::kEqual == GLFW_KEY_EQUAL &&
              key::kMinus == GLFW_KEY_MINUS && key::kComma == GLFW_KEY_COMMA && key::kPeriod == GLFW_KEY_PERIOD &&
              key::kSlash == GLFW_KEY_SLASH);
static_assert('A' == GLFW_KEY_A && 'Z' == GLFW_KEY_Z && '0' == GLFW_KEY_0 && '[' == GLFW_KEY_LEFT_BRACKET &&
              ']' == GLFW_KEY_RIGHT_BRACKET && ';' == GLFW_KEY_SEMICOLON && '\'' == GLFW_KEY_APOSTROPHE &&
              '`' == GLFW_KEY_GRAVE_ACCENT && '\\' == GLFW_KEY_BACKSLASH);
static_assert(modifier::kShift == GLFW_MOD_SHIFT && modifier::kControl == GLFW_MOD_CONTROL &&
              modifier::kAlt == GLFW_MOD_ALT && modifier::kSuper == GLFW_MOD_SUPER);
static_assert(key_action::kRelease == GLFW_RELEASE && key_action::kPress == GLFW_PRESS &&
              key_action::kRepeat == GLFW_REPEAT);

}  // namespace strata
