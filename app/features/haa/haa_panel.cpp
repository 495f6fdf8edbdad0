// HAA* in the interface: the tab of its graph, the signs of its layers, its edges at a cell, its line of the meter.

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "app/base/icons.hpp"
#include "app/features/haa/haa.hpp"
#include "app/features/haa/haa_panel.hpp"
#include "app/ui/feature_panel.hpp"
#include "app/ui/layer_signs.hpp"
#include "app/ui/panel_layers.hpp"
#include "app/ui/panel_meter.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"
#include "core/base/byte_text.hpp"
#include "core/world/map_haa.hpp"

namespace strata {
namespace {

// The capabilities that the graph knows: swatches of their terrains; the agent's own cannot be taken away.
void draw_capabilities(Ui& ui, const Lab& lab) {
  const HaaOptions& haa = haa_desk(lab).options();
  const Capability own = lab.world().rules().capability;
  text_dim("Capabilities");
  const auto set = [&](const std::vector<Capability>& list) {
    std::string text;
    for (const Capability& capability : list) text += (text.empty() ? "" : ";") + capability.to_string();
    ui.run(format_command({"haa.capabilities", {text}}));
  };
  const auto swatches = [&](Capability capability, ImVec2 at, float size) {
    const ImVec2 before = ImGui::GetCursorPos();
    for (int i = 0; i + 1 < kTerrains; ++i) {
      if (!capability.has(static_cast<Terrain>(i))) continue;
      ImGui::SetCursorPos(at);
      terrain_swatch(ui, static_cast<Terrain>(i), size);
      at.x += size * 1.5f + ui.px(3);
    }
    ImGui::SetCursorPos(before);
  };
  char mark[64];
  for (size_t i = 0; i < haa.capabilities.size(); ++i) {
    const Capability capability = haa.capabilities[i];
    ImGui::PushID(static_cast<int>(i));
    const ImVec2 at = ImGui::GetCursorPos();
    const float height = ImGui::GetFrameHeight();
    // Its edges' style on the map, then its terrains.
    const CapabilityStyle style = capability_style(i);
    ImGui::SetCursorPos({at.x + ui.px(4), at.y + (height - ImGui::GetTextLineHeight()) / 2});
    line_swatch(on_panel(style.color), ui.px(2.5f), style.dash, ui.px(22));
    swatches(capability, {at.x + ui.px(34), at.y + (height - ui.px(13)) / 2}, ui.px(13));
    ImGui::SetCursorPos(at);
    ImGui::Dummy({ImGui::GetContentRegionAvail().x - ui.px(28), height});
    std::snprintf(mark, sizeof mark, "haa.capability.%zu", i);
    ui.dump().mark(mark);
    if (ImGui::IsItemHovered()) tooltip(ui, capability.to_string(), {}, capability == own ? "The agent in use" : "");
    ImGui::SetCursorPos({at.x + ImGui::GetContentRegionMax().x - at.x - ui.px(26), at.y});
    if (capability == own) {
      ImGui::AlignTextToFramePadding();
      ImGui::PushFont(ui.fonts().small);
      ImGui::SetCursorPosX(ImGui::GetContentRegionMax().x - ImGui::CalcTextSize("agent's").x);
      text_dim("agent's");
      ImGui::PopFont();
    } else {
      if (ImGui::Button(ui.fonts().icons ? icon::kClose : "x", {ui.px(24), height})) {
        std::vector<Capability> list = haa.capabilities;
        list.erase(list.begin() + static_cast<std::ptrdiff_t>(i));
        set(list);
      }
      std::snprintf(mark, sizeof mark, "haa.capability.%zu.remove", i);
      ui.dump().mark(mark);
      tooltip(ui, "Take it out of the graph", {});
    }
    ImGui::PopID();
  }
  ImGui::SetNextItemWidth(-1);
  if (ImGui::BeginCombo("##add", "Add a capability...", ImGuiComboFlags_HeightLarge)) {
    for (int bits = 1; bits < 1 << (kTerrains - 1); ++bits) {
      Capability capability;
      for (int i = 0; i + 1 < kTerrains; ++i) {
        if (bits >> i & 1) capability = capability.with(static_cast<Terrain>(i));
      }
      if (std::find(haa.capabilities.begin(), haa.capabilities.end(), capability) != haa.capabilities.end()) continue;
      const std::string text = capability.to_string();
      if (ImGui::Selectable(text.c_str())) {
        std::vector<Capability> list = haa.capabilities;
        list.push_back(capability);
        set(list);
      }
      ui.dump().mark("haa.add." + text);
    }
    ImGui::EndCombo();
  }
  ui.dump().mark("haa.add");
}

// Sizes of the graph at its three qualities.
void draw_quality_table(Ui& ui, const Lab& lab) {
  const LabState& s = lab.state();
  static constexpr struct {
    const char* title;
    const char* name;
    const char* help;
  } kRows[kHaaQualities] = {
      {"initial", "haa.initial", "Every edge; counted while dominated edges are kept"},
      {"high", "haa.high", "Without strongly dominated edges: costs as the initial graph"},
      {"low", "haa.low", "Also without weakly dominated inter-edges: smaller, paths a little longer"},
  };
  ImGui::PushFont(ui.fonts().small);
  ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {ui.px(2), ui.px(1)});
  if (ImGui::BeginTable("qualities", 5, ImGuiTableFlags_RowBg)) {
    ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthFixed);
    for (int i = 1; i < 5; ++i) ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthStretch);
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    title_cell(ui, "nodes", "Abstract nodes");
    title_cell(ui, "inter", "Edges across a border, one for each kind of agent that needs its own");
    title_cell(ui, "intra", "Edges inside a cluster");
    title_cell(ui, "size", "Nodes and edges, of those of the initial graph");
    const auto total = [](const HaaCounts& counts) { return counts.nodes + counts.inter_edges + counts.intra_edges; };
    const size_t initial = total(haa_desk(lab).counts()[0]);
    for (int i = 0; i < kHaaQualities; ++i) {
      const HaaCounts& counts = haa_desk(lab).counts()[static_cast<size_t>(i)];
      ImGui::TableNextRow();
      ImGui::TableNextColumn();
      ImGui::TextUnformatted(kRows[i].title);
      tooltip(ui, kRows[i].help, {});
      const bool known = total(counts) > 0;
      for (const size_t value : {counts.nodes, counts.inter_edges, counts.intra_edges}) {
        ImGui::TableNextColumn();
        if (known) {
          number_cell(value);
        } else {
          right_aligned("\xe2\x80\x93", theme().text);
          tooltip(ui, kRows[i].help, {});
        }
      }
      ImGui::TableNextColumn();
      if (known && initial > 0) {
        char share[16];
        std::snprintf(share, sizeof share, "%.0f %%",
                      100.0 * static_cast<double>(total(counts)) / static_cast<double>(initial));
        right_aligned(share, theme().text);
      } else {
        right_aligned("\xe2\x80\x93", theme().text);
      }
      ui.dump().mark(kRows[i].name);
    }
    ImGui::EndTable();
  }
  ImGui::PopStyleVar();
  text_dim("%s in all", bytes_text(s.memory[static_cast<size_t>(StructureId::kHaa)]).c_str());
  ImGui::PopFont();
  ImGui::Dummy({0, ui.px(2)});
}

void draw_tab(Ui& ui, Lab& lab) {
  const HaaOptions& haa = haa_desk(lab).options();
  const bool on = lab.world().has(StructureId::kHaa);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(6), ui.px(3)});
  switch_box(ui, "Build the annotated graph", "haa.on", "haa", on,
             "One graph for agents of several sizes and capabilities, kept true while you paint");
  if (!on) {
    ImGui::PushFont(ui.fonts().small);
    text_colored_wrapped(theme().text_dim,
                         "Its edges say which agents can use them: the terrains they cross and the smallest clearance "
                         "on the way.");
    ImGui::PopFont();
  }
  slider(ui, "Sizes", "haa.sizes", "haa.sizes", haa.max_size, 1, kMaxAgentSize,
         haa.max_size == 1 ? "%d cell" : "1 to %d cells", "Sizes that the graph knows",
         "The agent in use is always among them");
  slider(ui, "Cluster", "haa.cluster", "haa.cluster_size", haa.cluster_size, Haa::kMinClusterSize, Haa::kMaxClusterSize,
         "%d cells", "Side of a cluster", "Ctrl+click types a number.", true);
  draw_capabilities(ui, lab);
  switch_box(ui, "As published", "haa.published", "haa.published", haa.as_published,
             "One transition for each obstacle-free entrance, as the paper has it. A large agent cannot always slide "
             "along the entrance to it: paths are lost. Off: one transition for each size that an entrance admits; "
             "nothing is lost.");
  if (haa.as_published) {
    ImGui::PushFont(ui.fonts().small);
    text_colored_wrapped(theme().warn, "Loses paths of agents larger than one cell.");
    ImGui::PopFont();
  }
  switch_box(ui, "Keep dominated edges", "haa.dominated", "haa.dominated", haa.keep_dominated,
             "Edges that another one makes needless: kept to be shown and counted, used by no search");
  ImGui::PopStyleVar();
  ImGui::Dummy({0, ui.px(2)});
  if (on) draw_quality_table(ui, lab);
  draw_legend_rows(ui, lab, {kHaaInterLayer, kHaaIntraLayer, kHaaDominatedLayer, Layer::kClearance});
}

// The annotated edges of the node, those struck out that no quality of the graph needs.
void inspected(Ui& ui, const Lab& lab) {
  const HaaInspection& seen = haa_desk(lab).inspected();
  if (!seen.node) return;
  const GridMap& map = lab.world().map();
  const double unit = cost_unit(lab.world());
  char text[64];
  ImGui::PushFont(ui.fonts().small);
  std::snprintf(text, sizeof text, "HAA* node, %zu annotated edges###haa_edges", seen.edges.size());
  const bool open = ImGui::TreeNodeEx(
      text, ImGuiTreeNodeFlags_NoTreePushOnOpen | ImGuiTreeNodeFlags_SpanAvailWidth | ImGuiTreeNodeFlags_DefaultOpen);
  ui.dump().mark("inspector.haa_edges");
  const float row_height = ImGui::GetTextLineHeightWithSpacing();
  const float rows = std::min(static_cast<float>(seen.edges.size()), 6.0f) + 1;
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
    for (size_t i = 0; i < seen.edges.size(); ++i) {
      const HaaEdge& edge = seen.edges[i];
      const Cell to = map.cell(edge.to);
      const bool struck = edge.strongly_dominated;
      ImGui::TableNextRow();
      ImGui::TableNextColumn();
      if (struck) ImGui::PushStyleColor(ImGuiCol_Text, theme().text_dim);
      std::snprintf(text, sizeof text, "%d,%d##a%zu", to.x, to.y, i);
      if (ImGui::Selectable(text, false, ImGuiSelectableFlags_SpanAllColumns)) inspect(ui, to);
      const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
      tooltip(ui,
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
        terrain_swatch(ui, static_cast<Terrain>(t), size);
        x += size * 1.5f + ui.px(2);
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
        ImGui::SameLine(0, ui.px(4));
        text_dim("weak");
      }
    }
    ImGui::EndTable();
  }
  ImGui::PopFont();
}

void meter_rows(Ui& ui, const Lab& lab) {
  if (!lab.world().has(StructureId::kHaa)) return;
  const LabState& s = lab.state();
  const MeterReading& meter = s.meter;
  const HaaCounts& counts = haa_desk(lab).counts()[static_cast<size_t>(HaaQuality::kHigh)];
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  ImGui::PushFont(ui.fonts().bold);
  ImGui::TextUnformatted("HAA*");
  ImGui::PopFont();
  meter_figure(ui, lab, meter.parts(StructureId::kHaa), lab.world().get<MapHaa>().haa().clusters().count(),
               "meter.haa.clusters");
  meter_figure(ui, lab, meter.count(StructureId::kHaa, "inter_edges"), counts.inter_edges, "meter.haa.inter");
  meter_figure(ui, lab, meter.count(StructureId::kHaa, "intra_edges"), counts.intra_edges, "meter.haa.intra");
}

bool sign(Ui& ui, const Lab& lab, Layer layer, const SignPlace& place) {
  const auto& [list, at, w, low, high, mid] = place;
  if (layer == kHaaInterLayer || layer == kHaaIntraLayer) {
    const auto kinds = static_cast<int>(std::clamp<size_t>(haa_desk(lab).options().capabilities.size(), 1, 3));
    for (int i = 0; i < kinds; ++i) {
      const CapabilityStyle style = capability_style(static_cast<size_t>(i));
      const float y = at.y + ui.px(4) * (static_cast<float>(i) - static_cast<float>(kinds - 1) / 2);
      ImGui::SetCursorScreenPos({at.x + ui.px(1), y - ImGui::GetTextLineHeight() / 2});
      line_swatch(on_panel(style.color), ui.px(layer == kHaaInterLayer ? 2.5f : 1.2f), style.dash, w - ui.px(3));
    }
  } else if (layer == kHaaDominatedLayer) {
    line_sign(ui, place, faded(on_panel(palette::kBlue), 0.6), ui.px(1.2f));
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
          .tab = {"HAA*", "tab.haa", "Hierarchical annotated: agents of several sizes and capabilities",
                  StructureId::kHaa, draw_tab},
          .inspected = inspected,
          .sign = sign,
          .meter_rows = meter_rows};
}

}  // namespace strata
