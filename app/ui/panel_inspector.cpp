// The right panel's lower half: everything about one cell, and the pseudo-code of the search being stepped.

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string_view>

#include "app/base/icons.hpp"
#include "app/lab/lab_parts.hpp"
#include "app/ui/panels.hpp"
#include "app/ui/widgets.hpp"
#include "app/window/theme.hpp"

namespace strata {
namespace {

// What the terrain's name does not say.
const char* barred_note(const World& world, Cell cell) {
  const Terrain terrain = world.map().terrain(cell);
  return terrain == Terrain::kOut || world.rules().capability.has(terrain) ? "" : " (barred to the agent)";
}

}  // namespace

void Gui::draw_inspector() {
  const LabState& s = state();
  if (!s.inspected) {
    char text[112];
    const std::string_view keys = shortcut_of("tool.select select");
    std::snprintf(text, sizeof text, "Click a cell with the arrow tool (%.*s) to see its g, h, f, parent and events.",
                  static_cast<int>(keys.size()), keys.data());
    text_colored_wrapped(theme().text_dim, text);
    ImGui::Dummy({0, px(2)});
    return;
  }
  const World& world = lab_.world();
  const GridMap& map = world.map();
  const Cell cell = s.inspected->cell;
  if (!map.contains(cell)) {
    text_dim("The cell is outside of the map.");
    return;
  }
  const CellId id = map.id(cell);
  const TerrainInfo terrain = terrain_info(map.terrain(cell));
  ImGui::PushFont(fonts_->bold);
  ImGui::Text("(%d, %d)", cell.x, cell.y);
  ImGui::PopFont();
  dump_.mark("inspector.cell");
  ImGui::SameLine();
  const uint32_t cluster =
      world.get<MapHpa>().hpa().clusters().count() > 0 ? world.get<MapHpa>().hpa().clusters().cluster_of(cell) : 0;
  text_dim("%.*s%s, cluster %u", static_cast<int>(terrain.name.size()), terrain.name.data(), barred_note(world, cell),
           cluster);
  ImGui::SameLine(ImGui::GetContentRegionMax().x - px(22));
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {px(3), 0});
  if (ImGui::SmallButton(fonts_->icons ? icon::kClose : "x")) run("inspect.clear");
  ImGui::PopStyleVar();
  dump_.mark("inspector.close");
  tooltip(*this, "Close inspection", {});
  if (s.inspected->arc.known) draw_inspected_arc();
  const Playback& playback = lab_.playback();
  const double unit = lab_.query().trace_unit();
  if (ImGui::BeginTable("node", 6, ImGuiTableFlags_RowBg)) {
    for (int i = 0; i < 6; ++i) {
      ImGui::TableSetupColumn("", i < 2 ? ImGuiTableColumnFlags_WidthFixed : ImGuiTableColumnFlags_WidthStretch);
    }
    ImGui::TableNextRow();
    for (const char* title : {"level", "state", "g", "h", "f", "parent"}) {
      ImGui::TableNextColumn();
      text_dim("%s", title);
    }
    const int levels = world.get<MapHpa>().hpa().ready() ? world.get<MapHpa>().hpa().levels() : 1;
    const int node_level = world.get<MapHpa>().hpa().ready() ? world.get<MapHpa>().hpa().level_of(id) : 0;
    // Of a search from both ends, each level in either direction.
    const bool both = playback.two_way();
    for (int row = 0; row <= (both ? 3 : levels); ++row) {
      const int level = both ? row / 2 : row;
      const bool backward = both && row % 2 == 1;
      const NodeAt node = playback.node(static_cast<uint8_t>(level), id, backward);
      if ((level > node_level || both) && node.state == NodeState::kUnseen && (level > 0 || backward)) continue;
      ImGui::TableNextRow();
      ImGui::TableNextColumn();
      if (both && node.state != NodeState::kUnseen) {
        ImGui::TextUnformatted(backward ? "backward" : "forward");
      } else if (level == 0) {
        ImGui::TextUnformatted("cells");
      } else {
        ImGui::Text("L%d", level);
      }
      ImGui::TableNextColumn();
      const std::string_view state_name = node_state_name(node.state);
      ImGui::Text("%.*s", static_cast<int>(state_name.size()), state_name.data());
      ImGui::PushFont(fonts_->mono);
      if (node.state == NodeState::kUnseen) {
        for (int i = 0; i < 4; ++i) {
          ImGui::TableNextColumn();
          text_dim("\xe2\x80\x93");
        }
      } else {
        for (const Cost value : {node.g, node.h, node.f()}) {
          ImGui::TableNextColumn();
          ImGui::Text("%.2f", value / unit);
        }
        ImGui::TableNextColumn();
        if (node.parent == kNoCell || node.parent >= map.cell_count()) {
          text_dim("none");
        } else {
          const Cell parent = map.cell(node.parent);
          char text[40];
          std::snprintf(text, sizeof text, "%d,%d##%d", parent.x, parent.y, row);
          if (ImGui::Selectable(text)) {
            std::snprintf(text, sizeof text, "inspect %d %d", parent.x, parent.y);
            run(text);
          }
          dump_.mark("inspector.parent");
          tooltip(*this, "Inspect the parent", {});
        }
      }
      ImGui::PopFont();
    }
    ImGui::EndTable();
  }
  draw_inspected_agent();
  draw_inspected_edges();
  draw_inspected_room();
  draw_inspected_regions();
  draw_inspected_landmarks();
  draw_inspected_hierarchies();
  const auto& events = s.inspected->events;
  if (events.empty()) {
    text_colored_wrapped(theme().text_dim, "The search being stepped never touches this cell.");
    ImGui::Dummy({0, px(2)});
    return;
  }
  text_dim("%zu event%s; click one to go there", events.size(), events.size() == 1 ? "" : "s");
  const float row_height = ImGui::GetTextLineHeightWithSpacing();
  const float rows = std::min(static_cast<float>(events.size()), 6.0f);
  ImGui::BeginChild("events", {0, rows * row_height + px(2)});
  ImGui::PushFont(fonts_->small);
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(events.size()), row_height);
  char line[40];
  while (clipper.Step()) {
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
      const size_t index = events[static_cast<size_t>(i)];
      const SearchEvent* event = playback.event(index);
      if (event == nullptr) continue;
      ImGui::PushID(i);
      const bool past = index < playback.cursor();
      if (!past) ImGui::PushStyleColor(ImGuiCol_Text, theme().text_dim);
      char label[128];
      std::snprintf(label, sizeof label, "%zu  %s", index + 1, event_label(index));
      if (ImGui::Selectable(label, index + 1 == playback.cursor())) {
        std::snprintf(line, sizeof line, "step.to %zu", index + 1);
        run(line);
      }
      if (!past) ImGui::PopStyleColor();
      std::snprintf(line, sizeof line, "inspector.event.%d", i);
      dump_.mark(line);
      ImGui::PopID();
    }
  }
  ImGui::PopFont();
  ImGui::EndChild();
}

// Whether the agent can stand there, and if not, what is in its way.
void Gui::draw_inspected_agent() {
  const Inspection& seen = *state().inspected;
  const Rules& rules = lab_.world().rules();
  const bool measured = lab_.world().get<MapMoves>().clearance() != nullptr;
  if (measured) {
    text_dim("clearance");
    ImGui::SameLine(0, px(5));
    ImGui::Text("%d%s", seen.clearance, seen.clearance >= Clearance::kMaxClearance ? " or more" : "");
    dump_.mark("inspector.clearance");
  }
  if (seen.fits) {
    if (measured) ImGui::SameLine(0, px(10));
    if (rules.agent_size > 1) {
      ImGui::TextColored(theme().good, "an agent of size %d can stand here", rules.agent_size);
    } else {
      ImGui::TextColored(theme().good, "the agent can stand here");
    }
    dump_.mark("inspector.fits");
  } else {
    char text[160];
    std::snprintf(text, sizeof text, rules.agent_size > 1 ? "%s" : "the agent cannot stand here: %s", seen.why.c_str());
    text_colored_wrapped(theme().warn, text);
    dump_.mark("inspector.why");
  }
}

// The edges of the node in the abstractions, cheapest first as they are listed there.
void Gui::draw_inspected_edges() {
  const Inspection& seen = *state().inspected;
  const GridMap& map = lab_.world().map();
  const double unit = lab_.cost_unit();
  const auto go_to = [this](Cell cell) {
    char line[40];
    std::snprintf(line, sizeof line, "inspect %d %d", cell.x, cell.y);
    run(line);
  };
  char text[64];
  ImGui::PushFont(fonts_->small);
  if (seen.hpa_level > 0) {
    std::snprintf(text, sizeof text, "HPA* node up to level %d, %zu edges###hpa_edges", seen.hpa_level,
                  seen.hpa_edges.size());
    const bool open = ImGui::TreeNodeEx(text, ImGuiTreeNodeFlags_NoTreePushOnOpen | ImGuiTreeNodeFlags_SpanAvailWidth);
    dump_.mark("inspector.hpa_edges");
    if (open && ImGui::BeginTable("hpa_edges", 3, ImGuiTableFlags_RowBg | ImGuiTableFlags_SizingStretchSame)) {
      for (size_t i = 0; i < seen.hpa_edges.size(); ++i) {
        const HpaEdge& edge = seen.hpa_edges[i];
        const Cell own = seen.cell;
        const Cell to = map.cell(edge.from == map.id(own) ? edge.to : edge.from);
        ImGui::TableNextRow();
        ImGui::TableNextColumn();
        std::snprintf(text, sizeof text, "to %d,%d##h%zu", to.x, to.y, i);
        if (ImGui::Selectable(text)) go_to(to);
        ImGui::TableNextColumn();
        const ClusterGrid& clusters = lab_.world().get<MapHpa>().hpa().clusters();
        text_dim("%s", clusters.cluster_of(to) == clusters.cluster_of(own) ? "intra" : "inter");
        ImGui::TableNextColumn();
        ImGui::Text("%.2f", edge.cost / unit);
      }
      ImGui::EndTable();
    }
  }
  if (seen.haa_node) {
    std::snprintf(text, sizeof text, "HAA* node, %zu annotated edges###haa_edges", seen.haa_edges.size());
    const bool open = ImGui::TreeNodeEx(
        text, ImGuiTreeNodeFlags_NoTreePushOnOpen | ImGuiTreeNodeFlags_SpanAvailWidth | ImGuiTreeNodeFlags_DefaultOpen);
    dump_.mark("inspector.haa_edges");
    const float row_height = ImGui::GetTextLineHeightWithSpacing();
    const float rows = std::min(static_cast<float>(seen.haa_edges.size()), 6.0f) + 1;
    if (open &&
        ImGui::BeginTable("haa_edges", 4, ImGuiTableFlags_RowBg | ImGuiTableFlags_ScrollY, {0, rows * row_height})) {
      ImGui::TableSetupColumn("to", ImGuiTableColumnFlags_WidthStretch, 1.0f);
      ImGui::TableSetupColumn("cost", ImGuiTableColumnFlags_WidthStretch, 0.8f);
      ImGui::TableSetupColumn("size", ImGuiTableColumnFlags_WidthStretch, 0.7f);
      ImGui::TableSetupColumn("terrains", ImGuiTableColumnFlags_WidthStretch, 1.6f);
      ImGui::TableSetupScrollFreeze(0, 1);
      ImGui::TableNextRow();
      for (const char* title : {"to", "cost", "size", "terrains"}) {
        ImGui::TableNextColumn();
        text_dim("%s", title);
      }
      for (size_t i = 0; i < seen.haa_edges.size(); ++i) {
        const HaaEdge& edge = seen.haa_edges[i];
        const Cell to = map.cell(edge.to);
        const bool struck = edge.strongly_dominated;
        ImGui::TableNextRow();
        ImGui::TableNextColumn();
        if (struck) ImGui::PushStyleColor(ImGuiCol_Text, theme().text_dim);
        std::snprintf(text, sizeof text, "%d,%d##a%zu", to.x, to.y, i);
        if (ImGui::Selectable(text, false, ImGuiSelectableFlags_SpanAllColumns)) go_to(to);
        const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
        tooltip(*this,
                struck ? "Strongly dominated: another edge serves the same agents and more at no higher cost"
                : edge.weakly_dominated ? "Weakly dominated: the low quality graph does without it"
                                        : "Part of the high and the low quality graph",
                {});
        ImGui::TableNextColumn();
        ImGui::Text("%.2f", edge.cost / unit);
        ImGui::TableNextColumn();
        ImGui::Text("\xe2\x89\xa4 %d", edge.clearance);
        ImGui::TableNextColumn();
        const ImVec2 at = ImGui::GetCursorPos();
        float x = at.x;
        const float size = ImGui::GetTextLineHeight() * 0.8f;
        for (int t = 0; t + 1 < kTerrains; ++t) {
          if (!edge.capability.has(static_cast<Terrain>(t))) continue;
          ImGui::SetCursorPos({x, at.y + size * 0.1f});
          terrain_swatch(*this, static_cast<Terrain>(t), size);
          x += size * 1.5f + px(2);
        }
        if (struck) {
          ImGui::PopStyleColor();
          const float y = std::floor((low.y + high.y) / 2);
          ImDrawList* list = ImGui::GetWindowDrawList();  // across all columns
          const ImVec2 origin = ImGui::GetWindowPos();
          list->PushClipRect(origin, {origin.x + ImGui::GetWindowWidth(), origin.y + ImGui::GetWindowHeight()}, false);
          list->AddLine({low.x, y}, {high.x, y}, to_u32(theme().bad, 0.8f));
          list->PopClipRect();
        } else if (edge.weakly_dominated) {
          ImGui::SameLine(0, px(4));
          text_dim("weak");
        }
      }
      ImGui::EndTable();
    }
  }
  ImGui::PopFont();
}

void Gui::draw_code() {
  const Planner* planner = lab_.query().traced_planner();
  if (planner == nullptr) {
    text_dim("No search is being stepped.");
    return;
  }
  const Playback& playback = lab_.playback();
  const auto code = lab_.query().pseudo_code().lines;
  const int current = playback.current_line();
  char line[48], mark[32];
  if (state().contracting) {
    text_dim("Contraction");
  } else {
    text_dim("%.*s", static_cast<int>(planner->title.size()), planner->title.data());
  }
  ImGui::SameLine();
  ImGui::PushFont(fonts_->small);
  text_dim("click a line to set a breakpoint, F5 runs to it");
  ImGui::PopFont();
  tooltip(*this, "Stops at the next event that comes from this line, or that has passed it", {},
          "What a search looks at and leaves as it was is no event: nothing stops there");
  ImGui::BeginChild("code", {0, ImGui::GetTextLineHeightWithSpacing() * static_cast<float>(code.size())}, false,
                    ImGuiWindowFlags_HorizontalScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
  ImGui::PushFont(fonts_->mono);
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float gutter = px(16);
  for (size_t i = 0; i < code.size(); ++i) {
    ImGui::PushID(static_cast<int>(i));
    const bool stop = playback.breakpoint(static_cast<uint8_t>(i));
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float height = ImGui::GetTextLineHeight();
    const float row_width = std::max(ImGui::GetContentRegionAvail().x, gutter + ImGui::CalcTextSize(code[i].data()).x);
    if (static_cast<int>(i) == current) {
      list->AddRectFilled({at.x, at.y - px(1)}, {at.x + row_width, at.y + height + px(2)}, to_u32(theme().accent_soft),
                          px(2));
      list->AddRectFilled({at.x, at.y - px(1)}, {at.x + px(2), at.y + height + px(2)}, to_u32(theme().accent));
    }
    if (ImGui::InvisibleButton("line", {row_width, height})) {
      std::snprintf(line, sizeof line, "step.breakpoint %zu toggle", i);
      run(line);
    }
    std::snprintf(mark, sizeof mark, "code.line.%zu", i);
    dump_.mark(mark);
    const bool hovered = ImGui::IsItemHovered();
    // A line that is cut off is told in full.
    if (hovered && gutter + ImGui::CalcTextSize(code[i].data()).x > ImGui::GetWindowWidth()) {
      std::string_view text = code[i];
      text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
      tooltip(*this, text, {});
    }
    if (stop || hovered) {
      list->AddCircleFilled({at.x + gutter * 0.5f + px(1), at.y + height * 0.5f}, px(4),
                            to_u32(theme().bad, stop ? 1.0f : 0.35f));
    }
    list->AddText({at.x + gutter, at.y},
                  to_u32(static_cast<int>(i) == current || hovered ? theme().text : theme().text_dim), code[i].data(),
                  code[i].data() + code[i].size());
    ImGui::PopID();
  }
  ImGui::PopFont();
  ImGui::EndChild();
  if (playback.current() != nullptr) {
    // Live values of the line.
    ImGui::PushFont(fonts_->mono);
    text_colored_wrapped(theme().accent, event_label(playback.cursor() - 1));
    ImGui::PopFont();
    dump_.mark("code.values");
  }
  char open[24], expanded[24];
  if (state().contracting) {
    format_count(playback.contracted().size(), open, sizeof open);
    format_count(playback.added_arcs().size(), expanded, sizeof expanded);
    text_dim("%s of %zu nodes contracted   %s shortcuts", open, lab_.hierarchies().contracted_graph().cells.size(),
             expanded);
    dump_.mark("code.contracted");
    ImGui::Dummy({0, px(4)});
    return;
  }
  format_count(playback.open_count(), open, sizeof open);
  format_count(playback.expanded_count(), expanded, sizeof expanded);
  text_dim("open %s   expanded %s", open, expanded);
  ImGui::Dummy({0, px(4)});
}

}  // namespace strata
