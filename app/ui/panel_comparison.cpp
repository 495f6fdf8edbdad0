#include "app/ui/panel_sections.hpp"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "app/base/icons.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/planner_appearance.hpp"
#include "app/lab/query_controller.hpp"
#include "app/ui/panel_planners.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"
#include "core/base/byte_text.hpp"

namespace strata {
namespace {

// One figure of every planner; the smallest value is highlighted.
struct Figure {
  const char* title;
  const char* name;  // for the UI dump
  const char* help;
  float width;  // width of its column, UI pixels
  bool smallest_wins;
  double (*value)(const PlannerRow&);  // NaN: nothing to show
  std::string (*text)(const LabState&, const PlannerRow&, Cost unit);
};

constexpr const char* kMinus = "\xe2\x80\x93";
constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();

// Whether the row has a path. Old answers count until new answers come: they are shown in grey.
bool has_path(const PlannerRow& row) { return (row.solved || row.waiting) && row.result.found(); }
// Whether a search took place.
bool searched(const PlannerRow& row) {
  return (row.solved || row.waiting) &&
         (row.result.found() || row.result.status == PlanStatus::kNoPath || row.result.has_partial_path());
}

constexpr const char* kPercent = "percent";
// Returns the cost above the optimum of the problem that the planner solves, as text.
std::string percent_text(const Planner& planner, std::optional<double> percent) {
  if (!percent) return planner.any_angle ? "any angle" : "";
  const bool none = planner.any_angle ? std::abs(*percent) < 0.005 : *percent == 0;
  if (none) return planner.any_angle ? "shortest" : "optimal";
  return fmt::format("{}{:.2f} %", *percent < 0 ? kMinus : "+", std::abs(*percent));
}

// The most useful figures first: a narrow panel shows as many as fit, the tooltip of a row shows all.
const Figure kFigures[] = {
    {"Expanded", "expanded", "Nodes expanded, in all phases", 58, true,
     [](const PlannerRow& row) {
       return searched(row) ? static_cast<double>(row.result.stats.total().expanded) : kNothing;
     },
     [](const LabState&, const PlannerRow& row, Cost) { return count_text(row.result.stats.total().expanded); }},
    {"Time", "time", "Median of some untraced runs, path included", 54, true,
     [](const PlannerRow& row) { return searched(row) ? row.micros : kNothing; },
     [](const LabState& s, const PlannerRow& row, Cost) { return micros_text(s, row.micros); }},
    {"Above", kPercent,
     "Cost above A*'s under the same rules. Paths at any angle solve another problem: they are compared with "
     "Polyanya's, "
     "the shortest of these, if it is in the table",
     52, false, [](const PlannerRow& row) { return has_path(row) ? row.percent_over.value_or(kNothing) : kNothing; },
     [](const LabState&, const PlannerRow& row, Cost) { return percent_text(*row.planner, row.percent_over); }},
    {"Memory", "memory",
     "The legal moves, and of its structures as much as this planner needs: its own levels, and what they are built "
     "from",
     54, false,
     [](const PlannerRow& row) { return row.memory_bytes > 0 ? static_cast<double>(row.memory_bytes) : kNothing; },
     [](const LabState&, const PlannerRow& row, Cost) { return bytes_text(row.memory_bytes); }},
    {"Cost", "cost", "In cells: a straight step costs 1", 56, true,
     [](const PlannerRow& row) { return has_path(row) ? static_cast<double>(row.result.cost) : kNothing; },
     [](const LabState&, const PlannerRow& row, Cost unit) { return cost_text(row.result.cost, unit); }},
    {"Prepared", "build",
     "Time of the last full build of all that this planner searches: the moves, its own levels, what they are built "
     "from",
     58, false, [](const PlannerRow& row) { return row.build_micros > 0 ? row.build_micros : kNothing; },
     [](const LabState& s, const PlannerRow& row, Cost) { return micros_text(s, row.build_micros); }},
    {"Generated", "generated", "Nodes put into the open list, or put again with a smaller g", 66, true,
     [](const PlannerRow& row) {
       return searched(row) ? static_cast<double>(row.result.stats.total().generated) : kNothing;
     },
     [](const LabState&, const PlannerRow& row, Cost) { return count_text(row.result.stats.total().generated); }},
};
// Width of the planners' column, UI pixels; the shorter is used where only one figure would fit otherwise.
constexpr float kNameWidth = 124, kShortNameWidth = 98;

// The smallest and the largest value of a figure, and how many planners have a value.
struct Best {
  double smallest = std::numeric_limits<double>::infinity();
  double largest = 0;
  int with_value = 0;
};

constexpr double kLeast = 1e-3;  // lower bound of a divisor

// Whether the figure has a bar beside its number: expansions and time.
bool has_bar(const LabState& s, size_t figure) { return figure == 0 || (figure == 1 && !s.fixed_clock); }

// Draws the bar below the number. Its scale is logarithmic: the best has the shortest bar, and a factor of ten adds the
// same length everywhere.
void draw_bar(Ui& ui, const PlannerRow& row, const Best& best, double value) {
  const auto decades = [&](double of) {
    return 1 + std::log10(std::max(of, kLeast) / std::max(best.smallest, kLeast));
  };
  const double share = std::clamp(decades(value) / decades(best.largest), 0.0, 1.0);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float right = at.x + ImGui::GetContentRegionAvail().x;
  const float length = std::max(static_cast<float>(share) * (right - at.x), ui.px(2));
  const float bottom = at.y + ImGui::GetTextLineHeight() + ui.px(1);
  const Rgba color = on_panel(planner_style(row.planner->name).color);
  ImGui::GetWindowDrawList()->AddRectFilled({right - length, bottom - ui.px(2)}, {right, bottom},
                                            to_im(row.waiting ? faded(color, 0.4) : color));
}

// Draws everything about a planner's answer as a tooltip.
void row_tooltip(Ui& ui, const Lab& lab, const PlannerRow& row, bool traced, std::span<const Best> best) {
  if (!ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) return;
  ImGui::BeginTooltip();
  ImGui::PushTextWrapPos(ui.px(320));
  print_bold(ui, "{}", lab.state().names.title(*row.planner));
  draw_dim(row.planner->source);
  const Cost unit = lab.query().row_unit(*row.planner);
  const auto line = [&](const char* title, std::string_view text) {
    draw_dim(title);
    ImGui::SameLine(ui.px(86));
    draw_text(text);
  };
  for (const Figure& figure : kFigures) {
    const double value = figure.value(row);
    if (!(value == value)) continue;
    line(figure.title, figure.text(lab.state(), row, unit));
    const auto place = static_cast<size_t>(&figure - kFigures);
    if (!has_bar(lab.state(), place) || place >= best.size() || !(value > best[place].smallest)) continue;
    ImGui::SameLine(0, ui.px(6));
    print_dim("{:.3g} times the best", value / std::max(best[place].smallest, kLeast));
  }
  if (searched(row) && row.repeats > 0 && !lab.state().fixed_clock) {
    line("Runs", row.repeats == 1 ? Text("one: no median") : Text("{}, of which the time is the median", row.repeats));
  }
  if (row.solved && row.result.found() && row.result.raw_cost != row.result.cost) {
    line(row.planner->any_angle ? "Not pulled" : "Unsmoothed", cost_text(row.result.raw_cost, unit));
  }
  if (!row.note.empty() && row.note != "found") text_colored_wrapped(theme().warn, row.note);
  draw_text(theme().accent, traced             ? "This search is stepped"
                            : row.within_reach ? "Click to step this search"
                                               : "There is no search of it to step");
  ImGui::PopTextWrapPos();
  ImGui::EndTooltip();
}

Best best_of(const LabState& s, const Figure& figure) {
  Best best;
  for (const PlannerRow& row : s.rows) {
    const double value = row.shown ? figure.value(row) : kNothing;
    if (!(value == value)) continue;
    best.smallest = std::min(best.smallest, value);
    best.largest = std::max(best.largest, value);
    ++best.with_value;
  }
  return best;
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
  tooltip(ui, "Show it beside the search that is stepped", {}, "In the view that the pointer was in last");
  if (!near) return;
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled({right.x - size * 1.5f, right.y}, {right.x, right.y + size}, to_u32(theme().panel), ui.px(3));
  list->AddText({right.x - size * 1.35f, right.y}, to_u32(hovered ? theme().accent : theme().text_dim),
                icon::kTwoViews);
}

// Draws the planner's name and check box. The box takes the planner out of the comparison, a click on the name steps
// its search. Returns whether the box is checked.
bool draw_name(Ui& ui, const Lab& lab, const PlannerRow& row, std::span<const Best> best) {
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
  ImGui::GetWindowDrawList()->AddText(text_at, to_u32(color), title.data(), title.data() + title.size());
  ui.mark("compare.{}.trace", name);
  row_tooltip(ui, lab, row, traced, best);
  draw_beside(ui, row, traced, at);
  return shown;
}

// Draws why there are no figures, over their columns and clipped to the panel.
void draw_reason(Ui& ui, const PlannerRow& row, bool shown) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float right = ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float top = ImGui::GetWindowPos().y, bottom = top + ImGui::GetWindowHeight();
  list->PushClipRect({at.x, std::clamp(at.y, top, bottom)},
                     {right, std::clamp(at.y + ImGui::GetTextLineHeight() + ui.px(2), top, bottom)});
  list->AddText({at.x + ui.px(4), at.y}, to_u32(shown ? theme().warn : theme().text_dim), row.note.c_str());
  list->PopClipRect();
  ImGui::Dummy({1, ImGui::GetTextLineHeight()});
}

void draw_figures(Ui& ui, const Lab& lab, const PlannerRow& row, bool shown, std::span<const Best> best) {
  const LabState& s = lab.state();
  const bool answered = row.solved && row.result.found();  // the note on an answer is shown below the table
  const bool says_why = (shown || !row.allowed) && !row.note.empty() && row.note != "found" && !answered;
  for (size_t i = 0; i < best.size(); ++i) {
    const Figure& figure = kFigures[i];
    ImGui::TableNextColumn();
    const double value = shown ? figure.value(row) : kNothing;
    if (value == value && !(says_why && !has_path(row) && i > 1)) {
      const bool time_hidden = s.fixed_clock && figure.title[0] == 'T';
      if (has_bar(s, i) && best[i].with_value > 1) draw_bar(ui, row, best[i], value);
      const bool is_best = figure.smallest_wins && best[i].with_value > 1 && value <= best[i].smallest && !time_hidden;
      right_aligned(figure.text(s, row, lab.query().row_unit(*row.planner)), row.waiting ? theme().text_dim
                                                                             : is_best   ? theme().good
                                                                                         : theme().text);
      ui.mark("compare.{}.{}", row.planner->name, figure.name);
    } else if (says_why) {
      draw_reason(ui, row, shown);
      break;
    } else if (shown && std::string_view(figure.name) == kPercent && has_path(row) && row.planner->any_angle) {
      right_aligned(percent_text(*row.planner, row.percent_over), theme().text_dim);
      ui.mark("compare.{}.{}", row.planner->name, figure.name);
    } else if (shown) {
      right_aligned("\xe2\x80\x93", theme().text_dim);
    }
  }
}

}  // namespace

void draw_comparison(Ui& ui, const Lab& lab) {
  const LabState& s = lab.state();
  const float room = ImGui::GetContentRegionAvail().x / ui.scale();
  size_t figures = 0;
  const bool wide = room >= kNameWidth + kFigures[0].width + kFigures[1].width;
  const float name_width = wide ? kNameWidth : kShortNameWidth;
  for (float used = name_width; figures < std::size(kFigures); ++figures) {
    used += kFigures[figures].width;
    if (used > room) break;
  }
  ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {ui.px(3), ui.px(1)});
  if (!ImGui::BeginTable("comparison", static_cast<int>(figures) + 1, ImGuiTableFlags_RowBg)) {
    ImGui::PopStyleVar();
    return;
  }
  ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthStretch, name_width);
  for (size_t i = 0; i < figures; ++i) {
    ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthStretch, kFigures[i].width);
  }
  ImGui::PushFont(ui.fonts().small);
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  draw_dim("Planner");
  std::array<Best, std::size(kFigures)> best;
  for (size_t i = 0; i < figures; ++i) {
    best[i] = best_of(s, kFigures[i]);
    ImGui::TableNextColumn();
    right_aligned(kFigures[i].title, theme().text_dim);
    tooltip(ui, kFigures[i].help, {});
  }
  for (const PlannerRow& row : s.rows) {
    if (!row.shown && s.traced != row.planner->name) continue;
    const IdScope id(row.planner->name.data());
    ImGui::TableNextRow();
    const bool shown = draw_name(ui, lab, row, std::span(best).first(figures));
    draw_figures(ui, lab, row, shown, std::span(best).first(figures));
  }
  ImGui::PopFont();
  ImGui::EndTable();
  ImGui::PopStyleVar();
  {
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
    if (!row.shown || row.note.empty() || row.note == "found" || row.note.size() < 32) continue;
    const FontScope small(ui.fonts().small);
    const std::string_view title = s.names.title(*row.planner);
    text_colored_wrapped(theme().text_dim, Text("{}: {}", title, row.note));
  }
  ImGui::Dummy({0, ui.px(2)});
}

}  // namespace strata
