#include "gpu/chunk_answers.hpp"

namespace strata {

DeviceStatus ChunkDownload::reserve(size_t agents, bool paths, bool turns) {
  STRATA_DEVICE(status_.reserve(device_, agents));
  STRATA_DEVICE(cost_.reserve(device_, agents));
  STRATA_DEVICE(hop_.reserve(device_, agents));
  STRATA_DEVICE(host_status_.reserve_host(device_, agents));
  STRATA_DEVICE(host_cost_.reserve_host(device_, agents));
  STRATA_DEVICE(host_hop_.reserve_host(device_, agents));
  if (!paths) return {};
  STRATA_DEVICE(length_.reserve(device_, agents));
  STRATA_DEVICE(begins_.reserve(device_, agents + 1));
  if (turns) STRATA_DEVICE(turn_length_.reserve(device_, agents));
  if (turns) STRATA_DEVICE(turn_begins_.reserve(device_, agents + 1));
  return host_begins_.reserve_host(device_, agents + 1);
}

// Both functions reserve slightly more than needed, so that later chunks rarely have to grow the memory.
DeviceStatus ChunkDownload::reserve_on_device(DeviceArray<CellId>& cells, uint64_t total) {
  return total > cells.capacity() ? cells.reserve(device_, total + total / 8) : DeviceStatus{};
}

DeviceStatus ChunkDownload::reserve_on_host(uint64_t total) {
  return total > host_cells_.capacity() ? host_cells_.reserve_host(device_, total + total / 8) : DeviceStatus{};
}

size_t ChunkDownload::device_bytes() const {
  return status_.bytes() + cost_.bytes() + hop_.bytes() + length_.bytes() + begins_.bytes() + cells_.bytes() +
         turn_length_.bytes() + turn_begins_.bytes() + turns_.bytes();
}

void ChunkDownload::begin(size_t place, size_t count, bool paths) {
  place_ = place;
  count_ = count;
  with_paths_ = paths;
  paths_written_ = !paths;
  busy_ = true;
}

DeviceStatus ChunkDownload::bring_back() {
  if (with_paths_) {
    STRATA_DEVICE(device_.scan(length_.data(), begins_.data(), count_, stream_));
    STRATA_DEVICE(device_.download(host_begins_.data(), begins_.data(), (count_ + 1) * sizeof(uint64_t), stream_));
  }
  STRATA_DEVICE(device_.download(host_status_.data(), status_.data(), count_ * sizeof(PlanStatus), stream_));
  STRATA_DEVICE(device_.download(host_cost_.data(), cost_.data(), count_ * sizeof(Cost), stream_));
  return device_.download(host_hop_.data(), hop_.data(), count_ * sizeof(CellId), stream_);
}

}  // namespace strata
