#include "app/base/path_json.hpp"

#include <cstdint>
#include <nlohmann/json.hpp>

namespace strata {

nlohmann::json path_to_json(const std::string& path) {
  nlohmann::json text = path;
  try {
    (void)text.dump();
    return text;
  } catch (const nlohmann::json::type_error&) {  // the name is not UTF-8
  }
  nlohmann::json bytes = nlohmann::json::array();
  for (const char c : path) bytes.push_back(static_cast<unsigned char>(c));
  return bytes;
}

std::string path_from_json(const nlohmann::json& json) {
  if (json.is_string()) return json.get<std::string>();
  if (!json.is_array()) return {};
  std::string path;
  for (const nlohmann::json& byte : json) {
    if (!byte.is_number_unsigned() || byte.get<uint64_t>() == 0 || byte.get<uint64_t>() > 255) return {};
    path += static_cast<char>(byte.get<uint64_t>());
  }
  return path;
}

}  // namespace strata
