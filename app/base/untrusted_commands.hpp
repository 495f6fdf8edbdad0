// Purpose: This table says which commands files from other people may contain: lessons, figure cards, workspaces, and
//          results that students hand in. A run of show may contain what a card may. Such a file is data: it writes no
//          file, opens only files beside it, starts no program, and changes no preference of the user.
// How: A row allows one command in some kinds of files. A command without a row is refused, so that a new command is
//      refused until somebody decides (tests/app/features/untrusted_commands.txt lists them all); only the switch of a
//      structure needs no row. A command with a parameter that is a file, a program or another command is refused even
//      if it has a row, except the few in opens_named_file().
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace strata {

struct CommandInfo;

enum class UntrustedFileKind : uint8_t { kLesson, kFigure, kWorkspace, kResult };
inline constexpr int kForeignFiles = 4;

// Returns whether files of this kind may contain the command. The code that reads the file checks its arguments.
bool may_give(UntrustedFileKind file, const CommandInfo& info);
// Returns whether the command opens a file by name. The code that reads the foreign file looks for it in
// the same folder.
bool opens_named_file(const CommandInfo& info);

// A row of the table: a command and the kinds of files that may contain it.
struct UntrustedCommandRow {
  std::string_view command;
  // A set of bits: bit i allows the command in files of kind UntrustedFileKind i. The next bit is set if it opens a
  // file by name.
  uint8_t files;
};
std::span<const UntrustedCommandRow> foreign_rows();

}  // namespace strata
