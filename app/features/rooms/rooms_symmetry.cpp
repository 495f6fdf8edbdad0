#include "app/features/rooms/rooms_symmetry.hpp"

#include <algorithm>

#include "app/draw/overlay_tools.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/session.hpp"
#include "core/rooms/interleave.hpp"
#include "core/world/map_rooms.hpp"

namespace strata {

using namespace overlay_tools;

namespace {

constexpr double kMinMacroPixels = 5;     // minimum size of a cell on the screen
constexpr float kBesideEachOther = 0.2f;  // distance between the paths, in cells

const DrawListTag kInterleavingPart{kInterleavingLayer};
const DrawListTag kAllMacroPart{kAllMacroLayer};

const PlannerRow* row_of_rooms(const LabState& state) {
  for (const PlannerRow& row : state.rows) {
    if (row.planner->needs == StructureId::kRooms) return &row;
  }
  return nullptr;
}

}  // namespace

const FeatureLayer kInterleavingLayer = {
    {.name = "interleavings",
     .title = "Orders of moves",
     .legend = "The path of Rooms three times: inside a room, its moves in any order are as short",
     .term = "symmetry",
     .order = 272,
     .structure = StructureId::kRooms,
     .general = true}};
const FeatureLayer kAllMacroLayer = {{.name = "all-macro-edges",
                                      .title = "All macro edges",
                                      .legend = "From each side of a room to the opposite one, in place of its inside",
                                      .order = 198,
                                      .structure = StructureId::kRooms,
                                      .general = true}};

Rgba interleaving_color(int which) {
  static constexpr Rgba kColors[kInterleavings] = {palette::kVermilion, palette::kBlue, palette::kGreen};
  return kColors[static_cast<size_t>(which)];
}

std::vector<CellId> interleaved_path(const Lab& lab, int which) {
  const PlannerRow* row = row_of_rooms(lab.state());
  const World& world = lab.world();
  if (row == nullptr || !row->shown || !row->solved || !row->result.found() || !world.ready(StructureId::kRooms)) {
    return {};
  }
  std::vector<CellId> path = row->result.path;
  interleave(world.get<MapRooms>().rooms(), world.moves(), static_cast<uint64_t>(which) + 1, path);
  return path;
}

void show_interleavings(Painter& painter, const Lab& lab) {
  LayerState& layer = painter.layer(kInterleavingLayer);
  if (!layer.on || !painter.shows(0) || !lab.world().has(StructureId::kRooms)) return;
  const PlannerRow* row = row_of_rooms(lab.state());
  const bool there =
      row != nullptr && row->shown && row->solved && row->result.found() && lab.world().ready(StructureId::kRooms);
  if (!there) {
    layer.note = "the planner Rooms has found no path: compare it";
    return;
  }
  DrawInputHash stamp;
  stamp << lab.query().plan_version() << lab.state().rules_version << lab.state().world_version
        << lab.world().map().revision() << row->result.cost << row->result.path.size();
  if (painter.renew(kInterleavingPart, stamp.value())) {
    DrawList& out = painter.list(kInterleavingPart);
    const GridMap& map = lab.world().map();
    for (int which = 0; which < kInterleavings; ++which) {
      const float offset = kBesideEachOther * static_cast<float>(which - kInterleavings / 2);
      const std::vector<CellId> path = interleaved_path(lab, which);
      for (const bool white : {true, false}) {
        for (size_t i = 1; i < path.size(); ++i) {
          const Cell a = map.cell(path[i - 1]), b = map.cell(path[i]);
          out.lines.push_back({middle(a.x) + offset, middle(a.y) + offset, middle(b.x) + offset, middle(b.y) + offset,
                               white ? 5.0f : 3.0f, 0, white ? palette::kWhite : interleaving_color(which)});
        }
      }
    }
  }
  painter.show(kInterleavingPart, layer.opacity);
}

// Draws the macro edges: from each perimeter cell of a room, except the corners, to the opposite cell.
void show_all_macro_edges(Painter& painter, const Lab& lab) {
  LayerState& layer = painter.layer(kAllMacroLayer);
  const World& world = lab.world();
  if (!layer.on || !painter.shows(0) || !world.has(StructureId::kRooms)) return;
  if (lab.state().camera.zoom < kMinMacroPixels) {
    layer.note = "zoom in to see the macro edges";
    return;
  }
  DrawInputHash stamp;
  stamp << painter.visible() << world.map().revision() << lab.state().world_version << lab.state().rules_version;
  if (world.ready(StructureId::kRooms) && painter.renew(kAllMacroPart, stamp.value())) {
    DrawList& out = painter.list(kAllMacroPart);
    const Rooms& rooms = world.get<MapRooms>().rooms();
    const GridMap& map = world.map();
    const Rect& visible = painter.visible();
    const auto add = [&](Cell from, Cell to) {
      if (from.x >= visible.x1 || to.x < visible.x0 || from.y >= visible.y1 || to.y < visible.y0) return;
      add_line(out, from, to, 1.2f, 0, with_alpha(palette::kMacroEdge, 190));
    };
    int64_t last = -1;
    for (int y = visible.y0; y < visible.y1; ++y) {
      for (int x = visible.x0; x < visible.x1; ++x) {
        const int64_t number = rooms.room_of(map.id({x, y}));
        if (number < 0 || number == last) continue;
        last = number;
        const Room& room = rooms.room(static_cast<uint32_t>(number));
        const Rect& r = room.cells;
        // Each room is drawn once, at its first visible cell.
        if (x != std::max(r.x0, visible.x0) || y != std::max(r.y0, visible.y0) || !room.prunes()) continue;
        for (int i = r.x0 + 1; i + 1 < r.x1; ++i) add({i, r.y0}, {i, r.y1 - 1});
        for (int i = r.y0 + 1; i + 1 < r.y1; ++i) add({r.x0, i}, {r.x1 - 1, i});
      }
      last = -1;
    }
  }
  painter.show(kAllMacroPart, layer.opacity);
}

}  // namespace strata
