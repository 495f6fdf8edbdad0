// The selection, the floating piece, and the rectangle drawn with the mouse. If cells are smaller than a few pixels,
// only a regular sample of them is drawn, so that the effort depends on the size of the view only.
#include <algorithm>
#include <cmath>

#include "app/base/terrain_looks.hpp"
#include "app/draw/overlay_tools.hpp"
#include "app/draw/painter.hpp"
#include "app/features/selection/selection.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/session.hpp"

namespace strata {

using namespace overlay_tools;

namespace {

constexpr MarkWithoutLayer kSelectionMark{"selected cells", LegendSymbolShape::kBox, palette::kWhite};
const DrawListTag kPiecePart{kSelectionMark};
const DrawListTag kAntPart{kSelectionMark};

// Minimum size on the screen, in pixels, of the square that a sample stands for.
constexpr double kMinPixels = 3;
// The dashes of outlines longer than this do not move.
constexpr size_t kMostAnts = 20'000;
constexpr float kAntPixels = 4;           // length of dashes and gaps
constexpr double kFloatingOpacity = 215;  // out of 255

// When cells are small on the screen, only every step-th cell of every step-th row is drawn, as a square in place of
// all cells around it.
struct CellSampling {
  Rect cells;  // in units of samples
  int step = 1;
  Cell cell(int x, int y) const { return {x * step + step / 2, y * step + step / 2}; }
};

CellSampling samples_of(const Painter& painter, const Lab& lab, const Rect& within) {
  CellSampling samples;
  samples.step = std::max(1, static_cast<int>(std::ceil(kMinPixels / lab.state().camera.zoom)));
  const Rect seen = painter.visible().clipped(within);
  if (seen.empty()) return samples;
  const auto down = [&](int value) { return static_cast<int>(std::floor(static_cast<double>(value) / samples.step)); };
  const auto up = [&](int value) { return static_cast<int>(std::ceil(static_cast<double>(value) / samples.step)); };
  samples.cells = {down(seen.x0), down(seen.y0), up(seen.x1), up(seen.y1)};
  return samples;
}

// Adds the outline of those samples for which `in(cell)` is true, as straight lines.
template <class In>
void add_outline(const CellSampling& samples, In&& in, std::vector<DrawLine>& lines) {
  const Rect cells = samples.cells.grown(1);
  const auto step = static_cast<float>(samples.step);
  const auto inside = [&](int x, int y) { return samples.cells.contains({x, y}) && in(samples.cell(x, y)); };
  const auto add = [&](int x0, int y0, int x1, int y1) {
    lines.push_back({static_cast<float>(x0) * step, static_cast<float>(y0) * step, static_cast<float>(x1) * step,
                     static_cast<float>(y1) * step, 1, 0, 0});
  };
  const auto columns = static_cast<size_t>(cells.width());
  std::vector<uint8_t> above(columns, 0), row(columns, 0);
  // For each column, the row in which the vertical line to its left began.
  std::vector<int> left_open(columns, cells.y0);
  std::vector<uint8_t> left_on(columns, 0);
  for (int y = cells.y0; y < cells.y1; ++y) {
    for (int x = cells.x0; x < cells.x1; ++x) row[static_cast<size_t>(x - cells.x0)] = inside(x, y);
    for (int x = cells.x0; x < cells.x1;) {
      const auto edge = [&](int at) {
        const auto i = static_cast<size_t>(at - cells.x0);
        return row[i] != above[i];
      };
      if (!edge(x)) {
        ++x;
        continue;
      }
      const uint8_t first = row[static_cast<size_t>(x - cells.x0)];
      int end = x;
      while (end < cells.x1 && edge(end) && row[static_cast<size_t>(end - cells.x0)] == first) ++end;
      add(x, y, end, y);
      x = end;
    }
    for (int x = cells.x0 + 1; x < cells.x1; ++x) {
      const auto i = static_cast<size_t>(x - cells.x0);
      const uint8_t on = row[i] != row[i - 1];
      if (on == left_on[i]) continue;
      if (left_on[i] != 0) add(x, left_open[i], x, y);
      left_on[i] = on;
      left_open[i] = y;
    }
    above.swap(row);
  }
}

// Draws outlines as dashes on a dark line. `phase` is the number of pixels by which the dashes are shifted.
void add_ants(const std::vector<DrawLine>& outline, float zoom, float phase, DrawList& out) {
  for (DrawLine line : outline) {
    line.width = 3;
    line.color = with_alpha(palette::kBlack, 190);
    out.lines.push_back(line);
  }
  for (DrawLine line : outline) {
    const float length = std::hypot(line.x1 - line.x0, line.y1 - line.y0) * zoom;
    const auto at = [&](float pixels, float& x, float& y) {
      const float share = std::clamp(pixels / std::max(length, 1e-3f), 0.0f, 1.0f);
      x = line.x0 + (line.x1 - line.x0) * share;
      y = line.y0 + (line.y1 - line.y0) * share;
    };
    line.width = 1.5f;
    line.color = palette::kWhite;
    DrawLine first = line;
    if (phase > kAntPixels) {
      at(phase - kAntPixels, first.x1, first.y1);
      out.lines.push_back(first);
    }
    if (phase >= length) continue;
    DrawLine rest = line;
    at(phase, rest.x0, rest.y0);
    rest.dash = kAntPixels;
    out.lines.push_back(rest);
  }
}

Rgba letter_color(const TerrainLooks& looks, const GridMap& map, char letter) {
  return with_alpha(terrain_color(looks, map.letter_terrains().of(letter)), static_cast<uint32_t>(kFloatingOpacity));
}

void build_piece(const Painter& painter, const Lab& lab, const FloatingPiece& floating, DrawList& out) {
  const TerrainLooks& looks = lab.state().terrain_looks;
  const GridMap& map = lab.world().map();
  const MapPiece& piece = *floating.piece;
  const auto shade = [&](const CellSampling& samples, auto&& color_at) {
    const size_t before = out.rects.size();
    add_shades(
        samples.cells, [&](int x, int y) { return color_at(samples.cell(x, y)); }, out.rects);
    const auto step = static_cast<float>(samples.step);
    for (size_t i = before; i < out.rects.size(); ++i) {
      DrawRect& rect = out.rects[i];
      rect = {rect.x0 * step, rect.y0 * step, rect.x1 * step, rect.y1 * step, rect.color};
    }
  };
  if (floating.from) {
    const Rgba ground = with_alpha(terrain_color(looks, Terrain::kGround), static_cast<uint32_t>(kFloatingOpacity));
    shade(samples_of(painter, lab, floating.from->bounds()),
          [&](Cell cell) { return floating.from->contains(cell) ? ground : Rgba{0}; });
  }
  shade(samples_of(painter, lab, floating.box()), [&](Cell cell) {
    return piece.covers(floating.at, cell)
               ? letter_color(looks, map, piece.at(cell.x - floating.at.x, cell.y - floating.at.y))
               : Rgba{0};
  });
}

struct SelectionOutline {
  uint64_t stamp = 0;
  std::vector<DrawLine> lines;
};

void paint(Painter& painter, const Lab& lab) {
  const SelectionController& pieces = selection_controller(lab);
  if (!pieces.selected() && !pieces.floating() && !pieces.rubber()) return;
  const Camera& camera = lab.state().camera;
  DrawInputHash stamp;
  stamp << pieces.version() << lab.state().world_version << lab.world().map().revision()
        << lab.state().terrain_looks_version << painter.visible() << static_cast<uint64_t>(camera.zoom * 4096);
  if (pieces.rubber()) stamp << pieces.rubber()->cells();
  if (painter.renew_shared(kPiecePart, stamp.value())) {
    DrawList& out = painter.shared_list(kPiecePart);
    if (pieces.floating()) build_piece(painter, lab, *pieces.floating(), out);
  }
  painter.show_shared(kPiecePart, 1);

  std::vector<DrawLine>& outline = painter.memory<SelectionOutline>().lines;
  if (std::exchange(painter.memory<SelectionOutline>().stamp, stamp.value()) != stamp.value()) {
    outline.clear();
    if (const auto& floating = pieces.floating()) {
      add_outline(
          samples_of(painter, lab, floating->box()),
          [&](Cell cell) { return floating->piece->covers(floating->at, cell); }, outline);
    } else if (pieces.selected()) {
      add_outline(
          samples_of(painter, lab, pieces.selected_bounds()),
          [&](Cell cell) { return pieces.selection().contains(cell); }, outline);
      const Cell by = pieces.outline_by();
      for (DrawLine& line : outline) {
        line.x0 += static_cast<float>(by.x);
        line.x1 += static_cast<float>(by.x);
        line.y0 += static_cast<float>(by.y);
        line.y1 += static_cast<float>(by.y);
      }
    }
    if (pieces.rubber()) {
      const Rect box = pieces.rubber()->cells();
      const auto x0 = static_cast<float>(box.x0), y0 = static_cast<float>(box.y0), x1 = static_cast<float>(box.x1),
                 y1 = static_cast<float>(box.y1);
      for (const DrawLine& line : {DrawLine{x0, y0, x1, y0}, {x1, y0, x1, y1}, {x1, y1, x0, y1}, {x0, y1, x0, y0}}) {
        outline.push_back(line);
      }
    }
  }
  const uint64_t phase = outline.size() <= kMostAnts ? pieces.ants() % static_cast<uint64_t>(2 * kAntPixels) : 0;
  stamp << phase;
  if (painter.renew_shared(kAntPart, stamp.value())) {
    add_ants(outline, static_cast<float>(camera.zoom), static_cast<float>(phase), painter.shared_list(kAntPart));
  }
  painter.show_shared(kAntPart, 1);
}

}  // namespace

const std::array<PaintStep, 1> kSelectionPaint = {{{depth::kSigns + 50, paint}}};

}  // namespace strata
