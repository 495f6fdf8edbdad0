// Improves centres: the weight of an edge is the distance of two centres on an empty map, and the centre of a region
// moves to the cell with the least sum of errors of all its edges.
// Source: Sturtevant 2007, "Memory-efficient abstractions for pathfinding", on moving region centres.
// Differs: The centre of every region is computed from the original centres of its neighbours. So the order does not
//          matter, and an edit moves centres only in adjacent sectors.
#include "core/search/cell_space.hpp"
#include "core/sectors/sectors.hpp"

namespace strata {
namespace {

// The search space of the cells in a rectangle that belong to one of two regions.
template <bool kUniform, class InPair>
struct RegionPairSpace : CellSpace<true, kUniform, SweepQueue> {
  using Base = CellSpace<true, kUniform, SweepQueue>;
  const InPair& in_pair;

  RegionPairSpace(const MoveGrid& grid, const Rect& area, Workspace& workspace, const InPair& member)
      : Base(grid, area, workspace.area, workspace.sweep, DistanceBound{}, Cell{}), in_pair(member) {}

  template <class Visit>
  void successors(uint32_t id, uint32_t index, Visit&& visit) const {
    Base::successors(id, index, [&](uint32_t next, uint32_t next_index, Cost step, uint32_t token) {
      if (in_pair(Base::x_of(next), Base::y_of(next))) visit(next, next_index, step, token);
    });
  }
};

// Computes the costs from `from` to the cells of `area` over cells of both regions. They are in workspace.area.
template <class InPair>
void find_distances(const MoveGrid& grid, const Rect& area, Cell from, Workspace& workspace, const InPair& in_pair) {
  const auto search = [&](auto&& space) {
    PhaseStats stats;
    best_first_search(space, space.begin(from), CellRecords::kStart, kInfinite,
                      [](uint32_t, uint32_t) { return false; }, stats, NoObserver{}, {});
  };
  if (grid.uniform()) {
    search(RegionPairSpace<true, InPair>(grid, area, workspace, in_pair));
  } else {
    search(RegionPairSpace<false, InPair>(grid, area, workspace, in_pair));
  }
}

}  // namespace

void Sectors::place_centres(const MoveGrid& grid, uint32_t sector) {
  Level& level = at(1);
  const Rect rect = level.sectors.rect(sector);
  Workspace& workspace = build_workspace_.get();
  workspace.sweep.configure(grid.base(0) * static_cast<Cost>(grid.min_weight()), grid.max_step());
  const auto place = [&](int x, int y) { return static_cast<size_t>((y - rect.y0) * rect.width() + x - rect.x0); };
  const auto cells = static_cast<size_t>(rect.width() * rect.height());
  for (uint32_t own = level.first_region[sector]; own < level.first_region[sector + 1]; ++own) {
    RegionNode& node = level.nodes[own];
    errors_.assign(cells, 0);
    in_region_.assign(cells, 0);
    for (int y = rect.y0; y < rect.y1; ++y) {
      for (int x = rect.x0; x < rect.x1; ++x) {
        in_region_[place(x, y)] = grid.passable(grid.id({x, y})) && level.region_in(sector, x, y) == own;
      }
    }
    for (uint32_t e = node.edges; e < node.edges_end; ++e) {
      const RegionNode& other = level.nodes[level.target(node, level.edges[e])];
      const uint32_t beyond = other.region.sector;
      const auto slot = static_cast<int64_t>(level.edges[e] & kSlotMask);
      const Cell from = grid.cell(other.nearest);
      Rect area = rect;
      area.include(level.sectors.rect(beyond));
      const auto in_pair = [&](int x, int y) {
        if (rect.contains({x, y})) return in_region_[place(x, y)] != 0;
        return level.sector_at(x, y) == beyond && level.slot_in(beyond, x, y) == slot;
      };
      find_distances(grid, area, from, workspace, in_pair);
      for (int y = rect.y0; y < rect.y1; ++y) {
        const auto row = static_cast<uint32_t>((y - area.y0) * area.width() - area.x0);
        for (int x = rect.x0; x < rect.x1; ++x) {
          if (in_region_[place(x, y)] == 0) continue;
          // Over cells of small weights of their own a way may cost less than its edge.
          const Cost cost = workspace.area.g(row + static_cast<uint32_t>(x)), weight = bound_({x, y}, from);
          errors_[place(x, y)] += std::max(cost, weight) - std::min(cost, weight);
        }
      }
    }
    // Of equal cells the one nearest to the centroid is chosen, then the first.
    const Cell before = grid.cell(node.nearest);
    Cell best = before;
    uint64_t least = errors_[place(before.x, before.y)];
    int nearest = 0;
    for (int y = rect.y0; y < rect.y1; ++y) {
      for (int x = rect.x0; x < rect.x1; ++x) {
        const uint64_t error = errors_[place(x, y)];
        const int distance = (x - before.x) * (x - before.x) + (y - before.y) * (y - before.y);
        if (in_region_[place(x, y)] == 0 || error > least || (error == least && distance >= nearest)) continue;
        best = {x, y};
        least = error;
        nearest = distance;
      }
    }
    node.region.centre = grid.id(best);
    node.x = static_cast<uint16_t>(best.x);
    node.y = static_cast<uint16_t>(best.y);
  }
  level.changed.push_back(sector);
}

}  // namespace strata
