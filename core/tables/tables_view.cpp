// This file gives views of the tables as plain pointers, returns their sizes, and compares them.
#include "core/base/check.hpp"
#include "core/tables/tables.hpp"

namespace strata {

TablesView Tables::view(const MoveGrid& grid) const {
  STRATA_CHECK(built_for_ == grid.built_for());
  TablesView view = this->view();
  view.moves = grid.moves().data();
  view.weights = grid.weights().data();
  view.straight = grid.base(0);
  view.diagonal = grid.base(1);
  const auto least = static_cast<Cost>(has_links() ? 0 : grid.unit_weight());
  view.least_straight = view.straight * least;
  view.least_diagonal = view.diagonal * least;
  return view;
}

TablesView Tables::view() const {
  STRATA_CHECK(ready());
  TablesView view;
  view.set_shape(grid_.width(), grid_.height(), grid_.cluster_size());
  view.clusters = clusters_.data();
  view.node_cell = node_cell_.data();
  view.node_cluster = node_cluster_.data();
  view.node_component = node_component_.empty() ? nullptr : node_component_.data();
  view.nodes = nodes();
  if (!has_links()) return view;
  view.links_from = links_from_.data();
  view.links_into = links_into_.data();
  view.link_count = static_cast<uint32_t>(links_from_.size());
  return view;
}

size_t Tables::memory_bytes() const {
  return block_bytes_ + (links_from_.capacity() + links_into_.capacity()) * sizeof(TableLink) +
         cells_.capacity() * (sizeof cells_[0] + sizeof nodes_[0]) + clusters_.capacity() * sizeof(TableCluster) +
         changed_.capacity() * sizeof changed_[0] +
         (order_.capacity() + seen_.capacity() + pending_.capacity()) * sizeof(uint32_t) + dirty_.capacity() +
         (node_cell_.capacity() + node_cluster_.capacity() + node_component_.capacity()) * sizeof(uint32_t);
}

bool operator==(const Tables& a, const Tables& b) {
  const auto same = [](const auto& x, const auto& y) { return x == y || (x != nullptr && y != nullptr && *x == *y); };
  if (a.ready() != b.ready() || a.too_large_ != b.too_large_ || a.grid_ != b.grid_) return false;
  if (a.cells_.size() != b.cells_.size()) return false;
  for (size_t i = 0; i < a.cells_.size(); ++i) {
    if (!same(a.cells_[i], b.cells_[i]) || !same(a.nodes_[i], b.nodes_[i])) return false;
    if (a.clusters_[i].first != b.clusters_[i].first) return false;
  }
  return a.too_many_links_ == b.too_many_links_ && a.links_from_ == b.links_from_ && a.node_cell_ == b.node_cell_ &&
         a.node_cluster_ == b.node_cluster_ && a.node_component_ == b.node_component_;
}

}  // namespace strata
