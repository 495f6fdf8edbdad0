// Landmarks in the interface: their tab, the signs of their layers and the legend of their picture, what they tell of a
// cell, their lines of the meter and of the status bar.

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>

#include "app/base/icons.hpp"
#include "app/features/landmarks/landmarks.hpp"
#include "app/features/landmarks/landmarks_panel.hpp"
#include "app/lab/lab.hpp"
#include "app/ui/feature_panel.hpp"
#include "app/ui/imgui_versions.hpp"
#include "app/ui/layer_signs.hpp"
#include "app/ui/panel_layers.hpp"
#include "app/ui/panel_meter.hpp"
#include "app/ui/structure_cost.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"
#include "core/world/map_landmarks.hpp"

namespace strata {
namespace {

constexpr int kListRows = 6;  // more of them scroll

// The passable cell nearest to a place of the map, looked for in growing squares.
std::optional<Cell> nearest_passable(const MoveGrid& grid, Cell from) {
  const int farthest = std::max(grid.width(), grid.height());
  for (int radius = 0; radius <= farthest; ++radius) {
    for (int y = from.y - radius; y <= from.y + radius; ++y) {
      const bool edge = y == from.y - radius || y == from.y + radius;
      for (int x = from.x - radius; x <= from.x + radius; x += edge ? 1 : std::max(2 * radius, 1)) {
        if (grid.passable(Cell{x, y})) return Cell{x, y};
      }
    }
  }
  return std::nullopt;
}

// A filled square with a landmark's number on it, as on the map; the item before its label. Hollow: set aside.
void landmark_sign(Ui& ui, int number, bool hollow, float size) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 end(at.x + size, at.y + size);
  ImDrawList* list = ImGui::GetWindowDrawList();
  if (!hollow) list->AddRectFilled(at, end, to_im(palette::kLandmark), ui.px(3));
  list->AddRect(at, end, hollow ? to_im(on_panel(palette::kLandmark)) : IM_COL32(255, 255, 255, 200), ui.px(3), 0,
                ui.px(1.2f));
  char text[12];
  std::snprintf(text, sizeof text, "%d", number);
  ImFont* font = ui.fonts().small;
  const ImVec2 extent = font->CalcTextSizeA(imgui::font_size(font), 1e9f, 0, text);
  list->AddText(font, imgui::font_size(font),
                {std::floor(at.x + (size - extent.x) / 2), std::floor(at.y + (size - extent.y) / 2)},
                hollow ? to_u32(theme().text) : IM_COL32(255, 255, 255, 255), text);
  ImGui::Dummy({size, size});
}

// Whether the bounds are as good as they can be, and what can be done about it.
void draw_landmark_state(Ui& ui, const Lab& lab) {
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(6), ui.px(2)});
  setting_row(ui, "Bounds");
  const auto button = [&](const char* label, const char* name, const char* line, const char* help) {
    ImGui::SameLine();
    ImGui::SetCursorPosX(ImGui::GetContentRegionMax().x - ImGui::CalcTextSize(label).x - ui.px(12));
    if (ImGui::Button(label)) ui.run(line);
    ui.dump().mark(name);
    tooltip(ui, help, {});
  };
  if (landmarks_desk(lab).status().building) {
    char label[32];
    std::snprintf(label, sizeof label, "%.0f %%", landmarks_desk(lab).status().progress * 100);
    const float cancel = ImGui::CalcTextSize("Cancel").x + ui.px(20);
    ImGui::ProgressBar(static_cast<float>(landmarks_desk(lab).status().progress),
                       {std::max(ImGui::GetContentRegionAvail().x - cancel, ui.px(30)), ImGui::GetFrameHeight()},
                       label);
    ui.dump().mark("landmarks.progress");
    button("Cancel", "landmarks.cancel", "landmarks.cancel",
           "Give it up until the next edit: what there is already stays in use");
  } else if (landmarks_desk(lab).status().exact) {
    ImGui::AlignTextToFramePadding();
    ImGui::TextColored(theme().good, "exact");
    ui.dump().mark("landmarks.state");
    tooltip(ui, "Every stored way is as long as it really is", {});
    button("Rebuild", "landmarks.rebuild", "landmarks.rebuild", "Compute them all anew, in the background");
  } else {
    ImGui::AlignTextToFramePadding();
    ImGui::TextColored(theme().warn, "%s",
                       lab.world().get<MapLandmarks>().landmarks().ready() ? "inexact" : "none yet");
    ui.dump().mark("landmarks.state");
    tooltip(ui, "Edits have made some bounds lower than they could be", {},
            "Paths are still optimal; searches look at more cells until the rebuild.");
    button("Rebuild", "landmarks.rebuild", "landmarks.rebuild", "Make them exact, in the background");
  }
  ImGui::PopStyleVar();
  if (landmarks_desk(lab).status().set_aside > 0) {
    ImGui::PushFont(ui.fonts().small);
    char text[96];
    std::snprintf(text, sizeof text, "%d of %d set aside: they say nothing until the rebuild.",
                  landmarks_desk(lab).status().set_aside, lab.world().get<MapLandmarks>().landmarks().count());
    text_colored_wrapped(theme().warn, text);
    ImGui::PopFont();
  }
}

// The landmarks by number: where they are, the picture of one, and one less.
void draw_landmark_list(Ui& ui, const Lab& lab) {
  const LabState& s = lab.state();
  const World& world = lab.world();
  const Landmarks& landmarks = world.get<MapLandmarks>().landmarks();
  const LandmarkOptions& options = landmarks_desk(lab).options();
  const GridMap& map = world.map();
  // Where they will be, once they are there.
  const bool placed = !options.placed.empty();
  const int count = placed ? options.lanes() : landmarks.count();
  char line[64], mark[48], text[48];
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(4), ui.px(1)});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ui.px(6), ui.px(2)});
  const float height = ImGui::GetFrameHeight();
  const int rows = std::clamp(count, 1, kListRows);
  ImGui::PushStyleColor(ImGuiCol_ChildBg, theme().field);
  ImGui::BeginChild("list", {0, static_cast<float>(rows) * (height + ui.px(2)) + ui.px(4)});
  ImGui::SetCursorPosY(ui.px(2));
  for (int i = 0; i < count; ++i) {
    Cell cell = map.cell(placed ? options.placed[static_cast<size_t>(i)] : landmarks.cells()[static_cast<size_t>(i)]);
    if (const auto& drag = landmarks_desk(lab).dragged(); drag && drag->landmark == i) cell = drag->at;
    const bool aside = i < landmarks.count() && !landmarks.in_use(i);
    ImGui::PushID(i);
    const ImVec2 at = ImGui::GetCursorPos();
    const float right = ImGui::GetContentRegionMax().x;
    ImGui::SetCursorPos({at.x + ui.px(4), at.y + std::floor((height - ui.px(16)) / 2)});
    landmark_sign(ui, i + 1, aside, ui.px(16));
    ImGui::SetCursorPos({at.x + ui.px(26), at.y});
    std::snprintf(text, sizeof text, "%d, %d%s", cell.x, cell.y, aside ? "  set aside" : "");
    ImGui::AlignTextToFramePadding();
    if (ImGui::Selectable(text, false, 0, {right - at.x - ui.px(26) - ui.px(54), height - ui.px(2)})) {
      std::snprintf(line, sizeof line, "inspect %d %d", cell.x, cell.y);
      ui.run(line);
    }
    std::snprintf(mark, sizeof mark, "landmark.%d", i + 1);
    ui.dump().mark(mark);
    tooltip(ui, aside ? "Set aside after an edit: it says nothing until the rebuild" : "Drag it on the map to move it",
            {}, "Click to inspect its cell");
    // The way from it to all cells.
    const bool seen = s.layer(kHeuristicLayer).on && landmarks_desk(lab).heuristic().kind == HeuristicKind::kDistance &&
                      landmarks_desk(lab).heuristic().landmark == i;
    const auto small_button = [&](float from_right, const char* sign, const char* letter, bool on) {
      ImGui::SetCursorPos({right - from_right, at.y});
      ImGui::PushStyleColor(ImGuiCol_Button, on ? theme().accent_soft : ImVec4(0, 0, 0, 0));
      ImGui::PushStyleColor(ImGuiCol_Text, on ? theme().accent : theme().text_dim);
      const bool clicked = ImGui::Button(ui.fonts().icons ? sign : letter, {ui.px(24), height});
      ImGui::PopStyleColor(2);
      return clicked;
    };
    if (small_button(ui.px(52), icon::kLayers, "o", seen)) {
      if (seen) {
        ui.run("layer heuristic off");
      } else {
        std::snprintf(line, sizeof line, "heuristic.show distance %d", i + 1);
        ui.run(line);
        if (!s.layer(kHeuristicLayer).on) ui.run("layer heuristic on");
      }
    }
    std::snprintf(mark, sizeof mark, "landmark.%d.show", i + 1);
    ui.dump().mark(mark);
    tooltip(ui, "Heat map of the ways from this landmark", {});
    ImGui::BeginDisabled(count <= 1);
    if (small_button(ui.px(26), icon::kClose, "x", false)) {
      std::snprintf(line, sizeof line, "landmarks.remove %d", i + 1);
      ui.run(line);
    }
    ImGui::EndDisabled();
    std::snprintf(mark, sizeof mark, "landmark.%d.remove", i + 1);
    ui.dump().mark(mark);
    tooltip(ui, count > 1 ? "Remove it" : "The last one stays: switch landmarks off instead", {});
    ImGui::PopID();
  }
  if (count == 0) {
    ImGui::SetCursorPosX(ui.px(6));
    text_dim("being placed...");
  }
  ImGui::EndChild();
  ImGui::PopStyleColor();
  ImGui::PopStyleVar(2);
  // One more: where the user looks.
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(6), ui.px(2)});
  ImGui::BeginDisabled(count == 0 || count >= kMaxLandmarks);
  if (ImGui::Button("Add one", {ImGui::GetContentRegionAvail().x, 0})) {
    Cell at = {static_cast<int>(std::floor(s.camera.center_x)), static_cast<int>(std::floor(s.camera.center_y))};
    if (s.inspected) at = s.inspected->cell;
    if (const auto cell = nearest_passable(world.moves(), at)) {
      std::snprintf(line, sizeof line, "landmarks.add %d,%d", cell->x, cell->y);
      ui.run(line);
      if (!s.layer(kLandmarkLayer).on) ui.run("layer landmarks on");
    }
  }
  ImGui::EndDisabled();
  ui.dump().mark("landmarks.add");
  tooltip(ui, "At the inspected cell, or in the middle of the map view; then drag it", {});
  ImGui::PopStyleVar();
}

void draw_tab(Ui& ui, Lab& lab) {
  const LabState& s = lab.state();
  const World& world = lab.world();
  const bool on = world.has(StructureId::kLandmarks);
  char line[64];
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(6), ui.px(3)});
  switch_box(ui, "Landmarks guide A* (ALT)", "landmarks.on", "landmarks", on,
             "The way from each landmark to every cell is stored: what two of these ways differ by is a lower bound of "
             "the way between the two cells");
  if (!on) {
    ImGui::PushFont(ui.fonts().small);
    text_colored_wrapped(
        theme().text_dim,
        "Stored ways from a few cells to all others give A* a better h: it looks at fewer cells. Paths "
        "stay optimal, after edits too.");
    ImGui::PopFont();
  }
  ImGui::Dummy({0, ui.px(2)});
  const LandmarkOptions& options = landmarks_desk(lab).options();
  const bool placed = !options.placed.empty();
  slider(ui, "Count", "landmarks.count", "landmarks.count", options.lanes(), 1, kMaxLandmarks, "%d",
         "How many landmarks, placed automatically",
         "The first at an end of the largest area, each further one farthest from those before. 10 are the paper's; "
         "every four "
         "take 16 bytes a cell.");
  setting_row(ui, "Placed");
  const bool automatic = !placed;
  if (automatic) {
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted("automatically");
  } else {
    if (ImGui::Button("Automatic")) ui.run("landmarks.auto");
    ui.dump().mark("landmarks.auto");
    tooltip(ui, "Place as many of them anew, far from each other", {});
    ImGui::SameLine(0, ui.px(6));
    ImGui::AlignTextToFramePadding();
    text_dim("by hand");
  }
  ImGui::PopStyleVar();
  if (on) {
    draw_landmark_state(ui, lab);
    draw_landmark_list(ui, lab);
    draw_structure_cost(ui, lab, StructureId::kLandmarks);
  } else if (!Landmarks::fits(world.map().cell_count(), options)) {
    int fit = options.lanes();
    while (fit > 1 && !Landmarks::fits(world.map().cell_count(), {.count = fit, .placed = {}})) --fit;
    char why[96];
    std::snprintf(why, sizeof why, "%d landmarks do not fit into memory on this map.", options.lanes());
    std::snprintf(line, sizeof line, "landmarks.count %d", fit);
    char button[24];
    std::snprintf(button, sizeof button, "Take %d", fit);
    remedy(ui, why, button, "landmarks.fix.count", line);
  }
  ImGui::Dummy({0, ui.px(2)});
  draw_legend_rows(ui, lab, {kLandmarkLayer, kHeuristicLayer});
  // What the picture shows.
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(4), ui.px(2)});
  ImGui::Indent(ui.px(26));
  static constexpr Segment kKinds[] = {{"h", 0}, {"gain", 1}, {"from one", 2}};
  if (const auto kind = segments(ui, "heuristic.show", kKinds, static_cast<int>(landmarks_desk(lab).heuristic().kind),
                                 "What the heat map shows of every cell",
                                 "h: the lower bound of the way to the goal. gain: how much of it landmarks add to the "
                                 "plain distance. from one: the way from one landmark, the eye in the list.")) {
    const std::string_view name = heuristic_name(static_cast<HeuristicKind>(*kind));
    std::snprintf(line, sizeof line, "heuristic.show %.*s", static_cast<int>(name.size()), name.data());
    ui.run(line);
    if (!s.layer(kHeuristicLayer).on) ui.run("layer heuristic on");
  }
  ImGui::Unindent(ui.px(26));
  ImGui::PopStyleVar();
}

void inspected(Ui& ui, const Lab& lab) {
  const LandmarkInspection& seen = landmarks_desk(lab).inspected();
  if (!seen.known) return;
  const double unit = cost_unit(lab.world());
  ImGui::PushFont(ui.fonts().small);
  if (seen.landmark >= 0) {
    landmark_sign(ui, seen.landmark + 1, !lab.world().get<MapLandmarks>().landmarks().in_use(seen.landmark), ui.px(14));
    ImGui::SameLine(0, ui.px(5));
    ImGui::TextUnformatted("a landmark stands here");
  }
  text_dim("h from landmarks");
  ImGui::SameLine(0, ui.px(5));
  if (seen.separated) {
    ImGui::TextColored(theme().warn, "no way to the goal");
    ui.dump().mark("inspector.landmarks");
  } else {
    const bool better = seen.landmark_bound > seen.distance_bound;
    ImGui::TextColored(better ? theme().good : theme().text, "%.2f", seen.landmark_bound / unit);
    ui.dump().mark("inspector.landmarks");
    ImGui::SameLine(0, ui.px(8));
    text_dim("distance bound");
    ImGui::SameLine(0, ui.px(5));
    ImGui::TextColored(better ? theme().text : theme().good, "%.2f", seen.distance_bound / unit);
    tooltip(ui, "A* takes the larger of the two", {});
    if (seen.deciding >= 0 && better) {
      text_dim("by landmark");
      ImGui::SameLine(0, ui.px(5));
      landmark_sign(ui, seen.deciding + 1, false, ui.px(14));
    }
  }
  if (seen.set_aside > 0) text_dim("%d landmark%s set aside", seen.set_aside, seen.set_aside == 1 ? "" : "s");
  ImGui::PopFont();
}

void meter(Ui& ui, const Lab& lab) {
  const MeterReading& meter = lab.state().meter;
  if (!lab.world().has(StructureId::kLandmarks)) return;
  char redone[24];
  meter_title(ui, "Landmarks");
  format_count(meter.count(StructureId::kLandmarks, "lowered", 0), redone, sizeof redone);
  ImGui::Text("%s bounds lowered", redone);
  ui.dump().mark("meter.landmarks");
  tooltip(ui, "Ways that an edit may have shortened: lowered at once, so that paths stay optimal", {});
  if (const size_t aside = meter.count(StructureId::kLandmarks, "set_aside", 0); aside > 0) {
    ImGui::SameLine(0, ui.px(8));
    ImGui::TextColored(theme().warn, "%zu set aside", aside);
  }
}

bool sign(Ui& ui, const Lab&, Layer layer, const SignPlace& place) {
  const auto& [list, at, w, low, high, mid] = place;
  if (layer == kLandmarkLayer) {
    const ImVec2 before = ImGui::GetCursorScreenPos();
    ImGui::SetCursorScreenPos({mid.x - ui.px(7), at.y - ui.px(7)});
    landmark_sign(ui, 1, false, ui.px(14));
    ImGui::SetCursorScreenPos(before);
  } else if (layer == kHeuristicLayer) {
    list->AddRectFilledMultiColor(low, high, to_im(field_color(0)), to_im(field_color(1)), to_im(field_color(1)),
                                  to_im(field_color(0)));
  } else {
    return false;
  }
  return true;
}

// The values at both ends of the heuristic's picture.
bool legend(Ui& ui, const Lab& lab, Layer layer) {
  if (layer != kHeuristicLayer) return false;
  const HeuristicView& view = landmarks_desk(lab).heuristic();
  ImGui::PushFont(ui.fonts().small);
  ImGui::Indent(ui.px(26));
  if (view.low <= view.high) {
    const Cost unit = cost_unit(lab.world());
    field_bar(ui, cost_text(view.low, unit).c_str(), cost_text(view.high, unit).c_str());
    ui.dump().mark("legend.heuristic");
    tooltip(ui, "Darkest to lightest, in straight steps", {});
  }
  switch (view.kind) {
    case HeuristicKind::kBound:
      text_dim("h to the goal");
      break;
    case HeuristicKind::kGain:
      text_dim("h beyond the plain distance");
      break;
    case HeuristicKind::kDistance:
      text_dim("way from landmark %d", view.landmark + 1);
      break;
  }
  ImGui::Unindent(ui.px(26));
  ImGui::PopFont();
  return true;
}

// What the status bar says of the landmarks.
enum class LandmarkNotice : uint8_t { kNone, kBuilding, kInexact };

LandmarkNotice landmark_notice(const Lab& lab) {
  if (!lab.world().has(StructureId::kLandmarks)) return LandmarkNotice::kNone;
  const LandmarkStatus& status = landmarks_desk(lab).status();
  if (status.building) return LandmarkNotice::kBuilding;
  return status.cancelled && !status.exact ? LandmarkNotice::kInexact : LandmarkNotice::kNone;
}

float status_width(const Ui& ui, const Lab& lab) {
  switch (landmark_notice(lab)) {
    case LandmarkNotice::kNone:
      break;
    case LandmarkNotice::kBuilding:
      return ui.px(204);
    case LandmarkNotice::kInexact:
      return ui.px(162);
  }
  return 0;
}

void status(Ui& ui, const Lab& lab) {
  const LandmarkNotice notice = landmark_notice(lab);
  if (notice == LandmarkNotice::kBuilding) {
    char label[32];
    std::snprintf(label, sizeof label, "landmarks %.0f %%", landmarks_desk(lab).status().progress * 100);
    ImGui::ProgressBar(static_cast<float>(landmarks_desk(lab).status().progress),
                       {ui.px(140), ImGui::GetTextLineHeight() + ui.px(2)}, label);
    ui.dump().mark("status.landmarks");
    ImGui::SameLine(0, ui.px(4));
    if (ImGui::SmallButton("cancel")) ui.run("landmarks.cancel");
    ui.dump().mark("status.landmarks.cancel");
    tooltip(ui, "Give the rebuild of the landmarks up", {},
            "What there is already stays in use: paths are optimal with it");
    ImGui::SameLine(0, ui.px(12));
  } else if (notice == LandmarkNotice::kInexact) {
    ImGui::TextColored(theme().warn, "landmarks: inexact");
    ui.dump().mark("status.landmarks");
    tooltip(ui, "Some bounds are lower than they could be: paths are still optimal, searches look at more cells", {});
    ImGui::SameLine(0, ui.px(4));
    if (ImGui::SmallButton("rebuild")) ui.run("landmarks.rebuild");
    ui.dump().mark("status.landmarks.rebuild");
    ImGui::SameLine(0, ui.px(12));
  }
}

}  // namespace

FeaturePanel landmarks_panel() {
  return {.feature = "landmarks",
          .tab = {"Landmarks", "tab.landmarks", "Landmarks: a better estimate of the way to the goal (ALT)",
                  StructureId::kLandmarks, draw_tab},
          .inspected = inspected,
          .sign = sign,
          .legend = legend,
          .meter = meter,
          .status_width = status_width,
          .status = status,
          .place = 1};
}

}  // namespace strata
