// Rows of settings: labels, choices and sliders.
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>

#include "app/base/count_text.hpp"
#include "app/lab/lab_setting.hpp"
#include "app/ui/imgui_versions.hpp"
#include "app/ui/panel_glossary.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"

namespace strata {

namespace {

// Width of the texts to the left of settings, in UI pixels.
constexpr float kSettingWidth = 78;
// Space between the grab of a slider and its value, in UI pixels.
constexpr float kValueGap = 5;

// Returns whether the text fits to the left of its setting. A longer text stands on a line above.
bool label_fits(const Ui& ui, std::string_view label) { return text_width(label) <= ui.px(kSettingWidth - 4); }

}  // namespace

void setting_label(const char* text) {
  ImGui::AlignTextToFramePadding();
  text_dim("%s", text);
  explain_label(text);
  ImGui::SameLine();
}

void setting_row(Ui& ui, const char* label) {
  const float x = ImGui::GetCursorPosX();
  setting_label(label);
  if (label_fits(ui, label)) {
    ImGui::SetCursorPosX(x + ui.px(kSettingWidth));
  } else {
    ImGui::NewLine();
  }
  ImGui::SetNextItemWidth(-1);
}

void choice_row(Ui& ui, const char* label, const char* name, std::string_view command, const ControlSegments& choices,
                int chosen, std::string_view title, std::string_view hint) {
  setting_row(ui, label);
  if (const auto picked = segments(ui, name, choices, chosen, title, hint)) ui.run("{} {}", command, *picked);
}

std::optional<int> number_below(Ui& ui, const char* name, int value, int low, int high, const char* title,
                                const char* help, std::string_view text) {
  SliderFrame frame(ui, "", name, ui.px(60));
  const bool dragged = ImGui::SliderInt(SliderFrame::kSlider, &value, low, high, "%d",
                                        ImGuiSliderFlags_AlwaysClamp | ImGuiSliderFlags_Logarithmic);
  frame.drawn();
  describe(ui, name, title, {}, help);
  frame.end(ui, text);
  return dragged ? std::optional(value) : std::nullopt;
}

SliderFrame::SliderFrame(Ui& ui, const char* label, const char* name, float value_width, float room_after, int steps)
    : name_(name) {
  const float grab = ImGui::GetStyle().GrabMinSize;
  const float beside = ImGui::GetContentRegionAvail().x - ui.px(kSettingWidth) - room_after;
  const float travel = beside - grab - ui.px(4);
  // The slider is so long that, wherever the grab is, the value fits on one side of it.
  const float least = 2 * (value_width + ui.px(kValueGap)) + grab + ui.px(4);
  const bool below = *label != 0 && (!label_fits(ui, label) || beside < least || static_cast<float>(steps) > travel);
  if (below) {
    setting_label(label);
    ImGui::NewLine();
  } else {
    setting_row(ui, label);
  }
  ImGui::SetNextItemWidth(room_after > 0 ? -room_after : -1.0f);
  ImGui::PushID(name);
  first_vertex_ = ImGui::GetWindowDrawList()->VtxBuffer.Size;
  typing_ = imgui::typing_into_slider(ImGui::GetID(kSlider));
  if (!typing_) ImGui::PushStyleColor(ImGuiCol_Text, 0);
  ctrl_held_ = imgui::begin_double_click_types(ImGui::CalcItemWidth());
}

// Finds the grab by its colour among the vertices of the slider, as Dear ImGui does not tell where it is.
void SliderFrame::drawn() {
  imgui::end_double_click_types(ctrl_held_);
  if (!typing_) ImGui::PopStyleColor();
  ImGui::PopID();
  bar_low_ = ImGui::GetItemRectMin();
  bar_high_ = ImGui::GetItemRectMax();
  const ImU32 rests = ImGui::GetColorU32(ImGuiCol_SliderGrab), held = ImGui::GetColorU32(ImGuiCol_SliderGrabActive);
  const ImVector<ImDrawVert>& vertices = ImGui::GetWindowDrawList()->VtxBuffer;
  for (int i = first_vertex_; i < vertices.Size; ++i) {
    if (vertices[i].col != rests && vertices[i].col != held) continue;
    grab_low_ = grab_drawn_ ? std::min(grab_low_, vertices[i].pos.x) : vertices[i].pos.x;
    grab_high_ = grab_drawn_ ? std::max(grab_high_, vertices[i].pos.x) : vertices[i].pos.x;
    grab_drawn_ = true;
  }
}

void SliderFrame::end(Ui& ui, std::string_view value) const {
  if (typing_ || !grab_drawn_) return;
  const float width = text_width(value), height = ImGui::GetTextLineHeight(), gap = ui.px(kValueGap);
  const bool at_right = grab_high_ + gap + width <= bar_high_.x - ui.px(3);
  const ImVec2 at(std::floor(at_right ? grab_high_ + gap : grab_low_ - gap - width),
                  std::floor((bar_low_.y + bar_high_.y - height) / 2));
  const ImVec2 last(at.x + width, at.y + height);
  if (!ImGui::IsRectVisible(at, last)) return;
  add_text(ImGui::GetWindowDrawList(), ImGui::GetFont(), at, ImGui::GetColorU32(ImGuiCol_Text), value);
  mark_box(ui, Text("{}.value", name_), {at.x, at.y, width, height});
  mark_box(ui, Text("{}.grab", name_), {grab_low_, bar_low_.y, grab_high_ - grab_low_, bar_high_.y - bar_low_.y});
}

namespace {

// Draws the tooltip of the setting drawn last. Its text is made only while the pointer is over the setting.
void setting_tooltip(Ui& ui, std::string_view title, std::string_view help, std::string_view more) {
  if (!ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) return tooltip(ui, title, {}, help);
  tooltip(ui, title, {}, help.empty() ? Text("{}", more) : Text("{}.{}{}", help, more.empty() ? "" : " ", more));
}

void draw_slider_of(Ui& ui, const Setting& row, double value, const char* name, std::string_view title,
                    std::string_view help, std::string_view more) {
  // The title is a string literal, so that it ends with a zero.
  const char* const label = row.short_title().data();
  const SettingRange range = row.slider_range();
  const int low = static_cast<int>(range.low), high = static_cast<int>(range.high);
  SliderFrame frame(ui, label, name, ui.px(70), 0, row.logarithmic ? 0 : high - low);
  const ImGuiSliderFlags flags =
      ImGuiSliderFlags_AlwaysClamp | (row.logarithmic ? ImGuiSliderFlags_Logarithmic : ImGuiSliderFlags_None);
  const int now = static_cast<int>(value);
  int wanted = now;
  const bool changed = ImGui::SliderInt(SliderFrame::kSlider, &wanted, low, high, "%d", flags);
  frame.drawn();
  ui.mark(name);
  if (changed && wanted != now) ui.run("{} {}", row.name, wanted);
  setting_tooltip(ui, title, help, more);
  frame.end(ui, now < 1000 ? setting_words(row, value) : count_text(static_cast<uint64_t>(now)));
}

}  // namespace

void draw_slider(Ui& ui, const Setting& row, double value, const char* name, std::string_view title,
                 std::string_view hint) {
  draw_slider_of(ui, row, value, name, title, {}, hint);
}

void draw_setting(Ui& ui, const Lab& lab, std::string_view command, const char* name, std::string_view more) {
  const LabSetting& setting = *lab_setting_named(command);
  const Setting& row = setting.row;
  const double value = setting.value(lab);
  if (row.kind == SettingKind::kSwitch) {
    bool wanted = value != 0;
    // The title is a string literal, so that it ends with a zero.
    if (check_box(ui, row.short_title().data(), &wanted)) ui.run("{} {}", command, wanted ? "on" : "off");
    ui.mark(name);
    return setting_tooltip(ui, setting.title, setting.help, more);
  }
  draw_slider_of(ui, row, value, name, setting.title, setting.help, more);
}

}  // namespace strata
