// Purpose: Pathfinder is the simple interface of the library, for programs that only want paths: open a map, plan with
//          any planner, edit the map, and plan for many agents at once. The rest of the library is accessible from
//          here: `world()` has every structure, and core/world/planners.hpp the table of planners.
// Units: Cells are counted from 0, from the upper left corner. Lengths are in straight steps over terrain of weight 1;
//        a diagonal step is sqrt(2) of them. Agent sizes are in cells; a large agent pays the highest weight under it.
// Errors: A Result with what, where, and what helps, if a file cannot be read, no planner has the name, the planner
//         does not support the rules, its structure would not fit into memory, or memory ran out. Other planners are
//         not affected. A missing path is no error, but a status of the answer.
// Background: Threads do the work that an edit leaves for a structure, such as new landmarks. Every call takes over
//             finished results, and `find` and `find_all` start the work that their planner needs. Until it is done
//             planners search longer, with paths of the same cost.
// Threads: One call at a time. For queries in several threads use `world()` with a Workspace for
//          each thread (core/world/planners.hpp).
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
#include "core/search/alternatives.hpp"
#include "core/search/plan.hpp"
#include "core/search/plan_options.hpp"
#include "core/search/turn_search.hpp"
#include "core/search/wall_search.hpp"
#include "core/world/structure_id.hpp"

namespace strata {

class World;
struct EditReport;
struct Planner;

// A point of the map, in cells; it need not be the middle of a cell.
struct TurningPoint {
  double x = 0;
  double y = 0;
};

// A path, or the reason why there is none.
struct FoundPath {
  PlanStatus status = PlanStatus::kNoPath;
  double length = 0;  // length of the path; 0 without a path
  // From start to goal, both included; consecutive cells are joined by a legal step or a link.
  // Empty where PlanOptions::answer asks for less, and for any-angle planners.
  std::vector<Cell> cells;
  // Start, turning points and goal, for any-angle planners and where PlanOptions::answer asks for them.
  std::vector<TurningPoint> turns;
  std::vector<uint32_t> links_at;  // indices of the turns from which a link leads to the next one
  // No path leads to the goal; `status` says why. With PlanOptions::partial, length, cells and turns are those of
  // the path to the nearest reachable place, and `distance_left` is the straight distance from there to the
  // middle of the goal.
  bool partial = false;
  double distance_left = 0;
  std::string why;  // the reason in words if no path leads to the goal: "start (3,70) is off the map"
  PlanStats stats;  // nodes expanded, generated and touched, by phase
  // The planner that has answered: that of the call, the one that "fastest" has asked, or Polyanya while any-angle
  // labels are built.
  std::string_view planner;
  bool found() const { return status == PlanStatus::kFound; }
};

// The paths of many agents, by agent in the order of the call.
// With Answer::kTurns `cells` holds the turning points of the paths instead (start and goal included): between two of
// them a path is straight. With Answer::kCost it is empty.
struct FoundPaths {
  std::vector<PlanStatus> status;
  std::vector<double> length;  // 0 without a path
  std::vector<size_t> begin;   // one entry more than agents: the path of agent i is cells[begin[i]..begin[i + 1])
  std::vector<Cell> cells;
  std::vector<uint8_t> partial;  // by agent; 1: the path leads to the reachable cell nearest to the goal
  size_t size() const { return status.size(); }
  std::span<const Cell> path(size_t agent) const {
    return std::span(cells).subspan(begin[agent], begin[agent + 1] - begin[agent]);
  }
};

// Options of `find_all`.
struct BatchQueryOptions {
  int threads = 0;       // 0: as many as the processor has
  bool partial = false;  // agents that cannot reach their goals go to the nearest cell that they can reach
  // "tables": the lengths are those of "hpa1" before its paths are smoothed. "labels": shortest paths, on maps with one
  // weight and 8-connected moves without cutting corners.
  std::string_view planner = "tables";
  Answer answer = Answer::kCells;  // kTurns: on maps without links
};

// The path to the nearest of several goals.
struct FoundGoal {
  FoundPath path;
  std::optional<size_t> goal;  // its index in the goals of the call; none: no path leads to any of them
};

// A line of equal length of the paths from a start, see core/search/contours.hpp.
struct LengthLine {
  double length = 0;
  bool closed = false;  // the last point is joined to the first one
  std::vector<TurningPoint> points;
};

// The cells that can be reached within a length.
struct FoundReach {
  PlanStatus status = PlanStatus::kNoPath;  // kFound, or why cells are missing
  std::string why;                          // the reason in words
  std::vector<Cell> cells;                  // in the order of their lengths; the first one is the start
  std::vector<double> lengths;              // by entry of `cells`: length of the shortest path
  std::vector<LengthLine> lines;            // by length
};

// The flow field to a set of goals (core/search/flow_field.hpp). Both arrays are by cell, row by row from the upper
// left.
struct FoundFlow {
  std::vector<double> lengths;  // length of the shortest path to the nearest goal; infinite without one
  // Its first step: 0..7 clockwise from north, 8 at a goal, 9 over a link, 15 without a path.
  std::vector<uint8_t> directions;
};

// Several paths between two cells.
struct FoundAlternatives {
  std::vector<FoundPath> paths;  // the shortest path first; without a path a single entry that says why
  bool truncated = false;        // more ways round were left untried than AlternativePaths::kMaxTried
};

class Pathfinder {
 public:
  // Opens a map of any format in core/io/map_file.hpp.
  // @param path   the file, "arena.map"
  // @param rules  moves, terrain weights, what agents may enter, and their size; the default is 8-connected moves
  //               without cutting corners, weight 1 for all terrains that a walker can enter,
  //               and agents of one cell
  // @errors       the file cannot be read: its name, the line and the reason
  static Result<Pathfinder> open(const std::string& path, const Rules& rules = {});
  // @param map  of 1x1 up to 8192x8192 cells
  // @errors     there is not enough memory for its moves; the constructor throws std::bad_alloc
  static Result<Pathfinder> create(GridMap map, const Rules& rules = {});
  explicit Pathfinder(GridMap map, const Rules& rules = {});
  Pathfinder(Pathfinder&&) noexcept;
  Pathfinder& operator=(Pathfinder&&) noexcept;
  ~Pathfinder();

  // Sets an option of a structure by the name that docs/settings.md gives it: `set("hpa.cluster_size", 32)`. A switch
  // is 0 or 1, and a choice the place of its word. The next call that needs the structure builds it with that value.
  // @errors  no structure has such a setting; a value that it does not take; the structure would take more memory than
  //          it may
  Status set(std::string_view setting, double value);

  // Plans a path. The first call for a planner builds its structure, which takes from milliseconds to seconds; edits
  // keep it up to date from then on.
  // @param start, goal  cells; outside of the map, or where the agent cannot stand, the status says so
  // @param planner      "astar", "jps", "hpa2" and others: `planner_names` has all. "fastest" asks the fastest exact
  //                     planner that is ready; it builds nothing while a query waits, and keeps the structures that pay
  //                     at the present rate of queries and edits (core/world/fastest_planner.hpp)
  // @param options      what concerns the query alone, such as smoothing; with `partial` the path to the nearest place
  //                     that can be reached if there is no path to the goal
  // @errors             no such planner; a rule of movement that it cannot plan under; its structure is refused; memory
  //                     ran out
  Result<FoundPath> find(Cell start, Cell goal, std::string_view planner = "hpa1", const PlanOptions& options = {});

  // Returns which planner "fastest" has asked last, and why, in a sentence. Empty: it was not called yet.
  std::string why_fastest() const;

  // Plans for many agents in the processor's threads, each on its own: they do not avoid one another.
  // @param queries  a start and a goal each
  // @param threads  0: as many as the processor has
  // @param partial  agents that cannot reach their goals go to the nearest cell that they can reach
  // @errors         the tables that the paths are looked up in would not fit into memory; memory ran out
  // The lengths are those of "hpa1" before its paths are smoothed.
  Result<FoundPaths> find_all(std::span<const PlanQuery> queries, int threads = 0, bool partial = false);
  // @errors  also: another planner; one that cannot plan on this map; turning points on a map with links
  Result<FoundPaths> find_all(std::span<const PlanQuery> queries, const BatchQueryOptions& options);

  // Plans to the nearest of several goals, by the lengths of the paths; of equally near ones to the first in `goals`.
  // Goals that are blocked or off the map are ignored.
  // @errors  memory ran out; the same holds for the following functions, which need no structure
  Result<FoundGoal> nearest(Cell start, std::span<const Cell> goals);
  // Returns the lengths of the shortest paths to all goals, infinite where there is none.
  Result<std::vector<double>> lengths(Cell start, std::span<const Cell> goals);
  // Returns all cells whose shortest path from `start` is no longer than `limit`.
  // @param lines  lengths, ascending, of which lines of equal length are returned as well; at most `limit`
  // @errors       a limit or a line that is no number, or below 0; lines that do not ascend or exceed the limit
  Result<FoundReach> reach(Cell start, double limit, std::span<const double> lines = {});
  // Returns the lengths of the shortest paths from all cells to the nearest of the goals, and their first steps, for
  // any number of agents with these goals. Goals that are blocked or off the map are ignored. A call with the same
  // goals as the last one only works in what was painted since.
  Result<FoundFlow> flow_field(std::span<const Cell> goals);
  // Returns the shortest path and others that are a choice beside it (core/search/alternatives.hpp).
  // @errors  an option outside its range
  Result<FoundAlternatives> alternatives(Cell start, Cell goal, const AlternativeOptions& options = {});
  // Plans a path with few turns (core/search/turn_search.hpp). `length` is that of its steps.
  // @errors  a weight outside its range
  Result<FoundPath> few_turns(Cell start, Cell goal, const TurnOptions& options = {});
  // Plans a path that keeps away from walls (core/search/wall_search.hpp). `length` is that of its steps.
  // @errors  an option outside its range
  Result<FoundPath> off_walls(Cell start, Cell goal, const WallOptions& options = {});

  // Paints the cells of a rectangle, corners included and in any order; cells outside the map are ignored. Every
  // structure in use is updated, so that later paths are those of the changed map. Returns false if memory ran out:
  // then nothing was painted.
  bool paint(Cell corner, Cell opposite, Terrain terrain);
  // Gives the cells of such a rectangle a weight of their own, 1 to 255, or that of their terrain again (0). Returns
  // false if memory ran out, or for another weight: then nothing has changed.
  bool weigh(Cell corner, Cell opposite, int weight);
  // Adds a link from one cell to another that need not be beside it (core/grid/map_links.hpp), or changes its length.
  // On a map with links, planners that do not follow them return an error.
  // @param length     what it costs, in straight steps: 0.01..100000, rounded to hundredths
  // @param both_ways  also adds the link back
  // @errors           a cell off the map, twice the same cell, another length, memory ran out; nothing has changed
  Status add_link(Cell from, Cell to, double length, bool both_ways = false);
  // Removes a link. Returns false if there is none, or if memory ran out.
  bool remove_link(Cell from, Cell to);
  // Switches undo for later edits on or off (the default). Every edit then takes memory; `false` frees it.
  void keep_undo(bool on);
  // Undo and redo the last painting, or change of links. Return false if there is none, or if memory ran out.
  bool undo();
  bool redo();

  // Returns the outcome of a query of `find_all` in words: "found", "no path", "start (3,70) is off the map".
  std::string why(const PlanQuery& query, PlanStatus status) const;

  const GridMap& map() const;
  World& world() { return *world_; }
  const World& world() const { return *world_; }

 private:
  Result<FoundPath> find_in_memory(Cell start, Cell goal, std::string_view planner, const PlanOptions& options);
  Result<FoundPaths> find_all_in_memory(std::span<const PlanQuery> queries, const BatchQueryOptions& options);
  Status prepare_batch(const BatchQueryOptions& options);
  void append_cells(const BatchQueryOptions& options, std::span<const CellId> path, std::vector<Cell>& cells);
  FoundReach reach_in_memory(Cell start, Cost limit, const std::vector<Cost>& levels);
  FoundPath found_path(const PlanQuery& query, PlanStatus status, Cost cost, std::span<const CellId> path,
                       const PlanStats& stats) const;
  double length_of(Cost cost) const;
  template <class Make>
  bool apply(Make make);
  // Returns call(memory); an Error that names the question if memory runs out.
  template <class Call>
  auto answer(std::string_view question, Call&& call);
  Status prepare(StructureId structure, const Planner* meanwhile = nullptr);
  void take_results();
  void note_edit(const EditReport& done);
  Error free_memory(std::string_view planner);

  struct CallMemory;
  std::unique_ptr<World> world_;
  std::unique_ptr<CallMemory> scratch_;
};

// Names of all planners, in the order of their table.
std::vector<std::string_view> planner_names();

}  // namespace strata
