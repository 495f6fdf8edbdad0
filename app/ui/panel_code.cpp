#include "app/ui/panel_code.hpp"

#include <imgui.h>

#include <algorithm>
#include <cstdio>
#include <string_view>

#include "app/lab/lab.hpp"
#include "app/lab/query_desk.hpp"
#include "app/ui/event_labels.hpp"
#include "app/ui/feature_panel.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"

namespace strata {

void draw_code(Ui& ui, const Lab& lab, EventLabels& labels) {
  const Planner* planner = lab.query().traced_planner();
  if (planner == nullptr) {
    text_dim("No search is being stepped.");
    return;
  }
  const Playback& playback = lab.playback();
  const auto code = lab.query().pseudo_code().lines;
  const int current = playback.current_line();
  char line[48], mark[32];
  const Process* process = lab.query().process();
  const std::string_view title = process != nullptr ? process->title : planner->title;
  text_dim("%.*s", static_cast<int>(title.size()), title.data());
  ImGui::SameLine();
  ImGui::PushFont(ui.fonts().small);
  text_dim("click a line to set a breakpoint, F5 runs to it");
  ImGui::PopFont();
  tooltip(ui, "Stops at the next event that comes from this line, or that has passed it", {},
          "What a search looks at and leaves as it was is no event: nothing stops there");
  ImGui::BeginChild("code", {0, ImGui::GetTextLineHeightWithSpacing() * static_cast<float>(code.size())}, false,
                    ImGuiWindowFlags_HorizontalScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
  ImGui::PushFont(ui.fonts().mono);
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float gutter = ui.px(16);
  for (size_t i = 0; i < code.size(); ++i) {
    ImGui::PushID(static_cast<int>(i));
    const bool stop = playback.breakpoints().at(static_cast<uint8_t>(i));
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float height = ImGui::GetTextLineHeight();
    const float row_width = std::max(ImGui::GetContentRegionAvail().x, gutter + ImGui::CalcTextSize(code[i].data()).x);
    if (static_cast<int>(i) == current) {
      list->AddRectFilled({at.x, at.y - ui.px(1)}, {at.x + row_width, at.y + height + ui.px(2)},
                          to_u32(theme().accent_soft), ui.px(2));
      list->AddRectFilled({at.x, at.y - ui.px(1)}, {at.x + ui.px(2), at.y + height + ui.px(2)}, to_u32(theme().accent));
    }
    if (ImGui::InvisibleButton("line", {row_width, height})) {
      std::snprintf(line, sizeof line, "step.breakpoint %zu toggle", i);
      ui.run(line);
    }
    std::snprintf(mark, sizeof mark, "code.line.%zu", i);
    ui.dump().mark(mark);
    const bool hovered = ImGui::IsItemHovered();
    // A line that is cut off is told in full.
    if (hovered && gutter + ImGui::CalcTextSize(code[i].data()).x > ImGui::GetWindowWidth()) {
      std::string_view text = code[i];
      text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
      tooltip(ui, text, {});
    }
    if (stop || hovered) {
      list->AddCircleFilled({at.x + gutter * 0.5f + ui.px(1), at.y + height * 0.5f}, ui.px(4),
                            to_u32(theme().bad, stop ? 1.0f : 0.35f));
    }
    list->AddText({at.x + gutter, at.y},
                  to_u32(static_cast<int>(i) == current || hovered ? theme().text : theme().text_dim), code[i].data(),
                  code[i].data() + code[i].size());
    ImGui::PopID();
  }
  ImGui::PopFont();
  ImGui::EndChild();
  if (playback.current() != nullptr) {
    // Live values of the line.
    ImGui::PushFont(ui.fonts().mono);
    text_colored_wrapped(theme().accent, labels.text(lab, playback.cursor() - 1));
    ImGui::PopFont();
    ui.dump().mark("code.values");
  }
  bool told = false;
  for (const FeaturePanel& panel : feature_panels())
    told = told || (panel.stepped != nullptr && panel.stepped(ui, lab));
  if (!told) {
    char open[24], expanded[24];
    format_count(playback.counts().open, open, sizeof open);
    format_count(playback.counts().expanded, expanded, sizeof expanded);
    text_dim("open %s   expanded %s", open, expanded);
  }
  ImGui::Dummy({0, ui.px(4)});
}

}  // namespace strata
