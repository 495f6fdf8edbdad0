// This file builds and updates sectors by the same code: a build is an update with every sector dirty. Results of
// single sectors are staged, and finally spliced into the flat arrays together, so that the cost of a slice depends
// only on its own work, and an update gives exactly the result of a build.
#include <algorithm>
#include <numeric>
#include <tuple>

#include "core/base/check.hpp"
#include "core/grid/map_links.hpp"
#include "core/sectors/sectors.hpp"

namespace strata {
namespace {

// Placing the centres of a sector counts as computing the regions of this many sectors.
constexpr size_t kCentreCost = 32;

// Sorts the staged results by sector; of several for one sector only the last one counts.
template <class StagedRange>
void put_in_order(std::vector<StagedRange>& staged) {
  const auto earlier = [](const StagedRange& a, const StagedRange& b) { return a.sector < b.sector; };
  if (!std::is_sorted(staged.begin(), staged.end(), earlier)) std::stable_sort(staged.begin(), staged.end(), earlier);
  size_t kept = 0;
  for (size_t i = 0; i < staged.size(); ++i) {
    if (i + 1 == staged.size() || staged[i + 1].sector != staged[i].sector) staged[kept++] = staged[i];
  }
  staged.resize(kept);
}

// A piece of a staged array that replaces the piece of one sector.
struct StagedPiece {
  uint32_t sector, begin, count;  // in the staged array
};

// Moves the elements after each of the pieces that will be replaced to their new places, and resizes the array.
template <class T>
void move_between(std::vector<T>& array, const std::vector<uint32_t>& first, const std::vector<StagedPiece>& pieces) {
  struct MovedRange {
    std::ptrdiff_t begin, end, by;
  };
  std::vector<MovedRange> ranges;
  std::ptrdiff_t by = 0;
  for (size_t i = 0; i < pieces.size(); ++i) {
    const uint32_t sector = pieces[i].sector;
    by += static_cast<std::ptrdiff_t>(pieces[i].count) - (first[sector + 1] - first[sector]);
    const size_t end = i + 1 < pieces.size() ? first[pieces[i + 1].sector] : array.size();
    ranges.push_back({first[sector + 1], static_cast<std::ptrdiff_t>(end), by});
  }
  const auto size = static_cast<size_t>(static_cast<std::ptrdiff_t>(array.size()) + by);
  if (size > array.size()) array.resize(size);
  // Ranges that move down are moved first, then the others from the back, so that none is overwritten before it is
  // moved.
  const auto at = array.begin();
  for (const MovedRange& range : ranges) {
    if (range.by < 0) std::copy(at + range.begin, at + range.end, at + range.begin + range.by);
  }
  for (size_t i = ranges.size(); i-- > 0;) {
    const MovedRange& range = ranges[i];
    if (range.by > 0) std::copy_backward(at + range.begin, at + range.end, at + range.end + range.by);
  }
  array.resize(size);
}

// Replaces the pieces of some sectors, ascending, in an array with the pieces of all sectors one after the other, and
// updates `first`. Returns whether later elements have moved.
template <class T>
bool splice(std::vector<T>& array, std::vector<uint32_t>& first, const std::vector<StagedPiece>& pieces,
            const std::vector<T>& staged) {
  const auto at = [](const std::vector<T>& from, size_t i) { return from.cbegin() + static_cast<std::ptrdiff_t>(i); };
  const bool same_sizes = std::all_of(pieces.begin(), pieces.end(), [&](const StagedPiece& piece) {
    return first[piece.sector + 1] - first[piece.sector] == piece.count;
  });
  if (same_sizes) {
    for (const StagedPiece& piece : pieces) {
      std::copy_n(at(staged, piece.begin), piece.count, array.begin() + first[piece.sector]);
    }
    return false;
  }
  move_between(array, first, pieces);
  uint32_t shift = 0;  // modulo 2^32
  auto next = pieces.begin();
  for (uint32_t sector = pieces.front().sector; sector + 1 < first.size(); ++sector) {
    const uint32_t count = first[sector + 1] - first[sector];
    first[sector] += shift;
    if (next != pieces.end() && next->sector == sector) {
      shift += next->count - count;
      ++next;
    }
  }
  first.back() += shift;
  for (const StagedPiece& piece : pieces) {
    std::copy_n(at(staged, piece.begin), piece.count, array.begin() + first[piece.sector]);
  }
  return true;
}

// Returns the directions of steps that leave a sector at coordinate p: `up` at its last coordinate,
// `down` at its first.
uint8_t leaving(int p, int side, int up, int down) {
  const int place = p % side;
  return static_cast<uint8_t>((place + 1 == side ? up : 0) | (place == 0 ? down : 0));
}

}  // namespace

struct SectorsBuilder {
  Sectors& sectors;
  const MoveGrid& grid;
  Sectors::Level& level;
  const bool places_centres;
  const ClusterGrid& parts = level.sectors;

  SectorsBuilder(Sectors& target, const MoveGrid& moves, int number)
      : sectors(target),
        grid(moves),
        level(target.at(number)),
        places_centres(number == 1 && target.options_.improve_centres) {}

  // --- Dirty sectors -----------------------------------------------------------------------------------------------

  void flag(uint32_t sector, uint8_t what, std::vector<uint32_t>& dirty) {
    if ((level.flags[sector] & what) != 0) return;
    level.flags[sector] = static_cast<uint8_t>(level.flags[sector] | what);
    dirty.push_back(sector);
  }
  void unflag(uint32_t sector, uint8_t what) {
    level.flags[sector] = static_cast<uint8_t>(level.flags[sector] & ~what);
  }

  // Marks sectors after an edit. The edges of a region depend on its own sector and the eight around it: a diagonal
  // step over a corner needs the cells beside it, which lie in neighbours of both sectors.
  void mark(const Rect& changed) {
    const Rect touched = parts.touched(changed);
    const Rect around = touched.grown(1).clipped({0, 0, parts.columns(), parts.rows()});
    for (int y = around.y0; y < around.y1; ++y) {
      for (int x = around.x0; x < around.x1; ++x) {
        const uint32_t sector = static_cast<uint32_t>(y * parts.columns() + x);
        if (touched.contains({x, y})) flag(sector, Sectors::kCells, level.dirty_cells);
        flag(sector, Sectors::kLinks, level.dirty_links);
        if (places_centres) flag(sector, Sectors::kCentres, level.dirty_centres);
      }
    }
  }

  // Sets `other` to the adjacent sector on a side. Returns false if there is none.
  bool neighbour(uint32_t sector, size_t side, uint32_t& other) const {
    const auto columns = static_cast<uint32_t>(parts.columns());
    const int x = static_cast<int>(sector % columns) + Sectors::kSideX[side];
    const int y = static_cast<int>(sector / columns) + Sectors::kSideY[side];
    other = sector + static_cast<uint32_t>(level.side_offset[side]);
    return x >= 0 && x < parts.columns() && y >= 0 && y < parts.rows();
  }

  // --- Regions -----------------------------------------------------------------------------------------------------

  void flood(uint32_t sector, SectorsUpdate& report) {
    unflag(sector, Sectors::kCells);
    const Rect rect = parts.rect(sector);
    SectorFlood& found = sectors.flood_;
    found.run(grid, rect);
    Sectors::StagedRange staged;
    staged.sector = sector;
    staged.begin = static_cast<uint32_t>(level.staged_nodes.size());
    staged.count = static_cast<uint32_t>(found.regions.size());
    staged.words = static_cast<uint32_t>(level.staged_labels.size());
    staged.word_count = static_cast<uint32_t>(found.labels.size());
    staged.bits = static_cast<uint8_t>(found.bits);
    level.staged_regions.push_back(staged);
    level.staged_labels.insert(level.staged_labels.end(), found.labels.begin(), found.labels.end());
    for (const SectorFlood::Region& region : found.regions) {
      const Cell centre{rect.x0 + region.x, rect.y0 + region.y};
      const CellId cell = grid.id(centre);
      level.staged_nodes.push_back({{cell, sector, region.cells, 0},
                                    static_cast<uint16_t>(centre.x),
                                    static_cast<uint16_t>(centre.y),
                                    cell,
                                    0,
                                    0});
    }
    report.regions += found.regions.size();
  }

  void take_regions() {
    if (level.staged_regions.empty()) return;
    put_in_order(level.staged_regions);
    std::vector<StagedPiece> nodes, labels;
    for (const Sectors::StagedRange& staged : level.staged_regions) {
      nodes.push_back({staged.sector, staged.begin, staged.count});
      labels.push_back({staged.sector, staged.words, staged.word_count});
      level.label_bits[staged.sector] = staged.bits;
      level.changed.push_back(staged.sector);
    }
    if (splice(level.nodes, level.first_region, nodes, level.staged_nodes)) level.renumbered = true;
    splice(level.labels, level.first_label, labels, level.staged_labels);
    level.staged_regions.clear();
    level.staged_nodes.clear();
    level.staged_labels.clear();
  }

  // --- Edges -------------------------------------------------------------------------------------------------------

  // Calls join(own region, region there) for the pairs of regions that are adjacent across one side; numbers are those
  // within the sectors, and pairs may be repeated. Along a side straight steps suffice: the cell beside a diagonal step
  // belongs to the region of one of its ends, and a straight step across the same border joins it to the other end.
  // Only at a corner a diagonal step may be the only connection.
  template <class Join>
  void scan_side(uint32_t sector, size_t side, uint32_t other, Join&& join) const {
    const Rect rect = parts.rect(sector);
    const int dx = Sectors::kSideX[side];
    const int dy = Sectors::kSideY[side];
    const Cell from{dx > 0 ? rect.x1 - 1 : rect.x0, dy > 0 ? rect.y1 - 1 : rect.y0};
    const bool one_pair = single(sector) && single(other);
    if (dx != 0 && dy != 0) {
      constexpr std::array<int, 8> kDirection = {7, 0, 1, 6, 2, 5, 4, 3};
      const CellId id = grid.id(from);
      if ((grid.moves(id) >> kDirection[side] & 1) == 0) return;
      join(slot(sector, from), slot(other, {from.x + dx, from.y + dy}));
      return;
    }
    const int length = dx != 0 ? rect.height() : rect.width();
    const uint8_t* weights = grid.weights().data();
    const int64_t across = dy * int64_t{grid.width()} + dx;
    const int64_t along = dx != 0 ? grid.width() : 1;
    int64_t here = grid.id(from);
    bool open_before = false;
    uint32_t own_before = Sectors::kSlotMask, there_before = Sectors::kSlotMask;
    for (int t = 0; t < length; ++t, here += along) {
      const bool open = weights[here] != 0 && weights[here + across] != 0;
      if (open && !open_before) {  // a run of open pairs joins only two regions
        const Cell at{from.x + (dx != 0 ? 0 : t), from.y + (dx != 0 ? t : 0)};
        const uint32_t own = slot(sector, at);
        const uint32_t there = slot(other, {at.x + dx, at.y + dy});
        if (own != own_before || there != there_before) join(own, there);
        if (one_pair) return;
        own_before = own;
        there_before = there;
      }
      open_before = open;
    }
  }

  bool single(uint32_t sector) const { return level.first_region[sector + 1] - level.first_region[sector] == 1; }
  uint32_t slot(uint32_t sector, Cell c) const {
    return level.region_in(sector, c.x, c.y) - level.first_region[sector];
  }

  void link(uint32_t sector, SectorsUpdate& report) {
    unflag(sector, Sectors::kLinks);
    found_.clear();
    const auto regions = level.first_region[sector + 1] - level.first_region[sector];
    if (regions > 0) {
      for (size_t side = 0; side < Sectors::kSides; ++side) {
        uint32_t other = 0;
        if (!neighbour(sector, side, other) || level.first_region[other + 1] == level.first_region[other]) continue;
        scan_side(sector, side, other, [&](uint32_t own, uint32_t there) {
          found_.push_back(uint64_t{own} << 32 | static_cast<uint64_t>(side) << Sectors::kSideShift | there);
        });
      }
    }
    if (!std::is_sorted(found_.begin(), found_.end())) std::sort(found_.begin(), found_.end());
    found_.erase(std::unique(found_.begin(), found_.end()), found_.end());

    Sectors::StagedRange staged;
    staged.sector = sector;
    staged.begin = static_cast<uint32_t>(level.staged_edges.size());
    staged.count = static_cast<uint32_t>(found_.size());
    staged.words = static_cast<uint32_t>(level.staged_degrees.size());
    level.staged_links.push_back(staged);
    level.staged_degrees.resize(level.staged_degrees.size() + regions, 0);
    for (const uint64_t edge : found_) {
      level.staged_edges.push_back(static_cast<uint32_t>(edge));
      ++level.staged_degrees[staged.words + (edge >> 32)];
    }
    report.edges += found_.size();
  }

  void take_links() {
    if (level.staged_links.empty()) return;
    put_in_order(level.staged_links);
    std::vector<StagedPiece> edges;
    for (const Sectors::StagedRange& staged : level.staged_links) {
      edges.push_back({staged.sector, staged.begin, staged.count});
      uint32_t offset = 0;  // relative to the edges of the sector for now
      for (uint32_t node = level.first_region[staged.sector]; node < level.first_region[staged.sector + 1]; ++node) {
        level.nodes[node].edges = offset;
        offset += level.staged_degrees[staged.words + (node - level.first_region[staged.sector])];
        level.nodes[node].edges_end = offset;
      }
    }
    const bool moved = splice(level.edges, level.first_edge, edges, level.staged_edges);
    // The first region of a sector tells how far its edges have moved: it has the offset before, or 0 after relinking.
    const uint32_t last = moved ? parts.count() : edges.back().sector + 1;
    for (uint32_t sector = edges.front().sector; sector < last; ++sector) {
      const uint32_t begin = level.first_region[sector], end = level.first_region[sector + 1];
      if (begin == end) continue;
      const uint32_t shift = level.first_edge[sector] - level.nodes[begin].edges;
      if (shift == 0) continue;
      for (uint32_t node = begin; node < end; ++node) {
        level.nodes[node].edges += shift;
        level.nodes[node].edges_end += shift;
      }
    }
    level.staged_links.clear();
    level.staged_edges.clear();
    level.staged_degrees.clear();
  }

  // --- All steps -----------------------------------------------------------------------------------------------------

  // Processes the list `dirty` from its head on. Returns false if the budget runs out first.
  template <class Work>
  static bool work_off(std::vector<uint32_t>& dirty, size_t& head, size_t cost, size_t& budget, Work&& work) {
    if (head == 0 && !std::is_sorted(dirty.begin(), dirty.end())) std::sort(dirty.begin(), dirty.end());
    for (; head < dirty.size(); ++head) {
      if (budget == 0) return false;
      budget -= std::min(budget, cost);
      work(dirty[head]);
    }
    dirty.clear();
    head = 0;
    return true;
  }

  bool update_some(SectorsUpdate& report, std::vector<uint32_t>& flooded, size_t cost, size_t& budget) {
    if (!work_off(level.dirty_cells, level.cells_head, cost, budget, [&](uint32_t sector) {
          flooded.push_back(sector);
          flood(sector, report);
        })) {
      return false;
    }
    take_regions();
    if (!work_off(level.dirty_links, level.links_head, 1, budget, [&](uint32_t sector) { link(sector, report); })) {
      return false;
    }
    take_links();
    return work_off(level.dirty_centres, level.centres_head, kCentreCost, budget, [&](uint32_t sector) {
      unflag(sector, Sectors::kCentres);
      sectors.place_centres(grid, sector);
    });
  }

 private:
  std::vector<uint64_t> found_;
};

void Sectors::reset(const MoveGrid& grid, const SectorOptions& options) {
  STRATA_CHECK(options.valid());
  options_ = options;
  map_width_ = grid.width();
  map_height_ = grid.height();
  bound_ = DistanceBound(grid.rules().profile, grid.min_terrain_weight());  // edits do not change it
  landmarks_.clear();
  levels_.assign(options.second_size > 0 ? 2 : 1, {});
  for (int l = 1; l <= levels(); ++l) {
    Level& level = at(l);
    const int side = l == 1 ? options.sector_size : options.second_size;
    level.sectors = ClusterGrid(grid.width(), grid.height(), side);
    for (size_t i = 0; i < kSides; ++i) level.side_offset[i] = kSideY[i] * level.sectors.columns() + kSideX[i];
    for (int x = 0; x < grid.width(); ++x) {
      level.column.push_back(static_cast<uint16_t>(x / side));
      level.leave_x.push_back(leaving(x, side, 0b00001110, 0b11100000));
    }
    for (int y = 0; y < grid.height(); ++y) {
      level.row.push_back(static_cast<uint16_t>(y / side));
      level.leave_y.push_back(leaving(y, side, 0b00111000, 0b10000011));
    }
    const uint32_t count = level.sectors.count();
    level.first_region.assign(count + 1, 0);
    level.first_edge.assign(count + 1, 0);
    level.first_label.assign(count + 1, 0);
    level.label_bits.assign(count, 0);
    const bool centres = l == 1 && options.improve_centres;
    level.flags.assign(count, centres ? kCells | kLinks | kCentres : kCells | kLinks);
    level.dirty_cells.resize(count);
    std::iota(level.dirty_cells.begin(), level.dirty_cells.end(), 0);
    level.dirty_links = level.dirty_cells;
    if (centres) level.dirty_centres = level.dirty_cells;
  }
  built_for_ = 0;
}

void Sectors::mark_dirty(const MoveGrid& grid, const Rect& changed) {
  STRATA_CHECK(!levels_.empty() && map_width_ == grid.width() && map_height_ == grid.height());
  built_for_ = 0;
  if (changed.empty()) return;
  landmarks_.clear();
  for (int l = 1; l <= levels(); ++l) SectorsBuilder(*this, grid, l).mark(changed);
}

bool Sectors::update_some(const MoveGrid& grid, SectorsUpdate& report, size_t max_sectors) {
  if (built_for_ == grid.built_for()) return true;
  size_t budget = max_sectors;
  for (int l = 1; l <= levels(); ++l) {
    const size_t side = static_cast<size_t>(at(l).sectors.cluster_size() / options_.sector_size);
    std::vector<uint32_t>& flooded = l == 1 ? report.sectors : report.upper;
    const bool done = SectorsBuilder(*this, grid, l).update_some(report, flooded, side * side, budget);
    if (!std::is_sorted(flooded.begin(), flooded.end())) std::sort(flooded.begin(), flooded.end());
    flooded.erase(std::unique(flooded.begin(), flooded.end()), flooded.end());
    if (!done) return false;
  }
  set_parents();
  find_links(grid);
  built_for_ = grid.built_for();
  if (max_sectors == SIZE_MAX && landmarks_due()) landmarks_.build(graph(levels()), options_.landmarks);
  return true;
}

// Sets the regions of level 2 that contain the centres: of all regions if the numbers on level 2 have changed, else
// only where something may have changed.
void Sectors::set_parents() {
  if (levels() == 2) {
    Level& lower = at(1);
    Level& upper = at(2);
    const auto set = [&](uint32_t sector) {
      for (uint32_t i = lower.first_region[sector]; i < lower.first_region[sector + 1]; ++i) {
        RegionNode& node = lower.nodes[i];
        node.region.parent = upper.region_in(upper.sector_at(node.x, node.y), node.x, node.y);
      }
    };
    if (upper.renumbered) {
      for (uint32_t sector = 0; sector < lower.sectors.count(); ++sector) set(sector);
    } else {
      for (const uint32_t sector : lower.changed) set(sector);
      for (const uint32_t large : upper.changed) {
        const Rect within = lower.sectors.touched(upper.sectors.rect(large));
        for (int y = within.y0; y < within.y1; ++y) {
          for (int x = within.x0; x < within.x1; ++x) set(static_cast<uint32_t>(y * lower.sectors.columns() + x));
        }
      }
    }
  }
  for (Level& level : levels_) {
    level.changed.clear();
    level.renumbered = false;
  }
}

bool Sectors::has_edge(int level, uint32_t from, uint32_t to) const {
  const Level& l = at(level);
  const RegionNode& node = l.nodes[from];
  return std::any_of(l.edges.begin() + node.edges, l.edges.begin() + node.edges_end,
                     [&](uint32_t edge) { return l.target(node, edge) == to; });
}

// Finds the edges over links from all links that can be used. They depend on regions and centres anywhere on the map,
// and there are far fewer of them than cells, so that each update finds them again.
void Sectors::find_links(const MoveGrid& grid) {
  for (int number = 1; number <= levels(); ++number) {
    Level& level = at(number);
    level.links.clear();
    if (grid.links() == nullptr) continue;
    for (const MapLink& link : grid.links()->all()) {
      if (!grid.passable(link.from) || !grid.passable(link.to)) continue;
      const auto from = static_cast<uint32_t>(region_of(link.from, number));
      const auto to = static_cast<uint32_t>(region_of(link.to, number));
      if (from == to) continue;
      const Cell begin = cell(level.nodes[from].region.centre), end = cell(level.nodes[to].region.centre);
      const Cost cost = bound_(begin, cell(link.from)) + grid.link_cost(link) + bound_(cell(link.to), end);
      if (has_edge(number, from, to) && bound_(begin, end) <= cost) continue;
      level.links.push_back({from, to, cost, link});
    }
    std::ranges::stable_sort(level.links, {},
                             [](const SectorLink& link) { return std::tuple(link.from, link.to, link.cost); });
    const auto same_ends = [](const SectorLink& a, const SectorLink& b) { return a.from == b.from && a.to == b.to; };
    level.links.erase(std::unique(level.links.begin(), level.links.end(), same_ends), level.links.end());
  }
}

size_t Sectors::pending() const {
  size_t cells = 0;
  size_t rest = 0;
  for (const Level& level : levels_) {
    cells += level.dirty_cells.size() - level.cells_head;
    rest += level.dirty_links.size() + level.dirty_centres.size();
  }
  return cells > 0 ? cells : std::min<size_t>(rest, 1);
}

SectorsUpdate Sectors::build(const MoveGrid& grid, const SectorOptions& options) {
  SectorsUpdate report;
  reset(grid, options);
  update_some(grid, report);
  return report;
}

SectorsUpdate Sectors::update(const MoveGrid& grid, const Rect& changed) {
  SectorsUpdate report;
  mark_dirty(grid, changed);
  update_some(grid, report);
  return report;
}

}  // namespace strata
