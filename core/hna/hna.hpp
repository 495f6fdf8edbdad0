// Purpose: Hna is the hierarchical navigation graph of HNA*: the polygons of a navigation mesh in groups, the portals
//          between groups as nodes, and the cheapest paths between the portals of a group. It is built level by level,
//          and updated after edits of the mesh.
// Differs: Portals are nodes (core/navmesh/mesh_space.hpp), so that every portal between two groups is an inter-edge
//          and a node at once, and paths cost exactly what those of A* on the mesh cost. Polygon sequences of
//          intra-edges are not stored: every entry holds its first step, and following the steps gives the sequence.
// Shapes: Levels count from 1. Groups have fixed numbers while they exist; numbers of dissolved groups are reused,
//         until then the group under such a number has no polygons. Portals of a group are numbered from 0, its
//         inter-edges first; R has portals x inter-edges entries, P polygons x inter-edges.
// Units: See core/grid/half_cells.hpp.
// Errors: Plans return kStale until ready().
// Threads: Const calls with different workspaces may run together.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
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

// The first step of a path inside a group: which polygon of the portal is crossed, and by which of its sides it is
// left.
class HnaFirstStep {
 public:
  HnaFirstStep() = default;
  HnaFirstStep(uint32_t which, uint32_t side) : bits_(static_cast<uint8_t>(which << 7 | side)) {}
  uint32_t which() const { return bits_ >> 7; }
  uint32_t side() const { return bits_ & 127u; }
  friend bool operator==(const HnaFirstStep&, const HnaFirstStep&) = default;

 private:
  uint8_t bits_ = 0;
};
static_assert(kMaxSides <= 127);

struct HnaGroup {
  std::vector<PolygonId> polygons;  // ascending; empty: the number is free
  std::vector<PortalId> portals;    // inter-edges ascending, then the other portals ascending
  uint32_t inter_edges = 0;         // their number
  // R, by [portal * inter_edges + inter_edge]: the cheapest path inside the group from a portal to an inter-edge.
  std::vector<Cost> costs;
  std::vector<HnaFirstStep> hops;
  // P, by [polygon * inter_edges + inter_edge]: the cheapest path from the centre of a polygon, and the side by which
  // it leaves.
  std::vector<Cost> centre_costs;
  std::vector<uint8_t> centre_sides;

  Cost cost(uint32_t portal, uint32_t inter_edge) const { return costs[size_t{portal} * inter_edges + inter_edge]; }
  HnaFirstStep hop(uint32_t portal, uint32_t inter_edge) const {
    return hops[size_t{portal} * inter_edges + inter_edge];
  }
  friend bool operator==(const HnaGroup&, const HnaGroup&) = default;
};

// What a build or an update did.
struct HnaUpdate {
  struct Level {
    std::vector<uint32_t> groups;  // rebuilt or new
    size_t dissolved = 0;          // groups
    size_t entries = 0;            // of R and P, computed
    double micros = 0;             // time spent
  };
  std::array<Level, kMaxHnaLevels> levels;
  // Keeps the memory.
  void clear() {
    for (Level& level : levels) {
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
  // The index of a polygon in its group, and of a portal in the group of one of its polygons.
  uint32_t place_of(PolygonId polygon) const { return place_of_[polygon]; }
  uint32_t place_of(PortalId portal, uint32_t which) const { return portal_places_[portal][which]; }
  // Whether the portal is an inter-edge, that is a node of this level.
  bool is_inter_edge(const Portal& portal) const {
    return group_of_[portal.polygons[0]] != group_of_[portal.polygons[1]];
  }

  size_t group_count() const { return groups_.size() - unused_.size(); }
  size_t inter_edge_count() const;  // each counted once
  size_t intra_edge_count() const;  // pairs of inter-edges of one group
  size_t largest_group() const;     // polygons
  size_t memory_bytes() const;
  size_t row_bytes() const;  // of R and P alone

 private:
  friend class Hna;
  friend struct HnaBuilder;

  std::vector<uint32_t> group_of_;                      // by polygon
  std::vector<uint32_t> place_of_;                      // by polygon
  std::vector<std::array<uint32_t, 2>> portal_places_;  // by portal
  std::vector<HnaGroup> groups_;
  std::vector<uint32_t> unused_;
  size_t largest_ = 0;             // largest number of polygons that a group has had
  std::vector<uint32_t> dirty_;    // groups to be rebuilt
  std::vector<uint8_t> is_dirty_;  // by group
};

class Hna {
 public:
  // Begins with a grouping of the polygons of the mesh, with options.levels levels; `update_some` does the work. The
  // mesh must not change before `update_some` has first returned true.
  void reset(const HnaOptions& options, Grouping grouping);
  // Follows a change of the mesh. New polygons join the group in which they lie, groups that fell apart are split.
  void follow(const NavMesh& mesh, const MeshUpdate& change);
  // Works for about `max_steps` steps of a microsecond. Returns true when no work is left and the graph is usable
  // again.
  bool update_some(const NavMesh& mesh, HnaUpdate& report, size_t max_steps = SIZE_MAX);
  // Estimated steps left; 0: no work is left.
  size_t pending() const;

  HnaUpdate build(const NavMesh& mesh, const HnaOptions& options);

  const HnaOptions& options() const { return options_; }
  bool ready() const { return built_for_ != 0; }
  uint64_t built_for() const { return built_for_; }  // version of the mesh; 0: work is left
  int levels() const { return static_cast<int>(levels_.size()); }
  const HnaLevel& level(int level) const { return levels_[static_cast<size_t>(level - 1)]; }
  // Whether edits have made a group of the top level more than twice as large as it should be, so that a new grouping
  // is worth it.
  bool unbalanced() const { return !levels_.empty() && levels_.back().largest_ > most_; }
  size_t memory_bytes(int up_to_level = kMaxHnaLevels) const;
  // Describes in words where it differs from a graph of the same mesh and groups; nothing if it does not.
  std::optional<std::string> difference(const NavMesh& mesh) const;

 private:
  friend struct HnaBuilder;

  // An arc of the portals of a group as a graph of their own, from which the rows are computed.
  struct LocalArc {
    uint32_t to = 0;
    Cost cost = 0;
    HnaFirstStep hop;  // first step of the path from `to` back
  };
  // Buffers of the work, kept from one update to the next.
  struct Work {
    std::vector<LocalArc> arcs;
    std::vector<uint32_t> first, fill;
    std::vector<uint64_t> heap;
    std::vector<Cost> costs;
    std::vector<HnaFirstStep> hops;
    std::vector<PolygonId> found;
    std::vector<uint32_t> groups, origins;
    std::vector<std::array<uint32_t, kMaxHnaLevels>> joined;
    std::vector<uint64_t> stamps;  // by polygon
    uint64_t stamp = 0;
  };

  HnaOptions options_;
  uint64_t built_for_ = 0;
  std::vector<HnaLevel> levels_;
  size_t most_ = 0;      // polygons that a group of the top level may grow to
  Grouping incoming_;    // grouping to be taken over; without levels: none
  PolygonId taken_ = 0;  // number of its polygons taken over
  Work work_;
};

}  // namespace strata
