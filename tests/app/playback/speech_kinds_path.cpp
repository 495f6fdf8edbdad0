// The kinds of sentences of links, paths, meetings and contractions, and what each claims beyond its fields.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/ch/drawn_graph.hpp"
#include "core/grid/clusters.hpp"
#include "core/search/weighted_search.hpp"
#include "core/world/map_haa.hpp"
#include "core/world/map_hna.hpp"
#include "core/world/map_hpa.hpp"
#include "core/world/map_landmarks.hpp"
#include "core/world/map_navmesh.hpp"
#include "core/world/map_rooms.hpp"
#include "tests/app/playback/speech.hpp"
#include "tests/support.hpp"

namespace strata::test {
namespace {

using MomentRef = const SpeechMoment&;
using enum EventType;

// --- Links, paths, ends ---------------------------------------------------------------------------------------------

void linked(MomentRef at) {
  at.claim("{parent} is the end that is linked", at.is_linked_end(at.event.parent));
  const std::string_view name = at.rec.planner().name;
  if (!at.rec.cells() || plans_own_graph(at.rec.world(), at.rec.planner())) return;
  const Cell from = at.rec.cell(at.event.parent), to = at.rec.cell(at.event.node);
  const bool hpa = name.starts_with("hpa");
  if (!hpa && !name.starts_with("haa")) {
    at.claim("no path is cheaper", at.event.g >= at.rec.bound(from, to));
    return;
  }
  const ClusterGrid& clusters =
      hpa ? at.rec.world().get<MapHpa>().hpa().clusters(at.event.level) : at.rec.world().get<MapHaa>().haa().clusters();
  at.claim("both lie in one cluster", clusters.cluster_of(from) == clusters.cluster_of(to));
  at.claim("{g} is the distance inside the cluster",
           at.event.g == (hpa ? at.rec.hpa_edge(at.event.level, from, to)
                              : at.rec.inside(clusters.rect(clusters.cluster_of(from)), from, to)));
}
void across_room(MomentRef at) {
  const Cell from = at.rec.cell(at.event.parent), to = at.rec.cell(at.event.node);
  at.claim("it lies straight ahead, at this distance",
           (from.x == to.x || from.y == to.y) && at.event.g == at.rec.bound(from, to));
}
void published_across_room(MomentRef at) {
  across_room(at);
  at.claim("the search is the published one", at.rec.world().get<MapRooms>().options()->published);
}
void inside_room(MomentRef at) {
  at.claim("{g} is the distance", at.event.g == at.rec.bound(at.rec.cell(at.event.parent), at.rec.cell(at.event.node)));
}
void inside_group(MomentRef at) {
  at.claim("{parent} is the end that is linked", at.is_linked_end(at.event.parent));
  const NodePlace a = at.rec.place(0, at.event.parent), b = at.rec.place(0, at.event.node);
  if (at.rec.centroid_costs) return;
  at.claim("no line is shorter", at.number("g") + 0.02 >= std::hypot(a.x - b.x, a.y - b.y));
}
void read_from_table(MomentRef at) {
  const bool searched =
      std::any_of(at.rec.events.begin(), at.rec.events.begin() + static_cast<std::ptrdiff_t>(at.index),
                  [&](const SearchEvent& e) { return e.phase == at.event.phase && e.type == kExpand; });
  at.claim("nothing was searched for it", !searched);
  const Cell end = at.event.phase == Phase::kInsertStart ? at.rec.search.query.start : at.rec.search.query.goal;
  at.claim("{polygon} is that of the end",
           at.field("polygon") == fmt::format("{}", at.rec.world().get<MapNavmesh>().end_at(end).polygon));
  const bool centroid =
      at.rec.options.from_centres || at.rec.world().get<MapHna>().hna().options().costs == MeshCosts::kCentroids;
  at.claim("it is measured from the point that is named", centroid == !at.has("parent"));
}
// An edge of HPA* costs what its steps do.
void abstract_edge(MomentRef at) {
  if (!at.rec.planner().name.starts_with("hpa") || at.event.level == 0) return;
  at.claim("{g} is the cost of the edge",
           at.event.g == at.rec.hpa_edge(at.event.level, at.rec.cell(at.event.parent), at.rec.cell(at.event.node)));
}
void refined(MomentRef at) {
  abstract_edge(at);
  const SearchEvent* const next = at.index + 1 < at.rec.events.size() ? &at.rec.events[at.index + 1] : nullptr;
  at.claim("whether a search follows", (next != nullptr && SpeechReplay::is_root(*next)) == at.has("word"));
}
void unpacked(MomentRef at) {
  at.check_stop();
  at.claim("it is one of the hierarchy's", at.rec.rank(at.event.parent) >= 0 && at.rec.rank(at.event.node) >= 0);
  if (const std::optional<Cost> cost = at.rec.arc_weight(at.event.parent, at.event.node))
    at.claim("{g} is the sum of the edges under it", at.event.g == *cost);
}
void joins(MomentRef at) {
  at.check_stop();
  abstract_edge(at);
  if (plans_own_graph(at.rec.world(), at.rec.planner())) {
    at.claim("it is an edge of the drawn graph, of this weight",
             at.event.g == at.rec.graph_edge(at.event.parent, at.event.node));
    return;
  }
  if (!at.rec.cells() || at.event.level > 0) return;
  const std::optional<Cost> step = at.rec.step(at.rec.cell(at.event.parent), at.rec.cell(at.event.node));
  if (step) at.claim("{g} is the cost of the step", at.event.g == *step);
}
void stepped(MomentRef at) {
  const std::optional<Cost> step = at.rec.step(at.rec.cell(at.event.parent), at.rec.cell(at.event.node));
  at.claim("it is a legal step of this cost", step && at.event.g == *step);
  at.claim("the path has come to {parent}", at.last_on_path() == kNoNodeId || at.last_on_path() == at.event.parent ||
                                                at.rec.planner().name == "sectors");
}
void linked_step(MomentRef at) {
  const std::optional<Cost> cost = at.rec.link(at.event.parent, at.event.node);
  at.claim("it is a link of this cost", cost && at.event.g == *cost);
}
void jumped(MomentRef at) {
  at.claim("{g} is the distance", at.event.g == at.rec.bound(at.rec.cell(at.event.parent), at.rec.cell(at.event.node)));
}
void corridor(MomentRef at) {
  const NodePlace a = at.rec.place(0, at.event.parent), b = at.rec.place(0, at.event.node);
  if (at.rec.centroid_costs || at.rec.planner().name == "pccp" || at.rec.planner().name == "detour") return;
  at.claim("{g} is the length of the line", std::abs(at.number("g") - std::hypot(a.x - b.x, a.y - b.y)) <= 0.02);
}
void smoothed(MomentRef at) {
  Cell cell = at.rec.cell(at.event.parent);
  const Cell to = at.rec.cell(at.event.node);
  uint64_t sum = 0;
  bool legal = true;
  for (int i = 0; i < 1000 && legal && cell != to; ++i) {
    const Cell next{cell.x + (to.x > cell.x) - (to.x < cell.x), cell.y + (to.y > cell.y) - (to.y < cell.y)};
    const std::optional<Cost> step = at.rec.step(cell, next);
    legal = step.has_value();
    sum += step.value_or(0);
    cell = next;
  }
  at.claim("no obstacle lies between", legal && sum == at.event.g);
}
void pulled(MomentRef at) {
  const NodePlace a = at.rec.place(0, at.event.parent), b = at.rec.place(0, at.event.node);
  at.claim("{g} is the length of the line", std::abs(at.number("g") - std::hypot(a.x - b.x, a.y - b.y)) <= 0.02);
  if (at.has("whole"))
    at.claim("{whole} is the length of the path", std::abs(at.number("whole") - at.rec.path_cells()) <= 0.05);
}
void found(MomentRef at) {
  at.claim("a path was found", at.rec.result.found());
  at.claim("{g} is the cost of the path", std::abs(at.number("g") - at.rec.path_cells()) <= 0.0101);
  if (at.has("raw")) {
    uint64_t raw = 0;
    for (const SearchEvent& event : at.rec.events) raw += event.type == kPathEdge && event.level == 0 ? event.g : 0;
    at.same("raw", at.rec.sum(raw));
    at.claim("smoothing has lowered the cost", at.rec.result.raw_cost == raw && raw > at.event.g);
  }
  if (at.has("optimum"))
    at.same("optimum", at.rec.cost(at.rec.from_start[at.rec.world().map().id(at.rec.search.query.goal)]));
}
void found_over_hub(MomentRef at) {
  found(at);
  at.claim("{other} is the hub", at.field("other") == at.rec.words(0, at.replay.meeting));
  at.claim("the hub gives the length", at.replay.best <= at.event.g + 2 && at.event.g <= at.replay.best + 2);
}
void found_corridor(MomentRef at) {
  at.claim("a path was found", at.rec.result.found());
  const auto goal = std::find_if(at.rec.events.rbegin(), at.rec.events.rend(),
                                 [](const SearchEvent& e) { return e.type == kExpand; });
  at.claim("{g} is the g of the goal",
           goal != at.rec.events.rend() && (goal->g == at.event.g || at.rec.planner().name == "detour"));
}
void both_sides_stop(MomentRef at) {
  const int side = at.field("word_side") == "goal" ? 1 : 0;
  const std::optional<uint64_t> least = at.replay.least_f(side);
  if (at.has("least")) {
    at.claim("{least} is the smallest f of the side",
             least && at.field("least") == at.rec.sum(*least) && *least >= at.replay.best);
    at.claim("{count} counts its open nodes", at.field("count") == fmt::format("{}", at.replay.side(side).open));
  } else {
    at.claim("nothing is open on this side", !least);
  }
  found(at);
  if (!at.rec.from_start.empty()) at.claim("no path is cheaper", at.event.g == at.rec.from_start[at.event.node]);
}
void straight_line(MomentRef at) {
  at.claim("a path was found", at.rec.result.found());
  if (!at.has("line")) return;
  const NodePlace a = at.rec.place(0, at.replay.source), b = at.rec.place(0, at.event.node);
  at.claim("{line} is the length of the line", std::abs(at.number("line") - std::hypot(a.x - b.x, a.y - b.y)) <= 0.02);
}
void nothing_open(MomentRef at) {
  at.claim("nothing is open", at.replay.side(0).open == 0 && at.replay.side(1).open == 0);
  at.claim("there is no path", !at.rec.result.found());
}
void no_goal_reached(MomentRef at) {
  nothing_open(at);
  at.claim("it is the start", at.event.node == at.replay.source);
  for (const SearchEvent& goal : at.rec.events) {
    if (goal.type == kDestination) at.claim("no path leads to the goal", at.rec.from_start[goal.node] == kInfinite);
  }
}
void nearest_found(MomentRef at) {
  bool is_goal = false;
  for (const SearchEvent& goal : at.rec.events) {
    if (goal.type != kDestination) continue;
    is_goal |= goal.node == at.event.node;
    at.claim("no goal is nearer", at.rec.from_start[goal.node] >= at.event.g);
  }
  at.claim("it is a goal", is_goal);
  at.claim("its path costs that", at.rec.from_start[at.event.node] == at.event.g);
}
void costs_near_walls(MomentRef at) { at.claim("walls count", at.rec.wall_weights != nullptr); }
void found_off_walls(MomentRef at) {
  costs_near_walls(at);
  at.claim("it is the goal", at.event.node == at.rec.playback.outline().goal);
  at.claim("no path costs less with the walls", at.rec.from_start[at.event.node] == at.event.g);
}
// All cells that cost no more have been expanded.
void last_within(MomentRef at) {
  at.claim("it costs that", at.rec.from_start[at.event.node] == at.event.g);
  const auto costs_no_more = [&](Cost cost) { return cost <= at.event.g; };
  const auto is_within = [&](const auto& one) { return one.second.expanded && one.second.g <= at.event.g; };
  at.claim("all cells that cost no more were expanded", std::ranges::count_if(at.rec.from_start, costs_no_more) ==
                                                            std::ranges::count_if(at.replay.side(0).nodes, is_within));
}
void side_empty(MomentRef at) {
  at.claim("nothing is open on this side", at.replay.side(at.field("word_side") == "goal" ? 1 : 0).open == 0);
  at.claim("the searches have not met, and there is no path", at.replay.best == kInfinite && !at.rec.result.found());
}
void no_path(MomentRef at) {
  at.claim("there is no path",
           !at.rec.result.found() && (at.rec.from_start.empty() || at.rec.from_start[at.event.node] == kInfinite));
}
void too_far(MomentRef at) { at.claim("the cost was too large", at.rec.result.status == PlanStatus::kCostOverflow); }

// --- Two sides ------------------------------------------------------------------------------------------------------

void skipped(MomentRef at) {
  const SpeechReplay::Node* const other = at.replay.node(1 - at.side, at.event.node);
  at.claim("the other side has closed it", other != nullptr && !other->open());
  at.check_smallest_f();
}
void stalled(MomentRef at) {
  const SpeechReplay::Node* const higher = at.replay.node(at.side, at.event.parent);
  at.claim("{h} is no more than {g}", at.event.h <= at.event.g);
  at.claim("{parent} is more important and known",
           higher != nullptr && higher->g <= at.event.h && at.rec.rank(at.event.parent) > at.rec.rank(at.event.node));
  at.check_smallest_f();
}
void dropped(MomentRef at) {
  const SpeechReplay::Node* const own = at.own();
  at.claim("it was open", own != nullptr && own->open());
}
void met(MomentRef at) {
  const SpeechReplay::Node* const a = at.replay.node(0, at.event.node);
  const SpeechReplay::Node* const b = at.replay.node(1, at.event.node);
  at.claim("both sides know it, and their costs sum up", a != nullptr && b != nullptr && a->g + b->g == at.event.g);
  at.claim("no cheaper meeting was known", at.event.g < at.replay.best);
}

// --- Contraction ----------------------------------------------------------------------------------------------------

void rank(MomentRef at) {
  at.claim("{rank} counts the contracted nodes", at.field("rank") == fmt::format("{}", at.replay.contracted + 1));
}
void smallest_priority(MomentRef at) {
  rank(at);
  at.same("priority", fmt::format("{}", contracted_priority(at.event)));
}
// The edges of a witness lead from one end of the pair to the other.
void witness_edge(MomentRef at) {
  size_t i = at.index;
  uint64_t sum = 0;
  NodeId end = at.event.parent;
  for (; i > 0 && at.rec.events[i].type == kPathEdge; --i) {
    sum += at.rec.events[i].g;
    end = at.rec.events[i].parent;
  }
  const SearchEvent& found = at.rec.events[i];
  at.claim("it belongs to a witness that was found", found.type == kWitness && found.g != kInfinite &&
                                                         end == found.parent && sum <= found.g &&
                                                         (sum == found.g) == (at.event.node == found.node));
}
void given(MomentRef at) {
  rank(at);
  at.claim("an order was given", at.rec.order_given);
}
void added(MomentRef at) {
  at.claim("the pair of the last witness search needs it",
           at.index > 0 && at.rec.events[at.index - 1].type == kWitness && at.rec.events[at.index - 1].g == kInfinite &&
               at.rec.events[at.index - 1].node == at.event.node && at.rec.events[at.index - 1].h == at.event.g);
  at.claim("{other} is the node that is contracted", at.field("other") == at.last_contracted());
}
void no_witness(MomentRef at) {
  at.claim("{other} is the node that is contracted", at.field("other") == at.last_contracted());
  at.claim("a shortcut follows", at.index + 1 < at.rec.events.size() && at.rec.events[at.index + 1].type == kAddArc);
  at.claim("no such path is left", at.rec.left_distance(at.index, at.event.parent, at.event.node) > at.event.h);
}
void witness(MomentRef at) {
  at.claim("{other} is the node that is contracted", at.field("other") == at.last_contracted());
  at.claim("the witness costs no more", at.event.g <= at.event.h);
  at.claim("such a path is left", at.rec.left_distance(at.index, at.event.parent, at.event.node) <= at.event.g);
}

const std::vector<SpeechKind> kPathKinds = {
    {kSource, "The search begins at the start, {node}."},
    {kSource, "The search begins at the start, {node}. Steps near walls cost more.", costs_near_walls},
    {kSource,
     "The search begins at the start, {node}. In the paper, all cells of perimeters are nodes; here exits are, for "
     "the same costs.",
     [](MomentRef at) {
       at.claim("the costs are the same",
                !at.rec.result.found() ||
                    at.rec.result.cost == at.rec.from_start[at.rec.world().map().id(at.rec.search.query.goal)]);
     }},
    {kSource, "The search begins at the start, {node}. All cells of perimeters are nodes, as in the paper.",
     [](MomentRef at) {
       const auto& options = at.rec.world().get<MapRooms>().options();
       at.claim("the search is the published one", options && options->published);
     }},
    {kSource, "The forward search begins at the start, {node}."},
    {kSource, "The start is {node}: first it is connected to the abstract graph around it."},
    {kSource, "The start is {node}, in the polygon of the goal."},
    {kSource, "The start is {node}: the search begins with the region around it."},
    {kSource, "The start is {node}: first it is connected to nodes of the hierarchy."},
    {kSource, "The start is {node}: if it sees the goal, the path is the straight line."},
    {kSource, "The start is {node}: its costs to the nodes of its cluster are looked up."},
    {kDestination, "The goal is {node}: the search ends when it is expanded."},
    {kDestination, "{node} is one of the goals."},
    {kDestination, "The backward search begins at the goal, {node}."},
    {kDestination, "The goal is {node}: it is connected to the abstract graph as well."},
    {kDestination, "The goal is {node}, in the polygon of the start."},
    {kDestination, "The goal is {node}: the search ends with the region around it."},
    {kDestination, "The goal is {node}: it is connected to nodes of the hierarchy as well."},
    {kDestination,
     "The goal is {node}: if the start does not see it, the path bends round a corner that the goal sees."},
    {kDestination, "The goal is {node}: the costs from the nodes of its cluster are looked up."},

    {kLink, "{parent} and {node} share a cluster of level {level}: inside it their distance is {g}.", linked},
    {kLink,
     "Connected: inside its cluster, {parent} is {g} from {node}, a node of level {level}. An edge of this cost "
     "connects them for this query.",
     linked},
    {kLink, "Connected: {parent} is itself a node of level {level}: for this query an edge of cost {g} leads there.",
     [](MomentRef at) {
       at.claim("both are one cell, at no distance", at.event.parent == at.event.node && at.event.g == 0);
       linked(at);
     }},
    {kLink, "Connected: {parent} is {g} from {node}, a node of the contracted graph.", linked},
    {kLink, "The table says that {parent} and {node} are {g} apart inside their cluster.", linked},
    {kLink, "Connected: inside its group, {parent} is {g} from the inter-edge at {node}.", inside_group},
    {kLink,
     "Read from the table of polygon {polygon}, measured from its centroid: the inter-edge at {node} is {g} away.",
     read_from_table},
    {kLink, "Read from the table of polygon {polygon}, measured from {parent}: the inter-edge at {node} is {g} away.",
     read_from_table},
    {kLink, "{parent} lies inside a room: straight across it, {node} on its side is {g} away.", published_across_room},
    {kLink, "{parent} lies inside a room: the next exits are looked for from {node} on, {g} straight across it.",
     across_room},
    {kLink, "{node} lies in the room of the goal: inside it, {goal} is {g} away.", inside_room},

    {kRefine,
     "{stop}The path uses the shortcut {parent} - {node} of cost {g}, which stands for two edges: it is unpacked.",
     unpacked},
    {kRefine, "{stop}The edge {parent} - {node} of level {level} and cost {g} is refined: A* {word} the level below.",
     refined},
    {kRefine, "{stop}The edge {parent} - {node} of level {level} and cost {g} is refined.", refined},
    {kPathEdge, "{stop}The edge {parent} - {node} of cost {g} joins the path of level {level}.", joins},
    {kPathEdge, "The witness goes over the edge {parent} - {node} of cost {g}.", witness_edge},
    {kPathEdge, "The subpath {parent} - {node} of cost {g} joins the path of level {level}.", joins},
    {kPathEdge, "{stop}The edge {parent} - {node} of cost {g} joins the path.", joins},
    {kPathEdge, "The step from {parent} to {node}, of cost {g}, joins the path.", stepped},
    {kPathEdge, "The link from {parent} to {node}, of cost {g}, joins the path.", linked_step},
    {kPathEdge, "The jump from {parent} to {node}, of cost {g}, is on the path.", jumped},
    {kPathEdge, "The path runs straight from {parent} to {node}: {g} long.", pulled},
    {kPathEdge, "The corridor goes on from {parent} to {node}, {g} farther.", corridor},
    {kPathEdge, "The corridor goes on from the polygon at {parent} to {node}, {g} farther.", corridor},
    {kPathEdge, "The path goes through {node}; its root is {g} farther than the one before."},
    {kStraight, "No obstacle lies between {parent} and {node}: a straight segment of cost {g} replaces the path.",
     smoothed},
    {kStraight, "Pulled taut, the path runs straight from {parent} to {node}: {g} long.", pulled},
    {kStraight,
     "Pulled taut, the path runs straight from {parent} to {node}: {g} long. The whole path is {whole} long.", pulled},
    {kFound, "{node} is reached: the path costs {g}.{smoothing}{best}", found},
    {kFound, "{node} is reached: the path over its parents is {g} long.", found},
    {kFound, "{node} is reached: with what walls add, the path costs {g}.", found_off_walls},
    {kFound, "{node} is the nearest goal: the path costs {g}.", nearest_found},
    {kFound, "The last cell within the limit is {node}, with g = {g}.", last_within},
    {kFound, "A corridor of length {g} to {node} is found; the funnel follows.", found_corridor},
    {kFound, "Start and goal lie in one {word}: the path goes straight to {node} and costs {g}.", found},
    {kFound, "Start and goal lie in one {word}: the path is the straight line to {node}{length}.", straight_line},
    {kFound, "All hubs in labels of both sides have been compared: the path to {node} leads over {other}, {g} long.",
     found_over_hub},
    {kFound, "Start and goal see each other: the path is the straight line to {node}, {g} long.", found},
    {kFound,
     "The smallest f of the {count} open cell{letters} on the {word_side} side, {least}, is not below the best path: "
     "no open node can lead to a cheaper path. Both searches stop; the path to {node} costs {g}.",
     both_sides_stop},
    {kFound,
     "The open list on the {word_side} side is empty: no cheaper path is left. Both searches stop; the path to "
     "{node} costs {g}.",
     both_sides_stop},
    {kNoPath, "The search for {node} is given up: costs have passed what can be counted.", too_far},
    {kNoPath, "The open list is empty: there is no path to {node}.", nothing_open},
    {kNoPath, "The open list is empty: no path leads from {node} to any goal.", no_goal_reached},
    {kNoPath, "A landmark reaches only one of start and goal, so no search is needed: there is no path to {node}.",
     no_path},
    {kNoPath, "The two searches never met: there is no path to {node}.", no_path},
    {kNoPath,
     "The open list on the {word_side} side is empty, and the two searches never met: there is no path to {node}.",
     side_empty},
    {kNoPath, "No node of the start's cluster has a path to the goal: there is no path to {node}.", no_path},
    {kNoPath, "No ancestor is in labels of both sides: there is no path to {node}.", no_path},
    {kNoPath, "No hub is in labels of both sides: there is no path to {node}.", no_path},

    {kStall, "{place}{node} is skipped: the other side has closed it, and knows the cheapest path from there.",
     skipped},
    {kStall, "{place}{node} is stalled: its g = {g} is no better than {h} over the more important {parent}.", stalled},
    {kStall, "{node} leaves the open list: a cheaper path passes over it, and it has a single successor.", dropped},
    {kStall, "{node} leaves the open list: a shorter path to its root was found.", dropped},
    {kStall, "{node} leaves the open list: it leads only into a dead end.", dropped},
    {kMeet, "Both searches have reached {node}: the best path so far costs {g}.", met},
    {kMeet, "Both sides have {node} in their labels, and over it the path costs {g}: it is the hub so far.", met},

    {kContract, "{node} has the smallest priority, {priority}: it is contracted and gets rank {rank}.",
     smallest_priority},
    {kContract, "Next in the given order: {node} is contracted and gets rank {rank}.", given},
    {kAddArc, "The shortcut {parent} - {node} of cost {g} stands for the path over {other} from now on.", added},
    {kWitness,
     "No witness: without {other} no path from {parent} to {node} was found that costs {need} or less. A shortcut is "
     "needed.",
     no_witness},
    {kWitness,
     "Witness: a path from {parent} to {node} without {other} costs {g}, no more than the {need} over it. No "
     "shortcut is needed.",
     witness},

};

}  // namespace

const std::vector<SpeechKind>& speech_kinds_of_paths() { return kPathKinds; }

}  // namespace strata::test
