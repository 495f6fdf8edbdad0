// The lit lines of the pseudo-code: each must be true of the moment at which it is lit.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <tuple>

#include "app/playback/narration.hpp"
#include "core/world/map_hna.hpp"
#include "core/world/map_navmesh.hpp"
#include "core/world/map_rooms.hpp"
#include "tests/app/playback/speech.hpp"

namespace strata::test {
namespace {

using enum EventType;

// What a line says, by how it begins.
enum class LineSays : uint8_t {
  kInit,        // the search has not begun
  kLoop,        // the loop goes on, or ends with an empty list
  kFirst,       // n is the first of the open list
  kGoal,        // n is what the search looks for
  kNext,        // m was reached from n
  kOnly,        // n is the only node that was generated from the node expanded before
  kNew,         // whether m has been seen
  kLower,       // m has been seen, with a larger g
  kShorter,     // the path to m is shorter than the known one
  kEmpty,       // there is no path
  kStartLinks,  // the start is linked
  kGoalLinks,   // the goal is linked
  kLinks,       // either of them
  kSkip,        // n is skipped, stalled, or leaves the list
  kMeet,        // both sides know m
  kSmallerF,    // the side is that of the smaller f
  kBelowBest,   // an open node may still lead to a better path, or none may any more
  kOnePolygon,
  kOneRoom,
  kOneGroup,
  kUnpack,  // a shortcut is unpacked
  kPath,    // the path grows
  kSmooth,  // the path is smoothed or pulled taut
  kTable,   // costs are read from a table
  kContract,
  kWitness,
  kShortcut,
  kKept,     // nothing has been expanded yet
  kKeyLoop,  // the loop goes on, or ends with the answer
  kKeyPop,   // u is the first of the open list
  kStated,   // what no event can contradict: a step in between
};

struct SpokenLine {
  std::string_view begins;
  LineSays says;
};

constexpr SpokenLine kSpokenLines[] = {
    {"fresh: g = rhs", LineSays::kInit},
    {"repair: keep g", LineSays::kKept},
    {"km = km +", LineSays::kKept},
    {"for each cell s beside", LineSays::kKept},
    {"while the smallest key", LineSays::kKeyLoop},
    {"u = the cell of U", LineSays::kKeyPop},
    {"if key(u) has grown", LineSays::kStated},
    {"if g(u) > rhs(u)", LineSays::kStated},
    {"for each neighbour s with", LineSays::kNext},
    {"rhs(s) = ", LineSays::kNext},
    {"else: raise g(u)", LineSays::kStated},
    {"for u and each neighbour", LineSays::kStated},
    {"compute rhs(s)", LineSays::kStated},
    {"if rhs(", LineSays::kStated},
    {"return the path to goal over", LineSays::kPath},
    {"return the path from start", LineSays::kPath},
    {"update s:", LineSays::kStated},
    {"key(s) =", LineSays::kStated},
    {"for limit = h(start)", LineSays::kStated},
    {"next limit = infinite", LineSays::kInit},
    {"if next limit is infinite", LineSays::kEmpty},
    {"visit(n)", LineSays::kStated},
    {"if g(n) + h(n) > limit", LineSays::kStated},
    {"else if n is the goal", LineSays::kStated},
    {"else if the most cells", LineSays::kStated},
    {"else expand n", LineSays::kStated},
    {"for each neighbour m of n that is not on", LineSays::kStated},
    {"g(m) = g(n) + cost(n, m); visit", LineSays::kStated},
    {"g(start) = 0", LineSays::kInit},
    {"g_f(start) = 0", LineSays::kInit},
    {"open = {", LineSays::kInit},
    {"place the start's polygon", LineSays::kInit},
    {"r = the region of the start", LineSays::kInit},
    {"while open is not empty", LineSays::kLoop},
    {"while both open lists", LineSays::kBelowBest},
    {"while a smallest f", LineSays::kBelowBest},
    {"on the side with fewer entries", LineSays::kStated},  // see check_sides
    {"on the side of the smaller f", LineSays::kSmallerF},
    {"n = the less important", LineSays::kStated},
    {"n = the ", LineSays::kFirst},
    {"n = (root, interval)", LineSays::kFirst},
    {"n = a neighbour m", LineSays::kPath},
    {"n = a; until", LineSays::kPath},
    {"if f(n) > g(best)", LineSays::kStated},
    {"if g(n) > limit", LineSays::kStated},
    {"if n is a goal, and cheaper", LineSays::kStated},
    {"if n is ", LineSays::kGoal},
    {"return the straight line if start", LineSays::kGoal},
    {"else the path over parents", LineSays::kGoal},
    {"for each neighbour", LineSays::kNext},
    {"for each edge (n, m) of level", LineSays::kNext},
    {"for each edge (n, m) of the abstract", LineSays::kNext},
    {"skip it if it is too narrow", LineSays::kNext},
    {"for each direction", LineSays::kNext},
    {"for each link", LineSays::kNext},
    {"straight: jump", LineSays::kNext},
    {"diagonal: from", LineSays::kNext},
    {"straight: if its distance", LineSays::kNext},
    {"diagonal: while its distance", LineSays::kNext},
    {"there, each straight distance", LineSays::kNext},
    {"the goal, if no distance", LineSays::kNext},
    {"the goal, wherever a jump", LineSays::kNext},
    {"for each arc from n", LineSays::kNext},
    {"for each region m", LineSays::kNext},
    {"for each other", LineSays::kNext},
    {"else for each portal", LineSays::kNext},
    {"m = the next exits", LineSays::kNext},
    {"the cells outside of it", LineSays::kNext},
    {"the exits along their sides", LineSays::kNext},
    {"m = each cell beside", LineSays::kNext},
    {"with n on the side", LineSays::kNext},
    {"with n a projection", LineSays::kNext},
    {"P = the polygon", LineSays::kNext},
    {"G = the group", LineSays::kNext},
    {"if the goal is in P", LineSays::kNext},
    {"add it, seen straight", LineSays::kNext},
    {"add (root", LineSays::kNext},
    {"skip what a known corner", LineSays::kNext},
    {"beside that", LineSays::kNext},
    {"add (the corner", LineSays::kNext},
    {"a portal in line", LineSays::kNext},
    {"only one was added", LineSays::kOnly},
    {"if parent(n) sees m", LineSays::kStated},
    {"if m is new: place", LineSays::kNew},
    {"if m is new", LineSays::kNew},
    {"if m is the goal's", LineSays::kStated},
    {"if m has not been seen", LineSays::kNew},
    {"parent(m) = n; add m", LineSays::kNew},
    {"new:", LineSays::kNew},
    {"m is new", LineSays::kNew},
    {"a is new", LineSays::kNew},
    {"h is new", LineSays::kNew},
    {"seen:", LineSays::kLower},
    {"else if g(n) + cost", LineSays::kLower},
    {"else if the path over n", LineSays::kLower},
    {"else if g + h is smaller", LineSays::kLower},
    {"g(n) + weight < g(m)", LineSays::kLower},
    {"that is less than", LineSays::kLower},
    {"g(m) = g(n) + cost(n, m)", LineSays::kShorter},
    {"if g(n) + cost(n, m) < g(m)", LineSays::kShorter},
    {"if g(n) + weight < g(m)", LineSays::kShorter},
    {"if g(parent(n)) + line", LineSays::kShorter},
    {"else if g(n) + line", LineSays::kShorter},
    {"g(m) = that", LineSays::kShorter},
    {"g = g(n) + the distance", LineSays::kStated},
    {"h = 0.999", LineSays::kStated},
    {"h(n) = max", LineSays::kStated},
    {"return no path", LineSays::kEmpty},
    {"a landmark reaches only one", LineSays::kEmpty},
    {"if best is infinite", LineSays::kEmpty},
    {"if best is none", LineSays::kEmpty},
    {"if there is no", LineSays::kEmpty},
    {"offer the path", LineSays::kEmpty},
    {"connect start and goal", LineSays::kLinks},
    {"connect start", LineSays::kStartLinks},
    {"search the group", LineSays::kStartLinks},
    {"start inside a room", LineSays::kStartLinks},
    {"look up T(start", LineSays::kStartLinks},
    {"connect goal", LineSays::kGoalLinks},
    {"where the search enters", LineSays::kGoalLinks},
    {"goal inside a room", LineSays::kGoalLinks},
    {"look up T(goal", LineSays::kGoalLinks},
    {"one cluster:", LineSays::kGoalLinks},
    {"for each level l", LineSays::kLinks},
    {"PCCP: read", LineSays::kTable},
    {"if the start sees", LineSays::kStated},
    {"if the other side has closed", LineSays::kSkip},
    {"if a higher node", LineSays::kSkip},
    {"a shorter path to a corner", LineSays::kSkip},
    {"after some expansions", LineSays::kSkip},
    {"m with one successor", LineSays::kSkip},
    {"if the other side has", LineSays::kMeet},
    {"if both sides have reached", LineSays::kMeet},
    {"for each a in both", LineSays::kMeet},
    {"for each h in both", LineSays::kMeet},
    {"if g_f(a) + g_b(a)", LineSays::kMeet},
    {"if g_f(h) + g_b(h)", LineSays::kMeet},
    {"start and goal in one polygon", LineSays::kOnePolygon},
    {"start and goal in one room", LineSays::kOneRoom},
    {"start and goal in one group", LineSays::kOneGroup},
    {"a shortcut", LineSays::kUnpack},
    {"for each arc on the path", LineSays::kPath},
    {"an edge:", LineSays::kPath},
    {"for l = L .. 1", LineSays::kPath},
    {"inter-edge: step", LineSays::kPath},
    {"inter-edge or link: step", LineSays::kPath},
    {"intra-edge: ", LineSays::kPath},
    {"for each edge (a, b) of the path", LineSays::kPath},
    {"for each edge (n, m) of that path", LineSays::kPath},
    {"until m is reached", LineSays::kPath},
    {"add the cells between", LineSays::kPath},
    {"for each piece of the path", LineSays::kPath},
    {"mix its moves", LineSays::kPath},
    {"two levels: for each piece", LineSays::kPath},
    {"search the small regions", LineSays::kPath},
    {"walk straight to a centre", LineSays::kPath},
    {"cut off the end", LineSays::kPath},
    {"for each portal of the path", LineSays::kPath},
    {"it joins the corridor", LineSays::kPath},
    {"for each polygon of the path", LineSays::kPath},
    {"follow first steps", LineSays::kPath},
    {"over transitions or regions", LineSays::kStated},
    {"the path goes up", LineSays::kPath},
    {"return the paths", LineSays::kPath},
    {"return the path to best", LineSays::kPath},
    {"return all nodes expanded", LineSays::kPath},
    {"entries name", LineSays::kPath},
    {"each corner joins", LineSays::kPath},
    {"the path leaves over a", LineSays::kPath},
    {"for each cell p", LineSays::kSmooth},
    {"cast straight rays", LineSays::kSmooth},
    {"replace", LineSays::kSmooth},
    {"for each portal of the corridor", LineSays::kSmooth},
    {"for each side between", LineSays::kSmooth},
    {"narrow the funnel", LineSays::kSmooth},
    {"if a side of the funnel", LineSays::kSmooth},
    {"turn at the end", LineSays::kSmooth},
    {"walk up the elimination tree", LineSays::kStated},
    {"for each node s", LineSays::kStated},
    {"for each corner s", LineSays::kStated},
    {"for each hub h", LineSays::kStated},
    {"read the label", LineSays::kStated},
    {"for each ancestor", LineSays::kStated},
    {"the same from the goal", LineSays::kStated},
    {"for each node a: by labels", LineSays::kStated},
    {"rest(a) =", LineSays::kStated},
    {"if T(start, a) + rest(a)", LineSays::kStated},
    {"order the nodes", LineSays::kContract},
    {"while nodes are left", LineSays::kContract},
    {"v = the node with", LineSays::kContract},
    {"in a given order", LineSays::kContract},
    {"for each pair u, w", LineSays::kWitness},
    {"is there a path", LineSays::kWitness},
    {"yes: that witness", LineSays::kWitness},
    {"no: add the shortcut", LineSays::kShortcut},
};

LineSays spoken(std::string_view line, bool& known) {
  line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
  known = true;
  for (const SpokenLine& own : kSpokenLines) {
    if (line.starts_with(own.begins)) return own.says;
  }
  known = false;
  return LineSays::kStated;
}

bool on_path(const SearchEvent& event) {
  return event.type == kPathEdge || event.type == kFound || event.type == kRefine || event.phase == Phase::kRefine ||
         event.phase == Phase::kSmooth || (event.type == kExpand && event.phase == Phase::kMain);
}

bool is_first(const SpeechRecording& rec, const SpeechReplay& replay, const SearchEvent& event, int side) {
  if (event.type != kExpand && event.type != kStall) return false;
  const SpeechReplay::Node* const own = replay.node(side, event.node);
  if (own == nullptr || !own->open()) return false;
  const std::string_view name = rec.planner().name;
  if (name == "bfs") return *replay.least(side, [](const auto& node) { return node.event; }) == own->event;
  if (name == "best-first") return *replay.least(side, [](const auto& node) { return node.h; }) == own->h;
  const uint64_t least = *replay.least_f(side);
  return own->f() == least || (!rec.cells() && rec.planner().any_angle && own->f() <= least + 3);
}

bool line_holds(LineSays says, const SpeechRecording& rec, const SpeechReplay& replay, size_t index) {
  const SearchEvent& event = rec.events[index];
  const int side = SpeechReplay::side_of(event);
  const SpeechReplay::Node* const own = replay.node(side, event.node);
  const bool end = event.type == kNoPath || event.type == kFound;
  const World& world = rec.world();
  const PlanQuery& query = rec.search.query;
  const auto polygon = [&](Cell cell) { return world.get<MapNavmesh>().end_at(cell).polygon; };
  switch (says) {
    case LineSays::kInit:
      return event.type == kSource || event.type == kDestination || SpeechReplay::is_root(event) ||
             event.type == kLink || event.phase == Phase::kInsertStart || event.phase == Phase::kInsertGoal;
    case LineSays::kLoop:
      return end ? replay.side(0).open == 0 : replay.side(side).open > 0;
    case LineSays::kFirst:
      return is_first(rec, replay, event, side);
    case LineSays::kGoal:
      return replay.side(side).expanded != kNoNodeId && rec.result.found() &&
             (rec.planner().name == "sectors" || rec.planner().name == "detour" || event.type == kPathEdge ||
              rec.place(0, event.node) == rec.place(event.level, replay.side(side).expanded));
    case LineSays::kNext: {
      if (event.parent == kNoNodeId) return false;
      const NodeId last = replay.side(side).expanded;
      if (event.parent == last) return true;
      // The start of Polyanya is not expanded; Theta* keeps the parent of the expanded cell.
      const SpeechReplay::Node* const before = last == kNoNodeId ? nullptr : replay.node(side, last);
      return last == kNoNodeId || (before != nullptr && before->parent == event.parent) ||
             rec.place(event.level, event.parent) == rec.place(event.level, last);
    }
    case LineSays::kOnly: {
      size_t added = 0;
      for (size_t i = index; i-- > 0 && rec.events[i].type != kExpand;) added += rec.events[i].type == kGenerate;
      return added == 1 && own != nullptr && own->open() && own->parent == replay.side(side).expanded;
    }
    case LineSays::kNew:
      return (own == nullptr) == (event.type == kGenerate) || (own != nullptr && !own->open() && event.level > 0);
    case LineSays::kLower:
      // Rooms record the cells that they pass without an event.
      if (own == nullptr) return event.type == kUpdate && rec.planner().name == "rooms";
      return event.type == kUpdate && (own->g > event.g || rec.planner().name == "detour");
    case LineSays::kShorter:
      return own == nullptr || own->g > event.g;
    case LineSays::kEmpty:
      return event.type == kNoPath && !rec.result.found();
    case LineSays::kStartLinks:
      return event.phase == Phase::kInsertStart || event.type == kSource;
    case LineSays::kGoalLinks:
      return event.phase == Phase::kInsertGoal || event.type == kDestination || event.type == kLink;
    case LineSays::kLinks:
      return event.phase == Phase::kInsertStart || event.phase == Phase::kInsertGoal || event.type == kSource ||
             event.type == kDestination || event.type == kLink || SpeechReplay::is_root(event);
    case LineSays::kSkip:
      return event.type == kStall && own != nullptr && own->open();
    case LineSays::kMeet:
      if (event.type == kNoPath) return replay.best == kInfinite;
      return event.type == kMeet && replay.node(0, event.node) != nullptr && replay.node(1, event.node) != nullptr;
    case LineSays::kSmallerF: {
      const std::optional<uint64_t> other = replay.least_f(1 - side);
      return own != nullptr && (!other || own->f() <= *other);
    }
    case LineSays::kBelowBest: {
      const std::optional<uint64_t> a = replay.least_f(0), b = replay.least_f(1);
      if (!end) return own != nullptr && own->f() < replay.best;
      return !a || !b || *a >= replay.best || *b >= replay.best;
    }
    case LineSays::kOnePolygon:
      return polygon(query.start) == polygon(query.goal);
    case LineSays::kOneRoom:
      return world.get<MapRooms>().rooms().room_of(world.map().id(query.start)) ==
             world.get<MapRooms>().rooms().room_of(world.map().id(query.goal));
    case LineSays::kOneGroup: {
      const std::string_view name = rec.planner().name;
      const Hna& hna = world.get<MapHna>().hna();
      const int level = name == "pccp" ? hna.levels() : name.back() - '0';
      return hna.level(level).group_of(polygon(query.start)) == hna.level(level).group_of(polygon(query.goal));
    }
    case LineSays::kUnpack:
      return event.type == kRefine && rec.playback.outline().two_way;
    case LineSays::kPath:
      return on_path(event) && rec.result.found();
    case LineSays::kSmooth:
      return (event.type == kStraight || event.type == kFound || event.phase == Phase::kSmooth) && rec.result.found();
    case LineSays::kTable:
      return event.type == kLink;
    case LineSays::kContract:
      return event.type == kContract;
    case LineSays::kWitness:
      return event.type == kWitness || event.type == kPathEdge;
    case LineSays::kShortcut:
      return event.type == kAddArc;
    case LineSays::kKept:
      return replay.side(0).expanded == kNoNodeId;
    case LineSays::kKeyLoop:
      return event.type == kFound || (event.type == kNoPath) == (replay.side(0).open == 0);
    case LineSays::kKeyPop:
      return event.type == kExpand ? is_first(rec, replay, event, side) : own != nullptr && own->open();
    case LineSays::kStated:
      return true;
  }
  return false;
}

// Replays the queues of the bidirectional search, with the entries that are out of date.
void check_sides(const SpeechRecording& rec, SpeechReport& report) {
  using Entry = std::tuple<uint64_t, Cost, NodeId>;  // f, the complement of g, node
  std::array<std::multiset<Entry>, 2> queues;
  SpeechReplay replay;
  for (size_t i = 0; i < rec.events.size(); ++i) {
    const SearchEvent& event = rec.events[i];
    const auto side = static_cast<size_t>(SpeechReplay::side_of(event));
    if (event.type == kGenerate || event.type == kUpdate) {
      queues[side].emplace(uint64_t{event.g} + event.h, ~event.g, event.node);
    } else if (event.type == kExpand || event.type == kStall) {
      size_t chosen = 0;
      NodeId node = kNoNodeId;
      while (node == kNoNodeId) {
        chosen = queues[0].size() <= queues[1].size() ? 0 : 1;
        if (queues[chosen].empty()) break;
        const Entry top = *queues[chosen].begin();
        queues[chosen].erase(queues[chosen].begin());
        const SpeechReplay::Node* const known = replay.node(static_cast<int>(chosen), std::get<2>(top));
        if (known != nullptr && known->open() && known->g == ~std::get<1>(top)) node = std::get<2>(top);
      }
      ++report.lines;
      if (chosen != side) {
        report.fault(fmt::format("{}: the side with fewer entries", rec.planner().name),
                     fmt::format("event {}", i + 1));
        return;
      }
    }
    replay.apply(event, i);
  }
}

}  // namespace

void check_lit_lines(const SpeechRecording& rec, const SpeechReplay& before, size_t index, SpeechReport& report) {
  const PseudoCode* const own = rec.search.process ? rec.process_code : rec.search.narration.code(rec.world());
  const PseudoCode& code = own != nullptr ? *own : *rec.planner().pseudo_code;
  const SearchEvent& event = rec.events[index];
  const uint64_t lit = code.lines_of(event, index == 0, rec.playback.places(), rec.playback.outline().goal);
  for (size_t line = 0; line < code.lines.size(); ++line) {
    if ((lit >> line & 1) == 0) continue;
    bool known = false;
    const LineSays says = spoken(code.lines[line], known);
    ++report.lines;
    if (!known) {
      report.fault(fmt::format("{}: a line that this test does not know", rec.planner().name),
                   std::string(code.lines[line]));
    } else if (!line_holds(says, rec, before, index)) {
      report.fault(fmt::format("{}: lit line \"{}\"", rec.planner().name, code.lines[line]),
                   fmt::format("event {} of {}, a {} of {}", index + 1, rec.events.size(), event_name(event.type),
                               rec.words(event.level, event.node)));
    }
  }
  if (index == 0 && rec.planner().name == "bidirectional") check_sides(rec, report);
}

}  // namespace strata::test
