// Sectors on the map: borders, regions, centres and edges on both levels, and the regions on an abstract path.
#include <algorithm>
#include <cmath>

#include "app/draw/overlay.hpp"
#include "app/draw/overlay_tools.hpp"
#include "app/features/sectors/sectors.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/planner_appearance.hpp"
#include "app/lab/session.hpp"

namespace strata {

using namespace overlay_tools;

namespace {
// Edges and centres are drawn if a sector has at least this size on the screen, in pixels, times the level.
constexpr double kMinEdgePixels = 9;
constexpr double kMinCentrePixels = 18;

constexpr Rgba kCorridor = rgba(0xcc79a7, 75);

enum SectorTileListIndex : int { kRegionList, kCentreList, kSectorEdgeList };  // indices of tile lists

const DrawListTag kSectorPart{kSectorLayer};
// The borders of level 2, as a layer of their own or together with those of level 1.
const DrawListTag kSector2Part{kSecondSectorLayer}, kSectorTogetherPart{kSectorLayer};

struct SectorScratch {
  std::vector<SectorEdge> edges;
  std::vector<CellId> cells;
};

Rect sector_cells(const ClusterGrid& grid, int x, int y) {
  return grid.rect(static_cast<uint32_t>(y * grid.columns() + x));
}

// Marks a centre that the improvement of centres has moved: draws the cell where it was, the one nearest
// to the centroid.
void add_centroid(const Sectors& sectors, uint32_t region, std::vector<CellId>& cells_of_it, DrawList& out) {
  const SectorRegion& own = sectors.region(region);
  const Rect cells = sectors.sectors().rect(own.sector);
  const auto width = static_cast<CellId>(sectors.sectors().width());
  cells_of_it.clear();
  double x_sum = 0, y_sum = 0;
  for (int y = cells.y0; y < cells.y1; ++y) {
    for (int x = cells.x0; x < cells.x1; ++x) {
      const CellId id = static_cast<CellId>(y) * width + static_cast<CellId>(x);
      if (sectors.region_of(id) != static_cast<int64_t>(region)) continue;
      cells_of_it.push_back(id);
      x_sum += x;
      y_sum += y;
    }
  }
  const double cx = x_sum / static_cast<double>(cells_of_it.size()),
               cy = y_sum / static_cast<double>(cells_of_it.size());
  const auto away = [&](CellId id) { return std::hypot(id % width - cx, id / width - cy); };
  const CellId nearest =
      *std::min_element(cells_of_it.begin(), cells_of_it.end(), [&](CellId a, CellId b) { return away(a) < away(b); });
  if (away(own.centre) < away(nearest) + 1e-6) return;
  const Cell from{static_cast<int>(nearest % width), static_cast<int>(nearest / width)};
  const Cell to{static_cast<int>(own.centre % width), static_cast<int>(own.centre / width)};
  add_line(out, from, to, 1, 3, with_alpha(sector_color(1), 200));
  out.markers.push_back({middle(from.x), middle(from.y), 2.2f, 0.2f, MarkerShape::kRing, sector_color(1)});
}

void build_sector_tile(Painter& painter, const Lab& lab, const TiledLayer& tiled, const Rect& inside, DrawList& out) {
  auto& [sector_edges, scratch] = painter.memory<SectorScratch>();
  const Sectors& sectors = lab.world().get<MapSectors>().sectors();
  const GridMap& map = lab.world().map();
  const int level = tiled.level;
  const ClusterGrid& grid = sectors.sectors(level);
  const Rgba color = sector_color(level);
  for (int row = inside.y0; row < inside.y1; ++row) {
    for (int column = inside.x0; column < inside.x1; ++column) {
      const auto sector = static_cast<uint32_t>(row * grid.columns() + column);
      const auto [first, last] = sectors.regions_of_sector(sector, level);
      if (first == last) continue;
      if (tiled.list == kRegionList) {
        add_shades(
            sector_cells(grid, column, row),
            [&, base = first](int x, int y) {
              const int64_t region = sectors.region_of(map.id({x, y}), level);
              return region < 0 ? Rgba{0} : region_color(column, row, static_cast<uint32_t>(region) - base);
            },
            out.rects);
        continue;
      }
      if (tiled.list == kSectorEdgeList) {
        sector_edges.clear();
        sectors.append_edges(sector, sector_edges, level);
        for (const SectorEdge& edge : sector_edges) {
          add_line(out, map.cell(sectors.region(edge.from, level).centre),
                   map.cell(sectors.region(edge.to, level).centre), level == 1 ? 1.7f : 3.2f, level == 1 ? 0.0f : 8.0f,
                   with_alpha(color, 190));
        }
        continue;
      }
      for (uint32_t region = first; region < last; ++region) {
        const Cell centre = map.cell(sectors.region(region, level).centre);
        const float x = middle(centre.x), y = middle(centre.y);
        const MarkerShape shape = level == 1 ? MarkerShape::kDisc : MarkerShape::kDiamond;
        const float radius = level == 1 ? 2.4f : 4.0f, share = level == 1 ? 0.3f : 0.46f;
        out.markers.push_back({x, y, radius + 1, share + 0.08f, shape, with_alpha(palette::kWhite, 220)});
        out.markers.push_back({x, y, radius, share, shape, color});
        if (level == 1 && sectors.options().improve_centres) add_centroid(sectors, region, scratch, out);
      }
    }
  }
}

// Returns a tiling with tiles of about 128 cells a side.
Tiling sector_tiling(const Lab& lab, int level) {
  const ClusterGrid& sectors = lab.world().get<MapSectors>().sectors().sectors(level);
  return structure_tiling(lab, StructureId::kSectors, level, std::max(1, 128 / sectors.cluster_size()));
}

uint64_t sector_geometry(const Lab& lab) {
  if (!lab.world().has(StructureId::kSectors)) return 0;
  const SectorOptions& sectors = lab.world().get<MapSectors>().sectors().options();
  return (DrawInputHash() << static_cast<uint64_t>(sectors.sector_size) << static_cast<uint64_t>(sectors.second_size))
      .value();
}

// In a view of one level, the layers of level 1 show that level.
void show_regions(Painter& painter, const Lab& lab) {
  const World& world = lab.world();
  if (!painter.layer(kRegionLayer).on || !world.has(StructureId::kSectors)) return;
  const int level = painter.level() == kAllLevels ? 1 : painter.level();
  if (level < 1 || level > world.get<MapSectors>().sectors().levels()) return;
  LayerState& layer = painter.layer(kRegionLayer);
  if (lab.state().camera.zoom < Painter::kMinCellPixelsShade) {
    layer.note = "zoom in to see the regions";
    return;
  }
  painter.show_tiled(lab, {kRegionLayer, kRegionList, &kSectorTiles, level, 0});
}

// Draws the borders of sectors. They are thinner when the view is zoomed out, so that the map stays visible.
void build_sector_lines(const Lab& lab, int level, const Rect& visible, DrawList& out) {
  const int side = lab.world().get<MapSectors>().sectors().sectors(level).cluster_size();
  const Rect bounds = lab.world().map().bounds();
  const double pixels = lab.state().camera.zoom * side;
  const float widest = level == 1 ? 1.6f : 3.2f;
  const float width = std::min(widest, std::max(0.8f, static_cast<float>(pixels) * 0.05f));
  const Rgba color = with_alpha(sector_color(level), static_cast<uint32_t>(std::clamp(70 + pixels * 1.5, 80.0, 200.0)));
  const float dash = level == 1 ? 2.5f : 8.0f;  // dashed, as borders of HPA* are solid
  const auto x0 = static_cast<float>(visible.x0), x1 = static_cast<float>(visible.x1);
  const auto y0 = static_cast<float>(visible.y0), y1 = static_cast<float>(visible.y1);
  for (int x = visible.x0 / side * side; x < visible.x1 + side; x += side) {
    const auto at = static_cast<float>(std::min(x, bounds.x1));
    out.lines.push_back({at, y0, at, y1, width, dash, color});
  }
  for (int y = visible.y0 / side * side; y < visible.y1 + side; y += side) {
    const auto at = static_cast<float>(std::min(y, bounds.y1));
    out.lines.push_back({x0, at, x1, at, width, dash, color});
  }
}

void show_sector_borders(Painter& painter, const Lab& lab) {
  const Rect& visible = painter.visible();
  const World& world = lab.world();
  const LabState& state = lab.state();
  if (!world.has(StructureId::kSectors) || painter.level() == 0) return;
  const int levels = world.get<MapSectors>().sectors().levels();
  const auto show_level = [&](Layer id, const DrawListTag& part, int level) {
    LayerState& layer = painter.layer(id);
    const int side = world.get<MapSectors>().sectors().sectors(level).cluster_size();
    if (state.camera.zoom * side < OverlayBuilder::kMinClusterPixelsBorder) {
      layer.note = "zoom in to see the sectors";
      return;
    }
    DrawInputHash stamp;
    stamp << visible << static_cast<uint64_t>(side) << static_cast<uint64_t>(level) << lab.state().world_version
          << static_cast<uint64_t>(state.camera.zoom * 64);
    if (painter.renew(part, stamp.value())) build_sector_lines(lab, level, visible, painter.list(part));
    painter.show(part, layer.opacity * static_cast<float>(OverlayBuilder::border_fade(state.camera.zoom * side)));
  };
  const bool own = painter.layer(kSectorLayer).on;
  const bool second = painter.layer(kSecondSectorLayer).on;
  if (own && painter.shows(1)) show_level(kSectorLayer, kSectorPart, 1);
  if (levels > 1) {
    if (second && painter.shows(2)) {
      show_level(kSecondSectorLayer, kSector2Part, 2);
    } else if (own && painter.level() == 2) {
      show_level(kSectorLayer, kSectorTogetherPart, 2);
    }
  } else if (second) {
    painter.layer(kSecondSectorLayer).note = "there is no second level of sectors: choose a size for it";
  }
}

void show_sector_layer(Painter& painter, const Lab& lab, Layer layer, int tile_list, int level) {
  // When the view is zoomed out, markers would hide the map, and farther out so would edges.
  const double pixels = tile_list == kCentreList ? kMinCentrePixels : tile_list == kSectorEdgeList ? kMinEdgePixels : 0;
  painter.show_tiled(
      lab, {layer, tile_list, &kSectorTiles, level, std::max(OverlayBuilder::kMinClusterPixels, pixels * level),
            tile_list == kSectorEdgeList ? kEdgeInk : kNodeInk});
}

// Draws edges below centres, and level 2 above level 1.
void show_sector_graph(Painter& painter, const Lab& lab) {
  const World& world = lab.world();
  if (!world.has(StructureId::kSectors) || painter.level() == 0) return;
  const bool edges = painter.layer(kSectorEdgeLayer).on;
  const bool centres = painter.layer(kCentreLayer).on;
  const bool second = painter.layer(kSecondSectorLayer).on;
  if (painter.shows(1)) {
    if (edges) show_sector_layer(painter, lab, kSectorEdgeLayer, kSectorEdgeList, 1);
    if (centres) show_sector_layer(painter, lab, kCentreLayer, kCentreList, 1);
  }
  if (world.get<MapSectors>().sectors().levels() < 2 || !painter.shows(2)) return;
  const bool alone = painter.level() == 2;
  if (second || (alone && edges)) {
    show_sector_layer(painter, lab, second ? kSecondSectorLayer : kSectorEdgeLayer, kSectorEdgeList, 2);
  }
  if (second || (alone && centres)) {
    show_sector_layer(painter, lab, second ? kSecondSectorLayer : kCentreLayer, kCentreList, 2);
  }
}

}  // namespace

const TileSource kSectorTiles{sector_tiling, build_sector_tile, sector_geometry};
// Regions are drawn below rooms.
const std::array<PaintStep, 3> kSectorPaint = {
    {{depth::kAreas - 10, show_regions}, {depth::kBorders, show_sector_borders}, {depth::kGraphs, show_sector_graph}}};

void paint_corridor(const Lab& lab, const PlannerRow& row, int level, DrawList& out) {
  if (row.planner->needs != StructureId::kSectors) return;
  const World& world = lab.world();
  const GridMap& map = world.map();
  const std::vector<CellId>& centres = row.result.abstract_path;
  const Sectors& sectors = world.get<MapSectors>().sectors();
  if (world.ready(StructureId::kSectors) && level >= 1 && level <= sectors.levels()) {
    for (const CellId centre : centres) {
      const int64_t region = sectors.region_of(centre, level);
      if (region < 0) continue;
      const uint32_t sector = sectors.region(static_cast<uint32_t>(region), level).sector;
      add_shades(
          sectors.sectors(level).rect(sector),
          [&](int x, int y) {
            return sectors.region_of(map.id({x, y}), level) == region ? kCorridor : Rgba{0};
          },
          out.rects);
    }
  }
  const PlanQuery query = searched_query(lab.state(), *row.planner);
  const Rgba color = planner_style(lab.state(), row.planner->name).color;
  add_line(out, query.start, map.cell(centres.front()), 1.5f, 3, color);
  add_line(out, map.cell(centres.back()), query.goal, 1.5f, 3, color);
}

}  // namespace strata
