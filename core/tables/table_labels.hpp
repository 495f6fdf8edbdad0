// Purpose: TableLabels holds the hub labels of all nodes of the tables, from which the distance and the path between
//          any two nodes are looked up.
// Source: core/ch/labels.hpp, over level 1 of Botea, Müller, Schaeffer 2004.
// Shapes: See TableLabelsView in core/tables/tables_view.hpp. The contraction order is that of the previous labels for
//         all nodes that still exist; a new node follows the highest node on the same border, so that separators stay
//         separators. Weights and labels are recomputed only along the ancestors of changes, and below them. When the
//         labels have grown by half in this way, a new order is computed.
// Errors: std::bad_alloc if memory runs out, or if labels would take more than TablesOptions::max_label_bytes.
// Threads: Labels are constant after they were built.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/base/job.hpp"
#include "core/ch/cch.hpp"
#include "core/ch/labels.hpp"
#include "core/tables/tables.hpp"

namespace strata {

class TableLabels {
 public:
  // Builds the labels of `tables`, which must be ready and may be a copy. `before`, which may be null, are
  // previous labels of the same map. Returns null if cancelled through `control`, which may be null. `memory`,
  // which may be null, are labels that are no longer read and whose memory is reused, because allocation takes
  // longer than computation.
  static std::shared_ptr<const TableLabels> build(const Tables& tables, const TableLabels* before, JobControl* control,
                                                  std::shared_ptr<const TableLabels> memory = nullptr);

  // Labels are never those of tables with links, which they do not follow.
  bool is_current_for(const Tables& tables) const { return version_ == tables.graph_version() && !tables.has_links(); }
  TableLabelsView view() const;
  uint32_t nodes() const { return labels_.node_count(); }
  Cost distance(uint32_t node, uint32_t other) const { return labels_.distance(cch_.rank(node), cch_.rank(other)); }
  const Cch& cch() const { return cch_; }
  const Labels& labels() const { return labels_; }
  bool kept_order() const { return kept_order_; }
  // Returns the number of nodes whose label was computed, not copied from the previous labels.
  size_t computed() const { return computed_; }
  // Returns the largest number of ancestors that all nodes of any cluster share.
  uint32_t max_shared_ancestors() const { return most_shared_; }
  size_t memory_bytes() const;

 private:
  // The contraction order, by rank.
  struct ContractionOrder {
    std::vector<uint32_t> nodes;
    std::vector<uint32_t> old_ranks;  // kNoRank: a new node
  };
  static ContractionOrder order_after(const TableLabels& before, const TablesView& view);
  void make(const CsrGraph& graph, JobControl* control, size_t limit);
  bool renew(const TableLabels& before, const TablesView& view, const CsrGraph& graph, JobControl* control,
             size_t limit);
  void take_over(const TablesView& view, uint32_t clusters);

  Cch cch_;
  Labels labels_;
  uint64_t version_ = 0, made_ = 0;
  bool kept_order_ = false;
  size_t computed_ = 0;
  size_t ordered_entries_ = 0;  // number of entries when the contraction order was computed
  std::vector<CellId> node_cell_;
  std::vector<uint32_t> cluster_first_;  // first node by cluster, with an end mark
  std::vector<NodeLabelRef> nodes_;
  std::vector<ClusterLabelInfo> clusters_;
  std::vector<uint32_t> rank_of_;
  std::vector<Cost> blocks_;
  std::vector<TableLabelRank> ranks_;
  uint32_t most_shared_ = 0;
};

// Returns the level-1 graph in the tables, with their numbering of the nodes.
CsrGraph graph_of_tables(const TablesView& view);

}  // namespace strata
