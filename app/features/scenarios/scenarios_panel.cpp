// The left panel's tab of the scenario: its file, its rows by bucket, the run; the run in the status bar.
#include "app/features/scenarios/scenarios_panel.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "app/base/icons.hpp"
#include "app/features/scenarios/scenarios.hpp"
#include "app/lab/lab.hpp"
#include "app/ui/feature_panel.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"

namespace strata {
namespace {

constexpr float kLeastListLines = 6;  // where the panel is low, it scrolls

// A line of the list: a bucket, or one of its rows.
struct Line {
  uint32_t bucket = 0;  // among the buckets
  std::optional<uint32_t> row;
};

struct ScenarioTab {
  std::set<uint32_t> open;  // buckets, by number
  std::vector<Line> lines;
  uint64_t version = 0;  // of the rows that the lines are of
  bool changed = true;   // a bucket was opened or closed
  std::optional<size_t> current;
  bool show_current = false;  // it is to be brought into sight
};

float progress_of(const ScenarioResults& results) {
  return results.asked() > 0 ? static_cast<float>(results.done) / static_cast<float>(results.asked()) : 0;
}

bool running(const Lab& lab) { return lab.desk(kScenariosFeature).at_work(); }

void button(Ui& ui, const char* label, const char* name, const char* line, const char* help, float width,
            bool enabled = true) {
  ImGui::BeginDisabled(!enabled);
  if (ImGui::Button(label, {width, 0})) ui.run(line);
  ImGui::EndDisabled();
  ui.dump().mark(name);
  tooltip(ui, help, bound_keys(line));
}

// The scenario that lies beside the open map, whether or not its notice was closed.
void draw_beside_map(Ui& ui, const Lab& lab) {
  for (const Notice& notice : lab.state().notices) {
    if (notice.kind != Notice::Kind::kFileBeside) continue;
    button(ui, notice.action.c_str(), "scenario.beside", notice.line.c_str(), "Lies beside the open map",
           ImGui::GetContentRegionAvail().x);
  }
}

void draw_file(Ui& ui, const Lab& lab) {
  const ScenariosDesk& desk = scenarios_desk(lab);
  const bool there = !desk.rows().empty();
  const float half = std::floor((ImGui::GetContentRegionAvail().x - ui.px(4)) / 2);
  button(ui, "Open...", "scenario.open", "ui.show open on", "A .scen file, with its map", half);
  ImGui::SameLine(0, ui.px(4));
  button(ui, "Save...", "scenario.save", "scenario.save", "Into its file; asks for a name if there is none", half,
         there);
  button(ui, "Add start and goal as a row", "scenario.add", "scenario.add",
         "As the last row, with its bucket and the length of the shortest path", ImGui::GetContentRegionAvail().x,
         lab.state().has_query);
  if (!there) draw_beside_map(ui, lab);
  ImGui::PushFont(ui.fonts().small);
  if (!there) {
    text_colored_wrapped(theme().text_dim,
                         "A scenario is a list of queries of a map, a .scen file as the MovingAI benchmarks have them: "
                         "go through it row by row, or run all rows and compare the planners. Or make one of your own: "
                         "set start and goal on the map and add them.");
    ImGui::PopFont();
    return;
  }
  char text[256];
  const std::string& path = desk.path();
  const size_t slash = path.rfind('/');
  std::snprintf(text, sizeof text, "%s%s",
                path.empty() ? "no file yet" : path.c_str() + (slash == path.npos ? 0 : slash + 1),
                desk.unsaved() ? " (not saved)" : "");
  text_colored_wrapped(desk.unsaved() ? theme().warn : theme().text_dim, text);
  ui.dump().mark("scenario.file");
  char rows[24];
  format_count(desk.rows().size(), rows, sizeof rows);
  std::snprintf(text, sizeof text, "%s %s in %zu %s", rows, desk.rows().size() == 1 ? "row" : "rows",
                desk.order().buckets.size(), desk.order().buckets.size() == 1 ? "bucket" : "buckets");
  text_dim("%s", text);
  ui.dump().mark("scenario.count");
  if (desk.problem_count() > 0) {
    std::snprintf(text, sizeof text, "%zu with a problem", desk.problem_count());
    ImGui::TextColored(theme().warn, "%s", text);
    ui.dump().mark("scenario.problems");
    tooltip(ui, "Marked in the list; the tooltip of a row says what it is", {});
  }
  if (!lengths_apply(lab.world().moves())) {
    text_colored_wrapped(theme().text_dim,
                         "Listed lengths are of octile moves of a 1x1 agent over equal weights: under the rules in "
                         "use they are not compared.");
  }
  ImGui::PopFont();
}

void draw_run(Ui& ui, const Lab& lab) {
  const ScenariosDesk& desk = scenarios_desk(lab);
  if (running(lab)) {
    char label[48];
    std::snprintf(label, sizeof label, "%zu of %zu", desk.results().rows_done(), desk.results().asked_rows.size());
    const float cancel = ImGui::CalcTextSize("Cancel").x + ui.px(16);
    ImGui::ProgressBar(
        progress_of(desk.results()),
        {std::max(ImGui::GetContentRegionAvail().x - cancel - ui.px(4), ui.px(30)), ImGui::GetFrameHeight()}, label);
    ui.dump().mark("scenario.progress");
    ImGui::SameLine(0, ui.px(4));
    button(ui, "Cancel", "scenario.cancel", "scenario.cancel", "What has come in so far stays", cancel);
    return;
  }
  const float half = std::floor((ImGui::GetContentRegionAvail().x - ui.px(4)) / 2);
  button(ui, "Run all", "scenario.run", "scenario.run",
         "Asks the planners of the comparison every row, in the background", half);
  ImGui::SameLine(0, ui.px(4));
  button(ui, "CSV...", "scenario.csv", "ui.show save_csv on", "Saves the results as a table", half,
         !desk.results().empty());
}

// Which row is the query, and the ways to its neighbours.
void draw_place(Ui& ui, const Lab& lab) {
  const ScenariosDesk& desk = scenarios_desk(lab);
  const float small = ui.px(28);
  button(ui, ui.fonts().icons ? icon::kUp : "^", "scenario.previous", "scenario.previous", "Previous row", small);
  ImGui::SameLine(0, ui.px(4));
  button(ui, ui.fonts().icons ? icon::kDown : "v", "scenario.next", "scenario.next", "Next row", small);
  ImGui::SameLine(0, ui.px(8));
  ImGui::AlignTextToFramePadding();
  if (const auto row = desk.current()) {
    ImGui::Text("row %zu of %zu", *row + 1, desk.rows().size());
  } else {
    text_dim("no row is the query");
  }
  ui.dump().mark("scenario.place");
}

void list_lines(const ScenariosDesk& desk, ScenarioTab& tab) {
  if (desk.current() != tab.current) {
    tab.current = desk.current();
    tab.show_current = tab.current.has_value();
    if (tab.current && tab.open.insert(desk.rows()[*tab.current].bucket).second) tab.changed = true;
  }
  if (tab.version == desk.version() && !tab.changed) return;
  tab.version = desk.version();
  tab.changed = false;
  tab.lines.clear();
  for (uint32_t i = 0; i < desk.order().buckets.size(); ++i) {
    const ScenarioBucket& bucket = desk.order().buckets[i];
    tab.lines.push_back({i, {}});
    if (!tab.open.contains(bucket.bucket)) continue;
    for (uint32_t place = 0; place < bucket.count; ++place) {
      tab.lines.push_back({i, desk.order().rows[bucket.first + place]});
    }
  }
}

// The columns of rows, from left to right, in UI pixels; those that are numbers end at their right edge.
struct Columns {
  float number, start, goal, listed, found;
  int decimals;  // of lengths
};
Columns columns_of(const Ui& ui, float width) {
  constexpr float kNumber = 27, kWide = 250;
  Columns columns{};
  columns.decimals = width < ui.px(kWide) ? 1 : 2;
  const float length = columns.decimals == 1 ? 38 : 46;
  columns.number = kNumber;
  columns.found = width / ui.scale() - 3;
  columns.listed = columns.found - length;
  columns.start = kNumber + 5;
  columns.goal = columns.start + (columns.listed - length + 2 - columns.start) / 2;
  return columns;
}

void cell_text(ImDrawList* list, ImVec2 at, ImU32 color, const char* text, bool to_the_left) {
  if (to_the_left) at.x -= ImGui::CalcTextSize(text).x;
  list->AddText({std::floor(at.x), at.y}, color, text);
}

void draw_titles(Ui& ui, const Columns& columns) {
  ImGui::PushFont(ui.fonts().small);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImU32 dim = to_u32(theme().text_dim);
  cell_text(list, {at.x + ui.px(columns.number), at.y}, dim, "#", true);
  cell_text(list, {at.x + ui.px(columns.start), at.y}, dim, "start", false);
  cell_text(list, {at.x + ui.px(columns.goal), at.y}, dim, "goal", false);
  cell_text(list, {at.x + ui.px(columns.listed), at.y}, dim, "listed", true);
  cell_text(list, {at.x + ui.px(columns.found), at.y}, dim, "found", true);
  ImGui::Dummy({ImGui::GetContentRegionAvail().x, ImGui::GetTextLineHeight()});
  tooltip(ui, "Lengths in straight steps; found by the planner that is stepped", {},
          "Known for the row that is the query, and for all rows after a run with that planner");
  ImGui::PopFont();
}

void draw_bucket(Ui& ui, const ScenariosDesk& desk, ScenarioTab& tab, const ScenarioBucket& bucket) {
  char text[64], mark[48];
  const bool open = tab.open.contains(bucket.bucket);
  std::snprintf(text, sizeof text, "bucket %u", bucket.bucket);
  ImGui::SetNextItemOpen(open);
  ImGui::PushStyleColor(ImGuiCol_Text, theme().text_dim);
  const bool wanted = ImGui::TreeNodeEx(text, ImGuiTreeNodeFlags_SpanAvailWidth | ImGuiTreeNodeFlags_NoTreePushOnOpen);
  ImGui::PopStyleColor();
  if (wanted != open) {
    if (wanted) tab.open.insert(bucket.bucket);
    if (!wanted) tab.open.erase(bucket.bucket);
    tab.changed = true;
  }
  std::snprintf(mark, sizeof mark, "scenario.bucket.%u", bucket.bucket);
  ui.dump().mark(mark);
  size_t problems = 0;
  for (uint32_t place = 0; place < bucket.count; ++place) {
    problems += desk.problem(desk.order().rows[bucket.first + place]) != RowProblem::kNone;
  }
  const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
  if (problems > 0) {
    std::snprintf(text, sizeof text, "%zu of %u with a problem", problems, bucket.count);
  } else {
    std::snprintf(text, sizeof text, "%u %s", bucket.count, bucket.count == 1 ? "row" : "rows");
  }
  cell_text(ImGui::GetWindowDrawList(), {high.x - ui.px(4), low.y + ui.px(1)},
            to_u32(problems > 0 ? theme().warn : theme().text_dim), text, true);
}

void row_tooltip(Ui& ui, const ScenariosDesk& desk, uint32_t row) {
  if (!ImGui::IsItemHovered()) return;
  const ScenarioRow& listed = desk.rows()[row];
  char title[160], hint[80];
  std::snprintf(title, sizeof title, "Row %u: from %d,%d to %d,%d, listed length %.4f", row + 1, listed.start_x,
                listed.start_y, listed.goal_x, listed.goal_y, listed.length);
  const double found = desk.found(row);
  std::snprintf(hint, sizeof hint,
                is_figure(found) ? "Found: %.4f. Click to make it the query" : "Click to make it the query", found);
  const std::string problem = desk.problem_text(row);
  tooltip(ui, title, {}, problem.empty() ? std::string(hint) : problem + "\n" + hint);
}

void draw_row(Ui& ui, const ScenariosDesk& desk, const Columns& columns, uint32_t row) {
  const ScenarioRow& listed = desk.rows()[row];
  char text[48], line[48];
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::PushID(static_cast<int>(row));
  if (ImGui::Selectable("##row", desk.current() == row, 0, {0, ImGui::GetTextLineHeight()})) {
    std::snprintf(line, sizeof line, "scenario.row %u", row + 1);
    ui.run(line);
  }
  ImGui::PopID();
  if (ui.dump().enabled()) {
    std::snprintf(line, sizeof line, "scenario.row.%u", row + 1);
    ui.dump().mark(line);
  }
  row_tooltip(ui, desk, row);
  ImDrawList* list = ImGui::GetWindowDrawList();
  const RowProblem problem = desk.problem(row);
  const ImU32 plain = to_u32(can_be_asked(problem) ? theme().text : theme().text_dim), dim = to_u32(theme().text_dim);
  std::snprintf(text, sizeof text, "%u", row + 1);
  cell_text(list, {at.x + ui.px(columns.number), at.y}, dim, text, true);
  // Cells of the largest maps are cut off in a narrow panel; the tooltip has them.
  const auto cell = [&](float from, float to, int x, int y) {
    std::snprintf(text, sizeof text, "%d,%d", x, y);
    list->PushClipRect({at.x + ui.px(from), at.y}, {at.x + ui.px(to - 2), at.y + ImGui::GetTextLineHeight()}, true);
    cell_text(list, {at.x + ui.px(from), at.y}, plain, text, false);
    list->PopClipRect();
  };
  cell(columns.start, columns.goal, listed.start_x, listed.start_y);
  cell(columns.goal, 2 * columns.goal - columns.start, listed.goal_x, listed.goal_y);
  if (problem != RowProblem::kNone && problem != RowProblem::kLength) {
    const std::string_view word = problem_word(problem);
    std::snprintf(text, sizeof text, "%.*s", static_cast<int>(word.size()), word.data());
    cell_text(list, {at.x + ui.px(columns.found), at.y}, to_u32(theme().bad), text, true);
    return;
  }
  std::snprintf(text, sizeof text, "%.*f", columns.decimals, listed.length);
  cell_text(list, {at.x + ui.px(columns.listed), at.y}, plain, text, true);
  const double found = desk.found(row);
  if (!is_figure(found)) return;
  std::snprintf(text, sizeof text, "%.*f", columns.decimals, found);
  cell_text(list, {at.x + ui.px(columns.found), at.y},
            to_u32(problem == RowProblem::kLength ? theme().warn : theme().good), text, true);
}

void draw_list(Ui& ui, const ScenariosDesk& desk) {
  ScenarioTab& tab = ui.kept<ScenarioTab>();
  list_lines(desk, tab);
  const float inner = ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ScrollbarSize;
  const Columns columns = columns_of(ui, inner);
  draw_titles(ui, columns);
  ImGui::PushFont(ui.fonts().small);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(4), ui.px(1)});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ui.px(4), ui.px(3)});
  const float height = ImGui::GetTextLineHeight() + ui.px(3);
  ImGui::PushStyleColor(ImGuiCol_ChildBg, theme().field);
  ImGui::BeginChild("rows", {0, std::max(ImGui::GetContentRegionAvail().y - ui.px(2), kLeastListLines * height)}, false,
                    ImGuiWindowFlags_AlwaysVerticalScrollbar);
  if (tab.show_current) {
    tab.show_current = false;
    for (size_t i = 0; i < tab.lines.size(); ++i) {
      if (!tab.lines[i].row || *tab.lines[i].row != tab.current) continue;
      const float y = height * static_cast<float>(i), room = ImGui::GetWindowHeight();
      if (y < ImGui::GetScrollY() || y + height > ImGui::GetScrollY() + room) {
        ImGui::SetScrollY(std::max(y - std::floor(room / 2), 0.0f));
      }
    }
  }
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(tab.lines.size()), height);
  while (clipper.Step()) {
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
      const Line& line = tab.lines[static_cast<size_t>(i)];
      if (line.row) {
        draw_row(ui, desk, columns, *line.row);
      } else {
        draw_bucket(ui, desk, tab, desk.order().buckets[line.bucket]);
      }
    }
  }
  ImGui::EndChild();
  ui.dump().mark("scenario.list");
  ImGui::PopStyleColor();
  ImGui::PopStyleVar(2);
  ImGui::PopFont();
}

void draw_tab(Ui& ui, Lab& lab) {
  const ScenariosDesk& desk = scenarios_desk(lab);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(6), ui.px(3)});
  draw_file(ui, lab);
  if (!desk.rows().empty()) {
    draw_run(ui, lab);
    draw_place(ui, lab);
  }
  ImGui::PopStyleVar();
  if (!desk.rows().empty()) draw_list(ui, desk);
}

float status_width(const Ui& ui, const Lab& lab) { return running(lab) ? ui.px(204) : 0; }

void status(Ui& ui, const Lab& lab) {
  if (!running(lab)) return;
  const float progress = progress_of(scenarios_desk(lab).results());
  char label[32];
  std::snprintf(label, sizeof label, "scenario %.0f %%", static_cast<double>(progress) * 100);
  ImGui::ProgressBar(progress, {ui.px(140), ImGui::GetTextLineHeight() + ui.px(2)}, label);
  ui.dump().mark("status.scenario");
  ImGui::SameLine(0, ui.px(4));
  if (ImGui::SmallButton("cancel")) ui.run("scenario.cancel");
  ui.dump().mark("status.scenario.cancel");
  tooltip(ui, "End the run over the scenario", {}, "What has come in so far stays");
  ImGui::SameLine(0, ui.px(12));
}

}  // namespace

FeaturePanel scenarios_panel() {
  return {.feature = "scenarios",
          .tab = {"Scenario", "tab.scenario", "A list of queries of the map, from a .scen file", StructureId::kMoves,
                  draw_tab},
          .section = draw_scenario_results,
          .status_width = status_width,
          .status = status};
}

}  // namespace strata
