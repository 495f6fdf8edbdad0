// What a planner is charged is what a world takes that keeps nothing else.
#include "core/world/planner_costs.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "core/world/structures.hpp"
#include "tests/support.hpp"

namespace strata::test {
namespace {

// All structures, as large as any planner asks for.
WorldSetup crowded_setup(const Rules& rules) {
  WorldSetup setup(rules);
  for (const StructureId id : kAllStructures) setup.of(id) = default_options(id, rules);
  setup.get<MapMoves>()->clearance = true;
  setup.get<MapHpa>() = HpaOptions{.cluster_size = 8, .levels = 4};
  setup.get<MapHna>() = MapHnaOptions{.levels = 3, .group_size = 3};
  setup.get<MapHaa>() = HaaOptions{.cluster_size = 8, .max_size = 2, .capabilities = {rules.capability}};
  setup.get<MapTables>()->kinds = {Agent{2, rules.capability}};
  setup.get<MapHierarchy>() = ChOptions{ChGraph::kHpa, ChOrder::kNested};
  setup.get<MapLandmarks>()->count = 4;
  return setup;
}

// The structures that the planner alone needs, with its levels and no others.
WorldSetup setup_alone(const World& world, const Planner& planner) {
  WorldSetup setup = crowded_setup(world.rules());
  setup.get<MapMoves>()->clearance = false;
  setup.get<MapTables>()->kinds.clear();
  const int level = abstract_level(world, planner);
  setup.get<MapHpa>()->levels = planner.needs == StructureId::kHpa ? level : 1;
  if (planner.needs == StructureId::kHna) setup.get<MapHna>()->levels = level;
  const StructureSet under = depends_on(world, planner);
  for (const StructureId id : kAllStructures) {
    if (!under.contains(id) && !is_always_kept(id)) setup.of(id) = {};
  }
  return setup;
}

}  // namespace

TEST_CASE("a planner is charged the memory of a world that keeps nothing but what it needs") {
  const GridMap map = random_rooms(96, 80, 9, 4);
  World crowded(map, crowded_setup(Rules{}));
  crowded.finish_updates();
  size_t compared = 0;
  for (const Planner& planner : planners()) {
    CAPTURE(planner.name);
    if (!available(crowded, planner)) continue;
    if (planner.asks != nullptr) {  // it has the costs of the planner that it asks
      CHECK(memory_bytes(crowded, planner) == memory_bytes(crowded, planner.asks(crowded)));
      ++compared;
      continue;
    }
    World alone(map, setup_alone(crowded, planner));
    alone.finish_updates();
    size_t parts = 0;
    const StructureSet under = depends_on(alone, planner);
    for (const StructureId id : kAllStructures) {
      const bool moves = id == StructureId::kMoves && planner.needs != StructureId::kHaa;
      if (moves || under.contains(id)) parts += memory_bytes(alone, id);
    }
    CHECK(memory_bytes(crowded, planner) == parts);
    CHECK(memory_bytes(alone, planner) == parts);
    CHECK(prepare_micros(crowded, planner) > 0);
    ++compared;
  }
  CHECK(compared + 2 >= planners().size());  // all but those for levels, and for one weight of all terrains
}

TEST_CASE("builds and edits are charged level by level, and all levels together make up the whole") {
  World world(random_rooms(160, 160, 9, 4), crowded_setup(Rules{}));
  world.finish_updates();
  const auto micros = [&](StructureId id) { return world.state(id).built_micros; };
  for (const char* family : {"hpa", "hna"}) {
    CAPTURE(family);
    const bool hpa = std::string_view(family) == "hpa";
    const int levels = hpa ? 4 : 3;
    double before = 0, before_edit = 0;
    for (int level = 1; level <= levels; ++level) {
      const Planner& planner = *planner_named(fmt::format("{}{}", family, level));
      const double now = prepare_micros(world, planner);
      CHECK(now > before);
      before = now;
    }
    const double whole = micros(StructureId::kMoves) +
                         (hpa ? micros(StructureId::kHpa) : micros(StructureId::kNavmesh) + micros(StructureId::kHna));
    CHECK(before == doctest::Approx(whole));
    std::vector<EditCosts> strokes(1);
    for (int i = 0; i < 5; ++i) {
      strokes[0].add(world.apply(Edit{{{world.map().id({40 + i, 40}), 1, i % 2 == 0 ? '@' : '.'}}}));
    }
    for (int level = 1; level <= levels; ++level) {
      const double now = edit_micros(world, *planner_named(fmt::format("{}{}", family, level)), strokes);
      CHECK(now >= before_edit);
      before_edit = now;
    }
    const auto spent = [&](StructureId id) { return strokes[0].micros[static_cast<size_t>(id)]; };
    CHECK(before_edit ==
          doctest::Approx(hpa ? spent(StructureId::kHpa) : spent(StructureId::kNavmesh) + spent(StructureId::kHna)));
    world.finish_updates();
  }
  // Tables and hierarchies over HPA* stand on its first level.
  const double base = prepare_micros(world, *planner_named("hpa1"));
  const MapTables& tables = world.get<MapTables>();
  CHECK(prepare_micros(world, *planner_named("tables")) ==
        doctest::Approx(base + micros(StructureId::kTables) + tables.own().labels_micros()));
  CHECK(prepare_micros(world, *planner_named("ch")) == doctest::Approx(base + micros(StructureId::kCh)));
}

}  // namespace strata::test
