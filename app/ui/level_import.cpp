#include "app/ui/level_import.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <array>
#include <iterator>

#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"
#include "core/level/level_settings.hpp"

namespace strata {
namespace {

// A unit of length that a file may have. The buttons for choosing it need numbers, so that the number of a
// unit is its index.
struct LengthUnit {
  const char* name;
  float metres;
};
constexpr std::array<LengthUnit, 5> kFileUnits = {
    {{"m", 1}, {"cm", 0.01f}, {"mm", 0.001f}, {"in", 0.0254f}, {"ft", 0.3048f}}};

void draw_up(Ui& ui, const LevelOptions& options) {
  setting_row(ui, "Up");
  static constexpr ControlSegment kUps[] = {{"y", static_cast<int>(ObjUpAxis::kY)},
                                            {"z", static_cast<int>(ObjUpAxis::kZ)},
                                            {"-y", static_cast<int>(ObjUpAxis::kMinusY)},
                                            {"-z", static_cast<int>(ObjUpAxis::kMinusZ)}};
  static_assert(std::size(kUps) == kObjUps);
  const auto chosen =
      segments(ui, "level.up", kUps, static_cast<int>(options.import.up), "The axis of the file that goes up",
               "z in files from Blender, Unreal and CAD unless they were converted; y in most others.");
  if (!chosen) return;
  LevelOptions wanted = options;
  wanted.import.up = static_cast<ObjUpAxis>(*chosen);
  ui.run("level.set " + level_import_change(options.import, wanted.import));
}

void draw_unit(Ui& ui, const LevelOptions& options) {
  setting_row(ui, "Unit");
  std::array<ControlSegment, kFileUnits.size()> units{};
  int now = -1;
  for (size_t i = 0; i < units.size(); ++i) {
    units[i] = {kFileUnits[i].name, static_cast<int>(i)};
    if (kFileUnits[i].metres == options.import.scale) now = static_cast<int>(i);
  }
  const std::string title = fmt::format("The file's unit: {} m", options.import.scale);
  const auto chosen = segments(ui, "level.unit", units, now, title,
                               "Coordinates are multiplied by it. Any other number: level.set scale=NUMBER.");
  if (!chosen) return;
  ui.run("level.set {}={}", kScaleSetting, kFileUnits[static_cast<size_t>(*chosen)].metres);
}

}  // namespace

void draw_level_import(Ui& ui, const LevelOptions& options) {
  draw_up(ui, options);
  draw_unit(ui, options);
  bool first = true;
  for (const LevelChoiceSetting& choice : level_choices()) {
    if (!choice.is_switch()) continue;
    if (!first) ImGui::SameLine(0, ui.px(16));
    first = false;
    bool on = choice.get(options) == 1;
    if (check_box(ui, choice.title.data(), &on)) ui.run("level.set {}={}", choice.name, on ? "on" : "off");
    describe(ui, Text("level.{}", choice.name), choice.title, {}, choice.help);
  }
}

}  // namespace strata
