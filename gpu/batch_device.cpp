#include "gpu/batch_device.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <new>
#include <string_view>

#include "core/base/stopwatch.hpp"
#include "gpu/batch_device_chunk.hpp"
#include "gpu/crowd_device.hpp"
#include "gpu/cuda_engines.hpp"
#include "gpu/device_emulated.hpp"

namespace strata {
namespace {

// Agents that one thread packs or unpacks at a time.
constexpr size_t kGrain = 16384;
// Path cells that an agent is taken to need before it is known.
constexpr size_t kExpectedPathCells = 64;
// Of the memory that is free, this much is left to others.
constexpr size_t kSpareShare = 16;

class Engine final : public DeviceEngine {
 public:
  Engine(std::unique_ptr<Device> device, const DeviceEngineOptions& options)
      : device_(std::move(device)), options_(options), uploader_(std::make_unique<Uploader>(*device_)) {
    give_up_chunks();
  }

  Status plan(const BatchMap& map, const AgentBatch& batch, const BatchOptions& options, BatchResult& result) override {
    const Stopwatch watch;
    static_cast<void>(device_->take_times());
    counts_ = {};
    uploader_->reset_bytes();
    host_ms_ = 0;
    try {
      const DeviceStatus status = plan_within_memory(map, batch, options, result);
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

  Status step(const BatchMap& map, BatchMethod method, const CrowdTick& tick) override {
    DeviceStatus status;
    try {
      status = step_crowd(map, method, tick);
      if (status.failure == DeviceFailure::kOutOfMemory) {  // chunks may have taken all there is
        give_up_all_but_crowd();
        if (tick.whole) crowd_.reset();
        status = step_crowd(map, method, tick);
      }
    } catch (const std::bad_alloc&) {
      status = {DeviceFailure::kOutOfMemory, "on the host"};
    }
    if (status.ok()) return success();
    give_up_everything();
    return device_error(status);
  }

  bool holds_crowd() const override { return crowd_ != nullptr; }

  Status fetch(const CrowdView& host, size_t cells, uint8_t parts) override {
    return from_crowd([&] { return crowd_->fetch(host, cells, parts); });
  }

  Status fetch_rows(std::span<const uint32_t> agents, std::vector<CrowdRow>& rows) override {
    return from_crowd([&] { return crowd_->fetch_rows(agents, rows, *uploader_); });
  }

  BatchBackend backend() const override { return BatchBackend::kCuda; }
  std::string device() const override { return device_->name(); }
  size_t memory_bytes() const override { return device_->allocated_bytes(); }
  const DeviceEngineCounts& counts() const override { return counts_; }

 private:
  struct Call {
    const BatchMap& map;
    const AgentBatch& batch;
    const BatchOptions& options;
    BatchResult& result;
  };

  // --- Memory -------------------------------------------------------------------------------------------------------

  void give_up_chunks() {
    for (int stream = 0; stream < Device::kStreams; ++stream) {
      chunks_[static_cast<size_t>(stream)] = std::make_unique<DeviceChunk>(*device_, stream);
    }
    search_bytes_ = 0;
  }
  void give_up_all_but_crowd() {
    give_up_chunks();
    mirrors_.clear();
    uploader_ = std::make_unique<Uploader>(*device_);
  }
  void give_up_everything() {
    crowd_.reset();
    give_up_all_but_crowd();
  }

  // Begins again with less whenever memory ran out.
  DeviceStatus plan_within_memory(const BatchMap& map, const AgentBatch& batch, const BatchOptions& options,
                                  BatchResult& result) {
    const Call call{map, batch, options, result};
    size_t chunk = std::min(options_.chunk, std::max<size_t>(batch.agents.size(), 1));
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

  // --- A tick of a crowd --------------------------------------------------------------------------------------------

  DeviceStatus step_crowd(const BatchMap& map, BatchMethod method, const CrowdTick& tick) {
    const std::vector<KindWork> by_tables = kind_works(map, method);
    const std::vector<KindWork> by_cells = kind_works(map, BatchMethod::kAstar);
    crowd_kinds_.clear();
    for (size_t k = 0; k < tick.kinds.size(); ++k) {
      CrowdKindView& kind = crowd_kinds_.emplace_back(tick.crowd.kinds[k]);
      const int number = map.kind_of(tick.kinds[k].size, tick.kinds[k].capability.bits());
      if (number < 0 || kind.tables.moves == nullptr) continue;
      const auto i = static_cast<size_t>(number);
      KindMirror& mirror = mirror_of(tick.kinds[k]);
      STRATA_DEVICE(mirror.sync(kind.has_tables ? by_tables[i] : by_cells[i], *uploader_));
      kind.tables = mirror.view();
    }
    if (crowd_ == nullptr) crowd_ = std::make_unique<CrowdMirror>(*device_);
    return crowd_->tick(tick, crowd_kinds_, *uploader_);
  }

  template <class Fetch>
  Status from_crowd(Fetch&& fetch) {
    DeviceStatus status;
    try {
      status = fetch();
    } catch (const std::bad_alloc&) {
      status = {DeviceFailure::kOutOfMemory, "on the host"};
    }
    if (status.ok()) return success();
    give_up_everything();
    return device_error(status);
  }

  // --- One attempt --------------------------------------------------------------------------------------------------

  DeviceStatus attempt(const Call& call, size_t most_agents) {
    const size_t count = call.batch.agents.size();
    Stopwatch watch;
    kinds_ = kind_works(call.map, call.options.method);
    host_.forget();
    order_.build(call.map, kinds_, call.batch, false, threads_);
    call.result.status.resize(count);
    call.result.cost.resize(count);
    call.result.hop.resize(count);
    // Paths that come in the order of the agents go where they belong at once.
    in_order_ = order_.as_they_came() && call.options.method == BatchMethod::kTables && order_.ranges().size() == 1 &&
                order_.ranges().front().kind >= 0 && kinds_[static_cast<size_t>(order_.ranges().front().kind)].looks_up;
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
    std::erase_if(mirrors_, [&](const std::unique_ptr<KindMirror>& mirror) {
      return call.map.kind_of(mirror->agent().size, mirror->agent().capability.bits()) < 0;
    });
    host_ms_ += watch.micros() / 1000;

    for (size_t r = 0; r < order_.ranges().size(); ++r) {
      STRATA_DEVICE(plan_range(call, order_.ranges()[r], most_agents));
    }
    if (call.options.paths && count == 0) call.result.path_begin.assign(1, 0);
    watch = {};
    if (call.options.paths && in_order_) call.result.path_cells.resize(collected_cells_);
    if (call.options.paths && !in_order_) paths_.join(call.result, threads_);
    call.result.solved = count_solved(call.result);
    host_ms_ += watch.micros() / 1000;
    return {};
  }

  KindMirror& mirror_of(const Agent& agent) {
    for (const std::unique_ptr<KindMirror>& mirror : mirrors_) {
      if (mirror->agent() == agent) return *mirror;
    }
    return *mirrors_.emplace_back(std::make_unique<KindMirror>(*device_, agent));
  }

  DeviceStatus plan_range(const Call& call, const BatchOrder::Range& range, size_t most_agents) {
    const KindWork* const work = range.kind < 0 ? nullptr : &kinds_[static_cast<size_t>(range.kind)];
    if (work == nullptr || work->stale) {
      for (size_t place = range.begin; place < range.end; ++place) {
        const size_t i = order_.agent(place);
        call.result.status[i] = work == nullptr ? PlanStatus::kNoSuchAgent : PlanStatus::kStale;
        call.result.cost[i] = kInfinite;
        call.result.hop[i] = kNoCell;
      }
      return {};
    }
    if (call.options.method == BatchMethod::kTables && !work->looks_up) return search_on_host(call, *work, range);
    KindMirror& mirror = mirror_of(work->kind->agent);
    STRATA_DEVICE(mirror.sync(*work, *uploader_));
    const ChunkPlan plan{call.options.method, call.options.paths, options_.open_entries, options_.walk_room};
    size_t agents = std::min(most_agents, range.end - range.begin);
    STRATA_DEVICE(share_memory(mirror, plan, agents));
    return plan_places(call, *work, mirror, plan, range.begin, range.end, agents);
  }

  // How many agents a chunk may have.
  DeviceStatus share_memory(const KindMirror& mirror, const ChunkPlan& plan, size_t& agents) {
    const bool by_tables = plan.method == BatchMethod::kTables;
    const size_t each = DeviceChunk::bytes_per_agent(mirror, plan) +
                        (by_tables && plan.paths ? kExpectedPathCells * sizeof(CellId) : 0);
    // Memory of searches is large, and of little use for other ones.
    if (search_bytes_ != 0 && (plan.method != search_method_ || each > search_bytes_)) give_up_chunks();
    search_method_ = plan.method;
    search_bytes_ = by_tables ? 0 : std::max(search_bytes_, each);
    size_t free = 0;
    STRATA_DEVICE(device_->free_bytes(free));
    free -= free / kSpareShare;
    for (const auto& chunk : chunks_) free += chunk->device_bytes();
    agents = std::min(agents, free / (each * Device::kStreams));
    if (!by_tables) agents = std::min(agents, device_->parallel_items());
    agents = std::max<size_t>(agents, 1);
    return {};
  }

  // --- Chunks -------------------------------------------------------------------------------------------------------

  // Two chunks are under way at a time, each in a stream of its own.
  DeviceStatus plan_places(const Call& call, const KindWork& work, const KindMirror& mirror, const ChunkPlan& plan,
                           size_t begin, size_t end, size_t agents) {
    const auto start = [&](DeviceChunk& chunk, size_t place, size_t count) -> DeviceStatus {
      STRATA_DEVICE(chunk.reserve(mirror, plan, count));
      AgentEnds* const ends = chunk.agents();
      threads_.for_pieces(0, count, kGrain, [&](size_t first, size_t last, size_t) {
        for (size_t k = first; k < last; ++k) {
          const BatchAgent& agent = call.batch.agents[order_.agent(place + k)];
          ends[k] = {agent.start, agent.goal};
        }
      });
      STRATA_DEVICE(chunk.begin(work, mirror, plan, place, count));
      ++counts_.chunks;
      return {};
    };
    return take_turns(chunks_, begin, end, agents, start,
                      [&](DeviceChunk& chunk) { return collect(call, work, chunk); });
  }

  DeviceStatus collect(const Call& call, const KindWork& work, DeviceChunk& chunk) {
    STRATA_DEVICE(chunk.finish());
    BatchResult& result = call.result;
    const ChunkReturn& answers = chunk.answers();
    const size_t count = answers.count(), first = answers.place();
    threads_.for_pieces(0, count, kGrain, [&](size_t begin, size_t end, size_t) {
      for (size_t k = begin; k < end; ++k) {
        const size_t i = order_.agent(first + k);
        result.status[i] = answers.status()[k];
        result.cost[i] = answers.cost()[k];
        result.hop[i] = answers.hop()[k];
      }
    });
    if (call.options.paths) take_paths(result, answers);
    plan_on_host(call, work, answers);
    return {};
  }

  void take_paths(BatchResult& result, const ChunkReturn& chunk) {
    const size_t count = chunk.count();
    const uint64_t* const begins = chunk.begins();
    if (!in_order_) {
      std::vector<CellId>& cells = paths_.buffer(0);
      const size_t base = cells.size();
      if (begins[count] > 0) cells.insert(cells.end(), chunk.cells(), chunk.cells() + begins[count]);
      for (size_t k = 0; k < count; ++k) {
        paths_.set(order_.agent(chunk.place() + k), 0, base + begins[k],
                   static_cast<uint32_t>(begins[k + 1] - begins[k]));
      }
      return;
    }
    // Cells of a result that was used before are written over: memory that the vector clears first costs more.
    const size_t base = collected_cells_;
    collected_ = chunk.place() + count;
    collected_cells_ += begins[count];
    if (result.path_cells.size() < collected_cells_) result.path_cells.resize(collected_cells_);
    threads_.for_pieces(0, count, kGrain, [&](size_t first, size_t last, size_t) {
      const uint64_t from = begins[first], to = begins[last];
      if (to > from) {
        std::copy(chunk.cells() + from, chunk.cells() + to,
                  result.path_cells.begin() + static_cast<std::ptrdiff_t>(base + from));
      }
      for (size_t k = first; k < last; ++k) result.path_begin[chunk.place() + k + 1] = base + begins[k + 1];
    });
  }

  // Paths that come from the host are not in the order of the agents any more.
  void give_up_order(const Call& call) {
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

  // Agents whose open list or way did not fit.
  void plan_on_host(const Call& call, const KindWork& work, const ChunkReturn& chunk) {
    const Stopwatch watch;
    for (size_t k = 0; k < chunk.count(); ++k) {
      if (chunk.status()[k] != kOutOfScratch) continue;
      give_up_order(call);
      plan_on_host(call, work, order_.agent(chunk.place() + k));
    }
    host_ms_ += watch.micros() / 1000;
  }

  // Agents for which there are no labels now: what is searched in their place is searched here.
  DeviceStatus search_on_host(const Call& call, const KindWork& work, const BatchOrder::Range& range) {
    const Stopwatch watch;
    give_up_order(call);
    for (size_t place = range.begin; place < range.end; ++place) plan_on_host(call, work, order_.agent(place));
    host_ms_ += watch.micros() / 1000;
    return {};
  }

  void plan_on_host(const Call& call, const KindWork& work, size_t i) {
    ++counts_.planned_on_host;
    const AgentEnds agent{call.batch.agents[i].start, call.batch.agents[i].goal};
    std::vector<CellId>* const path = call.options.paths ? &paths_.buffer(0) : nullptr;
    const HostAnswer answer = call.options.method == BatchMethod::kTables
                                  ? host_.look_up(work, agent, path)
                                  : host_.plan(work, call.options.method, agent, path);
    call.result.status[i] = answer.status;
    call.result.cost[i] = answer.cost;
    call.result.hop[i] = answer.hop;
    if (path != nullptr) paths_.set_last(i, 0, answer.length);
  }

  std::unique_ptr<Device> device_;  // outlives all memory of it
  DeviceEngineOptions options_;
  std::unique_ptr<Uploader> uploader_;
  std::vector<std::unique_ptr<KindMirror>> mirrors_;
  std::array<std::unique_ptr<DeviceChunk>, Device::kStreams> chunks_;
  std::unique_ptr<CrowdMirror> crowd_;
  std::vector<CrowdKindView> crowd_kinds_;
  size_t search_bytes_ = 0;  // an agent, of the searches that the chunks have memory for; 0: for none
  BatchMethod search_method_ = BatchMethod::kTables;
  std::vector<KindWork> kinds_;
  Threads threads_;
  BatchOrder order_;
  bool in_order_ = false;                       // paths come in the order of the agents
  size_t collected_ = 0, collected_cells_ = 0;  // while they do: agents whose paths are there, and cells of these
  PathJoiner paths_;
  HostSearch host_;
  DeviceEngineCounts counts_;
  double host_ms_ = 0;
};

}  // namespace

std::unique_ptr<DeviceEngine> make_device_engine(std::unique_ptr<Device> device, const DeviceEngineOptions& options) {
  return std::make_unique<Engine>(std::move(device), options);
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
