// The navigation mesh in the interface: its tab, the signs of its layers, the polygon of a cell, its line of the meter.

#include <imgui.h>

#include <algorithm>
#include <cstdio>
#include <iterator>

#include "app/features/navmesh/navmesh.hpp"
#include "app/features/navmesh/navmesh_panel.hpp"
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
#include "core/level/level_settings.hpp"

namespace strata {
namespace {

// The level's own mesh is on offer where there is a level.
void draw_source(Ui& ui, const Lab& lab, const NavmeshOptions& options) {
  constexpr int kLevel = kMeshSources;
  setting_row(ui, "Polygons");
  static constexpr Segment kSources[] = {{"triangles", static_cast<int>(MeshSource::kTriangles)},
                                         {"rectangles", static_cast<int>(MeshSource::kRectangles)},
                                         {"level", kLevel}};
  const bool level = lab.world().level() != nullptr;
  const std::span<const Segment> sources(kSources, level ? 3 : 2);
  const int chosen = level && options.of_level ? kLevel : static_cast<int>(options.mesh.source);
  const auto source =
      segments(ui, "navmesh.source", sources, chosen, "What polygons are made from",
               level ? "From the cells of the map: a triangulation whose triangles are joined while they stay convex, "
                       "or the largest rectangles first. Or from the level itself, by Recast, with its floors above "
                       "one another."
                     : "A triangulation whose triangles are joined while they stay convex, or the largest rectangles "
                       "first, which share more sides with each other.");
  if (!source) return;
  char line[64];
  const std::string_view name = *source == kLevel ? kLevelSource : mesh_source_name(static_cast<MeshSource>(*source));
  std::snprintf(line, sizeof line, "navmesh.source %s", name.data());
  ui.run(line);
}

// How far the mesh of a level has come, and what can be done about it.
void draw_making(Ui& ui, const Lab& lab) {
  const StructureState kept = lab.world().state(StructureId::kNavmesh);
  setting_row(ui, "Mesh");
  ImGui::AlignTextToFramePadding();
  ImGui::TextColored(kept.ready ? theme().good : theme().warn, "%s",
                     kept.ready       ? "true for the map"
                     : kept.failed    ? "could not be made"
                     : kept.cancelled ? "given up"
                                      : "being made anew");
  ui.dump().mark("navmesh.state");
  tooltip(ui, "What you paint over ground of the level is taken out of its mesh, in the background", {});
  if (kept.ready) return;
  const bool again = kept.cancelled;
  const char* label = again ? "Rebuild" : "Cancel";
  ImGui::SameLine();
  ImGui::SetCursorPosX(ImGui::GetContentRegionMax().x - ImGui::CalcTextSize(label).x - ui.px(12));
  if (ImGui::Button(label)) ui.run(again ? "navmesh.rebuild" : "navmesh.cancel");
  ui.dump().mark(again ? "navmesh.rebuild" : "navmesh.cancel");
}

void draw_tiles(Ui& ui, const Lab& lab, const NavmeshOptions& options) {
  char line[64];
  setting_row(ui, "Tile");
  static constexpr Segment kTiles[] = {{"16", 16}, {"32", 32}, {"64", 64}, {"map", 0}};
  if (const auto tile = segments(ui, "navmesh.tile", kTiles, options.mesh.tile_size, "Side of a tile, in cells",
                                 "Polygons end at the borders of tiles, so that an edit redoes those tiles alone. "
                                 "Without tiles polygons are larger, and every edit redoes the map.")) {
    std::snprintf(line, sizeof line, "navmesh.tile %d", *tile);
    ui.run(line);
  }
  setting_row(ui, "");
  ImGui::SetNextItemWidth(-ui.px(64));
  int tile = options.mesh.tile_size;
  const bool whole = tile == 0;
  if (whole) tile = GridMeshOptions::kMaxTile;
  const bool typing = imgui::typing_into_slider(ImGui::GetID("##mesh_tile"));
  if (!typing) ImGui::PushStyleColor(ImGuiCol_Text, 0);
  const bool dragged = ImGui::SliderInt("##mesh_tile", &tile, GridMeshOptions::kMinTile, GridMeshOptions::kMaxTile,
                                        "%d", ImGuiSliderFlags_AlwaysClamp | ImGuiSliderFlags_Logarithmic);
  if (!typing) ImGui::PopStyleColor();
  ui.dump().mark("navmesh.slider");
  tooltip(ui, "Side of a tile, in cells", {}, "Drag: the mesh is made anew while you do.");
  if (dragged && (whole || tile != options.mesh.tile_size)) {
    std::snprintf(line, sizeof line, "navmesh.tile %d", tile);
    ui.run(line);
  }
  ImGui::SameLine(ImGui::GetContentRegionMax().x - ui.px(60));
  const GridMesh* tiles = lab.world().has(StructureId::kNavmesh) ? lab.world().get<MapNavmesh>().tiles() : nullptr;
  if (whole && tiles != nullptr && tiles->options().tile_size > 0) {
    ImGui::Text("%d cells", tiles->options().tile_size);
    ImGui::PushFont(ui.fonts().small);
    text_colored_wrapped(theme().text_dim, "The map is too large for one tile.");
    ImGui::PopFont();
  } else if (whole) {
    ImGui::TextUnformatted("no tiles");
  } else {
    ImGui::Text("%d cells", options.mesh.tile_size);
  }
}

void draw_settings(Ui& ui, const Lab& lab) {
  const NavmeshOptions& options = navmesh_desk(lab).options();
  const bool of_level = lab.world().get<MapNavmesh>().level_mesh() != nullptr;
  draw_source(ui, lab, options);
  of_level ? draw_making(ui, lab) : draw_tiles(ui, lab, options);
  char line[64];
  setting_row(ui, "Costs");
  static constexpr Segment kCosts[] = {{"middles", static_cast<int>(MeshCosts::kMiddles)},
                                       {"centres", static_cast<int>(MeshCosts::kCentres)}};
  if (const auto costs = segments(ui, "navmesh.costs", kCosts, static_cast<int>(options.costs),
                                  "Between which points the steps of a search are measured",
                                  "Between the middles of portals, from where start and goal really are; or as "
                                  "published, between the centres of polygons, which gives longer paths.")) {
    std::snprintf(line, sizeof line, "navmesh.costs %s", mesh_costs_name(static_cast<MeshCosts>(*costs)).data());
    ui.run(line);
  }
}

void draw_counts(Ui& ui, const Lab& lab) {
  const NavmeshCounts& counts = navmesh_desk(lab).counts();
  ImGui::PushFont(ui.fonts().small);
  ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {ui.px(2), ui.px(1)});
  const int columns = counts.tiles > 0 ? 3 : 2;  // meshes of levels have no tiles
  if (ImGui::BeginTable("navmesh", columns, ImGuiTableFlags_RowBg)) {
    for (int i = 0; i < columns; ++i) ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthStretch);
    ImGui::TableNextRow();
    title_cell(ui, "polygons", "Convex pieces of the free ground");
    title_cell(ui, "portals", "Sides that two polygons have in common: the nodes of the search");
    if (columns == 3) title_cell(ui, "tiles", "Squares that the mesh is made of, one by one");
    ImGui::TableNextRow();
    const size_t values[] = {counts.polygons, counts.portals, counts.tiles};
    for (int i = 0; i < columns; ++i) {
      ImGui::TableNextColumn();
      number_cell(values[i]);
    }
    ui.dump().mark("navmesh.counts");
    ImGui::EndTable();
  }
  ImGui::PopStyleVar();
  ImGui::PopFont();
  draw_structure_state(ui, lab, StructureId::kNavmesh);
}

void draw_tab(Ui& ui, Lab& lab) {
  const bool on = lab.world().has(StructureId::kNavmesh);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(6), ui.px(3)});
  switch_box(ui, "Make the navigation mesh", "navmesh.on", "navmesh", on,
             "Kept true while you paint: only the tiles that a stroke touches are made anew");
  if (!on) {
    ImGui::PushFont(ui.fonts().small);
    text_colored_wrapped(theme().text_dim,
                         "Convex polygons cover the free ground. A search goes from polygon to polygon through their "
                         "portals; its path is pulled taut and runs at any angle.");
    ImGui::PopFont();
  }
  ImGui::Dummy({0, ui.px(2)});
  if (!lab.world().moves().uniform()) {
    remedy(ui, "A path over polygons cannot price terrains: it needs equal weights.", "Make equal",
           "navmesh.fix.weights", even_weights(lab.world().rules()));
  }
  draw_settings(ui, lab);
  ImGui::PopStyleVar();
  ImGui::Dummy({0, ui.px(2)});
  if (on) draw_counts(ui, lab);
  ImGui::Dummy({0, ui.px(2)});
  draw_legend_rows(ui, lab, {kPolygonLayer, kPortalLayer, kConeLayer, kCorridorLayer});
}

void inspected(Ui& ui, const Lab& lab) {
  const PolygonInspection& seen = navmesh_desk(lab).inspected();
  if (!seen.known) return;
  ImGui::PushFont(ui.fonts().small);
  if (seen.polygon == kNoPolygon) {
    text_dim("in no polygon of the mesh");
    ui.dump().mark("inspector.polygon");
    ImGui::PopFont();
    return;
  }
  text_dim("polygon");
  ImGui::SameLine(0, ui.px(5));
  ImGui::Text("%u", seen.polygon);
  ui.dump().mark("inspector.polygon");
  ImGui::SameLine(0, ui.px(8));
  text_dim("area");
  ImGui::SameLine(0, ui.px(5));
  ImGui::Text("%.1f cells", seen.area);
  ImGui::SameLine(0, ui.px(8));
  if (seen.floors.empty()) {
    text_dim("tile");
    ImGui::SameLine(0, ui.px(5));
    ImGui::Text("%u", seen.tile);
  } else {
    text_dim("height");
    ImGui::SameLine(0, ui.px(5));
    ImGui::Text("%.1f", static_cast<double>(seen.floors.front().height));
    for (size_t i = 1; i < seen.floors.size(); ++i) {
      text_dim("below it polygon %u, height %.1f", seen.floors[i].polygon, static_cast<double>(seen.floors[i].height));
    }
    ui.dump().mark("inspector.floors");
  }
  char text[96];
  std::snprintf(text, sizeof text, "%zu corners, %zu portal%s###polygon", seen.corners.size(), seen.neighbours.size(),
                seen.neighbours.size() == 1 ? "" : "s");
  const bool open = fold(text);
  ui.dump().mark("inspector.polygon_neighbours");
  const float row_height = ImGui::GetTextLineHeightWithSpacing();
  const float rows = std::min(static_cast<float>(seen.neighbours.size()), 6.0f);
  if (open && rows > 0 &&
      ImGui::BeginTable("neighbours", 3,
                        ImGuiTableFlags_RowBg | ImGuiTableFlags_SizingStretchSame | ImGuiTableFlags_ScrollY,
                        {0, rows * row_height + ui.px(2)})) {
    for (size_t i = 0; i < seen.neighbours.size(); ++i) {
      const PolygonInspection::Neighbour& to = seen.neighbours[i];
      ImGui::TableNextRow();
      ImGui::TableNextColumn();
      text_dim("polygon %u", to.polygon);
      ImGui::TableNextColumn();
      std::snprintf(text, sizeof text, "p%zu", i);
      cell_link(ui, to.portal, text);
      ImGui::TableNextColumn();
      ImGui::Text("%.1f wide", to.width);
    }
    ImGui::EndTable();
  }
  ImGui::PopFont();
}

void meter(Ui& ui, const Lab& lab) {
  if (!lab.world().has(StructureId::kNavmesh)) return;
  const MeterReading& meter = lab.state().meter;
  char text[24];
  meter_title(ui, "Mesh");
  format_count(meter.count(StructureId::kNavmesh, "tiles", 0), text, sizeof text);
  ImGui::Text("%s tiles", text);
  ui.dump().mark("meter.navmesh");
  tooltip(ui, "Tiles of the mesh that were made anew, counted once for every edit", {});
  format_count(meter.count(StructureId::kNavmesh, "polygons", 0), text, sizeof text);
  ImGui::SameLine(0, ui.px(8));
  ImGui::Text("%s new polygons", text);
}

bool sign(Ui& ui, const Lab&, Layer layer, const SignPlace& place) {
  const auto& [list, at, w, low, high, mid] = place;
  if (layer == kPolygonLayer || layer == kCorridorLayer) {
    const bool corridor = layer == kCorridorLayer;
    const ImVec2 top{mid.x - ui.px(2), low.y}, foot{mid.x + ui.px(2), high.y};
    const ImU32 left = to_im(corridor ? palette::kPurple : room_color(0) | 0xff000000u);
    const ImU32 right = to_im(corridor ? palette::kPurple : room_color(1) | 0xff000000u);
    list->AddQuadFilled({low.x, low.y + ui.px(3)}, top, foot, {low.x + ui.px(2), high.y}, left);
    list->AddQuadFilled(top, {high.x, low.y + ui.px(2)}, {high.x - ui.px(2), high.y - ui.px(2)}, foot, right);
    list->AddLine(top, foot, to_u32(theme().panel), ui.px(1.5f));
  } else if (layer == kPortalLayer) {
    list->AddLine({low.x + ui.px(2), high.y - ui.px(1)}, {high.x - ui.px(2), low.y + ui.px(1)},
                  to_im(on_panel(palette::kPortal)), ui.px(2));
    list->AddCircleFilled(mid, ui.px(3), to_im(on_panel(palette::kPortal)));
  } else if (layer == kConeLayer) {
    const ImVec2 root{low.x + ui.px(2), at.y}, top{high.x - ui.px(2), low.y}, foot{high.x - ui.px(2), high.y};
    list->AddTriangleFilled(root, top, foot, to_im(with_alpha(palette::kYellow, 150)));
    list->AddLine(top, foot, to_im(palette::kYellow), ui.px(2.5f));
    list->AddCircleFilled(root, ui.px(2.5f), to_im(palette::kYellow));
  } else {
    return false;
  }
  return true;
}

int hovered(const Lab& lab, Cell cell, char* text, size_t size) {
  text[0] = 0;
  if (!lab.world().ready(StructureId::kNavmesh)) return 0;
  const PolygonId polygon = lab.world().get<MapNavmesh>().end_at(cell).polygon;
  return polygon == kNoPolygon ? 0 : std::snprintf(text, size, "  polygon %u", polygon);
}

}  // namespace

FeaturePanel navmesh_panel() {
  return {.feature = "navmesh",
          .tab = {"Mesh", "tab.navmesh", "Navigation mesh: convex polygons, and paths over them at any angle",
                  StructureId::kNavmesh, draw_tab},
          .inspected = inspected,
          .sign = sign,
          .meter = meter,
          .hovered = hovered};
}

}  // namespace strata
