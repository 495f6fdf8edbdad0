// The left panel's tab of the scenario: its file, its rows by bucket, the run; the run in the status bar.
#include "app/features/scenarios/scenarios_panel.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>
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

constexpr float kLeastListLines = 6;  // smallest height of the list; in a low panel it scrolls

// A line of the list: a bucket, or one of its rows.
struct Line {
  uint32_t bucket = 0;  // index of the bucket
  std::optional<uint32_t> row;
};

struct ScenarioTab {
  std::set<uint32_t> open;  // numbers of the buckets that are open
  std::vector<Line> lines;
  uint64_t version = 0;  // version of the rows in the lines
  bool changed = true;   // a bucket was opened or closed
  std::optional<size_t> current;
  bool show_current = false;  // the current row must be scrolled into view
};

float progress_of(const ScenarioResults& results) {
  return results.asked() > 0 ? static_cast<float>(results.done) / static_cast<float>(results.asked()) : 0;
}

bool running(const Lab& lab) { return lab.controller(kScenariosFeature).at_work(); }

void row_button(Ui& ui, const char* label, const char* name, const char* line, const char* help, float width,
                std::string_view why_not = {}) {
  button(ui, label, name, line, help, {.width = width, .why_not = why_not, .keys = bound_keys(line)});
}

// Draws the button of the scenario that lies beside the open map, whether or not its notice was closed.
void draw_beside_map(Ui& ui, const Lab& lab) {
  for (const Notice& notice : lab.state().notices) {
    if (notice.kind != Notice::Kind::kFileBeside) continue;
    row_button(ui, notice.action.c_str(), "scenario.beside", notice.line.c_str(), "Lies beside the open map",
               kRestOfLine);
  }
}

void chart_button(Ui& ui, float width) {
  row_button(ui, "Chart", "scenario.chart_window", "ui.chart scenario-expanded",
             "Results of a run over all rows, in a window over the map", width);
}

void draw_file(Ui& ui, const Lab& lab) {
  const ScenariosController& controller = scenarios_controller(lab);
  const bool there = !controller.rows().empty();
  const float half = std::floor((ImGui::GetContentRegionAvail().x - ui.px(4)) / 2);
  row_button(ui, "Open...", "scenario.open", "ui.show open on", "A .scen file, with its map", half);
  ImGui::SameLine(0, ui.px(4));
  row_button(ui, "Save...", "scenario.save", "scenario.save", "Into its file; asks for a name if there is none", half,
             there || controller.unsaved() ? "" : kNoScenarioRows);
  row_button(ui, "Add start and goal as a row", "scenario.add", "scenario.add",
             "As the last row, with its bucket and the length of the shortest path", kRestOfLine,
             lab.state().has_query ? "" : "start and goal are not set");
  if (!there) {
    chart_button(ui, kRestOfLine);
    draw_beside_map(ui, lab);
    return note(ui,
                "A scenario is a list of queries of a map, a .scen file as the MovingAI benchmarks have them: go "
                "through it row by row, or run all rows and compare the planners. Or make one of your own: set start "
                "and goal on the map and add them.");
  }
  const FontScope small(ui.fonts().small);
  text_colored_wrapped(controller.unsaved() ? theme().warn : theme().text_dim,
                       Text("{}{}", file_title(controller.path()), controller.unsaved() ? " (not saved)" : ""));
  ui.mark("scenario.file");
  const size_t rows = controller.rows().size();
  print_dim("{} {} in {}", count_text(rows), rows == 1 ? "row" : "rows",
            counted(controller.order().buckets.size(), "bucket"));
  ui.mark("scenario.count");
  if (controller.problem_count() > 0) {
    print_in(theme().warn, "{} with a problem", controller.problem_count());
    describe(ui, "scenario.problems", "Marked in the list; the tooltip of a row says what it is");
  }
  if (!lengths_apply(lab.world().moves())) {
    text_colored_wrapped(theme().text_dim,
                         "Scenario costs are of octile moves of a 1x1 agent over equal weights: under the rules in use "
                         "they are not compared.");
  }
}

void draw_run(Ui& ui, const Lab& lab) {
  const ScenarioResults& results = scenarios_controller(lab).results();
  if (running(lab)) {
    const float cancel = text_width("Cancel") + ui.px(16);
    progress_bar(Text("{} of {}", results.rows_done(), results.asked_rows.size()), progress_of(results),
                 std::max(ImGui::GetContentRegionAvail().x - cancel - ui.px(4), ui.px(30)), ImGui::GetFrameHeight());
    ui.mark("scenario.progress");
    ImGui::SameLine(0, ui.px(4));
    row_button(ui, "Cancel", "scenario.cancel", "scenario.cancel", "What has come in so far stays", cancel);
    return;
  }
  const float third = std::floor((ImGui::GetContentRegionAvail().x - 2 * ui.px(4)) / 3);
  row_button(ui, "Run all", "scenario.run", "scenario.run",
             "Asks the planners of the comparison every row, in the background", third);
  ImGui::SameLine(0, ui.px(4));
  chart_button(ui, third);
  ImGui::SameLine(0, ui.px(4));
  row_button(ui, "CSV...", "scenario.csv", "ui.show save_csv on", "Saves the results as a table", third,
             results.empty() ? "the rows have not been run yet" : "");
}

// Draws which row is the query, and the buttons to its neighbours.
void draw_place(Ui& ui, const Lab& lab) {
  const ScenariosController& controller = scenarios_controller(lab);
  const float small = ui.px(28);
  row_button(ui, ui.fonts().icons ? icon::kUp : "^", "scenario.previous", "scenario.previous", "Previous row", small);
  ImGui::SameLine(0, ui.px(4));
  row_button(ui, ui.fonts().icons ? icon::kDown : "v", "scenario.next", "scenario.next", "Next row", small);
  ImGui::SameLine(0, ui.px(8));
  ImGui::AlignTextToFramePadding();
  if (const auto row = controller.current()) {
    print("row {} of {}", *row + 1, controller.rows().size());
  } else {
    draw_dim("no row is the query");
  }
  ui.mark("scenario.place");
}

void list_lines(const ScenariosController& controller, ScenarioTab& tab) {
  if (controller.current() != tab.current) {
    tab.current = controller.current();
    tab.show_current = tab.current.has_value();
    if (tab.current && tab.open.insert(controller.rows()[*tab.current].bucket).second) tab.changed = true;
  }
  if (tab.version == controller.version() && !tab.changed) return;
  tab.version = controller.version();
  tab.changed = false;
  tab.lines.clear();
  for (uint32_t i = 0; i < controller.order().buckets.size(); ++i) {
    const ScenarioBucket& bucket = controller.order().buckets[i];
    tab.lines.push_back({i, {}});
    if (!tab.open.contains(bucket.bucket)) continue;
    for (uint32_t place = 0; place < bucket.count; ++place) {
      tab.lines.push_back({i, controller.order().rows[bucket.first + place]});
    }
  }
}

// The columns of rows, from left to right, in UI pixels; for numbers, the right edge of the column.
struct Columns {
  float number, start, goal, listed, found;
  int decimals;  // decimals of lengths
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
  if (to_the_left) at.x -= text_width(text);
  list->AddText({std::floor(at.x), at.y}, color, text);
}

void draw_titles(Ui& ui, const Columns& columns) {
  const FontScope small(ui.fonts().small);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImU32 dim = to_u32(theme().text_dim);
  cell_text(list, {at.x + ui.px(columns.number), at.y}, dim, "#", true);
  cell_text(list, {at.x + ui.px(columns.start), at.y}, dim, "start", false);
  cell_text(list, {at.x + ui.px(columns.goal), at.y}, dim, "goal", false);
  cell_text(list, {at.x + ui.px(columns.listed), at.y}, dim, "scenario", true);
  cell_text(list, {at.x + ui.px(columns.found), at.y}, dim, "found", true);
  ImGui::Dummy({ImGui::GetContentRegionAvail().x, ImGui::GetTextLineHeight()});
  tooltip(ui, "Scenario cost and found cost, as lengths in cells; found by the planner that is stepped", {},
          "Known for the row that is the query, and for all rows after a run with that planner");
}

void draw_bucket(Ui& ui, const ScenariosController& controller, ScenarioTab& tab, const ScenarioBucket& bucket) {
  const bool open = tab.open.contains(bucket.bucket);
  ImGui::SetNextItemOpen(open);
  ImGui::PushStyleColor(ImGuiCol_Text, theme().text_dim);
  const bool wanted = fold(ui, Text("bucket {}", bucket.bucket), Text("scenario.bucket.{}", bucket.bucket));
  ImGui::PopStyleColor();
  if (wanted != open) {
    if (wanted) tab.open.insert(bucket.bucket);
    if (!wanted) tab.open.erase(bucket.bucket);
    tab.changed = true;
  }
  size_t problems = 0;
  for (uint32_t place = 0; place < bucket.count; ++place) {
    problems += controller.problem(controller.order().rows[bucket.first + place]) != RowProblem::kNone;
  }
  const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
  cell_text(
      ImGui::GetWindowDrawList(), {high.x - ui.px(4), low.y + ui.px(1)},
      to_u32(problems > 0 ? theme().warn : theme().text_dim),
      problems > 0 ? Text("{} of {} with a problem", problems, bucket.count) : Text("{}", counted(bucket.count, "row")),
      true);
}

void row_tooltip(Ui& ui, const ScenariosController& controller, uint32_t row) {
  if (!ImGui::IsItemHovered()) return;
  const ScenarioRow& listed = controller.rows()[row];
  const double found = controller.found(row);
  const std::string problem = controller.problem_text(row);
  tooltip(ui,
          Text("Row {}: from {},{} to {},{}, scenario cost {:.4f}", row + 1, listed.start_x, listed.start_y,
               listed.goal_x, listed.goal_y, listed.length),
          {},
          Text("{}{}{}Click to make it the query", problem, problem.empty() ? "" : "\n",
               is_figure(found) ? fmt::format("Found cost: {:.4f}. ", found) : ""));
}

void draw_row(Ui& ui, const ScenariosController& controller, const Columns& columns, uint32_t row) {
  const ScenarioRow& listed = controller.rows()[row];
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::PushID(static_cast<int>(row));
  if (ImGui::Selectable("##row", controller.current() == row, 0, {0, ImGui::GetTextLineHeight()})) {
    ui.run("scenario.row {}", row + 1);
  }
  ImGui::PopID();
  ui.mark("scenario.row.{}", row + 1);
  row_tooltip(ui, controller, row);
  ImDrawList* list = ImGui::GetWindowDrawList();
  const RowProblem problem = controller.problem(row);
  const ImU32 plain = to_u32(can_be_asked(problem) ? theme().text : theme().text_dim), dim = to_u32(theme().text_dim);
  const auto number = [&](float column, ImU32 color, const char* text) {
    cell_text(list, {at.x + ui.px(column), at.y}, color, text, true);
  };
  number(columns.number, dim, Text("{}", row + 1));
  // Coordinates on the largest maps are cut off in a narrow panel; the tooltip shows them.
  const auto cell = [&](float from, float to, int x, int y) {
    list->PushClipRect({at.x + ui.px(from), at.y}, {at.x + ui.px(to - 2), at.y + ImGui::GetTextLineHeight()}, true);
    cell_text(list, {at.x + ui.px(from), at.y}, plain, Text("{},{}", x, y), false);
    list->PopClipRect();
  };
  cell(columns.start, columns.goal, listed.start_x, listed.start_y);
  cell(columns.goal, 2 * columns.goal - columns.start, listed.goal_x, listed.goal_y);
  if (problem != RowProblem::kNone && problem != RowProblem::kLength) {
    return number(columns.found, to_u32(theme().bad), Text("{}", problem_word(problem)));
  }
  number(columns.listed, plain, Text("{:.{}f}", listed.length, columns.decimals));
  const double found = controller.found(row);
  if (!is_figure(found)) return;
  number(columns.found, to_u32(problem == RowProblem::kLength ? theme().warn : theme().good),
         Text("{:.{}f}", found, columns.decimals));
}

void draw_list(Ui& ui, const ScenariosController& controller) {
  ScenarioTab& tab = ui.kept<ScenarioTab>();
  list_lines(controller, tab);
  const float inner = ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ScrollbarSize;
  const Columns columns = columns_of(ui, inner);
  draw_titles(ui, columns);
  const FontScope small(ui.fonts().small);
  const StyleScope padding(ImGuiStyleVar_FramePadding, {ui.px(4), ui.px(1)});
  const StyleScope spacing(ImGuiStyleVar_ItemSpacing, {ui.px(4), ui.px(3)});
  const float height = ImGui::GetTextLineHeight() + ui.px(3);
  const ColorScope ground(ImGuiCol_ChildBg, theme().field);
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
  rows_in_sight(tab.lines.size(), height, [&](size_t i) {
    const Line& line = tab.lines[i];
    if (line.row) {
      draw_row(ui, controller, columns, *line.row);
    } else {
      draw_bucket(ui, controller, tab, controller.order().buckets[line.bucket]);
    }
  });
  ImGui::EndChild();
  ui.mark("scenario.list");
}

void draw_tab(Ui& ui, Lab& lab) {
  const ScenariosController& controller = scenarios_controller(lab);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(6), ui.px(3)});
  draw_file(ui, lab);
  if (!controller.rows().empty()) {
    draw_run(ui, lab);
    draw_place(ui, lab);
  }
  ImGui::PopStyleVar();
  if (!controller.rows().empty()) draw_list(ui, controller);
}

float status_width(const Ui& ui, const Lab& lab) { return running(lab) ? ui.px(204) : 0; }

void status(Ui& ui, const Lab& lab) {
  if (!running(lab)) return;
  progress_in_status(ui, "scenario", progress_of(scenarios_controller(lab).results()), "status.scenario",
                     "scenario.cancel", "End the run over the scenario", "What has come in so far stays");
}

}  // namespace

FeaturePanel scenarios_panel() {
  return {.feature = "scenarios",
          .tab = {"Scenario", "tab.scenario", "A list of queries of the map, from a .scen file", ScreenPlace::kAnalysis,
                  draw_tab},
          .section = draw_scenario_results,
          .status_width = status_width,
          .status = status};
}

}  // namespace strata
