#include <imgui.h>

#include <array>
#include <cctype>
#include <string>

#include "app/features/lesson/lesson_panel.hpp"
#include "app/features/lesson/lesson_recorder.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/session.hpp"
#include "app/ui/feature_panel.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"

namespace strata {
namespace {

struct RecorderFields {
  std::array<char, 120> title{}, file{};
};

// Draws a field with a button to its right. Returns whether the button was pressed.
bool draw_field_and_button(Ui& ui, const char* id, const char* hint, std::array<char, 120>& text, const char* name,
                           const char* button_text) {
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(button_text).x - ui.px(26));
  const bool enter = ImGui::InputTextWithHint(id, hint, text.data(), text.size(), ImGuiInputTextFlags_EnterReturnsTrue);
  ui.mark("{}", name);
  ImGui::SameLine(0, ui.px(6));
  return ImGui::Button(button_text) || enter;
}

void draw_recorder(Ui& ui, const Lab& lab) {
  const LessonRecorder& recorder = lesson_recorder(lab);
  if (!recorder.recording() && recorder.empty()) return;
  if (!section(ui, "Recorded lesson", "section.record")) return;
  auto& fields = ui.kept<RecorderFields>();
  const RecordedStep& last = recorder.recorded().steps.back();
  if (recorder.recording()) {
    text_colored_wrapped(theme().warn, "What you do is recorded.");
    text_colored_wrapped(theme().text_dim, Text("Step {}: {}{}", recorder.recorded().steps.size(), last.title,
                                                last.asks ? ", with a question" : "")
                                               .view());
    ui.mark("record.step_now");
    if (draw_field_and_button(ui, "##title", "title of the next step", fields.title, "record.title", "New step")) {
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
  } else {
    print_dim("{} steps were recorded.", recorder.recorded().steps.size());
    button(ui, "Record again", "record.start", "lesson.record.start", "Begins another recording in place of this one");
  }
  if (draw_field_and_button(ui, "##file", "name of the lesson", fields.file, "record.file", "Save")) {
    std::string name;
    for (const char* c = fields.file.data(); *c != 0; ++c) {
      const auto byte = static_cast<unsigned char>(*c);
      name += std::isalnum(byte) != 0 || *c == '-' || byte >= 128 ? *c : '-';
    }
    if (name.empty()) name = "lesson";
    ui.run(format_command({"lesson.record.save", {lab.session().folder_for_saving() + "/" + name + ".lesson"}}));
  }
  describe(ui, "record.save", "Writes a .lesson file to your folder; texts and questions are filled in with an editor");
  ImGui::Dummy({0, ui.px(6)});
}

}  // namespace

FeaturePanel lesson_recorder_panel() {
  FeaturePanel panel{.feature = kLessonRecorderFeature.name, .tab = {}};
  panel.section = draw_recorder;
  panel.leads = true;
  return panel;
}

}  // namespace strata
