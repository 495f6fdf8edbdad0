// What is said while the construction of HAA* is stepped is true of the map.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <set>
#include <string_view>
#include <vector>

#include "core/haa/haa_build_code.hpp"
#include "core/world/map_haa.hpp"
#include "tests/app/playback/build_speech.hpp"
#include "tests/lab_support.hpp"

namespace strata::test {
namespace {

namespace haa_code = haa_build_code;
using AtHaa = const BuildMoment&;

const Haa& haa_of(AtHaa at) { return at.lab.world().get<MapHaa>().haa(); }
Rules rules_for(AtHaa at, Cost edge_class) {
  Rules rules = at.lab.world().rules();
  rules.capability = haa_code::capability_of(edge_class);
  rules.agent_size = haa_code::size_of(edge_class);
  return rules;
}
void class_of(AtHaa at, Cost edge_class) {
  at.number("size", static_cast<uint64_t>(haa_code::size_of(edge_class)));
  at.claim("{set} is the terrain set", at.field("set") == haa_code::capability_of(edge_class).to_string());
}
void haa_stage(AtHaa at) {
  if (at.has("borders")) {
    uint64_t borders = 0;
    for (size_t i = at.index + 1; i < at.playback.size() && at.playback.event(i)->type != build_event::kStage; ++i) {
      borders += at.playback.event(i)->type == build_event::kPart;
    }
    at.number("borders", borders);
  }
  if (at.has("sizes")) at.number("sizes", static_cast<uint64_t>(haa_of(at).options().max_size));
  if (at.has("clusters")) at.number("clusters", haa_of(at).clusters().count());
}
void haa_border(AtHaa at) {
  const Rect part = at.part();
  const ClusterGrid& clusters = haa_of(at).clusters();
  at.claim("they are two", clusters.cluster_of({part.x0, part.y0}) != clusters.cluster_of({part.x1 - 1, part.y1 - 1}));
}
// Every pair of the run admits such an agent, and neither pair beside the run does.
void haa_run(AtHaa at) {
  class_of(at, at.event.h);
  at.number("along", at.event.g);
  const SearchEvent& part = *at.before(build_event::kPart);
  const Rect own = haa_of(at).clusters().rect(part.g);
  const bool east = part.h == part.g + 1;
  const GridMap& map = at.lab.world().map();
  const Rules rules = rules_for(at, at.event.h);
  const auto open = [&](Cell c) {
    return own.contains(c) && can_stand(map, rules, c) &&
           can_stand(map, rules, east ? Cell{c.x + 1, c.y} : Cell{c.x, c.y + 1});
  };
  const auto along = [&](Cell c, int by) { return east ? Cell{c.x, c.y + by} : Cell{c.x + by, c.y}; };
  const Cell first = at.at(at.event.parent), last = at.at(at.event.node);
  for (uint64_t i = 0; i < at.event.g; ++i) at.claim("each pair admits them", open(along(first, static_cast<int>(i))));
  at.claim("it ends there", along(first, static_cast<int>(at.event.g) - 1) == last);
  at.claim("it is maximal", !open(along(first, -1)) && !open(along(last, 1)));
}
void haa_edge(AtHaa at) {
  class_of(at, at.event.h);
  at.cost("g", plain_dijkstra(at.lab.world().map(), rules_for(at, at.event.h), at.at(at.event.parent),
                              at.part())[at.event.node]);
}
void haa_cluster(AtHaa at) {
  const Rect part = at.part();
  const uint32_t cluster = haa_of(at).clusters().cluster_of({part.x0, part.y0});
  at.claim("it is that cluster", haa_of(at).clusters().rect(cluster) == part);
  at.number("nodes", static_cast<uint64_t>(std::ranges::count(haa_of(at).nodes(), cluster, &HaaNode::cluster)));
}
void haa_class(AtHaa at) {
  class_of(at, at.event.g);
  if (!at.has("other_size")) return;
  at.number("other_size", static_cast<uint64_t>(haa_code::size_of(at.event.h)));
  const Rect part = at.part();
  const GridMap& map = at.lab.world().map();
  for (int y = part.y0; y < part.y1; ++y) {
    for (int x = part.x0; x < part.x1; ++x) {
      at.claim("the same cells admit both",
               can_stand(map, rules_for(at, at.event.g), {x, y}) == can_stand(map, rules_for(at, at.event.h), {x, y}));
    }
  }
}
void haa_compared(AtHaa at) {
  class_of(at, at.event.h);
  at.claim("the edge that is dropped follows", at.playback.event(at.index + 1)->type == build_event::kDropEdge);
}
void haa_strong(AtHaa at) {
  class_of(at, at.event.h);
  const SearchEvent& kept = *at.playback.event(at.index - 1);
  at.claim("the other edge has its ends, is no dearer, and admits all of its agents",
           kept.type == build_event::kKeepEdge && kept.node == at.event.node && kept.parent == at.event.parent &&
               kept.g <= at.event.g && haa_code::size_of(kept.h) >= haa_code::size_of(at.event.h) &&
               haa_code::capability_of(at.event.h).includes(haa_code::capability_of(kept.h)));
}
// For every agent of the menu that can use the dropped edge, the other one is usable, and its ends can be reached from
// those of the dropped edge inside the clusters.
void haa_weak(AtHaa at) {
  class_of(at, at.event.h);
  const SearchEvent& kept = *at.playback.event(at.index - 1);
  const AgentGrids& agents = at.lab.world().get<MapHaa>().agents();
  const ClusterGrid& clusters = haa_of(at).clusters();
  for (int k = 0; k < agents.class_count(); ++k) {
    const Agent agent = agents.agent(k);
    const auto usable = [&](Cost own) {
      return haa_code::size_of(own) >= agent.size && agent.capability.includes(haa_code::capability_of(own));
    };
    if (!usable(at.event.h)) continue;
    at.claim("its agents can use the other edge", usable(kept.h));
    const Rules rules = rules_for(at, haa_code::edge_class(agent.capability.bits(), static_cast<uint8_t>(agent.size)));
    for (const auto& [from, to] : {std::pair(at.event.parent, kept.parent), std::pair(at.event.node, kept.node)}) {
      const Rect cluster = clusters.rect(clusters.cluster_of(at.at(from)));
      at.claim("both join the same components",
               cluster.contains(at.at(to)) &&
                   plain_dijkstra(at.lab.world().map(), rules, at.at(from), cluster)[to] != kInfinite);
    }
  }
}
void haa_low(AtHaa at) {
  at.number("all", haa_of(at).nodes().size());
  at.number("left", static_cast<uint64_t>(
                        std::ranges::count_if(haa_of(at).nodes(), [](const HaaNode& n) { return n.in_low; })));
}
void haa_step(AtHaa at) {
  const Cell a = at.at(at.event.parent), b = at.at(at.event.node);
  at.claim("a step leads there", std::max(std::abs(a.x - b.x), std::abs(a.y - b.y)) == 1);
}
void haa_expanded(AtHaa at) {
  at.expanded_in_turn();
  const SearchEvent& own = *at.before(build_event::kPart);  // of the class
  at.cost("g",
          plain_dijkstra(at.lab.world().map(), rules_for(at, own.g), at.at(at.root()->node), at.part())[at.event.node]);
}

const std::vector<BuildKind> kHaaKinds = {
    {build_event::kStage, haa_code::kBorders,
     "Entrances: the only border between clusters is searched for each terrain set and the sizes 1 to {sizes}, because "
     "where a border can be crossed depends on the agent.",
     haa_stage},
    {build_event::kStage, haa_code::kInside,
     "Intra-edges: in the only cluster, the distances between its nodes are looked for, because a query then crosses "
     "the cluster by one edge.",
     haa_stage},
    {build_event::kStage, haa_code::kBorders,
     "Entrances: the {borders} borders between clusters are searched for each terrain set, because where a border can "
     "be crossed depends on the agent.",
     haa_stage},
    {build_event::kStage, haa_code::kBorders,
     "Entrances: the {borders} borders between clusters are searched for each terrain set and the sizes 1 to {sizes}, "
     "because where a border can be crossed depends on the agent.",
     haa_stage},
    {build_event::kPart, haa_code::kBorders,
     "Two clusters, together from {parent} to {node}: their border is searched for entrances.", haa_border},
    {build_event::kPick, haa_code::kRun,
     "Agents of size {size} for {set} can cross from {parent} to {node}, along {along} cells: the widest pair becomes "
     "a transition.",
     haa_run},
    {build_event::kPick, haa_code::kRun,
     "Agents of size {size} for {set} can cross from {parent} to {node}, along {along} cell: the widest pair becomes a "
     "transition.",
     haa_run},
    {build_event::kAddEdge, haa_code::kPair,
     "Transition {parent} - {node} for {set}, up to size {size}: both cells become nodes, joined by an inter-edge of "
     "cost {g}.",
     haa_edge},
    {build_event::kStage, haa_code::kInside,
     "Intra-edges: in each of the {clusters} clusters, the distances between its nodes are looked for, because a query "
     "then crosses the cluster by one edge.",
     haa_stage},
    {build_event::kPart, haa_code::kInside, "The cluster from {parent} to {node} has {nodes} nodes.", haa_cluster},
    {build_event::kPart, haa_code::kInside, "The cluster from {parent} to {node} has {nodes} node.", haa_cluster},
    {build_event::kPart, haa_code::kClass,
     "Agents of size {size} for {set} inside the cluster, from {parent} to {node}: Dijkstra begins at one node after "
     "the other.",
     haa_class},
    {build_event::kPart, haa_code::kClass,
     "Agents of size {size} for {set} inside the cluster, from {parent} to {node}: the same cells admit them as size "
     "{other_size} for {set_other}, so the distances are the same.",
     haa_class},
    {build_event::kAddEdge, haa_code::kIntra,
     "{parent} and {node} are {g} apart for {set}, up to size {size}: an intra-edge of this cost joins them.",
     haa_edge},
    {build_event::kKeepEdge, haa_code::kStrong,
     "{parent} - {node} for {set}, up to size {size}, of cost {g}: an edge with the same ends is compared with it.",
     haa_compared},
    {build_event::kDropEdge, haa_code::kStrong,
     "{parent} - {node} for {set}, up to size {size}, of cost {g}, is dropped: that edge dominates it strongly, as all "
     "that can use it pay no more there.",
     haa_strong},
    {build_event::kStage, haa_code::kWeak,
     "Weak dominance: the inter-edges that the low quality graph leaves out come next, because a smaller graph takes "
     "less memory and time, for longer paths."},
    {build_event::kPart, haa_code::kWeak,
     "Two clusters, together from {parent} to {node}: their inter-edges are compared.", haa_border},
    {build_event::kKeepEdge, haa_code::kWeakDrop,
     "{parent} - {node} for {set}, up to size {size}: another inter-edge of these clusters is compared with it.",
     haa_compared},
    {build_event::kDropEdge, haa_code::kWeakDrop,
     "{parent} - {node} for {set}, up to size {size} is dropped: that edge dominates it weakly, as for all that can "
     "use it both join the same components of the clusters.",
     haa_weak},
    {build_event::kStage, haa_code::kLow, "Low quality: of {all} nodes, {left} keep an inter-edge and stay.", haa_low},
    {EventType::kGenerate, kAnyLine,
     "Dijkstra begins at {node}, with g = {g}, to find its distances to the other nodes."},
    {EventType::kGenerate, kAnyLine, "{node} is generated from {parent}: g = {g}.", haa_step},
    {EventType::kUpdate, kAnyLine, "a cheaper path to {node} leads over {parent}: g falls from {earlier} to {g}.",
     haa_step},
    {EventType::kExpand, kAnyLine, "{node} {expansion}.", haa_expanded},
};

}  // namespace

TEST_CASE("what is said of the construction of HAA* is true of the map, of every event") {
  std::set<std::string_view> heard;
  const std::vector<std::vector<const char*>> scenes = {
      {"map.generate cave 24 20 1", "haa.cluster_size 6", "haa.sizes 2"},
      {"map.generate forest 20 18 2", "haa.cluster_size 7", "haa.sizes 3", "haa.capabilities ground;ground,trees"},
      {"map.generate rooms 22 20 3", "haa.cluster_size 8", "haa.dominated on"},
      {"map.new 9 9", "haa.cluster_size 10"},
      {"map.new 16 8", "haa.cluster_size 8", "haa.sizes 2"},
      {"map.generate forest 20 16 4", "haa.cluster_size 5", "haa.published on", "haa.sizes 2",
       "haa.capabilities ground,swamp;ground"},
  };
  for (const auto& scene : scenes) {
    CAPTURE(std::string(scene.front()));
    Lab lab;
    for (const char* line : scene) run(lab, line);
    run_settled(lab, "haa on");
    run(lab, "haa.construct");
    check_build_speech(lab, kHaaKinds, heard);
  }
  for (const BuildKind& kind : kHaaKinds) {
    CAPTURE(std::string(kind.pattern));
    CHECK(heard.contains(kind.pattern));
  }
}

}  // namespace strata::test
