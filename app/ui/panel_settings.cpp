// The left panel's tabs beside the map's: the agent, HPA* with its levels, HAA*.

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

#include "app/base/icons.hpp"
#include "app/ui/panels.hpp"
#include "app/ui/widgets.hpp"
#include "app/window/theme.hpp"

namespace strata {
namespace {

// The agent as it stands on the map: its square, and the corner that is its position.
void agent_picture(Gui& gui, int size, float side) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float cell = std::floor(side / static_cast<float>(kMaxAgentSize + 1));
  const float whole = cell * static_cast<float>(kMaxAgentSize + 1);
  list->AddRectFilled(at, {at.x + whole, at.y + whole}, to_im(terrain_color(Terrain::kGround)), gui.px(3));
  const ImVec2 low(at.x + cell * 0.5f, at.y + cell * 0.5f);
  const float square = cell * static_cast<float>(size);
  list->AddRectFilled(low, {low.x + square, low.y + square}, to_im(with_alpha(palette::kStart, 150)), gui.px(2));
  for (int i = 0; i <= kMaxAgentSize; ++i) {
    const float o = cell * (static_cast<float>(i) + 0.5f);
    list->AddLine({at.x + o, at.y}, {at.x + o, at.y + whole}, IM_COL32(0, 0, 0, 40), 1);
    list->AddLine({at.x, at.y + o}, {at.x + whole, at.y + o}, IM_COL32(0, 0, 0, 40), 1);
  }
  list->AddRect(low, {low.x + square, low.y + square}, to_im(palette::kStart), gui.px(2), 0, gui.px(2));
  list->AddRectFilled(low, {low.x + cell, low.y + cell}, to_im(palette::kStart));
  ImGui::Dummy({whole, whole});
  tooltip(gui, "The agent covers this square; its position is the filled corner", {});
}

}  // namespace

// A slider whose value goes into a command; dragging runs it again and again, which rebuilds live. The value stands
// beside it: across the grab it would be hard to read.
void Gui::slider(const char* label, const char* name, const char* command, int value, int low, int high,
                 const char* format, const char* title, const char* help, bool logarithmic) {
  const float value_width = px(70);
  setting_row(*this, label);
  ImGui::SetNextItemWidth(-value_width - px(4));
  ImGui::PushID(name);
  const ImGuiSliderFlags flags =
      ImGuiSliderFlags_AlwaysClamp | (logarithmic ? ImGuiSliderFlags_Logarithmic : ImGuiSliderFlags_None);
  const bool typing = ImGui::TempInputIsActive(ImGui::GetID("##slider"));
  if (!typing) ImGui::PushStyleColor(ImGuiCol_Text, 0);
  int wanted = value;
  const bool changed = ImGui::SliderInt("##slider", &wanted, low, high, "%d", flags);
  if (!typing) ImGui::PopStyleColor();
  ImGui::PopID();
  dump_.mark(name);
  if (changed && wanted != value) {
    char line[64];
    std::snprintf(line, sizeof line, "%s %d", command, wanted);
    run(line);
  }
  tooltip(*this, title, {}, help);
  ImGui::SameLine(ImGui::GetContentRegionMax().x - value_width);
  char text[32];
  const int length = std::snprintf(text, sizeof text, format, value, value);
  if (value == 1 && std::string_view(text).starts_with("1 cells")) text[length - 1] = 0;  // one cell
  ImGui::TextUnformatted(text);
}

void Gui::switch_box(const char* label, const char* name, const char* command, bool on, const char* help) {
  bool wanted = on;
  if (check_box(*this, label, &wanted)) {
    char line[64];
    std::snprintf(line, sizeof line, "%s %s", command, wanted ? "on" : "off");
    run(line);
  }
  dump_.mark(name);
  tooltip(*this, help, {});
}

void Gui::draw_agent_tab() {
  const Rules& rules = lab_.world().rules();
  char line[64], mark[64];
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {px(6), px(3)});
  slider("Size", "agent.size", "agent.size", rules.agent_size, 1, kMaxAgentSize, "%d x %d cells",
         "Side of the square that the agent covers",
         "Every planner plans for this agent: A* becomes annotated A* (AA*)");
  const std::string_view profile = profile_info(rules.profile).name;
  setting_row(*this, "Moves");
  if (ImGui::BeginCombo("##profile", profile.data())) {
    for (int i = 0; i < kProfiles; ++i) {
      const std::string_view name = profile_info(static_cast<Profile>(i)).name;
      if (ImGui::Selectable(name.data(), name == profile)) run("rules.profile " + std::string(name));
      std::snprintf(mark, sizeof mark, "profile.%s", name.data());
      dump_.mark(mark);
    }
    ImGui::EndCombo();
  }
  dump_.mark("settings.profile");
  tooltip(*this, "Movement profile", {},
          "octile: 8 neighbours, a diagonal needs both corners free. paper: 8 neighbours, one free corner is enough. "
          "four: 4 neighbours.");
  ImGui::PopStyleVar();
  ImGui::Dummy({0, px(2)});
  agent_picture(*this, rules.agent_size, px(72));
  // Beside it, what it enters and at what price.
  ImGui::SameLine(0, px(10));
  ImGui::BeginGroup();
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {px(4), px(1)});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {px(6), px(2)});
  for (int i = 0; i + 1 < kTerrains; ++i) {
    const auto terrain = static_cast<Terrain>(i);
    const TerrainInfo info = terrain_info(terrain);
    ImGui::PushID(i);
    bool enters = rules.capability.has(terrain);
    if (check_box(*this, "##enters", &enters)) {
      Capability next;
      for (int j = 0; j + 1 < kTerrains; ++j) {
        const auto other = static_cast<Terrain>(j);
        if (other == terrain ? enters : rules.capability.has(other)) next = next.with(other);
      }
      if (next.bits() == 0) {
        lab_.say(MessageKind::kWarning, "The agent must be able to enter at least one terrain");
      } else {
        run("agent.capability " + next.to_string());
      }
    }
    std::snprintf(mark, sizeof mark, "enters.%.*s", static_cast<int>(info.name.size()), info.name.data());
    dump_.mark(mark);
    tooltip(*this, enters ? "The agent enters this terrain" : "The agent does not enter this terrain", {});
    ImGui::SameLine(0, px(5));
    const ImVec2 at = ImGui::GetCursorPos();
    ImGui::SetCursorPosY(at.y + (ImGui::GetFrameHeight() - px(13)) / 2);
    terrain_swatch(*this, terrain, px(13));
    ImGui::SetCursorPos({at.x + px(25), at.y + px(1)});
    if (enters) {
      ImGui::Text("%.*s", static_cast<int>(info.name.size()), info.name.data());
    } else {
      text_dim("%.*s", static_cast<int>(info.name.size()), info.name.data());
    }
    const float width = px(34);
    ImGui::SameLine();
    ImGui::SetCursorPos({ImGui::GetContentRegionMax().x - width, at.y});
    ImGui::SetNextItemWidth(width);
    int weight = rules.weights[static_cast<size_t>(i)];
    if (ImGui::DragInt("##weight", &weight, 0.05f, 1, kMaxTerrainWeight, "x%d", ImGuiSliderFlags_AlwaysClamp)) {
      std::snprintf(line, sizeof line, "terrain.weight %.*s %d", static_cast<int>(info.name.size()), info.name.data(),
                    weight);
      run(line);
    }
    tooltip(*this, "Weight of a step, 1 to 16: drag, or double-click to type", {});
    ImGui::PopID();
  }
  ImGui::PopStyleVar(2);
  ImGui::EndGroup();
  ImGui::Dummy({0, px(4)});
  draw_legend_rows({Layer::kAgent, Layer::kClearance});
}

void Gui::draw_hpa_tab() {
  const LabState& s = state();
  const HpaOptions& hpa = lab_.world().get<MapHpa>().hpa().options();
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {px(6), px(3)});
  slider("Cluster", "settings.cluster", "hpa.cluster_size", hpa.cluster_size, Hpa::kMinClusterSize,
         Hpa::kMaxClusterSize, "%d cells", "Side of a cluster of level 1",
         "Drag: the abstraction is built anew while you do. Ctrl+click types a number.", true);
  slider("Levels", "settings.levels", "hpa.levels", hpa.levels, 1, 4, "%d", "Abstract levels",
         "The search runs on the highest level, then the path is refined level by level.");
  slider("Factor n", "settings.factor", "hpa.factor", hpa.level_factor, 2, 4, "%d x %d",
         "Clusters of a level are n x n clusters of the level below", "");
  slider("Threshold", "settings.threshold", "hpa.threshold", hpa.entrance_threshold, 1, 16, "%d cells",
         "Entrance threshold",
         "Entrances at least this wide get a transition at both ends, narrower ones one in the middle");
  slider("Spacing", "settings.spacing", "hpa.spacing", hpa.transition_spacing, 0, 64,
         hpa.transition_spacing == 0 ? "none" : "%d cells", "Most cells between the transitions of a wide entrance",
         "0: as published, two at most. Smaller spacings give better paths for more nodes.");
  switch_box("Smooth paths", "settings.smooth", "plan.smooth", s.plan_options.smooth,
             "Replaces detours of a refined path by straight runs");
  const auto moves = static_cast<int>(s.plan_options.first_moves);
  slider("Refine", "settings.first_moves", "plan.first_moves", moves, 0, 200, moves == 0 ? "whole path" : "%d moves",
         "Refine until so many moves are known",
         "The cost is still that of the whole way; nothing is smoothed. All the way to the left: the whole path.");
  char label[64];
  if (hpa.cache_paths && s.hpa_cache > 0) {
    std::snprintf(label, sizeof label, "Store paths (%s)###cache", bytes_text(s.hpa_cache).c_str());
  } else {
    std::snprintf(label, sizeof label, "Store paths###cache");
  }
  switch_box(label, "settings.cache", "hpa.cache", hpa.cache_paths,
             "Keeps the ways under all intra-edges: faster queries for more memory, the same costs");
  ImGui::PopStyleVar();
  ImGui::Dummy({0, px(2)});
  draw_level_table();
}

// One line a level: how much of everything there is.
void Gui::draw_level_table() {
  const LabState& s = state();
  ImGui::PushFont(fonts_->small);
  ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {px(2), px(1)});
  if (ImGui::BeginTable("levels", 6, ImGuiTableFlags_RowBg)) {
    ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthFixed);
    for (int i = 1; i < 6; ++i) ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthStretch);
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    title_cell(*this, "clust.", "Clusters of the level");
    title_cell(*this, "nodes", "Nodes of the level: ends of edges that cross its borders");
    title_cell(*this, "exact", "Nodes of this level and no higher one");
    title_cell(*this, "inter", "Edges that cross a border of this level or above");
    title_cell(*this, "intra", "Edges inside the clusters of this level");
    char name[32];
    for (size_t i = 0; i < s.hpa_counts.size(); ++i) {
      const HpaCounts& counts = s.hpa_counts[i];
      const int level = static_cast<int>(i) + 1;
      ImGui::TableNextRow();
      ImGui::TableNextColumn();
      ImGui::PushStyleColor(ImGuiCol_Text, to_vec(on_panel(level_style(level).color)));
      ImGui::PushFont(fonts_->bold);
      ImGui::Text("L%d", level);
      ImGui::PopFont();
      ImGui::PopStyleColor();
      const int side = lab_.world().get<MapHpa>().hpa().options().side(level);
      char help[64];
      std::snprintf(help, sizeof help, "Clusters of %d x %d cells", side, side);
      tooltip(*this, help, {});
      for (const size_t value :
           {counts.clusters, counts.nodes, s.exact_nodes(level), counts.inter_edges, counts.intra_edges}) {
        ImGui::TableNextColumn();
        number_cell(value);
      }
      std::snprintf(name, sizeof name, "levels.%d", level);
      dump_.mark(name);
    }
    ImGui::EndTable();
  }
  ImGui::PopStyleVar();
  text_dim("%s in all", bytes_text(s.memory[static_cast<size_t>(Structure::kHpa)]).c_str());
  dump_.mark("levels.memory");
  ImGui::PopFont();
}

void Gui::draw_haa_tab() {
  const LabState& s = state();
  const HaaOptions& haa = s.haa_options;
  const bool on = lab_.world().has(Structure::kHaa);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {px(6), px(3)});
  switch_box("Build the annotated graph", "haa.on", "haa", on,
             "One graph for agents of several sizes and capabilities, kept true while you paint");
  if (!on) {
    ImGui::PushFont(fonts_->small);
    text_colored_wrapped(theme().text_dim,
                         "Its edges say which agents can use them: the terrains they cross and the smallest clearance "
                         "on the way.");
    ImGui::PopFont();
  }
  slider("Sizes", "haa.sizes", "haa.sizes", haa.max_size, 1, kMaxAgentSize,
         haa.max_size == 1 ? "%d cell" : "1 to %d cells", "Sizes that the graph knows",
         "The agent in use is always among them");
  slider("Cluster", "haa.cluster", "haa.cluster_size", haa.cluster_size, Haa::kMinClusterSize, Haa::kMaxClusterSize,
         "%d cells", "Side of a cluster", "Ctrl+click types a number.", true);
  draw_capabilities();
  switch_box("As published", "haa.published", "haa.published", haa.as_published,
             "One transition for each obstacle-free entrance, as the paper has it. A large agent cannot always slide "
             "along the entrance to it: paths are lost. Off: one transition for each size that an entrance admits; "
             "nothing is lost.");
  if (haa.as_published) {
    ImGui::PushFont(fonts_->small);
    text_colored_wrapped(theme().warn, "Loses paths of agents larger than one cell.");
    ImGui::PopFont();
  }
  switch_box("Keep dominated edges", "haa.dominated", "haa.dominated", haa.keep_dominated,
             "Edges that another one makes needless: kept to be shown and counted, used by no search");
  ImGui::PopStyleVar();
  ImGui::Dummy({0, px(2)});
  if (on) draw_quality_table();
  draw_legend_rows({Layer::kHaaInter, Layer::kHaaIntra, Layer::kHaaDominated, Layer::kClearance});
}

// The capabilities that the graph knows: swatches of their terrains; the agent's own cannot be taken away.
void Gui::draw_capabilities() {
  const HaaOptions& haa = state().haa_options;
  const Capability own = lab_.world().rules().capability;
  text_dim("Capabilities");
  const auto set = [this](const std::vector<Capability>& list) {
    std::string text;
    for (const Capability& capability : list) text += (text.empty() ? "" : ";") + capability.to_string();
    run(format_command({"haa.capabilities", {text}}));
  };
  const auto swatches = [this](Capability capability, ImVec2 at, float size) {
    const ImVec2 before = ImGui::GetCursorPos();
    for (int i = 0; i + 1 < kTerrains; ++i) {
      if (!capability.has(static_cast<Terrain>(i))) continue;
      ImGui::SetCursorPos(at);
      terrain_swatch(*this, static_cast<Terrain>(i), size);
      at.x += size * 1.5f + px(3);
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
    ImGui::SetCursorPos({at.x + px(4), at.y + (height - ImGui::GetTextLineHeight()) / 2});
    line_swatch(on_panel(style.color), px(2.5f), style.dash, px(22));
    swatches(capability, {at.x + px(34), at.y + (height - px(13)) / 2}, px(13));
    ImGui::SetCursorPos(at);
    ImGui::Dummy({ImGui::GetContentRegionAvail().x - px(28), height});
    std::snprintf(mark, sizeof mark, "haa.capability.%zu", i);
    dump_.mark(mark);
    if (ImGui::IsItemHovered()) tooltip(*this, capability.to_string(), {}, capability == own ? "The agent in use" : "");
    ImGui::SetCursorPos({at.x + ImGui::GetContentRegionMax().x - at.x - px(26), at.y});
    if (capability == own) {
      ImGui::AlignTextToFramePadding();
      ImGui::PushFont(fonts_->small);
      ImGui::SetCursorPosX(ImGui::GetContentRegionMax().x - ImGui::CalcTextSize("agent's").x);
      text_dim("agent's");
      ImGui::PopFont();
    } else {
      if (ImGui::Button(fonts_->icons ? icon::kClose : "x", {px(24), height})) {
        std::vector<Capability> list = haa.capabilities;
        list.erase(list.begin() + static_cast<std::ptrdiff_t>(i));
        set(list);
      }
      std::snprintf(mark, sizeof mark, "haa.capability.%zu.remove", i);
      dump_.mark(mark);
      tooltip(*this, "Take it out of the graph", {});
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
      dump_.mark("haa.add." + text);
    }
    ImGui::EndCombo();
  }
  dump_.mark("haa.add");
}

// Sizes of the graph at its three qualities.
void Gui::draw_quality_table() {
  const LabState& s = state();
  static constexpr struct {
    const char* title;
    const char* name;
    const char* help;
  } kRows[kHaaQualities] = {
      {"initial", "haa.initial", "Every edge; counted while dominated edges are kept"},
      {"high", "haa.high", "Without strongly dominated edges: costs as the initial graph"},
      {"low", "haa.low", "Also without weakly dominated inter-edges: smaller, paths a little longer"},
  };
  ImGui::PushFont(fonts_->small);
  ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {px(2), px(1)});
  if (ImGui::BeginTable("qualities", 5, ImGuiTableFlags_RowBg)) {
    ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthFixed);
    for (int i = 1; i < 5; ++i) ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthStretch);
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    title_cell(*this, "nodes", "Abstract nodes");
    title_cell(*this, "inter", "Edges across a border, one for each kind of agent that needs its own");
    title_cell(*this, "intra", "Edges inside a cluster");
    title_cell(*this, "size", "Nodes and edges, of those of the initial graph");
    const auto total = [](const HaaCounts& counts) { return counts.nodes + counts.inter_edges + counts.intra_edges; };
    const size_t initial = total(s.haa_counts[0]);
    for (int i = 0; i < kHaaQualities; ++i) {
      const HaaCounts& counts = s.haa_counts[static_cast<size_t>(i)];
      ImGui::TableNextRow();
      ImGui::TableNextColumn();
      ImGui::TextUnformatted(kRows[i].title);
      tooltip(*this, kRows[i].help, {});
      const bool known = total(counts) > 0;
      for (const size_t value : {counts.nodes, counts.inter_edges, counts.intra_edges}) {
        ImGui::TableNextColumn();
        if (known) {
          number_cell(value);
        } else {
          right_aligned("\xe2\x80\x93", theme().text);
          tooltip(*this, kRows[i].help, {});
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
      dump_.mark(kRows[i].name);
    }
    ImGui::EndTable();
  }
  ImGui::PopStyleVar();
  text_dim("%s in all", bytes_text(s.memory[static_cast<size_t>(Structure::kHaa)]).c_str());
  ImGui::PopFont();
  ImGui::Dummy({0, px(2)});
}

}  // namespace strata
