#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <set>
#include <tuple>

#include "bench/commands.hpp"
#include "core/grid/scale.hpp"
#include "core/io/movingai.hpp"
#include "core/search/path.hpp"
#include "core/search/plan_options.hpp"
#include "core/sectors/sectors.hpp"
#include "core/sectors/sectors_packed.hpp"
#include "papers/paper.hpp"
#include "tests/must.hpp"
#include "tests/support.hpp"

using namespace strata;

namespace {

// Regions from the rules alone: cell by cell, over all legal steps that stay inside the sector.
struct PlainRegions {
  std::vector<int64_t> region;  // by cell; -1: blocked
  std::vector<CellId> centre;
  std::vector<uint32_t> cells, sector;
  std::set<std::pair<uint32_t, uint32_t>> edges;  // from < to
};

PlainRegions plain_regions(const GridMap& map, const Rules& rules, int size) {
  PlainRegions plain;
  plain.region.assign(map.cell_count(), -1);
  const int columns = (map.width() + size - 1) / size;
  const int rows = (map.height() + size - 1) / size;
  const auto legal = [&](Cell c, int d) { return test::step_is_legal(map, rules, c, d); };
  for (int s = 0; s < columns * rows; ++s) {
    const Rect rect =
        Rect{s % columns * size, s / columns * size, (s % columns + 1) * size, (s / columns + 1) * size}.clipped(
            map.bounds());
    for (int y = rect.y0; y < rect.y1; ++y) {
      for (int x = rect.x0; x < rect.x1; ++x) {
        if (!test::can_stand(map, rules, {x, y}) || plain.region[map.id({x, y})] >= 0) continue;
        const auto number = static_cast<int64_t>(plain.centre.size());
        std::vector<Cell> found = {{x, y}};
        plain.region[map.id({x, y})] = number;
        for (size_t i = 0; i < found.size(); ++i) {
          for (int d = 0; d < kDirections; ++d) {
            const Cell next{found[i].x + kDirX[static_cast<size_t>(d)], found[i].y + kDirY[static_cast<size_t>(d)]};
            if (!rect.contains(next) || !legal(found[i], d) || plain.region[map.id(next)] >= 0) continue;
            plain.region[map.id(next)] = number;
            found.push_back(next);
          }
        }
        int64_t sum_x = 0, sum_y = 0;
        const auto count = static_cast<int64_t>(found.size());
        for (const Cell c : found) {
          sum_x += c.x;
          sum_y += c.y;
        }
        const auto key = [&](Cell c) {
          const int64_t dx = count * c.x - sum_x;
          const int64_t dy = count * c.y - sum_y;
          return std::pair(dx * dx + dy * dy, map.id(c));
        };
        const Cell centre =
            *std::min_element(found.begin(), found.end(), [&](Cell a, Cell b) { return key(a) < key(b); });
        plain.centre.push_back(map.id(centre));
        plain.cells.push_back(static_cast<uint32_t>(count));
        plain.sector.push_back(static_cast<uint32_t>(s));
      }
    }
  }
  for (CellId id = 0; id < map.cell_count(); ++id) {
    for (int d = 0; d < kDirections; ++d) {
      const Cell c = map.cell(id);
      if (!legal(c, d)) continue;
      const auto a = static_cast<uint32_t>(plain.region[id]);
      const auto b = static_cast<uint32_t>(
          plain.region[map.id({c.x + kDirX[static_cast<size_t>(d)], c.y + kDirY[static_cast<size_t>(d)]})]);
      if (a < b) plain.edges.insert({a, b});
    }
  }
  return plain;
}

// Whether the regions of one level are those of the plain flood fill.
void check_level(const Sectors& sectors, const MoveGrid& grid, const GridMap& map, int level, int size) {
  const PlainRegions plain = plain_regions(map, grid.rules(), size);
  REQUIRE(sectors.region_count(level) == plain.centre.size());
  for (CellId id = 0; id < map.cell_count(); ++id) REQUIRE(sectors.region_of(id, level) == plain.region[id]);
  for (uint32_t i = 0; i < plain.centre.size(); ++i) {
    const SectorRegion& region = sectors.region(i, level);
    REQUIRE(region.sector == plain.sector[i]);
    REQUIRE(region.cells == plain.cells[i]);
    if (!sectors.options().improve_centres) REQUIRE(region.centre == plain.centre[i]);
    REQUIRE(plain.region[region.centre] == i);
    if (level < sectors.levels()) REQUIRE(region.parent == sectors.region_of(region.centre, level + 1));
    const auto [first, last] = sectors.regions_of_sector(region.sector, level);
    REQUIRE((first <= i && i < last));
  }
  const std::vector<SectorEdge> edges = sectors.edges(level);
  REQUIRE(edges.size() == plain.edges.size());
  REQUIRE(sectors.counts(level).edges == edges.size());
  size_t k = 0;
  for (const auto& [from, to] : plain.edges) {
    const Cost bound =
        grid.bound()(map.cell(sectors.region(from, level).centre), map.cell(sectors.region(to, level).centre));
    REQUIRE(edges[k++] == SectorEdge{from, to, bound});
  }
}

std::vector<SectorOptions> some_options() {
  return {{.sector_size = 16, .second_size = 0, .improve_centres = false, .landmarks = 0},
          {.sector_size = 8, .second_size = 16, .improve_centres = false, .landmarks = 0},
          {.sector_size = 4, .second_size = 9, .improve_centres = false, .landmarks = 3},
          {.sector_size = 7, .second_size = 40, .improve_centres = true, .landmarks = 0},
          {.sector_size = 64, .second_size = 100, .improve_centres = false, .landmarks = 0},
          {.sector_size = 11, .second_size = 0, .improve_centres = true, .landmarks = 0}};
}

}  // namespace

TEST_CASE("regions of sectors are those of a plain flood fill") {
  for (const Rules& rules : test::all_rules()) {
    for (const SectorOptions& options : some_options()) {
      for (const GridMap& map : {test::random_map(71, 67, 35, 3), test::random_rooms(67, 70, 9, 4), GridMap(65, 33),
                                 GridMap(33, 9, '@'), test::random_map(90, 1, 20, 5), test::random_map(1, 40, 20, 6)}) {
        const MoveGrid grid = test::moves_on(map, rules);
        auto sectors = test::built<Sectors>(grid, options);
        REQUIRE(sectors.built_for() == map.revision());
        check_level(sectors, grid, map, 1, options.sector_size);
        if (options.second_size > 0) check_level(sectors, grid, map, 2, options.second_size);
      }
    }
  }
}

TEST_CASE("sectors kept true over edits equal sectors built anew") {
  int edits = 0;
  for (const SectorOptions& options : some_options()) {
    for (const Rules& rules : test::all_rules()) {
      Rng rng(static_cast<uint64_t>(options.sector_size) * 100 + static_cast<uint64_t>(rules.profile));
      GridMap map = test::random_map(61, 53, 30, rng.next());
      MoveGrid grid = test::moves_on(map, rules);
      auto sectors = test::built<Sectors>(grid, options);
      for (int i = 0; i < 190; ++i, ++edits) {
        const EditResult edit = map.apply(test::random_edit(map, options.sector_size, rng));
        const Rect changed = grid.update(map, edit.dirty);
        sectors.update(grid, changed);
        REQUIRE(sectors.built_for() == map.revision());
        if (i % 3 == 0) {
          auto fresh = test::built<Sectors>(grid, options);
          REQUIRE(sectors == fresh);
        }
      }
      check_level(sectors, grid, map, 1, options.sector_size);
      if (options.second_size > 0) check_level(sectors, grid, map, 2, options.second_size);
    }
  }
  CHECK(edits > 10'000);
}

TEST_CASE("sectors built in slices, with edits between them, equal sectors built at once") {
  for (const SectorOptions& options : some_options()) {
    GridMap map = test::random_rooms(150, 140, 13, 8);
    const Rules rules;
    MoveGrid grid = test::moves_on(map, rules);
    Sectors sectors, fresh;
    SectorsUpdate report;
    Rng rng(5);
    sectors.reset(grid, options);
    int slices = 0;
    for (; !sectors.update_some(grid, report, 3); ++slices) {
      REQUIRE(sectors.pending() > 0);
      REQUIRE(!sectors.ready());
      if (slices % 4 != 0 || slices > 60) continue;
      const EditResult edit = map.apply(test::random_edit(map, options.sector_size, rng));
      sectors.mark_dirty(grid, grid.update(map, edit.dirty));
    }
    REQUIRE(sectors.pending() == 0);
    REQUIRE(slices > 3);
    fresh.build(grid, options);
    // Slices leave the landmarks of the highest level to the caller.
    REQUIRE(sectors.landmarks_due() == (options.landmarks > 0));
    if (sectors.landmarks_due()) {
      REQUIRE(!(sectors == fresh));
      GraphLandmarks landmarks;
      landmarks.build(sectors.graph(sectors.levels()), options.landmarks);
      sectors.set_landmarks(std::move(landmarks));
    }
    REQUIRE(sectors == fresh);
  }
}

TEST_CASE("sector plans are legal, and found exactly where there is a way") {
  Workspace workspace;
  PlanResult result;
  for (const Rules& rules : test::all_rules()) {
    for (const SectorOptions& options : some_options()) {
      for (const GridMap& map : {test::random_map(71, 67, 33, 13), test::random_rooms(67, 70, 9, 14)}) {
        const MoveGrid grid = test::moves_on(map, rules);
        auto sectors = test::built<Sectors>(grid, options);
        Rng rng(77);
        for (int q = 0; q < 4; ++q) {
          const Cell start = test::random_cell(map, rng);
          const std::vector<Cost> distance = test::plain_dijkstra(map, rules, start);
          for (int g = 0; g < 6; ++g) {
            const Cell goal = test::random_cell(map, rng);
            for (const uint32_t segment : {0u, 1u, 2u, 5u}) {
              for (int levels = 1; levels <= sectors.levels(); ++levels) {
                PlanOptions plan{.keep_raw_path = true, .levels = levels, .segment = segment};
                sectors.plan(grid, {start, goal}, plan, workspace, result);
                if (!test::can_stand(map, rules, start)) {
                  REQUIRE(result.status == PlanStatus::kStartBlocked);
                  continue;
                }
                if (!test::can_stand(map, rules, goal)) {
                  REQUIRE(result.status == PlanStatus::kGoalBlocked);
                  continue;
                }
                REQUIRE(result.found() == (distance[map.id(goal)] != kInfinite));
                if (!result.found()) {
                  REQUIRE(result.status == PlanStatus::kNoPath);
                  REQUIRE(result.path.empty());
                  continue;
                }
                REQUIRE(path_fault(grid, result.path, start, goal, result.cost) == std::nullopt);
                REQUIRE(path_fault(grid, result.raw_path, start, goal, result.raw_cost) == std::nullopt);
                REQUIRE(result.cost >= distance[map.id(goal)]);
                REQUIRE(result.cost <= result.raw_cost);
                REQUIRE(result.complete);
              }
            }
          }
        }
      }
    }
  }
}

TEST_CASE("a traced sector plan equals the plain one") {
  const GridMap map = test::random_map(80, 70, 30, 21);
  Workspace workspace;
  PlanResult plain, traced;
  for (const SectorOptions& options : some_options()) {
    const MoveGrid grid = test::moves_on(map);
    auto sectors = test::built<Sectors>(grid, options);
    Rng rng(3);
    for (int q = 0; q < 40; ++q) {
      const PlanQuery query{test::random_cell(map, rng), test::random_cell(map, rng)};
      PlanOptions plan{.segment = rng.below(3), .refine = !rng.percent(20)};
      sectors.plan(grid, query, plan, workspace, plain);
      Trace trace;
      sectors.plan(grid, query, plan, workspace, traced, &trace);
      REQUIRE(traced.status == plain.status);
      REQUIRE(traced.cost == plain.cost);
      REQUIRE(traced.path == plain.path);
      REQUIRE(traced.abstract_path == plain.abstract_path);
      REQUIRE(traced.stats == plain.stats);
      if (!plain.found()) continue;
      uint64_t steps = 0;
      uint64_t abstract = 0;
      uint64_t expanded = 0;
      for (const SearchEvent& event : trace.events()) {
        expanded += event.type == EventType::kExpand ? 1 : 0;
        if (event.type != EventType::kPathEdge) continue;
        (event.level == 0 ? steps : abstract) += event.level == sectors.levels() || event.level == 0 ? event.g : 0;
      }
      REQUIRE(expanded == plain.stats.total().expanded);
      REQUIRE(trace.events().back().type == EventType::kFound);
      if (plan.refine) {
        REQUIRE(steps == plain.raw_cost);
      } else {
        REQUIRE(abstract == plain.cost);
        REQUIRE(plain.path.empty());
        REQUIRE(!plain.complete);
      }
    }
  }
}

TEST_CASE("a plan on sectors of another revision is refused") {
  GridMap map(40, 40);
  MoveGrid grid = test::moves_on(map);
  Sectors sectors;
  Workspace workspace;
  PlanResult result;
  sectors.build(grid, {});
  sectors.plan(grid, {{1, 1}, {30, 30}}, {}, workspace, result);
  REQUIRE(result.found());
  const EditResult edit = map.apply({{{5, 3, '@'}}});
  grid.update(map, edit.dirty);
  sectors.plan(grid, {{1, 1}, {30, 30}}, {}, workspace, result);
  REQUIRE(result.status == PlanStatus::kStale);
  sectors.mark_dirty(grid, edit.dirty);
  REQUIRE(!sectors.ready());
  sectors.plan(grid, {{1, 1}, {30, 30}}, {}, workspace, result);
  REQUIRE(result.status == PlanStatus::kStale);
}

TEST_CASE("the graph of regions holds every edge both ways") {
  const GridMap map = test::random_map(80, 70, 30, 22);
  const MoveGrid grid = test::moves_on(map);
  auto sectors = test::built<Sectors>(
      grid, SectorOptions{.sector_size = 8, .second_size = 20, .improve_centres = false, .landmarks = 0});
  for (int level = 1; level <= 2; ++level) {
    const CsrGraph graph = sectors.graph(level);
    REQUIRE(graph.node_count() == sectors.region_count(level));
    std::vector<SectorEdge> found;
    for (uint32_t node = 0; node < graph.node_count(); ++node) {
      const auto targets = graph.targets_of(node);
      REQUIRE(std::is_sorted(targets.begin(), targets.end()));
      for (size_t i = 0; i < targets.size(); ++i) {
        found.push_back({std::min(node, targets[i]), std::max(node, targets[i]), graph.weights_of(node)[i]});
      }
    }
    std::vector<SectorEdge> twice = sectors.edges(level);
    twice.insert(twice.end(), twice.begin(), twice.end());
    std::sort(twice.begin(), twice.end());
    std::sort(found.begin(), found.end());
    REQUIRE(found == twice);
  }
}

TEST_CASE("improved centres make the weights of edges least wrong") {
  std::vector<std::pair<Rules, GridMap>> cases;
  for (const Rules& rules : test::all_rules()) cases.emplace_back(rules, test::random_map(26, 23, 30, 41));
  // Many cells cost less than any terrain.
  cases.emplace_back(Rules{.weights = {9, 9, 9, 9}}, test::random_map(26, 23, 30, 41));
  test::add_random_weights(cases.back().second, 60, 3);
  for (const auto& [rules, map] : cases) {
    const MoveGrid grid = test::moves_on(map, rules);
    Sectors before, after;
    before.build(grid, {.sector_size = 8, .second_size = 0, .improve_centres = false, .landmarks = 0});
    after.build(grid, {.sector_size = 8, .second_size = 0, .improve_centres = true, .landmarks = 0});
    const CsrGraph graph = before.graph();
    size_t moved = 0;
    for (uint32_t own = 0; own < before.region_count(); ++own) {
      std::vector<uint64_t> error(map.cell_count(), 0);
      for (const uint32_t other : graph.targets_of(own)) {
        // Shortest ways from the neighbour's centre over the cells of both regions, relaxed until nothing changes.
        std::vector<Cost> cost(map.cell_count(), kInfinite);
        const CellId from = before.region(other).centre;
        cost[from] = 0;
        for (bool changed = true; changed;) {
          changed = false;
          for (CellId id = 0; id < map.cell_count(); ++id) {
            if (cost[id] == kInfinite) continue;
            for (int d = 0; d < kDirections; ++d) {
              if (!test::step_is_legal(map, rules, map.cell(id), d)) continue;
              const CellId next = grid.neighbour(id, d);
              const int64_t region = before.region_of(next);
              if (region != own && region != other) continue;
              if (cost[id] + grid.step_cost(id, d) >= cost[next]) continue;
              cost[next] = cost[id] + grid.step_cost(id, d);
              changed = true;
            }
          }
        }
        for (CellId id = 0; id < map.cell_count(); ++id) {
          if (before.region_of(id) != own) continue;
          const Cost weight = after.bound()(map.cell(id), map.cell(from));
          error[id] += std::max(cost[id], weight) - std::min(cost[id], weight);
        }
      }
      const Cell old = map.cell(before.region(own).centre);
      const auto key = [&](CellId id) {
        const Cell c = map.cell(id);
        return std::tuple(error[id], (c.x - old.x) * (c.x - old.x) + (c.y - old.y) * (c.y - old.y), id);
      };
      CellId best = before.region(own).centre;
      for (CellId id = 0; id < map.cell_count(); ++id) {
        if (before.region_of(id) == own && key(id) < key(best)) best = id;
      }
      REQUIRE(after.region(own).centre == best);
      moved += best != before.region(own).centre ? 1u : 0u;
    }
    CHECK(moved > 0);
  }
}

TEST_CASE("packed regions and landmarks unpack to what they were") {
  for (const GridMap& map : {test::random_map(90, 75, 30, 31), test::random_map(128, 128, 50, 32), GridMap(30, 30)}) {
    for (const Profile profile : {Profile::kOctile, Profile::kFour}) {  // noise in large sectors: many regions in one
      const MoveGrid grid = test::moves_on(map, {.profile = profile});
      auto sectors = test::built<Sectors>(
          grid, SectorOptions{.sector_size = 8, .second_size = 33, .improve_centres = false, .landmarks = 5});
      for (int level = 1; level <= 2; ++level) {
        const UnpackedRegions out = unpack_regions(pack_regions(sectors, level, level == 1));
        REQUIRE(out.sector_size == sectors.sectors(level).cluster_size());
        REQUIRE(out.centres.size() == sectors.region_count(level));
        const CsrGraph graph = sectors.graph(level);
        for (uint32_t i = 0; i < out.centres.size(); ++i) {
          const SectorRegion& region = sectors.region(i, level);
          REQUIRE(out.centres[i] == region.centre);
          REQUIRE(std::ranges::equal(out.ends[i], graph.targets_of(i)));
          REQUIRE((out.first_region[region.sector] <= i && i < out.first_region[region.sector + 1]));
          if (level == 1) {
            const uint32_t above = sectors.region(region.parent, 2).sector;
            REQUIRE(out.parents[i] == region.parent - sectors.regions_of_sector(above, 2).first);
          }
        }
      }
      auto landmarks = test::built<GraphLandmarks>(sectors.graph(1), 6);
      const DistanceRows& rows = landmarks.rows();
      const std::vector<Cost> distances = unpack_landmarks(pack_landmarks(landmarks));
      REQUIRE(distances.size() == rows.nodes() * static_cast<size_t>(rows.lanes()));
      for (size_t i = 0; i < distances.size(); ++i) {
        const auto lanes = static_cast<size_t>(rows.lanes());
        REQUIRE(distances[i] == rows.at(static_cast<uint32_t>(i / lanes), static_cast<int>(i % lanes)));
      }
    }
  }
}

TEST_CASE("a scaled map repeats or leaves out rows and columns, rounded down") {
  const GridMap map = map_from_text("ab\ncd\n");
  CHECK(scaled(map, 2, 2) == map);
  CHECK(scaled(map, 5, 3) == map_from_text("aaabb\naaabb\ncccdd\n"));
  CHECK(scaled(map_from_text("abc\ndef\nghi\n"), 2, 1) == map_from_text("ab\n"));
  CHECK(scaled(GridMap(512, 512), 1, 1).cell_count() == 1);
}

TEST_CASE("the maps of the paper, scaled to 512x512, have its numbers of regions" *
          doctest::skip(std::getenv("STRATA_DATA") == nullptr)) {
  const std::filesystem::path folder = std::filesystem::path(std::getenv("STRATA_DATA")) / "maps" / "bg";
  size_t maps = 0, sum = 0, least = SIZE_MAX, most = 0;
  for (const auto& file : std::filesystem::directory_iterator(folder)) {
    if (file.path().extension() != ".map") continue;
    const auto loaded = test::must(load_map(file.path().string()));
    const MoveGrid grid = test::moves_on(scaled(loaded.map, 512, 512));
    auto sectors = test::built<Sectors>(
        grid, SectorOptions{.sector_size = 8, .second_size = 0, .improve_centres = false, .landmarks = 0});
    ++maps;
    sum += sectors.region_count();
    least = std::min(least, sectors.region_count());
    most = std::max(most, sectors.region_count());
  }
  CHECK(maps == 120);
  CHECK((sum + maps / 2) / maps == 1335);  // Sturtevant, Geisberger 2010, table 1
  CHECK(least == 316);
  CHECK(most == 3787);
}

TEST_CASE("bench paper: sectors search and refine as the independent reference does" *
          doctest::skip(std::getenv("STRATA_DATA") == nullptr)) {
  bench::PaperOptions options{
      .table = "sectors-2", .maps = std::string(std::getenv("STRATA_DATA")) + "/maps", .pairs = 60, .rounds = 1};
  const auto table = [&] {
    const auto report = test::must(bench::run_paper(options));
    CHECK(report.failures.empty());
    std::map<std::string, double> rows;
    for (const auto& row : report.rows) rows[row.at("item")] = row.at("measured");
    return rows;
  };
  auto rows = table();
  const auto near = [&](const std::string& item, double reference) {
    CAPTURE(item);
    CHECK(rows.at(item) == doctest::Approx(reference).epsilon(0.1));
  };
  near("astar_all", 128.5);
  near("astar_10", 352);
  near("astar_long1", 913);
  near("alt_all", 39.9);
  near("s16_all", 44.5);
  near("s24_all", 25.4);
  near("s32_all", 17.3);
  options.table = "sectors-3";
  options.every = 4;
  rows = table();
  near("refine_16_inf", 2.8);
  near("refine_24_inf", 5.0);
  near("refine_32_inf", 7.5);
  for (const char* item : {"subopt_16_inf", "subopt_24_inf", "subopt_32_inf"}) {
    CHECK(rows.at(item) >= 1);
    CHECK(rows.at(item) < 1.03);
  }
  options.table = "sectors-1";
  rows = table();
  CHECK(rows.at("bytes_base") > rows.at("bytes_sector16"));
  CHECK(rows.at("bytes_sector16") > rows.at("bytes_sector32"));
}
