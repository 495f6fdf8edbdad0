// Purpose: These helpers of tests of crowds without a world provide the map on which a crowd walks, and check
//          invariants of every crowd.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <vector>

#include "core/crowd/crowd.hpp"
#include "core/grid/map_links.hpp"
#include "core/hpa/hpa.hpp"
#include "core/tables/table_labels.hpp"
#include "core/tables/tables.hpp"
#include "tests/support.hpp"

namespace strata::test {

inline constexpr CrowdMethod kMethods[] = {CrowdMethod::kTables, CrowdMethod::kHpa, CrowdMethod::kAstar,
                                           CrowdMethod::kFlow};

// A map with the structures for a crowd of walkers and optionally a second kind of agents.
struct CrowdGround {
  struct Kind {
    Rules rules;
    std::unique_ptr<Clearance> clearance;
    MoveGrid moves;
    Hpa hpa;
    Tables tables;
    std::shared_ptr<const TableLabels> labels;
  };
  GridMap map;
  HpaOptions options;
  bool labelled = false;  // labels are rebuilt after every edit
  std::vector<std::unique_ptr<Kind>> kinds;

  explicit CrowdGround(GridMap of, const std::vector<Agent>& agents = {Agent{}}, const Rules& rules = {})
      : map(std::move(of)) {
    options.cluster_size = 8;
    for (const Agent& agent : agents) {
      auto kind = std::make_unique<Kind>();
      kind->rules = rules;
      kind->rules.agent_size = agent.size;
      kind->rules.capability = agent.capability;
      if (agent.size > 1) {
        kind->clearance = std::make_unique<Clearance>();
        kind->clearance->build(map, agent.capability);
      }
      kind->moves.build(map, kind->rules, kind->clearance.get());
      kind->hpa.build(kind->moves, options);
      kind->tables.build(kind->moves, kind->hpa, {});
      kinds.push_back(std::move(kind));
    }
  }
  BatchMap batch() const {
    BatchMap batch;
    for (const auto& kind : kinds) {
      batch.kinds.push_back(
          {{kind->rules.agent_size, kind->rules.capability}, &kind->moves, &kind->tables, kind->labels.get()});
    }
    return batch;
  }
  void label() {
    labelled = true;
    for (const auto& kind : kinds) kind->labels = TableLabels::build(kind->tables, kind->labels.get(), nullptr);
  }
  const MoveGrid& moves(size_t kind = 0) const { return kinds[kind]->moves; }
  // Applies the edit. Returns the changed cells.
  Rect edit(const Edit& edit) {
    const Rect dirty = map.apply(edit).dirty;
    for (const auto& kind : kinds) {
      Rect changed = dirty;
      if (kind->clearance) changed.include(kind->clearance->update(map, dirty));
      const Rect moved = kind->moves.update(map, changed, kind->clearance.get());
      kind->hpa.update(kind->moves, moved);
      kind->tables.update(kind->moves, kind->hpa);
    }
    if (labelled) label();
    return dirty;
  }
  Rect block(Rect cells, char letter) {
    return edit(rectangle(map, {cells.x0, cells.y0}, {cells.x1 - 1, cells.y1 - 1}, true, letter));
  }
};

// Returns an edit that links every cell of the upper half of a map to one in the lower half.
inline Edit links_everywhere(const GridMap& map) {
  Edit edit;
  const CellId half = map.cell_count() / 2;
  for (CellId id = 0; id < half; ++id) edit.links.push_back({id, id + half, 400});
  return edit;
}
// Returns an edit that removes all links but the first ones.
inline Edit without_links(const GridMap& map, size_t but) {
  Edit edit;
  for (const MapLink& link : map.links()->all().subspan(but)) edit.links.push_back({link.from, link.to, 0});
  return edit;
}

inline GridCrowdMember walker(CellId at, CellId goal, double speed = 20) {
  return {.at = at, .goal = goal, .agent = {}, .task = CrowdTask::kOwn, .pace = GridCrowd::pace(speed), .group = 0};
}

// Checks the movement of agents between two ticks against the rules of movement.
class MovementChecker {
 public:
  explicit MovementChecker(const GridCrowd& crowd) { note(crowd); }
  void look(const GridCrowd& crowd, const CrowdGround& ground) {
    for (uint32_t i = 0; i < cell_.size(); ++i) {
      const Agent& agent = crowd.agent(i);
      Rules rules = ground.kinds.front()->rules;
      rules.agent_size = agent.size;
      rules.capability = agent.capability;
      const CellId before = cell_[i], now = crowd.cell(i);
      const Cell cell = ground.map.cell(now);
      // An agent on a cell that was painted over may only stay if it cannot leave.
      const CellId next = crowd.next(i);
      if (crowd.status(i) != CrowdStatus::kWalledIn) {
        CHECK((can_stand(ground.map, rules, cell) ||
               (next != now && can_stand(ground.map, rules, ground.map.cell(next)))));
      }
      if (now != before) CHECK(now == next_[i]);  // it enters only the cell that it walked to
      const bool begins = next != now && (now != before || next_[i] == before || (turned_[i] && next != next_[i]));
      if (begins) {
        bool legal = false;
        for (int d = 0; d < kDirections; ++d) {
          const Cell to{cell.x + kDirX[static_cast<size_t>(d)], cell.y + kDirY[static_cast<size_t>(d)]};
          legal |= to == ground.map.cell(next) && step_is_legal(ground.map, rules, cell, d);
        }
        const MapLinks* links = ground.map.links().get();
        legal |= links != nullptr && links->length(now, next) != 0 && can_stand(ground.map, rules, cell) &&
                 can_stand(ground.map, rules, ground.map.cell(next));
        CHECK(legal);
      }
      if (next != now && !begins && now == before)
        CHECK(next == next_[i]);  // it does not change its direction in the
                                  // middle of a step
    }
    note(crowd);
  }

 private:
  void note(const GridCrowd& crowd) {
    cell_.resize(crowd.count());
    next_.resize(crowd.count());
    turned_.resize(crowd.count());
    for (uint32_t i = 0; i < crowd.count(); ++i) {
      cell_[i] = crowd.cell(i);
      next_[i] = crowd.next(i);
      turned_[i] = crowd.turned_back(i);
    }
  }
  std::vector<CellId> cell_, next_;
  std::vector<bool> turned_;
};

inline void check_statistics(const GridCrowd& crowd, const CrowdGround& ground) {
  std::array<uint32_t, kCrowdStatuses> counts{};
  std::vector<uint32_t> occupied(ground.map.cell_count(), 0);
  uint64_t travelled = 0;
  for (uint32_t i = 0; i < crowd.count(); ++i) {
    ++counts[static_cast<size_t>(crowd.status(i))];
    if (crowd.status(i) != CrowdStatus::kGone) ++occupied[crowd.cell(i)];
    travelled += crowd.travelled(i);
  }
  CHECK(counts == crowd.counts());
  CHECK(std::equal(occupied.begin(), occupied.end(), crowd.occupied().begin()));
  uint64_t visits = 0;
  for (const uint32_t v : crowd.visits()) visits += v;
  CHECK(visits == travelled + crowd.count());
  CHECK(crowd.totals().entered == travelled);
}

// Checks that no two agents share a cell or enter the same one. An agent may only enter a cell that another one is
// leaving, and two agents never swap cells.
inline void check_holding(const GridCrowd& crowd, const CrowdGround& ground) {
  constexpr uint32_t kNobody = ~0u;
  std::vector<uint32_t> stands(ground.map.cell_count(), kNobody), comes(ground.map.cell_count(), kNobody);
  const auto visit_square = [&](uint32_t agent, CellId at, auto&& visit) {
    const Cell corner = ground.map.cell(at);
    for (int y = 0; y < crowd.agent(agent).size; ++y) {
      for (int x = 0; x < crowd.agent(agent).size; ++x) visit(ground.map.id({corner.x + x, corner.y + y}));
    }
  };
  bool shared = false, ran_into = false, swapped = false;
  for (uint32_t i = 0; i < crowd.count(); ++i) {
    if (crowd.status(i) == CrowdStatus::kGone) continue;
    const auto take = [&](std::vector<uint32_t>& of, CellId at) {
      visit_square(i, at, [&](CellId cell) {
        shared |= of[cell] != kNobody;
        of[cell] = i;
      });
    };
    take(stands, crowd.cell(i));
    if (crowd.next(i) != crowd.cell(i)) take(comes, crowd.next(i));
  }
  for (uint32_t i = 0; i < crowd.count(); ++i) {
    if (crowd.status(i) == CrowdStatus::kGone || crowd.next(i) == crowd.cell(i) || crowd.turned_back(i)) continue;
    visit_square(i, crowd.next(i), [&](CellId cell) {
      const uint32_t other = stands[cell];
      if (other == kNobody || other == i) return;
      ran_into |= crowd.next(other) == crowd.cell(other) || comes[cell] == other;
      visit_square(i, crowd.cell(i), [&](CellId own) { swapped |= comes[own] == other; });
    });
  }
  CHECK_FALSE(shared);
  CHECK_FALSE(ran_into);
  CHECK_FALSE(swapped);
}

// Returns the complete visible state of a crowd as text.
inline std::string all_of(const GridCrowd& crowd) {
  std::string text;
  for (uint32_t i = 0; i < crowd.count(); ++i) {
    for (const uint64_t value :
         {uint64_t{crowd.cell(i)}, uint64_t{crowd.next(i)}, uint64_t{crowd.goal(i)},
          uint64_t{static_cast<uint8_t>(crowd.status(i))}, uint64_t{crowd.waited(i)}, uint64_t{crowd.travelled(i)},
          uint64_t{crowd.replans(i)}, static_cast<uint64_t>(crowd.along(i, 0) * 1e6)}) {
      text += std::to_string(value) + ' ';
    }
  }
  for (const uint32_t v : crowd.visits()) text += std::to_string(v) + ' ';
  for (const uint32_t v : crowd.waits()) text += std::to_string(v) + ' ';
  return text;
}

}  // namespace strata::test
