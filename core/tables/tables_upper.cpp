// The levels above the first: all ways between the nodes of a cluster's children that stay inside the cluster.
#include <algorithm>
#include <utility>

#include "core/base/check.hpp"
#include "core/tables/min_sums.hpp"
#include "core/tables/tables.hpp"

namespace strata {
namespace {

// Ways are closed over as many nodes at a time: what they lower stays in registers meanwhile.
constexpr size_t kPivotsAtOnce = 4;

}  // namespace

size_t Tables::Upper::bytes() const {
  return sizeof *this + inside.capacity() * sizeof(Cost) + border.capacity() * sizeof(uint16_t) +
         cells.capacity() * sizeof(CellId) + exits.capacity() * sizeof(Exit);
}

// Takes what it does off the budget of sums. False if that was not enough; the cluster at work may be half done.
bool Tables::settle_upper(TablesUpdate& report, size_t& budget) {
  for (int level = 2; level <= levels(); ++level) {
    Level& l = at(level);
    TablesLevelUpdate& done = report.upper[static_cast<size_t>(level) - 2];
    if (l.head == 0 && !work_.begun) std::sort(l.pending.begin(), l.pending.end());
    while (l.head < l.pending.size()) {
      if (budget == 0) return false;
      if (!work_.begun) begin_upper(level, l.pending[l.head]);
      const size_t nodes = work_.upper.nodes;
      const size_t sums_each = nodes * nodes / 2 + 1;
      const size_t left = work_.pivots.size() - work_.next;
      const size_t pivots = std::min(left, std::max(budget / sums_each, kPivotsAtOnce));
      close_ways(pivots);
      const size_t sums = pivots * sums_each + nodes * nodes;
      budget -= std::min(budget, sums);
      if (work_.next < work_.pivots.size()) return false;
      done.clusters.push_back(work_.cluster);
      if (!finish_upper()) ++done.unchanged;
      l.dirty[work_.cluster] = 0;
      ++l.head;
    }
    l.pending.clear();
    l.head = 0;
    std::sort(done.clusters.begin(), done.clusters.end());
  }
  return true;
}

// Gathers the children's borders, the ways inside them and the inter-edges between them.
void Tables::begin_upper(int level, uint32_t cluster) {
  work_.begun = true;
  work_.level = level;
  work_.cluster = cluster;
  work_.pivots.clear();
  work_.next = 0;
  work_.upper = {};
  join_children();
}

void Tables::join_children() {
  const int level = work_.level;
  const Level& own = at(level);
  Upper& upper = work_.upper;
  const int columns = level == 2 ? grid_.columns() : at(level - 1).columns;
  const int rows = level == 2 ? grid_.rows() : at(level - 1).rows;
  const int x = static_cast<int>(work_.cluster) % own.columns, y = static_cast<int>(work_.cluster) / own.columns;
  const Nodes* lower[4] = {};
  const Upper* middle[4] = {};
  uint32_t first[5] = {};
  for (uint32_t child = 0; child < 4; ++child) {
    const int cx = 2 * x + static_cast<int>(child & 1), cy = 2 * y + static_cast<int>(child >> 1);
    first[child + 1] = first[child];
    if (cx >= columns || cy >= rows) continue;
    const auto id = static_cast<size_t>(cy * columns + cx);
    if (level == 2) {
      lower[child] = nodes_[id].get();
      first[child + 1] += static_cast<uint32_t>(lower[child]->cells.size());
    } else {
      middle[child] = at(level - 1).blocks[id].get();
      first[child + 1] += static_cast<uint32_t>(middle[child]->border.size());
    }
  }
  const auto cells_of = [&](uint32_t child) -> std::span<const CellId> {
    if (lower[child] != nullptr) return lower[child]->cells;
    if (middle[child] != nullptr) return middle[child]->cells;
    return {};
  };
  const auto exits_of = [&](uint32_t child) -> std::span<const Exit> {
    if (lower[child] != nullptr) return lower[child]->exits;
    if (middle[child] != nullptr) return middle[child]->exits;
    return {};
  };

  // Ways inside children.
  const uint32_t count = first[4];
  upper.nodes = count;
  upper.inside.assign(static_cast<size_t>(count) * count, kNoWay);
  Cost* inside = upper.inside.data();
  const auto row = [&](uint32_t node) { return inside + static_cast<size_t>(node) * count; };
  std::vector<std::pair<CellId, uint16_t>> places;  // nodes by cell
  places.reserve(count);
  for (uint32_t child = 0; child < 4; ++child) {
    const uint32_t size = first[child + 1] - first[child];
    for (uint32_t i = 0; i < size; ++i) {
      places.emplace_back(cells_of(child)[i], static_cast<uint16_t>(first[child] + i));
      Cost* to = row(first[child] + i) + first[child];
      if (level == 2) {
        std::copy_n(&lower[child]->between[static_cast<size_t>(i) * size], size, to);
      } else {
        const Cost* from = &middle[child]->inside[static_cast<size_t>(middle[child]->border[i]) * middle[child]->nodes];
        for (uint32_t k = 0; k < size; ++k) to[k] = from[middle[child]->border[k]];
      }
    }
  }
  std::sort(places.begin(), places.end());

  // Inter-edges: between children, or leaving the cluster. Those between children join one of children 0 and 3 with one
  // of 1 and 2: it is enough to close ways over the former, once these know the ways through the latter.
  const int shift = level - 1;
  struct Joint {
    uint16_t from, to;  // in children 0 and 3, in 1 and 2
    uint32_t other;     // child of `to`
    Cost cost;
  };
  std::vector<Joint> joints;
  int last_border = -1;
  for (uint32_t child = 0; child < 4; ++child) {
    for (const Exit& exit : exits_of(child)) {
      const auto width = static_cast<CellId>(grid_.width());
      const int tx = static_cast<int>(exit.to % width) / grid_.cluster_size();
      const int ty = static_cast<int>(exit.to / width) / grid_.cluster_size();
      const auto from = static_cast<uint16_t>(first[child] + exit.from);
      if (tx >> shift == x && ty >> shift == y) {
        if (child == 1 || child == 2) continue;  // seen from the other end
        const auto place = std::lower_bound(places.begin(), places.end(), std::pair{exit.to, uint16_t{0}});
        STRATA_CHECK(place != places.end() && place->first == exit.to);
        const uint16_t to = place->second;
        const uint32_t other = to < first[2] ? 1 : 2;
        joints.push_back({from, to, other, exit.cost});
        if (work_.pivots.empty() || work_.pivots.back() != from) work_.pivots.push_back(from);
        continue;
      }
      if (last_border != from) {
        upper.border.push_back(from);
        upper.cells.push_back(cells_of(child)[exit.from]);
        last_border = from;
      }
      upper.exits.push_back({static_cast<uint16_t>(upper.border.size() - 1), exit.to, exit.cost});
    }
  }

  // Into the other child, then through it and back. The rows of nodes in the other children stay as they are meanwhile.
  for (const Joint& joint : joints) {
    const uint32_t begin = first[joint.other], size = first[joint.other + 1] - begin;
    const Cost* over = row(joint.to) + begin;
    lower_by_sums(row(joint.from) + begin, size, 1, &joint.cost, [over](uint32_t) { return over; });
  }
  for (const Joint& joint : joints) {
    for (const uint16_t pivot : work_.pivots) {
      const Cost way = row(pivot)[joint.to] + joint.cost;
      Cost& best = row(pivot)[joint.from];
      best = std::min(best, way);
    }
  }
  for (const uint16_t pivot : work_.pivots) {
    for (uint32_t node = 0; node < count; ++node) row(node)[pivot] = row(pivot)[node];
  }
}

// Floyd, Warshall: ways over the next pivots. Costs are symmetric, so that the lower triangle is enough; several pivots
// are taken at a time, their rows closed over each other first.
void Tables::close_ways(size_t pivots) {
  const uint32_t count = work_.upper.nodes;
  Cost* inside = work_.upper.inside.data();
  std::vector<Cost> rows(kPivotsAtOnce * count);
  while (pivots > 0) {
    const size_t group = std::min(pivots, kPivotsAtOnce);
    const Cost* row[kPivotsAtOnce];
    for (size_t p = 0; p < kPivotsAtOnce; ++p) row[p] = &rows[p * count];
    for (size_t p = 0; p < group; ++p) {
      const uint32_t pivot = work_.pivots[work_.next + p];
      Cost* to = &rows[p * count];
      std::copy_n(inside + static_cast<size_t>(pivot) * count, pivot + 1, to);
      for (uint32_t i = pivot + 1; i < count; ++i) to[i] = inside[static_cast<size_t>(i) * count + pivot];
      for (size_t q = 0; q < p; ++q) {
        const Cost over = row[q][pivot];
        const Cost* from = row[q];
        if (over < kNoWay) lower_by_sums(to, count, 1, &over, [from](uint32_t) { return from; });
      }
    }
    for (uint32_t i = 0; i < count; ++i) {
      Cost over[kPivotsAtOnce];
      const Cost* from[kPivotsAtOnce];
      uint32_t used = 0;
      for (size_t p = 0; p < group; ++p) {
        if (row[p][i] >= kNoWay) continue;
        over[used] = row[p][i];
        from[used++] = row[p];
      }
      Cost* best = inside + static_cast<size_t>(i) * count;
      if (used == kPivotsAtOnce) {
        lower_by_four(best, i + 1, over, from);
      } else if (used > 0) {
        lower_by_sums(best, i + 1, used, over, [&from](uint32_t n) { return from[n]; });
      }
    }
    work_.next += group;
    pivots -= group;
  }
}

// Puts the cluster at work in its place. False if the level above will not see a difference.
bool Tables::finish_upper() {
  Upper& upper = work_.upper;
  const uint32_t count = upper.nodes;
  Cost* inside = upper.inside.data();
  constexpr uint32_t kBlock = 16;
  for (uint32_t i0 = 0; i0 < count; i0 += kBlock) {
    for (uint32_t j0 = 0; j0 <= i0; j0 += kBlock) {
      for (uint32_t i = i0; i < std::min(count, i0 + kBlock); ++i) {
        for (uint32_t j = j0; j < std::min(i, j0 + kBlock); ++j)
          inside[static_cast<size_t>(j) * count + i] = inside[static_cast<size_t>(i) * count + j];
      }
    }
  }
  for (const Cost cost : upper.inside) upper.longest = std::max(upper.longest, cost < kNoWay ? cost : 0);

  Level& level = at(work_.level);
  std::shared_ptr<const Upper>& old = level.blocks[work_.cluster];
  bool seen_above = old == nullptr || old->cells != upper.cells || old->exits != upper.exits;
  for (size_t a = 0; a < upper.border.size() && !seen_above; ++a) {
    const Cost* row = inside + static_cast<size_t>(upper.border[a]) * count;
    const Cost* old_row = &old->inside[static_cast<size_t>(old->border[a]) * old->nodes];
    for (size_t b = 0; b < a && !seen_above; ++b) seen_above = row[upper.border[b]] != old_row[old->border[b]];
  }
  work_.begun = false;
  if (seen_above) flag_parent(work_.level, work_.cluster);
  if (old != nullptr && *old == upper) return seen_above;
  touch();
  level.changed[work_.cluster] = version_;
  renumber_ |= old == nullptr || old->nodes != count || old->border.size() != upper.border.size();
  if (old != nullptr) block_bytes_ -= old->bytes();
  old = std::make_shared<const Upper>(std::move(upper));
  block_bytes_ += old->bytes();
  TableUpper& view = level.clusters[work_.cluster];
  view.inside = old->inside.data();
  view.border = old->border.data();
  view.nodes = old->nodes;
  view.borders = static_cast<uint32_t>(old->border.size());
  return seen_above;
}

// --- Ways that are too long -----------------------------------------------------------------------------------------

// Which nodes are joined by any way, however long. Needed only where one could be too long for the tables.
void Tables::find_components(const MoveGrid& grid) {
  node_component_.clear();
  const auto too_long = [](uint64_t cost) { return cost >= kNoWay; };
  if (!too_long(uint64_t{grid.passable_count()} * grid.max_step())) return;
  // No way is longer than the longest inside the highest cluster and twice those inside clusters on every level below,
  // the ways in the clusters of start and goal among them. Where a way was too long to be kept, one just short of it
  // has been.
  const auto side = static_cast<uint64_t>(grid_.cluster_size());
  uint64_t bound = 4 * side * side * grid.max_step();
  for (const Level& level : upper_) {
    uint64_t longest = 0;
    for (const std::shared_ptr<const Upper>& upper : level.blocks)
      longest = std::max<uint64_t>(longest, upper->longest);
    bound += 2 * longest;
  }
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
        const TableLink& link = cluster.links[e];
        join(cluster.first + a, clusters_[link.cluster].first + link.slot);
      }
    }
  }
  for (uint32_t node = 0; node < node_component_.size(); ++node) node_component_[node] = find(node);
}

}  // namespace strata
