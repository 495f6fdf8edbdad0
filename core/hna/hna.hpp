// Purpose: Hna is the abstract graph of HNA*: the polygons of a navigation mesh in groups, the portals between groups
//          as nodes, and the cheapest paths between the portals of a group. It is built level by level, and updated
//          after edits of the mesh.
// Differs: Portals are nodes (core/navmesh/mesh_space.hpp): a portal between two groups is an inter-edge and a node at
//          once, and paths cost exactly as much as those of A* on the mesh. The polygon sequence of an intra-edge is
//          not stored: each entry holds the first step, and following the steps gives the sequence.
// Shapes: Levels count from 1. A group keeps its number while it exists; numbers of dissolved groups are reused, and
//         until then such a group has no polygons. Portals of a group are numbered from 0, its inter-edges first. Table
//         R has portals x inter-edges entries, table P polygons x inter-edges.
// Links: Links of the mesh are nodes of every level. Paths inside a group follow no link, and a group stores those from
//        its portals to the points where links begin. Those from the far end of a link are looked up in R.
// Units: See core/grid/half_cells.hpp.
// Errors: Plans return kStale until the graph is ready().
// Threads: Const calls with different workspaces may run together.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "core/hna/grouping.hpp"
#include "core/navmesh/grid_mesh.hpp"
#include "core/navmesh/mesh_space.hpp"
#include "core/navmesh/navmesh.hpp"

namespace strata {

struct HnaOptions {
  static constexpr int kMinSize = 2, kMaxSize = 64;
  int levels = 2;                           // 1..kMaxHnaLevels
  int group_size = 10;                      // the paper's mu, kMinSize..kMaxSize
  MeshCosts costs = MeshCosts::kMidpoints;  // costs of the paths
  friend bool operator==(const HnaOptions&, const HnaOptions&) = default;
};

// The first step of a path inside a group: the polygon of the portal that is crossed, and the side by which
// the path leaves it.
class HnaFirstStep {
 public:
  // The side of a step into the polygon in which the path ends.
  static constexpr uint32_t kEnd = kMaxSides;
  HnaFirstStep() = default;
  HnaFirstStep(uint32_t which, uint32_t side) : bits_(static_cast<uint8_t>(which << 7 | side)) {}
  uint32_t which() const { return bits_ >> 7; }
  uint32_t side() const { return bits_ & 127u; }
  friend bool operator==(const HnaFirstStep&, const HnaFirstStep&) = default;

 private:
  uint8_t bits_ = 0;
};
static_assert(kMaxSides <= 127);

// Returns whether a point where a link begins comes before another one in HnaGroup::link_starts.
inline bool is_before_start(const MeshEndpoint& a, const MeshEndpoint& b) {
  return std::tie(a.polygon, a.at.y, a.at.x) < std::tie(b.polygon, b.at.y, b.at.x);
}

struct HnaGroup {
  std::vector<PolygonId> polygons;  // ascending; empty: the number is unused
  std::vector<PortalId> portals;    // first the inter-edges, ascending, then the other portals, ascending
  uint32_t inter_edges = 0;         // number of inter-edges
  // R, by [portal * inter_edges + inter_edge]: the cheapest path inside the group from a portal to an inter-edge.
  std::vector<Cost> costs;
  std::vector<HnaFirstStep> hops;
  // P, by [polygon * inter_edges + inter_edge]: the cheapest path from the centroid of a polygon, and the side by which
  // it leaves the polygon.
  std::vector<Cost> centre_costs;
  std::vector<uint8_t> centre_sides;
  // The points of the group where links of the mesh begin: by polygon, then by y and x, each once.
  std::vector<MeshEndpoint> link_starts;
  // By [portal * link_starts.size() + start]: the cheapest path inside the group from a portal to such a point.
  std::vector<Cost> start_costs;
  std::vector<HnaFirstStep> start_hops;

  Cost cost(uint32_t portal, uint32_t inter_edge) const { return costs[size_t{portal} * inter_edges + inter_edge]; }
  HnaFirstStep hop(uint32_t portal, uint32_t inter_edge) const {
    return hops[size_t{portal} * inter_edges + inter_edge];
  }
  Cost start_cost(uint32_t portal, uint32_t start) const { return start_costs[portal * link_starts.size() + start]; }
  HnaFirstStep start_hop(uint32_t portal, uint32_t start) const {
    return start_hops[portal * link_starts.size() + start];
  }
  friend bool operator==(const HnaGroup&, const HnaGroup&) = default;
};

// An HnaUpdate says what a build or an update did.
struct HnaUpdate {
  struct LevelUpdate {
    std::vector<uint32_t> groups;  // groups that were rebuilt or are new
    size_t dissolved = 0;          // number of dissolved groups
    size_t entries = 0;            // entries of R and P that were computed
    double micros = 0;             // time in microseconds
  };
  std::array<LevelUpdate, kMaxHnaLevels> levels;
  // Clears the values and keeps the allocated memory.
  void clear() {
    for (LevelUpdate& level : levels) {
      level.groups.clear();
      level.dissolved = level.entries = 0;
      level.micros = 0;
    }
  }
};

// One abstract level.
class HnaLevel {
 public:
  uint32_t group_slots() const { return static_cast<uint32_t>(groups_.size()); }
  bool has_group(uint32_t group) const { return group < groups_.size() && !groups_[group].polygons.empty(); }
  const HnaGroup& group(uint32_t group) const { return groups_[group]; }
  uint32_t group_of(PolygonId polygon) const { return group_of_[polygon]; }
  // Return the index of a polygon in its group, and of a portal in the group of its polygon `which` (0, 1).
  uint32_t place_of(PolygonId polygon) const { return place_of_[polygon]; }
  uint32_t place_of(PortalId portal, uint32_t which) const { return portal_places_[portal][which]; }
  // Returns whether the portal is an inter-edge, that is, a node of this level.
  bool is_inter_edge(const Portal& portal) const {
    return group_of_[portal.polygons[0]] != group_of_[portal.polygons[1]];
  }

  size_t group_count() const { return groups_.size() - unused_.size(); }
  size_t inter_edge_count() const;  // number of inter-edges, each counted once
  size_t intra_edge_count() const;  // pairs of inter-edges of the same group
  size_t largest_group() const;     // size of the largest group, in polygons
  size_t memory_bytes() const;
  size_t row_bytes() const;  // memory of R and P, in bytes

 private:
  friend class Hna;
  friend struct HnaBuilder;

  std::vector<uint32_t> group_of_;                      // by polygon: its group
  std::vector<uint32_t> place_of_;                      // by polygon: its index in the group
  std::vector<std::array<uint32_t, 2>> portal_places_;  // by portal: its indices in the groups of its polygons
  std::vector<HnaGroup> groups_;
  std::vector<uint32_t> unused_;
  size_t largest_ = 0;             // largest number of polygons that any group has had
  std::vector<uint32_t> dirty_;    // groups to rebuild
  std::vector<uint8_t> is_dirty_;  // by group: whether it is in `dirty_`
  std::vector<uint32_t> linked_;   // groups in which links begin, in any order; some may be in it twice
};

class Hna {
 public:
  // Starts with a grouping that has options.levels levels; `update_some` builds the graph. The mesh must not change
  // before `update_some` has returned true for the first time.
  void reset(const HnaOptions& options, Grouping grouping);
  // Updates the groups after a change of the mesh: new polygons join the group in which they lie, and groups that are
  // no longer connected are split.
  void follow(const NavMesh& mesh, const MeshUpdate& change);
  // Works for about `max_steps` steps of a microsecond each. Returns true when no work is left and the
  // graph can be searched.
  bool update_some(const NavMesh& mesh, HnaUpdate& report, size_t max_steps = SIZE_MAX);
  // Returns the estimated remaining steps; 0: no work is left.
  size_t pending() const;

  HnaUpdate build(const NavMesh& mesh, const HnaOptions& options);

  const HnaOptions& options() const { return options_; }
  bool ready() const { return built_for_ != 0; }
  uint64_t built_for() const { return built_for_; }  // version of the mesh; 0: not up to date
  int levels() const { return static_cast<int>(levels_.size()); }
  const HnaLevel& level(int level) const { return levels_[static_cast<size_t>(level - 1)]; }
  // Returns whether edits have made a group of the top level more than twice as large as intended, so that a new
  // grouping is useful.
  bool unbalanced() const { return !levels_.empty() && levels_.back().largest_ > most_; }
  size_t memory_bytes(int up_to_level = kMaxHnaLevels) const;
  // Returns the first difference from a new graph of the same mesh and groups, in words; nothing if there is none.
  std::optional<std::string> difference(const NavMesh& mesh) const;

 private:
  friend struct HnaBuilder;

  // An arc of the graph of the portals of one group, from which the rows of R are computed.
  struct LocalArc {
    uint32_t to = 0;
    Cost cost = 0;
    HnaFirstStep hop;  // first step of the path from `to` back to the arc's node
  };
  // Scratch memory, reused by later updates.
  struct BuildScratch {
    std::vector<LocalArc> arcs;
    std::vector<uint32_t> first, fill;
    std::vector<uint64_t> heap;
    std::vector<Cost> costs;
    std::vector<HnaFirstStep> hops;
    std::vector<PolygonId> found;
    std::vector<uint32_t> groups, origins;
    std::vector<std::array<uint32_t, kMaxHnaLevels>> joined;
    std::vector<uint64_t> stamps;  // by polygon: number of the last search for connected parts that reached it
    uint64_t stamp = 0;
  };

  HnaOptions options_;
  uint64_t built_for_ = 0;
  std::vector<HnaLevel> levels_;
  size_t most_ = 0;  // limit of the polygons of a group of the top level
  // The grouping of the last reset, while it is copied; otherwise it has no levels.
  Grouping incoming_;
  PolygonId taken_ = 0;  // number of polygons whose groups were copied from `incoming_`
  BuildScratch work_;
};

}  // namespace strata
