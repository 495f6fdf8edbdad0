#include "app/ui/panel_sections.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "app/base/key_bindings.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/query_controller.hpp"
#include "app/playback/playback.hpp"
#include "app/ui/event_labels.hpp"
#include "app/ui/feature_panel.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"

namespace strata {

namespace {

// The line at work in the last frame.
struct LineAtWork {
  int line = -1;
};

// Scrolls to the line at work if it has changed and is out of sight.
void follow_line(Ui& ui, int line, float y, float height) {
  if (std::exchange(ui.kept<LineAtWork>().line, line) == line) return;
  const float top = ImGui::GetWindowPos().y;
  if (y < top || y + height > top + ImGui::GetWindowHeight()) ImGui::SetScrollHereY(0.5f);
}

}  // namespace

void draw_code_lines(Ui& ui, const Lab& lab, bool follow) {
  const Playback& playback = lab.playback();
  const auto code = lab.query().pseudo_code().lines;
  const int current = current_line(playback);
  ImFont* font = ImGui::GetFont();
  const float size = ImGui::GetFontSize(), gutter = std::round(size * 1.2f), gap = std::round(size * 0.14f);
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float width = ImGui::GetContentRegionAvail().x;
  const StyleScope spacing(ImGuiStyleVar_ItemSpacing, {0, gap});
  for (size_t i = 0; i < code.size(); ++i) {
    const IdScope id(static_cast<int>(i));
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
      if (follow) follow_line(ui, current, at.y, height);
      list->AddRectFilled({at.x, at.y - gap * 0.5f}, {at.x + width, at.y + height + gap * 0.5f},
                          to_u32(theme().accent_soft), ui.px(2));
      list->AddRectFilled({at.x, at.y - gap * 0.5f}, {at.x + ui.px(2), at.y + height + gap * 0.5f},
                          to_u32(theme().accent));
    }
    if (ImGui::InvisibleButton("line", {width, height})) ui.run("step.breakpoint {} toggle", i);
    ui.mark("code.line.{}", i);
    const bool hovered = ImGui::IsItemHovered();
    if (stop || hovered) {
      list->AddCircleFilled({at.x + gutter * 0.5f + ui.px(1), at.y + size * 0.55f}, size * 0.3f,
                            to_u32(theme().bad, stop ? 1.0f : 0.35f));
    }
    list->AddText(font, size, {at.x + gutter + indent, at.y},
                  to_u32(at_work || hovered ? theme().text : theme().text_dim), begin, end, room);
  }
}

void draw_code(Ui& ui, const Lab& lab, EventLabels& labels, bool follow) {
  const Planner* planner = lab.query().traced_planner();
  if (planner == nullptr) {
    draw_dim("No search is being stepped.");
    return;
  }
  const Playback& playback = lab.playback();
  const Process* process = lab.query().process();
  const std::string_view title = process != nullptr ? process->title : lab.state().names.title(*planner);
  draw_dim(title);
  ImGui::SameLine();
  {
    const FontScope small(ui.fonts().small);
    const std::string_view keys = bound_keys("step.run");
    const Text hint("click a line to set a breakpoint{}{}{}", keys.empty() ? "" : ", ", keys,
                    keys.empty() ? "" : " runs to it");
    draw_dim(text_width(hint) <= ImGui::GetContentRegionAvail().x ? hint : "click a line to stop there");
  }
  tooltip(ui, "Stops at the next event that comes from this line, or that has passed it", {},
          "What a search looks at and leaves as it was is no event: nothing stops there");
  {
    const FontScope mono(ui.fonts().mono);
    draw_code_lines(ui, lab, follow);
    // Draws live values of the line.
    if (playback.current() != nullptr) {
      text_colored_wrapped(theme().accent, labels.text(lab, playback.cursor() - 1));
      ui.mark("code.values");
    }
  }
  bool told = false;
  for (const FeaturePanel& panel : feature_panels())
    told = told || (panel.stepped != nullptr && panel.stepped(ui, lab));
  if (!told) {
    const SearchCounts& counts = playback.counts();
    if (playback.outline().two_way && counts.open_backward > 0) {
      print_dim("open {} from S, {} from G   expanded {}", count_text(counts.open_on(false)),
                count_text(counts.open_on(true)), count_text(counts.expanded));
    } else {
      print_dim("open {}   expanded {}", count_text(counts.open), count_text(counts.expanded));
    }
  }
  ImGui::Dummy({0, ui.px(4)});
}

}  // namespace strata
