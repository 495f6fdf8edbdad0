// Sectors on maps with links between cells, beside a plain Dijkstra with links.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "core/search/path.hpp"
#include "core/search/plan_options.hpp"
#include "core/search/trace.hpp"
#include "core/search/workspace.hpp"
#include "core/sectors/sectors.hpp"
#include "tests/links_support.hpp"
#include "tests/rounds.hpp"

namespace strata::test {
namespace {

const std::vector<SectorOptions>& linked_sector_kinds() {
  static const std::vector<SectorOptions> kinds = {{.sector_size = 8},
                                                   {.sector_size = 4, .second_size = 9, .landmarks = 3},
                                                   {.sector_size = 7, .second_size = 16, .improve_centres = true},
                                                   {.sector_size = 5, .landmarks = 2}};
  return kinds;
}

// Returns the number of steps of a path that no move can do.
size_t steps_over_links(const MoveGrid& grid, std::span<const CellId> path) {
  size_t steps = 0;
  for (size_t i = 1; i < path.size(); ++i) {
    steps += !has_move(grid, path[i - 1], grid.direction_between(path[i - 1], path[i]));
  }
  return steps;
}

using RegionPair = std::pair<uint32_t, uint32_t>;

// Returns the costs of the edges over links of a level, from the links of the map and the edges of the regions.
std::map<RegionPair, Cost> plain_region_links(const GridMap& map, const Rules& rules, const Sectors& sectors,
                                              int level) {
  std::map<RegionPair, Cost> costs;
  if (map.links() == nullptr) return costs;
  std::map<RegionPair, Cost> edges;
  for (const SectorEdge& edge : sectors.edges(level)) {
    edges[{edge.from, edge.to}] = edges[{edge.to, edge.from}] = edge.cost;
  }
  for (const MapLink& link : map.links()->all()) {
    const Cell begin = map.cell(link.from), end = map.cell(link.to);
    if (!can_stand(map, rules, begin) || !can_stand(map, rules, end)) continue;
    const auto from = static_cast<uint32_t>(sectors.region_of(link.from, level));
    const auto to = static_cast<uint32_t>(sectors.region_of(link.to, level));
    if (from == to) continue;
    const Cost cost = sectors.bound()(map.cell(sectors.region(from, level).centre), begin) +
                      plain_link_cost(rules, link.length) +
                      sectors.bound()(end, map.cell(sectors.region(to, level).centre));
    const auto edge = edges.find({from, to});
    if (edge != edges.end() && edge->second <= cost) continue;
    const auto known = costs.emplace(RegionPair{from, to}, cost).first;
    known->second = std::min(known->second, cost);
  }
  return costs;
}

void check_region_links(const GridMap& map, const Rules& rules, const Sectors& sectors) {
  for (int level = 1; level <= sectors.levels(); ++level) {
    const std::map<RegionPair, Cost> plain = plain_region_links(map, rules, sectors, level);
    size_t count = 0;
    for (uint32_t region = 0; region < sectors.region_count(level); ++region) {
      for (const SectorLink& link : sectors.links_from(region, level)) {
        REQUIRE(link.from == region);
        REQUIRE(plain.at({link.from, link.to}) == link.cost);
        REQUIRE(sectors.link_between(link.from, link.to, level) == &link);
        REQUIRE(sectors.region_of(link.link.from, level) == link.from);
        REQUIRE(sectors.region_of(link.link.to, level) == link.to);
        ++count;
      }
    }
    REQUIRE(count == plain.size());
  }
}

}  // namespace

TEST_CASE("sectors follow links: a legal path exactly when there is one, recorded or not") {
  Workspace workspace;
  PlanResult result, traced;
  size_t found = 0, over_links = 0, lost = 0;
  for (const Rules& rules : all_rules()) {
    for (size_t kind = 0; kind < linked_sector_kinds().size(); ++kind) {
      Rng rng(91 * kind + static_cast<uint64_t>(rules.profile));
      GridMap map = kind % 2 == 0 ? random_map(41, 37, 30, rng.next()) : random_rooms(40, 36, 8, rng.next());
      map.apply(random_links(map, 8, rng));
      const MoveGrid grid = moves_on(map, rules);
      auto sectors = built<Sectors>(grid, linked_sector_kinds()[kind]);
      for (int i = 0; i < rounds(24); ++i) {
        PlanQuery query{random_cell(map, rng), random_cell(map, rng)};
        if (i % 4 == 1) query.start = map.cell(map.links()->all()[0].from);
        if (i % 4 == 2) query.goal = map.cell(map.links()->all()[0].to);
        const Cost optimum = linked_dijkstra(map, rules, query.start)[map.id(query.goal)];
        if (!can_stand(map, rules, query.start) || !can_stand(map, rules, query.goal)) continue;
        for (const uint32_t segment : {0u, 1u, 2u, 5u}) {
          for (int level = 1; level <= sectors.levels(); ++level) {
            const PlanOptions plan{
                .smooth = rng.percent(50), .keep_raw_path = true, .levels = level, .segment = segment};
            sectors.plan(grid, query, plan, workspace, result);
            REQUIRE(result.found() == (optimum != kInfinite));
            Trace trace;
            sectors.plan(grid, query, plan, workspace, traced, &trace);
            REQUIRE(traced.status == result.status);
            REQUIRE(traced.path == result.path);
            REQUIRE(traced.cost == result.cost);
            REQUIRE(traced.stats == result.stats);
            if (!result.found()) {
              REQUIRE(result.status == PlanStatus::kNoPath);
              ++lost;
              continue;
            }
            REQUIRE(path_fault(grid, result.path, query.start, query.goal, result.cost) == std::nullopt);
            REQUIRE(path_fault(grid, result.raw_path, query.start, query.goal, result.raw_cost) == std::nullopt);
            REQUIRE(result.cost >= optimum);
            REQUIRE(result.cost <= result.raw_cost);
            uint64_t steps = 0, abstract = 0;
            for (const SearchEvent& event : trace.events()) {
              if (event.type != EventType::kPathEdge) continue;
              (event.level == 0 ? steps : abstract) += event.level == 0 || event.level == level ? event.g : 0;
            }
            REQUIRE(steps == result.raw_cost);
            ++found;
            over_links += steps_over_links(grid, result.path) > 0;
            sectors.plan(grid, query, {.levels = level, .refine = false}, workspace, traced);
            REQUIRE(traced.cost == abstract);  // edges over links count with their costs
          }
        }
      }
    }
  }
  CHECK(found > static_cast<size_t>(rounds(1000)));
  CHECK(over_links > static_cast<size_t>(rounds(100)));
  CHECK(lost > static_cast<size_t>(rounds(20)));
}

TEST_CASE("edges over links of sectors are those of the links, whether built or updated by random edits") {
  size_t most = 0;
  for (const Rules& rules : all_rules()) {
    for (size_t kind = 0; kind < linked_sector_kinds().size(); ++kind) {
      const SectorOptions& options = linked_sector_kinds()[kind];
      Rng rng(53 * kind + static_cast<uint64_t>(rules.profile));
      GridMap map = random_map(30, 26, 25, rng.next());
      map.apply(random_links(map, 4, rng));
      MoveGrid grid = moves_on(map, rules);
      auto sectors = built<Sectors>(grid, options);
      for (int step = 0; step < rounds(12); ++step) {
        const auto edit = [&] {
          return grid.update(map, map.apply(random_link_edit(map, options.sector_size, rng)).dirty);
        };
        if (step % 3 == 0) {  // an update in slices, while links come and go
          sectors.mark_dirty(grid, edit());
          SectorsUpdate report;
          (void)sectors.update_some(grid, report, 1);
          sectors.mark_dirty(grid, edit());
          while (!sectors.update_some(grid, report, 1)) {
          }
          if (sectors.landmarks_due()) {
            GraphLandmarks landmarks;
            landmarks.build(sectors.graph(sectors.levels()), options.landmarks);
            sectors.set_landmarks(std::move(landmarks));
          }
        } else {
          sectors.update(grid, edit());
        }
        REQUIRE(sectors == built<Sectors>(grid, options));
        check_region_links(map, rules, sectors);
        most = std::max(most, plain_region_links(map, rules, sectors, 1).size());
      }
    }
  }
  CHECK(most > 3);
}

TEST_CASE("sectors follow a link in its direction only, and one with a blocked end not at all") {
  GridMap map(32, 16);
  map.apply(rectangle(map, {16, 0}, {16, 15}, true, '@'));
  const MapLink link{map.id({3, 3}), map.id({28, 8}), 150};
  map.apply({{}, {link}});
  MoveGrid grid = moves_on(map);
  auto sectors = built<Sectors>(grid, SectorOptions{.sector_size = 8, .second_size = 16});
  Workspace workspace;
  PlanResult result;
  const auto finds = [&](Cell from, Cell to) {
    sectors.plan(grid, {from, to}, {}, workspace, result);
    return result.found();
  };
  const auto edit = [&](const Edit& change) { sectors.update(grid, grid.update(map, map.apply(change).dirty)); };
  CHECK(finds({1, 3}, {30, 8}));
  CHECK(result.cost == 2 * 816 + 1224 + 2 * 816);  // two steps, the link, two steps
  CHECK(result.path ==
        std::vector<CellId>{map.id({1, 3}), map.id({2, 3}), link.from, link.to, map.id({29, 8}), map.id({30, 8})});
  CHECK(!finds({30, 8}, {1, 3}));
  edit({{{link.to, 1, '@'}}});
  CHECK(!finds({1, 3}, {30, 8}));
  edit({{{link.to, 1, '.'}}});
  CHECK(finds({1, 3}, {30, 8}));
  edit({{}, {{link.to, link.from, 300}}});
  CHECK(finds({30, 8}, {1, 3}));
  edit({{}, {{link.from, link.to, 0}}});
  CHECK(!finds({1, 3}, {30, 8}));
  CHECK(finds({30, 8}, {1, 3}));
  sectors.plan_over(grid, {{1, 3}, {30, 8}}, {}, {}, workspace, result);
  CHECK(result.status == PlanStatus::kUnsupported);
}

TEST_CASE("sectors take a link that is cheaper than the regions between its ends, and no other one") {
  GridMap map(64, 8);
  const MapLink link{map.id({1, 1}), map.id({62, 6}), 1};
  map.apply({{}, {link}});
  MoveGrid grid = moves_on(map);
  auto sectors = built<Sectors>(grid, SectorOptions{.sector_size = 8, .landmarks = 2});
  Workspace workspace;
  PlanResult result;
  const PlanQuery query{{0, 0}, {63, 7}};
  sectors.plan(grid, query, {}, workspace, result);
  CHECK(result.path == std::vector<CellId>{0, link.from, link.to, map.id({63, 7})});
  CHECK(result.cost == 1154 + 8 + 1154);
  grid.update(map, map.apply({{}, {{link.from, link.to, 7000}}}).dirty);
  sectors.update(grid, {});
  sectors.plan(grid, query, {}, workspace, result);
  REQUIRE(result.found());
  CHECK(steps_over_links(grid, result.path) == 0);
}

}  // namespace strata::test
