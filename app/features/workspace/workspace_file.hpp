// Purpose: A WorkspaceFile is the content of a workspace file (.strata): map, start and goal, rules, structures,
//          planners, layers, views and camera.
// Format: One statement per line. Empty lines, and comments after a # at the beginning of a line, are skipped.
//           workspace 1                     the first line
//           title "running example"         optional: the displayed name of the map
//           document KIND FILE HASH         a document on the map, given like `map` or `cells`: a drawn graph (graph)
//           document KIND LINES             or the rows of a scenario (scen)
//           map FILE HASH                   the map beside this file, and a hash of its content; or
//           cells LINES                     this number of lines of a .map follow, with weights of cells behind its
//           rows
//         All other lines are script commands that change settings or add agents. No other commands are allowed, and
//         they may only name files in the folder.
// Errors: "FILE:LINE: reason".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/base/command.hpp"
#include "core/base/result.hpp"

namespace strata {

// A document on the map: in a file beside the workspace's file, or as text.
struct WorkspaceDocument {
  std::string kind;       // "graph"
  std::string file = {};  // path relative to the workspace's folder; empty: the text is in the workspace
  // Hash of the content of `file`.
  uint64_t hash = 0;
  std::string text = {};
  // Number of the statement's line in the workspace file.
  size_t line = 0;
  friend bool operator==(const WorkspaceDocument& a, const WorkspaceDocument& b) {
    return a.kind == b.kind && a.file == b.file && a.hash == b.hash && a.text == b.text;
  }
};

struct WorkspaceFile {
  std::string title;
  // Path of the map file, relative to the folder of the workspace; empty: the cells are in the workspace file.
  std::string map;
  uint64_t hash = 0;  // hash of the map file
  std::string cells;  // text in the .map format, with weights
  std::vector<WorkspaceDocument> documents;
  std::vector<Command> commands;
  // For each command, the number of its line in the workspace file.
  std::vector<size_t> lines;
  friend bool operator==(const WorkspaceFile& a, const WorkspaceFile& b) {
    return a.title == b.title && a.map == b.map && a.hash == b.hash && a.cells == b.cells &&
           a.documents == b.documents && a.commands == b.commands;
  }
};

inline constexpr size_t kMaxWorkspaceBytes = size_t{128} << 20;
inline constexpr size_t kMaxWorkspaceCommands = 5000;

Result<WorkspaceFile> parse_workspace(std::string_view text, const std::string& name);
std::string format_workspace(const WorkspaceFile& file);

// Returns whether a workspace may contain the command.
bool is_allowed_in_workspace(const Command& command);

}  // namespace strata
