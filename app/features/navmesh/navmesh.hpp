// Purpose: The navigation mesh in the lab: its layers, commands, options, counts, painting, dump and inspection; and
//          the drawing tools of structures that are built on the mesh.
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
#include "app/lab/feature.hpp"
#include "app/lab/stamp_grid.hpp"
#include "core/world/map_navmesh.hpp"

namespace strata {

struct FeaturePanel;

extern const Feature kNavmeshFeature;
FeaturePanel navmesh_panel();
extern const std::array<PlannerAppearance, 2> kNavmeshPlanners;

extern const TileSource kNavmeshTiles;
extern const std::array<PaintStep, 5> kNavmeshPaint;
void paint_cones(Painter& painter, const Lab& lab);

// --- Shared with the structures on the mesh ------------------------------------------------------------------------

// Stamps of the blocks of a map whose drawing depends on the mesh. An edit stamps the tiles of the mesh that it may
// have changed, also if nothing is left of them.
class MeshStamps {
 public:
  void renew(const World& world);  // stamps all blocks
  // Stamps what the edit has changed in the mesh, and in the structure `above` that is built on it.
  void edited(const World& world, const EditReport& report, StructureId above);
  Tiling tiling(bool ready) const { return {grid_.clusters(), kBlocksPerTile, &grid_.all(), ready}; }

 private:
  static constexpr int kBlocksPerTile = 2;
  StampGrid grid_;
  uint64_t stamp_ = 0;
};

// Returns the cells that the blocks of a tile cover.
Rect cells_of_blocks(const Lab& lab, const Rect& blocks);

// Calls visit(polygon) for all polygons that touch the cells, and for some more.
void for_polygons_near(Painter& painter, const Lab& lab, const Rect& cells,
                       const std::function<void(PolygonId)>& visit);
// Whether the tile of these cells draws the polygon or portal at this point: only one of several tiles does.
inline bool owns(const NavMesh& mesh, const Rect& cells, HalfCellPoint point) {
  return cells.contains(mesh.cell_of(point));
}

void fill_polygon(const NavMesh& mesh, PolygonId polygon, Rgba color, DrawList& out);
void add_lattice_line(const NavMesh& mesh, HalfCellPoint a, HalfCellPoint b, float width, float dash, Rgba color,
                      DrawList& out);
void add_lattice_marker(const NavMesh& mesh, HalfCellPoint at, float radius, float share, MarkerShape shape, Rgba color,
                        DrawList& out);

// Returns a tint in 0..tints-1 that depends on `key` and on the keys of neighbours, so that neighbours seldom look
// alike.
int tint_beside(uint64_t key, std::span<const uint64_t> beside, int tints);

// Whether the planner's nodes are portals of the mesh.
bool searches_portals(const Planner& planner);

// --- The controller --------------------------------------------------------------------------------------------------

// The polygon of the inspected cell.
struct PolygonInspection {
  bool known = false;  // the mesh is on and up to date
  PolygonId polygon = kNoPolygon;
  uint32_t tile = 0;
  double area = 0;  // in cells
  std::vector<HalfCellPoint> corners;
  struct Neighbour {
    PolygonId polygon = kNoPolygon;
    Cell portal;  // cell of the portal's middle
    double width = 0;
  };
  std::vector<Neighbour> neighbours;  // in order around the polygon
  struct Floor {
    PolygonId polygon = kNoPolygon;
    float height = 0;
  };
  std::vector<Floor> floors;  // on a level: all polygons at the cell, the topmost first
};

struct NavmeshCounts {
  size_t tiles = 0, polygons = 0, portals = 0;
};

class NavmeshController : public FeatureController {
 public:
  explicit NavmeshController(Lab& lab) : FeatureController(lab) {}

  // Options of the mesh, also while it is switched off.
  const NavmeshOptions& options() const { return options_; }
  Status set_options(const NavmeshOptions& options);
  const NavmeshCounts& counts() const { return counts_; }
  void set_counts(const NavmeshCounts& counts) { counts_ = counts; }
  const PolygonInspection& inspected() const { return inspected_; }
  const MeshStamps& stamps() const { return stamps_; }
  const MeshGap& gap() const { return gap_; }

  void structure_event(StructureId, StructureEvent news) override {
    if (news == StructureEvent::kGivenUp) counts_ = {};
  }
  void choose(WorldSetup& setup, bool) const override { setup.get<MapNavmesh>() = options_; }
  void stamp_all() override { stamps_.renew(*world_); }
  void map_changed(const MapChange& change) override;
  void read_world() override;
  void finish_updates() override { follow_gap(true); }
  void look_at(Cell cell) override;
  void dump(nlohmann::json& out) const override;
  void dump_inspected(nlohmann::json& out) const override;
  void dump_meter(nlohmann::json& out) const override;
  void setting_lines(std::vector<std::string>& lines) const override;

 private:
  void follow_gap(bool wait);

  NavmeshOptions options_;
  MeshGap gap_;
  uint64_t gap_told_ = 0;  // version of the gap that the note tells of
  NavmeshCounts counts_;
  MeshStamps stamps_;
  uint64_t level_number_ = 0;  // number of the level mesh that is drawn; 0: none
  PolygonInspection inspected_;
  Cell looked_at_;
  uint64_t looked_stamp_ = 0;  // state that `inspected_` was read from
};

NavmeshController& navmesh_controller(const Lab& lab);

}  // namespace strata
