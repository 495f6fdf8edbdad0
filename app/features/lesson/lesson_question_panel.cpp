#include "app/features/lesson/lesson_question_panel.hpp"

#include <imgui.h>

#include <algorithm>
#include <string>

#include "app/features/lesson/lesson.hpp"
#include "app/lesson/step_verdict.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"

namespace strata {
namespace {

// Draws a choice with wrapped text in the full width of the panel. It is a button; once the question is answered it is
// a frame whose colour says whether the choice is right.
void draw_choice(Ui& ui, const LessonController& controller, size_t number, const std::string& text) {
  const LessonAnswerState& state = controller.answer_state();
  const float width = ImGui::GetContentRegionAvail().x, margin = ui.px(8), above = ui.px(is_low_panel(ui) ? 2 : 4);
  const Text label("{}. {}", number, text);
  const ImVec2 size = ImGui::CalcTextSize(label, nullptr, false, width - 2 * margin);
  const ImVec2 at = ImGui::GetCursorScreenPos(), whole{width, size.y + 2 * above};
  const bool right = state.done && text == controller.shown().answer;
  const bool wrong = !right && std::ranges::find(state.answers, std::to_string(number)) != state.answers.end();
  const ImVec4& color = right ? theme().good : wrong ? theme().warn : state.done ? theme().text_dim : theme().text;
  const IdScope id(static_cast<int>(number));
  if (state.done) {
    ImGui::Dummy(whole);
    ImGui::GetWindowDrawList()->AddRect(at, {at.x + whole.x, at.y + whole.y}, to_u32(color), ui.px(3));
  } else if (ImGui::Button("##choice", whole)) {
    ui.run("lesson.answer {}", number);
  }
  ui.mark("lesson.choice.{}", number);
  const std::string_view shown = label.view();
  ImGui::GetWindowDrawList()->AddText(ImGui::GetFont(), ImGui::GetFontSize(), {at.x + margin, at.y + above},
                                      to_u32(color), shown.data(), shown.data() + shown.size(), width - 2 * margin);
}

// Draws the field for a typed answer: a number, or cells.
void draw_field(Ui& ui, std::span<char> typed, bool number) {
  const float button_width = ImGui::CalcTextSize("Answer").x + ui.px(20);
  ImGui::SetNextItemWidth(std::max(ImGui::GetContentRegionAvail().x - button_width - ui.px(6), ui.px(50)));
  const bool enter = ImGui::InputTextWithHint("##answer", number ? "a number" : "or type cells: 12,7", typed.data(),
                                              typed.size(), ImGuiInputTextFlags_EnterReturnsTrue);
  ui.mark("lesson.field");
  ImGui::SameLine(0, ui.px(6));
  const bool pressed = ImGui::Button("Answer", {button_width, 0});
  describe(ui, "lesson.answer", "Gives the answer in the field");
  if (!(enter || pressed) || typed[0] == 0) return;
  ui.run("lesson.answer {}", typed.data());
}

// Draws the buttons below an open question. They stay where they are when the hint is shown.
void draw_answer_buttons(Ui& ui, const LessonController& controller) {
  const LessonStep& step = controller.step();
  if (step.builds()) {
    button(ui, "Done", "lesson.done", "lesson.done", "Checks what was built");
    ImGui::SameLine(0, ui.px(6));
  }
  if (!step.hint.empty()) {
    button(ui, "Hint", "lesson.hint", "lesson.hint", "Shows the hint",
           {.why_not = controller.hint_shown() ? std::string_view("the hint is shown") : std::string_view()});
    ImGui::SameLine(0, ui.px(6));
  }
  const bool solves = !step.builds() || !step.after.empty();
  button(ui,
         !solves         ? "Go on without"
         : step.builds() ? "Show a solution"
                         : "Show the answer",
         "lesson.tell", "lesson.tell", "Goes on without an answer of your own: it does not count as right");
}

// --- Simulations ---------------------------------------------------------------------------------------------------

// Draws a mark for each step of the simulation behind the text on the left: a check mark, a cross, a dash for one that
// the lesson has shown, or the empty frame of one that is still to come.
void draw_step_marks(Ui& ui, std::span<const std::string> verdicts, size_t steps) {
  const float side = ImGui::GetFontSize(), gap = ui.px(3), width = ImGui::GetContentRegionAvail().x;
  const auto in_row = std::max<size_t>(1, static_cast<size_t>((width + gap) / (side + gap)));
  const size_t rows = (steps + in_row - 1) / in_row;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float line = ui.px(2);
  for (size_t i = 0; i < steps; ++i) {
    const float x = at.x + static_cast<float>(i % in_row) * (side + gap);
    const float y = at.y + static_cast<float>(i / in_row) * (side + gap);
    const auto point = [&](float right, float down) { return ImVec2{x + right * side, y + down * side}; };
    const bool next = i == verdicts.size();
    const bool right = i < verdicts.size() && is_right_step(verdicts[i]);
    const bool told = i < verdicts.size() && verdicts[i] == step_verdict_name(StepVerdict::kTold);
    const ImU32 color = to_u32(i >= verdicts.size() ? next ? theme().accent : theme().border
                               : right              ? theme().good
                               : told               ? theme().text_dim
                                                    : theme().warn);
    list->AddRect({x, y}, {x + side, y + side}, color, ui.px(2), 0, next ? line : ui.px(1));
    if (i >= verdicts.size()) continue;
    if (right) {
      list->AddLine(point(0.2f, 0.55f), point(0.42f, 0.78f), color, line);
      list->AddLine(point(0.42f, 0.78f), point(0.8f, 0.25f), color, line);
    } else if (told) {
      list->AddLine(point(0.25f, 0.5f), point(0.75f, 0.5f), color, line);
    } else {
      list->AddLine(point(0.25f, 0.25f), point(0.75f, 0.75f), color, line);
      list->AddLine(point(0.75f, 0.25f), point(0.25f, 0.75f), color, line);
    }
  }
  ImGui::Dummy({width, static_cast<float>(rows) * (side + gap)});
  ui.mark("lesson.step_marks");
}

// Draws the open list in the order of its cells: the order of expansion would be the answer.
void draw_simulated_list(Ui& ui, std::span<const ShownSimulation::OpenRow> rows) {
  // Lines with the titles: few where the panel is low.
  const float height = ImGui::GetWindowHeight();
  const float most = height < ui.px(380) ? 3.0f : is_low_panel(ui) ? 4.0f : 7.0f;
  print_dim("Open list ({}), by rows of the map:", rows.size());
  const float line = ImGui::GetTextLineHeightWithSpacing();
  const float shown = std::min(static_cast<float>(rows.size()) + 1, most);
  if (!ImGui::BeginTable("open", 4, ImGuiTableFlags_ScrollY | ImGuiTableFlags_RowBg, {0, shown * line})) return;
  ImGui::TableSetupScrollFreeze(0, 1);
  for (const char* title : {"node", "g", "h", "f"}) ImGui::TableSetupColumn(title, ImGuiTableColumnFlags_WidthStretch);
  ImGui::TableHeadersRow();
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(rows.size()));
  while (clipper.Step()) {
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
      const ShownSimulation::OpenRow& row = rows[static_cast<size_t>(i)];
      ImGui::TableNextRow();
      print_cell("({},{})", row.cell.x, row.cell.y);
      for (const double cost : {row.g, row.h, row.g + row.h}) print_cell("{:.2f}", cost);
    }
  }
  ImGui::EndTable();
  ui.mark("lesson.open_list");
}

// Draws the choices of a step with the field for the number that some of them need.
void draw_step_choices(Ui& ui, const SimulationStep& step, std::span<char> typed) {
  if (std::ranges::any_of(step.choices, &SimulationChoice::has_number)) {
    ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x);
    ImGui::InputTextWithHint("##answer", "type the number, then click", typed.data(), typed.size());
    ui.mark("lesson.field");
  }
  const float gap = ui.px(6), width = (ImGui::GetContentRegionAvail().x - gap) / 2;
  for (size_t i = 0; i < step.choices.size(); ++i) {
    const SimulationChoice& choice = step.choices[i];
    const IdScope id(static_cast<int>(i));
    if (i % 2 == 1) ImGui::SameLine(0, gap);
    const std::string_view number = choice.has_number ? std::string_view(typed.data()) : std::string_view();
    const Text label("{}{}{}", choice.label, choice.has_number ? " " : "",
                     !choice.has_number                    ? ""
                     : number.empty() || number.size() > 7 ? "..."
                                                           : number);
    const bool pressed = ImGui::Button(label, {width, 0});
    ui.mark("lesson.step_choice.{}", choice.word);
    if (!pressed) continue;
    ui.run("lesson.answer {}{}{}", choice.word, choice.has_number ? " " : "", number);
    typed[0] = 0;
  }
}

void draw_simulation(Ui& ui, const LessonController& controller, std::span<char> typed) {
  const ShownSimulation& simulation = *controller.simulation();
  const LessonAnswerState& state = controller.answer_state();
  const size_t done = state.steps.size();
  if (state.done) {
    print_dim("{} of {} steps are right", std::ranges::count_if(state.steps, is_right_step), simulation.steps);
  } else {
    print_dim("Step {} of {}", done + 1, simulation.steps);
  }
  ui.mark("lesson.step_number");
  ImGui::SameLine(0, ui.px(8));
  draw_step_marks(ui, state.steps, simulation.steps);
  if (state.done) return;
  text_colored_wrapped(theme().text, simulation.now.question);
  ui.mark("lesson.step_question");
  // A low panel has no room for both the list and the choices.
  const bool lists = !simulation.open.empty() && (simulation.now.choices.empty() || !is_low_panel(ui));
  if (lists) draw_simulated_list(ui, simulation.open);
  if (!simulation.now.choices.empty()) {
    draw_step_choices(ui, simulation.now, typed);
  } else if (simulation.now.number || !is_low_panel(ui)) {
    draw_field(ui, typed, simulation.now.number);
  }
}

}  // namespace

// Returns whether the panel is so low that parts which are not needed are left out.
bool is_low_panel(const Ui& ui) { return ImGui::GetWindowHeight() < ui.px(420); }

void draw_answer(Ui& ui, const LessonController& controller, std::span<const std::string> choices,
                 std::span<char> typed) {
  const LessonStep& step = controller.step();
  const bool open = !controller.answer_state().done;
  if (step.ask && step.ask->simulates()) {
    if (controller.simulation()) draw_simulation(ui, controller, typed);
  } else if (step.ask && step.ask->kind == LessonQuestionKind::kChoice) {
    for (size_t i = 0; i < choices.size(); ++i) draw_choice(ui, controller, i + 1, choices[i]);
  } else if (step.ask && open) {
    if (controller.waits_for_cells()) {
      const size_t wanted = step.ask->kind == LessonQuestionKind::kOrder  ? static_cast<size_t>(step.ask->count)
                            : step.ask->kind == LessonQuestionKind::kEdge ? 2
                                                                          : 1;
      if (wanted == 1) draw_dim("Click on the map.");
      if (wanted > 1) print_dim("Click on the map: {} of {} cells.", controller.picked().size(), wanted);
    }
    draw_field(ui, typed, step.ask->kind == LessonQuestionKind::kNumber);
  }
  if (open) draw_answer_buttons(ui, controller);
}

}  // namespace strata
