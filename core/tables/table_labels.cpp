#include "core/tables/table_labels.hpp"

#include <algorithm>
#include <atomic>
#include <utility>

#include "core/ch/nested_order.hpp"

namespace strata {
namespace {

// If the labels have grown by this factor since their contraction order was computed, a new order is computed.
constexpr double kWorthANewOrder = 1.5;

bool given_up(const JobControl* control) { return control != nullptr && control->cancelled(); }

uint32_t cluster_count(const TablesView& view) {
  return static_cast<uint32_t>(view.columns) *
         static_cast<uint32_t>((view.height + view.side - 1) / std::max(view.side, 1));
}

uint32_t block_width(uint32_t nodes) {
  return (nodes + TableLabelsView::kBlockLanes - 1) / TableLabelsView::kBlockLanes * TableLabelsView::kBlockLanes;
}

}  // namespace

CsrGraph graph_of_tables(const TablesView& view) {
  CsrGraph graph;
  graph.first.reserve(view.nodes + size_t{1});
  graph.first.assign(1, 0);
  for (uint32_t node = 0; node < view.nodes; ++node) {
    const TableCluster& cluster = view.clusters[view.node_cluster[node]];
    const uint32_t slot = node - cluster.first;
    const Cost* between = cluster.between + size_t{slot} * cluster.nodes;
    for (uint32_t i = 0; i < cluster.nodes; ++i) {
      if (i == slot || between[i] >= kNoWay) continue;
      graph.targets.push_back(cluster.first + i);
      graph.weights.push_back(between[i]);
    }
    for (uint32_t e = cluster.link_begin[slot]; e < cluster.link_begin[slot + 1]; ++e) {
      const TableInterEdge& link = cluster.links[e];
      graph.targets.push_back(view.clusters[link.cluster].first + link.slot);
      graph.weights.push_back(link.cost);
    }
    graph.first.push_back(static_cast<uint32_t>(graph.targets.size()));
  }
  return graph;
}

// Returns a contraction order in which nodes that still exist keep their order; a new node follows the highest of them
// on the same border or, if there is none, the highest in one of the two clusters.
TableLabels::ContractionOrder TableLabels::order_after(const TableLabels& before, const TablesView& view) {
  std::vector<uint32_t> old_rank(view.nodes, kNoRank);  // by node
  const uint32_t clusters = cluster_count(view);
  for (uint32_t c = 0; c < clusters; ++c) {
    const TableCluster& cluster = view.clusters[c];
    uint32_t old = before.cluster_first_[c];
    const uint32_t old_end = old + before.clusters_[c].nodes;
    for (uint32_t node = cluster.first; node < cluster.first + cluster.nodes; ++node) {
      while (old < old_end && before.node_cell_[old] < view.node_cell[node]) ++old;
      if (old < old_end && before.node_cell_[old] == view.node_cell[node]) old_rank[node] = before.rank_of_[old];
    }
  }
  struct AddedNode {
    uint32_t behind, node;
    bool operator<(const AddedNode& other) const {
      return behind != other.behind ? behind < other.behind : node < other.node;
    }
  };
  std::vector<AddedNode> added;
  std::vector<uint32_t> at_rank(before.nodes(), kNoRank);
  for (uint32_t node = 0; node < view.nodes; ++node) {
    if (old_rank[node] != kNoRank) {
      at_rank[old_rank[node]] = node;
      continue;
    }
    const TableCluster& own = view.clusters[view.node_cluster[node]];
    int64_t beside = -1, near = -1;
    const auto look = [&](const TableCluster& cluster, uint32_t towards) {
      for (uint32_t slot = 0; slot < cluster.nodes; ++slot) {
        if (old_rank[cluster.first + slot] == kNoRank) continue;
        const int64_t rank = old_rank[cluster.first + slot];
        near = std::max(near, rank);
        for (uint32_t e = cluster.link_begin[slot]; e < cluster.link_begin[slot + 1]; ++e) {
          if (cluster.links[e].cluster == towards) beside = std::max(beside, rank);
        }
      }
    };
    const uint32_t slot = node - own.first;
    for (uint32_t e = own.link_begin[slot]; e < own.link_begin[slot + 1]; ++e) {
      look(own, own.links[e].cluster);
      look(view.clusters[own.links[e].cluster], view.node_cluster[node]);
    }
    const int64_t behind = beside >= 0 ? beside : near;
    added.push_back({behind >= 0 ? static_cast<uint32_t>(behind) : before.nodes(), node});
  }
  std::sort(added.begin(), added.end());
  ContractionOrder order;
  order.nodes.reserve(view.nodes);
  order.old_ranks.reserve(view.nodes);
  const auto put = [&](uint32_t node) {
    order.nodes.push_back(node);
    order.old_ranks.push_back(old_rank[node]);
  };
  auto next = added.begin();
  for (uint32_t rank = 0; rank <= before.nodes(); ++rank) {
    if (rank < before.nodes() && at_rank[rank] != kNoRank) put(at_rank[rank]);
    for (; next != added.end() && next->behind == rank; ++next) put(next->node);
  }
  return order;
}

void TableLabels::take_over(const TablesView& view, uint32_t clusters) {
  const uint32_t count = view.nodes;
  node_cell_.assign(view.node_cell, view.node_cell + count);
  nodes_.resize(count);
  rank_of_.resize(count);
  ranks_.resize(count + size_t{1});
  for (uint32_t rank = 0; rank < count; ++rank) {
    const uint32_t node = cch_.node(rank);
    const auto first = static_cast<uint32_t>(labels_.first(rank));
    rank_of_[node] = rank;
    nodes_[node] = {first, labels_.place(rank)};
    ranks_[rank] = {first, view.node_cell[node], cch_.first_arc(rank), labels_.depth(rank)};
  }
  ranks_[count] = {0, kNoCell, static_cast<uint32_t>(cch_.arc_count()), 0};
  static_assert(kNoRank == kNoTableNode);
  cluster_first_.resize(clusters);
  uint32_t block = 0;
  clusters_.assign(clusters, {});
  most_shared_ = 0;
  for (uint32_t c = 0; c < clusters; ++c) {
    const TableCluster& cluster = view.clusters[c];
    cluster_first_[c] = cluster.first;
    clusters_[c].nodes = cluster.nodes;
    if (cluster.nodes == 0) continue;
    const uint32_t rank = rank_of_[cluster.first];
    uint32_t shared = labels_.depth(rank) + 1;
    for (uint32_t i = 1; i < cluster.nodes; ++i)
      shared = std::min(shared, labels_.common(rank, rank_of_[cluster.first + i]));
    clusters_[c].place = labels_.place(rank);
    clusters_[c].shared = shared;
    most_shared_ = std::max(most_shared_, shared);
    clusters_[c].block = block;
    block += shared * block_width(cluster.nodes);
  }
  blocks_.resize(block);
  for (uint32_t c = 0; c < clusters; ++c) {
    const ClusterLabelInfo& cluster = clusters_[c];
    if (cluster.nodes == 0) continue;
    const uint32_t width = block_width(cluster.nodes), from = cluster_first_[c];
    Cost* rows = blocks_.data() + cluster.block;
    for (uint32_t i = 0; i < width; ++i) {
      const Cost* label = i < cluster.nodes ? labels_.entries().data() + nodes_[from + i].first : nullptr;
      for (uint32_t k = 0; k < cluster.shared; ++k) rows[size_t{k} * width + i] = label != nullptr ? label[k] : kNoWay;
    }
  }
}

// Builds the labels with a new contraction order.
void TableLabels::make(const CsrGraph& graph, JobControl* control, size_t limit) {
  kept_order_ = false;
  cch_.build(graph, nested_order(graph), control);
  if (given_up(control)) return;
  cch_.customise(graph, control);
  if (given_up(control)) return;
  labels_.build(cch_, control, limit);
  ordered_entries_ = labels_.entry_count();
  computed_ = nodes();
}

// Builds the labels with the previous contraction order. Returns false if a new order is needed.
bool TableLabels::renew(const TableLabels& before, const TablesView& view, const CsrGraph& graph, JobControl* control,
                        size_t limit) {
  kept_order_ = true;
  ordered_entries_ = before.ordered_entries_;
  ContractionOrder order = order_after(before, view);
  const Cch::RebuildResult renewal = cch_.renew(before.cch_, graph, std::move(order.nodes), order.old_ranks, control);
  if (given_up(control)) return true;
  if (static_cast<double>(Labels::entry_count(cch_)) > kWorthANewOrder * static_cast<double>(ordered_entries_))
    return false;
  if (renewal.whole) {
    labels_.build(cch_, control, limit);
    computed_ = nodes();
  } else {
    const std::span<const uint32_t> lower_ends = renewal.lower_ends;
    computed_ =
        labels_.renew(before.labels_, before.cch_, cch_, order.old_ranks, lower_ends, control, limit).recomputed;
  }
  return true;
}

std::shared_ptr<const TableLabels> TableLabels::build(const Tables& tables, const TableLabels* before,
                                                      JobControl* control, std::shared_ptr<const TableLabels> memory) {
  const TablesView view = tables.view();
  const CsrGraph graph = graph_of_tables(view);
  const size_t limit = tables.options().max_label_bytes;
  static std::atomic<uint64_t> last = 0;
  const auto made = memory != nullptr && memory.get() != before ? std::const_pointer_cast<TableLabels>(memory)
                                                                : std::make_shared<TableLabels>();
  const bool kept = before != nullptr && before->clusters_.size() == tables.clusters() &&
                    made->renew(*before, view, graph, control, limit);
  if (!kept) {
    made->make(graph, control, limit);
  }
  if (given_up(control)) return nullptr;
  made->version_ = tables.graph_version();
  made->made_ = ++last;
  made->take_over(view, tables.clusters());
  return made;
}

TableLabelsView TableLabels::view() const {
  TableLabelsView view;
  view.entries = labels_.entries().data();
  view.nodes = nodes_.data();
  view.clusters = clusters_.data();
  view.least = labels_.least().data();
  view.blocks = blocks_.data();
  view.count = labels_.node_count();
  view.height = labels_.height();
  view.rank_of = rank_of_.data();
  view.ranks = ranks_.data();
  view.upper_ends = labels_.upper_ends().data();
  view.targets = cch_.arc_targets();
  view.middles = cch_.arc_middles();
  view.weights = cch_.arc_weights();
  view.made = made_;
  return view;
}

size_t TableLabels::memory_bytes() const {
  return cch_.memory_bytes() + labels_.memory_bytes() +
         (node_cell_.capacity() + cluster_first_.capacity() + rank_of_.capacity()) * sizeof(uint32_t) +
         nodes_.capacity() * sizeof(NodeLabelRef) + clusters_.capacity() * sizeof(ClusterLabelInfo) +
         ranks_.capacity() * sizeof(TableLabelRank) + blocks_.capacity() * sizeof(Cost);
}

}  // namespace strata
