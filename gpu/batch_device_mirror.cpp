#include "gpu/batch_device_mirror.hpp"

#include <algorithm>

#include "core/base/check.hpp"

namespace strata {
namespace {

constexpr size_t kAlign = 16;  // of the arrays in a block
constexpr size_t aligned(size_t bytes) { return (bytes + kAlign - 1) / kAlign * kAlign; }

// Where the arrays of a cluster lie in its block.
struct ClusterLayout {
  size_t to_nodes = 0, between = 0, links = 0, link_begin = 0, local = 0, first_moves = 0;
  size_t bytes = 0;
  size_t link_count = 0, local_count = 0, move_bytes = 0;
};
ClusterLayout layout_of(const TablesView& view, uint32_t index) {
  const TableCluster& cluster = view.clusters[index];
  const int32_t y0 = static_cast<int32_t>(index / static_cast<uint32_t>(view.columns)) * view.side;
  ClusterLayout layout;
  layout.link_count = cluster.nodes == 0 ? 0 : cluster.link_begin[cluster.nodes];
  layout.local_count = static_cast<size_t>(view.side) * static_cast<size_t>(std::min(view.side, view.height - y0));
  layout.move_bytes = static_cast<size_t>(cluster.cells) * ((cluster.cells + 1) / 2);
  const auto place = [&](size_t bytes) {
    const size_t offset = layout.bytes;
    layout.bytes += aligned(bytes);
    return offset;
  };
  layout.to_nodes = place(size_t{cluster.cells} * cluster.nodes * sizeof(Cost));
  layout.between = place(size_t{cluster.nodes} * cluster.nodes * sizeof(Cost));
  layout.links = place(layout.link_count * sizeof(TableLink));
  layout.link_begin = place((size_t{cluster.nodes} + 1) * sizeof(uint16_t));
  layout.local = place(layout.local_count * sizeof(uint16_t));
  layout.first_moves = place(layout.move_bytes);
  return layout;
}

struct UpperLayout {
  size_t border = 0, bytes = 0;
};
UpperLayout layout_of(const TableUpper& upper) {
  UpperLayout layout;
  layout.border = aligned(size_t{upper.nodes} * upper.nodes * sizeof(Cost));
  layout.bytes = layout.border + aligned(size_t{upper.borders} * sizeof(uint16_t));
  return layout;
}

uint32_t cluster_count(const TablesView& view) {
  return static_cast<uint32_t>(view.columns) *
         static_cast<uint32_t>((view.height + view.side - 1) / std::max(view.side, 1));
}
uint32_t cluster_count(const TableLevel& level) {
  return static_cast<uint32_t>(level.columns) * static_cast<uint32_t>(level.rows);
}

}  // namespace

// --- Uploader -------------------------------------------------------------------------------------------------------

DeviceStatus Uploader::copy(void* to, const void* from, size_t bytes) {
  auto* target = static_cast<std::byte*>(to);
  const auto* source = static_cast<const std::byte*>(from);
  STRATA_DEVICE(staging_.reserve_host(device_, kStaging));
  while (bytes > 0) {
    std::byte* const next = target_ + (end_ - begin_);
    const bool joins = end_ > begin_ && target >= next && target <= next + kGap;
    if (end_ > begin_ && !joins) STRATA_DEVICE(flush());
    if (end_ == kStaging || (joins && end_ + static_cast<size_t>(target - next) >= kStaging)) {
      // The staging memory is full: what is in it must have arrived before it is written again.
      STRATA_DEVICE(flush());
      STRATA_DEVICE(device_.synchronise(0));
      begin_ = end_ = 0;
    }
    if (end_ == begin_) {
      target_ = target;
    } else {
      const auto gap = static_cast<size_t>(target - next);
      std::memset(staging_.data() + end_, 0, gap);
      end_ += gap;
    }
    const size_t part = std::min(bytes, kStaging - end_);
    std::memcpy(staging_.data() + end_, source, part);
    end_ += part;
    target += part;
    source += part;
    bytes -= part;
  }
  return {};
}

DeviceStatus Uploader::flush() {
  if (end_ == begin_) return {};
  bytes_ += end_ - begin_;
  STRATA_DEVICE(device_.upload(target_, staging_.data() + begin_, end_ - begin_, 0));
  begin_ = end_;
  return {};
}

DeviceStatus Uploader::finish() {
  STRATA_DEVICE(flush());
  begin_ = end_ = 0;
  return device_.synchronise(0);
}

// --- Tables ---------------------------------------------------------------------------------------------------------

DeviceStatus KindMirror::sync(const KindWork& work, Uploader& uploader) {
  const size_t cells = static_cast<size_t>(work.view.width) * static_cast<size_t>(work.view.height);
  const bool with_tables = work.view.clusters != nullptr;
  // The cells can only have changed together with the tables.
  if (!with_tables || version_ != work.kind->tables->version()) {
    STRATA_DEVICE(moves_.sync(device_, uploader, work.view.moves, cells));
    STRATA_DEVICE(weights_.sync(device_, uploader, work.view.weights, cells));
    version_ = 0;
    if (with_tables) STRATA_DEVICE(sync_tables(work.view, *work.kind->tables, uploader));
    STRATA_DEVICE(uploader.finish());
    if (with_tables) version_ = work.kind->tables->version();
  }
  view_ = work.view;
  view_.moves = moves_.data();
  view_.weights = weights_.data();
  if (!with_tables) return {};
  view_.clusters = cluster_array_.data();
  view_.node_cell = node_cell_.data();
  view_.node_cluster = node_cluster_.data();
  if (view_.node_component != nullptr) view_.node_component = node_component_.data();
  for (int l = 2; l <= view_.levels; ++l) {
    view_.level[l].clusters = upper_arrays_[static_cast<size_t>(l) - 2].data();
    view_.level[l].owner = owner_arrays_[static_cast<size_t>(l) - 2].data();
  }
  if (graph_version_ != work.kind->tables->graph_version()) {
    graph_version_ = work.kind->tables->graph_version();
    rows_used_ = 0;
    first_row_.assign(nodes_of_.size(), kNoRow);
    if (rows_.data() != nullptr) row_capacity_ = rows_.capacity() / std::max<size_t>(view_.row_length, 1);
  }
  return {};
}

// Finds room for every block; all of them anew when the pool is full. `changed`: those to be copied.
DeviceStatus KindMirror::lay_out(const TablesView& view, const Tables& tables, std::vector<uint32_t>& changed) {
  const uint32_t clusters = cluster_count(view);
  size_t count = clusters;
  for (int l = 2; l <= view.levels; ++l) count += cluster_count(view.level[l]);
  bool anew = blocks_.size() != count || pool_.data() == nullptr;
  if (anew) blocks_.assign(count, {});

  size_t total = 0, end = pool_end_;
  uint32_t block = 0;
  const auto visit = [&](uint64_t version, size_t needed) {
    Block& b = blocks_[block];
    b.needed = needed;
    total += needed + aligned(needed / 8);
    if (b.version != version) {
      changed.push_back(block);
      if (needed > b.capacity) end += needed + aligned(needed / 8);
      b.version = version;
    }
    ++block;
  };
  for (uint32_t c = 0; c < clusters; ++c) visit(tables.changed_at(1, c), layout_of(view, c).bytes);
  for (int l = 2; l <= view.levels; ++l) {
    const TableLevel& level = view.level[l];
    for (uint32_t c = 0; c < cluster_count(level); ++c) {
      visit(tables.changed_at(l, c), layout_of(level.clusters[c]).bytes);
    }
  }
  anew = anew || end > pool_.capacity();
  if (anew) {
    pool_end_ = 0;
    STRATA_DEVICE(pool_.reserve(device_, total + total / 8 + 65536));
    changed.clear();
    for (uint32_t b = 0; b < blocks_.size(); ++b) changed.push_back(b);
  }
  for (const uint32_t b : changed) {
    Block& it = blocks_[b];
    if (!anew && it.needed <= it.capacity) continue;
    it.offset = pool_end_;
    it.capacity = it.needed + aligned(it.needed / 8);
    pool_end_ += it.capacity;
  }
  return {};
}

DeviceStatus KindMirror::sync_tables(const TablesView& view, const Tables& tables, Uploader& uploader) {
  std::vector<uint32_t> changed;
  STRATA_DEVICE(lay_out(view, tables, changed));
  const uint32_t clusters = cluster_count(view);

  // The clusters, as they are on the host but for their pointers.
  clusters_.assign(view.clusters, view.clusters + clusters);
  nodes_of_.resize(clusters);
  first_of_.resize(clusters);
  widest_ = 0;
  size_t next_changed = 0;
  for (uint32_t c = 0; c < clusters; ++c) {
    const TableCluster& from = view.clusters[c];
    const ClusterLayout layout = layout_of(view, c);
    std::byte* const base = pool_.data() + blocks_[c].offset;
    TableCluster& to = clusters_[c];
    to.to_nodes = reinterpret_cast<const Cost*>(base + layout.to_nodes);
    to.between = reinterpret_cast<const Cost*>(base + layout.between);
    to.links = reinterpret_cast<const TableLink*>(base + layout.links);
    to.link_begin = reinterpret_cast<const uint16_t*>(base + layout.link_begin);
    to.local = reinterpret_cast<const uint16_t*>(base + layout.local);
    to.first_moves = reinterpret_cast<const uint8_t*>(base + layout.first_moves);
    nodes_of_[c] = from.nodes;
    first_of_[c] = from.first;
    widest_ = std::max(widest_, from.nodes);
    if (next_changed == changed.size() || changed[next_changed] != c) continue;
    ++next_changed;
    const size_t link_begins = from.nodes == 0 ? 0 : size_t{from.nodes} + 1;
    STRATA_DEVICE(uploader.copy(base + layout.to_nodes, from.to_nodes, size_t{from.cells} * from.nodes * sizeof(Cost)));
    STRATA_DEVICE(uploader.copy(base + layout.between, from.between, size_t{from.nodes} * from.nodes * sizeof(Cost)));
    STRATA_DEVICE(uploader.copy(base + layout.links, from.links, layout.link_count * sizeof(TableLink)));
    STRATA_DEVICE(uploader.copy(base + layout.link_begin, from.link_begin, link_begins * sizeof(uint16_t)));
    STRATA_DEVICE(uploader.copy(base + layout.local, from.local, layout.local_count * sizeof(uint16_t)));
    STRATA_DEVICE(uploader.copy(base + layout.first_moves, from.first_moves, layout.move_bytes));
  }
  STRATA_DEVICE(cluster_array_.sync(device_, uploader, clusters_.data(), clusters));

  // The levels above.
  const auto uppers = static_cast<size_t>(std::max(view.levels - 1, 0));
  uppers_.resize(uppers);
  upper_arrays_.resize(uppers);
  owner_arrays_.resize(uppers);
  uint32_t block = clusters;
  for (int l = 2; l <= view.levels; ++l) {
    const TableLevel& level = view.level[l];
    const auto place = static_cast<size_t>(l) - 2;
    uppers_[place].assign(level.clusters, level.clusters + cluster_count(level));
    for (TableUpper& to : uppers_[place]) {
      const TableUpper from = to;
      const UpperLayout layout = layout_of(from);
      std::byte* const base = pool_.data() + blocks_[block].offset;
      to.inside = reinterpret_cast<const Cost*>(base);
      to.border = reinterpret_cast<const uint16_t*>(base + layout.border);
      if (next_changed < changed.size() && changed[next_changed] == block) {
        ++next_changed;
        STRATA_DEVICE(uploader.copy(base, from.inside, size_t{from.nodes} * from.nodes * sizeof(Cost)));
        STRATA_DEVICE(uploader.copy(base + layout.border, from.border, size_t{from.borders} * sizeof(uint16_t)));
      }
      ++block;
    }
    STRATA_DEVICE(upper_arrays_[place].sync(device_, uploader, uppers_[place].data(), uppers_[place].size()));
    STRATA_DEVICE(owner_arrays_[place].sync(device_, uploader, level.owner, level.nodes));
  }

  STRATA_DEVICE(node_cell_.sync(device_, uploader, view.node_cell, view.nodes));
  STRATA_DEVICE(node_cluster_.sync(device_, uploader, view.node_cluster, view.nodes));
  if (view.node_component != nullptr) {
    STRATA_DEVICE(node_component_.sync(device_, uploader, view.node_component, view.nodes));
  }
  return {};
}

// --- Rows of distances ----------------------------------------------------------------------------------------------

bool KindMirror::has_all_rows() const {
  for (size_t c = 0; c < nodes_of_.size(); ++c) {
    if (nodes_of_[c] > 0 && first_row_[c] == kNoRow) return false;
  }
  return true;
}

void KindMirror::drop_rows() {
  rows_.reset();
  jobs_.reset();
  row_capacity_ = rows_used_ = 0;
  first_row_.assign(nodes_of_.size(), kNoRow);
}

DeviceStatus KindMirror::want_rows(std::span<const uint32_t> clusters, size_t room, Uploader& uploader) {
  size_t missing = 0, wanted = 0;
  for (const uint32_t cluster : clusters) {
    wanted += nodes_of_[cluster];
    if (first_row_[cluster] == kNoRow) missing += nodes_of_[cluster];
  }
  if (missing > 0 && row_capacity_ < room && rows_used_ + missing > row_capacity_) {
    drop_rows();
    STRATA_DEVICE(rows_.reserve(device_, room * view_.row_length));
    row_capacity_ = room;
  }
  if (rows_used_ + missing > row_capacity_) {
    first_row_.assign(nodes_of_.size(), kNoRow);
    rows_used_ = 0;
  }
  STRATA_CHECK(wanted <= row_capacity_);
  job_list_.clear();
  for (const uint32_t cluster : clusters) {
    if (first_row_[cluster] != kNoRow) continue;
    first_row_[cluster] = static_cast<uint32_t>(rows_used_);
    for (uint32_t n = 0; n < nodes_of_[cluster]; ++n) {
      job_list_.push_back({first_of_[cluster] + n, cluster, static_cast<uint32_t>(rows_used_++)});
    }
  }
  STRATA_DEVICE(first_row_copy_.sync(device_, uploader, first_row_.data(), first_row_.size()));
  STRATA_DEVICE(compute_rows(job_list_, uploader));
  return uploader.finish();
}

// All of a level before the next, upwards and then downwards; jobs in parts, so that the number of items stays below
// 2^32.
DeviceStatus KindMirror::compute_rows(std::span<const RowJob> jobs, Uploader& uploader) {
  if (jobs.empty() || view_.row_length == 0) return {};
  rows_computed_ += jobs.size();
  STRATA_DEVICE(jobs_.reserve(device_, jobs.size()));
  STRATA_DEVICE(uploader.copy(jobs_.data(), jobs.data(), jobs.size() * sizeof(RowJob)));
  STRATA_DEVICE(uploader.finish());
  uint32_t most = 1;
  for (int l = 2; l <= view_.levels; ++l) most = std::max(most, view_.level[l].nodes);
  const size_t part = std::max<size_t>((size_t{1} << 31) / most, 1);
  for (size_t begin = 0; begin < jobs.size(); begin += part) {
    const size_t count = std::min(part, jobs.size() - begin);
    for (int at = 2; at <= view_.levels; ++at) {
      ClimbParams p;
      p.view = view_;
      p.jobs = jobs_.data() + begin;
      p.rows = rows_.data();
      p.stride = view_.row_length;
      p.at = at;
      for (const TableUpper& upper : uppers_[static_cast<size_t>(at) - 2]) p.width = std::max(p.width, upper.nodes);
      STRATA_DEVICE(device_.launch(p, count * p.width, 0));
    }
    for (int at = view_.levels - 1; at >= 2; --at) {
      DescendParams p;
      p.view = view_;
      p.jobs = jobs_.data() + begin;
      p.rows = rows_.data();
      p.stride = view_.row_length;
      p.at = at;
      STRATA_DEVICE(device_.launch(p, count * view_.level[at].nodes, 0));
    }
  }
  return {};
}

}  // namespace strata
