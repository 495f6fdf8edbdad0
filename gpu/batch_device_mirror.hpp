// Purpose: A KindMirror holds the map and the tables of one kind of agents on a device, and uploads only what has
//          changed.
// Shapes: The tables of every cluster are one block of a pool, with some room to grow. Small arrays (moves, weights,
//         numbers of nodes) and labels are compared page by page with their last copy.
// Errors: A mirror must not be used after a failed call.
#pragma once

#include <cstring>
#include <span>
#include <type_traits>
#include <vector>

#include "core/batch/batch_work.hpp"
#include "gpu/device.hpp"

namespace strata {

// Copies to a device through pinned memory of the host, which is fast to read; adjacent pieces share a copy. Uses
// stream 0.
class Uploader {
 public:
  explicit Uploader(Device& device) : device_(device) {}
  DeviceStatus copy(void* to, const void* from, size_t bytes);
  DeviceStatus finish();  // waits until all copies have arrived
  uint64_t bytes() const { return bytes_; }
  void reset_bytes() { bytes_ = 0; }

 private:
  static constexpr size_t kStaging = size_t{8} << 20;
  static constexpr size_t kGap = 15;  // gaps that alignment leaves between adjacent arrays
  DeviceStatus flush();

  Device& device_;
  DeviceArray<std::byte> staging_;
  std::byte* target_ = nullptr;  // target of the bytes in staging memory from `begin_` to `end_`
  size_t begin_ = 0, end_ = 0;
  uint64_t bytes_ = 0;
};

// Copies to the host through pinned memory, which is fast to write. Uses stream 0.
class Downloader {
 public:
  explicit Downloader(Device& device) : device_(device) {}
  DeviceStatus copy(void* to, const void* from, size_t bytes);
  DeviceStatus finish();  // waits until all copies have arrived

 private:
  static constexpr size_t kStaging = size_t{8} << 20;
  struct Piece {
    std::byte* to;
    size_t bytes;
  };

  Device& device_;
  DeviceArray<std::byte> staging_;
  std::vector<Piece> pieces_;  // one after the other in the staging memory
  size_t end_ = 0;
};

// Copies the pages in which `from` differs from `known`, the last copy, and updates `known`. `fresh`: there is no last
// copy.
DeviceStatus copy_changed(Uploader& uploader, void* to, const void* from, size_t bytes, std::vector<std::byte>& known,
                          bool fresh);

// An array of plain values that is compared with its last copy.
template <class T>
class MirroredArray {
  // Padding between members could hold any bytes.
  static_assert(std::has_unique_object_representations_v<T>);

 public:
  DeviceStatus sync(Device& device, Uploader& uploader, const T* values, size_t count) {
    bool fresh = false;
    if (count > array_.capacity()) {
      STRATA_DEVICE(array_.reserve(device, count + count / 8 + 16, &fresh));
    }
    return copy_changed(uploader, array_.data(), values, count * sizeof(T), shadow_, fresh);
  }
  T* data() const { return array_.data(); }
  size_t bytes() const { return array_.bytes(); }

 private:
  std::vector<std::byte> shadow_;
  DeviceArray<T> array_;
};

class KindMirror {
 public:
  KindMirror(Device& device, const Agent& agent) : device_(device), agent_(agent) {}
  const Agent& agent() const { return agent_; }

  // Uploads the cells, the tables if `input.view` has any, and the labels if the kind looks up.
  DeviceStatus sync(const KindInput& input, Uploader& uploader);
  const TablesView& view() const { return view_; }  // with pointers of the device
  uint32_t widest_cluster() const { return widest_; }

  // Labels, and the number of costs that an agent needs scratch memory for; only of a kind that looks up.
  const TableLabelsView& labels() const { return labels_; }
  const TableArcParts* arc_parts() const { return arc_parts_.data(); }
  uint32_t goal_scratch_width() const { return goal_scratch_width_; }

 private:
  struct Block {
    size_t offset = 0, capacity = 0;
    uint64_t version = 0;
    size_t needed = 0;
  };

  DeviceStatus sync_tables(const TablesView& view, const Tables& tables, Uploader& uploader);
  DeviceStatus lay_out(const TablesView& view, const Tables& tables, std::vector<uint32_t>& changed);
  DeviceStatus sync_labels(const KindInput& input, Uploader& uploader);

  Device& device_;
  Agent agent_;
  TablesView view_;
  MirroredArray<uint8_t> moves_, weights_;

  // Tables.
  uint64_t version_ = 0;  // version of the tables
  uint32_t widest_ = 0;   // most nodes of a cluster
  DeviceArray<std::byte> pool_;
  size_t pool_end_ = 0;
  std::vector<Block> blocks_;  // blocks of the clusters
  std::vector<TableCluster> clusters_;
  MirroredArray<TableCluster> cluster_array_;
  MirroredArray<CellId> node_cell_;
  MirroredArray<uint32_t> node_cluster_, node_component_;

  // Labels.
  TableLabelsView labels_;
  uint64_t label_version_ = 0;  // version of the tables that the labels belong to
  uint32_t goal_scratch_width_ = 0;
  MirroredArray<Cost> entries_, arc_weights_;
  MirroredArray<TableLabelNode> label_nodes_;
  MirroredArray<ClusterLabelInfo> label_clusters_;
  MirroredArray<uint16_t> least_;
  MirroredArray<TableLabelRank> ranks_;
  MirroredArray<uint32_t> rank_of_, targets_, middles_;
  MirroredArray<uint8_t> upper_ends_;
  DeviceArray<TableArcParts> arc_parts_;
};

}  // namespace strata
