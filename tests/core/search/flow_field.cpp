// Flow fields against a plain Dijkstra, and after every edit against a fresh build; also in small pieces.
#include "core/search/flow_field.hpp"

#include <algorithm>

#include "core/base/interruption.hpp"
#include "core/base/work_count.hpp"
#include "core/search/pseudo_code.hpp"
#include "tests/core/search/plain_support.hpp"
#include "tests/links_support.hpp"

namespace strata::test {
namespace {

// The costs to the nearest goal, by a plain Dijkstra from each goal.
std::vector<Cost> plain_field(const GridMap& map, const Rules& rules, const std::vector<CellId>& goals) {
  std::vector<Cost> least(map.cell_count(), kInfinite);
  for (const CellId goal : goals) {
    const std::vector<Cost> one = plain_dijkstra(map, rules, map.cell(goal));
    for (size_t i = 0; i < least.size(); ++i) least[i] = std::min(least[i], one[i]);
  }
  return least;
}

// The direction by its definition: the lowest one whose neighbour has the least cost plus step.
uint8_t plain_direction(const EditedMap& s, const std::vector<Cost>& costs, CellId cell) {
  if (costs[cell] == kInfinite) return FlowField::kNowhere;
  if (costs[cell] == 0) return FlowField::kAtGoal;
  Cost best = kInfinite;
  uint8_t found = FlowField::kNowhere;
  for (int d = 0; d < kDirections; ++d) {
    if (!step_is_legal(s.map, s.grid.rules(), s.map.cell(cell), d)) continue;
    const CellId next = s.grid.neighbour(cell, d);
    if (costs[next] == kInfinite) continue;
    const Cost sum = costs[next] + plain_step(s.map, s.grid.rules(), s.map.cell(cell), d);
    if (sum >= best) continue;
    best = sum;
    found = static_cast<uint8_t>(d);
  }
  return found;
}

// Returns the number of cells whose cost or direction is wrong.
size_t wrong_cells(const EditedMap& s, const FlowField& field, const std::vector<CellId>& goals) {
  const std::vector<Cost> costs = plain_field(s.map, s.grid.rules(), goals);
  size_t wrong = 0;
  for (CellId cell = 0; cell < s.map.cell_count(); ++cell) {
    wrong += field.cost(cell) != costs[cell] || field.direction(cell) != plain_direction(s, costs, cell);
  }
  return wrong;
}

bool same_fields(const FlowField& a, const FlowField& b, size_t cells) {
  for (CellId cell = 0; cell < cells; ++cell) {
    if (a.cost(cell) != b.cost(cell) || a.direction(cell) != b.direction(cell)) return false;
  }
  return true;
}

std::vector<CellId> drawn_goals(const GridMap& map, Rng& rng) {
  std::vector<CellId> goals;
  for (int i = rng.between(1, 4); i > 0; --i) goals.push_back(map.id(random_cell(map, rng)));
  return goals;
}

// Calls visit(map, rng) for maps under all rules and for agents of several sizes.
template <class Visit>
void for_flow_maps(int maps, Visit&& visit) {
  for (const Rules& each : all_rules()) {
    for (int size = 1; size <= 3; ++size) {
      Rules rules = each;
      rules.agent_size = size;
      for (int m = 0; m < maps; ++m) {
        const auto seed = static_cast<uint64_t>(700 * size + m);
        EditedMap s(m % 2 == 0 ? random_map(10 + 9 * m, 26 - m, 20u / static_cast<uint32_t>(size), seed)
                               : random_rooms(33, 20 + m, 6 + size, seed),
                    rules);
        Rng rng(seed + static_cast<uint64_t>(each.profile) * 31);
        visit(s, rng);
      }
    }
  }
}

}  // namespace

TEST_CASE("A flow field has the costs of a plain Dijkstra, and its directions lead down them") {
  size_t reached = 0;
  for_flow_maps(4 / kFewer, [&](EditedMap& s, Rng& rng) {
    const std::vector<CellId> goals = drawn_goals(s.map, rng);
    FlowField field;
    field.build(s.grid, goals);
    REQUIRE(field.up_to_date());
    REQUIRE(wrong_cells(s, field, goals) == 0);
    for (CellId cell = 0; cell < s.map.cell_count(); ++cell) {
      if (field.cost(cell) == kInfinite) continue;
      Cost walked = 0;
      CellId at = cell;
      while (field.direction(at) < kDirections) {
        const int d = field.direction(at);
        REQUIRE((s.grid.moves(at) >> d & 1) == 1);
        REQUIRE(field.cost(s.grid.neighbour(at, d)) < field.cost(at));
        walked += s.grid.step_cost(at, d);
        at = s.grid.neighbour(at, d);
      }
      REQUIRE(field.direction(at) == FlowField::kAtGoal);
      REQUIRE(std::ranges::find(goals, at) != goals.end());
      REQUIRE(walked == field.cost(cell));
      ++reached;
    }
  });
  CHECK(reached > 10'000 / kFewer);
}

TEST_CASE("After every edit a flow field equals a fresh one and a plain Dijkstra") {
  size_t repairs = 0, afresh = 0;
  for_flow_maps(4 / kFewer, [&](EditedMap& s, Rng& rng) {
    const std::vector<CellId> goals = drawn_goals(s.map, rng);
    FlowField field;
    field.build(s.grid, goals);
    for (int i = 0; i < 30; ++i) {
      for (int k = rng.between(1, 3); k > 0; --k) field.map_changed(s.grid, s.edit(random_edit(s.map, 8, rng)));
      REQUIRE(field.work(s.grid));
      REQUIRE(wrong_cells(s, field, goals) == 0);
      FlowField fresh;
      fresh.build(s.grid, goals);
      REQUIRE(same_fields(field, fresh, s.map.cell_count()));
      (field.last_update().fresh ? afresh : repairs) += 1;
    }
  });
  CHECK(repairs > 20 * afresh);
  CHECK(afresh > 0);
}

namespace {

// Counts the cells from which a field leads over a link. Requires all costs, directions and links to be those by their
// definitions.
size_t check_linked_field(const EditedMap& s, const FlowField& field, const std::vector<CellId>& goals) {
  const Rules& rules = s.grid.rules();
  std::vector<Cost> costs(s.map.cell_count(), kInfinite);
  for (const CellId goal : goals) {
    const std::vector<Cost> one = linked_dijkstra(s.map, rules, s.map.cell(goal), true);
    for (size_t i = 0; i < costs.size(); ++i) costs[i] = std::min(costs[i], one[i]);
  }
  size_t over_links = 0;
  for (CellId cell = 0; cell < s.map.cell_count(); ++cell) {
    REQUIRE(field.cost(cell) == costs[cell]);
    const CellId next = field.next_cell(s.grid, cell);
    uint8_t direction = plain_direction(s, costs, cell);
    if (direction < kDirections) {
      const Cost step = plain_step(s.map, rules, s.map.cell(cell), direction);
      if (costs[s.grid.neighbour(cell, direction)] + step != costs[cell]) direction = FlowField::kNowhere;
    }
    if (direction != FlowField::kNowhere || costs[cell] == kInfinite) {
      REQUIRE(field.direction(cell) == direction);
      REQUIRE(next == (direction < kDirections ? s.grid.neighbour(cell, direction) : kNoCell));
      continue;
    }
    REQUIRE(field.direction(cell) == FlowField::kOverLink);
    CellId lowest = kNoCell;
    for (const MapLink& link : s.map.links()->from(cell)) {
      const bool cheapest = can_stand(s.map, rules, s.map.cell(link.to)) && costs[link.to] != kInfinite &&
                            costs[link.to] + plain_link_cost(rules, link.length) == costs[cell];
      if (cheapest) lowest = std::min(lowest, link.to);
    }
    REQUIRE(lowest != kNoCell);
    REQUIRE(next == lowest);
    ++over_links;
  }
  return over_links;
}

}  // namespace

TEST_CASE("A flow field follows links, and after edits of links equals a fresh one") {
  size_t over_links = 0, repairs = 0;
  for_flow_maps(4 / kFewer, [&](EditedMap& s, Rng& rng) {
    const std::vector<CellId> goals = drawn_goals(s.map, rng);
    FlowField field;
    if (rng.percent(50)) field.build(s.grid, goals);  // the links come in one edit, or are there before
    const Rect none = s.edit(random_links(s.map, 6, rng));
    field.map_changed(s.grid, none);
    if (!field.begun()) field.begin(s.grid, goals);
    for (int i = 0; i < 15; ++i) {
      REQUIRE(field.work(s.grid));
      over_links += check_linked_field(s, field, goals);
      FlowField fresh;
      fresh.build(s.grid, goals);
      REQUIRE(same_fields(field, fresh, s.map.cell_count()));
      repairs += !field.last_update().fresh;
      for (int k = rng.between(1, 3); k > 0; --k) {
        field.map_changed(s.grid, s.edit(random_link_edit(s.map, 8, rng)));
        if (rng.percent(50)) field.work(s.grid, rng.below(200) + 1);
      }
    }
    Edit no_links;
    if (s.map.links() != nullptr) {
      for (const MapLink& link : s.map.links()->all()) no_links.links.push_back({link.from, link.to, 0});
    }
    field.map_changed(s.grid, s.edit(no_links));
    REQUIRE(field.work(s.grid));
    REQUIRE(wrong_cells(s, field, goals) == 0);
  });
  CHECK(over_links > 100);
  CHECK(repairs > 100);
}

TEST_CASE("After edits of weights a flow field counts as unreachable what a fresh one does") {
  // One corridor in windings, so long that with the largest weights its end costs more than 32 bits can hold.
  constexpr int kWidth = 301, kHeight = 147;
  GridMap map(kWidth, kHeight);
  for (int y = 1; y < kHeight; y += 2) {
    map.apply({{{map.id({y % 4 == 1 ? 0 : 1, y}), kWidth - 1, '@'}}});
  }
  map.apply({{weight_run(0, map.cell_count(), 245)}});
  EditedMap s(std::move(map), {});
  const std::vector<CellId> goals = {0};
  FlowField field;
  field.build(s.grid, goals);
  Rng rng(17);
  size_t beyond = 0, repairs = 0, afresh = 0;
  for (int i = 0; i < 60 / kFewer; ++i) {
    // Single cells move the limit, some rows the costs.
    for (int k = rng.between(1, 3); k > 0; --k) {
      const bool single = rng.percent(60);
      const Cell at{rng.between(0, kWidth - 1), 2 * rng.between(0, (kHeight - 1) / 2)};
      const int weight = single && rng.percent(40) ? 1 : rng.between(235, kMaxCellWeight);
      const CellId first = single ? s.map.id(at) : s.map.id({0, at.y});
      field.map_changed(s.grid, s.edit({{weight_run(first, single ? 1 : kWidth, weight)}}));
      if (rng.percent(30)) field.work(s.grid, rng.below(20'000));
    }
    REQUIRE(field.work(s.grid));
    FlowField fresh;
    fresh.build(s.grid, goals);
    REQUIRE(same_fields(field, fresh, s.map.cell_count()));
    beyond += fresh.cost(s.map.id({0, kHeight - 1})) == kInfinite;
    (field.last_update().fresh ? afresh : repairs) += 1;
  }
  CHECK(beyond > 10 / kFewer);
  CHECK(repairs > 10 / kFewer);
  CHECK(afresh > 10 / kFewer);
}

TEST_CASE("Edits may come at any moment of a flow field's build or update") {
  size_t disturbed = 0;
  for_flow_maps(4 / kFewer, [&](EditedMap& s, Rng& rng) {
    const std::vector<CellId> goals = drawn_goals(s.map, rng);
    FlowField field;
    field.begin(s.grid, goals);
    for (int i = 0; i < 120; ++i) {
      const bool done = field.work(s.grid, rng.below(rng.percent(50) ? 20 : 400) + 1);
      REQUIRE(done == field.up_to_date());
      disturbed += !done;
      if (rng.percent(40)) field.map_changed(s.grid, s.edit(random_edit(s.map, 8, rng)));
      if (!done || !rng.percent(20) || !field.up_to_date()) continue;
      REQUIRE(wrong_cells(s, field, goals) == 0);
    }
    REQUIRE(field.work(s.grid));
    REQUIRE(wrong_cells(s, field, goals) == 0);
  });
  CHECK(disturbed > 1000);
}

TEST_CASE("A flow field notices edits that nobody reports, other rules, and another size of the map") {
  EditedMap s(random_map(40, 30, 25, 5), {});
  const std::vector<CellId> goals = {s.map.id({20, 15})};
  FlowField field;
  CHECK_FALSE(field.work(s.grid));
  CHECK(field.cost(3) == kInfinite);
  CHECK(field.direction(3) == FlowField::kNowhere);
  field.build(s.grid, goals);
  Rng rng(3);
  s.edit(random_edit(s.map, 8, rng));
  CHECK_FALSE(field.is_current_for(s.grid));
  REQUIRE(field.work(s.grid));
  CHECK(field.last_update().fresh);
  CHECK(wrong_cells(s, field, goals) == 0);
  EditedMap other(s.map, {.profile = Profile::kFour});
  REQUIRE(field.work(other.grid));
  CHECK(wrong_cells(other, field, goals) == 0);
  EditedMap larger(random_map(60, 50, 25, 6), {});
  REQUIRE(field.work(larger.grid));
  CHECK(wrong_cells(larger, field, goals) == 0);
}

TEST_CASE("A blocked goal of a flow field counts again when it is free") {
  EditedMap s(GridMap(9, 9), {});
  const std::vector<CellId> goals = {s.map.id({4, 4})};
  FlowField field;
  field.build(s.grid, goals);
  for (const char letter : {'@', '.'}) {
    field.map_changed(s.grid, s.edit(rectangle(s.map, {4, 4}, {4, 4}, true, letter)));
    REQUIRE(field.work(s.grid));
    CHECK((field.cost(0) == kInfinite) == (letter == '@'));
    CHECK(wrong_cells(s, field, goals) == 0);
  }
  field.build(s.grid, {});
  CHECK(field.up_to_date());
  CHECK(field.cost(0) == kInfinite);
}

TEST_CASE("A small edit far from the goal changes few cells of a flow field, and the work of a call is bounded") {
  EditedMap s(GridMap(400, 400), {});
  FlowField field;
  field.begin(s.grid, std::vector{s.map.id({10, 10})});
  size_t calls = 0;
  uint64_t most = 0;
  for (bool done = false; !done; ++calls) {
    const uint64_t before = work_of_this_thread();
    done = field.work(s.grid, 5000);
    most = std::max(most, work_of_this_thread() - before);
  }
  CHECK(calls > 60);
  CHECK(most <= 5000);
  field.map_changed(s.grid, s.edit(rectangle(s.map, {390, 390}, {391, 391}, true, '@')));
  REQUIRE(field.work(s.grid));
  CHECK_FALSE(field.last_update().fresh);
  CHECK(field.last_update().raised < 400);
  CHECK(field.last_update().turned < 4000);
  CHECK(field.memory_bytes() >= FlowField::bytes_for(s.map.cell_count()));
  CHECK(field.memory_bytes() < FlowField::bytes_for(s.map.cell_count()) + 100'000);
}

TEST_CASE("A flow field that is interrupted goes on with the next call") {
  EditedMap s(GridMap(200, 200), {});
  const std::vector<CellId> goals = {s.map.id({7, 7})};
  FlowField field;
  Interruption interruption;
  const auto stop = [&] {
    Interruption::of_this_thread() = &interruption;
    interruption.stop();
    CHECK_THROWS_AS(field.work(s.grid), SearchStopped);
    interruption.open();
    Interruption::of_this_thread() = nullptr;
    CHECK_FALSE(field.up_to_date());
  };
  field.begin(s.grid, goals);
  stop();
  REQUIRE(field.work(s.grid));
  CHECK(wrong_cells(s, field, goals) == 0);
  field.map_changed(s.grid, s.edit(rectangle(s.map, {150, 5}, {150, 199}, false, '@')));
  stop();
  REQUIRE(field.work(s.grid));
  CHECK(wrong_cells(s, field, goals) == 0);
}

}  // namespace strata::test
