// The left panel's tab of landmarks.

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>

#include "app/base/icons.hpp"
#include "app/lab/lab_parts.hpp"
#include "app/ui/panels.hpp"
#include "app/ui/widgets.hpp"
#include "app/window/theme.hpp"

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

}  // namespace

void Gui::draw_landmarks_tab() {
  const LabState& s = state();
  const World& world = lab_.world();
  const bool on = world.has(Structure::kLandmarks);
  char line[64];
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {px(6), px(3)});
  switch_box("Landmarks guide A* (ALT)", "landmarks.on", "landmarks", on,
             "The way from each landmark to every cell is stored: what two of these ways differ by is a lower bound of "
             "the way between the two cells");
  if (!on) {
    ImGui::PushFont(fonts_->small);
    text_colored_wrapped(
        theme().text_dim,
        "Stored ways from a few cells to all others give A* a better h: it looks at fewer cells. Paths "
        "stay optimal, after edits too.");
    ImGui::PopFont();
  }
  ImGui::Dummy({0, px(2)});
  const LandmarkOptions& options = s.landmark_options;
  const bool placed = !options.placed.empty();
  slider("Count", "landmarks.count", "landmarks.count", options.lanes(), 1, kMaxLandmarks, "%d",
         "How many landmarks, placed automatically",
         "The first at an end of the largest area, each further one farthest from those before. 10 are the paper's; "
         "every four "
         "take 16 bytes a cell.");
  setting_row(*this, "Placed");
  const bool automatic = !placed;
  if (automatic) {
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted("automatically");
  } else {
    if (ImGui::Button("Automatic")) run("landmarks.auto");
    dump_.mark("landmarks.auto");
    tooltip(*this, "Place as many of them anew, far from each other", {});
    ImGui::SameLine(0, px(6));
    ImGui::AlignTextToFramePadding();
    text_dim("by hand");
  }
  ImGui::PopStyleVar();
  if (on) {
    draw_landmark_state();
    draw_landmark_list();
    draw_structure_cost(Structure::kLandmarks);
  } else if (!Landmarks::fits(world.map().cell_count(), options)) {
    int fit = options.lanes();
    while (fit > 1 && !Landmarks::fits(world.map().cell_count(), {.count = fit, .placed = {}})) --fit;
    char why[96];
    std::snprintf(why, sizeof why, "%d landmarks do not fit into memory on this map.", options.lanes());
    std::snprintf(line, sizeof line, "landmarks.count %d", fit);
    char button[24];
    std::snprintf(button, sizeof button, "Take %d", fit);
    draw_remedy(why, button, "landmarks.fix.count", line);
  }
  ImGui::Dummy({0, px(2)});
  draw_legend_rows({Layer::kLandmarks, Layer::kHeuristic});
  // What the picture shows.
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {px(4), px(2)});
  ImGui::Indent(px(26));
  static constexpr Segment kKinds[] = {{"h", 0}, {"gain", 1}, {"from one", 2}};
  if (const auto kind = segments(*this, "heuristic.show", kKinds, static_cast<int>(s.heuristic.kind),
                                 "What the heat map shows of every cell",
                                 "h: the lower bound of the way to the goal. gain: how much of it landmarks add to the "
                                 "plain distance. from one: the way from one landmark, the eye in the list.")) {
    const std::string_view name = heuristic_name(static_cast<HeuristicKind>(*kind));
    std::snprintf(line, sizeof line, "heuristic.show %.*s", static_cast<int>(name.size()), name.data());
    run(line);
    if (!s.layer(Layer::kHeuristic).on) run("layer heuristic on");
  }
  ImGui::Unindent(px(26));
  ImGui::PopStyleVar();
}

// Whether the bounds are as good as they can be, and what can be done about it.
void Gui::draw_landmark_state() {
  const LabState& s = state();
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {px(6), px(2)});
  setting_row(*this, "Bounds");
  const auto button = [this](const char* label, const char* name, const char* line, const char* help) {
    ImGui::SameLine();
    ImGui::SetCursorPosX(ImGui::GetContentRegionMax().x - ImGui::CalcTextSize(label).x - px(12));
    if (ImGui::Button(label)) run(line);
    dump_.mark(name);
    tooltip(*this, help, {});
  };
  if (s.landmarks_building) {
    char label[32];
    std::snprintf(label, sizeof label, "%.0f %%", s.landmarks_progress * 100);
    const float cancel = ImGui::CalcTextSize("Cancel").x + px(20);
    ImGui::ProgressBar(static_cast<float>(s.landmarks_progress),
                       {std::max(ImGui::GetContentRegionAvail().x - cancel, px(30)), ImGui::GetFrameHeight()}, label);
    dump_.mark("landmarks.progress");
    button("Cancel", "landmarks.cancel", "landmarks.cancel",
           "Give it up until the next edit: what there is already stays in use");
  } else if (s.landmarks_exact) {
    ImGui::AlignTextToFramePadding();
    ImGui::TextColored(theme().good, "exact");
    dump_.mark("landmarks.state");
    tooltip(*this, "Every stored way is as long as it really is", {});
    button("Rebuild", "landmarks.rebuild", "landmarks.rebuild", "Compute them all anew, in the background");
  } else {
    ImGui::AlignTextToFramePadding();
    ImGui::TextColored(theme().warn, "%s",
                       lab_.world().get<MapLandmarks>().landmarks().ready() ? "inexact" : "none yet");
    dump_.mark("landmarks.state");
    tooltip(*this, "Edits have made some bounds lower than they could be", {},
            "Paths are still optimal; searches look at more cells until the rebuild.");
    button("Rebuild", "landmarks.rebuild", "landmarks.rebuild", "Make them exact, in the background");
  }
  ImGui::PopStyleVar();
  if (s.landmarks_set_aside > 0) {
    ImGui::PushFont(fonts_->small);
    char text[96];
    std::snprintf(text, sizeof text, "%d of %d set aside: they say nothing until the rebuild.", s.landmarks_set_aside,
                  lab_.world().get<MapLandmarks>().landmarks().count());
    text_colored_wrapped(theme().warn, text);
    ImGui::PopFont();
  }
}

// The landmarks by number: where they are, the picture of one, and one less.
void Gui::draw_landmark_list() {
  const LabState& s = state();
  const World& world = lab_.world();
  const Landmarks& landmarks = world.get<MapLandmarks>().landmarks();
  const LandmarkOptions& options = s.landmark_options;
  const GridMap& map = world.map();
  // Where they will be, once they are there.
  const bool placed = !options.placed.empty();
  const int count = placed ? options.lanes() : landmarks.count();
  char line[64], mark[48], text[48];
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {px(4), px(1)});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {px(6), px(2)});
  const float height = ImGui::GetFrameHeight();
  const int rows = std::clamp(count, 1, kListRows);
  ImGui::PushStyleColor(ImGuiCol_ChildBg, theme().field);
  ImGui::BeginChild("list", {0, static_cast<float>(rows) * (height + px(2)) + px(4)});
  ImGui::SetCursorPosY(px(2));
  for (int i = 0; i < count; ++i) {
    Cell cell = map.cell(placed ? options.placed[static_cast<size_t>(i)] : landmarks.cells()[static_cast<size_t>(i)]);
    if (s.landmark_drag && s.landmark_drag->landmark == i) cell = s.landmark_drag->at;
    const bool aside = i < landmarks.count() && !landmarks.in_use(i);
    ImGui::PushID(i);
    const ImVec2 at = ImGui::GetCursorPos();
    const float right = ImGui::GetContentRegionMax().x;
    ImGui::SetCursorPos({at.x + px(4), at.y + std::floor((height - px(16)) / 2)});
    landmark_sign(*this, i + 1, aside, px(16));
    ImGui::SetCursorPos({at.x + px(26), at.y});
    std::snprintf(text, sizeof text, "%d, %d%s", cell.x, cell.y, aside ? "  set aside" : "");
    ImGui::AlignTextToFramePadding();
    if (ImGui::Selectable(text, false, 0, {right - at.x - px(26) - px(54), height - px(2)})) {
      std::snprintf(line, sizeof line, "inspect %d %d", cell.x, cell.y);
      run(line);
    }
    std::snprintf(mark, sizeof mark, "landmark.%d", i + 1);
    dump_.mark(mark);
    tooltip(*this,
            aside ? "Set aside after an edit: it says nothing until the rebuild" : "Drag it on the map to move it", {},
            "Click to inspect its cell");
    // The way from it to all cells.
    const bool seen =
        s.layer(Layer::kHeuristic).on && s.heuristic.kind == HeuristicKind::kDistance && s.heuristic.landmark == i;
    const auto small_button = [&](float from_right, const char* sign, const char* letter, bool on) {
      ImGui::SetCursorPos({right - from_right, at.y});
      ImGui::PushStyleColor(ImGuiCol_Button, on ? theme().accent_soft : ImVec4(0, 0, 0, 0));
      ImGui::PushStyleColor(ImGuiCol_Text, on ? theme().accent : theme().text_dim);
      const bool clicked = ImGui::Button(fonts_->icons ? sign : letter, {px(24), height});
      ImGui::PopStyleColor(2);
      return clicked;
    };
    if (small_button(px(52), icon::kLayers, "o", seen)) {
      if (seen) {
        run("layer heuristic off");
      } else {
        std::snprintf(line, sizeof line, "heuristic.show distance %d", i + 1);
        run(line);
        if (!s.layer(Layer::kHeuristic).on) run("layer heuristic on");
      }
    }
    std::snprintf(mark, sizeof mark, "landmark.%d.show", i + 1);
    dump_.mark(mark);
    tooltip(*this, "Heat map of the ways from this landmark", {});
    ImGui::BeginDisabled(count <= 1);
    if (small_button(px(26), icon::kClose, "x", false)) {
      std::snprintf(line, sizeof line, "landmarks.remove %d", i + 1);
      run(line);
    }
    ImGui::EndDisabled();
    std::snprintf(mark, sizeof mark, "landmark.%d.remove", i + 1);
    dump_.mark(mark);
    tooltip(*this, count > 1 ? "Remove it" : "The last one stays: switch landmarks off instead", {});
    ImGui::PopID();
  }
  if (count == 0) {
    ImGui::SetCursorPosX(px(6));
    text_dim("being placed...");
  }
  ImGui::EndChild();
  ImGui::PopStyleColor();
  ImGui::PopStyleVar(2);
  // One more: where the user looks.
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {px(6), px(2)});
  ImGui::BeginDisabled(count == 0 || count >= kMaxLandmarks);
  if (ImGui::Button("Add one", {ImGui::GetContentRegionAvail().x, 0})) {
    Cell at = {static_cast<int>(std::floor(s.camera.center_x)), static_cast<int>(std::floor(s.camera.center_y))};
    if (s.inspected) at = s.inspected->cell;
    if (const auto cell = nearest_passable(world.moves(), at)) {
      std::snprintf(line, sizeof line, "landmarks.add %d,%d", cell->x, cell->y);
      run(line);
      if (!s.layer(Layer::kLandmarks).on) run("layer landmarks on");
    }
  }
  ImGui::EndDisabled();
  dump_.mark("landmarks.add");
  tooltip(*this, "At the inspected cell, or in the middle of the map view; then drag it", {});
  ImGui::PopStyleVar();
}

}  // namespace strata
