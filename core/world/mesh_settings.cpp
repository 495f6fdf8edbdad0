#include "core/world/mesh_settings.hpp"

#include <array>

#include "core/level/level_settings.hpp"

namespace strata {

namespace {

constexpr std::array<std::string_view, kMeshDecompositions + 1> kSources = {
    mesh_source_name(MeshDecomposition::kTriangles), mesh_source_name(MeshDecomposition::kRectangles), kLevelSource};

}  // namespace

std::span<const SettingOf<MapHnaOptions>> hna_settings() {
  using namespace setting_rows;
  // clang-format off
  static constexpr std::array kRows = {
      number<&MapHnaOptions::levels>({.name = "hna.levels", .title = "Built levels", .of = "HNA*", .word = "LEVELS",
          .range = {1, kMaxHnaLevels}, .option = "mesh-levels", .help = "Levels of groups above the mesh"}),
      number<&MapHnaOptions::group_size>({.name = "hna.mu", .title = "Polygons per group", .of = "HNA*",
          .word = "N", .unit = "polygons", .range = {HnaOptions::kMinSize, HnaOptions::kMaxSize},
          .logarithmic = true, .sweep = {2, 20, 2}, .option = "mu",
          .help = "Polygons in a group of level 1, and groups in one of the next level; the paper's mu"}),
  };
  // clang-format on
  return kRows;
}

std::span<const SettingOf<NavmeshOptions>> navmesh_settings() {
  using namespace setting_rows;
  // clang-format off
  static constexpr std::array kRows = {
      SettingOf<NavmeshOptions>{
          {.name = "navmesh.tile", .title = "Tile size of the mesh", .word = "CELLS", .unit = "cells",
              .range = {0, GridMeshOptions::kMaxTile}, .least = GridMeshOptions::kMinTile, .zero = "one tile",
              .option = "tile", .help = "Side of a tile; an edit rebuilds the tiles that it touches"},
          [](const NavmeshOptions& options) { return static_cast<double>(options.mesh.tile_size); },
          [](NavmeshOptions& options, double value) { options.mesh.tile_size = static_cast<int>(value); }},
      SettingOf<NavmeshOptions>{
          {.name = "navmesh.source", .title = "Polygons of the mesh", .option = "mesh-source",
              .help = "Triangles of the free cells that are joined into convex polygons, the largest rectangles "
                      "first, or on the map of a level the mesh of the level", .words = kSources,
              .kind = SettingKind::kChoice},
          [](const NavmeshOptions& options) {
            return options.of_level ? static_cast<double>(kMeshDecompositions) : static_cast<double>(options.mesh.source);
          },
          [](NavmeshOptions& options, double value) {
            options.of_level = static_cast<int>(value) == kMeshDecompositions;
            if (!options.of_level) options.mesh.source = static_cast<MeshDecomposition>(value);
          }},
      SettingOf<NavmeshOptions>{
          {.name = "navmesh.radius", .title = "Radius of the agent on the mesh", .word = "CELLS", .unit = "cells",
              .range = {0, MeshRadius::kMost / static_cast<double>(MeshRadius::kSteps)}, .zero = "a point",
              .option = "mesh-radius",
              .help = "Rounded up to an eighth of a cell: the mesh keeps that far from walls",
              .kind = SettingKind::kReal},
          [](const NavmeshOptions& options) { return static_cast<double>(options.mesh.radius.cells()); },
          [](NavmeshOptions& options, double value) { options.mesh.radius = MeshRadius::for_agents(value); }},
      choice<&NavmeshOptions::costs>({.name = "navmesh.costs", .title = "Costs on the mesh",
          .option = "mesh-costs",
          .help = "Steps are measured between the middles of portals, or, as in the paper, between centroids of "
                  "polygons", .words = kMeshCostsNames}),
  };
  // clang-format on
  return kRows;
}

}  // namespace strata
