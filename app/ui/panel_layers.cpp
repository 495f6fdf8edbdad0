// The left panel's list of layers with their legends.

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <span>

#include "app/ui/panels.hpp"
#include "app/ui/widgets.hpp"
#include "app/window/theme.hpp"

namespace strata {

namespace {

// The symbol of a level's nodes, as on the map.
void marker_sign(ImDrawList* list, ImVec2 at, float r, const LevelStyle& style) {
  const ImU32 color = to_im(on_panel(style.color));
  switch (style.marker) {
    case MarkerShape::kDisc:
      list->AddCircleFilled(at, r, color);
      break;
    case MarkerShape::kRing:
      list->AddCircle(at, r * 0.85f, color, 0, r * 0.45f);
      break;
    case MarkerShape::kSquare:
      list->AddRectFilled({at.x - r * 0.85f, at.y - r * 0.85f}, {at.x + r * 0.85f, at.y + r * 0.85f}, color);
      break;
    case MarkerShape::kDiamond:
      list->AddQuadFilled({at.x - r * 1.15f, at.y}, {at.x, at.y - r * 1.15f}, {at.x + r * 1.15f, at.y},
                          {at.x, at.y + r * 1.15f}, color);
      break;
    case MarkerShape::kCross:
      list->AddLine({at.x - r * 0.7f, at.y - r * 0.7f}, {at.x + r * 0.7f, at.y + r * 0.7f}, color, r * 0.56f);
      list->AddLine({at.x - r * 0.7f, at.y + r * 0.7f}, {at.x + r * 0.7f, at.y - r * 0.7f}, color, r * 0.56f);
      break;
    case MarkerShape::kTriangle:
      list->AddTriangleFilled({at.x, at.y - r}, {at.x + r, at.y + r * 0.7f}, {at.x - r, at.y + r * 0.7f}, color);
      break;
  }
}

// The same of rooms, sectors and landmarks. `at`: the middle of the left edge.
void structure_sign(Gui& gui, ImDrawList* list, Layer layer, ImVec2 at, float w) {
  const auto px = [&gui](float pixels) { return gui.px(pixels); };
  const ImVec2 low(at.x + px(2), at.y - px(6)), high(at.x + w - px(3), at.y + px(6));
  const ImVec2 mid(std::floor((low.x + high.x) / 2), at.y);
  switch (layer) {
    case Layer::kRooms:
      list->AddRectFilled(low, {mid.x, high.y}, to_im(room_color(0) | 0xff000000u));
      list->AddRectFilled({mid.x, low.y}, high, to_im(room_color(1) | 0xff000000u));
      break;
    case Layer::kPruned:
      list->AddRectFilled(low, high, to_im(room_color(0) | 0xff000000u));
      list->AddRectFilled(low, high, IM_COL32(255, 255, 255, 150));
      list->PushClipRect(low, high, true);
      for (float x = low.x - px(12); x < high.x; x += px(6)) {
        list->AddLine({x, high.y}, {x + px(12), low.y}, IM_COL32(30, 40, 50, 200), px(1));
      }
      list->PopClipRect();
      break;
    case Layer::kMacroEdges:
      list->AddRect(low, high, to_u32(theme().text_dim), 0, 0, px(1));
      list->AddLine({mid.x - px(3), low.y}, {mid.x - px(3), high.y}, to_im(on_panel(palette::kMacroEdge)), px(1.5f));
      list->AddLine({mid.x - px(3), low.y}, {high.x, at.y}, to_im(on_panel(palette::kMacroEdge)), px(1.5f));
      break;
    case Layer::kSectors:
      list->AddRect(low, high, to_im(on_panel(sector_color(1))), 0, 0, px(1.5f));
      list->AddLine({mid.x, low.y}, {mid.x, high.y}, to_im(on_panel(sector_color(1))), px(1.5f));
      break;
    case Layer::kRegions:
      list->AddRectFilled(low, {mid.x, high.y}, to_im(region_color(0, 0, 0) | 0xff000000u));
      list->AddRectFilled({mid.x, low.y}, {high.x, at.y}, to_im(region_color(1, 0, 0) | 0xff000000u));
      list->AddRectFilled({mid.x, at.y}, high, to_im(region_color(1, 1, 0) | 0xff000000u));
      break;
    case Layer::kCentres:
      list->AddCircleFilled({low.x + px(4), at.y}, px(4), to_im(on_panel(sector_color(1))));
      list->AddCircleFilled({high.x - px(4), at.y}, px(4), to_im(on_panel(sector_color(1))));
      break;
    case Layer::kSectorEdges:
      list->AddLine({low.x, high.y - px(2)}, {mid.x, low.y + px(2)}, to_im(on_panel(sector_color(1))), px(1.5f));
      list->AddLine({mid.x, low.y + px(2)}, {high.x, high.y - px(2)}, to_im(on_panel(sector_color(1))), px(1.5f));
      break;
    case Layer::kSectors2:
      list->AddRect(low, high, to_im(on_panel(sector_color(2))), 0, 0, px(2));
      list->AddQuadFilled({mid.x - px(4), at.y}, {mid.x, at.y - px(4)}, {mid.x + px(4), at.y}, {mid.x, at.y + px(4)},
                          to_im(on_panel(sector_color(2))));
      break;
    case Layer::kLandmarks: {
      const ImVec2 before = ImGui::GetCursorScreenPos();
      ImGui::SetCursorScreenPos({mid.x - px(7), at.y - px(7)});
      landmark_sign(gui, 1, false, px(14));
      ImGui::SetCursorScreenPos(before);
      break;
    }
    case Layer::kCh:
    case Layer::kCch: {
      const bool live = layer == Layer::kCch;
      const ImU32 dark = to_im(on_panel(heat_color(0.15))), light = to_im(heat_color(0.9));
      const ImVec2 a(low.x + px(2), at.y + px(4)), b(high.x - px(2), at.y + px(4));
      list->AddBezierQuadratic(a, {mid.x, at.y - px(12)}, b, light, px(live ? 1.2f : 1.8f));
      if (live) {
        list->AddRectFilled({a.x - px(3), a.y - px(3)}, {a.x + px(3), a.y + px(3)}, dark);
        list->AddRectFilled({b.x - px(3), b.y - px(3)}, {b.x + px(3), b.y + px(3)}, light);
      } else {
        list->AddCircleFilled(a, px(3), dark);
        list->AddCircleFilled(b, px(3), light);
      }
      break;
    }
    case Layer::kCrowd: {
      const ImVec2 before = ImGui::GetCursorScreenPos();
      const float y = at.y - ImGui::GetTextLineHeight() / 2;
      ImGui::SetCursorScreenPos({low.x - px(2), y});
      crowd_sign(gui, crowd_style(CrowdStatus::kWalking), px(12));
      ImGui::SetCursorScreenPos({low.x + px(9), y});
      crowd_sign(gui, crowd_style(CrowdStatus::kWaiting), px(11));
      ImGui::SetCursorScreenPos(before);
      break;
    }
    case Layer::kTrails:
      for (int i = 0; i < 3; ++i) {
        const float x = low.x + px(5) * static_cast<float>(i);
        list->AddLine({x, at.y + px(3) - px(2) * static_cast<float>(i)},
                      {x + px(5), at.y + px(1) - px(2) * static_cast<float>(i)},
                      to_im(faded(on_panel(palette::kPurple), 0.4 + 0.3 * i)), px(2));
      }
      list->AddCircleFilled({high.x - px(1), at.y - px(4)}, px(3), to_im(on_panel(palette::kBlue)));
      break;
    case Layer::kFlow:
      list->AddLine({low.x, at.y}, {high.x, at.y}, to_u32(theme().text), px(1.6f));
      list->AddLine({high.x, at.y}, {high.x - px(5), at.y - px(4)}, to_u32(theme().text), px(1.6f));
      list->AddLine({high.x, at.y}, {high.x - px(5), at.y + px(4)}, to_u32(theme().text), px(1.6f));
      break;
    case Layer::kJams:
      list->AddCircle(mid, px(5.5f), to_im(palette::kOrange), 0, px(2));
      break;
    case Layer::kCrowdHeat:
    case Layer::kHeuristic:
      list->AddRectFilledMultiColor(low, high, to_im(field_color(0)), to_im(field_color(1)), to_im(field_color(1)),
                                    to_im(field_color(0)));
      break;
    default:
      break;
  }
}

}  // namespace

void Gui::draw_legend_row(Layer layer) {
  const LayerState& layer_state = state().layer(layer);
  const std::string_view name = layer_name(layer);
  const std::string_view title = layer_title(layer);
  char line[64], label[64], mark[64];
  ImGui::PushID(static_cast<int>(layer));
  std::snprintf(label, sizeof label, "##on");
  bool on = layer_state.on;
  if (check_box(*this, label, &on)) {
    std::snprintf(line, sizeof line, "layer %.*s %s", static_cast<int>(name.size()), name.data(), on ? "on" : "off");
    run(line);
  }
  std::snprintf(mark, sizeof mark, "layer.%.*s", static_cast<int>(name.size()), name.data());
  dump_.mark(mark);
  ImGui::SameLine(0, px(6));
  // The sign on the map.
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float h = ImGui::GetFrameHeight();
  const float w = px(22);
  const float cy = at.y + h / 2;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const auto line_sign = [&](Rgba color, float thickness) {
    list->AddLine({at.x + px(2), cy + px(4)}, {at.x + w - px(2), cy - px(4)}, to_im(color | 0xff000000u), thickness);
  };
  const int levels = std::clamp(lab_.world().get<MapHpa>().hpa().options().levels, 1, 4);
  switch (layer) {
    case Layer::kSearch:
      list->AddRectFilledMultiColor({at.x + px(2), cy - px(5)}, {at.x + w - px(2), cy + px(5)}, to_im(heat_color(0.1)),
                                    to_im(heat_color(0.95)), to_im(heat_color(0.95)), to_im(heat_color(0.1)));
      break;
    case Layer::kGrid:
      for (int i = 0; i < 3; ++i) {
        const float o = px(3) + px(7) * static_cast<float>(i);
        list->AddLine({at.x + o, cy - px(7)}, {at.x + o, cy + px(7)}, to_u32(theme().text_dim), px(1));
        list->AddLine({at.x + px(1), cy - px(7) + px(7) * static_cast<float>(i)},
                      {at.x + w - px(3), cy - px(7) + px(7) * static_cast<float>(i)}, to_u32(theme().text_dim), px(1));
      }
      break;
    case Layer::kClusters:
      for (int level = std::min(levels, 3); level >= 1; --level) {
        const LevelStyle style = level_style(level);
        const float o = px(3) * static_cast<float>(std::min(levels, 3) - level);
        list->AddRect({at.x + px(2) + o, cy - px(7) + o}, {at.x + w - px(4), cy + px(7)}, to_im(on_panel(style.color)),
                      0, 0, px(level == 1 ? 1.2f : 1.6f));
      }
      break;
    case Layer::kEntrances:
      list->AddRectFilled({at.x + px(8), cy - px(7)}, {at.x + px(14), cy + px(7)}, to_im(palette::kEntrance));
      break;
    case Layer::kTransitions:
      for (int level = 1; level <= levels; ++level) {
        const float x = at.x + w * (static_cast<float>(level) - 0.5f) / static_cast<float>(levels);
        marker_sign(list, {x, cy}, px(levels > 2 ? 3 : 4), level_style(level));
      }
      break;
    case Layer::kInterEdges:
    case Layer::kIntraEdges:
      for (int level = 1; level <= levels; ++level) {
        const LevelStyle style = level_style(level);
        const float y = cy + px(4) * (static_cast<float>(level) - static_cast<float>(levels + 1) / 2);
        ImGui::SetCursorScreenPos({at.x + px(1), y - ImGui::GetTextLineHeight() / 2});
        line_swatch(on_panel(style.color), px(layer == Layer::kInterEdges ? 2 : 1), style.dash, w - px(3));
      }
      ImGui::SetCursorScreenPos(at);
      break;
    case Layer::kClearance:
      for (int i = 0; i < 4; ++i) {
        const float x = at.x + px(1) + px(5) * static_cast<float>(i);
        list->AddRectFilled({x, cy - px(5)}, {x + px(5), cy + px(5)}, to_im(clearance_color(1 + i * 2)));
      }
      break;
    case Layer::kHaaInter:
    case Layer::kHaaIntra: {
      const auto kinds = static_cast<int>(std::clamp<size_t>(state().haa_options.capabilities.size(), 1, 3));
      for (int i = 0; i < kinds; ++i) {
        const CapabilityStyle style = capability_style(static_cast<size_t>(i));
        const float y = cy + px(4) * (static_cast<float>(i) - static_cast<float>(kinds - 1) / 2);
        ImGui::SetCursorScreenPos({at.x + px(1), y - ImGui::GetTextLineHeight() / 2});
        line_swatch(on_panel(style.color), px(layer == Layer::kHaaInter ? 2.5f : 1.2f), style.dash, w - px(3));
      }
      ImGui::SetCursorScreenPos(at);
      break;
    }
    case Layer::kHaaDominated:
      line_sign(faded(on_panel(palette::kBlue), 0.6), px(1.2f));
      for (const float side : {-1.0f, 1.0f}) {
        list->AddLine({at.x + w / 2 - px(4), cy - px(4) * side}, {at.x + w / 2 + px(4), cy + px(4) * side},
                      to_im(palette::kVermilion), px(1.8f));
      }
      break;
    case Layer::kDrillDown:
      for (int i = 0; i < 3; ++i) {
        const LevelStyle style = level_style(3 - i);
        list->AddLine({at.x + px(1) + px(6) * static_cast<float>(i), cy - px(3) + px(3) * static_cast<float>(i)},
                      {at.x + px(8) + px(6) * static_cast<float>(i), cy - px(3) + px(3) * static_cast<float>(i)},
                      to_im(on_panel(style.color)), px(3.2f - static_cast<float>(i) * 0.8f));
      }
      break;
    case Layer::kAgent:
      list->AddRectFilled({at.x + px(4), cy - px(6)}, {at.x + px(16), cy + px(6)},
                          to_im(with_alpha(palette::kStart, 110)));
      list->AddRect({at.x + px(4), cy - px(6)}, {at.x + px(16), cy + px(6)}, to_im(palette::kStart), 0, 0, px(1.5f));
      list->AddRectFilled({at.x + px(4), cy - px(6)}, {at.x + px(9), cy - px(1)}, to_im(palette::kStart));
      break;
    case Layer::kDrawn:
      list->AddLine({at.x + px(4), cy + px(4)}, {at.x + w - px(4), cy - px(4)}, to_im(on_panel(palette::kDrawn)),
                    px(1.5f));
      list->AddCircleFilled({at.x + px(4), cy + px(4)}, px(3.5f), to_im(on_panel(palette::kDrawn)));
      list->AddCircleFilled({at.x + w - px(5), cy - px(4)}, px(3.5f), to_im(on_panel(palette::kDrawn)));
      break;
    case Layer::kTree:
      line_sign(theme().dark ? rgba(0xb0b0b0) : palette::kTree, px(1));
      break;
    case Layer::kAbstractPath:
      line_sign(palette::kAbstractPath, px(3));
      break;
    case Layer::kRawPath:
    case Layer::kPath: {
      const bool raw = layer == Layer::kRawPath;
      const PlannerStyle style = planner_style(state().traced);
      const Rgba raw_color = theme().dark ? rgba(0xd0d0d0) : palette::kBlack;
      ImGui::SetCursorScreenPos({at.x + px(1), cy - ImGui::GetTextLineHeight() / 2});
      line_swatch(raw ? raw_color : style.color, raw ? px(2) : px(3), raw ? 3.0f : style.dash, w - px(2));
      ImGui::SetCursorScreenPos(at);
      break;
    }
    case Layer::kFlash:
      list->AddRectFilled({at.x + px(4), cy - px(7)}, {at.x + w - px(4), cy + px(7)},
                          to_im(faded(palette::kFlash, 0.5)));
      list->AddRect({at.x + px(4), cy - px(7)}, {at.x + w - px(4), cy + px(7)}, to_im(palette::kFlash));
      break;
    case Layer::kRooms:
    case Layer::kPruned:
    case Layer::kMacroEdges:
    case Layer::kSectors:
    case Layer::kRegions:
    case Layer::kCentres:
    case Layer::kSectorEdges:
    case Layer::kSectors2:
    case Layer::kLandmarks:
    case Layer::kHeuristic:
    case Layer::kCh:
    case Layer::kCch:
    case Layer::kCrowd:
    case Layer::kTrails:
    case Layer::kCrowdHeat:
    case Layer::kFlow:
    case Layer::kJams:
      structure_sign(*this, list, layer, {at.x, cy}, w);
      break;
  }
  ImGui::SetCursorScreenPos({at.x + w + px(4), at.y});
  ImGui::AlignTextToFramePadding();
  if (layer_state.on) {
    ImGui::TextUnformatted(title.data(), title.data() + title.size());
  } else {
    text_dim("%.*s", static_cast<int>(title.size()), title.data());
  }
  std::snprintf(line, sizeof line, "layer %.*s toggle", static_cast<int>(name.size()), name.data());
  tooltip(*this, layer_legend(layer), shortcut_of(line));
  if (layer_state.on) {
    const float width = px(46);
    ImGui::SameLine(0, px(4));
    const float room = ImGui::GetContentRegionAvail().x;
    if (room >= width) {
      ImGui::SetCursorPosX(ImGui::GetCursorPosX() + room - width);
      ImGui::SetNextItemWidth(width);
      int percent = static_cast<int>(layer_state.opacity * 100 + 0.5f);
      ImGui::PushFont(fonts_->small);
      if (ImGui::DragInt("##opacity", &percent, 1, 0, 100, "%d %%", ImGuiSliderFlags_AlwaysClamp)) {
        std::snprintf(line, sizeof line, "layer.opacity %.*s %d", static_cast<int>(name.size()), name.data(), percent);
        run(line);
      }
      ImGui::PopFont();
      tooltip(*this, "Opacity: drag, or double-click to type", {});
    } else {
      ImGui::NewLine();
    }
    if (layer == Layer::kSearch && state().contracting) {
      draw_contraction_legend();
    } else if (layer == Layer::kSearch && lab_.playback().two_way()) {
      draw_two_way_legend();
    } else if (layer == Layer::kSearch) {
      draw_heat_legend();
    }
    if (layer == Layer::kClearance) draw_clearance_legend();
    if (layer == Layer::kHeuristic) draw_field_legend();
    if (layer == Layer::kCrowdHeat) draw_crowd_heat_legend();
    if (!layer_state.note.empty()) {
      ImGui::PushFont(fonts_->small);
      ImGui::Indent(px(26));
      text_colored_wrapped(theme().text_dim, layer_state.note.c_str());
      ImGui::Unindent(px(26));
      ImGui::PopFont();
    }
  }
  ImGui::PopID();
}

void Gui::draw_layers() {
  const LabState& s = state();
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {px(6), px(2)});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {px(8), px(3)});
  for (const LayerGroup& group : layer_groups()) {
    char title[64];
    if (group.structure != Structure::kMoves && !lab_.world().has(group.structure)) {
      // Nothing to show: one line that leads to where it is switched on.
      ImGui::PushStyleColor(ImGuiCol_Text, theme().text_dim);
      const ImVec2 at = ImGui::GetCursorPos();
      std::snprintf(title, sizeof title, "##%s", group.name);
      if (ImGui::Selectable(title, false, 0, {0, ImGui::GetFrameHeight()})) left_tab_ = group.tab;
      dump_.mark(group.name);
      tooltip(*this, "Off: click for its settings", {});
      const ImVec2 after = ImGui::GetCursorPos();
      ImGui::SetCursorPos({at.x + ImGui::GetTreeNodeToLabelSpacing(), at.y});
      ImGui::AlignTextToFramePadding();
      ImGui::Text("%s", group.title);
      ImGui::SameLine();
      ImGui::SetCursorPosX(ImGui::GetContentRegionMax().x - ImGui::CalcTextSize("off").x);
      ImGui::TextUnformatted("off");
      ImGui::SetCursorPos(after);
      ImGui::PopStyleColor();
      continue;
    }
    int on = 0;
    for (const Layer layer : group.layers) on += s.layer(layer).on ? 1 : 0;
    // The number of layers that are on, where the group is closed.
    if (on > 0) {
      std::snprintf(title, sizeof title, "%s (%d on)###%s", group.title, on, group.name);
    } else {
      std::snprintf(title, sizeof title, "%s###%s", group.title, group.name);
    }
    ImGui::PushStyleColor(ImGuiCol_Text, theme().text_dim);
    const bool open = ImGui::TreeNodeEx(title, ImGuiTreeNodeFlags_SpanAvailWidth | ImGuiTreeNodeFlags_NoTreePushOnOpen |
                                                   ImGuiTreeNodeFlags_DefaultOpen);
    ImGui::PopStyleColor();
    dump_.mark(group.name);
    if (!open) continue;
    for (const Layer layer : group.layers) draw_legend_row(layer);
  }
  ImGui::PopStyleVar(2);
  if (s.overlay_truncated) {
    text_colored_wrapped(theme().warn, "There is more to draw than can be drawn at once: zoom in to see all of it.");
  }
  ImGui::Dummy({0, px(2)});
}

void Gui::draw_heat_legend() {
  ImGui::PushFont(fonts_->small);
  ImGui::Indent(px(26));
  const bool by_order = lab_.playback().heat_by() == HeatBy::kOrder;
  heat_bar(*this, by_order ? "early" : "near", by_order ? "late" : "far");
  swatch(to_im(heat_palette()[kHeatOpen]), px(14));
  ImGui::SameLine(0, px(5));
  text_dim("in the open list");
  ImGui::Unindent(px(26));
  ImGui::PopFont();
}

namespace {

void legend_line(Gui& gui, MarkerShape shape, Rgba color, const char* text) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const LevelStyle style{.color = color, .marker = shape};
  marker_sign(ImGui::GetWindowDrawList(), {at.x + gui.px(7), at.y + ImGui::GetTextLineHeight() / 2}, gui.px(4.5f),
              style);
  ImGui::Dummy({gui.px(14), ImGui::GetTextLineHeight()});
  ImGui::SameLine(0, gui.px(5));
  text_dim("%s", text);
}

}  // namespace

void Gui::draw_two_way_legend() {
  ImGui::PushFont(fonts_->small);
  ImGui::Indent(px(26));
  legend_line(*this, MarkerShape::kDisc, palette::kForward, "from the start");
  legend_line(*this, MarkerShape::kSquare, palette::kBackward, "from the goal");
  text_dim("white inside: still open");
  legend_line(*this, MarkerShape::kCross, theme().dark ? palette::kWhite : palette::kBlack, "stalled");
  legend_line(*this, MarkerShape::kRing, palette::kPurple, "where they meet");
  ImGui::Unindent(px(26));
  ImGui::PopFont();
}

void Gui::draw_contraction_legend() {
  ImGui::PushFont(fonts_->small);
  ImGui::Indent(px(26));
  legend_line(*this, MarkerShape::kRing, palette::kVermilion, "being contracted");
  legend_line(*this, MarkerShape::kDisc, palette::kHierarchy, "left in the graph");
  const auto line = [this](Rgba color, const char* text) {
    line_swatch(on_panel(color), px(3), 0, px(14));
    ImGui::SameLine(0, px(5));
    text_dim("%s", text);
  };
  line(palette::kShortcut, "shortcut");
  line(palette::kWitness, "witness: no shortcut needed");
  ImGui::Unindent(px(26));
  ImGui::PopFont();
}

void Gui::draw_legend_rows(std::initializer_list<Layer> layers) {
  text_dim("On the map");
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {px(6), px(2)});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {px(8), px(3)});
  for (const Layer layer : layers) draw_legend_row(layer);
  ImGui::PopStyleVar(2);
}

// The values at both ends of the heuristic's picture.
void Gui::draw_field_legend() {
  const HeuristicView& view = state().heuristic;
  ImGui::PushFont(fonts_->small);
  ImGui::Indent(px(26));
  if (view.low <= view.high) {
    const Cost unit = lab_.cost_unit();
    field_bar(*this, cost_text(view.low, unit).c_str(), cost_text(view.high, unit).c_str());
    dump_.mark("legend.heuristic");
    tooltip(*this, "Darkest to lightest, in straight steps", {});
  }
  switch (view.kind) {
    case HeuristicKind::kBound:
      text_dim("h to the goal");
      break;
    case HeuristicKind::kGain:
      text_dim("h beyond the plain distance");
      break;
    case HeuristicKind::kDistance:
      text_dim("way from landmark %d", view.landmark + 1);
      break;
  }
  ImGui::Unindent(px(26));
  ImGui::PopFont();
}

void Gui::draw_crowd_heat_legend() {
  const CrowdState& crowd = state().crowd;
  ImGui::PushFont(fonts_->small);
  ImGui::Indent(px(26));
  char most[24];
  format_count(crowd.heat_most, most, sizeof most);
  field_bar(*this, "1", most);
  dump_.mark("legend.crowd-heat");
  tooltip(*this, "Darkest to lightest, in steps of equal ratio", {});
  const std::string_view title = crowd_heat_title(crowd.settings.heat);
  text_dim("%.*s", static_cast<int>(title.size()), title.data());
  ImGui::Unindent(px(26));
  ImGui::PopFont();
}

void Gui::draw_clearance_legend() {
  ImGui::Indent(px(26));
  ImGui::PushFont(fonts_->small);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x / kClearanceShades;
  const float height = ImGui::GetTextLineHeight() + px(2);
  ImDrawList* list = ImGui::GetWindowDrawList();
  for (int i = 1; i <= kClearanceShades; ++i) {
    const float x = at.x + width * static_cast<float>(i - 1);
    const Rgba color = clearance_color(i) | 0xff000000u;
    list->AddRectFilled({x, at.y}, {x + width, at.y + height}, to_im(color));
    char text[8];
    std::snprintf(text, sizeof text, i == kClearanceShades ? "%d+" : "%d", i);
    // Dark on light shades, light on dark ones.
    const uint32_t light = (color & 255) * 3 + (color >> 8 & 255) * 6 + (color >> 16 & 255);
    list->AddText({x + (width - ImGui::CalcTextSize(text).x) / 2, at.y + px(1)},
                  light > 1280 ? IM_COL32(0, 0, 0, 230) : IM_COL32(255, 255, 255, 240), text);
  }
  ImGui::Dummy({0, height});
  ImGui::PopFont();
  ImGui::Unindent(px(26));
}

}  // namespace strata
