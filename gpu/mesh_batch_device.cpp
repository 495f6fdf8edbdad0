#include "gpu/mesh_batch_device.hpp"

#include <algorithm>

#include "core/base/stopwatch.hpp"
#include "core/batch/mesh_work.hpp"
#include "gpu/cuda_engines.hpp"
#include "gpu/device_engine_base.hpp"
#include "gpu/mesh_batch_device_chunk.hpp"

namespace strata {
namespace {

// Path nodes per agent for which memory is reserved before the lengths of paths are known.
constexpr size_t kExpectedPathNodes = 32;

class MeshEngine final : public DeviceEngineBase<DeviceMeshEngine, MeshBatchMethod, MeshChunk> {
 public:
  using DeviceEngineBase::DeviceEngineBase;

 private:
  void free_all() override {
    give_up_chunks();
    mirror_ = {};
    uploader_ = std::make_unique<Uploader>(*device_);
  }

  DeviceStatus attempt(const CallArguments& call, size_t most_agents) override {
    const size_t count = call.batch.agents.size();
    BatchResult& result = call.result;
    const PlanStatus check = call.map.check(call.options);
    result.status.assign(count, check);
    result.cost.assign(count, kInfinite);
    result.hop.assign(count, kNoPortal);
    result.path_begin.clear();
    result.path_cells.clear();
    if (call.options.paths) paths_.begin(count, 1);
    if (check == PlanStatus::kFound && !call.map.mesh->links().empty()) {
      const Stopwatch watch;
      for (size_t i = 0; i < count; ++i) plan_on_host(call, i);
      host_ms_ += watch.micros() / 1000;
    } else if (count > 0 && check == PlanStatus::kFound) {
      const bool tables = call.options.method == MeshBatchMethod::kTables;
      STRATA_DEVICE(mirror_.sync(*device_, *call.map.pack, tables ? call.map.tables : nullptr, *uploader_));
      const MeshChunkPlan plan{call.options.method, call.options.paths, call.options.ends == HnaEndpoints::kCentroids,
                               options_.open_entries};
      size_t agents = std::min(most_agents, count);
      const size_t path_bytes = tables && plan.paths ? kExpectedPathNodes * sizeof(CellId) : 0;
      STRATA_DEVICE(share_memory(plan.method, MeshChunk::bytes_per_agent(mirror_.view(), plan) + path_bytes, agents));
      STRATA_DEVICE(plan_agents(call, plan, agents));
    }
    const Stopwatch watch;
    if (call.options.paths) paths_.join(result, threads_);
    host_ms_ += watch.micros() / 1000;
    return {};
  }

  DeviceStatus plan_agents(const CallArguments& call, const MeshChunkPlan& plan, size_t agents) {
    const auto start = [&](MeshChunk& chunk, size_t place, size_t count) -> DeviceStatus {
      STRATA_DEVICE(chunk.reserve(mirror_.view(), plan, count));
      MeshAgent* const to = chunk.agents();
      threads_.for_pieces(0, count, kPackGrain, [&](size_t first, size_t last, size_t) {
        std::copy(call.batch.agents.begin() + static_cast<std::ptrdiff_t>(place + first),
                  call.batch.agents.begin() + static_cast<std::ptrdiff_t>(place + last), to + first);
      });
      STRATA_DEVICE(chunk.begin(mirror_, plan, place, count));
      ++counts_.chunks;
      return {};
    };
    return run_chunks(chunks_, 0, call.batch.agents.size(), agents, start,
                      [&](MeshChunk& chunk) { return collect(call, chunk); });
  }

  DeviceStatus collect(const CallArguments& call, MeshChunk& chunk) {
    STRATA_DEVICE(chunk.finish());
    const ChunkDownload& answers = chunk.answers();
    const auto as_they_came = [](size_t place) { return place; };
    take_answers(answers, as_they_came, call.result);
    if (call.options.paths) take_paths(answers, as_they_came);
    // Plans on the host the agents whose open list did not fit.
    const Stopwatch watch;
    for (size_t k = 0; k < answers.count(); ++k) {
      if (answers.status()[k] != kOutOfScratch) continue;
      plan_on_host(call, answers.place() + k);
    }
    host_ms_ += watch.micros() / 1000;
    return {};
  }

  void plan_on_host(const CallArguments& call, size_t i) {
    plan_here(call, i, [&](std::vector<uint32_t>* path) {
      return host_.plan(call.map, call.options, call.batch.agents[i], path);
    });
  }

  MeshMirror mirror_;
  HostMeshSearch host_;
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
