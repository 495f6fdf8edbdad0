// Numbers of polygons and groups, stored paths and bounds: what is said is what HNA* holds.

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "app/features/hna/hna.hpp"
#include "app/lab/gestures.hpp"
#include "app/lab/lab.hpp"
#include "core/world/map_hna.hpp"
#include "core/world/map_navmesh.hpp"
#include "tests/overlay_support.hpp"

using namespace strata;
using namespace strata::test;

namespace {

std::vector<std::string> number_texts(OverlayBuilder& builder, Lab& lab) {
  std::vector<std::string> all;
  for (const DrawLabel& label : test::draw(builder, lab).labels) all.emplace_back(label.text);
  std::sort(all.begin(), all.end());
  return all;
}

void group_the_example(Lab& lab) {
  run_settled(lab, {"query.clear", "view.fit", "hna on", "hna.levels 3", "hna.mu 3"});
}

}  // namespace

TEST_CASE("every polygon and every group has its number on the map, groups with their inter-edges, on each level") {
  LabInView lab(3000, 3000);
  OverlayBuilder builder;
  group_the_example(lab);
  run(lab, {"layer all off", "layer polygon-numbers on"});
  const NavMesh& mesh = lab.world().get<MapNavmesh>().mesh();
  std::vector<std::string> expected;
  for (PolygonId polygon = 0; polygon < mesh.polygon_slots(); ++polygon) {
    if (mesh.has_polygon(polygon)) expected.push_back(fmt::format("{}", polygon));
  }
  std::sort(expected.begin(), expected.end());
  REQUIRE(expected.size() > 10);
  CHECK(number_texts(builder, lab) == expected);
  run(lab, {"layer polygon-numbers off", "layer group-numbers on"});
  for (int level = 1; level <= 3; ++level) {
    run(lab, fmt::format("view.level 1 {}", level));
    const HnaLevel& own = lab.world().get<MapHna>().hna().level(level);
    expected.clear();
    for (uint32_t group = 0; group < own.group_slots(); ++group) {
      if (!own.has_group(group)) continue;
      // The inter-edges are counted over the portals of its polygons.
      size_t inter_edges = 0;
      for (const PolygonId polygon : own.group(group).polygons) {
        for (const MeshSide& side : mesh.sides(polygon)) {
          inter_edges += side.portal != kNoPortal && own.is_inter_edge(mesh.portal(side.portal));
        }
      }
      expected.push_back(fmt::format("{}: {}", group, inter_edges));
    }
    std::sort(expected.begin(), expected.end());
    CHECK(number_texts(builder, lab) == expected);
  }
}

TEST_CASE("the stored paths of the inspected polygon lead from side to side to the inter-edge, into the group named") {
  Lab lab;
  group_the_example(lab);
  const NavMesh& mesh = lab.world().get<MapNavmesh>().mesh();
  size_t paths = 0, direct = 0, longest = 0;
  for (const Cell cell : {Cell{3, 3}, Cell{12, 8}, Cell{20, 20}, Cell{36, 15}, Cell{10, 30}}) {
    run_settled(lab, fmt::format("inspect {} {}", cell.x, cell.y));
    const PolygonId polygon = lab.world().get<MapNavmesh>().end_at(cell).polygon;
    if (polygon == kNoPolygon) continue;
    const auto& seen = hna_controller(lab).inspected();
    for (int level = 1; level <= static_cast<int>(seen.size()); ++level) {
      const HnaLevel& own = lab.world().get<MapHna>().hna().level(level);
      const uint32_t group = own.group_of(polygon);
      for (const GroupInspection::PathTableEntry& entry : seen[static_cast<size_t>(level) - 1].entries) {
        PolygonId at = polygon;
        const auto leads_to = [&](PolygonId next) {
          return std::ranges::any_of(mesh.sides(at), [&](const MeshSide& side) {
            return side.portal != kNoPortal && mesh.portal(side.portal).across(at) == next;
          });
        };
        for (const PolygonId next : entry.path) {
          CHECK(leads_to(next));
          CHECK(own.group_of(next) == group);
          at = next;
        }
        CHECK(
            std::ranges::any_of(mesh.sides(at), [&](const MeshSide& side) { return side.portal == entry.inter_edge; }));
        CHECK(own.group_of(mesh.portal(entry.inter_edge).across(at)) == entry.to_group);
        CHECK(entry.to_group != group);
        CHECK(entry.path.empty() == (entry.path_text == "none"));
        ++paths;
        direct += entry.path.empty();
        longest = std::max(longest, entry.path.size());
      }
    }
  }
  CHECK(paths > 20);
  CHECK(direct > 0);
  CHECK(longest > 2);
  holds(lab, "inspected.groups.1.ways.0.to_group exists");
}

TEST_CASE("no group has more inter-edges than the bound for its polygons") {
  Lab lab;
  group_the_example(lab);
  const NavMesh& mesh = lab.world().get<MapNavmesh>().mesh();
  size_t sides = 0;
  for (PolygonId polygon = 0; polygon < mesh.polygon_slots(); ++polygon) {
    if (mesh.has_polygon(polygon)) sides = std::max(sides, mesh.sides(polygon).size());
  }
  for (int level = 1; level <= 3; ++level) {
    const HnaLevel& own = lab.world().get<MapHna>().hna().level(level);
    size_t most = 0, polygons = 1;
    for (uint32_t group = 0; group < own.group_slots(); ++group) {
      if (!own.has_group(group)) continue;
      most = std::max<size_t>(most, own.group(group).inter_edges);
      CHECK(own.group(group).inter_edges <= hna_inter_edge_bound(own.group(group).polygons.size(), sides));
    }
    for (int i = 0; i < level; ++i) polygons *= 3;
    holds(lab, fmt::format("hna.level.{}.most_inter_edges == {}", level, most));
    holds(lab, fmt::format("hna.level.{}.bound == {}", level, polygons * (sides - 2) + 2));
    const auto& counts = counts_of<HnaLevelCounts>(lab, StructureId::kHna, static_cast<size_t>(level) - 1);
    CHECK(counts.most_inter_edges <= counts.bound_of_largest);
  }
}
