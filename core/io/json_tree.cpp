#include "core/io/json_tree.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>

namespace strata {
namespace {

// An iterator over the text that tells how far the parser has read.
struct JsonCursor {
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  const char* at = nullptr;
  const char** farthest = nullptr;

  const char& operator*() const { return *at; }
  JsonCursor& operator++() {
    *farthest = ++at;
    return *this;
  }
  JsonCursor operator++(int) {
    const JsonCursor before = *this;
    ++*this;
    return before;
  }
  bool operator==(const JsonCursor& other) const { return at == other.at; }
};

// Builds the tree from the events of the parser of nlohmann-json, which is not recursive.
class JsonTreeBuilder {
 public:
  JsonTreeBuilder(std::string_view text, const std::string& name) : text_(text), name_(name), farthest_(text.data()) {}
  const char** farthest() { return &farthest_; }
  const Error& error() const { return error_; }
  JsonValue take() { return std::move(root_); }

  bool null() { return add({}) != nullptr; }
  bool boolean(bool value) {
    JsonValue one;
    one.kind = JsonValue::Kind::kBool;
    one.number = value ? 1 : 0;
    return add(std::move(one)) != nullptr;
  }
  bool number_integer(int64_t value) { return add_number(static_cast<double>(value), true); }
  bool number_unsigned(uint64_t value) {
    JsonValue* list = open_.empty() ? nullptr : open_.back();
    if (value <= UINT32_MAX && list != nullptr && list->is(JsonValue::Kind::kList) && list->items.empty()) {
      list->numbers.push_back(static_cast<uint32_t>(value));
      return true;
    }
    return add_number(static_cast<double>(value), true);
  }
  bool number_float(double value, const std::string&) { return add_number(value, false); }
  bool string(std::string& value) {
    JsonValue one;
    one.kind = JsonValue::Kind::kText;
    one.text = std::move(value);
    JsonValue* added = add(std::move(one));
    if (added == nullptr) return false;
    added->begin = text_.find('"', before_);
    return true;
  }
  bool binary(std::vector<uint8_t>&) { return false; }
  bool start_object(size_t) { return open(JsonValue::Kind::kObject); }
  bool start_array(size_t) { return open(JsonValue::Kind::kList); }
  bool end_object() { return close(); }
  bool end_array() { return close(); }
  bool key(std::string& name) {
    open_.back()->members.push_back({std::move(name), {}});
    before_ = here();
    return true;
  }
  bool parse_error(size_t byte, const std::string&, const nlohmann::json::exception& failed) {
    std::string what = failed.what();
    // What comes before names the exception and the place.
    if (const size_t reason = what.find(": "); reason != std::string::npos) what = what.substr(reason + 2);
    return refuse(byte == 0 ? 0 : byte - 1, std::move(what));
  }

 private:
  static constexpr size_t kMostValues = 2'000'000, kDeepest = 64;
  static constexpr std::string_view kNumberBytes = "0123456789+-.eE";

  size_t here() const { return static_cast<size_t>(farthest_ - text_.data()); }
  bool refuse(size_t byte, std::string what) {
    if (error_.what.empty()) error_ = error_at_line(name_, line_at(text_, byte), std::move(what));
    return false;
  }
  bool add_number(double value, bool whole) {
    JsonValue one;
    one.kind = JsonValue::Kind::kNumber;
    one.number = value;
    one.whole = whole;
    JsonValue* added = add(std::move(one));
    if (added == nullptr) return false;
    // The parser has read the byte behind the number, too, unless the text ends with the number.
    const auto is_part = [&](size_t byte) { return kNumberBytes.find(text_[byte]) != kNumberBytes.npos; };
    added->end = here();
    while (added->end > 0 && !is_part(added->end - 1)) --added->end;
    added->begin = added->end;
    while (added->begin > 0 && is_part(added->begin - 1)) --added->begin;
    return true;
  }
  // Adds a value to the innermost open list or object. Returns null if there are too many.
  JsonValue* add(JsonValue value) {
    if (++values_ > kMostValues) {
      refuse(here(), fmt::format("the file has more than {} values", kMostValues));
      return nullptr;
    }
    value.begin = value.end = here();
    if (value.begin > 0) --value.begin;
    if (open_.empty()) {
      root_ = std::move(value);
      return &root_;
    }
    JsonValue& outer = *open_.back();
    if (outer.is(JsonValue::Kind::kObject)) {
      outer.members.back().value = std::move(value);
      return &outer.members.back().value;
    }
    // Numbers before another value become items, too.
    for (const uint32_t number : outer.numbers) {
      JsonValue& one = outer.items.emplace_back();
      one.kind = JsonValue::Kind::kNumber;
      one.number = number;
      one.whole = true;
      one.begin = one.end = outer.begin;
      if (++values_ > kMostValues) break;
    }
    outer.numbers = {};
    before_ = here();
    return &outer.items.emplace_back(std::move(value));
  }
  bool open(JsonValue::Kind kind) {
    if (open_.size() == kDeepest) return refuse(here(), fmt::format("values are nested deeper than {}", kDeepest));
    JsonValue one;
    one.kind = kind;
    JsonValue* added = add(std::move(one));
    if (added == nullptr) return false;
    open_.push_back(added);
    return true;
  }
  bool close() {
    open_.back()->end = here();
    open_.pop_back();
    return true;
  }

  std::string_view text_;
  const std::string& name_;
  const char* farthest_;
  Error error_;
  JsonValue root_;
  std::vector<JsonValue*> open_;
  size_t values_ = 0;
  size_t before_ = 0;  // a place behind the key of the value that comes next
};

}  // namespace

const JsonValue* JsonValue::find(std::string_view name) const {
  for (auto member = members.rbegin(); member != members.rend(); ++member) {
    if (member->name == name) return &member->value;
  }
  return nullptr;
}

size_t line_at(std::string_view text, size_t byte) {
  const std::string_view before = text.substr(0, std::min(byte, text.size()));
  return static_cast<size_t>(std::ranges::count(before, '\n')) + 1;
}

Result<JsonValue> parse_json(std::string_view text, const std::string& name) {
  JsonTreeBuilder builder(text, name);
  const JsonCursor begin{text.data(), builder.farthest()}, end{text.data() + text.size(), builder.farthest()};
  if (!nlohmann::json::sax_parse(begin, end, &builder)) return builder.error();
  return builder.take();
}

}  // namespace strata
