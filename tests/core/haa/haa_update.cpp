// HAA* after edits, in slices, and what its builds report.
#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include "core/search/workspace.hpp"
#include "core/world/scenes.hpp"
#include "tests/core/haa/haa_setting.hpp"

using namespace strata;
using namespace strata::test;

TEST_CASE("after thousands of random edits, undo among them, update equals a fresh build") {
  int edits = 0;
  int undone = 0;
  int untouched = 0;
  uint64_t seed = 200;
  std::vector<GridMap> maps = {
      random_map(53, 47, 15, 1), random_map(40, 44, 35, 2), painted(random_rooms(61, 55, 9, 3), 1),
      GridMap(45, 38),           random_map(57, 1, 5, 4),   random_map(1, 31, 3, 5)};
  maps.push_back(generate({SceneKind::kForest, 48, 48, 6, 0}));
  for (const GridMap& start : maps) {
    for (int variant = 0; variant < 6; ++variant) {
      ++seed;
      Rules rules{static_cast<Profile>(variant % kProfiles)};
      if (variant >= 3) rules.weights = {2, 3, 16, 7};
      HaaOptions options = with_menu(5 + static_cast<int>(seed % 7), 1 + static_cast<int>(seed % 4), seed % 2 == 0);
      options.as_published = seed % 5 == 0;
      if (variant % 2 == 1) options.capabilities = {Capability(0b1111), Capability::walker(), Capability(0b0100)};
      HaaSetting s(start, rules, options);
      std::vector<Edit> inverses;
      Rng rng(seed);
      for (int i = 0; i < 75; ++i) {
        EditResult edit;
        if (!inverses.empty() && rng.percent(25)) {
          edit = s.map.apply(inverses.back());
          inverses.pop_back();
          ++undone;
        } else {
          edit = s.map.apply(random_edit(s.map, options.cluster_size, rng));
          inverses.push_back(edit.inverse);
        }
        ++edits;
        std::vector<Rect> changed(static_cast<size_t>(s.agents.class_count()));
        s.agents.update(s.map, edit.dirty, changed);
        const HaaUpdate report = s.haa.update(s.agents, changed);
        untouched += report.clusters.empty();
        REQUIRE(std::is_sorted(report.clusters.begin(), report.clusters.end()));
        REQUIRE(s.haa.ready());
        REQUIRE(s.haa.built_for() == s.map.revision());
        const HaaSetting fresh(s.map, rules, options);
        REQUIRE(fresh.agents == s.agents);
        REQUIRE(fresh.haa == s.haa);
        REQUIRE(fresh.haa.inter_edges() == s.haa.inter_edges());
        REQUIRE(fresh.haa.intra_edges() == s.haa.intra_edges());
      }
    }
  }
  CHECK(edits >= 3'000);
  CHECK(undone > 300);
  CHECK(untouched > 50);
  CHECK(untouched < edits / 2);
}

TEST_CASE("HAA* built in slices, with edits in between, ends where a build in one go does") {
  Rng rng(9);
  Workspace workspace;
  PlanResult result;
  for (int round = 0; round < 4; ++round) {
    GridMap map = painted(random_rooms(90, 90, 9, 8), 3);
    const HaaOptions options = with_menu(8, 2, round % 2 == 0);
    AgentGrids agents;
    agents.build(map, {}, options.max_size, options.capabilities);
    Haa haa;
    haa.reset(agents, options);
    HaaUpdate report;
    int slices = 0;
    while (!haa.update_some(agents, report, 5)) {
      ++slices;
      REQUIRE(haa.pending() > 0);
      REQUIRE(!haa.ready());
      haa.plan(agents, {}, HaaQuality::kHigh, {{1, 1}, {80, 80}}, {}, workspace, result);
      if (agents.grid(0).passable(Cell{1, 1}) && agents.grid(0).passable(Cell{80, 80}))
        REQUIRE(result.status == PlanStatus::kStale);
      if (slices % 3 != 0 || slices > 90) continue;
      const EditResult edit = map.apply(random_edit(map, 8, rng));
      std::vector<Rect> changed(static_cast<size_t>(agents.class_count()));
      agents.update(map, edit.dirty, changed);
      haa.mark_dirty(agents, changed);
    }
    CHECK(slices > 20);
    CHECK(haa.pending() == 0);
    const HaaSetting fresh(map, {}, options);
    REQUIRE(fresh.agents == agents);
    REQUIRE(fresh.haa == haa);
  }
}

TEST_CASE("a build reports each cluster and edge once") {
  const GridMap map = painted(random_rooms(75, 63, 9, 4), 2);
  AgentGrids agents;
  for (const bool keep : {false, true}) {
    const HaaOptions options = with_menu(10, 3, keep);
    agents.build(map, {}, options.max_size, options.capabilities);
    Haa haa;
    const HaaUpdate report = haa.build(agents, options);
    const HaaCounts counts = haa.counts(HaaQuality::kInitial);
    CHECK(report.clusters.size() == haa.clusters().count());
    CHECK(report.inter_edges == counts.inter_edges);
    CHECK(report.intra_edges == counts.intra_edges);
    CHECK(haa.inter_edges().size() == counts.inter_edges);
    CHECK(haa.intra_edges().size() == counts.intra_edges);
    CHECK(haa.nodes().size() == counts.nodes);
    CHECK(low_ones(haa.inter_edges()).size() == haa.counts(HaaQuality::kLow).inter_edges);
    CHECK(low_ones(haa.intra_edges()).size() == haa.counts(HaaQuality::kLow).intra_edges);
    size_t in_low = 0;
    for (const HaaNode& node : haa.nodes()) in_low += node.in_low;
    CHECK(in_low == haa.counts(HaaQuality::kLow).nodes);
    for (uint32_t i = 0; i < haa.nodes().size(); ++i) CHECK(haa.node_at(haa.nodes()[i].cell) == i);
    CHECK(haa.memory_bytes() > counts.nodes * sizeof(HaaNode));
  }
}

TEST_CASE("an edit redoes only the clusters it can matter to") {
  HaaSetting s(GridMap(100, 100), {}, with_menu(10, 2));
  const auto apply = [&](Cell at, char letter) {
    const EditResult edit = s.map.apply({{{s.map.id(at), 1, letter}}});
    std::vector<Rect> changed(static_cast<size_t>(s.agents.class_count()));
    s.agents.update(s.map, edit.dirty, changed);
    return s.haa.update(s.agents, changed).clusters;
  };
  CHECK(apply({45, 45}, '@') == std::vector<uint32_t>{44});
  CHECK(apply({5, 5}, 'S') == std::vector<uint32_t>{});          // ground to swamp of the same weight
  CHECK(apply({60, 75}, 'W') == std::vector<uint32_t>{75, 76});  // large agents stand to the left of it
}

TEST_CASE("stale graphs and agents that are not in the menu are refused") {
  HaaSetting s(GridMap(30, 30), {}, with_menu(10, 2));
  Workspace workspace;
  PlanResult result;
  const PlanQuery query{{0, 0}, {25, 25}};
  const auto status = [&](const Agent& agent, const PlanQuery& q) {
    s.haa.plan(s.agents, agent, HaaQuality::kLow, q, {}, workspace, result);
    return result.status;
  };
  CHECK(status({2, Capability::walker()}, query) == PlanStatus::kFound);
  CHECK(status({3, Capability::walker()}, query) == PlanStatus::kNoSuchAgent);
  CHECK(status({1, Capability(0b1000)}, query) == PlanStatus::kNoSuchAgent);
  CHECK(status({2, Capability::walker()}, {{29, 0}, {5, 5}}) == PlanStatus::kStartBlocked);
  CHECK(status({2, Capability::walker()}, {{5, 5}, {0, 29}}) == PlanStatus::kGoalBlocked);
  CHECK(status({1, Capability::walker()}, {{5, 5}, {0, 30}}) == PlanStatus::kGoalBlocked);
  const EditResult edit = s.map.apply({{{40, 5, '@'}}});
  std::vector<Rect> changed(static_cast<size_t>(s.agents.class_count()));
  s.agents.update(s.map, edit.dirty, changed);
  CHECK(status({1, Capability::walker()}, query) == PlanStatus::kStale);
  s.haa.update(s.agents, changed);
  CHECK(status({1, Capability::walker()}, query) == PlanStatus::kFound);
}
