// Purpose: These functions are shared by the parsers of text files: they normalise byte order marks and line ends,
//          split a text into lines and words, and quote parts of it in error messages.
#pragma once

#include <cstring>
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

// Splits a text into lines without copying. The last line may lack its newline; CRs before a newline belong to it.
class LineSplitter {
 public:
  explicit LineSplitter(std::string_view text) : rest_(text) {}
  // Sets `line` to the next line. Returns false at the end of the text.
  bool next(std::string_view& line) {
    if (rest_.empty()) return false;
    const auto* newline = static_cast<const char*>(std::memchr(rest_.data(), '\n', rest_.size()));
    const size_t length = newline != nullptr ? static_cast<size_t>(newline - rest_.data()) : rest_.size();
    line = rest_.substr(0, length);
    rest_.remove_prefix(newline != nullptr ? length + 1 : length);
    while (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    ++number_;
    return true;
  }
  size_t number() const { return number_; }  // 1-based number of the line returned last
  size_t bytes_left() const { return rest_.size(); }

 private:
  std::string_view rest_;
  size_t number_ = 0;
};

// Returns a part of a file in a form for messages: short and printable.
std::string quoted(std::string_view text);
bool is_blank(char c);  // true for blanks, but not for line ends
std::string_view trimmed(std::string_view text);
// Removes the next word from the front of `text` and returns it; empty at the end.
std::string_view next_word(std::string_view& text);

}  // namespace strata
