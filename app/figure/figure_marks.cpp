// Paints what lies over the cells of a figure: rectangles, facets, lines, markers, agents and texts, as shaders and
// panels draw them on the screen. Also paints legend and caption below the map.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <string_view>
#include <vector>

#include "app/draw/legend_sample.hpp"
#include "app/draw/map_texts.hpp"
#include "app/figure/figure_layout.hpp"

namespace strata {
namespace {

// In a longer list all lines of one colour are drawn as one path, even if they cross.
constexpr size_t kManyLines = 20'000;
constexpr size_t kLinesPerStroke = 2'000;
// Sizes of the fonts of the interface.
constexpr double kSmallFont = 12.5, kLargeFont = 27, kLegendFont = 12.5, kCaptionFont = 15;
constexpr double kSwatch = 34, kSwatchGap = 6, kEntryGap = 18, kFootGap = 8;
// Mean width of a letter, as a share of the height of a line. Widths of texts are estimated by it.
constexpr double kLetterShare = 0.52;

class OverlayPainter {
 public:
  explicit OverlayPainter(const FigurePaintContext& brush) : b_(brush), scene_(brush.scene), canvas_(brush.canvas) {}

  void paint() {
    const FigureBox& box = scene_.box;
    const Canvas::TransformScope scope(canvas_, 0, 0, 1);
    // Marks may extend beyond the border of the map, by the margin.
    const double w = static_cast<double>(scene_.map->width()), h = static_cast<double>(scene_.map->height());
    const double left = scene_.left + (box.x0 <= 0 ? 0 : scene_.margin);
    const double top = scene_.top + (box.y0 <= 0 ? 0 : scene_.margin);
    const double right = b_.x(box.x1) + (box.x1 >= w ? scene_.margin : 0);
    const double bottom = b_.y(box.y1) + (box.y1 >= h ? scene_.margin : 0);
    canvas_.clip(left, top, right - left, bottom - top);
    for (const DrawBatch& batch : scene_.overlay.batches) {
      opacity_ = static_cast<double>(batch.opacity);
      size_ = static_cast<double>(batch.size);
      rects(*batch.list);
      facets(*batch.list);
      lines(*batch.list);
      for (const DrawMarker& marker : batch.list->markers) {
        if (inside(marker.x, marker.y)) draw(marker);
      }
      for (const DrawAgent& agent : batch.list->agents) {
        if (inside(agent.x, agent.y)) draw(agent);
      }
    }
    MapTexts texts;
    texts.place(scene_.overlay.labels, {scene_.has_query, scene_.start, scene_.goal}, scene_.zoom, scene_.pixel);
    for (const DrawLabel& label : texts.labels()) {
      if (inside(label.x, label.y)) draw(label);
    }
    for (const MapTexts::EndpointLetter& letter : texts.letters()) draw(letter);
  }

 private:
  // A mark at most this many cells away from the figure may still reach into it.
  static constexpr double kReach = 4;
  bool inside(float x, float y) const {
    const FigureBox& box = scene_.box;
    const auto in = [](double v, double low, double high) { return v >= low - kReach && v <= high + kReach; };
    return in(static_cast<double>(x), box.x0, box.x1) && in(static_cast<double>(y), box.y0, box.y1);
  }
  // Returns whether a shape with these bounds may reach into the figure.
  bool touches(float x0, float y0, float x1, float y1) const {
    const FigureBox& box = scene_.box;
    return static_cast<double>(std::max(x0, x1)) >= box.x0 - kReach &&
           static_cast<double>(std::min(x0, x1)) <= box.x1 + kReach &&
           static_cast<double>(std::max(y0, y1)) >= box.y0 - kReach &&
           static_cast<double>(std::min(y0, y1)) <= box.y1 + kReach;
  }
  double x(float map) const { return b_.x(static_cast<double>(map)); }
  double y(float map) const { return b_.y(static_cast<double>(map)); }
  Rgba shown(Rgba color) const { return faded(b_.colors.mark(color), opacity_); }

  // Draws the rectangles. Successive ones of one colour form one path, so that there are no seams between them.
  void rects(const DrawList& list) {
    for (size_t i = 0; i < list.rects.size();) {
      const Rgba color = list.rects[i].color;
      for (; i < list.rects.size() && list.rects[i].color == color; ++i) {
        const DrawRect& r = list.rects[i];
        if (touches(r.x0, r.y0, r.x1, r.y1)) canvas_.rectangle(x(r.x0), y(r.y0), x(r.x1) - x(r.x0), y(r.y1) - y(r.y0));
      }
      canvas_.fill(shown(color));
    }
  }
  void facets(const DrawList& list) {
    for (size_t i = 0; i < list.facets.size();) {
      const Rgba color = list.facets[i].color;
      for (; i < list.facets.size() && list.facets[i].color == color; ++i) {
        const DrawFacet& f = list.facets[i];
        canvas_.move_to(x(f.x[0]), y(f.y[0]));
        for (size_t k = 1; k < 4; ++k) canvas_.line_to(x(f.x[k]), y(f.y[k]));
        canvas_.close();
      }
      canvas_.fill(shown(color));
    }
  }

  // Draws the lines. Lines that are connected form one path, so that dashes and corners continue.
  void lines(const DrawList& list) {
    const bool many = list.lines.size() > kManyLines;
    const std::vector<DrawLine>& all = list.lines;
    for (size_t i = 0; i < all.size();) {
      const DrawLine& first = all[i];
      const StrokeStyle style{.width = b_.line(size_ * static_cast<double>(first.width)),
                              .dash = static_cast<double>(first.dash) * scene_.pixel,
                              .most_gap = static_cast<double>(kMostGap) * scene_.pixel,
                              .dash_from = static_cast<double>(first.before) * scene_.zoom};
      size_t n = 0;
      bool open = false;
      const auto opaque = [&] { return shown(first.color) >> 24 == 255; };
      do {
        const DrawLine& line = all[i];
        const bool next = open && goes_on(all[i - 1], line);
        if (open && !next && (first.dash > 0 || !(many || opaque()))) break;
        if (!touches(line.x0, line.y0, line.x1, line.y1)) {
          // The dashes begin again with the next visible line.
          if (first.dash > 0) {
            if (!open) ++i;
            break;
          }
          open = false;
          continue;
        }
        if (!next) canvas_.move_to(x(line.x0), y(line.y0));
        canvas_.line_to(x(line.x1), y(line.y1));
        open = true;
      } while (++n < kLinesPerStroke && ++i < all.size() && all[i].color == first.color &&
               all[i].width == first.width && all[i].dash == first.dash);
      if (n >= kLinesPerStroke) ++i;
      canvas_.stroke(shown(first.color), style);
    }
  }
  static bool goes_on(const DrawLine& a, const DrawLine& b) {
    if (a.x1 != b.x0 || a.y1 != b.y0) return false;
    if (a.dash == 0) return true;
    return std::abs(a.before + std::hypot(a.x1 - a.x0, a.y1 - a.y0) - b.before) < 1e-3f;
  }

  void polygon(std::initializer_list<std::pair<double, double>> corners) {
    bool first = true;
    for (const auto& [px, py] : corners) {
      if (first) {
        canvas_.move_to(px, py);
      } else {
        canvas_.line_to(px, py);
      }
      first = false;
    }
    canvas_.close();
  }
  // Adds a square around (cx, cy) to the path; if `turned`, it stands on a corner.
  void box(double cx, double cy, double half_width, double half_height, bool turned) {
    const double c = turned ? std::numbers::sqrt2 / 2 : 1, s = turned ? c : 0;
    const auto at = [&](double px, double py) { return std::pair(cx + px * c - py * s, cy + px * s + py * c); };
    polygon({at(-half_width, -half_height), at(half_width, -half_height), at(half_width, half_height),
             at(-half_width, half_height)});
  }
  void cross(double cx, double cy, double r, double share) {
    box(cx, cy, r, r * share, true);
    box(cx, cy, r * share, r, true);
  }
  // Draws a ring between the radii `inner` and `outer`.
  void ring(double cx, double cy, double inner, double outer, Rgba color) {
    canvas_.circle(cx, cy, (inner + outer) / 2);
    canvas_.stroke(color, {.width = outer - inner});
  }

  // Draws a marker with the shapes of marker.frag. Its radius is larger by `grow`.
  void symbol(MarkerShape shape, double cx, double cy, double r, double grow, Rgba color) {
    switch (shape) {
      case MarkerShape::kRing:
        return ring(cx, cy, std::max(r * 0.6 - grow, 0.0), r + grow, color);
      case MarkerShape::kSquare:
        box(cx, cy, r * 0.85 + grow, r * 0.85 + grow, false);
        break;
      case MarkerShape::kDiamond: {
        const double d = r * 1.15 + grow * std::numbers::sqrt2;
        polygon({{cx, cy - d}, {cx + d, cy}, {cx, cy + d}, {cx - d, cy}});
        break;
      }
      case MarkerShape::kCross:
        box(cx, cy, r + grow, r * 0.28 + grow, true);
        box(cx, cy, r * 0.28 + grow, r + grow, true);
        break;
      case MarkerShape::kTriangle: {
        const double foot = r * 0.55 + grow, top = -2 * foot, half = (foot - top) * 0.5 / 0.866;
        polygon({{cx, cy + top}, {cx + half, cy + foot}, {cx - half, cy + foot}});
        break;
      }
      case MarkerShape::kDisc:
        canvas_.circle(cx, cy, r + grow);
        break;
    }
    canvas_.fill(color);
  }

  void draw(const DrawMarker& m) {
    const double r =
        size_ * std::max(static_cast<double>(m.radius) * scene_.pixel, static_cast<double>(m.min_cell) * scene_.zoom);
    const Rgba color = shown(m.color);
    const double cx = x(m.x), cy = y(m.y);
    // Large symbols have a light outline.
    if (r > 5 * scene_.pixel) {
      const Rgba rim = with_alpha(palette::kWhite, static_cast<uint32_t>((color >> 24) * 0.95));
      symbol(m.shape, cx, cy, r, 1.6 * scene_.pixel, rim);
    }
    symbol(m.shape, cx, cy, r, 0, color);
  }

  // Draws an agent with the shapes of agent.frag. Its radius is larger by `grow`.
  void sign(uint32_t shape, double heading, double cx, double cy, double r, double grow, Rgba color) {
    const double s = std::sin(heading), c = std::cos(heading);
    const auto at = [&](double right, double ahead) {
      return std::pair(cx + right * c + ahead * s, cy + right * s - ahead * c);
    };
    switch (shape) {
      case 0: {  // a walking agent: an arrow head, notched behind
        const double tip = r + grow * 1.85, wing = r * 1.12 + grow, back = -r * 0.74 - grow,
                     notch = -r * 0.58 + grow * 0;
        polygon({at(0, tip), at(wing, back - r * 0.25), at(0, notch - grow), at(-wing, back - r * 0.25)});
        break;
      }
      case 1:
        box(cx, cy, r * 0.72 + grow, r * 0.72 + grow, false);
        break;
      case 2:
        return ring(cx, cy, std::max(r * 0.48 - grow, 0.0), r * 0.84 + grow, color);
      case 4:
        cross(cx, cy, r + grow, 0.3 + grow / r);
        break;
      case 5: {
        const double d = r + grow * std::numbers::sqrt2;
        polygon({{cx, cy - d}, {cx + d, cy}, {cx, cy + d}, {cx - d, cy}});
        break;
      }
      case 6: {
        const double top = -r * 0.5 - grow, foot = r + 2 * grow, half = (foot - top) * 0.5 / 0.866;
        polygon({{cx, cy + foot}, {cx - half, cy + top}, {cx + half, cy + top}});
        break;
      }
      default:
        canvas_.circle(cx, cy, r * (shape == 3 ? 0.72 : 1) + grow);
    }
    canvas_.fill(color);
  }

  void draw(const DrawAgent& agent) {
    const double size = static_cast<double>(agent.sign >> 8 & 255);
    const double wanted = (size > 1 ? 0.42 * size : 0.36) * scene_.zoom;
    const uint32_t shape = wanted < 2.2 * scene_.pixel ? 7 : agent.sign & 15;
    const double r = std::max(wanted, std::clamp(0.75 * scene_.zoom, 1.3 * scene_.pixel, 2.2 * scene_.pixel));
    const uint32_t direction = agent.sign >> 4 & 15;
    const double heading = direction < 8 ? direction * std::numbers::pi / 4 : 0;
    const Rgba color = shown(agent.color);
    const double rim = r > 4 * scene_.pixel ? std::min(1.2 * scene_.pixel, r * 0.16) : 0;
    if (rim > 0) {
      Rgba dark = color & 0xff000000u;
      for (int shift = 0; shift < 24; shift += 8) dark |= (color >> shift & 255) * 3 / 10 << shift;
      sign(shape, heading, x(agent.x), y(agent.y), r, rim / 2, dark);
    }
    sign(shape, heading, x(agent.x), y(agent.y), r, rim > 0 ? -rim / 2 : 0, color);
  }

  void draw(const DrawLabel& label) {
    const double p = scene_.pixel;
    const double fitting = std::floor(scene_.zoom * static_cast<double>(label.share));
    const double size = label.share > 0 ? std::min(kLargeFont * p, fitting) : kSmallFont * p;
    const TextWeight weight = size > 15 * p ? TextWeight::kBold : TextWeight::kNormal;
    const std::string_view text(label.text);
    const double cx = x(label.x), cy = y(label.y);
    if (label.back != 0) {
      const double width = canvas_.text_width(text, size, weight);
      canvas_.rectangle(cx - width / 2 - 3 * p, cy - size / 2 - p, width + 6 * p, size + 2 * p);
      canvas_.fill(b_.colors.plain(label.back));
    }
    canvas_.text(text, cx, cy, size, weight, b_.colors.plain(label.color));
  }

  void draw(const MapTexts::EndpointLetter& letter) {
    const double size = static_cast<double>(letter.size), cx = x(letter.x), cy = y(letter.y);
    if (letter.back != 0) {
      const double width = canvas_.text_width(letter.text, size, TextWeight::kBold) + 6 * scene_.pixel;
      canvas_.rectangle(cx - width / 2, cy - size / 2, width, size);
      canvas_.fill(b_.colors.plain(letter.back));
    }
    canvas_.text(letter.text, cx, cy, size, TextWeight::kBold, palette::kWhite);
  }

  const FigurePaintContext& b_;
  const FigureScene& scene_;
  Canvas& canvas_;
  double opacity_ = 1, size_ = 1;
};

size_t letter_count(std::string_view text) {
  return static_cast<size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<uint8_t>(c) & 0xc0) != 0x80; }));
}

// How legend and caption are arranged in lines.
struct FooterLayout {
  double entry = 0, line = 0, caption_line = 0, caption_height = 0;
  double caption_font = kCaptionFont;
  size_t columns = 1, rows = 0;
  std::vector<std::string> caption;
};

// Breaks the text into lines of about this many letters.
std::vector<std::string> wrapped(const std::string& text, double letters) {
  const auto room = std::max<size_t>(8, static_cast<size_t>(letters));
  std::vector<std::string> lines;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find(' ', at), text.size());
    std::string word = text.substr(at, end - at);
    // A word that is longer than a line, such as the path of a file, is broken between letters.
    while (letter_count(word) > room) {
      size_t cut = 0;
      for (size_t letters_before = 0; letters_before < room; ++letters_before) {
        do ++cut;
        while (cut < word.size() && (static_cast<uint8_t>(word[cut]) & 0xc0) == 0x80);
      }
      lines.push_back(word.substr(0, cut));
      word.erase(0, cut);
    }
    if (!lines.empty() && letter_count(lines.back()) + 1 + letter_count(word) <= room) {
      lines.back() += " " + word;
    } else {
      lines.push_back(word);
    }
    at = end + 1;
  }
  return lines;
}

FooterLayout foot_of(const FigureScene& scene) {
  FooterLayout foot;
  const double p = scene.pixel, width = scene.page.width - 2 * scene.margin;
  foot.line = (kLegendFont + 4) * p;
  foot.caption_line = (kCaptionFont + 3) * p;
  if (!scene.legend.empty()) {
    size_t longest = 1;
    for (const FigureLegendRow& row : scene.legend) longest = std::max(longest, letter_count(row.text));
    foot.entry = (kSwatch + kSwatchGap + kEntryGap + static_cast<double>(longest) * kLegendFont * kLetterShare) * p;
    foot.columns = std::clamp<size_t>(static_cast<size_t>(width / foot.entry), 1, scene.legend.size());
    foot.rows = (scene.legend.size() + foot.columns - 1) / foot.columns;
  }
  // If the number of lines is given, a caption that needs more is set in smaller letters, so that it is not cut.
  constexpr double kLeastFont = 4, kSmaller = 0.9;
  const double given = scene.options.caption_lines * foot.caption_line;
  foot.caption = wrapped(scene.caption, width / (foot.caption_font * kLetterShare * p));
  while (given > 0 && foot.caption_font * kSmaller >= kLeastFont &&
         static_cast<double>(foot.caption.size()) * foot.caption_line > given) {
    foot.caption_font *= kSmaller;
    foot.caption_line *= kSmaller;
    foot.caption = wrapped(scene.caption, width / (foot.caption_font * kLetterShare * p));
  }
  foot.caption_height = given > 0 ? given : static_cast<double>(foot.caption.size()) * foot.caption_line;
  return foot;
}

// Paints the sign of a row on the ground of the map, as the map shows it. `left` and `middle` are the left end and the
// middle of its height.
void paint_sign(const FigurePaintContext& brush, const FigureLegendRow& row, double left, double middle) {
  FigureScene sign;
  sign.options = brush.scene.options;
  sign.map = brush.scene.map;
  sign.pixel = brush.scene.pixel;
  sign.zoom = kSwatch / static_cast<double>(kSampleWidth) * sign.pixel;
  sign.box = {0, 0, static_cast<double>(kSampleWidth), 1};
  sign.left = left;
  sign.top = middle - sign.zoom / 2;
  sign.overlay.batches.push_back({0, 0, 1, &row.sign, {}});
  if (row.numbers) sign.overlay.labels.push_back({kSampleWidth / 2, 0.5f, palette::kBlack, 0, 0, "12"});
  brush.canvas.rectangle(left, sign.top, kSwatch * sign.pixel, sign.zoom);
  brush.canvas.fill(brush.colors.terrain(Terrain::kGround));
  OverlayPainter({brush.canvas, sign, brush.colors, brush.least_width}).paint();
}

}  // namespace

void paint_overlay(const FigurePaintContext& brush) { OverlayPainter(brush).paint(); }

void paint_name(const FigurePaintContext& brush) {
  const FigureScene& scene = brush.scene;
  if (scene.name.empty()) return;
  const double size = kCaptionFont * scene.pixel;
  const double width = brush.canvas.text_width(scene.name, size, TextWeight::kBold);
  brush.canvas.text(scene.name, scene.left + scene.margin + width / 2, scene.top - kNameHeight * scene.pixel / 2, size,
                    TextWeight::kBold, brush.colors.plain(brush.colors.text()));
}

double foot_height(const FigureScene& scene) {
  const FooterLayout foot = foot_of(scene);
  const double gap = kFootGap * scene.pixel;
  return (foot.rows > 0 ? gap + static_cast<double>(foot.rows) * foot.line : 0) +
         (foot.caption_height > 0 ? gap + foot.caption_height : 0);
}

void paint_foot(const FigurePaintContext& brush) {
  const FigureScene& scene = brush.scene;
  const FooterLayout foot = foot_of(scene);
  const double p = scene.pixel;
  // The lines are broken by the estimated widths of texts; one that is wider than its room has smaller letters.
  const auto write_line = [&](const std::string& text, double left, double middle, double size, double room) {
    const double wanted = brush.canvas.text_width(text, size, TextWeight::kNormal);
    if (wanted <= 0) return;
    const double width = std::min(wanted, std::max(room, 1.0));
    brush.canvas.text(text, left + width / 2, middle, size * width / wanted, TextWeight::kNormal,
                      brush.colors.plain(brush.colors.text()));
  };
  double y = scene.page.height - foot_height(scene) + kFootGap * p;
  for (size_t i = 0; i < scene.legend.size(); ++i) {
    const FigureLegendRow& row = scene.legend[i];
    const double x = scene.margin + static_cast<double>(i % foot.columns) * foot.entry;
    const double middle = y + (static_cast<double>(i / foot.columns) + 0.5) * foot.line;
    paint_sign(brush, row, x, middle);
    const double left = x + (kSwatch + kSwatchGap) * p;
    write_line(row.text, left, middle, kLegendFont * p,
               std::min(x + foot.entry, scene.page.width - scene.margin) - left);
  }
  if (foot.rows > 0) y += static_cast<double>(foot.rows) * foot.line + kFootGap * p;
  for (const std::string& line : foot.caption) {
    write_line(line, scene.margin, y + foot.caption_line / 2, foot.caption_font * p,
               scene.page.width - 2 * scene.margin);
    y += foot.caption_line;
  }
}

}  // namespace strata
