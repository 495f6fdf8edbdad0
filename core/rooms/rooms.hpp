// Purpose: Rooms implements room pruning (rectangular symmetry reduction, RSR): it decomposes a map into empty
//          rectangles, and searches skip their interiors.
// Source: Harabor, Botea 2010, "Breaking path symmetries on 4-connected grid maps".
// Differs: Searches expand only cells of perimeters from which a step leaves the room, and skip cells with a single
//          successor (rooms_space.hpp); plan_published() searches as published. Rectangles with a side of 1 or 2 cells
//          prune nothing: their cells belong to no room. After an edit only the rooms that it touches are cut again,
//          within their own cells. The rooms may then differ from those of a fresh build; paths cost the same.
// Shapes: A room keeps its number until it is dissolved. Numbers of dissolved rooms are reused; until then such a
//         number has an empty rectangle.
// Units: See core/grid/cost.hpp.
// Errors: plan() returns kStale until the rooms are up to date with the map, and kUnsupported under movement rules
//         other than `four` with one weight.
// Threads: Const calls with different workspaces may run together.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/grid/move_grid.hpp"
#include "core/search/plan.hpp"

namespace strata {

class Trace;
struct Workspace;

// A room is an empty rectangle; rooms do not overlap.
struct Room {
  Rect cells;
  // Returns whether both sides are longer than 2 cells.
  bool prunes() const { return cells.width() > 2 && cells.height() > 2; }
  // Returns the cells that searches skip: the room without its perimeter.
  Rect interior() const { return cells.grown(-1); }
  friend bool operator==(const Room&, const Room&) = default;
};

// The numbers of rooms and of cells.
struct RoomsCounts {
  size_t rooms = 0;
  size_t covered = 0;  // cells inside rooms
  size_t pruned = 0;   // cells of interiors
  size_t passable = 0;
};

// A RoomsUpdate says what a build or an update did.
struct RoomsUpdate {
  size_t dissolved = 0;     // rooms removed
  size_t built = 0;         // rooms added
  size_t cells = 0;         // cells that were decomposed
  std::vector<Rect> areas;  // all changes lie inside these areas
  // Clears the values and keeps the allocated memory.
  void clear() {
    dissolved = built = cells = 0;
    areas.clear();
  }
};

class Rooms {
 public:
  // Removes all rooms; `update_some` builds them.
  void reset(const MoveGrid& grid);
  // Records an edit: cells inside `changed` became passable or blocked.
  void mark_dirty(const MoveGrid& grid, const Rect& changed);
  // Works for about `max_steps` steps of a microsecond each. Returns true when no work is left and the rooms can be
  // searched. Edits may come between the calls.
  bool update_some(const MoveGrid& grid, RoomsUpdate& report, size_t max_steps = SIZE_MAX);
  // Return the estimated remaining steps, and all steps of the current work, for progress; 0: no work.
  size_t pending() const;
  size_t total() const;

  RoomsUpdate build(const MoveGrid& grid);
  RoomsUpdate update(const MoveGrid& grid, const Rect& changed);

  bool ready() const { return built_for_ != 0; }
  uint64_t built_for() const { return built_for_; }  // revision of the map; 0 while work is left

  // Returns whether paths can be planned under the rules of the grid. Rooms can be built under any rules.
  static bool supports(const MoveGrid& grid);
  void plan(const MoveGrid& grid, const PlanQuery& query, const PlanOptions& options, Workspace& workspace,
            PlanResult& result, Trace* trace = nullptr) const;
  // Plans by the published search, in which every cell of a perimeter is a node. Its paths cost the same as those of
  // plan(). Its pseudo-code is rooms_code::kPublishedCode.
  void plan_published(const MoveGrid& grid, const PlanQuery& query, const PlanOptions& options, Workspace& workspace,
                      PlanResult& result, Trace* trace = nullptr) const;

  // These functions serve overlays and tests. They are valid while ready().
  int64_t room_of(CellId cell) const { return room_of_[cell]; }  // -1: the cell is in no room
  const Room& room(uint32_t number) const { return rooms_[number]; }
  std::span<const Room> rooms() const { return rooms_; }  // by number; unused numbers have empty rooms
  bool pruned(CellId cell) const { return room_of_[cell] >= 0 && marks_[cell] == 0; }
  // Appends the targets of the macro edges of a perimeter cell, on the other sides of the room; for a cell of the
  // interior its four projections onto the sides.
  void append_macro_edges(const MoveGrid& grid, CellId cell, std::vector<CellId>& targets) const;
  RoomsCounts counts() const { return counts_; }
  size_t memory_bytes() const;
  // Returns why the rooms are not disjoint empty rectangles of free cells; nothing if they are.
  std::optional<std::string> fault(const MoveGrid& grid) const;

 private:
  friend struct RoomsBuilder;
  friend class RoomsSpace;

  enum class BuildStage : uint8_t { kIdle, kRead, kDissolve, kBound, kCut, kMark };

  // The decomposition of one area, which may be left half done. It reads `free_`, not the grid: later edits get
  // jobs of their own.
  struct DecompositionJob {
    BuildStage stage = BuildStage::kIdle;
    Rect area;
    int row = 0;  // next row of the stage, or of the current room
    // kDissolve: the area of the edit, the rooms to dissolve, and the rooms to be cut off from large rooms.
    Rect changed;
    std::vector<uint32_t> dissolving, renumbering;
    std::vector<Rect> marking;  // kMark: areas whose cells are still to be marked
    // The following members serve the stages kBound and kCut.
    std::vector<uint64_t> free_down;  // like free_, but column by column of the area
    // One bit per cell: the cell is free in all of 8 rows, or of 64 rows, of the area.
    std::vector<uint64_t> free_all[2];
    std::vector<uint16_t> down;  // by column of the area: number of free cells downwards
    // By cell of the area, last row first: upper bound of the interior of a room with its corner there.
    std::vector<uint32_t> bound;
    std::vector<uint64_t> heap;  // blocks of cells, ordered by the largest bound in each
    size_t open = 0;             // number of cells with a bound above 0
    Rect taking;          // area processed row by row: a room that is added or dissolved, or an area to be marked
    Rect room;            // kCut: the room that is added
    uint32_t number = 0;  // kCut: number of the room that is added
    uint64_t spent = 0;   // work done, in 1/400 of a step
    size_t height_words() const { return (static_cast<size_t>(area.height()) + 63) / 64; }
    int first_column() const { return area.x0 & ~63; }  // first bit column of free_all
    size_t width_words() const { return static_cast<size_t>((area.x1 + 63) / 64 - area.x0 / 64); }
    // Returns the number of blocks in a row of the area.
    size_t blocks() const { return (static_cast<size_t>(area.width()) + kBlock - 1) / kBlock; }
  };
  static constexpr size_t kBlock = 32;

  int width_ = 0;
  int height_ = 0;
  size_t words_ = 0;              // number of words in a row of free_
  std::vector<uint64_t> free_;    // one bit per cell: passable and in no room
  std::vector<int32_t> room_of_;  // by cell; -1: none
  // By cell, see rooms_cut.cpp. Bit d (even): the step in direction d leads out of the room, or the cell is in no room.
  // Bit d + 1: the cell is on the side of its room in direction d.
  std::vector<uint8_t> marks_;
  std::vector<Room> rooms_;
  std::vector<uint32_t> unused_;  // numbers of dissolved rooms
  RoomsCounts counts_;
  uint64_t built_for_ = 0;
  std::vector<Rect> dirty_;  // edits for which no job has begun
  DecompositionJob job_;
};

}  // namespace strata
