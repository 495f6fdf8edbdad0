// Rooms on the map: rectangles in tints that distinguish neighbours, their interiors, and macro edges.
#include <algorithm>

#include "app/draw/construction_marks.hpp"
#include "app/draw/overlay_tools.hpp"
#include "app/draw/painter.hpp"
#include "app/features/rooms/rooms.hpp"
#include "app/features/rooms/rooms_process.hpp"
#include "app/features/rooms/rooms_symmetry.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/session.hpp"

namespace strata {

using namespace overlay_tools;

namespace {

constexpr Rgba kRoomBorder = rgba(0x303030, 110);
constexpr Rgba kVeil = rgba(0xffffff, 120);
constexpr Rgba kHatch = rgba(0x404040, 110);
constexpr int kHatchSpacing = 2;  // in cells
constexpr uint8_t kNoTint = 255;

enum RoomTileListIndex : int { kRoomList, kPrunedList, kHatchList };  // indices of tile lists

const DrawListTag kMacroPart{kMacroLayer};

// Calls visit(number) for each room that shares a side with the room `r`. It may visit the same room several times.
template <class Visit>
void for_neighbours(const Rooms& rooms, const Rect& r, int width, int height, Visit&& visit) {
  const auto look = [&](int x, int y) {
    return rooms.room_of(static_cast<CellId>(y) * static_cast<CellId>(width) + static_cast<CellId>(x));
  };
  for (const int y : {r.y0 - 1, r.y1}) {
    if (y < 0 || y >= height) continue;
    for (int x = r.x0; x < r.x1;) {
      const int64_t room = look(x, y);
      if (room >= 0) visit(static_cast<uint32_t>(room));
      x = room >= 0 ? rooms.room(static_cast<uint32_t>(room)).cells.x1 : x + 1;
    }
  }
  for (const int x : {r.x0 - 1, r.x1}) {
    if (x < 0 || x >= width) continue;
    for (int y = r.y0; y < r.y1;) {
      const int64_t room = look(x, y);
      if (room >= 0) visit(static_cast<uint32_t>(room));
      y = room >= 0 ? rooms.room(static_cast<uint32_t>(room)).cells.y1 : y + 1;
    }
  }
}

// The tint of a room. It differs from the tints of adjacent rooms.
struct RoomTint {
  Rect cells;  // cells of the room for which the tint was chosen
  uint8_t tint = 0;
};
struct RoomTints {
  std::vector<RoomTint> tints;
  uint64_t chosen_for = 0;  // stamp of the rooms
  uint64_t world = 0;
  Rect map;
  std::vector<CellId> cells;  // scratch
};

// Gives the room a tint that no neighbour has. Returns false if all tints are taken; then two neighbours
// have the same tint.
bool tint_room(RoomTints& memory, const Rooms& rooms, uint32_t number) {
  uint32_t taken = 0;
  const Rect cells = rooms.room(number).cells;
  for_neighbours(rooms, cells, memory.map.x1, memory.map.y1, [&](uint32_t other) {
    const RoomTint& tint = memory.tints[other];
    if (tint.tint != kNoTint && tint.cells == rooms.room(other).cells) taken |= 1u << tint.tint;
  });
  // The tints are tried beginning at one that depends on the number of the room. So rooms on both sides of a wall
  // usually differ, too.
  for (int i = 0; i < kRoomTints; ++i) {
    const int tint = (static_cast<int>(number % kRoomTints) + i) % kRoomTints;
    if ((taken >> tint & 1) != 0) continue;
    memory.tints[number] = {cells, static_cast<uint8_t>(tint)};
    return true;
  }
  memory.tints[number] = {cells, 0};
  return false;
}

// Tints all rooms. Adjacent rooms form a planar graph: if the room with the fewest remaining neighbours is removed
// repeatedly, and rooms are tinted in reverse order, each room has at most five tinted neighbours.
void tint_all_rooms(RoomTints& memory, const Rooms& rooms) {
  const size_t count = rooms.rooms().size();
  memory.tints.assign(count, {{}, kNoTint});
  std::vector<uint32_t> neighbours, first(count + 1, 0), own;
  for (uint32_t i = 0; i < count; ++i) {
    own.clear();
    const Rect& cells = rooms.room(i).cells;
    if (!cells.empty()) {
      for_neighbours(rooms, cells, memory.map.x1, memory.map.y1, [&](uint32_t other) { own.push_back(other); });
    }
    std::sort(own.begin(), own.end());
    own.erase(std::unique(own.begin(), own.end()), own.end());
    neighbours.insert(neighbours.end(), own.begin(), own.end());
    first[i + 1] = static_cast<uint32_t>(neighbours.size());
  }
  // Buckets of rooms by the number of remaining neighbours; outdated entries are skipped.
  std::vector<uint32_t> left(count);
  std::vector<std::vector<uint32_t>> buckets;
  const auto list = [&](uint32_t room) {
    if (buckets.size() <= left[room]) buckets.resize(left[room] + 1);
    buckets[left[room]].push_back(room);
  };
  for (uint32_t i = 0; i < count; ++i) {
    left[i] = first[i + 1] - first[i];
    list(i);
  }
  std::vector<uint8_t> out(count, 0);
  std::vector<uint32_t> order;
  order.reserve(count);
  for (size_t bucket = 0; bucket < buckets.size();) {
    if (buckets[bucket].empty()) {
      ++bucket;
      continue;
    }
    const uint32_t room = buckets[bucket].back();
    buckets[bucket].pop_back();
    if (out[room] != 0 || left[room] != bucket) continue;
    out[room] = 1;
    order.push_back(room);
    for (uint32_t k = first[room]; k < first[room + 1]; ++k) {
      const uint32_t other = neighbours[k];
      if (out[other] != 0) continue;
      --left[other];
      list(other);
      bucket = std::min<size_t>(bucket, left[other]);
    }
  }
  for (auto room = order.rbegin(); room != order.rend(); ++room) {
    if (!rooms.room(*room).cells.empty()) tint_room(memory, rooms, *room);
  }
}

// Tints the rooms. A room that an edit has not changed keeps its tint, unless a neighbour has the same one now.
void tint_rooms(Painter& painter, RoomTints& memory, const Lab& lab) {
  const Rooms& rooms = lab.world().get<MapRooms>().rooms();
  const bool other_map = memory.world != lab.state().world_version;
  const uint64_t stamp = (DrawInputHash() << lab.state().rules_version << rooms.built_for()).value();
  if (!other_map && memory.chosen_for == stamp) return;
  memory.world = lab.state().world_version;
  memory.chosen_for = stamp;
  memory.map = lab.world().map().bounds();
  if (other_map || memory.tints.empty()) return tint_all_rooms(memory, rooms);
  memory.tints.resize(rooms.rooms().size(), {{}, kNoTint});
  bool all_differ = true;
  for (uint32_t i = 0; i < memory.tints.size(); ++i) {
    const Rect& cells = rooms.room(i).cells;
    if (memory.tints[i].cells == cells || cells.empty()) continue;
    all_differ = tint_room(memory, rooms, i) && all_differ;
  }
  if (all_differ) return;
  tint_all_rooms(memory, rooms);
  painter.forget_tiles(kRoomTiles);
}

void build_room_tile(Painter& painter, const Lab& lab, const TiledLayer& tiled, const Rect& blocks, DrawList& out) {
  const RoomTints& memory = painter.memory<RoomTints>();
  const int wanted = tiled.list;
  const Rooms& rooms = lab.world().get<MapRooms>().rooms();
  const GridMap& map = lab.world().map();
  constexpr int kSide = kDrawnBlock;
  const Rect tile =
      Rect{blocks.x0 * kSide, blocks.y0 * kSide, blocks.x1 * kSide, blocks.y1 * kSide}.clipped(map.bounds());
  // A room may extend beyond the tile. Each tile draws the part that lies in it.
  const auto draw = [&](const Room& room, uint8_t tint) {
    const Rect r = (wanted == kRoomList ? room.cells : room.interior()).clipped(tile);
    if (r.empty()) return;
    const auto x0 = static_cast<float>(r.x0), y0 = static_cast<float>(r.y0);
    const auto x1 = static_cast<float>(r.x1), y1 = static_cast<float>(r.y1);
    if (wanted == kPrunedList) {
      out.rects.push_back({x0, y0, x1, y1, kVeil});
      return;
    }
    if (wanted == kHatchList) {
      // The lines are parallel to x + y = 0, and continue across rooms and tiles.
      const int begin = (r.x0 + r.y0) / kHatchSpacing + 1;
      for (int sum = begin * kHatchSpacing; sum < r.x1 + r.y1; sum += kHatchSpacing) {
        const int top = std::max(r.y0, sum - r.x1), bottom = std::min(r.y1, sum - r.x0);
        out.lines.push_back({static_cast<float>(sum - top), static_cast<float>(top), static_cast<float>(sum - bottom),
                             static_cast<float>(bottom), 1, 0, kHatch});
      }
      return;
    }
    out.rects.push_back({x0, y0, x1, y1, room_color(tint)});
    const auto side = [&](bool own, float ax, float ay, float bx, float by) {
      if (own) out.lines.push_back({ax, ay, bx, by, 1, 0, kRoomBorder});
    };
    side(r.y0 == room.cells.y0, x0, y0, x1, y0);
    side(r.x0 == room.cells.x0, x0, y0, x0, y1);
    side(r.y1 == room.cells.y1, x0, y1, x1, y1);
    side(r.x1 == room.cells.x1, x1, y0, x1, y1);
  };
  for (int y = tile.y0; y < tile.y1; ++y) {
    for (int x = tile.x0; x < tile.x1;) {
      const int64_t number = rooms.room_of(map.id({x, y}));
      if (number < 0) {
        ++x;
        continue;
      }
      const Room& room = rooms.room(static_cast<uint32_t>(number));
      if (y == std::max(room.cells.y0, tile.y0) && room.prunes()) {
        draw(room, memory.tints[static_cast<size_t>(number)].tint);
      }
      x = room.cells.x1;
    }
  }
}

void show_rooms(Painter& painter, const Lab& lab) {
  if (!painter.shows(0) || !lab.world().has(StructureId::kRooms)) return;
  if (only_what_is_built(painter, lab, kRoomsConstruction, {kRoomLayer, kPrunedLayer})) return;
  const LabState& state = lab.state();
  if (!painter.layer(kRoomLayer).on && !painter.layer(kPrunedLayer).on) return;
  if (lab.world().ready(StructureId::kRooms)) tint_rooms(painter, painter.memory<RoomTints>(), lab);
  const double zoom = state.camera.zoom;
  for (const FeatureLayer* id : {&kRoomLayer, &kPrunedLayer}) {
    LayerState& layer = painter.layer(*id);
    if (!layer.on) continue;
    if (zoom < Painter::kMinCellPixelsShade) {
      layer.note = "zoom in to see the rooms";
      continue;
    }
    painter.show_tiled(lab, {*id, id == &kRoomLayer ? kRoomList : kPrunedList, &kRoomTiles, 1, 0});
    if (id == &kPrunedLayer && zoom >= Painter::kMinCellPixelsHatch) {
      painter.show_tiled(lab, {*id, kHatchList, &kRoomTiles, 1, 0});
    }
  }
}

// Draws the macro edges of the cell under the pointer and of the inspected cell.
void show_macro_edges(Painter& painter, const Lab& lab) {
  if (!painter.layer(kMacroLayer).on || !painter.shows(0)) return;
  if (only_what_is_built(painter, lab, kRoomsConstruction, {kMacroLayer})) return;
  const LabState& state = lab.state();
  const World& world = lab.world();
  const bool ready = world.ready(StructureId::kRooms);
  const auto cell_or_none = [&](bool there, Cell cell) { return ready && there ? cell : Cell{-1, -1}; };
  const Cell hover = cell_or_none(state.hover.has_value(), state.hover.value_or(Cell{}));
  const Cell inspected = cell_or_none(state.inspected.has_value(), state.inspected ? state.inspected->cell : Cell{});
  DrawInputHash stamp;
  stamp << hover << inspected << world.map().revision() << lab.state().world_version << lab.state().rules_version;
  const float opacity = painter.layer(kMacroLayer).opacity;
  if (!painter.renew(kMacroPart, stamp.value())) return painter.show(kMacroPart, opacity);
  DrawList& out = painter.list(kMacroPart);
  std::vector<CellId>& cells = painter.memory<RoomTints>().cells;
  const GridMap& map = world.map();
  const auto add = [&](Cell cell, float width) {
    if (!map.contains(cell) || world.get<MapRooms>().rooms().room_of(map.id(cell)) < 0) return;
    cells.clear();
    world.get<MapRooms>().rooms().append_macro_edges(world.moves(), map.id(cell), cells);
    for (const CellId id : cells) {
      const Cell to = map.cell(id);
      add_line(out, cell, to, width + 2, 0, with_alpha(palette::kWhite, 200));
      add_line(out, cell, to, width, 6, palette::kMacroEdge);
      out.markers.push_back({middle(to.x), middle(to.y), 4, 0.32f, MarkerShape::kDisc, palette::kMacroEdge});
    }
  };
  add(inspected, 2.6f);
  if (hover != inspected) add(hover, 1.8f);
  painter.show(kMacroPart, opacity);
}

Tiling room_tiling(const Lab& lab, int) { return structure_tiling(lab, StructureId::kRooms, 1, 2); }

uint64_t room_geometry(const Lab& lab) { return lab.world().has(StructureId::kRooms) ? 1 : 0; }

}  // namespace

const TileSource kRoomTiles{room_tiling, build_room_tile, room_geometry};
const std::array<PaintStep, 4> kRoomPaint = {{{depth::kAreas, show_rooms},
                                              {depth::kGraphs + 40, show_all_macro_edges},
                                              {depth::kNearEdges, show_macro_edges},
                                              {depth::kPaths + 50, show_interleavings}}};

}  // namespace strata
