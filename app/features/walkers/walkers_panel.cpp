// The mesh crowd's part of the tab Crowd, and the symbol of its layer.
#include "app/features/walkers/walkers_panel.hpp"

#include <imgui.h>

#include <algorithm>
#include <cstdio>
#include <string>

#include "app/base/icons.hpp"
#include "app/features/crowd/crowd_state.hpp"
#include "app/features/walkers/walkers.hpp"
#include "app/lab/lab.hpp"
#include "app/ui/feature_panel.hpp"
#include "app/ui/layer_symbols.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"
#include "core/base/byte_text.hpp"

namespace strata {
namespace {

constexpr ControlSegment kGoals[] = {{"wander", 0}, {"goal marker", 1}};
constexpr ControlSegment kMethods[] = {{"PCCP", static_cast<int>(MeshBatchMethod::kPccp)},
                                       {"HNA*", static_cast<int>(MeshBatchMethod::kHna)},
                                       {"tables", static_cast<int>(MeshBatchMethod::kTables)},
                                       {"A*", static_cast<int>(MeshBatchMethod::kAstar)}};

void draw_run(Ui& ui, const MeshCrowdState& state) {
  char line[64];
  const float gap = ui.px(4), small = ui.px(32);
  const float wide = ImGui::GetContentRegionAvail().x - 2 * (small + gap);
  std::optional<DisabledScope> disabled;
  disabled.emplace(ui, state.there, "there are no walkers yet: add some below");
  if (state.running) ImGui::PushStyleColor(ImGuiCol_Button, theme().accent_soft);
  std::snprintf(line, sizeof line, "%s%s###walkers.run",
                ui.fonts().icons ? (state.running ? icon::kPause : icon::kPlay) : "",
                state.running ? "  Pause" : "  Run");
  if (ImGui::Button(line, {wide, 0})) ui.run("walkers.run toggle");
  if (state.running) ImGui::PopStyleColor();
  describe(ui, "walkers.run", "Runs or pauses the walkers");
  ImGui::SameLine(0, gap);
  if (ImGui::Button(ui.fonts().icons ? icon::kForward : ">", {small, 0})) ui.run("walkers.step");
  describe(ui, "walkers.step", "Advances the walkers by one tick, a sixtieth of a second");
  ImGui::SameLine(0, gap);
  if (ImGui::Button(ui.fonts().icons ? icon::kErase : "x", {small, 0})) ui.run("walkers.clear");
  describe(ui, "walkers.clear", "Removes all walkers");
  disabled.reset();
  ImGui::PushFont(ui.fonts().small);
  if (state.slow) text_colored_wrapped(theme().warn, "Slower than real time: a frame has no time for so many ticks.");
  if (!state.note.empty() && state.there) {
    text_colored_wrapped(theme().text_dim, state.note.c_str());
    ui.dump().mark("walkers.note");
  }
  ImGui::PopFont();
}

void draw_settings(Ui& ui, const Lab& lab, const MeshCrowdState& state) {
  const MeshCrowdSettings& settings = state.settings;
  char line[64];
  draw_setting(ui, lab, "walkers.count", "walkers.count", "Double-click to type a number.");
  if (ImGui::Button("Add at random places", {ImGui::GetContentRegionAvail().x, 0})) ui.run("walkers.spawn");
  ui.dump().mark("walkers.spawn");
  tooltip(ui, "Adds walkers at random places where their radius fits, and builds a mesh for it", {});
  setting_row(ui, "Goals");
  if (const auto goal = segments(ui, "walkers.goal", kGoals, settings.to_goal ? 1 : 0, "Where the walkers go",
                                 "wander: to random places, for ever. goal marker: to G, which can be dragged; they "
                                 "gather around it.")) {
    ui.run(*goal == 1 ? "walkers.goal marker" : "walkers.goal random");
  }
  setting_row(ui, "Radius");
  auto radius = static_cast<float>(settings.radius);
  if (ImGui::DragFloat("##radius", &radius, 0.01f, 0.07f, 4, "%.2f cells", ImGuiSliderFlags_AlwaysClamp)) {
    std::snprintf(line, sizeof line, "walkers.radius %.2f", static_cast<double>(radius));
    ui.run(line);
  }
  ui.dump().mark("walkers.radius");
  tooltip(ui, "Radius of new walkers, in cells: how far they keep from walls and from each other", {},
          "Each eighth of a cell needs a mesh of its own. Drag, or double-click to type.");
  setting_row(ui, "Speed");
  auto speed = static_cast<float>(settings.speed);
  if (ImGui::DragFloat("##speed", &speed, 0.1f, 0.1f, 30, "%.1f cells/s", ImGuiSliderFlags_AlwaysClamp)) {
    std::snprintf(line, sizeof line, "walkers.speed %.1f", static_cast<double>(speed));
    ui.run(line);
  }
  ui.dump().mark("walkers.speed");
  tooltip(ui, "Speed of new walkers, in cells per second", {});
  setting_row(ui, "Method");
  if (const auto method = segments(
          ui, "walkers.method", kMethods, static_cast<int>(settings.method), "How their paths are planned",
          "PCCP: costs from start and goal are looked up, then A* over inter-edges. HNA*: they are searched. tables: "
          "everything is looked up. A*: over all portals, the baseline.")) {
    ui.run("walkers.method " + std::string(mesh_batch_method_name(static_cast<MeshBatchMethod>(*method))));
  }
}

void draw_wave(Ui& ui, const MeshCrowdState& state) {
  if (state.replan_stats.edits == 0) return;
  char text[128];
  if (state.replan_stats.pending > 0) {
    std::snprintf(text, sizeof text, "Last edit: %s replanned, %s to go",
                  count_text(state.replan_stats.affected).c_str(), count_text(state.replan_stats.pending).c_str());
  } else {
    std::snprintf(text, sizeof text, "Last edit: %s replanned in %s", count_text(state.replan_stats.affected).c_str(),
                  counted(state.replan_stats.ticks, "tick").c_str());
  }
  ImGui::PushFont(ui.fonts().small);
  text_colored_wrapped(state.replan_stats.pending > 0 ? theme().warn : theme().text_dim, text);
  ImGui::PopFont();
  ui.dump().mark("walkers.wave");
}

void draw_counts(Ui& ui, const MeshCrowdState& state) {
  ImGui::PushFont(ui.fonts().small);
  constexpr std::pair<CrowdStatus, const char*> kRows[] = {
      {CrowdStatus::kWalking, "walking"},   {CrowdStatus::kWaiting, "blocked"},
      {CrowdStatus::kPlanning, "planning"}, {CrowdStatus::kArrived, "arrived"},
      {CrowdStatus::kCutOff, "no path"},    {CrowdStatus::kBlockedEnd, "goal blocked"},
      {CrowdStatus::kWalledIn, "walled in"}};
  for (const auto& [status, words] : kRows) {
    const uint32_t count = state.counts[static_cast<size_t>(status)];
    if (count == 0) continue;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float radius = ImGui::GetTextLineHeight() * 0.3f;
    ImGui::GetWindowDrawList()->AddCircleFilled({at.x + radius, at.y + ImGui::GetTextLineHeight() / 2}, radius,
                                                to_im(on_panel(crowd_style(status).color)));
    ImGui::SetCursorScreenPos({at.x + 3 * radius, at.y});
    ImGui::Text("%u %s", count, words);
  }
  ui.dump().mark("walkers.counts");
  print_dim("tick {}, {}", count_text(state.ticks), counted(state.arrivals, "arrival"));
  text_dim("plan %.2f ms, move %.2f ms", state.plan_ms, state.step_ms);
  ui.dump().mark("walkers.times");
  tooltip(ui, "Mean time of a tick: planning all paths in one batch, and moving the walkers", {});
  text_dim("%s", bytes_text(state.memory).c_str());
  if (state.longest_wait > 0) text_dim("longest wait %.1f s", state.longest_wait / 60.0);
  if (state.moved_aside > 0) {
    print_dim("moved aside {}", counted(state.moved_aside, "time"));
    ui.dump().mark("walkers.moved_aside");
    tooltip(ui, "Number of times that an edit brought a wall nearer to a walker than its radius", {});
  }
  ImGui::PopFont();
}

bool symbol(Ui& ui, const Lab&, Layer layer, const SymbolBox& place) {
  if (layer != kWalkerLayer) return false;
  const auto& [list, at, w, low, high, mid] = place;
  list->AddCircleFilled({low.x + ui.px(4), mid.y}, ui.px(4), to_im(on_panel(crowd_style(CrowdStatus::kWalking).color)));
  list->AddCircleFilled({low.x + ui.px(13), mid.y}, ui.px(3),
                        to_im(on_panel(crowd_style(CrowdStatus::kWaiting).color)));
  return true;
}

}  // namespace

void draw_mesh_crowd(Ui& ui, Lab& lab) {
  const MeshCrowdState& state = mesh_crowd_controller(lab).state();
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(6), ui.px(3)});
  draw_run(ui, state);
  draw_wave(ui, state);
  if (section(ui, "Walkers", "section.walkers")) draw_settings(ui, lab, state);
  ImGui::PopStyleVar();
  ImGui::Dummy({0, ui.px(2)});
  if (state.there) draw_counts(ui, state);
  ImGui::Dummy({0, ui.px(2)});
}

FeaturePanel mesh_crowd_panel() { return {.feature = "walkers", .tab = {}, .symbol = symbol}; }

}  // namespace strata
