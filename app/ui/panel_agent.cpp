#include "app/ui/panel_agent.hpp"
#include "app/base/terrain_looks.hpp"

#include <imgui.h>

#include <cmath>
#include <string_view>

#include "app/lab/lab.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"
#include "core/search/plan_options.hpp"

namespace strata {
namespace {

// Draws the agent as on the map: the square that it covers, and the corner that gives its position.
void agent_picture(Ui& ui, const TerrainLooks& looks, int size, float side) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float cell = std::floor(side / static_cast<float>(kMaxAgentSize + 1));
  const float whole = cell * static_cast<float>(kMaxAgentSize + 1);
  list->AddRectFilled(at, {at.x + whole, at.y + whole}, to_im(terrain_color(looks, Terrain::kGround)), ui.px(3));
  const ImVec2 low(at.x + cell * 0.5f, at.y + cell * 0.5f);
  const float square = cell * static_cast<float>(size);
  list->AddRectFilled(low, {low.x + square, low.y + square}, to_im(with_alpha(palette::kStart, 150)), ui.px(2));
  for (int i = 0; i <= kMaxAgentSize; ++i) {
    const float o = cell * (static_cast<float>(i) + 0.5f);
    list->AddLine({at.x + o, at.y}, {at.x + o, at.y + whole}, IM_COL32(0, 0, 0, 40), 1);
    list->AddLine({at.x, at.y + o}, {at.x + whole, at.y + o}, IM_COL32(0, 0, 0, 40), 1);
  }
  list->AddRect(low, {low.x + square, low.y + square}, to_im(palette::kStart), ui.px(2), 0, ui.px(2));
  list->AddRectFilled(low, {low.x + cell, low.y + cell}, to_im(palette::kStart));
  ImGui::Dummy({whole, whole});
  tooltip(ui, "The agent covers this square; its position is the filled corner", {});
}

}  // namespace

void draw_agent_tab(Ui& ui, Lab& lab) {
  const Rules& rules = lab.world().rules();
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(6), ui.px(3)});
  draw_setting(ui, lab, "agent.size", "agent.size");
  const std::string_view profile = profile_info(rules.profile).name;
  setting_row(ui, "Moves");
  combo(ui, "##profile", profile, kProfiles, [&](size_t i) {
    const std::string_view name = profile_info(static_cast<Profile>(i)).name;
    return ComboEntry{name, name == profile, fmt::format("rules.profile {}", name), fmt::format("profile.{}", name)};
  });
  describe(ui, "settings.profile", "Which steps are allowed, and what they cost", {},
           "octile: 8 neighbours, a diagonal needs both corners free. paper: 8 neighbours, one free corner is enough. "
           "four: 4 neighbours.");
  switch_box(
      ui, "Partial path to nearest cell", "settings.partial", "query.partial", lab.state().plan_options().partial,
      "If no path leads to the goal, every planner goes to the nearest cell that can be reached, or on a mesh to "
      "the nearest point");
  ImGui::PopStyleVar();
  ImGui::Dummy({0, ui.px(2)});
  // If there is room, the terrains that the agent can enter, with their costs, stand beside its picture.
  if (ImGui::GetContentRegionAvail().x >= ui.px(200)) {
    agent_picture(ui, lab.state().terrain_looks, rules.agent_size, ui.px(72));
    ImGui::SameLine(0, ui.px(10));
  }
  ImGui::BeginGroup();
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(4), ui.px(1)});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ui.px(6), ui.px(2)});
  for (int i = 0; i + 1 < kTerrains; ++i) {
    const auto terrain = static_cast<Terrain>(i);
    const TerrainInfo info = terrain_info(terrain);
    const IdScope id(i);
    bool enters = rules.capability.has(terrain);
    if (check_box(ui, "##enters", &enters)) {
      Capability next;
      for (int j = 0; j + 1 < kTerrains; ++j) {
        const auto other = static_cast<Terrain>(j);
        if (other == terrain ? enters : rules.capability.has(other)) next = next.with(other);
      }
      if (next.bits() == 0) {
        lab.say(MessageKind::kWarning, "The agent must be able to enter at least one terrain");
      } else {
        ui.run("agent.capability " + next.to_string());
      }
    }
    describe(ui, Text("enters.{}", info.name),
             enters ? "The agent enters this terrain" : "The agent does not enter this terrain");
    ImGui::SameLine(0, ui.px(5));
    const ImVec2 at = ImGui::GetCursorPos();
    ImGui::SetCursorPosY(at.y + (ImGui::GetFrameHeight() - ui.px(13)) / 2);
    terrain_swatch(ui, lab.state().terrain_looks, terrain, ui.px(13));
    ImGui::SetCursorPos({at.x + ui.px(25), at.y + ui.px(1)});
    draw_text(enters ? theme().text : theme().text_dim, terrain_title(lab.state().terrain_looks, terrain));
    const float width = ui.px(34);
    ImGui::SameLine();
    ImGui::SetCursorPos({ImGui::GetContentRegionMax().x - width, at.y});
    ImGui::SetNextItemWidth(width);
    int weight = rules.weights[static_cast<size_t>(i)];
    if (ImGui::DragInt("##weight", &weight, 0.05f, 1, kMaxTerrainWeight, "x%d", ImGuiSliderFlags_AlwaysClamp)) {
      ui.run("terrain.weight {} {}", info.name, weight);
    }
    tooltip(ui, Text("Weight of a step, 1 to {}: drag, or double-click to type", kMaxTerrainWeight), {});
  }
  ImGui::PopStyleVar(2);
  ImGui::EndGroup();
  ImGui::Dummy({0, ui.px(4)});
}

}  // namespace strata
