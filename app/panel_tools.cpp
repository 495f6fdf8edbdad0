// The left panel: brush, terrain palette, layers with their legend, movement and abstraction settings.

#include <imgui.h>

#include <cstdio>

#include "app/icons.hpp"
#include "app/panels.hpp"
#include "app/theme.hpp"
#include "app/widgets.hpp"

namespace strata {
namespace {

// A terrain's colour with its pattern, as on the map.
void terrain_swatch(Gui& gui, Terrain terrain, float size) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImVec2 end(at.x + size * 1.5f, at.y + size);
  list->AddRectFilled(at, end, to_im(terrain_color(terrain)), gui.px(2));
  list->PushClipRect(at, end, true);
  const ImU32 ink = IM_COL32(0, 0, 0, 90);
  const float w = gui.px(1);
  switch (terrain) {
    case Terrain::kOut:
      for (float x = -size; x < size * 1.5f; x += size * 0.4f) {
        list->AddLine({at.x + x, end.y}, {at.x + x + size, at.y}, IM_COL32(255, 255, 255, 60), w);
      }
      break;
    case Terrain::kWater:
      for (float y = size * 0.25f; y < size; y += size * 0.3f) {
        list->AddBezierCubic({at.x, at.y + y}, {at.x + size * 0.5f, at.y + y - size * 0.3f},
                             {at.x + size, at.y + y + size * 0.3f}, {end.x, at.y + y}, ink, w);
      }
      break;
    case Terrain::kTrees:
      for (float x = size * 0.35f; x < size * 1.5f; x += size * 0.75f) {
        list->AddTriangleFilled({at.x + x, at.y + size * 0.2f}, {at.x + x - size * 0.22f, at.y + size * 0.8f},
                                {at.x + x + size * 0.22f, at.y + size * 0.8f}, ink);
      }
      break;
    case Terrain::kSwamp:
      for (float y = size * 0.28f; y < size; y += size * 0.42f) {
        for (float x = size * 0.25f; x < size * 1.5f; x += size * 0.42f) {
          list->AddCircleFilled({at.x + x, at.y + y}, size * 0.07f, ink);
        }
      }
      break;
    case Terrain::kGround:
      break;
  }
  list->PopClipRect();
  list->AddRect(at, end, to_u32(theme().border), gui.px(2));
  ImGui::Dummy({size * 1.5f, size});
}

void heat_bar(Gui& gui, const char* from, const char* to) {
  const float width = ImGui::GetContentRegionAvail().x;
  const float text = ImGui::CalcTextSize(from).x + ImGui::CalcTextSize(to).x + gui.px(12);
  text_dim("%s", from);
  ImGui::SameLine(0, gui.px(6));
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float bar = std::max(width - text, gui.px(20));
  const float height = ImGui::GetTextLineHeight();
  constexpr int kPieces = 24;
  ImDrawList* list = ImGui::GetWindowDrawList();
  for (int i = 0; i < kPieces; ++i) {
    const float a = static_cast<float>(i) / kPieces, b = static_cast<float>(i + 1) / kPieces;
    const ImU32 left = to_im(heat_color(a)), right = to_im(heat_color(b));
    list->AddRectFilledMultiColor({at.x + bar * a, at.y + height * 0.2f}, {at.x + bar * b, at.y + height * 0.85f}, left,
                                  right, right, left);
  }
  ImGui::Dummy({bar, height});
  ImGui::SameLine(0, gui.px(6));
  text_dim("%s", to);
}

void setting_label(const char* text) {
  ImGui::AlignTextToFramePadding();
  text_dim("%s", text);
  ImGui::SameLine();
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
  if (ImGui::Checkbox(label, &on)) {
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
      list->AddRect({at.x + px(3), cy - px(7)}, {at.x + w - px(3), cy + px(7)}, to_im(palette::kCluster | 0xff000000u),
                    0, 0, px(2));
      break;
    case Layer::kEntrances:
      list->AddRectFilled({at.x + px(8), cy - px(7)}, {at.x + px(14), cy + px(7)}, to_im(palette::kEntrance));
      break;
    case Layer::kTransitions:
      list->AddCircleFilled({at.x + w / 2, cy}, px(4), to_im(palette::kTransition));
      list->AddCircle({at.x + w / 2, cy}, px(4.5f), IM_COL32(255, 255, 255, 160));
      break;
    case Layer::kInterEdges:
      line_sign(palette::kInterEdge, px(2.5f));
      break;
    case Layer::kIntraEdges:
      line_sign(palette::kIntraEdge, px(1.5f));
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
    if (!layer_state.note.empty()) {
      ImGui::PushFont(fonts_->small);
      ImGui::Indent(px(26));
      text_colored_wrapped(theme().warn, layer_state.note.c_str());
      ImGui::Unindent(px(26));
      ImGui::PopFont();
    }
  }
  ImGui::PopID();
}

void Gui::draw_tools() {
  const LabState& s = state();
  char line[64], mark[64];
  if (section(*this, "Brush and terrain", "section.brush")) {
    int radius = s.brush.radius;
    setting_label("Radius");
    ImGui::SetNextItemWidth(-px(64));
    if (ImGui::SliderInt("##radius", &radius, 0, 20, "%d", ImGuiSliderFlags_AlwaysClamp)) {
      std::snprintf(line, sizeof line, "brush.radius %d", radius);
      run(line);
    }
    dump_.mark("brush.radius");
    tooltip(*this, "Brush size", "Plus, Minus", "0 is one cell");
    ImGui::SameLine(0, px(4));
    const bool round = s.brush.shape == BrushShape::kRound;
    icon_button(*this, icon::kCircle, "brush.round", "brush.shape round", "Round brush", round);
    ImGui::SameLine(0, px(2));
    icon_button(*this, icon::kSquare, "brush.square", "brush.shape square", "Square brush", !round);
    // Terrain slots.
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {px(6), px(3)});
    const TerrainWeights& weights = lab_.world().rules().weights;
    const Capability capability = lab_.world().rules().capability;
    for (int i = 0; i < kTerrains; ++i) {
      const auto terrain = static_cast<Terrain>(i);
      const TerrainInfo info = terrain_info(terrain);
      ImGui::PushID(i);
      const float row_height = ImGui::GetFrameHeight();
      const ImVec2 at = ImGui::GetCursorPos();
      const bool chosen = s.terrain == terrain;
      const float controls = terrain == Terrain::kOut ? 0 : px(72);
      if (ImGui::Selectable("##terrain", chosen, ImGuiSelectableFlags_AllowItemOverlap,
                            {ImGui::GetContentRegionAvail().x - controls, row_height})) {
        std::snprintf(line, sizeof line, "terrain.select %.*s", static_cast<int>(info.name.size()), info.name.data());
        run(line);
        if (s.tool == Tool::kSelect || s.tool == Tool::kErase || s.tool == Tool::kPick) run("tool.select brush");
      }
      std::snprintf(mark, sizeof mark, "terrain.%.*s", static_cast<int>(info.name.size()), info.name.data());
      dump_.mark(mark);
      std::snprintf(line, sizeof line, "terrain.select %.*s", static_cast<int>(info.name.size()), info.name.data());
      tooltip(*this, info.name, shortcut_of(line),
              terrain == Terrain::kOut ? "No agent enters it" : "Click to paint with it");
      const float text_y = at.y + (row_height - ImGui::GetTextLineHeight()) / 2;
      ImGui::SetCursorPos({at.x + px(4), text_y});
      ImGui::PushFont(fonts_->mono);
      text_dim("%d", i + 1);
      ImGui::PopFont();
      ImGui::SetCursorPos({at.x + px(20), at.y + (row_height - px(15)) / 2});
      terrain_swatch(*this, terrain, px(15));
      ImGui::SetCursorPos({at.x + px(50), text_y});
      ImGui::Text("%.*s", static_cast<int>(info.name.size()), info.name.data());
      if (terrain != Terrain::kOut) {
        ImGui::SetCursorPos({at.x + ImGui::GetContentRegionAvail().x - px(68), at.y});
        bool enters = capability.has(terrain);
        if (ImGui::Checkbox("##enters", &enters)) {
          Capability next;
          for (int j = 0; j + 1 < kTerrains; ++j) {
            const auto other = static_cast<Terrain>(j);
            if (other == terrain ? enters : capability.has(other)) next = next.with(other);
          }
          if (next.bits() == 0) {
            lab_.say(MessageKind::kWarning, "The agent must be able to enter at least one terrain");
          } else {
            run("rules.capability " + next.to_string());
          }
        }
        std::snprintf(mark, sizeof mark, "enters.%.*s", static_cast<int>(info.name.size()), info.name.data());
        dump_.mark(mark);
        tooltip(*this, enters ? "The agent enters this terrain" : "The agent does not enter this terrain", {});
        ImGui::SameLine(0, px(4));
        ImGui::SetNextItemWidth(px(38));
        int weight = weights[static_cast<size_t>(i)];
        if (ImGui::DragInt("##weight", &weight, 0.05f, 1, kMaxTerrainWeight, "x%d", ImGuiSliderFlags_AlwaysClamp)) {
          std::snprintf(line, sizeof line, "terrain.weight %.*s %d", static_cast<int>(info.name.size()),
                        info.name.data(), weight);
          run(line);
        }
        tooltip(*this, "Weight of a step, 1 to 16: drag, or double-click to type", {});
      }
      ImGui::SetCursorPos({at.x, at.y + row_height + px(1)});
      ImGui::PopID();
    }
    ImGui::PopStyleVar();
    ImGui::Dummy({0, px(2)});
  }
  if (section(*this, "Layers", "section.layers")) {
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {px(6), px(2)});
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {px(8), px(3)});
    for (const Layer layer : {Layer::kSearch, Layer::kPath, Layer::kRawPath, Layer::kAbstractPath, Layer::kTree,
                              Layer::kClusters, Layer::kEntrances, Layer::kTransitions, Layer::kInterEdges,
                              Layer::kIntraEdges, Layer::kGrid, Layer::kFlash}) {
      draw_legend_row(layer);
      if (layer == Layer::kSearch && s.layer(layer).on) {
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
    }
    ImGui::PopStyleVar(2);
    if (s.overlay_truncated) {
      text_colored_wrapped(theme().warn, "There is more to draw than can be drawn at once: zoom in to see all of it.");
    }
    ImGui::Dummy({0, px(2)});
  }
  if (section(*this, "Agent and abstraction", "section.settings")) {
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {px(6), px(3)});
    const float label = px(84);
    const auto row = [&](const char* text) {
      const float x = ImGui::GetCursorPosX();
      setting_label(text);
      ImGui::SetCursorPosX(x + label);
      ImGui::SetNextItemWidth(-1);
    };
    const std::string_view profile = profile_info(lab_.world().rules().profile).name;
    row("Moves");
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
    const HpaOptions& hpa = lab_.world().hpa().options();
    static constexpr int kSizes[] = {5, 8, 10, 12, 15, 16, 20, 32, 64};
    row("Clusters");
    char preview[24];
    std::snprintf(preview, sizeof preview, "%d x %d", hpa.cluster_size, hpa.cluster_size);
    if (ImGui::BeginCombo("##cluster", preview)) {
      for (const int size : kSizes) {
        std::snprintf(preview, sizeof preview, "%d x %d", size, size);
        if (ImGui::Selectable(preview, size == hpa.cluster_size)) run("hpa.cluster_size " + std::to_string(size));
      }
      ImGui::EndCombo();
    }
    dump_.mark("settings.cluster");
    tooltip(*this, "Side of a cluster in cells", {}, "Other sizes: command hpa.cluster_size");
    row("Threshold");
    int threshold = hpa.entrance_threshold;
    if (ImGui::DragInt("##threshold", &threshold, 0.05f, 1, 64, "%d", ImGuiSliderFlags_AlwaysClamp)) {
      std::snprintf(line, sizeof line, "hpa.threshold %d", threshold);
      run(line);
    }
    dump_.mark("settings.threshold");
    tooltip(*this, "Entrance threshold", {}, "Entrances at least this wide get a transition at both ends");
    row("Spacing");
    int spacing = hpa.transition_spacing;
    if (ImGui::DragInt("##spacing", &spacing, 0.05f, 0, 64, spacing == 0 ? "as published" : "%d cells",
                       ImGuiSliderFlags_AlwaysClamp)) {
      std::snprintf(line, sizeof line, "hpa.spacing %d", spacing);
      run(line);
    }
    dump_.mark("settings.spacing");
    tooltip(*this, "Most cells between the transitions of a wide entrance", {},
            "0: as published, two at most. Smaller spacings give better paths for more nodes.");
    bool smooth = s.plan_options.smooth;
    if (ImGui::Checkbox("Smooth paths", &smooth)) run(smooth ? "plan.smooth on" : "plan.smooth off");
    dump_.mark("settings.smooth");
    tooltip(*this, "Replaces detours of a refined path by straight runs", {});
    bool cache = hpa.cache_paths;
    if (ImGui::Checkbox("Store paths inside clusters", &cache)) run(cache ? "hpa.cache on" : "hpa.cache off");
    dump_.mark("settings.cache");
    tooltip(*this, "Faster queries for more memory; the same costs", {});
    ImGui::PopStyleVar();
  }
}

}  // namespace strata
