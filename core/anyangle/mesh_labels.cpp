#include "core/anyangle/mesh_labels.hpp"

#include <algorithm>
#include <new>

namespace strata {

void MeshLabels::build(const MoveGrid& grid, const MeshLabelsOptions& options, JobControl& control) {
  built_for_ = 0;
  space_.build(grid);
  std::vector<SeenRun> seen;
  {
    TautGraph graph;
    graph.build(space_, seen, control);
    if (control.cancelled()) return;
    labels_.build(graph, control, graph.corner_count(), kMaxBytes);
    corners_.assign(graph.corners().begin(), graph.corners().end());
    edge_count_ = graph.edge_count();
  }
  if (control.cancelled()) return;
  list_corners(seen, static_cast<size_t>(options.bytes_per_cell) * grid.cell_count(), control);
  if (!control.cancelled()) built_for_ = grid.built_for();
}

// Takes the smallest regions whose lists fit into the budget.
void MeshLabels::list_corners(std::span<const SeenRun> seen, size_t budget, const JobControl& control) {
  seen_ = {};
  first_ = {};
  const size_t fixed = memory_bytes();
  for (shift_ = 0;; ++shift_) {
    regions_across_ = static_cast<size_t>((space_.width() - 1) >> shift_) + 1;
    const size_t regions = regions_across_ * (static_cast<size_t>((space_.height() - 1) >> shift_) + 1);
    // Calls visit(region) once for each pair of a corner and a region.
    std::vector<uint32_t> last(regions);
    const auto for_pairs = [&](auto&& visit) {
      std::fill(last.begin(), last.end(), 0xffffffffu);
      for (const SeenRun& run : seen) {
        const size_t row = static_cast<size_t>(run.y >> shift_) * regions_across_;
        for (size_t region = row + static_cast<size_t>(run.x0 >> shift_);
             region <= row + static_cast<size_t>(run.x1 >> shift_); ++region) {
          if (last[region] == run.corner) continue;
          last[region] = run.corner;
          visit(region, run.corner);
        }
      }
    };
    size_t pairs = 0;
    std::vector<uint32_t> count(regions + 1, 0);
    for_pairs([&](size_t region, uint32_t) {
      ++count[region + 1];
      ++pairs;
    });
    if (control.cancelled()) return;
    const size_t bytes = fixed + (pairs + regions + 1) * sizeof(uint32_t);
    within_budget_ = bytes <= budget;
    if ((!within_budget_ || bytes > kMaxBytes) && regions > 1) continue;
    for (size_t region = 0; region < regions; ++region) count[region + 1] += count[region];
    seen_.resize(pairs);
    first_ = count;
    for_pairs([&](size_t region, uint32_t corner) { seen_[count[region]++] = corner; });
    return;
  }
}

size_t MeshLabels::memory_bytes() const {
  return space_.memory_bytes() + corners_.capacity() * sizeof(WallCorner) + labels_.memory_bytes() +
         (first_.capacity() + seen_.capacity()) * sizeof(uint32_t);
}

}  // namespace strata
