// Purpose: SectorSpace and CorridorSpace are the search spaces of queries on sectors: the regions of one level, and the
//          cells of some regions of level 1. LinkedSectorSpace adds the links of a map to the regions.
// Source: Sturtevant, Geisberger 2010; Sturtevant 2007.
#pragma once

#include "core/search/cell_space.hpp"
#include "core/search/link_heuristic.hpp"
#include "core/sectors/sectors.hpp"

namespace strata {

// The search space of the regions of one level. The token of a region is its parent. kLandmarks: the heuristic uses
// landmarks, else the distance only. kWithin: the search is restricted to some regions.
template <bool kLandmarks, bool kWithin>
class SectorSpace {
 public:
  NodeRecords& records;
  BucketQueue& queue;

  // Makes the space of searches for `goal`. `within` holds the parents (level 2) of the regions that the search may
  // enter; the goal may always be entered.
  SectorSpace(const Sectors& sectors, int level, uint32_t goal, NodeRecords& node_records, BucketQueue& open_list,
              const StampedSet* within)
      : records(node_records),
        queue(open_list),
        level_(sectors.at(level)),
        nodes_(level_.nodes.data()),
        edges_(level_.edges.data()),
        first_region_(level_.first_region.data()),
        side_offset_(level_.side_offset),
        within_(within),
        goal_(goal),
        goal_x_(nodes_[goal].x),
        goal_y_(nodes_[goal].y),
        both_(sectors.bound_.extra),
        longer_(sectors.bound_.straight - sectors.bound_.extra) {
    if constexpr (kLandmarks) landmarks_ = sectors.landmarks_.bound(goal);
    const int side = 2 * level_.sectors.cluster_size();
    max_rise_ = 2 * sectors.bound_(side, side);
  }

  void begin(uint32_t start) { begin_with(h(start)); }
  // Begins a search as `begin` does, for a space with another heuristic; `first_h` is the heuristic of the start.
  void begin_with(Cost first_h) {
    records.begin(level_.nodes.size());
    queue.begin(max_rise_, first_h);
  }

  uint32_t index(uint32_t node) const { return node; }
  CellId cell(uint32_t node) const { return nodes_[node].region.centre; }
  Cost h(uint32_t node) const {
    const Cost straight = distance(nodes_[node].x - goal_x_, nodes_[node].y - goal_y_);
    if constexpr (kLandmarks) return std::max(straight, landmarks_(node));
    return straight;
  }

  template <class Visit>
  void successors(uint32_t node, uint32_t, Visit&& visit) const {
    const Sectors::RegionNode& n = nodes_[node];
    const int x = n.x;
    const int y = n.y;
    const uint32_t sector = n.region.sector;
    const uint32_t* end = edges_ + n.edges_end;
    for (const uint32_t* edge = edges_ + n.edges; edge < end; ++edge) {
      const uint32_t to = sector + static_cast<uint32_t>(side_offset_[*edge >> Sectors::kSideShift]);
      const uint32_t next = first_region_[to] + (*edge & Sectors::kSlotMask);
      const Sectors::RegionNode& m = nodes_[next];
      if (!may_enter(next)) continue;
      visit(next, next, distance(m.x - x, m.y - y), node);
    }
  }
  // Returns whether the search may enter a region.
  bool may_enter(uint32_t node) const {
    if constexpr (kWithin) return within_->has(nodes_[node].region.parent) || node == goal_;
    return true;
  }

  // Appends the regions of the path to `last`, without the start.
  void append_path(uint32_t start, uint32_t last, std::vector<uint32_t>& path) const {
    const size_t begin = path.size();
    for (uint32_t node = last; node != start; node = records.token(node)) path.push_back(node);
    std::reverse(path.begin() + static_cast<std::ptrdiff_t>(begin), path.end());
  }

 private:
  // Returns the distance bound for the offset (dx, dy), without a branch on the larger coordinate.
  Cost distance(int dx, int dy) const {
    const auto ax = static_cast<Cost>(std::abs(dx));
    const auto ay = static_cast<Cost>(std::abs(dy));
    return both_ * (ax + ay) + longer_ * std::max(ax, ay);
  }

  const Sectors::Level& level_;
  const Sectors::RegionNode* nodes_;
  const uint32_t* edges_;
  const uint32_t* first_region_;
  std::array<int32_t, Sectors::kSides> side_offset_;
  const StampedSet* within_;
  uint32_t goal_;
  int goal_x_, goal_y_;
  Cost both_, longer_;
  Cost max_rise_ = 0;
  LandmarkBound landmarks_;
};

// The search space of the regions of one level with the edges over links. They are visited before the others, which are
// dearer where both lead to one region: so a region gets its g over the cheaper of both at once.
template <bool kWithin>
class LinkedSectorSpace : public SectorSpace<false, kWithin> {
  using Base = SectorSpace<false, kWithin>;

 public:
  LinkedSectorSpace(const Sectors& sectors, const MoveGrid& grid, int level, uint32_t goal, NodeRecords& node_records,
                    BucketQueue& open_list, const StampedSet* within)
      : Base(sectors, level, goal, node_records, open_list, within),
        sectors_(sectors),
        number_(level),
        heuristic_(grid, sectors.bound(), LinkDirection::kToGoal, [&](int x, int y) {
          return sectors.bound()({x, y}, sectors.cell(Base::cell(goal)));
        }) {}

  void begin(uint32_t start) { Base::begin_with(h(start)); }
  Cost h(uint32_t node) const {
    const Cell at = sectors_.cell(Base::cell(node));
    return heuristic_(Base::h(node), at.x, at.y);
  }

  template <class Visit>
  void successors(uint32_t node, uint32_t index, Visit&& visit) const {
    for (const SectorLink& link : sectors_.links_from(node, number_)) {
      if (Base::may_enter(link.to)) visit(link.to, link.to, link.cost, node);
    }
    Base::successors(node, index, visit);
  }

 private:
  const Sectors& sectors_;
  int number_;
  LinkHeuristic<DistanceBound> heuristic_;
};

// The search space of the cells of some regions of level 1. Ids are those of CellSpace. A legal step inside a sector
// never leaves its region, so only steps across the border of a sector are checked.
template <bool kUniform>
class CorridorSpace {
  using Ids = CellSpace<false, kUniform>;

 public:
  CellRecords& records;
  BucketQueue& queue;

  CorridorSpace(const Sectors& sectors, const MoveGrid& grid, const StampedSet& regions, CellRecords& cell_records,
                BucketQueue& open_list, Cell goal)
      : records(cell_records),
        queue(open_list),
        level_(sectors.at(1)),
        regions_(regions),
        moves_(grid.moves().data()),
        weights_(grid.weights().data()),
        leave_x_(level_.leave_x.data()),
        leave_y_(level_.leave_y.data()),
        width_(static_cast<uint32_t>(grid.width())),
        bound_(grid.bound()),
        goal_(goal) {
    for (size_t d = 0; d < kDirections; ++d) {
      id_offset_[d] = static_cast<uint32_t>(kDirY[d] * (1 << Ids::kShift) + kDirX[d]);
      index_offset_[d] = static_cast<uint32_t>(grid.offsets()[d]);
      const auto direction = static_cast<int>(d);
      step_[d] = kUniform ? grid.base(direction) * static_cast<Cost>(grid.unit_weight()) : grid.base(direction) / 2;
    }
    max_rise_ = 2 * grid.max_step();
  }

  uint32_t begin(Cell start) {
    records.begin(static_cast<size_t>(level_.sectors.width()) * static_cast<size_t>(level_.sectors.height()));
    queue.begin(max_rise_, h(id_of(start)));
    return id_of(start);
  }

  static uint32_t id_of(Cell c) { return Ids::id_of(c); }
  uint32_t index(uint32_t id) const { return (id >> Ids::kShift) * width_ + (id & Ids::kMask); }
  CellId cell(uint32_t id) const { return index(id); }
  Cost h(uint32_t id) const { return bound_(Ids::x_of(id) - goal_.x, Ids::y_of(id) - goal_.y); }

  template <class Visit>
  void successors(uint32_t id, uint32_t index, Visit&& visit) const {
    uint32_t mask = moves_[index] & kForward[records.token(index)];
    const uint32_t leaving = mask & (leave_x_[id & Ids::kMask] | leave_y_[id >> Ids::kShift]);
    if (leaving != 0) mask &= ~outside(id, leaving);
    while (mask != 0) {
      const auto d = static_cast<uint32_t>(std::countr_zero(mask));
      mask &= mask - 1;
      Cost step = step_[d];
      const uint32_t next = index + index_offset_[d];
      if constexpr (!kUniform) step *= static_cast<Cost>(weights_[index] + weights_[next]);
      visit(id + id_offset_[d], next, step, d);
    }
  }

  // Appends the path from the start of the search to `last`, without the start.
  void append_path(Cell last, std::vector<CellId>& path) const {
    const size_t begin = path.size();
    uint32_t at = index(id_of(last));
    for (;;) {
      const uint32_t token = records.token(at);
      if (token == CellRecords::kStart) break;
      path.push_back(at);
      at -= index_offset_[token];
    }
    std::reverse(path.begin() + static_cast<std::ptrdiff_t>(begin), path.end());
  }

 private:
  // Returns those steps of `leaving`, across the border of the sector, that end outside the regions.
  uint32_t outside(uint32_t id, uint32_t leaving) const {
    uint32_t out = 0;
    while (leaving != 0) {
      const auto d = static_cast<uint32_t>(std::countr_zero(leaving));
      leaving &= leaving - 1;
      const uint32_t next = id + id_offset_[d];
      const int x = Ids::x_of(next);
      const int y = Ids::y_of(next);
      if (!regions_.has(level_.region_in(level_.sector_at(x, y), x, y))) out |= 1u << d;
    }
    return out;
  }

  const Sectors::Level& level_;
  const StampedSet& regions_;
  const uint8_t* moves_;
  const uint8_t* weights_;
  const uint8_t* leave_x_;
  const uint8_t* leave_y_;
  uint32_t width_;
  DistanceBound bound_;
  Cell goal_;
  Cost max_rise_ = 0;
  std::array<uint32_t, 8> id_offset_{};
  std::array<uint32_t, 8> index_offset_{};
  std::array<Cost, 8> step_{};
};

}  // namespace strata
