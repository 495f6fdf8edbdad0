#include "app/ui/gui.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string_view>
#include <utility>

#include "app/base/command_arguments.hpp"
#include "app/lab/by_hand.hpp"
#include "app/lab/charts.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/long_work.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/view_searches.hpp"
#include "app/ui/feature_panel.hpp"
#include "app/ui/first_run_card.hpp"
#include "app/ui/imgui_versions.hpp"
#include "app/ui/panel_glossary.hpp"
#include "app/ui/panel_long_work.hpp"
#include "app/ui/panel_notices.hpp"
#include "app/ui/panel_panes.hpp"
#include "app/ui/panel_places.hpp"
#include "app/ui/panel_presentation.hpp"
#include "app/ui/panel_rail.hpp"
#include "app/ui/panel_results.hpp"
#include "app/ui/panel_sections.hpp"
#include "app/ui/panel_status.hpp"
#include "app/ui/panel_strip.hpp"
#include "app/ui/panel_tree.hpp"
#include "app/ui/path_legend.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/widgets.hpp"

namespace strata {
namespace {

constexpr ImGuiWindowFlags kScrolls = ImGuiWindowFlags_NoScrollbar;  // removed from kPanelFlags

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
      kept_panels_(load_panel_states(options_.layout_path)),
      panel_windows_(kept_panels_),
      first_tab_(kept_panels_.tab),
      stock_maps_(files_in(options_.maps_folder, ".map")),
      stock_graphs_(files_in(options_.graphs_folder, ".graph")),
      stock_levels_(files_in(options_.levels_folder, ".obj")),
      dialogs_(options_.maps_folder, !stock_maps_.empty()) {
  std::string problem;
  layout_ = load_layout(options_.layout_path, problem);
  kept_layout_ = layout_;
  kept_sizes_ = saved_sizes_ = load_sizes(options_.layout_path);
  if (!problem.empty()) lab_.say(MessageKind::kWarning, problem);
  set_dark(layout_.dark);
  ui_.show_tab(first_tab_);
  path_key_open(ui_) = kept_panels_.path_legend;
  if (!layout_.chart.empty()) (void)lab_.charts().show(layout_.chart);
  lab_.mutable_state().chart.table = layout_.chart_table;
}

bool Gui::run_queued() {
  if (ui_.idle()) return false;
  // Commands may queue further commands (a script, a dialog): those run in the next frame.
  ui_.take_queue(running_);
  for (const Ui::Queued& one : running_) run_by_hand(lab_, one.line, one.window);
  running_.clear();
  return true;
}

Gui::~Gui() {
  if (options_.layout_path.empty() || panel_windows_.states() == kept_panels_) return;
  (void)save_panel_states(panel_windows_.states(), options_.layout_path);
}

void Gui::keep_layout() {
  if (options_.layout_path.empty() || ImGui::IsMouseDown(0)) return;  // a splitter may be dragged
  if (layout_ != kept_layout_) {
    kept_layout_ = layout_;
    if (Status status = save_layout(layout_, options_.layout_path); !status) {
      lab_.say(MessageKind::kWarning, "The layout is not kept: " + status.error().message());
    }
  }
  if (kept_sizes_ != saved_sizes_) {
    saved_sizes_ = kept_sizes_;
    if (Status status = save_sizes(kept_sizes_, options_.layout_path); !status) {
      lab_.say(MessageKind::kWarning, "The sizes of the panels are not kept: " + status.error().message());
    }
  }
  static constexpr double kSettled = 1;  // seconds
  const double now = ImGui::GetTime();
  if (panel_windows_.states() == kept_panels_) {
    panels_changed_at_ = -1;
  } else if (panels_changed_at_ < 0) {
    panels_changed_at_ = now;
  } else if (now - panels_changed_at_ > kSettled) {
    panels_changed_at_ = -1;
    kept_panels_ = panel_windows_.states();
    if (Status status = save_panel_states(kept_panels_, options_.layout_path); !status) {
      lab_.say(MessageKind::kWarning, "How the panels stand is not kept: " + status.error().message());
    }
  }
}

void Gui::set_dark(bool on) {
  layout_.dark = on;
  lab_.mutable_state().dark = on;
  set_theme(on);
}

MenuContext Gui::menu_context() const {
  const auto shown = [this](const Box& box, FoldingPanel panel) { return !box.empty() || over_ == panel; };
  return {stock_maps_,
          stock_graphs_,
          stock_levels_,
          shown(boxes_.left, FoldingPanel::kLeft),
          shown(boxes_.right, FoldingPanel::kRight),
          shown(boxes_.bottom, FoldingPanel::kBottom),
          layout_.dark,
          layout_.tree_open};
}

// Shows a panel. A panel that has no room beside the map opens over the map, and its setting stays as it was.
Status Gui::show_panel(FoldingPanel panel, const std::string& wanted, PanelMode& mode, float& held) {
  const bool folded = folds_.is_folded(panel);
  const bool shown = folded ? over_ == panel : mode != PanelMode::kClosed;
  const Result<bool> on = on_off(wanted, shown);
  if (!on) return on.error();
  if (folded) {
    if (on.value()) {
      over_ = panel;
    } else if (shown) {
      over_.reset();
    } else {
      mode = PanelMode::kClosed;
    }
    return success();
  }
  if (on.value() == shown) {
    if (shown && width_ == 0) over_ = panel;  // before the first frame it is unknown whether there is room
    return success();
  }
  mode = on.value() ? PanelMode::kAuto : PanelMode::kClosed;
  held = 0;
  if (!on.value() || width_ == 0) return success();
  const PanelLayout layout = layout_now(width_, height_, ui_.scale());
  if (fold_panels(layout, width_, height_, menu_height_, ui_.scale()).is_folded(panel)) over_ = panel;
  return success();
}

Status Gui::change_layout(const Command& command) {
  const std::string& first = command.args.empty() ? command.name : command.args[0];
  if (command.name == "ui.reset_layout") {
    const bool dark = layout_.dark;
    layout_ = PanelLayout{};
    kept_sizes_ = {};
    layout_.dark = dark;
    (void)lab_.charts().show("off");
    lab_.mutable_state().chart.table = layout_.chart_table;
    chart_.place_again();
    panel_windows_.forget();
    path_key_open(ui_).reset();
    return success();
  }
  if (command.name == "ui.focus") return change_focus(first);
  if (command.name == "ui.place") {
    const std::string_view name = full_name(first);
    if (name.empty()) return error_at("", "no place and no tab is named '" + first + "'");
    tab_named(name) != nullptr ? ui_.show_tab(name) : left_.show_place(ui_, place_of(name));
    return success();
  }
  if (command.name == "ui.theme") {
    if (first != "dark" && first != "light" && first != "toggle") {
      return error_at("", "the theme is dark or light, not '" + first + "'");
    }
    set_dark(first == "toggle" ? !layout_.dark : first == "dark");
    return success();
  }
  if (first == "tree") {
    const bool folded = folds_.is_folded(FoldingPanel::kTree);
    const bool shown = folded ? over_ == FoldingPanel::kTree : layout_.tree_open;
    const Result<bool> on = on_off(command.args[1], shown);
    if (!on) return on.error();
    if (folded) over_ = on.value() ? std::optional(FoldingPanel::kTree) : std::nullopt;
    if (!folded || command.args[1] == "off") layout_.tree_open = on.value();
    return success();
  }
  if (first == "left") return show_panel(FoldingPanel::kLeft, command.args[1], layout_.left_mode, kept_sizes_.left);
  if (first == "right") return show_panel(FoldingPanel::kRight, command.args[1], layout_.right_mode, kept_sizes_.right);
  if (first == "bottom")
    return show_panel(FoldingPanel::kBottom, command.args[1], layout_.bottom_mode, kept_sizes_.bottom);
  return error_at("", "the panel is left, right, bottom or tree, not '" + first + "'");
}

PanelLayout Gui::layout_now(float width, float height, float scale) const {
  const PanelLayout layout = in_window(layout_, kept_sizes_, width, height, scale);
  return right_needs_room_ ? with_room_at_right(layout, height, scale) : layout;
}

void Gui::arrange_panels(float scale, float width, float height) {
  ui_.set_scale(scale);
  width_ = width;
  height_ = height;
  menu_height_ = std::floor(ImGui::GetFontSize() + ImGui::GetStyle().FramePadding.y * 2);
  // A section that begins to need room opens the panel; the user may close it again.
  const bool needed = std::exchange(right_needs_room_, std::ranges::any_of(feature_panels(), [&](const auto& panel) {
                                      return panel.needs_room != nullptr && panel.needs_room(lab_);
                                    }));
  const bool begins = right_needs_room_ && !needed;
  if (begins && layout_.right_mode == PanelMode::kClosed) layout_.right_mode = PanelMode::kAuto;
  folds_ = fold_panels(layout_now(width, height, scale), width, height, menu_height_, scale);
  if (begins && folds_.is_folded(FoldingPanel::kRight)) over_ = FoldingPanel::kRight;
  if (state().presentation || (over_ && !folds_.is_folded(*over_))) over_.reset();
  boxes_ = folds_.boxes;
  if (state().presentation) {
    presented_ = arrange_presentation(width, height, scale, presentation_wish(lab_));
    boxes_ = PanelBoxes{};
    boxes_.map = presented_.centre;
    panes_ = presented_.panes;
    return;
  }
  const auto round_box = [](Box& box) {
    const float x1 = std::round(box.x + box.width);
    const float y1 = std::round(box.y + box.height);
    box.x = std::round(box.x);
    box.y = std::round(box.y);
    box.width = x1 - box.x;
    box.height = y1 - box.y;
  };
  for (Box* box :
       {&boxes_.toolbar, &boxes_.left, &boxes_.right, &boxes_.bottom, &boxes_.status, &boxes_.map, &boxes_.tree,
        &boxes_.split_left, &boxes_.split_right, &boxes_.split_bottom, &boxes_.split_tree, &folds_.rail}) {
    round_box(*box);
  }
  const float header = ImGui::GetFontSize() + ui_.px(10);
  panes_ = arrange_panes(boxes_.map, state().view_count, header, std::floor(ui_.px(3)));
}

void Gui::note_frame(double milliseconds, double seconds_since_last) {
  milliseconds_ = milliseconds_ * 0.9 + milliseconds * 0.1;
  shown_for_ += seconds_since_last;
  if (shown_for_ < 0.5) return;
  shown_for_ = 0;
  shown_milliseconds_ = milliseconds_;
}

void Gui::draw(const Fonts& fonts, float scale, float width, float height, std::span<const Overlay* const> overlays) {
  ui_.set_fonts(fonts);
  arrange_panels(scale, width, height);
  ui_.dump().begin_frame();
  const float foot = draw_panes(ui_, lab_, panes_, boxes_.map, overlays);
  if (!over_) {
    const float top = draw_notices(ui_, lab_, panes_.panes[0].map);
    draw_path_legend(ui_, lab_, panes_.panes[0].map, top, foot);
  }
  left_.show_requested_tab(ui_, lab_);
  if (!state().presentation) {
    presentation_since_ = -1;
    draw_panels();
    if (!over_) draw_first_run(ui_, lab_, panes_.panes[0].map, {0, 0, width_, height_});
    draw_hint(ui_, lab_, pane_box(std::min(state().pointer_view, panes_.count - 1)));
  } else {
    draw_presentation(ui_, lab_, presented_, presentation_hint(), timeline_, labels_);
  }
  // The window of a chart leaves the titles of the views in sight.
  Box views = boxes_.map;
  views.height -= panes_.panes[0].map.y - views.y;
  views.y = panes_.panes[0].map.y;
  const bool stepped = state().has_query || lab_.query().process() != nullptr || state().presentation;
  chart_.draw(ui_, lab_, layout_, chart_room(boxes_, views, stepped, scale), width_, height_);
  cell_menu_.draw(ui_, lab_);
  dialogs_.draw(ui_, lab_, menu_context(), width_, height_);
  draw_explained_label(ui_);
  draw_focus();
  if (state().presentation) draw_presentation_top(ui_, lab_, width_, height_);
  popup_was_open_ = popup_open();
  panel_windows_.follow(scale);
  panel_windows_.states().tab = ui_.tab();
  panel_windows_.states().path_legend = path_key_open(ui_);
  LabState& shown = lab_.mutable_state();
  shown.screen_place = place_name(place_of(ui_.tab()));
  const CodeHeights code = strip_is_whole() && !state().presentation ? ui_.kept<CodeHeights>() : CodeHeights{};
  shown.strip_height = code.room;
  shown.strip_code = code.needs;
  shown.strip_code_whole = code.whole;
  const PanelTab* tab = tab_named(ui_.tab());
  // The simple view unfolds no settings of planners.
  const bool unfolded = tab != nullptr && !(state().simple && tab->place == ScreenPlace::kPlanners);
  shown.screen_tab = unfolded ? ui_.tab() : std::string_view();
}

bool Gui::draw_long_work(const Fonts& fonts, float width, float height, const ShownWork& work) {
  ui_.set_fonts(fonts);
  ui_.dump().begin_frame();
  return strata::draw_long_work(ui_, work, width, height);
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
    draw_status(ui_, lab_, boxes_.status, shown_milliseconds_);
    ImGui::End();
  }
  ImGui::PopStyleColor();
  draw_beside(FoldingPanel::kLeft, boxes_.left);
  draw_beside(FoldingPanel::kRight, boxes_.right);
  draw_beside(FoldingPanel::kBottom, boxes_.bottom);
  draw_beside(FoldingPanel::kTree, boxes_.tree);
  draw_splitters();
  if (boxes_.right.empty() && !over_) draw_inspector_card(ui_, lab_, labels_, panes_.panes[0].map);
  draw_rail(ui_, lab_, menu_context(), folds_, over_);
  draw_over();
}

// Draws a panel beside the map or over it. It is the same window in both places, so that open sections and scroll
// positions stay.
void Gui::draw_beside(FoldingPanel panel, const Box& box) {
  static constexpr const char* kNames[kFoldingPanels] = {"##tools", "##left", "##right", "##bottom", "##tree"};
  const char* name = kNames[static_cast<size_t>(panel)];
  const bool low = panel == FoldingPanel::kBottom && box.width < ui_.px(560);  // the timeline takes several rows
  const bool scrolls = panel == FoldingPanel::kLeft || panel == FoldingPanel::kRight || low;
  const ImGuiWindowFlags extra = scrolls ? kScrolls : 0;
  if (!(panel == FoldingPanel::kTools ? begin_panel(name, box, extra) : begin_focusable(name, box, extra))) return;
  switch (panel) {
    case FoldingPanel::kTools:
      break;
    case FoldingPanel::kLeft:
      mark_box(ui_, "panel.left", box);
      left_.draw(ui_, lab_);
      break;
    case FoldingPanel::kRight:
      mark_box(ui_, "panel.right", box);
      draw_results(ui_, lab_, labels_, box.height, strip_is_whole());
      break;
    case FoldingPanel::kBottom:
      mark_box(ui_, "panel.bottom", box);
      draw_bottom(ui_, lab_, labels_, timeline_, layout_, box.height);
      break;
    case FoldingPanel::kTree:
      mark_box(ui_, "panel.tree", box);
      draw_tree(ui_, lab_);
      break;
  }
  // A panel over the map lies in front of the views, but not in front of what opens later, such as a menu. A new window
  // needs a frame until its place among the others is known.
  if (over_ == panel) {
    static constexpr int kRaises = 3;
    if (raised_ != over_ || raised_views_ != panes_.count) raises_ = kRaises;
    raised_ = over_;
    raised_views_ = panes_.count;
    if (raises_ > 0) imgui::bring_to_front();
    raises_ = std::max(raises_ - 1, 0);
  }
  ImGui::End();
}

bool Gui::strip_is_whole() const {
  return over_ != FoldingPanel::kRight && !boxes_.bottom.empty() && !boxes_.timeline_only &&
         strip_fits(ui_, boxes_.bottom.width);
}

void Gui::draw_over() {
  if (!over_) {
    raised_.reset();
    return;
  }
  Box box = box_over_map(folds_, *over_, layout_, ui_.scale());
  box.x = std::round(box.x);
  box.y = std::round(box.y);
  const StyleScope edge(ImGuiStyleVar_WindowBorderSize, ui_.px(1));
  const ColorScope outline(ImGuiCol_Border, theme().accent);
  draw_beside(*over_, {box.x, box.y, std::floor(box.width), std::floor(box.height)});
}

// Draws a splitter. `far_edge` is the panel's other edge; `size` and `held` are its sizes in the layout.
void Gui::draw_splitter(const char* name, const Box& box, bool upright, float symbol, float far_edge,
                        const PanelSizes& sizes, float& size, float& held) {
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
    const float edge = symbol > 0 ? at : at + thickness;
    const float wanted = std::abs(edge - far_edge) / ui_.scale();
    const float now = std::abs((symbol > 0 ? box.x : (upright ? box.x : box.y) + thickness) - far_edge) / ui_.scale();
    if (std::abs(wanted - now) > 0.5f) {
      kept_sizes_ = sizes_now(boxes_, width_, height_, ui_.scale());
      size = held = std::clamp(wanted, sizes.least, sizes.most);
    }
  }
  ImGui::End();
}

void Gui::draw_splitters() {
  const ColorScope ground(ImGuiCol_WindowBg, theme().border);
  const StyleScope margin(ImGuiStyleVar_WindowPadding, {0, 0});
  draw_splitter("splitter.left", boxes_.split_left, true, 1, boxes_.left.x, kLeftSizes, layout_.left, kept_sizes_.left);
  draw_splitter("splitter.right", boxes_.split_right, true, -1, width_, kRightSizes, layout_.right, kept_sizes_.right);
  draw_splitter("splitter.bottom", boxes_.split_bottom, false, -1, boxes_.status.y, kBottomSizes, layout_.bottom,
                kept_sizes_.bottom);
  float tree = layout_.tree;  // the tree folds by its least size alone
  draw_splitter("splitter.tree", boxes_.split_tree, true, -1, boxes_.tree.x + boxes_.tree.width, kTreeSizes,
                layout_.tree, tree);
}

// Returns, for the first seconds, how the panels come back.
std::string_view Gui::presentation_hint() {
  static constexpr double kShown = 6;
  if (presentation_since_ < 0) {
    presentation_since_ = state().seconds;
    const std::string_view panels = bound_keys("ui.presentation toggle"), code = bound_keys("ui.code toggle");
    presentation_hint_ = fmt::format("{} shows the panels again{}", panels.empty() ? "Esc" : panels,
                                     code.empty() ? "" : fmt::format(", {} the pseudo-code", code));
  }
  return state().seconds - presentation_since_ > kShown ? std::string_view() : std::string_view(presentation_hint_);
}

}  // namespace strata
