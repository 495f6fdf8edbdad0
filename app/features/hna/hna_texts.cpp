#include "app/features/hna/hna_texts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "app/draw/overlay_tools.hpp"
#include "app/draw/painter.hpp"
#include "app/features/hna/hna.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/session.hpp"
#include "core/world/map_hna.hpp"
#include "core/world/map_navmesh.hpp"

namespace strata {

using namespace overlay_tools;

namespace {

constexpr double kMinPolygonTextPixels = 6;  // minimum size of a cell on the screen
constexpr double kMinGroupTextPixels = 3;

struct HnaTextScratch {
  std::vector<PolygonId> polygons;
  std::vector<uint32_t> groups;
};

bool wants_polygon_numbers(const Painter& painter, const Lab& lab) {
  return painter.layer(kPolygonNumberLayer).on && painter.shows(0) && lab.world().ready(StructureId::kNavmesh);
}

// Returns the level whose groups get numbers; it is level 1 in views of all levels. 0: no groups are numbered.
int numbered_groups(const Painter& painter, const Lab& lab) {
  if (!painter.layer(kGroupNumberLayer).on || !lab.world().ready(StructureId::kHna)) return 0;
  const int level = painter.level() == kAllLevels ? 1 : painter.level();
  return level <= lab.world().get<MapHna>().hna().levels() ? level : 0;
}

uint64_t hna_text_stamp(const Painter& painter, const Lab& lab) {
  const double zoom = lab.state().camera.zoom;
  const bool polygons = wants_polygon_numbers(painter, lab) && zoom >= kMinPolygonTextPixels;
  const int level = numbered_groups(painter, lab);
  const bool groups = level > 0 && zoom * level >= kMinGroupTextPixels;
  if (!polygons && !groups) return 0;
  return (DrawInputHash() << painter.visible() << static_cast<uint64_t>(polygons)
                          << static_cast<uint64_t>(groups ? level : 0) << lab.state().world_version
                          << lab.world().map().revision() << lab.world().get<MapNavmesh>().version()
                          << lab.world().state(StructureId::kHna).version << static_cast<uint64_t>(zoom * 64))
      .value();
}

// Returns the centroid of a polygon, in cells.
MapPoint middle_of_polygon(const NavMesh& mesh, PolygonId polygon) {
  const HalfCellPoint at = mesh.centre16(polygon);
  const auto cell = static_cast<float>(2 * mesh.units());
  return {static_cast<float>(at.x) / (8 * cell), static_cast<float>(at.y) / (8 * cell)};
}

// Returns where the number of a group is written: at the centroid of the polygon that is nearest to the
// centre of the group.
MapPoint middle_of_group(const NavMesh& mesh, const HnaGroup& group) {
  double x = 0, y = 0;
  for (const PolygonId polygon : group.polygons) {
    const MapPoint at = middle_of_polygon(mesh, polygon);
    x += at.x / static_cast<double>(group.polygons.size());
    y += at.y / static_cast<double>(group.polygons.size());
  }
  const auto away = [&](PolygonId polygon) {
    const MapPoint at = middle_of_polygon(mesh, polygon);
    return std::hypot(at.x - x, at.y - y);
  };
  return middle_of_polygon(mesh, *std::ranges::min_element(group.polygons, {}, away));
}

void add_hna_texts(Painter& painter, const Lab& lab) {
  auto& scratch = painter.memory<HnaTextScratch>();
  auto& polygons = scratch.polygons;
  auto& groups = scratch.groups;
  const Camera& camera = lab.state().camera;
  if (painter.visible().empty()) return;
  painter.free_places(camera);
  const NavMesh& mesh = lab.world().get<MapNavmesh>().mesh();
  const auto write = [&](MapPoint at, Rgba color, Rgba back, const std::string& text) {
    const double px = camera.screen_x(at.x), py = camera.screen_y(at.y);
    if (px < 0 || py < 0 || px > camera.view_width || py > camera.view_height) return;
    // If another text stands at the place, the places below and above are tried.
    for (const double down : {0.0, 17.0, -17.0}) {
      const auto y = static_cast<float>(at.y + down / camera.zoom);
      if (!painter.take_place(camera, at.x, y, text.size())) continue;
      painter.add_label(at.x, y, 0, color, back, text);
      return;
    }
    painter.note_crowded();
  };
  polygons.clear();
  for_polygons_near(painter, lab, painter.visible(), [&](PolygonId polygon) { polygons.push_back(polygon); });
  std::ranges::sort(polygons);
  polygons.erase(std::unique(polygons.begin(), polygons.end()), polygons.end());
  const int level = numbered_groups(painter, lab);
  if (level > 0 && camera.zoom * level >= kMinGroupTextPixels) {
    const HnaLevel& own = lab.world().get<MapHna>().hna().level(level);
    groups.clear();
    for (const PolygonId polygon : polygons) groups.push_back(own.group_of(polygon));
    std::ranges::sort(groups);
    groups.erase(std::unique(groups.begin(), groups.end()), groups.end());
    for (const uint32_t number : groups) {
      const HnaGroup& group = own.group(number);
      write(middle_of_group(mesh, group), palette::kWhite, level_style(level).color | 0xff000000u,
            fmt::format("{}: {}", number, group.inter_edges));
    }
  }
  if (!wants_polygon_numbers(painter, lab) || camera.zoom < kMinPolygonTextPixels) return;
  for (const PolygonId polygon : polygons) {
    write(middle_of_polygon(mesh, polygon), palette::kBlack, with_alpha(palette::kWhite, 225),
          fmt::format("{}", polygon));
  }
}

void note_hna_texts(Painter& painter, const Lab& lab, bool cut, bool crowded) {
  const double zoom = lab.state().camera.zoom;
  LayerState& polygons = painter.layer(kPolygonNumberLayer);
  LayerState& groups = painter.layer(kGroupNumberLayer);
  const int level = numbered_groups(painter, lab);
  if (wants_polygon_numbers(painter, lab) && zoom < kMinPolygonTextPixels)
    polygons.note = "zoom in to read the numbers";
  if (level > 0 && zoom * level < kMinGroupTextPixels) groups.note = "zoom in to read the numbers";
  if (!cut && !crowded) return;
  for (LayerState* layer : {&polygons, &groups}) {
    if (layer->on && layer->note.empty()) layer->note = "not every number has room: zoom in";
  }
}

constexpr std::array<const FeatureLayer*, 2> kHnaTextLayers = {&kPolygonNumberLayer, &kGroupNumberLayer};
const std::array<LabelStep, 1> kHnaTextLabels = {{{hna_text_stamp, add_hna_texts, note_hna_texts}}};

}  // namespace

const FeatureLayer kPolygonNumberLayer = {{.name = "polygon-numbers",
                                           .title = "Numbers of polygons",
                                           .legend = "The number of each polygon of the mesh, in its middle",
                                           .texts = true,
                                           .order = 206,
                                           .structure = StructureId::kNavmesh,
                                           .general = true}};
const FeatureLayer kGroupNumberLayer = {
    {.name = "group-numbers",
     .title = "Numbers of groups",
     .legend = "The number of each group and, after the colon, how many inter-edges it has",
     .texts = true,
     .order = 207,
     .structure = StructureId::kHna,
     .general = true}};

const Feature kHnaTextFeature = {
    .name = "hna-texts",
    .title = "Numbers of groups",
    .tab = "hna",
    .structure = StructureId::kNavmesh,
    .layers = kHnaTextLayers,
    .labels = kHnaTextLabels,
};

}  // namespace strata
