#include "app/ui/panel_timeline.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string>
#include <string_view>

#include "app/base/icons.hpp"
#include "app/base/key_bindings.hpp"
#include "app/lab/detail.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/hidden.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/menu_model.hpp"
#include "app/lab/query_controller.hpp"
#include "app/playback/playback.hpp"
#include "app/ui/event_labels.hpp"
#include "app/ui/imgui_versions.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"
#include "core/search/build_events.hpp"

namespace strata {
namespace {

// Draws the second cue beside the colour: a pattern of lines per phase. For refinement, there is a line for each level
// above the cells.
void hatch(ImDrawList* list, Phase phase, int level, ImVec2 low, ImVec2 high, float unit) {
  if (high.x - low.x < unit * 3) return;
  const ImU32 ink = IM_COL32(0, 0, 0, 80);
  const float height = high.y - low.y;
  list->PushClipRect(low, high, true);
  switch (phase) {
    case Phase::kInsertStart:
    case Phase::kInsertGoal: {
      const bool up = phase == Phase::kInsertStart;
      for (float x = low.x - height; x < high.x; x += unit * 6) {
        list->AddLine({x, up ? high.y : low.y}, {x + height, up ? low.y : high.y}, ink, unit);
      }
      break;
    }
    case Phase::kRefine: {
      const int lines = std::clamp(level, 1, 4);
      for (int i = 1; i <= lines; ++i) {
        const float y = low.y + height * static_cast<float>(i) / static_cast<float>(lines + 1);
        list->AddLine({low.x, y}, {high.x, y}, ink, unit);
      }
      break;
    }
    case Phase::kSmooth:
      for (float x = low.x + unit * 4; x < high.x; x += unit * 5) {
        list->AddLine({x, low.y}, {x, high.y}, ink, unit);
      }
      break;
    case Phase::kContract:
      for (float x = low.x + unit * 6; x < high.x; x += unit * 12) {
        list->AddCircle({x, low.y + height / 2}, unit * 2.5f, ink, 0, unit);
      }
      break;
    case Phase::kMain:
    case Phase::kForward:
    case Phase::kBackward:
      break;
  }
  if (build_event::is_build(phase)) {
    for (float x = low.x + unit * 6; x < high.x; x += unit * 12) {
      list->AddRect({x - unit * 2, low.y + height / 2 - unit * 2}, {x + unit * 2, low.y + height / 2 + unit * 2}, ink,
                    0, 0, unit);
    }
  }
  list->PopClipRect();
}

// Draws the lower edge of a span of refinement, or of a construction, in the colour of its level.
void add_level_edge(ImDrawList* list, const PhaseSpan& span, ImVec2 low, ImVec2 high, float thickness) {
  if ((span.phase != Phase::kRefine && !build_event::is_build(span.phase)) || span.level < 1) return;
  list->AddRectFilled({low.x, high.y - thickness}, high, to_im(on_panel(level_style(span.level).color)));
}

Rgba event_color(EventType type) {
  if (type == build_event::kStage || type == build_event::kPart) return palette::kPurple;
  if (type == build_event::kDropEdge) return palette::kVermilion;
  switch (type) {
    case EventType::kExpand:
      return palette::kSky;
    case EventType::kGenerate:
      return palette::kGreen;
    case EventType::kUpdate:
      return palette::kYellow;
    case EventType::kSource:
    case EventType::kDestination:
    case EventType::kFound:
    case EventType::kMeet:
      return palette::kPurple;
    case EventType::kContract:
      return palette::kSky;
    case EventType::kWitness:
      return palette::kGreen;
    case EventType::kStall:
    case EventType::kNoPath:
      return palette::kVermilion;
    case EventType::kLink:
    case EventType::kRefine:
    case EventType::kPathEdge:
    case EventType::kStraight:
    case EventType::kAddArc:
      break;
  }
  return palette::kOrange;
}

constexpr double kSpeeds[] = {2, 10, 30, 60, 200, 1000, 5000, 20000, 100000};

void draw_speed(Ui& ui, const Playback& playback) {
  const double now = playback.clock().speed();
  const auto label = [](double speed) {
    return fmt::format("{:g}{} events/s", speed >= 1000 ? speed / 1000 : speed, speed >= 1000 ? "k" : "");
  };
  ImGui::SetNextItemWidth(ui.px(112));
  if (begin_combo("##speed", label(now))) {
    for (const double speed : kSpeeds) {
      if (ImGui::Selectable(label(speed).c_str(), speed == now)) ui.run("step.speed {:g}", speed);
    }
    ImGui::EndCombo();
  }
  describe(ui, "play.speed", "Playing speed", bound_keys_of_pair("step.speed /2", "step.speed x2"));
}

// Draws which planner's search is stepped.
void draw_traced(Ui& ui, const Lab& lab) {
  const PlannerNames& names = lab.state().names;
  const Planner* planner = lab.query().traced_planner();
  const Process* process = lab.query().process();
  const std::string_view title = process != nullptr ? process->title : planner ? names.brief(*planner) : "";
  ImGui::SetNextItemWidth(std::clamp(text_width(title) + ImGui::GetFrameHeight() + ui.px(17), ui.px(128), ui.px(180)));
  if (begin_combo("##traced", title)) {
    for (const PlannerRow& row : lab.state().rows) {
      if (!is_listed(lab.state(), *row.planner)) continue;
      draw_combo_entry(
          ui, {names.brief(*row.planner), row.planner == planner && process == nullptr,
               fmt::format("planner.trace {}", row.planner->name), fmt::format("traced.{}", row.planner->name)});
    }
    ImGui::Separator();
    for (const Feature* feature : features()) {
      const Process* other = feature->process;
      if (other == nullptr || !offers_settings(lab.state(), *feature)) continue;
      draw_combo_entry(
          ui, {other->title, other == process, std::string(other->begin_line), fmt::format("traced.{}", other->name),
               other->hint, other == process ? std::string_view() : other->why_not(lab)});
    }
    ImGui::EndCombo();
  }
  describe(ui, "play.traced", "The search that is stepped");
}

void draw_phase_legend(Ui& ui, const Lab& lab) {
  // Draws the phases that occur, in order, at the right end of the row, as far as there is room. A click on a phase
  // goes to its first event.
  const auto& spans = lab.playback().outline().phases;
  const PseudoCode& code = lab.query().pseudo_code();
  struct PhaseEntry {
    const PhaseSpan* span = nullptr;
    PhaseSpan shown;        // the span itself, or the span that stands for it
    std::string_view word;  // the algorithm's own word; empty: it has none
    std::string title;      // short enough to need no memory allocation
  };
  PhaseEntry entries[16];
  size_t count = 0;
  const FontScope small(ui.fonts().small);
  float width = 0;
  for (const PhaseSpan& span : spans) {
    // Insertion looks the same on all levels.
    PhaseSpan shown = span;
    if (span.phase == Phase::kInsertStart || span.phase == Phase::kInsertGoal) shown.level = 0;
    // There may be thousands of spans: their titles are compared without formatting them.
    const std::string_view word = code.phase_word(shown.phase, shown.line);
    const bool known = std::any_of(entries, entries + count, [&](const PhaseEntry& entry) {
      const PhaseSpan& other = entry.shown;
      return entry.word == word && (!word.empty() || (other.phase == shown.phase && other.level == shown.level &&
                                                      other.unpacking == shown.unpacking));
    });
    if (known || count == std::size(entries)) continue;
    entries[count] = {&span, shown, word, span_title(shown, code)};
    width += text_width(entries[count].title) + ui.px(32);
    ++count;
  }
  ImGui::SameLine();
  const float left = ImGui::GetCursorPosX() + ui.px(8);
  while (count > 0 && ImGui::GetWindowContentRegionMax().x - width < left) {  // the spans on the bar have labels, too
    width -= text_width(entries[--count].title) + ui.px(32);
  }
  if (count == 0) return ImGui::NewLine();
  ImGui::SetCursorPosX(ImGui::GetWindowContentRegionMax().x - width);
  ImDrawList* list = ImGui::GetWindowDrawList();
  for (size_t i = 0; i < count; ++i) {
    if (i > 0) ImGui::SameLine(0, ui.px(12));
    const PhaseSpan& span = *entries[i].span;
    const ImVec2 symbol = ImGui::GetCursorScreenPos();
    const IdScope id(static_cast<int>(i));
    if (ImGui::InvisibleButton("phase", {text_width(entries[i].title) + ui.px(20), ImGui::GetFrameHeight()})) {
      ui.run("step.to {}", span.begin + 1);
    }
    const bool hovered = ImGui::IsItemHovered();
    describe(ui, Text("legend.{}", i), "Click to go there");
    const float middle = symbol.y + ImGui::GetFrameHeight() * 0.5f;
    const ImVec2 low(symbol.x, middle - ui.px(6)), high(symbol.x + ui.px(15), middle + ui.px(6));
    list->AddRectFilled(low, high, to_im(phase_color(span.phase)), ui.px(2));
    hatch(list, span.phase, span.level, low, high, ui.px(1));
    add_level_edge(list, span, low, high, ui.px(3));
    list->AddText({symbol.x + ui.px(20), middle - ImGui::GetTextLineHeight() * 0.5f},
                  to_u32(hovered ? theme().text : theme().text_dim), entries[i].title.c_str());
  }
}

// Draws a row of buttons that move through the search; the next item is drawn in the same row.
void draw_transport(Ui& ui, const Lab& lab) {
  const Playback& playback = lab.playback();
  const std::string_view why_not = why_not_stepped(lab);
  const auto button = [&](const char* symbol, const char* name, const char* command, const char* title,
                          bool on = false) {
    icon_button(ui, symbol, name, command, title, on, why_not);
    ImGui::SameLine(0, ui.px(2));
  };
  button(icon::kFirstStep, "play.first", "step.first", "To the beginning");
  button(icon::kBack, "play.back", "step.back", "Step back");
  button(playback.clock().playing() ? icon::kPause : icon::kPlay, "play.toggle", "step.toggle", "Play or pause",
         playback.clock().playing());
  button(icon::kForward, "play.forward", "step.forward", "Step forward");
  button(icon::kNextExpansion, "play.expansion", "step.next_expansion", "Next expansion");
  button(icon::kLastStep, "play.last", "step.last", "To the end");
}

}  // namespace

namespace {

Text cursor_text(const Playback& playback) {
  return Text("{} / {}", count_text(playback.cursor()),
              playback.future_hidden() ? std::string("?") : count_text(playback.size()));
}

void draw_cursor(Ui& ui, const Text& text) {
  ImGui::AlignTextToFramePadding();
  draw_text(text);
  ui.mark("play.cursor");
}

}  // namespace

void Timeline::draw(Ui& ui, const Lab& lab, EventLabels& labels) {
  const LabState& s = lab.state();
  const Playback& playback = lab.playback();
  draw_transport(ui, lab);
  // The next item is in the same row, or in the next row if there is no room.
  const auto place = [&ui](float gap, float width) {
    ImGui::SameLine(0, ui.px(gap));
    if (ImGui::GetContentRegionAvail().x < width) ImGui::NewLine();
  };
  place(8, ui.px(112));
  draw_speed(ui, playback);
  place(8, ui.px(128));
  draw_traced(ui, lab);
  {
    const FontScope mono(ui.fonts().mono);
    const Text place_text = cursor_text(playback);
    place(10, text_width(place_text));
    draw_cursor(ui, place_text);
  }
  if (playback.outline().truncated) {
    ImGui::SameLine();
    draw_text(theme().warn, "cut off: only the first events are kept");
  } else if (s.trace_deferred) {
    ImGui::SameLine();
    draw_dim("recorded on release");
  } else if (playback.empty() && lab.query().process() != nullptr) {
    ImGui::SameLine();
    draw_dim("being recorded");
  }
  draw_phase_legend(ui, lab);
  draw_bar(ui, lab, labels);
}

void Timeline::draw_low(Ui& ui, const Lab& lab, EventLabels& labels) {
  static constexpr float kLeastBar = 200, kShortestBar = 60, kSettings = 260;  // UI pixels
  draw_transport(ui, lab);
  ImGui::SameLine(0, ui.px(8));
  const Playback& playback = lab.playback();
  const Text place_text = cursor_text(playback);
  const float place_width = text_width(place_text) + ui.px(24);
  if (ImGui::GetContentRegionAvail().x >= ui.px(kLeastBar + kSettings) + place_width) {
    draw_speed(ui, playback);
    ImGui::SameLine(0, ui.px(8));
    draw_traced(ui, lab);
    ImGui::SameLine(0, ui.px(10));
  }
  // The bar is worth more than the numbers: it is dragged.
  if (ImGui::GetContentRegionAvail().x - place_width >= ui.px(kShortestBar)) {
    {
      const FontScope mono(ui.fonts().mono);
      draw_cursor(ui, place_text);
    }
    ImGui::SameLine(0, ui.px(10));
  }
  draw_bar(ui, lab, labels);
}

void Timeline::draw_slim(Ui& ui, const Lab& lab, EventLabels& labels) {
  draw_transport(ui, lab);
  ImGui::SameLine(0, ui.px(10));
  draw_bar(ui, lab, labels);
}

void Timeline::lay_out(const Ui& ui, const Playback& playback, float width) {
  const auto& spans = playback.outline().phases;
  edges_.resize(spans.size() + 1);
  const auto size = static_cast<double>(std::max<size_t>(playback.size(), 1));
  const float least = static_cast<float>(spans.size()) * ui.px(6) < width * 0.5f ? ui.px(6) : 0;
  const auto length = [&](const PhaseSpan& span) {
    return static_cast<float>(static_cast<double>(span.end - span.begin) / size) * width;
  };
  float thin = 0, rest = 0;
  for (const PhaseSpan& span : spans) (length(span) < least ? thin : rest) += std::max(length(span), least);
  const float scale = rest > 0 ? (width - thin) / rest : 1;
  float x = 0;
  for (size_t i = 0; i < spans.size(); ++i) {
    edges_[i] = x;
    x += length(spans[i]) < least ? least : length(spans[i]) * scale;
  }
  edges_[spans.size()] = width;
}

void Timeline::draw_bar(Ui& ui, const Lab& lab, EventLabels& labels) {
  const Playback& playback = lab.playback();
  const float width = ImGui::GetContentRegionAvail().x;
  const float height = ui.px(24);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::InvisibleButton("timeline", {width, height});
  ui.mark("timeline");
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(at, {at.x + width, at.y + height}, to_u32(theme().field), ui.px(4));
  ImFont* font = ui.fonts().small;
  if (playback.empty()) {
    return add_text(list, font, {at.x + ui.px(8), at.y + ui.px(5)}, to_u32(theme().text_dim),
                    lab.state().has_query ? "No events recorded" : "Set start and goal to record a search");
  }
  const auto& spans = playback.outline().phases;
  if (spans.empty()) return;  // the search is about to begin, and what follows is hidden
  lay_out(ui, playback, width);
  const auto span_of = [&](size_t event) {  // the span of the event before a cursor
    size_t i = 0;
    while (i + 1 < spans.size() && event > spans[i].end) ++i;
    return i;
  };
  const auto x_of = [&](size_t event) {
    const size_t i = span_of(event);
    const double share = static_cast<double>(event - spans[i].begin) /
                         static_cast<double>(std::max<size_t>(spans[i].end - spans[i].begin, 1));
    return at.x + edges_[i] + static_cast<float>(share) * (edges_[i + 1] - edges_[i]);
  };
  const auto event_at = [&](float mouse) {
    const float x = std::clamp(mouse - at.x, 0.0f, width);
    size_t i = 0;
    while (i + 1 < spans.size() && x > edges_[i + 1]) ++i;
    const double share =
        std::clamp(static_cast<double>((x - edges_[i]) / std::max(edges_[i + 1] - edges_[i], 0.01f)), 0.0, 1.0);
    return spans[i].begin +
           static_cast<size_t>(std::llround(share * static_cast<double>(spans[i].end - spans[i].begin)));
  };
  const float cursor = x_of(playback.cursor());
  const float top = at.y + ui.px(3), bottom = at.y + height - ui.px(3);
  for (size_t i = 0; i < spans.size(); ++i) {
    const PhaseSpan& span = spans[i];
    const float x0 = at.x + edges_[i];
    const float x1 = std::max(at.x + edges_[i + 1], x0 + 1);
    const Rgba color = phase_color(span.phase);
    list->AddRectFilled({x0, top}, {x1, bottom}, to_im(with_alpha(color, 70)));
    // The part before the cursor is bright.
    const float done = std::min(x1, cursor);
    if (done > x0) list->AddRectFilled({x0, top}, {done, bottom}, to_im(with_alpha(color, 235)));
    hatch(list, span.phase, span.level, {x0, top}, {x1, bottom}, ui.px(1));
    add_level_edge(list, span, {x0, top}, {x1, bottom}, ui.px(3));
    if (i > 0) list->AddLine({x0, top}, {x0, bottom}, to_u32(theme().panel), ui.px(1));
    const std::string title = span_title(span, lab.query().pseudo_code());
    const float title_width = text_size(font, title).x;
    if (x1 - x0 >= title_width + ui.px(12)) {
      const ImVec2 text_at(std::floor((x0 + x1 - title_width) / 2),
                           std::floor(at.y + (height - imgui::font_size(font)) / 2));
      // The hatching leaves room for the text.
      const ImVec2 low(text_at.x - ui.px(3), text_at.y),
          high(text_at.x + title_width + ui.px(3), text_at.y + imgui::font_size(font));
      list->AddRectFilled(low, high, to_u32(theme().field));
      list->AddRectFilled(low, high, to_im(with_alpha(color, 70)));
      if (done > low.x) list->AddRectFilled(low, {std::min(done, high.x), high.y}, to_im(with_alpha(color, 235)));
      const ImVec4 left_clip(x0, top, std::max(done, x0), bottom), right_clip(std::max(done, x0), top, x1, bottom);
      list->AddText(font, imgui::font_size(font), text_at, IM_COL32(12, 14, 18, 255), title.c_str(), nullptr, 0,
                    &left_clip);
      list->AddText(font, imgui::font_size(font), text_at, to_u32(theme().text), title.c_str(), nullptr, 0,
                    &right_clip);
    }
    if (ui.dump().enabled()) ui.dump().mark(Text("timeline.{}", i), x0, at.y, x1, at.y + height);
  }
  list->AddRectFilled({cursor - ui.px(1.5f), at.y}, {cursor + ui.px(1.5f), at.y + height}, to_u32(theme().text));
  list->AddTriangleFilled({cursor - ui.px(5), at.y - ui.px(1)}, {cursor + ui.px(5), at.y - ui.px(1)},
                          {cursor, at.y + ui.px(6)}, to_u32(theme().text));
  if (ImGui::IsItemActive()) {
    const size_t to = event_at(ImGui::GetIO().MousePos.x);
    if (to != playback.cursor()) ui.run("step.to {}", to);
  } else if (ImGui::IsItemHovered()) {
    const size_t to = event_at(ImGui::GetIO().MousePos.x);
    const PhaseSpan& span = spans[span_of(to)];
    ImGui::BeginTooltip();
    print_bold(ui, "{}", span_title(span, lab.query().pseudo_code()));
    ImGui::SameLine();
    print_dim("{}", counted(span.end - span.begin, "event"));
    if (to > 0) print("{}  {}", to, labels.text(lab, to - 1));
    ImGui::EndTooltip();
  }
}

void Timeline::draw_log(Ui& ui, const Lab& lab, EventLabels& labels) {
  const Playback& playback = lab.playback();
  if (playback.empty()) return;
  if (hidden_names(lab).hides("log")) return draw_dim("The events are hidden.");
  // If the timeline takes several rows, the panel scrolls.
  const bool little = ImGui::GetContentRegionAvail().y < ui.px(36);
  if (!ImGui::BeginChild("log", {0, little ? ui.px(96) : 0})) {
    ImGui::EndChild();
    return;
  }
  ImGui::PushFont(ui.fonts().mono);
  const float row = std::floor(ImGui::GetTextLineHeight() + ui.px(3));
  // The list scrolls so that the cursor stays visible.
  const float visible = ImGui::GetWindowHeight();
  const bool resized = log_row_seen_ != row || log_height_seen_ != visible;
  if (resized || log_cursor_seen_ != playback.cursor() || log_trace_seen_ != playback.trace_version()) {
    log_row_seen_ = row;
    log_height_seen_ = visible;
    log_cursor_seen_ = playback.cursor();
    log_trace_seen_ = playback.trace_version();
    const float y = row * static_cast<float>(playback.cursor());
    if (resized || y - row < ImGui::GetScrollY() || y > ImGui::GetScrollY() + visible - row) {
      ImGui::SetScrollY(std::max(0.0f, std::floor((y - visible * 0.5f) / row) * row));  // whole lines
    }
  }
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float numbers = ui.px(10) + text_width(count_text(playback.size()));  // where the numbers end
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ui.px(8), 0});
  rows_in_sight(playback.size(), row, [&](size_t index) {
    const SearchEvent* event = playback.event(index);
    if (event == nullptr) return;
    const IdScope id(static_cast<int>(index));
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const bool current = index + 1 == playback.cursor();
    if (ImGui::Selectable("##event", current, 0, {0, row})) ui.run("step.to {}", index + 1);
    ui.mark("log.{}", index + 1);
    list->AddRectFilled({at.x, at.y}, {at.x + ui.px(3), at.y + row}, to_im(phase_color(event->phase)));
    const ImU32 color = to_u32(index < playback.cursor() ? theme().text : theme().text_dim);
    const std::string number = count_text(index + 1);
    list->AddText({at.x + numbers - text_width(number), at.y + ui.px(1)}, to_u32(theme().text_dim), number.c_str());
    list->AddCircleFilled({at.x + numbers + ui.px(14), at.y + row * 0.5f}, ui.px(3.5f),
                          to_im(event_color(event->type)));
    const char* said = labels.text(lab, index);
    const float room = ImGui::GetContentRegionAvail().x;
    const Text fitting = shortened(said, room - numbers - ui.px(26));
    list->AddText({at.x + numbers + ui.px(26), at.y + ui.px(1)}, color, fitting);
    if (fitting.view() != said) tooltip(ui, said, {});
    if (event->level == 0) return;
    const Text level_text("level {}", event->level);
    // If there is no room for both, the level is left out, as the text names it.
    const float level_width = text_width(level_text);
    if (room - numbers - ui.px(42) - text_width(said) < level_width) return;
    list->AddText({at.x + room - level_width - ui.px(8), at.y + ui.px(1)}, to_u32(theme().text_dim), level_text);
  });
  ImGui::PopStyleVar();
  ImGui::PopFont();
  ImGui::EndChild();
}

}  // namespace strata
