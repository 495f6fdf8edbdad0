// Purpose: These functions convert file names to JSON and back. JSON is UTF-8: a name that is not valid UTF-8 becomes a
//          list of its bytes.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace strata {

nlohmann::json path_to_json(const std::string& path);
// Returns the file name; it is empty if the value is neither a text nor a list of bytes.
std::string path_from_json(const nlohmann::json& json);

}  // namespace strata
