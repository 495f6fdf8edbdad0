// The batch planner in the threads of the processor. Agents are worked off by goal cluster, so that the labels that
// they read stay in the cache.
#include <fmt/format.h>

#include <new>

#include "core/base/parallel.hpp"
#include "core/base/stopwatch.hpp"
#include "core/batch/batch_work.hpp"

namespace strata {
namespace {

// Agents that are worked off in one go: look-ups take a fraction of a microsecond, searches many of them.
constexpr size_t kLookUpGrain = 1024, kSearchGrain = 16;

// So many agents ahead, what an agent will read is fetched into the cache.
constexpr size_t kAhead = 8;
constexpr size_t kLine = 64 / sizeof(Cost);
constexpr size_t kFetchedLines = 8;  // of a cluster's labels: what follows the processor asks for itself

class CpuEngine final : public BatchEngine {
 public:
  explicit CpuEngine(int threads) : threads_(threads), searches_(threads_.count()) {}

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
    for (const HostSearch& search : searches_) bytes += search.memory_bytes();
    return bytes;
  }

 private:
  void plan_all(const BatchMap& map, const AgentBatch& batch, const BatchOptions& options, BatchResult& result) {
    const size_t count = batch.agents.size();
    kinds_ = kind_works(map, options.method);
    for (HostSearch& search : searches_) search.forget();
    order_.build(map, kinds_, batch, options.method == BatchMethod::kTables, threads_);
    result.status.resize(count);
    result.cost.resize(count);
    result.hop.resize(count);
    if (options.paths) paths_.begin(count, searches_.size());
    for (const BatchOrder::Range& range : order_.ranges()) {
      const KindWork* kind = range.kind < 0 ? nullptr : &kinds_[static_cast<size_t>(range.kind)];
      const bool searched = kind != nullptr && !kind->looks_up;
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
    HostSearch& search = searches_[thread];
    std::vector<CellId>* const path = options.paths ? &paths_.buffer(thread) : nullptr;
    const bool looked_up = kind != nullptr && kind->looks_up;
    for (size_t place = begin; place < end; ++place) {
      if (looked_up && place + 3 * kAhead < end) {
        __builtin_prefetch(&batch.agents[order_.agent(place + 3 * kAhead)]);
        fetch_local(*kind, batch.agents[order_.agent(place + 2 * kAhead)].start);
        const size_t next = order_.agent(place + kAhead);
        prefetch(*kind, batch.agents[next].start);
        __builtin_prefetch(&result.status[next], 1);
        __builtin_prefetch(&result.cost[next], 1);
        __builtin_prefetch(&result.hop[next], 1);
      }
      const size_t i = order_.agent(place);
      const AgentEnds agent{batch.agents[i].start, batch.agents[i].goal};
      HostAnswer answer;
      if (kind == nullptr || kind->stale) {
        answer.status = kind == nullptr ? PlanStatus::kNoSuchAgent : PlanStatus::kStale;
      } else {
        answer = options.method == BatchMethod::kTables ? search.look_up(*kind, agent, path)
                                                        : search.plan(*kind, options.method, agent, path);
      }
      result.status[i] = answer.status;
      result.cost[i] = answer.cost;
      result.hop[i] = answer.hop;
      if (path != nullptr) paths_.set_last(i, thread, answer.length);
    }
  }

  // What a look-up reads of its start, on the way into the cache: first what tells where the rest is.
  static void fetch_local(const KindWork& kind, CellId start) {
    const TablesView& view = kind.view;
    if (!view.contains(start)) return;
    const Cell cell = view.cell(start);
    const int32_t x = cell.x - view.over_side(cell.x) * view.side, y = cell.y - view.over_side(cell.y) * view.side;
    __builtin_prefetch(view.clusters[view.cluster_of(cell)].local + y * view.side + x);
  }
  static void prefetch(const KindWork& kind, CellId start) {
    const TablesView& view = kind.view;
    if (!view.contains(start)) return;
    const Cell cell = view.cell(start);
    const uint32_t number = view.cluster_of(cell);
    const TableCluster& cluster = view.clusters[number];
    const uint32_t local = view.local_of(cluster, cell);
    if (local == kBlockedLocal) return;
    __builtin_prefetch(cluster.to_nodes + size_t{local} * cluster.nodes);
    const Cost* block = kind.labels.blocks + kind.labels.clusters[number].block;
    for (size_t line = 0; line < kFetchedLines; ++line) __builtin_prefetch(block + line * kLine);
  }

  Threads threads_;
  std::vector<HostSearch> searches_;
  std::vector<KindWork> kinds_;
  BatchOrder order_;
  PathJoiner paths_;
};

}  // namespace

std::unique_ptr<BatchEngine> make_cpu_engine(int threads) { return std::make_unique<CpuEngine>(threads); }

}  // namespace strata
