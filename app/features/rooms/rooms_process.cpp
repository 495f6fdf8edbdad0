#include "app/features/rooms/rooms_process.hpp"

#include <fmt/format.h>

#include "app/draw/construction_marks.hpp"
#include "app/lab/construction.hpp"
#include "app/lab/lab.hpp"
#include "app/playback/construction.hpp"
#include "app/playback/playback.hpp"
#include "core/rooms/rooms_build.hpp"
#include "core/rooms/rooms_build_code.hpp"
#include "core/search/build_events.hpp"

namespace strata {
namespace {

class RoomsConstruction : public Construction {
 public:
  explicit RoomsConstruction(Lab& lab) : Construction(lab, kRoomsConstruction) {}

 protected:
  std::string version() const override { return "rooms"; }
  uint64_t question() const override {
    return uint64_t{world_->map().cell_count()} << 1 | (world_->has(StructureId::kRooms) ? 1 : 0);
  }
  std::string refused() const override {
    if (!world_->has(StructureId::kRooms)) return "rooms are off: switch them on";
    return too_large_to_construct(world_->map());
  }
  void build(Trace& trace) override {
    Rooms rooms;
    build_recorded(rooms, world_->moves(), trace);
  }
};

class RoomsBuildNarration final : public ConstructionNarration {
 protected:
  std::string contraction(const NarratedEvent& e) const override {
    namespace code = rooms_build_code;
    const SearchEvent& event = e.event;
    switch (event.line) {
      case code::kBounds:
        return fmt::format(
            "Each of the {} free cells gets a bound: no room with the cell as its upper left corner has more interior "
            "cells. It is above 0 for {} of them.",
            event.g, event.h);
      case code::kLoop:
        return fmt::format("The {} cells with a bound above 0 wait in the heap, the largest bound first.", event.g);
      case code::kLower:
        return fmt::format(
            "{} has the largest bound, {}, but by now the cells to its right and below it allow only {}: its bound is "
            "lowered.",
            e.node, event.g, event.h);
      case code::kSmaller:
        if (event.h == 0) {
          return fmt::format(
              "{} has the largest bound, {}, but no empty rectangle from it has interior cells: it leaves the heap.",
              e.parent, event.g);
        }
        return fmt::format(
            "{} has the largest bound, {}, but the largest empty rectangle from it, to {}, has {} interior cells: that "
            "is its bound from now on.",
            e.parent, event.g, e.node, event.h);
      case code::kRoom:
        return fmt::format(
            "{} has the largest bound, {}, and the empty rectangle from it to {} has as many interior cells: it "
            "becomes room {}.",
            e.parent, event.h, e.node, event.g);
      case code::kPrune:
        return fmt::format("Pruning: searches leave out the {} interior cells of the {} rooms.", event.h, event.g);
      case code::kInterior:
        return fmt::format("Room {}, from {} to {}: its {} interior cells are pruned.", event.g, e.parent, e.node,
                           event.h);
      case code::kMacro: {
        const SearchEvent* room = built_before(e, build_event::kPart);
        return fmt::format("Macro edge {} - {}: straight across room {}, for {}.", e.parent, e.node,
                           room == nullptr ? 0 : room->g, e.g);
      }
      default:
        return {};
    }
  }
};

const RoomsBuildNarration kRoomsBuildNarration;

// clang-format off
constexpr std::array<FeatureCommand, 1> kRoomsProcessCommands = {{
    {{"rooms.construct", "[on|off]", "Step through the construction of rooms", "Search", 0, 1, "Records how rooms are found, one rectangle after the other, for stepping; off goes back to the search"}, step_construction<kRoomsProcessFeature>},
}};
// clang-format on

constexpr std::array<SearchMarks, 1> kRoomsBuildMarks = {{construction_marks<kRoomsConstruction>()}};

}  // namespace

const Process kRoomsConstruction = construction_process<kRoomsProcessFeature>({
    .name = "rooms-construction",
    .title = "Rooms construction",
    .menu_title = "Step through the construction of rooms",
    .hint = "Records how rooms are found, for the timeline below",
    .begin_line = "rooms.construct",
    .end_line = "rooms.construct off",
    .code = &rooms_build_code::kCode,
    .narration = &kRoomsBuildNarration,
    .unit = [](const Lab& lab) { return cost_unit(lab.world()); },
});

const Feature kRoomsProcessFeature = {
    .name = "rooms-process",
    .title = "Construction of rooms",
    .tab = "rooms",
    .commands = kRoomsProcessCommands,
    .search_marks = kRoomsBuildMarks,
    .process = &kRoomsConstruction,
    .make_controller = make_construction<RoomsConstruction>,
};

}  // namespace strata
