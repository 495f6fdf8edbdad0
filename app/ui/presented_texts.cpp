#include "app/ui/presented_texts.hpp"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <vector>

#include "app/lab/presented_text.hpp"
#include "app/ui/layer_symbols.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"

namespace strata {
namespace {

using Kind = PresentedLine::Kind;

// Sizes of the letters, relative to that of the sentence.
constexpr float kLargest = 0.75f, kSmallest = 0.5f;
// Minimum size of the letters in pixels.
constexpr float kLeast = 9;
// Relative to the size of the letters: the height of a line of a table, spaces, and the width of a sign.
constexpr float kRow = 1.25f, kGap = 0.5f, kSign = 1.5f, kColumnGap = 0.8f;
// The names of the rows keep at least this share of the width of a table.
constexpr float kLeastNames = 0.3f;

constexpr std::array<std::string_view, kPresentedParts> kNames = {"caption", "xray", "meter", "crowd", "comparison"};

ImVec2 extent(ImFont* font, float size, std::string_view text, float wrap = 0) {
  return font->CalcTextSizeA(size, 1e9f, wrap, text.data(), text.data() + text.size());
}

float indent_of(const PresentedLine& line, float size) { return line.sign ? size * kSign : 0; }

float height_of(const PresentedLine& line, ImFont* font, float size, float width) {
  if (line.is_row()) return std::ceil(size * kRow);
  const float room = std::max(width - indent_of(line, size), size);
  return std::ceil(extent(font, size, line.text, room).y + size * 0.12f);
}

float height_of(const PresentedTexts& texts, ImFont* font, float size, float width) {
  float sum = 0;
  for (const PresentedText& text : texts.of) {
    for (const PresentedLine& line : text.lines()) sum += height_of(line, font, size, width);
    if (!text.lines().empty()) sum += std::round(size * kGap);
  }
  return sum;
}

const ImVec4& color_of(Kind kind) {
  switch (kind) {
    case Kind::kTitle:
    case Kind::kOwnRow:
      return theme().accent;
    case Kind::kDim:
    case Kind::kHead:
      return theme().text_dim;
    case Kind::kGood:
      return theme().good;
    case Kind::kWarn:
      return theme().warn;
    case Kind::kText:
    case Kind::kRow:
      break;
  }
  return theme().text;
}

// Draws the texts of one part, and tells how wide the columns of its table are.
class PartDrawer {
 public:
  PartDrawer(Ui& ui, const PresentedText& text, float size, float width)
      : font_(ui.fonts().stage), size_(size), width_(width) {
    for (const PresentedLine& line : text.lines()) {
      if (!line.is_row()) continue;
      columns_.resize(std::max(columns_.size(), line.cells.size()));
      for (size_t i = 0; i < line.cells.size(); ++i) {
        columns_[i] = std::max(columns_[i], extent(font_, size_, line.cells[i]).x + size_ * kColumnGap);
      }
    }
    // In a narrow panel all columns of the table share what the names leave.
    float all = 0;
    for (const float column : columns_) all += column;
    const float most = width_ * (1 - kLeastNames);
    if (all > most) row_size_ = std::max(size_ * most / all, kLeast);
    if (all > most) {
      for (float& column : columns_) column *= most / all;
    }
  }

  void draw(const PresentedLine& line, ImVec2 at) const {
    ImDrawList* list = ImGui::GetWindowDrawList();
    const ImU32 ink = to_u32(color_of(line.kind));
    if (!line.is_row()) {
      const float indent = indent_of(line, size_);
      if (line.sign) {
        const ImVec2 middle(at.x + size_ * 0.55f, at.y + size_ * 0.55f);
        agent_symbol(list, middle, size_ * 0.45f, line.sign->shape, to_im(on_panel(line.sign->color)));
      }
      list->AddText(font_, size_, {at.x + indent, at.y}, ink, line.text.data(), line.text.data() + line.text.size(),
                    std::max(width_ - indent, size_));
      return;
    }
    const float size = row_size_ > 0 ? row_size_ : size_;
    float right = at.x + width_;
    for (size_t i = line.cells.size(); i-- > 0;) {
      const std::string_view cell = line.cells[i];
      list->AddText(font_, size, {std::floor(right - extent(font_, size, cell).x), at.y}, ink, cell.data(),
                    cell.data() + cell.size());
      right -= columns_[i];
    }
    draw_name(line.text, at, right - at.x, size, ink);
  }

 private:
  // Draws the name at the begin of a row; smaller, if there is no room for it.
  void draw_name(std::string_view name, ImVec2 at, float room, float size, ImU32 ink) const {
    const float needs = extent(font_, size, name).x;
    if (needs > room) size = std::max(std::floor(size * room / needs), kLeast);
    ImGui::GetWindowDrawList()->AddText(font_, size, at, ink, name.data(), name.data() + name.size());
  }

  ImFont* font_;
  float size_, width_;
  float row_size_ = 0;  // 0: the rows of the table have the size of the other lines
  std::vector<float> columns_;
};

}  // namespace

void draw_presented_texts(Ui& ui, const PresentedTexts& texts, float text, float most) {
  ImFont* font = ui.fonts().stage;
  const ImVec2 begin = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, least = std::max(std::floor(text * kSmallest), kLeast);
  float size = std::max(std::round(text * kLargest), least);
  while (size > least && height_of(texts, font, size, width) > most) size -= 1;
  // If not all lines have room, a line of dots stands for the rest.
  const bool whole = height_of(texts, font, size, width) <= most;
  const float end = begin.y + most - (whole ? 0 : size);
  bool cut = false;
  float y = begin.y;
  for (size_t i = 0; i < texts.of.size() && !cut; ++i) {
    const PresentedText& part = texts.of[i];
    if (part.lines().empty()) continue;
    const float top = y;
    const PartDrawer drawer(ui, part, size, width);
    for (const PresentedLine& line : part.lines()) {
      const float height = height_of(line, font, size, width);
      cut = !whole && y + height > end;
      if (cut) {
        ImGui::GetWindowDrawList()->AddText(font, size, {begin.x, y}, to_u32(theme().text_dim), "...");
        y += size;
        break;
      }
      drawer.draw(line, {begin.x, y});
      y += height;
    }
    ui.dump().mark(Text("presented.{}", kNames[i]), begin.x, top, begin.x + width, y);
    y += std::round(size * kGap);
  }
  ImGui::Dummy({width, std::max(y - begin.y, 0.0f)});
}

}  // namespace strata
