// Purpose: These functions are shared by the parsers of text files: they normalise byte order marks and line ends,
//          split a text into words, and quote parts of it in error messages.
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.hpp"

namespace strata {

// The text of a file without a UTF-8 byte order mark, and with newlines as line ends, even if the file has only
// carriage returns (old Macs).
class PlainText {
 public:
  // Converts the text of a file; `text` must outlive the result. Returns an error for UTF-16 or UTF-32, recognised by
  // their byte order marks.
  static Result<PlainText> of(std::string_view text, const std::string& name);
  std::string_view view() const { return converted_.empty() ? text_ : std::string_view(converted_); }

 private:
  std::string_view text_;
  std::string converted_;
};

// Returns a part of a file in a form for messages: short and printable.
std::string quoted(std::string_view text);
bool is_blank(char c);  // true for blanks, but not for line ends
std::string_view trimmed(std::string_view text);
// Removes the next word from the front of `text` and returns it; empty at the end.
std::string_view next_word(std::string_view& text);

}  // namespace strata
