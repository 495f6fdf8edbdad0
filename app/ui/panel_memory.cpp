#include "app/ui/panel_memory.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "app/base/settings.hpp"
#include "core/io/files.hpp"

namespace strata {
namespace {

constexpr float kMaxScroll = 100'000;

nlohmann::ordered_json read_layout(const std::string& path) {
  std::error_code ignored;
  if (path.empty() || !std::filesystem::exists(path, ignored)) return nlohmann::ordered_json::object();
  const auto text = read_file(path, 1 << 18);
  if (!text) return nlohmann::ordered_json::object();
  auto json = nlohmann::ordered_json::parse(text.value(), nullptr, false);
  return json.is_object() ? json : nlohmann::ordered_json::object();
}

PanelState read_window(const nlohmann::ordered_json& json) {
  PanelState state;
  if (json.contains("scroll") && json["scroll"].is_number()) {
    const float scroll = json["scroll"].get<float>();
    if (std::isfinite(scroll)) state.scroll = std::clamp(scroll, 0.0f, kMaxScroll);
  }
  for (const bool open : {true, false}) {
    const char* key = open ? "open" : "closed";
    if (!json.contains(key) || !json[key].is_array()) continue;
    for (const auto& id : json[key]) {
      if (state.folds.size() >= PanelStates::kMaxFolds) break;
      if (id.is_number_unsigned() && id.get<uint64_t>() <= UINT32_MAX) state.folds[id.get<uint32_t>()] = open;
    }
  }
  return state;
}

}  // namespace

PanelStates load_panel_states(const std::string& path) {
  PanelStates states;
  const nlohmann::ordered_json json = read_layout(path);
  if (!json.contains("panels") || !json["panels"].is_object()) return states;
  const auto& panels = json["panels"];
  if (panels.contains("tab") && panels["tab"].is_string()) states.tab = panels["tab"].get<std::string>();
  if (panels.contains("path_key") && panels["path_key"].is_boolean())
    states.path_legend = panels["path_key"].get<bool>();
  if (!panels.contains("windows") || !panels["windows"].is_object()) return states;
  for (const auto& [name, window] : panels["windows"].items()) {
    if (states.windows.size() >= PanelStates::kMaxWindows) break;
    if (window.is_object()) states.windows[name] = read_window(window);
  }
  return states;
}

Status save_panel_states(const PanelStates& states, const std::string& path) {
  if (Status status = make_folders(std::filesystem::path(path).parent_path().string()); !status) return status;
  nlohmann::ordered_json json = read_layout(path);
  nlohmann::ordered_json windows = nlohmann::ordered_json::object();
  for (const auto& [name, state] : states.windows) {
    if (windows.size() >= PanelStates::kMaxWindows) break;
    nlohmann::ordered_json open = nlohmann::ordered_json::array(), closed = nlohmann::ordered_json::array();
    for (const auto& [id, is_open] : state.folds) {
      if (open.size() + closed.size() < PanelStates::kMaxFolds) (is_open ? open : closed).push_back(id);
    }
    windows[name] = {{"scroll", std::round(state.scroll)}, {"open", open}, {"closed", closed}};
  }
  json["panels"] = {{"tab", states.tab}, {"windows", windows}};
  if (states.path_legend) json["panels"]["path_key"] = *states.path_legend;
  return write_file_atomic(path, json.dump() + "\n");
}

}  // namespace strata
