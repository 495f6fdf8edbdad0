// Purpose: A Command is one action of a user as a line of text. The interface sends commands, scripts hold them, and
//          logs keep them.
// Format: NAME ARG ARG ...; words are split at blanks; "in quotes" keeps blanks, with \" \\ \n inside quotes.
// Errors: "WHERE:COLUMN: reason" for lines that cannot be read.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"

namespace strata {

struct Command {
  std::string name;
  std::vector<std::string> args;
  friend bool operator==(const Command&, const Command&) = default;
};

// `where` names the place of the line in messages ("tour.script:12"); it may be empty.
// An empty line or a comment (#) gives a command without a name.
Result<Command> parse_command(std::string_view line, const std::string& where = {});
// Returns the line that parses to the command again.
std::string format_command(const Command& command);

// These bits say what of a command the log keeps; a reproduction is made from the log.
namespace keeps {
inline constexpr uint8_t kSetting = 1;      // a setting, which stays when another map is opened
inline constexpr uint8_t kLast = 2;         // among several in a row only the last command matters
inline constexpr uint8_t kLastOfFirst = 4;  // as kLast, for each first argument separately
inline constexpr uint8_t kLogged = 8;       // in the log, without any of the rules above
inline constexpr uint8_t kWork = 8;         // work on what is open, such as an edit
inline constexpr uint8_t kOpens = 16;       // opens a map: commands on the map before it do not matter any more
}  // namespace keeps

struct CommandInfo {
  std::string_view name;   // "map.open"
  std::string_view usage;  // the arguments: "PATH [force]"
  std::string_view title;  // title for people: "Open map"
  std::string_view group;  // group in the command list: "File", "Edit", "Paint", ...
  int min_args = 0;
  int max_args = 0;  // -1: any number
  std::string_view help;
  uint8_t keeps = 0;  // bits of namespace keeps
};

std::span<const CommandInfo> commands();
const CommandInfo* command_named(std::string_view name);  // returns nullptr if the command is unknown
// Returns an error if the command does not exist or has a wrong number of arguments.
Status check_command(const Command& command);

// Default key bindings: each key runs a whole command line.
struct KeyBinding {
  std::string_view
      keys;  // "Ctrl+Shift+S"; names: Space Left Right Home End Tab Esc Enter Plus Minus F1..F12 A..Z 0..9 [ ] / ?
  std::string_view line;
  std::string_view title;
  bool repeats = false;  // repeats while the key is held
};
std::span<const KeyBinding> key_bindings();
// Returns the keys of the command line; empty if it has no keys.
std::string_view bound_keys(std::string_view line);

}  // namespace strata
