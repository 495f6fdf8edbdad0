#include "app/ui/panel_terrains.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

#include "app/base/command.hpp"
#include "app/base/terrain_looks.hpp"
#include "app/lab/lab.hpp"
#include "app/ui/dialog_frame.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"
#include "core/grid/letter_terrains.hpp"

namespace strata {
namespace {

// Returns the letters of the terrain on the open map, beginning with the one that painting uses.
std::string letters_for(const GridMap& map, Terrain terrain) {
  const LetterTerrains& terrains = map.letter_terrains();
  std::string letters(1, terrains.letter_for(terrain));
  for (char letter = '!'; letter <= '~'; ++letter) {
    // Upper and lower case of a letter of the map format mean the same, so that only the upper case is listed.
    const bool small = letter >= 'a' && letter <= 'z' && !terrains.is_given(letter);
    if (!small && letter != letters[0] && terrains.is_known(letter) && terrains.of(letter) == terrain)
      letters += letter;
  }
  return letters;
}

}  // namespace

void TerrainsDialog::draw_row(Ui& ui, const Lab& lab, Terrain terrain) {
  const auto i = static_cast<size_t>(terrain);
  const std::string name(terrain_info(terrain).name);
  const IdScope id(static_cast<int>(i));
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  ImGui::ColorEdit3("##colour", colors_[i].data(), ImGuiColorEditFlags_NoInputs | ImGuiColorEditFlags_NoLabel);
  const bool recoloured = ImGui::IsItemDeactivatedAfterEdit();
  describe(ui, Text("terrains.{}.colour", name), "Colour: click to choose one");
  if (recoloured) {
    const auto part = [&](size_t k) { return static_cast<uint32_t>(std::lround(colors_[i][k] * 255)); };
    ui.run("terrain.colour {} {}", name, color_text(rgba(part(0) << 16 | part(1) << 8 | part(2))));
  }
  ImGui::TableNextColumn();
  ImGui::SetNextItemWidth(-1);
  const bool entered =
      ImGui::InputText("##name", names_[i].data(), names_[i].size(), ImGuiInputTextFlags_EnterReturnsTrue);
  const bool renamed = entered || ImGui::IsItemDeactivatedAfterEdit();
  describe(ui, Text("terrains.{}.name", name), "Name on this map");
  if (renamed && terrain_title(lab.state().terrain_looks, terrain) != names_[i].data()) {
    ui.run_in("terrains", format_command({"terrain.name", {name, names_[i].data()}}));
  }
  ImGui::TableNextColumn();
  ImGui::AlignTextToFramePadding();
  ImGui::PushFont(ui.fonts().mono);
  draw_text(letters_for(lab.world().map(), terrain));
  ImGui::PopFont();
  ImGui::TableNextColumn();
  if (terrain == Terrain::kOut) {
    ImGui::AlignTextToFramePadding();
    draw_dim("never entered");
  } else {
    int weight = lab.world().rules().weights[i];
    ImGui::SetNextItemWidth(-1);
    if (ImGui::DragInt("##weight", &weight, 0.05f, 1, kMaxTerrainWeight, "x%d", ImGuiSliderFlags_AlwaysClamp)) {
      ui.run("terrain.weight {} {}", name, weight);
    }
    describe(ui, Text("terrains.{}.weight", name), "Weight of a step, 1 to 16: drag, or double-click to type");
  }
  ImGui::TableNextColumn();
  const bool usual = lab.state().terrain_looks[i] == usual_terrain_looks()[i];
  const DisabledScope disabled(ui, !usual, "name and colour are the usual ones");
  if (ImGui::Button("Usual")) {
    ui.run("terrain.name {} usual", name);
    ui.run("terrain.colour {} usual", name);
  }
  describe(ui, Text("terrains.{}.usual", name), "Name and colour of the format");
}

void TerrainsDialog::draw(Ui& ui, const Lab& lab, DialogFrame& frame) {
  // The Enter key ends the typing and not the dialog.
  const bool typing = ImGui::IsAnyItemActive();
  if (frame.appearing || read_ != lab.state().terrain_looks_version) {
    read_ = lab.state().terrain_looks_version;
    for (size_t i = 0; i < kTerrains; ++i) {
      const TerrainLook& look = lab.state().terrain_looks[i];
      std::snprintf(names_[i].data(), names_[i].size(), "%s", look.name.c_str());
      for (size_t k = 0; k < 3; ++k) colors_[i][k] = static_cast<float>(look.color >> (8 * k) & 255) / 255;
    }
  }
  text_colored_wrapped(theme().text_dim,
                       "They are remembered for this file. A file keeps the weights too once a terrain has a name or a "
                       "colour of its own; else they hold for every map. Undo does not take them back.");
  ImGui::Dummy({0, ui.px(4)});
  if (ImGui::BeginTable("terrains", 5)) {
    const char* const titles[] = {"", "Name", "Letters", "Weight", ""};
    const float widths[] = {28, 0, 72, 96, 58};
    for (int i = 0; i < 5; ++i) {
      const bool fixed = widths[i] > 0;
      ImGui::TableSetupColumn(titles[i], fixed ? ImGuiTableColumnFlags_WidthFixed : ImGuiTableColumnFlags_WidthStretch,
                              fixed ? ui.px(widths[i]) : 1);
    }
    for (const char* title : titles) {
      ImGui::TableNextColumn();
      draw_dim(title);
    }
    for (int i = 0; i < kTerrains; ++i) draw_row(ui, lab, static_cast<Terrain>(i));
    ImGui::EndTable();
  }
  frame.draw_problem(ui);
  ImGui::Dummy({0, ui.px(8)});
  if (frame.button(ui, "Close", "terrains.close", !typing)) ui.run("ui.show terrains off");
  ImGui::SameLine();
  if (frame.button(ui, "Letters...", "terrains.letters", false)) ui.run("ui.show letters on");
}

}  // namespace strata
