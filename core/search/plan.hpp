// Purpose: This header defines the input (Query) and the result (PlanResult) of a query, for all planners. The options
//          of a query are in core/search/plan_options.hpp.
// Units: Costs in the units of the movement profile (core/grid/cost.hpp).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/grid/cell.hpp"
#include "core/grid/cost.hpp"
#include "core/grid/half_cells.hpp"

namespace strata {

// A node of a planner. Each abstract level has ids of its own; for most planners a node of level 0 is a cell.
using NodeId = uint32_t;
inline constexpr NodeId kNoNodeId = kNoCell;

// A point of a navigation mesh, and the polygon that holds it.
struct MeshGoal {
  HalfCellPoint at;
  uint32_t polygon = kNoNodeId;
  friend bool operator==(const MeshGoal&, const MeshGoal&) = default;
};

struct PlanOptions;

// How much of a path an answer holds: its cells, its turning points (core/search/turns.hpp), or only its cost.
enum class Answer : uint8_t { kCells, kTurns, kCost };
inline constexpr std::array<std::string_view, 3> kAnswerNames = {"cells", "turns", "cost"};

struct PlanQuery {
  Cell start;
  Cell goal;
  // For planners over a mesh: a goal that replaces the middle of the cell `goal`. Partial paths set it.
  std::optional<MeshGoal> mesh_goal = std::nullopt;
  friend bool operator==(const PlanQuery&, const PlanQuery&) = default;
};

enum class PlanStatus : uint8_t {
  kFound,
  kNoPath,
  kStartBlocked,  // outside the map or not passable
  kGoalBlocked,
  kStale,              // the abstraction is being built for the present map
  kCostOverflow,       // the cost would pass 2^32 - 1 (5.2 million straight steps), half of that over abstract graphs
  kNoSuchAgent,        // the abstraction was not built for agents of this size and these terrains
  kUnsupported,        // the planner cannot plan under these rules of movement (profile, terrain weights)
  kOffMesh,            // an end is on the map, but in no polygon of the navigation mesh
  kRefused,            // the abstraction is off, was refused, or does not suit the planner: why_not returns the reason
  kTooManyExpansions,  // the search has expanded the most nodes it may; whether there is a path is not known
};
std::string_view status_text(PlanStatus status);

// The phases of a query. Bidirectional searches report kForward and kBackward in place of kMain; recorded builds of
// contraction hierarchies report kContract.
enum class Phase : uint8_t { kInsertStart, kInsertGoal, kMain, kRefine, kSmooth, kForward, kBackward, kContract };
inline constexpr int kPhases = 8;
std::string_view phase_name(Phase phase);

struct PhaseStats {
  uint64_t expanded = 0;   // nodes expanded
  uint64_t generated = 0;  // nodes put into the open list, including updates with a smaller g
  uint64_t touched = 0;    // neighbours visited
  friend bool operator==(const PhaseStats&, const PhaseStats&) = default;
};

struct PlanStats {
  std::array<PhaseStats, kPhases> phases{};
  PhaseStats& of(Phase phase) { return phases[static_cast<size_t>(phase)]; }
  const PhaseStats& of(Phase phase) const { return phases[static_cast<size_t>(phase)]; }
  PhaseStats total() const;
  friend bool operator==(const PlanStats&, const PlanStats&) = default;
};

// The result of a query. Use one object for many queries: its vectors keep their memory.
struct PlanResult {
  PlanStatus status = PlanStatus::kNoPath;
  Cost cost = kInfinite;         // cost of `path`
  Cost raw_cost = kInfinite;     // cost before smoothing; equals `cost` for planners that do not smooth
  std::vector<CellId> path;      // cells from start to goal, both included; empty if no path was found
  std::vector<CellId> turns;     // with Answer::kTurns, instead of `path`: the start, the turns, and the goal
  std::vector<CellId> raw_path;  // the path before smoothing; only with PlanOptions::keep_raw_path
  // The nodes of the abstract path from start to goal; empty for planners without an abstract graph. They are cells
  // unless the planner's row (core/world/planners.hpp) gives the places of its nodes.
  std::vector<NodeId> abstract_path;
  // For any-angle planners, whose `path` is empty: the start, the turns and the goal. A half cell has `units` units: 1,
  // or more on meshes with a finer lattice (NavMesh::units). The same holds for `nearest`.
  std::vector<HalfCellPoint> points;
  int units = 1;
  // Indices, ascending, of the points (or of `turns`) from which the path follows a link of the map to the next one.
  std::vector<uint32_t> links_at;
  // There is no path to the goal (`status` says why), but a partial path leads near it. With PlanOptions::partial it
  // leads to `nearest`, the nearest reachable place, and the paths and costs are those of the partial path. Detour also
  // sets this when it has found a path to a polygon near the goal; that path is not stored, and its cost is kInfinite.
  bool partial = false;
  // The end of the partial path. For planners over cells it is the middle of a cell, without a polygon.
  MeshGoal nearest;
  uint64_t nearest_visited = 0;  // cells, polygons and portals visited to find `nearest`, not included in `stats`
  bool complete = true;          // false: `path` has only the first moves; `cost` is that of the complete path
  PlanStats stats;

  bool found() const { return status == PlanStatus::kFound; }
  bool has_partial_path() const { return partial && cost != kInfinite; }
  void clear(PlanStatus with);
};

}  // namespace strata
