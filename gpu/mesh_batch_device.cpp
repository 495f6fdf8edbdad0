#include "gpu/mesh_batch_device.hpp"

#include <algorithm>
#include <array>
#include <new>

#include "core/base/stopwatch.hpp"
#include "core/batch/mesh_work.hpp"
#include "gpu/cuda_engines.hpp"
#include "gpu/mesh_batch_device_chunk.hpp"

namespace strata {
namespace {

// Agents that one thread packs or unpacks at a time.
constexpr size_t kGrain = 16384;
// Nodes of a path that an agent is taken to need before it is known.
constexpr size_t kExpectedPathNodes = 32;
// Of the memory that is free, this much is left to others.
constexpr size_t kSpareShare = 16;

class MeshEngine final : public DeviceMeshEngine {
 public:
  MeshEngine(std::unique_ptr<Device> device, const DeviceEngineOptions& options)
      : device_(std::move(device)), options_(options) {
    give_up_everything();
  }

  Status plan(const MeshBatchMap& map, const MeshBatch& batch, const MeshBatchOptions& options,
              BatchResult& result) override {
    const Stopwatch watch;
    static_cast<void>(device_->take_times());
    counts_ = {};
    uploader_->reset_bytes();
    host_ms_ = 0;
    try {
      const DeviceStatus status = plan_within_memory({map, batch, options, result});
      if (!status.ok()) {
        give_up_everything();
        result.clear();
        return device_error(status);
      }
    } catch (const std::bad_alloc&) {
      give_up_everything();
      result.clear();
      return error_at("batch", "there is not enough memory on the host");
    }
    counts_.mirrored_bytes = uploader_->bytes();
    const double wall = watch.micros() / 1000;
    const double plan_ms = std::min(wall, device_->take_times().kernel_ms + host_ms_);
    result.times = {plan_ms, wall - plan_ms};
    return success();
  }

  BatchBackend backend() const override { return BatchBackend::kCuda; }
  std::string device() const override { return device_->name(); }
  size_t memory_bytes() const override { return device_->allocated_bytes(); }
  const DeviceEngineCounts& counts() const override { return counts_; }

 private:
  struct Call {
    const MeshBatchMap& map;
    const MeshBatch& batch;
    const MeshBatchOptions& options;
    BatchResult& result;
  };

  void give_up_chunks() {
    for (int stream = 0; stream < Device::kStreams; ++stream) {
      chunks_[static_cast<size_t>(stream)] = std::make_unique<MeshChunk>(*device_, stream);
    }
    search_bytes_ = 0;
  }
  void give_up_everything() {
    give_up_chunks();
    mirror_ = std::make_unique<MeshMirror>();
    uploader_ = std::make_unique<Uploader>(*device_);
  }

  // Begins again with less whenever memory ran out.
  DeviceStatus plan_within_memory(const Call& call) {
    size_t chunk = std::min(options_.chunk, std::max<size_t>(call.batch.agents.size(), 1));
    for (;;) {
      DeviceStatus status = attempt(call, chunk);
      if (status.failure != DeviceFailure::kOutOfMemory) return status;
      // What was mirrored may be half done, and is in the way of a better use of the memory.
      give_up_everything();
      ++counts_.restarts;
      if (chunk == 1) return status;
      chunk /= 2;
    }
  }

  DeviceStatus attempt(const Call& call, size_t most_agents) {
    const size_t count = call.batch.agents.size();
    BatchResult& result = call.result;
    result.status.assign(count, PlanStatus::kStale);
    result.cost.assign(count, kInfinite);
    result.hop.assign(count, kNoPortal);
    result.path_begin.clear();
    result.path_cells.clear();
    if (call.options.paths) paths_.begin(count, 1);
    if (count > 0 && call.map.has(call.options.method)) {
      const bool tables = call.options.method == MeshBatchMethod::kTables;
      STRATA_DEVICE(mirror_->sync(*device_, *call.map.pack, tables ? call.map.tables : nullptr, *uploader_));
      const MeshChunkPlan plan{call.options.method, call.options.paths, call.options.ends == HnaEnds::kCentres,
                               options_.open_entries};
      size_t agents = std::min(most_agents, count);
      STRATA_DEVICE(share_memory(plan, agents));
      STRATA_DEVICE(plan_agents(call, plan, agents));
    }
    const Stopwatch watch;
    if (call.options.paths) paths_.join(result, threads_);
    result.solved = count_solved(result);
    host_ms_ += watch.micros() / 1000;
    return {};
  }

  // How many agents a chunk may have.
  DeviceStatus share_memory(const MeshChunkPlan& plan, size_t& agents) {
    const bool searches = plan.method != MeshBatchMethod::kTables;
    const size_t each = MeshChunk::bytes_per_agent(mirror_->view(), plan) +
                        (!searches && plan.paths ? kExpectedPathNodes * sizeof(CellId) : 0);
    // Memory of searches is large, and of little use for other ones.
    if (search_bytes_ != 0 && (plan.method != search_method_ || each > search_bytes_)) give_up_chunks();
    search_method_ = plan.method;
    search_bytes_ = searches ? std::max(search_bytes_, each) : 0;
    size_t free = 0;
    STRATA_DEVICE(device_->free_bytes(free));
    free -= free / kSpareShare;
    for (const auto& chunk : chunks_) free += chunk->device_bytes();
    agents = std::min(agents, free / (each * Device::kStreams));
    if (searches) agents = std::min(agents, device_->parallel_items());
    agents = std::max<size_t>(agents, 1);
    return {};
  }

  DeviceStatus plan_agents(const Call& call, const MeshChunkPlan& plan, size_t agents) {
    const auto start = [&](MeshChunk& chunk, size_t place, size_t count) -> DeviceStatus {
      STRATA_DEVICE(chunk.reserve(mirror_->view(), plan, count));
      MeshAgent* const to = chunk.agents();
      threads_.for_pieces(0, count, kGrain, [&](size_t first, size_t last, size_t) {
        std::copy(call.batch.agents.begin() + static_cast<std::ptrdiff_t>(place + first),
                  call.batch.agents.begin() + static_cast<std::ptrdiff_t>(place + last), to + first);
      });
      STRATA_DEVICE(chunk.begin(*mirror_, plan, place, count));
      ++counts_.chunks;
      return {};
    };
    return take_turns(chunks_, 0, call.batch.agents.size(), agents, start,
                      [&](MeshChunk& chunk) { return collect(call, chunk); });
  }

  DeviceStatus collect(const Call& call, MeshChunk& chunk) {
    STRATA_DEVICE(chunk.finish());
    const ChunkReturn& answers = chunk.answers();
    BatchResult& result = call.result;
    const size_t count = answers.count(), place = answers.place();
    std::copy_n(answers.status(), count, result.status.begin() + static_cast<std::ptrdiff_t>(place));
    std::copy_n(answers.cost(), count, result.cost.begin() + static_cast<std::ptrdiff_t>(place));
    std::copy_n(answers.hop(), count, result.hop.begin() + static_cast<std::ptrdiff_t>(place));
    if (call.options.paths) {
      const uint64_t* const begins = answers.begins();
      std::vector<CellId>& cells = paths_.buffer(0);
      const size_t base = cells.size();
      if (begins[count] > 0) cells.insert(cells.end(), answers.cells(), answers.cells() + begins[count]);
      for (size_t k = 0; k < count; ++k) {
        paths_.set(place + k, 0, base + begins[k], static_cast<uint32_t>(begins[k + 1] - begins[k]));
      }
    }
    // Agents whose open list did not fit.
    const Stopwatch watch;
    for (size_t k = 0; k < count; ++k) {
      if (answers.status()[k] == kOutOfScratch) plan_on_host(call, place + k);
    }
    host_ms_ += watch.micros() / 1000;
    return {};
  }

  void plan_on_host(const Call& call, size_t i) {
    ++counts_.planned_on_host;
    std::vector<uint32_t>* const path = call.options.paths ? &paths_.buffer(0) : nullptr;
    const HostAnswer answer = host_.plan(call.map, call.options, call.batch.agents[i], path);
    call.result.status[i] = answer.status;
    call.result.cost[i] = answer.cost;
    call.result.hop[i] = answer.hop;
    if (path != nullptr) paths_.set_last(i, 0, answer.length);
  }

  std::unique_ptr<Device> device_;  // outlives all memory of it
  DeviceEngineOptions options_;
  std::unique_ptr<Uploader> uploader_;
  std::unique_ptr<MeshMirror> mirror_;
  std::array<std::unique_ptr<MeshChunk>, Device::kStreams> chunks_;
  size_t search_bytes_ = 0;  // an agent, of the searches that the chunks have memory for; 0: for none
  MeshBatchMethod search_method_ = MeshBatchMethod::kTables;
  Threads threads_;
  PathJoiner paths_;
  HostMeshSearch host_;
  DeviceEngineCounts counts_;
  double host_ms_ = 0;
};

}  // namespace

std::unique_ptr<DeviceMeshEngine> make_device_mesh_engine(std::unique_ptr<Device> device,
                                                          const DeviceEngineOptions& options) {
  return std::make_unique<MeshEngine>(std::move(device), options);
}

Result<std::unique_ptr<MeshBatchEngine>> make_cuda_mesh_engine() {
  auto device = open_wanted_device();
  if (!device) return device.error();
  return std::unique_ptr<MeshBatchEngine>(make_device_mesh_engine(std::move(device.value())));
}

}  // namespace strata
