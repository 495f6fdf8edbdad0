#include "core/search/nearest_reachable.hpp"

#include <algorithm>
#include <utility>

#include "core/base/disjoint_sets.hpp"
#include "core/base/interruption.hpp"
#include "core/base/work_count.hpp"
#include "core/search/goals_space.hpp"

namespace strata {
namespace {

template <class Space>
CellId search_cheapest(const MoveGrid& grid, Space& space, Cell start, std::span<const CellId> cells,
                       Workspace& workspace, uint64_t& visited) {
  CellId best = kNoCell;
  Cost best_g = kInfinite;
  // When f exceeds the best cost, every goal with that cost has been expanded.
  const auto is_end = [&](uint32_t id, uint32_t index) {
    const Cost g = workspace.cells.g(index);
    if (best != kNoCell && g + space.h(id) > best_g) return true;
    const CellId cell = space.cell(id);
    if (g <= best_g && cell < best && std::ranges::binary_search(cells, cell)) {
      best = cell;
      best_g = g;
    }
    return false;
  };
  PhaseStats stats;
  const uint32_t first = space.begin(start);
  best_first_search(space, first, CellRecords::kStart, cost_limit(grid), is_end, stats, NoObserver{}, {});
  visited += stats.expanded;
  return best != kNoCell ? best : cells.front();  // no path to any of them has a countable cost
}

}  // namespace

void ReachableAreas::build(const MoveGrid& grid) {
  const std::span<const uint8_t> weights = grid.weights();
  const auto width = static_cast<size_t>(grid.width());
  width_ = grid.width();
  rows_.clear();
  area_.clear();
  row_begin_.assign(1, 0);
  for (int y = 0; y < grid.height(); ++y) {
    const uint8_t* row = weights.data() + static_cast<size_t>(y) * width;
    // Straight steps between passable cells are legal under every profile, and two of them can replace a legal diagonal
    // step. So runs of adjacent rows are connected where their columns overlap.
    auto above = row_begin_.size() < 2 ? uint32_t{0} : row_begin_[row_begin_.size() - 2];
    const uint32_t above_end = row_begin_.back();
    for (size_t x = 0; x < width;) {
      if (row[x] == 0) {
        ++x;
        continue;
      }
      const size_t x0 = x;
      while (x < width && row[x] != 0) ++x;
      const auto run = static_cast<uint32_t>(rows_.size());
      rows_.push_back({static_cast<uint16_t>(y), static_cast<uint16_t>(x0), static_cast<uint16_t>(x)});
      area_.push_back(run);
      while (above < above_end && rows_[above].x1 <= x0) ++above;
      for (uint32_t other = above; other < above_end && rows_[other].x0 < x; ++other) join_sets(area_, run, other);
    }
    row_begin_.push_back(static_cast<uint32_t>(rows_.size()));
    count_work(width);
    interruption_point();
  }

  // The parent of a run has a smaller number, so that its component is already known.
  area_begin_.assign(1, 0);
  for (uint32_t run = 0; run < rows_.size(); ++run) {
    if (area_[run] == run) {
      area_[run] = static_cast<uint32_t>(area_begin_.size() - 1);
      area_begin_.push_back(0);
    } else {
      area_[run] = area_[area_[run]];
    }
    ++area_begin_[area_[run] + 1];
  }
  for (size_t area = 1; area < area_begin_.size(); ++area) area_begin_[area] += area_begin_[area - 1];
  runs_.resize(rows_.size());
  for (uint32_t run = 0; run < rows_.size(); ++run) runs_[area_begin_[area_[run]]++] = rows_[run];
  // Each entry is now the end of its component.
  for (size_t area = area_begin_.size() - 1; area > 0; --area) area_begin_[area] = area_begin_[area - 1];
  area_begin_[0] = 0;
  count_work(rows_.size());
}

uint32_t ReachableAreas::area_of(Cell cell) const {
  if (cell.x < 0 || cell.y < 0 || cell.x >= width_ || cell.y + 1 >= static_cast<int>(row_begin_.size())) return kNoArea;
  const auto begin = rows_.begin() + row_begin_[static_cast<size_t>(cell.y)];
  const auto end = rows_.begin() + row_begin_[static_cast<size_t>(cell.y) + 1];
  const auto run = std::partition_point(begin, end, [&](const RowRun& one) { return one.x1 <= cell.x; });
  return run == end || run->x0 > cell.x ? kNoArea : area_[static_cast<size_t>(run - rows_.begin())];
}

void ReachableAreas::nearest_cells(uint32_t area, Cell goal, std::vector<CellId>& cells) const {
  cells.clear();
  int64_t best = INT64_MAX;
  const auto offer = [&](int x, int y) {
    const int64_t dx = x - goal.x, dy = y - goal.y, squared = dx * dx + dy * dy;
    if (squared > best) return;
    if (squared < best) cells.clear();
    best = squared;
    cells.push_back(static_cast<CellId>(y) * static_cast<CellId>(width_) + static_cast<CellId>(x));
  };
  // In a row, the run that contains the goal's column has the nearest cell, else one of the two runs beside it.
  const auto look_at = [&](auto begin, auto end) {
    const auto next = std::partition_point(begin, end, [&](const RowRun& run) { return run.x1 <= goal.x; });
    if (next != end) offer(std::max<int>(next->x0, goal.x), next->y);
    if (next != begin && (next == end || next->x0 > goal.x)) offer((next - 1)->x1 - 1, (next - 1)->y);
  };
  const auto first = runs_.begin() + area_begin_[area], last = runs_.begin() + area_begin_[area + 1];
  auto down = std::partition_point(first, last, [&](const RowRun& run) { return run.y < goal.y; });
  auto up = down;  // the runs before `up` are still to be searched
  for (;;) {
    const int64_t below = down == last ? INT32_MAX : down->y - goal.y;
    const int64_t above = up == first ? INT32_MAX : goal.y - (up - 1)->y;
    const int64_t nearer = std::min(below, above);
    if ((down == last && up == first) || nearer * nearer > best) break;
    if (below <= above) {
      const auto end = std::partition_point(down, last, [y = down->y](const RowRun& run) { return run.y <= y; });
      look_at(down, end);
      down = end;
    } else {
      const auto begin = std::partition_point(first, up, [y = (up - 1)->y](const RowRun& run) { return run.y < y; });
      look_at(begin, up);
      up = begin;
    }
  }
  std::ranges::sort(cells);
}

size_t ReachableAreas::memory_bytes() const {
  return (rows_.capacity() + runs_.capacity()) * sizeof(RowRun) +
         (row_begin_.capacity() + area_.capacity() + area_begin_.capacity()) * sizeof(uint32_t);
}

CellId cheapest_to_reach(const MoveGrid& grid, Cell start, std::span<const CellId> cells, Workspace& workspace,
                         uint64_t& visited) {
  if (cells.size() == 1) return cells.front();
  return with_goals_space(grid, workspace, cells,
                          [&](auto& space) { return search_cheapest(grid, space, start, cells, workspace, visited); });
}

namespace {

// Adds the nearest cells of the areas to which links lead, and keeps the nearest of all. Returns false if the goal can
// be reached.
bool add_linked_areas(const MoveGrid& grid, const ReachableAreas& areas, uint32_t area, Cell goal,
                      std::vector<CellId>& cells) {
  std::vector<uint32_t> reached{area};
  for (bool more = true; std::exchange(more, false);) {
    for (const MapLink& link : grid.links()->all()) {
      const uint32_t from = areas.area_of(grid.cell(link.from)), to = areas.area_of(grid.cell(link.to));
      if (to == ReachableAreas::kNoArea || std::ranges::find(reached, to) != reached.end()) continue;
      if (std::ranges::find(reached, from) == reached.end()) continue;
      reached.push_back(to);
      more = true;
    }
  }
  std::vector<CellId> own;
  for (const uint32_t other : reached) {
    if (other == areas.area_of(goal)) return false;
    if (other == area) continue;
    areas.nearest_cells(other, goal, own);
    cells.insert(cells.end(), own.begin(), own.end());
  }
  const auto squared = [&](CellId id) {
    const Cell cell = grid.cell(id);
    const int64_t dx = cell.x - goal.x, dy = cell.y - goal.y;
    return dx * dx + dy * dy;
  };
  const int64_t least = squared(*std::ranges::min_element(cells, {}, squared));
  std::erase_if(cells, [&](CellId cell) { return squared(cell) != least; });
  std::ranges::sort(cells);
  return true;
}

}  // namespace

std::optional<Cell> nearest_reachable(const MoveGrid& grid, const ReachableAreas& areas, const PlanQuery& query,
                                      Workspace& workspace, uint64_t& visited) {
  const uint32_t area = areas.area_of(query.start);
  if (area == ReachableAreas::kNoArea || !grid.contains(query.goal) || areas.area_of(query.goal) == area) return {};
  struct NearestCells {
    std::vector<CellId> cells;
  };
  std::vector<CellId>& cells = workspace.own.of<NearestCells>().cells;
  areas.nearest_cells(area, query.goal, cells);
  if (grid.links() != nullptr && !add_linked_areas(grid, areas, area, query.goal, cells)) return {};
  return grid.cell(cheapest_to_reach(grid, query.start, cells, workspace, visited));
}

std::optional<Cell> nearest_reachable(const MoveGrid& grid, const PlanQuery& query, Workspace& workspace,
                                      uint64_t& visited) {
  auto& areas = workspace.own.of<ReachableAreas>();
  areas.build(grid);
  visited += grid.cell_count();
  return nearest_reachable(grid, areas, query, workspace, visited);
}

}  // namespace strata
