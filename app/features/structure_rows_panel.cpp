// What the panels say alike of rooms, sectors and landmarks: their cost, what is in their way, and what a cell is to
// them.

#include <imgui.h>

#include <algorithm>
#include <cstdio>
#include <string_view>

#include "app/lab/lab_parts.hpp"
#include "app/ui/panels.hpp"
#include "app/ui/widgets.hpp"
#include "app/window/theme.hpp"
#include "core/world/refusal.hpp"

namespace strata {

void Gui::draw_structure_cost(Structure structure) {
  const LabState& s = state();
  const World& world = lab_.world();
  ImGui::PushFont(fonts_->small);
  char text[96];
  const bool background = structure == Structure::kLandmarks;
  if (const std::string why = background ? std::string() : refusal(world, structure); !why.empty()) {
    text_colored_wrapped(theme().warn, why.c_str());
    ImGui::Dummy({0, px(2)});
  } else if (!background && !world.ready(structure)) {
    const double progress = world.state(structure).progress;
    std::snprintf(text, sizeof text, "building %.0f %%", progress * 100);
    ImGui::ProgressBar(static_cast<float>(progress), {-1, ImGui::GetTextLineHeight() + px(2)}, text);
  } else {
    const double micros = world.state(structure).built_micros;
    const size_t bytes = s.memory[static_cast<size_t>(structure)];
    if (s.fixed_clock || micros <= 0) {
      text_dim("%s in all", bytes_text(bytes).c_str());
    } else {
      text_dim("%s in all, built in %s", bytes_text(bytes).c_str(), micros_text(s, micros).c_str());
    }
  }
  const std::string_view name = structure_name(structure);
  std::snprintf(text, sizeof text, "%.*s.cost", static_cast<int>(name.size()), name.data());
  dump_.mark(text);
  ImGui::PopFont();
}

void Gui::draw_remedy(const char* why, const char* button, const char* name, std::string_view lines) {
  // The text wraps beside the button.
  const float width = ImGui::CalcTextSize(button).x + px(16);
  const ImVec2 at = ImGui::GetCursorPos();
  const float room = ImGui::GetContentRegionMax().x;
  ImGui::PushFont(fonts_->small);
  ImGui::PushStyleColor(ImGuiCol_Text, theme().warn);
  ImGui::PushTextWrapPos(room - width - px(8));
  ImGui::TextUnformatted(why);
  ImGui::PopTextWrapPos();
  ImGui::PopStyleColor();
  ImGui::PopFont();
  const ImVec2 after = ImGui::GetCursorPos();
  ImGui::SetCursorPos({room - width, at.y});
  if (ImGui::Button(button, {width, 0})) {
    while (!lines.empty()) {
      const size_t end = std::min(lines.find('\n'), lines.size());
      run(std::string(lines.substr(0, end)));
      lines.remove_prefix(std::min(end + 1, lines.size()));
    }
  }
  dump_.mark(name);
  tooltip(*this, "Changes the rules of movement so that it becomes possible", {});
  ImGui::SetCursorPos({after.x, std::max(after.y, ImGui::GetCursorPos().y) + px(2)});
}

// --- The inspected cell -------------------------------------------------------------------------------------------

namespace {

// A link to another cell.
void cell_link(Gui& gui, Cell cell, const char* after_id) {
  char text[48];
  std::snprintf(text, sizeof text, "%d,%d##%s", cell.x, cell.y, after_id);
  if (ImGui::Selectable(text)) {
    std::snprintf(text, sizeof text, "inspect %d %d", cell.x, cell.y);
    gui.run(text);
  }
}

bool fold(const char* title) {
  return ImGui::TreeNodeEx(title, ImGuiTreeNodeFlags_NoTreePushOnOpen | ImGuiTreeNodeFlags_SpanAvailWidth);
}

}  // namespace

void Gui::draw_inspected_room() {
  const RoomInspection& seen = state().inspected->room;
  if (!seen.known) return;
  const GridMap& map = lab_.world().map();
  ImGui::PushFont(fonts_->small);
  char text[96];
  if (seen.room < 0) {
    text_dim("in no room");
    dump_.mark("inspector.room");
    ImGui::PopFont();
    return;
  }
  text_dim("room");
  ImGui::SameLine(0, px(5));
  ImGui::Text("%lld, %d x %d cells", static_cast<long long>(seen.room), seen.cells.width(), seen.cells.height());
  dump_.mark("inspector.room");
  ImGui::SameLine(0, px(8));
  if (seen.pruned) {
    ImGui::TextColored(theme().good, "inside: pruned");
  } else {
    ImGui::TextUnformatted("on its perimeter");
  }
  if (!seen.macro_edges.empty()) {
    std::snprintf(text, sizeof text, "%zu macro edge%s###macro", seen.macro_edges.size(),
                  seen.macro_edges.size() == 1 ? "" : "s");
    const bool open = fold(text);
    dump_.mark("inspector.macro_edges");
    tooltip(*this, "Steps straight across the room, to cells of its other sides", {});
    const float row_height = ImGui::GetTextLineHeightWithSpacing();
    const float rows = std::min(static_cast<float>((seen.macro_edges.size() + 3) / 4), 5.0f);
    if (open && ImGui::BeginTable("macro_edges", 4,
                                  ImGuiTableFlags_RowBg | ImGuiTableFlags_SizingStretchSame | ImGuiTableFlags_ScrollY,
                                  {0, rows * row_height + px(2)})) {
      for (size_t i = 0; i < seen.macro_edges.size(); ++i) {
        ImGui::TableNextColumn();
        std::snprintf(text, sizeof text, "m%zu", i);
        cell_link(*this, map.cell(seen.macro_edges[i]), text);
      }
      ImGui::EndTable();
    }
  }
  ImGui::PopFont();
}

void Gui::draw_inspected_regions() {
  const Sectors& sectors = lab_.world().get<MapSectors>().sectors();
  const GridMap& map = lab_.world().map();
  const double unit = lab_.cost_unit();
  ImGui::PushFont(fonts_->small);
  char text[96];
  for (size_t i = 0; i < state().inspected->regions.size(); ++i) {
    const RegionInspection& seen = state().inspected->regions[i];
    if (!seen.known) continue;
    const int level = static_cast<int>(i) + 1;
    ImGui::PushID(level);
    ImGui::TextColored(to_vec(on_panel(sector_color(level))), "L%d", level);
    ImGui::SameLine(0, px(5));
    text_dim("sector");
    ImGui::SameLine(0, px(5));
    if (seen.region < 0) {
      ImGui::Text("%u, no region", seen.sector);
      std::snprintf(text, sizeof text, "inspector.region.%d", level);
      dump_.mark(text);
      ImGui::PopID();
      continue;
    }
    ImGui::Text("%u", seen.sector);
    ImGui::SameLine(0, px(8));
    text_dim("region");
    ImGui::SameLine(0, px(5));
    ImGui::Text("%lld, %u cells", static_cast<long long>(seen.region), seen.cells);
    std::snprintf(text, sizeof text, "inspector.region.%d", level);
    dump_.mark(text);
    if (seen.parent >= 0) {
      tooltip(*this, "Its centre lies in a region of level 2", {});
      ImGui::SameLine(0, px(8));
      text_dim("in %lld of L2", static_cast<long long>(seen.parent));
    }
    const Cell centre = map.cell(seen.centre);
    std::snprintf(text, sizeof text, "centre %d,%d, %zu edge%s###edges", centre.x, centre.y, seen.edges.size(),
                  seen.edges.size() == 1 ? "" : "s");
    const bool open = fold(text);
    std::snprintf(text, sizeof text, "inspector.region_edges.%d", level);
    dump_.mark(text);
    const float row_height = ImGui::GetTextLineHeightWithSpacing();
    const float rows = std::min(static_cast<float>(seen.edges.size()), 6.0f);
    if (open && ImGui::BeginTable("edges", 3,
                                  ImGuiTableFlags_RowBg | ImGuiTableFlags_SizingStretchSame | ImGuiTableFlags_ScrollY,
                                  {0, rows * row_height + px(2)})) {
      for (size_t j = 0; j < seen.edges.size(); ++j) {
        const SectorEdge& edge = seen.edges[j];
        ImGui::TableNextRow();
        ImGui::TableNextColumn();
        text_dim("region %u", edge.to);
        ImGui::TableNextColumn();
        std::snprintf(text, sizeof text, "e%zu", j);
        if (edge.to < sectors.region_count(level)) {
          cell_link(*this, map.cell(sectors.region(edge.to, level).centre), text);
        }
        ImGui::TableNextColumn();
        ImGui::Text("%.2f", edge.cost / unit);
      }
      ImGui::EndTable();
    }
    ImGui::PopID();
  }
  ImGui::PopFont();
}

void Gui::draw_inspected_landmarks() {
  const LandmarkInspection& seen = state().inspected->landmarks;
  if (!seen.known) return;
  const double unit = lab_.cost_unit();
  ImGui::PushFont(fonts_->small);
  if (seen.landmark >= 0) {
    landmark_sign(*this, seen.landmark + 1, !lab_.world().get<MapLandmarks>().landmarks().in_use(seen.landmark),
                  px(14));
    ImGui::SameLine(0, px(5));
    ImGui::TextUnformatted("a landmark stands here");
  }
  text_dim("h from landmarks");
  ImGui::SameLine(0, px(5));
  if (seen.separated) {
    ImGui::TextColored(theme().warn, "no way to the goal");
    dump_.mark("inspector.landmarks");
  } else {
    const bool better = seen.landmark_bound > seen.distance_bound;
    ImGui::TextColored(better ? theme().good : theme().text, "%.2f", seen.landmark_bound / unit);
    dump_.mark("inspector.landmarks");
    ImGui::SameLine(0, px(8));
    text_dim("distance bound");
    ImGui::SameLine(0, px(5));
    ImGui::TextColored(better ? theme().text : theme().good, "%.2f", seen.distance_bound / unit);
    tooltip(*this, "A* takes the larger of the two", {});
    if (seen.deciding >= 0 && better) {
      text_dim("by landmark");
      ImGui::SameLine(0, px(5));
      landmark_sign(*this, seen.deciding + 1, false, px(14));
    }
  }
  if (seen.set_aside > 0) text_dim("%d landmark%s set aside", seen.set_aside, seen.set_aside == 1 ? "" : "s");
  ImGui::PopFont();
}

}  // namespace strata
