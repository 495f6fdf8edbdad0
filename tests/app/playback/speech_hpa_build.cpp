// What is said while the construction of HPA* is stepped is true of the map.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <set>
#include <string_view>
#include <vector>

#include "core/base/sort_unique.hpp"
#include "core/grid/map_links.hpp"
#include "core/hpa/hpa_build_code.hpp"
#include "core/world/map_hpa.hpp"
#include "tests/app/playback/build_speech.hpp"
#include "tests/lab_support.hpp"

namespace strata::test {
namespace {

namespace code = hpa_build_code;
using AtBuild = const BuildMoment&;
using enum EventType;
using namespace build_event;

const Hpa& hpa_of(AtBuild at) { return at.lab.world().get<MapHpa>().hpa(); }

// Whether a pair of cells across a border can be crossed both ways.
bool crossed(AtBuild at, Cell a, Cell b) {
  const GridMap& map = at.lab.world().map();
  return can_stand(map, at.lab.world().rules(), a) && can_stand(map, at.lab.world().rules(), b);
}

void clusters_cut(AtBuild at) {
  const GridMap& map = at.lab.world().map();
  const int side = hpa_of(at).options().cluster_size;
  const int columns = (map.width() + side - 1) / side, rows = (map.height() + side - 1) / side;
  at.number("clusters", static_cast<uint64_t>(columns) * static_cast<uint64_t>(rows));
  at.number("side", static_cast<uint64_t>(side));
  at.number("other_side", static_cast<uint64_t>(side));
}
void borders_begin(AtBuild at) { at.number("borders", at.later(code::kBorder).size()); }
void border(AtBuild at) {
  const ClusterGrid& clusters = hpa_of(at).clusters();
  const Rect part = at.part();
  const Rect own = clusters.rect(clusters.cluster_of({part.x0, part.y0}));
  const Rect other = clusters.rect(clusters.cluster_of({part.x1 - 1, part.y1 - 1}));
  at.claim("they are two, side by side",
           (own.x1 == other.x0 && own.y0 == other.y0) || (own.y1 == other.y0 && own.x0 == other.x0));
}
// The entrance is a run that can be crossed, and no longer one can.
void entrance(AtBuild at) {
  const ClusterGrid& clusters = hpa_of(at).clusters();
  const Cell first = at.at(at.event.parent), last = at.at(at.event.node);
  const SearchEvent& part = *at.before(kPart);
  const Rect own = clusters.rect(part.g);
  const bool east = part.h == part.g + 1;
  const auto pair_open = [&](Cell c) {
    return own.contains(c) && crossed(at, c, east ? Cell{c.x + 1, c.y} : Cell{c.x, c.y + 1});
  };
  const auto along = [&](Cell c, int by) { return east ? Cell{c.x, c.y + by} : Cell{c.x + by, c.y}; };
  uint64_t width = 0;
  for (Cell c = first; width < 1000; c = along(c, 1)) {
    at.claim("every pair can be crossed", pair_open(c));
    ++width;
    if (c == last) break;
  }
  at.claim("it is maximal", !pair_open(along(first, -1)) && !pair_open(along(last, 1)));
  at.number("width", width);
  const auto threshold = static_cast<uint64_t>(hpa_of(at).options().entrance_threshold);
  if (at.has("threshold")) at.number("threshold", threshold);
  std::vector<Cell> cells;
  for (const SearchEvent* pair : at.later(code::kPair, true)) cells.push_back(at.at(pair->parent));
  if (at.has("count")) {
    at.number("count", cells.size());
    at.claim("it is not narrow", width >= threshold);
    at.claim("they begin and end at the ends", cells.front() == first && cells.back() == last);
  } else {
    at.claim("one transition follows", cells.size() == 1);
    if (at.has("threshold")) at.claim("it is narrow", width < threshold);
    at.claim("it is in the middle", cells.front() == along(first, static_cast<int>(width / 2)));
  }
}
void transition(AtBuild at) {
  const Cell a = at.at(at.event.parent), b = at.at(at.event.node);
  at.claim("they lie side by side", std::abs(a.x - b.x) + std::abs(a.y - b.y) == 1);
  at.cost("g", plain_dijkstra(at.lab.world().map(), at.lab.world().rules(), a, at.part())[at.event.node]);
}
std::vector<CellId> link_ends_of(AtBuild at) {
  std::vector<CellId> ends;
  const GridMap& map = at.lab.world().map();
  if (map.links() == nullptr) return ends;
  for (const MapLink& link : map.links()->all()) {
    if (crossed(at, map.cell(link.from), map.cell(link.to))) ends.insert(ends.end(), {link.from, link.to});
  }
  sort_unique(ends);
  return ends;
}
void links_begin(AtBuild at) { at.number("count", link_ends_of(at).size()); }
void link_end(AtBuild at) {
  at.claim("it is an end of a link", std::ranges::binary_search(link_ends_of(at), at.event.node));
  if (at.has("level")) at.number("level", at.event.level);
}
void inside_begins(AtBuild at) {
  const uint32_t clusters = hpa_of(at).clusters().count();
  at.claim("one, or more", at.has("clusters") == (clusters > 1));
  if (at.has("clusters")) at.number("clusters", clusters);
}
void inside(AtBuild at) {
  const Rect part = at.part();
  const uint32_t cluster = hpa_of(at).clusters().cluster_of({part.x0, part.y0});
  at.claim("it is that cluster", hpa_of(at).clusters().rect(cluster) == part);
  at.number("nodes", hpa_of(at).nodes_of(cluster).size());
}
void intra(AtBuild at) {
  const Rect part = at.part();
  const int level = at.event.level;
  at.claim("both lie in it", part.contains(at.at(at.event.node)) && part.contains(at.at(at.event.parent)));
  if (level > 1) {
    at.number("level", static_cast<uint64_t>(level));
    std::vector<HpaEdge> edges;
    hpa_of(at).append_intra_edges(hpa_of(at).clusters(level).cluster_of({part.x0, part.y0}), edges, level);
    at.claim("it is one of the structure's", std::ranges::any_of(edges, [&](const HpaEdge& e) {
               return std::minmax(e.from, e.to) == std::minmax(at.event.node, at.event.parent) && e.cost == at.event.g;
             }));
    return;
  }
  at.cost("g",
          plain_dijkstra(at.lab.world().map(), at.lab.world().rules(), at.at(at.event.parent), part)[at.event.node]);
}
void level_begins(AtBuild at) {
  at.number("level", at.event.level);
  if (at.has("clusters")) at.number("clusters", hpa_of(at).clusters(at.event.level).count());
  at.claim("one, or more", at.has("clusters") == (hpa_of(at).clusters(at.event.level).count() > 1));
  at.number("side", static_cast<uint64_t>(hpa_of(at).options().side(at.event.level)));
}
void upper(AtBuild at) {
  const Rect part = at.part();
  at.number("level", at.event.level);
  const ClusterGrid& clusters = hpa_of(at).clusters(at.event.level);
  at.claim("it is a cluster of the level", clusters.rect(clusters.cluster_of({part.x0, part.y0})) == part);
  at.claim("the map has no links", link_ends_of(at).empty());
}
void upper_with_links(AtBuild at) {
  const Rect part = at.part();
  at.number("level", at.event.level);
  const ClusterGrid& clusters = hpa_of(at).clusters(at.event.level);
  at.claim("it is a cluster of the level", clusters.rect(clusters.cluster_of({part.x0, part.y0})) == part);
  at.claim("the map has links", !link_ends_of(at).empty());
}
void raised(AtBuild at) {
  const Rect part = at.part();
  at.number("level", at.event.level);
  const ClusterGrid& clusters = hpa_of(at).clusters(at.event.level);
  at.claim("it is a cluster of the level", clusters.rect(clusters.cluster_of({part.x0, part.y0})) == part);
  const Cell own = at.at(at.event.node), other = at.at(at.event.parent);
  at.claim("the edge leaves the cluster", part.contains(own) && !part.contains(other));
  at.claim("it is an inter-edge", std::abs(own.x - other.x) + std::abs(own.y - other.y) == 1 &&
                                      hpa_of(at).node_at(at.event.node) >= 0 &&
                                      hpa_of(at).node_at(at.event.parent) >= 0);
}
void search_begins(AtBuild at) { at.claim("a search begins here", at.event.parent == kNoNodeId && at.event.g == 0); }
void stepped_to(AtBuild at) {
  if (at.event.level > 0) return;
  const Cell a = at.at(at.event.parent), b = at.at(at.event.node);
  at.claim("a step leads there", std::max(std::abs(a.x - b.x), std::abs(a.y - b.y)) == 1);
}
void expanded(AtBuild at) {
  at.expanded_in_turn();
  if (at.event.level > 0) return at.claim("its g is the smallest", !at.has("least"));
  at.cost("g", plain_dijkstra(at.lab.world().map(), at.lab.world().rules(), at.at(at.root()->node),
                              at.part())[at.event.node]);
}

const std::vector<BuildKind> kHpaKinds = {
    {kStage, code::kClusters,
     "The map is cut into {clusters} clusters of level 1, of {side} x {other_side} cells, because paths inside a "
     "cluster can be found once for all queries.",
     clusters_cut},
    {kStage, code::kClusters,
     "The map is cut into {clusters} cluster of level 1, of {side} x {other_side} cells, because paths inside a "
     "cluster can be found once for all queries.",
     clusters_cut},
    {kStage, code::kBorders,
     "Entrances: the free runs along {borders} borders between clusters are looked for, because moves leave a cluster "
     "only there.",
     borders_begin},
    {kStage, code::kBorders,
     "Entrances: the free runs along {borders} border between clusters are looked for, because moves leave a cluster "
     "only there.",
     borders_begin},
    {kPart, code::kBorder, "Two clusters, together from {parent} to {node}: their border is searched for entrances.",
     border},
    {kPick, code::kNarrow,
     "Entrance from {parent} to {node}, {width} cells wide: less than the threshold of {threshold}, so it gets one "
     "transition, in its middle.",
     entrance},
    {kPick, code::kNarrow, "Entrance from {parent} to {node}, {width} cell wide: its cell gets the transition.",
     entrance},
    {kPick, code::kWide,
     "Entrance from {parent} to {node}, {width} cells wide: at least the threshold of {threshold}, so it gets {count} "
     "transitions, one at each end. One in the middle would be a detour for paths along its sides.",
     entrance},
    {kPick, code::kWide,
     "Entrance from {parent} to {node}, {width} cells wide: at least the threshold of {threshold}, so it gets {count} "
     "transitions, spread from end to end. One in the middle would be a detour for paths along its sides.",
     entrance},
    {kAddEdge, code::kPair,
     "Transition {parent} - {node}: both cells become nodes, joined by an inter-edge of cost {g}.", transition},
    {kStage, code::kLinks,
     "Links: the {count} ends of links between cells become nodes, because paths leave a cluster over links, too.",
     links_begin},
    {kRaise, code::kEnd, "{node} is an end of a link: it becomes a node of its cluster.", link_end},
    {kStage, code::kInside,
     "Intra-edges: in each of the {clusters} clusters, the distances between its nodes are looked for, because a query "
     "then crosses the cluster by one edge.",
     inside_begins},
    {kStage, code::kInside,
     "Intra-edges: in the only cluster, the distances between its nodes are looked for, because a query then crosses "
     "the cluster by one edge.",
     inside_begins},
    {kPart, code::kInside,
     "The cluster from {parent} to {node} has {nodes} nodes: Dijkstra from one after the other finds the paths "
     "between them.",
     inside},
    {kPart, code::kInside, "The cluster from {parent} to {node} has {nodes} nodes: there is nothing to join.", inside},
    {kPart, code::kInside, "The cluster from {parent} to {node} has {nodes} node: there is nothing to join.", inside},
    {kAddEdge, code::kIntra,
     "{parent} and {node} are {g} apart inside their cluster: an intra-edge of this cost joins them.", intra},
    {kStage, code::kGroup,
     "Level {level}, because larger clusters have fewer nodes to search on a long way: its clusters have {side} x "
     "{other_side} cells, and there are {clusters}.",
     level_begins},
    {kStage, code::kGroup,
     "Level {level}, because larger clusters have fewer nodes to search on a long way: its clusters have {side} x "
     "{other_side} cells, and there is one.",
     level_begins},
    {kPart, code::kUpper,
     "The cluster of level {level} from {parent} to {node}: nodes with an inter-edge out of it are raised, "
     "because paths leave it only there.",
     upper},
    {kPart, code::kUpper,
     "The cluster of level {level} from {parent} to {node}: nodes with an inter-edge out of it and ends of "
     "links "
     "are raised, because paths leave it only there.",
     upper_with_links},
    {kRaise, code::kRaise, "{node} is an end of a link: it is raised to level {level}.", link_end},
    {kRaise, code::kRaise,
     "{node} has an inter-edge to {parent}, outside of its cluster of level {level}: it is raised to level "
     "{new_level}.",
     raised},
    {kAddEdge, code::kUpperIntra,
     "{parent} and {node} are {g} apart inside their cluster of level {level}: an intra-edge of this cost joins "
     "them.",
     intra},
    {kGenerate, kAnyLine, "Dijkstra begins at {node}, with g = {g}, to find its distances to the other nodes.",
     search_begins},
    {kGenerate, kAnyLine, "{node} is generated from {parent}: g = {g}.", stepped_to},
    {kUpdate, kAnyLine, "a cheaper path to {node} leads over {parent}: g falls from {earlier} to {g}.", stepped_to},
    {kExpand, kAnyLine, "{node} {expansion}.", expanded},
};

}  // namespace

TEST_CASE("what is said of the construction of HPA* is true of the map, of every event") {
  std::set<std::string_view> heard;
  const std::vector<std::vector<const char*>> scenes = {
      {"map.generate cave 30 26 1", "hpa.cluster_size 6", "hpa.levels 3"},
      {"map.generate random 26 22 2", "hpa.cluster_size 5", "rules.profile four"},
      {"map.generate rooms 30 30 3", "hpa.cluster_size 8", "hpa.threshold 3", "hpa.cache on"},
      {"map.new 31 23", "paint.rectangle 8 4 14 9 filled blocked", "hpa.cluster_size 10", "hpa.spacing 3",
       "hpa.levels 4"},
      {"map.generate forest 24 20 5", "hpa.cluster_size 8", "terrain.weight swamp 3",
       "rules.capability ground,swamp,trees"},
      {"map.generate cave 24 20 6", "hpa.cluster_size 7", "rules.profile paper"},
      {"map.new 9 9", "hpa.cluster_size 10"},
      {"map.new 16 8", "hpa.cluster_size 8"},
      {"map.new 20 16", "paint.rectangle 9 0 9 15 filled blocked", "link.add 2,3 16,12 3", "link.add 4,4 5,6 1 one-way",
       "link.add 9,3 12,3 1", "hpa.cluster_size 5", "hpa.levels 3"},
  };
  for (const auto& scene : scenes) {
    CAPTURE(std::string(scene.front()));
    Lab lab;
    for (const char* line : scene) run(lab, line);
    lab.finish_updates();
    run(lab, "hpa.construct");
    check_build_speech(lab, kHpaKinds, heard);
  }
  for (const BuildKind& kind : kHpaKinds) {
    CAPTURE(std::string(kind.pattern));
    CHECK(heard.contains(kind.pattern));
  }
}

}  // namespace strata::test
