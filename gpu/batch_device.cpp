#include "gpu/batch_device.hpp"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <new>
#include <string_view>

#include "core/base/check.hpp"
#include "core/base/stopwatch.hpp"
#include "gpu/batch_device_chunk.hpp"
#include "gpu/crowd_device.hpp"
#include "gpu/cuda_engines.hpp"
#include "gpu/device_emulated.hpp"
#include "gpu/device_engine_base.hpp"

namespace strata {
namespace {

// Path cells per agent for which memory is reserved before the lengths of paths are known.
constexpr size_t kExpectedPathCells = 64;

class DeviceBatchEngine final : public DeviceEngineBase<DeviceEngine, BatchMethod, DeviceChunk> {
 public:
  using DeviceEngineBase::DeviceEngineBase;

  Status step(const BatchMap& map, BatchMethod method, const CrowdTickInput& tick) override {
    return on_crowd([&] {
      DeviceStatus status = step_crowd(map, method, tick);
      if (status.failure != DeviceFailure::kOutOfMemory) return status;
      give_up_all_but_crowd();  // chunks may occupy all memory
      if (tick.whole) crowd_.reset();
      return step_crowd(map, method, tick);
    });
  }

  bool holds_crowd() const override { return crowd_ != nullptr; }

  Status fetch(const CrowdView& host, size_t cells, uint8_t parts) override {
    return on_crowd([&] { return crowd_->fetch(host, cells, parts); });
  }

  Status fetch_rows(std::span<const uint32_t> agents, std::vector<AgentPlanRow>& rows) override {
    return on_crowd([&] { return crowd_->fetch_rows(agents, rows, *uploader_); });
  }

 private:
  void give_up_all_but_crowd() {
    give_up_chunks();
    mirrors_.clear();
    uploader_ = std::make_unique<Uploader>(*device_);
  }
  void free_all() override {
    crowd_.reset();
    give_up_all_but_crowd();
  }

  // --- A tick of a crowd --------------------------------------------------------------------------------------------

  DeviceStatus step_crowd(const BatchMap& map, BatchMethod method, const CrowdTickInput& tick) {
    const std::vector<AgentKindInput> by_tables = kind_inputs(map, {.method = method});
    const std::vector<AgentKindInput> by_cells = kind_inputs(map, {.method = BatchMethod::kAstar});
    crowd_kinds_.clear();
    for (size_t k = 0; k < tick.kinds.size(); ++k) {
      CrowdKindView& kind = crowd_kinds_.emplace_back(tick.crowd.kinds[k]);
      const int number = map.kind_of(tick.kinds[k].size, tick.kinds[k].capability.bits());
      if (number < 0 || kind.tables.moves == nullptr) continue;
      const auto i = static_cast<size_t>(number);
      AgentKindMirror& mirror = mirror_of(tick.kinds[k]);
      STRATA_DEVICE(mirror.sync(kind.has_tables ? by_tables[i] : by_cells[i], *uploader_));
      kind.tables = mirror.view();
    }
    if (crowd_ == nullptr) crowd_ = std::make_unique<CrowdMirror>(*device_);
    return crowd_->tick(tick, crowd_kinds_, *uploader_);
  }

  template <class Work>
  Status on_crowd(Work&& work) {
    DeviceStatus status;
    try {
      status = work();
    } catch (const std::bad_alloc&) {
      status = {DeviceFailure::kOutOfMemory, "on the host"};
    }
    if (status.ok()) return success();
    free_all();
    return device_error(status);
  }

  // --- One attempt to plan the batch --------------------------------------------------------------------------------

  DeviceStatus attempt(const CallArguments& call, size_t most_agents) override {
    const size_t count = call.batch.agents.size();
    Stopwatch watch;
    kinds_ = kind_inputs(call.map, call.options);
    host_.forget();
    call.result.status.resize(count);
    call.result.cost.resize(count);
    call.result.hop.resize(count);
    std::erase_if(mirrors_, [&](const std::unique_ptr<AgentKindMirror>& mirror) {
      return call.map.kind_of(mirror->agent().size, mirror->agent().capability.bits()) < 0;
    });
    // Most batches have agents of one kind. That they do is seen while they are packed, not in a loop of its own.
    order_.build_as_one_kind(call.map, call.batch);
    assumes_one_kind_ = true;
    mixed_ = false;
    host_ms_ += watch.micros() / 1000;
    STRATA_DEVICE(plan_ranges(call, most_agents));
    if (mixed_) {
      watch = {};
      for (const auto& chunk : chunks_) {
        if (chunk->busy()) STRATA_DEVICE(chunk->finish());
      }
      call.result.solved = 0;
      counts_.planned_on_host = counts_.chunks = 0;
      assumes_one_kind_ = false;
      order_.build(call.map, kinds_, call.batch, false, threads_);
      host_ms_ += watch.micros() / 1000;
      STRATA_DEVICE(plan_ranges(call, most_agents));
    }
    watch = {};
    if (call.options.paths && count == 0) call.result.path_begin.assign(1, 0);
    if (call.options.paths && in_order_) call.result.path_cells.resize(collected_cells_);
    if (call.options.paths && !in_order_) paths_.join(call.result, threads_);
    host_ms_ += watch.micros() / 1000;
    return {};
  }

  // Plans the agents in the present order. Sets `mixed_` and stops where agents turn out to be of several kinds
  // although one kind is assumed.
  DeviceStatus plan_ranges(const CallArguments& call, size_t most_agents) {
    const Stopwatch watch;
    const size_t count = call.batch.agents.size();
    // If paths come in the order of the agents, they are copied directly to their places.
    in_order_ = order_.as_they_came() && order_.ranges().size() == 1 && order_.ranges().front().kind >= 0 &&
                is_planned_by_look_up(kinds_[static_cast<size_t>(order_.ranges().front().kind)]);
    if (call.options.paths) {
      if (in_order_) {
        call.result.path_begin.resize(count + 1);
        call.result.path_begin[0] = 0;
      } else {
        paths_.begin(count, 1);
      }
    } else {
      call.result.path_cells.clear();
      call.result.path_begin.clear();
    }
    collected_ = collected_cells_ = 0;
    host_ms_ += watch.micros() / 1000;
    for (size_t r = 0; r < order_.ranges().size(); ++r) {
      STRATA_DEVICE(plan_range(call, order_.ranges()[r], most_agents));
    }
    return {};
  }

  static bool is_planned_by_look_up(const AgentKindInput& kind) { return kind.looks_up || kind.by_corners(); }

  AgentKindMirror& mirror_of(const Agent& agent) {
    for (const std::unique_ptr<AgentKindMirror>& mirror : mirrors_) {
      if (mirror->agent() == agent) return *mirror;
    }
    return *mirrors_.emplace_back(std::make_unique<AgentKindMirror>(*device_, agent));
  }

  DeviceStatus plan_range(const CallArguments& call, const AgentPermutation::AgentRange& range, size_t most_agents) {
    const AgentKindInput* const input = range.kind < 0 ? nullptr : &kinds_[static_cast<size_t>(range.kind)];
    const bool no_device = input == nullptr || input->stale || input->on_host ||
                           (call.options.method == BatchMethod::kTables && !input->looks_up);
    if (no_device && assumes_one_kind_ && has_other_kinds(call.batch)) mixed_ = true;
    if (mixed_ && assumes_one_kind_) return {};
    if (input == nullptr || input->stale) {
      for (size_t place = range.begin; place < range.end; ++place) {
        const size_t i = order_.agent(place);
        call.result.status[i] = input == nullptr ? PlanStatus::kNoSuchAgent : input->refusal;
        call.result.cost[i] = kInfinite;
        call.result.hop[i] = kNoCell;
      }
      return {};
    }
    if (no_device) return search_on_host(call, *input, range);
    AgentKindMirror& mirror = mirror_of(input->kind->agent);
    STRATA_DEVICE(mirror.sync(*input, *uploader_));
    const ChunkPlan plan{call.options.method, call.options.paths, call.options.paths && call.options.turns,
                         options_.open_entries, options_.unpack_capacity};
    size_t agents = std::min(most_agents, range.end - range.begin);
    const size_t path_bytes = is_planned_by_look_up(*input) && plan.paths ? kExpectedPathCells * sizeof(CellId) : 0;
    STRATA_DEVICE(share_memory(plan.method, DeviceChunk::bytes_per_agent(mirror, plan) + path_bytes, agents));
    return plan_places(call, *input, mirror, plan, range.begin, range.end, agents);
  }

  static bool has_other_kinds(const AgentBatch& batch) {
    const BatchAgent& first = batch.agents.front();
    return std::any_of(batch.agents.begin(), batch.agents.end(), [&](const BatchAgent& agent) {
      return agent.size != first.size || agent.capability != first.capability;
    });
  }

  // --- Chunks -------------------------------------------------------------------------------------------------------

  // Works on two chunks at a time, each in its own stream.
  DeviceStatus plan_places(const CallArguments& call, const AgentKindInput& input, const AgentKindMirror& mirror,
                           const ChunkPlan& plan, size_t begin, size_t end, size_t agents) {
    const auto start = [&](DeviceChunk& chunk, size_t place, size_t count) -> DeviceStatus {
      if (assumes_one_kind_ && mixed_) return {};
      STRATA_DEVICE(chunk.reserve(mirror, plan, count));
      AgentStartGoal* const ends = chunk.agents();
      const BatchAgent& one = call.batch.agents.front();
      std::atomic<bool> mixed = false;
      threads_.for_pieces(0, count, kPackGrain, [&](size_t first, size_t last, size_t) {
        bool other = false;
        for (size_t k = first; k < last; ++k) {
          const BatchAgent& agent = call.batch.agents[order_.agent(place + k)];
          ends[k] = {agent.start, agent.goal};
          other |= agent.size != one.size || agent.capability != one.capability;
        }
        if (other) mixed = true;
      });
      if (assumes_one_kind_ && mixed) {
        mixed_ = true;
        return {};
      }
      STRATA_DEVICE(chunk.begin(input, mirror, plan, place, count));
      ++counts_.chunks;
      return {};
    };
    return run_chunks(chunks_, begin, end, agents, start,
                      [&](DeviceChunk& chunk) { return collect(call, input, chunk); });
  }

  DeviceStatus collect(const CallArguments& call, const AgentKindInput& input, DeviceChunk& chunk) {
    STRATA_DEVICE(chunk.finish());
    const ChunkDownload& answers = chunk.answers();
    const auto agent_of = [&](size_t place) { return order_.agent(place); };
    take_answers(answers, agent_of, call.result);
    if (call.options.paths && call.options.turns) check_turns(answers);
    if (call.options.paths && !in_order_) take_paths(answers, agent_of);
    if (call.options.paths && in_order_) take_paths_in_order(call.result, answers);
    plan_on_host(call, input, answers);
    return {};
  }

  // Checks that each path that was found has turning points: emit_turns counts none if a path cannot be walked.
  static void check_turns(const ChunkDownload& chunk) {
    const uint64_t* const begins = chunk.begins();
    for (size_t k = 0; k < chunk.count(); ++k) {
      STRATA_CHECK(chunk.status()[k] != PlanStatus::kFound || begins[k] < begins[k + 1]);
    }
  }

  void take_paths_in_order(BatchResult& result, const ChunkDownload& chunk) {
    const size_t count = chunk.count();
    const uint64_t* const begins = chunk.begins();
    // Cells of a reused result are overwritten, because clearing the vector first takes longer.
    const size_t base = collected_cells_;
    collected_ = chunk.place() + count;
    collected_cells_ += begins[count];
    if (result.path_cells.size() < collected_cells_) result.path_cells.resize(collected_cells_);
    threads_.for_pieces(0, count, kPackGrain, [&](size_t first, size_t last, size_t) {
      const uint64_t from = begins[first], to = begins[last];
      if (to > from) {
        std::copy(chunk.cells() + from, chunk.cells() + to,
                  result.path_cells.begin() + static_cast<std::ptrdiff_t>(base + from));
      }
      for (size_t k = first; k < last; ++k) result.path_begin[chunk.place() + k + 1] = base + begins[k + 1];
    });
  }

  // This function is called when a path is planned on the host, which breaks the order of the agents.
  void give_up_order(const CallArguments& call) {
    if (!in_order_ || !call.options.paths) return;
    in_order_ = false;
    BatchResult& result = call.result;
    paths_.begin(call.batch.agents.size(), 1);
    result.path_cells.resize(collected_cells_);
    paths_.buffer(0).swap(result.path_cells);
    for (size_t i = 0; i < collected_; ++i) {
      paths_.set(i, 0, result.path_begin[i], static_cast<uint32_t>(result.path_begin[i + 1] - result.path_begin[i]));
    }
  }

  // Plans on the host the agents whose open list or path did not fit.
  void plan_on_host(const CallArguments& call, const AgentKindInput& input, const ChunkDownload& chunk) {
    const Stopwatch watch;
    for (size_t k = 0; k < chunk.count(); ++k) {
      if (chunk.status()[k] != kOutOfScratch) continue;
      give_up_order(call);
      plan_on_host(call, input, order_.agent(chunk.place() + k));
    }
    host_ms_ += watch.micros() / 1000;
  }

  // Plans agents by searches on the host, because there are no labels now, or the map has links between cells.
  DeviceStatus search_on_host(const CallArguments& call, const AgentKindInput& input,
                              const AgentPermutation::AgentRange& range) {
    const Stopwatch watch;
    give_up_order(call);
    for (size_t place = range.begin; place < range.end; ++place) plan_on_host(call, input, order_.agent(place));
    host_ms_ += watch.micros() / 1000;
    return {};
  }

  void plan_on_host(const CallArguments& call, const AgentKindInput& input, size_t i) {
    const AgentStartGoal agent{call.batch.agents[i].start, call.batch.agents[i].goal};
    plan_here(call, i, [&](std::vector<CellId>* path) { return host_.answer(input, call.options, agent, path); });
  }

  std::vector<std::unique_ptr<AgentKindMirror>> mirrors_;
  std::unique_ptr<CrowdMirror> crowd_;
  std::vector<CrowdKindView> crowd_kinds_;
  std::vector<AgentKindInput> kinds_;
  AgentPermutation order_;
  bool assumes_one_kind_ = false;  // the order is that of the batch, which may have agents of several kinds
  bool mixed_ = false;             // an agent of another kind was found
  bool in_order_ = false;          // paths come in the order of the agents
  size_t collected_ = 0, collected_cells_ = 0;  // in that order: agents with collected paths, and cells of these paths
  HostSearch host_;
};

}  // namespace

std::unique_ptr<DeviceEngine> make_device_engine(std::unique_ptr<Device> device, const DeviceEngineOptions& options) {
  return std::make_unique<DeviceBatchEngine>(std::move(device), options);
}

Result<std::unique_ptr<Device>> open_wanted_device() {
  const DeviceFault fault = device_fault_from_environment();
  const char* const wanted = std::getenv("STRATA_DEVICE");
  std::unique_ptr<Device> device;
  const DeviceStatus status = wanted != nullptr && std::string_view(wanted) == "emulated"
                                  ? open_emulated_device({.fault = fault}, device)
                                  : open_cuda_device(fault, device);
  if (!status.ok()) return device_error(status);
  return device;
}

Result<std::unique_ptr<BatchEngine>> make_cuda_engine() {
  auto device = open_wanted_device();
  if (!device) return device.error();
  return std::unique_ptr<BatchEngine>(make_device_engine(std::move(device.value())));
}

}  // namespace strata
