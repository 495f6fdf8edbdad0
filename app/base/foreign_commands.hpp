// Purpose: One table says which commands may stand in files that come from other people: lessons, figure cards,
//          workspaces, and the results that students hand in. Such a file is data: it writes no file, opens none but
//          those beside it, starts no program, and changes nothing that a person has set for the program.
// How: A row allows one command in some kinds of files. What no row names is not allowed, so that a new command is
//      refused until somebody decides (tests/app/features/foreign_commands.txt lists them all). A command whose usage
//      names a file or a program is refused whatever the table says, but for the few that open a file by its name
//      alone.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace strata {

struct CommandInfo;

enum class ForeignFile : uint8_t { kLesson, kFigure, kWorkspace, kResult };
inline constexpr int kForeignFiles = 4;

// Whether such a file may give the command. Its arguments are checked by the reader of the file.
bool may_give(ForeignFile file, const CommandInfo& info);
// Whether the command opens a file by its name, which the reader must look for beside its own file.
bool opens_named_file(const CommandInfo& info);

// A row of the table.
struct ForeignRow {
  std::string_view command;
  uint8_t files;  // bit 1 << ForeignFile
};
std::span<const ForeignRow> foreign_rows();

}  // namespace strata
