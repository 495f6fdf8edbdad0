// Batches over meshes in the threads of the processor. Agents are worked off as they come: sorting them by their groups
// costs more than it saves.
#include <fmt/format.h>

#include <new>

#include "core/base/parallel.hpp"
#include "core/base/stopwatch.hpp"
#include "core/batch/mesh_work.hpp"

namespace strata {
namespace {

// Agents that are worked off in one go: look-ups take a fraction of a microsecond, searches many of them.
constexpr size_t kMeshLookUpGrain = 1024, kMeshSearchGrain = 16;

// So many agents ahead, what an agent will read is fetched into the cache: its polygons, twice as far ahead their
// sides, and so on down to the rows.
constexpr size_t kMeshAhead = 6;

class CpuMeshEngine final : public MeshBatchEngine {
 public:
  explicit CpuMeshEngine(int threads) : threads_(threads), searches_(threads_.count()) {}

  Status plan(const MeshBatchMap& map, const MeshBatch& batch, const MeshBatchOptions& options,
              BatchResult& result) override {
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
    size_t bytes = paths_.memory_bytes();
    for (const HostMeshSearch& search : searches_) bytes += search.memory_bytes();
    return bytes;
  }

 private:
  void plan_all(const MeshBatchMap& map, const MeshBatch& batch, const MeshBatchOptions& options, BatchResult& result) {
    const size_t count = batch.agents.size();
    result.status.resize(count);
    result.cost.resize(count);
    result.hop.resize(count);
    if (options.paths) paths_.begin(count, searches_.size());
    const bool has = map.has(options.method);
    const bool searches = has && options.method != MeshBatchMethod::kTables;
    threads_.for_pieces(0, count, searches ? kMeshSearchGrain : kMeshLookUpGrain,
                        [&](size_t begin, size_t end, size_t thread) {
                          plan_part(map, has, batch, options, begin, end, thread, result);
                        });
    if (options.paths) {
      paths_.join(result, threads_);
    } else {
      result.path_begin.clear();
      result.path_cells.clear();
    }
    result.solved = count_solved(result);
  }

  void plan_part(const MeshBatchMap& map, bool has, const MeshBatch& batch, const MeshBatchOptions& options,
                 size_t begin, size_t end, size_t thread, BatchResult& result) {
    HostMeshSearch& search = searches_[thread];
    std::vector<uint32_t>* const path = options.paths ? &paths_.buffer(thread) : nullptr;
    const bool looks_up = has && options.method == MeshBatchMethod::kTables;
    const bool fetches_rows = options.ends == HnaEnds::kTrue && looks_up && !map.pack->view().published;
    for (size_t i = begin; i < end; ++i) {
      if (looks_up && i + 3 * kMeshAhead < end) {
        const MeshAgent* const agents = batch.agents.data() + i;
        fetch_polygons(map.pack->view(), agents[3 * kMeshAhead]);
        fetch_sides(map.pack->view(), agents[2 * kMeshAhead]);
        if (fetches_rows) fetch_rows(map.pack->view(), agents[kMeshAhead]);
      }
      HostAnswer answer;
      answer.status = PlanStatus::kStale;
      if (has) answer = search.plan(map, options, batch.agents[i], path);
      result.status[i] = answer.status;
      result.cost[i] = answer.cost;
      result.hop[i] = answer.hop;
      if (path != nullptr) paths_.set_last(i, thread, answer.length);
    }
  }

  // visit(polygon) for both that are there.
  template <class Visit>
  static void for_polygons(const MeshView& view, const MeshAgent& agent, Visit&& visit) {
    if (agent.start.polygon < view.polygon_count) visit(view.polygons[agent.start.polygon]);
    if (agent.goal.polygon < view.polygon_count) visit(view.polygons[agent.goal.polygon]);
  }
  static void fetch_polygons(const MeshView& view, const MeshAgent& agent) {
    for_polygons(view, agent, [](const MeshViewPolygon& polygon) { __builtin_prefetch(&polygon); });
  }
  static void fetch_sides(const MeshView& view, const MeshAgent& agent) {
    for_polygons(view, agent, [&](const MeshViewPolygon& polygon) {
      __builtin_prefetch(view.sides + polygon.first_side);
      __builtin_prefetch(view.centre_rows + polygon.centre_row);
      __builtin_prefetch(view.groups + polygon.group);
    });
  }
  static void fetch_rows(const MeshView& view, const MeshAgent& agent) {
    for_polygons(view, agent, [&](const MeshViewPolygon& polygon) {
      const MeshViewGroup& group = view.groups[polygon.group];
      for (uint32_t s = 0; s < polygon.sides; ++s) {
        __builtin_prefetch(mesh_row(view, group, view.sides[polygon.first_side + s].place));
      }
    });
  }

  Threads threads_;
  std::vector<HostMeshSearch> searches_;
  PathJoiner paths_;
};

}  // namespace

std::unique_ptr<MeshBatchEngine> make_cpu_mesh_engine(int threads) { return std::make_unique<CpuMeshEngine>(threads); }

}  // namespace strata
