#include "app/draw/pointed_mark.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <ranges>

#include "app/draw/overlay_tools.hpp"
#include "app/playback/playback.hpp"

namespace strata {
namespace {

// A mark is pointed at from this distance on, in pixels of the interface.
constexpr double kNear = 3;
// At most this many shapes are examined for a place of the pointer.
constexpr size_t kMostShapes = 200'000;
// Fainter marks are passed over, as one sees what lies below them.
constexpr float kFaint = 0.1f;

// Returns whether the point is inside of the polygon: it is on the same side of all its sides.
bool is_inside(const DrawFacet& facet, double x, double y) {
  bool left = false, right = false;
  for (size_t i = 0; i < 4; ++i) {
    const size_t next = (i + 1) % 4;
    const double ax = static_cast<double>(facet.x[i]), ay = static_cast<double>(facet.y[i]);
    const double turn =
        (static_cast<double>(facet.x[next]) - ax) * (y - ay) - (static_cast<double>(facet.y[next]) - ay) * (x - ax);
    left |= turn > 0;
    right |= turn < 0;
  }
  return !(left && right);
}

bool is_at(const DrawList& list, const PointedPlace& at) {
  const double near = kNear * at.pixel / at.zoom, x = at.x, y = at.y;
  const auto reaches = [&](double mark_x, double mark_y, double radius) {
    return std::max(std::abs(mark_x - x), std::abs(mark_y - y)) <= radius;
  };
  return std::ranges::any_of(list.agents,
                             [&](const DrawAgent& agent) {
                               const double side = agent.sign >> 8;
                               return reaches(static_cast<double>(agent.x), static_cast<double>(agent.y),
                                              std::max(side / 2, near));
                             }) ||
         std::ranges::any_of(list.markers,
                             [&](const DrawMarker& marker) {
                               const double radius = std::max(static_cast<double>(marker.radius) * at.pixel / at.zoom,
                                                              static_cast<double>(marker.min_cell));
                               return reaches(static_cast<double>(marker.x), static_cast<double>(marker.y), radius);
                             }) ||
         std::ranges::any_of(list.lines,
                             [&](const DrawLine& line) {
                               const double half = static_cast<double>(line.width) * at.pixel / at.zoom / 2;
                               return overlay_tools::distance_to(line, x, y) <= half + near;
                             }) ||
         std::ranges::any_of(list.facets, [&](const DrawFacet& facet) { return is_inside(facet, x, y); }) ||
         std::ranges::any_of(list.rects, [&](const DrawRect& rect) {
           return x >= static_cast<double>(rect.x0) && x <= static_cast<double>(rect.x1) &&
                  y >= static_cast<double>(rect.y0) && y <= static_cast<double>(rect.y1);
         });
}

bool has_row(const LegendEntry& entry) {
  if (entry.mark != nullptr) return !entry.mark->of_pointer;
  return entry.layer != LegendEntry::kNone && entry.layer != Layer::kGrid;
}

std::optional<LegendEntry> batch_at(const Overlay& overlay, const PointedPlace& at) {
  size_t examined = 0;
  for (const DrawBatch& batch : std::views::reverse(overlay.batches)) {
    if (batch.opacity < kFaint || !has_row(batch.entry)) continue;
    examined += batch.list->size();
    if (examined > kMostShapes) break;
    if (is_at(*batch.list, at)) return batch.entry;
  }
  return std::nullopt;
}

// Returns the entry of the searched cell at the place.
std::optional<LegendEntry> searched_cell_at(const HeatMap& heat, const PointedPlace& at) {
  const Cell cell{static_cast<int>(std::floor(at.x)), static_cast<int>(std::floor(at.y))};
  if (cell.x < 0 || cell.y < 0 || cell.x >= heat.width || cell.y >= heat.height) return std::nullopt;
  const size_t row = static_cast<size_t>(cell.y) * static_cast<size_t>(heat.width);
  const uint8_t value = heat.cells[row + static_cast<size_t>(cell.x)];
  if (value == 0) return std::nullopt;
  return LegendEntry(Layer::kSearch, heat_is_open(value) ? LegendPart::kOpen : LegendPart::kExpanded);
}

}  // namespace

std::optional<LegendEntry> PointedMark::find(const Overlay& overlay, const HeatMap& heat, const PointedPlace& place) {
  overlay_tools::DrawInputHash stamp;
  for (const double value : {place.x, place.y, place.zoom}) stamp << std::bit_cast<uint64_t>(value);
  for (const DrawBatch& batch : overlay.batches) {
    stamp << batch.key << batch.version << std::bit_cast<uint32_t>(batch.opacity);
  }
  if (stamp_ != stamp.value()) {
    stamp_ = stamp.value();
    entry_ = batch_at(overlay, place);
  }
  return entry_ || !overlay.heat.on ? entry_ : searched_cell_at(heat, place);
}

}  // namespace strata
