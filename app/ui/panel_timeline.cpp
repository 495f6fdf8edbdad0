#include "app/ui/panel_timeline.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string>
#include <string_view>

#include "app/base/icons.hpp"
#include "app/lab/cell_explanations.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/menu_model.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/simple_view.hpp"
#include "app/playback/playback.hpp"
#include "app/ui/event_labels.hpp"
#include "app/ui/feature_panel.hpp"
#include "app/ui/imgui_versions.hpp"
#include "app/ui/panel_stepping.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/tooltip_scopes.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"
#include "core/search/build_events.hpp"

namespace strata {
namespace {

// Draws the lines of a phase, by which it is recognised without colour. Refinement has as many lines as the level is
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

// If the span is of a refinement or a construction, draws its lower edge in the colour of its level.
void add_level_edge(ImDrawList* list, const PhaseSpan& span, ImVec2 low, ImVec2 high, float thickness) {
  if ((span.phase != Phase::kRefine && !build_event::is_build(span.phase)) || span.level < 1) return;
  list->AddRectFilled({low.x, high.y - thickness}, high, to_im(on_panel(level_style(span.level).color)));
}

struct SpeedChoice {
  double times;
  const char* text;
};
// Multiples of the speed that suits the length of the recording.
constexpr SpeedChoice kSpeeds[] = {{0.25, "¼×"}, {0.5, "½×"}, {1, "1×"},  {2, "2×"},
                                   {4, "4×"},    {16, "16×"}, {64, "64×"}};
constexpr float kSpeedWidth = 112;  // UI pixels

void draw_speed(Ui& ui, const PlayClock& clock) {
  const double times = clock.speed() / clock.usual();
  const auto* chosen = std::find_if(std::begin(kSpeeds), std::end(kSpeeds), [&](const SpeedChoice& choice) {
    return std::abs(choice.times - times) < 0.001 * times;
  });
  const Text other("{:.{}f}×", times, times < 10 ? 1 : 0);
  ImGui::SetNextItemWidth(ui.px(kSpeedWidth));
  if (begin_combo("##speed", Text("Speed {}", chosen == std::end(kSpeeds) ? other.view() : chosen->text))) {
    for (const SpeedChoice& choice : kSpeeds) {
      draw_combo_entry(
          ui, {choice.text, &choice == chosen,
               choice.times == 1 ? "step.speed usual" : fmt::format("step.speed {}", choice.times * clock.usual()),
               fmt::format("speed.{:g}", choice.times)});
    }
    ImGui::EndCombo();
  }
  describe(ui, "play.speed", Text("Playing speed: {:.3g} events a second", clock.speed()),
           ui.keys_of_pair("step.speed /2", "step.speed x2"),
           "1× plays a short search so slowly that it can be followed, and any search in half a minute");
}

// Draws the name of the planner whose search is stepped.
void draw_traced(Ui& ui, const Lab& lab) {
  const PlannerNames& names = lab.state().names;
  const Planner* planner = lab.state().traced_planner();
  const SteppedProcess* process = lab.state().process;
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
      const SteppedProcess* other = feature->process;
      if (other == nullptr || !offers_settings(lab.state(), *feature)) continue;
      draw_combo_entry(
          ui, {other->title, other == process, std::string(other->begin_line), fmt::format("traced.{}", other->name),
               other->hint, other == process ? std::string_view() : other->why_not(lab)});
    }
    ImGui::EndCombo();
  }
  describe(ui, "play.traced", "The search that is stepped");
}

struct PhaseEntry {
  const PhaseSpan* span = nullptr;
  // A span that stands for all spans of its phase.
  PhaseSpan shown;
  // The algorithm's own word for the phase; empty: none.
  std::string_view word;
  // The title; it is so short that it needs no memory of its own.
  std::string title;
};

// The phases of the recording, in order, each of them once.
struct PhaseList {
  explicit PhaseList(const Lab& lab);
  PhaseEntry entries[16];
  size_t count = 0;
  size_t now = 0;  // the phase of the event at the cursor
};

PhaseList::PhaseList(const Lab& lab) {
  const PseudoCode& code = lab.query().pseudo_code();
  for (const PhaseSpan& span : lab.playback().outline().phases) {
    // Connecting start and goal looks the same on all levels, so that it is listed once.
    PhaseSpan shown = span;
    if (span.phase == Phase::kInsertStart || span.phase == Phase::kInsertGoal) shown.level = 0;
    // There may be thousands of spans, so that their titles are compared without being made.
    const std::string_view word = code.phase_word(shown.phase, shown.line);
    const auto* known = std::find_if(entries, entries + count, [&](const PhaseEntry& entry) {
      const PhaseSpan& other = entry.shown;
      return entry.word == word && (!word.empty() || (other.phase == shown.phase && other.level == shown.level &&
                                                      other.unpacking == shown.unpacking));
    });
    const auto at = static_cast<size_t>(known - entries);
    if (at == std::size(entries)) continue;
    if (at == count) entries[count++] = {&span, shown, word, span_title(shown, code)};
    if (span.begin < lab.playback().cursor()) now = at;
  }
}

// Draws which phase the event at the cursor belongs to, and how many there are, in this width. The tooltip says what
// the phase is for.
void draw_phase_now(Ui& ui, const Lab& lab, const PhaseList& phases, float width) {
  const PhaseEntry& entry = phases.entries[phases.now];
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::Dummy({width, ImGui::GetFrameHeight()});
  ui.mark("play.phase");
  if (ImGui::IsItemHovered()) {
    std::string hint(explained_phase(lab, entry.span->phase));
    for (size_t i = 0; i < phases.count; ++i) {
      hint += fmt::format("{}{}", i > 0 ? " → " : hint.empty() ? "" : "\n", phases.entries[i].title);
    }
    tooltip(ui, entry.title, {}, hint);
  }
  const FontScope small(ui.fonts().small);
  const float middle = at.y + ImGui::GetFrameHeight() * 0.5f;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImVec2 low(at.x, middle - ui.px(5)), high(at.x + ui.px(8), middle + ui.px(5));
  list->AddRectFilled(low, high, to_im(phase_color(entry.span->phase)), ui.px(2));
  add_level_edge(list, *entry.span, low, high, ui.px(3));
  const Text text = shortened(Text("{} {}/{}", entry.title, phases.now + 1, phases.count), width - ui.px(12));
  list->AddText({at.x + ui.px(12), std::floor(middle - ImGui::GetTextLineHeight() * 0.5f)}, to_u32(theme().text), text);
}

// Draws the phases of the search at the right end of the row, as far as there is room. A click on a phase goes to its
// first event.
void draw_phase_legend(Ui& ui, const Lab& lab) {
  const PhaseList phases(lab);
  const PhaseEntry* const entries = phases.entries;
  size_t count = phases.count;
  const FontScope small(ui.fonts().small);
  float width = 0;
  for (size_t i = 0; i < count; ++i) width += text_width(entries[i].title) + ui.px(32);
  ImGui::SameLine();
  const float left = ImGui::GetCursorPosX() + ui.px(8);
  const float right = ImGui::GetWindowContentRegionMax().x;
  // If there is too little room, phases are left out: the spans on the bar have texts, too.
  while (count > 0 && right - width < left) {
    width -= text_width(entries[--count].title) + ui.px(32);
  }
  if (count == 0) return ImGui::NewLine();
  ImGui::SetCursorPosX(right - width);
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
    const std::string_view purpose = hovered ? explained_phase(lab, span.phase) : std::string_view();
    describe(ui, Text("legend.{}", i), purpose.empty() ? "Click to go there" : purpose, {},
             purpose.empty() ? "" : "Click to go there");
    const float middle = symbol.y + ImGui::GetFrameHeight() * 0.5f;
    const ImVec2 low(symbol.x, middle - ui.px(6)), high(symbol.x + ui.px(15), middle + ui.px(6));
    list->AddRectFilled(low, high, to_im(phase_color(span.phase)), ui.px(2));
    hatch(list, span.phase, span.level, low, high, ui.px(1));
    add_level_edge(list, span, low, high, ui.px(3));
    list->AddText({symbol.x + ui.px(20), middle - ImGui::GetTextLineHeight() * 0.5f},
                  to_u32(hovered ? theme().text : theme().text_dim), entries[i].title.c_str());
  }
}

// Draws the buttons of playback. The next item stands in the same row.
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

// Draws the button that opens the steps at the right end of the row, which begins at the present position. Returns the
// width that it takes; 0: there is no room for it.
float draw_steps_button(Ui& ui, bool on) {
  static constexpr const char* kLine = "ui.panel steps toggle";
  if (ImGui::GetContentRegionAvail().x < ui.px(340)) return 0;
  const std::string_view keys = ui.keys_of(kLine);
  const Text label("Steps{}{}", keys.empty() ? "" : " ", keys);
  const float width = text_width(label) + ui.px(16);
  const ImVec2 row = ImGui::GetCursorPos();
  ImGui::SetCursorPosX(ImGui::GetWindowContentRegionMax().x - width);
  button(ui, label, "steps", kLine, "Event log, open list and pseudo-code", {.width = width, .on = on});
  ImGui::SetCursorPos(row);
  return width + ui.px(8);
}

void draw_cursor(Ui& ui, const Text& text) {
  ImGui::AlignTextToFramePadding();
  draw_text(text);
  ui.mark("play.cursor");
}

}  // namespace

void Timeline::draw_head(Ui& ui, const Lab& lab, float width) {
  ImGui::BeginChild("head", {width, ImGui::GetFrameHeight()}, false,
                    ImGuiWindowFlags_NavFlattened | ImGuiWindowFlags_NoScrollbar);
  const Playback& playback = lab.playback();
  draw_traced(ui, lab);
  if (playback.outline().truncated) {
    ImGui::SameLine();
    draw_text(theme().warn, "cut off: only the first events are kept");
  } else if (lab.state().trace_deferred) {
    ImGui::SameLine();
    draw_dim("recorded on release");
  } else if (playback.empty() && lab.state().process != nullptr) {
    ImGui::SameLine();
    draw_dim("being recorded");
  }
  draw_phase_legend(ui, lab);
  ImGui::EndChild();
}

void Timeline::draw(Ui& ui, const Lab& lab, EventLabels& labels, bool steps) {
  static constexpr float kLeastBar = 200, kShortestBar = 60, kPhase = 118;  // UI pixels
  const float reserved = draw_steps_button(ui, steps);
  draw_transport(ui, lab);
  ImGui::SameLine(0, ui.px(8));
  const Playback& playback = lab.playback();
  const Text place_text = cursor_text(playback);
  const float place_width = text_width(place_text) + ui.px(24);
  const auto room = [&] { return ImGui::GetContentRegionAvail().x - reserved; };
  if (room() >= ui.px(kLeastBar + kSpeedWidth) + place_width) {
    draw_speed(ui, playback.clock());
    ImGui::SameLine(0, ui.px(10));
  }
  if (room() >= ui.px(kLeastBar + kPhase) + place_width && !playback.future_hidden()) {
    if (const PhaseList phases(lab); phases.count > 1) {
      draw_phase_now(ui, lab, phases, ui.px(kPhase));
      ImGui::SameLine(0, ui.px(8));
    }
  }
  // If there is little room, the bar comes before the numbers, as it can be dragged.
  if (room() - place_width >= ui.px(kShortestBar)) {
    float rest = 0;  // the bar begins at the same place at every step
    {
      const FontScope mono(ui.fonts().mono);
      // If the length is hidden, the room must not tell it.
      const std::string last = count_text(playback.future_hidden() ? 99'999 : playback.size());
      rest = std::max(text_width(Text("{} / {}", last, playback.future_hidden() ? "?" : last)) - text_width(place_text),
                      0.0f);
      draw_cursor(ui, place_text);
    }
    ImGui::SameLine(0, ui.px(10) + rest);
  }
  ImFont* small = ui.fonts().small;
  draw_bar(ui, lab, labels, std::max(room(), ui.px(8)), ui.px(24),
           {small, imgui::font_size(small), imgui::font_size(small)});
}

float Timeline::slim_height(const Ui& ui, float text) {
  return std::max({ui.px(24), ImGui::GetFrameHeight(), std::round(text * 1.3f)});
}

void Timeline::draw_slim(Ui& ui, const Lab& lab, EventLabels& labels, float text) {
  draw_transport(ui, lab);
  ImGui::SameLine(0, ui.px(10));
  const Letters letters{ui.fonts().stage, std::round(text * 0.75f), std::round(text * 0.5f)};
  draw_bar(ui, lab, labels, ImGui::GetContentRegionAvail().x, slim_height(ui, text), letters);
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

// Writes the name of a span on its bar, from `low` to `high`: with smaller letters where it is narrow, and not at all
// where they would be too small to read. The bar is brighter up to `done`. `unit`: a pixel of the interface.
void Timeline::add_span_title(ImDrawList* list, const Letters& letters, const std::string& title, Rgba color,
                              ImVec2 low, ImVec2 high, float done, float unit) {
  ImFont* font = letters.font;
  const auto width_at = [&](float size) {
    return font->CalcTextSizeA(size, 1e9f, 0, title.data(), title.data() + title.size()).x;
  };
  const float room = high.x - low.x - unit * 12;
  float size = letters.size;
  while (size > letters.least && width_at(size) > room) size -= 1;
  const float width = width_at(size);
  if (width > room) return;
  const ImVec2 at(std::floor((low.x + high.x - width) / 2), std::floor((low.y + high.y - size) / 2));
  // The lines of the phase leave room for the text.
  const ImVec2 from(at.x - unit * 3, at.y), to(at.x + width + unit * 3, at.y + size);
  list->AddRectFilled(from, to, to_u32(theme().field));
  list->AddRectFilled(from, to, to_im(with_alpha(color, 70)));
  if (done > from.x) list->AddRectFilled(from, {std::min(done, to.x), to.y}, to_im(with_alpha(color, 235)));
  const float middle = std::max(done, low.x);
  const ImVec4 left_clip(low.x, low.y, middle, high.y), right_clip(middle, low.y, high.x, high.y);
  list->AddText(font, size, at, IM_COL32(12, 14, 18, 255), title.c_str(), nullptr, 0, &left_clip);
  list->AddText(font, size, at, to_u32(theme().text), title.c_str(), nullptr, 0, &right_clip);
}

void Timeline::draw_bar(Ui& ui, const Lab& lab, EventLabels& labels, float width, float height,
                        const Letters& letters) {
  const Playback& playback = lab.playback();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::InvisibleButton("timeline", {width, height});
  ui.mark("timeline");
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(at, {at.x + width, at.y + height}, to_u32(theme().field), ui.px(4));
  ImFont* font = letters.font;
  if (playback.empty()) {
    if (!lab.state().has_query && open_text(lab)) return;  // a card or a lesson without a search
    const std::string_view why = lab.state().has_query ? "No events recorded" : "Set start and goal to record a search";
    return list->AddText(font, letters.size, {at.x + ui.px(8), std::floor(at.y + (height - letters.size) / 2)},
                         to_u32(theme().text_dim), why.data(), why.data() + why.size());
  }
  const auto& spans = playback.outline().phases;
  // The search has not begun, and its future is hidden.
  if (spans.empty()) return;
  lay_out(ui, playback, width);
  const auto span_of = [&](size_t event) {  // Returns the span of the event before a cursor.
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
    // The part of a span before the cursor is brighter.
    const float done = std::min(x1, cursor);
    if (done > x0) list->AddRectFilled({x0, top}, {done, bottom}, to_im(with_alpha(color, 235)));
    hatch(list, span.phase, span.level, {x0, top}, {x1, bottom}, ui.px(1));
    add_level_edge(list, span, {x0, top}, {x1, bottom}, ui.px(3));
    if (i > 0) list->AddLine({x0, top}, {x0, bottom}, to_u32(theme().panel), ui.px(1));
    add_span_title(list, letters, span_title(span, lab.query().pseudo_code()), color, {x0, at.y}, {x1, at.y + height},
                   done, ui.px(1));
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
    begin_tooltip(ui);
    ImGui::PushTextWrapPos(ui.px(480));
    print_bold(ui, "{}", span_title(span, lab.query().pseudo_code()));
    ImGui::SameLine();
    print_dim("{}", counted(span.end - span.begin, "event"));
    if (to > 0) print("{}  {}", to, labels.text(lab, to - 1));
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
  }
}

void draw_stepping_tab(Ui& ui, Lab&) {
  struct StepRow {
    const char* title;
    const char* name;
    const char* line;
    const char* help;
  };
  static constexpr StepRow kRows[] = {
      {"To the beginning", "stepping.first", "step.first", "Goes to the state before the first event"},
      {"Step forward", "stepping.forward", "step.forward", "Goes one event on; the sentence says what it does and why"},
      {"Step back", "stepping.back", "step.back", "Goes one event back"},
      {"Next expansion", "stepping.expansion", "step.next_expansion", "Goes to the next node that is expanded"},
      {"Play or pause", "stepping.toggle", "step.toggle", "Plays the events one after another"},
      {"To the end", "stepping.last", "step.last", "Goes to the state after the last event"},
      {"Steps", "stepping.steps", "ui.panel steps toggle", "Shows the event log, the open list and the pseudo-code"}};
  note(ui, "A click on a name in the comparison chooses the search. The strip below the map steps it:");
  for (const StepRow& row : kRows) {
    button(ui, row.title, row.name, row.line, row.help, {.width = ui.px(132)});
    ImGui::SameLine(0, ui.px(8));
    ImGui::AlignTextToFramePadding();
    draw_dim(shortened(ui.keys_of(row.line), ImGui::GetContentRegionAvail().x));
  }
  note(ui,
       "The bar can be dragged. A click on a line of the pseudo-code stops playing there, and a click on a cell says "
       "why the search is where it is.");
}

}  // namespace strata
