#include "app/ui/panel_analysis.hpp"

#include <imgui.h>

#include <algorithm>

#include "app/lab/hidden_names.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/planner_appearance.hpp"
#include "app/ui/panel_sections.hpp"
#include "app/ui/panel_timeline.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"

namespace strata {
namespace {

// Returns whether the number of nodes that the planner has expanded is known.
bool has_effort(const PlannerRow& row) { return row.shown && row.solved && row.result.stats.total().expanded > 0; }

// Draws the bar of a row. A bar over the full width stands for `most` nodes.
void draw_effort(Ui& ui, const PlannerRow& row, std::string_view title, uint64_t most) {
  const PlanStats& stats = row.result.stats;
  const uint64_t all = stats.total().expanded;
  draw_text(title);
  ui.mark("effort.{}", row.planner->name);
  print_at_end(theme().text_dim, count_text(all));
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, height = ui.px(10);
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(at, {at.x + width, at.y + height}, to_u32(theme().field), ui.px(2));
  float x = at.x;
  for (int i = 0; i < kPhases; ++i) {
    const auto phase = static_cast<Phase>(i);
    const uint64_t expanded = stats.of(phase).expanded;
    if (expanded == 0) continue;
    const float length = width * static_cast<float>(expanded) / static_cast<float>(most);
    list->AddRectFilled({x, at.y}, {x + length, at.y + height}, to_im(phase_color(phase)));
    x += length;
  }
  ImGui::Dummy({width, height});
  for (int i = 0; i < kPhases; ++i) {
    const auto phase = static_cast<Phase>(i);
    const uint64_t expanded = stats.of(phase).expanded;
    if (expanded == 0 || expanded == all) continue;
    ImGui::Indent(ui.px(8));
    swatch(to_im(phase_color(phase)), ui.px(10));
    ImGui::SameLine(0, ui.px(6));
    draw_dim(span_title({.phase = phase}, *row.planner->pseudo_code));
    print_at_end(theme().text_dim, count_text(expanded));
    ImGui::Unindent(ui.px(8));
  }
  ImGui::Dummy({0, ui.px(2)});
}

}  // namespace

void draw_effort_tab(Ui& ui, Lab& lab) {
  const LabState& s = lab.state();
  uint64_t most = 0;
  for (const PlannerRow& row : s.rows) {
    if (has_effort(row)) most = std::max(most, row.result.stats.total().expanded);
  }
  if (hidden_names(lab).hides("table")) return note(ui, "The comparison is hidden.");
  if (future_hidden(lab)) return note(ui, "No planner answers while the future of the search is hidden.");
  if (most == 0) return note(ui, "No planner of the comparison has expanded a node yet.");
  button(ui, "Open as a window", "effort.window", "ui.chart effort", "Opens chart and table in a window over the map",
         {.width = kRestOfLine});
  const FontScope small(ui.fonts().small);
  note(ui, "Expanded nodes, by phase of the search");
  for (const PlannerRow& row : s.rows) {
    if (has_effort(row)) draw_effort(ui, row, s.names.brief(*row.planner), most);
  }
}

}  // namespace strata
