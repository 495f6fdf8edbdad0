// Purpose: A DrawList contains the shapes to draw over the map, as plain arrays that a renderer uploads unchanged.
// How: Lists come in batches. A batch has a key that never changes, and a version that changes with its content.
//      The renderer has one buffer per key and uploads only new versions. What depends on the map alone is divided
//      into tiles, squares of several clusters. So an edit rebuilds only the tiles around it, and a frame without
//      changes builds nothing.
// Units: Map coordinates (cells); widths, dashes and marker sizes in pixels unless said.
// Shapes: Each struct is the instance data of one primitive: floats and a colour (0xAABBGGRR).
#pragma once

#include <cstdint>
#include <vector>

#include "app/base/palette.hpp"
#include "app/lab/layers.hpp"
#include "core/grid/cell.hpp"

namespace strata {

struct DrawRect {  // a filled rectangle
  float x0 = 0, y0 = 0, x1 = 0, y1 = 0;
  Rgba color = 0;
};
struct DrawFacet {  // a filled convex polygon with up to four corners in order; unused corners repeat the last one
  float x[4] = {};
  float y[4] = {};
  Rgba color = 0;
};
// The longest gap between dashes, in pixels; the shader of lines has it, too.
inline constexpr float kMostGap = 15;
struct DrawLine {
  float x0 = 0, y0 = 0, x1 = 0, y1 = 0;
  float width = 1;
  // Length of dashes, and of gaps up to kMostGap; 0: the line is solid.
  float dash = 0;
  Rgba color = 0;
  // Length of the path before this line, in cells, so that dashes go on from one line to the next.
  float before = 0;
};
struct DrawMarker {
  float x = 0, y = 0;
  // Minimum radius in pixels.
  float radius = 4;
  // Minimum radius as a share of a cell.
  float min_cell = 0;
  MarkerShape shape = MarkerShape::kDisc;
  Rgba color = 0;
};
struct DrawAgent {
  float x = 0, y = 0;  // centre, in map coordinates
  // A number made of three parts: shape as numbered in agent.frag; | heading << 4 (a direction, 8: none); |
  // side in cells << 8.
  uint32_t sign = 0;
  Rgba color = 0;
};
struct DrawLabel {
  float x = 0, y = 0;  // centre of the text, in map coordinates
  Rgba color = 0;
  // Height of the text as a share of a cell, up to the height of the small font; 0: it has the small font.
  float share = 0.3f;
  // Colour of the box behind the text; 0: there is no box.
  Rgba back = 0;
  char text[20] = {};
};

struct DrawList {
  // Rectangles are drawn first, below all other shapes of the list.
  std::vector<DrawRect> rects;
  std::vector<DrawFacet> facets;
  std::vector<DrawLine> lines;
  std::vector<DrawMarker> markers;
  // Agents are drawn last, on top of all other shapes of the list.
  std::vector<DrawAgent> agents;
  void clear() {
    rects.clear();
    facets.clear();
    lines.clear();
    markers.clear();
    agents.clear();
  }
  size_t size() const { return rects.size() + facets.size() + lines.size() + markers.size() + agents.size(); }
};

struct DrawBatch {
  // Identifies the buffer of the batch; it is the same in every frame.
  uint64_t key = 0;
  // Version of the content. The same key never has the same version for another content.
  uint64_t version = 0;
  // The alpha values of all colours are multiplied by this.
  float opacity = 1;
  const DrawList* list = nullptr;
  // What the legend calls the content.
  LegendEntry entry;
  // Widths of lines and sizes of markers are multiplied by this.
  float size = 1;
  // The content belongs to the step: it is not pale while a search is stepped.
  bool of_step = false;
};

// The heat map of a search: one byte per cell, an index into heat_palette().
struct HeatMapImage {
  bool on = false;
  float opacity = 1;
  int width = 0;
  int height = 0;
  // The heat map, row by row. Playback::take_heat_dirty() says what has changed.
  const uint8_t* cells = nullptr;
  // Number of the texture for this view's search, see ViewSearches.
  int slot = 0;
  // The picture shows the difference from the search in slot 0, see difference_palette().
  bool difference = false;
  // The alpha values of cells that are expanded and of open ones are multiplied by these.
  float expanded_opacity = 1;
  float open_opacity = 1;
};
inline constexpr int kHeatSlots = 4;

// A picture that a feature draws below the marks, such as the heat map of a heuristic: one byte per cell, an index
// into field_palette().
struct ScalarFieldImage {
  bool on = false;
  float opacity = 1;
  int width = 0;
  int height = 0;
  // The values, row by row.
  const uint8_t* cells = nullptr;
  // The number of changes so far. `dirty` are the cells that differ from the version before. Code that knows only an
  // older version must read all cells.
  uint64_t version = 0;
  Rect dirty;
  // What the legend calls the picture.
  LegendEntry entry;
};

// Everything that one view draws over the map.
struct Overlay {
  // The lightness of the ground, below all other pictures; 0: the ground is as usual.
  ScalarFieldImage ground;
  // A picture below everything except the ground.
  ScalarFieldImage field;
  // A picture above `field`.
  ScalarFieldImage upper;
  // The heat map, above the pictures and below all batches.
  HeatMapImage heat;
  // The batches, from bottom to top.
  std::vector<DrawBatch> batches;
  std::vector<DrawLabel> labels;
  // There were more shapes than kMaxPrimitives; the notes of the layers say what is missing.
  bool truncated = false;
};

}  // namespace strata
