// Purpose: Room pruning (rectangular symmetry reduction) cuts empty rectangles out of a map. Searches leave out their
//          interiors.
// Source: Harabor, Botea 2010, "Breaking path symmetries on 4-connected grid maps".
// Differs: Searches open the exits of rooms only, not every cell of a perimeter, and pass cells with one way on
//          (rooms_space.hpp); plan_published() searches as published.
//          Rectangles of a side of 1 or 2 cells prune nothing and are not kept: their cells belong to no room.
//          After an edit the rooms that it touches are cut anew in their own cells, so that the rooms may be others
//          than a fresh build would cut; paths cost the same.
// Shapes: Rooms have fixed numbers while they exist; numbers of dissolved rooms are given out again, until then the
//         rectangle under such a number is empty.
// Units: See core/grid/cost.hpp.
// Errors: plan() answers kStale until everything is settled for the revision of the map, and kUnsupported under rules
//         of movement other than `four` with one weight.
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

// An empty rectangle; no two of them overlap.
struct Room {
  Rect cells;
  // Both sides are longer than 2.
  bool prunes() const { return cells.width() > 2 && cells.height() > 2; }
  // What searches leave out.
  Rect interior() const { return cells.grown(-1); }
  friend bool operator==(const Room&, const Room&) = default;
};

// Rooms that prune, and cells.
struct RoomsCounts {
  size_t rooms = 0;
  size_t covered = 0;  // cells of rooms
  size_t pruned = 0;   // of them, the interiors
  size_t passable = 0;
};

// What one build or update did.
struct RoomsUpdate {
  size_t dissolved = 0;     // rooms
  size_t built = 0;         // rooms
  size_t cells = 0;         // that were free to become rooms
  std::vector<Rect> areas;  // outside of them nothing has changed
  // The memory stays.
  void clear() {
    dissolved = built = cells = 0;
    areas.clear();
  }
};

class Rooms {
 public:
  // Forgets everything; `update_some` does the work.
  void reset(const MoveGrid& grid);
  // Cells inside `changed` became passable or blocked.
  void mark_dirty(const MoveGrid& grid, const Rect& changed);
  // Works for about `max_steps` steps of a microsecond. True when nothing is left, which is when the rooms are usable
  // again. Edits may come between the calls.
  bool update_some(const MoveGrid& grid, RoomsUpdate& report, size_t max_steps = SIZE_MAX);
  // Steps left, and steps of all the work under way, both estimated; 0: nothing is left. For progress.
  size_t pending() const;
  size_t total() const;

  RoomsUpdate build(const MoveGrid& grid);
  RoomsUpdate update(const MoveGrid& grid, const Rect& changed);

  bool ready() const { return built_for_ != 0; }
  uint64_t built_for() const { return built_for_; }  // revision of the map; 0 while work is left

  // Whether paths can be planned under the rules of the grid. Rooms can be cut under any.
  static bool supports(const MoveGrid& grid);
  void plan(const MoveGrid& grid, const Query& query, const PlanOptions& options, Workspace& workspace,
            PlanResult& result) const;
  void plan(const MoveGrid& grid, const Query& query, const PlanOptions& options, Workspace& workspace,
            PlanResult& result, Trace& trace) const;
  // The search as published, for comparison: every cell of a perimeter is a node. The same costs.
  void plan_published(const MoveGrid& grid, const Query& query, const PlanOptions& options, Workspace& workspace,
                      PlanResult& result) const;

  // For overlays and tests. Valid while ready().
  int64_t room_of(CellId cell) const { return room_of_[cell]; }  // -1: in none
  const Room& room(uint32_t number) const { return rooms_[number]; }
  std::span<const Room> rooms() const { return rooms_; }  // by number, with empty ones
  bool pruned(CellId cell) const { return room_of_[cell] >= 0 && marks_[cell] == 0; }
  // Cells of other sides that a cell of a perimeter is joined to; the interior cell of a room is joined to its four
  // projections.
  void append_macro_edges(const MoveGrid& grid, CellId cell, std::vector<CellId>& targets) const;
  RoomsCounts counts() const { return counts_; }
  size_t memory_bytes() const;
  // Why this is no valid partition of the free cells into empty rooms and the rest.
  std::optional<std::string> fault(const MoveGrid& grid) const;

 private:
  friend struct RoomsBuilder;
  friend class RoomsSpace;

  enum class Stage : uint8_t { kIdle, kRead, kDissolve, kBound, kCut, kMark };

  // The cutting of one area, which may be left half done. It goes by `free_`, not by the grid: edits that come in
  // between are seen to by a job of their own.
  struct Job {
    Stage stage = Stage::kIdle;
    Rect area;
    int row = 0;  // next one of the stage, or of the room at work
    // kDissolve: the change that the job is about, the rooms that go, and those cut off large ones.
    Rect changed;
    std::vector<uint32_t> dissolving, renumbering;
    std::vector<Rect> marking;  // kMark: areas left
    // kBound and kCut.
    std::vector<uint64_t> free_down;    // bit: as in free_, column by column of the area
    std::vector<uint64_t> free_all[2];  // bit: free in all of 8 rows, of 64 rows of the area
    std::vector<uint16_t> down;         // free cells downwards, by column of the area
    std::vector<uint32_t> bound;  // by cell of the area, from the last row on: no room from here has a larger interior
    std::vector<uint64_t> heap;   // of blocks of cells, by the largest bound in each
    size_t open = 0;              // cells with a bound above 0
    Rect taking;                  // what is done row by row: a room that comes or goes, an area marked
    Rect room;                    // kCut: the one that comes
    uint32_t number = 0;          // of it
    uint64_t spent = 0;           // in 1/400 of a step
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
  std::vector<Rect> dirty_;  // changes that no job has taken up
  Job job_;
};

}  // namespace strata
