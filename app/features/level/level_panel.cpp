// Levels (.obj files) in the interface: their tab with all options, and the height of a cell.
#include <imgui.h>

#include <cmath>
#include <iterator>
#include <optional>
#include <string>

#include "app/features/level/level.hpp"
#include "app/lab/lab.hpp"
#include "app/ui/feature_panel.hpp"
#include "app/ui/layer_symbols.hpp"
#include "app/ui/level_import.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"
#include "core/level/level.hpp"
#include "core/level/level_settings.hpp"

namespace strata {
namespace {

// Rounds a value of the setting to hundredths, or to whole numbers if the setting is one.
float stepped(const LevelSetting& setting, float value) {
  return setting.whole ? std::round(value) : std::round(value * 100) / 100;
}

void draw_setting(Ui& ui, const LevelOptions& options, const LevelSetting& setting) {
  const Text name("level.{}", setting.name);
  SliderFrame frame(ui, setting.title.data(), name, ui.px(64));
  const float value = setting.get(options);
  float wanted = value;
  const bool changed = ImGui::SliderFloat(SliderFrame::kSlider, &wanted, setting.low, setting.high, "%.2f");
  frame.drawn();
  describe(ui, name, setting.title, {}, setting.help);
  wanted = stepped(setting, wanted);
  if (changed && wanted != value) ui.run("level.set {}={}", setting.name, wanted);
  frame.end(ui, Text("{:.4g} {}", value, setting.unit == "degrees" ? "\xc2\xb0" : setting.unit));
}

void draw_partition(Ui& ui, const LevelOptions& options) {
  static constexpr ControlSegment kPartitions[] = {{"watershed", LevelPartition::kWatershed},
                                                   {"monotone", LevelPartition::kMonotone},
                                                   {"layers", LevelPartition::kLayers}};
  static_assert(std::size(kPartitions) == kLevelPartitions);
  setting_row(ui, "Partition");
  if (const auto chosen = segments(
          ui, "level.partition", kPartitions, static_cast<int>(options.partition),
          "How the ground is partitioned into regions, each of which becomes polygons of its own",
          "watershed: around the middles of open areas, with the fewest polygons. monotone: by rows, fast, with "
          "long thin polygons. layers: by rows, with floors above one another kept apart.")) {
    ui.run("level.set {}={}", kPartitionSetting, level_partition_name(static_cast<LevelPartition>(*chosen)));
  }
}

// Removes the minus sign of heights that are displayed as 0.
double plain(float height) { return std::abs(height) < 0.05f ? 0.0 : double{height}; }

void draw_level(Ui& ui, const Lab& lab) {
  const LevelMesh& level = lab.world().level()->mesh();
  note(ui, lab.state().level_path);
  note(ui, theme().text,
       Text("{} x {} cells, heights {:.1f} to {:.1f}, {}", level.map().width(), level.map().height(),
            plain(level.low()[1]), plain(level.high()[1]), counted(level.mesh().polygon_count(), "polygon")));
  ui.mark("level.size");
  for (const std::string& said : level.notes()) note(ui, said);
  const std::optional<LevelImportGuess>& guess = lab.world().level()->guess();
  if (!guess) return;
  if (button(ui, Text("Rebuild with {}", guess->how), "level.guess", {},
             Text("{}: {}", guess->because, guess->question))) {
    ui.run("level.set " + level_import_change(lab.world().level()->options().import, guess->import));
    ui.run("level.build");
  }
}

void draw_tab(Ui& ui, Lab& lab) {
  const LevelOptions& options = level_controller(lab).options();
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(6), ui.px(3)});
  const bool there = lab.world().level() != nullptr;
  if (there) {
    draw_level(ui, lab);
  } else {
    note(ui,
         "A level is the geometry of an .obj, .gltf, .glb, .ply or .stl file. Opening one rasterises it into cells: "
         "the topmost ground becomes "
         "the map, "
         "and Recast builds a navigation mesh of all floors.");
    button(ui, "Open a level...", "level.open", "ui.show open on", "Chooses a file of a level");
  }
  ImGui::Dummy({0, ui.px(4)});
  if (there) {
    const bool outdated = level_controller(lab).is_outdated();
    button(ui, "Rebuild", "level.build", "level.build", "Reads the file again and uses the settings below",
           {.why_not = outdated ? "" : "the level was built with these settings"});
    ImGui::SameLine();
  }
  button(ui, "Defaults", "level.usual", "level.set usual", "Sets all values to those of RecastDemo",
         {.why_not = options == LevelOptions{} ? "all settings have these values" : ""});
  ImGui::Dummy({0, ui.px(2)});
  draw_level_import(ui, options);
  for (const LevelSetting& setting : level_settings()) draw_setting(ui, options, setting);
  draw_partition(ui, options);
  ImGui::PopStyleVar();
  ImGui::Dummy({0, ui.px(2)});
}

bool symbol(Ui&, const Lab&, Layer layer, const SymbolBox& place) {
  if (layer != kHeightLayer) return false;
  const auto& [list, at, w, low, high, mid] = place;
  list->AddRectFilledMultiColor(low, high, IM_COL32(60, 60, 60, 255), IM_COL32(150, 150, 150, 255),
                                IM_COL32(245, 245, 245, 255), IM_COL32(150, 150, 150, 255));
  return true;
}

void hovered(const Lab& lab, Cell cell, Text& text) {
  if (lab.world().level() == nullptr) return;
  text.add("  height {:.1f}", lab.world().level()->mesh().cell_height(lab.world().map().id(cell)));
}

}  // namespace

FeaturePanel level_panel() {
  return {.feature = "level",
          .tab = {"Level", "tab.level",
                  "Levels (.obj, glTF and others): how they are rasterised, and their navigation mesh",
                  LeftPanelSection::kMap, draw_tab},
          .fits = [](const Lab& lab) { return lab.world().level() != nullptr; },
          .symbol = symbol,
          .hovered = hovered};
}

}  // namespace strata
