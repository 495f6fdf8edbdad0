// Purpose: The parameters of a command, as its usage declares them. A word in capital letters stands for a value, and
//          a table says of which type; all other words are typed as they are. From the types follow the fields of the
//          command's form, and what files from other people may contain.
// Errors: A word that the table lacks is of type kUnknown. Only settings have such words: each stands for a number.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace strata {

struct Command;
struct CommandInfo;

enum class ParameterType : uint8_t {
  kUnknown,
  kText,
  kNumber,
  kMapSide,   // width or height of a map in cells
  kPath,      // a file
  kProgram,   // a program that is started
  kCommand,   // a command, or the name of one
  kCodeLine,  // number of a line of the pseudo-code
  kTerrain,
  kTool,
  kLayer,
  kPlanner,
  kChart,
};

// Returns the type of what a word of a usage stands for: that of "PATH" is kPath.
ParameterType parameter_type(std::string_view word);
// Returns whether the command has a parameter of this type.
bool takes(const CommandInfo& info, ParameterType type);
// Returns the number of the first argument of this type, from 0; empty: there is none.
std::optional<size_t> argument_position(const CommandInfo& info, ParameterType type);
// Returns whether this word can be typed as it is among the arguments of the command: "force".
bool takes_word(const CommandInfo& info, std::string_view word);
// Returns the words that can be typed for the first argument; a placeholder is returned as it stands in the usage.
std::vector<std::string_view> first_words(const CommandInfo& info);
// Returns the argument that is a path; null: the command has none.
std::string* path_word(Command& command);

}  // namespace strata
