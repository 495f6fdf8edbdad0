#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <filesystem>
#include <string>

#include "app/features/lesson/lesson.hpp"
#include "app/features/lesson/lesson_panel.hpp"
#include "app/features/lesson/lesson_recorder.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/user_exports.hpp"
#include "app/ui/feature_panel.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"

namespace strata {
namespace {

using TextField = std::array<char, 2001>;

// The fields for the texts of the present step.
constexpr std::array<std::array<const char*, 2>, 7> kTexts = {{{"title", "Title"},
                                                               {"text", "Text"},
                                                               {"question", "Question"},
                                                               {"answer", "Right answer"},
                                                               {"wrong", "Wrong answer"},
                                                               {"hint", "Hint"},
                                                               {"reason", "Reason"}}};
constexpr size_t kTextsWithoutQuestion = 2;

struct RecorderFields {
  std::array<char, 120> title{}, file{};
  std::array<TextField, kTexts.size()> texts{};
  TextField lesson{};
};

// Draws the field of a text. The text is written as soon as its field is left.
void draw_text_field(Ui& ui, const char* name, const char* title, TextField& typed, const std::string& recorded) {
  setting_row(ui, title);
  ImGui::InputText(Text("##{}", name), typed.data(), typed.size());
  const bool left = ImGui::IsItemDeactivatedAfterEdit(), active = ImGui::IsItemActive();
  ui.mark("record.write.{}", name);
  if (left) ui.run(format_command({"lesson.record.write", {name, typed.data()}}));
  // A field that nobody types into shows what is recorded.
  if (!left && !active) std::snprintf(typed.data(), typed.size(), "%s", recorded.c_str());
}

// Draws the fields for the texts of the step, and whether its answer is hidden.
void draw_texts(Ui& ui, RecorderFields& fields, const RecordedStep& step) {
  const RecordedTexts& own = step.texts;
  const std::array<const std::string*, kTexts.size()> values = {&step.title, &own.text, &own.question, &own.answer,
                                                                &own.wrong,  &own.hint, &own.reason};
  for (size_t i = 0; i < (step.asks ? kTexts.size() : kTextsWithoutQuestion); ++i) {
    draw_text_field(ui, kTexts[i][0], kTexts[i][1], fields.texts[i], *values[i]);
  }
  if (step.asks) {
    switch_box(ui, "Hide the answer", "record.hide", "lesson.record.write hide", step.hides,
               "The comparison and what the search does next are hidden until the question is answered");
  }
}

// Draws a field with a button to its right. Returns whether the button was pressed.
bool draw_field_and_button(Ui& ui, const char* id, const char* hint, std::array<char, 120>& text, const char* name,
                           const char* button_text) {
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(button_text).x - ui.px(26));
  const bool enter = ImGui::InputTextWithHint(id, hint, text.data(), text.size(), ImGuiInputTextFlags_EnterReturnsTrue);
  ui.mark("{}", name);
  ImGui::SameLine(0, ui.px(6));
  return ImGui::Button(button_text) || enter;
}

// Returns the text with a hyphen in place of everything but letters and digits.
std::string file_name_of(std::string_view text) {
  std::string name;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    name += std::isalnum(byte) != 0 || c == '-' || byte >= 128 ? c : '-';
  }
  return name;
}

// Returns the file name of a new recording: "my-first-lesson" for the title "My first lesson".
std::string file_name_of_title(const std::string& title) {
  std::string name = file_name_of(title);
  for (char& c : name) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  name.erase(std::unique(name.begin(), name.end(), [](char a, char b) { return a == '-' && b == '-'; }), name.end());
  while (name.ends_with('-')) name.pop_back();
  if (name.starts_with('-')) name.erase(0, 1);
  return name.empty() ? "lesson" : name;
}

// Returns the file to save the recording in. If no name was typed it is the file of the last time, or a new one that is
// named after the title of the lesson.
std::string file_to_save(const RecorderFields& fields, const Lab& lab) {
  const std::string name = file_name_of(fields.file.data());
  const std::string& saved = lesson_recorder(lab).saved();
  if (name.empty() && !saved.empty()) return saved;
  const auto path = [&](const std::string& title) { return export_folder(lab, ".lesson") + "/" + title + ".lesson"; };
  if (!name.empty()) return path(name);
  const std::string title = file_name_of_title(lesson_recorder(lab).recorded().title);
  std::string free = path(title);
  std::error_code ignored;
  for (int i = 2; std::filesystem::exists(free, ignored); ++i) free = path(fmt::format("{}-{}", title, i));
  return free;
}

// Draws the button that plays what was recorded. It is saved first, as lessons are files.
void draw_play(Ui& ui, const RecorderFields& fields, const Lab& lab) {
  if (!button(ui, "Play", "record.play", {}, "Saves the lesson and opens it, as a learner sees it")) return;
  const std::string file = file_to_save(fields, lab);
  if (lesson_recorder(lab).recording()) ui.run("lesson.record.stop");
  ui.run(format_command({"lesson.record.save", {file}}));
  ui.run(format_command({"lesson.open", {file}}));
}

void draw_recorder(Ui& ui, const Lab& lab) {
  const LessonRecorder& recorder = lesson_recorder(lab);
  if (!recorder.recording() && (recorder.empty() || lesson_controller(lab).is_open())) return;
  if (!section(ui, "Recorded lesson", "section.record")) return;
  auto& fields = ui.kept<RecorderFields>();
  const RecordedStep& last = recorder.recorded().steps.back();
  if (recorder.recording()) {
    text_colored_wrapped(theme().warn, "What you do is recorded.");
    Text now("Step {}", recorder.recorded().steps.size());
    // A step without a title of its own is named after its number.
    if (last.title != now.view()) now.add(": {}", last.title);
    if (last.asks) now.add(", with a question");
    text_colored_wrapped(theme().text_dim, now.view());
    ui.mark("record.step_now");
    draw_texts(ui, fields, last);
    if (draw_field_and_button(ui, "##next_title", "title of the next step", fields.title, "record.title", "New step")) {
      const std::string title = fields.title.data();
      ui.run(title.empty() ? std::string("lesson.record.step") : format_command({"lesson.record.step", {title}}));
      fields.title = {};
    }
    describe(ui, "record.step", "What you do from now on belongs to another step");
    button(ui, "Ask here", "record.ask", "lesson.record.ask",
           "Puts a question here; what comes next is done once it is answered",
           {.why_not = last.asks ? std::string_view("this step has a question") : std::string_view()});
    ImGui::SameLine(0, ui.px(6));
    button(ui, "Stop", "record.stop", "lesson.record.stop", "Records nothing more");
    ImGui::SameLine(0, ui.px(6));
    draw_play(ui, fields, lab);
  } else {
    const size_t steps = recorder.recorded().steps.size();
    print_dim("{} {} recorded.", counted(steps, "step"), steps == 1 ? "was" : "were");
    draw_texts(ui, fields, last);
    button(ui, "Record again", "record.start", "lesson.record.start", "Begins another recording in place of this one");
    ImGui::SameLine(0, ui.px(6));
    draw_play(ui, fields, lab);
    ImGui::SameLine(0, ui.px(6));
    button(ui, "Discard", "record.discard", "lesson.record.discard",
           "Forgets the recording and closes this section; a file that was saved stays");
  }
  draw_text_field(ui, "lesson", "Lesson title", fields.lesson, recorder.recorded().title);
  if (draw_field_and_button(ui, "##file", "name of the file", fields.file, "record.file", "Save")) {
    ui.run(format_command({"lesson.record.save", {file_to_save(fields, lab)}}));
  }
  describe(ui, "record.save", "Writes a .lesson file to your folder; texts that were left empty get placeholders");
  ImGui::Dummy({0, ui.px(6)});
}

}  // namespace

FeaturePanel lesson_recorder_panel() {
  FeaturePanel panel{.feature = kLessonRecorderFeature.name, .tab = {}};
  panel.section = draw_recorder;
  panel.place = kFirstPlace;
  return panel;
}

}  // namespace strata
