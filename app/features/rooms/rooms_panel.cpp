// The left panel's tab of room pruning.

#include <imgui.h>

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

// How the passable cells fall apart: into interiors, perimeters and the rest.
struct Share {
  const char* title;
  const char* name;
  const char* help;
  size_t cells;
  ImU32 color;
};

std::string even_weights(const Rules& rules) {
  std::string lines;
  for (int i = 0; i + 1 < kTerrains; ++i) {
    if (rules.weights[static_cast<size_t>(i)] == 1) continue;
    lines += (lines.empty() ? "" : "\n") + std::string("terrain.weight ") +
             std::string(terrain_info(static_cast<Terrain>(i)).name) + " 1";
  }
  return lines;
}

}  // namespace

void Gui::draw_rooms_tab() {
  const LabState& s = state();
  const World& world = lab_.world();
  const bool on = world.has(Structure::kRooms);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {px(6), px(3)});
  switch_box("Cut the map into rooms", "rooms.on", "rooms", on,
             "Empty rectangles, cut out of the map from the largest interior on, and kept true while you paint");
  if (!on) {
    ImGui::PushFont(fonts_->small);
    text_colored_wrapped(
        theme().text_dim,
        "All shortest ways through an empty room are alike: a search jumps from wall to wall of it and "
        "never looks inside. Paths stay optimal.");
    ImGui::PopFont();
  }
  ImGui::Dummy({0, px(2)});
  // What the search asks for.
  if (world.rules().profile != Profile::kFour) {
    draw_remedy("Room pruning needs four-connected moves.", "Switch", "rooms.fix.profile", "rules.profile four");
  }
  if (!world.moves().uniform()) {
    draw_remedy("Room pruning needs equal weights of all terrains.", "Make equal", "rooms.fix.weights",
                even_weights(world.rules()));
  }
  // Which of many equal paths is drawn.
  const uint64_t seed = s.plan_options.interleave;
  bool spread = seed != 0;
  if (check_box(*this, "Spread the paths", &spread)) run(spread ? "plan.interleave 1" : "plan.interleave 0");
  dump_.mark("rooms.interleave");
  tooltip(*this, "Turns of a path are spread over the rooms that it crosses", {},
          "Of the many shortest ways through a room the search returns one along its walls. The paper lets agents take "
          "others of the same cost, so that they look less alike.");
  if (spread) {
    ImGui::SameLine();
    ImGui::SetCursorPosX(ImGui::GetContentRegionMax().x - px(28));
    if (ImGui::Button(fonts_->icons ? icon::kDice : "?", {px(28), 0})) {
      char line[48];
      std::snprintf(line, sizeof line, "plan.interleave %llu", static_cast<unsigned long long>(seed + 1));
      run(line);
    }
    dump_.mark("rooms.interleave.next");
    tooltip(*this, "Other paths of the same cost", {});
  }
  ImGui::PopStyleVar();
  ImGui::Dummy({0, px(2)});
  if (on) {
    const RoomsCounts& counts = s.rooms_counts;
    char text[32], label[64];
    format_count(counts.rooms, text, sizeof text);
    ImGui::PushFont(fonts_->bold);
    ImGui::Text("%s rooms", text);
    ImGui::PopFont();
    dump_.mark("rooms.count");
    ImGui::SameLine();
    const double all = static_cast<double>(std::max<size_t>(counts.passable, 1));
    std::snprintf(label, sizeof label, "%.1f %% pruned", 100.0 * static_cast<double>(counts.pruned) / all);
    ImGui::SetCursorPosX(ImGui::GetContentRegionMax().x - ImGui::CalcTextSize(label).x);
    ImGui::TextColored(theme().good, "%s", label);
    dump_.mark("rooms.pruned");
    const Share shares[] = {
        {"inside rooms", "rooms.share.inside", "Pruned: no search looks at them", counts.pruned,
         to_u32(theme().good, 0.85f)},
        {"on perimeters", "rooms.share.perimeter", "What searches go along", counts.covered - counts.pruned,
         to_im(on_panel(palette::kBlue))},
        {"in no room", "rooms.share.rest", "Where no rectangle of 3 x 3 cells or more fits",
         counts.passable - counts.covered, to_u32(theme().text_dim, 0.6f)},
    };
    // One bar, and what its parts are.
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    const float height = px(10);
    ImDrawList* list = ImGui::GetWindowDrawList();
    list->AddRectFilled(at, {at.x + width, at.y + height}, to_u32(theme().field), px(3));
    double from = 0;
    for (const Share& share : shares) {
      const double to = from + static_cast<double>(share.cells) / all;
      list->AddRectFilled({at.x + width * static_cast<float>(from), at.y},
                          {at.x + width * static_cast<float>(to), at.y + height}, share.color);
      from = to;
    }
    ImGui::Dummy({width, height});
    ImGui::PushFont(fonts_->small);
    for (const Share& share : shares) {
      swatch(share.color, px(12));
      ImGui::SameLine(0, px(6));
      text_dim("%s", share.title);
      dump_.mark(share.name);
      tooltip(*this, share.help, {});
      format_count(share.cells, text, sizeof text);
      std::snprintf(label, sizeof label, "%s cells", text);
      ImGui::SameLine();
      ImGui::SetCursorPosX(ImGui::GetContentRegionMax().x - ImGui::CalcTextSize(label).x);
      ImGui::TextUnformatted(label);
    }
    // What that is worth for the query.
    const PlannerRow* pruned = s.row("rooms");
    const PlannerRow* plain = s.row("astar");
    if (pruned != nullptr && plain != nullptr && pruned->solved && plain->solved && pruned->result.found()) {
      char rooms[24], cells[24];
      format_count(pruned->result.stats.total().expanded, rooms, sizeof rooms);
      format_count(plain->result.stats.total().expanded, cells, sizeof cells);
      text_dim("This query: %s expanded, A* %s", rooms, cells);
      dump_.mark("rooms.query");
    }
    ImGui::PopFont();
    draw_structure_cost(Structure::kRooms);
  }
  ImGui::Dummy({0, px(2)});
  draw_legend_rows({Layer::kRooms, Layer::kPruned, Layer::kMacroEdges});
}

}  // namespace strata
