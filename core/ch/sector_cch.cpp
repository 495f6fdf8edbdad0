// This file holds the order, the blocks and their layout, the edges, and the functions for overlays. Weights
// are in sector_cch_update.cpp.
#include "core/ch/sector_cch.hpp"

#include <algorithm>
#include <bit>

#include "core/base/check.hpp"
#include "core/base/interruption.hpp"

namespace strata {
namespace {

// Returns the graph of the sectors, each adjacent to its eight neighbours.
CsrGraph sector_grid(int columns, int rows) {
  CsrGraph graph;
  graph.first.push_back(0);
  for (int y = 0; y < rows; ++y) {
    for (int x = 0; x < columns; ++x) {
      for (int ny = std::max(y - 1, 0); ny <= std::min(y + 1, rows - 1); ++ny) {
        for (int nx = std::max(x - 1, 0); nx <= std::min(x + 1, columns - 1); ++nx) {
          if (nx != x || ny != y) graph.targets.push_back(static_cast<uint32_t>(ny * columns + nx));
        }
      }
      graph.first.push_back(static_cast<uint32_t>(graph.targets.size()));
    }
  }
  return graph;
}

// Appends both halves of a rectangle of sectors, then the straight separator between them.
void dissect(int columns, const Rect& part, std::vector<uint32_t>& order) {
  if (part.empty()) return;
  Rect low = part, line = part, high = part;
  if (part.width() >= part.height()) {
    const int middle = part.x0 + part.width() / 2;
    low.x1 = line.x0 = middle;
    line.x1 = high.x0 = middle + 1;
  } else {
    const int middle = part.y0 + part.height() / 2;
    low.y1 = line.y0 = middle;
    line.y1 = high.y0 = middle + 1;
  }
  dissect(columns, low, order);
  dissect(columns, high, order);
  for (int y = line.y0; y < line.y1; ++y) {
    for (int x = line.x0; x < line.x1; ++x) order.push_back(static_cast<uint32_t>(y * columns + x));
  }
}

// Returns the approximate number of arcs of the elimination of a square grid, which exceeds that of other grids of the
// same side: each doubling of the side adds about seven arcs per sector.
size_t expected_arcs(int columns, int rows) {
  const auto doublings = static_cast<size_t>(std::bit_width(static_cast<uint32_t>(std::max(columns, rows) - 1)));
  const size_t each = doublings < 4 ? 11 : 15 * doublings / 2 - 19;
  return static_cast<size_t>(columns) * static_cast<size_t>(rows) * each;
}

}  // namespace

// --- The blocks ------------------------------------------------------------------------------------------------------

void SectorCch::reset(const Sectors& sectors, size_t max_bytes) {
  const ClusterGrid& parts = sectors.sectors(1);
  const bool same_grid = elimination_.ready() && !elimination_.too_large() && columns_ == parts.columns() &&
                         rows_ == parts.rows() && max_bytes_ == max_bytes;
  built_for_ = 0;
  too_large_ = false;
  blocks_ = {};
  edges_ = {};
  weight_count_ = 0;
  next_ = 0;
  stage_ = same_grid ? BuildStage::kEdges : BuildStage::kOrder;
  max_bytes_ = max_bytes;
  columns_ = parts.columns();
  rows_ = parts.rows();
  const auto width = static_cast<uint32_t>(columns_);
  later_ = {1, width - 1, width, width + 1};
  edges_.resize(block_count());
  sector_flags_.assign(block_count(), 0);
  if (same_grid) return;
  parents_.clear();
  runs_.clear();
  first_run_.assign(1, 0);
  // Even without weights the sectors would not fit.
  if (size_t{block_count()} * 200 > max_bytes) {
    give_up();
    return;
  }
  std::vector<uint32_t> order;
  order.reserve(block_count());
  dissect(columns_, {0, 0, columns_, rows_}, order);
  elimination_.set_limit(max_bytes / 2);
  elimination_.reset(sector_grid(columns_, rows_), std::move(order), expected_arcs(columns_, rows_));
}

void SectorCch::give_up() {
  *this = {};
  too_large_ = true;
}

size_t SectorCch::pending() const {
  const size_t blocks = block_count();
  switch (stage_) {
    case BuildStage::kOrder:
      return 4 * blocks + 1 - elimination_.done();
    case BuildStage::kEdges:
      return 2 * blocks + 1 - next_;
    case BuildStage::kWeights:
      return blocks - next_;
    case BuildStage::kDone:
      break;
  }
  return 0;
}

bool SectorCch::update_some(const Sectors& sectors, size_t max_units) {
  const bool limited = max_units != SIZE_MAX;
  size_t left = max_units;
  const auto spend = [&](size_t units) {
    left -= std::min(left, units);
    return left > 0 || !limited;
  };
  if (stage_ == BuildStage::kOrder) {
    constexpr size_t kUnitsPerArc = 4;
    if (!elimination_.work(left / kUnitsPerArc + 1)) return false;
    if (elimination_.too_large()) {
      give_up();
      return true;
    }
    stage_ = BuildStage::kEdges;
    if (limited) return false;
  }
  if (stage_ == BuildStage::kEdges) {
    while (next_ < block_count()) {
      if (first_run_.size() <= next_ + 1) append_runs(next_);
      read_edges(sectors, next_, edges_[next_]);
      ++next_;
      if (!spend(20)) return false;
    }
    lay_out(sectors);
    if (too_large_) return true;
    next_ = 0;
    stage_ = BuildStage::kWeights;
    if (limited) return false;
  }
  if (stage_ == BuildStage::kWeights) {
    while (next_ < block_count()) {
      const size_t units = compute_block(next_);
      ++next_;
      if (!spend(units) && next_ < block_count()) return false;
    }
    stage_ = BuildStage::kDone;
    built_for_ = sectors.built_for();
  }
  return true;
}

void SectorCch::append_runs(uint32_t block) {
  parents_.push_back(elimination_.parent(block));
  runs_.push_back({block, 1, 0});
  for (const uint32_t above : elimination_.up(block)) {
    if (above == runs_.back().first + runs_.back().count) {
      ++runs_.back().count;
    } else {
      runs_.push_back({above, 1, 0});
    }
  }
  first_run_.push_back(static_cast<uint32_t>(runs_.size()));
}

// Numbers the slots. The number of slots of a sector is the largest number of regions that it has had.
void SectorCch::number_nodes(const Sectors& sectors) {
  const bool first = first_node_.size() != size_t{block_count()} + 1 || blocks_.empty();
  uint32_t before = 0, node = 0;
  first_node_.resize(size_t{block_count()} + 1, 0);
  for (uint32_t block = 0; block < block_count(); ++block) {
    const uint32_t had = first ? 0 : first_node_[block + 1] - before;
    before = first_node_[block + 1];
    const auto [from, to] = sectors.regions_of_sector(elimination_.node(block));
    first_node_[block] = node;
    node += std::max(had, to - from);
  }
  first_node_.back() = node;
  node_block_.resize(node);
  for (uint32_t block = 0; block < block_count(); ++block) {
    std::fill(node_block_.begin() + first_node_[block], node_block_.begin() + first_node_[block + 1], block);
  }
  saved_of_.resize(node, 0);
}

void SectorCch::set_columns(uint32_t block) {
  uint32_t column = 0;
  for (uint32_t r = first_run_[block]; r < first_run_[block + 1]; ++r) {
    RankRange& run = runs_[r];
    run.column = column;
    column += first_node_[run.first + run.count] - first_node_[run.first];
  }
  blocks_[block].width = column;
}

void SectorCch::lay_out(const Sectors& sectors) {
  number_nodes(sectors);
  blocks_.resize(block_count());
  touched_.assign((size_t{block_count()} + 63) / 64, 0);
  weight_count_ = 0;
  for (uint32_t block = 0; block < block_count(); ++block) {
    set_columns(block);
    weight_count_ += size_t{slots(block)} * blocks_[block].width;
  }
  if (frame_bytes() + weight_count_ * sizeof(Cost) > max_bytes_) give_up();
}

// Returns the memory of all members except the weights.
size_t SectorCch::frame_bytes() const {
  const auto bytes = [](const auto& v) { return v.capacity() * sizeof(v[0]); };
  size_t sum = elimination_.memory_bytes() + bytes(parents_) + bytes(runs_) + bytes(first_run_) + bytes(first_node_) +
               bytes(node_block_) + bytes(blocks_) + bytes(edges_) + bytes(sector_flags_) + bytes(saved_of_) +
               bytes(saved_) + bytes(saved_weights_) + bytes(touched_) + bytes(around_) + bytes(found_edges_) +
               bytes(new_edges_);
  for (const std::vector<LaterSectorEdge>& edges : edges_) sum += bytes(edges);
  return sum;
}

size_t SectorCch::memory_bytes() const {
  size_t sum = frame_bytes();
  for (const WeightBlock& block : blocks_) sum += block.weights.capacity() * sizeof(Cost);
  return sum;
}

Cost SectorCch::weight(uint32_t lower, uint32_t upper) const {
  const uint32_t block = node_block_[lower], above = node_block_[upper];
  const uint32_t at = column(block, above);
  return at == kNoRank ? kFar : row(block, lower - first_node_[block])[at + upper - first_node_[above]];
}

// --- Edges -----------------------------------------------------------------------------------------------------------

void SectorCch::read_edges(const Sectors& sectors, uint32_t sector, std::vector<LaterSectorEdge>& edges) {
  found_edges_.clear();
  sectors.append_edges(sector, found_edges_);
  edges.clear();
  edges.reserve(found_edges_.size());
  const uint32_t own = sectors.regions_of_sector(sector).first;
  for (const SectorEdge& edge : found_edges_) {
    const uint32_t other = sectors.region(edge.to).sector;
    uint32_t side = 0;  // with at most two columns a step may have two names: the first one is used
    while (side < 3 && later_[side] != other - sector) ++side;
    const uint32_t there = edge.to - sectors.regions_of_sector(other).first;
    STRATA_CHECK(later_[side] == other - sector && there < 1u << 12);
    edges.push_back({(edge.from - own) << 14 | side << 12 | there, std::min(edge.cost, kFar)});
  }
  STRATA_VALIDATE(
      std::is_sorted(edges.begin(), edges.end(), [](LaterSectorEdge a, LaterSectorEdge b) { return a.key < b.key; }));
}

Cost SectorCch::edge_cost(uint32_t node, uint32_t other) const {
  uint32_t a = elimination_.node(node_block_[node]);
  uint32_t b = elimination_.node(node_block_[other]);
  if (a > b) {
    std::swap(a, b);
    std::swap(node, other);
  }
  const auto side = static_cast<uint32_t>(std::find(later_.begin(), later_.end(), b - a) - later_.begin());
  if (side == later_.size()) return kFar;
  const uint32_t key =
      (node - first_node_[node_block_[node]]) << 14 | side << 12 | (other - first_node_[node_block_[other]]);
  const auto at = std::lower_bound(edges_[a].begin(), edges_[a].end(), key,
                                   [](const LaterSectorEdge& edge, uint32_t wanted) { return edge.key < wanted; });
  return at != edges_[a].end() && at->key == key ? at->cost : kFar;
}

// --- For overlays and tests ------------------------------------------------------------------------------------------

SectorCchCounts SectorCch::counts(const Sectors& sectors) const {
  STRATA_CHECK(ready());
  SectorCchCounts counts;
  counts.nodes = sectors.region_count();
  for (const std::vector<LaterSectorEdge>& edges : edges_) counts.edges += edges.size();
  size_t edge_arcs = 0;
  for (uint32_t sector = 0; sector < block_count(); ++sector) {
    interruption_point();
    for (const LaterSectorEdge& edge : edges_[sector]) {
      const uint32_t a = first_node_[elimination_.rank(sector)] + edge.slot();
      const uint32_t b = first_node_[elimination_.rank(sector + later_[edge.side()])] + edge.other();
      edge_arcs += weight(std::min(a, b), std::max(a, b)) == edge.cost;
    }
  }
  for (const WeightBlock& block : blocks_) {
    interruption_point();
    counts.arcs +=
        static_cast<size_t>(std::count_if(block.weights.begin(), block.weights.end(), [](Cost w) { return w < kFar; }));
  }
  counts.shortcuts = counts.arcs - edge_arcs;
  return counts;
}

void SectorCch::append_arcs(const Sectors& sectors, std::vector<SectorCchArc>& arcs, bool middles) const {
  STRATA_CHECK(ready());
  for (uint32_t node = 0; node < rank_count(); ++node) {
    const uint32_t block = node_block_[node];
    const Cost* weights = row(block, node - first_node_[block]);
    for (const RankRange& run : runs(block)) {
      const uint32_t last = first_node_[run.first + run.count];
      for (uint32_t other = first_node_[run.first]; other < last; ++other) {
        const Cost cost = weights[run.column + other - first_node_[run.first]];
        if (cost >= kFar) continue;
        uint32_t middle = middles ? middle_of(node, other, cost) : kNoRank;
        if (middle != kNoRank) middle = region_of(sectors, middle);
        arcs.push_back({region_of(sectors, node), region_of(sectors, other), cost, middle});
      }
    }
  }
}

}  // namespace strata
