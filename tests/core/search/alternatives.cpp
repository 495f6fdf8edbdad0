// Alternative paths: each is admissible by the definition, checked by plain searches.
#include "core/search/alternatives.hpp"

#include <algorithm>
#include <set>

#include "core/search/question_code.hpp"
#include "tests/core/search/question_support.hpp"

namespace strata::test {
namespace {

// Returns the cost of the steps of a path that stay near the paths before it.
uint64_t plain_shared(const EditedTestMap& edited, const std::vector<AlternativePath>& paths, size_t path, int apart) {
  const auto is_near = [&](CellId cell) {
    const Cell c = edited.map.cell(cell);
    for (size_t i = 0; i < path; ++i) {
      for (const CellId other : paths[i].path) {
        const Cell o = edited.map.cell(other);
        if (std::max(std::abs(o.x - c.x), std::abs(o.y - c.y)) <= apart) return true;
      }
    }
    return false;
  };
  uint64_t shared = 0;
  const std::vector<CellId>& cells = paths[path].path;
  for (size_t i = 1; i < cells.size(); ++i) {
    if (!is_near(cells[i - 1]) || !is_near(cells[i])) continue;
    shared += *plain_step(edited.map, edited.rules, edited.map.cell(cells[i - 1]), edited.map.cell(cells[i]));
  }
  return shared;
}

// Returns whether every part of a path that costs at most `length` is optimal.
bool locally_optimal(const EditedTestMap& edited, const std::vector<CellId>& path, Cost length) {
  std::vector<Cost> along = {0};
  for (size_t i = 1; i < path.size(); ++i) {
    along.push_back(along.back() +
                    *plain_step(edited.map, edited.rules, edited.map.cell(path[i - 1]), edited.map.cell(path[i])));
  }
  for (size_t i = 0; i < path.size(); i += 3) {  // the parts from other cells overlap with these
    const std::vector<Cost> distance = plain_dijkstra(edited.map, edited.rules, edited.map.cell(path[i]));
    for (size_t j = i; j < path.size() && along[j] - along[i] <= length; ++j) {
      if (distance[path[j]] != along[j] - along[i]) return false;
    }
  }
  return true;
}

uint64_t rank_of(const AlternativePath& path) { return 2 * uint64_t{path.cost} - path.plateau; }

// Returns the smallest rank (2 * cost - length) of the plateaus that are long enough, but for those of optimal paths,
// by plain searches; UINT64_MAX if there is none.
uint64_t plain_best_rank(const EditedTestMap& edited, const AlternativeOptions& options, const PlanQuery& query) {
  const std::vector<Cost> from = plain_dijkstra(edited.map, edited.rules, query.start);
  const std::vector<Cost> to = plain_dijkstra(edited.map, edited.rules, query.goal);
  const uint64_t optimum = from[edited.map.id(query.goal)];
  const uint64_t longest = optimum * static_cast<uint64_t>(100 + options.longer) / 100;
  std::vector<CellId> cells;
  for (CellId id = 0; id < edited.map.cell_count(); ++id) {
    if (from[id] != kInfinite && uint64_t{from[id]} + to[id] <= longest) cells.push_back(id);
  }
  std::sort(cells.begin(), cells.end(), [&](CellId a, CellId b) { return from[a] < from[b]; });
  // The longest plateau that ends at each cell; at its last cell that is the whole plateau.
  std::vector<uint64_t> length(edited.map.cell_count(), 0);
  uint64_t best = UINT64_MAX;
  for (const CellId id : cells) {
    for (const CellId before : cells) {
      if (from[before] >= from[id]) break;
      const auto step = plain_step(edited.map, edited.rules, edited.map.cell(before), edited.map.cell(id));
      if (!step || from[before] + *step != from[id] || to[id] + *step != to[before]) continue;
      length[id] = std::max(length[id], length[before] + *step);
    }
    const uint64_t cost = uint64_t{from[id]} + to[id];
    if (cost == optimum || length[id] * 100 < optimum * static_cast<uint64_t>(options.local)) continue;
    best = std::min(best, 2 * cost - length[id]);
  }
  return best;
}

// Checks all paths of an answer against the definition.
void check_paths(const EditedTestMap& edited, const AlternativeOptions& options, const PlanQuery& query,
                 const AlternativePaths& result, Cost optimum) {
  REQUIRE(!result.paths.empty());
  CHECK(result.paths.size() <= static_cast<size_t>(options.paths));
  CHECK(result.paths[0].cost == optimum);
  CHECK_FALSE(result.truncated);
  for (size_t i = 0; i < result.paths.size(); ++i) {
    const AlternativePath& path = result.paths[i];
    const auto fault = path_fault(edited.grid, path.path, query.start, query.goal, path.cost);
    CHECK_MESSAGE(!fault, *fault);
    CHECK(std::set<CellId>(path.path.begin(), path.path.end()).size() == path.path.size());
    if (i == 0) continue;
    CHECK(uint64_t{path.cost} * 100 <= uint64_t{optimum} * static_cast<uint64_t>(100 + options.longer));
    CHECK(path.shared == plain_shared(edited, result.paths, i, options.apart));
    CHECK(uint64_t{path.shared} * 100 <= uint64_t{optimum} * static_cast<uint64_t>(options.sharing));
    CHECK(uint64_t{path.plateau} * 100 >= uint64_t{optimum} * static_cast<uint64_t>(options.local));
    CHECK(locally_optimal(edited, path.path, path.plateau));
  }
}

AlternativeOptions random_alternatives(Rng& rng) {
  return {.paths = rng.between(1, 5),
          .longer = rng.between(0, 80),
          .sharing = rng.between(20, 100),
          .local = rng.between(1, 50),
          .apart = rng.between(0, 2)};
}

// A map of 60 x 30 cells with a wall across it, which has gaps of two cells at these rows.
GridMap wall_with_gaps(const std::vector<int>& gaps) {
  GridMap map(60, 30);
  map.apply(rectangle(map, {20, 0}, {39, 29}, true, '@'));
  for (const int y : gaps) map.apply(rectangle(map, {20, y}, {39, y + 1}, true, '.'));
  return map;
}

}  // namespace

TEST_CASE("alternative paths are bounded in length, share little, and are locally optimal, before and after edits") {
  Workspace workspace;
  AlternativePaths result, traced;
  uint64_t reached = 0;
  size_t paths = 0;
  int lost = 0;
  for_edited_maps(rounds(3), [&](const EditedTestMap& edited, Rng& rng) {
    for (int i = 0; i < 12; ++i) {
      const AlternativeOptions options = random_alternatives(rng);
      const PlanQuery query{random_cell(edited.map, rng), random_cell(edited.map, rng)};
      const Cost optimum = plain_dijkstra(edited.map, edited.rules, query.start)[edited.map.id(query.goal)];
      plan_alternatives(edited.grid, options, query, workspace, result);
      Trace trace;
      plan_alternatives(edited.grid, options, query, workspace, traced, trace);
      CHECK(result.status == traced.status);
      CHECK(result.paths == traced.paths);
      CHECK(result.stats == traced.stats);
      const PlanStatus ends = check_ends(edited.grid, query);
      if (ends == PlanStatus::kFound) {
        reached |= lines_reached(edited.grid, alternatives_code::kCode, trace, edited.map.id(query.goal));
      }
      if (optimum == kInfinite) {
        CHECK(result.status == (ends == PlanStatus::kFound ? PlanStatus::kNoPath : ends));
        CHECK(result.paths.empty());
        ++lost;
        continue;
      }
      REQUIRE(result.status == PlanStatus::kFound);
      check_paths(edited, options, query, result, optimum);
      paths += result.paths.size() - 1;
    }
  });
  CHECK(paths > static_cast<size_t>(rounds(60)));
  CHECK(lost > rounds(50));
  CHECK(reached == all_lines(alternatives_code::kCode));
}

TEST_CASE("plateaus are tried by their ranks, and the best of those that are not optimal is found") {
  Workspace workspace;
  AlternativePaths result;
  int found = 0, none = 0;
  for_edited_maps(rounds(6), [&](const EditedTestMap& edited, Rng& rng) {
    const AlternativeOptions options{
        .paths = 100, .longer = rng.between(10, 100), .sharing = 100, .local = rng.between(5, 50), .apart = 0};
    const PlanQuery query{random_cell(edited.map, rng), random_cell(edited.map, rng)};
    plan_alternatives(edited.grid, options, query, workspace, result);
    if (result.status != PlanStatus::kFound || query.start == query.goal || result.paths.size() == 100) return;
    const auto worse = std::ranges::find_if(
        result.paths, [&](const AlternativePath& path) { return path.cost > result.paths[0].cost; });
    const uint64_t best = worse == result.paths.end() ? UINT64_MAX : rank_of(*worse);
    CHECK(best == plain_best_rank(edited, options, query));
    CHECK(std::ranges::is_sorted(result.paths.begin() + 1, result.paths.end(), {}, rank_of));
    ++(best == UINT64_MAX ? none : found);
  });
  CHECK(found > rounds(20));
  CHECK(none > rounds(5));
}

TEST_CASE("each gap in a wall is an alternative if it is near enough, and none is given twice") {
  Workspace workspace;
  AlternativePaths result;
  const PlanQuery query{{2, 15}, {57, 15}};
  const auto rows_at_wall = [&](const GridMap& map, const AlternativeOptions& options) {
    const MoveGrid grid = moves_on(map);
    plan_alternatives(grid, options, query, workspace, result);
    std::multiset<int> rows;
    for (const AlternativePath& path : result.paths) {
      for (const CellId cell : path.path) {
        if (grid.cell(cell).x == 30) rows.insert(grid.cell(cell).y / 2 * 2);
      }
    }
    return rows;
  };
  const AlternativeOptions options{.paths = 5, .longer = 30, .sharing = 60, .local = 25, .apart = 2};
  CHECK(rows_at_wall(wall_with_gaps({14}), options) == std::multiset<int>{14});
  CHECK(rows_at_wall(wall_with_gaps({4, 14}), options) == std::multiset<int>{4, 14});
  CHECK(rows_at_wall(wall_with_gaps({4, 14, 26}), options) == std::multiset<int>{4, 14, 26});
  AlternativeOptions fewer = options;
  fewer.paths = 2;
  CHECK(rows_at_wall(wall_with_gaps({4, 14, 26}), fewer).size() == 2);
  AlternativeOptions shorter = options;
  shorter.longer = 5;
  CHECK(rows_at_wall(wall_with_gaps({4, 14}), shorter) == std::multiset<int>{14});
  // Paths through a wide gap lie side by side: with `apart` they are one choice.
  AlternativeOptions side_by_side = options;
  side_by_side.apart = 4;
  CHECK(rows_at_wall(wall_with_gaps({12, 14}), side_by_side).size() == 1);
  side_by_side.apart = 0;
  CHECK(rows_at_wall(wall_with_gaps({12, 14}), side_by_side).size() > 1);
}

TEST_CASE("options of alternative paths outside their ranges are not valid") {
  CHECK(AlternativeOptions{}.valid());
  for (const AlternativeOptions& options :
       {AlternativeOptions{.paths = 0}, AlternativeOptions{.paths = 101}, AlternativeOptions{.longer = -1},
        AlternativeOptions{.longer = 401}, AlternativeOptions{.sharing = -1}, AlternativeOptions{.sharing = 101},
        AlternativeOptions{.local = 0}, AlternativeOptions{.local = 101}, AlternativeOptions{.apart = -1},
        AlternativeOptions{.apart = 33}}) {
    CHECK_FALSE(options.valid());
  }
}

}  // namespace strata::test
