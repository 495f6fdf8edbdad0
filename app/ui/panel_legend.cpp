#include "app/ui/panel_legend.hpp"

#include <imgui.h>

#include <cmath>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "app/base/glossary.hpp"
#include "app/draw/legend_rows.hpp"
#include "app/draw/pointed_mark.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/view_searches.hpp"
#include "app/playback/playback.hpp"
#include "app/ui/legend_sign.hpp"
#include "app/ui/panel_glossary.hpp"
#include "app/ui/panel_layers.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"

namespace strata {
namespace {

// The rows of the last frame. After a click on one of them, all stay until the pointer leaves: if the row disappeared,
// the next one would move under the pointer, and a second click would hit it.
struct LegendRowsCache {
  LegendRows rows;
  std::vector<LegendRow> held;
  bool holds = false;
  // The entry under the pointer in this frame.
  std::optional<LegendEntry> pointed;
  // The entry of the mark on the map under the pointer.
  PointedMark mark;
  std::optional<LegendEntry> on_map;
  // The corners of the area that the rows took in the last frame.
  ImVec2 low{0, 0}, high{0, 0};
};

// Draws the small sign at the right end of a row that opens the glossary at the term of the row.
void draw_term_button(Ui& ui, std::string_view name, const GlossaryEntry& term, ImVec2 at, float width, float height) {
  const ImVec2 next = ImGui::GetCursorScreenPos();
  ImGui::SetCursorScreenPos(at);
  if (ImGui::InvisibleButton("term", {width, height})) open_glossary(ui, term.term);
  const ImU32 color = ImGui::GetColorU32(ImGui::IsItemHovered() ? theme().accent : theme().text_dim);
  describe(ui, Text("{}.term", name), term.meaning, {}, "Click to open the glossary");
  ImGui::GetWindowDrawList()->AddText({at.x + (width - text_width("?")) / 2, at.y + ui.px(2)}, color, "?");
  ImGui::SetCursorScreenPos(next);
}

// Returns what the tooltip of the row says. Rows of the difference between two searches are boxes of expanded cells.
std::string_view help_of(const LegendRow& row) {
  const bool of_difference =
      row.mark.shape == LegendSymbolShape::kBox && row.entry == LegendEntry(Layer::kSearch, LegendPart::kExpanded);
  if (!of_difference) return layer_legend(row.mark.layer);
  return row.name.empty() ? "Cells that both searches have expanded" : "Cells that only this search has expanded";
}

// Draws a row. Returns whether it was clicked; a click shows or hides its layer.
bool draw_key_row(Ui& ui, const Lab& lab, const LegendRow& row, LegendRowsCache& legend) {
  const bool loose = row.entry.mark != nullptr;
  const bool on = loose || lab.state().layer(row.mark.layer).on;
  const float line = std::floor(ImGui::GetTextLineHeight() + ui.px(5)), sign = ui.px(22);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  // While a button of the row is held down, the row is still the one under the pointer.
  const bool over = ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem);
  const bool pointed = over && ImGui::IsMouseHoveringRect(at, {at.x + width, at.y + line});
  const GlossaryEntry* term = pointed ? term_of_row(row) : nullptr;
  const float right = term != nullptr ? line : 0;
  if (pointed || legend.on_map == row.entry) {
    ImGui::GetWindowDrawList()->AddRectFilled(at, {at.x + width, at.y + line}, to_u32(theme().hover), ui.px(3));
  }
  if (pointed && on) legend.pointed = row.entry;
  const bool clicked = ImGui::InvisibleButton("row", {width - right, line}) && !loose;
  const std::string_view layer = loose ? row.entry.mark->text : layer_name(row.mark.layer);
  const Text name("key.{}", layer);
  if (clicked) ui.run("layer {} {}", layer, on ? "off" : "on");
  if (loose) {
    ui.mark(name.view());
  } else {
    describe(ui, name, help_of(row), ui.keys_of(Text("layer {} toggle", layer)),
             on ? "Click to hide it" : "Click to show it again");
  }
  if (term != nullptr) draw_term_button(ui, name, *term, {at.x + width - line, at.y}, line, line);
  const StyleScope faint(ImGuiStyleVar_Alpha, on ? 1.0f : 0.35f);
  draw_legend_sign(ui, lab, row, {at.x, at.y + ui.px(3)}, sign, line - ui.px(6));
  const Text text("{}{}", row.mark.text, row.name);
  const float left = sign + ui.px(8);
  ImGui::GetWindowDrawList()->AddText({at.x + left, at.y + ui.px(2)}, ImGui::GetColorU32(theme().text),
                                      shortened(text, width - left - right));
  return clicked;
}

}  // namespace

void find_pointed_mark(Ui& ui, const Lab& lab, const Overlay* overlay, int view, float x, float y) {
  LegendRowsCache& legend = ui.kept<LegendRowsCache>();
  legend.on_map.reset();
  if (overlay == nullptr) return;
  const Camera& camera = lab.state().camera;
  const PointedPlace place{camera.map_x(static_cast<double>(x)), camera.map_y(static_cast<double>(y)), camera.zoom,
                           static_cast<double>(ui.scale())};
  legend.on_map = legend.mark.find(*overlay, lab.view_searches().playback(view).heat(), place);
}

void note_pointed_entry(Ui& ui, LabState& state) {
  state.pointed_entry = std::exchange(ui.kept<LegendRowsCache>().pointed, std::nullopt);
}

void draw_legend(Ui& ui, const Lab& lab) {
  LegendRowsCache& legend = ui.kept<LegendRowsCache>();
  legend.holds = legend.holds && ImGui::IsMouseHoveringRect(legend.low, legend.high, false);
  if (!legend.holds) legend.held = legend.rows.find(lab, lab.state().drawn_entries);
  const ImVec2 low = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  {
    const StyleScope spacing(ImGuiStyleVar_ItemSpacing, {ui.px(8), 0});
    for (size_t i = 0; i < legend.held.size(); ++i) {
      const IdScope id(static_cast<int>(i));
      if (draw_key_row(ui, lab, legend.held[i], legend)) legend.holds = true;
      const Layer layer = legend.held[i].mark.layer;
      if (legend.held[i].layer_symbol && lab.state().layer(layer).on) draw_layer_scale(ui, lab, layer);
    }
  }
  legend.low = low;
  legend.high = {low.x + width, ImGui::GetCursorScreenPos().y};
  if (legend.held.empty()) draw_dim("Nothing is drawn over the map.");
  if (lab.state().overlay_truncated) {
    text_colored_wrapped(theme().warn, "There is more to draw than can be drawn at once: zoom in to see all of it.");
  }
  if (fold(ui, "All layers", "legend.all")) draw_layers(ui, lab);
}

}  // namespace strata
