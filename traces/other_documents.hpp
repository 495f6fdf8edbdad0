// Purpose: These functions recognise JSON and YAML files that are neither search traces nor plans, so that an error
//          message can name the kind of file and the program that opens it.
// Shapes: The beginning of a file is enough: its kind follows from the keys of its outermost object.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace strata {

// Returns the keys of the outermost object of a JSON or YAML text, which may be incomplete.
std::vector<std::string> outermost_keys(std::string_view text);
// Returns the kind of file, as the end of a sentence that begins with its name: "is a map of map_server (ROS), which
// ..."; empty if it is unknown.
std::string_view other_document(std::string_view text);
// Returns whether the text is a map of map_server (ROS) or of Tiled, and no search trace.
bool begins_as_map_document(std::string_view text);

}  // namespace strata
