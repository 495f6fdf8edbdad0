#include "core/io/csv.hpp"

#include <algorithm>
#include <utility>

#include "core/base/number_text.hpp"

namespace strata {
namespace {

// Returns whether a spreadsheet would evaluate a field with this beginning as a formula, after removing blanks and
// apostrophes. The last four characters are the full-width ones of East Asian keyboards.
bool begins_formula(std::string_view text) {
  const size_t first = text.find_first_not_of(" '\v\f");
  if (first == text.npos) return false;
  text.remove_prefix(first);
  constexpr std::string_view kBeginnings[] = {
      "=", "+", "-", "@", "\t", "\r", "\xef\xbc\x9d", "\xef\xbc\x8b", "\xef\xbc\x8d", "\xef\xbc\xa0"};
  return std::ranges::any_of(kBeginnings, [&](std::string_view one) { return text.starts_with(one); });
}

// Returns whether a new field may begin after this character in a spreadsheet with other separators or without quotes.
bool may_end_field(char c) { return c == ';' || c == '\t' || c == '\n' || c == '\r'; }

bool is_number(std::string_view text) {
  return text.find_first_not_of("0123456789.eE+-") == text.npos && parse_number<double>(text).has_value();
}

std::string unguarded(std::string_view text) {
  std::string out;
  bool begins = true;
  for (size_t i = 0; i < text.size(); ++i) {
    const bool guard = begins && text[i] == '\'' && begins_formula(text.substr(i + 1));
    begins = !guard && may_end_field(text[i]);
    if (!guard) out += text[i];
  }
  return out;
}

}  // namespace

std::string csv_field(std::string_view text) {
  if (is_number(text)) return std::string(text);
  std::string quoted = "\"";
  bool begins = true, guarded = false;
  for (size_t i = 0; i < text.size(); ++i) {
    if (begins && begins_formula(text.substr(i))) {
      quoted += '\'';
      guarded = true;
    }
    begins = may_end_field(text[i]);
    if (text[i] == '"') quoted += '"';
    quoted += text[i];
  }
  const bool plain =
      !guarded && text.find_first_of(",;\"\t\r\n") == text.npos && !text.starts_with(' ') && !text.ends_with(' ');
  return plain ? std::string(text) : quoted + '"';
}

std::vector<std::vector<std::string>> csv_records(std::string_view table) {
  std::vector<std::vector<std::string>> records;
  std::vector<std::string> record;
  std::string field;
  bool in_quotes = false;
  const auto end_field = [&] { record.push_back(unguarded(std::exchange(field, {}))); };
  for (size_t i = 0; i < table.size(); ++i) {
    const char c = table[i];
    if (in_quotes && c == '"' && i + 1 < table.size() && table[i + 1] == '"') {
      field += table[++i];
    } else if (c == '"') {
      in_quotes = !in_quotes;
    } else if (in_quotes || (c != ',' && c != '\n')) {
      field += c;
    } else {
      end_field();
      if (c == '\n') records.push_back(std::exchange(record, {}));
    }
  }
  return records;
}

}  // namespace strata
