// The tab "Question": what is asked, its settings, and the answer in a sentence and a few numbers.
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <string>
#include <string_view>

#include "app/features/ask/ask.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/user_exports.hpp"
#include "app/ui/dialog_frame.hpp"
#include "app/ui/feature_panel.hpp"
#include "app/ui/layer_symbols.hpp"
#include "app/ui/panel_dialog.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"

namespace strata {
namespace {

// What each question asks, for the list of questions.
constexpr std::array<std::string_view, kAskQuestions> kAskHelp = {
    "Every planner looks for the shortest path from start to goal",
    "Which of several goals has the shortest path from the start",
    "Which cells can be reached from the start at a limited cost",
    "The shortest path, and others that are not much longer and share little with it",
    "A path on which each turn costs, too",
    "A path on which steps near walls cost more"};

void draw_question(Ui& ui, AskQuestion asked) {
  setting_label("Question");
  ImGui::SetNextItemWidth(-1);
  combo(ui, "##question", ask_title(asked), kAskQuestions, [&](size_t i) {
    const auto question = static_cast<AskQuestion>(i);
    ComboEntry entry{ask_title(question), question == asked};
    entry.line = "ask.question " + std::string(ask_name(question));
    entry.name = "ask.question." + std::string(ask_name(question));
    entry.help = kAskHelp[i];
    return entry;
  });
  describe(ui, "ask.question", "What is asked about the map", {}, kAskHelp[static_cast<size_t>(asked)]);
}

void draw_goals(Ui& ui, const Lab& lab, const AskController& controller) {
  const float half = (ImGui::GetContentRegionAvail().x - ui.px(4)) / 2;
  const bool placing = lab.state().tool == kGoalsTool;
  button(ui, "Place goals", "ask.place", placing ? "tool.select select" : "tool.select goals",
         "A click on the map adds a goal, or removes one", {.width = half, .on = placing});
  ImGui::SameLine(0, ui.px(4));
  button(ui, "Remove all", "ask.remove_all", "ask.goals none", "Only the goal of the query stays",
         {.width = half, .why_not = controller.goals().empty() ? "there is no goal besides G" : ""});
  const AskAnswer* answer = controller.current() ? controller.answer() : nullptr;
  const size_t rows = controller.goals().size() + 1;
  const ListTable table(ui, true, "ask_goals", 2, rows);
  if (!table) return;
  ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthStretch, 1);
  ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthFixed, ui.px(60));
  rows_in_sight(rows, -1, [&](size_t i) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    const IdScope id(static_cast<int>(i));
    const bool nearest = answer != nullptr && answer->goal == i;
    const ImVec4& color = nearest ? theme().accent : theme().text;
    i == 0 ? draw_text(color, "G") : print_in(color, "{}", i);
    ImGui::SameLine(0, ui.px(8));
    cell_link(ui, i == 0 ? lab.state().query.goal : controller.goals()[i - 1], i);
    if (nearest) {
      ImGui::SameLine(0, ui.px(8));
      draw_text(theme().accent, "nearest");
      ui.mark("ask.nearest");
    }
    ImGui::TableNextColumn();
    if (i == 0) return;
    if (ImGui::SmallButton("Remove")) ui.run("ask.remove_goal {}", i);
    describe(ui, Text("ask.remove_goal.{}", i), "Remove this goal");
  });
}

void draw_turn_settings(Ui& ui, const Lab& lab, const AskSettings& settings) {
  choice_row(
      ui, "Turns count", "ask.turn_order", "ask.turn_order",
      {{"with cost", TurnOrder::kSum}, {"first", TurnOrder::kFewest}, {"last", TurnOrder::kTieBreaker}},
      settings.turn_order, [](TurnOrder order) { return kTurnOrderNames[static_cast<size_t>(order)]; },
      "How much turns count beside the cost of the steps",
      "With cost: the sum of both is smallest. First: fewest turns, then the cheapest path. Last: the shortest path "
      "with the fewest turns");
  if (settings.turn_order == TurnOrder::kSum) draw_setting(ui, lab, "ask.turn_cost", "ask.turn_cost");
}

void draw_settings_of(Ui& ui, const Lab& lab, const AskController& controller) {
  const auto draw = [&](const char* setting) { draw_setting(ui, lab, setting, setting); };
  switch (controller.question()) {
    case AskQuestion::kShortest:
      return;
    case AskQuestion::kNearest:
      return draw_goals(ui, lab, controller);
    case AskQuestion::kReach:
      draw("ask.limit");
      return draw("ask.lines");
    case AskQuestion::kAlternatives:
      draw("ask.paths");
      draw("ask.longer");
      return draw("ask.sharing");
    case AskQuestion::kTurns:
      return draw_turn_settings(ui, lab, controller.settings());
    case AskQuestion::kWalls:
      draw("ask.wall_distance");
      return draw("ask.wall_cost");
  }
}

// Draws a row for each alternative path: its number in its colour, its cost, and what it shares.
void draw_alternatives(Ui& ui, const Lab& lab, const AskAnswer& answer) {
  const FontScope font(ui.fonts().table);
  const StyleScope padding(ImGuiStyleVar_CellPadding, {ui.px(2), ui.px(1)});
  if (!ImGui::BeginTable("ask_paths", 5)) return;
  // Each column gets as much of the width as its title and its usual numbers need.
  const float swatch = text_width("1") + ui.px(25);
  for (const float width : {std::max(text_width("path"), swatch), text_width("100.00"), text_width("longer"),
                            text_width("shared"), text_width("turns")}) {
    ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthStretch, width + ui.px(2));
  }
  ImGui::TableNextRow();
  title_cell(ui, "path", "Its number on the map");
  title_cell(ui, "cost", "Cost of the path");
  title_cell(ui, "longer", "By how much it is longer than the shortest path, in percent");
  title_cell(ui, "shared", "What it shares with the paths before it, in percent of the shortest path's cost");
  title_cell(ui, "turns", "Changes of direction between two steps");
  const double least = answer.paths[0].cost == 0 ? 1 : answer.paths[0].cost;
  for (size_t i = 0; i < answer.paths.size(); ++i) {
    const AskPath& path = answer.paths[i];
    const AskPathLook& look = ask_path_look(i);
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    print("{}", i + 1);
    ImGui::SameLine(0, ui.px(5));
    line_swatch(on_panel(look.color), ui.px(3), look.dash, ui.px(20));
    ui.mark("ask.path.{}", i + 1);
    const auto number = [&](const Text& text) {
      ImGui::TableNextColumn();
      right_aligned(text, theme().text);
    };
    number(Text("{:.2f}", static_cast<double>(path.cost) / cost_unit(lab.world())));
    number(Text("{:.1f}", 100 * (path.cost / least - 1)));
    number(Text("{:.0f}", 100 * path.shared / least));
    number(Text("{}", path.turns));
  }
  ImGui::EndTable();
}

void draw_answer(Ui& ui, const Lab& lab, const AskController& controller) {
  if (const std::string_view why = controller.why_not(); !why.empty()) {
    text_colored_wrapped(theme().text_dim, why);
    return ui.mark("ask.why_not");
  }
  if (controller.failed()) {
    text_colored_wrapped(theme().warn, "Memory ran out: the question was not answered.");
    return ui.mark("ask.failed");
  }
  const AskAnswer* answer = controller.answer();
  if (answer == nullptr) return note(ui, "The answer is being computed.");
  // The previous answer is shown in grey until the new one is there.
  const bool old = !controller.current();
  if (old) ImGui::PushStyleVar(ImGuiStyleVar_Alpha, ImGui::GetStyle().Alpha * 0.5f);
  text_colored_wrapped(answer->found() ? theme().accent : theme().warn, controller.texts().sentence);
  ui.mark("ask.sentence");
  ImGui::Dummy({0, ui.px(2)});
  if (answer->task.settings.question == AskQuestion::kAlternatives && !answer->paths.empty()) {
    draw_alternatives(ui, lab, *answer);
  }
  for (const AskNumber& number : controller.texts().numbers) {
    draw_dim(number.title);
    tooltip(ui, number.help, {});
    print_at_end(theme().text, number.text);
    ui.mark("ask.number.{}", number.key);
  }
  if (old) ImGui::PopStyleVar();
  ImGui::Dummy({0, ui.px(2)});
  button(ui, "CSV...", "ask.csv", "ui.show ask_csv on", "Saves the cells of the answer with their costs as a table");
}

void draw_steps(Ui& ui, const AskController& controller) {
  const SteppedProcess* const steps = ask_steps(controller.question());
  if (steps == nullptr) return;
  const bool stepping = controller.stepped();
  button(
      ui, stepping ? "Leave the search" : "Step through the search", "ask.step", stepping ? "ask.step off" : "ask.step",
      stepping ? std::string_view("Goes back to the search of the planner") : steps->hint,
      {.width = kRestOfLine, .on = stepping, .why_not = stepping ? std::string_view() : controller.why_not_stepped()});
}

void draw_ask_tab(Ui& ui, Lab& lab) {
  const AskController& controller = ask_controller(lab);
  const StyleScope padding(ImGuiStyleVar_FramePadding, {ui.px(6), ui.px(3)});
  draw_question(ui, controller.question());
  if (!controller.asks()) return note(ui, kAskHelp[0]);
  draw_settings_of(ui, lab, controller);
  draw_steps(ui, controller);
  ImGui::Dummy({0, ui.px(4)});
  draw_answer(ui, lab, controller);
}

struct AskExportDialog {
  std::array<char, 1024> path{};
};

void draw_export_dialog(Ui& ui, const Lab& lab, DialogFrame& frame) {
  auto& dialog = ui.kept<AskExportDialog>();
  if (frame.fresh) {
    std::snprintf(dialog.path.data(), dialog.path.size(), "%s", proposed_export(lab, ".csv", "answer").c_str());
  }
  text_colored_wrapped(theme().text_dim,
                       "A line for each cell: its column and row, and its cost from the start in straight steps.");
  frame.path_field(ui, dialog.path, "ask_csv");
  frame.draw_problem(ui);
  ImGui::Dummy({0, ui.px(8)});
  if (frame.button(ui, "Write", "ask_csv.go", true) && dialog.path[0] != 0) {
    ui.run_for("ask_csv", format_command({"ask.export", {std::string(dialog.path.data())}}));
  }
  ImGui::SameLine();
  if (frame.button(ui, "Cancel", "ask_csv.cancel", false)) ui.run("ui.show ask_csv off");
}

bool answer_symbol(Ui& ui, const Lab&, Layer layer, const SymbolBox& place) {
  if (layer == kAnswerLayer) {
    line_symbol(ui, place, on_panel(kAskPathLooks[0].color), 3);
    return true;
  }
  if (layer != kReachedLayer) return false;
  const float step = (place.high.x - place.low.x) / 4;
  for (int i = 0; i < 4; ++i) {
    const float x = place.low.x + step * static_cast<float>(i);
    place.list->AddRectFilled({x, place.low.y}, {x + step, place.high.y}, to_im(field_color((i + 0.5) / 4)));
  }
  return true;
}

std::optional<StatusBarWork> ask_work(const Lab& lab) {
  const AskController& controller = ask_controller(lab);
  if (!controller.reading() || controller.current()) return std::nullopt;
  return StatusBarWork{.text = "question: searching",
                       .name = "status.ask",
                       .help = "The answer to the question is being computed",
                       .line = "ask.question shortest"};
}

// In a presentation there are no panels: the sentence stands below the maps.
void draw_ask_under_way(Ui& ui, const Lab& lab, void (*line)(Ui&, const char*, bool)) {
  const AskController& controller = ask_controller(lab);
  if (!lab.state().presentation || !controller.current() || !controller.why_not().empty()) return;
  line(ui, controller.texts().sentence.c_str(), false);
}

// Adds the cost from the start to the cell under the pointer.
void add_hovered_cost(const Lab& lab, Cell cell, Text& text) {
  const AskController& controller = ask_controller(lab);
  if (controller.question() != AskQuestion::kReach || !controller.current() || !controller.why_not().empty()) return;
  const GridMap& map = lab.world().map();
  const std::vector<Cost>& costs = controller.answer()->costs;
  if (!map.contains(cell) || costs.empty() || costs[map.id(cell)] == kInfinite) return;
  text.add("  cost {:.2f}", static_cast<double>(costs[map.id(cell)]) / cost_unit(lab.world()));
}

}  // namespace

FeaturePanel ask_panel() {
  FeaturePanel panel{
      .feature = kAskFeature.name,
      .tab = {"Question", "tab.ask", "What is asked about the map: a path, several goals, reach, choices",
              LeftPanelSection::kPlanners, draw_ask_tab}};
  panel.symbol = answer_symbol;
  panel.work = ask_work;
  panel.under_way = draw_ask_under_way;
  panel.hovered = add_hovered_cost;
  return panel;
}

PanelDialog ask_export_dialog() { return {"ask_csv", "Save the answer as CSV###ask_csv", 560, draw_export_dialog}; }

}  // namespace strata
