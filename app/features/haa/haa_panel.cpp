// HAA* in the interface: the tab of its graph, symbols of its layers, edges of the inspected cell, its row
// of the meter.

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/base/icons.hpp"
#include "app/features/haa/haa.hpp"
#include "app/features/haa/haa_graph.hpp"
#include "app/features/haa/haa_process.hpp"
#include "app/ui/feature_panel.hpp"
#include "app/ui/layer_symbols.hpp"
#include "app/ui/panel_meter.hpp"
#include "app/ui/process_button.hpp"
#include "app/ui/structure_cost.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"
#include "core/world/map_haa.hpp"

namespace strata {
namespace {

// Draws swatches of the terrains, from left to right.
void draw_swatches(Ui& ui, const TerrainLooks& looks, Capability capability, ImVec2 at, float size, float gap) {
  for (int i = 0; i + 1 < kTerrains; ++i) {
    if (!capability.has(static_cast<Terrain>(i))) continue;
    ImGui::SetCursorPos(at);
    terrain_swatch(ui, looks, static_cast<Terrain>(i), size);
    at.x += size * 1.5f + gap;
  }
}

// Draws the capabilities in HAA*'s options, as swatches of their terrains. The agent's own capability
// cannot be removed.
void draw_capabilities(Ui& ui, const Lab& lab) {
  const std::vector<Capability>& known = haa_controller(lab).options().capabilities;
  draw_dim("Capabilities");
  const auto set = [&](const std::vector<Capability>& list) {
    std::string text;
    for (const Capability& capability : list) text += (text.empty() ? "" : ";") + capability.to_string();
    ui.run(format_command({"haa.capabilities", {text}}));
  };
  for (size_t i = 0; i < known.size(); ++i) {
    const bool own = known[i] == lab.world().rules().capability;
    const IdScope id(static_cast<int>(i));
    const ImVec2 at = ImGui::GetCursorPos();
    const float height = ImGui::GetFrameHeight();
    // The style of the capability's edges on the map, then its terrains.
    const CapabilityStyle style = capability_style(i);
    ImGui::SetCursorPos({at.x + ui.px(4), at.y + (height - ImGui::GetTextLineHeight()) / 2});
    line_swatch(on_panel(style.color), ui.px(2.5f), style.dash, ui.px(22));
    draw_swatches(ui, lab.state().terrain_looks, known[i], {at.x + ui.px(34), at.y + (height - ui.px(13)) / 2},
                  ui.px(13), ui.px(3));
    ImGui::SetCursorPos(at);
    ImGui::Dummy({ImGui::GetContentRegionAvail().x - ui.px(28), height});
    ui.mark("haa.capability.{}", i);
    if (ImGui::IsItemHovered()) tooltip(ui, known[i].to_string(), {}, own ? "The capability of the current agent" : "");
    ImGui::SetCursorPos({at.x + ImGui::GetContentRegionMax().x - at.x - ui.px(26), at.y});
    if (own) {
      ImGui::AlignTextToFramePadding();
      const FontScope small(ui.fonts().small);
      ImGui::SetCursorPosX(ImGui::GetContentRegionMax().x - text_width("current agent"));
      draw_dim("current agent");
      continue;
    }
    if (ImGui::Button(ui.fonts().icons ? icon::kClose : "x", {ui.px(24), height})) {
      std::vector<Capability> list = known;
      list.erase(list.begin() + static_cast<std::ptrdiff_t>(i));
      set(list);
    }
    describe(ui, Text("haa.capability.{}.remove", i), "Removes the capability from the graph");
  }
  ImGui::SetNextItemWidth(-1);
  if (begin_combo("##add", "Add a capability...", ImGuiComboFlags_HeightLarge)) {
    for (int bits = 1; bits < 1 << (kTerrains - 1); ++bits) {
      Capability capability;
      for (int i = 0; i + 1 < kTerrains; ++i) {
        if (bits >> i & 1) capability = capability.with(static_cast<Terrain>(i));
      }
      if (std::find(known.begin(), known.end(), capability) != known.end()) continue;
      const std::string text = capability.to_string();
      if (ImGui::Selectable(text.c_str())) {
        std::vector<Capability> list = known;
        list.push_back(capability);
        set(list);
      }
      ui.mark("haa.add.{}", text);
    }
    ImGui::EndCombo();
  }
  ui.mark("haa.add");
}

// Draws a table with the sizes of the graph of each quality.
void draw_quality_table(Ui& ui, const Lab& lab) {
  if (draw_hidden(lab, StructureId::kHaa)) return;
  static constexpr const char* kRows[kHaaQualities][2] = {
      {"initial", "Every edge; counted while dominated edges are kept"},
      {"high", "Without strongly dominated edges: the same path costs as the initial graph"},
      {"low", "Also without weakly dominated inter-edges: a smaller graph, slightly longer paths"}};
  const auto titled = [](const Fact& fact) { return CountColumn{fact.title, fact.help}; };
  const std::span<const Fact> facts = kHaaFeature.facts.facts;
  if (const CountTable table(ui, "qualities", true,
                             {titled(facts[0]),
                              titled(facts[1]),
                              titled(facts[2]),
                              {"size", "Nodes and edges, as a share of the initial graph"}});
      table) {
    const auto total = [](const HaaCounts& counts) { return counts.nodes + counts.inter_edges + counts.intra_edges; };
    const size_t initial = total(counts_of<HaaCounts>(lab, StructureId::kHaa));
    for (size_t i = 0; i < kHaaQualities; ++i) {
      const auto& counts = counts_of<HaaCounts>(lab, StructureId::kHaa, i);
      const auto& [title, help] = kRows[i];
      table.row();
      draw_text(title);
      tooltip(ui, help, {});
      const bool known = total(counts) > 0;
      if (known) table.numbers({counts.nodes, counts.inter_edges, counts.intra_edges});
      for (int column = known ? 3 : 0; column < 4; ++column) {
        ImGui::TableNextColumn();
        right_aligned(known && initial > 0
                          ? Text("{:.0f} %", 100.0 * static_cast<double>(total(counts)) / static_cast<double>(initial))
                          : Text("\xe2\x80\x93"),
                      theme().text);
        if (column < 3) tooltip(ui, help, {});
      }
      ui.mark("haa.{}", title);
    }
  }
  draw_structure_state(ui, lab, StructureId::kHaa);
  ImGui::Dummy({0, ui.px(2)});
}

// Draws the control that selects which of the three graphs is drawn.
void draw_graph_choice(Ui& ui, const Lab& lab) {
  constexpr int kAsPlanner = kHaaQualities;
  constexpr ControlSegment kGraphs[] = {{"as the planner", kAsPlanner}, {"initial", 0}, {"high", 1}, {"low", 2}};
  constexpr const char* kGraphTitle = "Which graph of HAA* the map shows";
  constexpr const char* kGraphHint =
      "As the planner: the graph that the stepped planner searches. Initial: with dominated edges, which are kept "
      "then.";
  const std::optional<HaaQuality> quality = haa_graph_controller(lab).shown();
  const int shown = quality ? static_cast<int>(*quality) : kAsPlanner;
  const auto word = [](int choice) {
    return choice == kAsPlanner ? std::string_view("planner") : haa_quality_name(static_cast<HaaQuality>(choice));
  };
  const std::span<const ControlSegment> graphs(kGraphs);
  choice_row(ui, "Shown graph", "haa.graph", "haa.graph", graphs.first(1), shown, word, kGraphTitle, kGraphHint);
  if (const auto other = segments(ui, "haa.graph", graphs.subspan(1), shown, kGraphTitle, kGraphHint))
    ui.run("haa.graph {}", word(*other));
}

void draw_tab(Ui& ui, Lab& lab) {
  const HaaOptions& haa = haa_controller(lab).options();
  const bool on = lab.world().has(StructureId::kHaa);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(6), ui.px(3)});
  structure_switch(
      ui, "Build the annotated graph", "haa", on,
      "Builds one graph for agents of several sizes and capabilities, updated while you paint",
      "Its edges say which agents can use them: the terrains they cross and the smallest clearance on their paths.");
  draw_setting(ui, lab, "haa.sizes", "haa.sizes");
  draw_setting(ui, lab, "haa.cluster_size", "haa.cluster", "Double-click to type a number.");
  draw_capabilities(ui, lab);
  draw_setting(ui, lab, "haa.published", "haa.published",
               "Off: one transition for each size that fits through the entrance.");
  if (haa.as_published) note(ui, theme().warn, "Agents larger than one cell may not find every path.");
  draw_setting(ui, lab, "haa.dominated", "haa.dominated");
  draw_process_button(ui, lab, kHaaConstruction, "haa.construct");
  ImGui::PopStyleVar();
  ImGui::Dummy({0, ui.px(2)});
  if (on) draw_quality_table(ui, lab);
  draw_graph_choice(ui, lab);
}

// Draws a row for an edge of the inspected node. The row is crossed out if the edge is strongly dominated, as no
// quality of the graph needs it then.
void draw_edge(Ui& ui, const Lab& lab, const HaaEdge& edge, size_t index) {
  const Cell to = lab.world().map().cell(edge.to);
  const bool struck = edge.strongly_dominated;
  if (struck) ImGui::PushStyleColor(ImGuiCol_Text, theme().text_dim);
  ImGui::TableNextColumn();
  if (ImGui::Selectable(Text("E{} {}##a{}", index + 1, to, index), false, ImGuiSelectableFlags_SpanAllColumns))
    inspect(ui, to);
  const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
  const std::vector<std::string>& reasons = haa_graph_controller(lab).reasons();
  const bool reason = index < reasons.size() && !reasons[index].empty();
  tooltip(ui, reason ? std::string_view(reasons[index]) : "In the high and in the low quality graph", {});
  print_cell("{:.2f}", edge.cost / static_cast<double>(cost_unit(lab.world())));
  print_cell("\xe2\x89\xa4 {}", edge.clearance);
  ImGui::TableNextColumn();
  const ImVec2 at = ImGui::GetCursorPos();
  const float size = ImGui::GetTextLineHeight() * 0.8f;
  draw_swatches(ui, lab.state().terrain_looks, edge.capability, {at.x, at.y + size * 0.1f}, size, ui.px(2));
  if (struck) {
    ImGui::PopStyleColor();
    const float y = std::floor((low.y + high.y) / 2);
    ImDrawList* list = ImGui::GetWindowDrawList();  // the line crosses all columns
    const ImVec2 origin = ImGui::GetWindowPos();
    list->PushClipRect(origin, {origin.x + ImGui::GetWindowWidth(), origin.y + ImGui::GetWindowHeight()}, false);
    list->AddLine({low.x, y}, {high.x, y}, to_u32(theme().bad, 0.8f));
    list->PopClipRect();
  } else if (edge.weakly_dominated) {
    ImGui::SameLine(0, ui.px(4));
    draw_dim("weak");
  }
}

void inspected(Ui& ui, const Lab& lab) {
  const HaaInspection& seen = haa_controller(lab).inspected();
  if (!seen.node) return;
  const FontScope font(ui.fonts().table);
  const bool open = fold(ui, Text("HAA* node, {}###haa_edges", counted(seen.edges.size(), "annotated edge")),
                         "inspector.haa_edges", true);
  const float rows = std::min(static_cast<float>(seen.edges.size()), 6.0f) + 1;
  if (!open || !ImGui::BeginTable("haa_edges", 4, ImGuiTableFlags_RowBg | ImGuiTableFlags_ScrollY,
                                  {0, rows * ImGui::GetTextLineHeightWithSpacing()})) {
    return;
  }
  constexpr std::pair<const char*, float> kColumns[] = {
      {"to", 1.0f}, {"cost", 0.8f}, {"size", 0.7f}, {"terrains", 1.6f}};
  for (const auto& [title, width] : kColumns) ImGui::TableSetupColumn(title, ImGuiTableColumnFlags_WidthStretch, width);
  ImGui::TableSetupScrollFreeze(0, 1);
  for (const auto& [title, width] : kColumns) print_dim_cell("{}", title);
  for (size_t i = 0; i < seen.edges.size(); ++i) draw_edge(ui, lab, seen.edges[i], i);
  ImGui::EndTable();
}

void meter_rows(Ui& ui, const Lab& lab) {
  if (!lab.world().has(StructureId::kHaa)) return;
  const UpdateMeterReading& meter = lab.state().meter;
  const auto& counts = counts_of<HaaCounts>(lab, StructureId::kHaa, static_cast<size_t>(HaaQuality::kHigh));
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  print_bold(ui, "HAA*");
  meter_figure(ui, lab, meter.parts(StructureId::kHaa), lab.world().get<MapHaa>().haa().clusters().count(),
               "meter.haa.clusters");
  meter_figure(ui, lab, meter.count(StructureId::kHaa, "inter_edges"), counts.inter_edges, "meter.haa.inter", true);
  meter_figure(ui, lab, meter.count(StructureId::kHaa, "intra_edges"), counts.intra_edges, "meter.haa.intra", true);
}

bool symbol(Ui& ui, const Lab& lab, Layer layer, const SymbolBox& place) {
  const auto& [list, at, w, low, high, mid] = place;
  if (layer == kHaaInterLayer || layer == kHaaIntraLayer) {
    const auto kinds = static_cast<int>(std::clamp<size_t>(haa_controller(lab).options().capabilities.size(), 1, 3));
    for (int i = 0; i < kinds; ++i) {
      const CapabilityStyle style = capability_style(static_cast<size_t>(i));
      const float y = at.y + ui.px(4) * (static_cast<float>(i) - static_cast<float>(kinds - 1) / 2);
      ImGui::SetCursorScreenPos({at.x + ui.px(1), y - ImGui::GetTextLineHeight() / 2});
      line_swatch(on_panel(style.color), ui.px(layer == kHaaInterLayer ? 2.5f : 1.2f), style.dash, w - ui.px(3));
    }
  } else if (layer == kHaaClusterLayer) {
    list->AddRect(low, high, to_im(on_panel(palette::kCluster)), 0, 0, ui.px(1.5f));
  } else if (layer == kHaaDominatedLayer) {
    line_symbol(ui, place, faded(on_panel(palette::kBlue), 0.6), ui.px(1.2f));
    for (const float side : {-1.0f, 1.0f}) {
      list->AddLine({at.x + w / 2 - ui.px(4), at.y - ui.px(4) * side},
                    {at.x + w / 2 + ui.px(4), at.y + ui.px(4) * side}, to_im(palette::kVermilion), ui.px(1.8f));
    }
  } else {
    return false;
  }
  return true;
}

}  // namespace

FeaturePanel haa_panel() {
  return {.feature = "haa",
          .tab = {"HAA*", "tab.haa", "HAA*: one annotated graph for agents of several sizes and capabilities",
                  LeftPanelSection::kPlanners, draw_tab},
          .inspected = inspected,
          .symbol = symbol,
          .meter_rows = meter_rows};
}

}  // namespace strata
