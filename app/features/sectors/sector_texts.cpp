#include "app/features/sectors/sector_texts.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/draw/overlay_tools.hpp"
#include "app/features/sectors/sectors.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/session.hpp"
#include "core/world/map_sectors.hpp"

namespace strata {

using namespace overlay_tools;

namespace {

constexpr double kMinNumberPixels = 30;  // minimum side of a sector on the screen
constexpr double kMinParentPixels = 8;

const DrawListTag kParentPart{kSectorParentLayer};

bool has_two_levels(const Lab& lab) { return sectors_controller(lab).options().second_size > 0; }

// Returns the level whose numbers the view shows: level 1 in views of all levels; 0: none.
int numbered_level(const Painter& painter, const Lab& lab) {
  if (!painter.layer(kSectorNumberLayer).on || !lab.world().ready(StructureId::kSectors)) return 0;
  const int level = painter.level() == kAllLevels ? 1 : painter.level();
  return level <= lab.world().get<MapSectors>().sectors().levels() ? level : 0;
}

bool numbers_fit(const Lab& lab, int level) {
  const int side = lab.world().get<MapSectors>().sectors().sectors(level).cluster_size();
  return lab.state().camera.zoom * side >= kMinNumberPixels;
}

uint64_t number_stamp(const Painter& painter, const Lab& lab) {
  const int level = numbered_level(painter, lab);
  if (level == 0 || !numbers_fit(lab, level)) return 0;
  return (DrawInputHash() << painter.visible() << static_cast<uint64_t>(level) << lab.world().map().revision()
                          << lab.state().world_version << lab.state().rules_version
                          << static_cast<uint64_t>(lab.state().camera.zoom * 64)
                          << static_cast<uint64_t>(sectors_controller(lab).options().sector_size)
                          << static_cast<uint64_t>(sectors_controller(lab).options().second_size))
      .value();
}

// Writes each sector's number into its upper left corner, and each region's number beside its centre.
void add_numbers(Painter& painter, const Lab& lab) {
  const int level = numbered_level(painter, lab);
  const Sectors& sectors = lab.world().get<MapSectors>().sectors();
  const ClusterGrid& grid = sectors.sectors(level);
  const Camera& camera = lab.state().camera;
  const Rect& visible = painter.visible();
  if (visible.empty()) return;
  painter.free_places(camera);
  const auto write = [&](float x, float y, Rgba color, Rgba back, const std::string& text) {
    const double px = camera.screen_x(x), py = camera.screen_y(y);
    if (px < 0 || py < 0 || px > camera.view_width || py > camera.view_height) return;
    if (!painter.take_place(camera, x, y, text.size())) return painter.note_crowded();
    painter.add_label(x, y, 0, color, back, text);
  };
  const auto pixels = [&](double count) { return static_cast<float>(count / camera.zoom); };
  const Rect touched = grid.touched(visible);
  const auto for_sectors = [&](auto&& visit) {
    for (int y = touched.y0; y < touched.y1; ++y) {
      for (int x = touched.x0; x < touched.x1; ++x) visit(static_cast<uint32_t>(y * grid.columns() + x));
    }
  };
  for_sectors([&](uint32_t sector) {
    const auto [first, last] = sectors.regions_of_sector(sector, level);
    for (uint32_t region = first; region < last; ++region) {
      const Cell centre = lab.world().map().cell(sectors.region(region, level).centre);
      write(middle(centre.x), middle(centre.y) - std::max(pixels(13), 0.75f), palette::kWhite,
            sector_color(level) | 0xff000000u, fmt::format("{}", region));
    }
  });
  for_sectors([&](uint32_t sector) {
    const Rect cells = grid.rect(sector);
    const std::string text = fmt::format("sector {}", sector);
    write(static_cast<float>(cells.x0) + pixels(4 * static_cast<double>(text.size()) + 3),
          static_cast<float>(cells.y0) + pixels(10), sector_color(level), with_alpha(palette::kWhite, 225), text);
  });
}

void note_numbers(Painter& painter, const Lab& lab, bool cut, bool crowded) {
  LayerState& layer = painter.layer(kSectorNumberLayer);
  const int level = numbered_level(painter, lab);
  if (level == 0 || !layer.note.empty()) return;
  if (!numbers_fit(lab, level)) layer.note = "zoom in to read the numbers";
  if (numbers_fit(lab, level) && (cut || crowded)) layer.note = "not every number has room: zoom in";
}

// Draws a line from the centre of each visible region to the centre of its parent.
void show_parents(Painter& painter, const Lab& lab) {
  LayerState& layer = painter.layer(kSectorParentLayer);
  const World& world = lab.world();
  if (!layer.on || painter.level() == 0 || !world.has(StructureId::kSectors)) return;
  if (!has_two_levels(lab)) {
    layer.note = "there is no second level of sectors: choose a size for it";
    return;
  }
  const Sectors& sectors = world.get<MapSectors>().sectors();
  if (lab.state().camera.zoom * sectors.options().sector_size < kMinParentPixels) {
    layer.note = "zoom in to see the parents";
    return;
  }
  DrawInputHash stamp;
  stamp << painter.visible() << world.map().revision() << lab.state().world_version << lab.state().rules_version
        << static_cast<uint64_t>(sectors.options().sector_size) << static_cast<uint64_t>(sectors.options().second_size);
  if (world.ready(StructureId::kSectors) && painter.renew(kParentPart, stamp.value()) && !painter.visible().empty()) {
    DrawList& out = painter.list(kParentPart);
    const ClusterGrid& grid = sectors.sectors(1);
    const Rect touched = grid.touched(painter.visible());
    for (int y = touched.y0; y < touched.y1; ++y) {
      for (int x = touched.x0; x < touched.x1; ++x) {
        const auto [first, last] = sectors.regions_of_sector(static_cast<uint32_t>(y * grid.columns() + x), 1);
        for (uint32_t region = first; region < last; ++region) {
          const SectorRegion& own = sectors.region(region, 1);
          const Cell from = world.map().cell(own.centre);
          const Cell to = world.map().cell(sectors.region(own.parent, 2).centre);
          add_line(out, from, to, 3.2f, 0, with_alpha(palette::kWhite, 160));
          add_line(out, from, to, 1.4f, 3, sector_color(2) | 0xff000000u);
        }
      }
    }
  }
  painter.show(kParentPart, layer.opacity);
}

constexpr std::array<const FeatureLayer*, 2> kSectorTextLayers = {&kSectorNumberLayer, &kSectorParentLayer};
const std::array<PaintStep, 1> kSectorTextPaint = {{{depth::kGraphs + 30, show_parents}}};
const std::array<LabelStep, 1> kSectorTextLabels = {{{number_stamp, add_numbers, note_numbers}}};

}  // namespace

const FeatureLayer kSectorNumberLayer = {
    {.name = "sector-numbers",
     .title = "Numbers of sectors",
     .legend = "Numbers of the sectors in their corners, and of the regions above their centres",
     .texts = true,
     .order = 186,
     .structure = StructureId::kSectors,
     .general = true}};
const FeatureLayer kSectorParentLayer = {
    {.name = "sector-parents",
     .title = "Parents of regions",
     .legend = "Brown dots: from the centre of a region to that of its parent on the second level",
     .order = 188,
     .structure = StructureId::kSectors,
     .general = true}};

const Feature kSectorTextFeature = {
    .name = "sector-texts",
    .title = "Numbers of sectors",
    .tab = "sectors",
    .structure = StructureId::kSectors,
    .layers = kSectorTextLayers,
    .paint = kSectorTextPaint,
    .labels = kSectorTextLabels,
};

}  // namespace strata
