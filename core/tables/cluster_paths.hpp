// Purpose: ClusterPaths computes the shortest paths inside one cluster between its cells, from up to sixteen
//          sources at a time.
// Source: Ours: the two alternating sweeps of chamfer distances (Borgefors 1986), repeated until nothing changes, which
//         makes the distances exact around obstacles.
// Shapes: Cells are numbered among the passable cells of the cluster, row-major ("local"). The costs from all sources
//         are stored side by side for each cell, so that one step relaxes all of them. A cell examines only neighbours
//         whose costs have changed since its last visit.
// Threads: Each thread needs its own object.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "core/grid/move_grid.hpp"
#include "core/tables/tables.hpp"

namespace strata {

class ClusterPaths {
 public:
  static constexpr uint32_t kLanes = 16;

  static void read(const MoveGrid& grid, const Rect& rect, int side, ClusterInputs& ground) {
    ground.local.assign(static_cast<size_t>(side) * static_cast<size_t>(rect.height()), kBlockedLocal);
    ground.moves.clear();
    ground.weights.clear();
    for (int y = rect.y0; y < rect.y1; ++y) {
      for (int x = rect.x0; x < rect.x1; ++x) {
        const CellId id = grid.id({x, y});
        if (!grid.passable(id)) continue;
        const auto place =
            static_cast<size_t>(y - rect.y0) * static_cast<size_t>(side) + static_cast<size_t>(x - rect.x0);
        ground.local[place] = static_cast<uint16_t>(ground.moves.size());
        uint32_t inside = 0xff;
        if (y == rect.y0) inside &= ~0b10000011u;
        if (x == rect.x0) inside &= ~0b11100000u;
        if (y == rect.y1 - 1) inside &= ~0b00111000u;
        if (x == rect.x1 - 1) inside &= ~0b00001110u;
        ground.moves.push_back(static_cast<uint8_t>(grid.moves(id) & inside));
        ground.weights.push_back(grid.weights()[id]);
      }
    }
  }

  void begin(const MoveGrid& grid, const ClusterInputs& ground, int side) {
    const uint32_t cells = ground.cells();
    count_ = cells;
    before_.resize(cells);
    behind_.resize(cells);
    around_.resize(cells);
    ways_.resize(static_cast<size_t>(cells) * kLanes);
    changed_.resize(cells);
    uint32_t cell = 0;
    for (size_t place = 0; place < ground.local.size(); ++place) {
      if (ground.local[place] == kBlockedLocal) continue;
      NeighbourSteps &before = before_[cell], &behind = behind_[cell], &around = around_[cell];
      before.count = behind.count = around.count = 0;
      for (int direction = kDirections - 1; direction >= 0; --direction) {
        if (((ground.moves[cell] >> direction) & 1) == 0) continue;
        const auto d = static_cast<size_t>(direction);
        const size_t other = static_cast<size_t>(static_cast<int>(place) + kDirY[d] * side + kDirX[d]);
        const uint16_t to = ground.local[other];
        const Cost cost = grid.base(direction) / 2 * static_cast<Cost>(ground.weights[cell] + ground.weights[to]);
        const NeighbourStep step{to, static_cast<uint16_t>(direction), cost};
        around.add(step);
        (to < cell ? before : behind).add(step);
      }
      ++cell;
    }
  }

  // Computes the paths from up to kLanes sources to all cells.
  void spread(std::span<const uint16_t> sources) {
    std::fill(ways_.begin(), ways_.end(), kNoWay);
    std::fill(changed_.begin(), changed_.end(), 0);
    for (uint32_t lane = 0; lane < sources.size(); ++lane) {
      ways_[static_cast<size_t>(sources[lane]) * kLanes + lane] = 0;
      changed_[sources[lane]] = kFirst;
    }
    // The sweeps end when two consecutive sweeps, one in each direction, have changed nothing.
    uint32_t last = kFirst;
    for (uint32_t sweep = kFirst; sweep < last + 2; ++sweep) {
      if ((sweep & 1) == (kFirst & 1)) {
        for (uint32_t cell = 0; cell < count_; ++cell) {
          if (pull(cell, before_[cell], sweep)) last = sweep;
        }
      } else {
        for (uint32_t cell = count_; cell-- > 0;) {
          if (pull(cell, behind_[cell], sweep)) last = sweep;
        }
      }
    }
  }
  Cost way(uint32_t cell, uint32_t lane) const { return ways_[static_cast<size_t>(cell) * kLanes + lane]; }

  // After spread() from the goals first .. first + goals - 1: writes the first moves towards them
  // (TableCluster), one row per goal.
  void first_moves(uint32_t first, uint32_t goals, uint8_t* rows) const {
    const size_t stride = (count_ + 1) / 2;
    int32_t moves[kLanes];
    for (uint32_t from = 0; from < count_; from += 2) {
      Lanes even, odd;
      first_of(from, even);
      if (from + 1 < count_) {
        first_of(from + 1, odd);
      } else {
        odd.fill(static_cast<int32_t>(kMoveNone));
      }
      for (uint32_t i = 0; i < kLanes / 4; ++i) {
        const FourCosts pair = even.four[i] | odd.four[i] << 4;
        std::memcpy(moves + 4 * i, &pair, sizeof pair);
      }
      uint8_t* at = rows + from / 2;
      for (uint32_t lane = 0; lane < goals; ++lane) at[lane * stride] = static_cast<uint8_t>(moves[lane]);
    }
    for (uint32_t lane = 0; lane < goals; ++lane) {
      const uint32_t goal = first + lane;
      uint8_t& pair = rows[lane * stride + goal / 2];
      pair = static_cast<uint8_t>((goal & 1) != 0 ? (pair & 0x0fu) | kMoveHere << 4 : (pair & 0xf0u) | kMoveHere);
    }
  }

 private:
  using FourCosts = int32_t __attribute__((vector_size(16)));
  static constexpr uint32_t kFirst = 1;  // number of the first sweep; 0 in changed_ means "never changed"

  struct NeighbourStep {
    uint16_t to = 0;
    uint16_t direction = 0;
    Cost cost = 0;
  };
  struct NeighbourSteps {  // by direction, in descending order
    NeighbourStep step[kDirections];
    uint32_t count = 0;
    void add(const NeighbourStep& s) { step[count++] = s; }
  };
  struct Lanes {
    FourCosts four[kLanes / 4];
    void fill(int32_t value) {
      for (FourCosts& f : four) f = FourCosts{} + value;
    }
    void load(const Cost* from) { std::memcpy(four, from, sizeof four); }
  };

  // Relaxes the costs of a cell by steps from neighbours whose costs have changed since the last sweep in this
  // direction, that is, in this sweep or the previous one.
  bool pull(uint32_t cell, const NeighbourSteps& steps, uint32_t sweep) {
    Cost* own = &ways_[static_cast<size_t>(cell) * kLanes];
    Lanes best;
    bool loaded = false;
    for (uint32_t i = 0; i < steps.count; ++i) {
      const NeighbourStep& step = steps.step[i];
      if (changed_[step.to] + 1 < sweep || changed_[step.to] == 0) continue;
      if (!loaded) best.load(own);
      loaded = true;
      Lanes other;
      other.load(&ways_[static_cast<size_t>(step.to) * kLanes]);
      for (uint32_t k = 0; k < kLanes / 4; ++k) {
        const FourCosts way = other.four[k] + static_cast<int32_t>(step.cost);
        best.four[k] = way < best.four[k] ? way : best.four[k];
      }
    }
    if (!loaded) return false;
    Lanes old;
    old.load(own);
    FourCosts difference{};
    for (uint32_t k = 0; k < kLanes / 4; ++k) difference |= old.four[k] ^ best.four[k];
    uint64_t halves[2];
    std::memcpy(halves, &difference, sizeof halves);
    if ((halves[0] | halves[1]) == 0) return false;
    std::memcpy(own, best.four, sizeof best.four);
    changed_[cell] = sweep;
    return true;
  }

  // Computes the first move of a shortest path to each goal; of equal ones the lowest direction, because steps are
  // stored in descending order.
  void first_of(uint32_t from, Lanes& moves) const {
    Lanes best;
    best.load(&ways_[static_cast<size_t>(from) * kLanes]);
    moves.fill(static_cast<int32_t>(kMoveNone));
    const NeighbourSteps& steps = around_[from];
    for (uint32_t i = 0; i < steps.count; ++i) {
      const NeighbourStep& step = steps.step[i];
      Lanes other;
      other.load(&ways_[static_cast<size_t>(step.to) * kLanes]);
      for (uint32_t k = 0; k < kLanes / 4; ++k) {
        const auto exact = other.four[k] + static_cast<int32_t>(step.cost) == best.four[k];
        moves.four[k] = exact ? FourCosts{} + static_cast<int32_t>(step.direction) : moves.four[k];
      }
    }
  }

  uint32_t count_ = 0;
  // The steps of each cell: to cells before it in row-major order, to cells after it, and to both.
  std::vector<NeighbourSteps> before_, behind_, around_;
  std::vector<Cost> ways_;         // by cell and source (kLanes)
  std::vector<uint32_t> changed_;  // by cell: the last sweep that changed one of its costs
};

}  // namespace strata
