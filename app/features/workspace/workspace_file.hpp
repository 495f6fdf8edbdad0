// Purpose: A WorkspaceFile is what is open and how it is shown as one text file (.strata): the map, start and goal,
//          rules, structures, planners, layers, views and the camera.
// Format: One statement a line; empty lines are skipped, and comments from a # at the beginning of a line on:
//           workspace 1                     first of all
//           title "running example"         optional: the name of the map on the screen
//           document KIND FILE HASH         what lies on the map, as `map` and `cells`: a drawn graph (graph), the rows
//           document KIND LINES             of a scenario (scen)
//           map FILE HASH                   the map beside this file, and a hash of what it holds; or
//           cells LINES                     that many lines of a .map follow
//         All other lines are commands that set something or add agents, as scripts have them; no others are allowed,
//         and none names a file but one in the folder.
// Errors: "FILE:LINE: reason".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/base/command.hpp"
#include "core/base/result.hpp"

namespace strata {

// What lies on the map: in a file of its own beside the workspace's, or as text.
struct WorkspaceDocument {
  std::string kind;       // "graph"
  std::string file = {};  // path relative to the workspace's folder; empty: the text is in the workspace
  uint64_t hash = 0;      // of the file
  std::string text = {};
  size_t line = 0;  // in the workspace
  friend bool operator==(const WorkspaceDocument& a, const WorkspaceDocument& b) {
    return a.kind == b.kind && a.file == b.file && a.hash == b.hash && a.text == b.text;
  }
};

struct WorkspaceFile {
  std::string title;
  std::string map;    // path relative to the file's folder; empty: the cells are in the file
  uint64_t hash = 0;  // of the map's file
  std::string cells;  // text of a .map
  std::vector<WorkspaceDocument> documents;
  std::vector<Command> commands;
  std::vector<size_t> lines;  // of the commands
  friend bool operator==(const WorkspaceFile& a, const WorkspaceFile& b) {
    return a.title == b.title && a.map == b.map && a.hash == b.hash && a.cells == b.cells &&
           a.documents == b.documents && a.commands == b.commands;
  }
};

inline constexpr size_t kMaxWorkspaceBytes = size_t{128} << 20;
inline constexpr size_t kMaxWorkspaceCommands = 5000;

Result<WorkspaceFile> parse_workspace(std::string_view text, const std::string& name);
std::string format_workspace(const WorkspaceFile& file);

// Whether a workspace may hold the command.
bool is_allowed_in_workspace(const Command& command);
// Returns the word of an allowed command that names a file in the workspace's folder; null: it names none.
std::string* file_word(Command& command);
// Returns a hash of a text, FNV-1a.
uint64_t workspace_hash(std::string_view text);

}  // namespace strata
