// Purpose: These functions convert names of files to JSON and back. A name is any bytes, and JSON is UTF-8: a name that
//          is not UTF-8 is written as the list of its bytes.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace strata {

nlohmann::json path_to_json(const std::string& path);
// Returns an empty name if the value is neither a text nor a list of bytes.
std::string path_from_json(const nlohmann::json& json);

}  // namespace strata
