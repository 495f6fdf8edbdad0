// Purpose: A CommandField describes one argument of a command for an input form: its label, the words that it accepts,
//          and whether it may be left out. Fields are parsed from the usage of the command; the values in the form are
//          joined to a command line.
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
  // The word of the usage that stands for the argument: "TERRAIN", "round|square".
  std::string word;
  std::string label;  // "Terrain", "Round or square"
  FieldKind kind = FieldKind::kText;
  // For kText these are only suggestions: other text is accepted, too.
  std::vector<std::string> choices;
  // A word that the command line needs in front of the value: "with".
  std::string before;
  bool optional = false;
  bool repeats = false;              // the field takes any number of words
  const Setting* setting = nullptr;  // the setting whose value the field is; null: none
};

// One way to give the arguments of a command. Most commands have a single way; others have several with a usage each,
// such as "touched on|off|toggle X Y".
struct CommandUsage {
  std::string usage;
  std::vector<CommandField> fields;
};
std::vector<CommandUsage> command_usages(const CommandInfo& info);

// Returns the word of the field that `value` abbreviates. Errors: no word, or several words, begin like this.
Result<std::string> field_value(const CommandField& field, std::string_view value);
// Returns the command line with one value per field. An optional field may have an empty value.
Result<std::string> line_of_fields(const CommandInfo& info, const CommandUsage& way,
                                   std::span<const std::string> values);

}  // namespace strata
