#include "app/ui/panel_windows.hpp"

#include <imgui_internal.h>

#include <algorithm>
#include <string_view>

namespace strata {
namespace {

constexpr int kTries = 20;  // frames until a window is taken to be as long as it gets

bool is_kept(std::string_view name) {
  for (const std::string_view panel : {"##left", "##right", "##bottom", "##tree"}) {
    if (name == panel || (name.starts_with(panel) && name[panel.size()] == '/')) return true;
  }
  return false;
}

// The list of events goes with the search that is stepped.
bool scroll_is_kept(std::string_view name) { return name.starts_with("##left") || name.starts_with("##right"); }

}  // namespace

PanelWindows::PanelWindows(const PanelStates& wanted) : states_(wanted) {}

void PanelWindows::follow(float scale) {
  for (ImGuiWindow* window : ImGui::GetCurrentContext()->Windows) {
    if (!window->WasActive || !window->Active || !is_kept(window->Name)) continue;
    std::string& name = name_;
    name = window->Name;
    if (known_.insert(name).second) {
      const auto kept = states_.windows.find(name);
      if (kept != states_.windows.end()) {
        for (const auto& [id, open] : kept->second.folds) window->StateStorage.SetInt(id, open ? 1 : 0);
        if (kept->second.scroll > 0) due_[name] = {kept->second.scroll, 0};
      }
    }
    if (const auto due = due_.find(name); due != due_.end()) {
      const float wanted = due->second.scroll * scale;
      if (window->ScrollMax.y >= wanted - 1 || ++due->second.frames >= kTries) {
        ImGui::SetScrollY(window, std::min(wanted, window->ScrollMax.y));
        due_.erase(due);
      }
      continue;
    }
    if (states_.windows.size() >= PanelStates::kMaxWindows && !states_.windows.contains(name)) continue;
    PanelState& state = states_.windows[name];
    if (scroll_is_kept(name)) state.scroll = window->Scroll.y / scale;
    for (const auto& pair : window->StateStorage.Data) {
      if (pair.val_i != 0 && pair.val_i != 1) continue;
      if (state.folds.size() < PanelStates::kMaxFolds || state.folds.contains(pair.key)) {
        state.folds[pair.key] = pair.val_i == 1;
      }
    }
  }
}

void PanelWindows::forget() {
  states_ = {};
  due_.clear();
  for (ImGuiWindow* window : ImGui::GetCurrentContext()->Windows) {
    if (!is_kept(window->Name)) continue;
    window->StateStorage.Clear();
    ImGui::SetScrollY(window, 0);
  }
}

}  // namespace strata
