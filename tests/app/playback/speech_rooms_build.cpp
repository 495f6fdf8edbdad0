// What is said while the construction of rooms is stepped is true of the map.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <set>
#include <string_view>
#include <vector>

#include "core/rooms/rooms_build_code.hpp"
#include "core/world/map_rooms.hpp"
#include "tests/app/playback/build_speech.hpp"
#include "tests/lab_support.hpp"

namespace strata::test {
namespace {

namespace rooms_code = rooms_build_code;
using AtRooms = const BuildMoment&;

const Rooms& rooms_of(AtRooms at) { return at.lab.world().get<MapRooms>().rooms(); }

// Which cells are free and not taken by a room before the event.
std::vector<uint8_t> free_cells(AtRooms at) {
  const GridMap& map = at.lab.world().map();
  std::vector<uint8_t> open(map.cell_count(), 0);
  for (CellId id = 0; id < map.cell_count(); ++id) open[id] = can_stand(map, at.lab.world().rules(), map.cell(id));
  for (size_t i = 0; i < at.index; ++i) {
    const SearchEvent& event = *at.playback.event(i);
    if (event.type != build_event::kPart || event.line != rooms_code::kRoom) continue;
    const Cell low = at.at(event.parent), high = at.at(event.node);
    for (int y = low.y; y <= high.y; ++y) {
      for (int x = low.x; x <= high.x; ++x) open[map.id({x, y})] = 0;
    }
  }
  return open;
}
uint64_t interior(int width, int height) {
  return width > 2 && height > 2 ? static_cast<uint64_t>(width - 2) * static_cast<uint64_t>(height - 2) : 0;
}
// Returns the most interior cells of an empty rectangle from a cell.
uint64_t largest_at(const GridMap& map, const std::vector<uint8_t>& open, Cell from) {
  uint64_t most = 0;
  int width = map.width() - from.x;
  for (int y = from.y; y < map.height(); ++y) {
    int run = 0;
    while (run < width && open[map.id({from.x + run, y})] != 0) ++run;
    width = run;
    if (width == 0) break;
    most = std::max(most, interior(width, y - from.y + 1));
  }
  return most;
}
// The bound is that of the heap's first cell, and no room from any cell is larger.
void first_of_heap(AtRooms at, Cell cell, uint64_t bound) {
  at.number("bound", bound);
  const std::vector<uint8_t> open = free_cells(at);
  const GridMap& map = at.lab.world().map();
  at.claim("the cell is free", open[map.id(cell)] != 0);
  for (CellId id = 0; id < map.cell_count(); ++id) {
    at.claim("no cell has a larger room", largest_at(map, open, map.cell(id)) <= bound);
  }
}
void bounds(AtRooms at) {
  const std::vector<uint8_t> open = free_cells(at);
  const GridMap& map = at.lab.world().map();
  uint64_t free = 0, some = 0;
  for (CellId id = 0; id < map.cell_count(); ++id) {
    const Cell c = map.cell(id);
    free += open[id];
    int right = 0, down = 0;
    while (c.x + right < map.width() && open[map.id({c.x + right, c.y})] != 0) ++right;
    while (c.y + down < map.height() && open[map.id({c.x, c.y + down})] != 0) ++down;
    some += right > 2 && down > 2;
  }
  at.number("free", free);
  at.claim("{open} have a bound",
           at.event.h == some && (!at.has("open") || at.field("open") == fmt::format("{}", some)));
}
void lowered(AtRooms at) {
  first_of_heap(at, at.at(at.event.node), at.event.g);
  at.number("bound_now", at.event.h);
  at.claim("it is lower", at.event.h < at.event.g);
  at.claim("it still is a bound", largest_at(at.lab.world().map(), free_cells(at), at.at(at.event.node)) <= at.event.h);
}
void smaller(AtRooms at) {
  first_of_heap(at, at.at(at.event.parent), at.event.g);
  at.claim("it is the largest", largest_at(at.lab.world().map(), free_cells(at), at.at(at.event.parent)) == at.event.h);
  if (!at.has("interior")) return at.claim("there is none", at.event.h == 0);
  at.number("interior", at.event.h);
  const Cell low = at.at(at.event.parent), high = at.at(at.event.node);
  at.claim("the rectangle has them", interior(high.x - low.x + 1, high.y - low.y + 1) == at.event.h);
}
void room(AtRooms at) {
  first_of_heap(at, at.at(at.event.parent), at.event.h);
  at.number("room", at.event.g);
  at.claim("it is the room of the structure", rooms_of(at).room(at.event.g).cells == at.part());
  const Rect part = at.part();
  at.claim("it has as many", interior(part.width(), part.height()) == at.event.h);
}
void prune_begins(AtRooms at) {
  at.number("rooms", rooms_of(at).counts().rooms);
  at.number("pruned", rooms_of(at).counts().pruned);
}
void pruned(AtRooms at) {
  const Rect part = at.part();
  at.number("room", at.event.g);
  at.claim("it is the room of the structure", rooms_of(at).room(at.event.g).cells == part);
  at.number("interior", interior(part.width(), part.height()));
}
void macro(AtRooms at) {
  const Rect part = at.part();
  const Cell a = at.at(at.event.parent), b = at.at(at.event.node);
  const bool across = a.y == b.y && a.x == part.x0 && b.x == part.x1 - 1;
  const bool down = a.x == b.x && a.y == part.y0 && b.y == part.y1 - 1;
  at.claim("it leads straight across", across || down);
  at.number("room", at.before(build_event::kPart)->g);
  at.cost("g", plain_dijkstra(at.lab.world().map(), at.lab.world().rules(), a, part)[at.event.node]);
}

const std::vector<BuildKind> kRoomKinds = {
    {build_event::kStage, rooms_code::kBounds,
     "Each of the {free} free cells gets a bound: no room with the cell as its upper left corner has more interior "
     "cells. It is above 0 for {open} of them.",
     bounds},
    {build_event::kStage, rooms_code::kLoop,
     "The {open} cells with a bound above 0 wait in the heap, the largest bound first, because the largest room leaves "
     "out the most cells."},
    {build_event::kPick, rooms_code::kLower,
     "{node} has the largest bound, {bound}, but by now the cells to its right and below it allow only {bound_now}: "
     "its bound is lowered.",
     lowered},
    {build_event::kPick, rooms_code::kSmaller,
     "{parent} has the largest bound, {bound}, but no empty rectangle from it has interior cells: it leaves the heap.",
     smaller},
    {build_event::kPick, rooms_code::kSmaller,
     "{parent} has the largest bound, {bound}, but the largest empty rectangle from it, to {node}, has {interior} "
     "interior cell{letters}: that is its bound from now on.",
     smaller},
    {build_event::kPart, rooms_code::kRoom,
     "{parent} has the largest bound, {bound}, and the empty rectangle from it to {node} has as many interior cells: "
     "it becomes room {room}.",
     room},
    {build_event::kStage, rooms_code::kPrune,
     "Pruning: searches leave out the {pruned} interior cell{letters} of {rooms} room{letters}, because a path through "
     "a room has "
     "an equally short one along its sides and straight across.",
     prune_begins},
    {build_event::kPart, rooms_code::kInterior,
     "Room {room}, from {parent} to {node}: its {interior} interior cell{letters} {be} pruned.", pruned},
    {build_event::kAddEdge, rooms_code::kMacro, "Macro edge {parent} - {node}: straight across room {room}, for {g}.",
     macro},
};

}  // namespace

TEST_CASE("what is said of the construction of rooms is true of the map, of every event") {
  std::set<std::string_view> heard;
  const std::vector<std::vector<const char*>> scenes = {
      {"map.generate cave 24 20 1"},   {"map.generate random 22 18 2"},
      {"map.generate rooms 26 22 3"},  {"map.new 15 12"},
      {"map.generate forest 20 18 4"}, {"map.generate city 24 20 5"},
  };
  for (const auto& scene : scenes) {
    CAPTURE(std::string(scene.front()));
    Lab lab;
    for (const char* line : scene) run(lab, line);
    run_settled(lab, {"rules.profile four", "rooms on"});
    run(lab, "rooms.construct");
    check_build_speech(lab, kRoomKinds, heard);
  }
  for (const BuildKind& kind : kRoomKinds) {
    CAPTURE(std::string(kind.pattern));
    CHECK(heard.contains(kind.pattern));
  }
}

}  // namespace strata::test
