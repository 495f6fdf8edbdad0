#include "app/ui/gui.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string_view>
#include <utility>

#include "app/base/command_arguments.hpp"
#include "app/base/key_bindings.hpp"
#include "app/lab/charts.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/long_work.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/user_only_commands.hpp"
#include "app/lab/view_searches.hpp"
#include "app/ui/feature_panel.hpp"
#include "app/ui/first_run_card.hpp"
#include "app/ui/imgui_versions.hpp"
#include "app/ui/legend_sign.hpp"
#include "app/ui/panel_glossary.hpp"
#include "app/ui/panel_legend.hpp"
#include "app/ui/panel_long_work.hpp"
#include "app/ui/panel_panes.hpp"
#include "app/ui/panel_places.hpp"
#include "app/ui/panel_planners.hpp"
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

// This flag is removed from kPanelFlags, so that the panel scrolls.
constexpr ImGuiWindowFlags kScrolls = ImGuiWindowFlags_NoScrollbar;

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
  ui_.set_keys(lab_.keys());
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
  // A command may put further ones into the queue (a script, a dialog). These run in the next frame.
  ui_.take_queue(running_);
  for (const Ui::QueuedCommand& one : running_) run_by_hand(lab_, one.line, one.window, one.stays);
  running_.clear();
  return true;
}

Gui::~Gui() {
  if (options_.layout_path.empty() || panel_windows_.states() == kept_panels_) return;
  (void)save_panel_states(panel_windows_.states(), options_.layout_path);
}

void Gui::keep_layout() {
  // While a mouse button is down a splitter may be moving, so that nothing is saved yet.
  if (options_.layout_path.empty() || ImGui::IsMouseDown(0)) return;
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
  // The state is saved once it has not changed for this time.
  static constexpr double kSettled = 1;
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
          layout_.tree_open,
          layout_.tools_open,
          layout_.steps_open};
}

// Shows or hides a panel. If there is no room for it beside the map, it opens above the map, and its mode
// does not change.
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
    // Before the first frame it is not known whether there is room for the panel.
    if (shown && width_ == 0) over_ = panel;
    return success();
  }
  mode = on.value() ? PanelMode::kAuto : PanelMode::kClosed;
  held = 0;
  if (!on.value() || width_ == 0) return success();
  const PanelLayout layout = layout_now(width_, height_, ui_.scale());
  if (fold_panels(layout, width_, height_, menu_height_, ui_.scale()).is_folded(panel)) over_ = panel;
  return success();
}

Status Gui::show_left(const std::string& wanted) {
  return show_panel(FoldingPanel::kLeft, wanted, layout_.left_mode, kept_sizes_.left);
}

void Gui::follow_place() {
  static_assert(kPlaces == kLeftPanelSections);
  if (layout_.left_mode == PanelMode::kClosed) return;
  const LeftPanelSection now = place_of(ui_.tab());
  std::optional<PlacePanels>& panels = layout_.places[static_cast<size_t>(now)];
  if (place_ && *place_ != now && panels) {
    if (panels->steps != layout_.steps_open) kept_sizes_.bottom = 0;
    set_panels(layout_, *panels);
  }
  if (place_ != now && !panels) {
    // A place that is shown for the first time opens what one needs there, and takes the other panels as they are.
    PlacePanels opened = panels_of(layout_);
    const bool learns = now == LeftPanelSection::kLearn, compares = now == LeftPanelSection::kPlanners;
    opened.right = opened.right || learns || compares;
    opened.bottom = opened.bottom || learns;
    set_panels(layout_, opened);
  }
  place_ = now;
  panels = panels_of(layout_);
}

// Shows the steps (event log, open list and pseudo-code), and the bottom panel with them if it is closed; or hides the
// steps, and leaves the timeline.
Status Gui::show_steps(const std::string& wanted) {
  const bool over = over_ == FoldingPanel::kBottom;
  const bool shown = over || (layout_.steps_open && layout_.bottom_mode != PanelMode::kClosed);
  const Result<bool> on = on_off(wanted, shown);
  if (!on) return on.error();
  layout_.steps_open = on.value();
  if (on.value() == shown) return success();
  kept_sizes_.bottom = 0;
  if (over) over_.reset();
  if (!on.value()) return success();
  if (layout_.bottom < kLeastSteps) layout_.bottom = PanelLayout().bottom;
  const Status panel = show_panel(FoldingPanel::kBottom, "on", layout_.bottom_mode, kept_sizes_.bottom);
  if (!panel || width_ == 0 || over_ == FoldingPanel::kBottom) return panel;
  const PanelBoxes boxes =
      fold_panels(layout_now(width_, height_, ui_.scale()), width_, height_, menu_height_, ui_.scale()).boxes;
  if (boxes.timeline_only) {
    lab_.say(MessageKind::kInfo, fmt::format("No room for the steps above the strip: {}",
                                             boxes.right.empty() ? "they need a larger window or a smaller interface"
                                                                 : "they are at the end of the right panel"));
  }
  return panel;
}

Status Gui::change_layout(LayoutChange change, const std::vector<std::string>& words) {
  switch (change) {
    case LayoutChange::kReset:
      return reset_layout();
    case LayoutChange::kFocus:
      return change_focus(words[0]);
    case LayoutChange::kPlace:
      return show_named_place(words[0]);
    case LayoutChange::kTheme:
      return change_theme(words[0]);
    case LayoutChange::kPanel:
      return change_panel(words[0], words[1]);
  }
  return success();
}

Status Gui::reset_layout() {
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

Status Gui::show_named_place(const std::string& place) {
  const std::string_view name = full_name(place);
  if (name.empty()) return error_at("", "no place and no tab is named '" + place + "'");
  tab_named(name) != nullptr ? ui_.show_tab(name) : left_.show_place(ui_, place_of(name));
  const Status shown = show_left("on");
  follow_place();
  return shown;
}

Status Gui::change_theme(const std::string& theme) {
  if (theme != "dark" && theme != "light" && theme != "toggle") {
    return error_at("", "the theme is dark or light, not '" + theme + "'");
  }
  set_dark(theme == "toggle" ? !layout_.dark : theme == "dark");
  return success();
}

Status Gui::change_panel(const std::string& panel, const std::string& switched) {
  if (panel == "tree") {
    const bool folded = folds_.is_folded(FoldingPanel::kTree);
    const bool shown = folded ? over_ == FoldingPanel::kTree : layout_.tree_open;
    const Result<bool> on = on_off(switched, shown);
    if (!on) return on.error();
    if (folded) over_ = on.value() ? std::optional(FoldingPanel::kTree) : std::nullopt;
    if (!folded || switched == "off") layout_.tree_open = on.value();
    return success();
  }
  if (panel == "tools") {
    const Result<bool> on = on_off(switched, layout_.tools_open);
    if (!on) return on.error();
    layout_.tools_open = on.value();
    return success();
  }
  steps_opened_ = steps_opened_ && panel != "steps";
  if (panel == "steps") return show_steps(switched);
  if (panel == "left") return show_left(switched);
  right_opened_ = right_opened_ && panel != "right";
  if (panel == "right") return show_panel(FoldingPanel::kRight, switched, layout_.right_mode, kept_sizes_.right);
  if (panel == "bottom") return show_panel(FoldingPanel::kBottom, switched, layout_.bottom_mode, kept_sizes_.bottom);
  return error_at("", "the panel is left, right, bottom, steps, tools or tree, not '" + panel + "'");
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
  // When a section begins to need much height, the panel is opened. The user may close it again. When the section has
  // gone, the panel is as it was.
  const std::optional<OpenText> text = open_text(lab_);
  const bool needed = std::exchange(right_needs_room_, text && !text->figure);
  const bool begins = right_needs_room_ && !needed, ends = needed && !right_needs_room_;
  if (begins) right_opened_ = layout_.right_mode == PanelMode::kClosed;
  if (begins && right_opened_) layout_.right_mode = PanelMode::kAuto;
  if (ends && std::exchange(right_opened_, false)) layout_.right_mode = PanelMode::kClosed;
  if (ends && over_ == FoldingPanel::kRight) over_.reset();
  // The same for the steps, if the text tells of pseudo-code.
  if (const bool steps = text && text->steps; std::exchange(steps_named_, steps) != steps) {
    const bool opened = std::exchange(steps_opened_, steps && !layout_.steps_open);
    if (opened || steps_opened_) (void)show_steps(steps ? "on" : "off");
  }
  folds_ = fold_panels(layout_now(width, height, scale), width, height, menu_height_, scale);
  if (begins && folds_.is_folded(FoldingPanel::kRight)) over_ = FoldingPanel::kRight;
  if (state().presentation || (over_ && !folds_.is_folded(*over_))) over_.reset();
  boxes_ = folds_.boxes;
  if (state().presentation) {
    presented_ = arrange_presentation(width, height, scale, presentation_wish(ui_, lab_));
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
       {&boxes_.toolbar, &boxes_.rail, &boxes_.left, &boxes_.right, &boxes_.bottom, &boxes_.status, &boxes_.map,
        &boxes_.tree, &boxes_.split_left, &boxes_.split_right, &boxes_.split_bottom, &boxes_.split_tree}) {
    round_box(*box);
  }
  // Below a chart in place of the views there is no strip of steps: what is beside it reaches down to the status bar.
  if (chart_fills_) {
    boxes_.split_bottom = boxes_.tree = boxes_.split_tree = {};
    for (Box* box : {&boxes_.rail, &boxes_.left, &boxes_.split_left, &boxes_.right, &boxes_.split_right}) {
      if (!box->empty()) box->height = boxes_.status.y - box->y;
    }
  }
  const float header = ImGui::GetFontSize() + ui_.px(10);
  panes_ = arrange_panes(boxes_.map, state().view_count, header, std::floor(ui_.px(3)));
}

void Gui::draw(const Fonts& fonts, float scale, float width, float height, std::span<const Overlay* const> overlays) {
  ui_.set_fonts(fonts);
  // A page or the chart of a card takes the place of the views when it opens; a panel that the user then opens over the
  // views lies over it.
  const FeatureChart* open_chart = chart_named(state().chart.name);
  const bool page = open_chart != nullptr && open_chart->page;
  const bool fills = page || chart_is_figure();
  if (!std::exchange(chart_fills_, fills) && fills) over_.reset();
  arrange_panels(scale, width, height);
  ui_.dump().begin_frame();
  keep_drawn_overlays(ui_, overlays);
  find_pointed_mark(overlays);
  draw_panes(ui_, lab_, panes_, boxes_.map, overlays);
  if (!over_ && !fills && boxes_.right.empty()) draw_path_legend(ui_, lab_, panes_.panes[0].map);
  const bool asked = left_.show_requested_tab(ui_, lab_);
  if (asked && layout_.left_mode == PanelMode::kClosed && !chart_is_figure()) (void)show_left("on");
  follow_place();
  if (!state().presentation) {
    presentation_since_ = -1;
    draw_panels();
    if (!over_ && !fills) draw_first_run(ui_, lab_, panes_.panes[0].map, {0, 0, width_, height_});
    draw_hint(ui_, lab_, pane_box(std::min(state().pointer_view, panes_.count - 1)));
  } else {
    draw_presentation(ui_, lab_, presented_, presentation_hint(), timeline_, labels_);
  }
  draw_chart(open_chart, scale);
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
  note_pointed_entry(ui_, shown);
  const bool closed = layout_.left_mode == PanelMode::kClosed;
  shown.screen_place = closed ? std::string_view() : place_name(place_of(ui_.tab()));
  const CodeHeights code = strip_is_whole() && !state().presentation ? ui_.kept<CodeHeights>() : CodeHeights{};
  shown.strip_height = code.room;
  shown.strip_code = code.needs;
  shown.strip_code_whole = code.whole;
  const PanelTab* tab = tab_named(ui_.tab());
  // In the simple view no settings of planners are open.
  const bool unfolded = !closed && tab != nullptr && !(state().simple && unfolds_in_list(*tab));
  shown.screen_tab = unfolded ? ui_.tab() : std::string_view();
}

// Draws the open chart: in a window, in place of the views, or as a part of the presentation.
void Gui::draw_chart(const FeatureChart* chart, float scale) {
  const bool page = chart != nullptr && chart->page;
  if (page) {
    // The next start begins with the map, not with a page.
    layout_.chart = {};
    if (!over_) chart_.draw_page(ui_, lab_, page_room(boxes_, width_));
  } else if (state().presentation) {
    chart_.draw_presented(ui_, lab_, presented_.chart, presentation_text(height_));
  } else if (chart_fills_) {
    layout_.chart = {};
    if (!over_) chart_.draw_figure(ui_, lab_, figure_room(boxes_, width_));
  } else {
    // The window of the chart must not cover the titles of the views.
    Box views = boxes_.map;
    views.height -= panes_.panes[0].map.y - views.y;
    views.y = panes_.panes[0].map.y;
    const bool stepped = state().has_query || lab_.state().process != nullptr;
    chart_.draw(ui_, lab_, layout_, chart_room(boxes_, views, stepped, scale), width_, height_);
  }
}

bool Gui::draw_long_work(const Fonts& fonts, float width, float height, const LongWorkStatus& work) {
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
    draw_status(ui_, lab_, boxes_.status);
    ImGui::End();
  }
  ImGui::PopStyleColor();
  draw_beside(FoldingPanel::kLeft, boxes_.left);
  draw_beside(FoldingPanel::kRight, boxes_.right);
  if (!chart_fills_) draw_beside(FoldingPanel::kBottom, boxes_.bottom);
  draw_beside(FoldingPanel::kTree, boxes_.tree);
  draw_splitters();
  if (boxes_.right.empty() && !over_) draw_inspector_card(ui_, lab_, labels_, panes_.panes[0].map);
  float free = boxes_.map.x;
  if (over_ == FoldingPanel::kLeft) free += box_over_map(folds_, *over_, layout_, ui_.scale()).width;
  draw_rail(ui_, lab_, menu_context(), boxes_.rail, folds_, over_, free + ui_.px(4));
  draw_over();
}

// Draws a panel beside or above the map. It is the same window in both cases, so that open sections and
// scroll positions stay.
void Gui::draw_beside(FoldingPanel panel, const Box& box) {
  static constexpr const char* kNames[kFoldingPanels] = {"##tools", "##left", "##right", "##bottom", "##tree"};
  const char* name = kNames[static_cast<size_t>(panel)];
  // In such a narrow panel the timeline needs several rows.
  const bool low = panel == FoldingPanel::kBottom && box.width < ui_.px(560);
  const bool scrolls = panel == FoldingPanel::kLeft || panel == FoldingPanel::kRight || low;
  ImGuiWindowFlags extra = scrolls ? kScrolls : 0;
  // The right panel keeps the room of its scroll bar, so that nothing in it moves when it begins to scroll.
  const bool right = panel == FoldingPanel::kRight, hides_bar = right && !right_scrolls_;
  if (right) extra |= ImGuiWindowFlags_AlwaysVerticalScrollbar;
  static constexpr ImGuiCol kBar[] = {ImGuiCol_ScrollbarGrab, ImGuiCol_ScrollbarGrabHovered,
                                      ImGuiCol_ScrollbarGrabActive};
  for (const ImGuiCol color : kBar) {
    if (hides_bar) ImGui::PushStyleColor(color, ImVec4(0, 0, 0, 0));
  }
  const bool begun = panel == FoldingPanel::kTools ? begin_panel(name, box, extra) : begin_focusable(name, box, extra);
  if (hides_bar) ImGui::PopStyleColor(static_cast<int>(std::size(kBar)));
  if (!begun) return;
  if (right) right_scrolls_ = ImGui::GetScrollMaxY() > 0;
  switch (panel) {
    case FoldingPanel::kTools:
      break;
    case FoldingPanel::kLeft:
      mark_box(ui_, "panel.left", box);
      left_.draw(ui_, lab_, boxes_.toolbar.empty());
      break;
    case FoldingPanel::kRight:
      mark_box(ui_, "panel.right", box);
      draw_results(ui_, lab_, labels_, layout_.steps_open && !chart_fills_ && !strip_is_whole());
      break;
    case FoldingPanel::kBottom:
      mark_box(ui_, "panel.bottom", box);
      draw_bottom(ui_, lab_, labels_, timeline_, layout_, box.height, strip_height(width_, ui_.scale()));
      break;
    case FoldingPanel::kTree:
      mark_box(ui_, "panel.tree", box);
      draw_tree(ui_, lab_);
      break;
  }
  // A panel above the map lies in front of the views, but behind windows that open later, such as menus. Dear ImGui
  // needs a frame before it knows where a new window lies among the others.
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

bool Gui::chart_is_figure() const {
  const std::optional<OpenText> text = open_text(lab_);
  return !state().chart.name.empty() && text && text->figure;
}

bool Gui::strip_is_whole() const {
  return !chart_fills_ && over_ != FoldingPanel::kRight && !boxes_.bottom.empty() && !boxes_.timeline_only &&
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

// Draws a splitter, which the user drags to change the size of a panel. `far_edge` is the opposite edge of the panel;
// `size` and `held` are the values that the drag changes.
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
  float bottom = 0;
  draw_splitter("splitter.bottom", boxes_.split_bottom, false, -1, boxes_.status.y, kBottomSizes, bottom,
                kept_sizes_.bottom);
  if (bottom > 0) {
    layout_.steps_open = bottom >= kLeastSteps;
    if (layout_.steps_open) layout_.bottom = bottom;
  }
  // The tree is folded if it would become smaller than its minimum.
  float tree = layout_.tree;
  draw_splitter("splitter.tree", boxes_.split_tree, true, -1, boxes_.tree.x + boxes_.tree.width, kTreeSizes,
                layout_.tree, tree);
}

// Returns, in the first seconds of a presentation, the hint how to return to the panels.
std::string_view Gui::presentation_hint() {
  static constexpr double kShown = 6;
  if (presentation_since_ < 0) {
    presentation_since_ = state().seconds;
    const std::string_view panels = lab_.keys().bound("ui.presentation toggle"),
                           code = lab_.keys().bound("ui.code toggle");
    presentation_hint_ = fmt::format("{} shows the panels again{}", panels.empty() ? "Esc" : panels,
                                     code.empty() ? "" : fmt::format(", {} the pseudo-code", code));
  }
  return state().seconds - presentation_since_ > kShown ? std::string_view() : std::string_view(presentation_hint_);
}

}  // namespace strata
