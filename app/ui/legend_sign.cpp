#include "app/ui/legend_sign.hpp"

#include <algorithm>

#include "app/base/palette.hpp"
#include "app/draw/legend_rows.hpp"
#include "app/draw/legend_sample.hpp"
#include "app/lab/lab.hpp"
#include "app/ui/layer_symbols.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"

namespace strata {
namespace {

// Draws the shapes of a sample into the sign, as the map draws them.
class SignPainter {
 public:
  SignPainter(const Ui& ui, ImVec2 at, float width, float height)
      : at_(at), width_(width), height_(height), pixel_(ui.px(1)), alpha_(ImGui::GetStyle().Alpha) {}

  void paint(const DrawList& sample) const {
    for (const DrawRect& r : sample.rects) list_->AddRectFilled(place(r.x0, r.y0), place(r.x1, r.y1), ink(r.color));
    for (const DrawLine& line : sample.lines) {
      const ImVec2 from = place(line.x0, line.y0);
      add_line_swatch(list_, from, place(line.x1, line.y1).x - from.x, faded(line.color, alpha_),
                      pixel_ * std::min(line.width, 3.0f), line.dash);
    }
    for (const DrawMarker& marker : sample.markers) draw(marker);
    for (const DrawAgent& agent : sample.agents) {
      list_->AddCircleFilled(place(agent.x, agent.y), height_ * 0.3f, ink(agent.color));
    }
  }
  ImU32 ink(Rgba color) const { return to_im(faded(color, alpha_)); }

 private:
  ImVec2 place(float x, float y) const { return {at_.x + x / kSampleWidth * width_, at_.y + y * height_}; }

  // The shapes of marker.frag.
  void draw(const DrawMarker& marker) const {
    const ImVec2 c = place(marker.x, marker.y);
    const float r = marker.min_cell * height_;
    const ImU32 color = ink(marker.color);
    switch (marker.shape) {
      case MarkerShape::kDisc:
        list_->AddCircleFilled(c, r, color);
        break;
      case MarkerShape::kRing:
        list_->AddCircle(c, r * 0.8f, color, 0, std::max(r * 0.4f, pixel_));
        break;
      case MarkerShape::kSquare:
        list_->AddRectFilled({c.x - r * 0.85f, c.y - r * 0.85f}, {c.x + r * 0.85f, c.y + r * 0.85f}, color);
        break;
      case MarkerShape::kDiamond: {
        const float d = r * 1.15f;
        list_->AddQuadFilled({c.x - d, c.y}, {c.x, c.y - d}, {c.x + d, c.y}, {c.x, c.y + d}, color);
        break;
      }
      case MarkerShape::kCross: {
        const float d = r * 0.7f, width = std::max(r * 0.56f, pixel_);
        list_->AddLine({c.x - d, c.y - d}, {c.x + d, c.y + d}, color, width);
        list_->AddLine({c.x - d, c.y + d}, {c.x + d, c.y - d}, color, width);
        break;
      }
      case MarkerShape::kTriangle:
        list_->AddTriangleFilled({c.x, c.y - r * 1.1f}, {c.x + r * 0.95f, c.y + r * 0.55f},
                                 {c.x - r * 0.95f, c.y + r * 0.55f}, color);
        break;
    }
  }

  ImDrawList* list_ = ImGui::GetWindowDrawList();
  ImVec2 at_;
  float width_, height_, pixel_, alpha_;
};

// What the views showed in the last frame, and the sign that was made last.
struct DrawnOverlays {
  std::span<const Overlay* const> views;
  DrawList sample;
};

}  // namespace

void keep_drawn_overlays(Ui& ui, std::span<const Overlay* const> overlays) {
  ui.kept<DrawnOverlays>().views = overlays;
}

void draw_legend_sign(Ui& ui, const Lab& lab, const LegendRow& row, ImVec2 at, float width, float height) {
  auto& [views, sample] = ui.kept<DrawnOverlays>();
  legend_sample(row, views, sample);
  if (sample.size() == 0) {
    draw_layer_symbol(ui, lab, row.mark.layer, symbol_box(ui, {at.x, at.y + height / 2}, width));
    return;
  }
  const SignPainter painter(ui, at, width, height);
  const Rgba ground = terrain_color(lab.state().terrain_looks, Terrain::kGround) | 0xff000000u;
  ImGui::GetWindowDrawList()->AddRectFilled(at, {at.x + width, at.y + height}, painter.ink(ground), ui.px(2));
  painter.paint(sample);
}

}  // namespace strata
