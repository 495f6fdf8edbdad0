// Purpose: These helpers of tests of batches over cells provide a map with all structures for batches, edited together,
//          and check answers.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <vector>

#include "core/base/parallel.hpp"
#include "core/batch/batch.hpp"
#include "core/batch/corner_labels.hpp"
#include "core/ch/cell_ch.hpp"
#include "core/grid/clearance.hpp"
#include "core/search/grid_search.hpp"
#include "core/search/path.hpp"
#include "core/search/plan_options.hpp"
#include "core/search/workspace.hpp"
#include "tests/support.hpp"

namespace strata::test {

// A map with all structures for some kinds of agents. An edit updates all of them.
struct BatchTestMap {
  struct Kind {
    Agent agent;
    Clearance clearance;
    MoveGrid grid;
    Hpa hpa;
    Tables tables;
    std::shared_ptr<const TableLabels> labels;
    CornerLabels corner_labels;
  };
  GridMap map;
  std::vector<std::unique_ptr<Kind>> kinds;
  size_t full_label_bytes = PackedLabels::kUsualBytes;  // larger labels of corners are not stored for all nodes

  BatchTestMap(GridMap from, const Rules& rules, int cluster_size, const std::vector<Agent>& agents)
      : map(std::move(from)) {
    for (const Agent& agent : agents) {
      Kind& kind = *kinds.emplace_back(std::make_unique<Kind>());
      kind.agent = agent;
      Rules own = rules;
      own.agent_size = agent.size;
      own.capability = agent.capability;
      kind.clearance.build(map, own.capability);
      kind.grid.build(map, own, &kind.clearance);
      kind.hpa.build(kind.grid, {.cluster_size = cluster_size});
      kind.tables.build(kind.grid, kind.hpa, {});
    }
  }
  void edit(const Edit& edit) {
    const Rect changed = map.apply(edit).dirty;
    for (const auto& kind : kinds) {
      Rect dirty = changed;
      dirty.include(kind->clearance.update(map, changed));
      kind->hpa.update(kind->grid, kind->grid.update(map, dirty, &kind->clearance));
      kind->tables.update(kind->grid, kind->hpa);
    }
  }
  BatchMap without_labels() const {
    BatchMap batch_map;
    for (const auto& kind : kinds) batch_map.kinds.push_back({kind->agent, &kind->grid, &kind->tables, nullptr});
    return batch_map;
  }
  BatchMap with_labels() {
    BatchMap batch_map = without_labels();
    for (size_t k = 0; k < kinds.size(); ++k) {
      std::shared_ptr<const TableLabels>& labels = kinds[k]->labels;
      if (labels == nullptr || !labels->is_current_for(kinds[k]->tables))
        labels = TableLabels::build(kinds[k]->tables, labels.get(), nullptr);
      batch_map.kinds[k].labels = labels.get();
    }
    return batch_map;
  }
  // Adds the labels of corners, for kinds that can have some.
  BatchMap with_corner_labels() {
    BatchMap batch_map = with_labels();
    Threads threads(1);
    for (size_t k = 0; k < kinds.size(); ++k) {
      Kind& kind = *kinds[k];
      if (!CornerLabels::possible(kind.grid)) continue;
      if (!kind.corner_labels.is_current_for(kind.grid)) {
        const auto hierarchy =
            CellCh::build(kind.grid, ChOrder::kCustomisable, true, Labels::kMaxBytes, nullptr, full_label_bytes);
        kind.corner_labels.build(kind.grid, *hierarchy, threads);
      }
      batch_map.kinds[k].corner_labels = &kind.corner_labels;
    }
    return batch_map;
  }
};

inline const std::vector<Agent> kSeveralKinds = {
    {1, Capability::walker()}, {2, Capability::walker()}, {1, Capability(0b1111)}, {3, Capability(0b0101)}};

// Returns a batch of mostly valid agents; some are on walls, outside the map, already at their goal, or of
// an unknown kind.
inline AgentBatch random_batch(const BatchTestMap& town, size_t count, Rng& rng) {
  AgentBatch batch;
  for (size_t i = 0; i < count; ++i) {
    const Agent& agent = town.kinds[rng.below(static_cast<uint32_t>(town.kinds.size()))]->agent;
    BatchAgent member{town.map.id(random_cell(town.map, rng)), town.map.id(random_cell(town.map, rng)),
                      static_cast<uint8_t>(agent.size), agent.capability.bits()};
    if (rng.percent(3)) member.goal = member.start;
    if (rng.percent(1)) member.start = kNoCell;
    if (rng.percent(1)) member.goal = town.map.cell_count();
    if (rng.percent(1)) member.size = 7;
    batch.agents.push_back(member);
  }
  return batch;
}

inline GridMap random_town(int number, uint64_t seed) {
  Rng rng(seed);
  const int width = rng.between(1, 90), height = rng.between(1, 90);
  switch (number % 4) {
    case 0:
      return random_rooms(width, height, rng.between(4, 9), seed);
    case 1:
      return random_map(width, height, 5, seed);
    case 2:
      return random_map(width, height, static_cast<uint32_t>(rng.between(20, 40)), seed);
    default:
      return GridMap(width, height);
  }
}

inline bool same_answers(const BatchResult& a, const BatchResult& b) {
  return a.status == b.status && a.cost == b.cost && a.hop == b.hop && a.path_begin == b.path_begin &&
         a.path_cells == b.path_cells && a.solved == b.solved;
}

// Returns how the answers differ from those of single queries; empty: they agree. With `by_labels` a path of the same
// cost may differ.
inline std::string fault_of(const BatchTestMap& town, const AgentBatch& batch, const BatchOptions& options,
                            const BatchResult& result, bool by_labels) {
  if (result.size() != batch.agents.size() || result.cost.size() != result.size() ||
      result.hop.size() != result.size() || result.path_begin.size() != (options.paths ? result.size() + 1 : 0)) {
    return "sizes";
  }
  Workspace workspace;
  PlanResult single;
  size_t solved = 0;
  for (size_t i = 0; i < batch.agents.size(); ++i) {
    const BatchAgent& agent = batch.agents[i];
    const std::string who = "agent " + std::to_string(i) + ": ";
    const BatchTestMap::Kind* kind = nullptr;
    for (const auto& k : town.kinds) {
      if (k->agent.size == agent.size && k->agent.capability.bits() == agent.capability) kind = k.get();
    }
    const bool start_on_map = agent.start < town.map.cell_count(), goal_on_map = agent.goal < town.map.cell_count();
    if (kind == nullptr) {
      single.clear(PlanStatus::kNoSuchAgent);
    } else if (!start_on_map || !kind->grid.passable(agent.start)) {
      single.clear(PlanStatus::kStartBlocked);
    } else if (!goal_on_map) {
      single.clear(PlanStatus::kGoalBlocked);
    } else {
      const PlanQuery query{town.map.cell(agent.start), town.map.cell(agent.goal)};
      const PlanOptions plan{.smooth = false, .levels = 1};
      if (options.method == BatchMethod::kAstar) {
        plan_on_grid(kind->grid, GridHeuristic::kDistance, query, workspace, single);
      } else {
        kind->hpa.plan(kind->grid, query, plan, workspace, single);
      }
      if (options.method == BatchMethod::kTables && single.found()) {
        const Cost cost = single.raw_cost;
        kind->tables.plan(kind->grid, nullptr, query, plan, workspace, single);
        if (single.raw_cost != cost) return who + "the tables differ from HPA*";
      }
    }
    if (result.status[i] != single.status) return who + std::string(status_text(result.status[i]));
    const size_t begin = options.paths ? result.path_begin[i] : 0;
    const size_t length = options.paths ? result.path_begin[i + 1] - begin : 0;
    if (!single.found()) {
      if (result.cost[i] != kInfinite || result.hop[i] != kNoCell || length != 0) return who + "more than no way";
      continue;
    }
    ++solved;
    if (result.cost[i] != single.raw_cost) return who + "cost " + std::to_string(result.cost[i]);
    if (!options.paths) continue;
    const std::vector<CellId> path(result.path_cells.begin() + static_cast<std::ptrdiff_t>(begin),
                                   result.path_cells.begin() + static_cast<std::ptrdiff_t>(begin + length));
    if (path.empty() || path.front() != agent.start || path.back() != agent.goal) return who + "ends of the path";
    if (result.hop[i] != path[std::min<size_t>(1, length - 1)]) return who + "first hop";
    if (options.method == BatchMethod::kTables && !by_labels && path != single.abstract_path)
      return who + "another abstract path";
    std::vector<CellId> cells{agent.start};
    if (options.method == BatchMethod::kAstar) {
      cells = path;
    } else if (!append_moves(kind->tables.view(kind->grid), agent.start, path.data() + 1, length - 1, cells)) {
      return who + "the path cannot be walked";
    }
    if (const auto fault =
            path_fault(kind->grid, cells, town.map.cell(agent.start), town.map.cell(agent.goal), result.cost[i])) {
      return who + *fault;
    }
  }
  return solved == result.solved ? "" : "count of those solved";
}

inline BatchResult answers_of(BatchEngine& engine, const BatchMap& map, const AgentBatch& batch,
                              const BatchOptions& options) {
  BatchResult result;
  const Status done = engine.plan(map, batch, options, result);
  REQUIRE_MESSAGE(done.ok(), (done.ok() ? "" : done.error().message()));
  return result;
}

// The methods that plan under all rules; `labels` is tested on maps where it can plan.
inline constexpr std::array<BatchMethod, 3> kAllMethods = {BatchMethod::kTables, BatchMethod::kHpa,
                                                           BatchMethod::kAstar};

}  // namespace strata::test
