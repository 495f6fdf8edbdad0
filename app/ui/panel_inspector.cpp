#include "app/base/terrain_looks.hpp"
#include "app/ui/panel_sections.hpp"

#include <imgui.h>

#include <algorithm>

#include "app/base/icons.hpp"
#include "app/lab/hidden_names.hpp"
#include "app/lab/hidden_structures.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/menu_model.hpp"
#include "app/lab/predicted_process.hpp"
#include "app/lab/query_controller.hpp"
#include "app/playback/playback.hpp"
#include "app/ui/event_labels.hpp"
#include "app/ui/feature_panel.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"
#include "core/world/map_hpa.hpp"
#include "core/world/map_moves.hpp"

namespace strata {
namespace {

// Returns a note if the terrain of the cell is one that the agent may not enter; otherwise an empty text.
const char* barred_note(const World& world, Cell cell) {
  const Terrain terrain = world.map().terrain(cell);
  return terrain == Terrain::kOut || world.rules().capability.has(terrain) ? "" : " (barred to the agent)";
}

// Draws, for each level, the node at the cell with its state at the cursor.
void draw_nodes(Ui& ui, const Lab& lab, CellId id) {
  const World& world = lab.world();
  const GridMap& map = world.map();
  const Playback& playback = lab.playback();
  const double unit = lab.query().trace_unit();
  const FontScope font(ui.fonts().table);
  const StyleScope padding(ImGuiStyleVar_CellPadding, {ui.px(2), ui.px(1)});
  if (!ImGui::BeginTable("node", 6, ImGuiTableFlags_RowBg)) return;
  for (int i = 0; i < 6; ++i) {
    ImGui::TableSetupColumn("", i < 2 ? ImGuiTableColumnFlags_WidthFixed : ImGuiTableColumnFlags_WidthStretch);
  }
  for (const char* title : {"level", "state", "g", "h", "f", "parent"}) print_dim_cell("{}", title);
  const Hpa& hpa = world.get<MapHpa>().hpa();
  const bool known = hpa.ready() && !hides_structure(lab, StructureId::kHpa);
  const int levels = std::max(known ? hpa.levels() : 1, playback.outline().top_level);
  const int node_level = known ? hpa.level_of(id) : 0;
  // A bidirectional search has a node for each direction on each level.
  const bool both = playback.outline().two_way;
  for (int row = 0; row <= (both ? 3 : levels); ++row) {
    const int level = both ? row / 2 : row;
    const bool backward = both && row % 2 == 1;
    const NodeAtCursor node = playback.node_in(static_cast<uint8_t>(level), id, backward);
    if ((level > node_level || both) && node.state == NodeState::kUnseen && (level > 0 || backward)) continue;
    ImGui::TableNextRow();
    if (both && node.state != NodeState::kUnseen) {
      print_cell("{}", backward ? "backward" : "forward");
    } else if (level == 0) {
      print_cell("{}", lab.query().pseudo_code().nodes);
    } else {
      print_cell("L{}", level);
    }
    print_cell("{}", node_state_name(node.state));
    const FontScope mono(ui.fonts().mono);
    if (node.state == NodeState::kUnseen) {
      for (int i = 0; i < 4; ++i) print_dim_cell("\xe2\x80\x93");
      continue;
    }
    for (const Cost value : {node.g, node.h, node.f()}) print_cell("{:.2f}", value / unit);
    ImGui::TableNextColumn();
    const NodePlace at = node.parent == kNoNodeId ? NodePlace{} : playback.place(level, node.parent);
    if (node.parent == kNoNodeId || (at.cell != kNoCell && at.cell >= map.cell_count())) {
      draw_dim("none");
    } else if (at.cell == kNoCell) {
      draw_text(place_text(at));
    } else {
      cell_link(ui, map.cell(at.cell), static_cast<size_t>(row));
      describe(ui, "inspector.parent", "Inspect the parent");
    }
  }
  ImGui::EndTable();
}

// Draws whether the agent fits at the cell, or which obstacle prevents it.
void draw_inspected_agent(Ui& ui, const Lab& lab) {
  const Inspection& seen = *lab.state().inspected;
  const Rules& rules = lab.world().rules();
  const bool measured = lab.world().get<MapMoves>().clearance() != nullptr;
  if (measured) {
    print_pair(ui, "clearance", "{}{}", seen.clearance, seen.clearance >= Clearance::kMaxClearance ? " or more" : "");
    ui.mark("inspector.clearance");
  }
  if (!seen.fits) {
    text_colored_wrapped(theme().warn,
                         Text("{}{}", rules.agent_size > 1 ? "" : "the agent cannot stand here: ", seen.why));
    return ui.mark("inspector.why");
  }
  if (measured) ImGui::SameLine(0, ui.px(10));
  draw_text(theme().good, rules.agent_size > 1 ? Text("an agent of size {} can stand here", rules.agent_size)
                                               : Text("the agent can stand here"));
  ui.mark("inspector.fits");
}

void draw_events(Ui& ui, const Lab& lab, EventLabels& labels) {
  const Playback& playback = lab.playback();
  const auto& events = lab.state().inspected->events;
  if (events.empty()) {
    // The process itself says above what it has done with the cell.
    if (predicted_process(lab) != nullptr) return;
    const char* stepped = lab.state().process != nullptr ? "recording" : "search";
    text_colored_wrapped(theme().text_dim, playback.future_hidden()
                                               ? Text("The {} being stepped has not touched this cell yet.", stepped)
                                               : Text("The {} being stepped never touches this cell.", stepped));
    ImGui::Dummy({0, ui.px(2)});
    return;
  }
  print_dim("{}; click one to go there", counted(events.size(), "event"));
  const float row_height = ImGui::GetTextLineHeightWithSpacing();
  const float rows = std::min(static_cast<float>(events.size()), 6.0f);
  ImGui::BeginChild("events", {0, rows * row_height + ui.px(2)});
  ImGui::PushFont(ui.fonts().small);
  rows_in_sight(events.size(), row_height, [&](size_t i) {
    const size_t index = events[i];
    if (playback.event(index) == nullptr) return;
    const IdScope id(static_cast<int>(i));
    const ColorScope ink(ImGuiCol_Text, index < playback.cursor() ? theme().text : theme().text_dim);
    if (ImGui::Selectable(Text("{}  {}", index + 1, labels.text(lab, index)), index + 1 == playback.cursor())) {
      ui.run("step.to {}", index + 1);
    }
    ui.mark("inspector.event.{}", i);
  });
  ImGui::PopFont();
  ImGui::EndChild();
}

}  // namespace

void draw_inspector(Ui& ui, const Lab& lab, EventLabels& labels) {
  const LabState& s = lab.state();
  if (hidden_names(lab).hides("inspector")) return draw_dim("The inspector is hidden.");
  if (!s.inspected) {
    text_colored_wrapped(theme().text_dim,
                         Text("Click a cell with the arrow tool ({}) to see its g, h, f, parent and events.",
                              ui.keys_of("tool.select select")));
    ImGui::Dummy({0, ui.px(2)});
    return;
  }
  const World& world = lab.world();
  const GridMap& map = world.map();
  const Cell cell = s.inspected->cell;
  if (!map.contains(cell)) {
    draw_dim("The cell is outside of the map.");
    return;
  }
  const CellId id = map.id(cell);
  const std::string_view terrain = terrain_title(s.terrain_looks, map.terrain(cell));
  print_bold(ui, "({},{})", cell.x, cell.y);
  ui.mark("inspector.cell");
  ImGui::SameLine();
  print_dim("{}{}", terrain, barred_note(world, cell));
  ImGui::SameLine(ImGui::GetContentRegionMax().x - ui.px(22));
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(3), 0});
  if (ImGui::SmallButton(ui.fonts().icons ? icon::kClose : "x")) ui.run("inspect.clear");
  ImGui::PopStyleVar();
  describe(ui, "inspector.close", "Closes the inspector");
  for (const FeaturePanel& panel : feature_panels()) {
    if (panel.picked != nullptr && !hides_feature(lab, panel.feature)) panel.picked(ui, lab);
  }
  if (predicted_process(lab) == nullptr)
    // A construction says below what it has done with the cell.
    draw_nodes(ui, lab, id);
  draw_inspected_agent(ui, lab);
  for (const FeaturePanel& panel : feature_panels()) {
    if (panel.inspected != nullptr && !hides_feature(lab, panel.feature)) panel.inspected(ui, lab);
  }
  draw_why(ui, lab);
  if (!hidden_names(lab).hides("log")) draw_events(ui, lab, labels);
}

}  // namespace strata
