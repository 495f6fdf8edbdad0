#include "app/ui/panel_presentation.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "app/lab/feature.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/planner_appearance.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/view_searches.hpp"
#include "app/ui/event_labels.hpp"
#include "app/ui/imgui_versions.hpp"
#include "app/ui/panel_sections.hpp"
#include "app/ui/panel_timeline.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"

namespace strata {
namespace {

// Returns the moment of a search in words: "A*   step 41 of 311   expanded 12   f 24.49".
std::string moment(const Lab& lab, int view, bool with_planner) {
  const ViewSearches& searches = lab.view_searches();
  const Playback& playback = searches.playback(view);
  const Process* process = lab.query().process();
  std::string text = !with_planner        ? std::string()
                     : process != nullptr ? std::string(process->title) + "    "
                                          : std::string(lab.state().names.brief(searches.planner(view))) + "    ";
  if (playback.empty()) {
    const std::string note = searches.note(view);
    return text + (!note.empty() ? note : lab.state().query_note.empty() ? "no search" : lab.state().query_note);
  }
  if (with_planner)
    text += fmt::format("step {} of {}    ", count_text(playback.cursor()), count_text(playback.size()));
  text += fmt::format("expanded {}", count_text(playback.counts().expanded));
  const PlannerRow* row = lab.state().row(searches.planner(view).name);
  if (playback.at_end() && process == nullptr && row != nullptr && row->solved) {
    return text + (row->result.found() ? "    cost " + cost_text(row->result.cost, lab.query().row_unit(*row->planner))
                                       : "    no path");
  }
  const SearchEvent* event = playback.current();
  if (event != nullptr && TraceOutline::concerns_node(event->type)) {
    text += "    f " + cost_text(event->g + event->h, searches.unit(view));
  }
  return text;
}

void draw_caption(Ui& ui, const Lab& lab, const Box& box, Timeline& timeline, EventLabels& labels) {
  const ColorScope ground(ImGuiCol_WindowBg, theme().panel);
  const StyleScope margin(ImGuiStyleVar_WindowPadding, {ui.px(14), ui.px(8)});
  if (begin_panel("##caption", box)) {
    mark_box(ui, "caption", box);
    const Playback& playback = lab.playback();
    ImFont* large = ui.fonts().large;
    ImDrawList* list = ImGui::GetWindowDrawList();
    const float width = ImGui::GetContentRegionAvail().x;
    struct Line {
      std::string text;
      float size;
      ImVec4 color;
      float rows;  // most rows of the line
    };
    std::vector<Line> lines = {{moment(lab, 0, true), imgui::font_size(large), theme().text, 1}};
    const float second = std::round(imgui::font_size(large) * 0.75f);
    if (playback.current() != nullptr) {
      lines.push_back({labels.sentence(lab), second, theme().accent, 2});
    } else if (!lab.state().query_note.empty()) {
      lines.push_back({lab.state().query_note, second, theme().warn, 2});
    }
    // The lines shrink until they fit: a caption must not be cut off.
    const float transport = box.height - ui.px(8) - std::max(ImGui::GetFrameHeight(), ui.px(24));
    const auto height = [&](const Line& line) {
      return large->CalcTextSizeA(line.size, 1e9f, width, line.text.c_str()).y;
    };
    const auto total = [&] {
      float sum = ImGui::GetCursorPosY();
      for (const Line& line : lines) sum += height(line) + ui.px(3);
      return sum;
    };
    for (Line& line : lines) {
      while (line.size > ui.px(15) && height(line) > line.rows * line.size * 1.25f) line.size -= ui.px(1);
    }
    while (total() > transport && lines.back().size > ui.px(9)) {
      for (Line& line : lines) line.size = std::max(line.size - ui.px(0.5f), ui.px(9));
    }
    for (const Line& line : lines) {
      const ImVec2 at = ImGui::GetCursorScreenPos();
      list->AddText(large, line.size, at, to_u32(line.color), line.text.c_str(), nullptr, width);
      ImGui::Dummy({width, height(line) + ui.px(3)});
    }
    ImGui::SetCursorPosY(transport);
    timeline.draw_slim(ui, lab, labels);
    ImGui::End();
  }
}

// Draws a text on a panel of its own over the map. Returns where the panel ends.
float draw_symbol(Ui& ui, float x, float y, float size, const std::string& text, Rgba color, float most) {
  ImFont* large = ui.fonts().large;
  ImDrawList* list = ImGui::GetBackgroundDrawList();
  const float swatch = color != 0 ? size * 1.3f : 0;
  const ImVec2 extent = large->CalcTextSizeA(size, 1e9f, most - swatch - ui.px(20), text.c_str());
  const ImVec2 low(x, y), high(x + extent.x + swatch + ui.px(18), y + extent.y + ui.px(8));
  list->AddRectFilled(low, high, to_u32(theme().panel, 0.92f), ui.px(6));
  if (color != 0) {
    list->AddRectFilled({x + ui.px(9), y + ui.px(4) + size * 0.15f}, {x + ui.px(9) + size, y + ui.px(4) + size},
                        to_im(color), ui.px(3));
  }
  list->AddText(large, size, {x + ui.px(9) + swatch, y + ui.px(4)}, to_u32(theme().text), text.c_str(), nullptr,
                most - swatch - ui.px(20));
  return high.y;
}

struct Entry {
  Rgba color;
  std::string text;
  std::optional<float> dash = {};  // of a line; nullopt: the colour fills cells
};

// Returns which colours of the legend are on the map in this view.
std::vector<Entry> legend_of(const Lab& lab, int view) {
  const LabState& s = lab.state();
  const ViewSearches& searches = lab.view_searches();
  std::vector<Entry> entries;
  const bool difference = s.difference && searches.slot(view) > 0;
  if (s.layer(Layer::kSearch).on && !searches.playback(view).empty()) {
    if (difference) {
      const std::string first(s.names.brief(searches.planner(0))), second(s.names.brief(searches.planner(view)));
      entries.push_back({kOnlyFirst, "only " + first});
      entries.push_back({kOnlySecond, "only " + second});
      entries.push_back({kInBoth, "both"});
    } else if (!searches.playback(view).outline().two_way) {
      if (!searches.playback(view).at_end()) entries.push_back({with_alpha(heat_palette()[kHeatOpen], 255), "open"});
      entries.push_back({with_alpha(heat_palette()[kHeatFirst + 40], 255), "expanded early"});
      entries.push_back({with_alpha(heat_palette()[245], 255), "expanded late"});
    } else {
      entries.push_back({palette::kForward, "from the start"});
      entries.push_back({palette::kBackward, "from the goal"});
    }
  }
  if (!s.layer(Layer::kPath).on || searches.active()) return entries;
  std::vector<const PlannerRow*> drawn;
  for (const PlannerRow& row : s.rows) {
    const bool has_path = row.result.found() || row.result.has_partial_path();
    if (!row.shown || !row.solved || !has_path || row.result.path.size() + row.result.points.size() == 0) continue;
    if (std::ranges::any_of(drawn, [&](const PlannerRow* other) { return share_path(*other, row); })) continue;
    drawn.push_back(&row);
    entries.push_back(
        {planner_style(row.planner->name).color,
         fmt::format("{} of {}", row.result.found() ? "path" : "partial path", s.names.brief(*row.planner)),
         planner_style(row.planner->name).dash});
  }
  return entries;
}

void draw_legend(Ui& ui, const Lab& lab, int view, const Box& pane) {
  ImFont* large = ui.fonts().large;
  const std::vector<Entry> entries = legend_of(lab, view);
  // The legend takes only a part of the view, whose purpose is the map.
  const float rows = static_cast<float>(std::max<size_t>(entries.size(), 1));
  const float size = std::min(std::round(imgui::font_size(large) * 0.68f),
                              std::max(std::round(pane.height * 0.25f / rows) - ui.px(7), ui.px(11)));
  float widest = 0;
  for (const Entry& entry : entries) {
    widest = std::max(widest, large->CalcTextSizeA(size, 1e9f, 0, entry.text.c_str()).x);
  }
  if (entries.empty() || widest + size * 2 + ui.px(36) > pane.width * 0.6f) return;
  const float row = size + ui.px(7), height = row * static_cast<float>(entries.size()) + ui.px(12);
  if (height > pane.height * 0.6f) return;
  const ImVec2 low(pane.x + pane.width - widest - size * 1.5f - ui.px(34), pane.y + pane.height - height - ui.px(12));
  const ImVec2 high(pane.x + pane.width - ui.px(12), low.y + height);
  ImDrawList* list = ImGui::GetBackgroundDrawList();
  list->AddRectFilled(low, high, to_u32(theme().panel, 0.92f), ui.px(6));
  float y = low.y + ui.px(8);
  for (const Entry& entry : entries) {
    if (entry.dash) {
      add_line_swatch(list, {low.x + ui.px(6), y + size * 0.55f}, size + ui.px(6), on_panel(entry.color), size * 0.3f,
                      *entry.dash);
    } else {
      list->AddRectFilled({low.x + ui.px(10), y + size * 0.12f}, {low.x + ui.px(10) + size, y + size},
                          to_im(entry.color), ui.px(3));
    }
    list->AddText(large, size, {low.x + ui.px(16) + size, y}, to_u32(theme().text), entry.text.c_str());
    y += row;
  }
  ui.dump().mark(fmt::format("legend.view.{}", view + 1), low.x, low.y, high.x, high.y);
}

}  // namespace

void draw_presentation(Ui& ui, const Lab& lab, const Panes& panes, const Box& caption, const Box& code,
                       Timeline& timeline, EventLabels& labels) {
  const bool compared = lab.view_searches().active();
  for (int view = 0; view < panes.count; ++view) {
    const Box& pane = panes.panes[static_cast<size_t>(view)].map;
    if (compared) {
      const Planner& planner = lab.view_searches().planner(view);
      // Small views get small titles, so that the map stays visible.
      const float size = std::min(std::round(imgui::font_size(ui.fonts().large) * (panes.count > 2 ? 0.75f : 0.9f)),
                                  std::max(std::round(pane.height * 0.09f), ui.px(9)));
      const float below =
          draw_symbol(ui, pane.x + ui.px(10), pane.y + ui.px(10), size, std::string(lab.state().names.brief(planner)),
                      planner_style(planner.name).color, pane.width - ui.px(20));
      draw_symbol(ui, pane.x + ui.px(10), below + ui.px(4), std::round(size * 0.8f), moment(lab, view, false), 0,
                  pane.width - ui.px(20));
    }
    if (lab.state().legend) draw_legend(ui, lab, view, pane);
  }
  draw_caption(ui, lab, caption, timeline, labels);
  const StyleScope margin(ImGuiStyleVar_WindowPadding, {ui.px(12), ui.px(10)});
  if (begin_panel("##largecode", code, ImGuiWindowFlags_NoScrollbar)) {
    mark_box(ui, "large.code", code);
    // The font is as large as possible with all lines visible.
    const float lines = static_cast<float>(std::max<size_t>(lab.query().pseudo_code().lines.size(), 1));
    ImGui::PushFont(ui.fonts().code);
    const float fitting = (code.height - ui.px(20)) / (lines * 1.5f) / ImGui::GetFontSize();
    ImGui::SetWindowFontScale(std::clamp(fitting, 0.6f, 1.0f));
    draw_code_lines(ui, lab);
    ImGui::SetWindowFontScale(1);
    ImGui::PopFont();
    ImGui::End();
  }
}

}  // namespace strata
