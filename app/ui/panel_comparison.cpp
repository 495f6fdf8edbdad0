#include "app/ui/panel_sections.hpp"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/base/icons.hpp"
#include "app/lab/comparison.hpp"
#include "app/lab/hidden_names.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/planner_appearance.hpp"
#include "app/lab/planner_levels.hpp"
#include "app/lab/simple_view.hpp"
#include "app/ui/feature_panel.hpp"
#include "app/ui/level_choice.hpp"
#include "app/ui/panel_planners.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/tooltip_scopes.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"
#include "core/world/added_planner.hpp"
#include "core/world/path_xray.hpp"

namespace strata {
namespace {

// Widths of the columns of figures, in UI pixels.
constexpr std::array<float, kComparedMeasures> kWidths = {64, 56, 58, 60, 62, 66, 74};
// Widths of the column of planners, in UI pixels. The smaller one is used if there would be room for only one
// figure otherwise.
constexpr float kNameWidth = 126, kShortNameWidth = 112;

// The rows of the table. They stay as long as the pointer is over the table: if a row were removed after a click, the
// next one would move under the pointer, and a second click would hit it.
struct ComparedRows {
  std::vector<const Planner*> kept;
  std::vector<const Planner*> cut;  // their notes were cut in this frame
  ImVec2 low{0, 0}, high{0, 0};     // corners of the table in the last frame
};

// Returns whether the table shows the row at present.
bool keeps_row(const LabState& s, ComparedRows& rows, const PlannerRow& row) {
  if (!is_listed(s, *row.planner) || !has_own_row(s, row)) return false;
  if (std::ranges::any_of(rows.kept, [&](const Planner* one) { return share_row(s, *one, *row.planner); })) return true;
  if (!row.shown && s.traced != row.planner->name) return false;
  rows.kept.push_back(row.planner);
  return true;
}

// Draws the bar below the number, on a logarithmic scale. The best value has the shortest bar; a value ten times as
// large has a bar that is longer by a fixed length.
void draw_bar(Ui& ui, const Lab& lab, const PlannerRow& row, double share) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float right = at.x + ImGui::GetContentRegionAvail().x;
  const float length = std::max(static_cast<float>(share) * (right - at.x), ui.px(2));
  const float bottom = at.y + ImGui::GetTextLineHeight() + ui.px(1);
  const Rgba color = on_panel(planner_style(lab.state(), row.planner->name).color);
  ImGui::GetWindowDrawList()->AddRectFilled({right - length, bottom - ui.px(2)}, {right, bottom},
                                            to_im(row.waiting ? faded(color, 0.4) : color));
}

// Draws the tooltip of a row: what the planner is, then what the table does not show, which has `figures` columns. It
// lies beside the panel, so that it covers no other row.
void row_tooltip(Ui& ui, const Lab& lab, const PlannerRow& row, bool traced, const Comparison& comparison,
                 size_t figures) {
  if (!ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) return;
  begin_tooltip(ui);
  ImGui::PushTextWrapPos(ui.px(320));
  print_bold(ui, "{}", lab.state().names.title(*row.planner));
  const PlannerGuide* guide = planner_appearance(lab.state(), row.planner->name).guide;
  if (guide != nullptr) text_colored_wrapped(theme().text, guide->idea);
  const ComparisonTooltipLines lines = comparison.lines(lab, row, figures);
  for (size_t i = 0; i < lines.count; ++i) {
    const ComparisonTooltipLine& line = lines.lines[i];
    draw_dim(line.title);
    ImGui::SameLine(ui.px(100));
    draw_text(line.text);
    if (line.times_best == 0) continue;
    ImGui::SameLine(0, ui.px(6));
    print_dim("{:.3g} times the best", line.times_best);
  }
  for (const FeaturePanel& panel : feature_panels()) {
    if (panel.reason == nullptr) continue;
    if (const std::string why = panel.reason(lab, *row.planner); !why.empty()) {
      text_colored_wrapped(theme().text_dim, why);
    }
  }
  if (!row.note.empty() && row.note != "found") text_colored_wrapped(theme().warn, row.note);
  text_colored_wrapped(theme().text_dim,
                       Text("Counted as expanded: {}. {}.", planner_appearance(lab.state(), row.planner->name).counts,
                            row.planner->source));
  draw_text(theme().accent, traced             ? "This search is stepped"
                            : row.within_reach ? "Click to step this search"
                                               : "There is no search of it to step");
  ImGui::PopTextWrapPos();
  ImGui::EndTooltip();
}

// Draws an eye; `crossed`: what it stands for is hidden.
void draw_eye(ImDrawList* list, const ImVec2& middle, float radius, ImU32 ink, bool crossed, float line) {
  const ImVec2 left(middle.x - radius, middle.y), right(middle.x + radius, middle.y);
  for (const float bend : {-1.1f * radius, 1.1f * radius}) {
    list->AddBezierCubic(left, {middle.x - radius * 0.4f, middle.y + bend}, {middle.x + radius * 0.4f, middle.y + bend},
                         right, ink, line);
  }
  list->AddCircleFilled(middle, radius * 0.32f, ink);
  if (!crossed) return;
  list->AddLine({middle.x - radius * 0.8f, middle.y + radius * 0.8f},
                {middle.x + radius * 0.8f, middle.y - radius * 0.8f}, ink, line);
}

// Draws the sample of the planner's line. It is also the switch of its path, and becomes an eye under the pointer.
void draw_path_switch(Ui& ui, const LabState& s, const PlannerRow& row) {
  const PlannerStyle style = planner_style(s, row.planner->name);
  const float width = ui.px(16);
  if (!row.shown || !row.allowed) return line_swatch(faded(on_panel(style.color), 0.4), ui.px(3), style.dash, width);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float height = ImGui::GetTextLineHeight();
  const DisabledScope disabled(ui, !s.only_stepped, "only the path of the stepped planner is drawn");
  if (ImGui::InvisibleButton("##path", {width, height})) ui.run("planner.path {} toggle", row.planner->name);
  ui.mark("compare.{}.path", row.planner->name);
  const bool hovered = ImGui::IsItemHovered();
  tooltip(ui, row.path_hidden ? "Draws the path on the map again" : "Hides the path on the map; the figures stay", {});
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImVec2 middle(at.x + width / 2, at.y + height / 2);
  const Rgba color = draws_path(s, row) ? on_panel(style.color) : faded(on_panel(style.color), 0.4);
  if (hovered) {
    draw_eye(list, middle, ui.px(6), to_u32(theme().accent), row.path_hidden, ui.px(1));
  } else if (row.path_hidden) {
    draw_eye(list, middle, ui.px(6), to_u32(theme().text_dim), true, ui.px(1));
  } else {
    add_line_swatch(list, {at.x, middle.y}, width, color, ui.px(3), style.dash);
  }
}

// Draws the menu that a right click on the name of a planner opens.
void draw_row_menu(Ui& ui, const LabState& s, const PlannerRow& row) {
  const FontScope font(ui.fonts().text);
  const StyleScope spacing(ImGuiStyleVar_ItemSpacing, {ui.px(8), ui.px(5)});
  if (!ImGui::BeginPopupContextItem("##menu")) return;
  const std::string_view name = row.planner->name;
  const bool traced = s.traced == name;
  const auto entry = [&](const char* label, const char* mark, std::vector<std::string> lines, bool checked,
                         bool possible, std::string_view why_not) {
    const DisabledScope disabled(ui, possible, why_not);
    const bool picked = ImGui::MenuItem(label, nullptr, checked);
    ui.mark(mark);
    if (!picked) return;
    run_lines(ui, std::move(lines));
  };
  entry("Step this search", "row.step", {fmt::format("planner.trace {}", name)}, traced, row.within_reach,
        why_not_within_reach(row));
  entry("Show beside the stepped search", "row.beside", {fmt::format("view.beside {}", name)}, false,
        row.within_reach && !traced, traced ? "this search is stepped" : why_not_within_reach(row));
  ImGui::Separator();
  entry("Only this path and search", "row.only", lines_to_draw_only(s, row), draws_only(s, row), row.within_reach,
        why_not_within_reach(row));
  entry("Path on the map", "row.path", {fmt::format("planner.path {} toggle", name)}, !row.path_hidden, !s.only_stepped,
        "only the path of the stepped planner is drawn");
  ImGui::Separator();
  if (level_choices(s, *row.planner).count > 1) {
    entry("Compare levels", "row.levels", lines_to_compare_levels(s), s.levels_apart, true, {});
  }
  entry("In the comparison", "row.show", lines_to_compare(s, row, !row.shown), row.shown, row.within_reach || row.shown,
        why_not_within_reach(row));
  ImGui::EndPopup();
}

// The buttons at the right end of a row, from right to left. They appear under the pointer.
class RowButtons {
 public:
  // `right`: the right end of the row; `free`: where its text ends, if the buttons must not cover that.
  RowButtons(Ui& ui, const LabState& state, const PlannerRow& row, const ImVec2& right, float free)
      : ui_(ui), state_(state), row_(row), right_(right), free_(free), size_(ImGui::GetTextLineHeight()) {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const float left = ImGui::GetWindowPos().x;
    near_ = mouse.y >= right.y - ui.px(1) && mouse.y < right.y + size_ + ui.px(1) && mouse.x >= left &&
            mouse.x < left + ImGui::GetWindowWidth() &&
            ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem);
  }

  static float width(bool families) { return ImGui::GetTextLineHeight() * (families ? 1.2f : 2.7f); }

  void draw() {
    if (!row_.within_reach) return;
    draw_only();
    draw_beside();
  }

 private:
  // Draws a button without its symbol. Returns the middle of the symbol; nothing: the button is not drawn.
  std::optional<ImVec2> place(const char* id, float width, bool always) {
    if (right_.x - width < free_ || (!near_ && !always && !ui_.dump().enabled())) return {};
    right_.x -= width;
    ImGui::SetCursorScreenPos(right_);
    clicked_ = ImGui::InvisibleButton(id, {width, size_});
    if (near_ || always) {
      ImGui::GetWindowDrawList()->AddRectFilled(right_, {right_.x + width, right_.y + size_}, to_u32(theme().panel),
                                                ui_.px(3));
    }
    return ImVec2(right_.x + width / 2, right_.y + size_ / 2);
  }
  void draw_only() {
    const bool on = draws_only(state_, row_);
    const auto middle = place("##only", size_ * 1.2f, on);
    if (!middle) return;
    if (clicked_) run_lines(ui_, lines_to_draw_only(state_, row_));
    ui_.mark("compare.{}.only", row_.planner->name);
    const bool hovered = ImGui::IsItemHovered();
    tooltip(ui_, on ? "Draws the paths of the others again" : "Draws only this path and this search",
            ui_.keys_of("planner.only toggle"));
    if (!near_ && !on) return;
    const ImU32 ink = to_u32(on || hovered ? theme().accent : theme().text_dim);
    ImDrawList* list = ImGui::GetWindowDrawList();
    list->AddCircle(*middle, size_ * 0.36f, ink, 0, ui_.px(1.2f));
    list->AddCircleFilled(*middle, size_ * 0.16f, ink);
  }
  // The button shows the planner in a view beside the search that is stepped.
  void draw_beside() {
    if (state_.traced == row_.planner->name) return;
    const auto middle = place("##beside", size_ * 1.5f, false);
    if (!middle) return;
    if (clicked_) ui_.run("view.beside {}", row_.planner->name);
    ui_.mark("compare.{}.beside", row_.planner->name);
    const bool hovered = ImGui::IsItemHovered();
    tooltip(ui_, "Shows this planner beside the search that is stepped", {},
            "In the view that the pointer was in last.");
    if (!near_) return;
    // Table fonts have no icons.
    const std::string_view symbol = ui_.fonts().icons ? icon::kTwoViews : "||";
    add_text(ImGui::GetWindowDrawList(), ui_.fonts().text, {right_.x + size_ * 0.2f, right_.y - ui_.px(1)},
             to_u32(hovered ? theme().accent : theme().text_dim), symbol);
  }

  Ui& ui_;
  const LabState& state_;
  const PlannerRow& row_;
  ImVec2 right_;
  float free_, size_;
  bool near_ = false, clicked_ = false;
};

// Draws the check box and the name of a planner. A click on the box removes the planner from the comparison; a click on
// the name makes its search the stepped one. Returns whether the box is checked.
bool draw_name(Ui& ui, const Lab& lab, const PlannerRow& row, const Comparison& comparison, size_t figures) {
  const LabState& s = lab.state();
  const std::string_view name = row.planner->name;
  const bool usable = row.allowed;
  ImGui::TableNextColumn();
  bool shown = row.shown;
  const bool clickable = row.within_reach || shown;
  {
    const StyleScope padding(ImGuiStyleVar_FramePadding, {ui.px(1), ui.px(0)});
    const DisabledScope disabled(ui, clickable, why_not_within_reach(row));
    if (check_box(ui, "##shown", &shown)) run_lines(ui, lines_to_compare(s, row, shown));
    describe(ui, Text("compare.{}.show", name),
             !clickable ? "Cannot be compared here"
             : shown    ? "Compared; click to leave it out"
                        : "Left out; click to compare it",
             {}, row.note);
  }
  ImGui::SameLine(0, ui.px(4));
  draw_path_switch(ui, s, row);
  ImGui::SameLine(0, ui.px(4));
  const bool traced = s.traced == name;
  const ImVec4 color = traced ? theme().accent : (shown && usable ? theme().text : theme().text_dim);
  if (traced) ImGui::TableSetBgColor(ImGuiTableBgTarget_RowBg0, to_u32(theme().accent_soft));
  const float room = ImGui::GetContentRegionAvail().x, line = ImGui::GetTextLineHeight();
  const ImVec2 text_at = ImGui::GetCursorScreenPos();
  const int levels = offered_levels(s, row);
  const std::string_view title = row_title(s, row);
  const float buttons = RowButtons::width(levels > 0);
  // The numbers of levels stand behind the name; at least one of the buttons must fit behind them.
  const float begin = levels > 0 ? text_width(title) + ui.px(3) : std::max(room - buttons, ui.px(20));
  const float each =
      levels > 0 ? std::clamp((room - begin - buttons) / static_cast<float>(levels), ui.px(9), ui.px(13)) : 0;
  {
    // A name does not reach over the number beside it, as names are made wider by the spacing.
    const ImVec2 apart = ImGui::GetStyle().ItemSpacing;
    const StyleScope spacing(ImGuiStyleVar_ItemSpacing, {levels > 0 ? 0 : apart.x, apart.y});
    if (ImGui::Selectable("##step", false, 0, {begin, line})) ui.run("planner.trace {}", name);
  }
  ui.mark("compare.{}.trace", name);
  row_tooltip(ui, lab, row, traced, comparison, figures);
  draw_row_menu(ui, s, row);
  // The buttons appear only under the pointer, so that the text may be where they would be.
  const float kept = draws_only(s, row) ? line * 1.2f : 0;
  ImGui::GetWindowDrawList()->AddText(text_at, to_u32(color), shortened(title, room - kept));
  if (levels > 0) {
    ImGui::SetCursorScreenPos({text_at.x + begin, text_at.y});
    if (const PlannerRow* picked = draw_level_choice(ui, s, row, "compare.", ".trace", each, line)) {
      run_lines(ui, lines_to_choose_levels(s, *picked));
    }
  }
  const float free = levels > 0 ? text_at.x + begin + each * static_cast<float>(levels) - ui.px(2) : text_at.x;
  RowButtons(ui, s, row, {text_at.x + room, text_at.y}, free).draw();
  return shown;
}

// Draws why the row has no figures, over the columns of figures up to the edge of the panel.
void draw_reason(Ui& ui, const PlannerRow& row, bool shown) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float right = ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float top = ImGui::GetWindowPos().y, bottom = top + ImGui::GetWindowHeight();
  list->PushClipRect({at.x, std::clamp(at.y, top, bottom)},
                     {right, std::clamp(at.y + ImGui::GetTextLineHeight() + ui.px(2), top, bottom)});
  // If a program of the user takes long, it can be stopped here.
  const char* const stop =
      row.waiting && is_added(*row.planner) && row.result.status == PlanStatus::kStale ? "Stop" : "";
  const float stop_width = stop[0] != 0 ? text_width(stop) + ui.px(8) : 0;
  const float room = right - at.x - ui.px(4) - stop_width;
  list->AddText({at.x + ui.px(4), at.y}, to_u32(shown ? theme().warn : theme().text_dim), shortened(row.note, room));
  if (text_width(row.note) > room) ui.kept<ComparedRows>().cut.push_back(row.planner);
  if (stop_width > 0) {
    const ImVec2 stop_at(right - stop_width + ui.px(4), at.y);
    // The reason may be wider than the column in which it begins, so that the clip rectangle is wider, too.
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

// Draws the percentage above the optimum as a link. A click opens the X-ray, which explains it.
void draw_percentage(Ui& ui, const Lab& lab, const PlannerRow& row, const ComparisonTableCell& cell,
                     const ImVec4& color) {
  const bool explained = cell.value > 0 && !row.waiting && can_xray(lab.world(), *row.planner);
  if (!explained) return right_aligned(cell.text, color);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 size(ImGui::GetContentRegionAvail().x, ImGui::GetTextLineHeight());
  const bool clicked = ImGui::InvisibleButton("##explain", size);
  const bool hovered = ImGui::IsItemHovered();
  tooltip(ui, "Click to see where this path loses length: opens X-ray", {});
  const float left = std::floor(at.x + std::max(size.x - text_width(cell.text), 0.0f)), bottom = at.y + size.y;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImU32 ink = to_u32(hovered ? theme().accent : color);
  list->AddText({left, at.y}, ink, cell.text.c_str());
  list->AddLine({left, bottom}, {at.x + size.x, bottom}, to_u32(theme().accent, hovered ? 1.0f : 0.45f), ui.px(1));
  if (!clicked) return;
  if (lab.state().traced != row.planner->name) ui.run("planner.trace {}", row.planner->name);
  ui.run("ui.panel left on");
  ui.run("xray.show on");
}

void draw_figures(Ui& ui, const Lab& lab, const PlannerRow& row, bool shown, size_t figures,
                  const Comparison& comparison) {
  for (size_t figure = 0; figure < figures; ++figure) {
    ImGui::TableNextColumn();
    const ComparisonTableCell cell = comparison.cell(lab, row, figure);
    switch (cell.kind) {
      case ComparisonTableCell::Kind::kEmpty:
        break;
      case ComparisonTableCell::Kind::kDash:
        right_aligned("\xe2\x80\x93", theme().text_dim);
        break;
      case ComparisonTableCell::Kind::kValue:
        if (cell.bar) draw_bar(ui, lab, row, comparison.share(lab, row, figure, cell.value));
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
      case ComparisonTableCell::Kind::kUnrated:
        right_aligned(cell.text, theme().text_dim);
        ui.mark("compare.{}.{}", row.planner->name, compared_figures()[figure].name);
        break;
      case ComparisonTableCell::Kind::kReason:
        return draw_reason(ui, row, shown);
    }
  }
}

// Notes that do not fit beside the name are written below the table, each once for all planners that have it.
void draw_long_notes(Ui& ui, const LabState& s) {
  const std::vector<const Planner*>& cut = ui.kept<ComparedRows>().cut;
  const auto is_long = [&](const PlannerRow& row) {
    return row.shown && std::ranges::find(cut, row.planner) != cut.end();
  };
  const FontScope small(ui.fonts().small);
  for (const PlannerRow& row : s.rows) {
    if (!is_long(row)) continue;
    const auto same = [&](const PlannerRow& other) { return is_long(other) && other.note == row.note; };
    if (&*std::ranges::find_if(s.rows, same) != &row) continue;
    Text text("{}", s.names.title(*row.planner));
    for (const PlannerRow& other : s.rows) {
      if (&other != &row && same(other)) text.add(", {}", s.names.title(*other.planner));
    }
    text.add(": {}", row.note);
    text_colored_wrapped(theme().text_dim, text);
  }
}

}  // namespace

void draw_comparison(Ui& ui, const Lab& lab) {
  const LabState& s = lab.state();
  if (hidden_names(lab).hides("table")) return draw_dim("The comparison is hidden.");
  if (future_hidden(lab)) note(ui, "No planner answers while the future of the search is hidden.");
  // The room beside a scroll bar, whether there is one or not: what opens below the table must not change its columns.
  const float beside =
      ImGui::GetWindowWidth() - 2 * ImGui::GetStyle().WindowPadding.x - ImGui::GetStyle().ScrollbarSize;
  const float room = std::min(ImGui::GetContentRegionAvail().x, beside) / ui.scale();
  size_t figures = 0;
  const bool wide = room >= kNameWidth + kWidths[0] + kWidths[1];
  const float name_width = wide ? kNameWidth : kShortNameWidth;
  for (float used = name_width; figures < kComparedMeasures; ++figures) {
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
  held.cut.clear();
  for (const PlannerRow& row : s.rows) {
    if (!keeps_row(s, held, row)) continue;
    const IdScope id(row.planner->name.data());
    ImGui::TableNextRow();
    const bool shown = draw_name(ui, lab, row, comparison, figures);
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
  draw_compare_levels(ui, s);
  button(ui, "Which planner for this map?", "compare.decide", "ui.chart decide",
         "Measures all planners, and says which is the best for this map");
  if (!s.comparison_note.empty()) {
    note(ui, theme().accent, s.comparison_note);
    ui.mark("compare.note");
  }
  draw_long_notes(ui, s);
  ImGui::Dummy({0, ui.px(2)});
}

}  // namespace strata
