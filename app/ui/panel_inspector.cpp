#include "app/ui/panel_inspector.hpp"

#include <imgui.h>

#include <algorithm>
#include <cstdio>
#include <string_view>

#include "app/base/icons.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/menu_model.hpp"
#include "app/lab/query_desk.hpp"
#include "app/playback/playback.hpp"
#include "app/ui/event_labels.hpp"
#include "app/ui/feature_panel.hpp"
#include "app/ui/panel_explain.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"
#include "core/world/map_hpa.hpp"
#include "core/world/map_moves.hpp"

namespace strata {
namespace {

// What the terrain's name does not say.
const char* barred_note(const World& world, Cell cell) {
  const Terrain terrain = world.map().terrain(cell);
  return terrain == Terrain::kOut || world.rules().capability.has(terrain) ? "" : " (barred to the agent)";
}

// The node of every level at the cell, as the search has left it.
void draw_nodes(Ui& ui, const Lab& lab, CellId id) {
  const World& world = lab.world();
  const GridMap& map = world.map();
  const Playback& playback = lab.playback();
  const double unit = lab.query().trace_unit();
  if (!ImGui::BeginTable("node", 6, ImGuiTableFlags_RowBg)) return;
  for (int i = 0; i < 6; ++i) {
    ImGui::TableSetupColumn("", i < 2 ? ImGuiTableColumnFlags_WidthFixed : ImGuiTableColumnFlags_WidthStretch);
  }
  ImGui::TableNextRow();
  for (const char* title : {"level", "state", "g", "h", "f", "parent"}) {
    ImGui::TableNextColumn();
    text_dim("%s", title);
  }
  const int levels = std::max(world.get<MapHpa>().hpa().ready() ? world.get<MapHpa>().hpa().levels() : 1,
                              playback.outline().top_level);
  const int node_level = world.get<MapHpa>().hpa().ready() ? world.get<MapHpa>().hpa().level_of(id) : 0;
  // Of a search from both ends, each level in either direction.
  const bool both = playback.outline().two_way;
  for (int row = 0; row <= (both ? 3 : levels); ++row) {
    const int level = both ? row / 2 : row;
    const bool backward = both && row % 2 == 1;
    const NodeAt node = playback.node_in(static_cast<uint8_t>(level), id, backward);
    if ((level > node_level || both) && node.state == NodeState::kUnseen && (level > 0 || backward)) continue;
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    if (both && node.state != NodeState::kUnseen) {
      ImGui::TextUnformatted(backward ? "backward" : "forward");
    } else if (level == 0) {
      const std::string_view nodes = lab.query().pseudo_code().nodes;
      ImGui::TextUnformatted(nodes.data(), nodes.data() + nodes.size());
    } else {
      ImGui::Text("L%d", level);
    }
    ImGui::TableNextColumn();
    const std::string_view state_name = node_state_name(node.state);
    ImGui::Text("%.*s", static_cast<int>(state_name.size()), state_name.data());
    ImGui::PushFont(ui.fonts().mono);
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
      const NodePlace at = node.parent == kNoNodeId ? NodePlace{} : playback.place(level, node.parent);
      if (node.parent == kNoNodeId || (at.cell != kNoCell && at.cell >= map.cell_count())) {
        text_dim("none");
      } else if (at.cell == kNoCell) {
        ImGui::TextUnformatted(place_text(at).c_str());
      } else {
        const Cell parent = map.cell(at.cell);
        char text[40];
        std::snprintf(text, sizeof text, "%d,%d##%d", parent.x, parent.y, row);
        if (ImGui::Selectable(text)) {
          std::snprintf(text, sizeof text, "inspect %d %d", parent.x, parent.y);
          ui.run(text);
        }
        ui.dump().mark("inspector.parent");
        tooltip(ui, "Inspect the parent", {});
      }
    }
    ImGui::PopFont();
  }
  ImGui::EndTable();
}

// Whether the agent can stand there, and if not, what is in its way.
void draw_inspected_agent(Ui& ui, const Lab& lab) {
  const Inspection& seen = *lab.state().inspected;
  const Rules& rules = lab.world().rules();
  const bool measured = lab.world().get<MapMoves>().clearance() != nullptr;
  if (measured) {
    text_dim("clearance");
    ImGui::SameLine(0, ui.px(5));
    ImGui::Text("%d%s", seen.clearance, seen.clearance >= Clearance::kMaxClearance ? " or more" : "");
    ui.dump().mark("inspector.clearance");
  }
  if (seen.fits) {
    if (measured) ImGui::SameLine(0, ui.px(10));
    if (rules.agent_size > 1) {
      ImGui::TextColored(theme().good, "an agent of size %d can stand here", rules.agent_size);
    } else {
      ImGui::TextColored(theme().good, "the agent can stand here");
    }
    ui.dump().mark("inspector.fits");
  } else {
    char text[160];
    std::snprintf(text, sizeof text, rules.agent_size > 1 ? "%s" : "the agent cannot stand here: %s", seen.why.c_str());
    text_colored_wrapped(theme().warn, text);
    ui.dump().mark("inspector.why");
  }
}

void draw_events(Ui& ui, const Lab& lab, EventLabels& labels) {
  const Playback& playback = lab.playback();
  const auto& events = lab.state().inspected->events;
  if (events.empty()) {
    text_colored_wrapped(theme().text_dim, "The search being stepped never touches this cell.");
    ImGui::Dummy({0, ui.px(2)});
    return;
  }
  text_dim("%zu event%s; click one to go there", events.size(), events.size() == 1 ? "" : "s");
  const float row_height = ImGui::GetTextLineHeightWithSpacing();
  const float rows = std::min(static_cast<float>(events.size()), 6.0f);
  ImGui::BeginChild("events", {0, rows * row_height + ui.px(2)});
  ImGui::PushFont(ui.fonts().small);
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
      std::snprintf(label, sizeof label, "%zu  %s", index + 1, labels.text(lab, index));
      if (ImGui::Selectable(label, index + 1 == playback.cursor())) {
        std::snprintf(line, sizeof line, "step.to %zu", index + 1);
        ui.run(line);
      }
      if (!past) ImGui::PopStyleColor();
      std::snprintf(line, sizeof line, "inspector.event.%d", i);
      ui.dump().mark(line);
      ImGui::PopID();
    }
  }
  ImGui::PopFont();
  ImGui::EndChild();
}

}  // namespace

void draw_inspector(Ui& ui, const Lab& lab, EventLabels& labels) {
  const LabState& s = lab.state();
  if (!s.inspected) {
    char text[112];
    const std::string_view keys = bound_keys("tool.select select");
    std::snprintf(text, sizeof text, "Click a cell with the arrow tool (%.*s) to see its g, h, f, parent and events.",
                  static_cast<int>(keys.size()), keys.data());
    text_colored_wrapped(theme().text_dim, text);
    ImGui::Dummy({0, ui.px(2)});
    return;
  }
  const World& world = lab.world();
  const GridMap& map = world.map();
  const Cell cell = s.inspected->cell;
  if (!map.contains(cell)) {
    text_dim("The cell is outside of the map.");
    return;
  }
  const CellId id = map.id(cell);
  const TerrainInfo terrain = terrain_info(map.terrain(cell));
  ImGui::PushFont(ui.fonts().bold);
  ImGui::Text("(%d, %d)", cell.x, cell.y);
  ImGui::PopFont();
  ui.dump().mark("inspector.cell");
  ImGui::SameLine();
  const uint32_t cluster =
      world.get<MapHpa>().hpa().clusters().count() > 0 ? world.get<MapHpa>().hpa().clusters().cluster_of(cell) : 0;
  text_dim("%.*s%s, cluster %u", static_cast<int>(terrain.name.size()), terrain.name.data(), barred_note(world, cell),
           cluster);
  ImGui::SameLine(ImGui::GetContentRegionMax().x - ui.px(22));
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(3), 0});
  if (ImGui::SmallButton(ui.fonts().icons ? icon::kClose : "x")) ui.run("inspect.clear");
  ImGui::PopStyleVar();
  ui.dump().mark("inspector.close");
  tooltip(ui, "Close inspection", {});
  for (const FeaturePanel& panel : feature_panels()) {
    if (panel.picked != nullptr) panel.picked(ui, lab);
  }
  draw_nodes(ui, lab, id);
  draw_inspected_agent(ui, lab);
  for (const FeaturePanel& panel : feature_panels()) {
    if (panel.inspected != nullptr) panel.inspected(ui, lab);
  }
  draw_why(ui, lab);
  draw_events(ui, lab, labels);
}

}  // namespace strata
