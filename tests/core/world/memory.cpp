// What structures say that they take is what they take, and two that differ are not called equal.
#include <doctest/doctest.h>

#include "core/alt/landmarks.hpp"
#include "core/ch/cch.hpp"
#include "core/ch/cell_ch.hpp"
#include "core/ch/ch_mobile.hpp"
#include "core/ch/contraction.hpp"
#include "core/ch/sector_cch.hpp"
#include "core/haa/haa.hpp"
#include "core/hpa/hpa.hpp"
#include "core/rooms/rooms.hpp"
#include "core/search/jump_map.hpp"
#include "core/sectors/sectors.hpp"
#include "core/tables/tables.hpp"
#include "core/world/world.hpp"
#include "tests/asked_bytes.hpp"
#include "tests/graph_support.hpp"
#include "tests/support.hpp"

namespace strata::test {
namespace {

struct BuiltStructures {
  GridMap map;
  Rules rules;
  MoveGrid grid;
  AgentGrids agents;
  Clearance clearance;
  JumpMap jumps;
  Hpa hpa, stored;
  Haa haa;
  Rooms rooms;
  Sectors sectors;
  Landmarks landmarks;
  SectorCch live;
  Tables tables;
  Ch ch;
  MobileCh mobile;
  Cch cch;

  explicit BuiltStructures(GridMap of, const Rules& with = {}) : map(std::move(of)), rules(with) {
    grid.build(map, rules);
    agents.build(map, rules, 2, std::vector{Capability::walker()});
    clearance.build(map, Capability::walker());
    jumps.build(grid);
    hpa.build(grid, {.cluster_size = 7, .levels = 3});
    stored.build(grid, {.cluster_size = 7, .cache_paths = true, .levels = 3});
    haa.build(agents, {.cluster_size = 8, .max_size = 2});
    rooms.build(grid);
    sectors.build(grid, {.sector_size = 8, .second_size = 20, .landmarks = 5});
    landmarks.build(grid, {.count = 5, .placed = {}});
    live.build(sectors);
    tables.build(grid, hpa, {});
    const CsrGraph graph = hpa.graph();
    ch = *contract(graph, {});
    mobile = MobileCh(ch);
    std::vector<uint32_t> order(graph.node_count());
    for (uint32_t i = 0; i < order.size(); ++i) order[i] = i;
    cch.build(graph, order);
    cch.customise(graph);
  }
};

// What a structure says that it takes beside what a copy of it asks for: a copy has no room to spare.
template <class T>
double counted(const T& original) {
  const size_t before = asked_bytes();
  const T copy = original;
  const size_t taken = asked_bytes() - before;
  REQUIRE(taken > 2000);
  return static_cast<double>(copy.memory_bytes()) / static_cast<double>(taken);
}

}  // namespace

TEST_CASE("structures take the memory that they say they take") {
  const BuiltStructures built(random_rooms(150, 120, 9, 4));
  const auto exact = [](double ratio) { return ratio == 1; };
  CHECK(exact(counted(built.grid)));
  CHECK(exact(counted(built.agents)));
  CHECK(exact(counted(built.clearance)));
  CHECK(exact(counted(built.jumps)));
  CHECK(exact(counted(built.rooms)));
  CHECK(exact(counted(built.landmarks)));
  CHECK(exact(counted(built.live)));
  CHECK(exact(counted(built.ch)));
  CHECK(exact(counted(built.mobile)));
  CHECK(exact(counted(built.cch)));
  CHECK(exact(counted(built.hpa.graph())));
  CHECK(exact(counted(*GraphCh::build(cell_ch_input(built.grid, true), ChOrder::kNested))));
  CHECK(exact(counted(*GraphCh::build(cell_ch_input(built.grid, true), ChOrder::kCustomisable))));
  CHECK(exact(counted(*CellCh::build(built.grid, ChOrder::kNested, true))));
  // The scratch memory that these keep for the next update does not count.
  const auto nearly = [](double ratio, double least) { return ratio <= 1 && ratio > least; };
  CHECK(nearly(counted(built.hpa), 0.994));
  CHECK(nearly(counted(built.stored), 0.994));
  CHECK(nearly(counted(built.haa), 0.994));
  CHECK(nearly(counted(built.sectors), 0.96));
}

TEST_CASE("structures over maps that differ in one cell, in a weight or in an option are not equal") {
  GridMap map = random_rooms(48, 40, 9, 4);
  const CellId cell = map.id({20, 14});
  map.apply(Edit{{{cell, 1, '.'}}});
  GridMap wall = map;
  wall.apply(Edit{{{cell, 1, '@'}}});
  REQUIRE_FALSE(map == wall);
  const BuiltStructures a(map), same(map), b(wall), heavy(map, {Profile::kOctile, Capability::walker(), {2, 2, 2, 2}});
  const auto all_equal = [](const BuiltStructures& x, const BuiltStructures& y) {
    return std::vector<bool>{x.grid == y.grid,     x.agents == y.agents,   x.clearance == y.clearance,
                             x.jumps == y.jumps,   x.hpa == y.hpa,         x.stored == y.stored,
                             x.haa == y.haa,       x.sectors == y.sectors, x.landmarks == y.landmarks,
                             x.tables == y.tables, x.ch == y.ch,           x.mobile == y.mobile,
                             x.cch == y.cch};
  };
  const size_t count = all_equal(a, a).size();
  CHECK(all_equal(a, same) == std::vector<bool>(count, true));
  CHECK(all_equal(a, b) == std::vector<bool>(count, false));
  std::vector<bool> weights_apart(count, false);
  weights_apart[2] = weights_apart[3] = true;  // clearances and jumps know no weights
  CHECK(all_equal(a, heavy) == weights_apart);
}

TEST_CASE("hierarchies with the same arcs, but other weights or other ways under them, are not equal") {
  // A triangle: the edge costs less than the way over the third node, as much, or more.
  const auto triangle = [](Cost edge, Cost one, Cost two) {
    Cch cch;
    const CsrGraph graph = graph_of(3, {{0, 1, one}, {0, 2, two}, {1, 2, edge}});
    cch.build(graph, {0, 1, 2});
    cch.customise(graph);
    return cch;
  };
  const Cch base = triangle(10, 4, 5);
  CHECK(base == triangle(10, 4, 5));
  CHECK_FALSE(base == triangle(12, 4, 6));  // other weights, the same ways
  CHECK_FALSE(base == triangle(9, 4, 5));   // the edge itself costs as much
  CHECK_FALSE(base == triangle(10, 5, 4));
}

}  // namespace strata::test
