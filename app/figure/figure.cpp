#include "app/figure/figure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/draw/legend_rows.hpp"
#include "app/draw/legend_sample.hpp"
#include "app/figure/figure_layout.hpp"
#include "app/lab/cell_explanations.hpp"
#include "app/lab/command_log.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/path_rows.hpp"
#include "app/lab/view_searches.hpp"
#include "app/playback/playback.hpp"
#include "core/io/files.hpp"

namespace strata {
namespace {

constexpr double kPointsPerInch = 72, kMillimetresPerInch = 25.4, kScreenPixelsPerInch = 96;
// Resolution of a PNG whose width on paper is given.
constexpr double kPrintPixelsPerInch = 300;
// Margin around the map in pixels of the interface. It keeps marks at the border of the map from being cut off.
constexpr double kMargin = 3;
// Space between views side by side, in pixels of the interface.
constexpr double kViewGap = 8;
// Maximum zoom at which a map is fitted, as in a view.
constexpr double kMaxFitZoom = 64;
// The largest side of a page that a PDF may have.
constexpr double kMaxPagePoints = 14'400;
constexpr double kMaxPageUnits = 1'000'000;

// While an object of this class lives, the camera of the views is another one, and pointer and flashes are hidden.
class FigureCameraScope {
 public:
  FigureCameraScope(Lab& lab, const Camera& camera) : state_(lab.mutable_state()) {
    camera_ = std::exchange(state_.camera, camera);
    hover_ = std::exchange(state_.hover, std::nullopt);
    pointed_ = std::exchange(state_.pointed_entry, std::nullopt);
    flashes_ = std::exchange(state_.flashes, {});
  }
  ~FigureCameraScope() {
    state_.camera = camera_;
    state_.hover = hover_;
    state_.pointed_entry = pointed_;
    state_.flashes = std::move(flashes_);
  }
  FigureCameraScope(const FigureCameraScope&) = delete;
  FigureCameraScope& operator=(const FigureCameraScope&) = delete;

 private:
  LabState& state_;
  Camera camera_;
  std::optional<Cell> hover_;
  std::optional<LegendEntry> pointed_;
  std::vector<Flash> flashes_;
};

// The part of the map that the figure shows, and the camera with which a view would show it.
struct FigureFraming {
  FigureBox box;
  Camera camera;
};

Result<FigureFraming> shot_of(const Lab& lab, const FigureOptions& options, const Rect& selection) {
  const LabState& state = lab.state();
  const Rect map = lab.world().map().bounds();
  if (options.view > state.view_count) {
    return error_at("view", fmt::format("there is no view {}: there are {}", options.view, state.view_count));
  }
  const Camera& camera = state.camera;
  FigureFraming shot;
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

// Returns whether the figure has a legend.
bool has_legend(const LabState& state, const FigureOptions& options) {
  if (options.legend) return *options.legend;
  if (state.view_count > 1 || !state.layer(Layer::kPath).on) return false;
  // A single path needs no legend.
  std::vector<const PlannerRow*> paths;
  find_path_rows(state, paths);
  return paths.size() >= 2;
}

// Returns the rows of the legend of what is drawn. `drawn` are the entries that have something on the map, `overlays`
// what is drawn; if there are none, the rows have no signs.
std::vector<FigureLegendRow> legend_of(const Lab& lab, const FigureOptions& options, std::span<const LegendEntry> drawn,
                                       std::span<const Overlay* const> overlays) {
  const LabState& state = lab.state();
  std::vector<FigureLegendRow> legend;
  if (!has_legend(state, options)) return legend;
  const std::optional<int> view = options.view == kEveryView ? std::nullopt : std::optional(options.view - 1);
  LegendRows rows;
  for (const LegendRow& row : rows.find(lab, drawn, LegendPaths::kEach, view)) {
    const bool loose = row.entry.mark != nullptr;
    const bool texts = !loose && row.layer_symbol && layer_info(row.entry.layer).texts;
    const bool seen = std::ranges::find(drawn, row.entry) != drawn.end();
    const bool of_layer = !loose && row.layer_symbol;
    // A row of the window may be of a layer that is hidden, or of which nothing is in sight.
    if (!loose && !state.layer(row.entry.layer).on) continue;
    if (of_layer && !seen && !(texts && state.layer(row.entry.layer).note.empty())) continue;
    std::string text = std::string(row.mark.text) + row.name;
    if (const auto scale = of_layer ? layer_info(row.entry.layer).scale : nullptr; scale != nullptr) {
      if (const std::string values = scale(lab); !values.empty()) text += ": " + values;
    }
    FigureLegendRow& shown = legend.emplace_back();
    shown.text = std::move(text);
    legend_sample(row, overlays, shown.sign);
    shown.numbers = texts && !seen;
  }
  return legend;
}

// How the views of a figure are arranged side by side, in units of the page.
struct FigureViewGrid {
  int columns = 1, rows = 1;
  double width = 0, height = 0;  // size of one view with its title
  double name = 0, gap = 0;
};

FigureViewGrid panes_of(const FigureScene& scene, int views) {
  FigureViewGrid panes;
  panes.columns = views > 1 ? 2 : 1;
  panes.rows = (views + panes.columns - 1) / panes.columns;
  panes.name = views > 1 ? kNameHeight * scene.pixel : 0;
  panes.gap = kViewGap * scene.pixel;
  panes.width = scene.box.width() * scene.zoom + 2 * scene.margin;
  panes.height = scene.box.height() * scene.zoom + 2 * scene.margin + panes.name;
  return panes;
}

// Returns the title of a view: a planner or a level.
std::string name_of_view(const Lab& lab, int view) {
  const ViewSearches& searches = lab.view_searches();
  if (searches.active()) return std::string(lab.state().names.brief(searches.planner(view)));
  return view_title(searches.drawn_level(view));
}

// Sets the position and the title of the view on the page.
void place_view(const Lab& lab, const FigureViewGrid& panes, int view, FigureScene& scene) {
  scene.left = view % panes.columns * (panes.width + panes.gap);
  scene.top = view / panes.columns * (panes.height + panes.gap) + panes.name;
  scene.name = panes.name > 0 ? name_of_view(lab, view) : std::string();
}

// Returns the sentence about the step, after the name of the planner that is stepped: views beside each other show
// other planners, too.
std::string caption_of_step(const Lab& lab) {
  const std::string sentence = explained_step(lab);
  if (lab.state().process != nullptr || lab.playback().size() == 0 || sentence.empty()) return sentence;
  return fmt::format("{}: {}", lab.state().names.brief(*lab.state().traced_planner()), sentence);
}

// Sets the page, the part of the map and the texts of the figure, and the sizes that depend on them.
Status lay_out(const Lab& lab, FigureKind kind, const FigureFraming& shot, std::vector<FigureLegendRow> legend,
               FigureScene& scene) {
  const FigureOptions& options = scene.options;
  scene.box = shot.box;
  scene.zoom = shot.camera.zoom;
  scene.pixel = lab.state().ui_scale;
  const double grid = std::ceil(scene.zoom) / scene.zoom;
  scene.margin = std::ceil(kMargin * scene.pixel * grid) / grid;
  scene.legend = std::move(legend);
  scene.caption = options.caption == "sentence" ? caption_of_step(lab) : options.caption;
  Page& page = scene.page;
  page.kind = kind;
  const int views = options.view == kEveryView ? lab.state().view_count : 1;
  const FigureViewGrid panes = panes_of(scene, views);
  page.width = panes.columns * panes.width + (panes.columns - 1) * panes.gap;
  page.height = panes.rows * panes.height + (panes.rows - 1) * panes.gap;
  page.height += foot_height(scene);
  place_view(lab, panes, 0, scene);
  page.grid = grid;
  page.points = kPointsPerInch / kScreenPixelsPerInch / scene.pixel;
  return set_page_size(options, page);
}

// Copies the bytes of a picture, as they may change while the figure is being painted.
template <class Picture>
void keep(const Lab& lab, Picture& picture, std::vector<uint8_t>& bytes) {
  const GridMap& map = lab.world().map();
  picture.on = picture.on && picture.cells != nullptr && picture.width == map.width() && picture.height == map.height();
  if (!picture.on) return;
  bytes.assign(picture.cells, picture.cells + map.cell_count());
  picture.cells = bytes.data();
}

}  // namespace

// Sets the size of a page unit on paper and in pixels. Before the call `page.points` is its size on a screen.
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

// Copies the pictures of the overlay, and other data of the lab that may change while the figure is being painted.
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

void add_legend_rows(std::vector<FigureLegendRow>& rows, const std::vector<FigureLegendRow>& more) {
  for (const FigureLegendRow& row : more) {
    const auto same = std::ranges::find(rows, row.text, &FigureLegendRow::text);
    if (same == rows.end()) {
      rows.push_back(row);
    } else if (same->sign.size() == 0) {
      same->sign = row.sign;
    }
  }
}

Result<FigureScene> read_figure(Lab& lab, const FigureOptions& options, FigureKind kind, const Rect& selection,
                                const std::vector<FigureLegendRow>* legend) {
  const Result<FigureFraming> found = shot_of(lab, options, selection);
  if (!found) return found.error();
  FigureScene scene;
  scene.options = options;
  const LabState& state = lab.state();
  scene.builder = std::make_shared<OverlayBuilder>();
  const FigureCameraScope view(lab, found.value().camera);
  const DrawnViews& drawn = scene.builder->build_views(lab);
  const auto overlays = drawn.overlays;
  const bool all = options.view == kEveryView;
  const size_t first = all ? 0 : static_cast<size_t>(options.view) - 1;
  const auto shown = all ? overlays : overlays.subspan(first, 1);
  std::vector<FigureLegendRow> rows = legend != nullptr ? *legend : legend_of(lab, options, drawn.entries, shown);
  if (Status laid = lay_out(lab, kind, found.value(), std::move(rows), scene); !laid) return laid.error();
  scene.map = &lab.world().map();
  scene.looks = state.terrain_looks;
  scene.page.title = state.map_title;
  scene.page.description = lab.log().reproduction();
  if (!scene.page.description.ends_with('\n')) scene.page.description += '\n';
  // The letters of an SVG are shapes, so that its entries can be found here.
  for (const FigureLegendRow& row : scene.legend) scene.page.description += "# legend: " + row.text + "\n";
  scene.has_query = state.has_query;
  scene.start = state.query.start;
  scene.goal = state.query.goal;
  if (all) {
    const FigureViewGrid panes = panes_of(scene, state.view_count);
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
  const Result<FigureFraming> found = shot_of(lab, options, selection);
  if (!found) return found.error();
  FigureScene scene;
  scene.options = options;
  std::vector<FigureLegendRow> rows = legend_of(lab, options, lab.state().drawn_entries, {});
  if (Status laid = lay_out(lab, kind, found.value(), std::move(rows), scene); !laid) return laid.error();
  return size_of(scene.page);
}

namespace {

// Paints the page. Returns false if the job was cancelled.
bool paint_page(const FigureScene& scene, Canvas& canvas, JobControl& control) {
  const FigureColors colors(scene.options, scene.looks);
  canvas.rectangle(0, 0, scene.page.width, scene.page.height);
  canvas.fill(colors.page());
  const FigurePaintContext brush{canvas, scene, colors, scene.options.stroke / scene.page.points};
  const auto paint_view = [&](const FigurePaintContext& of) {
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

}  // namespace strata
