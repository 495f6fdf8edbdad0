#include "gpu/batch_device_mirror.hpp"

#include <algorithm>

namespace strata {
namespace {

constexpr size_t kAlign = 16;  // alignment of the arrays in a block
constexpr size_t aligned(size_t bytes) { return (bytes + kAlign - 1) / kAlign * kAlign; }

// Offsets of a cluster's arrays in its block.
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
  layout.links = place(layout.link_count * sizeof(TableInterEdge));
  layout.link_begin = place((size_t{cluster.nodes} + 1) * sizeof(uint16_t));
  layout.local = place(layout.local_count * sizeof(uint16_t));
  layout.first_moves = place(layout.move_bytes);
  return layout;
}

uint32_t cluster_count(const TablesView& view) {
  return static_cast<uint32_t>(view.columns) *
         static_cast<uint32_t>((view.height + view.side - 1) / std::max(view.side, 1));
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
      // The staging memory is full: its copies must complete before it is overwritten.
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

// --- Downloader, and copies of changes -----------------------------------------------------------------------------

DeviceStatus Downloader::copy(void* to, const void* from, size_t bytes) {
  auto* target = static_cast<std::byte*>(to);
  const auto* source = static_cast<const std::byte*>(from);
  STRATA_DEVICE(staging_.reserve_host(device_, kStaging));
  while (bytes > 0) {
    if (end_ == kStaging) STRATA_DEVICE(finish());
    const size_t part = std::min(bytes, kStaging - end_);
    STRATA_DEVICE(device_.download(staging_.data() + end_, source, part, 0));
    pieces_.push_back({target, part});
    end_ += part;
    target += part;
    source += part;
    bytes -= part;
  }
  return {};
}

DeviceStatus Downloader::finish() {
  STRATA_DEVICE(device_.synchronise(0));
  const std::byte* from = staging_.data();
  for (const PendingCopy& piece : pieces_) {
    std::memcpy(piece.to, from, piece.bytes);
    from += piece.bytes;
  }
  pieces_.clear();
  end_ = 0;
  return {};
}

DeviceStatus copy_changed(Uploader& uploader, void* to, const void* from, size_t bytes, std::vector<std::byte>& known,
                          bool fresh) {
  constexpr size_t kPage = 4096;
  const size_t before = fresh ? 0 : std::min(known.size(), bytes);
  known.resize(bytes);
  const auto* const source = static_cast<const std::byte*>(from);
  for (size_t begin = 0; begin < bytes; begin += kPage) {
    const size_t length = std::min(kPage, bytes - begin);
    if (begin + length <= before && std::memcmp(known.data() + begin, source + begin, length) == 0) continue;
    std::memcpy(known.data() + begin, source + begin, length);
    STRATA_DEVICE(uploader.copy(static_cast<std::byte*>(to) + begin, source + begin, length));
  }
  return {};
}

// --- Tables ---------------------------------------------------------------------------------------------------------

DeviceStatus AgentKindMirror::sync(const AgentKindInput& input, Uploader& uploader) {
  const size_t cells = static_cast<size_t>(input.view.width) * static_cast<size_t>(input.view.height);
  const bool with_tables = input.view.clusters != nullptr;
  // The cells change only together with the tables.
  if (!with_tables || version_ != input.kind->tables->version()) {
    STRATA_DEVICE(moves_.sync(device_, uploader, input.view.moves, cells));
    STRATA_DEVICE(weights_.sync(device_, uploader, input.view.weights, cells));
    version_ = 0;
    if (with_tables) STRATA_DEVICE(sync_tables(input.view, *input.kind->tables, uploader));
    STRATA_DEVICE(uploader.finish());
    if (with_tables) version_ = input.kind->tables->version();
  }
  view_ = input.view;
  view_.moves = moves_.data();
  view_.weights = weights_.data();
  view_.links_from = view_.links_into = nullptr;
  view_.link_count = 0;
  if (input.by_corners()) return sync_corners(input, uploader);
  if (!with_tables) return {};
  view_.clusters = cluster_array_.data();
  view_.node_cell = node_cell_.data();
  view_.node_cluster = node_cluster_.data();
  if (view_.node_component != nullptr) view_.node_component = node_component_.data();
  return input.looks_up ? sync_labels(input, uploader) : DeviceStatus{};
}

// Finds space for every block; if the pool is full, all blocks are placed again. Sets `changed` to
// the blocks to upload.
DeviceStatus AgentKindMirror::lay_out(const TablesView& view, const Tables& tables, std::vector<uint32_t>& changed) {
  const uint32_t clusters = cluster_count(view);
  bool anew = blocks_.size() != clusters || pool_.data() == nullptr;
  if (anew) blocks_.assign(clusters, {});

  size_t total = 0, end = pool_end_;
  uint32_t block = 0;
  const auto visit = [&](uint64_t version, size_t needed) {
    MirroredBlock& b = blocks_[block];
    b.needed = needed;
    total += needed + aligned(needed / 8);
    if (b.version != version) {
      changed.push_back(block);
      if (needed > b.capacity) end += needed + aligned(needed / 8);
      b.version = version;
    }
    ++block;
  };
  for (uint32_t c = 0; c < clusters; ++c) visit(tables.changed_at(c), layout_of(view, c).bytes);
  anew = anew || end > pool_.capacity();
  if (anew) {
    pool_end_ = 0;
    STRATA_DEVICE(pool_.reserve(device_, total + total / 8 + 65536));
    changed.clear();
    for (uint32_t b = 0; b < blocks_.size(); ++b) changed.push_back(b);
  }
  for (const uint32_t b : changed) {
    MirroredBlock& it = blocks_[b];
    if (!anew && it.needed <= it.capacity) continue;
    it.offset = pool_end_;
    it.capacity = it.needed + aligned(it.needed / 8);
    pool_end_ += it.capacity;
  }
  return {};
}

DeviceStatus AgentKindMirror::sync_tables(const TablesView& view, const Tables& tables, Uploader& uploader) {
  std::vector<uint32_t> changed;
  STRATA_DEVICE(lay_out(view, tables, changed));
  const uint32_t clusters = cluster_count(view);

  // The clusters of the host, with pointers to device memory.
  clusters_.assign(view.clusters, view.clusters + clusters);
  widest_ = 0;
  size_t next_changed = 0;
  for (uint32_t c = 0; c < clusters; ++c) {
    const TableCluster& from = view.clusters[c];
    const ClusterLayout layout = layout_of(view, c);
    std::byte* const base = pool_.data() + blocks_[c].offset;
    TableCluster& to = clusters_[c];
    to.to_nodes = reinterpret_cast<const Cost*>(base + layout.to_nodes);
    to.between = reinterpret_cast<const Cost*>(base + layout.between);
    to.links = reinterpret_cast<const TableInterEdge*>(base + layout.links);
    to.link_begin = reinterpret_cast<const uint16_t*>(base + layout.link_begin);
    to.local = reinterpret_cast<const uint16_t*>(base + layout.local);
    to.first_moves = reinterpret_cast<const uint8_t*>(base + layout.first_moves);
    widest_ = std::max(widest_, from.nodes);
    if (next_changed == changed.size() || changed[next_changed] != c) continue;
    ++next_changed;
    const size_t link_begins = from.nodes == 0 ? 0 : size_t{from.nodes} + 1;
    STRATA_DEVICE(uploader.copy(base + layout.to_nodes, from.to_nodes, size_t{from.cells} * from.nodes * sizeof(Cost)));
    STRATA_DEVICE(uploader.copy(base + layout.between, from.between, size_t{from.nodes} * from.nodes * sizeof(Cost)));
    STRATA_DEVICE(uploader.copy(base + layout.links, from.links, layout.link_count * sizeof(TableInterEdge)));
    STRATA_DEVICE(uploader.copy(base + layout.link_begin, from.link_begin, link_begins * sizeof(uint16_t)));
    STRATA_DEVICE(uploader.copy(base + layout.local, from.local, layout.local_count * sizeof(uint16_t)));
    STRATA_DEVICE(uploader.copy(base + layout.first_moves, from.first_moves, layout.move_bytes));
  }
  STRATA_DEVICE(cluster_array_.sync(device_, uploader, clusters_.data(), clusters));

  STRATA_DEVICE(node_cell_.sync(device_, uploader, view.node_cell, view.nodes));
  STRATA_DEVICE(node_cluster_.sync(device_, uploader, view.node_cluster, view.nodes));
  if (view.node_component != nullptr) {
    STRATA_DEVICE(node_component_.sync(device_, uploader, view.node_component, view.nodes));
  }
  return {};
}

DeviceStatus AgentKindMirror::sync_corners(const AgentKindInput& input, Uploader& uploader) {
  const CornerLabels& labels = *input.kind->corner_labels;
  const CornerLabelsView& from = input.corners;
  if (corner_version_ != labels.version()) {
    corner_version_ = 0;
    const size_t cells = labels.cell_count();
    STRATA_DEVICE(straight_views_.sync(device_, uploader, from.views.straight, 4 * cells));
    STRATA_DEVICE(diagonal_views_.sync(device_, uploader, from.views.diagonal, 4 * cells));
    STRATA_DEVICE(row_begin_.sync(device_, uploader, from.row_begin, cells + 1));
    STRATA_DEVICE(seen_.sync(device_, uploader, from.seen, labels.seen_count()));
    STRATA_DEVICE(labelled_corners_.sync(device_, uploader, from.corners, from.count));
    STRATA_DEVICE(corner_entries_.sync(device_, uploader, from.entries, labels.entry_count()));
    STRATA_DEVICE(corner_least_.sync(device_, uploader, from.least, labels.least_count()));
    STRATA_DEVICE(uploader.finish());
    corner_version_ = labels.version();
  }
  corners_ = from;
  corners_.views = {straight_views_.data(), diagonal_views_.data()};
  corners_.row_begin = row_begin_.data();
  corners_.seen = seen_.data();
  corners_.corners = labelled_corners_.data();
  corners_.entries = corner_entries_.data();
  corners_.least = corner_least_.data();
  return {};
}

DeviceStatus AgentKindMirror::sync_labels(const AgentKindInput& input, Uploader& uploader) {
  const TableLabelsView& from = input.labels;
  const bool fresh = label_version_ != input.label_version;
  const size_t arcs = from.ranks[from.count].arcs;
  if (fresh) {
    label_version_ = 0;
    const size_t entries = input.kind->labels->labels().entry_count();
    STRATA_DEVICE(entries_.sync(device_, uploader, from.entries, entries));
    STRATA_DEVICE(label_nodes_.sync(device_, uploader, from.nodes, from.count));
    STRATA_DEVICE(label_clusters_.sync(device_, uploader, from.clusters, cluster_count(input.view)));
    STRATA_DEVICE(least_.sync(device_, uploader, from.least, input.kind->labels->labels().least().size()));
    STRATA_DEVICE(upper_ends_.sync(device_, uploader, from.upper_ends, entries));
    STRATA_DEVICE(rank_of_.sync(device_, uploader, from.rank_of, from.count));
    STRATA_DEVICE(ranks_.sync(device_, uploader, from.ranks, size_t{from.count} + 1));
    STRATA_DEVICE(targets_.sync(device_, uploader, from.targets, arcs));
    STRATA_DEVICE(middles_.sync(device_, uploader, from.middles, arcs));
    STRATA_DEVICE(arc_weights_.sync(device_, uploader, from.weights, arcs));
    STRATA_DEVICE(uploader.finish());
  }
  labels_ = from;
  goal_room_ = input.kind->labels->max_shared_ancestors();
  labels_.entries = entries_.data();
  labels_.nodes = label_nodes_.data();
  labels_.clusters = label_clusters_.data();
  labels_.least = least_.data();
  labels_.blocks = nullptr;
  labels_.upper_ends = upper_ends_.data();
  labels_.rank_of = rank_of_.data();
  labels_.ranks = ranks_.data();
  labels_.targets = targets_.data();
  labels_.middles = middles_.data();
  labels_.weights = arc_weights_.data();
  if (!fresh) return {};
  if (arcs > arc_parts_.capacity()) STRATA_DEVICE(arc_parts_.reserve(device_, arcs + arcs / 8));
  ArcPartsParams p;
  p.labels = labels_;
  p.parts = arc_parts_.data();
  STRATA_DEVICE(device_.launch(p, arcs, 0));
  STRATA_DEVICE(device_.synchronise(0));  // the other stream also reads the arc parts
  label_version_ = input.label_version;
  return {};
}

}  // namespace strata
