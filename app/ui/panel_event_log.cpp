// The list of the events of the stepped search, part of the timeline.
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>

#include "app/lab/hidden_names.hpp"
#include "app/lab/lab.hpp"
#include "app/playback/playback.hpp"
#include "app/ui/event_labels.hpp"
#include "app/ui/imgui_versions.hpp"
#include "app/ui/panel_timeline.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/tooltip_scopes.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"
#include "core/search/build_events.hpp"

namespace strata {
namespace {

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

// Returns the text of an event; if it does not fit into this width, its costs are cut off, but not its parent.
Text shortened_event(std::string_view said, float room) {
  const size_t parent = said.rfind("  from ");
  if (parent == said.npos || text_width(said) <= room) return shortened(said, room);
  const std::string_view from = said.substr(parent);
  return Text("{}{}", shortened(said.substr(0, parent), room - text_width(from)), from);
}

}  // namespace

void Timeline::draw_log(Ui& ui, const Lab& lab, EventLabels& labels) {
  const Playback& playback = lab.playback();
  if (playback.empty()) return;
  if (hidden_names(lab).hides("log")) return draw_dim("The events are hidden.");
  // If the timeline takes several rows, there is little height left, and the panel scrolls.
  const bool little = ImGui::GetContentRegionAvail().y < ui.px(36);
  if (!ImGui::BeginChild("log", {0, little ? ui.px(96) : 0})) {
    ImGui::EndChild();
    return;
  }
  ImGui::PushFont(ui.fonts().mono);
  const float row = std::floor(ImGui::GetTextLineHeight() + ui.px(3));
  // The list scrolls so that the event at the cursor stays visible.
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
  // The right edge of the column of numbers.
  const float numbers = ui.px(10) + text_width(count_text(playback.size()));
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
    const Text fitting = shortened_event(said, room - numbers - ui.px(26));
    list->AddText({at.x + numbers + ui.px(26), at.y + ui.px(1)}, color, fitting);
    if (fitting.view() != said) tooltip(ui, said, {});
    if (event->level == 0) return;
    const Text level_text("level {}", event->level);
    // If there is too little room, the level is left out, as the text also contains it.
    const float level_width = text_width(level_text);
    if (room - numbers - ui.px(42) - text_width(said) < level_width) return;
    list->AddText({at.x + room - level_width - ui.px(8), at.y + ui.px(1)}, to_u32(theme().text_dim), level_text);
  });
  ImGui::PopStyleVar();
  ImGui::PopFont();
  ImGui::EndChild();
}

}  // namespace strata
