// Purpose: A WorkspaceFile is what is open and how it is shown as one text file (.strata): the map, start and goal,
//          rules, structures, planners, layers, views and the camera.
// Format: One statement a line; empty lines are skipped, and comments from a # at the beginning of a line on:
//           workspace 1                     first of all
//           title "running example"         optional: the name of the map on the screen
//           map FILE HASH                   the map beside this file, and a hash of what it holds; or
//           cells LINES                     that many lines of a .map follow
//         All other lines are commands that set something, as scripts have them; no others are allowed, and none names
//         a file.
// Errors: "FILE:LINE: reason".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/base/command.hpp"
#include "core/base/result.hpp"

namespace strata {

struct WorkspaceFile {
  std::string title;
  std::string map;    // path relative to the file's folder; empty: the cells are in the file
  uint64_t hash = 0;  // of the map's file
  std::string cells;  // text of a .map
  std::vector<Command> commands;
  std::vector<size_t> lines;  // of the commands
  friend bool operator==(const WorkspaceFile& a, const WorkspaceFile& b) {
    return a.title == b.title && a.map == b.map && a.hash == b.hash && a.cells == b.cells && a.commands == b.commands;
  }
};

inline constexpr size_t kMaxWorkspaceBytes = size_t{128} << 20;
inline constexpr size_t kMaxWorkspaceCommands = 5000;

Result<WorkspaceFile> parse_workspace(std::string_view text, const std::string& name);
std::string format_workspace(const WorkspaceFile& file);

// Whether a workspace may hold the command.
bool is_allowed_in_workspace(const Command& command);
// Returns a hash of a text, FNV-1a.
uint64_t workspace_hash(std::string_view text);

}  // namespace strata
