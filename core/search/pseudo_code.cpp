#include "core/search/pseudo_code.hpp"

#include <array>

namespace strata {
namespace {

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

constexpr std::array<std::string_view, 15> kCh = {
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
};

constexpr std::array<std::string_view, 12> kCch = {
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

}  // namespace

std::span<const std::string_view> grid_search_pseudo_code(bool with_heuristic) {
  if (with_heuristic) return kAStar;
  return kDijkstra;
}

std::span<const std::string_view> hpa_pseudo_code() { return kHpa; }

std::span<const std::string_view> haa_pseudo_code() { return kHaa; }

std::span<const std::string_view> sectors_pseudo_code() { return kSectors; }

std::span<const std::string_view> alt_pseudo_code() { return kAlt; }

std::span<const std::string_view> jps_pseudo_code() { return kJps; }

std::span<const std::string_view> rooms_pseudo_code() { return kRooms; }

std::span<const std::string_view> ch_pseudo_code() { return kCh; }

std::span<const std::string_view> cch_pseudo_code() { return kCch; }

std::span<const std::string_view> contraction_pseudo_code() { return kContraction; }

std::span<const std::string_view> tables_pseudo_code() { return kTables; }

}  // namespace strata
