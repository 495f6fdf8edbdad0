#include "app/features/lesson/lesson_panel.hpp"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <filesystem>
#include <string>

#include "app/features/lesson/lesson.hpp"
#include "app/features/lesson/lesson_list.hpp"
#include "app/features/lesson/lesson_text_panel.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/session.hpp"
#include "app/ui/dialog_frame.hpp"
#include "app/ui/feature_panel.hpp"
#include "app/ui/panel_dialog.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/tooltip_place.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"

namespace strata {
namespace {

// The texts of the step, read again when they change.
struct LessonTexts {
  uint64_t version = 0;
  std::vector<MarkedText> texts;
  std::vector<std::string> choices;
  std::vector<MarkedText> question, reason, hint, because;
  std::array<char, 200> typed{};  // an answer that is being typed
  size_t typed_step = 0;
};

struct StudentName {
  std::array<char, 61> text{};
};

std::vector<MarkedText> one_text(const std::string& text) {
  std::vector<MarkedText> texts;
  if (!text.empty()) texts.emplace_back(text);
  return texts;
}

LessonTexts& texts_of(Ui& ui, const LessonController& controller) {
  LessonTexts& kept = ui.kept<LessonTexts>();
  if (kept.version == controller.version()) return kept;
  kept.version = controller.version();
  const ShownStep& shown = controller.shown();
  kept.texts.clear();
  for (const std::string& text : shown.texts) kept.texts.emplace_back(text);
  kept.choices = shown.choices;
  kept.question = one_text(shown.question);
  kept.reason = one_text(controller.reason());
  kept.hint = one_text(shown.hint);
  kept.because = one_text(shown.because);
  if (kept.typed_step != controller.step_index() + 1) kept.typed = {};
  kept.typed_step = controller.step_index() + 1;
  return kept;
}

// What the parts of a step need, measured in the last frame. Where they do not fit together, the texts scroll, and the
// question stays at the foot of the panel.
struct LessonParts {
  uint64_t version = 0;
  const void* step = nullptr;
  float texts = 0, question = 0, verdict = 0;  // heights, pixels; 0: not known yet
  int scrolls = 0;                             // for so many more frames the texts scroll to `to_end`
  bool to_end = false;                         // to what was said of an answer, otherwise to the beginning
};

// The texts never have less room than so many lines.
constexpr float kLeastLines = 3;
constexpr int kScrollFrames = 4;  // until the heights of all parts are known

void draw_marked(Ui& ui, const std::vector<MarkedText>& texts, const ImVec4& color, const char* name) {
  for (const MarkedText& text : texts) {
    text.draw(ui, color, name);
    ImGui::Dummy({0, ui.px(2)});
  }
}

// Whether the panel is low: then the lesson leaves out what can be missed.
bool is_low(const Ui& ui) { return ImGui::GetWindowHeight() < ui.px(420); }

// Draws a choice across the panel, with its text wrapped: as a button, or, once the question is answered, as a frame
// that says by its colour whether it is the right one.
void draw_choice(Ui& ui, const LessonController& controller, size_t number, const std::string& text) {
  const LessonAnswerState& state = controller.answer_state();
  const float width = ImGui::GetContentRegionAvail().x, margin = ui.px(8), above = ui.px(is_low(ui) ? 2 : 4);
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

// Draws a field for an answer that is typed: a number, or cells.
void draw_field(Ui& ui, LessonTexts& kept, const LessonController& controller) {
  const bool number = controller.step().ask->kind == AskKind::kNumber;
  const float button_width = ImGui::CalcTextSize("Answer").x + ui.px(20);
  ImGui::SetNextItemWidth(std::max(ImGui::GetContentRegionAvail().x - button_width - ui.px(6), ui.px(50)));
  const bool enter =
      ImGui::InputTextWithHint("##answer", number ? "a number" : "or type cells: 12,7", kept.typed.data(),
                               kept.typed.size(), ImGuiInputTextFlags_EnterReturnsTrue);
  ui.mark("lesson.field");
  ImGui::SameLine(0, ui.px(6));
  const bool pressed = ImGui::Button("Answer", {button_width, 0});
  describe(ui, "lesson.answer", "Gives the answer in the field");
  if (!(enter || pressed) || kept.typed[0] == 0) return;
  ui.run("lesson.answer {}", kept.typed.data());
}

void draw_question(Ui& ui, LessonTexts& kept, const LessonController& controller) {
  const LessonStep& step = controller.step();
  if (!step.asks()) return;
  const bool open = !controller.answer_state().done;
  draw_marked(ui, kept.question, theme().text, "lesson.question");
  if (step.ask && step.ask->kind == AskKind::kChoice) {
    for (size_t i = 0; i < kept.choices.size(); ++i) draw_choice(ui, controller, i + 1, kept.choices[i]);
  } else if (step.ask && open) {
    if (controller.waits_for_cells()) {
      const size_t wanted = step.ask->kind == AskKind::kOrder  ? static_cast<size_t>(step.ask->count)
                            : step.ask->kind == AskKind::kEdge ? 2
                                                               : 1;
      if (wanted == 1) draw_dim("Click on the map.");
      if (wanted > 1) print_dim("Click on the map: {} of {} cells.", controller.picked().size(), wanted);
    }
    draw_field(ui, kept, controller);
  }
  for (const std::string& broken : controller.broken_limits()) text_colored_wrapped(theme().warn, broken);
  if (!open) return;
  if (step.builds()) {
    button(ui, "Done", "lesson.done", "lesson.done", "Checks what was built");
    ImGui::SameLine(0, ui.px(6));
  }
  if (!step.hint.empty() && !controller.hint_shown()) {
    button(ui, "Hint", "lesson.hint", "lesson.hint", "Shows the hint");
    ImGui::SameLine(0, ui.px(6));
  }
  const bool solves = !step.builds() || !step.after.empty();
  button(ui,
         !solves         ? "Go on without"
         : step.builds() ? "Show a solution"
                         : "Show the answer",
         "lesson.tell", "lesson.tell", "Goes on without an answer of your own: it does not count as right");
}

void draw_verdict(Ui& ui, const LessonTexts& kept, const LessonController& controller) {
  const LessonVerdict verdict = controller.verdict();
  const ImVec4& color = verdict == LessonVerdict::kRight ? theme().good : theme().warn;
  draw_marked(ui, kept.reason, color, "lesson.verdict");
  if (controller.hint_shown() && !controller.answer_state().done) {
    draw_dim("Hint");
    draw_marked(ui, kept.hint, theme().text, "lesson.hint_text");
  }
  draw_marked(ui, kept.because, theme().text, "lesson.because");
}

void draw_way(Ui& ui, const LessonController& controller) {
  const bool last = controller.step_index() + 1 == controller.lesson().steps.size();
  const float gap = ui.px(6);
  button(ui, "Back", "lesson.back", "lesson.back", "The step before",
         {.why_not =
              controller.step_index() == 0 && !controller.finished() ? "This is the first step" : std::string_view()});
  ImGui::SameLine(0, gap);
  if (!controller.finished()) {
    button(ui, "Reset", "lesson.reset", "lesson.reset", "The map as it was at the beginning of this step");
    ImGui::SameLine(0, gap);
  }
  button(ui, "Leave", "lesson.close", "lesson.close", "Opens the map again that was open before", {.keys = "Esc"});
  if (controller.finished()) return;
  ImGui::SameLine(0, gap);
  const ColorScope ground(ImGuiCol_Button, theme().accent_soft);
  button(ui, last ? "Finish" : "Next", "lesson.next", "lesson.next", last ? "Ends the lesson" : "The next step",
         {.width = kRestOfLine,
          .why_not = controller.may_go_on() ? std::string_view() : "Answer the question first",
          .keys = "Ctrl+Enter"});
}

// Draws the field for the student's name with a button beside it. Returns whether the button was pressed.
bool draw_name(Ui& ui, const char* button_text) {
  auto& name = ui.kept<StudentName>();
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(button_text).x - ui.px(26));
  const bool enter = ImGui::InputTextWithHint("##student", "your name", name.text.data(), name.text.size(),
                                              ImGuiInputTextFlags_EnterReturnsTrue);
  ui.mark("lesson.student");
  ImGui::SameLine(0, ui.px(6));
  return ImGui::Button(button_text) || enter;
}

// The map of some lessons depends on the student: the name is asked for before the first answer.
void draw_student(Ui& ui, const LessonController& controller) {
  if (!controller.lesson().by_student || controller.step_index() > 0 || controller.answer_state().tries > 0 ||
      controller.answer_state().done) {
    return;
  }
  if (controller.student().empty()) {
    text_colored_wrapped(theme().text_dim, "Some maps of this lesson are made from your name.");
  } else {
    text_colored_wrapped(theme().text_dim, Text("The maps are those of {}.", controller.student()).view());
  }
  if (draw_name(ui, "Set name")) ui.run(format_command({"lesson.student", {ui.kept<StudentName>().text.data()}}));
  describe(ui, "lesson.set_student", "Begins the lesson with the maps of this student");
  ImGui::Dummy({0, ui.px(2)});
}

// Says which planners of the learner's own the lesson needs, while they are not there.
void draw_needs(Ui& ui, const Lab& lab, const Lesson& lesson) {
  for (const LessonPlanner& planner : lesson.planners) {
    if (lab.state().row(planner.name) != nullptr) continue;
    text_colored_wrapped(
        theme().warn,
        Text("This lesson needs a planner of your own that is called {}: a program that you write.", planner.name)
            .view());
    ui.mark("lesson.needs.{}", planner.name);
    button(ui, "Add your own...", Text("lesson.add.{}", planner.name), "ui.show own_planners on",
           "Opens the list of planners of your own, which says how they are written");
    ImGui::Dummy({0, ui.px(2)});
  }
}

void draw_end(Ui& ui, const Lab& lab, const LessonController& controller) {
  print("The lesson is finished.");
  ui.mark("lesson.finished");
  if (controller.lesson().questions() > 0) {
    print("{} of {} right at the first try", controller.first_right(), controller.lesson().questions());
  }
  // The name of the file has the name of the student. A lesson that was made from it keeps it.
  const bool kept = controller.lesson().by_student;
  if (kept && !controller.student().empty())
    text_colored_wrapped(theme().text_dim, Text("Name: {}", controller.student()).view());
  if (kept ? ImGui::Button("Hand in") : draw_name(ui, "Hand in")) {
    const std::string name = kept ? controller.student() : std::string(ui.kept<StudentName>().text.data());
    std::string file = controller.lesson().id;
    for (const char c : name.empty() ? std::string() : "-" + name) {
      const auto byte = static_cast<unsigned char>(c);
      file += std::isalnum(byte) != 0 || c == '-' || byte >= 128 ? c : '_';
    }
    if (name != controller.student()) ui.run(format_command({"lesson.student", {name}}));
    ui.run(format_command({"lesson.hand_in", {lab.session().folder_for_saving() + "/" + file + ".json"}}));
  }
  describe(ui, "lesson.hand_in", "Writes the answers to a file in your folder, for whoever set the lesson");
  button(ui, "Begin again", "lesson.again", "lesson.reset all", "The first step, without the answers");
  ImGui::SameLine(0, ui.px(6));
  button(ui, "Other lessons", "lesson.others", "ui.show lessons on", "The list of lessons");
  ImGui::Dummy({0, ui.px(4)});
}

// Calls `draw` and returns the height of what it has drawn.
template <class Draw>
float height_of(Draw&& draw) {
  const float top = ImGui::GetCursorPosY();
  draw();
  return ImGui::GetCursorPosY() - top;
}

// Draws title, texts, question and verdict of the step into the rest of the panel.
void draw_step(Ui& ui, LessonTexts& kept, const LessonController& controller) {
  auto& parts = ui.kept<LessonParts>();
  const void* step = &controller.step();
  const bool open = controller.step().asks() && !controller.answer_state().done;
  const bool said = controller.verdict() != LessonVerdict::kNone || (controller.hint_shown() && open);
  if (parts.version != controller.version() || parts.step != step) {
    const bool another = parts.step != step;
    parts.version = controller.version();
    parts.step = step;
    parts.to_end = said;
    if (said || another) parts.scrolls = kScrollFrames;
    if (another) parts.texts = parts.question = parts.verdict = 0;
  }
  const float margin = ImGui::GetStyle().WindowPadding.y + 2 * ImGui::GetStyle().ItemSpacing.y + ui.px(6);
  const float room = ImGui::GetWindowHeight() - ImGui::GetCursorPosY() - margin;
  const auto draw_texts = [&] {
    text_colored_wrapped(theme().accent, controller.shown().title);
    ImGui::Dummy({0, ui.px(2)});
    draw_marked(ui, kept.texts, theme().text, "lesson.text");
  };
  const auto draw_asked = [&] {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    draw_question(ui, kept, controller);
    ui.dump().mark("lesson.asked", at.x, at.y, at.x + ImGui::GetContentRegionAvail().x, ImGui::GetCursorScreenPos().y);
  };
  const auto draw_said = [&] { draw_verdict(ui, kept, controller); };
  if (parts.texts + parts.question + parts.verdict <= room) {
    parts.texts = height_of(draw_texts);
    parts.question = height_of(draw_asked);
    parts.verdict = height_of(draw_said);
    return;
  }
  // An answered question scrolls with the texts, so that its reason has the whole panel.
  const float line = ImGui::GetTextLineHeightWithSpacing();
  const float spacing = ImGui::GetStyle().ItemSpacing.y;
  const float height = open ? std::max(room - parts.question - spacing, kLeastLines * line) : room;
  ImGui::BeginChild("texts", {0, std::floor(height)}, false, ImGuiWindowFlags_NavFlattened);
  parts.texts = height_of(draw_texts);
  if (!open) parts.question = height_of(draw_asked);
  const float top = ImGui::GetCursorPosY();
  parts.verdict = height_of(draw_said);
  if (parts.scrolls > 0) {
    --parts.scrolls;
    ImGui::SetScrollY(!parts.to_end ? 0 : parts.verdict > height ? top : ImGui::GetScrollMaxY());
  }
  ImGui::EndChild();
  ui.mark("lesson.texts");
  if (!open) return;
  const ImVec2 at = ImGui::GetItemRectMin(), end = ImGui::GetItemRectMax();
  ImGui::GetWindowDrawList()->AddLine({at.x, end.y}, {end.x, end.y}, to_u32(theme().border), ui.px(1));
  parts.question = height_of(draw_asked);
}

// `below_header`: the header of the section says which step it is.
void draw_lesson(Ui& ui, const Lab& lab, bool below_header) {
  const TooltipAboveScope above;
  const LessonController& controller = lesson_controller(lab);
  LessonTexts& kept = texts_of(ui, controller);
  const Lesson& lesson = controller.lesson();
  if (controller.finished()) {
    text_colored_wrapped(theme().text_dim, lesson.title);
    draw_end(ui, lab, controller);
    return draw_way(ui, controller);
  }
  if (!below_header || !is_low(ui)) {
    const Text place(", step {} of {}", controller.step_index() + 1, lesson.steps.size());
    const Text title("{}{}", lesson.title, below_header ? std::string_view() : place.view());
    text_colored_wrapped(theme().text_dim, title.view());
    ui.mark("lesson.title");
    ImGui::Dummy({0, ui.px(2)});
  }
  draw_student(ui, controller);
  draw_needs(ui, lab, lesson);
  draw_way(ui, controller);  // at the top, so that it is in sight however long the texts are
  ImGui::Dummy({0, ui.px(2)});
  draw_step(ui, kept, controller);
  ImGui::Dummy({0, ui.px(6)});
}

void draw_section(Ui& ui, const Lab& lab) {
  if (!lesson_controller(lab).is_open()) return;
  const LessonController& controller = lesson_controller(lab);
  const Text title("Lesson, step {} of {}###lesson", controller.step_index() + 1, controller.lesson().steps.size());
  if (section(ui, controller.finished() ? "Lesson###lesson" : title, "section.lesson")) {
    draw_lesson(ui, lab, true);
  }
}

bool shows_lesson(const Lab& lab) { return lesson_controller(lab).is_open(); }

// Draws a row for each lesson. `own`: they are opened by their files.
void draw_lesson_rows(Ui& ui, const LessonController& controller, std::span<const LessonEntry> lessons, bool own) {
  if (lessons.empty() || !ImGui::BeginTable(own ? "own" : "lessons", 3, ImGuiTableFlags_RowBg)) return;
  ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthStretch);
  ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthFixed);
  ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthFixed);
  for (const LessonEntry& entry : lessons) {
    const std::string& name = own ? entry.path : entry.id;
    const IdScope id(name.c_str());
    ImGui::TableNextColumn();
    constexpr ImGuiSelectableFlags kRow = ImGuiSelectableFlags_SpanAllColumns | ImGuiSelectableFlags_DontClosePopups;
    if (ImGui::Selectable(entry.title.c_str(), false, kRow)) {
      ui.run_for("lessons", format_command({"lesson.open", {name}}));
    }
    if (own && ImGui::IsItemHovered()) ImGui::SetTooltip("%s", entry.path.c_str());
    ui.mark("lessons.{}", own ? std::filesystem::path(entry.path).filename().string() : entry.id);
    ImGui::TableNextColumn();
    if (entry.minutes > 0) print_dim("{} min", entry.minutes);
    ImGui::TableNextColumn();
    draw_dim(controller.progress_text(entry.id));
  }
  ImGui::EndTable();
}

void draw_lessons(Ui& ui, const Lab& lab, DialogFrame& frame) {
  const LessonController& controller = lesson_controller(lab);
  const std::span<const LessonEntry> lessons = lesson_list();
  auto& own = ui.kept<std::vector<LessonEntry>>();
  if (frame.fresh) own = own_lessons(lab);
  if (lessons.empty()) draw_dim("No lessons lie in the folder of the program.");
  draw_lesson_rows(ui, controller, lessons, false);
  if (!own.empty()) {
    ImGui::Dummy({0, ui.px(6)});
    print_bold(ui, "Your own lessons");
    draw_lesson_rows(ui, controller, own, true);
  }
  frame.draw_problem(ui);
  ImGui::Dummy({0, ui.px(6)});
  if (frame.button(ui, "Close", "lessons.close", true)) ui.run("ui.show lessons off");
}

}  // namespace

FeaturePanel lesson_panel() {
  FeaturePanel panel{.feature = kLessonFeature.name, .tab = {}};
  panel.section = draw_section;
  panel.leads = true;
  panel.needs_room = shows_lesson;
  panel.presents = shows_lesson;
  panel.presented = [](Ui& ui, const Lab& lab) { draw_lesson(ui, lab, false); };
  return panel;
}

PanelDialog lessons_dialog() { return {"lessons", "Choose a lesson###lessons", 460, draw_lessons}; }

}  // namespace strata
