// Passes a JSON text to a reader, element by element. The parser of nlohmann-json is not recursive, so that deep
// nesting needs no stack.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>

#include "core/io/text.hpp"
#include "traces/document_reader.hpp"

namespace strata {
namespace {

// An iterator over the text that stores the position of the parser.
struct ReadPosition {
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  const char* at = nullptr;
  const char** farthest = nullptr;

  const char& operator*() const { return *at; }
  ReadPosition& operator++() {
    ++at;
    *farthest = at;
    return *this;
  }
  ReadPosition operator++(int) {
    const ReadPosition before = *this;
    ++*this;
    return before;
  }
  bool operator==(const ReadPosition& other) const { return at == other.at; }
};

class JsonEventForwarder {
 public:
  JsonEventForwarder(std::string_view text, DocumentReader& reader)
      : reader_(reader), counted_(text.data()), farthest_(text.data()) {}
  const char** farthest() { return &farthest_; }

  bool null() {
    if (!here()) return false;
    reader_.null();
    return !reader_.refused();
  }
  bool boolean(bool value) {
    if (!here()) return false;
    reader_.text(value ? "true" : "false");
    return !reader_.refused();
  }
  bool number_integer(int64_t value) { return whole(static_cast<double>(value), value); }
  bool number_unsigned(uint64_t value) { return whole(static_cast<double>(value), value); }
  bool number_float(double value, const std::string& digits) {
    if (!here()) return false;
    reader_.number(value, digits);
    return !reader_.refused();
  }
  bool string(std::string& value) {
    if (!here()) return false;
    reader_.text(value);
    return !reader_.refused();
  }
  bool binary(std::vector<uint8_t>&) { return false; }
  bool start_object(size_t) {
    if (!here() || !reader_.enter()) return false;
    reader_.begin_object();
    return !reader_.refused();
  }
  bool key(std::string& name) {
    if (!here()) return false;
    reader_.key(name);
    return !reader_.refused();
  }
  bool end_object() {
    reader_.end_object();
    reader_.leave();
    return !reader_.refused();
  }
  bool start_array(size_t) {
    if (!here() || !reader_.enter()) return false;
    reader_.begin_list();
    return !reader_.refused();
  }
  bool end_array() {
    reader_.end_list();
    reader_.leave();
    return !reader_.refused();
  }
  bool parse_error(size_t, const std::string& token, const nlohmann::detail::exception& fault) {
    (void)here();
    const std::string_view what = fault.what();
    const bool ends = token.empty() || what.find("missing closing quote") != what.npos ||
                      what.find("unexpected end of input") != what.npos;
    reader_.refuse(ends ? "the text ends too early for JSON"
                        : "is no JSON here: " + strata::quoted(std::string_view(token)));
    return false;
  }

 private:
  template <class Whole>
  bool whole(double value, Whole digits) {
    if (!here()) return false;
    reader_.number(value, fmt::format_int(digits).c_str());
    return !reader_.refused();
  }
  // Sets the line of the element. The parser has read one character beyond a number.
  bool here() {
    const char* const to = std::max(counted_, farthest_ - 1);
    line_ += static_cast<size_t>(std::count(counted_, to, '\n'));
    counted_ = to;
    return reader_.at_line(line_);
  }

  DocumentReader& reader_;
  const char* counted_;
  const char* farthest_;
  size_t line_ = 1;
};

}  // namespace

Status read_json(std::string_view text, DocumentReader& reader) {
  JsonEventForwarder parts(text, reader);
  const ReadPosition begin{text.data(), parts.farthest()}, end{text.data() + text.size(), parts.farthest()};
  const bool read = nlohmann::json::sax_parse(begin, end, &parts);
  if (reader.refused()) return reader.error();
  return read ? success() : Status(error_at(reader.name(), "is no JSON"));
}

}  // namespace strata
