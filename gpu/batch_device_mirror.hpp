// Purpose: An AgentKindMirror holds a copy of the map and the tables of one kind of agents on a device, and
//          uploads only changes.
// Shapes: The tables of each cluster are one block of a pool, with some space to grow. Small arrays (moves, weights,
//         numbers of nodes) and labels are compared page by page with the last uploaded copy.
// Errors: A mirror must not be used after a failed call.
#pragma once

#include <cstring>
#include <span>
#include <type_traits>
#include <vector>

#include "core/batch/batch_work.hpp"
#include "gpu/device.hpp"

namespace strata {

// Uploads to a device through pinned host memory, which makes transfers fast. Adjacent pieces are copied
// together. It uses stream 0.
class Uploader {
 public:
  explicit Uploader(Device& device) : device_(device) {}
  DeviceStatus copy(void* to, const void* from, size_t bytes);
  DeviceStatus finish();  // waits until all uploads are complete
  uint64_t bytes() const { return bytes_; }
  void reset_bytes() { bytes_ = 0; }

 private:
  static constexpr size_t kStaging = size_t{8} << 20;
  static constexpr size_t kGap = 15;  // largest gap between adjacent arrays, due to alignment
  DeviceStatus flush();

  Device& device_;
  DeviceArray<std::byte> staging_;
  std::byte* target_ = nullptr;  // target of the bytes from `begin_` to `end_` in staging memory
  size_t begin_ = 0, end_ = 0;
  uint64_t bytes_ = 0;
};

// Downloads to the host through pinned memory, which makes transfers fast. It uses stream 0.
class Downloader {
 public:
  explicit Downloader(Device& device) : device_(device) {}
  DeviceStatus copy(void* to, const void* from, size_t bytes);
  DeviceStatus finish();  // waits until all downloads are complete

 private:
  static constexpr size_t kStaging = size_t{8} << 20;
  struct PendingCopy {
    std::byte* to;
    size_t bytes;
  };

  Device& device_;
  DeviceArray<std::byte> staging_;
  std::vector<PendingCopy> pieces_;  // in order of their position in staging memory
  size_t end_ = 0;
};

// Uploads the pages in which `from` differs from `known`, the last uploaded copy, and updates `known`. `fresh` says
// that there is no last copy.
DeviceStatus copy_changed(Uploader& uploader, void* to, const void* from, size_t bytes, std::vector<std::byte>& known,
                          bool fresh);

// An array of plain values on the device. It is compared with its last uploaded copy.
template <class T>
class MirroredArray {
  // Padding between members would have undefined bytes.
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

class AgentKindMirror {
 public:
  AgentKindMirror(Device& device, const Agent& agent) : device_(device), agent_(agent) {}
  const Agent& agent() const { return agent_; }

  // Uploads the cells; the tables if `input.view` has any; and the labels if paths are looked up
  // in them.
  DeviceStatus sync(const AgentKindInput& input, Uploader& uploader);
  const TablesView& view() const { return view_; }  // view of the tables, with pointers to device memory
  uint32_t widest_cluster() const { return widest_; }

  // The labels, and the number of costs in the scratch memory of an agent; valid only if paths are looked up.
  const TableLabelsView& labels() const { return labels_; }
  const TableShortcutArcs* arc_parts() const { return arc_parts_.data(); }
  uint32_t goal_scratch_width() const { return goal_room_; }
  const CornerLabelsView& corners() const { return corners_; }  // valid only if the method is `labels`

 private:
  struct MirroredBlock {
    size_t offset = 0, capacity = 0;
    uint64_t version = 0;
    size_t needed = 0;
  };

  DeviceStatus sync_tables(const TablesView& view, const Tables& tables, Uploader& uploader);
  DeviceStatus lay_out(const TablesView& view, const Tables& tables, std::vector<uint32_t>& changed);
  DeviceStatus sync_labels(const AgentKindInput& input, Uploader& uploader);
  DeviceStatus sync_corners(const AgentKindInput& input, Uploader& uploader);

  Device& device_;
  Agent agent_;
  TablesView view_;
  MirroredArray<uint8_t> moves_, weights_;

  // The following members belong to the tables.
  uint64_t version_ = 0;  // version of the tables
  uint32_t widest_ = 0;   // largest number of nodes in a cluster
  DeviceArray<std::byte> pool_;
  size_t pool_end_ = 0;
  std::vector<MirroredBlock> blocks_;  // block of each cluster
  std::vector<TableCluster> clusters_;
  MirroredArray<TableCluster> cluster_array_;
  MirroredArray<CellId> node_cell_;
  MirroredArray<uint32_t> node_cluster_, node_component_;

  // The following members belong to the labels.
  TableLabelsView labels_;
  uint64_t label_version_ = 0;  // version of the tables to which the labels belong
  uint32_t goal_room_ = 0;
  MirroredArray<Cost> entries_, arc_weights_;
  MirroredArray<NodeLabelRef> label_nodes_;
  MirroredArray<ClusterLabelInfo> label_clusters_;
  MirroredArray<uint16_t> least_;
  MirroredArray<TableLabelRank> ranks_;
  MirroredArray<uint32_t> rank_of_, targets_, middles_;
  MirroredArray<uint8_t> upper_ends_;
  DeviceArray<TableShortcutArcs> arc_parts_;

  // The following members belong to the labels of corners.
  CornerLabelsView corners_;
  uint64_t corner_version_ = 0;
  MirroredArray<uint16_t> straight_views_, diagonal_views_, corner_least_;
  MirroredArray<uint32_t> row_begin_, seen_;
  MirroredArray<LabelledCorner> labelled_corners_;
  MirroredArray<Cost> corner_entries_;
};

}  // namespace strata
