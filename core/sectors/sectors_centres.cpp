// Better centres: an edge claims that the way between two centres costs what an empty map would. The centre of a region
// moves to where that is least wrong for all its edges together.
// Source: Sturtevant 2007, "Memory-efficient abstractions for pathfinding", on moving region centres.
// Differs: Every region answers to the places that its neighbours had before any moved. So no order of moving matters,
// and an edit changes centres only in the sectors next to it.
#include "core/search/cell_space.hpp"
#include "core/sectors/sectors.hpp"

namespace strata {
namespace {

// The cells of a rectangle that belong to one of two regions.
template <bool kUniform, class InPair>
struct PairSpace : CellSpace<true, kUniform, SweepQueue> {
  using Base = CellSpace<true, kUniform, SweepQueue>;
  const InPair& in_pair;

  PairSpace(const MoveGrid& grid, const Rect& area, Workspace& workspace, const InPair& member)
      : Base(grid, area, workspace.area, workspace.sweep, DistanceBound{}, Cell{}), in_pair(member) {}

  template <class Visit>
  void successors(uint32_t id, uint32_t index, Visit&& visit) const {
    Base::successors(id, index, [&](uint32_t next, uint32_t next_index, Cost step, uint32_t token) {
      if (in_pair(Base::x_of(next), Base::y_of(next))) visit(next, next_index, step, token);
    });
  }
};

// Calls add(cell, cost) for the cells of `area` that can be reached from `from` over cells of the pair.
template <bool kUniform, class InPair, class Add>
void distances(const MoveGrid& grid, const Rect& area, Cell from, Workspace& workspace, const InPair& in_pair,
               Add&& add) {
  PairSpace<kUniform, InPair> space(grid, area, workspace, in_pair);
  PhaseStats stats;
  best_first_search(space, space.begin(from), CellRecords::kStart, kInfinite, [](uint32_t, uint32_t) { return false; },
                    stats, NoObserver{}, {});
  uint32_t index = 0;
  for (int y = area.y0; y < area.y1; ++y) {
    for (int x = area.x0; x < area.x1; ++x, ++index) {
      if (workspace.area.seen(index)) add(Cell{x, y}, workspace.area.g(index));
    }
  }
}

}  // namespace

void Sectors::place_centres(const MoveGrid& grid, uint32_t sector) {
  Level& level = at(1);
  const Rect rect = level.sectors.rect(sector);
  Workspace& workspace = build_workspace_;
  workspace.sweep.configure(grid.base(0) * static_cast<Cost>(grid.min_weight()), grid.max_step());
  const auto place = [&](Cell c) { return static_cast<size_t>((c.y - rect.y0) * rect.width() + c.x - rect.x0); };
  for (uint32_t own = level.first_region[sector]; own < level.first_region[sector + 1]; ++own) {
    Node& node = level.nodes[own];
    errors_.assign(static_cast<size_t>(rect.width() * rect.height()), 0);
    for (uint32_t e = node.edges; e < node.edges_end; ++e) {
      const uint32_t other = level.target(node, level.edges[e]);
      const Cell from = grid.cell(level.nodes[other].nearest);
      Rect area = rect;
      area.include(level.sectors.rect(level.nodes[other].region.sector));
      const auto in_own = [&](int x, int y) { return rect.contains({x, y}) && level.region_in(sector, x, y) == own; };
      const auto in_pair = [&](int x, int y) {
        return in_own(x, y) || level.region_in(level.sector_at(x, y), x, y) == other;
      };
      const auto add = [&](Cell c, Cost cost) {
        if (in_own(c.x, c.y)) errors_[place(c)] += cost - bound_(c, from);
      };
      if (grid.uniform()) {
        distances<true>(grid, area, from, workspace, in_pair, add);
      } else {
        distances<false>(grid, area, from, workspace, in_pair, add);
      }
    }
    // Of equal places the one nearest the centroid's, then the first.
    const Cell before = grid.cell(node.nearest);
    Cell best = before;
    uint64_t least = errors_[place(before)];
    int nearest = 0;
    for (int y = rect.y0; y < rect.y1; ++y) {
      for (int x = rect.x0; x < rect.x1; ++x) {
        const uint64_t error = errors_[place({x, y})];
        const int distance = (x - before.x) * (x - before.x) + (y - before.y) * (y - before.y);
        if (error > least || (error == least && distance >= nearest)) continue;
        if (!grid.passable(Cell{x, y}) || level.region_in(sector, x, y) != own) continue;
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
