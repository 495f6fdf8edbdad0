#include "app/draw/legend_sample.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "app/draw/legend_rows.hpp"

namespace strata {
namespace {

// A sample has at most this many areas, lines, and marks of different looks.
constexpr size_t kLooks = 3;
// Of one kind of shapes, at most this many are examined.
constexpr size_t kExamined = 2048;
constexpr float kMiddle = 0.5f;
// Half of the largest mark, as a share of the height of the sign.
constexpr float kLargestMark = 0.42f;

// Bands under lines and rims of marks have this colour. They show nothing by themselves.
bool is_rim(Rgba color) { return color << 8 == palette::kWhite << 8; }

// The looks that an entry has on the map, in its colours: at most kLooks shapes of each kind.
class Looks {
 public:
  explicit Looks(DrawList& found) : found_(found) {}
  void add(const DrawBatch& batch) {
    const double opacity = sample_opacity(batch.opacity);
    const auto same_color = [](const auto& a, const auto& b) { return a.color == b.color; };
    add(batch.list->rects, opacity, rects_, same_color, found_.rects);
    for (const DrawFacet& facet : batch.list->facets) {
      if (found_.rects.size() == kLooks || ++facets_ > kExamined) break;
      add_one(DrawRect{0, 0, 0, 0, facet.color}, opacity, same_color, found_.rects);
    }
    add(
        batch.list->lines, opacity, lines_,
        [](const DrawLine& a, const DrawLine& b) { return a.color == b.color && a.dash == b.dash; }, found_.lines);
    add(
        batch.list->markers, opacity, markers_,
        [](const DrawMarker& a, const DrawMarker& b) { return a.color == b.color && a.shape == b.shape; },
        found_.markers);
    add(
        batch.list->agents, opacity, agents_,
        [](const DrawAgent& a, const DrawAgent& b) { return a.color == b.color && (a.sign & 15) == (b.sign & 15); },
        found_.agents);
  }

 private:
  template <class Shape, class Same>
  static void add_one(Shape shape, double opacity, Same&& same, std::vector<Shape>& out) {
    if (is_rim(shape.color) || shape.color >> 24 == 0) return;
    shape.color = faded(shape.color, opacity);
    if (std::ranges::none_of(out, [&](const Shape& other) { return same(other, shape); })) out.push_back(shape);
  }
  template <class Shape, class Same>
  static void add(const std::vector<Shape>& shapes, double opacity, size_t& examined, Same&& same,
                  std::vector<Shape>& out) {
    for (const Shape& shape : shapes) {
      if (out.size() == kLooks || ++examined > kExamined) break;
      add_one(shape, opacity, same, out);
    }
  }

  DrawList& found_;
  size_t rects_ = 0, facets_ = 0, lines_ = 0, markers_ = 0, agents_ = 0;  // examined so far
};

void add_looks(const LegendEntry& entry, std::span<const Overlay* const> overlays, DrawList& out) {
  Looks looks(out);
  for (const Overlay* overlay : overlays) {
    for (const DrawBatch& batch : overlay->batches) {
      if (batch.entry == entry) looks.add(batch);
    }
  }
}

// Returns the middle of the i-th of `count` equal parts of the sign.
float part_middle(size_t i, size_t count) {
  return kSampleWidth * (static_cast<float>(i) + 0.5f) / static_cast<float>(count);
}

// Arranges marks side by side. Those that lie over each other on the map do so in the sign.
void arrange_markers(std::vector<DrawMarker>& markers) {
  std::array<size_t, kLooks> place{};
  std::array<float, kLooks> largest{};
  size_t places = 0;
  for (size_t i = 0; i < markers.size(); ++i) {
    if (i > 0 && (markers[i].x != markers[i - 1].x || markers[i].y != markers[i - 1].y)) ++places;
    place[i] = places;
    largest[places] = std::max(largest[places], std::max(markers[i].min_cell, 0.05f));
  }
  for (size_t i = 0; i < markers.size(); ++i) {
    DrawMarker& marker = markers[i];
    const float scale = std::clamp(largest[place[i]], 0.25f, kLargestMark) / largest[place[i]];
    marker.x = part_middle(place[i], places + 1);
    marker.y = kMiddle;
    marker.radius = 0;
    marker.min_cell = std::max(marker.min_cell, 0.05f) * scale;
  }
}

// Arranges the looks: areas and marks side by side, lines above each other.
void arrange(DrawList& looks) {
  for (size_t i = 0; i < looks.rects.size(); ++i) {
    const float width = kSampleWidth / static_cast<float>(looks.rects.size());
    looks.rects[i] = {width * static_cast<float>(i), 0, width * static_cast<float>(i + 1), 1, looks.rects[i].color};
  }
  for (size_t i = 0; i < looks.lines.size(); ++i) {
    DrawLine& line = looks.lines[i];
    line.x0 = 0.1f;
    line.x1 = kSampleWidth - 0.1f;
    line.y0 = line.y1 = (static_cast<float>(i) + 0.5f) / static_cast<float>(looks.lines.size());
    line.width = std::min(line.width, looks.lines.size() > 1 ? 2.0f : 4.0f);
    line.before = 0;
  }
  arrange_markers(looks.markers);
  for (size_t i = 0; i < looks.agents.size(); ++i) {
    looks.agents[i].x = part_middle(i, looks.agents.size());
    looks.agents[i].y = kMiddle;
    looks.agents[i].sign = (looks.agents[i].sign & 255) | 1u << 8;  // an agent of one cell
  }
}

// Adds the colours of the palette from index `first` on.
void add_ramp(const std::array<Rgba, 256>& colors, int first, DrawList& out) {
  static constexpr int kParts = 8;
  const float width = kSampleWidth / kParts;
  for (int i = 0; i < kParts; ++i) {
    const auto shade = static_cast<size_t>(first + (255 - first) * i / (kParts - 1));
    out.rects.push_back({width * static_cast<float>(i), 0, width * static_cast<float>(i + 1), 1, colors[shade]});
  }
}

void add_mark(const SearchLegendEntry& mark, DrawList& out) {
  const float x = kSampleWidth / 2;
  const auto add = [&](float at, float share, MarkerShape shape, Rgba color) {
    out.markers.push_back({at, kMiddle, 0, share, shape, color});
  };
  switch (mark.shape) {
    case LegendSymbolShape::kRamp:
      add_ramp(heat_palette(), kHeatFirst, out);
      break;
    case LegendSymbolShape::kBox:
      out.rects.push_back({0, 0, kSampleWidth, 1, mark.color});
      break;
    case LegendSymbolShape::kRing:
      add(x, 0.36f, MarkerShape::kRing, mark.color);
      break;
    case LegendSymbolShape::kDisc:
      add(x, 0.4f, MarkerShape::kDisc, palette::kBlack);
      add(x, 0.32f, MarkerShape::kDisc, mark.color);
      break;
    case LegendSymbolShape::kSquare:
      add(x, 0.42f, MarkerShape::kSquare, palette::kBlack);
      add(x, 0.34f, MarkerShape::kSquare, mark.color);
      break;
    case LegendSymbolShape::kCurrent:
      add(x, 0.36f, MarkerShape::kDiamond, mark.color);
      add(x, 0.42f, MarkerShape::kRing, palette::kBlack);
      add(x, 0.37f, MarkerShape::kRing, mark.color);
      break;
    case LegendSymbolShape::kEnds:
      add(part_middle(0, 2), 0.36f, MarkerShape::kDisc, palette::kStart);
      add(part_middle(1, 2), 0.36f, MarkerShape::kDiamond, palette::kGoal);
      break;
    case LegendSymbolShape::kLine:
      out.lines.push_back(
          {0.1f, kMiddle, kSampleWidth - 0.1f, kMiddle, std::min(mark.width, 3.0f), mark.dash, mark.color});
      break;
  }
}

}  // namespace

double sample_opacity(float opacity) { return std::max(static_cast<double>(opacity), 0.35); }

namespace {

// Makes the sign as pale as the marks of the entry are on the map.
void fade_as_drawn(const LegendEntry& entry, std::span<const Overlay* const> overlays, DrawList& sample) {
  for (const Overlay* overlay : overlays) {
    for (const DrawBatch& batch : overlay->batches) {
      if (batch.entry != entry || batch.list->size() == 0) continue;
      const auto fade = [&](auto& shapes) {
        for (auto& shape : shapes) shape.color = faded(shape.color, sample_opacity(batch.opacity));
      };
      fade(sample.rects);
      fade(sample.lines);
      fade(sample.markers);
      return;
    }
  }
}

}  // namespace

void legend_sample(const LegendRow& row, std::span<const Overlay* const> overlays, DrawList& sample) {
  sample.clear();
  // A row with a name stands for one planner of several that share a list. The cells of a search are a picture.
  const bool cells = row.mark.shape == LegendSymbolShape::kRamp ||
                     (row.mark.shape == LegendSymbolShape::kBox &&
                      (row.entry.part == LegendPart::kOpen || row.entry.part == LegendPart::kExpanded));
  if (!row.name.empty() || (cells && !row.layer_symbol && row.entry.mark == nullptr)) {
    add_mark(row.mark, sample);
    if (!row.name.empty()) fade_as_drawn(row.entry, overlays, sample);
    return;
  }
  add_looks(row.entry, overlays, sample);
  arrange(sample);
  const bool picture = std::ranges::any_of(overlays, [&](const Overlay* overlay) {
    const auto shows = [&](const ScalarFieldImage& image) { return image.on && image.entry == row.entry; };
    return shows(overlay->ground) || shows(overlay->field) || shows(overlay->upper);
  });
  if (picture && sample.size() == 0) add_ramp(field_palette(), kFieldFirst, sample);
  if (sample.size() == 0 && !row.layer_symbol) add_mark(row.mark, sample);
}

}  // namespace strata
