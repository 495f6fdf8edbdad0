#include "app/features/rooms/rooms_process.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <climits>

#include "app/draw/construction_marks.hpp"
#include "app/features/predict/process_questions.hpp"
#include "app/lab/construction.hpp"
#include "app/lab/lab.hpp"
#include "app/playback/construction.hpp"
#include "app/playback/playback.hpp"
#include "core/base/count_of.hpp"
#include "core/rooms/rooms_build.hpp"
#include "core/rooms/rooms_build_code.hpp"
#include "core/search/build_events.hpp"

namespace strata {
namespace {

constexpr StructureId kRoomsBuilt[] = {StructureId::kRooms};

class RoomsConstruction : public Construction {
 public:
  explicit RoomsConstruction(Lab& lab) : Construction(lab, kRoomsConstruction) {}
  const ProcessQuestions* questions() const override;
  std::span<const StructureId> builds() const override { return kRoomsBuilt; }

 protected:
  std::string version() const override { return "rooms"; }
  uint64_t question() const override {
    return uint64_t{world_->map().cell_count()} << 1 | (world_->has(StructureId::kRooms) ? 1 : 0);
  }
  std::string refused() const override {
    if (!world_->has(StructureId::kRooms)) return "rooms are off: switch them on";
    return too_large_to_construct(world_->map());
  }
  Recorder recorder() const override {
    return [moves = std::make_shared<MoveGrid>(world_->moves())](Trace& trace) {
      Rooms rooms;
      build_recorded(rooms, *moves, trace);
    };
  }
};

// Adds sentences on what the construction of rooms has done with a cell.
void tell_cell_of_rooms(const ConstructionCell& at, std::vector<std::string>& lines) {
  namespace code = rooms_build_code;
  if (at.tell_blocked(lines)) return;
  std::string bound, taken, pruned;
  ConstructionEdgeCount macro;
  bool begun = false, cut = false;
  for (const uint32_t index : at.built) {
    const SearchEvent& event = at.event(index);
    const uint32_t number = index + 1;
    if (event.line == code::kLoop) begun = true;
    if (event.line == code::kPrune) cut = true;
    if (event.line == code::kLower && event.node == at.id) {
      bound = fmt::format("Event {} lowered its bound from {} to {}.", number, event.g, event.h);
    } else if (event.line == code::kSmaller && event.parent == at.id) {
      bound =
          event.h == 0
              ? fmt::format("Event {} found no empty rectangle from it with interior cells: it left the heap.", number)
              : fmt::format("Event {} measured the largest empty rectangle from it: its bound fell from {} to {}.",
                            number, event.g, event.h);
    } else if (event.line == code::kRoom && at.between(event).contains(at.cell)) {
      taken = fmt::format("Event {} took it for room {}, from {} to {}.", number, event.g, at.parent(event),
                          at.node(event));
    } else if (event.line == code::kInterior && at.between(event).contains(at.cell)) {
      pruned = at.between(event).grown(-1).contains(at.cell)
                   ? fmt::format("Event {} pruned it, as it lies inside room {}.", number, event.g)
                   : fmt::format("Event {} left it in place, as it lies on the perimeter of room {}.", number, event.g);
    } else if (event.line == code::kMacro && at.ends(event)) {
      macro.add(index);
    }
  }
  if (begun && taken.empty()) {
    taken = cut ? "It lies in no room: searches go over it as before." : "No room has taken it so far.";
  }
  for (std::string* line : {&bound, &taken, &pruned}) {
    if (!line->empty()) lines.push_back(std::move(*line));
  }
  macro.tell("macro edge", "", lines);
}

class RoomsBuildNarration final : public ConstructionNarration {
 public:
  void tell_cell(const ConstructionCell& at, std::vector<std::string>& lines) const override {
    tell_cell_of_rooms(at, lines);
  }

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
        return fmt::format(
            "The {} cells with a bound above 0 wait in the heap, the largest bound first, because the largest room "
            "leaves out the most cells.",
            event.g);
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
            "{} has the largest bound, {}, but the largest empty rectangle from it, to {}, has {}: that is its bound "
            "from now on.",
            e.parent, event.g, e.node, count_of(event.h, "interior cell"));
      case code::kRoom:
        return fmt::format(
            "{} has the largest bound, {}, and the empty rectangle from it to {} has as many interior cells: it "
            "becomes room {}.",
            e.parent, event.h, e.node, event.g);
      case code::kPrune:
        return fmt::format(
            "Pruning: searches leave out the {} of {}, because a path through a room has an equally short one along "
            "its "
            "sides and straight across.",
            count_of(event.h, "interior cell"), count_of(event.g, "room"));
      case code::kInterior:
        return fmt::format("Room {}, from {} to {}: its {} {} pruned.", event.g, e.parent, e.node,
                           count_of(event.h, "interior cell"), event.h == 1 ? "is" : "are");
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
    {{"rooms.construct", "[on|off]", "Step through the construction of rooms", CommandGroup::kSearch, 0, 1, "Records how rooms are found, one rectangle after the other, for stepping; off goes back to the search"}, step_construction<kRoomsProcessFeature>},
}};
// clang-format on

// The question that asks a learner which room is cut out next.
struct RoomQuestion {
  const World& world;
  const std::vector<SearchEvent>& events;
  size_t event;

  RoomQuestion(const Lab& lab, size_t at) : world(lab.world()), events(recorded_events(lab)), event(at) {}
  Rect cells(const SearchEvent& room) const {
    const Cell a = world.map().cell(room.parent), b = world.map().cell(room.node);
    return {a.x, a.y, b.x + 1, b.y + 1};
  }
  // Returns the event that cut out a room with this cell before the question; null: there is none.
  const SearchEvent* taken(Cell cell) const {
    for (size_t i = 0; i < event; ++i) {
      if (events[i].line == rooms_build_code::kRoom && cells(events[i]).contains(cell)) return &events[i];
    }
    return nullptr;
  }
  // Consider the empty rectangles that contain the cell and no cell of an earlier room. Returns the largest number of
  // interior cells that one of them has.
  uint64_t largest_with(Cell cell) const {
    const GridMap& map = world.map();
    std::vector<uint8_t> open(map.cell_count());
    for (CellId id = 0; id < open.size(); ++id) open[id] = world.moves().passable(id) ? 1 : 0;
    for (size_t i = 0; i < event; ++i) {
      if (events[i].line != rooms_build_code::kRoom) continue;
      const Rect gone = cells(events[i]);
      for (int y = gone.y0; y < gone.y1; ++y)
        std::fill_n(open.begin() + map.id({gone.x0, y}), gone.width(), uint8_t{0});
    }
    // Returns the number of open cells in row y directly to the left (by = -1) or right (by = 1) of the cell's column.
    const auto reach = [&](int y, int by) {
      int length = 0;
      while (map.contains({cell.x + by * (length + 1), y}) && open[map.id({cell.x + by * (length + 1), y})] != 0)
        ++length;
      return length;
    };
    uint64_t most = 0;
    int left = INT_MAX, right = INT_MAX;
    for (int top = cell.y; top >= 0 && open[map.id({cell.x, top})] != 0; --top) {
      left = std::min(left, reach(top, -1));
      right = std::min(right, reach(top, 1));
      int l = left, r = right;
      for (int low = cell.y; low < map.height() && open[map.id({cell.x, low})] != 0; ++low) {
        l = std::min(l, reach(low, -1));
        r = std::min(r, reach(low, 1));
        const int width = l + r + 1, height = low - top + 1;
        if (width > 2 && height > 2) most = std::max(most, uint64_t(width - 2) * uint64_t(height - 2));
      }
    }
    return most;
  }

  StepJudgement judge(Cell answer) const {
    const std::string name = fmt::format("({},{})", answer.x, answer.y);
    const SearchEvent& room = events[event];
    if (cells(room).contains(answer)) {
      return {AnswerKind::kExpanded,
              fmt::format("{} is part of it: no empty rectangle has more interior cells.", name)};
    }
    if (!world.moves().passable(world.map().id(answer))) {
      return {AnswerKind::kNotOpen, fmt::format("The agent cannot stand at {}.", name)};
    }
    if (const SearchEvent* before = taken(answer)) {
      return {AnswerKind::kClosed, fmt::format("{} belongs to room {} already.", name, before->g)};
    }
    const uint64_t most = largest_with(answer);
    if (most == room.h) {
      return {AnswerKind::kAllowed,
              fmt::format("Also right: {} lies in an empty rectangle with as many interior cells. The one whose upper "
                          "left corner comes first, row by row, goes before it.",
                          name)};
    }
    return {AnswerKind::kOpen,
            fmt::format("{} is free, but no empty rectangle with it has more than {}: there is one with more.", name,
                        count_of(most, "interior cell"))};
  }
  StepSolution solve() const {
    const SearchEvent& room = events[event];
    const Rect all = cells(room);
    return {{all.x0, all.y0},
            fmt::format("The room goes from ({},{}) to ({},{}): no empty rectangle that is left has more "
                        "than its {}.",
                        all.x0, all.y0, all.x1 - 1, all.y1 - 1, count_of(room.h, "interior cell"))};
  }
};

constexpr ProcessQuestions kRoomsQuestions = {
    .about = [](const SearchEvent& event) { return event.line == rooms_build_code::kRoom; },
    .ask = [](const Lab&,
              size_t) { return std::string("Which rectangle becomes the next room? Click one of its cells."); },
    .judge = [](const Lab& lab, size_t event, Cell answer) { return RoomQuestion(lab, event).judge(answer); },
    .solve = [](const Lab& lab, size_t event) { return RoomQuestion(lab, event).solve(); },
};

const ProcessQuestions* RoomsConstruction::questions() const { return &kRoomsQuestions; }

constexpr std::array<SearchMarks, 1> kRoomsBuildMarks = {{construction_marks<kRoomsConstruction>()}};

}  // namespace

const SteppedProcess kRoomsConstruction = construction_process<kRoomsProcessFeature>({
    .name = "rooms-construction",
    .title = "Rooms construction",
    .hint = "Records how rooms are found, for the timeline below the map",
    .begin_line = "rooms.construct",
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
