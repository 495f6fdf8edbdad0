#include "tests/screen/drawn_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <tuple>

namespace strata::test {
namespace {

constexpr float kCutX = 1.0f;      // pixels of a glyph that may be missing: its edge is blurred
constexpr float kCutY = 2.0f;      // a line's lowest and highest pixels are seldom used
constexpr float kOverlap = 1.5f;   // by so much in both directions
constexpr float kShadow = 3.0f;    // a text may be drawn again as its own shadow
constexpr float kCover = 24.0f;    // width from which on a shape may not hide a part of a text
constexpr float kHidden = 4.0f;    // of a window's content
constexpr unsigned kOpaque = 215;  // alpha from which on a filled shape hides what lies below

bool same(float a, float b, float by) { return std::abs(a - b) <= by; }

std::string utf8(unsigned code) {
  std::string text;
  if (code < 0x80) {
    text += static_cast<char>(code);
  } else if (code < 0x800) {
    text += static_cast<char>(0xc0 | code >> 6);
    text += static_cast<char>(0x80 | (code & 63));
  } else {
    text += static_cast<char>(0xe0 | code >> 12);
    text += static_cast<char>(0x80 | (code >> 6 & 63));
    text += static_cast<char>(0x80 | (code & 63));
  }
  return text;
}

// Finds the glyph of a quad by its part of the font texture.
class GlyphTable {
 public:
  explicit GlyphTable(std::span<const imgui::GlyphImage> glyphs) : glyphs_(glyphs) {
    for (const imgui::GlyphImage& glyph : glyphs) by_place_[key(glyph.uv0, glyph.uv1)] = &glyph;
  }

  // A glyph that Dear ImGui has cut has a smaller part of the texture.
  const imgui::GlyphImage* find(ImVec2 uv0, ImVec2 uv1) const {
    const auto found = by_place_.find(key(uv0, uv1));
    if (found != by_place_.end()) return found->second;
    constexpr float kSlack = 1e-6f;
    for (const imgui::GlyphImage& glyph : glyphs_) {
      if (uv0.x >= glyph.uv0.x - kSlack && uv1.x <= glyph.uv1.x + kSlack && uv0.y >= glyph.uv0.y - kSlack &&
          uv1.y <= glyph.uv1.y + kSlack) {
        return &glyph;
      }
    }
    return nullptr;
  }

 private:
  using Key = std::tuple<float, float, float, float>;
  static Key key(ImVec2 a, ImVec2 b) { return {a.x, a.y, b.x, b.y}; }

  std::span<const imgui::GlyphImage> glyphs_;
  std::map<Key, const imgui::GlyphImage*> by_place_;
};

Rect rect_of(ImVec2 low, ImVec2 high) { return {low.x, low.y, high.x, high.y}; }

class DrawListReader {
 public:
  DrawListReader(DrawnFrame& frame, const GlyphTable& table) : frame_(frame), table_(table) {}

  void read(const ImDrawList& list, const char* window) {
    window_ = window;
    end_text();
    for (const ImDrawCmd& command : list.CmdBuffer) {
      if (command.UserCallback != nullptr) continue;
      clip_ = {command.ClipRect.x, command.ClipRect.y, command.ClipRect.z, command.ClipRect.w};
      const ImDrawIdx* index = list.IdxBuffer.Data + command.IdxOffset;
      const ImDrawVert* vertices = list.VtxBuffer.Data + command.VtxOffset;
      unsigned i = 0;
      while (i + 2 < command.ElemCount) {
        if (i + 5 < command.ElemCount && is_quad(index + i)) {
          const ImDrawVert& low = vertices[index[i]];
          const ImDrawVert& high = vertices[index[i] + 2];
          if (high.uv.x != low.uv.x && high.uv.y != low.uv.y) {
            end_fill();
            add_glyph(low, high);
            i += 6;
            continue;
          }
        }
        add_triangle(vertices[index[i]], vertices[index[i + 1]], vertices[index[i + 2]], index[i]);
        i += 3;
      }
      end_fill();
    }
    end_text();
  }

 private:
  static bool is_quad(const ImDrawIdx* i) {
    return i[1] == i[0] + 1 && i[2] == i[0] + 2 && i[3] == i[0] && i[4] == i[2] && i[5] == i[0] + 3;
  }

  void add_glyph(const ImDrawVert& low, const ImDrawVert& high) {
    const imgui::GlyphImage* glyph = table_.find(low.uv, high.uv);
    if (glyph == nullptr) return;
    // Cut glyphs are widened to what the font has, from the part of the texture that they show.
    const float scale_x = (high.pos.x - low.pos.x) / (high.uv.x - low.uv.x) * (glyph->uv1.x - glyph->uv0.x);
    const float scale_y = (high.pos.y - low.pos.y) / (high.uv.y - low.uv.y) * (glyph->uv1.y - glyph->uv0.y);
    DrawnGlyph drawn;
    drawn.visible = rect_of(low.pos, high.pos).cut_to(clip_);
    drawn.whole.x0 = low.pos.x - (low.uv.x - glyph->uv0.x) / (glyph->uv1.x - glyph->uv0.x) * scale_x;
    drawn.whole.y0 = low.pos.y - (low.uv.y - glyph->uv0.y) / (glyph->uv1.y - glyph->uv0.y) * scale_y;
    drawn.whole.x1 = drawn.whole.x0 + scale_x;
    drawn.whole.y1 = drawn.whole.y0 + scale_y;
    drawn.clip = clip_;
    const float size = scale_y / glyph->height * glyph->font_size;
    const float zoom = size / glyph->font_size;
    const float top = drawn.whole.y0 - glyph->offset.y * zoom, pen = drawn.whole.x0 - glyph->offset.x * zoom;
    const float gap = pen - pen_;
    // Blanks are not drawn, and more than two of them separate texts.
    const bool goes_on = open_ && text().color == low.col && same(text().top, top, 0.6f) &&
                         same(text().size, size, 0.3f) && gap > -1.0f && gap < blank_ * 2.2f + 1.0f;
    if (!goes_on) begin_text(low.col, top, size);
    if (goes_on && gap > blank_ * 0.6f) text().text += ' ';
    text().text += utf8(glyph->code);
    text().box.add(drawn.whole);
    text().glyphs.push_back(drawn);
    pen_ = pen + glyph->advance * zoom;
    blank_ = glyph->blank * zoom;
  }

  void begin_text(uint32_t color, float top, float size) {
    end_text();
    DrawnText text;
    text.window = window_;
    text.order = ++order_;
    text.color = color;
    text.top = top;
    text.size = size;
    text.clip = clip_;
    text.box = {1e9f, 1e9f, -1e9f, -1e9f};
    frame_.texts.push_back(std::move(text));
    open_ = true;
  }
  void end_text() { open_ = false; }
  DrawnText& text() { return frame_.texts.back(); }

  // Triangles of a filled convex shape share their first corner.
  void add_triangle(const ImDrawVert& a, const ImDrawVert& b, const ImDrawVert& c, ImDrawIdx first) {
    const bool opaque = (a.col >> IM_COL32_A_SHIFT) >= kOpaque && a.col == b.col && b.col == c.col;
    if (!filling_ || first != fill_first_ || !opaque) end_fill();
    if (!opaque) return;
    if (!filling_) fill_ = {1e9f, 1e9f, -1e9f, -1e9f};
    filling_ = true;
    fill_first_ = first;
    for (const ImDrawVert* corner : {&a, &b, &c}) fill_.add(rect_of(corner->pos, corner->pos));
  }
  void end_fill() {
    if (!filling_) return;
    filling_ = false;
    const Rect box = fill_.cut_to(clip_);
    if (box.width() < 4 || box.height() < 4) return;
    end_text();
    frame_.covers.push_back({box, window_, ++order_});
  }

  DrawnFrame& frame_;
  const GlyphTable& table_;
  std::string window_;
  Rect clip_, fill_;
  bool open_ = false, filling_ = false;
  ImDrawIdx fill_first_ = 0;
  float pen_ = 0, blank_ = 0;
  int order_ = 0;
};

bool holds(const Rect& outer, const Rect& inner) {
  constexpr float kSlack = 1.5f;
  return outer.x0 <= inner.x0 + kSlack && outer.y0 <= inner.y0 + kSlack && outer.x1 >= inner.x1 - kSlack &&
         outer.y1 >= inner.y1 - kSlack;
}

// Whether the part of the text is hidden before `before` is drawn.
bool hidden(const DrawnFrame& frame, const Rect& part, int after, int before) {
  return std::ranges::any_of(frame.covers, [&](const DrawnCover& cover) {
    return cover.order > after && cover.order < before && holds(cover.box, part);
  });
}

bool is_map_text(const DrawnText& text, std::span<const std::string_view> map_texts) {
  if (text.window != "##Background") return false;
  return std::ranges::any_of(map_texts, [&](std::string_view label) {
    return label.find(text.text) != label.npos || text.text.find(label) != text.text.npos;
  });
}

// The two parts of a glyph that is drawn in two colours are no cut.
bool completed(const DrawnFrame& frame, const DrawnGlyph& glyph) {
  const auto seam = [&](const DrawnGlyph& other) {
    return same(other.whole.x0, glyph.whole.x0, 0.2f) && same(other.whole.y0, glyph.whole.y0, 0.2f) &&
           same(other.whole.x1, glyph.whole.x1, 0.2f) &&
           (same(other.visible.x0, glyph.visible.x1, 0.2f) || same(other.visible.x1, glyph.visible.x0, 0.2f));
  };
  for (const DrawnText& text : frame.texts) {
    if (std::ranges::any_of(text.glyphs, seam)) return true;
  }
  return false;
}

void find_cuts(const DrawnFrame& frame, const DrawnText& text, std::vector<TextFault>& faults) {
  const imgui::WindowScrolls scrolls = imgui::window_scrolls(text.window.c_str());
  bool cut = false, low = false;
  for (const DrawnGlyph& glyph : text.glyphs) {
    if (glyph.whole.cut_to(glyph.clip).empty() && glyph.visible.empty()) {
      // This glyph is in a line above or below the visible part of a scrolled list.
      if (glyph.whole.y1 <= glyph.clip.y0 || glyph.whole.y0 >= glyph.clip.y1) continue;
    }
    const float missing_x = glyph.whole.width() - glyph.visible.width();
    const float missing_y = glyph.whole.height() - glyph.visible.height();
    if (missing_x > kCutX && !completed(frame, glyph)) cut = true;
    if (missing_y > kCutY && !scrolls.down) low = true;
  }
  Rect seen{1e9f, 1e9f, -1e9f, -1e9f};
  for (const DrawnGlyph& glyph : text.glyphs) {
    if (!glyph.visible.empty()) seen.add(glyph.visible);
  }
  if (seen.empty() || hidden(frame, seen, text.order, 1 << 30)) return;
  if (cut && !scrolls.sideways) {
    faults.push_back({FaultKind::kCut, text.window, text.text, {}, seen.width(), text.box.width()});
  }
  if (low) faults.push_back({FaultKind::kLow, text.window, text.text, {}, seen.height(), text.box.height()});
}

// Whether something in the same window hides a part of the text. Narrow shapes, such as a head on a bar, may do so.
bool covered_in_part(const DrawnFrame& frame, const DrawnText& text) {
  for (const DrawnCover& cover : frame.covers) {
    if (cover.order < text.order || cover.window != text.window || cover.box.width() < kCover) continue;
    const auto below = [&](const DrawnGlyph& glyph) {
      return !glyph.visible.empty() && cover.box.cut_to(glyph.visible).width() > kOverlap &&
             cover.box.cut_to(glyph.visible).height() > kOverlap;
    };
    const auto count = std::ranges::count_if(text.glyphs, below);
    if (count > 0 && !holds(cover.box, text.box)) return true;
  }
  return false;
}

bool overlaps(const DrawnFrame& frame, const DrawnText& below, const DrawnText& above) {
  const Rect both = below.box.cut_to(above.box);
  if (both.width() < kOverlap || both.height() < kOverlap) return false;
  if (below.text == above.text && same(below.box.x0, above.box.x0, kShadow) && same(below.top, above.top, kShadow)) {
    return false;
  }
  for (const DrawnGlyph& under : below.glyphs) {
    if (under.visible.empty()) continue;
    for (const DrawnGlyph& over : above.glyphs) {
      const Rect shared = under.visible.cut_to(over.visible);
      if (shared.width() < kOverlap || shared.height() < kOverlap) continue;
      if (!hidden(frame, shared, below.order, above.order) && !hidden(frame, shared, above.order, 1 << 30)) return true;
    }
  }
  return false;
}

}  // namespace

Rect Rect::cut_to(const Rect& other) const {
  return {std::max(x0, other.x0), std::max(y0, other.y0), std::min(x1, other.x1), std::min(y1, other.y1)};
}

void Rect::add(const Rect& other) {
  x0 = std::min(x0, other.x0);
  y0 = std::min(y0, other.y0);
  x1 = std::max(x1, other.x1);
  y1 = std::max(y1, other.y1);
}

DrawnFrame read_frame(const ImDrawData& data, std::span<const imgui::GlyphImage> glyphs) {
  DrawnFrame frame;
  const GlyphTable table(glyphs);
  DrawListReader reader(frame, table);
  for (int i = 0; i < data.CmdListsCount; ++i) {
    const ImDrawList& list = *data.CmdLists[i];
    reader.read(list, list._OwnerName != nullptr ? list._OwnerName : "");
  }
  return frame;
}

std::string TextFault::line() const {
  switch (kind) {
    case FaultKind::kCut:
      return fmt::format("cut: '{}' in {} has {:.0f} px and needs more than {:.0f} px", text, window, room, need);
    case FaultKind::kLow:
      return fmt::format("cut in height: '{}' in {} has {:.0f} px and needs {:.0f} px", text, window, room, need);
    case FaultKind::kOverlap:
      return fmt::format("overlap: '{}' lies over '{}' in {}", other, text, window);
    case FaultKind::kCovered:
      return fmt::format("covered: '{}' in {} lies in part below what is drawn later", text, window);
    case FaultKind::kSmall:
      return fmt::format("small: '{}' in a table in {} has {:.1f} px and needs {:.1f} px", text, window, room, need);
    case FaultKind::kColumn:
      return fmt::format("column: {} of a table in {} has {:.0f} px and needs {:.0f} px", text, window, room, need);
    case FaultKind::kHidden:
      return fmt::format("out of sight: {} has {:.0f} px {} and needs {:.0f} px, without a scroll bar", window, room,
                         text, need);
  }
  return {};
}

std::vector<TextFault> find_faults(const DrawnFrame& frame, float table_size,
                                   std::span<const std::string_view> map_texts) {
  std::vector<TextFault> faults;
  for (const DrawnText& text : frame.texts) {
    if (!is_map_text(text, map_texts)) find_cuts(frame, text, faults);
  }
  for (const DrawnText& text : frame.texts) {
    if (!is_map_text(text, map_texts) && covered_in_part(frame, text)) {
      faults.push_back({FaultKind::kCovered, text.window, text.text, {}, 0, 0});
    }
  }
  // Texts by rows of the screen, so that few pairs are compared.
  std::vector<const DrawnText*> sorted;
  for (const DrawnText& text : frame.texts) sorted.push_back(&text);
  std::ranges::sort(sorted, {}, [](const DrawnText* text) { return text->box.y0; });
  for (size_t i = 0; i < sorted.size(); ++i) {
    for (size_t j = i + 1; j < sorted.size() && sorted[j]->box.y0 < sorted[i]->box.y1; ++j) {
      const bool first = sorted[i]->order < sorted[j]->order;
      const DrawnText& below = *sorted[first ? i : j];
      const DrawnText& above = *sorted[first ? j : i];
      if (is_map_text(below, map_texts) && is_map_text(above, map_texts)) continue;
      if (!overlaps(frame, below, above)) continue;
      faults.push_back({FaultKind::kOverlap, above.window, below.text, above.text, 0, 0});
    }
  }
  for (const imgui::TableBox& table : imgui::table_boxes()) {
    const Rect box{table.low.x, table.low.y, table.high.x, table.high.y};
    const auto small = std::ranges::find_if(frame.texts, [&](const DrawnText& text) {
      return text.window == table.window && text.size < table_size - 0.4f && holds(box, text.box);
    });
    if (small == frame.texts.end()) continue;
    faults.push_back({FaultKind::kSmall, table.window, small->text, {}, small->size, table_size});
  }
  for (const imgui::ClippedColumn& column : imgui::cut_columns()) {
    if (column.content - column.width <= kHidden) continue;
    faults.push_back({FaultKind::kColumn,
                      column.window,
                      fmt::format("column {}", column.column + 1),
                      {},
                      column.width,
                      column.content});
  }
  for (const imgui::WindowOverflow& window : imgui::window_contents()) {
    if (window.hidden_right > kHidden && !window.bar_below) {
      faults.push_back(
          {FaultKind::kHidden, window.name, "of width", {}, window.width, window.width + window.hidden_right});
    }
    if (window.hidden_below > kHidden && !window.bar_right) {
      faults.push_back(
          {FaultKind::kHidden, window.name, "of height", {}, window.height, window.height + window.hidden_below});
    }
  }
  return faults;
}

}  // namespace strata::test
