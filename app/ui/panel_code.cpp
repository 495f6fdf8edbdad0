#include "app/ui/panel_code.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <string_view>

#include "app/base/key_bindings.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/query_desk.hpp"
#include "app/playback/playback.hpp"
#include "app/ui/event_labels.hpp"
#include "app/ui/feature_panel.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"

namespace strata {

void draw_code_lines(Ui& ui, const Lab& lab) {
  const Playback& playback = lab.playback();
  const auto code = lab.query().pseudo_code().lines;
  const int current = current_line(playback);
  ImFont* font = ImGui::GetFont();
  const float size = ImGui::GetFontSize(), gutter = std::round(size * 1.2f), gap = std::round(size * 0.14f);
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float width = ImGui::GetContentRegionAvail().x;
  char line[48], mark[32];
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, gap});
  for (size_t i = 0; i < code.size(); ++i) {
    ImGui::PushID(static_cast<int>(i));
    const std::string_view text = code[i];
    const size_t blanks = std::min(text.find_first_not_of(' '), text.size());
    const char* begin = text.data() + blanks;
    const char* end = text.data() + text.size();
    const float indent = font->CalcTextSizeA(size, 1e9f, 0, text.data(), begin).x;
    const float room = std::max(width - gutter - indent, size * 4);
    const float height = std::max(font->CalcTextSizeA(size, 1e9f, room, begin, end).y, size);
    const bool stop = playback.breakpoints().at(static_cast<uint8_t>(i));
    const bool at_work = static_cast<int>(i) == current;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    if (at_work) {
      list->AddRectFilled({at.x, at.y - gap * 0.5f}, {at.x + width, at.y + height + gap * 0.5f},
                          to_u32(theme().accent_soft), ui.px(2));
      list->AddRectFilled({at.x, at.y - gap * 0.5f}, {at.x + ui.px(2), at.y + height + gap * 0.5f},
                          to_u32(theme().accent));
    }
    if (ImGui::InvisibleButton("line", {width, height})) {
      std::snprintf(line, sizeof line, "step.breakpoint %zu toggle", i);
      ui.run(line);
    }
    std::snprintf(mark, sizeof mark, "code.line.%zu", i);
    ui.dump().mark(mark);
    const bool hovered = ImGui::IsItemHovered();
    if (stop || hovered) {
      list->AddCircleFilled({at.x + gutter * 0.5f + ui.px(1), at.y + size * 0.55f}, size * 0.3f,
                            to_u32(theme().bad, stop ? 1.0f : 0.35f));
    }
    list->AddText(font, size, {at.x + gutter + indent, at.y},
                  to_u32(at_work || hovered ? theme().text : theme().text_dim), begin, end, room);
    ImGui::PopID();
  }
  ImGui::PopStyleVar();
}

namespace {

struct BreakpointHint {
  uint64_t keys = 0;  // with which it was put together
  std::string text;
};

}  // namespace

void draw_code(Ui& ui, const Lab& lab, EventLabels& labels) {
  const Planner* planner = lab.query().traced_planner();
  if (planner == nullptr) {
    text_dim("No search is being stepped.");
    return;
  }
  const Playback& playback = lab.playback();
  const Process* process = lab.query().process();
  const std::string_view title = process != nullptr ? process->title : lab.state().names.title(*planner);
  text_dim("%.*s", static_cast<int>(title.size()), title.data());
  ImGui::SameLine();
  ImGui::PushFont(ui.fonts().small);
  BreakpointHint& kept = ui.kept<BreakpointHint>();
  if (kept.keys != key_bindings_version() || kept.text.empty()) {
    const std::string_view keys = bound_keys("step.run");
    kept = {key_bindings_version(),
            "click a line to set a breakpoint" + (keys.empty() ? std::string() : fmt::format(", {} runs to it", keys))};
  }
  const std::string& hint = kept.text;
  const bool fits = ImGui::CalcTextSize(hint.c_str()).x <= ImGui::GetContentRegionAvail().x;
  text_dim("%s", fits ? hint.c_str() : "click a line to stop there");
  ImGui::PopFont();
  tooltip(ui, "Stops at the next event that comes from this line, or that has passed it", {},
          "What a search looks at and leaves as it was is no event: nothing stops there");
  ImGui::PushFont(ui.fonts().mono);
  draw_code_lines(ui, lab);
  ImGui::PopFont();
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
