#include "core/io/text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/io/printable.hpp"

namespace strata {

Result<PlainText> PlainText::of(std::string_view text, const std::string& name) {
  using namespace std::string_view_literals;
  constexpr std::pair<std::string_view, std::string_view> kMarks[] = {
      {"\xff\xfe\0\0"sv, "UTF-32"}, {"\0\0\xfe\xff"sv, "UTF-32"}, {"\xff\xfe"sv, "UTF-16"}, {"\xfe\xff"sv, "UTF-16"}};
  for (const auto& [mark, encoding] : kMarks) {
    if (text.starts_with(mark))
      return error_at_line(name, 1, fmt::format("the text is in {}: save it as UTF-8", encoding));
  }
  PlainText plain;
  plain.text_ = text;
  if (text.starts_with("\xef\xbb\xbf")) plain.text_.remove_prefix(3);
  if (plain.text_.find('\n') == plain.text_.npos && plain.text_.find('\r') != plain.text_.npos) {
    plain.converted_ = plain.text_;
    std::replace(plain.converted_.begin(), plain.converted_.end(), '\r', '\n');
  }
  return plain;
}

std::string quoted(std::string_view text) {
  constexpr size_t kMostLetters = 40;
  size_t end = 0;
  for (size_t letter = 0; letter < kMostLetters && end < text.size(); ++letter) {
    ++end;
    // The bytes of a UTF-8 character stay together.
    for (int more = 0; more < 3 && end < text.size() && (text[end] & 0xc0) == 0x80; ++more) ++end;
  }
  return "'" + printable(text.substr(0, end)) + (end < text.size() ? "...'" : "'");
}

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f'; }

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

std::string_view next_word(std::string_view& text) {
  size_t begin = 0;
  while (begin < text.size() && is_blank(text[begin])) ++begin;
  size_t end = begin;
  while (end < text.size() && !is_blank(text[end])) ++end;
  const std::string_view word = text.substr(begin, end - begin);
  text.remove_prefix(end);
  return word;
}

}  // namespace strata
