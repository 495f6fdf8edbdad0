#include "core/io/number_map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/base/number_text.hpp"
#include "core/io/files.hpp"
#include "core/io/text.hpp"

namespace strata {
namespace {

constexpr size_t kMaxNumberBytes = size_t{512} << 20;
// By Terrain.
constexpr std::array<char, kTerrains> kWrittenNumber = {'0', '2', '3', '4', '1'};

bool is_separator(char c) { return c == ',' || c == ';' || is_blank(c); }
bool is_number_sign(char c) {
  return (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.' || c == 'e' || c == 'E';
}

// Removes the next line that is not skipped, without blanks around it, from the front of the text. Returns false at the
// end.
bool next_row(std::string_view& text, size_t& number, std::string_view& row) {
  while (!text.empty()) {
    const size_t end = text.find('\n');
    row = trimmed(text.substr(0, end));
    text.remove_prefix(end == text.npos ? text.size() : end + 1);
    ++number;
    if (!row.empty() && row.front() != '#') return true;
  }
  return false;
}

bool is_all_digits(std::string_view row) {
  return std::ranges::all_of(row, [](char c) { return c >= '0' && c <= '9'; });
}

// Returns whether the rows are digits without separators between the cells.
bool is_digit_table(std::string_view text) {
  size_t number = 0, longest = 0;
  for (std::string_view row; next_row(text, number, row);) {
    if (!is_all_digits(row)) return false;
    longest = std::max(longest, row.size());
  }
  return longest > 1;
}

char letter_of_number(double value, const NumberOptions& options) {
  for (const NumberRule& rule : options.rules) {
    if (value >= rule.least && value <= rule.most) return terrain_info(rule.terrain).letter;
  }
  return terrain_info(options.other).letter;
}

// Adds the cells of a row. Errors have no place.
Status add_cells(std::string_view row, bool digits, const NumberOptions& options, std::vector<char>& letters) {
  if (digits) {
    for (const char digit : row) letters.push_back(letter_of_number(digit - '0', options));
    return success();
  }
  while (!row.empty()) {
    size_t end = 0;
    while (end < row.size() && !is_separator(row[end])) ++end;
    std::string_view word = row.substr(0, end);
    if (word.size() > 1 && word.front() == '+' && word[1] != '-') word.remove_prefix(1);
    const auto value = parse_finite(word);
    if (!value) return error_at("", fmt::format("expected a number, got {}", quoted(row.substr(0, end))));
    letters.push_back(letter_of_number(*value, options));
    // One comma or semicolon, with blanks around it, or blanks alone, stand between two numbers. One may end the row.
    bool sign = false;
    while (end < row.size() && is_separator(row[end]) && !(sign && !is_blank(row[end]))) {
      sign |= !is_blank(row[end++]);
    }
    row.remove_prefix(end);
  }
  return success();
}

}  // namespace

Result<OpenedMap> parse_numbers(std::string_view whole, const std::string& name, const NumberOptions& options,
                                const LetterTerrains& terrains) {
  const Result<PlainText> plain = PlainText::of(whole, name);
  if (!plain) return plain.error();
  std::string_view text = plain.value().view();
  const bool digits = is_digit_table(text);
  std::vector<char> letters;
  size_t number = 0, width = 0, height = 0;
  for (std::string_view row; next_row(text, number, row); ++height) {
    const size_t before = letters.size();
    if (const Status read = add_cells(row, digits, options, letters); !read) {
      return error_at_line(name, number, read.error().what);
    }
    const size_t cells = letters.size() - before;
    if (height == 0) width = cells;
    if (cells != width)
      return error_at_line(name, number, fmt::format("expected a row of {} numbers, got {}", width, cells));
    if (width > static_cast<size_t>(GridMap::kMaxSide) || height >= static_cast<size_t>(GridMap::kMaxSide)) {
      return error_at_line(name, number,
                           fmt::format("a map has at most {} cells in each direction", GridMap::kMaxSide));
    }
  }
  if (height == 0) return error_at_line(name, 1, "the file has no numbers");
  OpenedMap opened;
  opened.loaded = map_of_terrains(static_cast<int>(width), static_cast<int>(height), std::move(letters), terrains);
  return opened;
}

Result<OpenedMap> load_numbers(const std::string& path, const NumberOptions& options, const LetterTerrains& terrains) {
  const Result<std::string> text = read_file(path, kMaxNumberBytes);
  if (!text) return text.error();
  return parse_numbers(text.value(), path, options, terrains);
}

std::string format_numbers(const GridMap& map) {
  std::string text;
  text.reserve(size_t{2} * map.cell_count());
  for (CellId id = 0; id < map.cell_count(); ++id) {
    text += kWrittenNumber[static_cast<size_t>(map.terrain(id))];
    text += (id + 1) % static_cast<CellId>(map.width()) == 0 ? '\n' : ',';
  }
  return text;
}

bool begins_as_numbers(std::string_view text) {
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  size_t number = 0;
  std::string_view row;
  if (!next_row(text, number, row)) return false;
  return std::ranges::all_of(row, [](char c) { return is_separator(c) || is_number_sign(c); });
}

}  // namespace strata
