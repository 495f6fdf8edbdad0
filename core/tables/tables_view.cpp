// What others see of the tables: plain pointers, sizes, equality.
#include "core/base/check.hpp"
#include "core/tables/tables.hpp"

namespace strata {

int Tables::levels() const { return static_cast<int>(upper_.size()) + 1; }

uint32_t Tables::nodes() const { return static_cast<uint32_t>(node_cell_.size()); }

size_t Tables::distance_bytes() const { return size_t{nodes()} * nodes() * sizeof(Cost); }

uint64_t Tables::changed_at(int level, uint32_t cluster) const {
  return level == 1 ? changed_[cluster] : at(level).changed[cluster];
}

TablesView Tables::view(const MoveGrid& grid) const {
  STRATA_CHECK(built_for_ == grid.built_for());
  TablesView view = this->view();
  view.moves = grid.moves().data();
  view.weights = grid.weights().data();
  view.straight = grid.base(0);
  view.diagonal = grid.base(1);
  const auto least = static_cast<Cost>(grid.min_weight());
  view.least_straight = view.straight * least;
  view.least_diagonal = view.diagonal * least;
  return view;
}

TablesView Tables::view() const {
  STRATA_CHECK(ready());
  TablesView view;
  view.width = grid_.width();
  view.height = grid_.height();
  view.side = grid_.cluster_size();
  view.columns = grid_.columns();
  view.clusters = clusters_.data();
  view.node_cell = node_cell_.data();
  view.node_cluster = node_cluster_.data();
  view.node_component = node_component_.empty() ? nullptr : node_component_.data();
  view.nodes = nodes();
  view.levels = levels();
  for (int l = 2; l <= levels(); ++l) {
    const Level& level = at(l);
    view.level[l] = {level.clusters.data(), level.owner.data(), level.columns, level.rows, level.nodes, level.offset};
    view.row_length = level.offset + level.nodes;
  }
  return view;
}

size_t Tables::memory_bytes() const {
  size_t bytes = block_bytes_ + cells_.capacity() * (sizeof cells_[0] + sizeof nodes_[0]) +
                 clusters_.capacity() * sizeof(TableCluster) + changed_.capacity() * sizeof changed_[0] +
                 (order_.capacity() + seen_.capacity() + pending_.capacity()) * sizeof(uint32_t) + dirty_.capacity() +
                 (node_cell_.capacity() + node_cluster_.capacity() + node_component_.capacity()) * sizeof(uint32_t) +
                 work_.upper.inside.capacity() * sizeof(Cost);
  for (const Level& level : upper_) {
    bytes += sizeof level + level.blocks.capacity() * sizeof level.blocks[0] +
             level.clusters.capacity() * sizeof(TableUpper) + level.changed.capacity() * sizeof level.changed[0] +
             (level.order.capacity() + level.owner.capacity() + level.pending.capacity()) * sizeof(uint32_t) +
             level.dirty.capacity();
  }
  return bytes;
}

bool operator==(const Tables& a, const Tables& b) {
  const auto same = [](const auto& x, const auto& y) { return x == y || (x != nullptr && y != nullptr && *x == *y); };
  if (a.ready() != b.ready() || a.too_large_ != b.too_large_ || a.grid_ != b.grid_) return false;
  if (a.cells_.size() != b.cells_.size() || a.upper_.size() != b.upper_.size()) return false;
  for (size_t i = 0; i < a.cells_.size(); ++i) {
    if (!same(a.cells_[i], b.cells_[i]) || !same(a.nodes_[i], b.nodes_[i])) return false;
    if (a.clusters_[i].first != b.clusters_[i].first) return false;
  }
  for (size_t l = 0; l < a.upper_.size(); ++l) {
    const Tables::Level &x = a.upper_[l], &y = b.upper_[l];
    if (x.owner != y.owner || x.nodes != y.nodes || x.offset != y.offset) return false;
    for (size_t i = 0; i < x.blocks.size(); ++i) {
      if (!same(x.blocks[i], y.blocks[i])) return false;
      if (x.clusters[i].first != y.clusters[i].first || x.clusters[i].first_border != y.clusters[i].first_border)
        return false;
    }
  }
  return a.node_cell_ == b.node_cell_ && a.node_cluster_ == b.node_cluster_ && a.node_component_ == b.node_component_;
}

}  // namespace strata
