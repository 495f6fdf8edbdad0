// Purpose: These helpers of tests of features check the state, move the pointer, and draw single layers.
#pragma once

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/lab/dump.hpp"
#include "app/lab/gestures.hpp"
#include "app/lab/lab.hpp"
#include "tests/draw_support.hpp"
#include "tests/lab_support.hpp"
#include "tests/row_support.hpp"

namespace strata::test {

inline void holds(Lab& lab, std::string_view line) {
  lab.finish_updates();
  run(lab, fmt::format("assert {}", line));
}
inline void holds(Lab& lab, std::initializer_list<std::string_view> lines) {
  for (const std::string_view line : lines) holds(lab, line);
}
inline bool on(const Lab& lab, Layer layer) { return lab.state().layer(layer).on; }

inline PointerEvent at(const Lab& lab, PointerEvent::Kind kind, Cell cell) {
  return pointer_at(lab, kind, cell.x + 0.5, cell.y + 0.5);
}
inline constexpr auto kPress = PointerEvent::Kind::kPress;
inline constexpr auto kMove = PointerEvent::Kind::kMove;
inline constexpr auto kRelease = PointerEvent::Kind::kRelease;

inline void point_at(Lab& lab, Cell cell) { lab.gestures().pointer(at(lab, kMove, cell)); }

// Returns the number of edges that the lines are: a bent edge consists of several lines.
inline size_t edges_of(const std::vector<DrawLine>& lines) {
  return static_cast<size_t>(std::ranges::count_if(lines, [](const DrawLine& line) { return line.before == 0; }));
}

struct Drawn {
  std::vector<DrawRect> rects;
  std::vector<DrawFacet> facets;
  std::vector<DrawLine> lines;
  std::vector<DrawMarker> markers;
  size_t size() const { return rects.size() + facets.size() + lines.size() + markers.size(); }
};
inline Drawn drawn(const Overlay& overlay) {
  Drawn all;
  for (const DrawBatch& batch : overlay.batches) {
    all.rects.insert(all.rects.end(), batch.list->rects.begin(), batch.list->rects.end());
    all.facets.insert(all.facets.end(), batch.list->facets.begin(), batch.list->facets.end());
    all.lines.insert(all.lines.end(), batch.list->lines.begin(), batch.list->lines.end());
    all.markers.insert(all.markers.end(), batch.list->markers.begin(), batch.list->markers.end());
  }
  return all;
}
// Draws only this layer, without start and goal.
inline Drawn only(Lab& lab, OverlayBuilder& builder, Layer layer) {
  run(lab, "layer all off");
  run(lab, fmt::format("layer {} on", layer_name(layer)));
  return drawn(test::draw(builder, lab));
}
inline size_t area(const std::vector<DrawRect>& rects) {
  double sum = 0;
  for (const DrawRect& r : rects) sum += (r.x1 - r.x0) * (r.y1 - r.y0);
  return static_cast<size_t>(sum + 0.5);
}
// Returns the area in cells.
inline double area(const std::vector<DrawFacet>& facets) {
  double sum = 0;
  for (const DrawFacet& f : facets) {
    for (const size_t i : {size_t{1}, size_t{2}}) {
      sum += std::abs((f.x[i] - f.x[0]) * (f.y[i + 1] - f.y[0]) - (f.x[i + 1] - f.x[0]) * (f.y[i] - f.y[0])) / 2;
    }
  }
  return sum;
}
// Returns the colour that the rectangles give each cell; 0: none.
inline std::vector<Rgba> colors_of(const Drawn& shown, const GridMap& map) {
  std::vector<Rgba> colors(map.cell_count(), 0);
  for (const DrawRect& r : shown.rects) {
    for (int y = static_cast<int>(r.y0); y < static_cast<int>(r.y1); ++y) {
      for (int x = static_cast<int>(r.x0); x < static_cast<int>(r.x1); ++x) colors[map.id({x, y})] = r.color;
    }
  }
  return colors;
}
// Returns the version of every batch by its key.
inline std::map<uint64_t, uint64_t> versions(Lab& lab, OverlayBuilder& builder) {
  std::map<uint64_t, uint64_t> all;
  for (const DrawBatch& batch : test::draw(builder, lab).batches) all[batch.key] = batch.version;
  return all;
}

// Returns the lines in which the two state dumps differ. Sizes in memory are ignored, as vectors may
// have different capacities.
inline std::string difference(Lab& a, Lab& b) {
  const std::vector<std::string> first = lines_of(dump_state(a)), second = lines_of(dump_state(b));
  std::string text;
  for (size_t i = 0; i < std::max(first.size(), second.size()); ++i) {
    const std::string line_a = i < first.size() ? first[i] : "", line_b = i < second.size() ? second[i] : "";
    const bool memory = line_a.find("memory_bytes") != std::string::npos;
    if (line_a != line_b && !memory) text += fmt::format("{} | {}\n", line_a, line_b);
  }
  return text;
}

// Checks that every displayed answer is valid on the present map.
inline void check_rows(Lab& lab) {
  lab.finish_updates();
  const PlanQuery& query = lab.state().query;
  for (const PlannerRow& row : lab.state().rows) {
    if (!row.shown || !row.allowed) continue;
    CAPTURE(row.planner->name);
    CHECK(row.solved);
    if (!row.result.found()) continue;
    const auto fault = row_fault(lab.world(), query, row);
    CHECK_MESSAGE(!fault.has_value(), fault.value_or(""));
    if (!row.planner->any_angle) CHECK(row.percent_over >= 0);
    if (row.planner->optimal && finds_optimum_here(lab, *row.planner)) CHECK(row.percent_over == 0);
  }
}

}  // namespace strata::test
