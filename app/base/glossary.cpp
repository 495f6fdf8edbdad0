#include "app/base/glossary.hpp"

#include <algorithm>
#include <cctype>

namespace strata {
namespace {

constexpr std::string_view kAStar = "Hart, Nilsson, Raphael 1968";
constexpr std::string_view kHpa = "Botea, Müller, Schaeffer 2004";
constexpr std::string_view kHaa = "Harabor, Botea 2008";
constexpr std::string_view kRooms = "Harabor, Botea 2010";
constexpr std::string_view kSectors = "Sturtevant, Geisberger 2010";
constexpr std::string_view kCh = "Geisberger, Sanders, Schultes, Delling 2008";
constexpr std::string_view kCch = "Dibbelt, Strasser, Wagner 2014";
constexpr std::string_view kJps = "Harabor, Grastien 2011";
constexpr std::string_view kJpsPlus = "Rabin, Silva 2015";
constexpr std::string_view kHna = "Rahmani, Pelechano 2020";
constexpr std::string_view kLpa = "Koenig, Likhachev, Furcy 2004";

// clang-format off
constexpr GlossaryEntry kEntries[] = {
    {"A*", "A star", "A* always expands the open node with the smallest f = g + h. If h is admissible, the first path that it returns is a cheapest one.", kAStar},
    {"abstract path", "abstract paths", "The abstract path is the path in the abstract graph: a list of transitions. Refinement turns it into cells.", kHpa},
    {"abstraction", "abstractions|abstract graph|abstract graphs|abstract", "An abstraction replaces the many cells of a map by a small graph. A search in the small graph expands fewer nodes; its path is then refined to cells.", kHpa},
    {"admissible", "inadmissible|overestimates|lower bound", "A heuristic is admissible if it never says more than the remaining cost really is. A* needs this to return a cheapest path.", kAStar},
    {"alternative path", "alternative paths|alternatives", "An alternative path is a choice beside the shortest one: not much longer, with little in common with the paths before it, and without detours on the way.", "Abraham, Delling, Goldberg, Werneck 2010"},
    {"annotated A*", "AA*", "Annotated A* is A* over cells that enters a cell only where the clearance is large enough for the agent.", kHaa},
    {"any-angle label", "any-angle labels|Euclidean hub labelling|EHL", "An any-angle label is the hub label of a convex corner. The labels of the corners that start and goal see give the shortest any-angle path without a search.", "Du, Shen, Cheema 2023"},
    {"any-angle path", "any-angle paths|any angle|any-angle", "An any-angle path may turn at any point and go in any direction; it is not bound to steps from cell to cell.", "Nash, Daniel, Koenig, Felner 2007"},
    {"batch", "batches", "A batch is a list of queries, one for each agent, that are answered in one call by all threads or by a graphics card.", kHna},
    {"bidirectional search", "bidirectional A*|bidirectional", "A bidirectional search runs from the start and from the goal at once. It may stop only when no meeting that is still possible can be cheaper than the best one found.", "Pohl 1971"},
    {"breadth-first search", "breadth-first|BFS", "Breadth-first search expands nodes in the order in which it has found them. It finds the path with the fewest steps, whatever the steps cost.", "Moore 1959"},
    {"break-even", "", "The break-even is the number of queries after which a planner has saved as much time as its preparation took.", "ours"},
    {"capability", "capabilities", "A capability is the set of terrains that an agent can walk on, such as ground alone or ground and water.", kHaa},
    {"centroid", "centroids|centre|centres", "The centroid of a polygon or of a region is the mean of its area. Some abstractions measure all distances from it.", kHna},
    {"clearance", "clearances", "The clearance of a cell is the side of the largest free square whose upper left corner is the cell. An agent of size s can stand where the clearance is at least s.", kHaa},
    {"closed", "closed list|closed nodes|closed node", "A node is closed once it has been expanded. With a consistent heuristic its g is final.", kAStar},
    {"cluster", "clusters", "A cluster is a square block of cells. HPA* computes paths inside each cluster once, and a query reuses them.", kHpa},
    {"consistent", "consistency|inconsistent", "A heuristic is consistent if h falls by no more than a step costs. Then f never decreases along a path, and A* never has to reopen a node.", kAStar},
    {"contour line", "contour lines|line of equal cost|lines of equal cost", "A contour line joins the points that a path from the start reaches at the same cost.", "Lorensen, Cline 1987"},
    {"contraction", "contract|contracts|contracted", "Contraction takes a node out of a graph and adds the shortcuts that are needed to keep all distances between the others.", kCh},
    {"contraction hierarchy", "contraction hierarchies|CH", "A contraction hierarchy contracts the nodes of a graph one after the other. A query then only climbs to higher ranks, from the start and from the goal.", kCh},
    {"convex corner", "convex corners|corners of walls", "A convex corner of a wall is a point where one of the four cells around it is blocked. A shortest any-angle path bends at convex corners alone.", "Du, Shen, Cheema 2023"},
    {"corner", "corners", "A corner of an obstacle is a free cell beside it at which a shortest path may turn. The corners make up a graph that is much smaller than the map.", "Uras, Koenig, Hernández 2013"},
    {"corner cutting", "cuts corners|cut corners|corner-cutting", "A diagonal step cuts a corner if it passes a blocked cell. The octile rules forbid it, the rules of the HPA* paper allow one blocked cell beside the step.", "Sturtevant 2012"},
    {"corridor", "corridors", "A corridor is the sequence of polygons from start to goal that a search on a navigation mesh returns. The funnel finds the shortest path inside it.", "Lee, Preparata 1984"},
    {"cost", "costs", "The cost of a path is the sum of its steps. A straight step on ground costs 1, a diagonal one 1.41; terrain weights multiply it.", "Dijkstra 1959"},
    {"crowd", "crowds", "A crowd is a large number of agents that walk at the same time, give way to each other and replan when the map changes.", "Weiss, Litteneker, Jiang, Terzopoulos 2017"},
    {"customisation", "customise|customisable|customisable contraction hierarchy|CCH", "Customisation computes the costs of all shortcuts anew while order and shortcuts stay. It is far cheaper than a new contraction when costs have changed.", kCch},
    {"D* Lite", "", "D* Lite keeps a search from the goal between two queries. After an edit it expands only cells whose cost has changed, and the start may move on.", "Koenig, Likhachev 2002"},
    {"Detour", "", "Detour is the path-finding library beside Recast: A* over the polygons of a navigation mesh, then a funnel.", "Mononen"},
    {"Dijkstra", "Dijkstra's algorithm", "Dijkstra's algorithm always expands the open node with the smallest g. It is A* with h = 0.", "Dijkstra 1959"},
    {"dominated", "dominance|dominates|dominate|strong dominance", "An edge is dominated if another one with the same ends serves every agent that could use it and is no longer. HAA* leaves dominated edges out.", kHaa},
    {"elimination tree", "elimination trees", "The elimination tree puts above each node the next node in the order that it has an edge to. All that a node ever has to meet stands above it.", kCch},
    {"entrance", "entrances", "An entrance is a longest run of free pairs of cells along the border of two clusters: one opening without an obstacle.", kHpa},
    {"expand", "expands|expanded|expanding|expansion|expansions", "A search expands a node when it takes it off the open list and looks at all its neighbours. Expansions measure work independently of the machine.", kAStar},
    {"f", "f value|f values", "f = g + h estimates the cost of a whole path through a node: what the search has paid so far plus what the heuristic says is left.", kAStar},
    {"fastest", "fastest planner", "The planner Fastest asks the fastest exact planner that is ready: hub labels, a contraction hierarchy, jump point search or A*. One whose structure is out of date is never asked.", kAStar},
    {"flow field", "flow fields", "A flow field says for every cell in which direction the cheapest path to a goal begins. All agents with that goal follow it without a search of their own.", "Emerson 2013"},
    {"forced neighbour", "forced neighbours", "A neighbour is forced if an obstacle beside the search makes the path through this cell the only cheapest one. A cell with a forced neighbour is a jump point.", kJps},
    {"funnel", "funnels|string pulling|pulled taut", "The funnel pulls a path taut in a corridor: it keeps the two sides that are still in sight and turns at a corner where they meet.", "Lee, Preparata 1984"},
    {"g", "g value|g values", "g is the cost of the cheapest path from the start to a node that the search has found so far.", kAStar},
    {"generate", "generates|generated", "A search generates a node each time it looks at it as the neighbour of an expanded one.", kAStar},
    {"graph partitioning", "", "Graph partitioning divides the nodes of a graph into parts of about equal size with few edges between them.", "Karypis, Kumar 1998"},
    {"greedy best-first search", "greedy best-first|greedy search|greedy", "Greedy best-first search expands the open node with the smallest h and ignores g. It often expands few nodes, and its path can be far above the optimum.", "Doran, Michie 1966"},
    {"group", "groups", "A group is a set of adjacent polygons of a navigation mesh that HNA* treats as one node of the next level.", kHna},
    {"HAA*", "", "HAA* is HPA* for agents of several sizes and capabilities: one graph whose edges say which agents fit through.", kHaa},
    {"heuristic", "heuristics|h|h value|h values", "The heuristic h estimates the cost from a node to the goal. The larger it is without overestimating, the fewer nodes A* expands.", kAStar},
    {"HNA*", "", "HNA* is a hierarchy over a navigation mesh: groups of polygons, and the stored cost of crossing each group.", kHna},
    {"HPA*", "", "HPA* divides the map into clusters, searches a graph of the transitions between them, and refines the path inside each cluster.", kHpa},
    {"hub label", "hub labels|hub|hubs", "A hub label lists distances from a node to a few hubs. Any two labels share a hub on a shortest path between their nodes, so that the distance is found without a search.", "Abraham, Delling, Goldberg, Werneck 2011"},
    {"IDA*", "", "IDA* searches depth first, and no deeper than a bound of f. Each round begins again with the smallest f that was beyond the bound, so that it needs almost no memory.", "Korf 1985"},
    {"inconsistent cell", "inconsistent cells|consistent cell|consistent cells", "In LPA* and D* Lite a cell is inconsistent if its g and its rhs-value differ. The open list holds the inconsistent cells; an expansion lowers g to rhs, or raises g to infinity.", kLpa},
    {"integration field", "integration fields", "An integration field holds for every cell the cost of its cheapest path to a goal. The flow field leads from cell to cell down these costs.", "Emerson 2013"},
    {"inter-edge", "inter-edges", "An inter-edge joins two neighbouring parts of a hierarchy: the two cells of a transition between clusters (HPA*), or two groups of polygons (HNA*).", kHpa},
    {"intra-edge", "intra-edges", "An intra-edge joins two nodes of the same cluster. Its cost is that of the shortest path between them inside the cluster.", kHpa},
    {"jam", "jams", "A jam is a set of agents that stand in each other's way for so long that giving way alone does not help. A search over their joint moves leads them out.", "Okumura 2023"},
    {"JPS+", "", "JPS+ is jump point search that has found the ends of all jumps before the first query. It only looks them up, at the price of eight numbers in every cell.", kJpsPlus},
    {"jump distance", "jump distances", "A jump distance says how many steps a jump goes from a cell in one direction. Above zero it leads to a jump point; otherwise only a wall lies ahead.", kJpsPlus},
    {"jump point", "jump points", "A jump point is the goal, a cell with a forced neighbour, or, in Harabor and Grastien 2011, one from which a straight jump finds such a cell: there a jump of Strata turns once from diagonal to straight without a node. Ends of links count.", kJps},
    {"jump point search", "JPS", "Jump point search is A* that skips along straight lines to the next jump point. It keeps optimal costs and needs no preparation.", kJps},
    {"key", "keys", "The key of an open cell says when LPA* and D* Lite expand it: first the smallest min(g, rhs) + h, of equal ones the smaller min(g, rhs). D* Lite adds km, the sum of what the start has moved.", kLpa},
    {"landmark", "landmarks|ALT", "A landmark is a cell whose distances to all cells are stored. By the triangle inequality, the difference of two stored distances is an admissible heuristic.", "Goldberg, Harrelson 2005"},
    {"level", "levels", "A level of a hierarchy groups parts of the level below, so that its graph has fewer nodes. The level of a game is the scene that a mesh covers.", kHpa},
    {"LPA*", "", "LPA* is A* that is repaired: after an edit it expands only cells whose cost from the start has changed.", kLpa},
    {"macro edge", "macro edges", "A macro edge crosses a pruned room in one step, from a cell of its perimeter to the opposite side.", kRooms},
    {"Manhattan distance", "Manhattan", "The Manhattan distance counts rows plus columns between two cells. It is admissible with four moves; with diagonal moves it overestimates.", "Pearl 1984"},
    {"navigation mesh", "navigation meshes|navmesh|mesh|meshes", "A navigation mesh covers the free area with convex polygons. Inside a polygon every straight line is free.", "Cui, Harabor, Grastien 2017"},
    {"nested dissection", "", "Nested dissection orders the nodes of a graph by separators: the smallest set that splits the graph gets the highest ranks, then each half in turn.", "Karypis, Kumar 1998"},
    {"next-hop table", "next-hop tables", "A next-hop table stores the first step from each node towards each other one, so that a path is read instead of searched.", "ours"},
    {"octile distance", "octile", "The octile distance is the cost of a path over an empty map with steps in eight directions. It is the usual heuristic of A* on grids.", "Sturtevant 2012"},
    {"open list", "open nodes|open node", "The open list holds the nodes that have been generated and not yet expanded. A* takes the one with the smallest f next.", kAStar},
    {"optimal", "optimum|above optimal|above the optimum|suboptimal|cheapest path", "A path is optimal if no other path from start to goal costs less. What a path costs beyond that is given in percent above optimal.", kAStar},
    {"packed store", "packed", "The packed store of a contraction hierarchy keeps nodes in blocks and edges in as few bits as each block needs. It is much smaller, and a query takes longer.", "Sanders, Schultes, Vetter 2008"},
    {"path", "paths", "A path is a sequence of steps from start to goal. Each step leads to a neighbouring cell, over a link between cells, or along an edge of a graph.", "Dijkstra 1959"},
    {"PCCP", "", "PCCP stores, for each polygon, the paths to all inter-edges of its group. Connecting start and goal then needs no search.", kHna},
    {"perimeter", "perimeters", "The perimeter of a room consists of its outermost cells. They stay in the search when the interior is pruned.", kRooms},
    {"PIBT", "", "PIBT moves many agents one cell at a time: an agent that needs a cell pushes the one that stands there, which inherits its priority.", "Okumura, Machida, Défago, Tamura 2022"},
    {"Polyanya", "", "Polyanya finds shortest any-angle paths on a navigation mesh. It searches intervals on the edges of polygons in place of single points.", "Cui, Harabor, Grastien 2017"},
    {"polygon", "polygons|convex polygon|convex polygons", "The polygons of a navigation mesh are convex: between any two points of one, the straight line is free.", "Hertel, Mehlhorn 1983"},
    {"portal", "portals", "A portal is the common edge of two neighbouring polygons, through which a path crosses from one to the other.", "Mononen 2010"},
    {"preparation", "prepare|preprocessing", "Preparation is the work before the first query: building clusters, shortcuts or stored distances. It pays only if enough queries follow.", kSectors},
    {"prune", "pruned|prunes|pruning", "A search prunes nodes that it can leave out without losing an optimal path, such as the interior of an empty room.", kRooms},
    {"rank", "ranks", "The rank of a node is its place in the order of contraction. A query only follows edges to higher ranks.", kCh},
    {"refinement", "refine|refines|refined", "Refinement turns an abstract path into a path of cells by a small search for each abstract edge.", kHpa},
    {"region", "regions", "A region is a connected part of a sector. It is one node of the sector graph, whatever its shape.", "Sturtevant 2007"},
    {"relax", "relaxes|relaxed", "A search relaxes a node when it finds a cheaper path to it and lowers its g.", "Dijkstra 1959"},
    {"reopen", "reopens|reopened", "A node is reopened if a cheaper path to it is found after it was closed. This happens only with an inconsistent heuristic.", kAStar},
    {"replan", "replans|replanned|replanning", "An agent replans when an edit of the map touches the path that it follows.", "Koenig, Likhachev 2002"},
    {"rhs-value", "rhs-values|rhs", "The rhs-value of a cell is the smallest cost over a neighbour: g of the neighbour plus the step. It looks one step ahead of g, and after an edit it is what g should be.", kLpa},
    {"room", "rooms|rectangular symmetry reduction|RSR|room pruning", "A room is an empty rectangle. On a map with four moves, a search may skip its interior and cross from side to side.", kRooms},
    {"search tree", "search trees|parent|parents", "The search tree joins each node to the node from which the search reached it. Following parents from the goal gives the path.", kAStar},
    {"sector", "sectors", "A sector is a square block of a grid whose connected parts are its regions. Only one centre for each region is stored, so sectors need very little memory.", "Sturtevant 2007"},
    {"separator", "separators", "A separator is a set of nodes whose removal splits a graph into parts that are not connected.", "Karypis, Kumar 1998"},
    {"shortcut", "shortcuts", "A shortcut is an edge that replaces a path over a contracted node. It is added only if no witness is as short.", kCh},
    {"smoothing", "smooth|smoothed|smooths", "Smoothing replaces pieces of a refined path by straight ones where these are free and no longer.", kHpa},
    {"stall-on-demand", "stall|stalled|stalling", "A query on a contraction hierarchy stalls a node if a node of higher rank offers a cheaper path to it: no shortest path climbs through it.", kCh},
    {"symmetry", "symmetries|symmetric|symmetric paths", "Two paths are symmetric if they have the same moves in another order. They cost the same, and a plain search looks at all of them.", kRooms},
    {"taut edge", "taut edges|visibility graph", "A taut edge joins two convex corners that see each other, if a path along it may bend round the wall at both ends. A shortest any-angle path consists of such edges, but for its first and last piece.", "Du, Shen, Cheema 2023"},
    {"terrain weight", "terrain weights|terrain|terrains", "A terrain weight multiplies the cost of a step. Between two terrains a step costs the mean of both.", kHaa},
    {"Theta*", "", "Theta* is A* whose parents need not be neighbours: where a cell is in sight of its grandparent, the path goes straight.", "Nash, Daniel, Koenig, Felner 2007"},
    {"tie-breaking", "ties|tie", "Tie-breaking decides which node is expanded first among open nodes of equal f. Taking the larger g first usually saves expansions.", kAStar},
    {"transition", "transitions", "A transition is a pair of cells, one on each side of an entrance, at which the abstract graph crosses a border.", kHpa},
    {"unpacking", "unpack|unpacks|unpacked", "Unpacking replaces each shortcut by the two edges for which it stands, until only edges of the original graph are left.", kCh},
    {"update", "updates|updated|incremental update|incremental updates", "An update recomputes only those parts of a structure that an edit has touched. Afterwards the structure is what a full build would give.", kHpa},
    {"weak dominance", "weakly dominated", "Weak dominance leaves out an inter-edge if another one of the same two clusters serves every agent that could use it and joins the same connected parts of both. Paths may get longer; none is lost.", kHaa},
    {"weighted A*", "weight of h|weighted", "Weighted A* multiplies h by a weight w above 1. It expands fewer nodes, and its path costs at most w times the optimum.", "Pohl 1970"},
    {"witness", "witnesses|witness search|witness searches", "A witness is a path that avoids the contracted node and is no longer than the shortcut would be, so the shortcut is not needed.", kCh},
};
// clang-format on

char small_letter(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

bool same_letters(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, {}, small_letter, small_letter);
}

// Returns whether the character is part of a word. A term cannot begin or end beside such a character. Bytes that are
// not ASCII count as letters.
bool in_word(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x80 || std::isalnum(byte) != 0 || c == '-' || c == '_';
}

bool stands_in(std::string_view text, std::string_view word) {
  for (size_t at = 0; at + word.size() <= text.size(); ++at) {
    const size_t end = at + word.size();
    const bool begins = at == 0 || !in_word(text[at - 1]);
    const bool ends = end == text.size() || (!in_word(text[end]) && text[end] != '*');
    if (begins && ends && same_letters(text.substr(at, word.size()), word)) return true;
  }
  return false;
}

// Calls `see` with the term and with each of its other forms.
template <class See>
void for_each_form(const GlossaryEntry& entry, See&& see) {
  see(entry.term);
  for (std::string_view rest = entry.forms; !rest.empty();) {
    const size_t end = std::min(rest.find('|'), rest.size());
    see(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
}

}  // namespace

std::span<const GlossaryEntry> glossary() { return kEntries; }

const GlossaryEntry* glossary_of(std::string_view word) {
  for (const GlossaryEntry& entry : kEntries) {
    bool found = false;
    for_each_form(entry, [&](std::string_view form) { found = found || same_letters(form, word); });
    if (found) return &entry;
  }
  return nullptr;
}

const GlossaryEntry* glossary_term_in(std::string_view text) {
  const GlossaryEntry* best = nullptr;
  size_t longest = 0;
  for (const GlossaryEntry& entry : kEntries) {
    for_each_form(entry, [&](std::string_view form) {
      if (form.size() <= longest || !stands_in(text, form)) return;
      longest = form.size();
      best = &entry;
    });
  }
  return best;
}

}  // namespace strata
