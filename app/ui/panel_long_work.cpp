#include "app/ui/panel_long_work.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/lab/long_work.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"

namespace strata {

void draw_work_bar(Ui& ui, double progress, double seconds) {
  const double phase = std::fmod(seconds, 2.0);
  const auto swing = static_cast<float>(phase < 1 ? phase : 2 - phase);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, height = ui.px(6);
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(at, {at.x + width, at.y + height}, to_u32(theme().field), ui.px(3));
  const float from = progress > 0 ? 0 : swing * 0.75f * width;
  const float to = progress > 0 ? static_cast<float>(progress) * width : from + 0.25f * width;
  list->AddRectFilled({at.x + from, at.y}, {at.x + to, at.y + height}, to_u32(theme().accent), ui.px(3));
  ImGui::Dummy({width, height + ui.px(8)});
}

bool draw_long_work(Ui& ui, const LongWorkStatus& work, float width, float height) {
  constexpr ImGuiWindowFlags kFlags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                      ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_AlwaysAutoResize;
  const float wide = std::min(ui.px(420), width - ui.px(16));
  ImGui::SetNextWindowPos({width / 2, height / 2}, ImGuiCond_Always, {0.5f, 0.5f});
  ImGui::SetNextWindowSize({wide, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {ui.px(16), ui.px(14)});
  // The Esc key stops the work even if a text field has the focus, such as that of the command search.
  bool stops = ImGui::IsKeyPressed(ImGuiKey_Escape, false);
  if (ImGui::Begin("##long_work", nullptr, kFlags)) {
    ImGui::PushTextWrapPos(0);
    draw_text(work.title.empty() ? std::string_view("At work") : work.title);
    print_dim("At work for {:.0f} s. The window goes on once it is done.", std::floor(work.seconds));
    ImGui::PopTextWrapPos();
    ImGui::Dummy({0, ui.px(4)});
    draw_work_bar(ui, 0, work.seconds);
    if (work.can_stop) {
      stops |= ImGui::Button("Stop", {std::max(ui.px(96), text_width("Stop") + ui.px(24)), 0});
      ui.mark("work.stop");
    }
  }
  ImGui::End();
  ImGui::PopStyleVar();
  return stops;
}

}  // namespace strata
