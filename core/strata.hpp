// Purpose: The front door of the library, for programs that want paths and nothing else: open a map, plan with any
//          planner, edit the map, and plan for many agents at once. All else of the library can be reached from here:
//          `world()` has every structure, and core/world/planners.hpp the table of planners.
// Units: Cells are counted from 0, from the upper left corner. Lengths are in straight steps over terrain of weight 1;
//        a diagonal step is sqrt(2) of them. Sizes are in cells; a large agent pays the highest weight under it.
// Errors: A file that cannot be read, a name that no planner has, a planner that cannot plan under the rules or whose
//         structure would not fit into memory, memory that ran out: a Result with what, where, and what helps. After
//         that all other planners go on. That there is no path is no error; it is the status of the answer.
// Background: What an edit leaves to do for a structure, such as new landmarks, is done in threads. Every call takes
//             over what is finished there, and `find` and `find_all` start what is due for their planner. Until then
//             planners search longer, with answers as good.
// Threads: One call at a time. For queries in several threads take `world()` and a Workspace for each of them
//          (core/world/planners.hpp).
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "core/grid/grid_map.hpp"
#include "core/grid/move_grid.hpp"
#include "core/search/plan.hpp"
#include "core/world/structure_id.hpp"

namespace strata {

class World;

// A place on the map that need not be the middle of a cell.
struct TurningPoint {
  double x = 0;
  double y = 0;
};

// A path, or why there is none.
struct FoundPath {
  PlanStatus status = PlanStatus::kNoPath;
  double length = 0;                // of the path, with `turns` in cells; 0 where there is none
  std::vector<Cell> cells;          // from start to goal, both included; each is a legal step from the one before
  std::vector<TurningPoint> turns;  // in place of cells, of planners at any angle: start, turning points, goal
  // No path leads to the goal, and `status` says why. On request (PlanOptions::partial) length, cells and turns are
  // then those of the path to the nearest place that the start can reach, and `distance_left` is the straight line from
  // there to the middle of the goal.
  bool partial = false;
  double distance_left = 0;
  std::string why;  // in words, if no path leads to the goal: "start (3, 70) is off the map"
  PlanStats stats;  // nodes expanded, generated and touched, by phase
  bool found() const { return status == PlanStatus::kFound; }
};

// Paths of many agents, by agent in the order of the call.
struct FoundPaths {
  std::vector<PlanStatus> status;
  std::vector<double> length;  // of the paths; 0 where there is none
  std::vector<size_t> begin;   // agents + 1: the path of agent i is cells[begin[i]] up to cells[begin[i + 1]]
  std::vector<Cell> cells;
  std::vector<uint8_t> partial;  // by agent: 1: the path leads to the cell nearest to its goal
  size_t size() const { return status.size(); }
  std::span<const Cell> path(size_t agent) const {
    return std::span(cells).subspan(begin[agent], begin[agent + 1] - begin[agent]);
  }
};

class Pathfinder {
 public:
  // Opens a map of the MovingAI format.
  // @param path   the file, "arena.map"
  // @param rules  moves, terrain weights, what agents may enter, and their size; the default is 8-connected moves
  // without
  //               cutting corners, weight 1 for all terrains that a walker can enter, and agents of one cell
  // @errors       the file cannot be read: its name, the line and the reason
  static Result<Pathfinder> open(const std::string& path, const Rules& rules = {});
  // @param map  of 1x1 up to 8192x8192 cells
  // @errors     there is not enough memory for its moves; the constructor throws std::bad_alloc
  static Result<Pathfinder> create(GridMap map, const Rules& rules = {});
  explicit Pathfinder(GridMap map, const Rules& rules = {});
  Pathfinder(Pathfinder&&) noexcept;
  Pathfinder& operator=(Pathfinder&&) noexcept;
  ~Pathfinder();

  // Plans a path. The first call for a planner builds its structure, which takes from milliseconds to seconds; edits
  // keep it up to date from then on.
  // @param start, goal  cells; outside of the map, or where the agent cannot stand, the status says so
  // @param planner      "astar", "jps", "hpa1", "hpa2", "haa-high", "rooms", "sectors", "alt", "ch", "cch", "labels",
  //                     "tables", "navmesh", "polyanya", "hna1", "pccp" and others: `planner_names` has all
  // @param options      what concerns the query alone, such as smoothing; with `partial` the path to the nearest place
  //                     that can be reached if there is no path to the goal
  // @errors             no such planner; a rule of movement that it cannot plan under; its structure is refused; memory
  //                     ran out
  Result<FoundPath> find(Cell start, Cell goal, std::string_view planner = "hpa1", const PlanOptions& options = {});

  // Plans for many agents in the processor's threads, each on its own: they do not avoid one another.
  // @param queries  a start and a goal each
  // @param threads  0: as many as the processor has
  // @param partial  agents that cannot reach their goals go to the nearest cell that they can reach
  // @errors         the tables that the paths are looked up in would not fit into memory; memory ran out
  // The lengths are those of "hpa1" before its paths are smoothed.
  Result<FoundPaths> find_all(std::span<const Query> queries, int threads = 0, bool partial = false);

  // Paints cells of a rectangle, corners included and in any order; what lies outside of the map is left out. Every
  // structure in use is updated, so that the next path is one of the map as it is then. Returns false if memory ran
  // out: then nothing was painted.
  bool paint(Cell corner, Cell opposite, Terrain terrain);
  // Whether what is painted from now on can be taken back. At first nothing is kept for that. What is kept takes memory
  // with every edit; `false` frees it.
  void keep_undo(bool on);
  // Takes back what was painted last, or paints it again. Returns false if nothing is kept, or memory ran out.
  bool undo();
  bool redo();

  // Returns in words how an answer of `find_all` has ended: "found", "no path", "start (3, 70) is off the map".
  std::string why(const Query& query, PlanStatus status) const;

  const GridMap& map() const;
  World& world() { return *world_; }
  const World& world() const { return *world_; }

 private:
  Result<FoundPath> find_in_memory(Cell start, Cell goal, std::string_view planner, const PlanOptions& options);
  Result<FoundPaths> find_all_in_memory(std::span<const Query> queries, int threads, bool partial);
  Status prepare(StructureId structure);
  void take_results();
  Error free_memory(std::string_view planner);

  struct Scratch;
  std::unique_ptr<World> world_;
  std::unique_ptr<Scratch> scratch_;
};

// Keys of all planners, in the order of their table.
std::vector<std::string_view> planner_names();

}  // namespace strata
