#include "app/ui/layer_symbols.hpp"

#include <imgui.h>

#include <cmath>

#include "app/lab/lab.hpp"
#include "app/lab/planner_appearance.hpp"
#include "app/ui/feature_panel.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"

namespace strata {

SymbolBox symbol_box(const Ui& ui, ImVec2 at, float width) {
  const ImVec2 low(at.x + ui.px(2), at.y - ui.px(6)), high(at.x + width - ui.px(3), at.y + ui.px(6));
  return {ImGui::GetWindowDrawList(), at, width, low, high, ImVec2(std::floor((low.x + high.x) / 2), at.y)};
}

void marker_symbol(ImDrawList* list, ImVec2 at, float r, const LevelStyle& style) {
  const ImU32 color = to_im(on_panel(style.color));
  switch (style.marker) {
    case MarkerShape::kDisc:
      list->AddCircleFilled(at, r, color);
      break;
    case MarkerShape::kRing:
      list->AddCircle(at, r * 0.85f, color, 0, r * 0.45f);
      break;
    case MarkerShape::kSquare:
      list->AddRectFilled({at.x - r * 0.85f, at.y - r * 0.85f}, {at.x + r * 0.85f, at.y + r * 0.85f}, color);
      break;
    case MarkerShape::kDiamond:
      list->AddQuadFilled({at.x - r * 1.15f, at.y}, {at.x, at.y - r * 1.15f}, {at.x + r * 1.15f, at.y},
                          {at.x, at.y + r * 1.15f}, color);
      break;
    case MarkerShape::kCross:
      list->AddLine({at.x - r * 0.7f, at.y - r * 0.7f}, {at.x + r * 0.7f, at.y + r * 0.7f}, color, r * 0.56f);
      list->AddLine({at.x - r * 0.7f, at.y + r * 0.7f}, {at.x + r * 0.7f, at.y - r * 0.7f}, color, r * 0.56f);
      break;
    case MarkerShape::kTriangle:
      list->AddTriangleFilled({at.x, at.y - r}, {at.x + r, at.y + r * 0.7f}, {at.x - r, at.y + r * 0.7f}, color);
      break;
  }
}

void agent_symbol(ImDrawList* list, ImVec2 middle, float r, uint32_t shape, ImU32 color) {
  switch (shape) {
    case 0:
      list->AddTriangleFilled({middle.x - r * 0.8f, middle.y - r}, {middle.x + r * 1.1f, middle.y},
                              {middle.x - r * 0.8f, middle.y + r}, color);
      break;
    case 1:
      list->AddRectFilled({middle.x - r * 0.8f, middle.y - r * 0.8f}, {middle.x + r * 0.8f, middle.y + r * 0.8f},
                          color);
      break;
    case 2:
      list->AddCircle(middle, r * 0.75f, color, 0, r * 0.45f);
      break;
    case 3:
      list->AddCircleFilled(middle, r * 0.85f, color);
      break;
    case 4:
      list->AddLine({middle.x - r * 0.7f, middle.y - r * 0.7f}, {middle.x + r * 0.7f, middle.y + r * 0.7f}, color,
                    r * 0.5f);
      list->AddLine({middle.x - r * 0.7f, middle.y + r * 0.7f}, {middle.x + r * 0.7f, middle.y - r * 0.7f}, color,
                    r * 0.5f);
      break;
    case 5:
      list->AddQuadFilled({middle.x - r, middle.y}, {middle.x, middle.y - r}, {middle.x + r, middle.y},
                          {middle.x, middle.y + r}, color);
      break;
    default:
      list->AddTriangleFilled({middle.x - r, middle.y - r * 0.8f}, {middle.x + r, middle.y - r * 0.8f},
                              {middle.x, middle.y + r}, color);
      break;
  }
}

void line_symbol(const Ui& ui, const SymbolBox& place, Rgba color, float thickness) {
  const auto& [list, at, w, low, high, mid] = place;
  list->AddLine({at.x + ui.px(2), at.y + ui.px(4)}, {at.x + w - ui.px(2), at.y - ui.px(4)}, to_im(color | 0xff000000u),
                thickness);
}

void legend_line(Ui& ui, MarkerShape shape, Rgba color, const char* text) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const LevelStyle style{.color = color, .marker = shape};
  marker_symbol(ImGui::GetWindowDrawList(), {at.x + ui.px(7), at.y + ImGui::GetTextLineHeight() / 2}, ui.px(4.5f),
                style);
  ImGui::Dummy({ui.px(14), ImGui::GetTextLineHeight()});
  ImGui::SameLine(0, ui.px(5));
  draw_dim(text);
}

namespace {

// Draws the symbol of a layer that belongs to no feature.
void shared_symbol(Ui& ui, const Lab& lab, Layer layer, const SymbolBox& place) {
  const auto& [list, at, w, low, high, mid] = place;
  switch (layer) {
    case Layer::kSearch: {
      static const ImU32 early = to_im(heat_color(0.1)), late = to_im(heat_color(0.95));
      list->AddRectFilledMultiColor({at.x + ui.px(2), at.y - ui.px(5)}, {at.x + w - ui.px(2), at.y + ui.px(5)}, early,
                                    late, late, early);
      break;
    }
    case Layer::kGrid:
      for (int i = 0; i < 3; ++i) {
        const float o = ui.px(3) + ui.px(7) * static_cast<float>(i);
        list->AddLine({at.x + o, at.y - ui.px(7)}, {at.x + o, at.y + ui.px(7)}, to_u32(theme().text_dim), ui.px(1));
        list->AddLine({at.x + ui.px(1), at.y - ui.px(7) + ui.px(7) * static_cast<float>(i)},
                      {at.x + w - ui.px(3), at.y - ui.px(7) + ui.px(7) * static_cast<float>(i)},
                      to_u32(theme().text_dim), ui.px(1));
      }
      break;
    case Layer::kClearance:
      for (int i = 0; i < 4; ++i) {
        const float x = at.x + ui.px(1) + ui.px(5) * static_cast<float>(i);
        list->AddRectFilled({x, at.y - ui.px(5)}, {x + ui.px(5), at.y + ui.px(5)}, to_im(clearance_color(1 + i * 2)));
      }
      break;
    case Layer::kDrillDown:
      for (int i = 0; i < 3; ++i) {
        const LevelStyle style = level_style(3 - i);
        list->AddLine(
            {at.x + ui.px(1) + ui.px(6) * static_cast<float>(i), at.y - ui.px(3) + ui.px(3) * static_cast<float>(i)},
            {at.x + ui.px(8) + ui.px(6) * static_cast<float>(i), at.y - ui.px(3) + ui.px(3) * static_cast<float>(i)},
            to_im(on_panel(style.color)), ui.px(3.2f - static_cast<float>(i) * 0.8f));
      }
      break;
    case Layer::kAgent:
      list->AddRectFilled({at.x + ui.px(4), at.y - ui.px(6)}, {at.x + ui.px(16), at.y + ui.px(6)},
                          to_im(with_alpha(palette::kStart, 110)));
      list->AddRect({at.x + ui.px(4), at.y - ui.px(6)}, {at.x + ui.px(16), at.y + ui.px(6)}, to_im(palette::kStart), 0,
                    0, ui.px(1.5f));
      list->AddRectFilled({at.x + ui.px(4), at.y - ui.px(6)}, {at.x + ui.px(9), at.y - ui.px(1)},
                          to_im(palette::kStart));
      break;
    case Layer::kTree:
      line_symbol(ui, place, theme().dark ? rgba(0xb0b0b0) : palette::kTree, ui.px(1));
      break;
    case Layer::kAbstractPath:
      line_symbol(ui, place, planner_style(lab.state(), lab.state().traced).color, ui.px(3));
      break;
    case Layer::kRawPath:
    case Layer::kPath: {
      const bool raw = layer == Layer::kRawPath;
      const PlannerStyle style = planner_style(lab.state(), lab.state().traced);
      const Rgba raw_color = theme().dark ? rgba(0xd0d0d0) : palette::kBlack;
      ImGui::SetCursorScreenPos({at.x + ui.px(1), at.y - ImGui::GetTextLineHeight() / 2});
      line_swatch(raw ? raw_color : style.color, raw ? ui.px(2) : ui.px(3), raw ? 3.0f : style.dash, w - ui.px(2));
      break;
    }
    case Layer::kFlash:
      list->AddRectFilled({at.x + ui.px(4), at.y - ui.px(7)}, {at.x + w - ui.px(4), at.y + ui.px(7)},
                          to_im(faded(palette::kFlash, 0.5)));
      list->AddRect({at.x + ui.px(4), at.y - ui.px(7)}, {at.x + w - ui.px(4), at.y + ui.px(7)}, to_im(palette::kFlash));
      break;
    default:
      break;
  }
}

}  // namespace

void draw_layer_symbol(Ui& ui, const Lab& lab, Layer layer, const SymbolBox& place) {
  for (const FeaturePanel& panel : feature_panels()) {
    if (panel.symbol != nullptr && panel.symbol(ui, lab, layer, place)) return;
  }
  shared_symbol(ui, lab, layer, place);
}

}  // namespace strata
