#include "app/ui/gui.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string_view>

#include "app/base/command_arguments.hpp"
#include "app/lab/lab.hpp"
#include "app/ui/panel_panes.hpp"
#include "app/ui/panel_results.hpp"
#include "app/ui/panel_status.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/widgets.hpp"

namespace strata {
namespace {

constexpr ImGuiWindowFlags kScrolls = ImGuiWindowFlags_NoScrollbar;  // taken away from kPanelFlags

void mark_box(UiDump& dump, const char* name, const Box& box) {
  dump.mark(name, box.x, box.y, box.x + box.width, box.y + box.height);
}

std::vector<std::string> files_in(const std::string& folder, std::string_view extension) {
  std::vector<std::string> files;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
    if (entry.path().extension() == extension) files.push_back(entry.path().string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

Gui::Gui(Lab& lab, GuiOptions options)
    : lab_(lab),
      options_(std::move(options)),
      stock_maps_(files_in(options_.maps_folder, ".map")),
      stock_graphs_(files_in(options_.graphs_folder, ".graph")),
      stock_levels_(files_in(options_.levels_folder, ".obj")),
      dialogs_(options_.maps_folder, !stock_maps_.empty()) {
  std::string problem;
  layout_ = load_layout(options_.layout_path, problem);
  kept_layout_ = layout_;
  if (!problem.empty()) lab_.say(MessageKind::kWarning, problem);
  set_theme(layout_.dark);
  for (const Shortcut& shortcut : shortcuts()) {
    for (const KeyChord& chord : parse_chords(shortcut.keys)) {
      bindings_.push_back({chord, std::string(shortcut.line), shortcut.repeats});
    }
  }
}

bool Gui::run_queued() {
  if (ui_.idle()) return false;
  // Commands may queue further ones (a script, a dialog): those wait for the next frame.
  ui_.take_queue(running_);
  for (const std::string& line : running_) lab_.run(line);
  running_.clear();
  return true;
}

void Gui::keep_layout() {
  if (layout_ == kept_layout_ || options_.layout_path.empty()) return;
  if (ImGui::IsMouseDown(0)) return;  // a splitter is being dragged
  kept_layout_ = layout_;
  if (Status status = save_layout(layout_, options_.layout_path); !status) {
    lab_.say(MessageKind::kWarning, "The layout is not kept: " + status.error().message());
  }
}

void Gui::set_dark(bool on) {
  layout_.dark = on;
  set_theme(on);
}

MenuContext Gui::menu_context() const {
  return {stock_maps_,           stock_graphs_,          stock_levels_, !boxes_.left.empty(),
          !boxes_.right.empty(), !boxes_.bottom.empty(), layout_.dark};
}

Status Gui::change_layout(const Command& command) {
  const std::string& first = command.args.empty() ? command.name : command.args[0];
  if (command.name == "ui.reset_layout") {
    const bool dark = layout_.dark;
    layout_ = PanelLayout{};
    layout_.dark = dark;
    return success();
  }
  if (command.name == "ui.theme") {
    if (first != "dark" && first != "light" && first != "toggle") {
      return error_at("", "the theme is dark or light, not '" + first + "'");
    }
    set_dark(first == "toggle" ? !layout_.dark : first == "dark");
    return success();
  }
  const struct {
    std::string_view name;
    const Box& box;
    PanelMode& mode;
  } panels[] = {{"left", boxes_.left, layout_.left_mode},
                {"right", boxes_.right, layout_.right_mode},
                {"bottom", boxes_.bottom, layout_.bottom_mode}};
  for (const auto& panel : panels) {
    if (panel.name != first) continue;
    const Result<bool> on = on_off(command.args[1], !panel.box.empty());
    if (!on) return on.error();
    panel.mode = on.value() ? PanelMode::kOpen : PanelMode::kClosed;
    return success();
  }
  return error_at("", "the panel is left, right or bottom, not '" + first + "'");
}

void Gui::arrange_panels(float scale, float width, float height) {
  ui_.set_scale(scale);
  width_ = width;
  height_ = height;
  const float menu_height = std::floor(ImGui::GetFontSize() + ImGui::GetStyle().FramePadding.y * 2);
  boxes_ = arrange(layout_, width, height, menu_height, scale, state().presentation);
  const auto round_box = [](Box& box) {
    const float x1 = std::round(box.x + box.width);
    const float y1 = std::round(box.y + box.height);
    box.x = std::round(box.x);
    box.y = std::round(box.y);
    box.width = x1 - box.x;
    box.height = y1 - box.y;
  };
  for (Box* box : {&boxes_.toolbar, &boxes_.left, &boxes_.right, &boxes_.bottom, &boxes_.status, &boxes_.map,
                   &boxes_.split_left, &boxes_.split_right, &boxes_.split_bottom}) {
    round_box(*box);
  }
  // A single view of a presentation needs no header.
  const int views = state().view_count;
  const float header = state().presentation && views == 1 ? 0 : ImGui::GetFontSize() + ui_.px(10);
  panes_ = arrange_panes(boxes_.map, views, header, std::floor(ui_.px(3)));
}

void Gui::draw(const Fonts& fonts, float scale, float width, float height, std::span<const Overlay* const> overlays) {
  ui_.set_fonts(fonts);
  arrange_panels(scale, width, height);
  ui_.dump().begin_frame();
  draw_panes(ui_, lab_, panes_, boxes_.map, overlays);
  if (!state().presentation) {
    presentation_since_ = -1;
    draw_panels();
  } else {
    draw_presentation_hint();
  }
  dialogs_.draw(ui_, lab_, menu_context(), width_, height_);
}

void Gui::draw_panels() {
  menu_.draw(ui_, lab_, menu_context(), width_);
  ImGui::PushStyleColor(ImGuiCol_WindowBg, theme().panel_title);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {ui_.px(8), ui_.px(5)});
  if (begin_panel("##toolbar", boxes_.toolbar)) {
    draw_toolbar(ui_, lab_, menu_context(), width_);
    ImGui::End();
  }
  ImGui::PopStyleVar();
  if (begin_panel("##status", boxes_.status)) {
    draw_status(ui_, lab_, boxes_.status, milliseconds_);
    ImGui::End();
  }
  ImGui::PopStyleColor();
  if (begin_panel("##left", boxes_.left, kScrolls)) {
    mark_box(ui_.dump(), "panel.left", boxes_.left);
    left_.draw(ui_, lab_);
    ImGui::End();
  }
  if (begin_panel("##right", boxes_.right, kScrolls)) {
    mark_box(ui_.dump(), "panel.right", boxes_.right);
    draw_results(ui_, lab_, labels_, boxes_.right.height);
    ImGui::End();
  }
  if (begin_panel("##bottom", boxes_.bottom)) {
    mark_box(ui_.dump(), "panel.bottom", boxes_.bottom);
    timeline_.draw(ui_, lab_, labels_);
    if (!boxes_.timeline_only) timeline_.draw_log(ui_, lab_, labels_);
    ImGui::End();
  }
  draw_splitters();
}

// `far_edge`: where the panel ends on the other side of its splitter.
void Gui::draw_splitter(const char* name, const Box& box, bool upright, float sign, float far_edge, float& size,
                        PanelMode& mode) {
  if (!begin_panel(name, box)) return;
  ImGui::InvisibleButton("grip", {box.width, box.height});
  ui_.dump().mark(name);
  const bool active = ImGui::IsItemActive();
  if (active || ImGui::IsItemHovered()) {
    ImGui::SetMouseCursor(upright ? ImGuiMouseCursor_ResizeEW : ImGuiMouseCursor_ResizeNS);
    ImGui::GetWindowDrawList()->AddRectFilled({box.x, box.y}, {box.x + box.width, box.y + box.height},
                                              to_u32(theme().accent, active ? 1.0f : 0.6f));
  }
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  if (ImGui::IsItemActivated()) splitter_grab_ = upright ? mouse.x - box.x : mouse.y - box.y;
  if (active && !ImGui::IsItemActivated()) {
    const float thickness = upright ? box.width : box.height;
    const float at = (upright ? mouse.x : mouse.y) - splitter_grab_;
    const float edge = sign > 0 ? at : at + thickness;
    const float wanted = std::abs(edge - far_edge) / ui_.scale();
    if (std::abs(wanted - size) > 0.5f) {
      size = wanted;
      if (mode == PanelMode::kAuto) mode = PanelMode::kOpen;
    }
  }
  ImGui::End();
}

void Gui::draw_splitters() {
  ImGui::PushStyleColor(ImGuiCol_WindowBg, theme().border);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  draw_splitter("splitter.left", boxes_.split_left, true, 1, 0, layout_.left, layout_.left_mode);
  draw_splitter("splitter.right", boxes_.split_right, true, -1, width_, layout_.right, layout_.right_mode);
  draw_splitter("splitter.bottom", boxes_.split_bottom, false, -1, boxes_.status.y, layout_.bottom,
                layout_.bottom_mode);
  layout_.left = std::clamp(layout_.left, kLeftSizes.least, kLeftSizes.most);
  layout_.right = std::clamp(layout_.right, kRightSizes.least, kRightSizes.most);
  layout_.bottom = std::clamp(layout_.bottom, kBottomSizes.least, kBottomSizes.most);
  ImGui::PopStyleVar();
  ImGui::PopStyleColor();
}

void Gui::draw_presentation_hint() {
  // How to get the panels back, for the first seconds.
  static constexpr double kShown = 4;
  static constexpr char kText[] = "Tab shows the panels again";
  if (presentation_since_ < 0) presentation_since_ = state().seconds;
  if (state().seconds - presentation_since_ > kShown) return;
  const ImFont* font = ui_.fonts().text;
  const ImVec2 size = font->CalcTextSizeA(font->FontSize, 1e9f, 0, kText);
  ImDrawList* list = ImGui::GetForegroundDrawList();
  const ImVec2 at(std::floor((width_ - size.x) / 2), ui_.px(14));
  list->AddRectFilled({at.x - ui_.px(10), at.y - ui_.px(5)}, {at.x + size.x + ui_.px(10), at.y + size.y + ui_.px(5)},
                      to_u32(theme().panel, 0.93f), ui_.px(6));
  list->AddText(font, font->FontSize, at, to_u32(theme().text), kText);
}

}  // namespace strata
