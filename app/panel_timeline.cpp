// The bottom: the timeline of the search being stepped, coloured by phase, and the list of its events.

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "app/icons.hpp"
#include "app/panels.hpp"
#include "app/theme.hpp"
#include "app/widgets.hpp"

namespace strata {
namespace {

// With the brightness of the text on it in mind.
Rgba phase_color(Phase phase) {
  switch (phase) {
    case Phase::kInsertStart:
      return palette::kGreen;
    case Phase::kInsertGoal:
      return palette::kVermilion;
    case Phase::kMain:
      return palette::kSky;
    case Phase::kRefine:
      return palette::kOrange;
    case Phase::kSmooth:
      break;
  }
  return palette::kPurple;
}

Rgba event_color(EventType type) {
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
      return palette::kPurple;
    case EventType::kNoPath:
      return palette::kVermilion;
    case EventType::kLink:
    case EventType::kRefine:
    case EventType::kShortcut:
      break;
  }
  return palette::kOrange;
}

constexpr double kSpeeds[] = {2, 10, 30, 60, 200, 1000, 5000, 20000, 100000};

}  // namespace

void Gui::draw_timeline() {
  const LabState& s = state();
  Playback& playback = lab_.playback();
  const bool any = !playback.empty();
  char line[64], mark[48];
  // Transport.
  const auto button = [&](const char* sign, const char* name, const char* command, const char* title, bool on = false) {
    icon_button(*this, sign, name, command, title, on, any);
    ImGui::SameLine(0, px(2));
  };
  button(icon::kFirstStep, "play.first", "step.first", "To the beginning");
  button(icon::kBack, "play.back", "step.back", "Step back");
  button(playback.playing() ? icon::kPause : icon::kPlay, "play.toggle", "step.toggle", "Play or pause",
         playback.playing());
  button(icon::kForward, "play.forward", "step.forward", "Step forward");
  button(icon::kNextExpansion, "play.expansion", "step.next_expansion", "Next expansion");
  button(icon::kLastStep, "play.last", "step.last", "To the end");
  ImGui::SameLine(0, px(8));
  ImGui::SetNextItemWidth(px(112));
  char label[40];
  const auto speed_label = [&label](double speed) {
    if (speed >= 1000) {
      std::snprintf(label, sizeof label, "%gk events/s", speed / 1000);
    } else {
      std::snprintf(label, sizeof label, "%g events/s", speed);
    }
  };
  speed_label(playback.speed());
  if (ImGui::BeginCombo("##speed", label)) {
    for (const double speed : kSpeeds) {
      speed_label(speed);
      if (ImGui::Selectable(label, speed == playback.speed())) {
        std::snprintf(line, sizeof line, "step.speed %g", speed);
        run(line);
      }
    }
    ImGui::EndCombo();
  }
  dump_.mark("play.speed");
  tooltip(*this, "Playing speed", "[ ]");
  ImGui::SameLine(0, px(8));
  // Whose search.
  const Planner* planner = lab_.traced_planner();
  std::snprintf(label, sizeof label, "%.*s", planner ? static_cast<int>(planner->title.size()) : 0,
                planner ? planner->title.data() : "");
  ImGui::SetNextItemWidth(px(96));
  if (ImGui::BeginCombo("##traced", label)) {
    for (const PlannerRow& row : s.rows) {
      std::snprintf(label, sizeof label, "%.*s", static_cast<int>(row.planner->title.size()),
                    row.planner->title.data());
      if (ImGui::Selectable(label, row.planner == planner)) {
        std::snprintf(line, sizeof line, "planner.trace %.*s", static_cast<int>(row.planner->name.size()),
                      row.planner->name.data());
        run(line);
      }
      std::snprintf(mark, sizeof mark, "traced.%.*s", static_cast<int>(row.planner->name.size()),
                    row.planner->name.data());
      dump_.mark(mark);
    }
    ImGui::EndCombo();
  }
  dump_.mark("play.traced");
  tooltip(*this, "The search that is stepped", {});
  ImGui::SameLine(0, px(10));
  ImGui::AlignTextToFramePadding();
  char cursor[24], total[24];
  format_count(playback.cursor(), cursor, sizeof cursor);
  format_count(playback.size(), total, sizeof total);
  ImGui::PushFont(fonts_->mono);
  ImGui::Text("%s / %s", cursor, total);
  dump_.mark("play.cursor");
  ImGui::PopFont();
  if (playback.truncated()) {
    ImGui::SameLine();
    ImGui::TextColored(theme().warn, "cut off: only the first events are kept");
  } else if (s.trace_deferred) {
    ImGui::SameLine();
    text_dim("recorded on release");
  }
  draw_phase_legend();
  // The bar.
  const float width = ImGui::GetContentRegionAvail().x;
  const float height = px(22);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::InvisibleButton("timeline", {width, height});
  dump_.mark("timeline");
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(at, {at.x + width, at.y + height}, to_u32(theme().field), px(4));
  if (!any) {
    const char* text = s.has_query ? "No events recorded" : "Set start and goal to record a search";
    list->AddText(fonts_->small, fonts_->small->FontSize, {at.x + px(8), at.y + px(4)}, to_u32(theme().text_dim), text);
    return;
  }
  const double size = static_cast<double>(playback.size());
  const auto x_of = [&](size_t event) { return at.x + static_cast<float>(static_cast<double>(event) / size) * width; };
  for (const PhaseSpan& span : playback.phases()) {
    const float x0 = x_of(span.begin);
    const float x1 = std::max(x_of(span.end), x0 + 1);
    list->AddRectFilled({x0, at.y + px(3)}, {x1, at.y + height - px(3)},
                        to_im(with_alpha(phase_color(span.phase), 70)));
    // What lies behind the cursor is bright.
    const float done = std::min(x1, x_of(playback.cursor()));
    if (done > x0) {
      list->AddRectFilled({x0, at.y + px(3)}, {done, at.y + height - px(3)},
                          to_im(with_alpha(phase_color(span.phase), 230)));
    }
  }
  const float x = x_of(playback.cursor());
  list->AddRectFilled({x - px(1.5f), at.y}, {x + px(1.5f), at.y + height}, to_u32(theme().text));
  list->AddTriangleFilled({x - px(5), at.y - px(1)}, {x + px(5), at.y - px(1)}, {x, at.y + px(6)},
                          to_u32(theme().text));
  const auto event_at = [&](float mouse) {
    const double share = std::clamp(static_cast<double>((mouse - at.x) / width), 0.0, 1.0);
    return static_cast<size_t>(std::llround(share * size));
  };
  if (ImGui::IsItemActive()) {
    const size_t to = event_at(ImGui::GetIO().MousePos.x);
    if (to != playback.cursor()) {
      std::snprintf(line, sizeof line, "step.to %zu", to);
      run(line);
    }
  } else if (ImGui::IsItemHovered()) {
    const size_t to = event_at(ImGui::GetIO().MousePos.x);
    const SearchEvent* event = to > 0 ? playback.event(to - 1) : nullptr;
    if (event != nullptr) {
      const std::string text = event_text(*event, lab_.world().map().width(), lab_.cost_unit());
      const std::string_view phase = phase_name(event->phase);
      ImGui::SetTooltip("%zu  %.*s\n%s", to, static_cast<int>(phase.size()), phase.data(), text.c_str());
    }
  }
}

void Gui::draw_phase_legend() {
  // At the right end of the row, as far as there is room: the phases that occur.
  const Playback& playback = lab_.playback();
  bool occurs[kPhases] = {};
  for (const PhaseSpan& span : playback.phases()) occurs[static_cast<size_t>(span.phase)] = true;
  ImGui::PushFont(fonts_->small);
  float width = 0;
  for (int i = 0; i < kPhases; ++i) {
    if (occurs[i]) width += ImGui::CalcTextSize(phase_name(static_cast<Phase>(i)).data()).x + px(30);
  }
  const float right = ImGui::GetWindowContentRegionMax().x - width;
  ImGui::SameLine();
  if (width > 0 && right > ImGui::GetCursorPosX() + px(8)) {
    ImGui::SetCursorPosX(right);
    bool first = true;
    for (int i = 0; i < kPhases; ++i) {
      if (!occurs[i]) continue;
      if (!first) ImGui::SameLine(0, px(12));
      first = false;
      const ImVec2 sign = ImGui::GetCursorScreenPos();
      const float middle = sign.y + ImGui::GetStyle().FramePadding.y + ImGui::GetTextLineHeight() * 0.5f;
      ImGui::GetWindowDrawList()->AddRectFilled({sign.x, middle - px(5)}, {sign.x + px(10), middle + px(5)},
                                                to_im(phase_color(static_cast<Phase>(i))), px(2));
      ImGui::AlignTextToFramePadding();
      ImGui::SetCursorPosX(ImGui::GetCursorPosX() + px(14));
      text_dim("%s", phase_name(static_cast<Phase>(i)).data());
    }
  } else {
    ImGui::NewLine();
  }
  ImGui::PopFont();
}

const char* Gui::event_label(size_t index) {
  const Playback& playback = lab_.playback();
  EventLabel& label = event_labels_[index % event_labels_.size()];
  if (label.index != index || label.trace != playback.trace_version() || label.unit != lab_.cost_unit()) {
    label.index = index;
    label.trace = playback.trace_version();
    label.unit = lab_.cost_unit();
    const SearchEvent* event = playback.event(index);
    label.text = event ? event_text(*event, lab_.world().map().width(), label.unit) : std::string();
  }
  return label.text.c_str();
}

void Gui::draw_event_log() {
  const Playback& playback = lab_.playback();
  if (playback.empty()) return;
  if (!ImGui::BeginChild("log", {0, 0})) {
    ImGui::EndChild();
    return;
  }
  ImGui::PushFont(fonts_->mono);
  const float row = std::floor(ImGui::GetTextLineHeight() + px(3));
  // The cursor stays in sight when it moves.
  if (log_cursor_seen_ != playback.cursor() || log_trace_seen_ != playback.trace_version()) {
    log_cursor_seen_ = playback.cursor();
    log_trace_seen_ = playback.trace_version();
    const float y = row * static_cast<float>(playback.cursor());
    const float visible = ImGui::GetWindowHeight();
    if (y - row < ImGui::GetScrollY() || y > ImGui::GetScrollY() + visible - row) {
      ImGui::SetScrollY(std::max(0.0f, y - visible * 0.5f));
    }
  }
  ImDrawList* list = ImGui::GetWindowDrawList();
  char line[48], number[24];
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {px(8), 0});
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(std::min<size_t>(playback.size(), 1u << 30)), row);
  while (clipper.Step()) {
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
      const auto index = static_cast<size_t>(i);
      const SearchEvent* event = playback.event(index);
      if (event == nullptr) continue;
      ImGui::PushID(i);
      const ImVec2 at = ImGui::GetCursorScreenPos();
      const bool current = index + 1 == playback.cursor();
      if (ImGui::Selectable("##event", current, 0, {0, row})) {
        std::snprintf(line, sizeof line, "step.to %zu", index + 1);
        run(line);
      }
      if (dump_.enabled()) {
        std::snprintf(line, sizeof line, "log.%zu", index + 1);
        dump_.mark(line);
      }
      list->AddRectFilled({at.x, at.y}, {at.x + px(3), at.y + row}, to_im(phase_color(event->phase)));
      const ImU32 color = to_u32(index < playback.cursor() ? theme().text : theme().text_dim);
      format_count(index + 1, number, sizeof number);
      const float number_width = ImGui::CalcTextSize(number).x;
      list->AddText({at.x + px(84) - number_width, at.y + px(1)}, to_u32(theme().text_dim), number);
      list->AddCircleFilled({at.x + px(98), at.y + row * 0.5f}, px(3.5f), to_im(event_color(event->type)));
      list->AddText({at.x + px(110), at.y + px(1)}, color, event_label(index));
      if (event->level > 0) {
        std::snprintf(line, sizeof line, "level %d", event->level);
        const float level_width = ImGui::CalcTextSize(line).x;
        list->AddText({at.x + ImGui::GetContentRegionAvail().x - level_width - px(8), at.y + px(1)},
                      to_u32(theme().text_dim), line);
      }
      ImGui::PopID();
    }
  }
  ImGui::PopStyleVar();
  ImGui::PopFont();
  ImGui::EndChild();
}

}  // namespace strata
