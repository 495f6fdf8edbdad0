// Purpose: LinkedSpace adds the links of a map to a search space over all of its cells, and makes the heuristic of that
//          space fit for them. It is used on maps with links only, so that searches on other maps pay nothing for it.
// How: A cell that is reached over a link has the token kOverLink. Its place on the path is found again from the costs:
//      the cell before it is one whose g is smaller by the cost of the link. Moves that CellSpace leaves out because
//      the cell before reaches their targets as well are useless here, too: links only add steps.
#pragma once

#include <utility>

#include "core/search/cell_space.hpp"
#include "core/search/link_heuristic.hpp"

namespace strata {

// Base is the space without links; Bound is its heuristic between two cells, bound(dx, dy).
template <class Base, class Bound = DistanceBound>
class LinkedSpace : public Base {
 public:
  static constexpr uint32_t kOverLink = CellRecords::kStart + 1;

  // With kFromStart it searches backward from a goal, against the direction of links, and h counts from the start. The
  // heuristic counts `percent` of the costs of links.
  LinkedSpace(Base base, const MoveGrid& grid, const Bound& bound, LinkDirection direction = LinkDirection::kToGoal,
              Cost percent = 100)
      : Base(std::move(base)),
        grid_(&grid),
        links_(grid.links().get()),
        forward_(direction == LinkDirection::kToGoal),
        heuristic_(
            grid, bound, direction,
            [&](int x, int y) {
              return Base::h(Base::id_of({x, y}));
            },
            percent) {}

  uint32_t begin(Cell start) {
    this->begin_with(h(Base::id_of(start)));
    return Base::id_of(start);
  }
  Cost h(uint32_t id) const { return heuristic_(Base::h(id), Base::x_of(id), Base::y_of(id)); }

  template <class Visit>
  void successors(uint32_t id, uint32_t index, Visit&& visit) const {
    Base::successors(id, index, visit);
    for (const MapLink& link : leaving(Base::cell(id))) {
      const CellId next = other_end(link);
      if (!grid_->passable(next)) continue;
      const uint32_t next_id = Base::id_of(grid_->cell(next));
      const uint32_t next_index = Base::index(next_id);
      if constexpr (requires(const Base& base) { base.is_closed(next_index); }) {
        if (Base::is_closed(next_index)) continue;
      }
      visit(next_id, next_index, grid_->link_cost(link), kOverLink);
    }
  }

  void append_path(Cell last, std::vector<CellId>& path) const {
    const size_t begin = path.size();
    CellId cell = grid_->id(last);
    for (;;) {
      const uint32_t token = this->records.token(index_of(cell));
      if (token == CellRecords::kStart) break;
      path.push_back(cell);
      cell = token == kOverLink ? before(cell) : grid_->neighbour(cell, opposite(static_cast<int>(token)));
    }
    std::reverse(path.begin() + static_cast<std::ptrdiff_t>(begin), path.end());
  }

 private:
  // Return the links that the search follows from a cell, and those over which it reaches one.
  std::span<const MapLink> leaving(CellId cell) const { return forward_ ? links_->from(cell) : links_->into(cell); }
  std::span<const MapLink> reaching(CellId cell) const { return forward_ ? links_->into(cell) : links_->from(cell); }
  CellId other_end(const MapLink& link) const { return forward_ ? link.to : link.from; }

  uint32_t index_of(CellId cell) const { return Base::index(Base::id_of(grid_->cell(cell))); }

  CellId before(CellId cell) const {
    const Cost g = this->records.g(index_of(cell));
    CellId best = kNoCell;
    for (const MapLink& link : reaching(cell)) {
      const CellId from = forward_ ? link.from : link.to;
      const uint32_t index = index_of(from);
      if (!grid_->passable(from) || !this->records.seen(index)) continue;
      const Cost over = this->records.g(index) + grid_->link_cost(link);
      if (over == g) return from;
      if (over < g) best = from;  // its g has become smaller since
    }
    STRATA_CHECK(best != kNoCell);
    return best;
  }

  const MoveGrid* grid_;
  const MapLinks* links_;
  bool forward_;
  LinkHeuristic<Bound> heuristic_;
};

// Calls use(space) in a function of its own. In one function with the others, searches of maps without links are slower
// by 4 to 8 %.
template <class Space, class Use>
[[gnu::noinline]] auto use_apart(Space& space, Use& use) {
  return use(space);
}

// Calls use(space) with a space of all cells of a map: for uniform or for different terrain weights, with or without
// links, whichever the grid has.
template <class Queue, class Use>
auto with_map_space(const MoveGrid& grid, CellRecords& records, Queue& queue, const DistanceBound& bound, Cell goal,
                    Use&& use) {
  const auto with = [&]<bool kUniform>(std::bool_constant<kUniform>) {
    using Space = CellSpace<false, kUniform, Queue>;
    if (grid.links() != nullptr) {
      LinkedSpace<Space> space(Space(grid, grid.bounds(), records, queue, bound, goal), grid, bound);
      return use_apart(space, use);
    }
    Space space(grid, grid.bounds(), records, queue, bound, goal);
    return use_apart(space, use);
  };
  return grid.uniform() ? with(std::true_type{}) : with(std::false_type{});
}

}  // namespace strata
