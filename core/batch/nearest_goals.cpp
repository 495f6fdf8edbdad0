#include "core/batch/nearest_goals.hpp"

#include <algorithm>

namespace strata {
namespace {

constexpr size_t kAgentsAtOnce = 64;  // agents per work item: some of them need a search, most only a look-up

}  // namespace

void ReplacedGoals::finish(BatchResult& result) {
  partial_count_ = 0;
  for (size_t i = 0; i < why_.size(); ++i) {
    if (why_[i] == kKept) continue;
    if (result.status[i] == PlanStatus::kFound) {
      --result.solved;
      ++partial_count_;
      result.status[i] = why_[i];
      continue;
    }
    // No path to the nearest place was found either: the agent keeps the reason for its own goal, unless
    // the plan is stale.
    if (result.status[i] != PlanStatus::kStale) result.status[i] = why_[i];
    why_[i] = kKept;
  }
}

Status NearestGoals::plan(BatchEngine& engine, const BatchMap& map, const AgentBatch& batch,
                          const BatchOptions& options, BatchResult& result) {
  batch_ = batch;
  replaced_.begin(batch.agents.size());
  replace_goals(map);
  if (Status planned = engine.plan(map, batch_, options, result); !planned) {
    replaced_.begin(batch.agents.size());
    return planned;
  }
  replaced_.finish(result);
  return success();
}

void NearestGoals::replace_goals(const BatchMap& map) {
  std::vector<uint8_t> used(map.kinds.size(), 0);
  for (const BatchAgent& agent : batch_.agents) {
    if (const int kind = map.kind_of(agent.size, agent.capability); kind >= 0) used[static_cast<size_t>(kind)] = 1;
  }
  areas_.resize(std::max(areas_.size(), map.kinds.size()));
  threads_.for_pieces(0, map.kinds.size(), 1, [&](size_t begin, size_t end, size_t) {
    for (size_t kind = begin; kind < end; ++kind) {
      if (used[kind] != 0) areas_[kind].build(*map.kinds[kind].moves);
    }
  });
  workspaces_.resize(threads_.count());
  threads_.for_pieces(0, batch_.agents.size(), kAgentsAtOnce, [&](size_t begin, size_t end, size_t thread) {
    uint64_t visited = 0;
    for (size_t i = begin; i < end; ++i) {
      BatchAgent& agent = batch_.agents[i];
      const int kind = map.kind_of(agent.size, agent.capability);
      if (kind < 0) continue;
      const MoveGrid& moves = *map.kinds[static_cast<size_t>(kind)].moves;
      if (agent.start >= moves.cell_count() || agent.goal >= moves.cell_count()) continue;
      const std::optional<Cell> cell =
          nearest_reachable(moves, areas_[static_cast<size_t>(kind)], {moves.cell(agent.start), moves.cell(agent.goal)},
                            workspaces_[thread], visited);
      if (!cell) continue;
      replaced_.set(i, moves.passable(agent.goal) ? PlanStatus::kNoPath : PlanStatus::kGoalBlocked);
      agent.goal = moves.id(*cell);
    }
  });
}

}  // namespace strata
