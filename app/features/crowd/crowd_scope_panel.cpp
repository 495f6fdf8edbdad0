// The right panel's scope of the crowd: what a frame of it takes, what has become of its agents, and the wave of
// planning after an edit.

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "app/ui/panels.hpp"
#include "app/ui/widgets.hpp"
#include "app/window/theme.hpp"

namespace strata {
namespace {

constexpr float kBudgetMs = 1000.0f / 60;

ImU32 plan_color() { return to_im(on_panel(palette::kPurple)); }
ImU32 step_color() { return to_im(on_panel(palette::kBlue)); }

// The times of the last frames, newest to the right, against what a frame may take.
void scope_picture(Gui& gui, const CrowdScope& scope, float width, float height) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(at, {at.x + width, at.y + height}, to_u32(theme().field), gui.px(3));
  float longest = kBudgetMs * 1.15f;
  for (const CrowdScope::Frame& frame : scope.frames) longest = std::max(longest, frame.plan_ms + frame.step_ms);
  // One long frame must not flatten all others: it is cut off, and told in figures.
  const float most = std::min(longest, kBudgetMs * 3);
  const float bar = width / static_cast<float>(CrowdScope::kFrames);
  for (size_t i = 0; i < scope.seen; ++i) {
    const size_t place = (scope.next + CrowdScope::kFrames - 1 - i) % CrowdScope::kFrames;
    const CrowdScope::Frame& frame = scope.frames[place];
    const float x = at.x + width - bar * static_cast<float>(i + 1);
    const float step = std::min(height * frame.step_ms / most, height);
    const float plan = std::min(height * frame.plan_ms / most, height - step);
    const float low = at.y + height;
    list->AddRectFilled({x, low - step}, {x + std::max(bar, 1.0f), low}, step_color());
    list->AddRectFilled({x, low - step - plan}, {x + std::max(bar, 1.0f), low - step}, plan_color());
  }
  const float line = at.y + height - height * kBudgetMs / most;
  list->AddLine({at.x, line}, {at.x + width, line}, to_u32(theme().warn), gui.px(1));
  const char* text = "16.7 ms";
  const ImFont* font = gui.fonts().small;
  list->AddText(font, font->FontSize, {at.x + gui.px(4), line + gui.px(1)}, to_u32(theme().warn), text);
  if (longest > most) {
    char cut[24];
    std::snprintf(cut, sizeof cut, "up to %.0f ms", longest);
    const ImVec2 extent = font->CalcTextSizeA(font->FontSize, 1e9f, 0, cut);
    list->AddText(font, font->FontSize, {at.x + width - extent.x - gui.px(4), at.y + gui.px(1)},
                  to_u32(theme().text_dim), cut);
  }
  ImGui::Dummy({width, height});
}

}  // namespace

void crowd_sign(Gui& gui, const CrowdStyle& style, float size) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 mid(at.x + size / 2, at.y + ImGui::GetTextLineHeight() / 2);
  const float r = size * 0.42f;
  const ImU32 color = to_im(on_panel(style.color));
  ImDrawList* list = ImGui::GetWindowDrawList();
  switch (style.shape) {
    case 0:
      list->AddTriangleFilled({mid.x - r * 0.8f, mid.y - r}, {mid.x + r * 1.1f, mid.y}, {mid.x - r * 0.8f, mid.y + r},
                              color);
      break;
    case 1:
      list->AddRectFilled({mid.x - r * 0.8f, mid.y - r * 0.8f}, {mid.x + r * 0.8f, mid.y + r * 0.8f}, color);
      break;
    case 2:
      list->AddCircle(mid, r * 0.75f, color, 0, r * 0.45f);
      break;
    case 3:
      list->AddCircleFilled(mid, r * 0.85f, color);
      break;
    case 4:
      list->AddLine({mid.x - r * 0.7f, mid.y - r * 0.7f}, {mid.x + r * 0.7f, mid.y + r * 0.7f}, color, r * 0.5f);
      list->AddLine({mid.x - r * 0.7f, mid.y + r * 0.7f}, {mid.x + r * 0.7f, mid.y - r * 0.7f}, color, r * 0.5f);
      break;
    case 5:
      list->AddQuadFilled({mid.x - r, mid.y}, {mid.x, mid.y - r}, {mid.x + r, mid.y}, {mid.x, mid.y + r}, color);
      break;
    default:
      list->AddTriangleFilled({mid.x - r, mid.y - r * 0.8f}, {mid.x + r, mid.y - r * 0.8f}, {mid.x, mid.y + r}, color);
      break;
  }
  ImGui::Dummy({size, ImGui::GetTextLineHeight()});
  (void)gui;
}

void Gui::draw_crowd_scope() {
  const LabState& s = state();
  const CrowdState& crowd = s.crowd;
  char text[96], number[24];
  ImGui::PushFont(fonts_->small);
  // Under a fixed clock durations are not shown: a run repeats to the pixel.
  if (!s.fixed_clock) {
    scope_picture(*this, crowd.scope, ImGui::GetContentRegionAvail().x, px(56));
    dump_.mark("crowd.scope");
    tooltip(*this, "What the crowd took of each frame", {}, "The line is what a frame has at 60 frames a second");
    swatch(plan_color(), px(10));
    ImGui::SameLine(0, px(4));
    text_dim("plan %.2f ms", crowd.scope.plan_ms);
    ImGui::SameLine(0, px(12));
    swatch(step_color(), px(10));
    ImGui::SameLine(0, px(4));
    text_dim("step %.2f ms", crowd.scope.step_ms);
    ImGui::SameLine();
    right_aligned("a tick", theme().text_dim);
  }
  // Who does what, in one bar and in words.
  uint32_t all = 0;
  for (const uint32_t count : crowd.counts) all += count;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, height = px(9);
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(at, {at.x + width, at.y + height}, to_u32(theme().field), px(2));
  float from = 0;
  for (int i = 0; i < kCrowdStatuses && all > 0; ++i) {
    const float share = static_cast<float>(crowd.counts[static_cast<size_t>(i)]) / static_cast<float>(all);
    const Rgba color = on_panel(crowd_style(static_cast<CrowdStatus>(i)).color);
    list->AddRectFilled({at.x + width * from, at.y}, {at.x + width * (from + share), at.y + height}, to_im(color));
    from += share;
  }
  ImGui::Dummy({width, height});
  ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {px(2), px(1)});
  if (ImGui::BeginTable("statuses", 4, ImGuiTableFlags_SizingStretchProp)) {
    for (int column = 0; column < 2; ++column) {
      ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthStretch, 3);
      ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthStretch, 1.6f);
    }
    for (int i = 0; i < kCrowdStatuses; ++i) {
      const auto status = static_cast<CrowdStatus>(i);
      const uint32_t count = crowd.counts[static_cast<size_t>(i)];
      ImGui::TableNextColumn();
      crowd_sign(*this, crowd_style(status), px(13));
      ImGui::SameLine(0, px(4));
      const std::string_view title = crowd_status_title(status);
      text_dim("%.*s", static_cast<int>(title.size()), title.data());
      ImGui::TableNextColumn();
      format_count(count, number, sizeof number);
      right_aligned(number, count > 0 ? theme().text : theme().text_dim);
      const std::string_view name = crowd_status_name(status);
      std::snprintf(text, sizeof text, "crowd.status.%.*s", static_cast<int>(name.size()), name.data());
      dump_.mark(text);
    }
    ImGui::EndTable();
  }
  ImGui::PopStyleVar();
  const CrowdTotals& totals = crowd.totals;
  format_count(totals.arrivals, number, sizeof number);
  if (totals.arrivals > 0) {
    const double mean = static_cast<double>(totals.travel_ticks) / static_cast<double>(totals.arrivals);
    text_dim("%s arrivals after %.1f s on average; tick %u", number, mean / Crowd::kTicksPerSecond, crowd.ticks);
  } else {
    text_dim("no arrivals yet; tick %u", crowd.ticks);
  }
  dump_.mark("crowd.arrivals");
  tooltip(*this, "Journeys that ended at their goal, in nominal seconds of 60 ticks", {});
  // What the last edit set off.
  const CrowdWave& wave = crowd.wave;
  if (wave.edits > 0) {
    format_count(wave.affected, number, sizeof number);
    if (wave.pending > 0) {
      char left[24];
      format_count(wave.pending, left, sizeof left);
      ImGui::TextColored(theme().warn, "Last edit: %s planned anew, %s to go", number, left);
    } else if (s.fixed_clock || wave.plan_ms <= 0) {
      ImGui::Text("Last edit: %s planned anew", number);
    } else {
      ImGui::Text("Last edit: %s planned anew in %.2f ms", number, wave.plan_ms);
    }
    dump_.mark("crowd.wave");
    tooltip(*this, "The wave of planning: agents whose way led through a cluster that changed for them", {});
    if (wave.cut_off + wave.walled_in + wave.turned > 0) {
      text_dim("%u cut off, %u walled in, %u turned back", wave.cut_off, wave.walled_in, wave.turned);
      dump_.mark("crowd.wave.more");
    }
  }
  ImGui::PopFont();
}

}  // namespace strata
