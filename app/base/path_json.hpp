// Purpose: Names of files in JSON. A name is any bytes, and JSON is UTF-8: one that is no UTF-8 is written as the list
//          of its bytes.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace strata {

nlohmann::json path_to_json(const std::string& path);
// Empty: neither of the two.
std::string path_from_json(const nlohmann::json& json);

}  // namespace strata
