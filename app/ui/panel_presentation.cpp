#include "app/ui/panel_presentation.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/draw/legend_rows.hpp"
#include "app/lab/chart.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/planner_appearance.hpp"
#include "app/lab/presented_text.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/suspended_work.hpp"
#include "app/lab/view_searches.hpp"
#include "app/ui/event_labels.hpp"
#include "app/ui/feature_panel.hpp"
#include "app/ui/imgui_versions.hpp"
#include "app/ui/legend_sign.hpp"
#include "app/ui/panel_panes.hpp"
#include "app/ui/panel_sections.hpp"
#include "app/ui/panel_timeline.hpp"
#include "app/ui/presented_texts.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"

namespace strata {
namespace {

// Minimum size of a text in pixels.
constexpr float kLeastText = 9;
// Minimum size of the pseudo-code, relative to that of the sentence.
constexpr float kLeastCode = 0.85f;

// What a presentation shows now, as it was read before the boxes were arranged.
struct PresentedNow {
  PresentedTexts texts;
  PresentationLayoutInputs wish;
};

// Returns whether nothing is said of a search: the map does not show it, or a card or a lesson without one is open.
bool is_without_search(const Lab& lab) {
  if (!shows_stepped(lab.state())) return true;
  return !lab.state().has_query && lab.state().process == nullptr && open_text(lab).has_value();
}

// Adds how far the search of a view is: "expanded 12 f 24.49"; at its end the cost of the path.
void add_figures(Text& text, const Lab& lab, int view) {
  const ViewSearches& searches = lab.view_searches();
  const Playback& playback = searches.playback(view);
  const SteppedProcess* process = lab.state().process;
  if (playback.empty() && is_without_search(lab)) return;
  if (playback.empty()) {
    const std::string note = searches.note(view);
    const std::string& said = !note.empty() ? note : lab.state().query_note;
    return text.add("{}", said.empty() ? std::string_view("no search") : std::string_view(said));
  }
  text.add("expanded {}", count_text(playback.counts().expanded));
  const PlannerRow* row = lab.state().row(searches.planner(view).name);
  if (playback.at_end() && process == nullptr && row != nullptr && row->solved) {
    if (row->result.found()) {
      text.add("    cost {}", cost_text(row->result.cost, lab.query().row_unit(*row->planner)));
    } else {
      text.add("    no path");
    }
    return;
  }
  const SearchEvent* event = playback.current();
  if (event != nullptr && TraceOutline::concerns_node(event->type)) {
    text.add("    f {}", cost_text(event->g + event->h, searches.unit(view)));
  }
}

// Draws a text in the given size, or smaller so that it fits into the width `room`. Returns its width.
float draw_fitting(ImFont* font, float size, ImVec2 at, float room, const ImVec4& color, std::string_view text) {
  if (text.empty()) return 0;
  ImVec2 extent = font->CalcTextSizeA(size, 1e9f, 0, text.data(), text.data() + text.size());
  if (extent.x > room) {
    size = std::max(std::floor(size * room / extent.x), kLeastText);
    extent = font->CalcTextSizeA(size, 1e9f, 0, text.data(), text.data() + text.size());
  }
  ImGui::GetWindowDrawList()->AddText(font, size, at, to_u32(color), text.data(), text.data() + text.size());
  return extent.x;
}

// Draws how large the level of a view is, from `at` to the right edge of the title, if there is room.
void draw_title_counts(Ui& ui, const Lab& lab, int view, ImVec2 at, const Box& box, float text) {
  const float room = box.x + box.width - at.x - text * 0.4f;
  if (room < text * 3) return;
  const FontScope font(ui.fonts().stage);
  const float size = std::max(std::round(text * 0.72f), kLeastText);
  ImGui::SetCursorScreenPos({at.x, std::floor(box.y + (box.height - size) / 2)});
  if (ImGui::BeginChild("counts", {room, std::ceil(size * 1.3f)}, false, ImGuiWindowFlags_NoScrollbar)) {
    ImGui::SetWindowFontScale(size / imgui::font_size(ui.fonts().stage));
    draw_level_counts(ui, lab, view, true);
    ImGui::SetWindowFontScale(1);
  }
  ImGui::EndChild();
}

// Draws the title of a view. While searches are compared it is the name of the search, in the colour and dash of its
// path, and how far it is; otherwise it is the level.
void draw_title(Ui& ui, const Lab& lab, int view, const Box& box, float text) {
  const ColorScope ground(ImGuiCol_WindowBg, theme().panel_title);
  const StyleScope margin(ImGuiStyleVar_WindowPadding, {0, 0});
  if (!begin_panel(Text("##title{}", view), box)) return;
  mark_box(ui, Text("view.{}.title", view + 1), box);
  ImFont* font = ui.fonts().stage;
  const float margin_x = text * 0.4f, right = box.x + box.width - margin_x;
  float x = box.x + margin_x;
  if (lab.view_searches().active()) {
    const Planner& planner = lab.view_searches().planner(view);
    const PlannerStyle style = planner_style(lab.state(), planner.name);
    const float swatch_width = text * 1.6f;
    add_line_swatch(ImGui::GetWindowDrawList(), {x, box.y + box.height / 2}, swatch_width, on_panel(style.color),
                    text * 0.25f, style.dash);
    x += swatch_width + text * 0.4f;
    Text figures(" ");
    add_figures(figures, lab, view);
    const std::string_view name = lab.state().names.brief(planner);
    const float name_size = std::round(text * 0.95f), figure_size = std::round(text * 0.8f);
    const float room = right - x;
    x += draw_fitting(font, name_size, {x, std::floor(box.y + (box.height - name_size) / 2)}, room * 0.55f,
                      theme().text, name);
    x += text * 0.5f;
    draw_fitting(font, figure_size, {x, std::floor(box.y + (box.height - figure_size) / 2)}, right - x,
                 lab.view_searches().waiting(view) ? theme().text_dim : theme().text, figures);
  } else {
    const ViewState& shown = lab.state().views[static_cast<size_t>(view)];
    const Text title("{}{}{}", view_title(lab.view_searches().drawn_level(view)), shown.note.empty() ? "" : ": ",
                     shown.note);
    x += draw_fitting(font, std::round(text * 0.95f), {x, std::floor(box.y + (box.height - text) / 2)}, right - x,
                      theme().text, title);
    // What a lesson or a card asks for must not stand above the map.
    if (shown.note.empty() && !suspended_work(lab).any())
      draw_title_counts(ui, lab, view, {x + text, box.y}, box, text);
  }
  ImGui::End();
}

// Draws the numbers of columns and rows: along the lower and left edge of the map; where that is outside the view,
// along the edge of the view.
void draw_rulers(const Lab& lab, Ui& ui, const Box& map, float ruler_width, float ruler_height) {
  ImFont* font = ui.fonts().stage;
  const float size = std::floor(ruler_height / 1.6f);
  const Camera& camera = lab.state().camera;
  const int columns = lab.world().map().width(), rows = lab.world().map().height();
  ImDrawList* list = ImGui::GetBackgroundDrawList();
  const ImU32 ink = to_u32(theme().text), line = to_u32(theme().text_dim);
  list->AddRectFilled({map.x - ruler_width, map.y}, {map.x, map.y + map.height + ruler_height}, to_u32(theme().panel));
  list->AddRectFilled({map.x, map.y + map.height}, {map.x + map.width, map.y + map.height + ruler_height},
                      to_u32(theme().panel));
  const float tick = size * 0.3f;
  const float left = std::floor(map.x + std::clamp(static_cast<float>(camera.screen_x(0)), 0.0f, map.width));
  const float bottom = std::floor(map.y + std::clamp(static_cast<float>(camera.screen_y(rows)), 0.0f, map.height));
  const Rect seen = camera.visible();
  const auto first = [](int low, int step) { return (std::max(low, 0) + step - 1) / step * step; };
  const int step_x = ruler_step(camera.zoom, size * 2.6), step_y = ruler_step(camera.zoom, size * 1.8);
  for (int x = first(seen.x0, step_x); x < std::min(seen.x1, columns); x += step_x) {
    const Text number("{}", x);
    const ImVec2 extent = font->CalcTextSizeA(size, 1e9f, 0, number);
    const float at = map.x + static_cast<float>(camera.screen_x(x + 0.5));
    if (at - extent.x / 2 < map.x || at + extent.x / 2 > map.x + map.width) continue;
    list->AddLine({at, bottom}, {at, bottom + tick}, line);
    list->AddText(font, size, {std::floor(at - extent.x / 2), std::floor(bottom + tick)}, ink, number);
  }
  for (int y = first(seen.y0, step_y); y < std::min(seen.y1, rows); y += step_y) {
    const Text number("{}", y);
    const ImVec2 extent = font->CalcTextSizeA(size, 1e9f, 0, number);
    const float at = map.y + static_cast<float>(camera.screen_y(y + 0.5));
    if (at - size / 2 < map.y || at + size / 2 > map.y + map.height) continue;
    list->AddLine({left - tick, at}, {left, at}, line);
    list->AddText(font, size, {std::floor(left - tick * 1.5f - extent.x), std::floor(at - size / 2)}, ink, number);
  }
}

// Returns the sentence about the event at the cursor, or why there is none.
std::string_view sentence_of(Ui& ui, const Lab& lab, EventLabels& labels) {
  const std::string_view gesture = gesture_note(ui);
  if (!gesture.empty()) return gesture;
  if (!lab.playback().empty()) return labels.sentence(lab);
  if (!lab.state().query_note.empty()) return lab.state().query_note;
  return lab.state().has_query ? "" : "No start and goal.";
}

void draw_caption(Ui& ui, const Lab& lab, const Box& box, float text, std::string_view hint, Timeline& timeline,
                  EventLabels& labels) {
  const PresentationLayoutInputs& wish = ui.kept<PresentedNow>().wish;
  const ColorScope ground(ImGuiCol_WindowBg, theme().panel);
  const StyleScope margin(ImGuiStyleVar_WindowPadding, {std::round(text * 0.5f), std::round(text * 0.25f)});
  if (!begin_panel("##caption", box)) return;
  mark_box(ui, "caption", box);
  const LabState& s = lab.state();
  ImFont* font = ui.fonts().stage;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float width = ImGui::GetContentRegionAvail().x;
  ImVec2 at = ImGui::GetCursorScreenPos();
  const float transport = box.y + box.height - Timeline::slim_height(ui, text) - ui.px(8);
  // Messages and the hint stand at the end of the first line, beside the position in the search.
  const std::string_view news = !s.messages.empty() ? std::string_view(s.messages.back().text) : hint;
  float room = width;
  if (!news.empty()) {
    const float size = std::round(text * 0.7f);
    const float needs = font->CalcTextSizeA(size, 1e9f, 0, news.data(), news.data() + news.size()).x;
    const float taken = std::min(needs, wish.moment ? width * 0.5f : width);
    draw_fitting(font, size, {at.x + width - taken, at.y}, taken,
                 s.messages.empty() ? theme().text_dim : theme().accent, news);
    room = width - taken - text;
  }
  if (wish.moment) {
    const Playback& playback = lab.playback();
    const SteppedProcess* process = lab.state().process;
    Text moment("{}    ", process != nullptr ? process->title : s.names.brief(lab.view_searches().planner(0)));
    if (playback.future_hidden()) {
      moment.add("step {}    ", count_text(playback.cursor()));
    } else if (!playback.empty()) {
      moment.add("step {} of {}    ", count_text(playback.cursor()), count_text(playback.size()));
    }
    add_figures(moment, lab, 0);
    draw_fitting(font, std::round(text * 0.85f), at, room, theme().text, moment);
    at.y += std::round(text * 1.25f);
  } else if (!news.empty() && wish.sentence) {
    at.y += std::round(text * 0.9f);
  }
  // The letters of the sentence become smaller only if its lines do not fit otherwise.
  const std::string_view sentence = wish.sentence ? sentence_of(ui, lab, labels) : "";
  const auto height = [&](float size) {
    return font->CalcTextSizeA(size, 1e9f, width, sentence.data(), sentence.data() + sentence.size()).y;
  };
  float size = text;
  while (size > kLeastText && at.y + height(size) > transport) size -= 1;
  const bool warns = lab.playback().empty();
  list->AddText(font, size, at, to_u32(warns ? theme().warn : theme().accent), sentence.data(),
                sentence.data() + sentence.size(), width);
  ui.dump().mark("caption.sentence", at.x, at.y, at.x + width, at.y + size);
  ImGui::SetCursorScreenPos({at.x, transport});
  timeline.draw_slim(ui, lab, labels, text);
  ImGui::End();
}

// The legend of a presentation. Its memory is reused in every frame.
struct PresentedLegend {
  LegendRows rows;
  std::vector<const LegendRow*> shown;
};

// Draws the legend at the present position, at most `most` pixels high.
void draw_legend(Ui& ui, const Lab& lab, float text, float most) {
  const LabState& s = lab.state();
  PresentedLegend& legend = ui.kept<PresentedLegend>();
  std::vector<const LegendRow*>& rows = legend.shown;
  rows.clear();
  for (const LegendRow& row : legend.rows.find(lab, s.drawn_entries, LegendPaths::kEach)) {
    if (row.entry.mark == nullptr && !s.layer(row.entry.layer).on) continue;
    // The titles of compared searches already have the colours of their paths.
    if (row.entry == LegendEntry(Layer::kPath) && lab.view_searches().active()) continue;
    rows.push_back(&row);
  }
  if (rows.empty()) return;
  const float width = ImGui::GetContentRegionAvail().x;
  const float fitting = std::floor(most / static_cast<float>(rows.size()) / 1.35f);
  // If there are many rows, letters become as small as those of the window; the rows without room are counted.
  const float least = std::max(fitting, ImGui::GetFontSize());
  const float size = std::max(std::min(std::round(text * 0.75f), least), kLeastText);
  const float line = std::round(size * 1.35f);
  const ImVec2 begin = ImGui::GetCursorScreenPos();
  float y = begin.y;
  const auto say = [&](std::string_view words) {
    draw_fitting(ui.fonts().stage, size, {begin.x + size * 1.8f, y}, width - size * 1.8f, theme().text, words);
    y += line;
  };
  // If there are too many entries, the last row says how many are missing.
  const auto room = static_cast<size_t>(std::max(std::floor(most / line), 1.0f));
  const size_t shown = rows.size() <= room ? rows.size() : room - 1;
  for (const LegendRow* row : std::span(rows).first(shown)) {
    draw_legend_sign(ui, lab, *row, {begin.x, y + size * 0.1f}, size * 1.4f, size * 0.9f);
    say(Text("{}{}", row->mark.text, row->name));
  }
  if (shown < rows.size()) say(Text("{} more", rows.size() - shown));
  ImGui::Dummy({width, y - begin.y});
  ui.dump().mark("legend", begin.x, begin.y, begin.x + width, y);
}

// Returns the panel of a feature that shows something beside the maps; null: there is none.
const FeaturePanel* presenting_panel(const Lab& lab) {
  for (const FeaturePanel& panel : feature_panels()) {
    if (panel.text == nullptr) continue;
    if (const std::optional<OpenText> text = panel.text(lab); text && !text->figure) return &panel;
  }
  return nullptr;
}

// Draws the name of the search that open list and pseudo-code belong to, if several stand side by side.
void draw_code_owner(Ui& ui, const Lab& lab, float text) {
  if (!lab.view_searches().active()) return;
  const Planner& planner = lab.view_searches().planner(0);
  const PlannerStyle style = planner_style(lab.state(), planner.name);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float size = std::round(text * 0.72f), swatch = text * 1.2f, width = ImGui::GetContentRegionAvail().x;
  add_line_swatch(ImGui::GetWindowDrawList(), {at.x, at.y + size / 2}, swatch, on_panel(style.color), text * 0.2f,
                  style.dash);
  draw_fitting(ui.fonts().stage, size, {at.x + swatch + text * 0.3f, at.y}, width - swatch - text * 0.3f, theme().text,
               lab.state().names.brief(planner));
  ImGui::Dummy({width, size});
  ui.dump().mark("large.code.planner", at.x, at.y, at.x + width, at.y + size);
}

void draw_side(Ui& ui, const Lab& lab, const Box& box, float text) {
  const StyleScope margin(ImGuiStyleVar_WindowPadding, {std::round(text * 0.5f), std::round(text * 0.4f)});
  // Spaces grow with the text of the presentation, not with the scale of the interface.
  const StyleScope spacing(ImGuiStyleVar_ItemSpacing, {std::round(text * 0.3f), std::round(text * 0.15f)});
  const StyleScope cells(ImGuiStyleVar_CellPadding, {std::round(text * 0.15f), std::round(text * 0.08f)});
  if (!begin_panel("##beside", box, ImGuiWindowFlags_NoScrollbar)) return;
  mark_box(ui, "presentation.side", box);
  if (const FeaturePanel* panel = presenting_panel(lab)) {
    {
      const FontScope font(ui.fonts().stage);
      ImGui::SetWindowFontScale(std::max(text * 0.72f, kLeastText) / imgui::font_size(ui.fonts().stage));
      panel->section(ui, lab);
      ImGui::SetWindowFontScale(1);
    }
    return ImGui::End();
  }
  const PresentedNow& now = ui.kept<PresentedNow>();
  const PresentationLayoutInputs& wish = now.wish;
  const bool both = wish.code || wish.open_list;
  const float bottom = box.y + box.height - text * 0.4f, gap = std::round(text * 0.3f);
  const auto room = [&] { return bottom - ImGui::GetCursorScreenPos().y; };
  if (wish.texts) {
    draw_presented_texts(ui, now.texts, text, room() * (both ? 0.42f : wish.legend ? 0.68f : 1.0f));
    ImGui::Dummy({0, gap});
  }
  if (wish.legend) draw_legend(ui, lab, text, room() * (both ? 0.35f : 1.0f));
  if (both) {
    if (wish.legend) ImGui::Dummy({0, gap});
    draw_code_owner(ui, lab, text);
  }
  if (wish.open_list) {
    const FontScope font(ui.fonts().stage_code);
    ImGui::SetWindowFontScale(std::max(text * 0.7f, kLeastText) / imgui::font_size(ui.fonts().stage_code));
    draw_open_list_alone(ui, lab, wish.texts && wish.code ? 3 : wish.code || wish.texts ? 5 : 8);
    ImGui::SetWindowFontScale(1);
  }
  if (wish.code) {
    if (wish.open_list) ImGui::Dummy({0, gap});
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const FontScope font(ui.fonts().stage_code);
    // It must be legible from the back row, like the sentence.
    draw_fitting_code(ui, lab, room(), std::round(text * kLeastCode), text);
    ui.dump().mark("large.code", at.x, at.y, box.x + box.width, box.y + box.height);
  }
  ImGui::End();
}

}  // namespace

PresentationLayoutInputs presentation_wish(Ui& ui, const Lab& lab) {
  const LabState& s = lab.state();
  auto& [texts, wish] = ui.kept<PresentedNow>();
  texts.read(lab);
  wish = {};
  wish.views = s.view_count;
  wish.titles = s.view_count > 1;
  wish.coordinates = s.presented.coordinates;
  const int largest = std::max(lab.world().map().width(), lab.world().map().height()) - 1;
  wish.digits = largest < 10 ? 1 : largest < 100 ? 2 : largest < 1000 ? 3 : 4;
  using enum PresentationLayoutInputs::ChartPlace;
  const FeatureChart* chart = s.presented.chart ? chart_named(s.chart.name) : nullptr;
  const std::optional<OpenText> text = open_text(lab);
  if (chart != nullptr && !chart->page) wish.chart = text && text->figure ? kAlone : kBeside;
  wish.sentence = wish.chart != kAlone && !is_without_search(lab);
  wish.moment = wish.sentence && !lab.view_searches().active();
  wish.texts = !texts.empty();
  // The other parts are about the maps.
  const bool maps = wish.chart != kAlone;
  wish.legend = s.legend && maps;
  wish.open_list = s.presented.open_list && maps;
  wish.code = s.large_code && maps;
  wish.feature = presenting_panel(lab) != nullptr;
  return wish;
}

void draw_presentation(Ui& ui, const Lab& lab, const PresentationBoxes& boxes, std::string_view hint,
                       Timeline& timeline, EventLabels& labels) {
  const float text = presentation_text(boxes.caption.y + boxes.caption.height);
  // A chart alone covers the maps.
  const bool maps = boxes.chart.empty() || boxes.chart.x > boxes.centre.x;
  for (int view = 0; maps && view < boxes.panes.count; ++view) {
    const Pane& pane = boxes.panes.panes[static_cast<size_t>(view)];
    if (boxes.ruler_width > 0) draw_rulers(lab, ui, pane.map, boxes.ruler_width, boxes.ruler_height);
    if (!pane.header.empty()) draw_title(ui, lab, view, pane.header, text);
  }
  draw_caption(ui, lab, boxes.caption, text, hint, timeline, labels);
  if (!boxes.side.empty()) draw_side(ui, lab, boxes.side, text);
}

void draw_presentation_top(Ui& ui, const Lab& lab, float width, float height) {
  ImDrawList* list = ImGui::GetForegroundDrawList();
  if (lab.state().presented.black) {
    list->AddRectFilled({0, 0}, {width, height}, IM_COL32(0, 0, 0, 255));
    ui.dump().mark("black", 0, 0, width, height);
    return;
  }
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  if (!lab.state().presented.pointer || !ImGui::IsMousePosValid(&mouse)) return;
  const float text = presentation_text(height), radius = text * 1.1f;
  list->AddCircle(mouse, radius, IM_COL32(0, 0, 0, 150), 48, text * 0.28f);
  list->AddCircle(mouse, radius, to_u32(theme().warn), 48, text * 0.16f);
  ui.dump().mark("pointer.ring", mouse.x - radius, mouse.y - radius, mouse.x + radius, mouse.y + radius);
}

}  // namespace strata
