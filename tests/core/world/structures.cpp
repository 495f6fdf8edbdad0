// What holds for every structure of the list, whatever it is: options carried to and fro, prepared and installed,
// worked on in slices and in the background, cancelled, rebuilt and edited, it ends as a fresh world would build it,
// and what it says of itself on the way is true.
#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <set>
#include <thread>
#include <vector>

#include "core/world/planner_stamp.hpp"
#include "core/world/refusal.hpp"
#include "core/world/structures.hpp"
#include "core/world/world.hpp"
#include "tests/support.hpp"
#include "tests/world_support.hpp"

namespace strata::test {
namespace {

// Other options of the same structure, valid on maps of this size; those without any stay as they are.
void vary(auto&, const Rules&, Rng&) {}
void vary(MovesOptions& options, const Rules&, Rng& rng) { options.clearance = rng.percent(50); }
void vary(HpaOptions& options, const Rules&, Rng& rng) {
  options.cluster_size = rng.between(5, 10);
  options.levels = rng.between(1, 3);
  options.cache_paths = rng.percent(50);
}
void vary(AgentTablesOptions& options, const Rules& rules, Rng& rng) {
  options.kinds.clear();
  if (rng.percent(50)) options.kinds.push_back({rng.between(1, 2), rules.capability});
  options.tables.max_label_bytes = rng.percent(70) ? size_t{1} << 24 : 1000;
}
void vary(RepairsOptions& options, const Rules&, Rng& rng) {
  const auto cell = [&] { return Cell{rng.between(0, 23), rng.between(0, 23)}; };
  options.query.reset();
  if (rng.percent(80)) options.query = PlanQuery{cell(), cell()};
}
void vary(HaaOptions& options, const Rules& rules, Rng& rng) {
  options = {.cluster_size = rng.between(6, 10), .max_size = rng.between(1, 3), .capabilities = {rules.capability}};
}
void vary(SectorOptions& options, const Rules&, Rng& rng) {
  options = {.sector_size = rng.between(6, 10),
             .second_size = rng.percent(50) ? 24 : 0,
             .improve_centres = rng.percent(30),
             .landmarks = rng.percent(30) ? 3 : 0};
}
void vary(LandmarkOptions& options, const Rules&, Rng& rng) { options = {.count = rng.between(1, 6), .placed = {}}; }
void vary(ChOptions& options, const Rules&, Rng& rng) {
  options.graph = static_cast<ChGraph>(rng.below(4));  // nothing is drawn
  options.order = static_cast<ChOrder>(rng.below(3));
}
void vary(CchOptions& options, const Rules&, Rng& rng) {
  options.graph = rng.percent(60) ? ChGraph::kSectors : static_cast<ChGraph>(rng.below(3));
}
void vary(LabelsOptions& options, const Rules&, Rng& rng) {
  options.graph = static_cast<ChGraph>(rng.below(4));
  options.max_bytes = rng.percent(80) ? size_t{1} << 26 : 3000;
  options.full_label_bytes = rng.percent(50) ? size_t{1} << 26 : rng.below(10'000);
}

void vary(NavmeshOptions& options, const Rules&, Rng& rng) {
  options.mesh.tile_size = rng.percent(20) ? 0 : rng.between(8, 40);
  options.mesh.source = static_cast<MeshDecomposition>(rng.below(kMeshDecompositions));
  options.costs = static_cast<MeshCosts>(rng.below(2));
}
void vary(MapHnaOptions& options, const Rules&, Rng& rng) {
  options = {.levels = rng.between(1, kMaxHnaLevels), .group_size = rng.between(2, 8)};
}

template <class K>
std::optional<typename K::Options> some_options(const Rules& rules, Rng& rng) {
  if (!K::kAlways && rng.percent(35)) return std::nullopt;
  typename K::Options options = K::usual(rules);
  vary(options, rules, rng);
  return options;
}

AnyOptions some_options_of(StructureId structure, const Rules& rules, Rng& rng) {
  AnyOptions some;
  for_each_structure([&]<class K>(std::type_identity<K>) {
    if (K::kId == structure) some = AnyOptions(some_options<K>(rules, rng));
  });
  return some;
}

// For agents of one cell and of more.
Rules some_rules(Rng& rng) {
  Rules rules = all_rules()[rng.below(static_cast<uint32_t>(all_rules().size()))];
  rules.agent_size = rng.between(1, 3);
  return rules;
}

WorldSetup some_setup(const Rules& rules, Rng& rng) {
  WorldSetup setup(rules);
  for_each_structure([&]<class K>(std::type_identity<K>) { setup.get<K>() = some_options<K>(rules, rng); });
  return setup;
}

// Everything on, as usual.
WorldSetup full_setup(const Rules& rules) {
  WorldSetup setup(rules);
  for (const StructureId id : kAllStructures) setup.of(id) = default_options(id, rules);
  return setup;
}

// What each says of itself agrees with what the world says of it, and with itself.
void check_states(const World& world) {
  bool settled = true;
  for (int i = 0; i < kStructures; ++i) {
    const auto structure = static_cast<StructureId>(i);
    CAPTURE(structure_name(structure));
    const StructureState state = world.state(structure);
    REQUIRE(state.wanted == world.has(structure));
    REQUIRE(state.ready == world.ready(structure));
    REQUIRE(state.progress >= 0);
    REQUIRE(state.progress <= 1);
    if (!state.wanted) {
      REQUIRE_FALSE(state.ready);
      REQUIRE(state.work_done);
      REQUIRE(refusal(world, structure) == "");
      REQUIRE(structure_stamp(world, structure) == "none");
    }
    if (state.ready && !state.building) REQUIRE(state.progress == 1);
    if (state.ready) REQUIRE(refusal(world, structure) == "");
    if (state.failed && structure != StructureId::kCch) REQUIRE(state.cancelled);
    settled = settled && state.work_done;
  }
  REQUIRE(world.ready() == settled);
  REQUIRE(progress(world) >= 0);
  REQUIRE(progress(world) <= 1);
  if (world.ready()) REQUIRE(progress(world) == 1);
}

// All of it is what a fresh world would have.
void check_as_fresh(World& world) {
  World fresh(world.map(), world.setup());
  fresh.finish_updates();
  check_states(fresh);
  for_each_structure([&]<class K>(std::type_identity<K>) {
    CAPTURE(K::kName);
    const K& kept = world.get<K>();
    REQUIRE(kept.options() == fresh.get<K>().options());
    if (!kept.options()) return;
    REQUIRE(kept.ready(world.inputs()) == fresh.get<K>().ready(fresh.inputs()));
    if (kept.ready(world.inputs())) REQUIRE(kept.difference(fresh.get<K>(), world.inputs()).value_or("") == "");
  });
}

// What was cancelled is asked for again, and everything comes to its end.
void finish(World& world) {
  if (world.history().in_stroke()) world.end_stroke();
  for (int i = 0; i < kStructures; ++i) {
    const auto structure = static_cast<StructureId>(i);
    if (world.state(structure).cancelled) world.rebuild(structure);
  }
  world.finish_updates();
  check_states(world);
  REQUIRE(is_finished(world));
}

}  // namespace

TEST_CASE("every structure has a name and a title of its own, and usual options that fit") {
  std::set<std::string_view> names, titles;
  const GridMap map(40, 40);
  for_each_structure([&]<class K>(std::type_identity<K>) {
    CHECK(names.insert(K::kName).second);
    CHECK(titles.insert(K::kTitle).second);
    CHECK(structure_name(K::kId) == K::kName);
    CHECK(structure_title(K::kId) == K::kTitle);
    World world(map);
    CHECK(world.has(K::kId) == K::kAlways);
    CHECK(world.set<K>(K::usual(world.rules())));
    CHECK(world.has(K::kId));
    CHECK(world.get<K>().options() == K::usual(world.rules()));
    CHECK(world.set<K>(std::nullopt));
    CHECK(world.has(K::kId) == K::kAlways);
    CHECK((structure_stamp(world, K::kId) == "none") == !K::kAlways);
  });
  CHECK(names.size() == kStructures);
}

TEST_CASE("whatever happens to a world, every structure ends as a fresh world would build it") {
  Rng rng(101);
  for (int round = 0; round < 12; ++round) {
    CAPTURE(round);
    Rules rules = all_rules()[static_cast<size_t>(round) % all_rules().size()];
    rules.agent_size = 1 + round % 3;
    GridMap map = random_rooms(60, 46, 9, rng.next());
    const bool weighs = round % 2 == 1;
    if (weighs) add_random_weights(map, 20, rng.next());
    World world(std::move(map), some_setup(rules, rng));
    for (int step = 0; step < 60; ++step) {
      switch (rng.below(10)) {
        case 0:
          (void)world.undo();
          break;
        case 1:
          (void)world.redo();
          break;
        case 2:
          world.history().in_stroke() ? world.end_stroke() : world.begin_stroke("Brush");
          break;
        case 3: {
          const auto one = static_cast<StructureId>(rng.below(kStructures));
          world.set(one, some_options_of(one, world.rules(), rng));
          break;
        }
        case 4:
          world.cancel(static_cast<StructureId>(rng.below(kStructures)));
          break;
        case 5:
          world.rebuild(static_cast<StructureId>(rng.below(kStructures)));
          break;
        case 6:
          world.work(rng.percent(50) ? 0 : 1);
          break;
        case 7:
          if (step % 20 == 19) set_rules(world, some_rules(rng));
          if (step % 20 < 5) {
            LetterTerrains letters;
            REQUIRE(letters.give("SWT"[rng.below(3)], static_cast<Terrain>(rng.below(kTerrains))).ok());
            WorldSetup setup = world.setup();
            setup.letters = letters;
            world.change(setup);
            REQUIRE(world.map().letter_terrains() == letters);
          }
          break;
        default:
          world.apply(weighs ? random_edit_with_weights(world.map(), 8, rng) : random_edit(world.map(), 8, rng));
          break;
      }
      check_states(world);
    }
    finish(world);
    check_as_fresh(world);
  }
}

TEST_CASE("what an edit does at once is what a fresh world has, for each structure alone") {
  Rng rng(102);
  const Rules heavy{Profile::kOctile, Capability(0b1111), {1, 3, 16, 7}, 2};
  for (const auto& [rules, weighs] : {std::pair(Rules{}, false), std::pair(heavy, false), std::pair(heavy, true)})
    for_each_structure([&]<class K>(std::type_identity<K>) {
      CAPTURE(K::kName);
      CAPTURE(rules.agent_size);
      CAPTURE(weighs);
      World world(random_rooms(64, 50, 9, rng.next()), rules);
      REQUIRE(world.set<K>(K::usual(world.rules())));
      world.finish_updates();
      for (int edit = 0; edit < 12; ++edit) {
        const EditReport report =
            world.apply(weighs ? random_edit_with_weights(world.map(), 8, rng) : random_edit(world.map(), 8, rng));
        check_states(world);
        if (edit % 3 == 2) (void)world.undo();
        const RebuiltParts* touched = report.touched(K::kId);
        if (touched == nullptr) continue;
        for (const RebuiltPart& part : touched->parts) {
          CHECK_FALSE(part.cells.empty());
          CHECK(part.level <= part.highest);
          Rect both = part.seen;
          both.include(part.cells);
          CHECK(both == part.seen);  // what was redone looks different
        }
        CHECK(std::is_sorted(touched->parts.begin(), touched->parts.end(),
                             [](const RebuiltPart& a, const RebuiltPart& b) { return a.level < b.level; }));
      }
      finish(world);
      check_as_fresh(world);
    });
}

TEST_CASE("a world is not finished while the landmarks of ready sectors are missing") {
  World world(random_rooms(40, 40, 9, 1));
  CHECK(world.set<MapSectors>(SectorOptions{.landmarks = 3}));
  CHECK_FALSE(is_finished(world));
  world.finish_updates();
  REQUIRE(is_finished(world));
  // An edit updates the sectors at once, and removes the landmarks. They are placed after the stroke.
  world.begin_stroke("Brush");
  world.apply(rectangle(world.map(), {3, 3}, {9, 9}, true, '@'));
  REQUIRE(world.ready(StructureId::kSectors));
  CHECK(world.ready());
  CHECK(world.get<MapSectors>().sectors().landmarks_due());
  world.end_stroke();
  CHECK(world.ready());
  CHECK_FALSE(is_finished(world));
  world.finish_updates();
  CHECK_FALSE(world.get<MapSectors>().sectors().landmarks_due());
  CHECK(is_finished(world));
}

TEST_CASE("landmarks that found no place make no difference") {
  World world(GridMap(6, 5, '@'));
  world.apply(rectangle(world.map(), {0, 0}, {2, 0}, true, '.'));
  REQUIRE(world.set<MapLandmarks>(LandmarkOptions{.count = 20, .placed = {}}));
  world.finish_updates();
  const auto cells = world.get<MapLandmarks>().landmarks().cells();
  REQUIRE(cells.size() == 3);
  // Placed where they lie, which a fresh build makes room for alone.
  REQUIRE(world.set<MapLandmarks>(LandmarkOptions{.count = 20, .placed = {cells.begin(), cells.end()}}));
  world.finish_updates();
  check_as_fresh(world);
}

TEST_CASE("a setup comes back as it was given, and what is installed hands back what it replaced") {
  Rng rng(103);
  for (int round = 0; round < 10; ++round) {
    CAPTURE(round);
    const Rules rules = all_rules()[static_cast<size_t>(round) % all_rules().size()];
    const WorldSetup first = some_setup(rules, rng);
    World world(random_rooms(50, 40, 9, rng.next()), first);
    CHECK(world.setup() == first);
    if (rng.percent(50)) world.finish_updates();
    // Prepared beside a world that others read, with other rules and options.
    const WorldSetup second = some_setup(some_rules(rng), rng);
    WorldParts parts;
    std::thread beside([&] { parts = world.prepare(second); });
    for (int i = 0; i < 20; ++i) check_states(world);
    beside.join();
    CHECK(world.setup() == first);
    parts = world.install(second, std::move(parts));
    CHECK(world.setup() == second);
    check_states(world);
    if (second.rules != first.rules) {
      const std::optional<MoveGrid>& moves = parts.of(StructureId::kMoves).as<MovesPart>().moves;
      REQUIRE(moves.has_value());
      CHECK(moves->rules() == first.rules);
      const auto& hpa = parts.of(StructureId::kHpa).as<MapHpa::Part>();
      REQUIRE(hpa.has_value());
      CHECK(hpa->options() == first.get<MapHpa>());
    }
    finish(world);
    check_as_fresh(world);
    // The same again changes nothing.
    const uint64_t moves = world.get<MapMoves>().version();
    world.change(second);
    CHECK(world.get<MapMoves>().version() == moves);
    check_as_fresh(world);
    CHECK(world.ready());
  }
}

TEST_CASE("a build that is cancelled stays so until it is asked for again, whatever is built in the background") {
  for_each_structure([&]<class K>(std::type_identity<K>) {
    if constexpr (K::kInBackground) {
      CAPTURE(K::kName);
      World world(random_rooms(80, 80, 9, 7), full_setup({}));
      world.finish_updates();
      REQUIRE(world.ready(K::kId));
      world.apply(rectangle(world.map(), {10, 10}, {30, 12}, true, '@'));
      world.cancel(K::kId);
      world.finish_updates();
      check_states(world);
      const StructureState state = world.state(K::kId);
      CHECK((state.cancelled && !state.ready) == !refusal(world, K::kId).empty());
      world.rebuild(K::kId);
      world.finish_updates();
      CHECK_FALSE(world.state(K::kId).cancelled);
      CHECK(world.ready(K::kId));
      check_as_fresh(world);
    }
  });
}

TEST_CASE("after a cancel the next edit lets a build begin again, though it changes no move") {
  for_each_structure([&]<class K>(std::type_identity<K>) {
    if constexpr (K::kInBackground) {
      CAPTURE(K::kName);
      World world(random_rooms(80, 80, 9, 7), full_setup({}));
      world.finish_updates();
      world.apply(rectangle(world.map(), {10, 10}, {30, 12}, true, '@'));
      world.cancel(K::kId);
      world.apply(rectangle(world.map(), {11, 11}, {12, 11}, true, 'T'));
      CHECK_FALSE(world.state(K::kId).cancelled);
      world.finish_updates();
      CHECK(world.ready(K::kId));
      check_as_fresh(world);
    }
  });
}

// Threads that keep the processor busy, so that jobs end late and in any order.
struct ProcessorLoad {
  explicit ProcessorLoad(unsigned threads) {
    for (unsigned i = 0; i < threads; ++i) {
      all.emplace_back([this] {
        for (uint64_t at = 0; !done.load(std::memory_order_relaxed); ++at) spent.store(at, std::memory_order_relaxed);
      });
    }
  }
  ~ProcessorLoad() {
    done = true;
    for (std::thread& one : all) one.join();
  }
  std::atomic<bool> done = false;
  std::atomic<uint64_t> spent = 0;
  std::vector<std::thread> all;
};

TEST_CASE("a storm of edits, options and cancels that is undone to its beginning leaves what a fresh world has") {
  const char* seconds = std::getenv("STRATA_STORM_SECONDS");
  const char* first = std::getenv("STRATA_STORM_SEED");
  Rng rng(first != nullptr ? std::strtoull(first, nullptr, 10) : 104);
  const auto begin = std::chrono::steady_clock::now();
  const auto has_time = [&](int round) {
    if (seconds == nullptr) return round < 4;
    return std::chrono::steady_clock::now() - begin < std::chrono::seconds(std::strtol(seconds, nullptr, 10));
  };
  const ProcessorLoad load(2);
  for (int round = 0; has_time(round); ++round) {
    CAPTURE(round);
    Rules rules = all_rules()[rng.below(static_cast<uint32_t>(all_rules().size()))];
    rules.agent_size = rng.between(1, 4);
    World world(random_rooms(rng.between(24, 64), rng.between(24, 64), rng.between(6, 12), rng.next()),
                some_setup(rules, rng));
    const GridMap before = world.map();
    for (int step = 0; step < 40; ++step) {
      const auto one = static_cast<StructureId>(rng.below(kStructures));
      switch (rng.below(8)) {
        case 0:
          world.set(one, some_options_of(one, world.rules(), rng));
          break;
        case 1:
          world.cancel(one);
          break;
        case 2:
          world.rebuild(one);
          break;
        case 3:
          world.work(rng.percent(50) ? 0 : 1);
          break;
        case 4:
          if (rng.percent(50)) std::this_thread::sleep_for(std::chrono::microseconds(rng.below(2000)));
          world.work(0);
          break;
        default:
          world.apply(random_edit(world.map(), 8, rng));
      }
    }
    const bool any_edit = world.history().can_undo();
    while (world.undo()) {
      if (rng.percent(30)) world.work(0);
    }
    REQUIRE(world.map() == before);
    // Without an edit after a cancel it is asked for again.
    for (const StructureId one : kAllStructures) {
      if (!any_edit && world.state(one).cancelled) world.rebuild(one);
    }
    world.finish_updates();
    for (const StructureId one : kAllStructures) {
      CAPTURE(structure_name(one));
      CHECK((!world.has(one) || world.ready(one) || !refusal(world, one).empty()));
    }
    check_states(world);
    check_as_fresh(world);
  }
}

}  // namespace strata::test
