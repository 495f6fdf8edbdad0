// The construction of the tables of HNA* and PCCP as it is recorded.
#include "core/hna/hna_build.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <vector>

#include "core/hna/hna_build_code.hpp"
#include "core/navmesh/grid_mesh.hpp"
#include "core/search/trace.hpp"
#include "tests/support.hpp"

using namespace strata;

TEST_CASE("a recorded construction of HNA* builds the tables of an unrecorded one, and its events are these tables") {
  for (uint64_t seed = 1; seed <= 4; ++seed) {
    for (const MeshCosts costs : {MeshCosts::kMidpoints, MeshCosts::kCentroids}) {
      CAPTURE(seed);
      const MoveGrid grid =
          test::moves_on(seed == 4 ? GridMap(20, 20) : test::random_map(40, 34, seed == 3 ? 30 : 12, seed));
      auto made = test::built<GridMesh>(grid, GridMeshOptions{});
      const NavMesh& mesh = made.mesh();
      Hna plain, traced;
      plain.build(mesh, {.levels = 2, .group_size = 4 + static_cast<int>(seed), .costs = costs});
      Trace trace;
      build_recorded(traced, mesh, plain, trace);
      REQUIRE(traced.ready());
      CHECK_FALSE(traced.difference(mesh).has_value());
      REQUIRE(traced.levels() == plain.levels());
      for (int level = 1; level <= plain.levels(); ++level) {
        REQUIRE(traced.level(level).group_slots() == plain.level(level).group_slots());
        for (uint32_t group = 0; group < plain.level(level).group_slots(); ++group) {
          CHECK(traced.level(level).group(group) == plain.level(level).group(group));
        }
      }

      // Intra-edges by level, group and ends; stored paths by level, polygon and inter-edge.
      std::map<std::tuple<int, uint32_t, PortalId, PortalId>, Cost> intra;
      std::map<std::tuple<int, PolygonId, PortalId>, Cost> stored;
      std::map<int, uint32_t> group;
      std::vector<NodeId> path;
      for (const SearchEvent& event : trace.events()) {
        if (event.line == hna_build_code::kGroup) group[event.level] = event.g;
        if (event.line == hna_build_code::kLeave) path.assign({event.parent, event.node});
        if (event.line == hna_build_code::kFollow) {
          CHECK(path.back() == event.parent);
          path.push_back(event.node);
        }
        if (event.line == hna_build_code::kIntra) {
          const auto [a, b] = std::minmax(event.node, event.parent);
          CHECK(intra.emplace(std::tuple(event.level, group[event.level], a, b), event.g).second);
        }
        if (event.line != hna_build_code::kStore) continue;
        CHECK(stored.emplace(std::tuple(event.level, event.parent - mesh.portal_slots(), event.node), event.g).second);
        // The path leads from the polygon to the inter-edge, from polygon to polygon.
        CHECK(path.front() == event.parent);
        CHECK(path.back() == event.node);
        CHECK(path.size() == event.h + 1);
        for (size_t i = 1; i + 1 < path.size(); ++i) {
          const Portal &here = mesh.portal(path[i]), &next = mesh.portal(path[i + 1]);
          const bool shared = std::ranges::any_of(
              here.polygons, [&](PolygonId p) { return p == next.polygons[0] || p == next.polygons[1]; });
          CHECK(shared);
        }
      }
      size_t pairs = 0, entries = 0;
      for (int level = 1; level <= plain.levels(); ++level) {
        for (uint32_t number = 0; number < plain.level(level).group_slots(); ++number) {
          const HnaGroup& own = plain.level(level).group(number);
          for (uint32_t a = 0; a < own.inter_edges; ++a) {
            for (uint32_t b = a + 1; b < own.inter_edges; ++b) {
              const auto [low, high] = std::minmax(own.portals[a], own.portals[b]);
              const auto found = intra.find(std::tuple(level, number, low, high));
              REQUIRE((found != intra.end()) == (own.cost(b, a) != kInfinite));
              if (found == intra.end()) continue;
              CHECK(found->second == own.cost(b, a));
              ++pairs;
            }
          }
          for (uint32_t place = 0; place < own.polygons.size(); ++place) {
            for (uint32_t e = 0; e < own.inter_edges; ++e) {
              const Cost cost = own.centre_costs[size_t{place} * own.inter_edges + e];
              const auto found = stored.find(std::tuple(level, own.polygons[place], own.portals[e]));
              REQUIRE((found != stored.end()) == (cost != kInfinite));
              if (found == stored.end()) continue;
              CHECK(found->second == cost);
              ++entries;
            }
          }
        }
      }
      CHECK(pairs == intra.size());
      CHECK(entries == stored.size());
    }
  }
}
