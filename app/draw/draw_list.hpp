// Purpose: A DrawList is what is drawn over the map, as plain lists that a renderer uploads as they are.
// How: Lists come in batches. A batch has a key, which stays, and a version, which changes with its content. The
//      renderer keeps one buffer per key and uploads only when the version is new. What depends on the map alone is cut
//      into tiles of clusters, so that an edit renews one tile, and a frame in which nothing happens builds nothing.
// Units: Map coordinates (cells); widths, dashes and marker sizes in pixels unless said.
// Shapes: The structs are instance data: floats and one colour word (0xAABBGGRR).
#pragma once

#include <cstdint>
#include <vector>

#include "app/base/palette.hpp"
#include "core/grid/cell.hpp"

namespace strata {

struct DrawRect {  // filled
  float x0 = 0, y0 = 0, x1 = 0, y1 = 0;
  Rgba color = 0;
};
struct DrawFacet {  // filled, convex, up to four corners in order; missing corners repeat the last
  float x[4] = {};
  float y[4] = {};
  Rgba color = 0;
};
struct DrawLine {
  float x0 = 0, y0 = 0, x1 = 0, y1 = 0;
  float width = 1;
  float dash = 0;  // 0: solid; else length of dashes and gaps
  Rgba color = 0;
  float before = 0;  // length of the path before this line, in cells: the dashes go on from there
};
struct DrawMarker {
  float x = 0, y = 0;
  float radius = 4;    // pixels
  float min_cell = 0;  // the radius is at least this share of a cell
  MarkerShape shape = MarkerShape::kDisc;
  Rgba color = 0;
};
struct DrawAgent {
  float x = 0, y = 0;  // center, in map coordinates
  uint32_t sign = 0;   // shape, as agent.frag numbers them | heading << 4 (a direction, 8: none) | side in cells << 8
  Rgba color = 0;
};
struct DrawLabel {
  float x = 0, y = 0;  // center of the text, in map coordinates
  Rgba color = 0;
  float share = 0.3f;  // height of the text as a share of a cell, at most the small font's; 0: the small font
  Rgba back = 0;       // a box behind the text; 0: none
  char text[20] = {};
};

struct DrawList {
  std::vector<DrawRect> rects;  // drawn first
  std::vector<DrawFacet> facets;
  std::vector<DrawLine> lines;
  std::vector<DrawMarker> markers;
  std::vector<DrawAgent> agents;  // drawn last
  void clear() {
    rects.clear();
    facets.clear();
    lines.clear();
    markers.clear();
    agents.clear();
  }
  size_t size() const { return rects.size() + facets.size() + lines.size() + markers.size() + agents.size(); }
};

struct Batch {
  uint64_t key = 0;      // key of the buffer; the same batch has the same key in every frame
  uint64_t version = 0;  // version of the content; never reused for other content under the same key
  float opacity = 1;     // multiplies the alpha of the colours
  const DrawList* list = nullptr;
};

// The search picture: one byte per cell, to be looked up in heat_palette().
struct HeatPicture {
  bool on = false;
  float opacity = 1;
  int width = 0;
  int height = 0;
  const uint8_t* cells = nullptr;  // rows of `width` bytes; for changes see Playback::take_heat_dirty()
  int slot = 0;                    // slot of the view's search, see ViewSearches
  bool difference = false;         // shows how the search differs from the search of slot 0, see difference_palette()
};
inline constexpr int kHeatSlots = 4;

// A feature's picture: one byte per cell, to be looked up in field_palette().
struct FieldPicture {
  bool on = false;
  float opacity = 1;
  int width = 0;
  int height = 0;
  const uint8_t* cells = nullptr;  // rows of `width` bytes
  // Counts changes. `dirty` is what changed since the version before; a reader that has seen an older version needs
  // everything.
  uint64_t version = 0;
  Rect dirty;
};

// What one view shows over the map.
struct Overlay {
  FieldPicture ground;         // lightness of the ground, below all pictures; 0: unchanged
  FieldPicture field;          // below everything else
  FieldPicture upper;          // above `field`
  HeatPicture heat;            // below all batches
  std::vector<Batch> batches;  // bottom to top
  std::vector<DrawLabel> labels;
  bool truncated = false;  // more than kMaxPrimitives: the layers' notes say what is missing
};

}  // namespace strata
