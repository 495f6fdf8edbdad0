// Rows of distances between nodes: on demand for the nodes of one cluster, and all of them.
#include <algorithm>

#include "core/base/check.hpp"
#include "core/tables/min_sums.hpp"
#include "core/tables/tables.hpp"

namespace strata {
namespace {

// best[i] = min(best[i], min over n < count of cost_of(n) + row_of(n)[i]), where most costs may be "none".
template <class CostOf, class RowOf>
void lower_over(Cost* best, uint32_t length, uint32_t count, const CostOf& cost_of, const RowOf& row_of) {
  constexpr uint32_t kChunk = 64;
  Cost over[kChunk];
  const Cost* rows[kChunk];
  for (uint32_t n = 0; n < count;) {
    uint32_t used = 0;
    for (; n < count && used < kChunk; ++n) {
      over[used] = cost_of(n);
      rows[used] = row_of(n);
      used += over[used] < kNoWay ? 1 : 0;
    }
    if (used > 0) lower_by_sums(best, length, used, over, [&rows](uint32_t i) { return rows[i]; });
  }
}

}  // namespace

// --- On demand ------------------------------------------------------------------------------------------------------

void TableRows::begin(const TablesView& view, uint64_t version, uint32_t goal_cluster) {
  TableRowsMemory& m = memory_;
  view_ = view;  // of the same tables it may lie elsewhere now
  const int rows = (view.height + view.side - 1) / view.side;
  size_t clusters = static_cast<size_t>(view.columns) * static_cast<size_t>(rows);
  for (int level = 2; level <= view.levels; ++level) {
    opened_begin_[level] = clusters;
    clusters += static_cast<size_t>(view.level[level].columns) * static_cast<size_t>(view.level[level].rows);
  }
  lanes_begin_ = 0;
  lanes_end_ = view.clusters[goal_cluster].nodes;
  if (m.version == version && m.cluster == goal_cluster && version != 0) return;
  m.version = 0;  // none, if memory runs out below
  m.cluster = goal_cluster;
  m.first = view.clusters[goal_cluster].first;
  m.rows = view.clusters[goal_cluster].nodes;
  m.stride = view.row_length;
  if (m.opened.size() < clusters) m.opened.resize(clusters, 0);
  if (++m.stamp == 0) {
    m.opened.assign(m.opened.size(), 0);
    m.stamp = 1;
  }
  if (m.values.size() < m.rows * m.stride) m.values.resize(m.rows * m.stride);
  climb();
  m.version = version;
}

// Up over the clusters that hold the nodes: the ways inside them. Those inside the highest are all there are.
void TableRows::climb() {
  TableRowsMemory& m = memory_;
  if (view_.levels == 1) return;
  for (uint32_t lane = 0; lane < m.rows; ++lane) {
    Cost* row = m.values.data() + lane * m.stride;
    const TableUpper* child = &view_.level[2].clusters[view_.ancestor(m.cluster, 2)];
    std::copy_n(child->inside + static_cast<size_t>(m.first + lane - child->first) * child->nodes, child->nodes,
                row + view_.level[2].offset + child->first);
    for (int level = 3; level <= view_.levels; ++level) {
      const TableUpper& upper = view_.level[level].clusters[view_.ancestor(m.cluster, level)];
      const Cost* below = row + view_.level[level - 1].offset + child->first;
      const Cost* inside = upper.inside + static_cast<size_t>(child->first_border - upper.first) * upper.nodes;
      const size_t length = upper.nodes;
      const uint16_t* border = child->border;
      Cost* to = row + view_.level[level].offset + upper.first;
      std::fill_n(to, upper.nodes, kNoWay);
      lower_over(
          to, upper.nodes, child->borders, [&](uint32_t z) { return below[border[z]]; },
          [&](uint32_t z) { return inside + z * length; });
      child = &upper;
    }
  }
  m.opened[opened_begin_[view_.levels]] = m.stamp;
}

// Down to the nodes inside a cluster, over its border, which is part of the cluster above.
void TableRows::open_upper(int level, uint32_t cluster) {
  TableRowsMemory& m = memory_;
  m.opened[opened_begin_[level] + cluster] = m.stamp;
  const TableUpper& upper = view_.level[level].clusters[cluster];
  const bool holds_goal = view_.ancestor(m.cluster, level) == cluster;
  const size_t length = upper.nodes;
  for (uint32_t lane = lanes_begin_; lane < lanes_end_; ++lane) {
    Cost* row = m.values.data() + lane * m.stride;
    Cost* to = row + view_.level[level].offset + upper.first;
    const Cost* above = row + view_.level[level + 1].offset + upper.first_border;
    if (!holds_goal) std::fill_n(to, upper.nodes, kNoWay);
    lower_over(
        to, upper.nodes, upper.borders, [&](uint32_t y) { return above[y]; },
        [&](uint32_t y) { return upper.inside + upper.border[y] * length; });
  }
}

void TableRows::open_above(uint32_t cluster) {
  for (int level = view_.levels - 1; level >= 2; --level) {
    const uint32_t upper = view_.ancestor(cluster, level);
    if (memory_.opened[opened_begin_[level] + upper] != memory_.stamp) open_upper(level, upper);
  }
  memory_.opened[cluster] = memory_.stamp;
}

void TableRows::keep_only(uint32_t node) {
  memory_.version = 0;
  lanes_begin_ = node - memory_.first;
  lanes_end_ = lanes_begin_ + 1;
}

void TableRows::open_all() {
  for (int level = view_.levels - 1; level >= 2; --level) {
    const TableLevel& l = view_.level[level];
    const auto count = static_cast<uint32_t>(l.columns) * static_cast<uint32_t>(l.rows);
    for (uint32_t cluster = 0; cluster < count; ++cluster) {
      if (memory_.opened[opened_begin_[level] + cluster] != memory_.stamp) open_upper(level, cluster);
    }
  }
}

// --- All of them ----------------------------------------------------------------------------------------------------

std::shared_ptr<TableDistances> TableDistances::begin(const Tables& tables) {
  STRATA_CHECK(tables.ready());
  auto distances = std::make_shared<TableDistances>();
  distances->nodes_ = tables.nodes();
  distances->version_ = tables.graph_version();
  distances->values_ = std::make_unique_for_overwrite<Cost[]>(size_t{tables.nodes()} * tables.nodes());
  return distances;
}

void TableDistances::fill(const TablesView& view, uint32_t cluster, TableRows& rows) {
  const TableCluster& from = view.clusters[cluster];
  if (from.nodes == 0) return;
  rows.begin(view, version_, cluster);
  rows.open_all();
  for (uint32_t node = from.first; node < from.first + from.nodes; ++node)
    std::copy_n(rows.row(node), nodes_, values_.get() + size_t{node} * nodes_);
}

std::shared_ptr<const TableDistances> TableDistances::compute(const Tables& tables, JobControl* control) {
  const std::shared_ptr<TableDistances> distances = begin(tables);
  const TablesView view = tables.view();
  TableRows rows;
  const uint32_t count = tables.clusters();
  if (control != nullptr) control->set_total(count);
  for (uint32_t cluster = 0; cluster < count; ++cluster) {
    if (control != nullptr && control->cancelled()) return nullptr;
    distances->fill(view, cluster, rows);
    if (control != nullptr) control->set_done(cluster + 1);
  }
  return distances;
}

}  // namespace strata
