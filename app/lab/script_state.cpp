#include "app/lab/script_state.hpp"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "app/lab/dump.hpp"
#include "app/lab/state_value.hpp"

namespace strata {

Status ScriptState::check(const std::vector<std::string>& args) const {
  if (Status holds = check_state(state_json(lab_), args); !holds) return error_at("assert", holds.error().what);
  return success();
}

Status ScriptState::remember_value(const std::string& name, const std::string& key) {
  std::optional<std::string> value = state_value(state_json(lab_), key);
  if (!value) return error_at("remember", "the state has no " + key);
  remembered_[name] = std::move(*value);
  return success();
}

Status ScriptState::expand(Command& command) const {
  for (std::string& word : command.args) {
    if (word.size() < 2 || word[0] != '$') continue;
    const size_t end = std::min(word.find('/'), word.size());
    const auto it = remembered_.find(word.substr(1, end - 1));
    if (it == remembered_.end()) return error_at(word, "nothing is remembered under this name");
    word = it->second + word.substr(end);
  }
  return success();
}

std::string ScriptState::resolve(const std::string& path) const {
  if (path.empty() || path[0] == '/' || base_folder_.empty()) return path;
  std::error_code ignored;
  const std::string beside = base_folder_ + "/" + path;
  return std::filesystem::exists(path, ignored) || !std::filesystem::exists(beside, ignored) ? path : beside;
}

}  // namespace strata
