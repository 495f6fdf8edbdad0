// Computes connected components from runs: the passable runs of each row are joined with the adjacent runs of the row
// above. A sector of 8x8 is a single word, which is flooded as a whole.
#include "core/sectors/sector_flood.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <limits>

namespace strata {
namespace {

// Returns one bit for each of eight weights: whether it is above 0. The highest bit of each byte is added last, so that
// no byte overflows into the next.
uint64_t passable_bits(uint64_t weights) {
  constexpr uint64_t kLowBits = 0x7f7f7f7f7f7f7f7full;
  const uint64_t open = ((((weights & kLowBits) + kLowBits) | weights) >> 7) & 0x0101010101010101ull;
  return (open * 0x0102040810204080ull) >> 56;
}

// Returns the passable cells of up to 64 columns of a row as bits.
uint64_t row_bits(const uint8_t* weights, int columns) {
  uint64_t bits = 0;
  int x = 0;
  for (; x + 8 <= columns; x += 8) {
    uint64_t eight;
    std::memcpy(&eight, weights + x, 8);
    bits |= passable_bits(eight) << x;
  }
  if (x < columns) {
    uint64_t rest = 0;
    std::memcpy(&rest, weights + x, static_cast<size_t>(columns - x));
    bits |= passable_bits(rest) << x;
  }
  return bits;
}

uint32_t bits_for(size_t regions, size_t region_cells, size_t cells) {
  if (regions == 0 || (regions == 1 && region_cells == cells)) return 0;
  return std::bit_ceil(static_cast<uint32_t>(std::bit_width(regions)));
}

// Sets the bits [from, to) of `words` to those of the pattern.
void fill_bits(std::vector<uint64_t>& words, size_t from, size_t to, uint64_t pattern) {
  const size_t first = from >> 6;
  const size_t last = (to - 1) >> 6;
  const uint64_t head = ~0ull << (from & 63);
  const uint64_t tail = ~0ull >> (63 - ((to - 1) & 63));
  if (first == last) {
    words[first] |= pattern & head & tail;
    return;
  }
  words[first] |= pattern & head;
  for (size_t i = first + 1; i < last; ++i) words[i] |= pattern;
  words[last] |= pattern & tail;
}

int64_t square(int64_t v) { return v * v; }

// Masks of 8x8 sectors: bit 8 y + x is cell (x, y).
constexpr uint64_t kFirstColumn = 0x0101010101010101ull;
constexpr uint64_t kLastColumn = kFirstColumn << 7;

// Returns the component of `open` that contains its lowest bit.
uint64_t first_component(uint64_t open) {
  uint64_t region = open & (0 - open);
  for (uint64_t before = 0; region != before;) {
    before = region;
    region |= (region << 8 | region >> 8) & open;
    region |= ((region & ~kLastColumn) << 1 | (region & ~kFirstColumn) >> 1) & open;
  }
  return region;
}

// Returns the sum of the indices of the set bits of a word. Plane b contains the bits whose index has bit b set.
int64_t sum_of(uint64_t word, const std::array<uint64_t, 3>& planes) {
  int64_t sum = 0;
  for (size_t b = 0; b < planes.size(); ++b) sum += int64_t{std::popcount(word & planes[b])} << b;
  return sum;
}
constexpr std::array<uint64_t, 3> kColumnPlanes = {0xaaaaaaaaaaaaaaaaull, 0xccccccccccccccccull, 0xf0f0f0f0f0f0f0f0ull};
constexpr std::array<uint64_t, 3> kRowPlanes = {0xff00ff00ff00ff00ull, 0xffff0000ffff0000ull, 0xffffffff00000000ull};

// Returns the centre of a region in one word: the cell nearest to its centroid, as place_centres chooses it.
SectorFlood::Region nearest_in_word(uint64_t region) {
  const int64_t count = std::popcount(region);
  const int64_t sum_x = sum_of(region, kColumnPlanes);
  const int64_t sum_y = sum_of(region, kRowPlanes);
  const auto column = static_cast<int>(sum_x / count);
  SectorFlood::Region nearest{0, 0, static_cast<uint32_t>(count)};
  int64_t best = std::numeric_limits<int64_t>::max();
  for (int y = 0; y < 8; ++y) {
    const auto row = static_cast<uint32_t>(region >> (8 * y) & 0xff);
    const int64_t down = square(count * y - sum_y);
    if (row == 0 || down >= best) continue;
    const uint32_t left = row & ((2u << column) - 1);
    const uint32_t right = row & ~((2u << column) - 1);
    const auto look_at = [&](int x) {
      const int64_t distance = square(count * x - sum_x) + down;
      if (distance >= best) return;
      best = distance;
      nearest.x = x;
      nearest.y = y;
    };
    if (left != 0) look_at(std::bit_width(left) - 1);
    if (right != 0) look_at(std::countr_zero(right));
  }
  return nearest;
}

}  // namespace

void SectorFlood::run(const MoveGrid& grid, const Rect& rect) {
  if (rect.width() == 8 && rect.height() <= 8) {
    run_word(grid, rect);
    return;
  }
  find_runs(grid, rect);
  regions.clear();
  sums_.clear();
  for (RowRun& run : runs_) {
    if (&runs_[run.parent] == &run) {
      run.region = static_cast<uint32_t>(regions.size());
      regions.push_back({});
      sums_.push_back({});
    } else {
      run.region = runs_[root(run.parent)].region;
    }
    CentroidSum& sum = sums_[run.region];
    const int64_t count = run.b - run.a;
    sum.cells += count;
    sum.x += (run.a + run.b - 1) * count / 2;
    sum.y += run.y * count;
  }
  place_centres();
  write_labels(rect);
}

void SectorFlood::run_word(const MoveGrid& grid, const Rect& rect) {
  const uint8_t* weights = grid.weights().data();
  uint64_t open = 0;
  for (int y = 0; y < rect.height(); ++y) {
    open |= row_bits(weights + grid.id({rect.x0, rect.y0 + y}), 8) << (8 * y);
  }
  regions.clear();
  const auto cells = static_cast<size_t>(8 * rect.height());
  const uint64_t all = ~0ull >> (64 - cells);
  uint64_t first = 0;  // the first region
  for (uint64_t left = open; left != 0;) {
    const uint64_t region = left == all ? all : first_component(left);
    if (first == 0) first = region;
    regions.push_back(nearest_in_word(region));
    left &= ~region;
  }
  bits = bits_for(regions.size(), static_cast<size_t>(std::popcount(first)), cells);
  labels.assign((cells * bits + 63) / 64, 0);
  if (bits == 1) labels[0] = open;
  if (bits < 2) return;
  uint64_t number = 0;
  for (uint64_t left = open; left != 0;) {
    uint64_t region = first_component(left);
    left &= ~region;
    ++number;
    for (; region != 0; region &= region - 1) {
      const size_t place = static_cast<size_t>(std::countr_zero(region)) * bits;
      labels[place >> 6] |= number << (place & 63);
    }
  }
}

uint32_t SectorFlood::root(uint32_t run) {
  while (runs_[run].parent != run) {
    runs_[run].parent = runs_[runs_[run].parent].parent;
    run = runs_[run].parent;
  }
  return run;
}

void SectorFlood::find_runs(const MoveGrid& grid, const Rect& rect) {
  runs_.clear();
  const uint8_t* weights = grid.weights().data();
  size_t above = 0;  // index of the first run of the row above
  for (int y = rect.y0; y < rect.y1; ++y) {
    const size_t begin = runs_.size();
    const uint8_t* row = weights + grid.id({rect.x0, y});
    for (int x = 0; x < rect.width(); x += 64) {
      uint64_t open = row_bits(row + x, std::min(64, rect.width() - x));
      while (open != 0) {
        const int a = std::countr_zero(open);
        const int length = std::countr_one(open >> a);
        const int b = a + length;
        open = b == 64 ? 0 : open & (~0ull << b);
        if (runs_.size() > begin && runs_.back().b == x + a) {  // the run continues in the next word
          runs_.back().b = x + b;
        } else {
          runs_.push_back({y - rect.y0, x + a, x + b, static_cast<uint32_t>(runs_.size()), 0});
        }
      }
    }
    join_rows(above, begin);
    above = begin;
  }
}

// Joins the runs from `begin` on with the adjacent runs of the row above. The earlier root stays the root, so that the
// root of a region is its first run.
void SectorFlood::join_rows(size_t above, size_t begin) {
  for (size_t i = above, j = begin; i < begin && j < runs_.size();) {
    if (runs_[i].a < runs_[j].b && runs_[j].a < runs_[i].b) {
      const uint32_t one = root(static_cast<uint32_t>(i));
      const uint32_t other = root(static_cast<uint32_t>(j));
      runs_[std::max(one, other)].parent = std::min(one, other);
    }
    if (runs_[i].b < runs_[j].b) {
      ++i;
    } else {
      ++j;
    }
  }
}

// Chooses the cell of each region that is nearest to its centroid. Distances are compared exactly, as
// (n x - sum of x)^2 + (n y - sum of y)^2
// The nearest cell of a run is in one of the two columns beside the centroid, or at the end of the run on that side.
void SectorFlood::place_centres() {
  best_.assign(regions.size(), std::numeric_limits<int64_t>::max());
  for (const RowRun& run : runs_) {
    Region& region = regions[run.region];
    const CentroidSum& sum = sums_[run.region];
    region.cells = static_cast<uint32_t>(sum.cells);
    const int64_t down = square(sum.cells * run.y - sum.y);
    if (down >= best_[run.region]) continue;
    const auto column = static_cast<int>(sum.x / sum.cells);
    for (const int x : {std::clamp(column, run.a, run.b - 1), std::clamp(column + 1, run.a, run.b - 1)}) {
      const int64_t distance = square(sum.cells * x - sum.x) + down;
      if (distance >= best_[run.region]) continue;
      best_[run.region] = distance;
      region.x = x;
      region.y = run.y;
    }
  }
}

void SectorFlood::write_labels(const Rect& rect) {
  const size_t width = static_cast<size_t>(rect.width());
  const size_t cells = width * static_cast<size_t>(rect.height());
  bits = bits_for(regions.size(), regions.empty() ? 0 : regions[0].cells, cells);
  labels.assign((cells * bits + 63) / 64, 0);
  if (bits == 0) return;
  const uint64_t ones = ~0ull / ((1ull << bits) - 1);  // a 1 for every cell of a word
  for (const RowRun& run : runs_) {
    const size_t row = static_cast<size_t>(run.y) * width;
    fill_bits(labels, (row + static_cast<size_t>(run.a)) * bits, (row + static_cast<size_t>(run.b)) * bits,
              ones * (run.region + 1));
  }
}

}  // namespace strata
