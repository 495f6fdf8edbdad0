#include "app/figure/figure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/figure/figure_layout.hpp"
#include "app/lab/command_log.hpp"
#include "app/lab/explain.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/path_rows.hpp"
#include "app/lab/planner_appearance.hpp"
#include "app/lab/view_searches.hpp"
#include "app/playback/playback.hpp"
#include "core/io/files.hpp"

namespace strata {
namespace {

constexpr double kPointsPerInch = 72, kMillimetresPerInch = 25.4, kScreenPixelsPerInch = 96;
constexpr double kPrintPixelsPerInch = 300;  // of a PNG whose width on paper is given
constexpr double kMargin = 3;                // interface pixels: marks at the border of the map are whole
constexpr double kViewGap = 8;               // interface pixels between views side by side
constexpr double kMaxFitZoom = 64;           // as when the view is fitted to a map
constexpr double kMaxPagePoints = 14'400;    // the largest page of a PDF
constexpr double kMaxPageUnits = 1'000'000;

// Shows another part of the map in the views, without pointer and flashes, until the end of the scope.
class OtherView {
 public:
  OtherView(Lab& lab, const Camera& camera) : state_(lab.mutable_state()) {
    camera_ = std::exchange(state_.camera, camera);
    hover_ = std::exchange(state_.hover, std::nullopt);
    flashes_ = std::exchange(state_.flashes, {});
  }
  ~OtherView() {
    state_.camera = camera_;
    state_.hover = hover_;
    state_.flashes = std::move(flashes_);
  }
  OtherView(const OtherView&) = delete;
  OtherView& operator=(const OtherView&) = delete;

 private:
  LabState& state_;
  Camera camera_;
  std::optional<Cell> hover_;
  std::vector<Flash> flashes_;
};

// What the figure shows, and how: the part of the map, and the camera under which the view would draw it.
struct Shot {
  FigureBox box;
  Camera camera;
};

Result<Shot> shot_of(const Lab& lab, const FigureOptions& options, const Rect& selection) {
  const LabState& state = lab.state();
  const Rect map = lab.world().map().bounds();
  if (options.view > state.view_count) {
    return error_at("view", fmt::format("there is no view {}: there are {}", options.view, state.view_count));
  }
  const Camera& camera = state.camera;
  Shot shot;
  if (options.area == FigureArea::kView) {
    shot.box = {std::max(camera.map_x(0), 0.0), std::max(camera.map_y(0), 0.0),
                std::min(camera.map_x(camera.view_width), static_cast<double>(map.x1)),
                std::min(camera.map_y(camera.view_height), static_cast<double>(map.y1))};
    if (shot.box.width() <= 0 || shot.box.height() <= 0) return error_at("area", "the view shows no cell of the map");
  } else {
    const Rect cells = options.area == FigureArea::kAll ? map : selection.clipped(map);
    if (cells.empty()) return error_at("area", "no cells are selected");
    shot.box = {static_cast<double>(cells.x0), static_cast<double>(cells.y0), static_cast<double>(cells.x1),
                static_cast<double>(cells.y1)};
  }
  const double fitting =
      std::clamp(std::min(camera.view_width / shot.box.width(), camera.view_height / shot.box.height()),
                 Camera::kMinZoom, kMaxFitZoom);
  shot.camera.zoom = options.zoom.value_or(options.area == FigureArea::kView ? camera.zoom : fitting);
  shot.camera.center_x = (shot.box.x0 + shot.box.x1) / 2;
  shot.camera.center_y = (shot.box.y0 + shot.box.y1) / 2;
  const double width = std::ceil(shot.box.width() * shot.camera.zoom);
  const double height = std::ceil(shot.box.height() * shot.camera.zoom);
  if (width > kMaxPageUnits || height > kMaxPageUnits) return error_at("zoom", "the cells would be too large");
  shot.camera.view_width = std::max(1, static_cast<int>(width));
  shot.camera.view_height = std::max(1, static_cast<int>(height));
  return shot;
}

std::vector<FigureLegendRow> legend_of(const LabState& state, const FigureOptions& options) {
  std::vector<FigureLegendRow> legend;
  const bool usual = state.view_count == 1 && state.layer(Layer::kPath).on;
  if (!options.legend.value_or(usual)) return legend;
  std::vector<const PlannerRow*> rows;
  find_path_rows(state, rows);
  if (!options.legend && rows.size() < 2) return legend;  // as on the screen: one path needs no name
  for (const PlannerRow* row : rows) {
    const PlannerStyle style = planner_style(row->planner->name);
    legend.push_back({style.color, row->result.has_partial_path() ? kPartialPathDash : style.dash,
                      std::string(state.names.brief(*row->planner))});
  }
  return legend;
}

// How the views of a figure stand side by side, in units.
struct Panes {
  int columns = 1, rows = 1;
  double width = 0, height = 0;  // of one, with its name
  double name = 0, gap = 0;
};

Panes panes_of(const FigureScene& scene, int views) {
  Panes panes;
  panes.columns = views > 1 ? 2 : 1;
  panes.rows = (views + panes.columns - 1) / panes.columns;
  panes.name = views > 1 ? kNameHeight * scene.pixel : 0;
  panes.gap = kViewGap * scene.pixel;
  panes.width = scene.box.width() * scene.zoom + 2 * scene.margin;
  panes.height = scene.box.height() * scene.zoom + 2 * scene.margin + panes.name;
  return panes;
}

// Returns what the view shows: a planner, or a level.
std::string name_of_view(const Lab& lab, int view) {
  const ViewSearches& searches = lab.view_searches();
  if (searches.active()) return std::string(lab.state().names.brief(searches.planner(view)));
  return std::string(view_title(lab.state().views[static_cast<size_t>(view)].level));
}

// Sets where the view stands on the page, and its name.
void place_view(const Lab& lab, const Panes& panes, int view, FigureScene& scene) {
  scene.left = view % panes.columns * (panes.width + panes.gap);
  scene.top = view / panes.columns * (panes.height + panes.gap) + panes.name;
  scene.name = panes.name > 0 ? name_of_view(lab, view) : std::string();
}

// Sets page, box and texts of the scene, and what these need.
Status lay_out(const Lab& lab, FigureKind kind, const Shot& shot, FigureScene& scene) {
  const FigureOptions& options = scene.options;
  scene.box = shot.box;
  scene.zoom = shot.camera.zoom;
  scene.pixel = lab.state().ui_scale;
  const double grid = std::ceil(scene.zoom) / scene.zoom;
  scene.margin = std::ceil(kMargin * scene.pixel * grid) / grid;
  scene.legend = legend_of(lab.state(), options);
  scene.caption = options.caption == "sentence" ? explained_step(lab) : options.caption;
  Page& page = scene.page;
  page.kind = kind;
  const int views = options.view == kEveryView ? lab.state().view_count : 1;
  const Panes panes = panes_of(scene, views);
  page.width = panes.columns * panes.width + (panes.columns - 1) * panes.gap;
  page.height = panes.rows * panes.height + (panes.rows - 1) * panes.gap;
  page.height += foot_height(scene);
  place_view(lab, panes, 0, scene);
  page.grid = grid;
  page.points = kPointsPerInch / kScreenPixelsPerInch / scene.pixel;
  return set_page_size(options, page);
}

// Copies the bytes of a picture, which may change while the figure is painted.
template <class Picture>
void keep(const Lab& lab, Picture& picture, std::vector<uint8_t>& bytes) {
  const GridMap& map = lab.world().map();
  picture.on = picture.on && picture.cells != nullptr && picture.width == map.width() && picture.height == map.height();
  if (!picture.on) return;
  bytes.assign(picture.cells, picture.cells + map.cell_count());
  picture.cells = bytes.data();
}

}  // namespace

// Sets how large a unit is, on paper and in pixels; `points` is what it is on a screen.
Status set_page_size(const FigureOptions& options, Page& page) {
  const double usual = page.points;
  page.pixels = options.scale;
  if (options.width_mm) {
    page.points = *options.width_mm / kMillimetresPerInch * kPointsPerInch / page.width;
    page.pixels = *options.width_mm / kMillimetresPerInch * kPrintPixelsPerInch / page.width * options.scale;
  } else if (options.width_pixels) {
    page.pixels = *options.width_pixels / page.width;
    if (page.kind != FigureKind::kPng) page.points = usual * page.pixels;
  } else if (page.kind != FigureKind::kPng) {
    page.points *= options.scale;
  }
  if (page.kind == FigureKind::kPng) {
    const double width = page.width * page.pixels, height = page.height * page.pixels;
    if (width > kMaxFigurePixels || height > kMaxFigurePixels || width * height > kMaxFigureArea) {
      return error_at("",
                      fmt::format("the picture would have {:.0f} x {:.0f} pixels: at most {} a side, {:.0f} million "
                                  "in all",
                                  width, height, kMaxFigurePixels, kMaxFigureArea / 1e6));
    }
  } else if (std::max(page.width, page.height) * page.points > kMaxPagePoints) {
    return error_at("", fmt::format("the figure would be {:.0f} x {:.0f} mm: at most {:.0f} mm a side",
                                    page.width * page.points / kPointsPerInch * kMillimetresPerInch,
                                    page.height * page.points / kPointsPerInch * kMillimetresPerInch,
                                    kMaxPagePoints / kPointsPerInch * kMillimetresPerInch));
  }
  return success();
}

namespace {

// Copies the pictures of the scene's overlay, and what else of the lab may change while it is painted.
void keep_view(const Lab& lab, FigureScene& scene) {
  Overlay& overlay = scene.overlay;
  keep(lab, overlay.ground, scene.bytes[0]);
  keep(lab, overlay.field, scene.bytes[1]);
  keep(lab, overlay.upper, scene.bytes[2]);
  keep(lab, overlay.heat, scene.bytes[3]);
  if (overlay.heat.on && overlay.heat.difference) {
    const std::vector<uint8_t>& first = lab.view_searches().playback(0).heat().cells;
    if (first.size() == scene.map->cell_count()) {
      scene.bytes[4] = first;
      scene.first_heat = scene.bytes[4].data();
    }
  }
}

}  // namespace

bool FigureScene::truncated() const {
  return overlay.truncated ||
         std::any_of(beside.begin(), beside.end(), [](const auto& one) { return one.truncated(); });
}

Result<FigureScene> read_figure(Lab& lab, const FigureOptions& options, FigureKind kind, const Rect& selection) {
  const Result<Shot> found = shot_of(lab, options, selection);
  if (!found) return found.error();
  FigureScene scene;
  scene.options = options;
  if (Status laid = lay_out(lab, kind, found.value(), scene); !laid) return laid.error();
  const LabState& state = lab.state();
  scene.map = &lab.world().map();
  scene.page.title = state.map_title;
  scene.page.description = lab.log().reproduction();
  scene.has_query = state.has_query;
  scene.start = state.query.start;
  scene.goal = state.query.goal;
  scene.builder = std::make_shared<OverlayBuilder>();
  const bool all = options.view == kEveryView;
  const size_t first = all ? 0 : static_cast<size_t>(options.view) - 1;
  const OtherView view(lab, found.value().camera);
  const auto overlays = scene.builder->build_views(lab).overlays;
  if (all) {
    const Panes panes = panes_of(scene, state.view_count);
    for (int i = 1; i < state.view_count; ++i) {
      FigureScene other = scene;
      other.beside.clear();
      place_view(lab, panes, i, other);
      other.overlay = *overlays[static_cast<size_t>(i)];
      scene.beside.push_back(std::move(other));
    }
    for (FigureScene& other : scene.beside) keep_view(lab, other);
  }
  scene.overlay = *overlays[first];
  keep_view(lab, scene);
  return scene;
}

FigureSize size_of(const Page& page) {
  const double unit = page.points / kPointsPerInch * kMillimetresPerInch;
  return {page.width * unit, page.height * unit, page.pixel_width(), page.pixel_height()};
}

Result<FigureSize> figure_size(const Lab& lab, const FigureOptions& options, FigureKind kind, const Rect& selection) {
  const Result<Shot> found = shot_of(lab, options, selection);
  if (!found) return found.error();
  FigureScene scene;
  scene.options = options;
  if (Status laid = lay_out(lab, kind, found.value(), scene); !laid) return laid.error();
  return size_of(scene.page);
}

namespace {

// Returns false if it was cancelled.
bool paint_page(const FigureScene& scene, Canvas& canvas, JobControl& control) {
  const FigureColors colors(scene.options);
  canvas.rectangle(0, 0, scene.page.width, scene.page.height);
  canvas.fill(colors.page());
  const FigureBrush brush{canvas, scene, colors, scene.options.stroke / scene.page.points};
  const auto paint_view = [&](const FigureBrush& of) {
    if (!paint_cells(of, control)) return false;
    paint_overlay(of);
    paint_name(of);
    return !control.cancelled();
  };
  if (!paint_view(brush)) return false;
  for (const FigureScene& other : scene.beside) {
    if (!paint_view({canvas, other, colors, brush.least_width})) return false;
  }
  paint_foot(brush);
  return true;
}

}  // namespace

Result<std::string> paint_figure(const FigureScene& scene, JobControl& control) {
  Canvas canvas(scene.page);
  return paint_page(scene, canvas, control) ? canvas.finish() : std::string();
}

Result<CanvasPixels> paint_pixels(const FigureScene& scene, JobControl& control) {
  Canvas canvas(scene.page);
  return paint_page(scene, canvas, control) ? canvas.finish_pixels() : CanvasPixels();
}

Status export_figure(Lab& lab, const FigureOptions& options, const std::string& path, const Rect& selection) {
  const std::optional<FigureKind> kind = figure_kind(path);
  if (!kind) return error_at(path, "the name of a figure ends in .svg, .pdf or .png");
  const Result<FigureScene> scene = read_figure(lab, options, *kind, selection);
  if (!scene) return scene.error();
  JobControl control;
  const Result<std::string> file = paint_figure(scene.value(), control);
  if (!file) return file.error();
  return write_file_atomic(path, file.value());
}

}  // namespace strata
