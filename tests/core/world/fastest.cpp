// The planner "fastest": its arithmetic chooses what is fastest by its inputs, its answers are those of plain Dijkstra
// on the map as it is now, whatever is built or painted meanwhile, and it says whom it has asked.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "core/search/path.hpp"
#include "core/search/plan_options.hpp"
#include "core/search/pseudo_code.hpp"
#include "core/search/trace.hpp"
#include "core/search/workspace.hpp"
#include "core/strata.hpp"
#include "core/world/fastest_planner.hpp"
#include "core/world/planner_costs.hpp"
#include "core/world/planner_stamp.hpp"
#include "core/world/structures.hpp"
#include "core/world/world.hpp"
#include "tests/links_support.hpp"
#include "tests/rounds.hpp"
#include "tests/support.hpp"

namespace strata::test {
namespace {

constexpr ByCandidate<bool> kNoCandidate = {};

FastestCandidate candidate_number(size_t index) { return static_cast<FastestCandidate>(index); }

// Feeds so many queries of a constant time that it counts as measured.
void measure_candidate(FastestChoice& choice, FastestCandidate one, int64_t nanos) {
  for (int i = 0; i < 64; ++i) choice.note_query(one, nanos);
}

// Compares the answer with plain Dijkstra. Empty: it is right.
std::string fastest_fault(const World& world, const PlanQuery& query, const PlanResult& result) {
  if (!world.moves().passable(query.start)) return result.status == PlanStatus::kStartBlocked ? "" : "blocked start";
  if (!world.moves().passable(query.goal)) return result.status == PlanStatus::kGoalBlocked ? "" : "blocked goal";
  const Cost optimum = linked_dijkstra(world.map(), world.rules(), query.start)[world.map().id(query.goal)];
  if (optimum == kInfinite) return result.status == PlanStatus::kNoPath ? "" : "there is no path";
  if (!result.found()) return std::string(status_text(result.status));
  if (result.cost != optimum) return "not optimal";
  return path_fault(world.moves(), result.path, query.start, query.goal, result.cost).value_or("");
}

// Paints a random stroke, gives random cells a weight, or adds or removes a link.
Edit storm_edit(const World& world, Rng& rng) {
  const GridMap& map = world.map();
  const Cell at = random_cell(map, rng);
  const Cell to{std::min(at.x + rng.between(0, 4), map.width() - 1),
                std::min(at.y + rng.between(0, 4), map.height() - 1)};
  const uint32_t kind = rng.below(20);
  if (kind == 0) return with_weight(rectangle(map, at, to, true, '.'), rng.between(1, 9));
  if (kind == 1) return with_weight(rectangle(map, {0, 0}, {map.width() - 1, map.height() - 1}, true, '.'), 0);
  if (kind == 2 && map.id(at) != map.id(to))
    return {{}, {{map.id(at), map.id(to), 200}, {map.id(to), map.id(at), 200}}};
  if (kind == 3 && map.links() != nullptr) {
    const MapLink link = map.links()->all().front();
    return {{}, {{link.from, link.to, 0}}};
  }
  return rectangle(map, at, to, true, rng.below(2) == 0 ? '.' : '@');
}

}  // namespace

TEST_CASE("fastest: without measurements the order of the modelled times decides, and A* is asked last") {
  FastestChoice choice(100'000);
  CHECK_FALSE(choice.ask(kNoCandidate));
  CHECK(choice.ask({false, false, false, false, true}) == FastestCandidate::kCells);
  CHECK(choice.ask({false, false, false, true, true}) == FastestCandidate::kJumps);
  CHECK(choice.queries_between_changes() == 1);
  CHECK_FALSE(choice.changes());
  for (size_t i = 0; i < kFastestCandidates; ++i) CHECK(choice.times(candidate_number(i)).query > 0);
}

TEST_CASE("fastest: what is measured best is asked, and only now and then a candidate that may have become faster") {
  Rng rng(3);
  for (int round = 0; round < rounds(50); ++round) {
    FastestChoice choice(40'000);
    ByCandidate<int64_t> nanos{};
    ByCandidate<bool> ready = kNoCandidate;
    for (size_t i = 0; i < kFastestCandidates; ++i) {
      nanos[i] = rng.between(1'000, 1'000'000);
      ready[i] = rng.percent(70);
      measure_candidate(choice, candidate_number(i), nanos[i]);
    }
    size_t best = kFastestCandidates;
    for (size_t i = 0; i < kFastestCandidates; ++i) {
      if (ready[i] && (best == kFastestCandidates || nanos[i] < nanos[best])) best = i;
    }
    size_t others = 0;
    for (int query = 0; query < 640; ++query) {
      const auto asked = choice.ask(ready);
      REQUIRE(asked.has_value() == (best < kFastestCandidates));
      if (!asked) break;
      const auto index = static_cast<size_t>(*asked);
      REQUIRE(ready[index]);
      CHECK(nanos[index] <= 5 * nanos[best]);  // hopeless ones are never tried
      others += index != best && nanos[index] != nanos[best];
      choice.note_query(*asked, nanos[index]);
    }
    CHECK(others <= 10);  // one of 64
  }
}

TEST_CASE("fastest: a structure is kept only if its total is smaller than that of A*, which needs none") {
  Rng rng(7);
  size_t kept_ones = 0, left_out = 0;
  for (int round = 0; round < rounds(2000); ++round) {
    FastestChoice choice(40'000);
    const int phases = rng.between(0, 5), queries = rng.between(1, 400);
    ByCandidate<int64_t> nanos{};
    for (size_t i = 0; i < kFastestCandidates; ++i) {
      nanos[i] = rng.between(1'000, 400'000);
      choice.note_query(candidate_number(i), nanos[i]);
      choice.note_build(candidate_number(i), rng.between(10'000, 40'000'000));
    }
    for (int phase = 0; phase < phases; ++phase) {
      choice.note_update(FastestCandidate::kJumpDistances, rng.between(1'000, 3'000'000));
      choice.note_change();
      for (int i = 0; i < queries; ++i) choice.note_query(FastestCandidate::kJumps, nanos[3]);
    }
    const ByCandidate<bool> possible = {rng.percent(80), rng.percent(80), rng.percent(80), rng.percent(80), true};
    const ByCandidate<bool> kept = choice.keep(possible, kNoCandidate);
    CHECK_FALSE(kept[4]);
    CHECK_FALSE((kept[0] && kept[1]));
    const auto until_change = static_cast<int64_t>(choice.queries_between_changes());
    for (size_t i = 0; i < 4; ++i) {
      if (i == 3 && kept[2]) continue;  // the jump map is kept beside the distances
      const PlannerTimes& own = choice.times(candidate_number(i));
      if (!kept[i]) {
        ++left_out;
        continue;
      }
      ++kept_ones;
      REQUIRE(possible[i]);
      const bool by_job = FastestChoice::is_built_by_job(candidate_number(i));
      const int64_t costs = by_job ? own.prepare : choice.changes() ? own.edit : 0;
      CHECK(costs + until_change * own.query < until_change * choice.times(FastestCandidate::kCells).query);
    }
  }
  CHECK(kept_ones > 50);
  CHECK(left_out > 50);
}

TEST_CASE("fastest: labels pay after enough queries without a change, and are given up where changes come often") {
  FastestChoice choice(40'000);
  choice.note_build(FastestCandidate::kLabels, 10'000'000);
  measure_candidate(choice, FastestCandidate::kLabels, 5'000);
  const ByCandidate<bool> possible = {true, false, false, true, true};
  choice.note_change();
  for (int i = 0; i < 3; ++i) choice.note_change();
  choice.note_query(FastestCandidate::kJumps, 25'000);
  // A query saves 20 µs, a build takes 10 ms.
  for (int i = 0; i < 400; ++i) choice.note_query(FastestCandidate::kJumps, 25'000);
  CHECK_FALSE(choice.keep(possible, kNoCandidate)[0]);
  for (int i = 0; i < 200; ++i) choice.note_query(FastestCandidate::kJumps, 25'000);
  CHECK(choice.keep(possible, kNoCandidate)[0]);
  for (int i = 0; i < 12; ++i) {
    choice.note_change();
    for (int query = 0; query < 20; ++query) choice.note_query(FastestCandidate::kJumps, 25'000);
  }
  CHECK(choice.queries_between_changes() < 100);
  CHECK_FALSE(choice.keep(possible, kNoCandidate)[0]);
  CHECK_FALSE(choice.keep(possible, {true, false, false, true, true})[0]);
}

TEST_CASE("fastest: one long pause of the machine does not make a candidate slow") {
  FastestChoice choice(40'000);
  measure_candidate(choice, FastestCandidate::kJumps, 10'000);
  choice.note_query(FastestCandidate::kJumps, 1'000'000'000);
  CHECK(choice.times(FastestCandidate::kJumps).query < 12'000);
}

TEST_CASE("fastest: in a storm of edits with work at random moments every answer is optimal and none is out of date") {
  const Planner& fastest = *planner_named("fastest");
  Workspace workspace;
  PlanResult result, traced, kept;
  Trace trace;
  ByCandidate<size_t> asked{};
  for (int round = 0; round < rounds(12); ++round) {
    CAPTURE(round);
    Rng rng(static_cast<uint64_t>(round) + 1);
    Rules rules;
    rules.profile = static_cast<Profile>(round % 4 < 2 ? 0 : round % 4 - 1);
    rules.agent_size = round % 6 == 5 ? 2 : 1;
    World world(round % 2 == 0 ? random_map(40, 34, 25, rng.next()) : random_rooms(40, 34, 8, rng.next()), rules,
                {.cluster_size = 8});
    if (round % 3 != 2) {  // as in the app: the user switches structures; in the third case the keeper does
      for (const StructureId one :
           {StructureId::kLabels, StructureId::kCh, StructureId::kJumpDistances, StructureId::kJumps}) {
        if (rng.percent(70)) REQUIRE(world.set(one, default_options(one, rules)));
      }
    }
    FastestKeeper keeper;
    for (int step = 0; step < rounds(80); ++step) {
      CAPTURE(step);
      if (rng.percent(25)) keeper.note_change(world.apply(storm_edit(world, rng)));
      if (rng.percent(30)) world.work(0);
      if (rng.percent(10)) world.finish_updates();
      const PlanQuery query{random_cell(world.map(), rng), random_cell(world.map(), rng)};
      const PlanOptions options{.heuristic = rng.percent(20) ? Heuristic::kManhattan : Heuristic::kOctile,
                                .weight = static_cast<uint16_t>(rng.percent(20) ? 250 : kWeightOne)};
      plan(world, fastest, query, options, workspace, result);
      REQUIRE(fastest_fault(world, query, result) == "");
      plan(world, fastest, query, options, workspace, traced, &trace);
      REQUIRE(traced.status == result.status);
      REQUIRE(traced.path == result.path);
      REQUIRE(traced.cost == result.cost);
      const Planner& whom = recorded_planner(trace, fastest);
      CHECK(&whom == &fastest_ready(world));
      CHECK(why_fastest(world).starts_with("Asked " + std::string(whom.title)));
      ++asked[static_cast<size_t>(*candidate_of(whom))];
      for (const SearchEvent& event : trace.events()) REQUIRE(event.line < whom.pseudo_code->lines.size());
      const Planner& answered = keeper.plan(world, query, options, workspace, kept);
      REQUIRE(fastest_fault(world, query, kept) == "");
      CHECK(available(world, answered));
      CHECK(keeper.why(world).starts_with("Asked "));
    }
  }
  if (kSanitized) return;
  for (size_t i = 0; i < kFastestCandidates; ++i) {
    CAPTURE(fastest_candidate(candidate_number(i)).name);
    CHECK(asked[i] > 5);
  }
}

TEST_CASE("fastest: the stamp, the sentence and the costs follow the planner that is asked") {
  const Planner& fastest = *planner_named("fastest");
  World world(random_rooms(40, 34, 8, 5));
  CHECK(fastest_ready(world).name == "astar");
  REQUIRE(world.set(StructureId::kJumps, default_options(StructureId::kJumps, world.rules())));
  const PlanQuery query{{1, 1}, {38, 30}};
  CHECK(fastest_ready(world).name == "jps");
  CHECK(why_fastest(world) ==
        "Asked JPS, which is up to date with the map; before it would come Hub labels (off), Contraction hierarchy "
        "(off), "
        "JPS+ (off).");
  const std::string before = planner_stamp(world, fastest, query, {});
  REQUIRE(world.set(StructureId::kLabels, default_options(StructureId::kLabels, world.rules())));
  CHECK(fastest_ready(world).name == "jps");  // they are not built yet
  CHECK(planner_stamp(world, fastest, query, {}) == before);
  world.finish_updates();
  CHECK(fastest_ready(world).name == "labels");
  CHECK(why_fastest(world) == "Asked Hub labels, its first choice: up to date with the map.");
  CHECK(planner_stamp(world, fastest, query, {}) != before);
  CHECK(memory_bytes(world, fastest) == memory_bytes(world, *planner_named("labels")));
  CHECK(prepare_micros(world, fastest) == prepare_micros(world, *planner_named("labels")));
  world.apply(rectangle(world.map(), {2, 2}, {3, 3}, true, '@'));
  CHECK(fastest_ready(world).name == "jps");  // until they have followed
  world.change([&] {
    WorldSetup four = world.setup();
    four.rules.profile = Profile::kFour;
    return four;
  }());
  CHECK(fastest_ready(world).name == "astar");
  CHECK(why_fastest(world).find("JPS (needs 8-connected moves, no corner cutting)") != std::string::npos);
}

TEST_CASE("fastest: labels over an abstract graph or a drawn graph are never asked, because their paths differ") {
  for (const ChGraph graph : {ChGraph::kSectors, ChGraph::kHpa, ChGraph::kDrawn}) {
    CAPTURE(ch_graph_name(graph));
    World world(random_rooms(40, 34, 8, 5));
    world.set<MapSectors>(SectorOptions{.sector_size = 8});
    world.set<MapJumps>(JumpsOptions{});
    world.set<MapLabels>(LabelsOptions{.graph = graph});
    world.set<MapHierarchy>(ChOptions{.graph = graph});
    world.finish_updates();
    CHECK(fastest_ready(world).name == "jps");
  }
}

TEST_CASE("fastest: the keeper switches on what pays and leaves alone what others have switched on") {
  World world(random_rooms(64, 64, 8, 9));
  REQUIRE(world.set(StructureId::kCh, default_options(StructureId::kCh, world.rules())));
  FastestKeeper keeper;
  Rng rng(2);
  // Queries are told to be slow, so that labels pay soon; they are built by a job while other planners answer.
  bool labels_asked = false;
  for (int i = 0; i < 200'000 && !labels_asked; ++i) {
    const Planner& asked = keeper.prepare(world);
    labels_asked = asked.name == "labels" || asked.name == "ch";
    keeper.note_query(asked, 1'000);
  }
  CHECK(labels_asked);
  CHECK(world.has(StructureId::kCh));
  // Changes after every query: nothing that a job builds is worth its build.
  for (int i = 0; i < 300; ++i) {
    const int x = i % 40;
    keeper.note_change(world.apply(rectangle(world.map(), {x, 3}, {x, 4}, true, i % 2 == 0 ? '@' : '.')));
    const Planner& asked = keeper.prepare(world);
    CHECK(available(world, asked));
    CHECK(world.ready(asked.needs));
    keeper.note_query(asked, 1);
  }
  CHECK_FALSE(world.has(StructureId::kLabels));
  CHECK(world.has(StructureId::kCh));
}

TEST_CASE("fastest: connected areas answer queries without a path, and are out of date after no edit") {
  World world(random_rooms(300, 200, 9, 4));
  FastestKeeper keeper(1e-9);  // the first areas pay after one query, however fast that is
  Workspace workspace;
  PlanResult result;
  Rng rng(6);
  size_t by_areas = 0, without = 0;
  for (int i = 0; i < rounds(300); ++i) {
    // A wall across the map is built and taken away.
    if (i % 30 == 0) {
      const char letter = i % 60 == 0 ? '@' : '.';
      keeper.note_change(world.apply(rectangle(world.map(), {150, 0}, {150, 199}, true, letter)));
    }
    const PlanQuery query{random_cell(world.map(), rng), random_cell(world.map(), rng)};
    keeper.plan(world, query, {}, workspace, result);
    const std::string fault = fastest_fault(world, query, result);
    REQUIRE_MESSAGE(fault.empty(), fault);
    without += result.status == PlanStatus::kNoPath;
    by_areas += keeper.why(world).find("connected areas") != std::string::npos;
  }
  CHECK(without > 10);
  CHECK(by_areas > 0);
  CHECK(by_areas < without);
}

TEST_CASE("fastest: connected areas of a world are not those of another one that takes its place") {
  GridMap walled(60, 40);
  walled.apply(rectangle(walled, {30, 0}, {30, 39}, true, '@'));
  GridMap open(60, 40);
  open.apply(rectangle(open, {30, 0}, {30, 0}, true, '@'));
  REQUIRE(walled.revision() == open.revision());
  World world(walled);
  FastestKeeper keeper(1e-9);
  Workspace workspace;
  PlanResult result;
  const PlanQuery query{{2, 20}, {50, 20}};
  for (int i = 0; i < 3; ++i) keeper.plan(world, query, {}, workspace, result);
  REQUIRE(keeper.why(world).find("connected areas") != std::string::npos);
  CHECK(result.status == PlanStatus::kNoPath);
  world = World(open);
  keeper.plan(world, query, {}, workspace, result);
  CHECK(result.found());
}

TEST_CASE("fastest: it answers as the first call of a front door, waits for nothing, and says whom it has asked") {
  Pathfinder finder(random_rooms(48, 40, 8, 3));
  CHECK(finder.why_fastest().empty());
  Rng rng(4);
  for (int i = 0; i < rounds(60); ++i) {
    const Cell start = random_cell(finder.map(), rng), goal = random_cell(finder.map(), rng);
    const auto found = finder.find(start, goal, "fastest");
    REQUIRE(found.ok());
    const auto expected = finder.find(start, goal, "astar");
    REQUIRE(expected.ok());
    CHECK(found.value().status == expected.value().status);
    CHECK(found.value().length == doctest::Approx(expected.value().length));
    CHECK(candidate_of(*planner_named(found.value().planner)).has_value());
    CHECK(finder.why_fastest().starts_with("Asked "));
    CHECK(expected.value().planner == "astar");
    if (rng.percent(30)) finder.paint(start, goal, rng.percent(50) ? Terrain::kOut : Terrain::kGround);
  }
}

}  // namespace strata::test
