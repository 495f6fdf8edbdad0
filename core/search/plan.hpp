// Purpose: This header defines what a search is asked (Query, PlanOptions) and what it answers (PlanResult). They are
//          the same for every planner.
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
#include "core/search/heuristic.hpp"

namespace strata {

// A node of a planner; every level has ids of its own. For most planners it is a cell.
using NodeId = uint32_t;
inline constexpr NodeId kNoNodeId = kNoCell;

// A point of a navigation mesh, and the polygon that holds it.
struct MeshGoal {
  HalfCellPoint at;
  uint32_t polygon = kNoNodeId;
  friend bool operator==(const MeshGoal&, const MeshGoal&) = default;
};

struct Query {
  Cell start;
  Cell goal;
  // For planners over a mesh: a goal in place of the middle of `goal`. `plan` sets it for partial paths.
  std::optional<MeshGoal> mesh_goal = std::nullopt;
  friend bool operator==(const Query&, const Query&) = default;
};

enum class PlanStatus : uint8_t {
  kFound,
  kNoPath,
  kStartBlocked,  // outside the map or not passable
  kGoalBlocked,
  kStale,         // the abstraction is being built for the map as it is
  kCostOverflow,  // the cost would pass 2^32 - 1 (5.2 million straight steps), half of that over abstract graphs
  kNoSuchAgent,   // the abstraction was not built for agents of this size and these terrains
  kUnsupported,   // the planner cannot plan under these rules of movement (profile, terrain weights)
  kOffMesh,       // an end is on the map, but in no polygon of the navigation mesh
  kRefused,       // the abstraction is off, was refused, or does not suit the planner: why_not says why
};
std::string_view status_text(PlanStatus status);

// Phases of a query. Bidirectional searches report kForward and kBackward in place of kMain. kContract is for recorded
// builds of contraction hierarchies.
enum class Phase : uint8_t { kInsertStart, kInsertGoal, kMain, kRefine, kSmooth, kForward, kBackward, kContract };
inline constexpr int kPhases = 8;
std::string_view phase_name(Phase phase);

struct PhaseStats {
  uint64_t expanded = 0;   // nodes taken from the open list and expanded
  uint64_t generated = 0;  // nodes put into the open list, or put again with a smaller g
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

// The answer to a query. Reuse one for many queries: its vectors keep their memory.
struct PlanResult {
  PlanStatus status = PlanStatus::kNoPath;
  Cost cost = kInfinite;         // of `path`
  Cost raw_cost = kInfinite;     // before smoothing; equals `cost` for planners that do not smooth
  std::vector<CellId> path;      // cells from start to goal, both included; empty if no path was found
  std::vector<CellId> raw_path;  // before smoothing; filled on request only
  // Nodes of the level searched, from start to goal: cells, unless the planner's row in the list of planners says where
  // its nodes lie; empty for flat planners.
  std::vector<NodeId> abstract_path;
  // For planners at any angle, whose `path` is empty: start, turns and goal. `units` of them are a half cell: 1, or
  // more on meshes with a finer lattice (NavMesh::units). The same holds for `nearest`.
  std::vector<HalfCellPoint> points;
  int units = 1;
  // There is no path to the goal, and `status` says why, but a partial path leads to a place near it. With
  // PlanOptions::partial the place is the nearest one that can be reached, `nearest`, and paths and costs are those of
  // the path to it. Detour also sets this by itself when it has found a path to some polygon near the goal; that path
  // is not kept, and its cost is kInfinite.
  bool partial = false;
  // End of the partial path; for planners over cells the middle of a cell, and no polygon.
  MeshGoal nearest;
  uint64_t nearest_visited = 0;  // cells, polygons and portals visited to find it; they are not among the `stats`
  bool complete = true;          // false: `path` holds only the first moves, `cost` is that of the whole path
  PlanStats stats;

  bool found() const { return status == PlanStatus::kFound; }
  bool has_partial_path() const { return partial && cost != kInfinite; }
  void clear(PlanStatus with);
};

struct PlanOptions {
  bool smooth = true;          // only planners that refine an abstract path
  bool keep_raw_path = false;  // fill PlanResult::raw_path
  int levels = 0;              // HPA*: the abstract level to search on; 0: the highest
  // HPA*: refine lazily, until this many moves are known, without smoothing; 0: the whole path.
  uint32_t first_moves = 0;
  // Sectors: how many edges of the abstract path are refined at a time; 0: all, which takes several times as long for
  // paths that are hardly shorter.
  uint32_t segment = 2;
  bool refine = true;  // sectors: if false, only the abstract path is found and `path` stays empty
  bool stall = true;   // `ch`: do not expand a node that a higher node reaches as cheaply
  bool potentials =
      true;  // contraction hierarchies, except the live one: the distance bound guides the search in both directions
  // HNA*: method of linking start and goal to the inter-edges of their groups (core/hna/hna_query.hpp); all find the
  // same cost.
  uint8_t mesh_links = 0;
  bool from_centres = false;  // PCCP: as published, paths begin and end at the centres of polygons
  // Room pruning: seed for spreading paths over the interiors of rooms; 0: paths are left as they were searched.
  uint64_t interleave = 0;
  // `astar`: heuristic, its weight, and tie-breaking (core/search/weighted_search.hpp).
  Heuristic heuristic = Heuristic::kOctile;
  uint16_t weight = kWeightOne;  // in hundredths, up to kWeightLimit
  TieBreaking ties = TieBreaking::kLargeG;
  // If no path leads to the goal: plan to the nearest place that can be reached (core/world/partial_path.hpp).
  bool partial = false;
};

}  // namespace strata
