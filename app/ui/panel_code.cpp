#include "app/ui/panel_sections.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "app/lab/feature.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/query_controller.hpp"
#include "app/playback/playback.hpp"
#include "app/ui/event_labels.hpp"
#include "app/ui/feature_panel.hpp"
#include "app/ui/imgui_versions.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"

namespace strata {

namespace {

// Minimum space between two lines, relative to the size of the font.
constexpr float kTightest = 0.16f;

// The line of the pseudo-code that was the current one in the last frame.
struct LastCodeLine {
  int line = -1;
};

// Scrolls to the current line if it has changed and is not visible.
void follow_line(Ui& ui, int line, float y, float height) {
  if (std::exchange(ui.kept<LastCodeLine>().line, line) == line) return;
  const float top = ImGui::GetWindowPos().y;
  if (y < top || y + height > top + ImGui::GetWindowHeight()) ImGui::SetScrollHereY(0.5f);
}

}  // namespace

namespace {

// Calls line(index, indent, begin, end, room, rows) for each line of the pseudo-code. A line that is too long for the
// width is wrapped into several rows.
template <class Line>
void for_code_lines(std::span<const std::string_view> code, float width, float gutter, Line&& line) {
  ImFont* font = ImGui::GetFont();
  const float size = ImGui::GetFontSize();
  for (size_t i = 0; i < code.size(); ++i) {
    const std::string_view text = code[i];
    const char* begin = text.data() + std::min(text.find_first_not_of(' '), text.size());
    const char* end = text.data() + text.size();
    const float indent = font->CalcTextSizeA(size, 1e9f, 0, text.data(), begin).x;
    const float room = std::max(width - gutter - indent, size * 4);
    line(i, indent, begin, end, room, std::max(font->CalcTextSizeA(size, 1e9f, room, begin, end).y, size));
  }
}

float gutter_width() { return std::round(ImGui::GetFontSize() * 1.2f); }
float usual_gap() { return std::round(ImGui::GetFontSize() * 0.14f); }

// Returns the height of the pseudo-code with this space between lines.
float code_height(std::span<const std::string_view> code, float width, float gap) {
  float sum = 0;
  for_code_lines(code, width, gutter_width(), [&](size_t, float, const char*, const char*, float, float height) {
    sum += std::floor(height + gap);
  });
  return sum;
}

}  // namespace

void draw_code_lines(Ui& ui, const Lab& lab, bool follow, std::optional<float> wanted_gap, CodeRange range) {
  const Playback& playback = lab.playback();
  const auto code = lab.query().pseudo_code().lines;
  const int current = current_line(playback);
  ImFont* font = ImGui::GetFont();
  const float size = ImGui::GetFontSize(), gutter = gutter_width(), gap = wanted_gap.value_or(usual_gap());
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float width = ImGui::GetContentRegionAvail().x;
  const StyleScope spacing(ImGuiStyleVar_ItemSpacing, {0, 0});
  const auto draw_line = [&](size_t i, float indent, const char* begin, const char* end, float room, float rows) {
    if (i < range.begin || i >= range.end) return;
    const IdScope id(static_cast<int>(i));
    const float height = std::floor(rows + gap);
    const bool stop = playback.breakpoints().at(static_cast<uint8_t>(i));
    const bool at_work = static_cast<int>(i) == current;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    if (at_work) {
      if (follow) follow_line(ui, current, at.y, height);
      list->AddRectFilled(at, {at.x + width, at.y + height}, to_u32(theme().accent_soft), ui.px(2));
      list->AddRectFilled(at, {at.x + ui.px(2), at.y + height}, to_u32(theme().accent));
    }
    if (ImGui::InvisibleButton("line", {width, height})) ui.run("step.breakpoint {} toggle", i);
    ui.mark("code.line.{}", i);
    const bool hovered = ImGui::IsItemHovered();
    const float top = std::floor(at.y + gap / 2);
    if (stop || hovered) {
      list->AddCircleFilled({at.x + gutter * 0.5f + ui.px(1), top + size * 0.5f}, size * 0.3f,
                            to_u32(theme().bad, stop ? 1.0f : 0.35f));
    }
    list->AddText(font, size, {at.x + gutter + indent, top},
                  to_u32(at_work || hovered ? theme().text : theme().text_dim), begin, end, room);
  };
  for_code_lines(code, width, gutter, draw_line);
}

namespace {

// Returns the lines around the present one that fit into this height, together with a row of dots in place of the lines
// before and after them. The next line to be read is below, so that lines below are added first.
CodeRange lines_around(std::span<const std::string_view> code, size_t at, float width, float height) {
  std::vector<float> heights;
  for_code_lines(code, width, gutter_width(), [&](size_t, float, const char*, const char*, float, float rows) {
    heights.push_back(std::floor(rows));
  });
  const float dots = std::ceil(ImGui::GetFontSize());
  CodeRange shown{at, at + 1};
  float left = height - 2 * dots - heights[at];
  for (bool grows = true; grows;) {
    grows = false;
    if (shown.end < code.size() && heights[shown.end] <= left) {
      left -= heights[shown.end++];
      grows = true;
    }
    if (shown.begin > 0 && heights[shown.begin - 1] <= left) {
      left -= heights[--shown.begin];
      grows = true;
    }
  }
  return shown;
}

// Draws dots in place of lines for which there is no room.
void draw_dots() {
  const StyleScope spacing(ImGuiStyleVar_ItemSpacing, {0, 0});
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + gutter_width());
  draw_dim("...");
}

}  // namespace

void draw_fitting_code(Ui& ui, const Lab& lab, float height, float least, float most) {
  const auto code = lab.query().pseudo_code().lines;
  if (code.empty()) return;
  const float loaded = imgui::font_size(ImGui::GetFont()), width = ImGui::GetContentRegionAvail().x;
  // To make all lines fit, first the space between them is reduced, then the size of the letters.
  float gap = 0;
  bool whole = false;
  for (float size = std::floor(most); !whole && size >= least; size -= 1) {
    ImGui::SetWindowFontScale(size / loaded);
    for (gap = std::round(size * 0.4f); !whole && gap >= 0; gap -= 1) {
      whole = code_height(code, width, gap) <= height;
      if (whole) break;
    }
  }
  if (whole) {
    draw_code_lines(ui, lab, false, gap);
  } else {
    const auto current = static_cast<size_t>(std::max(current_line(lab.playback()), 0));
    const CodeRange shown = lines_around(code, std::min(current, code.size() - 1), width, height);
    if (shown.begin > 0) draw_dots();
    draw_code_lines(ui, lab, false, 0, shown);
    if (shown.end < code.size()) draw_dots();
  }
  ImGui::SetWindowFontScale(1);
}

namespace {

// Draws the name of the stepped planner or process, and a hint that clicks on lines set breakpoints.
void draw_code_title(Ui& ui, const Lab& lab) {
  const SteppedProcess* process = lab.state().process;
  draw_dim(process != nullptr ? process->title : lab.state().names.title(*lab.state().traced_planner()));
  ImGui::SameLine();
  {
    const FontScope small(ui.fonts().small);
    const std::string_view keys = ui.keys_of("step.run");
    const Text hint("click a line to set a breakpoint{}{}{}", keys.empty() ? "" : ", ", keys,
                    keys.empty() ? "" : " runs to it");
    draw_as_fits({hint, "click a line to stop there"});
  }
  tooltip(ui, "Stops at the next event that comes from this line, or that has passed it", {},
          "What a search looks at and leaves as it was is no event: nothing stops there");
}

}  // namespace

void draw_code(Ui& ui, const Lab& lab, EventLabels& labels, bool follow) {
  const Planner* planner = lab.state().traced_planner();
  if (planner == nullptr) {
    draw_dim("No search is being stepped.");
    return;
  }
  const Playback& playback = lab.playback();
  const auto code = lab.query().pseudo_code().lines;
  // In the bottom panel all lines are to be visible. To achieve this, first the space between lines is reduced; then
  // the title and the values are left out, which timeline and event log also show.
  const float room = ImGui::GetContentRegionAvail().y, line_height = ImGui::GetTextLineHeightWithSpacing();
  std::optional<float> gap;
  bool titled = true;
  {
    const FontScope mono(ui.fonts().mono);
    const float width = ImGui::GetContentRegionAvail().x, size = ImGui::GetFontSize();
    const float around = 3 * line_height + ui.px(4), least = -std::floor(size * kTightest);
    const float usual = code_height(code, width, usual_gap());
    ui.kept<CodeHeights>() = {room / ui.scale(), usual / ui.scale(), false};
    for (const float taken : {around, 0.0f}) {
      for (float one = usual_gap(); follow && !gap && one >= least; one -= 1) {
        if (code_height(code, width, one) + taken > room) continue;
        gap = one;
        titled = taken > 0;
      }
    }
    ui.kept<CodeHeights>().whole = gap.has_value();
  }
  if (titled) draw_code_title(ui, lab);
  {
    const FontScope mono(ui.fonts().mono);
    draw_code_lines(ui, lab, follow, gap);
    if (!titled) return;
    // Draws the present values below the line.
    if (playback.current() != nullptr) {
      const char* values = labels.text(lab, playback.cursor() - 1);
      follow ? draw_text(theme().accent, shortened(values, ImGui::GetContentRegionAvail().x))
             : text_colored_wrapped(theme().accent, values);
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
