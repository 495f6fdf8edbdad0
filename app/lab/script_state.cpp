#include "app/lab/script_state.hpp"

#include <fmt/format.h>

#include <charconv>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "app/lab/dump.hpp"

namespace strata {

namespace {

using nlohmann::json;

// Finds a value by a dotted path such as "planners.astar.cost" or "query.start.0"; "size" of a list is its length.
const json* find(const json& root, const std::string& key, json& made) {
  const json* at = &root;
  size_t begin = 0;
  while (begin <= key.size()) {
    const size_t dot = std::min(key.find('.', begin), key.size());
    const std::string word = key.substr(begin, dot - begin);
    begin = dot + 1;
    if (at->is_object()) {
      const auto it = at->find(word);
      if (it == at->end()) return nullptr;
      at = &*it;
    } else if (at->is_array()) {
      if (word == "size") {
        made = at->size();
        return &made;
      }
      size_t index = 0;
      const auto [rest, code] = std::from_chars(word.data(), word.data() + word.size(), index);
      if (code != std::errc{} || rest != word.data() + word.size() || index >= at->size()) return nullptr;
      at = &(*at)[index];
    } else {
      return nullptr;
    }
  }
  return at;
}

std::string text_of(const json& value) { return value.is_string() ? value.get<std::string>() : value.dump(); }

bool number_of(const std::string& text, double& value) {
  const char* end = text.data() + text.size();
  const auto [rest, code] = std::from_chars(text.data(), end, value);
  return code == std::errc{} && rest == end && !text.empty();
}

}  // namespace

Status ScriptState::check(const std::vector<std::string>& args) const {
  const std::string& key = args[0];
  const std::string& op = args[1];
  const json state = state_json(lab_);
  json made;
  const json* found = find(state, key, made);
  if (op == "exists" || op == "missing") {
    if ((found != nullptr) == (op == "exists")) return success();
    return error_at("assert", key + (op == "exists" ? " does not exist" : " exists"));
  }
  if (args.size() < 3) return error_at("assert", "expects KEY OP VALUE");
  if (found == nullptr) return error_at("assert", "the state has no " + key);
  const std::string is = text_of(*found);
  const std::string& wanted = args[2];
  double a = 0, b = 0;
  const bool numbers = number_of(is, a) && number_of(wanted, b);
  bool holds = false;
  if (op == "==") {
    holds = numbers ? a == b : is == wanted;
  } else if (op == "!=") {
    holds = numbers ? a != b : is != wanted;
  } else if (op == "contains") {
    holds = is.find(wanted) != std::string::npos;
  } else if (op == "<" || op == "<=" || op == ">" || op == ">=") {
    if (!numbers)
      return error_at("assert",
                      fmt::format("{} is '{}', which cannot be compared with '{}' by {}", key, is, wanted, op));
    holds = op == "<" ? a < b : op == "<=" ? a <= b : op == ">" ? a > b : a >= b;
  } else {
    return error_at("assert", "unknown operator '" + op + "': == != < <= > >= contains exists missing");
  }
  if (holds) return success();
  return error_at("assert", fmt::format("{} is {}, expected {} {}", key, is, op, wanted));
}

Status ScriptState::remember_value(const std::string& name, const std::string& key) {
  const json state = state_json(lab_);
  json made;
  const json* found = find(state, key, made);
  if (found == nullptr) return error_at("remember", "the state has no " + key);
  remembered_[name] = text_of(*found);
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
