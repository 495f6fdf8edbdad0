#include "external/messages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

namespace strata {

namespace {

using Json = nlohmann::json;

constexpr int kMaxDepth = 16;
constexpr char kBlockedLetter = '@';

// Returns the letter of a cell by its weight: "." for 1, then "a" for 2 and so on up to "z". Higher weights, which only
// single cells have, are characters beyond ASCII, from U+0100 on.
std::string letter_of_weight(int weight) {
  if (weight == 0) return std::string(1, kBlockedLetter);
  if (weight == 1) return ".";
  if (weight <= 27) return std::string(1, static_cast<char>('a' + weight - 2));
  const int code = 0x100 + weight;
  return {static_cast<char>(0xc0 | code >> 6), static_cast<char>(0x80 | (code & 0x3f))};
}

// Returns whether brackets outside strings are nested deeper than in any message.
bool too_deep(std::string_view line) {
  int depth = 0;
  bool in_string = false;
  for (size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (in_string) {
      if (c == '\\') ++i;
      in_string = c != '"';
    } else if (c == '"') {
      in_string = true;
    } else if (c == '[' || c == '{') {
      if (++depth > kMaxDepth) return true;
    } else if (c == ']' || c == '}') {
      --depth;
    }
  }
  return false;
}

// Returns the position and length of the list of events in an answer. The list may be most of a long line and is not
// parsed here, but by its readers.
std::optional<std::pair<size_t, size_t>> find_events(std::string_view line) {
  constexpr std::string_view kKey = "\"events\"";
  const auto next = [&](size_t at) { return std::min(line.find_first_not_of(" \t\r", at), line.size()); };
  int depth = 0;
  for (size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (c == '"') {
      const size_t begin = i;
      for (++i; i < line.size() && line[i] != '"'; ++i) i += line[i] == '\\' ? 1 : 0;
      if (depth != 1 || line.substr(begin, i + 1 - begin) != kKey) continue;
      const size_t colon = next(i + 1);
      if (colon == line.size() || line[colon] != ':') continue;
      const size_t list = next(colon + 1);
      if (list == line.size() || line[list] != '[') continue;
      int inside = 0;
      bool in_string = false;
      for (size_t k = list; k < line.size(); ++k) {
        if (in_string) {
          in_string = line[k] != '"';
          if (line[k] == '\\') ++k;
        } else if (line[k] == '"') {
          in_string = true;
        } else if (line[k] == '[' || line[k] == '{') {
          ++inside;
        } else if ((line[k] == ']' || line[k] == '}') && --inside == 0) {
          return std::pair{list, k + 1 - list};
        }
      }
      return std::nullopt;
    } else if (c == '[' || c == '{') {
      ++depth;
    } else if (c == ']' || c == '}') {
      --depth;
    }
  }
  return std::nullopt;
}

// Returns the beginning of a line for an error message, in printable characters.
std::string beginning(std::string_view line) {
  std::string shown;
  for (const char c : line.substr(0, 40)) shown += c >= ' ' && c <= '~' ? c : '?';
  return line.size() > 40 ? shown + "..." : shown;
}

Error deep_error() { return error_at("", fmt::format("answers with brackets that nest deeper than {}", kMaxDepth)); }

Result<Json> read_object(std::string_view line) {
  if (too_deep(line)) return deep_error();
  Json read = Json::parse(line, nullptr, false);
  if (read.is_discarded()) return error_at("", fmt::format("answers with what is not JSON: {}", beginning(line)));
  if (!read.is_object())
    return error_at("", fmt::format("answers with something else than an object: {}", beginning(line)));
  return read;
}

// Reads a number that is at least 0; 0 if it is absent.
Result<double> read_number(const Json& from, const char* key) {
  const auto found = from.find(key);
  if (found == from.end() || found->is_null()) return 0.0;
  if (!found->is_number()) return error_at("", fmt::format("has something else than a number as {}", key));
  const double value = found->get<double>();
  if (!std::isfinite(value) || value < 0) return error_at("", fmt::format("has a number below 0 as {}", key));
  return value;
}

Result<uint64_t> read_count(const Json& from, const char* key) {
  const auto value = read_number(from, key);
  if (!value) return value.error();
  if (value.value() > 9e15) return error_at("", fmt::format("has a number beyond all counting as {}", key));
  return static_cast<uint64_t>(value.value());
}

}  // namespace

MapSnapshot MapSnapshot::of(const MoveGrid& moves) {
  return {moves.width(), moves.height(), moves.rules(), {moves.weights().begin(), moves.weights().end()}};
}

bool MapSnapshot::is(const MoveGrid& moves) const {
  return width == moves.width() && height == moves.height() && rules == moves.rules() &&
         std::ranges::equal(weights, moves.weights());
}

std::bitset<256> told_weights(const MapSnapshot& map) {
  std::bitset<256> told;
  for (const uint8_t weight : map.weights) told.set(weight);
  // Edits may introduce terrains that are not yet on the map.
  for (const uint8_t weight : map.rules.weights) told.set(weight);
  return told;
}

std::string map_message(const MapSnapshot& map, int ms_per_query) {
  const MoveProfileInfo info = profile_info(map.rules.profile);
  Json rows = Json::array();
  const auto width = static_cast<size_t>(map.width);
  for (size_t y = 0; y < static_cast<size_t>(map.height); ++y) {
    std::string row;
    row.reserve(width);
    for (size_t x = 0; x < width; ++x) row += letter_of_weight(map.weights[y * width + x]);
    rows.push_back(std::move(row));
  }
  const std::bitset<256> used = told_weights(map);
  Json terrains = Json::object();
  for (int weight = 1; weight < 256; ++weight) {
    if (used[static_cast<size_t>(weight)]) terrains[letter_of_weight(weight)] = weight;
  }
  Json rules = {{"moves", info.neighbours == 4 ? "four" : "octile"}, {"corner_cutting", !info.diagonal_needs_both}};
  if (info.neighbours == 8) rules["diagonal"] = static_cast<double>(info.diagonal) / info.straight;
  const Json message = {{"strata", 1},
                        {"map", {{"width", map.width}, {"height", map.height}, {"rows", rows}, {"terrains", terrains}}},
                        {"rules", rules},
                        {"limits", {{"ms_per_query", ms_per_query}}}};
  return message.dump();
}

std::string query_message(uint64_t id, Cell start, Cell goal, bool events) {
  return fmt::format(R"({{"id":{},"start":[{},{}],"goal":[{},{}]{}}})", id, start.x, start.y, goal.x, goal.y,
                     events ? R"(,"events":true)" : "");
}

std::string edit_message(const MapSnapshot& map, std::span<const CellId> changed) {
  std::string cells;
  const auto width = static_cast<CellId>(map.width);
  for (const CellId cell : changed) {
    cells += fmt::format("{}[{},{},\"{}\"]", cells.empty() ? "" : ",", cell % width, cell / width,
                         letter_of_weight(map.weights[cell]));
  }
  return "{\"edit\":[" + cells + "]}";
}

Result<ReadyMessage> read_ready(std::string_view line) {
  const auto object = read_object(line);
  if (!object) return object.error();
  const Json& read = object.value();
  const auto ready = read.find("ready");
  if (ready == read.end() || !ready->is_boolean()) return error_at("", "does not say whether it is ready");
  if (!ready->get<bool>()) {
    const auto why = read.find("why");
    return error_at("", why != read.end() && why->is_string()
                            ? fmt::format("is not ready: {}", beginning(why->get_ref<const std::string&>()))
                            : "is not ready");
  }
  ReadyMessage message;
  if (const auto name = read.find("name"); name != read.end()) {
    if (!name->is_string()) return error_at("", "has a name that is no text");
    message.name = beginning(name->get_ref<const std::string&>());
  }
  if (const auto edits = read.find("edits"); edits != read.end()) {
    if (!edits->is_boolean()) return error_at("", "does not say with true or false whether it takes edits");
    message.takes_edits = edits->get<bool>();
  }
  const auto prepared = read_number(read, "prepared_ms");
  if (!prepared) return prepared.error();
  message.prepared_ms = prepared.value();
  return message;
}

Result<AnswerMessage> read_answer(std::string_view line, uint64_t id, int width, int height) {
  const auto listed = find_events(line);
  if (listed && too_deep(line)) return deep_error();
  const auto object =
      listed ? read_object(std::string(line).replace(listed->first, listed->second, "null")) : read_object(line);
  if (!object) return object.error();
  const Json& read = object.value();
  const auto number = read.find("id");
  if (number == read.end() || !number->is_number_integer())
    return error_at("", "answers without the number of the query");
  if (*number != id) return error_at("", fmt::format("answers query {} instead of {}", number->dump(), id));
  AnswerMessage answer;
  const auto expanded = read_count(read, "expanded"), generated = read_count(read, "generated");
  const auto cost = read_number(read, "cost");
  if (!expanded) return expanded.error();
  if (!generated) return generated.error();
  if (!cost) return cost.error();
  answer.expanded = expanded.value();
  answer.generated = generated.value();
  answer.cost = cost.value();
  if (listed) {
    answer.events = line.substr(listed->first, listed->second);
  } else if (const auto events = read.find("events"); events != read.end() && !events->is_null()) {
    if (!events->is_array()) return error_at("", "answers with events that are no list");
    answer.events = events->dump(-1, ' ', false, Json::error_handler_t::replace);
  }
  const auto path = read.find("path");
  if (path == read.end()) return error_at("", "answers without a path, and without null in its place");
  if (path->is_null()) return answer;
  if (!path->is_array()) return error_at("", "answers with a path that is no list");
  const size_t most = static_cast<size_t>(width) * static_cast<size_t>(height);
  if (path->empty()) return error_at("", "answers with a path without cells; none is null");
  if (path->size() > most)
    return error_at("", fmt::format("answers with a path of {} cells on a map of {}", path->size(), most));
  if (!read.contains("cost") || read["cost"].is_null()) return error_at("", "answers with a path without its cost");
  answer.path.reserve(path->size());
  for (size_t i = 0; i < path->size(); ++i) {
    const Json& cell = (*path)[i];
    if (!cell.is_array() || cell.size() != 2 || !cell[0].is_number_integer() || !cell[1].is_number_integer()) {
      return error_at("", fmt::format("answers with a path whose cell {} is not [x,y]", i + 1));
    }
    // The numbers are compared before conversion, because they may exceed the range of int.
    const auto inside = [](const Json& value, int side) { return value >= 0 && value < side; };
    if (!inside(cell[0], width) || !inside(cell[1], height)) {
      return error_at("", fmt::format("answers with a path that leaves the map at its cell {}", i + 1));
    }
    answer.path.push_back({cell[0].get<int>(), cell[1].get<int>()});
  }
  answer.found = true;
  return answer;
}

}  // namespace strata
