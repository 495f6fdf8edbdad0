// Purpose: The navigation mesh in the lab: its layers, commands, options, counts, painting, dump and inspection; and
//          what whoever stands on the mesh draws it with.
// Source: Rahmani, Pelechano 2020; core/navmesh/grid_mesh.hpp.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "app/draw/painter.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/stamp_grid.hpp"
#include "core/world/map_navmesh.hpp"

namespace strata {

struct FeaturePanel;

extern const Feature kNavmeshFeature;
FeaturePanel navmesh_panel();
extern const std::array<PlannerAppearance, 2> kNavmeshPlanners;

extern const FeatureLayer kPolygonLayer;
extern const FeatureLayer kPortalLayer;
extern const FeatureLayer kConeLayer;      // of Polyanya's search, when it is stepped
extern const FeatureLayer kCorridorLayer;  // of the mesh search that is stepped
extern const TileSource kNavmeshTiles;
extern const std::array<PaintStep, 4> kNavmeshPaint;
void paint_cones(Painter& painter, const Lab& lab);

// --- For the hierarchies above it as well --------------------------------------------------------------------------

// Which blocks of a map show what depends on the mesh, and since when: an edit stamps the tiles of the mesh that it may
// have changed, also where nothing is left of them.
class MeshStamps {
 public:
  void renew(const World& world);  // all of it
  // What the edit made of the mesh, and of the structure that stands on it.
  void edited(const World& world, const EditReport& report, StructureId above);
  Tiling tiling(bool ready) const { return {grid_.clusters(), kBlocksPerTile, &grid_.all(), ready}; }

 private:
  static constexpr int kBlocksPerTile = 2;
  StampGrid grid_;
  uint64_t stamp_ = 0;
};

// The cells that the blocks of a tile of those stamps cover.
Rect cells_of_blocks(const Lab& lab, const Rect& blocks);

// Calls visit(polygon) for all polygons that touch the cells, and some more.
void for_polygons_near(Painter& painter, const Lab& lab, const Rect& cells,
                       const std::function<void(PolygonId)>& visit);
// Of several tiles, one draws a polygon, and one a portal.
inline bool owns(const Rect& cells, HalfCellPoint point) { return cells.contains(cell_at(point)); }

void fill_polygon(const NavMesh& mesh, PolygonId polygon, Rgba color, DrawList& out);
void add_lattice_line(HalfCellPoint a, HalfCellPoint b, float width, float dash, Rgba color, DrawList& out);
void add_lattice_marker(HalfCellPoint at, float radius, float share, MarkerShape shape, Rgba color, DrawList& out);

// A tint that depends on `key` and on the keys of those beside it, so that neighbours seldom look alike. In 0..tints-1.
int tint_beside(uint64_t key, std::span<const uint64_t> beside, int tints);

// Whether the planner's nodes are portals of the mesh.
bool searches_portals(const Planner& planner);

// --- The controller
// ------------------------------------------------------------------------------------------------------

// The polygon of a cell.
struct PolygonInspection {
  bool known = false;  // there is a mesh, and it is up to date
  PolygonId polygon = kNoPolygon;
  uint32_t tile = 0;
  double area = 0;  // cells
  std::vector<HalfCellPoint> corners;
  struct Neighbour {
    PolygonId polygon = kNoPolygon;
    Cell portal;  // that the middle of the portal lies in
    double width = 0;
  };
  std::vector<Neighbour> neighbours;  // as one goes round
  struct Floor {
    PolygonId polygon = kNoPolygon;
    float height = 0;
  };
  std::vector<Floor> floors;  // of a level: all polygons there, the topmost first
};

struct NavmeshCounts {
  size_t tiles = 0, polygons = 0, portals = 0;
};

class NavmeshController : public FeatureController {
 public:
  explicit NavmeshController(Lab& lab) : FeatureController(lab) {}

  // As the mesh is, or as it will be when it is switched on.
  const NavmeshOptions& options() const { return options_; }
  Status set_options(const NavmeshOptions& options);
  const NavmeshCounts& counts() const { return counts_; }
  void set_counts(const NavmeshCounts& counts) { counts_ = counts; }
  const PolygonInspection& inspected() const { return inspected_; }
  const MeshStamps& stamps() const { return stamps_; }

  void structure_event(StructureId, StructureEvent news) override {
    if (news == StructureEvent::kGivenUp) counts_ = {};
  }
  void choose(WorldSetup& setup, bool) const override { setup.get<MapNavmesh>() = options_; }
  void stamp_all() override { stamps_.renew(*world_); }
  void map_changed(const MapChange& change) override;
  void read_world() override;
  void look_at(Cell cell) override;
  void dump(nlohmann::json& out) const override;
  void dump_inspected(nlohmann::json& out) const override;
  void dump_meter(nlohmann::json& out) const override;
  void setting_lines(std::vector<std::string>& lines) const override;

 private:
  NavmeshOptions options_;
  NavmeshCounts counts_;
  MeshStamps stamps_;
  uint64_t level_number_ = 0;  // of the mesh of the level that is drawn; 0: there is none
  PolygonInspection inspected_;
  Cell looked_at_;
  uint64_t looked_stamp_ = 0;  // of what `inspected_` was looked up in
};

NavmeshController& navmesh_controller(const Lab& lab);

}  // namespace strata
