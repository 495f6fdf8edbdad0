// Draws colours of the map on panels: small samples of colours, lines and terrains, and bars with all
// colours of a heat map.
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"

namespace strata {

// Both kinds of colour have the bytes R, G, B, A in memory.
ImU32 to_im(Rgba color) { return color; }

// Returns the colour that data on the map have as a colour for text. It becomes darker on a light panel, and lighter on
// a dark one, until the text is legible.
ImVec4 to_vec(Rgba color) {
  constexpr double kTextContrast = 4.5;
  return ImGui::ColorConvertU32ToFloat4(with_contrast(color, to_u32(theme().panel_title), kTextContrast));
}

Rgba on_panel(Rgba color) { return theme().dark ? on_dark(color) : color | 0xff000000u; }

Rgba in_chart(Rgba color) {
  Rgba seen = on_panel(color);
  for (const ImVec4& ground : {theme().panel, theme().field}) {
    seen = with_contrast(seen, to_u32(ground), kGraphicsContrast);
  }
  return seen;
}

void swatch(ImU32 color, float width) {
  const float height = ImGui::GetTextLineHeight();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float inset = height * 0.12f;
  ImGui::GetWindowDrawList()->AddRectFilled({at.x, at.y + inset}, {at.x + width, at.y + height - inset}, color,
                                            height * 0.15f);
  ImGui::Dummy({width, height});
}

void add_line_swatch(ImDrawList* list, ImVec2 from, float width, Rgba color, float thickness, float dash) {
  // A sample is shorter than many dashes. So dashes are reduced as if the sample had this length in pixels.
  constexpr float kLinePixels = 40;
  const float piece = dash > 0 ? width * std::clamp(dash / kLinePixels, 0.08f, 0.65f) : width;
  for (float x = 0; x < width; x += 2 * piece) {
    list->AddLine({from.x + x, from.y}, {from.x + std::min(x + piece, width), from.y}, color, thickness);
  }
}

void line_swatch(Rgba color, float thickness, float dash, float width) {
  const float height = ImGui::GetTextLineHeight();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  add_line_swatch(ImGui::GetWindowDrawList(), {at.x, at.y + height * 0.5f}, width, color, thickness, dash);
  ImGui::Dummy({width, height});
}

// Draws a terrain's colour with its pattern, as on the map.
void terrain_swatch(Ui& ui, const TerrainLooks& looks, Terrain terrain, float size) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImVec2 end(at.x + size * 1.5f, at.y + size);
  list->AddRectFilled(at, end, to_im(terrain_color(looks, terrain)), ui.px(2));
  list->PushClipRect(at, end, true);
  const ImU32 ink = IM_COL32(0, 0, 0, 90);
  const float w = ui.px(1);
  switch (terrain) {
    case Terrain::kOut:
      for (float x = -size; x < size * 1.5f; x += size * 0.4f) {
        list->AddLine({at.x + x, end.y}, {at.x + x + size, at.y}, IM_COL32(255, 255, 255, 60), w);
      }
      break;
    case Terrain::kWater:
      for (float y = size * 0.25f; y < size; y += size * 0.3f) {
        list->AddBezierCubic({at.x, at.y + y}, {at.x + size * 0.5f, at.y + y - size * 0.3f},
                             {at.x + size, at.y + y + size * 0.3f}, {end.x, at.y + y}, ink, w);
      }
      break;
    case Terrain::kTrees:
      for (float x = size * 0.35f; x < size * 1.5f; x += size * 0.75f) {
        list->AddTriangleFilled({at.x + x, at.y + size * 0.2f}, {at.x + x - size * 0.22f, at.y + size * 0.8f},
                                {at.x + x + size * 0.22f, at.y + size * 0.8f}, ink);
      }
      break;
    case Terrain::kSwamp:
      for (float y = size * 0.28f; y < size; y += size * 0.42f) {
        for (float x = size * 0.25f; x < size * 1.5f; x += size * 0.42f) {
          list->AddCircleFilled({at.x + x, at.y + y}, size * 0.07f, ink);
        }
      }
      break;
    case Terrain::kGround:
      break;
  }
  list->PopClipRect();
  list->AddRect(at, end, to_u32(theme().border), ui.px(2));
  ImGui::Dummy({size * 1.5f, size});
}

namespace {

constexpr int kRampPieces = 24;
using RampColors = std::array<Rgba, kRampPieces + 1>;  // colours at the boundaries of the pieces

// Returns the colours of a bar. They must be stored, as computing one takes as long as drawing a line of text.
RampColors ramp_colors(Rgba (*color)(double)) {
  RampColors colors;
  for (int i = 0; i <= kRampPieces; ++i) {
    colors[static_cast<size_t>(i)] = color(static_cast<float>(i) / kRampPieces);
  }
  return colors;
}

void ramp_bar(Ui& ui, const char* from, const char* to, const RampColors& colors) {
  const float width = ImGui::GetContentRegionAvail().x;
  const float text = ImGui::CalcTextSize(from).x + ImGui::CalcTextSize(to).x + ui.px(12);
  text_dim("%s", from);
  ImGui::SameLine(0, ui.px(6));
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float bar = std::max(width - text, ui.px(20));
  const float height = ImGui::GetTextLineHeight();
  ImDrawList* list = ImGui::GetWindowDrawList();
  for (size_t i = 0; i < kRampPieces; ++i) {
    const float a = static_cast<float>(i) / kRampPieces, b = static_cast<float>(i + 1) / kRampPieces;
    const ImU32 left = to_im(colors[i]), right = to_im(colors[i + 1]);
    list->AddRectFilledMultiColor({at.x + bar * a, at.y + height * 0.2f}, {at.x + bar * b, at.y + height * 0.85f}, left,
                                  right, right, left);
  }
  ImGui::Dummy({bar, height});
  ImGui::SameLine(0, ui.px(6));
  text_dim("%s", to);
}

}  // namespace

void heat_bar(Ui& ui, const char* from, const char* to) {
  static const RampColors colors = ramp_colors(heat_color);
  ramp_bar(ui, from, to, colors);
}
void field_bar(Ui& ui, const char* from, const char* to) {
  static const RampColors colors = ramp_colors(field_color);
  ramp_bar(ui, from, to, colors);
}

}  // namespace strata
