// The tab of the scenario: its file, its rows by bucket, the run; and the run in the status bar.
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
#include "app/lab/query_controller.hpp"
#include "app/ui/feature_panel.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"
#include "core/base/count_of.hpp"

namespace strata {
namespace {

constexpr float kLeastListLines = 6;  // minimum height of the list; in a low panel it scrolls

// A line of the list: a bucket, or one of its rows.
struct ScenarioListLine {
  uint32_t bucket = 0;  // index of the bucket
  std::optional<uint32_t> row;
};

// Texts about problems of the rows, rebuilt when they change.
struct ProblemTextCache {
  ProblemCounts of;
  std::string_view planner;
  std::vector<std::string> lines;
};

// The largest values in the list, from which the widths of the columns are computed.
struct ColumnMaxima {
  uint64_t version = 0;
  size_t rows = 0;
  Cell farthest;      // the largest coordinates
  double length = 0;  // the largest cost
};

struct ScenarioTab {
  ColumnMaxima needs;
  std::set<uint32_t> open;  // numbers of the expanded buckets
  std::vector<ScenarioListLine> lines;
  // Version of the rows that the lines of the list were made from.
  uint64_t version = 0;
  bool changed = true;  // a bucket was expanded or collapsed
  std::optional<size_t> current;
  bool show_current = false;  // the current row must be scrolled into view
};

float progress_of(const ScenarioResults& results) {
  return results.asked() > 0 ? static_cast<float>(results.done) / static_cast<float>(results.asked()) : 0;
}

bool running(const Lab& lab) { return lab.controller(kScenariosFeature).at_work(); }

void row_button(Ui& ui, const char* label, const char* name, const char* line, const char* help, float width,
                std::string_view why_not = {}) {
  button(ui, label, name, line, help, {.width = width, .why_not = why_not, .keys = ui.keys_of(line)});
}

// Draws the button that opens the scenario file beside the open map. It is shown even if the notice about the
// file was closed.
void draw_beside_map(Ui& ui, const Lab& lab) {
  for (const Notice& notice : lab.state().notices) {
    if (notice.kind != Notice::Kind::kFileBeside) continue;
    row_button(ui, notice.action.c_str(), "scenario.beside", notice.line.c_str(), "Lies beside the open map",
               kRestOfLine);
  }
}

// Draws the button that measures the planners by random queries, on the page that says which planner is the best.
void random_queries_button(Ui& ui) {
  if (!button(ui, kRandomQueries, "scenario.random", "",
              "Measures all planners by random queries of the open map, and chooses one", {.width = kRestOfLine})) {
    return;
  }
  ui.run("ui.chart decide");
  run_lines(ui, kMeasureByRandom);
}

void chart_button(Ui& ui, float width) {
  row_button(ui, "Chart", "scenario.chart_window", "ui.chart scenario-expanded",
             "Opens a chart of the results over the map", width);
}

// Draws a sentence for each kind of problem, with the number of rows.
void draw_problems(Ui& ui, const Lab& lab) {
  const ScenariosController& controller = scenarios_controller(lab);
  const ProblemCounts& problems = controller.problems();
  const std::string_view planner = lab.state().traced_planner()->title;
  ProblemTextCache& said = ui.kept<ProblemTextCache>();
  if (said.of != problems || said.planner != planner) {
    said.of = problems;
    said.planner = planner;
    said.lines = problem_sentences(problems, planner);
  }
  for (const std::string& line : said.lines) {
    text_colored_wrapped(theme().warn, line);
    tooltip(ui, "The list below marks these rows, and the tooltip of a row says more", {},
            "Above optimal: the path costs more than the scenario says. Known for the row that is the query, and for "
            "all rows after a run.");
  }
  if (!said.lines.empty()) ui.mark("scenario.problems");
}

void draw_file(Ui& ui, const Lab& lab) {
  const ScenariosController& controller = scenarios_controller(lab);
  const bool there = !controller.rows().empty();
  const float half = std::floor((ImGui::GetContentRegionAvail().x - ui.px(4)) / 2);
  row_button(ui, "Open...", "scenario.open", "ui.show open on", "Opens a .scen file with its map", half);
  ImGui::SameLine(0, ui.px(4));
  row_button(ui, "Save...", "scenario.save", "scenario.save", "Writes the rows to their file, or asks for its name",
             half,
             controller.borrowed()           ? kBorrowedRows
             : there || controller.unsaved() ? ""
                                             : kNoScenarioRows);
  row_button(ui, "Add start and goal as a row", "scenario.add", "scenario.add",
             "Adds them as the last row, with its bucket and the cost of the shortest path", kRestOfLine,
             controller.borrowed()   ? kBorrowedRows
             : lab.state().has_query ? ""
                                     : "start and goal are not set");
  if (!there) {
    chart_button(ui, kRestOfLine);
    random_queries_button(ui);
    draw_beside_map(ui, lab);
    return note(ui,
                "A scenario is a list of queries of a map, a .scen file as the MovingAI benchmarks have them: go "
                "through it row by row, or run all rows and compare the planners. Or make one of your own: set start "
                "and goal on the map and add them.");
  }
  const FontScope small(ui.fonts().small);
  text_colored_wrapped(controller.unsaved() ? theme().warn : theme().text_dim,
                       controller.borrowed()
                           ? Text("{}: the queries of one phase", controller.map())
                           : Text("{}{}", file_title(controller.path()), controller.unsaved() ? " (not saved)" : ""));
  ui.mark("scenario.file");
  const size_t rows = controller.rows().size();
  print_dim("{} in {}", count_of(rows, "row"), count_of(controller.order().buckets.size(), "bucket"));
  ui.mark("scenario.count");
  draw_problems(ui, lab);
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
    row_button(ui, "Cancel", "scenario.cancel", "scenario.cancel", "Answers that have come so far stay", cancel);
    return;
  }
  const float third = std::floor((ImGui::GetContentRegionAvail().x - 2 * ui.px(4)) / 3);
  row_button(ui, "Run all", "scenario.run", "scenario.run",
             "Asks the planners of the comparison for every row, in the background", third);
  ImGui::SameLine(0, ui.px(4));
  chart_button(ui, third);
  ImGui::SameLine(0, ui.px(4));
  row_button(ui, "CSV...", "scenario.csv", "ui.show save_csv on", "Saves the results as a table", third,
             results.empty() ? "the rows have not been run yet" : "");
  row_button(ui, "Decide which planner...", "scenario.decide", "ui.chart decide",
             "Measures all planners by these rows, and chooses one", kRestOfLine);
  random_queries_button(ui);
}

// Draws the number of the selected row, and buttons that select the next or previous one.
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

// Positions of the columns in window pixels, from left to right. For a column of numbers it is the right edge.
struct ColumnPositions {
  float number, start, goal, listed, found;
  int decimals;  // decimals of lengths
  bool with_number, with_listed;
};

// Computes the largest values of the list. There is some room for found lengths, which may be larger than listed ones.
const ColumnMaxima& needs_of(const ScenariosController& controller, ScenarioTab& tab) {
  ColumnMaxima& needs = tab.needs;
  if (needs.version == controller.version() && needs.rows == controller.rows().size()) return needs;
  needs = {controller.version(), controller.rows().size(), {}, 0};
  for (const ScenarioRow& row : controller.rows()) {
    needs.farthest.x = std::max({needs.farthest.x, row.start_x, row.goal_x});
    needs.farthest.y = std::max({needs.farthest.y, row.start_y, row.goal_y});
    needs.length = std::max(needs.length, row.length);
  }
  needs.length *= 1.3;
  return needs;
}

// Computes the columns for this width. In a narrow panel lengths lose decimals, then the scenario cost is omitted, then
// the number of the row; the tooltip shows all of them. If the rest still does not fit, the list scrolls.
ColumnPositions columns_of(const Ui& ui, const ColumnMaxima& needs, bool words, float width) {
  const FontScope small(ui.fonts().small);
  const float gap = ui.px(6);
  const float number = std::max(text_width(Text("{}", needs.rows)), text_width("#"));
  const float cell = std::max(text_width(Text("{},{}", needs.farthest.x, needs.farthest.y)), text_width("start"));
  struct ColumnOptions {
    int decimals;
    bool listed, number;
  };
  static constexpr ColumnOptions kWays[] = {{2, true, true},  {1, true, true},  {0, true, true},
                                            {1, false, true}, {0, false, true}, {0, false, false}};
  ColumnPositions columns{};
  float listed = 0, found = 0, spare = 0;
  for (const ColumnOptions& way : kWays) {
    columns = {};
    columns.decimals = way.decimals;
    columns.with_listed = way.listed;
    columns.with_number = way.number;
    const float length = text_width(Text("{:.{}f}", needs.length, way.decimals));
    listed = way.listed ? std::max(length, text_width("scenario")) + gap : 0;
    // A row that is no query of the map shows the reason in this column.
    found = std::max(length, text_width(words ? "other size" : "found"));
    spare = width - (way.number ? number + gap : 0) - 2 * cell - gap - listed - gap - found - ui.px(4);
    if (spare >= 0) break;
  }
  const float more = std::max(spare, 0.0f) / 4;
  columns.number = ui.px(2) + number;
  columns.start = columns.with_number ? columns.number + gap + more : ui.px(2);
  columns.goal = columns.start + cell + gap + more;
  columns.listed = columns.goal + cell + more + listed;
  columns.found = columns.listed + gap + more + found;
  return columns;
}

void cell_text(ImDrawList* list, ImVec2 at, ImU32 color, const char* text, bool to_the_left) {
  if (to_the_left) at.x -= text_width(text);
  list->AddText({std::floor(at.x), at.y}, color, text);
}

void draw_titles(Ui& ui, const ColumnPositions& columns) {
  const FontScope small(ui.fonts().small);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImU32 dim = to_u32(theme().text_dim);
  if (columns.with_number) cell_text(list, {at.x + columns.number, at.y}, dim, "#", true);
  cell_text(list, {at.x + columns.start, at.y}, dim, "start", false);
  cell_text(list, {at.x + columns.goal, at.y}, dim, "goal", false);
  if (columns.with_listed) cell_text(list, {at.x + columns.listed, at.y}, dim, "scenario", true);
  cell_text(list, {at.x + columns.found, at.y}, dim, "found", true);
  ImGui::Dummy({std::max(ImGui::GetContentRegionAvail().x, columns.found), ImGui::GetTextLineHeight()});
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
  ProblemCounts problems;
  for (uint32_t place = 0; place < bucket.count; ++place) {
    problems.add(controller.problem(controller.order().rows[bucket.first + place]));
  }
  const bool any = problems.all() > 0;
  const ImVec2 low = ImGui::GetItemRectMin();
  const float right = low.x + ImGui::GetWindowContentRegionMax().x - ImGui::GetWindowContentRegionMin().x;
  const float room =
      right - low.x - text_width(Text("bucket {}", bucket.bucket)) - ImGui::GetTreeNodeToLabelSpacing() - ui.px(10);
  Text text("{}", count_of(bucket.count, "row"));
  if (any) text = Text("{} of {} {}", problems.all(), bucket.count, problem_summary(problems));
  // If there is too little room, the number of all rows is left out.
  if (any && text_width(text) > room) text = Text("{} {}", problems.all(), problem_summary(problems));
  cell_text(ImGui::GetWindowDrawList(), {right - ui.px(4), low.y + ui.px(1)},
            to_u32(any ? theme().warn : theme().text_dim), shortened(text, room), true);
}

void row_tooltip(Ui& ui, const ScenariosController& controller, uint32_t row) {
  if (!ImGui::IsItemHovered()) return;
  const ScenarioRow& listed = controller.rows()[row];
  const double found = controller.found(row);
  const std::string problem = controller.problem_text(row);
  tooltip(
      ui,
      Text("Row {}: from {},{} to {},{}, {}", row + 1, listed.start_x, listed.start_y, listed.goal_x, listed.goal_y,
           listed.length < 0 ? std::string("no path is listed") : fmt::format("scenario cost {:.4f}", listed.length)),
      {},
      Text("{}{}{}Click to make it the query", problem, problem.empty() ? "" : "\n",
           is_figure(found) ? fmt::format("Found cost: {:.4f}. ", found) : ""));
}

void draw_row(Ui& ui, const ScenariosController& controller, const ColumnPositions& columns, uint32_t row) {
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
    cell_text(list, {at.x + column, at.y}, color, text, true);
  };
  if (columns.with_number) number(columns.number, dim, Text("{}", row + 1));
  cell_text(list, {at.x + columns.start, at.y}, plain, Text("{},{}", listed.start_x, listed.start_y), false);
  cell_text(list, {at.x + columns.goal, at.y}, plain, Text("{},{}", listed.goal_x, listed.goal_y), false);
  if (problem != RowProblem::kNone && !is_of_length(problem)) {
    return number(columns.found, to_u32(theme().bad), Text("{}", problem_word(problem)));
  }
  if (columns.with_listed) {
    const bool none = listed.length < 0;
    number(columns.listed, plain, none ? Text("none") : Text("{:.{}f}", listed.length, columns.decimals));
  }
  const double found = controller.found(row);
  if (!is_figure(found)) return;
  number(columns.found, to_u32(is_of_length(problem) ? theme().warn : theme().good),
         Text("{:.{}f}", found, columns.decimals));
}

void draw_list(Ui& ui, const ScenariosController& controller) {
  ScenarioTab& tab = ui.kept<ScenarioTab>();
  list_lines(controller, tab);
  const float inner = ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ScrollbarSize;
  const ProblemCounts& problems = controller.problems();
  const ColumnPositions columns =
      columns_of(ui, needs_of(controller, tab), problems.unusable + problems.no_path > 0, inner);
  const FontScope small(ui.fonts().small);
  const StyleScope padding(ImGuiStyleVar_FramePadding, {ui.px(4), ui.px(1)});
  const StyleScope spacing(ImGuiStyleVar_ItemSpacing, {ui.px(4), ui.px(3)});
  const float height = ImGui::GetTextLineHeight() + ui.px(3);
  const ColorScope ground(ImGuiCol_ChildBg, theme().field);
  const float wanted = std::max(ImGui::GetContentRegionAvail().y - ui.px(2), (kLeastListLines + 1) * height);
  // If the columns are wider than the panel, the titles and the rows scroll sideways together.
  const bool wide = columns.found > inner;
  ImGuiWindowFlags flags = ImGuiWindowFlags_None;
  if (wide) {
    flags = ImGuiWindowFlags_HorizontalScrollbar;
    ImGui::SetNextWindowContentSize({columns.found + ui.px(3), 0});
  }
  ImGui::BeginChild("list", {0, wanted}, false, flags);
  draw_titles(ui, columns);
  ImGui::BeginChild("rows", {wide ? columns.found + ui.px(3) + ImGui::GetStyle().ScrollbarSize : 0, 0}, false,
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
    const ScenarioListLine& line = tab.lines[i];
    if (line.row) {
      draw_row(ui, controller, columns, *line.row);
    } else {
      draw_bucket(ui, controller, tab, controller.order().buckets[line.bucket]);
    }
  });
  ImGui::EndChild();
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

std::optional<StatusBarWork> work(const Lab& lab) {
  if (!running(lab)) return {};
  return StatusBarWork{.text = "scenario",
                       .progress = progress_of(scenarios_controller(lab).results()),
                       .name = "status.scenario",
                       .help = "Ends the run over the scenario",
                       .line = "scenario.cancel",
                       .hint = "Answers that have come so far stay"};
}

}  // namespace

FeaturePanel scenarios_panel() {
  return {.feature = "scenarios",
          .tab = {"Scenario", "tab.scenario", "A list of queries of the map, from a .scen file",
                  LeftPanelSection::kPlanners, draw_tab},
          .section = draw_scenario_results,
          .work = work};
}

}  // namespace strata
