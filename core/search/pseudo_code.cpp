#include "core/search/pseudo_code.hpp"

#include <array>
#include <cstdlib>

namespace strata {
namespace {

using namespace code_line;

template <class... Lines>
constexpr uint64_t lines(Lines... line) {
  return ((uint64_t{1} << line) | ...);
}

constexpr std::array<std::string_view, 10> kAStar = {
    "g(start) = 0; open = {start}",
    "while open is not empty:",
    "  n = the node of open with the smallest f = g + h",
    "  if n is the goal: return the path to n",
    "  for each neighbour m of n:",
    "    if m has not been seen:",
    "      g(m) = g(n) + cost(n, m); parent(m) = n; add m",
    "    else if g(n) + cost(n, m) < g(m):",
    "      g(m) = g(n) + cost(n, m); parent(m) = n; add m",
    "return no path",
};

constexpr std::array<std::string_view, 10> kDijkstra = {
    "g(start) = 0; open = {start}",
    "while open is not empty:",
    "  n = the node of open with the smallest g",
    "  if n is the goal: return the path to n",
    "  for each neighbour m of n:",
    "    if m has not been seen:",
    "      g(m) = g(n) + cost(n, m); parent(m) = n; add m",
    "    else if g(n) + cost(n, m) < g(m):",
    "      g(m) = g(n) + cost(n, m); parent(m) = n; add m",
    "return no path",
};

// Of A* and Dijkstra.
constexpr LinePass kGridPasses[] = {
    {kPop, lines(1)},
    {kGenerate, lines(4, 5), PassedBy::kNext},
    {kUpdate, lines(4, 5, 7)},
    {kFail, lines(1)},
};

constexpr std::array<std::string_view, 17> kHpa = {
    "for each level l = 1 .. L:",
    "  link start to the level-l nodes of its cluster",
    "  link goal to the level-l nodes of its cluster",
    "open = {start}",
    "while open is not empty:",
    "  n = the node of open with the smallest f = g + h",
    "  if n is the goal: go on with refinement",
    "  for each edge (n, m) of level L:",
    "    if m has not been seen: set g(m), parent(m); add m",
    "    else if the way over n is shorter: update m",
    "return no path",
    "for l = L .. 1, for each level-l edge (a, b) of the path:",
    "  inter-edge: step across the border",
    "  intra-edge: search level l - 1 from a to b in the cluster",
    "for each cell p of the path:",
    "  cast straight rays from p in every direction",
    "  replace the path up to the farthest cell they meet",
};

constexpr LinePass kHpaPasses[] = {
    {kHpaInsertStart, lines(0)},
    {kHpaInsertGoal, lines(0)},
    {kHpaGenerate, lines(3), PassedBy::kStart},
    {kHpaPop, lines(4)},
    {kHpaGenerate, lines(7), PassedBy::kNext},
    {kHpaUpdate, lines(7)},
    {kHpaFail, lines(4)},
    {kHpaShortcut, lines(kHpaSmooth, 15)},
};

constexpr std::array<std::string_view, 17> kHaa = {
    "link start to the nodes of its cluster that the agent reaches",
    "link goal to the nodes of its cluster that the agent reaches",
    "open = {start}",
    "while open is not empty:",
    "  n = the node of open with the smallest f = g + h",
    "  if n is the goal: go on with refinement",
    "  for each edge (n, m) of the abstract graph:",
    "    skip it if it is too narrow or needs other terrain",
    "    if m has not been seen: set g(m), parent(m); add m",
    "    else if the way over n is shorter: update m",
    "return no path",
    "for each edge (a, b) of the path:",
    "  inter-edge: step across the border",
    "  intra-edge: annotated A* from a to b inside the cluster",
    "for each cell p of the path:",
    "  cast straight rays from p in every direction",
    "  replace the path up to the farthest cell they meet",
};

// Of edges that are skipped there is no event.
constexpr LinePass kHaaPasses[] = {
    {kHaaGenerate, lines(2), PassedBy::kStart},
    {kHaaPop, lines(3)},
    {kHaaGenerate, lines(6, 7), PassedBy::kNext},
    {kHaaUpdate, lines(6, 7)},
    {kHaaFail, lines(3)},
    {kHaaShortcut, lines(kHaaSmooth, 15)},
};

constexpr std::array<std::string_view, 11> kAlt = {
    "g(start) = 0; open = {start}",
    "h(n) = max over landmarks L of |d(n, L) - d(goal, L)|",
    "while open is not empty:",
    "  n = the node of open with the smallest f = g + h",
    "  if n is the goal: return the path to n",
    "  for each neighbour m of n:",
    "    if m has not been seen:",
    "      g(m) = g(n) + cost(n, m); parent(m) = n; add m",
    "    else if g(n) + cost(n, m) < g(m):",
    "      g(m) = g(n) + cost(n, m); parent(m) = n; add m",
    "return no path",
};

// The bound is asked for every node that is put into the open list.
constexpr LinePass kAltPasses[] = {
    {kAltGenerate, lines(1), PassedBy::kAny},     {kAltUpdate, lines(1)},       {kAltPop, lines(2)},
    {kAltGenerate, lines(5, 6), PassedBy::kNext}, {kAltUpdate, lines(5, 6, 8)}, {kAltFail, lines(2)},
};

constexpr std::array<std::string_view, 11> kJps = {
    "g(start) = 0; open = {start}",
    "while open is not empty:",
    "  n = the jump point of open with the smallest f = g + h",
    "  if n is the goal: return the path to n",
    "  for each direction that n does not prune:",
    "    straight: jump on to the next jump point m, if there is one",
    "    diagonal: from each cell on, jump straight both ways to m",
    "    the goal, wherever a jump meets it, is such an m",
    "    if m has not been seen: set g(m), parent(m); add m",
    "    else if the way over n is shorter: update m",
    "return no path",
};

// A jump to a node in a straight line of the grid was a straight one, or a diagonal one that stopped there.
constexpr LinePass kJpsPasses[] = {
    {kJpsPop, lines(1)},
    {kJpsGenerate, lines(4), PassedBy::kNext},
    {kJpsGenerate, lines(5), PassedBy::kStraight},
    {kJpsGenerate, lines(6), PassedBy::kSlanted},
    {kJpsGenerate, lines(7), PassedBy::kGoal},
    {kJpsUpdate, lines(4)},
    {kJpsUpdate, lines(5), PassedBy::kStraight},
    {kJpsUpdate, lines(6), PassedBy::kSlanted},
    {kJpsUpdate, lines(7), PassedBy::kGoal},
    {kJpsFail, lines(1)},
};

constexpr std::array<std::string_view, 16> kSectors = {
    "r = the region of the start; t = the region of the goal",
    "open = {r}",
    "while open is not empty:",
    "  n = the region of open with the smallest f = g + h",
    "  if n is t: go on with refinement",
    "  for each region m next to n:",
    "    if m has not been seen: set g(m), parent(m); add m",
    "    else if the way over n is shorter: update m",
    "return no path",
    "two levels: for each piece of the path of large regions:",
    "  search the small regions whose centres lie in them",
    "for each piece of the path of regions:",
    "  walk straight to a centre, or search the cells of the piece",
    "  cut off the end of the way: go on where the region begins",
    "for each cell p of the path: cast straight rays from it",
    "  replace the path up to the farthest cell they meet",
};

constexpr LinePass kSectorPasses[] = {
    {kSectorGenerate, lines(1), PassedBy::kStart},
    {kSectorPop, lines(2)},
    {kSectorGenerate, lines(5), PassedBy::kNext},
    {kSectorUpdate, lines(5)},
    {kSectorFail, lines(2)},
    {kSectorShortcut, lines(kSectorSmooth)},
};

constexpr std::array<std::string_view, 17> kRooms = {
    "start and goal in one room: go straight to it",
    "start inside a room: join it to its four projections",
    "where the search enters the room of the goal: join the goal",
    "g(start) = 0; open = {start}",
    "while open is not empty:",
    "  n = the node of open with the smallest f = g + h",
    "  if n is the goal: go on with the path",
    "  m = the next exits along the sides of the room of n,",
    "  the cells outside of it; and where these lie in other rooms,",
    "  the exits along their sides and across them:",
    "    if m has not been seen: set g(m), parent(m); add m",
    "    else if the way over n is shorter: update m",
    "return no path",
    "for each edge (a, b) of the path:",
    "  add the cells between a and b",
    "for each piece of the path inside one room:",
    "  mix its moves at random",
};

// Lines 7 to 9 are one sentence.
constexpr LinePass kRoomsPasses[] = {
    {kRoomsPop, lines(4)},          {kRoomsGenerate, lines(7, 8, 9), PassedBy::kNext},
    {kRoomsUpdate, lines(7, 8, 9)}, {kRoomsFail, lines(4)},
    {kRoomsRefine, lines(13)},      {kRoomsInterleave, lines(15)},
};

constexpr std::array<std::string_view, 17> kCh = {
    "g_f(start) = 0; g_b(goal) = 0; best = infinite",
    "while a smallest f of the two open lists is below best:",
    "  on the side of the smaller f:",
    "    n = the node with the smallest f = g + h",
    "    if a higher node reaches n as cheaply: stall n",
    "    for each arc from n up to a more important m:",
    "      if g(n) + weight < g(m) and it can still beat best:",
    "        new: g(m) = g(n) + weight; parent(m) = n; add m",
    "        seen: g(m) = g(n) + weight; parent(m) = n; add m",
    "        if the other side has reached m: best = the smaller way",
    "if best is infinite: return no path",
    "the way goes up to the meeting node and down from there",
    "for each arc on the way:",
    "  a shortcut a - b over v: unpack a - v, then v - b",
    "  an edge: it joins the path",
    "over transitions or regions: refine each edge to cells",
    "  replace pieces of the path by straight lines",
};

constexpr LinePass kChPasses[] = {
    {kChPop, lines(1, 2)},
    {kChStall, lines(1, 2, kChPop)},
    {kChGenerate, lines(5, 6), PassedBy::kNext},
    {kChUpdate, lines(5, 6)},
    {kChFail, lines(1)},
    {kChUnpack, lines(12)},
    {kChEdge, lines(12)},
};

constexpr std::array<std::string_view, 14> kCch = {
    "g_f(start) = 0; g_b(goal) = 0; best = infinite",
    "walk up the elimination tree from start and from goal:",
    "  n = the less important of the two nodes",
    "  for each arc from n up to a more important m:",
    "    m is new: g(m) = g(n) + weight; parent(m) = n",
    "    g(n) + weight < g(m): g(m) = g(n) + weight; parent(m) = n",
    "  if both sides have reached n: best = the smaller way",
    "if best is infinite: return no path",
    "the way goes up to the meeting node and down from there",
    "for each arc on the way:",
    "  a shortcut: unpack it over its lower triangle",
    "  an edge: it joins the path",
    "over transitions or regions: refine each edge to cells",
    "  replace pieces of the path by straight lines",
};

constexpr LinePass kCchPasses[] = {
    {kCchClimb, lines(1)},  {kCchGenerate, lines(3), PassedBy::kNext},
    {kCchUpdate, lines(3)}, {kCchFail, lines(1)},
    {kCchUnpack, lines(9)}, {kCchEdge, lines(9)},
};

constexpr std::array<std::string_view, 7> kContraction = {
    "order the nodes by priority",
    "while nodes are left:",
    "  v = the node with the smallest priority; give it the next rank",
    "  for each pair u, w of its neighbours:",
    "    is there a way u .. w without v that costs no more than u - v - w?",
    "    yes: that witness; no shortcut is needed",
    "    no: add the shortcut u - w over v",
};

constexpr LinePass kContractionPasses[] = {
    {kContractNode, lines(kContractInit), PassedBy::kFirst},
    {kContractNode, lines(1)},
    {kContractWitness, lines(3)},
};

constexpr std::array<std::string_view, 14> kTables = {
    "look up T(start, a) for each node a of the start's cluster",
    "look up T(goal, b) for each node b of the goal's cluster",
    "one cluster: best = the way inside it",
    "for each node b, for each node a:",
    "  cost = T(start, a) + D(a, b) + T(goal, b)",
    "  if it is less than best: best = cost, over a and b",
    "the way leaves over a and comes in over b",
    "if there is no best: return no path",
    "n = a; until n is b:",
    "  n = a neighbour m with cost(n, m) + D(m, b) = D(n, b)",
    "for each edge (n, m) of that way:",
    "  until m is reached: look up the first move towards m",
    "for each cell p of the path: cast straight rays from it",
    "  replace the path up to the farthest cell they meet",
};

constexpr LinePass kTablesPasses[] = {
    {kTablesPair, lines(3)},
    {kTablesBetter, lines(3, kTablesPair)},
    {kTablesNext, lines(8)},
    {kTablesShortcut, lines(kTablesSmooth)},
};

uint64_t bit(uint8_t line) { return line < 64 ? uint64_t{1} << line : 0; }

bool passed(PassedBy by, const SearchEvent& event, bool first, int map_width, CellId goal) {
  if (by == PassedBy::kAny) return true;
  if (by == PassedBy::kFirst) return first;
  if (by == PassedBy::kStart) return event.parent == kNoCell;
  if (event.parent == kNoCell) return false;
  if (by == PassedBy::kNext) return true;
  if (by == PassedBy::kGoal) return event.node == goal;
  const auto width = static_cast<CellId>(map_width);
  const int dx = std::abs(static_cast<int>(event.node % width) - static_cast<int>(event.parent % width));
  const int dy = std::abs(static_cast<int>(event.node / width) - static_cast<int>(event.parent / width));
  return (by == PassedBy::kStraight) == (dx == 0 || dy == 0);
}

}  // namespace

uint64_t PseudoCode::lines_of(const SearchEvent& event, bool first, int map_width, CellId goal) const {
  uint64_t all = bit(event.line);
  for (const LinePass& pass : passes) {
    if (pass.event_line == event.line && passed(pass.by, event, first, map_width, goal)) all |= pass.passed;
  }
  return all;
}

uint64_t PseudoCode::lines_of(uint8_t event_line) const {
  uint64_t all = bit(event_line);
  for (const LinePass& pass : passes) {
    if (pass.event_line == event_line) all |= pass.passed;
  }
  return all;
}

const PseudoCode& grid_search_pseudo_code(bool with_heuristic) {
  static constexpr PseudoCode kGuided{kAStar, kGridPasses}, kBlind{kDijkstra, kGridPasses};
  return with_heuristic ? kGuided : kBlind;
}

const PseudoCode& hpa_pseudo_code() {
  static constexpr PseudoCode kCode{kHpa, kHpaPasses};
  return kCode;
}

const PseudoCode& haa_pseudo_code() {
  static constexpr PseudoCode kCode{kHaa, kHaaPasses};
  return kCode;
}

const PseudoCode& sectors_pseudo_code() {
  static constexpr PseudoCode kCode{kSectors, kSectorPasses};
  return kCode;
}

const PseudoCode& alt_pseudo_code() {
  static constexpr PseudoCode kCode{kAlt, kAltPasses};
  return kCode;
}

const PseudoCode& jps_pseudo_code() {
  static constexpr PseudoCode kCode{kJps, kJpsPasses};
  return kCode;
}

const PseudoCode& rooms_pseudo_code() {
  static constexpr PseudoCode kCode{kRooms, kRoomsPasses};
  return kCode;
}

const PseudoCode& ch_pseudo_code() {
  static constexpr PseudoCode kCode{kCh, kChPasses};
  return kCode;
}

const PseudoCode& cch_pseudo_code() {
  static constexpr PseudoCode kCode{kCch, kCchPasses};
  return kCode;
}

const PseudoCode& contraction_pseudo_code() {
  static constexpr PseudoCode kCode{kContraction, kContractionPasses};
  return kCode;
}

const PseudoCode& tables_pseudo_code() {
  static constexpr PseudoCode kCode{kTables, kTablesPasses};
  return kCode;
}

}  // namespace strata
