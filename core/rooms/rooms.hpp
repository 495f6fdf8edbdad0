// Purpose: Room pruning (rectangular symmetry reduction) cuts empty rectangles out of a map. Searches skip their
//          interiors.
// Source: Harabor, Botea 2010, "Breaking path symmetries on 4-connected grid maps".
// Differs: Searches expand only the exits of rooms, not every cell of a perimeter, and pass cells with a single
//          successor (rooms_space.hpp); plan_published() searches as published. Rectangles with a side of 1 or 2 cells
//          prune nothing and are not kept: their cells belong to no room. After an edit the rooms that it touches are
//          cut again in their own cells, so that the rooms may differ from those of a fresh build; paths cost the same.
// Shapes: Rooms have fixed numbers while they exist; numbers of dissolved rooms are reused, until then the rectangle
//         under such a number is empty.
// Units: See core/grid/cost.hpp.
// Errors: plan() returns kStale until no work is left for the revision of the map, and kUnsupported under rules of
//         movement other than `four` with one weight.
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

// An empty rectangle; rooms do not overlap.
struct Room {
  Rect cells;
  // Whether both sides are longer than 2.
  bool prunes() const { return cells.width() > 2 && cells.height() > 2; }
  // Returns the cells that searches skip.
  Rect interior() const { return cells.grown(-1); }
  friend bool operator==(const Room&, const Room&) = default;
};

// Numbers of rooms that prune, and of cells.
struct RoomsCounts {
  size_t rooms = 0;
  size_t covered = 0;  // cells of rooms
  size_t pruned = 0;   // cells of interiors
  size_t passable = 0;
};

// What a build or an update did.
struct RoomsUpdate {
  size_t dissolved = 0;     // rooms
  size_t built = 0;         // rooms
  size_t cells = 0;         // cells that were free to become rooms
  std::vector<Rect> areas;  // outside of these areas nothing has changed
  // Keeps the memory.
  void clear() {
    dissolved = built = cells = 0;
    areas.clear();
  }
};

class Rooms {
 public:
  // Removes all rooms; `update_some` does the work.
  void reset(const MoveGrid& grid);
  // Notes an edit: cells inside `changed` became passable or blocked.
  void mark_dirty(const MoveGrid& grid, const Rect& changed);
  // Works for about `max_steps` steps of a microsecond. Returns true when no work is left and the rooms are usable
  // again. Edits may come between the calls.
  bool update_some(const MoveGrid& grid, RoomsUpdate& report, size_t max_steps = SIZE_MAX);
  // Estimated steps left, and of all current work, for progress; 0: no work is left.
  size_t pending() const;
  size_t total() const;

  RoomsUpdate build(const MoveGrid& grid);
  RoomsUpdate update(const MoveGrid& grid, const Rect& changed);

  bool ready() const { return built_for_ != 0; }
  uint64_t built_for() const { return built_for_; }  // revision of the map; 0 while work is left

  // Whether paths can be planned under the rules of the grid. Rooms can be cut under any rules.
  static bool supports(const MoveGrid& grid);
  void plan(const MoveGrid& grid, const Query& query, const PlanOptions& options, Workspace& workspace,
            PlanResult& result) const;
  void plan(const MoveGrid& grid, const Query& query, const PlanOptions& options, Workspace& workspace,
            PlanResult& result, Trace& trace) const;
  // The search as published: every cell of a perimeter is a node. It finds the same costs. Its pseudo-code is
  // rooms_code::kPublishedCode.
  void plan_published(const MoveGrid& grid, const Query& query, const PlanOptions& options, Workspace& workspace,
                      PlanResult& result) const;
  void plan_published(const MoveGrid& grid, const Query& query, const PlanOptions& options, Workspace& workspace,
                      PlanResult& result, Trace& trace) const;

  // For overlays and tests. Valid while ready().
  int64_t room_of(CellId cell) const { return room_of_[cell]; }  // -1: in no room
  const Room& room(uint32_t number) const { return rooms_[number]; }
  std::span<const Room> rooms() const { return rooms_; }  // by number, with empty ones
  bool pruned(CellId cell) const { return room_of_[cell] >= 0 && marks_[cell] == 0; }
  // Appends the cells of other sides to which a cell of a perimeter is joined; for a cell in the interior of a room its
  // four projections.
  void append_macro_edges(const MoveGrid& grid, CellId cell, std::vector<CellId>& targets) const;
  RoomsCounts counts() const { return counts_; }
  size_t memory_bytes() const;
  // Returns why the rooms are no valid partition of the free cells into empty rooms and the rest; nothing if they are.
  std::optional<std::string> fault(const MoveGrid& grid) const;

 private:
  friend struct RoomsBuilder;
  friend class RoomsSpace;

  enum class BuildStage : uint8_t { kIdle, kRead, kDissolve, kBound, kCut, kMark };

  // The cutting of one area, which may be left half done. It reads `free_`, not the grid: edits that come in between
  // get jobs of their own.
  struct Job {
    BuildStage stage = BuildStage::kIdle;
    Rect area;
    int row = 0;  // next row of the stage, or of the current room
    // kDissolve: the edit of the job, the rooms to be dissolved, and the rooms cut off from large ones.
    Rect changed;
    std::vector<uint32_t> dissolving, renumbering;
    std::vector<Rect> marking;  // kMark: areas left to be marked
    // kBound and kCut.
    std::vector<uint64_t> free_down;    // bits as in free_, column by column of the area
    std::vector<uint64_t> free_all[2];  // bit: the cell is free in all of 8 rows, or of 64 rows, of the area
    std::vector<uint16_t> down;         // by column of the area: number of free cells downwards
    std::vector<uint32_t> bound;        // by cell of the area, from the last row on: upper bound of interiors from here
    std::vector<uint64_t> heap;         // of blocks of cells, by the largest bound in each
    size_t open = 0;                    // cells with a bound above 0
    Rect taking;                        // processed row by row: a room that is added or dissolved, an area to be marked
    Rect room;                          // kCut: the room that is added
    uint32_t number = 0;                // number of that room
    uint64_t spent = 0;                 // in 1/400 of a step
    size_t height_words() const { return (static_cast<size_t>(area.height()) + 63) / 64; }
    int first_column() const { return area.x0 & ~63; }  // of a row of free_all
    size_t width_words() const { return static_cast<size_t>((area.x1 + 63) / 64 - area.x0 / 64); }
    size_t blocks() const { return (static_cast<size_t>(area.width()) + kBlock - 1) / kBlock; }  // of a row
  };
  static constexpr size_t kBlock = 32;

  int width_ = 0;
  int height_ = 0;
  size_t words_ = 0;              // of one row of free_
  std::vector<uint64_t> free_;    // bit: passable and in no room
  std::vector<int32_t> room_of_;  // by cell; -1: none
  // By cell, see rooms_cut.cpp: bit d (even): the step in direction d leads out of the room, or the cell is in
  // none. Bit d + 1: the cell is on the side of its room that lies in direction d.
  std::vector<uint8_t> marks_;
  std::vector<Room> rooms_;
  std::vector<uint32_t> unused_;  // numbers of dissolved rooms
  RoomsCounts counts_;
  uint64_t built_for_ = 0;
  std::vector<Rect> dirty_;  // edits that no job has begun
  Job job_;
};

}  // namespace strata
