#include "core/anyangle/mesh_labels.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <new>

#include "core/base/parallel.hpp"

namespace strata {
namespace {

// An entry is kept if it is longer than the shortest one to its hub by less than this share, which rounding may add.
constexpr double kAsShort = 1 + 1e-12;

// A square of 8 x 8 cells; cell (x, y) of it is bit 8y + x of a mask.
constexpr int kBlockShift = 3, kBlockSide = 1 << kBlockShift;
// Returns the mask of the cells of a square of 2^shift cells a side whose first cell is (x, y).
uint64_t square_mask(int x, int y, int shift) {
  const uint64_t row = (uint64_t{1} << (1 << shift)) - 1;
  uint64_t mask = 0;
  for (int j = y; j < y + (1 << shift); ++j) mask |= row << (kBlockSide * j + x);
  return mask;
}

// A corner that cells of a block see.
struct BlockCorner {
  uint32_t corner = 0;
  uint64_t cells = 0;  // that see it
};

// The corners of some regions, as they are appended to the labels.
struct ListedRegions {
  std::vector<uint32_t> ends;  // by region: the end of its corners in `listed`
  std::vector<MeshLabels::ListedCorner> listed;
  std::vector<uint8_t> useful;
};

// The direction from a corner to the next one on the path to a hub, along the axes on which the wall lies at (1, 1);
// (0, 0) if the corner is the hub.
struct Heading {
  float x = 0, y = 0;
};

// An entry of the label of a corner that may be of use to a cell of a square.
struct Candidate {
  double length = 0;
  uint32_t hub = 0;
  uint32_t entry = 0;  // its number among the entries of all labels
  Heading heading = {};
};
struct CandidateCorner {
  uint32_t corner = 0;
  uint64_t cells = 0;                // of the square, that see it
  uint32_t first = 0, end = 0;       // of its candidates
  double nearest = 0, farthest = 0;  // bounds of its distances to cells of the square
  // The bounds of these cells, along the axes of headings.
  double x0 = 0, y0 = 0, x1 = 0, y1 = 0;

  // Returns false if no path from these cells that goes on in the direction bends round the wall: it would be clearly
  // shorter without the corner. A bend that rounding might hide counts as straight.
  bool may_bend(Heading to) const {
    constexpr double kClear = 1.0 / 64;
    if (to.x > 0) return x0 <= 0 && y1 > 0 && std::min(x1, 0.0) * to.y - y1 * to.x <= kClear * farthest;
    if (to.y > 0) return x1 > 0 && y0 <= 0 && x1 * to.y - std::min(y1, 0.0) * to.x >= -kClear * farthest;
    return true;
  }
};
struct Candidates {
  std::vector<CandidateCorner> corners;
  std::vector<Candidate> entries;
};

// The memory of one thread.
struct RegionMemory {
  // By hub: an upper bound of the shortest paths to it from the cells of the current square.
  struct Bound {
    double length = 0;
    uint32_t stamp = 0;
  };
  std::vector<Bound> bounds;
  uint32_t stamp = 0;
  std::vector<uint8_t> marks;              // by entry: it is of use to a cell of the current region
  Candidates candidates[kBlockShift + 1];  // of the current squares of 2^i cells a side
  std::vector<uint32_t> in_region;         // the corners of the current region, if it has more than one block
};

}  // namespace

// Lists the corners of all regions. Only entries that may be of use to some cell of a square are looked at in its
// quarters: those that are not longer, from the nearest cell of the square, than another path from the farthest cell,
// over a corner that all its cells see; and their paths may bend at their corner. In squares of one cell, these are the
// useful ones. Regions of more cells list all those of squares of four cells, which are few more.
struct RegionLists {
  MeshLabels& labels;
  JobControl& control;
  Threads threads = Threads();
  size_t blocks_across = 0, blocks_down = 0;
  // The corners that each block sees: those of block b from first[b] to before first[b + 1], ascending.
  std::vector<size_t> first = {};
  std::vector<BlockCorner> corners = {};
  std::vector<Heading> headings = {};  // by entry
  std::vector<RegionMemory> memories = {};

  static constexpr size_t kRunsBetweenPolls = 4096;
  static constexpr size_t kSampledRows = 8;
  std::atomic<uint64_t> blocks_done = 0;  // of the current lists
  uint64_t most_blocks = 0;               // of earlier, larger lists

  // Calls visit(block, number of the corner, mask of its cells) for each row of a block that a run crosses.
  template <class Visit>
  void for_block_rows(std::span<const SeenRun> seen, Visit&& visit) const {
    for (size_t i = 0; i < seen.size(); ++i) {
      if (i % kRunsBetweenPolls == 0 && control.cancelled()) return;
      const SeenRun& run = seen[i];
      const size_t row = (run.y >> kBlockShift) * blocks_across;
      for (int x = run.x0; x <= run.x1; x = (x | (kBlockSide - 1)) + 1) {
        const int last = std::min<int>(run.x1, x | (kBlockSide - 1));
        const uint64_t cells = ((uint64_t{2} << (last - x)) - 1) << (x % kBlockSide);
        visit(row + static_cast<size_t>(x >> kBlockShift), run.corner, cells << (run.y % kBlockSide * kBlockSide));
      }
    }
  }

  // Throws std::bad_alloc if the list of all blocks takes more than a quarter of kMaxBytes.
  void list_by_block(std::span<const SeenRun> seen) {
    blocks_across = static_cast<size_t>((labels.space_.width() - 1) >> kBlockShift) + 1;
    blocks_down = static_cast<size_t>((labels.space_.height() - 1) >> kBlockShift) + 1;
    // Runs are ascending by corner.
    constexpr uint32_t kNone = 0xffffffffu;
    std::vector<uint32_t> last(blocks_across * blocks_down, kNone);
    first.assign(last.size() + 2, 0);
    for_block_rows(seen, [&](size_t block, uint32_t corner, uint64_t) {
      first[block + 2] += last[block] != corner;
      last[block] = corner;
    });
    for (size_t i = 1; i < first.size(); ++i) first[i] += first[i - 1];
    if (first.back() > MeshLabels::kMaxBytes / 4 / sizeof(BlockCorner)) throw std::bad_alloc();
    corners.resize(first.back());
    std::fill(last.begin(), last.end(), kNone);
    for_block_rows(seen, [&](size_t block, uint32_t corner, uint64_t cells) {
      if (last[block] != corner) corners[first[block + 1]++].corner = corner;
      last[block] = corner;
      corners[first[block + 1] - 1].cells |= cells;
    });
    set_headings();
    memories.resize(threads.count());
    for (RegionMemory& memory : memories) {
      memory.bounds.resize(labels.corners_.size());
      memory.marks.assign(labels.labels_.entry_count(), 0);
    }
  }

  uint32_t first_entry(uint32_t corner) const {
    return static_cast<uint32_t>(labels.labels_.hubs(corner).data() - labels.labels_.hubs(0).data());
  }

  void set_headings() {
    headings.resize(labels.labels_.entry_count());
    for (uint32_t corner = 0; corner < labels.corners_.size() && !control.cancelled(); ++corner) {
      const auto [at, wall] = labels.corners_[corner];
      const std::span<const uint32_t> hubs = labels.labels_.hubs(corner);
      for (uint32_t i = 0; i < hubs.size(); ++i) {
        const HalfCellPoint next = labels.corners_[labels.labels_.next(corner, hubs[i])].at;
        if (next == at) continue;
        const auto length = static_cast<float>(std::sqrt(static_cast<double>(squared_distance(at, next))));
        headings[first_entry(corner) + i] = {static_cast<float>((next.x - at.x) * wall.x) / length,
                                             static_cast<float>((next.y - at.y) * wall.y) / length};
      }
    }
  }

  // Sets the bounds of the distances of the corner to the cells of a square of 2^shift cells a side.
  void set_distances(CandidateCorner& seen, Cell cell, int shift) const {
    const auto [at, wall] = labels.corners_[seen.corner];
    const HalfCellPoint low = middle_of(cell);
    const int width = 2 * ((1 << shift) - 1);
    const HalfCellPoint high = {low.x + width, low.y + width};
    const HalfCellPoint near = {std::clamp(at.x, low.x, high.x), std::clamp(at.y, low.y, high.y)};
    const HalfCellPoint far = {at.x - low.x > high.x - at.x ? low.x : high.x,
                               at.y - low.y > high.y - at.y ? low.y : high.y};
    seen.nearest = std::sqrt(static_cast<double>(squared_distance(near, at)));
    seen.farthest = shift == 0 ? seen.nearest : std::sqrt(static_cast<double>(squared_distance(far, at)));
    seen.x0 = wall.x > 0 ? low.x - at.x : at.x - high.x;
    seen.y0 = wall.y > 0 ? low.y - at.y : at.y - high.y;
    seen.x1 = seen.x0 + width;
    seen.y1 = seen.y0 + width;
  }

  // Sets the candidates of a square: those of `corners` that some cell of the square sees, and those of their entries
  // that may be of use. for_entries(corner, visit) calls visit(entry) for the candidates of one of the corners.
  template <class Corners, class ForEntries>
  void set_candidates(const Corners& from, uint64_t square, Cell cell, int shift, RegionMemory& memory,
                      ForEntries&& for_entries) const {
    Candidates& to = memory.candidates[shift];
    to.corners.clear();
    to.entries.clear();
    uint64_t seeing = 0;
    for (const auto& corner : from) seeing |= corner.cells & square;
    if (++memory.stamp == 0) {
      std::fill(memory.bounds.begin(), memory.bounds.end(), RegionMemory::Bound{});
      memory.stamp = 1;
    }
    const uint32_t stamp = memory.stamp;
    for (const auto& corner : from) {
      if ((corner.cells & square) == 0) continue;
      CandidateCorner seen{corner.corner, corner.cells & square};
      set_distances(seen, cell, shift);
      seen.first = static_cast<uint32_t>(to.entries.size());
      for_entries(corner, [&](const Candidate& entry) {
        if (seen.may_bend(entry.heading)) to.entries.push_back(entry);
      });
      seen.end = static_cast<uint32_t>(to.entries.size());
      to.corners.push_back(seen);
      if (seen.cells != seeing) continue;
      for (uint32_t i = seen.first; i < seen.end; ++i) {
        RegionMemory::Bound& bound = memory.bounds[to.entries[i].hub];
        const double length = seen.farthest + to.entries[i].length;
        if (bound.stamp != stamp || length < bound.length) bound = {length, stamp};
      }
    }
    uint32_t kept = 0;
    for (CandidateCorner& seen : to.corners) {
      const uint32_t begin = kept;
      for (uint32_t i = seen.first; i < seen.end; ++i) {
        const Candidate& entry = to.entries[i];
        const RegionMemory::Bound& bound = memory.bounds[entry.hub];
        if (bound.stamp == stamp && seen.nearest + entry.length > bound.length * kAsShort) continue;
        to.entries[kept++] = entry;
      }
      seen.first = begin;
      seen.end = kept;
    }
    to.entries.resize(kept);
  }

  // Sets the candidates of the block and of the squares in it, and marks the useful entries. Lists the regions in it
  // after their last cell if they are not larger than a block.
  void list_block(size_t block, int region_shift, RegionMemory& memory, std::vector<ListedRegions>& rows) const {
    const std::span<const BlockCorner> from{corners.data() + first[block], corners.data() + first[block + 1]};
    const Cell cell{static_cast<int>(block % blocks_across) * kBlockSide,
                    static_cast<int>(block / blocks_across) * kBlockSide};
    set_candidates(from, ~uint64_t{0}, cell, kBlockShift, memory, [&](const BlockCorner& corner, auto&& visit) {
      const std::span<const uint32_t> hubs = labels.labels_.hubs(corner.corner);
      const std::span<const double> lengths = labels.labels_.lengths(corner.corner);
      const uint32_t entry = first_entry(corner.corner);
      for (uint32_t i = 0; i < hubs.size(); ++i) visit(Candidate{lengths[i], hubs[i], entry + i, headings[entry + i]});
    });
    list_square(cell, kBlockShift, region_shift, memory, rows);
  }

  void list_square(Cell cell, int shift, int region_shift, RegionMemory& memory,
                   std::vector<ListedRegions>& rows) const {
    if (cell.x >= labels.space_.width() || cell.y >= labels.space_.height()) return;
    const Candidates& candidates = memory.candidates[shift];
    if (shift == 0 || (shift == 1 && region_shift > 0)) {
      for (const Candidate& entry : candidates.entries) memory.marks[entry.entry] = 1;
    } else if (!candidates.corners.empty()) {
      const int half = 1 << (shift - 1);
      for (int quarter = 0; quarter < 4; ++quarter) {
        const Cell at{cell.x + (quarter & 1) * half, cell.y + (quarter >> 1) * half};
        const uint64_t square = square_mask(at.x % kBlockSide, at.y % kBlockSide, shift - 1);
        set_candidates(candidates.corners, square, at, shift - 1, memory,
                       [&](const CandidateCorner& corner, auto&& visit) {
                         for (uint32_t i = corner.first; i < corner.end; ++i) visit(candidates.entries[i]);
                       });
        list_square(at, shift - 1, region_shift, memory, rows);
      }
    } else if (shift > region_shift) {  // no cell sees a corner
      const int side = 1 << region_shift;
      for (int y = cell.y; y < std::min(cell.y + (1 << shift), labels.space_.height()); y += side) {
        for (int x = cell.x; x < std::min(cell.x + (1 << shift), labels.space_.width()); x += side) {
          ListedRegions& row = rows[static_cast<size_t>(y % kBlockSide / side)];
          row.ends.push_back(static_cast<uint32_t>(row.listed.size()));
        }
      }
      return;
    }
    if (shift != region_shift) return;
    ListedRegions& row = rows[static_cast<size_t>((cell.y % kBlockSide) >> region_shift)];
    for (const CandidateCorner& corner : candidates.corners) {
      append_corner(corner.corner, memory, row, [&](auto&& visit) {
        for (uint32_t i = corner.first; i < corner.end; ++i) visit(candidates.entries[i].entry);
      });
    }
    row.ends.push_back(static_cast<uint32_t>(row.listed.size()));
  }

  // Appends the corner and its marked entries, among those that for_entries(visit) calls visit with, and clears the
  // marks.
  template <class ForEntries>
  void append_corner(uint32_t corner, RegionMemory& memory, ListedRegions& to, ForEntries&& for_entries) const {
    const auto begin = static_cast<uint32_t>(to.useful.size());
    uint32_t last = first_entry(corner);
    for_entries([&](uint32_t entry) {
      if (memory.marks[entry] == 0) return;
      memory.marks[entry] = 0;
      for (; entry - last >= MeshLabels::kLongGap; last += MeshLabels::kLongGap) {
        to.useful.push_back(MeshLabels::kLongGap);
      }
      to.useful.push_back(static_cast<uint8_t>(entry - last));
      last = entry;
    });
    to.listed.push_back({corner, begin, static_cast<uint32_t>(to.useful.size())});
  }

  // Lists a region of several blocks, whose first block is (x, y).
  void list_large_region(size_t x, size_t y, int shift, size_t thread, ListedRegions& to) {
    RegionMemory& memory = memories[thread];
    std::vector<uint32_t>& in_region = memory.in_region;
    in_region.clear();
    std::vector<ListedRegions> none;
    const size_t side = size_t{1} << (shift - kBlockShift);
    for (size_t j = y; j < std::min(blocks_down, y + side); ++j) {
      for (size_t i = x; i < std::min(blocks_across, x + side); ++i) {
        if (control.cancelled()) return;
        const size_t block = j * blocks_across + i;
        list_block(block, shift, memory, none);
        for (size_t k = first[block]; k < first[block + 1]; ++k) in_region.push_back(corners[k].corner);
        note_block(thread);
      }
    }
    std::sort(in_region.begin(), in_region.end());
    in_region.erase(std::unique(in_region.begin(), in_region.end()), in_region.end());
    for (const uint32_t corner : in_region) {
      append_corner(corner, memory, to, [&](auto&& visit) {
        const uint32_t begin = first_entry(corner);
        const auto count = static_cast<uint32_t>(labels.labels_.hubs(corner).size());
        for (uint32_t entry = begin; entry < begin + count; ++entry) visit(entry);
      });
    }
    to.ends.push_back(static_cast<uint32_t>(to.listed.size()));
  }

  // The last third of the job's steps. They start again with larger regions, and the progress waits for them.
  void note_block(size_t thread) {
    const uint64_t third = labels.corners_.size(), blocks = std::max(most_blocks, ++blocks_done);
    if (thread == 0) control.set_done(2 * third + third * blocks / (blocks_across * blocks_down));
  }

  void append(const ListedRegions& regions) {
    const auto listed = static_cast<uint32_t>(labels.listed_.size()),
               useful = static_cast<uint32_t>(labels.useful_.size());
    for (const uint32_t end : regions.ends) labels.first_.push_back(listed + end);
    for (const MeshLabels::ListedCorner& corner : regions.listed) {
      labels.listed_.push_back({corner.corner, useful + corner.first, useful + corner.end});
    }
    labels.useful_.insert(labels.useful_.end(), regions.useful.begin(), regions.useful.end());
  }

  // Returns how many blocks lie along a side of the parts that threads list: rows of blocks, or of larger regions.
  static size_t part_side(int shift) { return size_t{1} << (std::max(shift, kBlockShift) - kBlockShift); }

  // Lists regions of a side of 2^shift cells, in every stride-th row of parts. Returns false if the lists are larger
  // than `limit` bytes. A cancel leaves them incomplete.
  bool list_regions(int shift, size_t limit, size_t stride = 1) {
    labels.shift_ = shift;
    labels.regions_across_ = static_cast<size_t>((labels.space_.width() - 1) >> shift) + 1;
    labels.listed_.clear();
    labels.useful_.clear();
    labels.first_.assign(1, 0);
    most_blocks = std::max<uint64_t>(most_blocks, blocks_done);
    blocks_done = 0;
    const size_t side = part_side(shift);
    const size_t rows = size_t{1} << (kBlockShift - std::min(shift, kBlockShift));  // of regions in a part
    std::vector<std::vector<ListedRegions>> parts((blocks_across + side - 1) / side);
    for (size_t y = stride / 2 * side; y < blocks_down; y += stride * side) {
      threads.for_pieces(0, parts.size(), 1, [&](size_t begin, size_t end, size_t thread) {
        for (size_t part = begin; part < end && !control.cancelled(); ++part) {
          parts[part].assign(rows, {});
          if (shift > kBlockShift) {
            list_large_region(part * side, y, shift, thread, parts[part][0]);
          } else {
            list_block(y * blocks_across + part, shift, memories[thread], parts[part]);
            note_block(thread);
          }
        }
      });
      if (control.cancelled()) return true;
      for (size_t row = 0; row < rows; ++row) {
        for (const std::vector<ListedRegions>& part : parts) append(part[row]);
      }
      const size_t bytes = labels.first_.size() * sizeof(uint32_t) + labels.useful_.size() +
                           labels.listed_.size() * sizeof(MeshLabels::ListedCorner);
      if (bytes > limit) return false;
    }
    return true;
  }

  // Takes the smallest regions whose lists fit into the budget, by those of some rows at first.
  void list(size_t budget) {
    const size_t fixed = labels.memory_bytes();
    const size_t limit = std::min(MeshLabels::kMaxBytes, budget) - std::min({MeshLabels::kMaxBytes, budget, fixed});
    const int longest = std::max(labels.space_.width(), labels.space_.height());
    for (int shift = 0;; ++shift) {
      const size_t stride = std::max<size_t>(1, blocks_down / part_side(shift) / kSampledRows);
      labels.within_budget_ =
          (stride == 1 || list_regions(shift, limit / stride, stride)) && list_regions(shift, limit);
      if (labels.within_budget_ || 1 << shift >= longest) break;
    }
    if (!labels.within_budget_ && !list_regions(labels.shift_, MeshLabels::kMaxBytes)) throw std::bad_alloc();
    labels.first_.shrink_to_fit();
    labels.listed_.shrink_to_fit();
    labels.useful_.shrink_to_fit();
  }
};

void MeshLabels::build(const MoveGrid& grid, const MeshLabelsOptions& options, JobControl& control) {
  *this = {};
  space_.build(grid);
  std::vector<SeenRun> seen;
  TautGraph graph;
  graph.build(space_, seen, control, kMaxBytes / 4, 3);
  if (control.cancelled()) return;
  labels_.build(graph, control, graph.corner_count(), kMaxBytes);
  if (control.cancelled()) return;
  corners_.assign(graph.corners().begin(), graph.corners().end());
  edge_count_ = graph.edge_count();
  graph = {};
  RegionLists lists{*this, control};
  lists.list_by_block(seen);
  seen = {};
  if (control.cancelled()) return;
  lists.list(static_cast<size_t>(options.bytes_per_cell) * grid.cell_count());
  if (!control.cancelled()) built_for_ = grid.built_for();
}

uint32_t MeshLabels::corner_at(HalfCellPoint at) const {
  const auto before = [](const WallCorner& a, HalfCellPoint b) { return a.at.y != b.y ? a.at.y < b.y : a.at.x < b.x; };
  const auto found = std::lower_bound(corners_.begin(), corners_.end(), at, before);
  const bool there = found != corners_.end() && found->at == at;
  return static_cast<uint32_t>((there ? found : corners_.end()) - corners_.begin());
}

size_t MeshLabels::memory_bytes() const {
  return space_.memory_bytes() + corners_.capacity() * sizeof(WallCorner) + labels_.memory_bytes() +
         first_.capacity() * sizeof(uint32_t) + listed_.capacity() * sizeof(ListedCorner) + useful_.capacity();
}

}  // namespace strata
