#include "traces/document_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <limits>
#include <utility>

#include "core/base/number_text.hpp"

namespace strata {

DocumentReader::DocumentReader(std::string name, const ReadLimits& limits)
    : name_(std::move(name)), limits_(limits), begun_(std::chrono::steady_clock::now()) {}

bool DocumentReader::at_line(size_t line) {
  line_ = line;
  // The clock is checked only after every 4096 elements.
  if ((++parts_ & 0xfff) == 0) {
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begun_;
    if (taken.count() > limits_.seconds) refuse(fmt::format("reading takes longer than {} s", limits_.seconds));
  }
  return !refused();
}

bool DocumentReader::enter() {
  if (++depth_ > limits_.depth) refuse(too_deep(limits_));
  return !refused();
}

void DocumentReader::refuse(std::string what) { refuse_at(line_, std::move(what)); }

void DocumentReader::refuse_at(size_t line, std::string what) {
  if (!refused()) error_ = error_at_line(name_, line, std::move(what));
}

std::string too_deep(const ReadLimits& limits) {
  return fmt::format("lists and objects are nested deeper than {}", limits.depth);
}

Status read_document(std::string_view text, DocumentReader& reader) {
  return has_ending(reader.name(), ".json") ? read_json(text, reader) : read_yaml(text, reader);
}

double number_of_text(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  return parse_number<double>(text).value_or(std::numeric_limits<double>::quiet_NaN());
}

bool has_ending(std::string_view name, std::string_view ending) {
  return name.size() >= ending.size() &&
         std::equal(ending.begin(), ending.end(), name.end() - static_cast<std::ptrdiff_t>(ending.size()),
                    [](unsigned char a, unsigned char b) { return a == std::tolower(b); });
}

}  // namespace strata
