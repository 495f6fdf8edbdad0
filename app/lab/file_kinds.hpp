// Purpose: FileKinds is the one table of the kinds of files that the lab opens. The command line, the dialog "Open" and
//          files that are dropped on the window use it.
// Errors: An unknown kind is refused with the reason and the list of kinds.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/base/command.hpp"
#include "core/base/result.hpp"

namespace strata {

class Document;
class Lab;

struct FileKind {
  std::string ending;                  // ".map", in small letters
  std::string title;                   // "map"
  std::string_view command;            // the command that opens such a file
  const Document* document = nullptr;  // document of a feature that such files hold; null: none
  bool with_map() const { return document == nullptr && command == "map.open"; }
  // Whether such a file opens all that it needs by itself, so that no other file is opened with it.
  bool alone() const {
    return command == "script.run" || command == "workspace.open" || command == "lesson.open" ||
           command == "figure.open";
  }
};
// Returns the kinds, those of features last.
std::vector<FileKind> file_kinds(const Lab& lab);
// Returns the kinds in words: "map (.map), level (.obj) and script (.script)".
std::string file_kinds_text(const Lab& lab);
// Returns the kind of a file by its ending, in whatever letters; null: its ending is that of no kind.
const FileKind* kind_by_ending(std::span<const FileKind> kinds, std::string_view path);
// Returns why the file is none that can be opened. A file with another ending that begins as a map does counts as a
// map, and so does a file that cannot be read: opening it says why.
Status check_file_kind(const Lab& lab, const std::string& path);
// Returns the command that opens a file of the kind that its ending says, without a look at the file.
Command command_by_ending(std::span<const FileKind> kinds, const std::string& path);
// Returns the command that opens these files together: one file, or a map with what lies on it.
Result<Command> command_to_open(const Lab& lab, std::span<const std::string> paths);

}  // namespace strata
