// Purpose: These functions reconstruct the text of a frame from the triangles of Dear ImGui, and find text that a user
//          cannot read: cut off at the edge of its column or button, below the end of a window that does not scroll, or
//          drawn over other text.
// How: A glyph is a quad with the texture coordinates of a glyph of the fonts. Dear ImGui omits invisible glyphs,
//      so that the last, partly visible one reveals that others are missing; the computed width of such a text is
//      a lower bound.
// Units: Window pixels.
#pragma once

#include <imgui.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/ui/imgui_versions.hpp"

namespace strata::test {

struct Rect {
  float x0 = 0, y0 = 0, x1 = 0, y1 = 0;
  float width() const { return x1 - x0; }
  float height() const { return y1 - y0; }
  bool empty() const { return x1 <= x0 || y1 <= y0; }
  Rect cut_to(const Rect& other) const;
  void add(const Rect& other);
};

struct DrawnGlyph {
  Rect whole;    // the complete glyph
  Rect visible;  // the part inside the clip rectangle
  Rect clip;
};

// A text in one font, colour and line.
struct DrawnText {
  std::string text;    // the visible text, without omitted glyphs
  std::string window;  // name of the window; "##Background" is the map's
  int order = 0;       // a text with a larger number is drawn later, on top
  uint32_t color = 0;
  float top = 0, size = 0;  // of the line of text
  Rect box, clip;
  std::vector<DrawnGlyph> glyphs;
};

// The bounding box of a filled shape, which hides everything below it.
struct DrawnCover {
  Rect box;
  std::string window;
  int order = 0;
};

struct DrawnFrame {
  std::vector<DrawnText> texts;
  std::vector<DrawnCover> covers;
};

DrawnFrame read_frame(const ImDrawData& data, std::span<const imgui::GlyphImage> glyphs);

enum class FaultKind { kCut, kLow, kOverlap, kHidden, kColumn, kSmall, kCovered };

struct TextFault {
  FaultKind kind = FaultKind::kCut;
  std::string window, text, other;
  float room = 0, need = 0;
  std::string line() const;  // "cut: 'Tie-breakin' in ##left has 61 px and needs more than 66 px"
};

// Finds the faults of the last frame. Texts in tables must have at least the size `table_size`. `map_texts` are labels
// on the map, which may be cut off at its edge and may overlap.
std::vector<TextFault> find_faults(const DrawnFrame& frame, float table_size,
                                   std::span<const std::string_view> map_texts);

}  // namespace strata::test
