// Landmarks in the interface: their tab, symbols of their layers and legend of the heat map, bounds of the inspected
// cell, their rows of meter and status bar.

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>

#include "app/base/icons.hpp"
#include "app/features/landmarks/landmarks.hpp"
#include "app/lab/lab.hpp"
#include "app/ui/feature_panel.hpp"
#include "app/ui/fit_buttons.hpp"
#include "app/ui/layer_symbols.hpp"
#include "app/ui/panel_meter.hpp"
#include "app/ui/structure_cost.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"
#include "core/world/map_landmarks.hpp"

namespace strata {
namespace {

constexpr int kListRows = 6;  // longer lists scroll

// Returns the passable cell nearest to `from`, searched in growing squares.
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

// Draws the square with a number that marks a landmark on the map, in front of a text. `hollow`: the landmark is unused
// until it is rebuilt.
void landmark_symbol(Ui& ui, int number, bool hollow, float size) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 end(at.x + size, at.y + size);
  ImDrawList* list = ImGui::GetWindowDrawList();
  if (!hollow) list->AddRectFilled(at, end, to_im(palette::kLandmark), ui.px(3));
  list->AddRect(at, end, hollow ? to_im(on_panel(palette::kLandmark)) : IM_COL32(255, 255, 255, 200), ui.px(3), 0,
                ui.px(1.2f));
  const Text text("{}", number);
  ImFont* font = ui.fonts().small;
  const ImVec2 extent = text_size(font, text);
  add_text(list, font, {std::floor(at.x + (size - extent.x) / 2), std::floor(at.y + (size - extent.y) / 2)},
           hollow ? to_u32(theme().text) : IM_COL32(255, 255, 255, 255), text);
  ImGui::Dummy({size, size});
}

// Draws whether the distances are exact, and the button that cancels or rebuilds them.
void draw_landmark_state(Ui& ui, const Lab& lab) {
  const LandmarkStatus& status = landmarks_controller(lab).status();
  const Landmarks& landmarks = lab.world().get<MapLandmarks>().landmarks();
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(6), ui.px(2)});
  setting_row(ui, "Bounds");
  if (status.building) {
    progress_row(ui, Text("{:.0f} %", status.progress * 100), status.progress, "landmarks.progress");
    button_at_end(ui, "Cancel", "landmarks.cancel", "landmarks.cancel",
                  "Cancels the rebuild until the next edit; searches go on with the bounds that are there");
  } else {
    ImGui::AlignTextToFramePadding();
    if (status.exact) {
      draw_text(theme().good, "exact");
      describe(ui, "landmarks.state", "Every stored distance is that of the map as it is now");
    } else {
      draw_text(theme().warn, landmarks.ready() ? "inexact" : "none yet");
      describe(ui, "landmarks.state",
               "Edits have weakened the bounds: paths stay optimal, but searches expand more until the rebuild");
    }
    button_at_end(ui, "Rebuild", "landmarks.rebuild", "landmarks.rebuild",
                  "Computes the distances of all landmarks again, in the background");
  }
  ImGui::PopStyleVar();
  if (status.set_aside > 0) {
    note(ui, theme().warn,
         Text("{} of {} landmarks are not used until the rebuild.", status.set_aside, landmarks.count()));
  }
}

// Draws the list of landmarks: their cells, and buttons that show the distances of one or remove it.
void draw_landmark_list(Ui& ui, const Lab& lab) {
  const LabState& s = lab.state();
  const World& world = lab.world();
  const Landmarks& landmarks = world.get<MapLandmarks>().landmarks();
  const LandmarkOptions& options = landmarks_controller(lab).options();
  const HeuristicView& view = landmarks_controller(lab).heuristic();
  // While distances are still being built, the options give the cells of the landmarks.
  const std::span<const CellId> cells = options.placed.empty() ? landmarks.cells() : std::span(options.placed);
  const int count = options.placed.empty() ? landmarks.count() : options.lanes();
  {
    const RowList list(ui, "list", count, kListRows);
    const float height = list.height();
    for (int i = 0; i < count; ++i) {
      Cell cell = world.map().cell(cells[static_cast<size_t>(i)]);
      if (const auto& drag = landmarks_controller(lab).dragged(); drag && drag->landmark == i) cell = drag->at;
      const bool aside = i < landmarks.count() && !landmarks.in_use(i);
      const IdScope id(i);
      const ImVec2 at = ImGui::GetCursorPos();
      const float right = ImGui::GetContentRegionMax().x;
      ImGui::SetCursorPos({at.x + ui.px(4), at.y + std::floor((height - ui.px(16)) / 2)});
      landmark_symbol(ui, i + 1, aside, ui.px(16));
      ImGui::SetCursorPos({at.x + ui.px(26), at.y});
      ImGui::AlignTextToFramePadding();
      if (ImGui::Selectable(Text("{}, {}{}", cell.x, cell.y, aside ? "  unused" : ""), false, 0,
                            {right - at.x - ui.px(26) - ui.px(54), height - ui.px(2)})) {
        inspect(ui, cell);
      }
      describe(ui, Text("landmark.{}", i + 1),
               aside ? "Not used until the rebuild: an edit has changed too many of its distances"
                     : "Click to inspect the landmark's cell",
               {}, "Drag the landmark on the map to move it.");
      // The button shows the distances from this landmark to all cells.
      const bool seen = s.layer(kHeuristicLayer).on && view.kind == HeuristicKind::kDistance && view.landmark == i;
      const auto small_button = [&](float from_right, const char* symbol, const char* letter, bool on) {
        ImGui::SetCursorPos({right - from_right, at.y});
        const ColorScope ground(ImGuiCol_Button, on ? theme().accent_soft : ImVec4(0, 0, 0, 0));
        const ColorScope ink(ImGuiCol_Text, on ? theme().accent : theme().text_dim);
        return ImGui::Button(ui.fonts().icons ? symbol : letter, {ui.px(24), height});
      };
      if (small_button(ui.px(52), icon::kLayers, "o", seen)) {
        if (!seen) ui.run("heuristic.show distance {}", i + 1);
        if (seen || !s.layer(kHeuristicLayer).on) ui.run("layer heuristic {}", seen ? "off" : "on");
      }
      describe(ui, Text("landmark.{}.show", i + 1), "Shows the distances from this landmark as a heat map");
      const DisabledScope disabled(ui, count > 1, "the last landmark cannot be removed: switch landmarks off instead");
      if (small_button(ui.px(26), icon::kClose, "x", false)) ui.run("landmarks.remove {}", i + 1);
      describe(ui, Text("landmark.{}.remove", i + 1), "Removes the landmark");
    }
    if (count == 0) {
      ImGui::SetCursorPosX(ui.px(6));
      draw_dim("being placed...");
    }
  }
  // The button adds a landmark near the centre of the view.
  const StyleScope padding(ImGuiStyleVar_FramePadding, {ui.px(6), ui.px(2)});
  const Text full("there are {} landmarks, the most that are kept", kMaxLandmarks);
  const std::string_view why_not_add = count == 0              ? "the first ones are being placed"
                                       : count < kMaxLandmarks ? ""
                                                               : full.view();
  if (button(ui, "Add a landmark", "landmarks.add", {},
             "Adds a landmark at the inspected cell, or else in the middle of the view",
             {.width = kRestOfLine, .why_not = why_not_add})) {
    Cell at = {static_cast<int>(std::floor(s.camera.center_x)), static_cast<int>(std::floor(s.camera.center_y))};
    if (s.inspected) at = s.inspected->cell;
    if (const auto cell = nearest_passable(world.moves(), at)) {
      ui.run("landmarks.add {}", *cell);
      if (!s.layer(kLandmarkLayer).on) ui.run("layer landmarks on");
    }
  }
}

void draw_tab(Ui& ui, Lab& lab) {
  const LabState& s = lab.state();
  const World& world = lab.world();
  const bool on = world.has(StructureId::kLandmarks);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(6), ui.px(3)});
  structure_switch(
      ui, "Build landmarks (ALT)", "landmarks", on,
      "Stores the cost of the path from each landmark to every cell; the difference of two of them is a lower bound of "
      "the cost between the two cells",
      "Stored costs from a few cells to all others give A* a larger h that is still admissible: it expands fewer "
      "cells. "
      "Paths stay optimal, after edits too.");
  ImGui::Dummy({0, ui.px(2)});
  const LandmarkOptions& options = landmarks_controller(lab).options();
  const std::string_view reason = landmarks_controller(lab).reason();
  const FitButtons buttons = {.line = "landmarks.options",
                              .name = "landmarks",
                              .fit_help =
                                  "As many landmarks as suit the map. Maps that you open get them by themselves, "
                                  "until you choose others.",
                              .other_help = "10 landmarks, as published. Maps that you open keep them.",
                              .fitted = !reason.empty(),
                              .other_on = options == LandmarkOptions{},
                              .reason = reason};
  draw_fit_buttons(ui, buttons);
  draw_setting(ui, lab, "landmarks.count", "landmarks.count");
  setting_row(ui, "Placement");
  if (options.placed.empty()) {
    ImGui::AlignTextToFramePadding();
    draw_text("automatic");
  } else {
    button(ui, "Automatic", "landmarks.auto", "landmarks.auto",
           "Places the same number of landmarks automatically, far from each other");
    ImGui::SameLine(0, ui.px(6));
    ImGui::AlignTextToFramePadding();
    draw_dim("by hand");
  }
  ImGui::PopStyleVar();
  draw_fit_reason(ui, buttons);
  if (on) {
    draw_landmark_state(ui, lab);
    draw_landmark_list(ui, lab);
    draw_structure_cost(ui, lab, StructureId::kLandmarks);
  } else if (!Landmarks::fits(world.map().cell_count(), options)) {
    int fit = options.lanes();
    while (fit > 1 && !Landmarks::fits(world.map().cell_count(), {.count = fit, .placed = {}})) --fit;
    remedy(ui, Text("{} landmarks do not fit into memory on this map.", options.lanes()), Text("Use {}", fit),
           "landmarks.fix.count", Text("landmarks.count {}", fit));
  }
  ImGui::Dummy({0, ui.px(2)});
  // The choice of what the heat map shows.
  const StyleScope padding(ImGuiStyleVar_FramePadding, {ui.px(4), ui.px(2)});
  setting_row(ui, "Heat map");
  if (const auto kind = segments(
          ui, "heuristic.show", {{"h", 0}, {"gain", 1}, {"distance", 2}},
          static_cast<int>(landmarks_controller(lab).heuristic().kind), "Value of each cell that the heat map shows",
          "h: the lower bound of the cost to the goal. gain: how much landmarks add to the plain heuristic. distance: "
          "the cost of the path from one landmark, chosen in the list.")) {
    ui.run("heuristic.show {}", heuristic_name(static_cast<HeuristicKind>(*kind)));
    if (!s.layer(kHeuristicLayer).on) ui.run("layer heuristic on");
  }
}

void inspected(Ui& ui, const Lab& lab) {
  const LandmarkInspection& seen = landmarks_controller(lab).inspected();
  if (!seen.known) return;
  const double unit = cost_unit(lab.world());
  const FontScope small(ui.fonts().small);
  if (seen.landmark >= 0) {
    landmark_symbol(ui, seen.landmark + 1, !lab.world().get<MapLandmarks>().landmarks().in_use(seen.landmark),
                    ui.px(14));
    ImGui::SameLine(0, ui.px(5));
    draw_text("landmark at this cell");
  }
  draw_dim("h by landmarks");
  ImGui::SameLine(0, ui.px(5));
  if (seen.separated) {
    draw_text(theme().warn, "no path to the goal");
    ui.mark("inspector.landmarks");
  } else {
    const bool better = seen.landmark_bound > seen.distance_bound;
    print_in(better ? theme().good : theme().text, "{:.2f}", seen.landmark_bound / unit);
    ui.mark("inspector.landmarks");
    ImGui::SameLine(0, ui.px(8));
    draw_dim("plain h");
    ImGui::SameLine(0, ui.px(5));
    print_in(better ? theme().text : theme().good, "{:.2f}", seen.distance_bound / unit);
    tooltip(ui, "A* uses the larger of the two values as h", {});
    if (seen.deciding >= 0 && better) {
      draw_dim("decided by landmark");
      ImGui::SameLine(0, ui.px(5));
      landmark_symbol(ui, seen.deciding + 1, false, ui.px(14));
    }
  }
  if (seen.set_aside > 0) print_dim("{} not in use", counted(static_cast<size_t>(seen.set_aside), "landmark"));
}

void meter(Ui& ui, const Lab& lab) {
  const UpdateMeterReading& meter = lab.state().meter;
  if (!lab.world().has(StructureId::kLandmarks)) return;
  meter_title(ui, "Landmarks");
  print("{} distances lowered", count_text(meter.count(StructureId::kLandmarks, "lowered", 0)));
  describe(ui, "meter.landmarks",
           "Stored distances that the edit may have shortened, lowered so that h stays admissible");
  if (const size_t aside = meter.count(StructureId::kLandmarks, "set_aside", 0); aside > 0) {
    ImGui::SameLine(0, ui.px(8));
    print_in(theme().warn, "{} not in use", aside);
  }
}

bool symbol(Ui& ui, const Lab&, Layer layer, const SymbolBox& place) {
  const auto& [list, at, w, low, high, mid] = place;
  if (layer == kLandmarkLayer) {
    const ImVec2 before = ImGui::GetCursorScreenPos();
    ImGui::SetCursorScreenPos({mid.x - ui.px(7), at.y - ui.px(7)});
    landmark_symbol(ui, 1, false, ui.px(14));
    ImGui::SetCursorScreenPos(before);
  } else if (layer == kHeuristicLayer) {
    list->AddRectFilledMultiColor(low, high, to_im(field_color(0)), to_im(field_color(1)), to_im(field_color(1)),
                                  to_im(field_color(0)));
  } else {
    return false;
  }
  return true;
}

// Draws the range of the heat map.
bool legend(Ui& ui, const Lab& lab, Layer layer) {
  if (layer != kHeuristicLayer) return false;
  const HeuristicView& view = landmarks_controller(lab).heuristic();
  const LegendScope scope(ui);
  if (view.low <= view.high) {
    const Cost unit = cost_unit(lab.world());
    field_bar(ui, cost_text(view.low, unit).c_str(), cost_text(view.high, unit).c_str());
    describe(ui, "legend.heuristic", "Values of the darkest and the lightest cell; a straight step costs 1");
  }
  switch (view.kind) {
    case HeuristicKind::kBound:
      draw_dim("h to the goal");
      break;
    case HeuristicKind::kGain:
      draw_dim("h above the plain h");
      break;
    case HeuristicKind::kDistance:
      print_dim("distance from landmark {}", view.landmark + 1);
      break;
  }
  return true;
}

// The kind of message about landmarks in the status bar.
std::optional<StatusBarWork> work(const Lab& lab) {
  if (!lab.world().has(StructureId::kLandmarks)) return {};
  const LandmarkStatus& status = landmarks_controller(lab).status();
  if (status.building) {
    return StatusBarWork{.text = "landmarks",
                         .progress = status.progress,
                         .name = "status.landmarks",
                         .help = "Cancels the rebuild of the landmarks",
                         .line = "landmarks.cancel",
                         .hint = "Searches go on with the bounds that are there; paths stay optimal."};
  }
  if (!status.cancelled || status.exact) return {};
  return StatusBarWork{
      .text = "landmarks: inexact",
      .name = "status.landmarks",
      .help = "Some bounds are lower than they could be: paths are still optimal, searches look at more cells",
      .button = "rebuild",
      .line = "landmarks.rebuild",
      .width = 162,
      .warns = true};
}

}  // namespace

FeaturePanel landmarks_panel() {
  return {.feature = "landmarks",
          .tab = {"Landmarks", "tab.landmarks", "Landmarks (ALT): a larger admissible h of the path to the goal (ALT)",
                  LeftPanelSection::kPlanners, draw_tab},
          .inspected = inspected,
          .symbol = symbol,
          .legend = legend,
          .meter = meter,
          .work = work,
          .place = 1};
}

}  // namespace strata
