// This file defines the planner with room pruning.
#include <optional>
#include <utility>

#include "core/rooms/rooms_code.hpp"
#include "core/search/plan_options.hpp"
#include "core/world/map_rooms.hpp"
#include "core/world/planner_rows.hpp"

namespace strata::planner_rows {
namespace {

constexpr PlannerFamily kRooms{.name = "Rooms"};

// The rooms with the published search.
struct PublishedRooms {
  const Rooms& rooms;
  template <class... Rest>
  void plan(Rest&&... rest) const {
    rooms.plan_published(std::forward<Rest>(rest)...);
  }
};

void plan_rooms(const World& world, const PlanQuery& query, const PlanOptions& options, Workspace& workspace,
                PlanResult& result, Trace* trace) {
  const std::optional<RoomsOptions>& chosen = world.get<MapRooms>().options();
  if (chosen && chosen->published) {
    const PublishedRooms published{world.get<MapRooms>().rooms()};
    return plan_built<StructureId::kRooms>(world, published, query, options, workspace, result, trace);
  }
  plan_built<StructureId::kRooms>(world, world.get<MapRooms>().rooms(), query, options, workspace, result, trace);
}

}  // namespace

Planner rooms() {
  return {.name = "rooms",
          .title = "Rooms",
          .source = "Harabor, Botea 2010",
          .family = &kRooms,
          .optimal = true,
          .profiles = {false, false, true},
          .uniform_only = true,
          .needs = StructureId::kRooms,
          .sparse = true,
          .pseudo_code = &rooms_code::kCode,
          .plan = plan_rooms,
          .stamp = stamp<StructureId::kRooms>};
}

}  // namespace strata::planner_rows
