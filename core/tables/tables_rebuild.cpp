// Build and update: one code path, a build is an update with every cluster dirty. Here are the clusters of level 1 and
// the numbering of nodes; the levels above are in tables_upper.cpp.
#include <algorithm>
#include <atomic>
#include <bit>
#include <limits>
#include <utility>

#include "core/base/check.hpp"
#include "core/tables/cluster_ways.hpp"
#include "core/tables/tables.hpp"

namespace strata {
namespace {

uint64_t next_version() {
  static std::atomic<uint64_t> last = 0;
  return ++last;
}

// Work above level 1 is counted in sums of two costs; as many of them take about as long as a cluster of level 1.
constexpr size_t kSumsPerCluster = 400'000;

constexpr size_t saturated_product(size_t a, size_t b) {
  return a > std::numeric_limits<size_t>::max() / b ? std::numeric_limits<size_t>::max() : a * b;
}

uint64_t spread_bits(uint32_t value) {
  uint64_t bits = value;
  bits = (bits | bits << 16) & 0x0000ffff0000ffffu;
  bits = (bits | bits << 8) & 0x00ff00ff00ff00ffu;
  bits = (bits | bits << 4) & 0x0f0f0f0f0f0f0f0fu;
  bits = (bits | bits << 2) & 0x3333333333333333u;
  return (bits | bits << 1) & 0x5555555555555555u;
}

// The clusters of a level, row-major, in Morton order.
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
  return nodes * (cells + nodes + 1) * sizeof(Cost) + nodes * 2 + links * link_bytes;
}

}  // namespace

size_t Tables::Cells::bytes() const {
  return sizeof *this + bytes_of(ground.local) + bytes_of(ground.moves) + bytes_of(ground.weights) +
         bytes_of(first_moves);
}

size_t Tables::Nodes::bytes() const {
  return sizeof *this + bytes_of(cells) + bytes_of(to_nodes) + bytes_of(between) + bytes_of(links) +
         bytes_of(link_begin) + bytes_of(exits);
}

// --- A cluster of level 1 -------------------------------------------------------------------------------------------

struct TablesBuilder {
  Tables& tables;
  const MoveGrid& grid;
  const Hpa& hpa;
  const int side = tables.grid_.cluster_size();

  TablesBuilder(Tables& target, const MoveGrid& moves, const Hpa& below) : tables(target), grid(moves), hpa(below) {}

  std::shared_ptr<const Tables::Cells> make_cells() {
    auto cells = std::make_shared<Tables::Cells>();
    cells->ground = ground_;
    const uint32_t count = ground_.cells();
    const size_t stride = (count + 1) / 2;
    cells->first_moves.resize(count * stride);
    uint16_t goals[ClusterWays::kLanes];
    for (uint32_t first = 0; first < count; first += ClusterWays::kLanes) {
      const uint32_t lanes = std::min(ClusterWays::kLanes, count - first);
      for (uint32_t lane = 0; lane < lanes; ++lane) goals[lane] = static_cast<uint16_t>(first + lane);
      ways_.spread({goals, lanes});
      ways_.first_moves(first, lanes, &cells->first_moves[first * stride]);
    }
    return cells;
  }

  void measure_nodes(Tables::Nodes& nodes, const Rect& rect) {
    const auto count = static_cast<uint32_t>(nodes.cells.size());
    const uint32_t cells = ground_.cells();
    places_.clear();
    for (const CellId id : nodes.cells) {
      const Cell c = grid.cell(id);
      places_.push_back(ground_.local[static_cast<size_t>((c.y - rect.y0) * side + c.x - rect.x0)]);
    }
    nodes.to_nodes.resize(static_cast<size_t>(cells) * count);
    nodes.between.resize(static_cast<size_t>(count) * count);
    for (uint32_t first = 0; first < count; first += ClusterWays::kLanes) {
      const uint32_t lanes = std::min(ClusterWays::kLanes, count - first);
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

  void copy_links(Tables::Nodes& nodes, uint32_t cluster) {
    const std::span<const Hpa::InterEdge> links = hpa.links_of(cluster);
    const size_t count = nodes.cells.size();
    nodes.links.reserve(links.size());
    nodes.exits.reserve(links.size());
    nodes.link_begin.assign(count + 1, 0);
    for (const Hpa::InterEdge& link : links) {
      nodes.links.push_back({link.to, link.to_slot, link.cost});
      nodes.exits.push_back({link.slot, hpa.nodes_of(link.to)[link.to_slot], link.cost});
      ++nodes.link_begin[link.slot + size_t{1}];
    }
    for (size_t slot = 0; slot < count; ++slot)
      nodes.link_begin[slot + 1] = static_cast<uint16_t>(nodes.link_begin[slot + 1] + nodes.link_begin[slot]);
  }

  void rebuild(uint32_t cluster) {
    const Rect rect = tables.grid_.rect(cluster);
    std::shared_ptr<const Tables::Cells>& old_cells = tables.cells_[cluster];
    std::shared_ptr<const Tables::Nodes>& old_nodes = tables.nodes_[cluster];
    ClusterWays::read(grid, rect, side, ground_);
    const bool same_ground = old_cells != nullptr && old_cells->ground == ground_;
    const std::span<const CellId> node_cells = hpa.nodes_of(cluster);
    const bool same_nodes = old_nodes != nullptr && std::ranges::equal(node_cells, old_nodes->cells);
    if (!same_ground || !same_nodes) ways_.begin(grid, ground_, side);

    auto nodes = std::make_shared<Tables::Nodes>();
    nodes->cells.assign(node_cells.begin(), node_cells.end());
    if (same_ground && same_nodes) {
      nodes->to_nodes = old_nodes->to_nodes;
      nodes->between = old_nodes->between;
    } else {
      measure_nodes(*nodes, rect);
    }
    copy_links(*nodes, cluster);
    if (same_ground && same_nodes && nodes->links == old_nodes->links && nodes->exits == old_nodes->exits) return;

    tables.touch();
    tables.changed_[cluster] = tables.version_;
    const bool same_graph = same_nodes && nodes->between == old_nodes->between;
    if (!same_graph || nodes->exits != old_nodes->exits) tables.flag_parent(1, cluster);
    if (!same_graph || nodes->links != old_nodes->links) tables.graph_version_ = tables.version_;
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

  // Takes what it does off `max_clusters`. False if that was not enough.
  bool settle(TablesUpdate& report, size_t& max_clusters) {
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
  ClusterWays ways_;
  ClusterGround ground_;
  std::vector<uint16_t> places_;
};

// --- The whole ------------------------------------------------------------------------------------------------------

void Tables::touch() {
  if (touched_) return;
  touched_ = true;
  version_ = next_version();
}

void Tables::flag(int level, uint32_t cluster) {
  Level& l = at(level);
  if (l.dirty[cluster] != 0) return;
  l.dirty[cluster] = 1;
  l.pending.push_back(cluster);
}

// Something of the cluster has changed that the level above sees.
void Tables::flag_parent(int level, uint32_t cluster) {
  if (level == levels()) return;
  const auto columns = static_cast<uint32_t>(level == 1 ? grid_.columns() : at(level).columns);
  const uint32_t x = cluster % columns, y = cluster / columns;
  flag(level + 1, (y >> 1) * static_cast<uint32_t>(at(level + 1).columns) + (x >> 1));
}

// Bytes that the tables will take. A node belongs to level l if an inter-edge of it crosses a border of that level.
size_t Tables::estimate(const MoveGrid& grid, const Hpa& hpa) const {
  const uint32_t count = grid_.count();
  const auto columns = static_cast<uint32_t>(grid_.columns());
  const auto root =
      static_cast<uint32_t>(std::bit_width(static_cast<uint32_t>(std::max(grid_.columns(), grid_.rows()) - 1)) + 1);
  size_t bytes = 0;
  std::vector<std::vector<size_t>> nodes(root + 1);  // by level and cluster: nodes of the level below
  for (uint32_t l = 2; l <= root; ++l) nodes[l].assign(((columns - 1) >> (l - 1)) + size_t{1}, 0);
  const auto finish_row = [&](uint32_t l) {
    for (size_t& n : nodes[l]) {
      bytes += n * n * sizeof(Cost) + sizeof(Upper) + n * 16;
      n = 0;
    }
  };
  for (uint32_t cluster = 0; cluster < count; ++cluster) {
    const uint32_t x = cluster % columns, y = cluster / columns;
    const Rect rect = grid_.rect(cluster);
    size_t cells = 0;
    for (int cy = rect.y0; cy < rect.y1; ++cy) {
      for (int cx = rect.x0; cx < rect.x1; ++cx) cells += grid.passable(grid.id({cx, cy})) ? 1 : 0;
    }
    const std::span<const Hpa::InterEdge> links = hpa.links_of(cluster);
    bytes += cells_bytes(static_cast<size_t>(grid_.cluster_size() * rect.height()), cells) + sizeof(Cells);
    bytes += nodes_bytes(cells, hpa.nodes_of(cluster).size(), links.size(), sizeof(TableLink) + sizeof(Exit)) +
             sizeof(Nodes);
    for (size_t e = 0; e < links.size();) {
      uint32_t level = 1;
      const uint16_t slot = links[e].slot;
      for (; e < links.size() && links[e].slot == slot; ++e) {
        const uint32_t tx = links[e].to % columns, ty = links[e].to / columns;
        level = std::max(level, static_cast<uint32_t>(std::bit_width((x ^ tx) | (y ^ ty))));
      }
      for (uint32_t l = 2; l <= std::min(root, level + 1); ++l) ++nodes[l][x >> (l - 1)];
    }
    if (x + 1 != columns) continue;
    for (uint32_t l = 2; l <= root; ++l) {
      if (((y + 1) & ((1u << (l - 1)) - 1)) == 0 || cluster + 1 == count) finish_row(l);
    }
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
  for (int columns = grid_.columns(), rows = grid_.rows(); columns > 1 || rows > 1;) {
    columns = (columns + 1) / 2;
    rows = (rows + 1) / 2;
    Level& level = upper_.emplace_back();
    level.columns = columns;
    level.rows = rows;
    level.order = morton_order(columns, rows);
    level.blocks.resize(level.order.size());
    level.clusters.resize(level.order.size());
    level.changed.assign(level.order.size(), version_);
    level.dirty.assign(level.order.size(), 0);
    for (uint32_t i = 0; i < level.order.size(); ++i) flag(levels(), i);
  }
}

// Nothing is left of the tables but that they would be too large.
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
    work_.begun = false;  // what is half done above may stand on it
  }
}

bool Tables::settle(const MoveGrid& grid, const Hpa& hpa, TablesUpdate& report, size_t max_clusters) {
  if (too_large_ || built_for_ == grid.built_for()) return true;
  STRATA_CHECK(identity_ == hpa.identity() && hpa.built_for() == grid.built_for());
  report.upper.resize(upper_.size());
  const bool done = TablesBuilder(*this, grid, hpa).settle(report, max_clusters);
  std::sort(report.clusters.begin(), report.clusters.end());
  if (too_large_) return true;
  size_t budget = saturated_product(max_clusters, kSumsPerCluster);
  if (!done || !settle_upper(report, budget)) return false;
  if (block_bytes_ > options_.max_bytes) {
    give_up(block_bytes_);
    return true;
  }
  if (renumber_) number();
  if (touched_) find_components(grid);
  touched_ = false;
  built_for_ = grid.built_for();
  return true;
}

size_t Tables::pending() const {
  size_t upper = 0;
  for (const Level& level : upper_) upper += level.pending.size() - level.head;
  const size_t base = pending_.size() - head_;
  if (base > 0) return base;
  return upper > 0 || (!ready() && !too_large_ && identity_ != 0) ? 1 : 0;
}

TablesUpdate Tables::build(const MoveGrid& grid, const Hpa& hpa, const TablesOptions& options) {
  TablesUpdate report;
  reset(grid, hpa, options);
  settle(grid, hpa, report);
  return report;
}

TablesUpdate Tables::update(const MoveGrid& grid, const Hpa& hpa) {
  TablesUpdate report;
  mark_dirty(grid, hpa);
  settle(grid, hpa, report);
  return report;
}

// --- Numbering ------------------------------------------------------------------------------------------------------

// Numbers the nodes of all levels anew.
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
  uint32_t offset = 0;
  for (Level& level : upper_) {
    level.offset = offset;
    level.nodes = nodes;
    offset += nodes;
    level.owner.resize(nodes);
    uint32_t first = 0, first_border = 0;
    for (const uint32_t cluster : level.order) {
      TableUpper& upper = level.clusters[cluster];
      upper.first = first;
      upper.first_border = first_border;
      std::fill_n(level.owner.begin() + first, upper.nodes, cluster);
      first += upper.nodes;
      first_border += upper.borders;
    }
    STRATA_CHECK(first == nodes);
    nodes = first_border;
  }
}

}  // namespace strata
