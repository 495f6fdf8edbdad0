// This file holds the batch engines in threads of the processor. Agents over cells are planned in the order of their
// goals' clusters, so that labels stay in the cache. Agents over a mesh are planned in the order of the batch, because
// sorting costs more than it saves.
#include <fmt/format.h>

#include <new>

#include "core/base/parallel.hpp"
#include "core/base/stopwatch.hpp"
#include "core/batch/batch_work.hpp"
#include "core/batch/mesh_work.hpp"

namespace strata {
namespace {

// Agents per work item of a thread: a look-up takes a fraction of a microsecond, a search many microseconds.
constexpr size_t kLookUpGrain = 1024, kSearchGrain = 16;

// Prefetches memory into the cache. g++ considers a function that only prefetches free of effects and drops calls of
// it: the empty assembler statement prevents that.
template <int kForWriting = 0>
inline void fetch(const void* at) {
  __builtin_prefetch(at, kForWriting);
  asm volatile("");
}

// The input of batches over cells, for one call at a time.
class CellBatchInput {
 public:
  using Engine = BatchEngine;
  using Search = HostSearch;
  using Work = const AgentKindInput*;  // the kind of agents; null: unknown kind

  void begin(const BatchMap& map, const AgentBatch& batch, const BatchOptions& options, Threads& threads) {
    kinds_ = kind_inputs(map, options);
    const bool looks_up = options.method == BatchMethod::kTables || options.method == BatchMethod::kLabels;
    order_.build(map, kinds_, batch, looks_up, threads);
    batch_ = &batch;
    options_ = options;
  }
  // Calls visit(first place, end, grain, work) for every range.
  template <class Visit>
  void each_range(Visit&& visit) const {
    for (const AgentPermutation::AgentRange& range : order_.ranges()) {
      const Work kind = range.kind < 0 ? nullptr : &kinds_[static_cast<size_t>(range.kind)];
      const bool searches = kind != nullptr && !kind->looks_up && !kind->by_corners();
      visit(range.begin, range.end, searches ? kSearchGrain : kLookUpGrain, kind);
    }
  }
  size_t agent(size_t place) const { return order_.agent(place); }

  // Prefetches the data of agents some places ahead.
  void fetch_ahead(Work kind, size_t place, size_t end, BatchResult& result) const {
    constexpr size_t kAhead = 8;
    if (kind == nullptr || !kind->looks_up || place + 3 * kAhead >= end) return;
    const std::vector<BatchAgent>& agents = batch_->agents;
    fetch(&agents[order_.agent(place + 3 * kAhead)]);
    fetch_local(*kind, agents[order_.agent(place + 2 * kAhead)].start);
    const size_t next = order_.agent(place + kAhead);
    fetch_rows(*kind, agents[next].start);
    fetch<1>(&result.status[next]);
    fetch<1>(&result.cost[next]);
    fetch<1>(&result.hop[next]);
  }
  HostAnswer answer(HostSearch& search, Work kind, size_t i, std::vector<CellId>* path) const {
    if (kind == nullptr) return {PlanStatus::kNoSuchAgent};
    if (kind->stale) return {kind->refusal};
    const AgentStartGoal agent{batch_->agents[i].start, batch_->agents[i].goal};
    return search.answer(*kind, options_, agent, path);
  }
  size_t memory_bytes() const { return order_.memory_bytes(); }

 private:
  static constexpr size_t kLine = 64 / sizeof(Cost);
  // Number of cache lines of a cluster's labels that are prefetched; the processor itself prefetches the rest.
  static constexpr size_t kFetchedLines = 8;

  // Prefetches the data with which a look-up begins: first the entry that gives the position of the rest.
  static void fetch_local(const AgentKindInput& kind, CellId start) {
    const TablesView& view = kind.view;
    if (!view.contains(start)) return;
    const Cell cell = view.cell(start);
    const int32_t x = cell.x - view.over_side(cell.x) * view.side, y = cell.y - view.over_side(cell.y) * view.side;
    fetch(view.clusters[view.cluster_of(cell)].local + y * view.side + x);
  }
  static void fetch_rows(const AgentKindInput& kind, CellId start) {
    const TablesView& view = kind.view;
    if (!view.contains(start)) return;
    const Cell cell = view.cell(start);
    const uint32_t number = view.cluster_of(cell);
    const TableCluster& cluster = view.clusters[number];
    const uint32_t local = view.local_of(cluster, cell);
    if (local == kBlockedLocal) return;
    fetch(cluster.to_nodes + size_t{local} * cluster.nodes);
    const Cost* block = kind.labels.blocks + kind.labels.clusters[number].block;
    for (size_t line = 0; line < kFetchedLines; ++line) fetch(block + line * kLine);
  }

  const AgentBatch* batch_ = nullptr;
  BatchOptions options_;
  std::vector<AgentKindInput> kinds_;
  AgentPermutation order_;
};

class MeshBatchInput {
 public:
  using Engine = MeshBatchEngine;
  using Search = HostMeshSearch;
  using Work = PlanStatus;  // of MeshBatchMap::check

  void begin(const MeshBatchMap& map, const MeshBatch& batch, const MeshBatchOptions& options, Threads&) {
    map_ = &map;
    batch_ = &batch;
    options_ = options;
  }
  template <class Visit>
  void each_range(Visit&& visit) const {
    const Work check = map_->check(options_);
    const bool searches = check == PlanStatus::kFound && options_.method != MeshBatchMethod::kTables;
    visit(size_t{0}, batch_->agents.size(), searches ? kSearchGrain : kLookUpGrain, check);
  }
  static size_t agent(size_t place) { return place; }

  // Prefetches the data of later agents: polygons three times as far ahead as rows, sides twice as far.
  void fetch_ahead(Work check, size_t place, size_t end, BatchResult&) const {
    constexpr size_t kAhead = 6;
    const bool looks_up = check == PlanStatus::kFound && options_.method == MeshBatchMethod::kTables;
    if (!looks_up || place + 3 * kAhead >= end) return;
    const MeshView& view = map_->pack->view();
    const MeshAgent* const agents = batch_->agents.data() + place;
    for_polygons(view, agents[3 * kAhead], [](const MeshViewPolygon& polygon) { fetch(&polygon); });
    for_polygons(view, agents[2 * kAhead], [&](const MeshViewPolygon& polygon) {
      fetch(view.sides + polygon.first_side);
      fetch(view.centre_rows + polygon.centre_row);
      fetch(view.groups + polygon.group);
    });
    if (options_.ends != HnaEndpoints::kTrue || view.published) return;
    for_polygons(view, agents[kAhead], [&](const MeshViewPolygon& polygon) {
      const MeshViewGroup& group = view.groups[polygon.group];
      for (uint32_t s = 0; s < polygon.sides; ++s) {
        fetch(mesh_row(view, group, view.sides[polygon.first_side + s].place));
      }
    });
  }
  HostAnswer answer(HostMeshSearch& search, Work check, size_t i, std::vector<uint32_t>* path) const {
    return check == PlanStatus::kFound ? search.plan(*map_, options_, batch_->agents[i], path) : HostAnswer{check};
  }
  static size_t memory_bytes() { return 0; }

 private:
  // Calls visit(polygon) for the polygons of both ends, if they exist.
  template <class Visit>
  static void for_polygons(const MeshView& view, const MeshAgent& agent, Visit&& visit) {
    if (agent.start.polygon < view.polygon_count) visit(view.polygons[agent.start.polygon]);
    if (agent.goal.polygon < view.polygon_count) visit(view.polygons[agent.goal.polygon]);
  }

  const MeshBatchMap* map_ = nullptr;
  const MeshBatch* batch_ = nullptr;
  MeshBatchOptions options_;
};

template <class Domain>
class ThreadsEngine final : public Domain::Engine {
 public:
  using Map = typename Domain::Engine::Map;
  using Batch = typename Domain::Engine::Batch;
  using Options = typename Domain::Engine::Options;

  explicit ThreadsEngine(int threads) : threads_(threads), searches_(threads_.count()) {}

  Status plan(const Map& map, const Batch& batch, const Options& options, BatchResult& result) override {
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
    size_t bytes = domain_.memory_bytes() + paths_.memory_bytes();
    for (const typename Domain::Search& search : searches_) bytes += search.memory_bytes();
    return bytes;
  }

 private:
  void plan_all(const Map& map, const Batch& batch, const Options& options, BatchResult& result) {
    const size_t count = batch.agents.size();
    for (typename Domain::Search& search : searches_) search.forget();
    domain_.begin(map, batch, options, threads_);
    result.status.resize(count);
    result.cost.resize(count);
    result.hop.resize(count);
    if (options.paths) paths_.begin(count, searches_.size());
    domain_.each_range([&](size_t first, size_t last, size_t grain, typename Domain::Work work) {
      threads_.for_pieces(first, last, grain, [&](size_t begin, size_t end, size_t thread) {
        plan_part(work, begin, end, thread, options.paths, result);
      });
    });
    if (options.paths) {
      paths_.join(result, threads_);
    } else {
      result.path_begin.clear();
      result.path_cells.clear();
    }
    result.solved = count_solved(result);
  }

  void plan_part(typename Domain::Work work, size_t begin, size_t end, size_t thread, bool paths, BatchResult& result) {
    std::vector<uint32_t>* const path = paths ? &paths_.buffer(thread) : nullptr;
    for (size_t place = begin; place < end; ++place) {
      domain_.fetch_ahead(work, place, end, result);
      const size_t i = domain_.agent(place);
      const HostAnswer answer = domain_.answer(searches_[thread], work, i, path);
      put_answer(result, i, answer);
      if (path != nullptr) paths_.set_last(i, thread, answer.length);
    }
  }

  Threads threads_;
  std::vector<typename Domain::Search> searches_;
  Domain domain_;
  PathJoiner paths_;
};

}  // namespace

std::unique_ptr<BatchEngine> make_cpu_engine(int threads) {
  return std::make_unique<ThreadsEngine<CellBatchInput>>(threads);
}
std::unique_ptr<MeshBatchEngine> make_cpu_mesh_engine(int threads) {
  return std::make_unique<ThreadsEngine<MeshBatchInput>>(threads);
}

}  // namespace strata
