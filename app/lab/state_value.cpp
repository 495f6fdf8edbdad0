#include "app/lab/state_value.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/number_text.hpp"

namespace strata {

namespace {

using nlohmann::json;

const json* find_value(const json& root, const std::string& key, json& made) {
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
      const auto index = parse_number<size_t>(word);
      if (!index || *index >= at->size()) return nullptr;
      at = &(*at)[*index];
    } else {
      return nullptr;
    }
  }
  return at;
}

}  // namespace

std::optional<std::string> state_value(const json& state, const std::string& key) {
  json made;
  const json* found = find_value(state, key, made);
  if (found == nullptr) return std::nullopt;
  return found->is_string() ? found->get<std::string>() : found->dump();
}

Status check_state(const json& state, const std::vector<std::string>& words) {
  const std::string& key = words[0];
  const std::string& op = words[1];
  const std::optional<std::string> is = state_value(state, key);
  if (op == "exists" || op == "missing") {
    if (is.has_value() == (op == "exists")) return success();
    return error_at("", key + (op == "exists" ? " does not exist" : " exists"));
  }
  if (words.size() < 3) return error_at("", "expects KEY OP VALUE");
  if (!is) return error_at("", "the state has no " + key);
  const std::string& wanted = words[2];
  const auto a = parse_number<double>(*is), b = parse_number<double>(wanted);
  const bool numbers = a && b;
  bool holds = false;
  if (op == "==") {
    holds = numbers ? *a == *b : *is == wanted;
  } else if (op == "!=") {
    holds = numbers ? *a != *b : *is != wanted;
  } else if (op == "contains") {
    holds = is->find(wanted) != std::string::npos;
  } else if (op == "<" || op == "<=" || op == ">" || op == ">=") {
    if (!numbers) {
      return error_at("", fmt::format("{} is '{}', which cannot be compared with '{}' by {}", key, *is, wanted, op));
    }
    holds = op == "<" ? *a < *b : op == "<=" ? *a <= *b : op == ">" ? *a > *b : *a >= *b;
  } else {
    return error_at("", "unknown operator '" + op + "': == != < <= > >= contains exists missing");
  }
  if (holds) return success();
  return error_at("", fmt::format("{} is {}, expected {} {}", key, *is, op, wanted));
}

}  // namespace strata
