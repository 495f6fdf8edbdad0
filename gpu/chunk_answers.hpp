// Purpose: A ChunkDownload holds the results for one chunk of agents, over cells or over a mesh: the arrays
//          that kernels write, and their copies on the host. This header also defines the memory of searches,
//          and the loop over chunks.
// Shapes: Memory is reused by later chunks. Path i has the cells begins()[i] up to begins()[i + 1].
#pragma once

#include <array>
#include <memory>

#include "gpu/device.hpp"

namespace strata {

class ChunkDownload {
 public:
  ChunkDownload(Device& device, int stream) : device_(device), stream_(stream) {}

  static size_t bytes_per_agent(bool paths, bool turns = false) {
    constexpr size_t kOfPath = sizeof(uint32_t) + sizeof(uint64_t);
    return sizeof(PlanStatus) + sizeof(Cost) + sizeof(CellId) + (paths ? kOfPath : 0) + (turns ? kOfPath : 0);
  }
  DeviceStatus reserve(size_t agents, bool paths, bool turns = false);
  size_t device_bytes() const;  // memory on the device

  // Begins a chunk of `count` agents. Kernels write to `answers()`.
  void begin(size_t place, size_t count, bool paths);
  ChunkAnswers answers() const {
    return {status_.data(), cost_.data(), hop_.data(), with_paths_ ? length_.data() : nullptr};
  }
  // Downloads the results after the kernels, and computes where paths begin.
  DeviceStatus bring_back();
  // Waits for the lengths of the paths, then starts writing them: write(paths) launches the kernel.
  template <class Write>
  DeviceStatus write_paths(Write&& write) {
    if (paths_written_) return {};
    STRATA_DEVICE(device_.synchronise(stream_));
    paths_written_ = true;
    const uint64_t total = host_begins_.data()[count_];
    if (total == 0) return {};
    STRATA_DEVICE(reserve_on_device(cells_, total));
    STRATA_DEVICE(reserve_on_host(total));
    STRATA_DEVICE(write(ChunkPaths{length_.data(), begins_.data(), cells_.data()}));
    return device_.download(host_cells_.data(), cells_.data(), total * sizeof(CellId), stream_);
  }
  // The same, but the results are the turning points of the paths: after write(paths) count(paths, lengths) and
  // write_turns(paths, turns) launch the kernels of two further passes.
  template <class Write, class Count, class WriteTurns>
  DeviceStatus write_turns(Write&& write, Count&& count, WriteTurns&& write_turns) {
    if (paths_written_) return {};
    STRATA_DEVICE(device_.synchronise(stream_));
    paths_written_ = true;
    if (host_begins_.data()[count_] == 0) return {};
    STRATA_DEVICE(reserve_on_device(cells_, host_begins_.data()[count_]));
    const ChunkPaths paths{length_.data(), begins_.data(), cells_.data()};
    STRATA_DEVICE(write(paths));
    STRATA_DEVICE(count(paths, turn_length_.data()));
    STRATA_DEVICE(device_.scan(turn_length_.data(), turn_begins_.data(), count_, stream_));
    STRATA_DEVICE(device_.download(host_begins_.data(), turn_begins_.data(), (count_ + 1) * sizeof(uint64_t), stream_));
    STRATA_DEVICE(device_.synchronise(stream_));
    const uint64_t total = host_begins_.data()[count_];
    STRATA_DEVICE(reserve_on_device(turns_, total));
    STRATA_DEVICE(reserve_on_host(total));
    STRATA_DEVICE(write_turns(paths, ChunkPaths{turn_length_.data(), turn_begins_.data(), turns_.data()}));
    return device_.download(host_cells_.data(), turns_.data(), total * sizeof(CellId), stream_);
  }
  // Waits for all work of the chunk. The paths must have been written.
  DeviceStatus finish() {
    busy_ = false;
    return device_.synchronise(stream_);
  }

  bool busy() const { return busy_; }
  size_t place() const { return place_; }
  size_t count() const { return count_; }
  // The functions below return the results; they are valid after `finish`.
  const PlanStatus* status() const { return host_status_.data(); }
  const Cost* cost() const { return host_cost_.data(); }
  const CellId* hop() const { return host_hop_.data(); }
  const uint64_t* begins() const { return host_begins_.data(); }
  const CellId* cells() const { return host_cells_.data(); }

 private:
  DeviceStatus reserve_on_device(DeviceArray<CellId>& cells, uint64_t total);
  DeviceStatus reserve_on_host(uint64_t total);

  Device& device_;
  int stream_;
  bool busy_ = false, with_paths_ = false, paths_written_ = true;
  size_t place_ = 0, count_ = 0;

  DeviceArray<PlanStatus> status_;
  DeviceArray<Cost> cost_;
  DeviceArray<CellId> hop_;
  DeviceArray<uint32_t> length_, turn_length_;
  DeviceArray<uint64_t> begins_, turn_begins_;
  DeviceArray<CellId> cells_, turns_;
  DeviceArray<PlanStatus> host_status_;
  DeviceArray<Cost> host_cost_;
  DeviceArray<CellId> host_hop_, host_cells_;
  DeviceArray<uint64_t> host_begins_;
};

// The memory of parallel searches. It is cleared initially, and again when the size of a search changes.
template <class Record>
class ChunkSearchMemory {
 public:
  // Reserves memory for `searches` searches. `each` is the number of node records of each search, `entries` the
  // capacity of its open list.
  DeviceStatus reserve(Device& device, int stream, size_t searches, uint32_t each, uint32_t entries) {
    bool fresh = each != each_;
    each_ = 0;
    STRATA_DEVICE(records_.reserve(device, searches * each, &fresh));
    STRATA_DEVICE(stamps_.reserve(device, searches, &fresh));
    STRATA_DEVICE(open_.reserve(device, searches * entries));
    if (fresh) {
      STRATA_DEVICE(device.clear(records_.data(), records_.bytes(), stream));
      STRATA_DEVICE(device.clear(stamps_.data(), stamps_.bytes(), stream));
    }
    each_ = each;
    entries_ = entries;
    return {};
  }
  SearchScratches<Record> scratches() const { return {records_.data(), stamps_.data(), open_.data(), each_, entries_}; }
  size_t bytes() const { return records_.bytes() + stamps_.bytes() + open_.bytes(); }
  // Returns the memory of one search in bytes.
  static size_t bytes_for(uint32_t each, uint32_t entries) {
    return each * sizeof(Record) + sizeof(uint32_t) + entries * sizeof(OpenEntry);
  }

 private:
  DeviceArray<Record> records_;
  DeviceArray<uint32_t> stamps_;
  DeviceArray<OpenEntry> open_;
  uint32_t each_ = 0, entries_ = 0;
};

// Plans the agents from `begin` up to `end` in chunks of `agents`, with one chunk in each stream. A chunk is busy from
// start(chunk, place, count) to collect(chunk), and writes its paths between the two.
template <class Chunk, class Start, class Collect>
DeviceStatus run_chunks(std::array<std::unique_ptr<Chunk>, Device::kStreams>& chunks, size_t begin, size_t end,
                        size_t agents, Start&& start, Collect&& collect) {
  size_t turn = 0;
  for (; begin < end; begin += agents, ++turn) {
    Chunk& chunk = *chunks[turn % chunks.size()];
    if (chunk.busy()) STRATA_DEVICE(collect(chunk));
    STRATA_DEVICE(start(chunk, begin, begin + agents < end ? agents : end - begin));
    Chunk& other = *chunks[(turn + 1) % chunks.size()];
    if (other.busy()) STRATA_DEVICE(other.write_paths());
  }
  for (size_t i = 0; i < chunks.size(); ++i) {
    Chunk& chunk = *chunks[(turn + i) % chunks.size()];
    if (chunk.busy()) STRATA_DEVICE(collect(chunk));
  }
  return {};
}

}  // namespace strata
