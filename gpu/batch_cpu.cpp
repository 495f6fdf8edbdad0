// The batch planner in the threads of the processor. Agents are worked off by goal cluster, so that the rows of
// distances that they read stay in the cache, or need to be computed only once.
#include <fmt/format.h>

#include <new>

#include "core/base/parallel.hpp"
#include "core/base/stopwatch.hpp"
#include "gpu/batch_work.hpp"

namespace strata {
namespace {

// Agents that are worked off in one go: look-ups take a fraction of a microsecond, searches many of them.
constexpr size_t kLookUpGrain = 1024, kSearchGrain = 16;

// So many agents ahead, what an agent will read is fetched into the cache.
constexpr size_t kAhead = 8;

// What one thread keeps.
struct Worker {
  TableRows rows;
  HostSearch search;
};

class CpuEngine final : public BatchEngine {
 public:
  explicit CpuEngine(int threads) : threads_(threads), workers_(threads_.count()) {}

  Status plan(const BatchMap& map, const AgentBatch& batch, const BatchOptions& options, BatchResult& result) override {
    const Stopwatch watch;
    try {
      plan_all(map, batch, options, result);
    } catch (const std::bad_alloc&) {
      result.clear();
      return error_at("batch", fmt::format("there is not enough memory to plan {} agents", batch.agents.size()));
    }
    result.times = {watch.micros() / 1000, 0};
    return success();
  }

  BatchBackend backend() const override { return BatchBackend::kCpu; }
  std::string device() const override {
    return threads_.count() == 1 ? "1 thread" : fmt::format("{} threads", threads_.count());
  }
  size_t memory_bytes() const override {
    size_t bytes = order_.memory_bytes() + paths_.memory_bytes();
    for (const Worker& worker : workers_) bytes += worker.rows.memory_bytes() + worker.search.memory_bytes();
    return bytes;
  }

 private:
  void plan_all(const BatchMap& map, const AgentBatch& batch, const BatchOptions& options, BatchResult& result) {
    const size_t count = batch.agents.size();
    kinds_ = kind_works(map, options.method);
    order_.build(map, kinds_, batch, options.method == BatchMethod::kTables, threads_);
    result.status.resize(count);
    result.cost.resize(count);
    result.hop.resize(count);
    if (options.paths) paths_.begin(count, workers_.size());
    for (const BatchOrder::Range& range : order_.ranges()) {
      const KindWork* kind = range.kind < 0 ? nullptr : &kinds_[static_cast<size_t>(range.kind)];
      const bool searched = kind != nullptr && options.method != BatchMethod::kTables;
      threads_.for_pieces(range.begin, range.end, searched ? kSearchGrain : kLookUpGrain,
                          [&](size_t begin, size_t end, size_t thread) {
                            plan_part(batch, options, kind, begin, end, thread, result);
                          });
    }
    if (options.paths) {
      paths_.join(result, threads_);
    } else {
      result.path_begin.clear();
      result.path_cells.clear();
    }
    result.solved = count_solved(result);
  }

  void plan_part(const AgentBatch& batch, const BatchOptions& options, const KindWork* kind, size_t begin, size_t end,
                 size_t thread, BatchResult& result) {
    Worker& worker = workers_[thread];
    std::vector<CellId>* const path = options.paths ? &paths_.buffer(thread) : nullptr;
    const bool looked_up = kind != nullptr && !kind->stale && options.method == BatchMethod::kTables;
    uint32_t goal_cluster = 0xffffffffu;  // of the rows of distances that are open
    for (size_t place = begin; place < end; ++place) {
      if (looked_up && place + 2 * kAhead < end) {
        __builtin_prefetch(&batch.agents[order_.agent(place + 2 * kAhead)]);
        fetch(kind->view, batch.agents[order_.agent(place + kAhead)].start);
      }
      const size_t i = order_.agent(place);
      const AgentEnds agent{batch.agents[i].start, batch.agents[i].goal};
      HostAnswer answer;
      if (kind == nullptr || kind->stale) {
        answer.status = kind == nullptr ? PlanStatus::kNoSuchAgent : PlanStatus::kStale;
      } else if (options.method != BatchMethod::kTables) {
        answer = worker.search.plan(*kind, options.method, agent, path);
      } else if (kind->distances != nullptr) {
        FilledRows rows = kind->distances->rows();
        answer = look_up(kind->view, rows, agent, path);
      } else {
        if (kind->view.contains(agent.goal)) {
          const uint32_t cluster = kind->view.cluster_of(kind->view.cell(agent.goal));
          if (cluster != goal_cluster) worker.rows.begin(kind->view, kind->kind->tables->graph_version(), cluster);
          goal_cluster = cluster;
        }
        answer = look_up(kind->view, worker.rows, agent, path);
      }
      result.status[i] = answer.status;
      result.cost[i] = answer.cost;
      result.hop[i] = answer.hop;
      if (path != nullptr) paths_.set_last(i, thread, answer.length);
    }
  }

  // What a look-up reads of its start, on the way into the cache.
  static void fetch(const TablesView& view, CellId start) {
    if (!view.contains(start)) return;
    const Cell cell = view.cell(start);
    const TableCluster& cluster = view.clusters[view.cluster_of(cell)];
    const uint32_t local = view.local_of(cluster, cell);
    if (local != kBlockedLocal) __builtin_prefetch(cluster.to_nodes + size_t{local} * cluster.nodes);
  }

  template <class Rows>
  static HostAnswer look_up(const TablesView& view, Rows& rows, const AgentEnds& agent, std::vector<CellId>* path) {
    HostAnswer answer;
    const TableAnswer found = table_look_up(view, rows, agent.start, agent.goal);
    answer.status = found.status;
    if (found.status != PlanStatus::kFound) return answer;
    answer.cost = found.cost;
    if (path == nullptr) {
      answer.hop = table_hop(view, rows, found, agent);
      return answer;
    }
    const size_t begin = path->size();
    answer.length = table_walk(view, rows, found, agent.start, agent.goal, [&](CellId cell) { path->push_back(cell); });
    STRATA_CHECK(answer.length == path->size() - begin);
    answer.hop = (*path)[begin + (answer.length > 1 ? 1 : 0)];
    return answer;
  }

  Threads threads_;
  std::vector<Worker> workers_;
  std::vector<KindWork> kinds_;
  BatchOrder order_;
  PathJoiner paths_;
};

}  // namespace

std::unique_ptr<BatchEngine> make_cpu_engine(int threads) { return std::make_unique<CpuEngine>(threads); }

}  // namespace strata
