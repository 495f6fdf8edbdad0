// The navigation mesh in the interface: its tab, symbols of its layers, polygon of the inspected cell, its row
// of the meter.

#include <imgui.h>

#include <span>

#include "app/features/navmesh/navmesh.hpp"
#include "app/lab/lab.hpp"
#include "app/ui/feature_panel.hpp"
#include "app/ui/layer_symbols.hpp"
#include "app/ui/panel_meter.hpp"
#include "app/ui/structure_cost.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"
#include "core/level/level_settings.hpp"

namespace strata {
namespace {

// Draws the control that chooses how the mesh is made. The level's own mesh is offered only if the map shows a level.
void draw_source(Ui& ui, const Lab& lab, const NavmeshOptions& options) {
  constexpr int kLevel = kMeshDecompositions;
  static constexpr ControlSegment kSources[] = {
      {"triangles", MeshDecomposition::kTriangles}, {"rectangles", MeshDecomposition::kRectangles}, {"level", kLevel}};
  const bool level = lab.world().level() != nullptr;
  const int chosen = level && options.of_level ? kLevel : static_cast<int>(options.mesh.source);
  choice_row(
      ui, "Polygons", "navmesh.source", "navmesh.source", std::span(kSources).first(level ? 3 : 2), chosen,
      [](int source) {
        return source == kLevel ? kLevelSource : mesh_source_name(static_cast<MeshDecomposition>(source));
      },
      "What polygons are made from",
      level ? "From the cells of the map: a triangulation whose triangles are joined while they stay convex, or the "
              "largest rectangles first. Or from the level itself, by Recast, with its floors above one another."
            : "A triangulation whose triangles are joined while they stay convex, or the largest rectangles first, "
              "which share more sides with each other.");
}

// Draws the state of a level's mesh, and the button that cancels or rebuilds it.
void draw_making(Ui& ui, const Lab& lab) {
  const StructureState kept = lab.world().state(StructureId::kNavmesh);
  setting_row(ui, "Mesh");
  ImGui::AlignTextToFramePadding();
  draw_text(kept.ready ? theme().good : theme().warn, kept.ready       ? "up to date"
                                                      : kept.failed    ? "could not be built"
                                                      : kept.cancelled ? "cancelled"
                                                                       : "being rebuilt");
  describe(ui, "navmesh.state", "Cells that you block are cut out of the level's mesh, in the background");
  if (kept.ready) return;
  const char* line = kept.cancelled ? "navmesh.rebuild" : "navmesh.cancel";
  button_at_end(ui, kept.cancelled ? "Rebuild" : "Cancel", line, line, {});
}

void draw_tiles(Ui& ui, const Lab& lab, const NavmeshOptions& options) {
  const int size = options.mesh.tile_size;
  choice_row(
      ui, "Tile size", "navmesh.tile", "navmesh.tile", {{"16", 16}, {"32", 32}, {"64", 64}, {"map", 0}}, size,
      "Side of a tile, in cells",
      "Polygons end at the borders of tiles, so that an edit rebuilds only the tiles that it touches. map: one tile, "
      "with larger polygons, and every edit rebuilds the whole mesh.");
  const GridMesh* tiles = lab.world().has(StructureId::kNavmesh) ? lab.world().get<MapNavmesh>().tiles() : nullptr;
  const bool split = size == 0 && tiles != nullptr && tiles->options().tile_size > 0;
  const int used = split ? tiles->options().tile_size : size;
  const auto dragged = number_below(ui, "navmesh.slider", size == 0 ? GridMeshOptions::kMaxTile : size,
                                    GridMeshOptions::kMinTile, GridMeshOptions::kMaxTile, "Side of a tile, in cells",
                                    "Drag: the mesh is rebuilt while you do. Double-click to type a number.",
                                    used == 0 ? "no tiles" : fmt::format("{} cells", used));
  if (dragged && *dragged != size) ui.run("navmesh.tile {}", *dragged);
  if (split) note(ui, "The map is too large for one tile: it is split.");
}

void draw_radius(Ui& ui, const NavmeshOptions& options, bool of_level) {
  const MeshRadius radius = options.mesh.radius;
  choice_row(
      ui, "Radius", "navmesh.radius", "navmesh.radius", {{"0", 0}, {"0.25", 2}, {"0.5", 4}, {"1", 8}, {"2", 16}},
      radius.eighths(), [](int eighths) { return MeshRadius::of_eighths(eighths).cells(); },
      "Radius of the agent on the mesh, in cells",
      of_level
          ? "0: the radius that the level was made for. Otherwise Recast makes the mesh for that radius, rounded up to "
            "whole cells."
          : "0: a point, for which every gap is wide enough. Otherwise the mesh is for a disc: it keeps that far "
            "from walls, and leads through no gap that is narrower than the disc.");
  const auto dragged =
      number_below(ui, "navmesh.radius_slider", radius.eighths(), 0, MeshRadius::kMost,
                   "Radius of the agent, in eighths of a cell", "Drag: the mesh is updated while you do.",
                   radius.is_point() ? std::string(of_level ? "that of the level" : "a point")
                                     : fmt::format("{} cells", radius.cells()));
  if (dragged && *dragged != radius.eighths()) ui.run("navmesh.radius {}", MeshRadius::of_eighths(*dragged).cells());
}

void draw_settings(Ui& ui, const Lab& lab) {
  const NavmeshOptions& options = navmesh_controller(lab).options();
  const bool of_level = lab.world().get<MapNavmesh>().level_mesh() != nullptr;
  draw_source(ui, lab, options);
  of_level ? draw_making(ui, lab) : draw_tiles(ui, lab, options);
  draw_radius(ui, options, of_level);
  choice_row(ui, "Costs", "navmesh.costs", "navmesh.costs",
             {{"edge midpoints", MeshCosts::kMidpoints}, {"centroids", MeshCosts::kCentroids}}, options.costs,
             mesh_costs_name, "Points between which a search measures the cost of a step",
             "Between the middles of portals, from where start and goal really are; or, as in the paper, between the "
             "centroids of polygons, which gives longer paths.");
}

void draw_tab(Ui& ui, Lab& lab) {
  const bool on = lab.world().has(StructureId::kNavmesh);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(6), ui.px(3)});
  structure_switch(
      ui, "Build the navigation mesh", "navmesh", on,
      "Builds a mesh of convex polygons; a stroke rebuilds only the tiles that it touches",
      "Convex polygons cover the free ground. A search goes from polygon to polygon through their portals; its path "
      "is pulled taut and runs at any angle.");
  ImGui::Dummy({0, ui.px(2)});
  equal_weights_remedy(ui, lab.world(), "Paths over polygons need equal weights everywhere.", "navmesh.fix.weights");
  draw_settings(ui, lab);
  ImGui::PopStyleVar();
  ImGui::Dummy({0, ui.px(2)});
  if (on) {
    // Meshes of levels have no tiles.
    const bool tiled = counts_of<NavmeshCounts>(lab, StructureId::kNavmesh).tiles > 0;
    draw_facts(ui, lab, kNavmeshFeature, "navmesh", 0, tiled ? 3 : 2);
    draw_structure_state(ui, lab, StructureId::kNavmesh);
  }
  ImGui::Dummy({0, ui.px(2)});
}

void inspected(Ui& ui, const Lab& lab) {
  const PolygonInspection& seen = navmesh_controller(lab).inspected();
  if (!seen.known) return;
  const FontScope small(ui.fonts().small);
  if (seen.polygon == kNoPolygon) {
    draw_dim("in no polygon of the mesh");
    ui.mark("inspector.polygon");
    return;
  }
  print_pair(ui, "polygon", "{}", seen.polygon);
  ui.mark("inspector.polygon");
  ImGui::SameLine(0, ui.px(8));
  print_pair(ui, "area", "{:.1f} cells", seen.area);
  ImGui::SameLine(0, ui.px(8));
  if (seen.floors.empty()) {
    print_pair(ui, "tile", "{}", seen.tile);
  } else {
    print_pair(ui, "height", "{:.1f}", seen.floors.front().height);
    for (size_t i = 1; i < seen.floors.size(); ++i) {
      print_dim("below it polygon {}, height {:.1f}", seen.floors[i].polygon, seen.floors[i].height);
    }
    ui.mark("inspector.floors");
  }
  const size_t count = seen.neighbours.size();
  const bool open = fold(ui, Text("{} corners, {}###polygon", seen.corners.size(), counted(count, "portal")),
                         "inspector.polygon_neighbours");
  const ListTable table(ui, open && count > 0, "neighbours", 3, count);
  for (size_t i = 0; table && i < count; ++i) {
    print_dim_cell("polygon {}", seen.neighbours[i].polygon);
    ImGui::TableNextColumn();
    cell_link(ui, seen.neighbours[i].portal, i);
    print_cell("{:.1f} wide", seen.neighbours[i].width);
  }
}

void meter(Ui& ui, const Lab& lab) {
  // The background builds the mesh of a level after the edits that are counted here.
  if (!lab.world().has(StructureId::kNavmesh) || lab.world().level() != nullptr) return;
  const UpdateMeterReading& meter = lab.state().meter;
  meter_title(ui, "Mesh");
  print("{}", counted(meter.count(StructureId::kNavmesh, "tiles", 0), "tile"));
  describe(ui, "meter.navmesh", "Tiles of the mesh that were rebuilt, counted once for every edit");
  ImGui::SameLine(0, ui.px(8));
  print("{}", counted(meter.count(StructureId::kNavmesh, "polygons", 0), "new polygon"));
}

bool symbol(Ui& ui, const Lab&, Layer layer, const SymbolBox& place) {
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

void hovered(const Lab& lab, Cell cell, Text& text) {
  if (!lab.world().ready(StructureId::kNavmesh)) return;
  const PolygonId polygon = lab.world().get<MapNavmesh>().end_at(cell).polygon;
  if (polygon != kNoPolygon) text.add("  polygon {}", polygon);
}

}  // namespace

FeaturePanel navmesh_panel() {
  return {.feature = "navmesh",
          .tab = {"Mesh", "tab.navmesh", "Navigation mesh: convex polygons, and paths over them at any angle",
                  LeftPanelSection::kPlanners, draw_tab},
          .inspected = inspected,
          .symbol = symbol,
          .meter = meter,
          .hovered = hovered};
}

}  // namespace strata
