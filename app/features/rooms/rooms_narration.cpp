// Sentences for the steps of searches over rooms.
#include "app/features/rooms/rooms.hpp"

#include <fmt/format.h>

#include <bit>
#include <cstdlib>
#include <optional>

#include "app/lab/cell_explanations.hpp"
#include "app/lab/cell_without_node.hpp"
#include "app/playback/narration.hpp"
#include "core/rooms/rooms_code.hpp"

namespace strata {
namespace {

bool searched_as_published(const World* world) {
  if (world == nullptr) return false;
  const std::optional<RoomsOptions>& options = world->get<MapRooms>().options();
  return options && options->published;
}

class RoomsNarration : public Narration {
 public:
  const PseudoCode* code(const World& world) const override {
    return searched_as_published(&world) ? &rooms_code::kPublishedCode : nullptr;
  }
  std::string stalled_because(const EventFormatter&, const SearchEvent&) const override {
    return "a cheaper path passed over it";
  }

 protected:
  std::string_view purpose(const NarratedEvent& e) const override {
    if (e.event.phase != Phase::kMain) return {};
    return "A* leaves out the insides of rooms, because a path through an empty room has an equally short one along "
           "its "
           "sides and straight across.";
  }
  std::string new_node(const NarratedEvent& e) const override {
    if (!searched_as_published(e.about.world)) {
      return fmt::format("{} is generated, the next exit from {}: {}.", e.node, e.parent, costs(e));
    }
    const GridMap& map = e.about.world->map();
    const Cell from = map.cell(e.event.parent), to = map.cell(e.event.node);
    if (std::abs(from.x - to.x) + std::abs(from.y - to.y) == 1) return Narration::new_node(e);
    return fmt::format("{} is generated, straight through the room from {}: {}.", e.node, e.parent, costs(e));
  }
  std::string source(const NarratedEvent& e) const override {
    if (searched_as_published(e.about.world)) {
      return fmt::format("The search begins at the start, {}. All cells of perimeters are nodes, as in the paper.",
                         e.node);
    }
    return fmt::format(
        "The search begins at the start, {}. In the paper, all cells of perimeters are nodes; here exits are, for the "
        "same costs.",
        e.node);
  }
  std::string sentence(const NarratedEvent& e) const override {
    if (e.event.type != EventType::kStall) return Narration::sentence(e);
    return fmt::format("{}{} leaves the open list: a cheaper path passes over it, and it has a single successor.",
                       place(e), e.node);
  }
  std::string link(const NarratedEvent& e) const override {
    if (e.event.line == rooms_code::kInsertGoal && e.event.phase == Phase::kMain) {
      return fmt::format("{} lies in the room of the goal: inside it, {} is {} away.", e.node, e.parent, e.g);
    }
    if (searched_as_published(e.about.world)) {
      return fmt::format("{} lies inside a room: straight across it, {} on its side is {} away.", e.parent, e.node,
                         e.g);
    }
    return fmt::format("{} lies inside a room: the next exits are looked for from {} on, {} straight across it.",
                       e.parent, e.node, e.g);
  }
  std::string found(const NarratedEvent& e) const override {
    const bool direct = e.event.phase == Phase::kMain && e.event.line == rooms_code::kDirect;
    return direct ? found_inside_one(e, "room") : Narration::found(e);
  }
};

std::string why_no_exit(const CellWithoutNode& at) {
  const World& world = at.search.world;
  const MoveGrid& grid = world.moves();
  const Rooms& rooms = world.get<MapRooms>().rooms();
  if (!rooms.ready()) return "The rooms are being cut again, so nothing more is known of the cell.";
  const int64_t number = rooms.room_of(at.id);
  if (number < 0 && searched_as_published(&world)) {
    return fmt::format("It lies in no room. No path that the search followed came here before {}.", at.ended());
  }
  if (number < 0) {
    return fmt::format(
        "It lies in no room. No path that the search followed came here before {}, or it was passed: cells "
        "with one successor are no nodes.",
        at.ended());
  }
  const Rect& cells = rooms.room(static_cast<uint32_t>(number)).cells;
  const std::string room = fmt::format("({},{})-({},{})", cells.x0, cells.y0, cells.x1 - 1, cells.y1 - 1);
  if (rooms.pruned(at.id)) {
    return fmt::format("Pruned: it lies inside the room {}, and searches cross rooms from side to side.", room);
  }
  if (searched_as_published(&world)) {
    return fmt::format("It is on the side of the room {}, but no path that the search followed came here before {}.",
                       room, at.ended());
  }
  for (uint32_t moves = grid.moves(at.id); moves != 0; moves &= moves - 1) {
    if (rooms.room_of(grid.neighbour(at.id, std::countr_zero(moves))) == number) continue;
    return fmt::format(
        "It is an exit of the room {}, but the search did not come to it before {}, or it was passed: the search "
        "queues no exit with one successor, and none that it knows a path to of the same cost.",
        room, at.ended());
  }
  return fmt::format("Pruned: it is on the side of the room {}, but no step leads out of the room here.", room);
}

const RoomsNarration kNarration;

constexpr const FeatureLayer* kRoomPlannerLayers[] = {&kRoomLayer, &kPrunedLayer, &kMacroLayer};

constexpr PlannerGuide kRoomsGuide = {
    "Inside an empty rectangle all directions are alike: leave its interior out, and cross it straight from side to "
    "side.",
    "Empty rectangles, the largest first; an edit cuts those that it touches anew.",
    "A* over what is left, with one jump across each rectangle.",
    "Moves are four-connected and areas wide, as in rooms and halls.",
    "Moves are diagonal or terrain has weights: it is refused there. In mazes and caves rectangles are small."};

}  // namespace

const std::array<PlannerAppearance, 1> kRoomPlanners = {
    {{"rooms",
      &kRoomsGuide,
      "cells that pruning has left, taken from the open list, not those that a jump across a room passes",
      {rgba(0xd9a41d), 3.0f, 0},
      &kNarration,
      why_no_exit,
      kRoomPlannerLayers}}};

}  // namespace strata
