// This file builds and updates the tables by the same code: a build is an update with every cluster dirty.
#include <algorithm>
#include <atomic>
#include <tuple>
#include <utility>

#include "core/base/check.hpp"
#include "core/grid/map_links.hpp"
#include "core/search/path.hpp"
#include "core/tables/cluster_paths.hpp"
#include "core/tables/tables.hpp"

namespace strata {
namespace {

uint64_t next_version() {
  static std::atomic<uint64_t> last = 0;
  return ++last;
}

uint64_t spread_bits(uint32_t value) {
  uint64_t bits = value;
  bits = (bits | bits << 16) & 0x0000ffff0000ffffu;
  bits = (bits | bits << 8) & 0x00ff00ff00ff00ffu;
  bits = (bits | bits << 4) & 0x0f0f0f0f0f0f0f0fu;
  bits = (bits | bits << 2) & 0x3333333333333333u;
  return (bits | bits << 1) & 0x5555555555555555u;
}

// Returns the clusters, numbered row-major, in Morton order.
std::vector<uint32_t> morton_order(int columns, int rows) {
  std::vector<std::pair<uint64_t, uint32_t>> keys;
  for (int y = 0; y < rows; ++y) {
    for (int x = 0; x < columns; ++x) {
      const uint64_t key = spread_bits(static_cast<uint32_t>(x)) | spread_bits(static_cast<uint32_t>(y)) << 1;
      keys.emplace_back(key, static_cast<uint32_t>(y * columns + x));
    }
  }
  std::sort(keys.begin(), keys.end());
  std::vector<uint32_t> order;
  order.reserve(keys.size());
  for (const auto& [key, cluster] : keys) order.push_back(cluster);
  return order;
}

template <class T>
size_t bytes_of(const std::vector<T>& values) {
  return values.capacity() * sizeof(T);
}

size_t cells_bytes(size_t area, size_t cells) { return area * 2 + cells * 2 + cells * ((cells + 1) / 2); }
size_t nodes_bytes(size_t cells, size_t nodes, size_t links, size_t link_bytes) {
  return nodes * (cells + nodes + 1) * sizeof(Cost) + (nodes + 1) * 2 + links * link_bytes;
}

}  // namespace

size_t Tables::FirstMoveTable::bytes() const {
  return sizeof *this + bytes_of(ground.local) + bytes_of(ground.moves) + bytes_of(ground.weights) +
         bytes_of(first_moves);
}

size_t Tables::NodeCostTables::bytes() const {
  return sizeof *this + bytes_of(cells) + bytes_of(to_nodes) + bytes_of(between) + bytes_of(links) +
         bytes_of(link_begin);
}

// --- A cluster -------------------------------------------------------------------------------------------

struct TablesBuilder {
  Tables& tables;
  const MoveGrid& grid;
  const Hpa& hpa;
  const int side = tables.grid_.cluster_size();

  TablesBuilder(Tables& target, const MoveGrid& moves, const Hpa& below) : tables(target), grid(moves), hpa(below) {}

  std::shared_ptr<const Tables::FirstMoveTable> make_cells() {
    auto cells = std::make_shared<Tables::FirstMoveTable>();
    cells->ground = ground_;
    const uint32_t count = ground_.cells();
    const size_t stride = (count + 1) / 2;
    cells->first_moves.resize(count * stride);
    uint16_t goals[ClusterPaths::kLanes];
    for (uint32_t first = 0; first < count; first += ClusterPaths::kLanes) {
      const uint32_t lanes = std::min(ClusterPaths::kLanes, count - first);
      for (uint32_t lane = 0; lane < lanes; ++lane) goals[lane] = static_cast<uint16_t>(first + lane);
      ways_.spread({goals, lanes});
      ways_.first_moves(first, lanes, &cells->first_moves[first * stride]);
    }
    return cells;
  }

  void measure_nodes(Tables::NodeCostTables& nodes, const Rect& rect) {
    const auto count = static_cast<uint32_t>(nodes.cells.size());
    const uint32_t cells = ground_.cells();
    places_.clear();
    for (const CellId id : nodes.cells) {
      const Cell c = grid.cell(id);
      places_.push_back(ground_.local[static_cast<size_t>((c.y - rect.y0) * side + c.x - rect.x0)]);
    }
    nodes.to_nodes.resize(static_cast<size_t>(cells) * count);
    nodes.between.resize(static_cast<size_t>(count) * count);
    for (uint32_t first = 0; first < count; first += ClusterPaths::kLanes) {
      const uint32_t lanes = std::min(ClusterPaths::kLanes, count - first);
      ways_.spread({places_.data() + first, lanes});
      for (uint32_t cell = 0; cell < cells; ++cell) {
        for (uint32_t lane = 0; lane < lanes; ++lane)
          nodes.to_nodes[static_cast<size_t>(cell) * count + first + lane] = ways_.way(cell, lane);
      }
    }
    for (uint32_t slot = 0; slot < count; ++slot)
      std::copy_n(&nodes.to_nodes[static_cast<size_t>(places_[slot]) * count], count,
                  &nodes.between[static_cast<size_t>(slot) * count]);
  }

  void copy_links(Tables::NodeCostTables& nodes, uint32_t cluster) {
    const std::span<const Hpa::InterEdge> links = hpa.links_of(cluster);
    const size_t count = nodes.cells.size();
    nodes.links.reserve(links.size());
    nodes.link_begin.assign(count + 1, 0);
    for (const Hpa::InterEdge& link : links) {
      nodes.links.push_back({link.to, link.to_slot, link.cost});
      ++nodes.link_begin[link.slot + size_t{1}];
    }
    for (size_t slot = 0; slot < count; ++slot)
      nodes.link_begin[slot + 1] = static_cast<uint16_t>(nodes.link_begin[slot + 1] + nodes.link_begin[slot]);
    // A path visits no node twice, and has no two consecutive edges inside the cluster.
    Cost longest = 0, dearest = 0;
    for (const Cost cost : nodes.between) longest = std::max(longest, cost < kNoWay ? cost : 0);
    for (const TableInterEdge& link : nodes.links) dearest = std::max(dearest, link.cost);
    nodes.reach = uint64_t{longest} * ((count + 1) / 2) + uint64_t{dearest} * count;
  }

  void rebuild(uint32_t cluster) {
    const Rect rect = tables.grid_.rect(cluster);
    std::shared_ptr<const Tables::FirstMoveTable>& old_cells = tables.cells_[cluster];
    std::shared_ptr<const Tables::NodeCostTables>& old_nodes = tables.nodes_[cluster];
    ClusterPaths::read(grid, rect, side, ground_);
    const bool same_ground = old_cells != nullptr && old_cells->ground == ground_;
    const std::span<const CellId> node_cells = hpa.nodes_of(cluster);
    const bool same_nodes = old_nodes != nullptr && std::ranges::equal(node_cells, old_nodes->cells);
    if (!same_ground || !same_nodes) ways_.begin(grid, ground_, side);

    auto nodes = std::make_shared<Tables::NodeCostTables>();
    nodes->cells.assign(node_cells.begin(), node_cells.end());
    if (same_ground && same_nodes) {
      nodes->to_nodes = old_nodes->to_nodes;
      nodes->between = old_nodes->between;
    } else {
      measure_nodes(*nodes, rect);
    }
    copy_links(*nodes, cluster);
    // The same links may begin at other nodes, so link_begin is compared, too.
    const bool same_links =
        same_nodes && nodes->links == old_nodes->links && nodes->link_begin == old_nodes->link_begin;
    if (same_ground && same_links) return;

    tables.touch();
    tables.changed_[cluster] = tables.version_;
    const bool same_graph = same_nodes && nodes->between == old_nodes->between;
    if (!same_graph || !same_links) tables.graph_version_ = tables.version_;
    tables.renumber_ |= !same_nodes;
    if (!same_ground) {
      if (old_cells != nullptr) tables.block_bytes_ -= old_cells->bytes();
      old_cells = make_cells();
      tables.block_bytes_ += old_cells->bytes();
    }
    if (old_nodes != nullptr) tables.block_bytes_ -= old_nodes->bytes();
    old_nodes = std::move(nodes);
    tables.block_bytes_ += old_nodes->bytes();

    TableCluster& view = tables.clusters_[cluster];
    view.local = old_cells->ground.local.data();
    view.first_moves = old_cells->first_moves.data();
    view.to_nodes = old_nodes->to_nodes.data();
    view.between = old_nodes->between.data();
    view.links = old_nodes->links.data();
    view.link_begin = old_nodes->link_begin.data();
    view.cells = old_cells->ground.cells();
    view.nodes = static_cast<uint32_t>(old_nodes->cells.size());
  }

  // Subtracts the clusters that it rebuilds from `max_clusters`. Returns false if dirty clusters are left.
  bool update_some(TablesUpdate& report, size_t& max_clusters) {
    size_t& head = tables.head_;
    if (head == 0) std::sort(tables.pending_.begin(), tables.pending_.end());
    for (; head < tables.pending_.size(); ++head) {
      if (max_clusters == 0) return false;
      --max_clusters;
      const uint32_t cluster = tables.pending_[head];
      rebuild(cluster);
      tables.seen_[cluster] = hpa.version(cluster);
      tables.dirty_[cluster] = 0;
      report.clusters.push_back(cluster);
      if (tables.block_bytes_ > tables.options_.max_bytes) {
        tables.give_up(tables.block_bytes_);
        return true;
      }
    }
    tables.pending_.clear();
    head = 0;
    return true;
  }

 private:
  ClusterPaths ways_;
  ClusterInputs ground_;
  std::vector<uint16_t> places_;
};

// --- All tables -----------------------------------------------------------------------------------------------------

void Tables::touch() {
  if (touched_) return;
  touched_ = true;
  version_ = next_version();
}

// Returns the estimated memory of the tables in bytes.
size_t Tables::estimate(const MoveGrid& grid, const Hpa& hpa) const {
  size_t bytes = 0;
  for (uint32_t cluster = 0; cluster < grid_.count(); ++cluster) {
    const Rect rect = grid_.rect(cluster);
    size_t cells = 0;
    for (int y = rect.y0; y < rect.y1; ++y) {
      for (int x = rect.x0; x < rect.x1; ++x) cells += grid.passable(grid.id({x, y})) ? 1 : 0;
    }
    bytes += cells_bytes(static_cast<size_t>(grid_.cluster_size() * rect.height()), cells) + sizeof(FirstMoveTable);
    bytes += nodes_bytes(cells, hpa.nodes_of(cluster).size(), hpa.links_of(cluster).size(), sizeof(TableInterEdge)) +
             sizeof(NodeCostTables);
  }
  return bytes;
}

void Tables::reset(const MoveGrid& grid, const Hpa& hpa, const TablesOptions& options) {
  STRATA_CHECK(hpa.ready() && hpa.built_for() == grid.built_for());
  *this = {};
  options_ = options;
  identity_ = hpa.identity();
  version_ = graph_version_ = next_version();
  grid_ = hpa.clusters(1);
  if (grid_.cluster_size() > kMaxClusterSize) {
    give_up(0);
    return;
  }
  needed_bytes_ = estimate(grid, hpa);
  if (needed_bytes_ > options_.max_bytes) {
    give_up(needed_bytes_);
    return;
  }
  const uint32_t count = grid_.count();
  cells_.resize(count);
  nodes_.resize(count);
  clusters_.resize(count);
  changed_.assign(count, version_);
  seen_.assign(count, 0);
  dirty_.assign(count, 1);
  pending_.resize(count);
  for (uint32_t i = 0; i < count; ++i) pending_[i] = i;
  order_ = morton_order(grid_.columns(), grid_.rows());
  renumber_ = true;
}

// Frees the tables, and stores only that they would be too large.
void Tables::give_up(size_t bytes) {
  const Tables before = std::exchange(*this, {});
  options_ = before.options_;
  identity_ = before.identity_;
  grid_ = before.grid_;
  version_ = graph_version_ = next_version();
  too_large_ = true;
  needed_bytes_ = bytes;
}

void Tables::mark_dirty(const MoveGrid& grid, const Hpa& hpa) {
  if (identity_ != hpa.identity()) {
    reset(grid, hpa, options_);
    return;
  }
  STRATA_CHECK(hpa.ready() && hpa.built_for() == grid.built_for());
  if (too_large_) return;
  if (built_for_ == grid.built_for()) return;
  built_for_ = 0;
  if (head_ > 0) pending_.erase(pending_.begin(), pending_.begin() + static_cast<std::ptrdiff_t>(head_));
  head_ = 0;
  for (uint32_t cluster = 0; cluster < grid_.count(); ++cluster) {
    if (dirty_[cluster] != 0 || seen_[cluster] == hpa.version(cluster)) continue;
    dirty_[cluster] = 1;
    pending_.push_back(cluster);
  }
}

bool Tables::update_some(const MoveGrid& grid, const Hpa& hpa, TablesUpdate& report, size_t max_clusters) {
  if (too_large_ || built_for_ == grid.built_for()) return true;
  STRATA_CHECK(identity_ == hpa.identity() && hpa.built_for() == grid.built_for());
  const bool done = TablesBuilder(*this, grid, hpa).update_some(report, max_clusters);
  std::sort(report.clusters.begin(), report.clusters.end());
  if (too_large_) return true;
  if (!done) return false;
  if (block_bytes_ > options_.max_bytes) {
    give_up(block_bytes_);
    return true;
  }
  if (renumber_) number();
  take_links(grid, hpa);
  if (touched_) find_components(grid);
  touched_ = false;
  built_for_ = grid.built_for();
  return true;
}

size_t Tables::pending() const {
  const size_t left = pending_.size() - head_;
  return left > 0 || ready() || too_large_ || identity_ == 0 ? left : 1;
}

TablesUpdate Tables::build(const MoveGrid& grid, const Hpa& hpa, const TablesOptions& options) {
  TablesUpdate report;
  reset(grid, hpa, options);
  update_some(grid, hpa, report);
  return report;
}

TablesUpdate Tables::update(const MoveGrid& grid, const Hpa& hpa) {
  TablesUpdate report;
  mark_dirty(grid, hpa);
  update_some(grid, hpa, report);
  return report;
}

// --- Numbering ------------------------------------------------------------------------------------------------------

// Numbers the nodes of all clusters again.
void Tables::number() {
  renumber_ = false;
  uint32_t nodes = 0;
  for (const uint32_t cluster : order_) {
    clusters_[cluster].first = nodes;
    nodes += clusters_[cluster].nodes;
  }
  node_cell_.resize(nodes);
  node_cluster_.resize(nodes);
  for (const uint32_t cluster : order_) {
    const TableCluster& c = clusters_[cluster];
    std::copy(nodes_[cluster]->cells.begin(), nodes_[cluster]->cells.end(), node_cell_.begin() + c.first);
    std::fill_n(node_cluster_.begin() + c.first, c.nodes, cluster);
  }
}

// Takes over the links of the map. Their ends are nodes of HPA*, unless there are too many of them.
void Tables::take_links(const MoveGrid& grid, const Hpa& hpa) {
  const auto node_of = [&](CellId cell) {
    const uint32_t cluster = grid_.cluster_of(grid.cell(cell));
    const std::vector<CellId>& cells = nodes_[cluster]->cells;
    const auto place = std::ranges::lower_bound(cells, cell);
    STRATA_CHECK(place != cells.end() && *place == cell);
    return clusters_[cluster].first + static_cast<uint32_t>(place - cells.begin());
  };
  const auto by_nodes = [](const TableLink& link) { return std::tuple(link.node, link.other); };
  std::vector<TableLink> links;
  too_many_links_ = hpa.too_many_links();
  if (grid.links() != nullptr && !too_many_links_) {
    for (const MapLink& link : grid.links()->all()) {
      if (!grid.passable(link.from) || !grid.passable(link.to)) continue;
      // Between neighbours a move may be cheaper than the link.
      links.push_back({node_of(link.from), node_of(link.to), step_between(grid, link.from, link.to)});
    }
    std::ranges::sort(links, {}, by_nodes);
  }
  if (links == links_from_) return;
  touch();
  graph_version_ = version_;
  links_from_ = links;
  for (TableLink& link : links) std::swap(link.node, link.other);
  std::ranges::sort(links, {}, by_nodes);
  links_into_ = std::move(links);
}

// --- Paths that are too long ----------------------------------------------------------------------------------------

// Computes the connected components of the nodes. They are needed only if a path could be too long for the tables.
void Tables::find_components(const MoveGrid& grid) {
  node_component_.clear();
  const auto too_long = [](uint64_t cost) { return cost >= kNoWay; };
  if (!too_long(uint64_t{grid.passable_count()} * std::max(grid.max_step(), grid.max_link_cost()))) return;
  const auto side = static_cast<uint64_t>(grid_.cluster_size());
  uint64_t bound = 2 * side * side * grid.max_step();  // inside the clusters of start and goal
  for (const std::shared_ptr<const NodeCostTables>& nodes : nodes_) bound += nodes->reach;
  for (const TableLink& link : links_from_) bound += link.cost;
  if (!too_long(bound)) return;

  node_component_.resize(node_cell_.size());
  for (uint32_t node = 0; node < node_component_.size(); ++node) node_component_[node] = node;
  const auto find = [&](uint32_t node) {
    while (node_component_[node] != node) {
      node_component_[node] = node_component_[node_component_[node]];
      node = node_component_[node];
    }
    return node;
  };
  const auto join = [&](uint32_t a, uint32_t b) {
    a = find(a);
    b = find(b);
    node_component_[std::max(a, b)] = std::min(a, b);
  };
  for (const TableCluster& cluster : clusters_) {
    for (uint32_t a = 0; a < cluster.nodes; ++a) {
      for (uint32_t b = 0; b < a; ++b) {
        if (cluster.between[static_cast<size_t>(a) * cluster.nodes + b] < kNoWay)
          join(cluster.first + a, cluster.first + b);
      }
      for (uint32_t e = cluster.link_begin[a]; e < cluster.link_begin[a + 1]; ++e) {
        const TableInterEdge& link = cluster.links[e];
        join(cluster.first + a, clusters_[link.cluster].first + link.slot);
      }
    }
  }
  for (const TableLink& link : links_from_) join(link.node, link.other);
  for (uint32_t node = 0; node < node_component_.size(); ++node) node_component_[node] = find(node);
}

}  // namespace strata
