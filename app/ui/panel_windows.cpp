#include "app/ui/panel_windows.hpp"

#include <algorithm>
#include <string_view>

#include "app/ui/imgui_versions.hpp"

namespace strata {
namespace {

// After this many frames a window is assumed to have its full length.
constexpr int kTries = 20;

bool is_kept(std::string_view name) {
  for (const std::string_view panel : {"##left", "##right", "##bottom", "##tree"}) {
    if (name == panel || (name.starts_with(panel) && name[panel.size()] == '/')) return true;
  }
  return false;
}

// Returns whether the scroll position of the window is stored. That of the event log is not: it follows the cursor.
bool scroll_is_kept(std::string_view name) { return name.starts_with("##left") || name.starts_with("##right"); }

}  // namespace

PanelWindows::PanelWindows(const PanelStates& wanted) : states_(wanted) {}

void PanelWindows::follow(float scale) {
  for (int i = 0; i < imgui::window_count(); ++i) {
    imgui::WindowView window = imgui::window_at(i);
    if (!window.drawn() || !is_kept(window.name())) continue;
    std::string& name = name_;
    name = window.name();
    if (known_.insert(name).second) {
      const auto kept = states_.windows.find(name);
      if (kept != states_.windows.end()) {
        for (const auto& [id, open] : kept->second.folds) window.set_number(id, open ? 1 : 0);
        if (kept->second.scroll > 0) due_[name] = {kept->second.scroll, 0};
      }
    }
    if (const auto due = due_.find(name); due != due_.end()) {
      const float wanted = due->second.scroll * scale;
      if (window.scroll_max() >= wanted - 1 || ++due->second.frames >= kTries) {
        window.set_scroll(std::min(wanted, window.scroll_max()));
        due_.erase(due);
      }
      continue;
    }
    if (states_.windows.size() >= PanelStates::kMaxWindows && !states_.windows.contains(name)) continue;
    PanelState& state = states_.windows[name];
    if (scroll_is_kept(name)) state.scroll = window.scroll() / scale;
    for (int n = 0; n < window.number_count(); ++n) {
      const auto [id, value] = window.number(n);
      if (value != 0 && value != 1) continue;
      if (state.folds.size() < PanelStates::kMaxFolds || state.folds.contains(id)) state.folds[id] = value == 1;
    }
  }
}

void PanelWindows::forget() {
  states_ = {};
  due_.clear();
  for (int i = 0; i < imgui::window_count(); ++i) {
    imgui::WindowView window = imgui::window_at(i);
    if (!is_kept(window.name())) continue;
    window.forget_numbers();
    window.set_scroll(0);
  }
}

}  // namespace strata
