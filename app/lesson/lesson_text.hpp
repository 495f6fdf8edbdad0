// Purpose: These functions read the marks in the texts of a lesson: *emphasis*, glossary(word), cell(x,y) and
//          value(KEY).
// Format: A star opens emphasis before a letter or digit, unless it follows one: the star of A* is part of the name.
//         Before it closes, stars after a capital A are part of a name, too. A backslash takes the next character as it
//         is.
// Errors: The reason, with the piece of the text.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "core/grid/cell.hpp"

namespace strata {

struct TextPiece {
  enum class Kind : uint8_t { kPlain, kEmphasis, kGlossary, kCell, kValue };
  Kind kind = Kind::kPlain;
  std::string text;  // what is shown; of kValue: the key
  Cell cell{};       // kCell
};

Result<std::vector<TextPiece>> read_text(std::string_view text);
// Replaces value(KEY) by what `value` returns for the key, and joins the text again. The text must have been read
// before.
std::string with_values(std::string_view text, const std::function<std::string(const std::string& key)>& value);
// Whether the text has a value(KEY).
bool has_values(std::string_view text);
// Whether the word is a key of the state dump, such as planners.astar.expanded.
bool is_state_key(std::string_view word);
// Reads "X,Y". Returns nothing if it is none.
std::optional<Cell> cell_of(std::string_view word);

}  // namespace strata
