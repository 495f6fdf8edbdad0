#include "traces/other_documents.hpp"

#include <algorithm>
#include <array>

#include "core/io/text.hpp"

namespace strata {
namespace {

struct KnownDocument {
  std::array<std::string_view, 3> keys;  // keys that the document must have; empty: no further key
  std::string_view what;
};

constexpr std::string_view kMapOfRos = "is a map of map_server (ROS): open it as a map";
constexpr std::string_view kMapOfTiled = "is a map of Tiled: open it as a map";

constexpr std::array<KnownDocument, 8> kKnown = {{
    {{"image", "resolution", "origin"}, kMapOfRos},
    {{"schedule", "", ""},
     "is a schedule of libMultiRobotPlanning, which its visualize.py opens. Strata opens plans for many agents as text "
     "(.plan) or as JSON of the League of Robot Runners"},
    {{"map", "agents", ""},
     "is a problem of libMultiRobotPlanning, which its solvers open. Strata opens maps of MovingAI (.map) with "
     "scenarios (.scen)"},
    {{"mapFile", "agentFile", ""},
     "is a problem of the League of Robot Runners, which its solvers open. Strata opens the map that it names and the "
     "plan that a solver writes (.json)"},
    {{"height", "infinite", "layers"}, kMapOfTiled},  // what comes before the cells
    {{"tiledversion", "", ""}, kMapOfTiled},
    {{"strata_result", "", ""}, "is a result of a lesson, which strata-bench grade reads"},
    {{"type", "features", ""}, "is GeoJSON, which programs for geography open. Strata opens maps of MovingAI (.map)"},
}};

std::vector<std::string> json_keys(std::string_view text) {
  std::vector<std::string> keys;
  int depth = 0;
  for (size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '{' || c == '[') ++depth;
    if (c == '}' || c == ']') --depth;
    if (c != '"') continue;
    const size_t begin = at + 1;
    for (at = begin; at < text.size() && text[at] != '"'; ++at) at += text[at] == '\\' ? 1 : 0;
    if (at >= text.size() || depth != 1) continue;
    const size_t next = text.find_first_not_of(" \t\r\n", at + 1);
    if (next != std::string_view::npos && text[next] == ':') keys.emplace_back(text.substr(begin, at - begin));
  }
  return keys;
}

// Returns the keys at the beginning of lines, without quotes.
std::vector<std::string> yaml_keys(std::string_view text) {
  std::vector<std::string> keys;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const size_t colon = line.find(':');
    if (line.empty() || colon == std::string_view::npos || is_blank(line[0]) || line[0] == '-' || line[0] == '#') {
      continue;
    }
    if (colon + 1 < line.size() && !is_blank(line[colon + 1])) continue;
    std::string_view key = trimmed(line.substr(0, colon));
    if (key.size() >= 2 && (key[0] == '"' || key[0] == '\'') && key.back() == key[0])
      key = key.substr(1, key.size() - 2);
    keys.emplace_back(key);
  }
  return keys;
}

}  // namespace

std::vector<std::string> outermost_keys(std::string_view text) {
  const std::string_view begin = trimmed(text);
  const size_t first = begin.find_first_not_of("\r\n\t ");
  return first != std::string_view::npos && begin[first] == '{' ? json_keys(begin) : yaml_keys(text);
}

std::string_view other_document(std::string_view text) {
  const std::vector<std::string> keys = outermost_keys(text);
  const auto has = [&](std::string_view key) { return key.empty() || std::ranges::find(keys, key) != keys.end(); };
  // A trace may have any other keys beside its events.
  if (has("events") || has("eventList")) return {};
  const auto* const known =
      std::ranges::find_if(kKnown, [&](const KnownDocument& one) { return std::ranges::all_of(one.keys, has); });
  return known != kKnown.end() ? known->what : std::string_view();
}

bool begins_as_map_document(std::string_view text) {
  const std::string_view what = other_document(text);
  return what == kMapOfRos || what == kMapOfTiled;
}

}  // namespace strata
