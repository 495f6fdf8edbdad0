#include "core/anyangle/mesh_labels.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <new>

namespace strata {
namespace {

// An entry is kept if it is longer than the shortest one to its hub by less than this share, which rounding may add.
constexpr double kAsShort = 1 + 1e-12;

}  // namespace

// Lists the corners of all regions.
struct RegionLists {
  MeshLabels& labels;
  JobControl& control;
  // The corners that each cell sees: those of cell c from first[c] to before first[c + 1].
  std::vector<uint32_t> first = {}, corners = {};
  // By hub: the length of the shortest path from the cell to it, and the number of that cell.
  struct Nearest {
    double length = 0;
    uint32_t stamp = 0;
  };
  std::vector<Nearest> nearest = {};
  uint32_t stamp = 0;
  // The corners of the current region, and by corner the marks of its useful entries; empty: not in the region.
  std::vector<uint32_t> in_region = {};
  std::vector<std::vector<uint8_t>> marks = {};

  static constexpr size_t kRunsBetweenPolls = 4096;
  uint64_t done = 0;  // steps of the job

  size_t width() const { return static_cast<size_t>(labels.space_.width()); }

  // Throws std::bad_alloc if the list of all cells takes more than a quarter of kMaxBytes.
  void list_by_cell(std::span<const SeenRun> seen) {
    size_t pairs = 0;
    for (const SeenRun& run : seen) pairs += size_t{run.x1} - run.x0 + 1;
    if (pairs > MeshLabels::kMaxBytes / 4 / sizeof(uint32_t)) throw std::bad_alloc();
    first.assign(width() * static_cast<size_t>(labels.space_.height()) + 2, 0);
    for (const SeenRun& run : seen) {
      for (size_t cell = run.y * width() + run.x0; cell <= run.y * width() + run.x1; ++cell) ++first[cell + 2];
    }
    for (size_t i = 1; i < first.size(); ++i) first[i] += first[i - 1];
    corners.resize(pairs);
    for (size_t i = 0; i < seen.size(); ++i) {
      if (i % kRunsBetweenPolls == 0 && control.cancelled()) return;
      const SeenRun& run = seen[i];
      for (size_t cell = run.y * width() + run.x0; cell <= run.y * width() + run.x1; ++cell) {
        corners[first[cell + 1]++] = run.corner;
      }
    }
    nearest.resize(labels.corners_.size());
    marks.resize(labels.corners_.size());
  }

  // Marks the entries of the labels by which a shortest path from the cell reaches a hub.
  void mark_useful(Cell cell) {
    const size_t id = static_cast<size_t>(cell.y) * width() + static_cast<size_t>(cell.x);
    const std::span<const uint32_t> seen{corners.data() + first[id], corners.data() + first[id + 1]};
    const auto for_entries = [&](auto&& visit) {
      for (const uint32_t corner : seen) {
        const auto squared = static_cast<double>(squared_distance(middle_of(cell), labels.corners_[corner].at));
        const double line = std::sqrt(squared);
        const std::span<const uint32_t> hubs = labels.labels_.hubs(corner);
        const std::span<const double> lengths = labels.labels_.lengths(corner);
        for (size_t i = 0; i < hubs.size(); ++i) visit(corner, i, nearest[hubs[i]], line + lengths[i]);
      }
    };
    ++stamp;
    for_entries([&](uint32_t, size_t, Nearest& known, double length) {
      if (known.stamp != stamp || length < known.length) known = {length, stamp};
    });
    for (const uint32_t corner : seen) {
      if (!marks[corner].empty()) continue;
      marks[corner].resize(labels.labels_.hubs(corner).size());
      in_region.push_back(corner);
    }
    for_entries([&](uint32_t corner, size_t i, const Nearest& known, double length) {
      if (length <= known.length * kAsShort) marks[corner][i] = 1;
    });
  }

  void append_region() {
    std::sort(in_region.begin(), in_region.end());
    for (const uint32_t corner : in_region) {
      const auto begin = static_cast<uint32_t>(labels.useful_.size());
      size_t last = 0;
      for (size_t i = 0; i < marks[corner].size(); ++i) {
        if (marks[corner][i] == 0) continue;
        for (; i - last >= MeshLabels::kLongGap; last += MeshLabels::kLongGap) {
          labels.useful_.push_back(MeshLabels::kLongGap);
        }
        labels.useful_.push_back(static_cast<uint8_t>(i - last));
        last = i;
      }
      marks[corner].clear();
      labels.listed_.push_back({corner, begin, static_cast<uint32_t>(labels.useful_.size())});
    }
    in_region.clear();
  }

  // The last third of the job's steps. They start again with larger regions, and the progress waits for them.
  void note_progress(int row) {
    const uint64_t third = labels.corners_.size();
    done =
        std::max(done, 2 * third + third * static_cast<uint64_t>(row) / static_cast<uint64_t>(labels.space_.height()));
    control.set_done(done);
  }

  // Lists regions of a side of 2^shift cells. Returns false if the lists are larger than `limit` bytes. A cancel leaves
  // them incomplete.
  bool list_regions(int shift, size_t limit) {
    const int width = labels.space_.width(), height = labels.space_.height(), side = 1 << shift;
    labels.shift_ = shift;
    labels.regions_across_ = static_cast<size_t>((width - 1) >> shift) + 1;
    labels.listed_.clear();
    labels.useful_.clear();
    labels.first_.assign(1, 0);
    for (int y = 0; y < height; y += side) {
      for (int x = 0; x < width; x += side) {
        for (int row = y; row < std::min(height, y + side); ++row) {
          if (control.cancelled()) return true;
          if (x + side >= width) note_progress(row);
          for (int column = x; column < std::min(width, x + side); ++column) mark_useful({column, row});
        }
        append_region();
        labels.first_.push_back(static_cast<uint32_t>(labels.listed_.size()));
        const size_t bytes = labels.first_.size() * sizeof(uint32_t) + labels.useful_.size() +
                             labels.listed_.size() * sizeof(MeshLabels::ListedCorner);
        if (bytes > limit) return false;
      }
    }
    return true;
  }

  // Takes the smallest regions whose lists fit into the budget.
  void list(size_t budget) {
    const size_t fixed = labels.memory_bytes();
    const size_t limit = std::min(MeshLabels::kMaxBytes, budget) - std::min({MeshLabels::kMaxBytes, budget, fixed});
    const int longest = std::max(labels.space_.width(), labels.space_.height());
    for (int shift = 0;; ++shift) {
      labels.within_budget_ = list_regions(shift, limit);
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
  lists.list_by_cell(seen);
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
