// Purpose: DeviceEngineBase holds the code that device engines over cells and over meshes share: freeing memory when it
//          runs out, chunk sizes, copying of results, and times. Only the source files of the engines include it.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <memory>
#include <new>

#include "core/base/stopwatch.hpp"
#include "core/batch/batch_work.hpp"
#include "core/batch/mesh_batch.hpp"
#include "gpu/batch_device.hpp"
#include "gpu/batch_device_mirror.hpp"
#include "gpu/chunk_answers.hpp"

namespace strata {

// The number of agents that a thread packs or unpacks at a time.
inline constexpr size_t kPackGrain = 16384;

// Returns whether a method runs a search for every agent.
inline bool searches_for_each(BatchMethod method) {
  return method != BatchMethod::kTables && method != BatchMethod::kLabels;
}
inline bool searches_for_each(MeshBatchMethod method) { return method != MeshBatchMethod::kTables; }

// Engine is DeviceEngine or DeviceMeshEngine, Method the method of its batches, Chunk a chunk of agents on the device.
template <class Engine, class Method, class Chunk>
class DeviceEngineBase : public Engine {
 public:
  using Map = typename Engine::Map;
  using Batch = typename Engine::Batch;
  using Options = typename Engine::Options;

  DeviceEngineBase(std::unique_ptr<Device> device, const DeviceEngineOptions& options)
      : device_(std::move(device)), options_(options), uploader_(std::make_unique<Uploader>(*device_)) {
    give_up_chunks();
  }

  Status plan(const Map& map, const Batch& batch, const Options& options, BatchResult& result) override {
    const Stopwatch watch;
    static_cast<void>(device_->take_times());
    counts_ = {};
    uploader_->reset_bytes();
    host_ms_ = 0;
    try {
      const DeviceStatus status = plan_within_memory({map, batch, options, result});
      if (!status.ok()) {
        free_all();
        result.clear();
        return device_error(status);
      }
    } catch (const std::bad_alloc&) {
      free_all();
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

 protected:
  struct CallArguments {
    const Map& map;
    const Batch& batch;
    const Options& options;
    BatchResult& result;
  };

  virtual DeviceStatus attempt(const CallArguments& call, size_t most_agents) = 0;
  virtual void free_all() = 0;

  void give_up_chunks() {
    for (int stream = 0; stream < Device::kStreams; ++stream) {
      chunks_[static_cast<size_t>(stream)] = std::make_unique<Chunk>(*device_, stream);
    }
    search_bytes_ = 0;
  }

  // Reduces `agents` to the size of a chunk that fits into memory. `each` is the memory of one agent in bytes.
  DeviceStatus share_memory(Method method, size_t each, size_t& agents) {
    const bool searches = searches_for_each(method);
    // The memory of searches is large and rarely fits the searches of another method.
    if (search_bytes_ != 0 && (method != search_method_ || each > search_bytes_)) give_up_chunks();
    search_method_ = method;
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

  // Copies the answers of a chunk into `result`, and counts the paths found. agent_of(place) returns the agent at a
  // place of the chunk.
  template <class AgentOf>
  void take_answers(const ChunkDownload& answers, AgentOf&& agent_of, BatchResult& result) {
    std::atomic<size_t> solved = 0;
    threads_.for_pieces(0, answers.count(), kPackGrain, [&](size_t begin, size_t end, size_t) {
      size_t found = 0;
      for (size_t k = begin; k < end; ++k) {
        const size_t i = agent_of(answers.place() + k);
        result.status[i] = answers.status()[k];
        result.cost[i] = answers.cost()[k];
        result.hop[i] = answers.hop()[k];
        found += answers.status()[k] == PlanStatus::kFound ? 1 : 0;
      }
      solved += found;
    });
    result.solved += solved;
  }
  template <class AgentOf>
  void take_paths(const ChunkDownload& answers, AgentOf&& agent_of) {
    const size_t count = answers.count();
    const uint64_t* const begins = answers.begins();
    std::vector<CellId>& cells = paths_.buffer(0);
    const size_t base = cells.size();
    if (begins[count] > 0) cells.insert(cells.end(), answers.cells(), answers.cells() + begins[count]);
    for (size_t k = 0; k < count; ++k) {
      paths_.set(agent_of(answers.place() + k), 0, base + begins[k], static_cast<uint32_t>(begins[k + 1] - begins[k]));
    }
  }

  // Plans agent i on the host by plan(path).
  template <class Plan>
  void plan_here(const CallArguments& call, size_t i, Plan&& plan) {
    ++counts_.planned_on_host;
    std::vector<uint32_t>* const path = call.options.paths ? &paths_.buffer(0) : nullptr;
    const HostAnswer answer = plan(path);
    put_answer(call.result, i, answer);
    if (answer.status == PlanStatus::kFound) ++call.result.solved;
    if (path != nullptr) paths_.set_last(i, 0, answer.length);
  }

  std::unique_ptr<Device> device_;  // must outlive all memory of the device
  DeviceEngineOptions options_;
  std::unique_ptr<Uploader> uploader_;
  std::array<std::unique_ptr<Chunk>, Device::kStreams> chunks_;
  Threads threads_;
  PathJoiner paths_;
  DeviceEngineCounts counts_;
  double host_ms_ = 0;

 private:
  // 1 / kSpareShare of the free memory is left to other programs.
  static constexpr size_t kSpareShare = 16;

  // Plans the batch, again with smaller chunks whenever memory runs out.
  DeviceStatus plan_within_memory(const CallArguments& call) {
    size_t chunk = std::min(options_.chunk, std::max<size_t>(call.batch.agents.size(), 1));
    for (;;) {
      call.result.solved = 0;  // counted by attempt()
      DeviceStatus status = attempt(call, chunk);
      if (status.failure != DeviceFailure::kOutOfMemory) return status;
      // The copies of map and tables on the device may be incomplete, and their memory is better used for chunks.
      free_all();
      ++counts_.restarts;
      if (chunk == 1) return status;
      chunk /= 2;
    }
  }

  size_t search_bytes_ = 0;  // memory of one agent in the searches of the present chunks; 0: no memory
  Method search_method_ = Method::kTables;
};

}  // namespace strata
