#include "core/crowd/crowd_search.hpp"

namespace strata {

void CrowdSearch::plan(const BatchMap& map, const AgentBatch& batch, bool paths, Threads& threads,
                       BatchResult& result) {
  constexpr size_t kGrain = 16;  // agents per work item of a thread
  std::vector<AgentKindInput> kinds(map.kinds.size());
  for (size_t k = 0; k < kinds.size(); ++k) {
    const MoveGrid& moves = *map.kinds[k].moves;
    kinds[k].kind = &map.kinds[k];
    kinds[k].view.set_shape(moves.width(), moves.height(), 1);
    kinds[k].view.moves = moves.moves().data();
    kinds[k].view.weights = moves.weights().data();
  }
  const size_t count = batch.agents.size();
  result.clear();
  result.status.resize(count);
  result.cost.resize(count);
  result.hop.resize(count);
  if (by_thread_.size() < threads.count()) by_thread_.resize(threads.count());
  if (paths) paths_.begin(count, threads.count());
  threads.for_pieces(0, count, kGrain, [&](size_t begin, size_t end, size_t thread) {
    for (size_t i = begin; i < end; ++i) {
      const BatchAgent& agent = batch.agents[i];
      const int kind = map.kind_of(agent.size, agent.capability);
      HostAnswer answer{PlanStatus::kNoSuchAgent};
      if (kind >= 0) {
        answer = by_thread_[thread].plan(kinds[static_cast<size_t>(kind)], BatchMethod::kAstar,
                                         {agent.start, agent.goal}, paths ? &paths_.buffer(thread) : nullptr);
      }
      put_answer(result, i, answer);
      if (paths) paths_.set_last(i, thread, answer.length);
    }
  });
  if (paths) paths_.join(result, threads);
  result.solved = count_solved(result);
}

size_t CrowdSearch::memory_bytes() const {
  size_t bytes = paths_.memory_bytes();
  for (const HostSearch& search : by_thread_) bytes += search.memory_bytes();
  return bytes;
}

}  // namespace strata
