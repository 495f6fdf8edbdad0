// The construction of HPA* as it is recorded.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "core/hpa/hpa.hpp"
#include "core/hpa/hpa_build.hpp"
#include "core/hpa/hpa_build_code.hpp"
#include "core/search/trace.hpp"
#include "core/world/scenes.hpp"
#include "tests/support.hpp"

using namespace strata;

namespace {

HpaEdge built_edge(const SearchEvent& event) {
  return {std::min(event.node, event.parent), std::max(event.node, event.parent), event.g};
}

}  // namespace

TEST_CASE("a recorded construction of HPA* builds what an unrecorded one does, and its events are that structure") {
  struct HpaBuildCase {
    GridMap map;
    HpaOptions options;
  };
  const std::vector<HpaBuildCase> kinds = {
      {test::random_map(60, 47, 20, 1), {.cluster_size = 8, .levels = 3}},
      {test::random_map(40, 40, 40, 2), {.cluster_size = 5, .levels = 4}},
      {test::random_rooms(61, 61, 7, 3), {.cluster_size = 10, .levels = 2, .level_factor = 3}},
      {GridMap(50, 33), {.cluster_size = 10, .transition_spacing = 3, .cache_paths = true, .levels = 3}},
      {generate({SceneKind::kCave, 70, 50, 4, 0}), {.cluster_size = 9, .cache_paths = true, .levels = 1}},
      {test::random_map(50, 1, 5, 5), {.cluster_size = 4, .levels = 2}},
      {GridMap(5, 5), {.cluster_size = 10, .levels = 2}},
  };
  for (const HpaBuildCase& kind : kinds) {
    CAPTURE(kind.map.width());
    for (const Profile profile : {Profile::kOctile, Profile::kFour}) {
      const MoveGrid grid = test::moves_on(kind.map, {.profile = profile});
      Hpa plain, traced;
      Trace trace;
      const HpaUpdate told = plain.build(grid, kind.options);
      const HpaUpdate same = build_recorded(traced, grid, kind.options, trace);
      CHECK(plain == traced);
      CHECK(traced.ready());
      CHECK(told.intra_edges == same.intra_edges);
      CHECK(told.transitions == same.transitions);

      std::vector<HpaEdge> inter;
      std::map<int, std::vector<HpaEdge>> intra;
      std::map<int, std::set<CellId>> nodes;
      std::vector<Entrance> entrances;
      size_t picked = 0;
      for (const SearchEvent& event : trace.events()) {
        REQUIRE(build_event::is_build(event.phase));
        if (event.type == build_event::kPick) ++picked;
        if (event.type == build_event::kRaise) nodes[event.level].insert(event.node);
        if (event.type != build_event::kAddEdge) continue;
        if (event.line != hpa_build_code::kPair) {
          intra[event.level].push_back(built_edge(event));
          continue;
        }
        inter.push_back(built_edge(event));
        nodes[1].insert({event.node, event.parent});
      }
      CHECK(picked == plain.entrances(grid).size());
      std::sort(inter.begin(), inter.end());
      CHECK(inter == plain.inter_edges(1));
      for (int level = 1; level <= plain.levels(); ++level) {
        CAPTURE(level);
        std::sort(intra[level].begin(), intra[level].end());
        CHECK(intra[level] == plain.intra_edges(level));
        std::set<CellId> own;
        for (const HpaNode& node : plain.nodes(level)) own.insert(node.cell);
        CHECK(nodes[level] == own);
      }
    }
  }
}

TEST_CASE("a recorded construction of HPA* ends every search of a level before it joins the nodes found") {
  const MoveGrid grid = test::moves_on(test::random_map(30, 30, 25, 9));
  Hpa hpa;
  Trace trace;
  build_recorded(hpa, grid, {.cluster_size = 6, .levels = 3}, trace);
  int level = 0;
  for (size_t i = 0; i < trace.events().size(); ++i) {
    const SearchEvent& event = trace.events()[i];
    if (event.type == build_event::kStage) level = std::max<int>(level, event.level);
    const bool search =
        event.type == EventType::kGenerate || event.type == EventType::kUpdate || event.type == EventType::kExpand;
    CHECK(event.level == (search ? level - 1 : level));
    const bool intra = event.line == hpa_build_code::kIntra || event.line == hpa_build_code::kUpperIntra;
    if (!intra) continue;
    // The edge leads from the node where the last search began to one that this search has expanded or reached at this
    // cost.
    size_t root = i;
    while (trace.events()[root].type != EventType::kGenerate || trace.events()[root].parent != kNoCell) --root;
    CHECK(trace.events()[root].node == event.parent);
    const bool reached =
        std::any_of(trace.events().begin() + static_cast<std::ptrdiff_t>(root),
                    trace.events().begin() + static_cast<std::ptrdiff_t>(i), [&](const SearchEvent& e) {
                      return e.node == event.node && e.g == event.g && e.type != build_event::kAddEdge;
                    });
    CHECK(reached);
  }
}
