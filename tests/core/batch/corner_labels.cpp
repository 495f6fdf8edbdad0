// Batches by the hub labels of corners, against A* for every agent, and turning points of batches by all methods.
#include <doctest/doctest.h>

#include "core/search/turns.hpp"
#include "tests/batch_support.hpp"
#include "tests/links_support.hpp"
#include "tests/rounds.hpp"

using namespace strata;
using namespace strata::test;

namespace {

// Sizes of labels above which only the upper part of the elimination tree has any: small ones leave labels to few
// nodes.
constexpr size_t kFullLabelBytes[] = {PackedLabels::kUsualBytes, 4000, 0};

const std::vector<Agent> kTwoSizes = {{1, Capability::walker()}, {2, Capability::walker()}};

std::span<const CellId> path_of(const BatchResult& result, size_t i) {
  return std::span(result.path_cells).subspan(result.path_begin[i], result.path_begin[i + 1] - result.path_begin[i]);
}

const MoveGrid& grid_of(const BatchTestMap& town, const BatchAgent& agent) {
  const auto is_own = [&](const auto& kind) { return kind->agent.size == agent.size; };
  return (*std::ranges::find_if(town.kinds, is_own))->grid;
}

// Returns the cells of a path over corners, which goes diagonally first from each to the next.
std::vector<CellId> cells_over(const MoveGrid& grid, std::span<const CellId> corners) {
  std::vector<CellId> turns, cells;
  std::vector<uint32_t> links;
  TurnWriter writer(corners[0], turns, links);
  for (size_t k = 1; k < corners.size(); ++k) {
    writer.go_diagonal_first(grid, grid.cell(corners[k - 1]), grid.cell(corners[k]));
  }
  for (const CellId cell : walk_cells(turns, links, grid.width())) cells.push_back(cell);
  return cells;
}

void check_paths(const BatchTestMap& town, const AgentBatch& batch, const BatchResult& paths,
                 const BatchResult& turns) {
  for (size_t i = 0; i < batch.agents.size(); ++i) {
    CAPTURE(i);
    if (paths.status[i] != PlanStatus::kFound) {
      REQUIRE(path_of(paths, i).empty());
      REQUIRE(path_of(turns, i).empty());
      continue;
    }
    const BatchAgent& agent = batch.agents[i];
    const MoveGrid& grid = grid_of(town, agent);
    const std::span<const CellId> corners = path_of(paths, i);
    REQUIRE(corners.front() == agent.start);
    REQUIRE(paths.hop[i] == corners[std::min<size_t>(1, corners.size() - 1)]);
    const std::vector<CellId> cells = cells_over(grid, corners);
    const Cell start = grid.cell(agent.start), goal = grid.cell(agent.goal);
    REQUIRE(path_fault(grid, cells, start, goal, paths.cost[i]).value_or("") == "");
    REQUIRE(turns_fault(grid, path_of(turns, i), {}, start, goal, paths.cost[i]).value_or("") == "");
  }
}

}  // namespace

TEST_CASE("Batches by hub labels cost what A* costs and their paths can be walked, also after edits") {
  CHECK(batch_method_named("labels") == BatchMethod::kLabels);
  size_t solved = 0, over_corners = 0;
  for (int round = 0; round < rounds(12); ++round) {
    CAPTURE(round);
    Rng rng(static_cast<uint64_t>(round) + 5);
    BatchTestMap town(random_town(round, static_cast<uint64_t>(round) + 700), {}, 8, kTwoSizes);
    town.full_label_bytes = kFullLabelBytes[round % 3];
    for (int edit = 0; edit < 3; ++edit) {
      const AgentBatch batch = random_batch(town, 150, rng);
      const BatchMap map = town.with_corner_labels();
      const BatchResult astar = answers_of(*make_cpu_engine(2), map, batch, {BatchMethod::kAstar, true});
      const BatchResult paths = answers_of(*make_cpu_engine(2), map, batch, {BatchMethod::kLabels, true});
      const BatchResult turns = answers_of(*make_cpu_engine(1), map, batch, {BatchMethod::kLabels, true, true});
      const BatchResult costs = answers_of(*make_cpu_engine(1), map, batch, {BatchMethod::kLabels, false});
      for (const BatchResult* result : {&paths, &turns, &costs}) {
        REQUIRE(result->status == astar.status);
        REQUIRE(result->cost == astar.cost);
        REQUIRE(result->hop == paths.hop);
        REQUIRE(result->solved == astar.solved);
      }
      check_paths(town, batch, paths, turns);
      solved += paths.solved;
      over_corners += paths.path_cells.size();
      for (int i = 0; i < 2; ++i) town.edit(random_edit(town.map, 8, rng));
    }
  }
  CHECK(solved > static_cast<size_t>(rounds(1000)));
  CHECK(over_corners > 5 * solved / 2);
}

TEST_CASE("Hub labels of corners are refused under other rules and with links, and are stale after an edit") {
  Rng rng(3);
  const auto status_of = [&](const BatchMap& map, const AgentBatch& batch) {
    const BatchResult result = answers_of(*make_cpu_engine(1), map, batch, {BatchMethod::kLabels, true});
    CHECK(result.solved == 0);
    return result.status[0];
  };
  const AgentBatch batch{{{0, 5, 1, Capability::walker().bits()}}};
  BatchTestMap town(GridMap(20, 20), {}, 8, {{1, Capability::walker()}});
  CHECK(status_of(town.with_labels(), batch) == PlanStatus::kStale);
  BatchMap old = town.with_corner_labels();
  CHECK(answers_of(*make_cpu_engine(1), old, batch, {BatchMethod::kLabels}).solved == 1);
  town.edit(Edit{{{town.map.id({3, 3}), 1, '@'}}});
  CHECK(status_of(old, batch) == PlanStatus::kStale);
  CHECK(answers_of(*make_cpu_engine(1), town.with_corner_labels(), batch, {BatchMethod::kLabels}).solved == 1);
  town.edit(random_links(town.map, 3, rng));
  CHECK(status_of(town.with_corner_labels(), batch) == PlanStatus::kUnsupported);
  BatchTestMap four(GridMap(20, 20), {.profile = Profile::kFour}, 8, {{1, Capability::walker()}});
  CHECK(status_of(four.with_corner_labels(), batch) == PlanStatus::kUnsupported);
}

TEST_CASE("Labels of corners that would take too much memory are not built") {
  const GridMap map = random_map(40, 40, 20, 4);
  MoveGrid grid;
  grid.build(map, {});
  const auto hierarchy = CellCh::build(grid, ChOrder::kCustomisable, true, Labels::kMaxBytes, nullptr);
  Threads threads(1);
  CornerLabels labels;
  labels.build(grid, *hierarchy, threads);
  CHECK(labels.is_current_for(grid));
  const size_t bytes = labels.memory_bytes();
  CHECK(bytes > 20 * grid.cell_count());
  for (const size_t limit : {size_t{400}, bytes / 2, bytes - 1}) {
    CHECK_THROWS_AS(labels.build(grid, *hierarchy, threads, limit), LabelsTooLargeError);
    CHECK_FALSE(labels.is_current_for(grid));
    CHECK(labels.too_large_for(grid));
    CHECK(labels.memory_bytes() == 0);
  }
  labels.build(grid, *hierarchy, threads, bytes);
  CHECK(labels.is_current_for(grid));
  CHECK_FALSE(labels.too_large_for(grid));
  CHECK(labels.memory_bytes() == bytes);
  MoveGrid other;  // of the same revision
  Clearance clearance;
  clearance.build(map, Capability::walker());
  other.build(map, {.agent_size = 2}, &clearance);
  REQUIRE(other.built_for() == grid.built_for());
  CHECK_FALSE(labels.is_current_for(other));
}

TEST_CASE("Labels of corners are the same, however many nodes of the hierarchy have labels") {
  for (uint64_t seed = 1; seed <= 6; ++seed) {
    const GridMap map = seed % 2 == 0 ? random_map(50, 50, 15, seed) : random_rooms(60, 60, 8, seed);
    MoveGrid grid;
    grid.build(map, {});
    Threads threads(1);
    CornerLabels full, partial;
    full.build(grid, *CellCh::build(grid, ChOrder::kCustomisable, true, Labels::kMaxBytes, nullptr), threads);
    const auto hierarchy =
        CellCh::build(grid, ChOrder::kCustomisable, true, Labels::kMaxBytes, nullptr, kFullLabelBytes[1 + seed % 2]);
    REQUIRE(hierarchy->graph().labels().bottom() > 0);
    partial.build(grid, *hierarchy, threads);
    REQUIRE(full.entry_count() == partial.entry_count());
    const CornerLabelsView a = full.view(), b = partial.view();
    CHECK(std::equal(a.entries, a.entries + full.entry_count(), b.entries));
    CHECK(std::equal(a.corners, a.corners + a.count, b.corners));
  }
}

TEST_CASE("Costs of links that are too large for a signed number lead to no path and hide none") {
  // A wall with its end at the bottom, and an obstacle at (16,8), far to the left.
  GridMap map(64, 12);
  std::vector<CellRun> obstacles{{map.id({16, 8}), 1, '@'}};
  for (int y = 0; y < 11; ++y) obstacles.push_back({map.id({52, y}), 1, '@'});
  map.apply(Edit{obstacles});
  MoveGrid grid;
  grid.build(map, {});
  Threads threads(1);
  CornerLabels labels;
  labels.build(grid, *CellCh::build(grid, ChOrder::kCustomisable, true, Labels::kMaxBytes, nullptr), threads);
  const CornerLabelsView view = labels.view();
  std::vector<Cost> ways(view.height);
  TablesView cells;
  cells.set_shape(grid.width(), grid.height(), 1);
  cells.moves = grid.moves().data();
  cells.weights = grid.weights().data();
  const HostCornerQuery query{cells, view, ways.data()};
  // A step of a link costs as much as thousands of steps on a large map of heavy terrain.
  for (const Cost step : {Cost{1} << 28, (Cost{1} << 31) / 10, (Cost{1} << 30) / 5}) {
    CAPTURE(step);
    cells.least_straight = cells.least_diagonal = step;
    CHECK(query.look_up(grid.id({41, 1}), grid.id({62, 1})).status == PlanStatus::kCostOverflow);
  }
  // The link to the corner (17,7) costs 2^31, and together with the distance from there to the goal over 2^32.
  cells.least_straight = cells.least_diagonal = Cost{1} << 26;
  const CornerLookUp found = query.look_up(grid.id({49, 4}), grid.id({55, 4}));
  CHECK(found.status == PlanStatus::kFound);
  CHECK(found.cost == (Cost{14} << 26) + grid.bound()(Cell{51, 11}, Cell{53, 11}));
}

TEST_CASE("The turning points of batches are those of the paths of cells, by every method") {
  for (int round = 0; round < rounds(8); ++round) {
    CAPTURE(round);
    Rng rng(static_cast<uint64_t>(round) + 11);
    const int cluster_size = rng.between(4, 12);
    BatchTestMap town(random_town(round, static_cast<uint64_t>(round) + 60), {}, cluster_size, kTwoSizes);
    const AgentBatch batch = random_batch(town, 150, rng);
    for (const BatchMethod method : kAllMethods) {
      CAPTURE(batch_method_name(method));
      const BatchMap map = town.with_labels();
      const BatchResult paths = answers_of(*make_cpu_engine(2), map, batch, {method, true});
      const BatchResult turns = answers_of(*make_cpu_engine(2), map, batch, {method, true, true});
      REQUIRE(turns.cost == paths.cost);
      REQUIRE(turns.hop == paths.hop);
      for (size_t i = 0; i < batch.agents.size(); ++i) {
        const std::span<const CellId> path = path_of(paths, i);
        if (paths.status[i] != PlanStatus::kFound) {
          REQUIRE(path_of(turns, i).empty());
          continue;
        }
        const MoveGrid& grid = grid_of(town, batch.agents[i]);
        std::vector<CellId> cells{path[0]}, expected;
        std::vector<uint32_t> links;
        if (method == BatchMethod::kAstar) {
          cells.assign(path.begin(), path.end());
        } else {
          const BatchTestMap::Kind& kind = *town.kinds[static_cast<size_t>(batch.agents[i].size) - 1];
          REQUIRE(append_moves(kind.tables.view(grid), path[0], path.data() + 1, path.size() - 1, cells));
        }
        turns_of(grid, cells, expected, links);
        REQUIRE(std::ranges::equal(path_of(turns, i), expected));
      }
    }
  }
  BatchTestMap linked(GridMap(30, 30), {}, 8, {{1, Capability::walker()}});
  Rng rng(2);
  linked.edit(random_links(linked.map, 3, rng));
  const AgentBatch batch{{{0, 500, 1, Capability::walker().bits()}}};
  const BatchOptions options{BatchMethod::kAstar, true, true};
  CHECK(answers_of(*make_cpu_engine(1), linked.without_labels(), batch, options).status[0] == PlanStatus::kUnsupported);
}
