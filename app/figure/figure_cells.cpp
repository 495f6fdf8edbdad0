// Paints the cells of a figure: terrains with patterns and shadows, and the heat maps and other pictures. They look as
// shaders/map.frag draws them on the screen. Cells of one colour are merged into few rectangles.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <numeric>
#include <vector>

#include "app/draw/overlay_tools.hpp"
#include "app/figure/figure_layout.hpp"
#include "core/grid/grid_map.hpp"

namespace strata {
namespace {

// With more rectangles than this, outlines or a picture make a smaller file.
constexpr size_t kMaxRectangles = 300'000;
// Maximum number of corners of outlines. With more, an SVG would be larger than about 30 MB.
constexpr size_t kMaxCorners = 2'200'000, kMaxCornersPdf = 6'000'000;
// Maximum number of rectangles in one path, as Cairo draws long paths slowly.
constexpr size_t kRectanglesPerPath = 10'000;
// Number of rows that are painted between two checks for a cancellation.
constexpr int kRowsPerStep = 256;
// Maximum side of a picture in pixels. On a larger map a pixel is the mean of several cells.
constexpr int kMaxPictureSide = 4096;
constexpr double kShadowCellPixels = 3;  // minimum size of a cell at which shadows are drawn
constexpr double kPatternCellPixels = 7, kWholePatternCellPixels = 12;

struct BlendColor {
  double r = 0, g = 0, b = 0, a = 0;  // 0..1, not premultiplied
};

BlendColor unpacked(Rgba color) {
  const auto part = [color](int shift) { return static_cast<double>(color >> shift & 255) / 255; };
  return {part(0), part(8), part(16), part(24)};
}
Rgba packed(const BlendColor& m) {
  const auto byte = [](double v) { return static_cast<uint32_t>(std::lround(std::clamp(v, 0.0, 1.0) * 255)); };
  return byte(m.r) | byte(m.g) << 8 | byte(m.b) << 16 | byte(m.a) << 24;
}
// Returns the colour `top`, with this opacity, over the colour `below`.
BlendColor over(const BlendColor& below, const BlendColor& top, double opacity) {
  const double a = top.a * opacity;
  const double sum = a + below.a * (1 - a);
  if (sum <= 0) return {};
  const auto mix = [&](double t, double b) { return (t * a + b * below.a * (1 - a)) / sum; };
  return {mix(top.r, below.r), mix(top.g, below.g), mix(top.b, below.b), sum};
}

class CellPainter {
 public:
  CellPainter(const FigurePaintContext& brush, JobControl& control)
      : brush_(brush),
        scene_(brush.scene),
        canvas_(brush.canvas),
        control_(control),
        map_(*brush.scene.map),
        cell_pixels_(brush.scene.zoom / brush.scene.pixel),
        apart_(cell_pixels_ > kShadowCellPixels) {
    const FigureBox& box = scene_.box;
    cells_ = Rect{static_cast<int>(std::floor(box.x0)), static_cast<int>(std::floor(box.y0)),
                  static_cast<int>(std::ceil(box.x1)), static_cast<int>(std::ceil(box.y1))}
                 .clipped(map_.bounds());
    for (int i = 0; i < 256; ++i) {
      terrains_[static_cast<size_t>(i)] = map_.letter_terrains().of(static_cast<char>(i));
      colors_[static_cast<size_t>(i)] = brush.colors.terrain(terrains_[static_cast<size_t>(i)]);
    }
    const auto begin = [&](std::array<BlendColor, 256>& table, const std::array<Rgba, 256>& palette) {
      for (size_t i = 0; i < table.size(); ++i) table[i] = unpacked(brush.colors.plain(palette[i]));
    };
    begin(field_colors_, field_palette());
    begin(heat_colors_, heat_palette());
    const auto& difference = difference_palette();
    for (size_t i = 0; i < difference.size(); ++i) {
      difference_colors_[i] = unpacked(brush.colors.plain(difference[i]));
    }
    const double t =
        std::clamp((cell_pixels_ - kPatternCellPixels) / (kWholePatternCellPixels - kPatternCellPixels), 0.0, 1.0);
    detail_ = t * t * (3 - 2 * t);
  }

  bool paint() {
    const FigureBox& box = scene_.box;
    const Canvas::TransformScope scope(canvas_, brush_.x(0), brush_.y(0), scene_.zoom);
    canvas_.clip(box.x0, box.y0, box.width(), box.height());
    canvas_.sharp_edges(true);
    control_.set_total(static_cast<uint64_t>(cells_.height()));
    if (!paint_ground()) return false;
    if (detail_ > 0) paint_patterns();
    canvas_.sharp_edges(false);
    if (apart_ && brush_.colors.shadows()) paint_shadows();
    if (apart_ && pictures() && !paint_pictures()) return false;
    return !control_.cancelled();
  }

 private:
  bool pictures() const { return scene_.overlay.field.on || scene_.overlay.upper.on || scene_.overlay.heat.on; }
  size_t index(int x, int y) const {
    return static_cast<size_t>(y) * static_cast<size_t>(map_.width()) + static_cast<size_t>(x);
  }
  Terrain terrain(int x, int y) const { return terrains_[static_cast<uint8_t>(map_.letters()[index(x, y)])]; }
  // Outside the map the cells at its border are repeated.
  bool wall(int x, int y) const {
    return terrain(std::clamp(x, 0, map_.width() - 1), std::clamp(y, 0, map_.height() - 1)) == Terrain::kOut;
  }

  BlendColor heat_at(size_t i) const {
    const uint8_t value = scene_.overlay.heat.cells[i];
    if (scene_.first_heat == nullptr) return heat_colors_[value];
    const uint8_t first = scene_.first_heat[i];
    const bool in_first = heat_was_expanded(first), in_second = heat_was_expanded(value);
    if (!in_first && !in_second) return {};
    const size_t row = in_first ? (in_second ? 2 : 0) : 1;
    return difference_colors_[row * 256 + (in_first ? first : value)];
  }
  // Returns the colour of the terrain without any overlay.
  Rgba ground_at(size_t i) const {
    const Rgba color = colors_[static_cast<uint8_t>(map_.letters()[i])];
    const ScalarFieldImage& light = scene_.overlay.ground;
    if (!light.on || color == 0 || light.cells[i] == 0) return color;
    const double by = 1 + (0.5 + 0.65 * light.cells[i] / 255.0 - 1) * static_cast<double>(light.opacity);
    BlendColor m = unpacked(color);
    m.r *= by, m.g *= by, m.b *= by;
    return packed(m);
  }
  BlendColor pictures_over(BlendColor below, size_t i, bool heat) const {
    const Overlay& overlay = scene_.overlay;
    const auto add = [&](const BlendColor& color, float opacity) {
      if (color.a > 0) below = over(below, color, static_cast<double>(opacity));
    };
    if (overlay.field.on) add(field_colors_[overlay.field.cells[i]], overlay.field.opacity);
    if (overlay.upper.on) add(field_colors_[overlay.upper.cells[i]], overlay.upper.opacity);
    if (heat && overlay.heat.on) add(heat_at(i), overlay.heat.opacity);
    return below;
  }
  Rgba whole_at(int x, int y) const {
    const size_t i = index(x, y);
    const Rgba ground = ground_at(i);
    return pictures() ? packed(pictures_over(unpacked(ground), i, true)) : ground;
  }

  // Merges cells of one colour into rectangles, in strips of rows. Returns false if the job was cancelled. It stops
  // when there are too many rectangles.
  template <class ColorAt>
  bool merge(ColorAt&& color_at, std::vector<DrawRect>& rects) {
    rects.clear();
    std::vector<DrawRect> strip;
    for (int y = cells_.y0; y < cells_.y1; y += kRowsPerStep) {
      if (control_.cancelled()) return false;
      control_.set_done(static_cast<uint64_t>(y - cells_.y0));
      strip.clear();
      overlay_tools::add_shades(Rect{cells_.x0, y, cells_.x1, std::min(y + kRowsPerStep, cells_.y1)}, color_at, strip);
      rects.insert(rects.end(), strip.begin(), strip.end());
      if (rects.size() > kMaxRectangles) return true;
    }
    return true;
  }

  // Fills the rectangles, grouped by colour.
  void fill(std::vector<DrawRect>& rects) {
    std::stable_sort(rects.begin(), rects.end(),
                     [](const DrawRect& a, const DrawRect& b) { return a.color < b.color; });
    for (size_t i = 0; i < rects.size();) {
      const Rgba color = rects[i].color;
      for (size_t n = 0; i < rects.size() && rects[i].color == color && n < kRectanglesPerPath; ++i, ++n) {
        const DrawRect& r = rects[i];
        canvas_.rectangle(static_cast<double>(r.x0), static_cast<double>(r.y0), static_cast<double>(r.x1 - r.x0),
                          static_cast<double>(r.y1 - r.y0));
      }
      canvas_.fill(color);
    }
  }

  // Adds the outlines of all cells of one colour, clockwise. Returns false if they have more than `corners_left`
  // corners, or if the job was cancelled.
  template <class InColor>
  bool add_outlines(InColor&& in_color, size_t& corners_left) {
    // Index: cell. Value: whether the line along its upper side already belongs to an outline.
    std::vector<bool> followed(static_cast<size_t>(cells_.width()) * static_cast<size_t>(cells_.height()));
    const auto is_in = [&](int x, int y) {
      return x >= cells_.x0 && x < cells_.x1 && y >= cells_.y0 && y < cells_.y1 && in_color(x, y);
    };
    const auto place = [&](int x, int y) {
      return static_cast<size_t>(y - cells_.y0) * static_cast<size_t>(cells_.width()) +
             static_cast<size_t>(x - cells_.x0);
    };
    static constexpr int kStepX[] = {1, 0, -1, 0}, kStepY[] = {0, 1, 0, -1};  // east, south, west, north
    for (int y = cells_.y0; y < cells_.y1; ++y) {
      if (y % kRowsPerStep == 0) {
        if (control_.cancelled()) return false;
        control_.set_done(static_cast<uint64_t>(y - cells_.y0));
      }
      for (int x = cells_.x0; x < cells_.x1; ++x) {
        if (!is_in(x, y) || is_in(x, y - 1) || followed[place(x, y)]) continue;
        int at_x = x, at_y = y, way = 0;
        canvas_.move_to(x, y);
        do {
          if (way == 0) followed[place(at_x, at_y)] = true;
          at_x += kStepX[way];
          at_y += kStepY[way];
          // The two cells ahead of the line: on its right and on its left.
          const int right = (way + 1) % 4, left = (way + 3) % 4;
          const auto ahead = [&](int hand) {
            const int dx = kStepX[way] + kStepX[hand], dy = kStepY[way] + kStepY[hand];
            return is_in(at_x - (dx < 0), at_y - (dy < 0));
          };
          const int next = !ahead(right) ? right : ahead(left) ? left : way;
          if (next == way) continue;
          if (corners_left-- == 0) return false;
          way = next;
          canvas_.line_to(at_x, at_y);
        } while (at_x != x || at_y != y || way != 0);
        canvas_.close();
      }
    }
    return true;
  }

  // Fills the outlines of all terrains over plain ground. Returns false if there are too many corners; the caller then
  // paints a picture over the result.
  bool fill_outlines(Rgba plain) {
    std::vector<Rgba> colors;
    for (const Rgba color : colors_) {
      if (color != 0 && color != plain && std::find(colors.begin(), colors.end(), color) == colors.end()) {
        colors.push_back(color);
      }
    }
    size_t corners_left = scene_.page.kind == FigureKind::kPdf ? kMaxCornersPdf : kMaxCorners;
    canvas_.rectangle(cells_.x0, cells_.y0, cells_.width(), cells_.height());
    canvas_.fill(plain);
    for (const Rgba color : colors) {
      const auto in_color = [&](int x, int y) {
        return colors_[static_cast<uint8_t>(map_.letters()[index(x, y)])] == color;
      };
      if (!add_outlines(in_color, corners_left)) {
        // This call drops the outlines without drawing them.
        canvas_.fill(0);
        return false;
      }
      canvas_.fill(color);
    }
    return true;
  }

  // Extends rectangles over coloured neighbours to the right and below, so that no viewer of the file shows
  // seams between them.
  template <class HasColor>
  void overlap(std::vector<DrawRect>& rects, HasColor&& has_color) const {
    if (scene_.page.kind == FigureKind::kPng) return;
    const auto reach = static_cast<float>(std::min(1 / scene_.zoom, 0.25));
    for (DrawRect& r : rects) {
      const int x0 = static_cast<int>(r.x0), y0 = static_cast<int>(r.y0);
      const int x1 = static_cast<int>(r.x1), y1 = static_cast<int>(r.y1);
      bool right = x1 < cells_.x1, below = y1 < cells_.y1;
      for (int y = y0; right && y < y1; ++y) right = has_color(x1, y);
      for (int x = x0; below && x < x1; ++x) below = has_color(x, y1);
      if (right) r.x1 += reach;
      if (below && (!right || y1 >= cells_.y1 || has_color(x1, y1))) r.y1 += reach;
    }
  }

  // Draws a picture in which a pixel is one cell, or the mean of a few cells.
  template <class ColorAt>
  bool fill_picture(ColorAt&& color_at) {
    const bool png = scene_.page.kind == FigureKind::kPng;
    // Number of pixels per cell in a PNG.
    const double shown = scene_.zoom * scene_.page.pixels;
    const int by_size = (std::max(cells_.width(), cells_.height()) + kMaxPictureSide - 1) / kMaxPictureSide;
    const int side = std::max({1, by_size, png ? static_cast<int>(1 / std::max(shown, 1e-6)) : 1});
    const int width = (cells_.width() + side - 1) / side, height = (cells_.height() + side - 1) / side;
    std::vector<Rgba> pixels(static_cast<size_t>(width) * static_cast<size_t>(height));
    for (int row = 0; row < height; ++row) {
      if (row % 64 == 0 && control_.cancelled()) return false;
      control_.set_done(static_cast<uint64_t>(row * side));
      for (int column = 0; column < width; ++column) {
        const Rect block = Rect{cells_.x0 + column * side, cells_.y0 + row * side, cells_.x0 + (column + 1) * side,
                                cells_.y0 + (row + 1) * side}
                               .clipped(cells_);
        uint32_t sum[4] = {}, count = 0;
        for (int y = block.y0; y < block.y1; ++y) {
          for (int x = block.x0; x < block.x1; ++x) {
            const Rgba color = color_at(x, y);
            const uint32_t alpha = color >> 24;
            for (int i = 0; i < 3; ++i) sum[i] += (color >> (8 * i) & 255) * alpha;
            sum[3] += alpha;
            ++count;
          }
        }
        Rgba& out = pixels[static_cast<size_t>(row) * static_cast<size_t>(width) + static_cast<size_t>(column)];
        if (sum[3] == 0) continue;
        for (int i = 0; i < 3; ++i) out |= sum[i] / sum[3] << (8 * i);
        out |= sum[3] / count << 24;
      }
    }
    canvas_.picture({width, height, pixels}, cells_.x0, cells_.y0, width * side, height * side);
    return true;
  }

  bool paint_ground() {
    const Rgba plain = brush_.colors.terrain(Terrain::kGround);
    const auto color_at = [&](int x, int y) { return apart_ ? ground_at(index(x, y)) : whole_at(x, y); };
    const bool small = scene_.page.kind == FigureKind::kPng && scene_.zoom * scene_.page.pixels < 1;
    if (!small) {
      std::vector<DrawRect> rects;
      // Plain ground is painted as one rectangle, below all other colours.
      const bool merged = merge(
          [&](int x, int y) {
            const Rgba color = color_at(x, y);
            return color == plain ? Rgba{0} : color;
          },
          rects);
      if (!merged) return false;
      if (rects.size() <= kMaxRectangles) {
        canvas_.rectangle(cells_.x0, cells_.y0, cells_.width(), cells_.height());
        canvas_.fill(plain);
        if (!apart_ && pictures()) overlap(rects, [&](int x, int y) { return color_at(x, y) != plain; });
        fill(rects);
        return true;
      }
      const bool terrains_alone = (apart_ || !pictures()) && !scene_.overlay.ground.on;
      if (scene_.page.kind != FigureKind::kPng && terrains_alone) {
        if (fill_outlines(plain)) return true;
        if (control_.cancelled()) return false;
      }
    }
    return fill_picture(color_at);
  }

  // Draws heat map and pictures over patterns and shadows. If cells are large, a thin line of ground stays visible
  // around each searched cell, so that cells can be counted.
  bool paint_pictures() {
    const bool countable = detail_ >= 0.5 && scene_.overlay.heat.on;
    std::vector<DrawRect> rects;
    if (scene_.overlay.field.on || scene_.overlay.upper.on || !countable) {
      const auto color_at = [&](int x, int y) {
        const size_t i = index(x, y);
        const BlendColor color = pictures_over({}, i, !countable);
        // The colours are opaque: neighbours overlap and would show through.
        return color.a <= 0 ? Rgba{0} : packed(pictures_over(unpacked(ground_at(i)), i, !countable));
      };
      if (!merge(color_at, rects)) return false;
      if (rects.size() > kMaxRectangles) return fill_picture([&](int x, int y) { return whole_at(x, y); });
      canvas_.sharp_edges(true);
      overlap(rects, [&](int x, int y) { return color_at(x, y) != 0; });
      fill(rects);
      canvas_.sharp_edges(false);
    }
    if (!countable) return true;
    const double hair = 0.5 * scene_.pixel / scene_.zoom;
    rects.clear();
    for (int y = cells_.y0; y < cells_.y1; ++y) {
      for (int x = cells_.x0; x < cells_.x1; ++x) {
        BlendColor color = heat_at(index(x, y));
        color.a *= static_cast<double>(scene_.overlay.heat.opacity);
        if (color.a <= 0) continue;
        rects.push_back({static_cast<float>(x + hair), static_cast<float>(y + hair), static_cast<float>(x + 1 - hair),
                         static_cast<float>(y + 1 - hair), packed(color)});
      }
    }
    fill(rects);
    return true;
  }

  Rgba ink(Terrain terrain) const { return faded(brush_.colors.ink(terrain), 0.55 * detail_); }
  // Returns how many cells the given number of pixels of the interface spans.
  double units(double pixels) const { return pixels * scene_.pixel / scene_.zoom; }

  void paint_patterns() {
    paint_diagonals();
    paint_waves();
    // Swamp has a pattern of dots.
    for (int y = cells_.y0; y < cells_.y1; ++y) {
      for (int x = cells_.x0; x < cells_.x1; ++x) {
        if (terrain(x, y) != Terrain::kSwamp) continue;
        for (const double dx : {0.25, 0.75}) {
          for (const double dy : {0.25, 0.75}) canvas_.circle(x + dx, y + dy, 0.055 + units(0.5));
        }
      }
    }
    canvas_.fill(ink(Terrain::kSwamp));
    // Trees have a pattern of triangles.
    for (int y = cells_.y0; y < cells_.y1; ++y) {
      for (int x = cells_.x0; x < cells_.x1; ++x) {
        if (terrain(x, y) != Terrain::kTrees) continue;
        canvas_.move_to(x + 0.5, y + 0.24);
        canvas_.line_to(x + 0.763, y + 0.74);
        canvas_.line_to(x + 0.237, y + 0.74);
        canvas_.close();
      }
    }
    canvas_.fill(ink(Terrain::kTrees));
  }

  // Draws two diagonals through each blocked cell, half a cell apart. Diagonals of adjacent cells form one line.
  void paint_diagonals() {
    for (int twice = 2 * (cells_.x0 + cells_.y0) + 1; twice < 2 * (cells_.x1 + cells_.y1); ++twice) {
      // The value of x + y for all points of the line.
      const double sum = twice / 2.0;
      // The line is divided into pieces of half a cell. Each piece lies within one cell.
      const int first = std::max(2 * cells_.x0, twice - 2 * cells_.y1);
      const int last = std::min(2 * cells_.x1, twice - 2 * cells_.y0);
      int from = first;
      bool on = false;
      for (int step = first; step <= last; ++step) {
        const double x = (step + 0.5) / 2;
        const bool in = step < last && wall(static_cast<int>(std::floor(x)), static_cast<int>(std::floor(sum - x)));
        if (in && !on) from = step;
        if (on && !in) {
          canvas_.move_to(from / 2.0, sum - from / 2.0);
          canvas_.line_to(step / 2.0, sum - step / 2.0);
        }
        on = in;
      }
    }
    canvas_.stroke(ink(Terrain::kOut), {.width = units(1.4), .round = false});
  }

  // Draws two waves through each cell of water.
  void paint_waves() {
    constexpr int kPieces = 8;
    for (int y = cells_.y0; y < cells_.y1; ++y) {
      for (const double middle : {0.25, 0.75}) {
        for (int x = cells_.x0; x < cells_.x1; ++x) {
          if (terrain(x, y) != Terrain::kWater) continue;
          const bool goes_on = x > cells_.x0 && terrain(x - 1, y) == Terrain::kWater;
          for (int i = goes_on ? 1 : 0; i <= kPieces; ++i) {
            const double part = static_cast<double>(i) / kPieces;
            const double at = y + middle - 0.07 * std::sin(2 * std::numbers::pi * part);
            if (i == 0) {
              canvas_.move_to(x, at);
            } else {
              canvas_.line_to(x + part, at);
            }
          }
        }
      }
    }
    canvas_.stroke(ink(Terrain::kWater), {.width = units(2.0), .round = false});
  }

  // Draws the shadows that walls cast on the adjacent floor, as strips of decreasing width over each other.
  void paint_shadows() {
    static constexpr struct { double share, alpha; } kSteps[] = {{0.8, 0.037}, {0.5, 0.083}, {0.25, 0.123}};
    const double reach = std::min(0.34, 9 / cell_pixels_);
    for (const auto& step : kSteps) {
      add_shadow(reach * step.share);
      canvas_.fill(rgba(0x000000, static_cast<uint32_t>(step.alpha * 255)));
    }
  }

  void add_shadow(double depth) {
    // Shadows along edges: rows of floor cells that have a wall on one side.
    for (const int side : {-1, 1}) {
      for (int y = cells_.y0; y < cells_.y1; ++y) {
        add_runs(
            cells_.x0, cells_.x1, [&](int x) { return !wall(x, y) && wall(x, y + side); },
            [&](int from, int to) { canvas_.rectangle(from, side < 0 ? y : y + 1 - depth, to - from, depth); });
      }
      for (int x = cells_.x0; x < cells_.x1; ++x) {
        add_runs(
            cells_.y0, cells_.y1, [&](int y) { return !wall(x, y) && wall(x + side, y); },
            [&](int from, int to) { canvas_.rectangle(side < 0 ? x : x + 1 - depth, from, depth, to - from); });
      }
    }
    // Shadows around the corners of walls.
    for (int y = cells_.y0; y < cells_.y1; ++y) {
      for (int x = cells_.x0; x < cells_.x1; ++x) {
        if (wall(x, y)) continue;
        for (const int dx : {-1, 1}) {
          for (const int dy : {-1, 1}) {
            if (!wall(x + dx, y + dy) || wall(x + dx, y) || wall(x, y + dy)) continue;
            const double cx = dx < 0 ? x : x + 1, cy = dy < 0 ? y : y + 1;
            const double to_x = -dx * depth, to_y = -dy * depth;
            canvas_.move_to(cx, cy);
            // The corners are listed in reverse order, so that all polygons have the same orientation.
            const bool turned = dx * dy < 0;
            canvas_.line_to(cx + (turned ? 0 : to_x), cy + (turned ? to_y : 0));
            canvas_.line_to(cx + 0.7 * to_x, cy + 0.7 * to_y);
            canvas_.line_to(cx + (turned ? to_x : 0), cy + (turned ? 0 : to_y));
            canvas_.close();
          }
        }
      }
    }
  }

  template <class In, class Run>
  static void add_runs(int from, int to, In&& in, Run&& run) {
    for (int at = from; at < to; ++at) {
      if (!in(at)) continue;
      const int begin = at;
      while (at < to && in(at)) ++at;
      run(begin, at);
    }
  }

  const FigurePaintContext& brush_;
  const FigureScene& scene_;
  Canvas& canvas_;
  JobControl& control_;
  const GridMap& map_;
  // Size of a cell in pixels of the interface.
  double cell_pixels_;
  // Cells are so large that heat map and pictures are drawn over patterns and shadows.
  bool apart_;
  // Opacity of the patterns, which depends on the zoom as in the shader.
  double detail_ = 0;
  Rect cells_;
  std::array<Terrain, 256> terrains_{};
  std::array<Rgba, 256> colors_{};
  std::array<BlendColor, 256> field_colors_{}, heat_colors_{};
  std::array<BlendColor, 256 * kDifferenceRows> difference_colors_{};
};

}  // namespace

bool paint_cells(const FigurePaintContext& brush, JobControl& control) { return CellPainter(brush, control).paint(); }

}  // namespace strata
