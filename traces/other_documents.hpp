// Purpose: These functions recognise JSON and YAML files of other kinds than search traces and plans, so that a message
//          can name what a file is and what opens it.
// Shapes: The beginning of a file is enough: what is told is read off the keys of its outermost object.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace strata {

// Returns the keys of the outermost object of a JSON or YAML text, as far as the text goes.
std::vector<std::string> outermost_keys(std::string_view text);
// Returns what the text is, for a sentence after the name of its file: "is a map of map_server (ROS), which ...";
// empty: nothing that is known here.
std::string_view other_document(std::string_view text);

}  // namespace strata
