// Purpose: parse_json reads a JSON text into a tree whose values know their place in the text, so that errors can name
//          the line, and an editor can replace a value and leave all other bytes as they are.
// Shapes: A list of whole numbers from 0 to 2^32 - 1 is stored as `numbers`, any other list as `items`.
// Errors: "FILE:LINE: reason". Values nested deeper than 64 and texts with more than 2,000,000 values besides those
//         numbers are refused.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"

namespace strata {

struct JsonMember;

struct JsonValue {
  enum class Kind : uint8_t { kNull, kBool, kNumber, kText, kList, kObject };
  Kind kind = Kind::kNull;
  // Bytes of the text: the whole list, object, number or text in its quotes; `begin` may be inaccurate within the line
  // for other values, and for numbers in a list.
  size_t begin = 0, end = 0;
  double number = 0;  // a bool is 0 or 1
  bool whole = false;
  std::string text;
  std::vector<uint32_t> numbers;
  std::vector<JsonValue> items;
  std::vector<JsonMember> members;

  // Returns the member of this name, the last if there are several; null if this is no object or has none.
  const JsonValue* find(std::string_view name) const;
  bool is(Kind wanted) const { return kind == wanted; }
};
struct JsonMember {
  std::string name;
  JsonValue value;
};

Result<JsonValue> parse_json(std::string_view text, const std::string& name);

// Returns the number of the line, from 1, that this byte of the text lies in.
size_t line_at(std::string_view text, size_t byte);

}  // namespace strata
