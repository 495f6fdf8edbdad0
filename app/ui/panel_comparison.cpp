#include "app/ui/panel_sections.hpp"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "app/base/icons.hpp"
#include "app/lab/comparison.hpp"
#include "app/lab/detail.hpp"
#include "app/lab/hidden.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/planner_appearance.hpp"
#include "app/ui/feature_panel.hpp"
#include "app/ui/panel_planners.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"
#include "core/world/added_planner.hpp"

namespace strata {
namespace {

// Widths of the columns of figures, in UI pixels.
constexpr std::array<float, kComparedFigures> kWidths = {64, 56, 58, 60, 62, 66, 74};
// Width of the planners' column, UI pixels; the shorter is used where only one figure would fit otherwise.
constexpr float kNameWidth = 126, kShortNameWidth = 112;

// The rows of the table, which stay while the pointer is over it: one that is taken out of the comparison would else
// give its place to the next, and a second click would hit that.
struct ComparedRows {
  std::vector<const Planner*> kept;
  ImVec2 low{0, 0}, high{0, 0};  // of the table in the frame before
};

// Whether the row is in the table now.
bool keeps_row(const LabState& s, ComparedRows& rows, const PlannerRow& row) {
  if (!is_listed(s, *row.planner)) return false;
  if (std::ranges::find(rows.kept, row.planner) != rows.kept.end()) return true;
  if (!row.shown && s.traced != row.planner->name) return false;
  rows.kept.push_back(row.planner);
  return true;
}

// Draws the bar below the number. Its scale is logarithmic: the best has the shortest bar, and a factor of ten adds the
// same length everywhere.
void draw_bar(Ui& ui, const PlannerRow& row, double share) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float right = at.x + ImGui::GetContentRegionAvail().x;
  const float length = std::max(static_cast<float>(share) * (right - at.x), ui.px(2));
  const float bottom = at.y + ImGui::GetTextLineHeight() + ui.px(1);
  const Rgba color = on_panel(planner_style(row.planner->name).color);
  ImGui::GetWindowDrawList()->AddRectFilled({right - length, bottom - ui.px(2)}, {right, bottom},
                                            to_im(row.waiting ? faded(color, 0.4) : color));
}

// Draws everything about a planner's answer as a tooltip.
void row_tooltip(Ui& ui, const Lab& lab, const PlannerRow& row, bool traced, const Comparison& comparison) {
  if (!ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) return;
  ImGui::BeginTooltip();
  ImGui::PushTextWrapPos(ui.px(320));
  print_bold(ui, "{}", lab.state().names.title(*row.planner));
  draw_dim(row.planner->source);
  const ComparedLines lines = comparison.lines(lab, row);
  for (size_t i = 0; i < lines.count; ++i) {
    const ComparedLine& line = lines.lines[i];
    draw_dim(line.title);
    ImGui::SameLine(ui.px(100));
    draw_text(line.text);
    if (line.times_best == 0) continue;
    ImGui::SameLine(0, ui.px(6));
    print_dim("{:.3g} times the best", line.times_best);
  }
  text_colored_wrapped(theme().text_dim,
                       Text("Counted as expanded: {}.", planner_appearance(row.planner->name).counts));
  if (!row.note.empty() && row.note != "found") text_colored_wrapped(theme().warn, row.note);
  draw_text(theme().accent, traced             ? "This search is stepped"
                            : row.within_reach ? "Click to step this search"
                                               : "There is no search of it to step");
  ImGui::PopTextWrapPos();
  ImGui::EndTooltip();
}

// Draws a button in the row under the pointer, which shows the planner in a view of its own beside the stepped search.
void draw_beside(Ui& ui, const PlannerRow& row, bool traced, const ImVec2& right) {
  const float size = ImGui::GetTextLineHeight();
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const ImVec2 left = ImGui::GetWindowPos();
  const bool near = mouse.y >= right.y - ui.px(1) && mouse.y < right.y + size + ui.px(1) && mouse.x >= left.x &&
                    mouse.x < left.x + ImGui::GetWindowWidth();
  if (traced || !row.within_reach || (!near && !ui.dump().enabled())) return;
  ImGui::SetCursorScreenPos({right.x - size * 1.5f, right.y});
  if (ImGui::InvisibleButton("##beside", {size * 1.5f, size})) ui.run("view.beside {}", row.planner->name);
  ui.mark("compare.{}.beside", row.planner->name);
  const bool hovered = ImGui::IsItemHovered();
  tooltip(ui, "Shows this planner beside the search that is stepped", {}, "In the view that the pointer was in last.");
  if (!near) return;
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled({right.x - size * 1.5f, right.y}, {right.x, right.y + size}, to_u32(theme().panel), ui.px(3));
  // The fonts of tables have no icons.
  const std::string_view symbol = ui.fonts().icons ? icon::kTwoViews : "||";
  add_text(list, ui.fonts().text, {right.x - size * 1.3f, right.y - ui.px(1)},
           to_u32(hovered ? theme().accent : theme().text_dim), symbol);
}

// Draws the planner's name and check box. The box takes the planner out of the comparison, a click on the name steps
// its search. Returns whether the box is checked.
bool draw_name(Ui& ui, const Lab& lab, const PlannerRow& row, const Comparison& comparison) {
  const LabState& s = lab.state();
  const std::string_view name = row.planner->name;
  const bool usable = row.allowed;
  ImGui::TableNextColumn();
  bool shown = row.shown;
  const bool clickable = row.within_reach || shown;
  {
    const StyleScope padding(ImGuiStyleVar_FramePadding, {ui.px(1), ui.px(0)});
    const DisabledScope disabled(ui, clickable, why_not_within_reach(row));
    if (check_box(ui, "##shown", &shown)) ui.run("planner.show {} {}", name, shown ? "on" : "off");
    describe(ui, Text("compare.{}.show", name),
             !clickable ? "Cannot be compared here"
             : shown    ? "Compared; click to leave it out"
                        : "Left out; click to compare it",
             {}, row.note);
  }
  ImGui::SameLine(0, ui.px(4));
  const PlannerStyle style = planner_style(name);
  line_swatch(shown && usable ? on_panel(style.color) : faded(on_panel(style.color), 0.4), ui.px(3), style.dash,
              ui.px(16));
  ImGui::SameLine(0, ui.px(4));
  const bool traced = s.traced == name;
  const std::string_view title = s.names.brief(*row.planner);
  const ImVec4 color = traced ? theme().accent : (shown && usable ? theme().text : theme().text_dim);
  if (traced) ImGui::TableSetBgColor(ImGuiTableBgTarget_RowBg0, to_u32(theme().accent_soft));
  const float room = ImGui::GetContentRegionAvail().x;
  const ImVec2 text_at = ImGui::GetCursorScreenPos();
  const ImVec2 at(text_at.x + room, text_at.y);
  if (ImGui::Selectable("##step", false, 0,
                        {std::max(room - ImGui::GetTextLineHeight() * 1.7f, ui.px(20)), ImGui::GetTextLineHeight()})) {
    ui.run("planner.trace {}", name);
  }
  // The text may cover the button's place: the button is there only under the pointer.
  ImGui::GetWindowDrawList()->AddText(text_at, to_u32(color), shortened(title, room));
  ui.mark("compare.{}.trace", name);
  row_tooltip(ui, lab, row, traced, comparison);
  draw_beside(ui, row, traced, at);
  return shown;
}

// Draws why there are no figures, over their columns as far as the panel goes.
void draw_reason(Ui& ui, const PlannerRow& row, bool shown) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float right = ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float top = ImGui::GetWindowPos().y, bottom = top + ImGui::GetWindowHeight();
  list->PushClipRect({at.x, std::clamp(at.y, top, bottom)},
                     {right, std::clamp(at.y + ImGui::GetTextLineHeight() + ui.px(2), top, bottom)});
  // A program of the user's own that is long at its answer can be stopped.
  const char* const stop =
      row.waiting && is_added(*row.planner) && row.result.status == PlanStatus::kStale ? "Stop" : "";
  const float stop_width = stop[0] != 0 ? text_width(stop) + ui.px(8) : 0;
  list->AddText({at.x + ui.px(4), at.y}, to_u32(shown ? theme().warn : theme().text_dim),
                shortened(row.note, right - at.x - ui.px(4) - stop_width));
  if (stop_width > 0) {
    const ImVec2 stop_at(right - stop_width + ui.px(4), at.y);
    // The column of the text is narrower than the reason.
    ImGui::PushClipRect({at.x, std::clamp(at.y, top, bottom)},
                        {right, std::clamp(at.y + ImGui::GetTextLineHeight() + ui.px(2), top, bottom)}, false);
    ImGui::SetCursorScreenPos(stop_at);
    if (ImGui::InvisibleButton("##stop", {stop_width - ui.px(4), ImGui::GetTextLineHeight()})) {
      ui.run("external.stop {}", row.planner->name);
    }
    const ImU32 ink = to_u32(theme().accent, ImGui::IsItemHovered() ? 1.0f : 0.8f);
    ui.mark("compare.{}.stop", row.planner->name);
    tooltip(ui, "Ends the program; it is not asked again until you start it again", {});
    list->AddText(stop_at, ink, stop);
    ImGui::PopClipRect();
    ImGui::SetCursorScreenPos(at);
  }
  list->PopClipRect();
  ImGui::Dummy({1, ImGui::GetTextLineHeight()});
}

// A feature that shows why a planner's path costs more than the optimal one, and its command.
struct CostExplanation {
  std::string_view title, line;
};

CostExplanation explanation_of(const Lab& lab, const Planner& planner) {
  for (const FeaturePanel& panel : feature_panels()) {
    if (panel.explains_cost == nullptr) continue;
    if (const std::string_view line = panel.explains_cost(lab, planner); !line.empty()) return {panel.tab.title, line};
  }
  return {};
}

// Makes the percentage above optimal a link to what explains it.
void draw_percentage(Ui& ui, const Lab& lab, const PlannerRow& row, const ComparedCell& cell, const ImVec4& color) {
  const CostExplanation explanation =
      cell.value > 0 && !row.waiting ? explanation_of(lab, *row.planner) : CostExplanation{};
  if (explanation.line.empty()) return right_aligned(cell.text, color);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 size(ImGui::GetContentRegionAvail().x, ImGui::GetTextLineHeight());
  const bool clicked = ImGui::InvisibleButton("##explain", size);
  const bool hovered = ImGui::IsItemHovered();
  tooltip(ui, Text("Click to see where this path loses length: opens {}", explanation.title), {});
  const float left = std::floor(at.x + std::max(size.x - text_width(cell.text), 0.0f)), bottom = at.y + size.y;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImU32 ink = to_u32(hovered ? theme().accent : color);
  list->AddText({left, at.y}, ink, cell.text.c_str());
  list->AddLine({left, bottom}, {at.x + size.x, bottom}, to_u32(theme().accent, hovered ? 1.0f : 0.45f), ui.px(1));
  if (!clicked) return;
  if (lab.state().traced != row.planner->name) ui.run("planner.trace {}", row.planner->name);
  ui.run("ui.panel left on");
  ui.run("{}", explanation.line);
}

void draw_figures(Ui& ui, const Lab& lab, const PlannerRow& row, bool shown, size_t figures,
                  const Comparison& comparison) {
  for (size_t figure = 0; figure < figures; ++figure) {
    ImGui::TableNextColumn();
    const ComparedCell cell = comparison.cell(lab, row, figure);
    switch (cell.kind) {
      case ComparedCell::Kind::kEmpty:
        break;
      case ComparedCell::Kind::kDash:
        right_aligned("\xe2\x80\x93", theme().text_dim);
        break;
      case ComparedCell::Kind::kValue:
        if (cell.bar) draw_bar(ui, row, comparison.share(lab, row, figure, cell.value));
        if (const ImVec4& color = row.waiting ? theme().text_dim
                                  : cell.best ? theme().good
                                              : theme().text;
            figure == kPercentFigure) {
          draw_percentage(ui, lab, row, cell, color);
        } else {
          right_aligned(cell.text, color);
        }
        ui.mark("compare.{}.{}", row.planner->name, compared_figures()[figure].name);
        break;
      case ComparedCell::Kind::kUnrated:
        right_aligned(cell.text, theme().text_dim);
        ui.mark("compare.{}.{}", row.planner->name, compared_figures()[figure].name);
        break;
      case ComparedCell::Kind::kReason:
        return draw_reason(ui, row, shown);
    }
  }
}

}  // namespace

void draw_comparison(Ui& ui, const Lab& lab) {
  const LabState& s = lab.state();
  if (hidden_names(lab).hides("table")) return draw_dim("The comparison is hidden.");
  if (future_hidden(lab)) note(ui, "No planner answers while the future of the search is hidden.");
  const float room = ImGui::GetContentRegionAvail().x / ui.scale();
  size_t figures = 0;
  const bool wide = room >= kNameWidth + kWidths[0] + kWidths[1];
  const float name_width = wide ? kNameWidth : kShortNameWidth;
  for (float used = name_width; figures < kComparedFigures; ++figures) {
    used += kWidths[figures];
    if (used > room) break;
  }
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {ui.px(3), ui.px(1)});
  if (!ImGui::BeginTable("comparison", static_cast<int>(figures) + 1, ImGuiTableFlags_RowBg)) {
    ImGui::PopStyleVar();
    return;
  }
  ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthStretch, name_width);
  for (size_t i = 0; i < figures; ++i) {
    ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthStretch, kWidths[i]);
  }
  ImGui::PushFont(ui.fonts().table);
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  size_t rows = 1;
  for (size_t i = 0; i < figures; ++i) {
    if (std::string_view(compared_figures()[i].heading).find('\n') != std::string_view::npos) rows = 2;
  }
  if (rows > 1) {
    const StyleScope spacing(ImGuiStyleVar_ItemSpacing, {0, 0});
    ImGui::Dummy({0, ImGui::GetTextLineHeight()});
  }
  draw_dim("Planner");
  Comparison comparison;
  comparison.read(lab);
  for (size_t i = 0; i < figures; ++i) {
    title_cell(ui, compared_figures()[i].heading, compared_figures()[i].help, rows);
  }
  ComparedRows& held = ui.kept<ComparedRows>();
  if (!ImGui::IsWindowHovered(ImGuiHoveredFlags_ChildWindows | ImGuiHoveredFlags_AllowWhenBlockedByActiveItem) ||
      !ImGui::IsMouseHoveringRect(held.low, held.high, false)) {
    held.kept.clear();
  }
  for (const PlannerRow& row : s.rows) {
    if (!keeps_row(s, held, row)) continue;
    const IdScope id(row.planner->name.data());
    ImGui::TableNextRow();
    const bool shown = draw_name(ui, lab, row, comparison);
    draw_figures(ui, lab, row, shown, figures, comparison);
  }
  ImGui::PopFont();
  ImGui::EndTable();
  held.low = corner;
  held.high = {corner.x + room * ui.scale(), ImGui::GetCursorScreenPos().y};
  ImGui::PopStyleVar();
  if (s.simple) {
    draw_unlisted(ui, lab);
  } else {
    const FontScope small(ui.fonts().small);
    const ColorScope ground(ImGuiCol_Button, theme().panel_title);
    if (button(ui, "Add a planner...", "compare.add", {}, "Shows the planners that are off")) offer_planners(ui);
  }
  if (!s.comparison_note.empty()) {
    note(ui, theme().accent, s.comparison_note);
    ui.mark("compare.note");
  }
  // Notes that do not fit beside the name are drawn in full below.
  for (const PlannerRow& row : s.rows) {
    if (!row.shown || !is_listed(s, *row.planner) || row.note.empty() || row.note == "found" || row.note.size() < 32)
      continue;
    const FontScope small(ui.fonts().small);
    const std::string_view title = s.names.title(*row.planner);
    text_colored_wrapped(theme().text_dim, Text("{}: {}", title, row.note));
  }
  ImGui::Dummy({0, ui.px(2)});
}

}  // namespace strata
