// What is said of cells and of two searches side by side.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <set>

#include "app/playback/trace_difference.hpp"
#include "core/search/plan_options.hpp"
#include "core/world/map_navmesh.hpp"
#include "core/world/map_rooms.hpp"
#include "tests/app/playback/speech.hpp"
#include "tests/support.hpp"

namespace strata::test {
namespace {

using enum EventType;

bool takes_out(EventType type) { return type == kExpand || type == kStall; }

// A sentence about a cell at the moment of the cursor.
class CellMoment {
 public:
  CellMoment(const SpeechRecording& recording, Cell at, std::string_view text, std::string_view kind,
             const SpeechFields& fields, SpeechReport& report)
      : rec(recording), cell(at), text_(text), kind_(kind), fields_(fields), report_(report) {}

  void claim(std::string_view what, bool holds) const {
    ++report_.claims;
    if (holds) return;
    report_.fault(
        fmt::format("{}, a cell: {} -- \"{}\"", rec.planner().name, what, kind_),
        fmt::format("({},{}) at {} of {}: \"{}\"", cell.x, cell.y, rec.playback.cursor(), rec.events.size(), text_));
  }
  const std::string* find(std::string_view name) const {
    const auto own = std::find_if(fields_.begin(), fields_.end(), [&](const auto& f) { return f.first == name; });
    return own == fields_.end() ? nullptr : &own->second;
  }
  bool has(std::string_view name) const { return find(name) != nullptr; }
  bool speaks_of_all_paths() const { return test::speaks_of_all_paths(text_); }
  bool graph_is_right() const { return rec.graph_is_right(text_, rec.playback.outline().top_level); }
  void same(std::string_view name, const std::string& truth) const {
    if (const std::string* own = find(name))
      claim(fmt::format("{{{}}} is what the recording has", name), *own == truth);
  }
  // Returns the event that a field numbers from 1; null if there is none.
  const SearchEvent* event(std::string_view name) const {
    const std::string* own = find(name);
    if (own == nullptr) return nullptr;
    const size_t number = std::stoul(*own);
    const bool there = number >= 1 && number <= rec.events.size();
    claim("the event exists", there);
    return there ? &rec.events[number - 1] : nullptr;
  }
  size_t index(const SearchEvent& event) const { return static_cast<size_t>(&event - rec.events.data()); }
  bool lies_here(const SearchEvent& event) const {
    return event.node != kNoNodeId &&
           rec.playback.places().lies_in(event.level, event.node, rec.world().map().id(cell));
  }
  bool same_node(const SearchEvent& a, const SearchEvent& b) const {
    return SpeechReplay::concerns_node(b.type) && a.node == b.node && a.level == b.level &&
           SpeechReplay::side_of(a) == SpeechReplay::side_of(b);
  }
  // Returns the last event of the event's node before the cursor; null if there is none.
  const SearchEvent* last_of(const SearchEvent& event) const {
    for (size_t i = rec.playback.cursor(); i-- > 0;) {
      if (same_node(event, rec.events[i])) return &rec.events[i];
    }
    return nullptr;
  }
  SpeechReplay replay(size_t until) const {
    SpeechReplay own;
    for (size_t i = 0; i < until; ++i) own.apply(rec.events[i], i);
    if (until < rec.events.size() && own.begins(rec.events[until])) own.clear();
    return own;
  }

  const SpeechRecording& rec;
  const Cell cell;

 private:
  std::string_view text_, kind_;
  const SpeechFields& fields_;
  SpeechReport& report_;
};

using CellMomentRef = const CellMoment&;

void later(CellMomentRef at, const SearchEvent& own) {
  const SearchEvent* const event = at.event("later_event");
  if (event == nullptr) return;
  at.claim("the later event takes the node out of the open list", takes_out(event->type) && at.same_node(own, *event));
  at.claim("it lies ahead", at.index(*event) >= at.rec.playback.cursor());
}

void numbers(CellMomentRef at, const SearchEvent& own) {
  at.same("g", at.rec.cost(own.g));
  at.same("h", at.rec.cost(own.h));
  at.same("f", at.rec.sum(uint64_t{own.g} + own.h));
  if (at.has("parent")) at.same("parent", at.rec.words(own.level, own.parent));
}

void not_yet(CellMomentRef at) {
  const SearchEvent* const own = at.event("event");
  if (own == nullptr) return;
  at.claim("the event is of a node here", at.lies_here(*own) && SpeechReplay::concerns_node(own->type));
  at.claim("it lies ahead, and none of the node has passed",
           at.index(*own) >= at.rec.playback.cursor() && at.last_of(*own) == nullptr);
  numbers(at, *own);
  later(at, *own);
}

void rivals(CellMomentRef at, const SearchEvent& own, const SpeechReplay& replay) {
  if (!at.has("rivals")) return;
  const int side = SpeechReplay::side_of(own);
  const size_t open = replay.side(side).open;
  if (!at.has("count")) {
    at.claim("it was the only open one", open == 1);
    return;
  }
  at.same("count", fmt::format("{}", open));
  // The node that is named comes second: no third one is better by f.
  const SpeechReplay::Node* second = nullptr;
  for (const auto& [node, known] : replay.side(side).nodes) {
    if (node == own.node || !known.open() || at.rec.words(own.level, node) != *at.find("other")) continue;
    second = &known;
    if (at.has("rival_f") && *at.find("rival_f") == at.rec.sum(known.f())) break;
  }
  at.claim("the second is open", second != nullptr);
  if (second == nullptr) return;
  at.same("rival_f", at.rec.sum(second->f()));
  at.same("rival_h", at.rec.cost(second->h));
  at.same("rival_g", at.rec.cost(second->g));
  const std::string& reason = *at.find("reason");
  if (reason.starts_with("g = ")) at.claim("its g is larger", own.g < second->g);
  if (reason.starts_with("f = ") || reason.starts_with("the same f")) {
    const bool fine = !at.rec.cells() && at.rec.planner().any_angle;
    bool smaller = false;
    for (const auto& [node, known] : replay.side(side).nodes) {
      smaller |= node != own.node && known.open() && known.f() + (fine ? 3 : 0) < second->f();
    }
    at.claim("no third node has a smaller f", !smaller);
    const SpeechReplay::Node* const first = replay.node(side, own.node);
    if (reason.starts_with("the same f")) {
      at.claim("both have the same f", first != nullptr && (first->f() == second->f() || fine));
    } else {
      at.claim("its f is larger", first != nullptr && first->f() < second->f());
    }
    if (at.has("rival_g")) {
      at.claim("its g is smaller or larger", (reason.find("smaller") != reason.npos) == (second->g < own.g));
    }
  }
}

// The node is the only one that the expansion before has generated.
void followed(CellMomentRef at) {
  const SearchEvent* const own = at.event("event");
  if (own == nullptr) return;
  at.claim("the event expands a node here", own->type == kExpand && at.lies_here(*own));
  numbers(at, *own);
  later(at, *own);
  std::vector<NodeId> generated;
  for (size_t i = at.index(*own); i-- > 0 && at.rec.events[i].type != kExpand;) {
    if (at.rec.events[i].type == kGenerate) generated.push_back(at.rec.events[i].node);
  }
  at.claim("it was the only new interval", generated == std::vector<NodeId>{own->node});
}

void expanded(CellMomentRef at) {
  const SearchEvent* const own = at.event("event");
  if (own == nullptr) return;
  at.claim("the event expands a node here", own->type == kExpand && at.lies_here(*own));
  at.claim("it is the last of the node", at.last_of(*own) == own);
  numbers(at, *own);
  later(at, *own);
  const SpeechReplay replay = at.replay(at.index(*own));
  const int side = SpeechReplay::side_of(*own);
  const std::string_view planner = at.rec.planner().name;
  if (at.has("f") && planner != "tables") {
    const bool fine = !at.rec.cells() && at.rec.planner().any_angle;
    at.claim("no open node had a smaller f",
             replay.least_f(side) && *replay.least_f(side) + (fine ? 3 : 0) >= uint64_t{own->g} + own->h);
  } else if (at.has("open_noun")) {
    const std::optional<uint64_t> least = replay.least(side, [](const auto& node) { return node.g; });
    at.claim("no open node had a smaller g", least && *least == own->g);
  } else if (planner == "cch") {
    at.claim("the search climbs", TraceOutline::joined(own->phase) != own->phase);
  } else if (planner == "best-first") {
    at.claim("no open node had a smaller h", *replay.least(side, [](const auto& node) { return node.h; }) == own->h);
  } else if (planner == "bfs") {
    const SpeechReplay::Node* const node = replay.node(side, own->node);
    at.claim("no open node had waited longer",
             node != nullptr && *replay.least(side, [](const auto& n) { return n.event; }) == node->event);
  }
  rivals(at, *own, replay);
}

void passed(CellMomentRef at) {
  const SearchEvent* const own = at.event("event");
  if (own == nullptr) return;
  at.claim("the event takes a node here out of the list",
           own->type == kStall && at.lies_here(*own) && at.last_of(*own) == own);
  numbers(at, *own);
  if (at.has("other")) at.same("other", at.rec.words(own->level, own->parent));
  later(at, *own);
}

void open(CellMomentRef at) {
  const SearchEvent* const own = at.event("event");
  if (own == nullptr) return;
  at.claim("the event puts a node here into the list",
           !takes_out(own->type) && at.lies_here(*own) && at.last_of(*own) == own);
  numbers(at, *own);
  later(at, *own);
  if (!at.has("count")) return;
  const SpeechReplay replay = at.replay(at.rec.playback.cursor());
  const int side = SpeechReplay::side_of(*own);
  at.same("count", fmt::format("{}", replay.side(side).open));
  const uint64_t f = uint64_t{own->g} + own->h;
  size_t before = 0, not_after = 0;
  for (const auto& [node, known] : replay.side(side).nodes) {
    if (!known.open() || node == own->node) continue;
    before += known.f() < f;
    not_after += known.f() <= f;
  }
  const std::string_view planner = at.rec.planner().name;
  if (planner == "bfs" || planner == "best-first" || planner == "cch" || !at.rec.cells()) return;
  const size_t said = at.has("ahead") ? std::stoul(*at.find("ahead")) : 0;
  at.claim("as many go first", before <= said && said <= not_after);
  if (at.has("first_f")) at.claim("the first has this f", *at.find("first_f") == at.rec.sum(*replay.least_f(side)));
}

void end_named(CellMomentRef at) {
  const SearchEvent* const end = at.event("end_event");
  if (end != nullptr) {
    at.claim("the event expands", end->type == kExpand);
    if (at.has("goal"))
      at.claim("it is the goal",
               at.rec.place(end->level, end->node) == at.rec.place(0, at.rec.playback.outline().goal));
    at.same("end_f", at.rec.sum(uint64_t{end->g} + end->h));
    const char* name = at.has("goal") ? "goal" : "other";
    at.same(name, at.rec.words(end->level, end->node));
    // Its search goes no further.
    size_t next = at.index(*end) + 1;
    while (next < at.rec.events.size() && at.rec.events[next].type == kPathEdge) ++next;
    at.claim("it ended its search",
             next == at.rec.events.size() || !SpeechReplay::concerns_node(at.rec.events[next].type) ||
                 SpeechReplay::is_root(at.rec.events[next]) || at.rec.planner().name == "tables");
  }
  if (at.speaks_of_all_paths()) {
    at.claim("it is true of the graph that it names, or of the map", at.graph_is_right());
  }
  if (at.has("best_cost")) {
    const SearchEvent* best = nullptr;
    for (const SearchEvent& event : at.rec.events) best = event.type == kMeet ? &event : best;
    at.claim("it is the cost of the best meeting", best != nullptr && *at.find("best_cost") == at.rec.cost(best->g));
  }
}

void left(CellMomentRef at) {
  const SearchEvent* const own = at.event("event");
  if (own == nullptr) return;
  at.claim("the event puts a node here into the list",
           !takes_out(own->type) && at.lies_here(*own) && at.last_of(*own) == own);
  numbers(at, *own);
  later(at, *own);
  end_named(at);
}

void label(CellMomentRef at) {
  const SearchEvent* const own = at.event("event");
  if (own == nullptr) return;
  at.claim("the event generates a node here", own->type == kGenerate || own->type == kUpdate);
  numbers(at, *own);
}

template <EventType kType>
void told(CellMomentRef at) {
  const SearchEvent* const own = at.event("event");
  if (own == nullptr) return;
  at.claim("the event is of this kind, and lies here", own->type == kType && at.lies_here(*own));
}
template <EventType kType, bool kPast>
void told_when(CellMomentRef at) {
  told<kType>(at);
  if (const SearchEvent* const own = at.event("event"))
    at.claim("it has passed, or has not", (at.index(*own) < at.rec.playback.cursor()) == kPast);
}

void straight(CellMomentRef at) {
  const uint64_t least = uint64_t{at.rec.bound(at.rec.search.query.start, at.cell)} +
                         (at.rec.planner().name == "dijkstra" ? 0 : at.rec.bound(at.cell, at.rec.search.query.goal));
  at.same("detour", at.rec.sum(least));
  at.claim("that is more than the search ended with",
           !at.rec.result.found() || least > at.rec.result.cost || at.rec.planner().name == "theta" ||
               at.rec.options.weight > 100 || at.rec.options.heuristic == Heuristic::kManhattan);
  end_named(at);
}
void beside(CellMomentRef at) {
  const SearchEvent* const own = at.event("event");
  if (own == nullptr) return;
  at.claim("the event expands the cell beside",
           own->type == kExpand && at.rec.words(0, own->node) == *at.find("other"));
  at.claim("a step leads from there", at.rec.step(at.rec.cell(own->node), at.cell).has_value());
  if (at.rec.from_start.empty() || !at.rec.result.found()) return;
  const CellId id = at.rec.world().map().id(at.cell);
  at.claim("no path over it is cheaper", uint64_t{at.rec.from_start[id]} + at.rec.from_goal[id] >= at.rec.result.cost);
}
void cannot_stand(CellMomentRef at) {
  at.claim("no agent stands here", !can_stand(at.rec.world().map(), at.rec.world().rules(), at.cell));
}
Cell read_cell(const std::string& text) {
  Cell cell;
  std::sscanf(text.c_str(), "(%d,%d)", &cell.x, &cell.y);
  return cell;
}
void too_large(CellMomentRef at) {
  cannot_stand(at);
  const GridMap& map = at.rec.world().map();
  const Rules& rules = at.rec.world().rules();
  at.same("size", fmt::format("{}", rules.agent_size));
  const Cell obstacle = read_cell(*at.find("cell"));
  at.claim("the obstacle lies in the agent's square", obstacle.x >= at.cell.x && obstacle.y >= at.cell.y &&
                                                          obstacle.x < at.cell.x + rules.agent_size &&
                                                          obstacle.y < at.cell.y + rules.agent_size);
  at.claim("the agent cannot enter it", map.contains(obstacle) && !rules.capability.has(map.terrain(obstacle)));
  const int right = at.has("right") ? std::stoi(*at.find("right")) : 0,
            below = at.has("below") ? std::stoi(*at.find("below")) : 0;
  at.claim("it lies there", obstacle.x - at.cell.x == right && obstacle.y - at.cell.y == below);
}
void at_the_edge(CellMomentRef at) {
  cannot_stand(at);
  const GridMap& map = at.rec.world().map();
  const int size = at.rec.world().rules().agent_size;
  at.claim("the map ends within the agent's square", at.cell.x + size > map.width() || at.cell.y + size > map.height());
}
void wall(CellMomentRef at) {
  cannot_stand(at);
  at.claim("it is a wall", at.rec.world().map().terrain(at.cell) == Terrain::kOut);
}
void no_terrain(CellMomentRef at) {
  cannot_stand(at);
  at.same("what", std::string(terrain_info(at.rec.world().map().terrain(at.cell)).name));
}
void pruned_by_jump(CellMomentRef at) {
  const SearchEvent* const own = at.event("event");
  if (own == nullptr) return;
  at.claim("the event is that jump",
           at.rec.words(0, own->parent) == *at.find("from") && at.rec.words(0, own->node) == *at.find("to"));
  const Cell a = at.rec.cell(own->parent), b = at.rec.cell(own->node);
  at.claim("the jump passes the cell", at.rec.bound(a, at.cell) + at.rec.bound(at.cell, b) == at.rec.bound(a, b));
}
void turned_here(CellMomentRef at) {
  pruned_by_jump(at);
  const SearchEvent* const own = at.event("event");
  if (own == nullptr) return;
  const Cell a = at.rec.cell(own->parent), b = at.rec.cell(own->node);
  const int slanted = std::abs(at.cell.x - a.x);
  at.claim("it lies on the diagonal from the one end and straight ahead of the other",
           slanted > 0 && std::abs(at.cell.y - a.y) == slanted && (at.cell.x == b.x) != (at.cell.y == b.y));
}
void inside_room(CellMomentRef at) {
  const Cell from = read_cell(*at.find("room_from")), to = read_cell(*at.find("room_to"));
  at.claim("the cell lies inside", at.cell.x > from.x && at.cell.y > from.y && at.cell.x < to.x && at.cell.y < to.y);
}
void no_room(CellMomentRef at) {
  at.claim("it lies in no room", at.rec.world().get<MapRooms>().rooms().room_of(at.rec.world().map().id(at.cell)) < 0);
}
void no_polygon(CellMomentRef at) {
  at.claim("it lies in no polygon", at.rec.world().get<MapNavmesh>().end_at(at.cell).polygon == kNoPolygon);
}
void in_polygon(CellMomentRef at) {
  at.same("polygon", fmt::format("{}", at.rec.world().get<MapNavmesh>().end_at(at.cell).polygon));
}
void in_cluster(CellMomentRef at) {
  at.claim("no node of the search lies here",
           std::none_of(at.rec.events.begin(), at.rec.events.end(),
                        [&](const SearchEvent& e) { return e.level > 0 && at.lies_here(e); }));
}
void no_event_here(CellMomentRef at) {
  at.claim("no event of a node lies here",
           std::none_of(at.rec.events.begin(), at.rec.events.end(),
                        [&](const SearchEvent& e) { return SpeechReplay::concerns_node(e.type) && at.lies_here(e); }));
}
void own_area(CellMomentRef at) {
  at.claim("no path leads here",
           at.rec.from_start.empty() || at.rec.from_start[at.rec.world().map().id(at.cell)] == kInfinite);
}
void starts(CellMomentRef at) { at.claim("it is the start", at.cell == at.rec.search.query.start || !at.rec.cells()); }
void goal_here(CellMomentRef at) { at.claim("it is the goal", at.cell == at.rec.search.query.goal || !at.rec.cells()); }
void path_over(CellMomentRef at) {
  const std::vector<CellId>& path = at.rec.result.path;
  at.claim("the path goes over it",
           !at.rec.result.points.empty() ||
               std::find(path.begin(), path.end(), at.rec.world().map().id(at.cell)) != path.end());
}

void was_on_path(CellMomentRef at) {
  told_when<kPathEdge, true>(at);
  const SearchEvent* const smoothed = at.event("later_event");
  if (smoothed == nullptr) return;
  at.claim("the later event is one of smoothing, and has passed",
           smoothed->phase == Phase::kSmooth && at.index(*smoothed) < at.rec.playback.cursor());
  const std::vector<CellId>& path = at.rec.result.path;
  at.claim("the smoothed path leaves the cell out",
           std::find(path.begin(), path.end(), at.rec.world().map().id(at.cell)) == path.end());
}

// The first four of them are explained.
void more_nodes(CellMomentRef at) {
  std::set<std::array<uint64_t, 3>> nodes;
  for (const SearchEvent& event : at.rec.events) {
    if (!SpeechReplay::concerns_node(event.type) || !at.lies_here(event)) continue;
    nodes.insert({uint64_t{event.level}, static_cast<uint64_t>(SpeechReplay::side_of(event)), event.node});
  }
  at.same("count", fmt::format("{}", nodes.size() - 4));
}

struct CellKind {
  std::string_view pattern;
  void (*check)(CellMomentRef);
};

const std::vector<CellKind>& cell_kinds() {
  static const std::vector<CellKind> kKinds = {
      {"{as}not reached yet: event {event}{search} {does}{source}{later}.", not_yet},
      {"{as}expanded by event {event}{search}: no open {noun} had a smaller f than its {f} (g {g} + h "
       "{h}){rivals}{later}.",
       expanded},
      {"{as}expanded by event {event}{search}: no open {open_noun} had a smaller g than its {g}{rivals}{later}.",
       expanded},
      {"{as}expanded by event {event}{search}: no open cell had waited longer{rivals}{later}.", expanded},
      {"{as}expanded by event {event}{search}: no open cell had a smaller h than its {h}{rivals}{later}.", expanded},
      {"{as}expanded by event {event}{search} with g = {g}: it was the next more important ancestor{rivals}{later}.",
       expanded},
      {"{as}expanded by event {event}{search}: with g = {g} its label was read{later}.", expanded},
      {"{as}expanded by event {event}{search} with f = {f}: it was the only interval that the expansion before had "
       "generated{later}.",
       followed},
      {"{as}expanded by event {event}{search}: the cheapest path{graph}, {f} in all, leaves over it{later}.", expanded},
      {"{as}expanded by event {event}{search}: its f = {f} (g {g} + h {h}) was within the limit{later}.", expanded},
      {"{as}visited by event {event} with f = {f} (g {g} + h {h}){later}.", label},
      {"Kept: the search before has found g = {g} here, and the repair leaves it as it is.", no_event_here},
      {"Not reached: neither this search nor those before have come here.", no_event_here},
      {"Not reached: no cell beside it was lowered before the search ended.", no_event_here},
      {"Not reached: no path that IDA* has tried came here.", no_event_here},
      {"{as}passed over by event {event}{search}: {because}{later}.", passed},
      {"{as}open since event {event}{search} with {key}: of {count} it is the next to be expanded{later}.", open},
      {"{as}open since event {event}{search} with {key}: {ahead} of {count} go first, {other} before all: "
       "{first}{later}.",
       open},
      {"{as}put into the open list by event {event}{search} with {key}, but never expanded: {end}{later}.", left},
      {"{as}{label} by event {event}{search} with g = {g}: {hub}{later}.", label},
      {"{as}{label} by event {event}{search} with g = {g}{later}.", label},
      {"{count} more nodes of the search lie in this cell.", more_nodes},
      {"The search starts here.", starts},
      {"The goal lies here.", goal_here},
      {"Event {event} connected it to the start or the goal.", told_when<kLink, true>},
      {"Event {event} connects it to the start or the goal.", told_when<kLink, false>},
      {"The path goes over it.", path_over},
      {"The path will go over it.", path_over},
      {"It is on the path: event {event} put it there.", told_when<kPathEdge, true>},
      {"It was on the path from event {event} until it was smoothed (event {later_event}).", was_on_path},
      {"It will be on the path: event {event} puts it there.", told_when<kPathEdge, false>},
      {"A smoothed segment of the path ends here, by event {event}.", told_when<kStraight, true>},
      {"A smoothed segment of the path will end here, by event {event}.", told_when<kStraight, false>},
      {"Not reached: even the straight path over it would cost {detour}, and {ended}.", straight},
      {"Not reached: {other} beside it was expanded by event {event}, but a path over it could not be cheaper.",
       beside},
      {"Not reached: none of the cells from which it is entered had been expanded when {ended}.", end_named},
      {"The agent cannot stand here, so no search comes here.", cannot_stand},
      {"The agent cannot stand here: size {size} does not fit: {what} at {cell}{offset}.", too_large},
      {"The agent cannot stand here: size {size} does not fit: the map ends {rest}", at_the_edge},
      {"The agent cannot stand here: a wall.", wall},
      {"The agent cannot stand here: the agent cannot enter {what}.", no_terrain},
      {"No path leads here from the start: {rest}", own_area},
      {"Pruned: the jump from {from} to {to} of event {event} passed over it, {rest}", pruned_by_jump},
      {"Passed: the jump from {from} to {to} of event {event} turns here, {rest}", turned_here},
      {"Pruned: it lies inside the room {room_from}-{room_to}, and {rest}", inside_room},
      {"Pruned: it is on the side of the room {rest}", no_event_here},
      {"Pruned or not reached: {rest}", no_event_here},
      {"It is a node {rest}", no_event_here},
      {"It is no node {rest}", no_event_here},
      {"It is an ancestor {rest}", no_event_here},
      {"It is an exit {rest}", no_event_here},
      {"It is on the side of the room {rest}", no_event_here},
      {"It is no transition: {rest}", no_event_here},
      {"It is a transition, {rest}", no_event_here},
      {"It lies in no room. {rest}", no_room},
      {"It lies in no polygon of the mesh.", no_polygon},
      {"It lies in polygon {polygon}{rest}", in_polygon},
      {"No node itself: it lies in the {rest}", no_event_here},
      {"No transition: {rest}", in_cluster},
      {"Both searches only climb to more important nodes, {rest}", no_event_here},
  };
  return kKinds;
}

}  // namespace

void check_explanations(const SpeechRecording& rec, const std::vector<Cell>& cells, SpeechReport& report) {
  CellExplanations explanations;
  SpeechFields fields;
  for (const Cell cell : cells) {
    const std::string all = explanations.why(rec.search, cell);
    for (size_t begin = 0; begin < all.size();) {
      const size_t end = std::min(all.find('\n', begin), all.size());
      const std::string text = all.substr(begin, end - begin);
      begin = end + 1;
      ++report.explanations;
      const auto kind = std::find_if(cell_kinds().begin(), cell_kinds().end(),
                                     [&](const CellKind& own) { return speech_matches(own.pattern, text, fields); });
      if (kind == cell_kinds().end()) {
        report.fault(fmt::format("{}, a cell: a kind of sentence that this test does not know", rec.planner().name),
                     text);
        continue;
      }
      ++report.heard[std::string(kind->pattern)];
      if (kind->check == nullptr) {
        report.unchecked.insert(std::string(kind->pattern));
      } else {
        kind->check({rec, cell, text, kind->pattern, fields, report});
      }
    }
  }
}

// The panel says how many cells only the first search has expanded, only the second, and both; and up to which event
// they do the same.
void check_comparison(const SpeechRecording& first, const SpeechRecording& second, SpeechReport& report) {
  const auto cells_of = [](const SpeechRecording& rec, size_t& abstract) {
    std::set<CellId> cells;
    for (size_t i = 0; i < rec.playback.cursor(); ++i) {
      const SearchEvent& event = rec.events[i];
      if (event.type != kExpand) continue;
      if (event.level > 0) {
        ++abstract;
      } else {
        cells.insert(rec.place(0, event.node).cell);
      }
    }
    return cells;
  };
  DifferenceCounts truth;
  const std::set<CellId> a = cells_of(first, truth.abstract_first), b = cells_of(second, truth.abstract_second);
  for (const CellId cell : a) ++(b.contains(cell) ? truth.both : truth.only_first);
  for (const CellId cell : b) truth.only_second += !a.contains(cell);
  ++report.comparisons;
  report.claims += 6;
  const std::string pair = fmt::format("{} and {}", first.planner().name, second.planner().name);
  if (!(count_difference(first.playback, second.playback) == truth))
    report.fault(pair + ": counts of expanded cells", {});
  TraceDifference difference;
  difference.read(first.playback, second.playback);
  size_t same = 0;
  const auto equal = [&](const SearchEvent& x, const SearchEvent& y) {
    return x.type == y.type && x.g == y.g && x.h == y.h && x.level == y.level &&
           (x.node == kNoNodeId) == (y.node == kNoNodeId) &&
           (x.node == kNoNodeId || first.place(x.level, x.node) == second.place(y.level, y.node));
  };
  while (same < std::min(first.events.size(), second.events.size()) && equal(first.events[same], second.events[same]))
    ++same;
  const bool all = same == first.events.size() && same == second.events.size();
  if (difference.first_event().has_value() == all || (!all && *difference.first_event() != same)) {
    report.fault(pair + ": the first event in which they differ", fmt::format("{}", same));
  }
}

}  // namespace strata::test
