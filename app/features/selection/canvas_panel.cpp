// The overview shows the whole map with a frame around the visible part. The form resizes and crops the map.
#include "app/features/selection/canvas_panel.hpp"
#include "app/base/terrain_looks.hpp"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "app/features/selection/selection.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/session.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"

namespace strata {
namespace {

constexpr int kOverviewSamples = 128;  // samples along the longer side of the map

// The map as rectangles of one colour, in coordinates relative to its sides. It is rebuilt when the map changes.
struct MapOverviewImage {
  struct ColorRect {
    float x0, x1, y0, y1;
    ImU32 color;
  };
  uint64_t world = 0, revision = 0, looks = 0;
  std::vector<ColorRect> bars;
};

void sample_map(const TerrainLooks& looks, const GridMap& map, MapOverviewImage& picture) {
  picture.bars.clear();
  const int longest = std::max(map.width(), map.height());
  const int columns = std::max(1, map.width() * std::min(kOverviewSamples, longest) / longest);
  const int rows = std::max(1, map.height() * std::min(kOverviewSamples, longest) / longest);
  for (int row = 0; row < rows; ++row) {
    const int y = std::min(map.height() - 1, (2 * row + 1) * map.height() / (2 * rows));
    const auto terrain_at = [&](int column) {
      return map.terrain(Cell{std::min(map.width() - 1, (2 * column + 1) * map.width() / (2 * columns)), y});
    };
    for (int column = 0; column < columns;) {
      const Terrain terrain = terrain_at(column);
      int end = column + 1;
      while (end < columns && terrain_at(end) == terrain) ++end;
      picture.bars.push_back({static_cast<float>(column) / static_cast<float>(columns),
                              static_cast<float>(end) / static_cast<float>(columns),
                              static_cast<float>(row) / static_cast<float>(rows),
                              static_cast<float>(row + 1) / static_cast<float>(rows), terrain_color(looks, terrain)});
      column = end;
    }
  }
}

struct CanvasForm {
  uint64_t world = 0;
  int width = 0, height = 0;
  size_t anchor = 4;
};

}  // namespace

// Draws the overview; a click or drag in it moves the view to that place of the map.
void draw_overview(Ui& ui, Lab& lab) {
  const GridMap& map = lab.world().map();
  MapOverviewImage& picture = ui.kept<MapOverviewImage>();
  if (picture.world != lab.state().world_version || picture.revision != map.revision() ||
      picture.looks != lab.state().terrain_looks_version) {
    picture.world = lab.state().world_version;
    picture.revision = map.revision();
    picture.looks = lab.state().terrain_looks_version;
    sample_map(lab.state().terrain_looks, map, picture);
  }
  const float room = ImGui::GetContentRegionAvail().x;
  const float scale = std::min(room / static_cast<float>(map.width()), room / static_cast<float>(map.height()));
  const ImVec2 size(std::max(2.0f, static_cast<float>(map.width()) * scale),
                    std::max(2.0f, static_cast<float>(map.height()) * scale));
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::InvisibleButton("##overview", size);
  ui.mark("overview");
  ImDrawList* list = ImGui::GetWindowDrawList();
  for (const MapOverviewImage::ColorRect& bar : picture.bars) {
    list->AddRectFilled({at.x + bar.x0 * size.x, at.y + bar.y0 * size.y},
                        {at.x + bar.x1 * size.x, at.y + bar.y1 * size.y}, bar.color);
  }
  const Camera& camera = lab.state().camera;
  const auto place = [&](double x, double y) {
    return ImVec2(at.x + std::clamp(static_cast<float>(x) * scale, 0.0f, size.x),
                  at.y + std::clamp(static_cast<float>(y) * scale, 0.0f, size.y));
  };
  const ImVec2 low = place(camera.map_x(0), camera.map_y(0));
  const ImVec2 high = place(camera.map_x(camera.view_width), camera.map_y(camera.view_height));
  list->AddRect(low, high, to_u32(theme().accent), 0, 0, ui.px(3));
  list->AddRect(low, high, palette::kWhite, 0, 0, ui.px(1));
  if (ImGui::IsItemActive()) {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    ui.run("view.center {:.2f} {:.2f}", std::clamp((mouse.x - at.x) / scale, 0.0f, static_cast<float>(map.width())),
           std::clamp((mouse.y - at.y) / scale, 0.0f, static_cast<float>(map.height())));
  }
}

void draw_canvas(Ui& ui, Lab& lab) {
  const GridMap& map = lab.world().map();
  CanvasForm& form = ui.kept<CanvasForm>();
  if (form.world != lab.state().world_version) {
    form = {lab.state().world_version, map.width(), map.height(), form.anchor};
  }
  const std::string_view fixed = lab.session().why_no_resize();
  const float half = std::floor((ImGui::GetContentRegionAvail().x - ui.px(4)) / 2);
  ImGui::SetNextItemWidth(half);
  ImGui::InputInt("##width", &form.width, 0);
  describe(ui, "canvas.width", "Width of the map, in cells");
  ImGui::SameLine(0, ui.px(4));
  ImGui::SetNextItemWidth(half);
  ImGui::InputInt("##height", &form.height, 0);
  describe(ui, "canvas.height", "Height of the map, in cells");
  form.width = std::clamp(form.width, 1, GridMap::kMaxSide);
  form.height = std::clamp(form.height, 1, GridMap::kMaxSide);
  draw_dim("Place of the map in the new size");
  const float box = ui.px(22);
  for (size_t i = 0; i < kAnchors.size(); ++i) {
    const IdScope id(static_cast<int>(i));
    if (i % 3 != 0) ImGui::SameLine(0, ui.px(2));
    const ColorScope color(ImGuiCol_Button, i == form.anchor ? theme().accent_soft : theme().panel_title);
    if (ImGui::Button("##anchor", {box, box})) form.anchor = i;
    describe(ui, Text("canvas.anchor.{}", kAnchors[i]), Text("Keeps the map at: {}", kAnchors[i]));
  }
  const bool other = form.width != map.width() || form.height != map.height();
  const std::string_view why_not = !fixed.empty() ? fixed : other ? "" : "the map has this size";
  const Text line("canvas.resize {} {} {}", form.width, form.height, kAnchors[form.anchor]);
  button(ui, "Resize", "canvas.resize", line.view(), "Changes the width and height of the map",
         {.width = half, .why_not = why_not});
  ImGui::SameLine(0, ui.px(4));
  const std::string_view no_crop = fixed.empty() ? selection_controller(lab).why_no_selection() : fixed;
  button(ui, "Crop", "canvas.crop", "canvas.crop", "Crops the map to the selection",
         {.width = half, .why_not = no_crop});
}

}  // namespace strata
