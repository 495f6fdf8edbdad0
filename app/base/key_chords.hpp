// Purpose: This header names keys and modifiers for code that does not know the window library, and reads and writes
//          chords as the command table writes them.
// Units: GLFW's numbers, to which app/window/keys.cpp holds them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"

namespace strata {

namespace key {
inline constexpr int kSpace = 32, kEqual = 61, kMinus = 45, kComma = 44, kPeriod = 46, kSlash = 47, kEscape = 256,
                     kEnter = 257, kTab = 258, kBackspace = 259, kInsert = 260, kDelete = 261, kRight = 262,
                     kLeft = 263, kDown = 264, kUp = 265, kPageUp = 266, kPageDown = 267, kHome = 268, kEnd = 269,
                     kF1 = 290, kF10 = 299, kF25 = 314, kFirstModifier = 340, kLastModifier = 347, kLast = 348;
}  // namespace key

namespace modifier {
inline constexpr int kShift = 1, kControl = 2, kAlt = 4, kSuper = 8;
}  // namespace modifier

namespace key_action {
inline constexpr int kRelease = 0, kPress = 1, kRepeat = 2;
}  // namespace key_action

// A key with modifiers, as the command table writes it: "Ctrl+Shift+S", "Space", "[", "Home", "?".
struct KeyChord {
  int key = 0;  // a printable key is its ASCII capital
  int mods = 0;
  friend bool operator==(const KeyChord&, const KeyChord&) = default;
};
// Returns the chord that a key event stands for. Keys go by what is typed, not by their place on a keyboard: a key that
// types "+" with Shift is Plus, without Shift. `code` and `mods` are GLFW's; `name`: what the layout prints on the key,
// as UTF-8; `typed`: the code point that the event types with its modifiers, 0 for none. The key of the result is 0 if
// the key has no name here.
KeyChord typed_chord(int code, int mods, std::string_view name, uint32_t typed);
std::optional<KeyChord> parse_chord(std::string_view text);
// Returns the text that parses to the chord again; empty if the key has no name or is a modifier.
std::string chord_text(const KeyChord& chord);

// Reads alternatives separated by ", ". An empty text gives no chords. An error lists the names of keys.
Result<std::vector<KeyChord>> parse_chords(std::string_view text);
std::string chords_text(const std::vector<KeyChord>& chords);

}  // namespace strata
