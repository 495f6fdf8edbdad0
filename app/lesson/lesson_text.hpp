// Purpose: These functions parse the markup in texts of a lesson: *emphasis*, glossary(word), cell(x,y) and value(KEY).
// Format: A star before a letter or digit opens emphasis, unless it follows one, as the star of A* does. Inside
//         emphasis a star after a capital A is part of a name, too. A backslash escapes the next character.
// Errors: The reason, with the faulty part of the text.
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
  // The text that is shown; for kValue the key of the value.
  std::string text;
  Cell cell{};  // for kCell
};

Result<std::vector<TextPiece>> read_text(std::string_view text);
// Returns the text with each value(KEY) replaced by the result of `value`. The text must be one that
// read_text() accepts.
std::string with_values(std::string_view text, const std::function<std::string(const std::string& key)>& value);
// Returns whether the text contains value(KEY).
bool has_values(std::string_view text);
// Returns whether the word looks like a key of the state dump, such as planners.astar.expanded.
bool is_state_key(std::string_view word);
// Parses a cell "X,Y"; nullopt if the word has another form.
std::optional<Cell> cell_of(std::string_view word);

}  // namespace strata
