// Purpose: A Command is one action of a user as a line of text. The interface sends commands, scripts contain them, and
//          the log records them.
// Format: NAME ARG ARG ...; words are split at blanks; "in quotes" keeps blanks, with \" \\ \n inside quotes.
// Errors: "WHERE:COLUMN: reason" for lines that cannot be parsed.
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

// Parses a line. `where` is the place of the line for messages, such as "tour.script:12"; it may be empty. An empty
// line or a comment (#) gives a command without a name.
Result<Command> parse_command(std::string_view line, const std::string& where = {});
// Returns the line from which parse_command() makes the same command again.
std::string format_command(const Command& command);

// Flags that say whether and how the command log stores a command. The script that reproduces the lab's state is
// made from the log.
namespace keeps {
// The command changes a setting: it stays in the log when another map is opened.
inline constexpr uint8_t kSetting = 1;
inline constexpr uint8_t kLast = 2;  // of several successive commands only the last one matters
// Like kLast, but separately for each first argument.
inline constexpr uint8_t kLastOfFirst = 4;
// The command is logged, and none of the rules above applies to it.
inline constexpr uint8_t kLogged = 8;
// The command works on the open map or document, such as an edit.
inline constexpr uint8_t kWork = 8;
// The command opens a map: the log drops the earlier commands, which belong to another map.
inline constexpr uint8_t kOpens = 16;
}  // namespace keeps

// Flags that say what a command does, for code that treats such commands in a way of their own.
namespace does {
inline constexpr uint32_t kOpensMap = 1;            // opens or makes a map
inline constexpr uint32_t kReloads = 1 << 1;        // reads the open file again
inline constexpr uint32_t kOpensLab = 1 << 2;       // opens a map with all settings, and with the letters of its own
inline constexpr uint32_t kPreparesMap = 1 << 3;    // sets how the next map is read
inline constexpr uint32_t kRules = 1 << 4;          // changes the rules of movement
inline constexpr uint32_t kMovesQuery = 1 << 5;     // sets or removes start and goal
inline constexpr uint32_t kSetsViews = 1 << 6;      // sets how many views there are, and what each shows
inline constexpr uint32_t kComparesViews = 1 << 7;  // changes which searches the views compare
inline constexpr uint32_t kSetsCamera = 1 << 8;
inline constexpr uint32_t kSetsMoment = 1 << 9;  // sets the cursor of the stepped search, see CommandLog::closing_lines
inline constexpr uint32_t kMovesCursor = 1 << 10;     // leaves the cursor elsewhere than a new recording does
inline constexpr uint32_t kWaits = 1 << 11;           // waits until everything is built
inline constexpr uint32_t kPredicts = 1 << 12;        // hides something from a learner, or asks what comes next
inline constexpr uint32_t kLeavesPiece = 1 << 13;     // leaves a floating piece of the map floating
inline constexpr uint32_t kDuringLongWork = 1 << 14;  // is executed while a large map is being opened
inline constexpr uint32_t kStartsProgram = 1 << 15;   // only the user may give it, see user_only_commands.hpp
inline constexpr uint32_t kRepeats = 1 << 16;         // runs again and again while its key is held down
}  // namespace does

// Groups of commands by what they concern.
enum class CommandGroup : uint8_t {
  kFile,
  kEdit,
  kPaint,
  kSearch,
  kPlayback,
  kView,
  kGraph,
  kScenario,
  kCrowd,
  kLesson,
  kScript,
  kHelp,
};

struct CommandInfo {
  std::string_view name;   // "map.open"
  std::string_view usage;  // the arguments: "PATH [force]"
  std::string_view title;  // title for people: "Open map"
  CommandGroup group = CommandGroup::kFile;
  int min_args = 0;
  // Maximum number of arguments; -1: there is no limit.
  int max_args = 0;
  std::string_view help;
  uint8_t keeps = 0;  // bits of namespace keeps
  uint32_t does = 0;  // bits of namespace does
  // The arguments that set the default value, for a setting that is no number, switch or choice. With
  // keeps::kLastOfFirst they come after the first argument.
  std::string_view usual = {};
  // The command line that resets the setting, if that is another command.
  std::string_view way_back = {};
};

std::span<const CommandInfo> commands();
const CommandInfo* command_named(std::string_view name);  // returns nullptr if the command is unknown
// Returns whether the command of this name, or of this line, does one of these things (bits of namespace does).
bool command_does(std::string_view name_or_line, uint32_t what);
// Returns an error if the command does not exist or has a wrong number of arguments.
Status check_command(const Command& command);
// Returns the command with the word "usual" replaced by the arguments that set the default, if its row has any.
Command with_usual(const Command& command);

// Default key bindings: each key runs a whole command line.
struct KeyBinding {
  std::string_view
      keys;  // "Ctrl+Shift+S"; names: Space Left Right Home End Tab Esc Enter Plus Minus F1..F12 A..Z 0..9 [ ] / ?
  std::string_view line;
  std::string_view title;
  // The command runs again and again while the key is held down.
  bool repeats = false;
};

}  // namespace strata
