#include "app/ui/panels.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>

#include "app/base/icons.hpp"
#include "app/ui/widgets.hpp"
#include "app/window/theme.hpp"

namespace strata {

Gui::Gui(Lab& lab, GuiOptions options) : lab_(lab), options_(std::move(options)) {
  std::string problem;
  layout_ = load_layout(options_.layout_path, problem);
  kept_layout_ = layout_;
  if (!problem.empty()) lab_.say(MessageKind::kWarning, problem);
  set_theme(layout_.dark);
  for (const Shortcut& shortcut : shortcuts()) {
    for (const KeyChord& chord : parse_chords(shortcut.keys)) bindings_.push_back({chord, std::string(shortcut.line)});
  }
  browser_.set_stock_folder(options_.maps_folder);
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(options_.maps_folder, ignored)) {
    if (entry.path().extension() == ".map") stock_maps_.push_back(entry.path().string());
  }
  std::sort(stock_maps_.begin(), stock_maps_.end());
  for (const auto& entry : std::filesystem::directory_iterator(options_.graphs_folder, ignored)) {
    if (entry.path().extension() == ".graph") stock_graphs_.push_back(entry.path().string());
  }
  std::sort(stock_graphs_.begin(), stock_graphs_.end());
}

bool Gui::run_queued() {
  if (queue_.empty()) return false;
  // Commands may queue further ones (a script, a dialog): those wait for the next frame.
  running_.swap(queue_);
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

void Gui::arrange_panels(float scale, float width, float height) {
  scale_ = scale;
  width_ = width;
  height_ = height;
  menu_height_ = std::floor(ImGui::GetFontSize() + ImGui::GetStyle().FramePadding.y * 2);
  boxes_ = arrange(layout_, width, height, menu_height_, scale, state().presentation);
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
  const float header = state().presentation && views == 1 ? 0 : ImGui::GetFontSize() + px(10);
  panes_ = arrange_panes(boxes_.map, views, header, std::floor(px(3)));
}

namespace {

constexpr ImGuiWindowFlags kScrolls = ImGuiWindowFlags_NoScrollbar;  // taken away from kPanelFlags

void mark_box(UiDump& dump, const char* name, const Box& box) {
  dump.mark(name, box.x, box.y, box.x + box.width, box.y + box.height);
}

}  // namespace

void Gui::draw(const Fonts& fonts, float scale, float width, float height, std::span<const Overlay* const> overlays) {
  fonts_ = &fonts;
  arrange_panels(scale, width, height);
  dump_.begin_frame();
  draw_panes(overlays);
  if (!state().presentation) {
    presentation_since_ = -1;
    draw_menu();
    ImGui::PushStyleColor(ImGuiCol_WindowBg, theme().panel_title);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {px(8), px(5)});
    if (begin_panel("##toolbar", boxes_.toolbar)) {
      draw_toolbar();
      ImGui::End();
    }
    ImGui::PopStyleVar();
    if (begin_panel("##status", boxes_.status)) {
      draw_status();
      ImGui::End();
    }
    ImGui::PopStyleColor();
    if (begin_panel("##left", boxes_.left, kScrolls)) {
      mark_box(dump_, "panel.left", boxes_.left);
      draw_tools();
      ImGui::End();
    }
    if (begin_panel("##right", boxes_.right, kScrolls)) {
      mark_box(dump_, "panel.right", boxes_.right);
      draw_results();
      ImGui::End();
    }
    if (begin_panel("##bottom", boxes_.bottom)) {
      mark_box(dump_, "panel.bottom", boxes_.bottom);
      draw_timeline();
      if (!boxes_.timeline_only) draw_event_log();
      ImGui::End();
    }
    draw_splitters();
  } else {
    draw_presentation_hint();
  }
  draw_dialogs();
}

void Gui::draw_splitters() {
  ImGui::PushStyleColor(ImGuiCol_WindowBg, theme().border);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  // `far_edge`: where the panel ends on the other side of its splitter.
  const auto splitter = [this](const char* name, const Box& box, bool upright, float sign, float far_edge, float& size,
                               PanelMode& mode) {
    if (!begin_panel(name, box)) return;
    ImGui::InvisibleButton("grip", {box.width, box.height});
    dump_.mark(name);
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
      const float wanted = std::abs(edge - far_edge) / scale_;
      if (std::abs(wanted - size) > 0.5f) {
        size = wanted;
        if (mode == PanelMode::kAuto) mode = PanelMode::kOpen;
      }
    }
    ImGui::End();
  };
  splitter("splitter.left", boxes_.split_left, true, 1, 0, layout_.left, layout_.left_mode);
  splitter("splitter.right", boxes_.split_right, true, -1, width_, layout_.right, layout_.right_mode);
  splitter("splitter.bottom", boxes_.split_bottom, false, -1, boxes_.status.y, layout_.bottom, layout_.bottom_mode);
  layout_.left = std::clamp(layout_.left, 150.0f, 420.0f);
  layout_.right = std::clamp(layout_.right, 220.0f, 640.0f);
  layout_.bottom = std::clamp(layout_.bottom, 84.0f, 2000.0f);
  ImGui::PopStyleVar();
  ImGui::PopStyleColor();
}

void Gui::draw_presentation_hint() {
  // How to get the panels back, for the first seconds.
  static constexpr double kShown = 4;
  static constexpr char kText[] = "Tab shows the panels again";
  if (presentation_since_ < 0) presentation_since_ = state().seconds;
  if (state().seconds - presentation_since_ > kShown) return;
  const ImFont* font = fonts_->text;
  const ImVec2 size = font->CalcTextSizeA(font->FontSize, 1e9f, 0, kText);
  ImDrawList* list = ImGui::GetForegroundDrawList();
  const ImVec2 at(std::floor((width_ - size.x) / 2), px(14));
  list->AddRectFilled({at.x - px(10), at.y - px(5)}, {at.x + size.x + px(10), at.y + size.y + px(5)},
                      to_u32(theme().panel, 0.93f), px(6));
  list->AddText(font, font->FontSize, at, to_u32(theme().text), kText);
}

namespace {

// What the status bar says of the landmarks.
enum class LandmarkNotice : uint8_t { kNone, kBuilding, kInexact };

LandmarkNotice landmark_notice(const LabState& state, const World& world) {
  if (!world.has(Structure::kLandmarks)) return LandmarkNotice::kNone;
  if (state.landmarks_building) return LandmarkNotice::kBuilding;
  return state.landmarks_cancelled && !state.landmarks_exact ? LandmarkNotice::kInexact : LandmarkNotice::kNone;
}

}  // namespace

namespace {

// The hierarchy whose build the status bar shows; kMoves: none is under way.
Structure hierarchy_building(const LabState& state) {
  if (state.hierarchies[0].building) return Structure::kCh;
  return state.hierarchies[1].building ? Structure::kCch : Structure::kMoves;
}

}  // namespace

void Gui::draw_status() {
  ImGui::SetCursorPosY((boxes_.status.height - ImGui::GetTextLineHeight()) / 2);
  const LabState& s = state();
  const World& world = lab_.world();
  // Right-hand side first, to know what is left for the text.
  char right[160];
  const double zoom = s.camera.zoom / Camera::kFullZoom * 100;
  if (s.fixed_clock) {
    std::snprintf(right, sizeof right, "%dx%d   revision %llu   %.*f %%", world.map().width(), world.map().height(),
                  static_cast<unsigned long long>(world.map().revision()), zoom < 10 ? 1 : 0, zoom);
  } else {
    std::snprintf(right, sizeof right, "%dx%d   revision %llu   %.*f %%   frame %.1f ms", world.map().width(),
                  world.map().height(), static_cast<unsigned long long>(world.map().revision()), zoom < 10 ? 1 : 0,
                  zoom, times_.milliseconds);
  }
  ImGui::PushFont(fonts_->small);
  const LandmarkNotice notice = landmark_notice(s, world);
  float right_width = ImGui::CalcTextSize(right).x + (s.building ? px(170) : 0);
  if (notice != LandmarkNotice::kNone) right_width += px(notice == LandmarkNotice::kBuilding ? 204 : 162);
  const Structure hierarchy = hierarchy_building(s);
  if (hierarchy != Structure::kMoves) right_width += px(204);
  ImGui::PopFont();
  const float limit = width_ - right_width - px(28);
  const ImVec2 start = ImGui::GetCursorScreenPos();
  ImGui::PushClipRect(start, {limit, start.y + boxes_.status.height}, true);
  char text[256];
  text[0] = 0;
  const GridMap& map = world.map();
  if (s.hover && map.contains(*s.hover)) {
    const Cell cell = *s.hover;
    const TerrainInfo info = terrain_info(map.terrain(cell));
    const CellId id = map.id(cell);
    int at = std::snprintf(text, sizeof text, "(%d, %d)  %.*s '%c'", cell.x, cell.y, static_cast<int>(info.name.size()),
                           info.name.data(), map.letter(cell));
    const auto add = [&](const char* format, int value) {
      const auto used = static_cast<size_t>(at);
      if (used < sizeof text) at += std::snprintf(text + used, sizeof text - used, format, value);
    };
    if (world.get<MapHpa>().hpa().clusters().count() > 0)
      add("  cluster %d", static_cast<int>(world.get<MapHpa>().hpa().clusters().cluster_of(cell)));
    if (world.get<MapHpa>().hpa().ready() && world.get<MapHpa>().hpa().level_of(id) > 0)
      add("  node up to L%d", world.get<MapHpa>().hpa().level_of(id));
    if (world.get<MapMoves>().clearance() != nullptr) add("  clearance %d", world.get<MapMoves>().clearance()->at(id));
    if (world.rules().agent_size > 1 && !world.moves().passable(id)) {
      add("  size %d does not fit", world.rules().agent_size);
    }
  }
  if (text[0] != 0) {
    ImGui::TextUnformatted(text);
    dump_.mark("status.cell");
    ImGui::SameLine(0, px(18));
  }
  if (!s.messages.empty()) {
    const Message& message = s.messages.back();
    const ImVec4& color = message.kind == MessageKind::kError     ? theme().bad
                          : message.kind == MessageKind::kWarning ? theme().warn
                                                                  : theme().text;
    const char* mark = message.kind == MessageKind::kInfo ? icon::kInfo : icon::kWarning;
    if (fonts_->icons) {
      ImGui::TextColored(color, "%s", mark);
      ImGui::SameLine(0, px(6));
    }
    ImGui::TextColored(color, "%s", message.text.c_str());
    dump_.mark("status.message");
    tooltip(*this, message.text, {});
  } else if (text[0] == 0) {
    const bool select = s.tool == Tool::kSelect;
    const bool draws = s.tool == Tool::kGraph;
    const bool places = s.tool == Tool::kCrowd;
    const char* hint =
        places  ? "Drag to place agents; right click makes a cell an exit; K runs and pauses, J steps"
        : draws ? "Click for a node, drag from node to node for an edge, drag a node to move it, right click removes"
        : select
            ? "Drag S or G to search anew; click a cell to inspect it; wheel zooms, middle drag pans; ? for keys"
            : "Drag on the map to draw, with Alt to erase; right click picks a terrain; Ctrl+Z takes a stroke back";
    if (start.x + ImGui::CalcTextSize(hint).x > limit)
      hint = places   ? "Drag: agents; right click: exit"
             : draws  ? "Click: node; drag: edge, move"
             : select ? "Drag S or G; ? for keys"
                      : "Drag on the map to draw";
    text_dim("%s", hint);
  }
  ImGui::PopClipRect();
  ImGui::SetCursorScreenPos({width_ - right_width - px(10), start.y + px(1)});
  ImGui::PushFont(fonts_->small);
  if (s.building) {
    char label[32];
    std::snprintf(label, sizeof label, "building %.0f %%", s.build_progress * 100);
    ImGui::ProgressBar(static_cast<float>(s.build_progress), {px(155), ImGui::GetTextLineHeight() + px(2)}, label);
    dump_.mark("status.build");
    ImGui::SameLine(0, px(12));
  }
  // What goes on in the background, with a way to stop it or to have it done.
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {px(5), 0});
  if (hierarchy != Structure::kMoves) {
    const bool ch = hierarchy == Structure::kCh;
    char label[32];
    std::snprintf(label, sizeof label, "%s %.0f %%", ch ? "CH" : "CCH", s.hierarchies[ch ? 0 : 1].progress * 100);
    ImGui::ProgressBar(static_cast<float>(s.hierarchies[ch ? 0 : 1].progress),
                       {px(140), ImGui::GetTextLineHeight() + px(2)}, label);
    dump_.mark("status.hierarchy");
    ImGui::SameLine(0, px(4));
    if (ImGui::SmallButton("cancel##hierarchy")) run(ch ? "ch.cancel" : "cch.cancel");
    dump_.mark("status.hierarchy.cancel");
    tooltip(*this, "Give the build of the hierarchy up until the next edit", {});
    ImGui::SameLine(0, px(12));
  }
  if (notice == LandmarkNotice::kBuilding) {
    char label[32];
    std::snprintf(label, sizeof label, "landmarks %.0f %%", s.landmarks_progress * 100);
    ImGui::ProgressBar(static_cast<float>(s.landmarks_progress), {px(140), ImGui::GetTextLineHeight() + px(2)}, label);
    dump_.mark("status.landmarks");
    ImGui::SameLine(0, px(4));
    if (ImGui::SmallButton("cancel")) run("landmarks.cancel");
    dump_.mark("status.landmarks.cancel");
    tooltip(*this, "Give the rebuild of the landmarks up", {},
            "What there is already stays in use: paths are optimal with it");
    ImGui::SameLine(0, px(12));
  } else if (notice == LandmarkNotice::kInexact) {
    ImGui::TextColored(theme().warn, "landmarks: inexact");
    dump_.mark("status.landmarks");
    tooltip(*this, "Some bounds are lower than they could be: paths are still optimal, searches look at more cells",
            {});
    ImGui::SameLine(0, px(4));
    if (ImGui::SmallButton("rebuild")) run("landmarks.rebuild");
    dump_.mark("status.landmarks.rebuild");
    ImGui::SameLine(0, px(12));
  }
  ImGui::PopStyleVar();
  text_dim("%s", right);
  dump_.mark("status.frame");
  ImGui::PopFont();
}

}  // namespace strata
