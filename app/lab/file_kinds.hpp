// Purpose: file_kinds() is the table of the kinds of files that the lab opens. The command line, the dialog "Open" and
//          files dropped on the window use it.
// Errors: A file of an unknown kind is refused with the reason and the list of kinds.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/base/command.hpp"
#include "core/base/result.hpp"

namespace strata {

class Document;
class Lab;

enum class FileContent : uint8_t { kMap, kDocument, kTrace, kPlan, kWorkspace, kLesson, kFigure, kShow, kScript };
// Returns the command that opens a file with this content: "map.open".
std::string_view command_that_opens(FileContent content);

struct FileKind {
  std::string ending;   // extension in lower case: ".map"
  std::string title;    // "map"
  FileContent content;  // a few files of the kind may have other content, see content_of()
  // The document of a feature that files of this kind contain; null: none.
  const Document* document = nullptr;
};
// Returns all kinds of files that the lab opens; those of features come last.
std::vector<FileKind> file_kinds(const Lab& lab);
// Returns the list of kinds as text: "map (.map), level (.obj) and script (.script)".
std::string file_kinds_text(const Lab& lab);
// Returns the kind of a file by its extension, ignoring case; null: no kind has this extension.
const FileKind* kind_by_ending(std::span<const FileKind> kinds, std::string_view path);
// Returns what the file contains, by its extension and, for some kinds, its beginning. A file of no known kind counts
// as a map.
FileContent content_of(std::span<const FileKind> kinds, const std::string& path);
// Returns an error if the file is of no known kind. A file with another extension counts as a map if it begins like
// one. A file that cannot be read also counts as a map, as opening it gives a better error.
Status check_file_kind(const Lab& lab, const std::string& path);
// Returns the command that opens the file, chosen by its extension, and for JSON and YAML by its beginning.
Command command_by_ending(std::span<const FileKind> kinds, const std::string& path);
// Returns the command that opens the given files: a single file, or a map together with a document or recording
// that belongs to it.
Result<Command> command_to_open(const Lab& lab, std::span<const std::string> paths);

}  // namespace strata
