// Purpose: These functions write the links of a map for files that keep them beside the cells: as the lines of a
//          recovery copy, and as the commands of workspaces, lessons and scripts.
// Format: A line is a link as core/grid/map_links.hpp has it: "link 3,4 10,2 cost 2.5 one-way". A command is
//         "link.add 3,4 10,2 2.5 one-way".
// Errors: "FILE:LINE: column 6: reason".
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "core/grid/map_links.hpp"

namespace strata {

// Returns the links in their text form, sorted by cell. A link and its opposite of the same cost are one.
std::vector<LinkText> links_on(const GridMap& map);
// Returns the lines of all links, each with its line break; empty if there are none.
std::string link_lines(const GridMap& map);
// Returns the links in lines that `link_lines` may have written for a map of this size.
Result<std::vector<MapLink>> links_of_lines(std::string_view text, const std::string& name, const GridMap& map);

// Returns the command that adds the link, and the commands that add all links of a map.
std::string link_command(const LinkText& link);
std::vector<std::string> link_commands(const GridMap& map);

}  // namespace strata
