// Purpose: This header declares the feature of the navigation mesh: its layers, commands, options, counts, drawing,
//          state dump and inspection; and drawing helpers for structures that are built on the mesh.
// Source: Rahmani, Pelechano 2020; core/navmesh/grid_mesh.hpp.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "app/draw/painter.hpp"
#include "app/features/navmesh/mesh_gap.hpp"
#include "app/features/navmesh/mesh_layers.hpp"
#include "app/lab/cluster_stamps.hpp"
#include "app/lab/feature.hpp"
#include "core/world/map_navmesh.hpp"

namespace strata {

struct FeaturePanel;

extern const Feature kNavmeshFeature;
FeaturePanel navmesh_panel();
extern const std::array<PlannerAppearance, 2> kNavmeshPlanners;

extern const TileSource kNavmeshTiles;
extern const std::array<PaintStep, 5> kNavmeshPaint;
void paint_cones(Painter& painter, const Lab& lab);

// --- Helpers for structures on the mesh ------------------------------------------------------------------------------

// The mesh is drawn in tiles, each made of blocks of cells. MeshBlockStamps stores for each block the number of its
// last change. An edit gives a new number to all blocks whose mesh may have changed, even if they are empty afterwards.
class MeshBlockStamps {
 public:
  // Gives all blocks a new number, so that everything is redrawn.
  void renew(const World& world);
  // Gives a new number to the blocks in which the edit has changed the mesh, or the structure `above`
  // that is built on it.
  void edited(const World& world, const EditReport& report, StructureId above);
  Tiling tiling(bool ready) const { return {grid_.clusters(), kBlocksPerTile, &grid_.all(), ready}; }

 private:
  static constexpr int kBlocksPerTile = 2;
  ClusterStamps grid_;
  uint64_t stamp_ = 0;
};

// Returns the cells of a tile. The tile is given as a rectangle of blocks.
Rect cells_of_blocks(const Lab& lab, const Rect& blocks);

// Calls visit(polygon) for all polygons that touch the cells, and possibly for others nearby.
void for_polygons_near(Painter& painter, const Lab& lab, const Rect& cells,
                       const std::function<void(PolygonId)>& visit);
// Returns whether the tile with these cells draws the polygon or portal at this point. Exactly one tile does.
inline bool owns(const NavMesh& mesh, const Rect& cells, HalfCellPoint point) {
  return cells.contains(mesh.cell_of(point));
}

void fill_polygon(const NavMesh& mesh, PolygonId polygon, Rgba color, DrawList& out);
void add_lattice_line(const NavMesh& mesh, HalfCellPoint a, HalfCellPoint b, float width, float dash, Rgba color,
                      DrawList& out);
void add_lattice_marker(const NavMesh& mesh, HalfCellPoint at, float radius, float share, MarkerShape shape, Rgba color,
                        DrawList& out);

// Returns a tint in 0..tints-1 for the polygon or group numbered `key`. `beside` has the numbers of its neighbours;
// neighbours seldom get the same tint.
int tint_beside(uint64_t key, std::span<const uint64_t> beside, int tints);

// Returns whether the planner's nodes are portals of the mesh.
bool searches_portals(const Planner& planner);

// --- The controller --------------------------------------------------------------------------------------------------

// What the mesh knows about the polygon at the inspected cell.
struct PolygonInspection {
  bool known = false;  // the mesh is on and up to date
  PolygonId polygon = kNoPolygon;
  uint32_t tile = 0;
  double area = 0;  // in cells
  std::vector<HalfCellPoint> corners;
  struct Neighbour {
    PolygonId polygon = kNoPolygon;
    // The cell that contains the midpoint of the portal.
    Cell portal;
    double width = 0;
  };
  std::vector<Neighbour> neighbours;  // in order around the polygon
  struct Floor {
    PolygonId polygon = kNoPolygon;
    float height = 0;
  };
  // On a level, all polygons that lie above each other at the cell, the topmost first.
  std::vector<Floor> floors;
};

struct NavmeshCounts {
  size_t tiles = 0, polygons = 0, portals = 0;
};

class NavmeshController : public FeatureController {
 public:
  explicit NavmeshController(Lab& lab) : FeatureController(lab) {}

  // Returns the options of the mesh; they are stored here also while the mesh is switched off.
  const NavmeshOptions& options() const { return options_; }
  Status set_options(const NavmeshOptions& options);
  const PolygonInspection& inspected() const { return inspected_; }
  const MeshBlockStamps& stamps() const { return stamps_; }
  const NarrowestGapCache& gap() const { return gap_; }

  void choose(WorldSetup& setup, ChosenFor) const override { setup.get<MapNavmesh>() = options_; }
  void structure_event(StructureId, StructureEvent news) override {
    if (news == StructureEvent::kRedrawn) stamps_.renew(*world_);
  }
  void map_changed(const MapChange& change) override;
  void read_world() override;
  void finish_updates() override { follow_gap(true); }
  void inspect_cell(Cell cell) override;
  void dump(nlohmann::json& out) const override;
  void dump_inspected(nlohmann::json& out) const override;
  void setting_lines(std::vector<std::string>& lines) const override;

 private:
  void follow_gap(bool wait);

  NavmeshOptions options_;
  NarrowestGapCache gap_;
  // The version of `gap_` that was used for the lab's note on the missing path.
  uint64_t noted_gap_ = 0;
  MeshBlockStamps stamps_;
  uint64_t level_number_ = 0;  // number of the drawn level mesh; 0: none
  PolygonInspection inspected_;
  Cell looked_at_;
  uint64_t looked_stamp_ = 0;  // stamp of the state that inspected_ was read from
};

NavmeshController& navmesh_controller(const Lab& lab);

}  // namespace strata
