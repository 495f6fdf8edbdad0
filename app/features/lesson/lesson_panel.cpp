#include "app/features/lesson/lesson_panel.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

#include "app/base/icons.hpp"
#include "app/features/lesson/lesson.hpp"
#include "app/features/lesson/lesson_list.hpp"
#include "app/features/lesson/lesson_question_panel.hpp"
#include "app/features/lesson/lesson_recorder.hpp"
#include "app/features/lesson/lesson_text_panel.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/user_exports.hpp"
#include "app/lesson/result_file.hpp"
#include "app/ui/dialog_frame.hpp"
#include "app/ui/feature_panel.hpp"
#include "app/ui/panel_dialog.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"

namespace strata {
namespace {

// The parsed texts of the step, updated when they change.
struct LessonTexts {
  uint64_t version = 0;
  std::vector<MarkupText> texts;
  std::vector<std::string> choices;
  std::vector<MarkupText> question, reason, hint, because;
  std::array<char, 200> typed{};  // an answer that the learner is typing
  size_t typed_step = 0;
};

struct StudentName {
  std::array<char, kMostStudentBytes + 1> text{};
  std::string problem;  // why the result was not handed in under the name; empty: it was, or nothing was tried
  std::string refused;  // the name to which the problem belongs
  bool focus = false;   // the field takes the keyboard in this frame
};

std::vector<MarkupText> one_text(const std::string& text) {
  std::vector<MarkupText> texts;
  if (!text.empty()) texts.emplace_back(text);
  return texts;
}

LessonTexts& texts_of(Ui& ui, const LessonController& controller) {
  LessonTexts& kept = ui.kept<LessonTexts>();
  if (kept.version == controller.version()) return kept;
  kept.version = controller.version();
  const StepPanelContent& shown = controller.shown();
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

// Heights of the parts of a step, as measured in the last frame. If they do not fit into the panel, what stands below
// the question scrolls, or the texts above it.
struct LessonPanelHeights {
  uint64_t version = 0;
  const void* step = nullptr;
  float texts = 0, question = 0, verdict = 0;  // heights, pixels; 0: unknown
  float unscrolled = 0;                        // height of the texts while they did not scroll; 0: they always have
  int scrolls = 0;                             // remaining frames in which the texts scroll to `to_end`
  // The texts scroll to their end, where the verdict is; false: to their beginning.
  bool to_end = false;
};

// Minimum height of the texts, in lines.
constexpr float kLeastLines = 3;
// Minimum heights of what scrolls below the question, in lines: the hint, and the reason once the question is answered.
constexpr float kHintLines = 5, kReasonLines = 6;
// Number of frames until the heights of all parts are known.
constexpr int kScrollFrames = 4;

void draw_marked(Ui& ui, const std::vector<MarkupText>& texts, const ImVec4& color, const char* name) {
  for (const MarkupText& text : texts) {
    text.draw(ui, color, name);
    ImGui::Dummy({0, ui.px(2)});
  }
}

void draw_question(Ui& ui, LessonTexts& kept, const LessonController& controller) {
  if (!controller.step().asks()) return;
  draw_marked(ui, kept.question, theme().text, "lesson.question");
  draw_answer(ui, controller, kept.choices, kept.typed);
}

void draw_verdict(Ui& ui, const LessonTexts& kept, const LessonController& controller) {
  const LessonVerdict verdict = controller.verdict();
  const ImVec4& color = verdict == LessonVerdict::kRight ? theme().good : theme().warn;
  for (const std::string& broken : controller.broken_limits()) text_colored_wrapped(theme().warn, broken);
  draw_marked(ui, kept.reason, color, "lesson.verdict");
  if (controller.hint_shown() && !controller.answer_state().done) {
    draw_dim("Hint");
    draw_marked(ui, kept.hint, theme().text, "lesson.hint_text");
  }
  draw_marked(ui, kept.because, theme().text, "lesson.because");
}

// Draws the buttons between the steps. All of them are there in every step and at the end, each in its place.
void draw_way(Ui& ui, const LessonController& controller) {
  const bool last = controller.step_index() + 1 == controller.lesson().steps.size();
  const float gap = ui.px(6);
  button(ui, "Back", "lesson.back", "lesson.back", "The step before",
         {.why_not =
              controller.step_index() == 0 && !controller.finished() ? "This is the first step" : std::string_view()});
  ImGui::SameLine(0, gap);
  button(ui, "Reset", "lesson.reset", "lesson.reset", "The map as it was at the beginning of this step");
  ImGui::SameLine(0, gap);
  button(ui, "Leave", "lesson.close", "lesson.close", "Opens the map again that was open before", {.keys = "Esc"});
  ImGui::SameLine(0, gap);
  const ColorScope ground(ImGuiCol_Button, theme().accent_soft);
  button(ui, last ? "Finish" : "Next", "lesson.next", "lesson.next", last ? "Ends the lesson" : "The next step",
         {.width = kRestOfLine,
          .why_not = controller.finished()    ? std::string_view("The lesson is finished")
                     : controller.may_go_on() ? std::string_view()
                                              : std::string_view("Answer the question first"),
          .keys = "Ctrl+Enter"});
}

// Draws the field for the student's name and a button beside it. Returns whether the button was pressed.
bool draw_name(Ui& ui, const char* button_text) {
  auto& name = ui.kept<StudentName>();
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(button_text).x - ui.px(26));
  if (std::exchange(name.focus, false)) ImGui::SetKeyboardFocusHere();
  const bool enter = ImGui::InputTextWithHint("##student", "your name", name.text.data(), name.text.size(),
                                              ImGuiInputTextFlags_EnterReturnsTrue);
  ui.mark("lesson.student");
  ImGui::SameLine(0, ui.px(6));
  return ImGui::Button(button_text) || enter;
}

// If the maps of the lesson depend on the student, asks for the name in the first step; before a class a presentation
// asks for nobody's. The field stays when the question is answered, so that nothing moves, but another name can be set
// only before.
void draw_student(Ui& ui, const LessonController& controller) {
  if (!controller.lesson().by_student || controller.step_index() > 0) return;
  const bool begun = controller.answer_state().tries > 0 || controller.answer_state().done;
  if (controller.student().empty()) {
    text_colored_wrapped(theme().text_dim, "Maps or numbers of this lesson are made from your name.");
  } else {
    text_colored_wrapped(theme().text_dim, Text("The maps and numbers are those of {}.", controller.student()).view());
  }
  const DisabledScope disabled(ui, !begun, "the lesson has begun: begin it again first");
  if (draw_name(ui, "Set name")) ui.run(format_command({"lesson.student", {ui.kept<StudentName>().text.data()}}));
  describe(ui, "lesson.set_student", "Begins the lesson with the maps and numbers of this student");
  ImGui::Dummy({0, ui.px(2)});
}

// Says which of the learner's planners are missing that the lesson needs.
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

// Hands the result in under this name. Without a name, or with one that is refused, the field for it takes the
// keyboard.
void hand_in(Ui& ui, const Lab& lab, const LessonController& controller, const std::string& name) {
  auto& field = ui.kept<StudentName>();
  const bool missing = name.empty() && !controller.lesson().by_student;
  field.problem = missing ? "Type your name first: the result is handed in under it." : why_not_student(name);
  if (!missing && !field.problem.empty()) field.problem = fmt::format("Not handed in: {}.", field.problem);
  field.refused = name;
  field.focus = !field.problem.empty();
  if (field.focus) return;
  if (name != controller.student()) ui.run(format_command({"lesson.student", {name}}));
  const std::string file = result_file_name(controller.lesson().id, name);
  ui.run(format_command({"lesson.hand_in", {fmt::format("{}/{}", export_folder(lab, ".json"), file)}}));
}

// Draws a button that opens the lesson after this one in the list, if there is one.
void draw_next_lesson(Ui& ui, const LessonController& controller) {
  const std::span<const LessonEntry> lessons = lesson_list();
  const auto now = std::ranges::find(lessons, controller.lesson().file, &LessonEntry::path);
  if (now == lessons.end() || now + 1 == lessons.end()) return;
  const ColorScope ground(ImGuiCol_Button, theme().accent_soft);
  button(ui, "Next lesson", "lesson.following", format_command({"lesson.open", {(now + 1)->id}}), (now + 1)->title,
         {.width = kRestOfLine});
}

void draw_end(Ui& ui, const Lab& lab, const LessonController& controller) {
  print("The lesson is finished.");
  ui.mark("lesson.finished");
  if (controller.lesson().questions() > 0) {
    print("{} of {} right at the first try", controller.first_right(), controller.lesson().questions());
  }
  // The proposed file name must contain the student's name. In a lesson by student it is known already.
  const bool kept = controller.lesson().by_student;
  if (kept && !controller.student().empty())
    text_colored_wrapped(theme().text_dim, Text("Name: {}", controller.student()).view());
  if (kept ? ImGui::Button("Hand in") : draw_name(ui, "Hand in")) {
    const std::string name = kept ? controller.student() : std::string(ui.kept<StudentName>().text.data());
    hand_in(ui, lab, controller, name);
  }
  describe(ui, "lesson.hand_in", "Writes the answers to a file in your folder, for whoever set the lesson");
  const auto& name = ui.kept<StudentName>();
  if (!name.problem.empty() && name.refused == name.text.data()) {
    text_colored_wrapped(theme().warn, name.problem);
    ui.mark("lesson.name_problem");
  } else if (!controller.handed_in().empty()) {
    text_colored_wrapped(theme().text_dim, Text("The result was written to {}", controller.handed_in()).view());
    ui.mark("lesson.handed_in");
  }
  draw_next_lesson(ui, controller);
  button(ui, "Begin again", "lesson.again", "lesson.reset all", "The first step, without the answers");
  ImGui::SameLine(0, ui.px(6));
  button(ui, "Other lessons", "lesson.others", "ui.show lessons on", "The list of lessons");
  ImGui::Dummy({0, ui.px(4)});
}

// Calls `draw`, and returns the height of what it has drawn.
template <class Draw>
float height_of(Draw&& draw) {
  const float top = ImGui::GetCursorPosY();
  draw();
  return ImGui::GetCursorPosY() - top;
}

// Draws title, texts, question and verdict of the step into the rest of the panel. The field for the name scrolls with
// the texts, as a question with its buttons fills a low panel.
void draw_step(Ui& ui, LessonTexts& kept, const LessonController& controller, bool asks_name) {
  auto& parts = ui.kept<LessonPanelHeights>();
  const void* step = &controller.step();
  const bool open = controller.step().asks() && !controller.answer_state().done;
  const bool said = controller.verdict() != LessonVerdict::kNone || (controller.hint_shown() && open) ||
                    !controller.broken_limits().empty();
  if (parts.version != controller.version() || parts.step != step) {
    const bool another = parts.step != step;
    parts.version = controller.version();
    parts.step = step;
    parts.to_end = said;
    if (said || another) parts.scrolls = kScrollFrames;
    if (another) parts.texts = parts.question = parts.verdict = parts.unscrolled = 0;
  }
  const float margin = ImGui::GetStyle().WindowPadding.y + 2 * ImGui::GetStyle().ItemSpacing.y + ui.px(6);
  const float room = ImGui::GetWindowHeight() - ImGui::GetCursorPosY() - margin;
  const auto draw_texts = [&] {
    if (asks_name) draw_student(ui, controller);
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
    parts.texts = parts.unscrolled = height_of(draw_texts);
    parts.question = height_of(draw_asked);
    parts.verdict = height_of(draw_said);
    return;
  }
  const float line = ImGui::GetTextLineHeightWithSpacing();
  const float spacing = ImGui::GetStyle().ItemSpacing.y;
  // The question stays in place when a verdict comes: the verdict scrolls in the room below it, if that is enough.
  if (parts.texts + parts.question + (open ? kHintLines : kReasonLines) * line <= room) {
    parts.texts = parts.unscrolled = height_of(draw_texts);
    parts.question = height_of(draw_asked);
    ImGui::BeginChild("said", {0, std::floor(room - parts.texts - parts.question - spacing)}, false,
                      ImGuiWindowFlags_NavFlattened);
    if (parts.scrolls > 0) {
      --parts.scrolls;
      ImGui::SetScrollY(0);
    }
    parts.verdict = height_of(draw_said);
    ImGui::EndChild();
    return;
  }
  // Otherwise the verdict scrolls together with the texts. Once the question is answered, it scrolls with them, too, so
  // that its explanation has the full height.
  const float most = room - parts.question - spacing;
  const float natural = parts.unscrolled > 0 ? parts.unscrolled - spacing : most;
  const float height = open ? std::max(std::min(most, std::max(natural, parts.verdict)), kLeastLines * line) : room;
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

// `below_header`: the number of the step is not drawn, as the header of the section shows it.
void draw_lesson(Ui& ui, const Lab& lab, bool below_header) {
  const LessonController& controller = lesson_controller(lab);
  LessonTexts& kept = texts_of(ui, controller);
  const Lesson& lesson = controller.lesson();
  if (!below_header || !is_low_panel(ui)) {
    const Text place(", step {} of {}", controller.step_index() + 1, lesson.steps.size());
    const Text title("{}{}", lesson.title, below_header ? std::string_view() : place.view());
    text_colored_wrapped(theme().text_dim, title.view());
    ui.mark("lesson.title");
    ImGui::Dummy({0, ui.px(2)});
  }
  // The buttons between steps are at the top, above all that comes and goes, so that they stay in place and are visible
  // however long the texts are.
  draw_way(ui, controller);
  ImGui::Dummy({0, ui.px(2)});
  if (controller.finished()) return draw_end(ui, lab, controller);
  draw_needs(ui, lab, lesson);
  draw_step(ui, kept, controller, !lab.state().presentation);
  ImGui::Dummy({0, ui.px(6)});
}

void draw_section(Ui& ui, const Lab& lab) {
  const LessonController& controller = lesson_controller(lab);
  if (!controller.is_open()) return;
  if (lab.state().presentation) return draw_lesson(ui, lab, false);
  const Text title("Lesson, step {} of {}###lesson", controller.step_index() + 1, controller.lesson().steps.size());
  if (section(ui, controller.finished() ? "Lesson###lesson" : title, "section.lesson")) {
    draw_lesson(ui, lab, true);
  }
}

// Returns the text of the step. It names the comparison if it hides or shows the table or switches a planner on, the
// legend if it switches a layer on.
std::optional<OpenText> text_of_step(const Lab& lab) {
  const LessonController& controller = lesson_controller(lab);
  if (!controller.is_open()) return {};
  OpenText named;
  const LessonStep& step = controller.step();
  for (const auto* actions : {&step.before, &step.after}) {
    for (const LessonAction& action : *actions) {
      const std::vector<std::string>& words = action.command.args;
      if (action.kind != LessonAction::Kind::kCommand) {
        named.comparison = named.comparison || std::ranges::find(words, "table") != words.end();
      } else if (words.size() == 2 && words[1] == "on") {
        named.comparison = named.comparison || action.command.name == "planner.show";
        named.legend = named.legend || action.command.name == "layer";
      }
    }
  }
  return named;
}

// The lessons of the user, and the file that the recorder had saved last when they were read.
struct OwnLessons {
  std::vector<LessonEntry> lessons;
  std::string saved;
};

// Returns the lessons of the user. `again`: their files are read again, as also when the recorder has saved one.
std::span<const LessonEntry> own_lessons_now(Ui& ui, const Lab& lab, bool again) {
  auto& own = ui.kept<OwnLessons>();
  if (again || own.saved != lesson_recorder(lab).saved()) own = {own_lessons(lab), lesson_recorder(lab).saved()};
  return own.lessons;
}

// Calls rows(lessons, own) for each group of lessons, below its title. `own`: they are files of the user.
template <class Rows>
void draw_lesson_groups(Ui& ui, std::span<const LessonEntry> own, Rows&& rows) {
  const std::span<const LessonEntry> lessons = lesson_list();
  if (lessons.empty()) draw_dim("No lessons lie in the folder of the program.");
  for (size_t begin = 0; begin < lessons.size();) {
    const auto other = [&](const LessonEntry& entry) { return entry.group != lessons[begin].group; };
    const auto end = static_cast<size_t>(std::ranges::find_if(lessons.subspan(begin), other) - lessons.begin());
    if (!lessons[begin].group.empty()) print_bold(ui, "{}", lessons[begin].group);
    rows(lessons.subspan(begin, end - begin), false);
    begin = end;
  }
  if (own.empty()) return;
  ImGui::Dummy({0, ui.px(6)});
  print_bold(ui, "Your own lessons");
  rows(own, true);
}

// Returns the name of a lesson in the UI dump: its id, or the name of the user's file.
std::string_view row_name(const LessonEntry& entry, bool own) {
  return own ? file_title(entry.path) : std::string_view(entry.id);
}

// Widths of the last columns of the list, the same in all its groups.
struct LessonColumns {
  float minutes = 0, progress = 0;
};

void widen(LessonColumns& columns, const LessonController& controller, std::span<const LessonEntry> lessons) {
  for (const LessonEntry& entry : lessons) {
    columns.minutes = std::max(columns.minutes, text_width(Text("{} min", entry.minutes)));
    columns.progress = std::max(columns.progress, text_width(controller.progress_text(entry.record)));
  }
}

// Draws a row for each lesson. `own`: the lessons are files of the user, which a row opens by path.
void draw_lesson_rows(Ui& ui, const LessonController& controller, std::span<const LessonEntry> lessons, bool own,
                      const LessonColumns& columns) {
  if (lessons.empty() || !ImGui::BeginTable(own ? "own" : lessons[0].id.c_str(), 4, ImGuiTableFlags_RowBg)) return;
  ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthFixed, ui.px(18));
  ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthStretch);
  ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthFixed, columns.minutes);
  ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthFixed, columns.progress);
  for (const LessonEntry& entry : lessons) {
    const std::string& name = own ? entry.path : entry.id;
    const IdScope id(name.c_str());
    ImGui::TableNextColumn();
    if (controller.finished_before(entry.record)) {
      draw_text(theme().good, ui.fonts().icons ? icon::kCheck : "+");
      describe(ui, Text("lessons.done.{}", entry.id), "Finished");
    }
    ImGui::TableNextColumn();
    constexpr ImGuiSelectableFlags kRow = ImGuiSelectableFlags_SpanAllColumns | ImGuiSelectableFlags_DontClosePopups;
    if (ImGui::Selectable(entry.title.c_str(), false, kRow)) {
      ui.run_for("lessons", format_command({"lesson.open", {name}}));
    }
    if (own && ImGui::IsItemHovered()) ImGui::SetTooltip("%s", entry.path.c_str());
    ui.mark("lessons.{}", row_name(entry, own));
    ImGui::TableNextColumn();
    if (entry.minutes > 0) {
      print_dim("{} min", entry.minutes);
      ui.mark("lessons.minutes.{}", row_name(entry, own));
    }
    ImGui::TableNextColumn();
    draw_dim(controller.progress_text(entry.record));
  }
  ImGui::EndTable();
}

void draw_lessons(Ui& ui, const Lab& lab, DialogFrame& frame) {
  const LessonController& controller = lesson_controller(lab);
  const std::span<const LessonEntry> own_lessons = own_lessons_now(ui, lab, frame.fresh);
  LessonColumns columns;
  widen(columns, controller, lesson_list());
  widen(columns, controller, own_lessons);
  draw_lesson_groups(ui, own_lessons, [&](std::span<const LessonEntry> lessons, bool own) {
    draw_lesson_rows(ui, controller, lessons, own, columns);
  });
  frame.draw_problem(ui);
  ImGui::Dummy({0, ui.px(6)});
  if (frame.button(ui, "Close", "lessons.close", true)) ui.run("ui.show lessons off");
  ImGui::SameLine();
  if (frame.button(ui, "Record a lesson", "lessons.record", false)) ui.run_for("lessons", "lesson.record.start");
}

// Draws a row of two lines for each lesson: its title; minutes, and how far the learner is.
void draw_narrow_rows(Ui& ui, const LessonController& controller, std::span<const LessonEntry> lessons, bool own) {
  const float pad = ui.px(6), line = ImGui::GetTextLineHeight(), mark = ui.px(18);
  ImDrawList* list = ImGui::GetWindowDrawList();
  for (const LessonEntry& entry : lessons) {
    const IdScope id(entry.path.c_str());
    const bool open = controller.is_open() && controller.lesson().file == entry.path;
    const ImVec2 at = ImGui::GetCursorScreenPos(), below(at.x + pad, at.y + pad / 2 + line);
    const float room = ImGui::GetContentRegionAvail().x - 2 * pad;
    if (ImGui::Selectable("##lesson", open, 0, {0, 2 * line + pad})) {
      ui.run(format_command({"lesson.open", {own ? entry.path : entry.id}}));
    }
    describe(ui, Text("learn.{}", row_name(entry, own)), entry.title, {},
             "Click to open the lesson; what is open now comes back");
    add_text(list, ui.fonts().text, {at.x + pad, at.y + pad / 2}, to_u32(theme().text), shortened(entry.title, room));
    const bool done = controller.finished_before(entry.record);
    if (done) {
      add_text(list, ui.fonts().text, below, to_u32(theme().good), ui.fonts().icons ? icon::kCheck : "+");
      ui.dump().mark(Text("learn.done.{}", row_name(entry, own)), below.x, below.y, below.x + mark, below.y + line);
    }
    Text words("");
    if (entry.minutes > 0) words.add("{} min", entry.minutes);
    const std::string progress = controller.progress_text(entry.record);
    if (!progress.empty()) words.add("{}{}", entry.minutes > 0 ? ", " : "", progress);
    const FontScope small(ui.fonts().small);
    add_text(list, ui.fonts().small, {below.x + (done ? mark : 0), below.y}, to_u32(theme().text_dim),
             shortened(words, room - mark));
  }
}

// Draws the tab of the left panel with the lessons in their groups, and those of the user.
void draw_lessons_tab(Ui& ui, Lab& lab) {
  const LessonController& controller = lesson_controller(lab);
  const std::span<const LessonEntry> own_lessons = own_lessons_now(ui, lab, ImGui::IsWindowAppearing());
  draw_lesson_groups(ui, own_lessons, [&](std::span<const LessonEntry> lessons, bool own) {
    draw_narrow_rows(ui, controller, lessons, own);
  });
  ImGui::Dummy({0, ui.px(4)});
  const LessonRecorder& recorder = lesson_recorder(lab);
  button(ui, "Record a lesson", "learn.record", "lesson.record.start", "Records what you do as a lesson of your own",
         {.width = kRestOfLine,
          .why_not = recorder.recording()   ? std::string_view("a lesson is being recorded")
                     : controller.is_open() ? std::string_view("a lesson is open: leave it first")
                                            : std::string_view()});
}

}  // namespace

FeaturePanel lesson_panel() {
  FeaturePanel panel{.feature = kLessonFeature.name,
                     .tab = {"Lessons", "tab.lessons", "Lessons of ten minutes, with questions and tasks",
                             LeftPanelSection::kLearn, draw_lessons_tab}};
  panel.section = draw_section;
  panel.place = kFirstPlace;
  panel.text = text_of_step;
  return panel;
}

PanelDialog lessons_dialog() { return {"lessons", "Choose a lesson###lessons", 580, draw_lessons}; }

}  // namespace strata
