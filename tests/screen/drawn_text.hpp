// Purpose: These functions read the text of a frame back from what Dear ImGui would hand to the graphics card, and find
//          text that a user cannot read: cut off at the edge of its column or button, lost below a window that does not
//          scroll, or drawn over other text.
// How: A glyph is a quad whose part of the font texture is that of a glyph of the fonts. Dear ImGui leaves glyphs out
//      that are wholly outside, so the last one that is cut tells of the others, and what a text needs is a lower
//      bound.
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
  Rect whole;    // as the font has it
  Rect visible;  // what the clip rectangle leaves
  Rect clip;
};

// A text in one font, colour and line.
struct DrawnText {
  std::string text;    // as it is drawn: what is cut off wholly is missing
  std::string window;  // name of the window; "##Background" is the map's
  int order = 0;       // later ones lie over earlier ones
  uint32_t color = 0;
  float top = 0, size = 0;  // of the line
  Rect box, clip;
  std::vector<DrawnGlyph> glyphs;
};

// A filled shape that hides what lies below it, by its box.
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

// Finds the faults of the frame that has just been drawn. Texts of tables have at least this size. `map_texts` are the
// labels on the map, which its edge may cut, and which may lie over one another.
std::vector<TextFault> find_faults(const DrawnFrame& frame, float table_size,
                                   std::span<const std::string_view> map_texts);

}  // namespace strata::test
