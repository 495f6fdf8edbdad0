#include "app/features/level/level_panel.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <cmath>
#include <cstdio>
#include <iterator>

#include "app/features/level/level.hpp"
#include "app/lab/lab.hpp"
#include "app/ui/feature_panel.hpp"
#include "app/ui/layer_signs.hpp"
#include "app/ui/level_import.hpp"
#include "app/ui/panel_layers.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"
#include "core/level/level.hpp"
#include "core/level/level_settings.hpp"

namespace strata {
namespace {

// A value in steps that a person would choose: hundredths, or whole numbers.
float stepped(const LevelSetting& setting, float value) {
  return setting.whole ? std::round(value) : std::round(value * 100) / 100;
}

void draw_setting(Ui& ui, const LevelOptions& options, const LevelSetting& setting) {
  char text[64];
  const SliderFrame frame(ui, setting.title.data(), setting.name.data(), ui.px(64));
  const float value = setting.get(options);
  float wanted = value;
  const bool changed = ImGui::SliderFloat(SliderFrame::kSlider, &wanted, setting.low, setting.high, "%.2f");
  frame.drawn();
  std::snprintf(text, sizeof text, "level.%s", setting.name.data());
  ui.dump().mark(text);
  wanted = stepped(setting, wanted);
  if (changed && wanted != value) ui.run(fmt::format("level.set {}={}", setting.name, wanted));
  tooltip(ui, setting.title, {}, setting.help);
  const std::string_view unit = setting.unit == "degrees" ? "\xc2\xb0" : setting.unit;
  std::snprintf(text, sizeof text, "%.4g %s", static_cast<double>(value), unit.data());
  frame.end(ui, text);
}

void draw_partition(Ui& ui, const LevelOptions& options) {
  setting_row(ui, "Partition");
  static constexpr Segment kPartitions[] = {{"watershed", static_cast<int>(LevelPartition::kWatershed)},
                                            {"monotone", static_cast<int>(LevelPartition::kMonotone)},
                                            {"layers", static_cast<int>(LevelPartition::kLayers)}};
  static_assert(std::size(kPartitions) == kLevelPartitions);
  const auto chosen =
      segments(ui, "level.partition", kPartitions, static_cast<int>(options.partition),
               "How the ground is parted into regions, each of which becomes polygons of its own",
               "Round the middles of open places, which gives the fewest polygons; by rows, which is fast and gives "
               "long thin ones; or by rows with floors above one another kept apart.");
  if (!chosen) return;
  const std::string_view name = level_partition_name(static_cast<LevelPartition>(*chosen));
  ui.run(fmt::format("level.set {}={}", kPartitionSetting, name));
}

// Without a minus where it is shown as 0.
double plain(float height) { return std::abs(height) < 0.05f ? 0.0 : double{height}; }

void draw_level(Ui& ui, const Lab& lab) {
  const LevelMesh& level = lab.world().level()->mesh();
  ImGui::PushFont(ui.fonts().small);
  text_colored_wrapped(theme().text_dim, lab.state().level_path.c_str());
  char size[128];
  std::snprintf(size, sizeof size, "%d x %d cells, heights %.1f to %.1f, %zu polygons", level.map().width(),
                level.map().height(), plain(level.low()[1]), plain(level.high()[1]), level.mesh().polygon_count());
  text_colored_wrapped(theme().text, size);
  ui.dump().mark("level.size");
  for (const std::string& note : level.notes()) text_colored_wrapped(theme().text_dim, note.c_str());
  ImGui::PopFont();
  const std::optional<LevelGuess>& guess = lab.world().level()->guess();
  if (!guess) return;
  const std::string label = fmt::format("Make anew with {}", guess->how);
  if (ImGui::Button(label.c_str())) {
    ui.run("level.set " + level_import_change(lab.world().level()->options().import, guess->import));
    ui.run("level.build");
  }
  ui.dump().mark("level.guess");
  tooltip(ui, fmt::format("{}: {}", guess->because, guess->question), {});
}

void draw_tab(Ui& ui, Lab& lab) {
  const LevelOptions& options = level_desk(lab).options();
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(6), ui.px(3)});
  if (lab.world().level() != nullptr) {
    draw_level(ui, lab);
  } else {
    ImGui::PushFont(ui.fonts().small);
    text_colored_wrapped(theme().text_dim,
                         "A level is the geometry of an .obj file. Opening one measures it with a grid of cells: the "
                         "ground on top becomes the map, and a navigation mesh of all floors comes with it.");
    ImGui::PopFont();
    if (ImGui::Button("Open a level...")) ui.run("ui.show open on");
    ui.dump().mark("level.open");
  }
  ImGui::Dummy({0, ui.px(4)});
  const bool outdated = level_desk(lab).is_outdated();
  if (lab.world().level() != nullptr) {
    ImGui::BeginDisabled(!outdated);
    if (ImGui::Button("Make anew")) ui.run("level.build");
    ui.dump().mark("level.build");
    ImGui::EndDisabled();
    tooltip(ui,
            outdated ? "Reads the file again and uses the settings below" : "The level was made with these settings",
            {});
    ImGui::SameLine();
  }
  ImGui::BeginDisabled(options == LevelOptions{});
  if (ImGui::Button("Usual")) ui.run("level.set usual");
  ui.dump().mark("level.usual");
  ImGui::EndDisabled();
  tooltip(ui, "All settings as Recast's demonstration has them", {});
  ImGui::Dummy({0, ui.px(2)});
  draw_level_import(ui, options);
  for (const LevelSetting& setting : level_settings()) draw_setting(ui, options, setting);
  draw_partition(ui, options);
  ImGui::PopStyleVar();
  ImGui::Dummy({0, ui.px(2)});
  draw_legend_rows(ui, lab, {kHeightLayer});
}

bool sign(Ui&, const Lab&, Layer layer, const SignPlace& place) {
  if (layer != kHeightLayer) return false;
  const auto& [list, at, w, low, high, mid] = place;
  list->AddRectFilledMultiColor(low, high, IM_COL32(60, 60, 60, 255), IM_COL32(150, 150, 150, 255),
                                IM_COL32(245, 245, 245, 255), IM_COL32(150, 150, 150, 255));
  return true;
}

int hovered(const Lab& lab, Cell cell, char* text, size_t size) {
  text[0] = 0;
  if (lab.world().level() == nullptr) return 0;
  const float height = lab.world().level()->mesh().cell_height(lab.world().map().id(cell));
  return std::snprintf(text, size, "  height %.1f", static_cast<double>(height));
}

}  // namespace

FeaturePanel level_panel() {
  return {.feature = "level",
          .tab = {"Level", "tab.level", "Levels (.obj files): what they are measured and made with",
                  StructureId::kMoves, draw_tab},
          .sign = sign,
          .hovered = hovered};
}

}  // namespace strata
