// Purpose: A CommandField is an argument of a command that can be filled in: its label, the words that it takes, and
//          whether it may be left out. The fields are read off the command's usage in the table, and their values make
//          a command line.
// Errors: "FIELD: reason" for a value that is missing or is none of the possible words.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/base/command.hpp"
#include "core/base/setting.hpp"

namespace strata {

enum class FieldKind : uint8_t {
  kText,
  kPath,
  kNumber,
  kChoice,  // one of `choices`
  kList,    // some of `choices`, separated by commas
};

struct CommandField {
  std::string word;   // a word of the usage: "TERRAIN", "round|square"
  std::string label;  // "Terrain", "Round or square"
  FieldKind kind = FieldKind::kText;
  std::vector<std::string> choices;  // for kText: words that may be given besides others
  std::string before;                // a word that is written before the value: "with"
  bool optional = false;
  bool repeats = false;              // the field takes any number of words
  const Setting* setting = nullptr;  // whose value it is, if the command is one of a setting
};

// One way to give a command its arguments; most commands have a single one. Each is a usage of its own: "touched
// on|off|toggle X Y".
struct CommandUsage {
  std::string usage;
  std::vector<CommandField> fields;
};
std::vector<CommandUsage> command_usages(const CommandInfo& info);

// Returns the word of the field that the value stands for: a choice may be shortened as long as it is unambiguous.
Result<std::string> field_value(const CommandField& field, std::string_view value);
// Returns the command line for one value per field; optional fields may be empty.
Result<std::string> line_of_fields(const CommandInfo& info, const CommandUsage& way,
                                   std::span<const std::string> values);

}  // namespace strata
