// Purpose: These functions are shared by the readers of text files. They remove what editors and other systems leave in
//          a text, split it into words, and quote it in messages.
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.hpp"

namespace strata {

// The text of a file without the byte order mark of UTF-8, and with newlines as line ends even where the file has only
// carriage returns, as old Macs write them.
class PlainText {
 public:
  // `text` must outlive the object. Returns an error for UTF-16 or UTF-32, known by their byte order marks.
  static Result<PlainText> of(std::string_view text, const std::string& name);
  std::string_view view() const { return converted_.empty() ? text_ : std::string_view(converted_); }

 private:
  std::string_view text_;
  std::string converted_;
};

// Returns a piece of a file for a message: short and printable.
std::string quoted(std::string_view text);
bool is_blank(char c);  // line ends do not count
std::string_view trimmed(std::string_view text);
// Takes the next word off the front of `text`; empty at the end.
std::string_view next_word(std::string_view& text);

}  // namespace strata
