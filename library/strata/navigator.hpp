// Purpose: A Navigator holds a map, the agents that walk on it, and everything that planners build for them. Queries
//          (strata/query.hpp) find paths on it. Edits change the map, and every structure follows.
// Units: What a cell costs is a whole number, 1 to 255, or 0 for a blocked cell: a step costs its length times the mean
//        of the costs of its two cells. A diagonal step is 1154/816 long, 142/100 under Moves::kLoose. Lengths of links
//        are in straight steps over cells of cost 1.
// Shapes: Arrays of cells are row by row from the upper left corner, width * height values. Maps have 1x1 to 8192x8192
//         cells.
// Errors: A Result with a code. An argument outside of its range is told and changes nothing; nothing aborts. Where
//         memory runs out, or the limit is met, the structure is refused and other planners go on.
// Threads: Any thread may call any function at any time. Queries run at the same time; an edit waits for those that are
//          running, and the next ones see it. A query therefore is exact for one state of the map, whose number stands
//          in its answer. A thread of the Navigator builds structures, in slices between which queries and edits run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "strata/cell.hpp"
#include "strata/planner_spec.hpp"
#include "strata/result.hpp"

namespace strata {

enum class Moves : uint8_t {
  kOctile,  // 8 neighbours; a diagonal step needs both cells beside it
  kLoose,   // 8 neighbours; a diagonal step needs one of the two cells beside it
  kFour     // 4 neighbours
};

struct MapSpec {
  int width = 0;
  int height = 0;
  std::span<const uint8_t> cost = {};  // empty: all cells cost 1
  Moves moves = Moves::kOctile;
  // Bytes that map, worlds and structures of all agents may take together (Navigator::memory_bytes); 0: no limit. What
  // goes beyond is not built; the graph of HPA*, which every kind of agents has, always is.
  size_t memory_limit = 0;
};

// The costs of terrains in map files; 0: blocked.
struct TerrainCosts {
  uint8_t ground = 1, swamp = 1, water = 0, trees = 0;
  Moves moves = Moves::kOctile;
  size_t memory_limit = 0;
};

// A kind of agents. Its place is its upper left cell.
struct AgentSpec {
  int size = 1;        // side of the square that it covers, 1 to 8 cells
  int max_cost = 255;  // it cannot enter cells that cost more
};

// Names a kind of agents of one Navigator.
struct AgentId {
  uint32_t number = UINT32_MAX;
  friend bool operator==(const AgentId&, const AgentId&) = default;
};

// What an edit has done.
struct Edited {
  uint64_t revision = 0;  // number of the map after it
  size_t changed_cells = 0;
  CellBox bounds;     // of the changed cells; meaningless without any
  double micros = 0;  // time that the structures of all agents took
};

class Navigator;
struct NavigatorState;

// Changes that are made together: nothing is seen of them before `commit`, and if one is wrong, none is made.
class MapEdit {
 public:
  MapEdit& fill(CellBox box, int cost);  // cells off the map are ignored
  // @param costs  one for each cell, or a single one for all
  MapEdit& cells(std::span<const Cell> cells, std::span<const uint8_t> costs);
  // Adds a link from one cell to another that need not be beside it, or changes its length.
  MapEdit& link(Cell from, Cell to, double length);
  MapEdit& unlink(Cell from, Cell to);
  // Makes the changes. Structures are up to date when it returns, but those that are built in the background, whose
  // planners answer again when that is done.
  // @errors  the first wrong argument; memory
  Result<Edited> commit();

 private:
  friend class Navigator;
  explicit MapEdit(std::shared_ptr<NavigatorState> state) : state_(std::move(state)) {}
  struct Part {
    CellBox box;
    int cost = -1;        // below 0: a link from box.corner to box.opposite
    uint32_t length = 0;  // of the link, in hundredths; 0: it is removed
  };
  void add(const Part& part);
  void refuse(std::string why);

  std::shared_ptr<NavigatorState> state_;
  std::vector<Part> parts_;
  std::string wrong_;  // the first wrong argument; nothing is committed any more
  bool out_of_memory_ = false;
};

// The building of a planner's structures, which goes on without this object.
class Preparation {
 public:
  Preparation() = default;  // of nothing: it is done
  bool done() const;        // built, cancelled or refused
  double progress() const;  // 0..1
  // Ends the building, and frees what it has switched on; the graph of HPA*, which every map has, stays.
  void cancel();
  // Waits for the end.
  // @errors  the structure was refused, with the reason; cancelled; the Navigator was destroyed
  Status wait();

 private:
  friend class Navigator;
  std::shared_ptr<NavigatorState> state_;
  PlannerSpec planner_{"astar"};
  std::vector<AgentId> agents_;
  uint64_t added_ = 0;  // structures that it has switched on, as bits
};

class Navigator {
 public:
  static Result<Navigator> create(const MapSpec& map);
  // Opens a map file of any format that docs/formats.md lists.
  static Result<Navigator> open(const std::string& path, const TerrainCosts& costs = {});
  Navigator(Navigator&&) noexcept;
  Navigator& operator=(Navigator&&) noexcept;
  ~Navigator();

  int width() const;
  int height() const;
  // Returns what a cell costs; 0 for blocked cells and off the map.
  int cost(Cell cell) const;
  // Returns the number of the map: 1 at first, and one more with each edit that changes something.
  uint64_t revision() const;

  Result<AgentId> add_agent(const AgentSpec& agent);
  // Builds in the background what the planner needs for these agents. It replaces the settings of an earlier call for
  // planners over the same structure, but keeps as many levels as that has asked for.
  // @errors  no such planner, setting, value or agent; the planner does not support the moves, the costs or the links;
  //          its structure would take more memory than it may
  Result<Preparation> prepare(const PlannerSpec& planner, std::span<const AgentId> agents);
  Result<Preparation> prepare(const PlannerSpec& planner, AgentId agent) { return prepare(planner, {&agent, 1}); }
  MapEdit edit();

  size_t memory_bytes() const;  // of maps and structures of all agents

 private:
  friend class Query;
  explicit Navigator(std::shared_ptr<NavigatorState> state);
  std::shared_ptr<NavigatorState> state_;
};

}  // namespace strata
