// The temporary edges of start and goal in rooms: projections to the perimeter.
#include "app/draw/overlay_tools.hpp"
#include "app/features/ends_of_query/ends_of_query.hpp"
#include "app/features/rooms/rooms.hpp"
#include "app/lab/lab.hpp"
#include "core/world/map_rooms.hpp"

namespace strata {
namespace {

// Adds the temporary edges from a start or goal inside a room to the nearest cell on each side of the room. If both lie
// in one room, there are none. From the cell where it enters the goal's room the search itself goes straight to the
// goal, at the same cost as over the temporary edge.
void add_projections(const Lab& lab, const Planner& planner, std::vector<TemporaryEdge>& links) {
  const World& world = lab.world();
  if (!world.ready(StructureId::kRooms)) return;
  const Rooms& rooms = world.get<MapRooms>().rooms();
  const GridMap& map = world.map();
  const PlanQuery query = searched_query(lab.state(), planner);
  if (!map.contains(query.start) || !map.contains(query.goal)) return;
  const CellId start = map.id(query.start), goal = map.id(query.goal);
  if (rooms.room_of(start) >= 0 && rooms.room_of(start) == rooms.room_of(goal)) return;
  std::vector<CellId> sides;
  for (const CellId end : {start, goal}) {
    if (!rooms.pruned(end)) continue;
    sides.clear();
    rooms.append_macro_edges(world.moves(), end, sides);
    const Cell from = map.cell(end);
    for (const CellId side : sides) {
      const Cell to = map.cell(side);
      links.push_back(
          {0, end == goal, place_of_cell(from, end), place_of_cell(to, side), world.moves().bound()(from, to)});
    }
  }
}

}  // namespace

const TemporaryEdgeSource kRoomLinks(StructureId::kRooms, add_projections);

}  // namespace strata
