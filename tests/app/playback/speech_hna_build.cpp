// What is said while the construction of the tables of HNA* is stepped is true of the mesh and of the tables.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>
#include <set>
#include <string_view>
#include <vector>

#include "core/hna/hna_build_code.hpp"
#include "core/world/map_hna.hpp"
#include "core/world/map_navmesh.hpp"
#include "tests/app/playback/build_speech.hpp"
#include "tests/lab_support.hpp"

namespace strata::test {
namespace {

namespace hna_code = hna_build_code;
using AtHna = const BuildMoment&;

const HnaLevel& hna_level_of(AtHna at) { return at.lab.world().get<MapHna>().hna().level(at.event.level); }
const NavMesh& hna_mesh_of(AtHna at) { return *at.lab.world().inputs().navmesh; }
uint32_t group_now(AtHna at) {
  for (size_t i = at.index + 1; i-- > 0;) {
    if (at.playback.event(i)->line == hna_code::kGroup) return at.playback.event(i)->g;
  }
  return kNoGroup;
}
const HnaGroup& group_at(AtHna at) { return hna_level_of(at).group(group_now(at)); }

void groups_begin(AtHna at) {
  at.number("level", at.event.level);
  at.number("groups", hna_level_of(at).group_count());
}
void group_told(AtHna at) {
  at.number("group", at.event.g);
  at.number("level", at.event.level);
  const HnaGroup& group = group_at(at);
  at.number("polygons", group.polygons.size());
  at.number("exits", group.inter_edges);
}
void hna_intra(AtHna at) {
  const HnaGroup& group = group_at(at);
  uint32_t a = 0, b = 0;
  while (a < group.inter_edges && group.portals[a] != at.event.parent) ++a;
  while (b < group.inter_edges && group.portals[b] != at.event.node) ++b;
  at.claim("both are inter-edges of the group", a < group.inter_edges && b < group.inter_edges);
  if (a < group.inter_edges && b < group.inter_edges) at.cost("g", group.cost(b, a));
}
void hna_polygon(AtHna at) {
  at.number("polygon", at.event.h);
  at.number("group", group_now(at));
  const auto& own = group_at(at).polygons;
  at.claim("it is one of the group's", std::find(own.begin(), own.end(), at.event.h) != own.end());
}
void hna_leave(AtHna at) {
  const PolygonId polygon = at.event.parent - hna_mesh_of(at).portal_slots();
  const Portal& portal = hna_mesh_of(at).portal(at.event.node);
  at.claim("it is a portal of the polygon", portal.polygons[0] == polygon || portal.polygons[1] == polygon);
}
void hna_follow(AtHna at) {
  uint64_t polygons = 2;
  for (size_t i = at.index; i-- > 0 && at.playback.event(i)->line == hna_code::kFollow;) ++polygons;
  at.number("polygons", polygons);
  const Portal &here = hna_mesh_of(at).portal(at.event.parent), &next = hna_mesh_of(at).portal(at.event.node);
  const auto shares = [&](PolygonId p) { return p == next.polygons[0] || p == next.polygons[1]; };
  at.claim("both are portals of one polygon", shares(here.polygons[0]) || shares(here.polygons[1]));
}
void hna_stored(AtHna at) {
  const HnaGroup& group = group_at(at);
  const PolygonId polygon = at.event.parent - hna_mesh_of(at).portal_slots();
  const uint32_t place = hna_level_of(at).place_of(polygon);
  uint32_t exit = 0;
  while (exit < group.inter_edges && group.portals[exit] != at.event.node) ++exit;
  at.claim("it is an inter-edge of the group", exit < group.inter_edges);
  if (exit == group.inter_edges) return;
  at.cost("g", group.centre_costs[size_t{place} * group.inter_edges + exit]);
  const SearchEvent& before = *at.playback.event(at.index - 1);
  at.number("polygons", before.g);
  const NodePlace a = at.playback.place(at.event.level, at.event.parent),
                  b = at.playback.place(at.event.level, at.event.node);
  if (at.lab.world().get<MapHna>().hna().options().costs != MeshCosts::kMidpoints) return;
  at.claim("no line is shorter", std::stod(at.field("g")) + 0.02 >= std::hypot(a.x - b.x, a.y - b.y));
}
void hna_begins(AtHna at) {
  const auto& portals = group_at(at).portals;
  const auto own = std::find(portals.begin(), portals.end(), at.event.node);
  at.claim("it is an inter-edge", own != portals.end() && own - portals.begin() < group_at(at).inter_edges);
}
void hna_expanded(AtHna at) {
  at.expanded_in_turn();
  at.claim("its g is the smallest", !at.has("least"));
}

const std::vector<BuildKind> kHnaKinds = {
    {build_event::kStage, hna_code::kGroups,
     "Level {level}: the tables of its {groups} groups are built, because a query then crosses a group by one edge.",
     groups_begin},
    {build_event::kStage, hna_code::kGroups,
     "Level {level}: the tables of its {groups} group are built, because a query then crosses a group by one edge.",
     groups_begin},
    {build_event::kPart, hna_code::kGroup,
     "Group {group} of level {level}, from the polygon at {parent} to the one at {node}: {polygons} polygons, {exits} "
     "inter-edges.",
     group_told},
    {build_event::kPart, hna_code::kGroup,
     "Group {group} of level {level}, from the polygon at {parent} to the one at {node}: {polygons} polygons, {exits} "
     "inter-edge.",
     group_told},
    {build_event::kPart, hna_code::kGroup,
     "Group {group} of level {level}, from the polygon at {parent} to the one at {node}: {polygons} polygon, {exits} "
     "inter-edges.",
     group_told},
    {build_event::kPart, hna_code::kGroup,
     "Group {group} of level {level}, from the polygon at {parent} to the one at {node}: {polygons} polygon, {exits} "
     "inter-edge.",
     group_told},
    {build_event::kAddEdge, hna_code::kIntra,
     "The inter-edges {parent} and {node} are {g} apart inside the group: an intra-edge joins them.", hna_intra},
    {build_event::kPart, hna_code::kPolygon,
     "PCCP: the paths of polygon {polygon}, whose centroid is {node}, to the inter-edges of group {group} are stored, "
     "because a query then reads them in place of a search.",
     hna_polygon},
    {build_event::kPick, hna_code::kLeave,
     "From the centroid {parent} the path leaves the polygon by the portal {node}.", hna_leave},
    {build_event::kPick, hna_code::kFollow,
     "The first step from {parent} leads to {node}: the path has {polygons} polygons by now.", hna_follow},
    {build_event::kAddEdge, hna_code::kStore,
     "Stored for the centroid {parent}: the inter-edge {node} is {g} away, over {polygons} polygons.", hna_stored},
    {build_event::kAddEdge, hna_code::kStore,
     "Stored for the centroid {parent}: the inter-edge {node} is {g} away, over {polygons} polygon.", hna_stored},
    {EventType::kGenerate, kAnyLine,
     "Dijkstra begins at {node}, with g = {g}, to find its distances to the other nodes.", hna_begins},
    {EventType::kGenerate, kAnyLine, "{node} is generated from {parent}: g = {g}."},
    {EventType::kUpdate, kAnyLine, "a cheaper path to {node} leads over {parent}: g falls from {earlier} to {g}."},
    {EventType::kExpand, kAnyLine, "{node} {expansion}.", hna_expanded},
};

}  // namespace

TEST_CASE("what is said of the construction of the tables of HNA* is true of the mesh, of every event") {
  std::set<std::string_view> heard;
  const std::vector<std::vector<const char*>> scenes = {
      {"map.generate cave 26 22 1", "hna.mu 4", "hna.levels 2"},
      {"map.generate rooms 30 26 2", "hna.mu 6", "hna.levels 3", "navmesh.costs centres"},
      {"map.generate random 18 16 3", "hna.mu 3", "hna.levels 1"},
  };
  for (const auto& scene : scenes) {
    CAPTURE(std::string(scene.front()));
    Lab lab;
    for (const char* line : scene) run(lab, line);
    run_settled(lab, "hna on");
    run(lab, "hna.construct");
    check_build_speech(lab, kHnaKinds, heard);
  }
  // Some groups have one polygon, or one inter-edge, on some maps alone.
  for (const BuildKind& kind : kHnaKinds) {
    const std::string pattern(kind.pattern);
    if (pattern.find("{groups} group are") != pattern.npos || pattern.find("{exits} inter-edge.") != pattern.npos ||
        pattern.find("{polygons} polygon, ") != pattern.npos || pattern.starts_with("a cheaper path"))
      continue;
    CAPTURE(pattern);
    CHECK(heard.contains(kind.pattern));
  }
}

}  // namespace strata::test
