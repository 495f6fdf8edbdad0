#include "core/io/number_map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "core/base/number_text.hpp"
#include "core/io/files.hpp"
#include "core/io/text.hpp"

namespace strata {
namespace {

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

// Calls `visit` with each number of a row and its place in it. Errors have no place.
template <class Visit>
Status visit_row(std::string_view whole, bool digits, const Visit& visit) {
  if (digits) {
    for (size_t i = 0; i < whole.size(); ++i) visit(whole[i] - '0', i, size_t{1});
    return success();
  }
  std::string_view row = whole;
  while (!row.empty()) {
    size_t end = 0;
    while (end < row.size() && !is_separator(row[end])) ++end;
    std::string_view word = row.substr(0, end);
    if (word.size() > 1 && word.front() == '+' && word[1] != '-') word.remove_prefix(1);
    const auto value = parse_finite(word);
    if (!value) return error_at("", fmt::format("expected a number, got {}", strata::quoted(row.substr(0, end))));
    visit(*value, whole.size() - row.size(), end);
    // One comma or semicolon, with blanks around it, or blanks alone, stand between two numbers. One may end the row.
    bool sign = false;
    while (end < row.size() && is_separator(row[end]) && !(sign && !is_blank(row[end]))) {
      sign |= !is_blank(row[end++]);
    }
    row.remove_prefix(end);
  }
  return success();
}

struct TableSize {
  size_t width = 0, height = 0;
};

// Calls `visit` with each number of a table, its first byte in `text` and how many bytes it has.
template <class Visit>
Result<TableSize> visit_numbers(std::string_view text, const std::string& name, bool digits, const Visit& visit) {
  const char* const begin = text.data();
  TableSize size;
  size_t number = 0;
  for (std::string_view row; next_row(text, number, row); ++size.height) {
    size_t cells = 0;
    const auto first = static_cast<size_t>(row.data() - begin);
    const Status read = visit_row(row, digits, [&](double value, size_t at, size_t bytes) {
      ++cells;
      visit(value, first + at, bytes);
    });
    if (!read) return error_at_line(name, number, read.error().what);
    if (size.height == 0) size.width = cells;
    if (cells != size.width) {
      return error_at_line(name, number, fmt::format("expected a row of {} numbers, got {}", size.width, cells));
    }
    if (size.width > static_cast<size_t>(GridMap::kMaxSide) || size.height >= static_cast<size_t>(GridMap::kMaxSide)) {
      return error_at_line(name, number,
                           fmt::format("a map has at most {} cells in each direction", GridMap::kMaxSide));
    }
  }
  if (size.height == 0) return error_at_line(name, 1, "the file has no numbers");
  return size;
}

// Returns the number that is written for a terrain, so that it is read as this terrain; empty: there is none.
std::string number_for(Terrain terrain, bool digits, const NumberOptions& options) {
  std::vector<double> candidates = {static_cast<double>(kWrittenNumber[static_cast<size_t>(terrain)] - '0')};
  for (const NumberRule& rule : options.rules) candidates.push_back(rule.least);
  for (int digit = 0; digit < 10; ++digit) candidates.push_back(digit);
  for (const double value : candidates) {
    if (terrain_of_number(value, options) != terrain) continue;
    std::string text = fmt::format("{}", value);
    if (!digits || (text.size() == 1 && is_all_digits(text))) return text;
  }
  return {};
}

}  // namespace

Terrain terrain_of_number(double value, const NumberOptions& options) {
  for (const NumberRule& rule : options.rules) {
    if (value >= rule.least && value <= rule.most) return rule.terrain;
  }
  return options.other;
}

Result<OpenedMap> parse_numbers(std::string_view whole, const std::string& name, const NumberOptions& options,
                                const LetterTerrains& terrains) {
  const Result<PlainText> plain = PlainText::of(whole, name);
  if (!plain) return plain.error();
  const std::string_view text = plain.value().view();
  std::vector<char> letters;
  const Result<TableSize> size = visit_numbers(text, name, is_digit_table(text), [&](double value, size_t, size_t) {
    letters.push_back(terrain_info(terrain_of_number(value, options)).letter);
  });
  if (!size) return size.error();
  OpenedMap opened;
  opened.loaded = map_of_terrains(static_cast<int>(size.value().width), static_cast<int>(size.value().height),
                                  std::move(letters), terrains);
  return opened;
}

Result<std::string> edit_numbers(std::string_view whole, const std::string& name, const GridMap& map,
                                 const NumberOptions& options) {
  const Result<PlainText> plain = PlainText::of(whole, name);
  if (!plain) return plain.error();
  const std::string_view text = plain.value().view();
  const bool digits = is_digit_table(text);
  const Result<TableSize> size = visit_numbers(text, name, digits, [](double, size_t, size_t) {});
  if (!size) return size.error();
  if (size.value().width != static_cast<size_t>(map.width()) ||
      size.value().height != static_cast<size_t>(map.height())) {
    return error_at(name, fmt::format("has {} x {} numbers, the map to save {} x {} cells: save it under another name",
                                      size.value().width, size.value().height, map.width(), map.height()));
  }
  std::array<std::string, kTerrains> written;
  for (int i = 0; i < kTerrains; ++i) {
    std::string& number = written[static_cast<size_t>(i)];
    number = number_for(static_cast<Terrain>(i), digits, options);
    // A column of digits alone would be read as a table of digits.
    if (!digits && map.width() == 1 && !number.empty() && is_all_digits(number)) number += ".0";
  }
  // The plain text lacks the byte order mark alone: line ends have one byte in both.
  const size_t mark = whole.size() - text.size();
  std::string out;
  out.reserve(whole.size());
  size_t copied = 0;
  CellId cell = 0;
  std::optional<CellId> impossible;
  const Result<TableSize> changed = visit_numbers(text, name, digits, [&](double value, size_t at, size_t bytes) {
    const CellId id = cell++;
    if (impossible) return;
    const Terrain wanted = map.terrain(id);
    if (map.letter_terrains().of(terrain_info(terrain_of_number(value, options)).letter) == wanted) return;
    const std::string& number = written[static_cast<size_t>(wanted)];
    if (number.empty()) {
      impossible = id;
      return;
    }
    out += whole.substr(copied, mark + at - copied);
    out += number;
    copied = mark + at + bytes;
  });
  if (!changed) return changed.error();
  if (impossible) {
    const Cell at = map.cell(*impossible);
    return error_at(name, fmt::format("no number stands for {} (cell {},{}): save the map under another name",
                                      terrain_info(map.terrain(*impossible)).name, at.x, at.y));
  }
  return out + std::string(whole.substr(copied));
}

Result<NumberCounts> count_numbers(std::string_view whole, const std::string& name) {
  const Result<PlainText> plain = PlainText::of(whole, name);
  if (!plain) return plain.error();
  const std::string_view text = plain.value().view();
  NumberCounts counts;
  const Result<TableSize> size = visit_numbers(text, name, is_digit_table(text), [&](double value, size_t, size_t) {
    const auto known = counts.cells.find(value);
    if (known != counts.cells.end()) {
      ++known->second;
    } else if (counts.cells.size() < NumberCounts::kMostNumbers) {
      counts.cells.emplace(value, 1);
    } else {
      counts.truncated = true;
    }
  });
  if (!size) return size.error();
  counts.width = static_cast<int>(size.value().width);
  counts.height = static_cast<int>(size.value().height);
  return counts;
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
