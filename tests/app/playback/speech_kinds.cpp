// The kinds of sentences of nodes that are generated, updated and expanded, and what each claims beyond its fields.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/ch/drawn_graph.hpp"
#include "core/grid/clusters.hpp"
#include "core/grid/map_links.hpp"
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

bool is_goal(MomentRef at) {
  return at.rec.place(at.event.level, at.event.node) == at.rec.place(0, at.rec.playback.outline().goal);
}

bool lower_bound_promised(MomentRef at) {
  return is_admissible(at.rec.options.heuristic, at.rec.world().rules().profile, at.rec.options.weight);
}

// --- Generated ------------------------------------------------------------------------------------------------------

void landmark(MomentRef at) {
  if (!at.has("landmark")) return;
  const Landmarks& landmarks = at.rec.world().get<MapLandmarks>().landmarks();
  const GridMap& map = at.rec.world().map();
  const std::span<const CellId> cells = landmarks.cells();
  const CellId goal = map.id(at.rec.search.query.goal);
  Cost most = 0;
  size_t best = cells.size();
  Cost here = 0, there = 0;
  for (size_t i = 0; i < cells.size(); ++i) {
    const std::vector<Cost>& row = at.rec.landmark_rows->at(i);
    if (row[at.event.node] == kInfinite || row[goal] == kInfinite) continue;
    const Cost a = row[at.event.node], b = row[goal];
    if ((a > b ? a - b : b - a) <= most) continue;
    most = a > b ? a - b : b - a;
    best = i;
    here = a;
    there = b;
  }
  const Cost plain = at.rec.bound(at.rec.cell(at.event.node), at.rec.search.query.goal);
  at.claim("h is the larger of both bounds", at.event.h == std::max(most, plain));
  if (!at.has("here")) {
    at.claim("no landmark has a larger bound", plain > most);
    return;
  }
  at.claim(
      "the landmark decides h",
      best < cells.size() && at.field("landmark").find(fmt::format("landmark {} at", best + 1)) != std::string::npos);
  at.same("here", at.rec.cost(here));
  at.same("there", at.rec.cost(there));
  if (best < cells.size()) at.same("other", at.rec.words(0, cells[best]));
}

void sight(MomentRef at) {
  if (!at.has("sight")) return;
  const SpeechReplay::Node* const parent = at.replay.node(0, at.event.parent);
  at.claim("the line begins at the parent of the parent",
           parent != nullptr && parent->parent != kNoNodeId && at.field("from") == at.rec.words(0, parent->parent));
  if (parent == nullptr || parent->parent == kNoNodeId) return;
  const auto blocked = at.rec.blocked_line(at.rec.cell(parent->parent), at.rec.cell(at.event.node));
  at.claim("the line is blocked there",
           blocked && at.field("lower") == fmt::format("({},{})", blocked->first.x, blocked->first.y) &&
               at.field("upper") == fmt::format("({},{})", blocked->second.x, blocked->second.y));
}

void reached(MomentRef at) {
  at.claim("it has not been seen", at.own() == nullptr);
  at.check_costs();
  landmark(at);
  sight(at);
}
void through_room(MomentRef at) {
  reached(at);
  const Cell from = at.rec.cell(at.event.parent), to = at.rec.cell(at.event.node);
  const Rooms& rooms = at.rec.world().get<MapRooms>().rooms();
  const int64_t room = rooms.room_of(at.rec.world().map().id(from));
  at.claim("it lies straight ahead", from.x == to.x || from.y == to.y);
  at.claim("both lie in one room", room >= 0 && room == rooms.room_of(at.rec.world().map().id(to)));
  const SpeechReplay::Node* const before = at.replay.node(at.side, at.event.parent);
  at.claim("it is farther by the cells between", before == nullptr || at.event.g == before->g + at.rec.bound(from, to));
}
void itself(MomentRef at) {
  at.claim("both lie in one cell",
           at.event.node == at.event.parent ||
               at.rec.place(at.event.level, at.event.node) == at.rec.place(at.event.level, at.event.parent));
  const SpeechReplay::Node* const own = at.own();
  at.claim("it was expanded with the same g", own != nullptr && !own->open() && own->g == at.event.g);
}
void again(MomentRef at) {
  // The goal lies in the cell of a node that has been expanded.
  const SpeechReplay::Node* const own = at.own();
  at.claim("it has not been seen, or a node in its cell has been expanded",
           own == nullptr || (!own->open() && is_goal(at) && at.event.level > 0));
  at.check_costs();
  landmark(at);
  sight(at);
}
void root(MomentRef at) {
  at.claim("it is where the search begins", at.event.parent == kNoNodeId);
  at.claim("it is the end that is linked", at.is_linked_end(at.event.node));
  landmark(at);
}
void bounded_root(MomentRef at) {
  root(at);
  if (at.rec.from_goal.empty() || !at.rec.cells() || at.event.level > 0) return;
  const bool from_goal = at.event.phase == Phase::kBackward;
  if (at.event.phase == Phase::kRefine || at.event.phase == Phase::kInsertGoal) return;
  at.claim("h is a lower bound", at.event.h <= (from_goal ? at.rec.from_start : at.rec.from_goal)[at.event.node]);
}
void no_bound(MomentRef at) {
  root(at);
  at.claim("the heuristic is inadmissible", !lower_bound_promised(at));
  if (!at.has("w")) return;
  at.same("w", weight_text(at.rec.options.weight));
  at.claim("{h} is {w} times {plain}", std::abs(at.number("w") * at.number("plain") - at.number("h")) <= 0.02);
}
void linked_root(MomentRef at) {
  at.claim("it is where the search begins, beyond a link", at.event.parent == kNoNodeId && at.event.g > 0);
}
void climb_root(MomentRef at) {
  at.claim("it is where the climb begins",
           at.event.parent == kNoNodeId && TraceOutline::joined(at.event.phase) != at.event.phase);
}
void depth_zero(MomentRef at) {
  at.claim("it is the start", at.event.node == at.rec.world().map().id(at.rec.search.query.start));
}
void depth_new(MomentRef at) {
  reached(at);
  at.claim("{depth} counts the steps", at.field("depth") == fmt::format("{}", at.replay.depth(0, at.event.parent) + 1));
}
void seen(MomentRef at) {
  reached(at);
  at.claim("the line of sight is free", !at.rec.blocked_line(at.rec.cell(at.event.parent), at.rec.cell(at.event.node)));
}
// Walks the line of a distance of JPS+ step by step.
void used_distances(MomentRef at) {
  if (at.rec.planner().name != "jps+") return at.claim("no distance is looked up", !at.has("used_distances"));
  at.claim("it says what was looked up, or the goal lies beyond a jump point", at.has("middle") || is_goal(at));
  if (!at.has("middle")) return;
  static constexpr std::array<std::string_view, kDirections> kNames = {"north", "north-east", "east", "south-east",
                                                                       "south", "south-west", "west", "north-west"};
  const auto d = static_cast<size_t>(std::find(kNames.begin(), kNames.end(), at.field("direction")) - kNames.begin());
  Cell cell;
  std::sscanf(at.field("middle").c_str(), "(%d,%d)", &cell.x, &cell.y);
  const Cell node = at.rec.cell(at.event.node), from = at.rec.cell(at.event.parent);
  at.claim("the jump passes {middle}", at.rec.bound(from, cell) + at.rec.bound(cell, node) == at.rec.bound(from, node));
  const bool to_point = at.has("distance");
  const auto steps = static_cast<int>(at.number(to_point ? "distance" : "free_steps"));
  bool meets = false;
  for (int i = 0; i < steps; ++i) {
    const Cell next{cell.x + kDirX[d], cell.y + kDirY[d]};
    at.claim("each step of the distance is legal", at.rec.step(cell, next).has_value());
    cell = next;
    meets = meets || cell == node;
  }
  at.claim("the jump ends within the distance", meets);
  if (to_point && !is_goal(at)) at.claim("the jump ends where the distance does", cell == node);
  if (to_point) return;
  const Cell next{cell.x + kDirX[d], cell.y + kDirY[d]};
  at.claim("no further step is free", !at.rec.step(cell, next));
}
// A jump goes diagonally as far as it can, and then straight.
void turned(MomentRef at) {
  const Cell from = at.rec.cell(at.event.parent), to = at.rec.cell(at.event.node);
  const int dx = to.x - from.x, dy = to.y - from.y, slanted = std::min(std::abs(dx), std::abs(dy));
  at.claim("it says whether the jump turns", at.has("turn") == (slanted > 0 && std::abs(dx) != std::abs(dy)));
  if (!at.has("turn")) return;
  at.same("turn",
          fmt::format("({},{})", from.x + (dx > 0 ? slanted : -slanted), from.y + (dy > 0 ? slanted : -slanted)));
}
void forced(MomentRef at) {
  turned(at);
  reached(at);
  used_distances(at);
  const GridMap& map = at.rec.world().map();
  const Cell node = at.rec.cell(at.event.node), from = at.rec.cell(at.event.parent);
  const auto read = [&](std::string_view field) {
    Cell cell;
    std::sscanf(at.field(field).c_str(), "(%d,%d)", &cell.x, &cell.y);
    return cell;
  };
  const Cell beside = read("other"), blocked = read("cell");
  const auto free = [&](Cell c) { return map.contains(c) && can_stand(map, at.rec.world().rules(), c); };
  at.claim("the forced neighbour can be entered from the jump point", at.rec.step(node, beside).has_value());
  at.claim("the blocked cell is blocked", !free(blocked));
  // The last step of the jump leads straight to the node, past the blocked cell.
  const bool across = std::abs(node.x - from.x) > std::abs(node.y - from.y);
  const Cell before{across ? node.x - (node.x > from.x ? 1 : -1) : node.x,
                    across ? node.y : node.y - (node.y > from.y ? 1 : -1)};
  at.claim("the blocked cell lies beside the last step",
           std::abs(blocked.x - before.x) + std::abs(blocked.y - before.y) == 1 &&
               std::abs(beside.x - blocked.x) + std::abs(beside.y - blocked.y) == 1);
  at.claim("no other step leads from the last cell to the forced neighbour", !at.rec.step(before, beside));
}
void jump_to_goal(MomentRef at) {
  reached(at);
  if (at.rec.planner().family == planner_named("jps")->family) {
    turned(at);
    used_distances(at);
  }
  at.claim("it is the goal", is_goal(at));
}
void jump_to_link(MomentRef at) {
  turned(at);
  reached(at);
  used_distances(at);
  at.claim("a link begins there", !at.rec.world().map().links()->from(static_cast<CellId>(at.event.node)).empty());
}
void over_link(MomentRef at) {
  reached(at);
  const SpeechReplay::Node* const parent = at.replay.node(at.side, at.event.parent);
  const std::optional<Cost> cost = at.rec.link(at.event.parent, at.event.node);
  at.claim("g is that of the node before and the cost of the link", parent && cost && at.event.g == parent->g + *cost);
}
void arc_up(MomentRef at) {
  reached(at);
  at.claim("it is more important", at.rec.rank(at.event.node) > at.rec.rank(at.event.parent));
  const SpeechReplay::Node* const parent = at.replay.node(at.side, at.event.parent);
  const std::optional<Cost> cost = at.rec.arc_weight(at.event.parent, at.event.node);
  if (parent == nullptr || !cost) return;
  at.claim("g is that of the node before and of the edges under the arc", at.event.g == parent->g + *cost);
}
void ancestor(MomentRef at) {
  at.claim("it is more important", at.rec.rank(at.event.node) > at.rec.rank(at.event.parent));
  at.claim("{parent} is known on this side", at.replay.node(at.side, at.event.parent) != nullptr);
}
// A corner that an end sees is reached from that end, as far as the straight line is long.
void corner_in_sight(MomentRef at) {
  const NodePlace end = at.rec.place(0, at.event.parent), corner = at.rec.place(0, at.event.node);
  at.claim("it has not been seen", at.own() == nullptr);
  at.claim("it is seen from the end of the side",
           at.event.parent == (at.side == 0 ? at.replay.source : at.rec.playback.outline().goal));
  at.claim("g is the length of the line",
           std::abs(at.number("g") - std::hypot(end.x - corner.x, end.y - corner.y)) <= 0.02);
}
// No straight line from the end of the side over the corner before is longer than the path to the hub.
void hub_of_label(MomentRef at) {
  const NodePlace end = at.rec.place(0, at.side == 0 ? at.replay.source : at.rec.playback.outline().goal);
  const NodePlace before = at.rec.place(0, at.event.parent), hub = at.rec.place(0, at.event.node);
  at.claim("a label is being read", at.replay.side(at.side).expanded != kNoNodeId);
  at.claim("no line over the corner before is longer",
           at.number("g") + 0.02 >=
               std::hypot(end.x - before.x, end.y - before.y) + std::hypot(before.x - hub.x, before.y - hub.y));
}
void new_hub(MomentRef at) {
  at.claim("it has not been seen", at.own() == nullptr);
  hub_of_label(at);
}
void nearer_hub(MomentRef at) {
  const SpeechReplay::Node* const own = at.own();
  at.claim("it has been seen, with a larger g", own != nullptr && own->g > at.event.g);
  if (own != nullptr) at.same("old", at.rec.cost(own->g));
  hub_of_label(at);
}
void label_of_corner(MomentRef at) {
  const SpeechReplay::Node* const own = at.own();
  at.claim("an end sees the corner",
           own != nullptr && own->open() && own->g == at.event.g &&
               (own->parent == at.replay.source || own->parent == at.rec.playback.outline().goal));
}
void over_node(MomentRef at) {
  if (at.rec.from_start.empty()) return;
  at.claim("no path over it is cheaper",
           uint64_t{at.event.g} + at.event.h >= at.rec.from_start[at.rec.world().map().id(at.rec.search.query.goal)]);
}

// --- Updated and expanded -------------------------------------------------------------------------------------------

// What a step costs that leads along an arc of the hierarchy.
void along_arc(MomentRef at) {
  const SpeechReplay::Node* const parent = at.replay.node(at.side, at.event.parent);
  const std::optional<Cost> cost = at.rec.arc_weight(at.event.parent, at.event.node);
  if (at.event.phase != Phase::kForward && at.event.phase != Phase::kBackward) return;
  if (parent == nullptr || !cost) return;
  at.claim("g is that of the node before and of the edges under the arc", at.event.g == parent->g + *cost);
}
void lowered(MomentRef at) {
  const SpeechReplay::Node* const own = at.own();
  at.claim("it has been seen, with a larger g", own != nullptr && own->g > at.event.g);
  if (own == nullptr) return;
  at.claim("{old} is the g before", at.field("old") == at.rec.cost(own->g));
  at.check_costs();
  along_arc(at);
}
void lowered_by_link(MomentRef at) {
  lowered(at);
  const SpeechReplay::Node* const parent = at.replay.node(at.side, at.event.parent);
  const std::optional<Cost> cost = at.rec.link(at.event.parent, at.event.node);
  at.claim("g is that of the node before and the cost of the link", parent && cost && at.event.g == parent->g + *cost);
}
void less_by_label(MomentRef at) {
  const SpeechReplay::Node* const own = at.own();
  at.claim("it has been seen, with a larger g", own != nullptr && own->g > at.event.g);
  if (own != nullptr) at.same("old", at.rec.cost(own->g));
  ancestor(at);
}
void passed_before(MomentRef at) { at.claim("a path has passed it, and no event has named it", at.own() == nullptr); }
void reopened(MomentRef at) {
  lowered(at);
  at.claim("it was expanded before", at.own() != nullptr && at.own()->last == kExpand);
}
void smallest_f(MomentRef at) {
  at.check_smallest_f();
  if (at.has("list")) at.claim("several nodes are open", at.replay.side(at.side).open > 1);
}
void smallest_g(MomentRef at) {
  at.check_smallest_f();
  const auto least = at.replay.least(at.side, [](const SpeechReplay::Node& node) { return node.g; });
  at.claim("no open node has a smaller g", least && *least == at.event.g);
}
// The search for the nearest of the goals that the recording names.
void nearest_goal(MomentRef at) {
  at.check_smallest_f();
  Cost nearest = kInfinite;
  bool is_goal = false, other_is_nearest = false;
  for (const SearchEvent& goal : at.rec.events) {
    if (goal.type == kDestination) nearest = std::min(nearest, at.rec.from_start[goal.node]);
  }
  for (const SearchEvent& goal : at.rec.events) {
    if (goal.type != kDestination) continue;
    is_goal |= goal.node == at.event.node;
    other_is_nearest |= at.field("other") == at.rec.words(0, goal.node) && at.rec.from_start[goal.node] == nearest;
  }
  if (at.has("other")) at.claim("{other} is a nearest goal", other_is_nearest);
  if (!at.has("best_cost")) return at.claim("it is a nearest goal", is_goal && at.event.g == nearest);
  at.same("best_cost", at.rec.cost(nearest));
  at.claim("its f is above that cost", uint64_t{at.event.g} + at.event.h > nearest);
  at.claim("the search ends", at.index + 1 < at.rec.events.size() && at.rec.events[at.index + 1].type == kFound);
}
void ends_above_limit(MomentRef at) {
  smallest_g(at);
  const SearchEvent* const next = at.index + 1 < at.rec.events.size() ? &at.rec.events[at.index + 1] : nullptr;
  at.claim("the search ends with a smaller g", next != nullptr && next->type == kFound && next->g < at.event.g);
}
// The expansion before has generated this node and no other one.
void only_new(MomentRef at) {
  size_t generated = 0;
  bool own = false;
  for (size_t i = at.index; i-- > 0 && at.rec.events[i].type != kExpand;) {
    if (at.rec.events[i].type != kGenerate) continue;
    ++generated;
    own |= at.rec.events[i].node == at.event.node;
  }
  at.claim("it is the only new interval", generated == 1 && own);
}
void smallest_h(MomentRef at) {
  const auto least = at.replay.least(at.side, [](const SpeechReplay::Node& node) { return node.h; });
  at.claim("no open node has a smaller h", least && *least == at.event.h);
}
void first_in_queue(MomentRef at) {
  const auto least = at.replay.least(at.side, [](const SpeechReplay::Node& node) { return node.event; });
  at.claim("no open node has waited longer", least && at.own() != nullptr && *least == at.own()->event);
  at.claim("{depth} counts the steps", at.field("depth") == fmt::format("{}", at.replay.depth(0, at.event.node)));
}
void the_goal(MomentRef at) { at.claim("it is the goal", is_goal(at)); }
void optimal_goal(MomentRef at) {
  smallest_f(at);
  the_goal(at);
  const bool over_cells = at.event.level == 0 && !at.rec.from_start.empty() && at.rec.cells();
  if (over_cells) at.claim("no path is cheaper", at.event.g == at.rec.from_start[at.event.node]);
  if (at.event.level > 0 && at.rec.planner().name.starts_with("hpa")) {
    at.claim("no path in the abstract graph is cheaper", at.event.g == at.rec.hpa_distance(at.event.level));
  }
}
void inadmissible_goal(MomentRef at) {
  smallest_f(at);
  the_goal(at);
  at.claim("the heuristic is inadmissible", !lower_bound_promised(at));
}
void any_goal(MomentRef at) {
  smallest_f(at);
  the_goal(at);
}
void queue_goal(MomentRef at) {
  first_in_queue(at);
  the_goal(at);
  at.claim("no path has fewer steps", at.rec.least_steps() == at.replay.depth(0, at.event.node));
}
void greedy_goal(MomentRef at) {
  smallest_h(at);
  the_goal(at);
}
void next_ancestor(MomentRef at) {
  const NodeId last = at.replay.side(at.side).expanded;
  at.claim("it is more important than those before it",
           last == kNoNodeId || at.rec.rank(at.event.node) > at.rec.rank(last));
  at.claim("it is open", at.own() != nullptr && at.own()->open());
}
void skipped_edges(MomentRef at) {
  smallest_f(at);
  if (!at.has("skips")) return;
  const Haa& haa = at.rec.world().get<MapHaa>().haa();
  const Rules& rules = at.rec.world().rules();
  const bool low = at.rec.planner().name == "haa-low";
  size_t edges = 0, narrow = 0, terrain = 0;
  bool narrow_named = false, terrain_named = false;
  for (const std::vector<HaaEdge>& list : {haa.inter_edges(), haa.intra_edges()}) {
    for (const HaaEdge& edge : list) {
      if (edge.from != at.event.node && edge.to != at.event.node) continue;
      if (edge.strongly_dominated || (low && edge.weakly_dominated)) continue;
      ++edges;
      const std::string end = at.rec.words(1, edge.from == at.event.node ? edge.to : edge.from);
      if (edge.clearance < rules.agent_size) {
        ++narrow;
        narrow_named |= at.field("from") == end;
      } else if ((edge.capability.bits() & ~rules.capability.bits()) != 0) {
        ++terrain;
        terrain_named |= at.field("to") == end;
      }
    }
  }
  at.claim("edges that cannot be used are named", narrow_named == (narrow > 0) && terrain_named == (terrain > 0));
  at.same("edges", fmt::format("{}", edges));
  at.same("unusable", fmt::format("{}", narrow + terrain));
  if (narrow > 0) at.same("narrow", fmt::format("{}", narrow));
  if (terrain > 0) at.same("terrain", fmt::format("{}", terrain));
}

const std::vector<SpeechKind> kNodeKinds = {
    {kGenerate,
     "{place}{node} is put into the open list: g = {g}, and the lower bound of the remaining cost is h = "
     "{h}{landmark}.",
     bounded_root},
    {kGenerate, "{node} is put into the open list: g = {g}, h = {h}, which is not a lower bound.", no_bound},
    {kGenerate, "{node} is put into the open list: g = {g}, w·h = {w} × {plain} = {h}, which is not a lower bound.",
     no_bound},
    {kGenerate, "{place}{node} is put into the open list with g = {g}.", root},
    {kGenerate, "{place}{node} is where the climb begins, with g = {g}.", climb_root},
    {kGenerate, "{node} is put into the open list: h = {h}.", root},
    {kGenerate, "{node} is put into the queue: depth 0, g = {g}.", depth_zero},
    {kGenerate, "{place}{node} is where the search begins; its connection costs g = {g}.", linked_root},
    {kGenerate, "{place}{node} is generated from {parent}: {costs}{landmark}{sight}.", again},
    {kGenerate, "{place}{node} is generated from {parent}: g = {g}.", reached},
    {kGenerate, "{node} is generated from {parent} over a link: {costs}.", over_link},
    {kGenerate, "{node} is generated from {parent} over a link: g = {g}.", over_link},
    {kGenerate, "{place}{node} is {word} {noun} itself: an edge of cost 0 leads there, {costs}.", itself},
    {kGenerate, "{node} is generated from {parent}: depth {depth}, g = {g}, behind {list} in the queue.", depth_new},
    {kGenerate, "{node} is generated from {parent}: h = {h} decides when it is expanded.", reached},
    {kGenerate, "{node} is in line of sight of {parent}: {costs} along the straight line.", seen},
    {kGenerate, "The jump from {parent} {turning}{node}, the goal: {costs}.{used_distances}", jump_to_goal},
    {kGenerate,
     "The jump from {parent} {turning}{node}, a jump point with the forced neighbour {other}, as {cell} is blocked: "
     "{costs}.{used_distances}",
     forced},
    {kGenerate, "The jump from {parent} {turning}{node}, a cell from which a link leads: {costs}.{used_distances}",
     jump_to_link},
    {kGenerate, "{node} is generated, the next exit from {parent}: {costs}.", reached},
    {kGenerate, "{node} is generated, straight through the room from {parent}: {costs}.", through_room},
    {kGenerate, "{place}the {noun} of {node} is generated, next to that of {parent}: {costs}.", reached},
    {kGenerate, "{place}an arc leads from {parent} up to {node}: {costs}.", arc_up},
    {kGenerate, "{place}an arc leads from {parent} up to {node}: g = {g}.", arc_up},
    {kGenerate, "{place}{node} is a node whose label will be read; its connection costs g = {g}.", root},
    {kGenerate, "{place}the label names the ancestor {node}: g = {g}, up over {parent}.", ancestor},
    {kGenerate, "{place}the corner {node} is in sight, and a path may bend there: g = {g}.", corner_in_sight},
    {kGenerate, "{place}the label names the hub {node}: g = {g}, last round the corner {parent}.", new_hub},
    {kGenerate, "Over {node} the path costs {f}, {g} to it and {h} from there by its label.", over_node},
    {kGenerate, "Over {node} the path costs {f}, {g} to it and {h} from there by its label: less than any before.",
     over_node},
    {kGenerate, "{place}the {noun} at {node} is generated, across a polygon from {parent}: {costs}.", reached},
    {kGenerate, "{place}the {noun} at {node} is generated, across a polygon from {parent}: g = {g}.", reached},
    {kGenerate, "{place}the {noun} at {node} is generated, across a group from {parent}: {costs}.", reached},
    {kGenerate, "{place}the goal at {node} is generated, across a {word} from {parent}: {costs}.", jump_to_goal},
    {kGenerate, "The polygon at {node} is generated, next to that at {parent}: {costs}.", reached},
    {kGenerate, "The goal comes into sight, {node}: f = {f}.", the_goal},
    {kGenerate, "The interval {node} is generated: {costs}.", reached},

    {kUpdate,
     "{place}a cheaper path to {node} leads over {parent}: g falls from {old} to {g}, f to {f}; it was expanded "
     "before and is reopened.",
     reopened},
    {kUpdate, "{place}a cheaper path to {node} leads over {parent}: g falls from {old} to {g}, f to {f}.", lowered},
    {kUpdate, "{place}a cheaper path to {node} leads over {parent}: g falls from {old} to {g}.", lowered},
    {kUpdate, "A cheaper path to {node} leads over {parent} and a link: g falls from {old} to {g}, f to {f}.",
     lowered_by_link},
    {kUpdate, "A cheaper path to {node} leads over {parent} and a link: g falls from {old} to {g}.", lowered_by_link},
    {kUpdate, "{place}by this label the ancestor {node} costs less, up over {parent}: g falls from {old} to {g}.",
     less_by_label},
    {kUpdate,
     "{place}by this label the hub {node} is nearer, last round the corner {parent}: g falls from {old} to {g}.",
     nearer_hub},
    {kUpdate, "{node} gets g = {g} over {parent}.", passed_before},

    {kExpand, "{place}{node} is {only}: f = {f} = {sum}{ends}.{skips}", skipped_edges},
    {kExpand, "{node} is {only}: f = {f} = {sum}. {nearest}", nearest_goal},
    {kExpand, "{node} has the smallest f = {f} of {list}: {sum}. {nearest}", nearest_goal},
    {kExpand, "{node} is {only}: g = {g}. That is above the limit: the search ends.", ends_above_limit},
    {kExpand, "{node} has the smallest g = {g} of {list}. That is above the limit: the search ends.", ends_above_limit},
    {kExpand, "{place}{node} is {only}: g = {g}{ends}.", smallest_g},
    {kExpand, "{place}{node} has the smallest f = {f} of {list}: {sum}{ends}.{skips}", skipped_edges},
    {kExpand, "{place}{node} has the smallest g = {g} of {list}{ends}.", smallest_g},
    {kExpand, "The goal {goal} is {only}: f = {f}; no open node can lead to a cheaper path{graph}. {algorithm} stops.",
     optimal_goal},
    {kExpand, "The goal {goal} is {only}: g = {g}; no open node can lead to a cheaper path. {algorithm} stops.",
     optimal_goal},
    {kExpand,
     "The goal {goal} has the smallest f = {f} of {list}: no open node can lead to a cheaper path{graph}. {algorithm} "
     "stops.",
     optimal_goal},
    {kExpand,
     "The goal {goal} has the smallest g = {g} of {list}: no open node can lead to a cheaper path. {algorithm} "
     "stops.",
     optimal_goal},
    {kExpand,
     "The goal {goal} has the smallest f = {f} of {list}. A* stops; its heuristic is inadmissible, so a cheaper path "
     "may exist.",
     inadmissible_goal},
    {kExpand,
     "The goal {goal} is {only}: f = {f}. A* stops; its heuristic is inadmissible, so a cheaper path may exist.",
     inadmissible_goal},
    {kExpand,
     "The goal {goal} has the smallest f = {f} of {list}. {algorithm} stops; nothing proves that no path is cheaper.",
     any_goal},
    {kExpand, "The goal {goal} is {only}: f = {f}. {algorithm} stops; nothing proves that no path is cheaper.",
     any_goal},
    {kExpand, "{node} is the first of {list} in the queue: depth {depth}.", first_in_queue},
    {kExpand,
     "The goal {goal} is the first of {list} in the queue: depth {depth}. No path has fewer steps: breadth-first "
     "search stops.",
     queue_goal},
    {kExpand, "{place}{node} is followed at once, whatever the open list holds: it is the only new interval.",
     only_new},
    {kExpand, "{node} is {only}: h = {h}.", smallest_h},
    {kExpand, "{node} has the smallest h = {h} of {list}; its g = {g} does not count.", smallest_h},
    {kExpand,
     "The goal {goal} is {only}: h = {h}. Greedy best-first search stops; nothing proves that no path is cheaper.",
     greedy_goal},
    {kExpand,
     "The goal {goal} has the smallest h = {h} of {list}; its g = {g} does not count. Greedy best-first search "
     "stops; nothing proves that no path is cheaper.",
     greedy_goal},
    {kExpand, "{place}{node} is the next more important ancestor of the {word}: with g = {g} its arcs are relaxed.",
     next_ancestor},
    {kExpand, "{place}the label of the corner {node} is read: its hubs, and the length of the shortest path to each.",
     label_of_corner},
    {kExpand, "{place}the label of {node} is read: its ancestors, and the cost of the path up to each of them."},
    {kExpand, "The cheapest path{graph} leaves over {node}: {f} in all.",
     [](MomentRef at) {
       at.claim("{f} is the cost of the path before smoothing", at.rec.result.raw_cost == at.event.g + at.event.h);
     }},

};

}  // namespace

const std::vector<SpeechKind>& speech_kinds_of_nodes() { return kNodeKinds; }

}  // namespace strata::test
