// Rooms in the interface: their tab, symbols of their layers, room of the inspected cell, their row of the meter.

#include <imgui.h>

#include <algorithm>

#include "app/base/icons.hpp"
#include "app/features/rooms/rooms.hpp"
#include "app/features/rooms/rooms_heap.hpp"
#include "app/features/rooms/rooms_process.hpp"
#include "app/features/rooms/rooms_symmetry.hpp"
#include "app/lab/hidden_names.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/query_controller.hpp"
#include "app/playback/playback.hpp"
#include "app/ui/feature_panel.hpp"
#include "app/ui/layer_symbols.hpp"
#include "app/ui/panel_meter.hpp"
#include "app/ui/process_button.hpp"
#include "app/ui/structure_cost.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"
#include "core/search/plan_options.hpp"

namespace strata {
namespace {

// A share of the passable cells: interiors, perimeters, or others.
struct CellShare {
  const char* title;
  const char* name;
  const char* help;
  size_t cells;
  ImU32 color;
};

void draw_counts(Ui& ui, const Lab& lab) {
  if (draw_hidden(lab, StructureId::kRooms)) return;
  const auto& counts = counts_of<RoomsCounts>(lab, StructureId::kRooms);
  const double all = static_cast<double>(std::max<size_t>(counts.passable, 1));
  print_bold(ui, "{}", counted(counts.rooms, "room"));
  ui.mark("rooms.count");
  print_at_end(theme().good, Text("{:.1f} % pruned", 100.0 * static_cast<double>(counts.pruned) / all));
  ui.mark("rooms.pruned");
  const CellShare shares[] = {
      {"inside rooms", "rooms.share.inside", "Pruned cells, which no search expands", counts.pruned,
       to_u32(theme().good, 0.85f)},
      {"on perimeters", "rooms.share.perimeter", "Cells along the edges of rooms, where searches walk",
       counts.covered - counts.pruned, to_im(on_panel(palette::kBlue))},
      {"in no room", "rooms.share.rest", "Cells where no rectangle of 3 x 3 cells or more fits",
       counts.passable - counts.covered, to_u32(theme().text_dim, 0.6f)},
  };
  // Draws the shares as one bar, and its legend.
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const float height = ui.px(10);
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(at, {at.x + width, at.y + height}, to_u32(theme().field), ui.px(3));
  double from = 0;
  for (const CellShare& share : shares) {
    const double to = from + static_cast<double>(share.cells) / all;
    list->AddRectFilled({at.x + width * static_cast<float>(from), at.y},
                        {at.x + width * static_cast<float>(to), at.y + height}, share.color);
    from = to;
  }
  ImGui::Dummy({width, height});
  const FontScope small(ui.fonts().small);
  for (const CellShare& share : shares) {
    swatch(share.color, ui.px(12));
    ImGui::SameLine(0, ui.px(6));
    draw_dim(share.title);
    describe(ui, share.name, share.help);
    print_at_end(theme().text, counted(share.cells, "cell"));
  }
  // Compares the numbers of expanded nodes for the query.
  const PlannerRow* pruned = lab.state().row("rooms");
  const PlannerRow* plain = lab.state().row("astar");
  if (pruned != nullptr && plain != nullptr && pruned->solved && plain->solved && pruned->result.found()) {
    const auto expanded = [](const PlannerRow& row) { return count_text(row.result.stats.total().expanded); };
    print_dim("Expanded for this query: {}, A* {}", expanded(*pruned), expanded(*plain));
    ui.mark("rooms.query");
  }
}

void draw_tab(Ui& ui, Lab& lab) {
  const World& world = lab.world();
  const bool on = world.has(StructureId::kRooms);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(6), ui.px(3)});
  structure_switch(
      ui, "Cut the map into rooms", "rooms", on,
      "Cuts the map into empty rectangles, those with the largest interiors first; updated while you paint",
      "Shortest paths through an empty room differ only in the order of their moves: a search crosses it from side to "
      "side and never expands its inside. Paths stay optimal.");
  ImGui::Dummy({0, ui.px(2)});
  // Says what rooms require of the rules of movement, with buttons that set it.
  if (world.rules().profile != Profile::kFour) {
    remedy(ui, "Rooms need 4-connected moves.", "Use 4-connected moves", "rooms.fix.profile", "rules.profile four");
  }
  equal_weights_remedy(ui, world, "Rooms need equal weights everywhere.", "rooms.fix.weights");
  // Draws the control that chooses which cells the search expands.
  bool published = rooms_controller(lab).options().published;
  if (check_box(ui, "Original paper's search", &published)) {
    ui.run(published ? "rooms.search published" : "rooms.search exits");
  }
  describe(ui, "rooms.search", "Expands every cell of a perimeter, with edges across rooms, as the paper does", {},
           "Off: only the exits of rooms are expanded, which finds the same costs with fewer nodes.");
  // Draws the control that chooses among several equally short paths.
  const uint64_t seed = lab.state().plan_options().interleave;
  bool spread = seed != 0;
  if (check_box(ui, "Spread turns over rooms", &spread)) ui.run(spread ? "plan.interleave 1" : "plan.interleave 0");
  describe(ui, "rooms.interleave", "Spreads the turns of a path over the rooms that it crosses", {},
           "Of the many shortest paths through a room the search returns one along its walls. The paper lets agents "
           "take others of the same cost, so that they look less alike.");
  if (spread) {
    ImGui::SameLine();
    ImGui::SetCursorPosX(ImGui::GetContentRegionMax().x - ui.px(28));
    button(ui, ui.fonts().icons ? icon::kDice : "?", "rooms.interleave.next", Text("plan.interleave {}", seed + 1),
           "Shows another path of the same cost", {.width = ui.px(28)});
  }
  draw_process_button(ui, lab, kRoomsConstruction, "rooms.construct");
  ImGui::PopStyleVar();
  ImGui::Dummy({0, ui.px(2)});
  if (on) {
    draw_counts(ui, lab);
    draw_structure_state(ui, lab, StructureId::kRooms);
  }
  ImGui::Dummy({0, ui.px(2)});
}

void inspected(Ui& ui, const Lab& lab) {
  const RoomInspection& seen = rooms_controller(lab).inspected();
  if (!seen.known) return;
  const FontScope small(ui.fonts().small);
  if (seen.room < 0) {
    draw_dim("in no room");
    ui.mark("inspector.room");
    return;
  }
  print_pair(ui, "room", "{}, {} x {} cells", seen.room, seen.cells.width(), seen.cells.height());
  ui.mark("inspector.room");
  ImGui::SameLine(0, ui.px(8));
  draw_text(seen.pruned ? theme().good : theme().text, seen.pruned ? "inside: pruned" : "on its perimeter");
  const size_t count = seen.macro_edges.size();
  if (count == 0) return;
  const bool open = fold(Text("{}###macro", counted(count, "macro edge")));
  describe(ui, "inspector.macro_edges", "Edges straight across the room, to cells of its other sides");
  const ListTable table(ui, open, "macro_edges", 4, (count + 3) / 4, 5);
  for (size_t i = 0; table && i < count; ++i) {
    ImGui::TableNextColumn();
    cell_link(ui, lab.world().map().cell(seen.macro_edges[i]), i);
  }
}

void meter(Ui& ui, const Lab& lab) {
  const UpdateMeterReading& meter = lab.state().meter;
  if (!lab.world().has(StructureId::kRooms)) return;
  meter_title(ui, "Rooms");
  print("{} removed, {} added", count_text(meter.count(StructureId::kRooms, "dissolved", 0)),
        count_text(meter.count(StructureId::kRooms, "built", 0)));
  describe(ui, "meter.rooms", "Rooms that the last edit touched were removed, and their cells cut into new rooms");
  ImGui::SameLine(0, ui.px(4));
  print_dim("of {}", count_text(counts_of<RoomsCounts>(lab, StructureId::kRooms).rooms));
}

bool symbol(Ui& ui, const Lab&, Layer layer, const SymbolBox& place) {
  if (symmetry_symbol(ui, layer, place)) return true;
  const auto& [list, at, w, low, high, mid] = place;
  if (layer == kRoomLayer) {
    list->AddRectFilled(low, {mid.x, high.y}, to_im(room_color(0) | 0xff000000u));
    list->AddRectFilled({mid.x, low.y}, high, to_im(room_color(1) | 0xff000000u));
  } else if (layer == kPrunedLayer) {
    list->AddRectFilled(low, high, to_im(room_color(0) | 0xff000000u));
    list->AddRectFilled(low, high, IM_COL32(255, 255, 255, 150));
    list->PushClipRect(low, high, true);
    for (float x = low.x - ui.px(12); x < high.x; x += ui.px(6)) {
      list->AddLine({x, high.y}, {x + ui.px(12), low.y}, IM_COL32(30, 40, 50, 200), ui.px(1));
    }
    list->PopClipRect();
  } else if (layer == kMacroLayer) {
    list->AddRect(low, high, to_u32(theme().text_dim), 0, 0, ui.px(1));
    list->AddLine({mid.x - ui.px(3), low.y}, {mid.x - ui.px(3), high.y}, to_im(on_panel(palette::kMacroEdge)),
                  ui.px(1.5f));
    list->AddLine({mid.x - ui.px(3), low.y}, {high.x, at.y}, to_im(on_panel(palette::kMacroEdge)), ui.px(1.5f));
  } else {
    return false;
  }
  return true;
}

// The first cells of the heap at a cursor.
struct RoomHeapCache {
  uint64_t moment = 0;
  RoomHeap heap;
  std::vector<RoomHeap::Entry> first;
};

// Draws the first cells of the heap while rooms are being found, the largest bound first.
void draw_heap(Ui& ui, const Lab& lab) {
  constexpr size_t kMost = 8;  // rows
  if (lab.state().process != &kRoomsConstruction || lab.playback().empty()) return;
  if (!section(ui, "Heap of the construction", "section.rooms_heap")) return;
  const Playback& playback = lab.playback();
  auto& memory = ui.kept<RoomHeapCache>();
  if (memory.moment != playback.version() + 1) {
    memory.moment = playback.version() + 1;
    memory.heap.follow(lab.world().moves(), playback);
    memory.first = memory.heap.first(kMost);
  }
  const RoomHeap& heap = memory.heap;
  const bool hidden = hidden_names(lab).hides_open_order();
  if (!heap.exists()) {
    draw_dim("Heap: not filled yet");
    return ui.mark("rooms.heap");
  }
  print_dim("Heap: {}{}", counted(heap.size(), "cell"),
            heap.size() == 0 ? ""
            : hidden         ? "; their order is hidden"
                             : ", the largest bound first");
  ui.mark("rooms.heap");
  if (hidden || memory.first.empty() || !ImGui::BeginTable("rooms.heap", 2, ImGuiTableFlags_RowBg)) return;
  for (const char* column : {"cell", "bound"}) print_dim_cell("{}", column);
  {
    const FontScope mono(ui.fonts().mono);
    for (size_t i = 0; i < memory.first.size(); ++i) {
      const Cell cell = lab.world().map().cell(memory.first[i].cell);
      const IdScope id(static_cast<int>(i));
      ImGui::TableNextColumn();
      if (ImGui::Selectable(Text("({},{})", cell.x, cell.y), i == 0, ImGuiSelectableFlags_SpanAllColumns))
        inspect(ui, cell);
      ui.mark("rooms.heap.{}", i);
      print_cell("{}", memory.first[i].bound);
    }
  }
  ImGui::EndTable();
  if (heap.size() > memory.first.size()) print_dim("... and {} more", count_text(heap.size() - memory.first.size()));
}

}  // namespace

FeaturePanel rooms_panel() {
  return {.feature = "rooms",
          .tab = {"Rooms", "tab.rooms",
                  "Rooms (rectangular symmetry reduction): empty rectangles that searches walk around",
                  LeftPanelSection::kPlanners, draw_tab},
          .inspected = inspected,
          .symbol = symbol,
          .meter = meter,
          .section = draw_heap};
}

}  // namespace strata
