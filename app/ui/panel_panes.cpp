// The map views in the centre: one, two or four of them over one camera, each with a header that says what it shows.

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "app/ui/panels.hpp"
#include "app/ui/widgets.hpp"
#include "app/window/theme.hpp"

namespace strata {

void Gui::draw_panes(std::span<const Overlay* const> overlays) {
  char name[16];
  for (int i = 0; i < panes_.count; ++i) {
    const Box& box = pane_box(i);
    std::snprintf(name, sizeof name, "map.%d", i + 1);
    dump_.mark(name, box.x, box.y, box.x + box.width, box.y + box.height);
    if (i == 0) dump_.mark("map", box.x, box.y, box.x + box.width, box.y + box.height);
    if (static_cast<size_t>(i) < overlays.size()) draw_map_labels(*overlays[static_cast<size_t>(i)], i);
    if (!panes_.panes[static_cast<size_t>(i)].header.empty()) draw_pane_header(i);
  }
  ImDrawList* list = ImGui::GetBackgroundDrawList();
  for (const Box& gap : panes_.gaps) {
    if (!gap.empty()) {
      list->AddRectFilled({gap.x, gap.y}, {gap.x + gap.width, gap.y + gap.height}, to_u32(theme().border));
    }
  }
  draw_map_notes();
}

// What the view shows, to be chosen, and how much of it there is.
void Gui::draw_pane_header(int pane) {
  const LabState& s = state();
  const ViewState& view = s.views[static_cast<size_t>(pane)];
  const Box& box = panes_.panes[static_cast<size_t>(pane)].header;
  char name[32], line[48], text[96];
  ImGui::PushStyleColor(ImGuiCol_WindowBg, theme().panel_title);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {px(6), px(2)});
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {px(6), px(2)});
  std::snprintf(name, sizeof name, "##view%d", pane);
  if (begin_panel(name, box)) {
    const int levels = static_cast<int>(s.hpa_counts.size());
    const bool wide = box.width >= px(330);
    ImGui::SetNextItemWidth(px(wide ? 112 : 92));
    if (ImGui::BeginCombo("##level", view_title(view.level).c_str(), ImGuiComboFlags_HeightLarge)) {
      for (int level = kAllLevels; level <= levels; ++level) {
        if (ImGui::Selectable(view_title(level).c_str(), level == view.level)) {
          if (level == kAllLevels) {
            std::snprintf(line, sizeof line, "view.level %d all", pane + 1);
          } else {
            std::snprintf(line, sizeof line, "view.level %d %d", pane + 1, level);
          }
          run(line);
        }
        std::snprintf(line, sizeof line, "view.level.%d", level);
        dump_.mark(level == kAllLevels ? "view.level.all" : line);
      }
      ImGui::EndCombo();
    }
    std::snprintf(name, sizeof name, "view.%d.level", pane + 1);
    dump_.mark(name);
    tooltip(*this, "What this view shows", {},
            "All levels, the cells alone, or clusters, nodes, edges and searches of one level");
    ImGui::SameLine(0, px(8));
    ImGui::PushFont(fonts_->small);
    ImGui::AlignTextToFramePadding();
    char nodes[24], edges[24];
    const bool missing = view.level > levels;
    if (missing) {
      ImGui::TextColored(theme().warn, "%s", view.note.c_str());
      tooltip(*this, view.note, {});
    } else if (view.level == 0) {
      format_count(lab_.world().moves().passable_count(), nodes, sizeof nodes);
      std::snprintf(text, sizeof text, wide ? "%s cells to stand on" : "%s cells", nodes);
      if (ImGui::CalcTextSize(text).x <= ImGui::GetContentRegionAvail().x) text_dim("%s", text);
    } else if (levels > 0) {
      // All levels together have the nodes and inter-edges of the first: the others raise some of them.
      const HpaCounts& counts = s.hpa_counts[static_cast<size_t>(std::max(view.level, 1) - 1)];
      size_t edge_count = counts.inter_edges + counts.intra_edges;
      if (view.level == kAllLevels) {
        for (size_t i = 1; i < s.hpa_counts.size(); ++i) edge_count += s.hpa_counts[i].intra_edges;
      }
      format_count(counts.nodes, nodes, sizeof nodes);
      format_count(edge_count, edges, sizeof edges);
      const int side = lab_.world().get<MapHpa>().hpa().options().side(view.level);
      // As much as there is room for.
      const float room = ImGui::GetContentRegionAvail().x;
      const auto fits = [&] { return ImGui::CalcTextSize(text).x <= room; };
      if (view.level > 0) {
        std::snprintf(text, sizeof text, "%s nodes, %s edges   clusters %d x %d", nodes, edges, side, side);
      }
      if (view.level < 0 || !fits()) std::snprintf(text, sizeof text, "%s nodes, %s edges", nodes, edges);
      if (!fits()) std::snprintf(text, sizeof text, "%s nodes", nodes);
      if (counts.clusters == 1 && view.level > 0) std::snprintf(text, sizeof text, "a single cluster");
      if (fits()) {
        text_dim("%s", text);
      } else {
        ImGui::NewLine();
      }
      // Then what the view cannot show.
      if (!view.note.empty()) {
        ImGui::SameLine(0, px(14));
        if (ImGui::CalcTextSize(view.note.c_str()).x <= ImGui::GetContentRegionAvail().x) {
          ImGui::TextColored(theme().warn, "%s", view.note.c_str());
        } else {
          ImGui::NewLine();
        }
      }
    }
    ImGui::PopFont();
    ImGui::End();
  }
  ImGui::PopStyleVar(2);
  ImGui::PopStyleColor();
}

void Gui::draw_map_labels(const Overlay& overlay, int pane) {
  ImDrawList* list = ImGui::GetBackgroundDrawList();
  const Box& box = pane_box(pane);
  list->PushClipRect({box.x, box.y}, {box.x + box.width, box.y + box.height});
  const Camera& camera = state().camera;
  const ImFont* font = fonts_->small;
  for (const DrawLabel& label : overlay.labels) {
    // Labels of cells fit into them, whatever the interface's size.
    const float fitting = std::floor(static_cast<float>(camera.zoom) * label.share);
    const float label_size = label.share > 0 ? std::min(font->FontSize, fitting) : font->FontSize;
    const ImVec2 size = font->CalcTextSizeA(label_size, 1e9f, 0, label.text);
    const float x = std::floor(box.x + static_cast<float>(camera.screen_x(label.x)) - size.x / 2);
    const float y = std::floor(box.y + static_cast<float>(camera.screen_y(label.y)) - size.y / 2);
    if (label.back != 0) {
      list->AddRectFilled({x - px(3), y - px(1)}, {x + size.x + px(3), y + size.y + px(1)}, to_im(label.back), px(3));
    }
    list->AddText(font, label_size, {x, y}, to_im(label.color), label.text);
  }
  if (state().has_query && camera.zoom > 0) {
    const auto letter = [&](Cell cell, const char* text) {
      const ImFont* bold = fonts_->bold;
      const float size = std::floor(std::clamp(static_cast<float>(camera.zoom) * 0.45f, px(12), px(18)));
      const ImVec2 extent = bold->CalcTextSizeA(size, 1e9f, 0, text);
      const float x = box.x + static_cast<float>(camera.screen_x(cell.x + 0.5)) - extent.x / 2;
      const float y = box.y + static_cast<float>(camera.screen_y(cell.y + 0.5)) - extent.y / 2;
      list->AddText(bold, size, {std::round(x), std::round(y)}, IM_COL32_WHITE, text);
    };
    letter(state().query.start, "S");
    letter(state().query.goal, "G");
  }
  list->PopClipRect();
}

// What the user should know about the picture, at its foot.
void Gui::draw_map_notes() {
  const Box& box = boxes_.map;
  ImDrawList* list = ImGui::GetBackgroundDrawList();
  list->PushClipRect({box.x, box.y}, {box.x + box.width, box.y + box.height});
  float y = box.y + box.height - px(10);
  const auto note = [&](const char* text, const ImVec4& color) {
    const ImFont* body = fonts_->text;
    const ImVec2 size = body->CalcTextSizeA(body->FontSize, 1e9f, box.width - px(40), text);
    const float x = std::floor(box.x + (box.width - size.x) / 2);
    y -= size.y + px(12);
    list->AddRectFilled({x - px(10), y}, {x + size.x + px(10), y + size.y + px(8)}, to_u32(theme().panel, 0.93f),
                        px(6));
    list->AddRect({x - px(10), y}, {x + size.x + px(10), y + size.y + px(8)}, to_u32(color, 0.8f), px(6));
    list->AddText(body, body->FontSize, {x, y + px(4)}, to_u32(theme().text), text, nullptr, box.width - px(40));
  };
  if (!state().query_note.empty()) note(state().query_note.c_str(), theme().warn);
  if (state().presentation && !state().messages.empty()) note(state().messages.back().text.c_str(), theme().accent);
  if (!state().has_query) {
    note("No start and goal: Ctrl+R chooses two cells that can reach each other.", theme().accent);
  }
  list->PopClipRect();
}

}  // namespace strata
