// Patterns of sentences, distances by plain searches, and open lists by a plain reading of the events.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "app/lab/feature.hpp"
#include "app/lab/planner_appearance.hpp"
#include "app/playback/narration.hpp"
#include "core/ch/drawn_graph.hpp"
#include "core/world/map_hpa.hpp"
#include "tests/app/playback/speech.hpp"
#include "tests/links_support.hpp"
#include "tests/support.hpp"
#include "tests/walls_support.hpp"

namespace strata::test {
namespace {

constexpr std::string_view kSpokenNouns[] = {"large region", "jump point", "inter-edge", "transition", "polygon",
                                             "interval",     "corner",     "L1 node",    "L2 node",    "L3 node",
                                             "L4 node",      "portal",     "region",     "node",       "cell"};
constexpr std::string_view kPlaceFields[] = {"node", "parent", "goal",   "start",     "other",
                                             "from", "to",     "middle", "root",      "turn",
                                             "cell", "lower",  "upper",  "room_from", "room_to"};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

size_t number_at(std::string_view text) {
  if (text.starts_with("no end")) return 6;
  size_t i = 0;
  while (i < text.size() && is_digit(text[i])) ++i;
  if (i > 0 && i + 1 < text.size() && text[i] == '.' && is_digit(text[i + 1])) {
    ++i;
    while (i < text.size() && is_digit(text[i])) ++i;
  }
  return i;
}

size_t point_at(std::string_view text) {
  if (text.empty() || text[0] != '(' || text.size() < 2 || !(is_digit(text[1]) || text[1] == '-')) return 0;
  const size_t end = text.find(')');
  if (end == text.npos || text.substr(0, end).find(',') == text.npos) return 0;
  return end + 1;
}

// "(3,4)", "(3.0,4.5)", "(3.0,4.0)-(3.0,7.0) seen from (1.5,2.5)".
size_t place_at(std::string_view text) {
  size_t length = point_at(text);
  if (length == 0) return 0;
  if (text.substr(length).starts_with("-(")) length += 1 + point_at(text.substr(length + 1));
  constexpr std::string_view kSeen = " seen from (";
  if (text.substr(length).starts_with(kSeen)) {
    length += kSeen.size() - 1;
    length += point_at(text.substr(length));
  }
  return length;
}

size_t noun_at(std::string_view text) {
  for (const std::string_view noun : kSpokenNouns) {
    if (text.starts_with(noun)) return noun.size();
  }
  return 0;
}

// Returns what the sentences at the end of a search call the planners.
std::vector<std::string_view> algorithm_names() {
  std::vector<std::string_view> names = {"Greedy best-first search"};
  for (const Feature* feature : features()) {
    for (const PlannerAppearance& planner : feature->planners) names.push_back(planner.narration->algorithm());
  }
  return names;
}

// Fields that stand for one of several patterns; an empty pattern: the field may be missing.
struct SpokenChoice {
  std::string_view name;
  std::vector<std::string_view> patterns;
};
const std::vector<SpokenChoice>& spoken_choices() {
  static const std::vector<SpokenChoice> kChoices = {
      {"place",
       {"Connecting the {word}, {method} inside its cluster of level {area}: ",
        "Connecting the {word}, {method} inside its cluster: ", "Connecting the {word}, {method} inside its group: ",
        "Connecting the {word}, {method}: ", "Refining: ", "From the start: ", "From the goal: ",
        "Inside the group of both ends: ", ""}},
      {"method", {"Dijkstra", "A*"}},
      {"algorithm", algorithm_names()},
      {"costs", {"g = {g}, h = {h}, f = {f}", "g = {g}, w·h = {h}, f = {f}"}},
      {"sum", {"g {g} + h {h}", "g {g} + w·h {h}"}},
      {"list", {"{open} open {nouns}", "the {open} {nouns} open on this side ({others} on the other)"}},
      {"only", {"the only open {open_noun}", "the only {open_noun} open on this side ({others} on the other)"}},
      {"graph",
       {" in the abstract graph", " in the contracted graph", " over regions", " from portal to portal",
        " from inter-edge to inter-edge", " over the mesh", ""}},
      {"ends", {"; this search ends here", ""}},
      {"nearest",
       {"It is a goal, and no goal is nearer.", "It is a goal, no nearer than {other}.",
        "That is more than {best_cost}, the cost of the path to {other}: no goal is nearer, and the search ends."}},
      {"expansion",
       {"is {only}: g = {g}", "has the smallest g = {g} of {list}",
        "is expanded: its g = {g} is final, as the smallest g of {list}, {least}, is less than a step below it"}},
      {"landmark",
       {"; landmark {which} at {other} decides h = |{here} - {there}|", "; the distance on an empty map decides h",
        ""}},
      {"turning", {"goes diagonally to {turn}, where it turns without a node, then straight to ", "ends at "}},
      {"sight", {"; the line of sight from {from} is blocked between {lower} and {upper}", ""}},
      {"smoothing", {" Smoothing has lowered the cost from {raw}.", ""}},
      {"best", {" The optimum on the map is {optimum}.", ""}},
      {"skips",
       {" The agent cannot use {unusable} of its {edges} edges: {narrow} {be} too narrow, as to {from}; {terrain} "
        "{needs} "
        "other terrain, as to {to}.",
        " The agent cannot use {unusable} of its {edges} edges: {narrow} {be} too narrow, as to {from}.",
        " The agent cannot use {unusable} of its {edges} edges: {terrain} {needs} other terrain, as to {to}.", ""}},
      {"be", {"is", "are"}},
      {"length", {", of length {line}", "; between centroids it costs {g}"}},
      {"needs", {"needs", "need"}},
      {"start_side", {"f is at least {f_start} on the start side", "no node is open on the start side"}},
      {"goal_side", {"f is at least {f_goal} on the goal side", "no node is open on the goal side"}},
      {"stop",
       {"Both searches stop: {start_side} and {goal_side}, so no path{graph} is cheaper than the best one, "
        "{best_cost}. ",
        "Both sides have passed all their ancestors in the elimination tree, so no path{graph} is cheaper than the "
        "best one, {best_cost}. ",
        "All ancestors that both sides share have been compared: the hub gives the cheapest path{graph}, {best_cost}. ",
        ""}},
      {"priority", {"-{size_of_priority}", "{size_of_priority}"}},
      {"letters", {"s", ""}},
      {"used_distances",
       {" The distance of {middle} to the {direction} is {distance}.",
        " {middle} has {free_steps} free step{letters} to the {direction}.", ""}},
      {"direction", {"north-east", "north-west", "south-east", "south-west", "north", "east", "south", "west"}},
      // Explanations of cells.
      {"as", {"As a {noun}: ", "As an {noun}: ", "As the start: ", "As the goal: ", ""}},
      {"search",
       {" while the start was connected", " while the goal was connected", " while an edge was refined",
        " of the search from the start", " of the search from the goal", ""}},
      {"source", {" from {parent}", ""}},
      {"does", {"puts it into the open list", "comes upon it"}},
      {"later", {"; event {later_event} expands it", "; event {later_event} passes over it", ""}},
      {"reason",
       {"it came later", "it is more important", "f = {rival_f}", "g = {rival_g}", "h = {rival_h}",
        "the same f, but it is less important", "the same {word}, but it came later",
        "the same {word}, but a smaller g = {rival_g}", "the same {word}, but a larger g = {rival_g}",
        "the same f and the same g, but it lies later on the map, row by row",
        "the same h and the same g, but it lies later on the map, row by row",
        "the same g, but it lies later on the map, row by row",
        "the same f and the same g, but its node has the larger number in the graph",
        "the same g, but its node has the larger number in the graph"}},
      {"rivals", {"; it was the only open one", "; second of {count} was {other}: {reason}", ""}},
      {"because",
       {"its g and rhs had become equal", "its f = {f} was above the limit", "IDA* had expanded the most cells it may",
        "the other side had closed it", "its g = {g} is no better than {h} over the more important {other}",
        "a cheaper path passed over it", "a shorter path to its root was found", "it leads only into a dead end"}},
      {"key", {"f = {f} (g {g} + h {h})", "g = {g}"}},
      {"first", {"f = {first_f}", "g = {first_g}", "by the rule for equals"}},
      {"end",
       {"the goal {goal} was expanded before it, by event {end_event} with f = {end_f}, and ended the search",
        "{other} was expanded before it, by event {end_event} with f = {end_f}, and ended the search",
        "the search had found what it was for when event {end_event} expanded {other}",
        "no open node could lead to a cheaper path{graph} than the best one, which costs {best_cost}",
        "the search ended without the two sides meeting", "the search ended before",
        "no key was below that of the goal any more", "no key was below that of the start any more",
        "another path is the cheapest{graph}, {end_f} in all", "the path inside the cluster is the cheapest{graph}"}},
      {"label", {"connected", "found in a label", "reached", "seen"}},
      {"hub",
       {"it is the hub, over which the path costs {best_cost}",
        "the hub is {other} instead, over which the path costs {best_cost}"}},
      {"what", {"a wall", "ground", "swamp", "water", "trees"}},
      {"offset", {", {right} {cells} right, {below} below", ", {right} {cells} right", ", {below} {cells} below", ""}},
      {"cells", {"cells", "cell"}},
      {"ended",
       {"event {end_event} ended the search by expanding {other} with f = {end_f}",
        "the search ended with the best path, which costs {best_cost}", "the search ended"}},
  };
  return kChoices;
}

size_t nouns_at(std::string_view text) {
  const size_t noun = noun_at(text);
  return noun + (noun > 0 && noun < text.size() && text[noun] == 's' ? 1 : 0);
}

size_t field_at(std::string_view name, std::string_view text) {
  if (name == "rest") return text.size();
  if (name == "noun" || name == "open_noun") return noun_at(text);
  if (name == "nouns") return nouns_at(text);
  if (name.starts_with("set")) {  // "ground,swamp"
    size_t i = 0;
    while (i < text.size() && ((text[i] >= 'a' && text[i] <= 'z') || text[i] == ',')) ++i;
    while (i > 0 && text[i - 1] == ',') --i;
    return i;
  }
  if (name.starts_with("word")) {
    size_t i = 0;
    while (i < text.size() && ((text[i] | 32) >= 'a' && (text[i] | 32) <= 'z')) ++i;
    return i;
  }
  if (std::find(std::begin(kPlaceFields), std::end(kPlaceFields), name) != std::end(kPlaceFields)) {
    return name.starts_with("room") ? point_at(text) : place_at(text);
  }
  return number_at(text);
}

bool begins_with(std::string_view text, std::string_view literal, bool& at_begin) {
  if (!at_begin) return text.starts_with(literal);
  // A sentence begins with a capital letter, whatever its pattern begins with.
  at_begin = false;
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
  return !text.empty() && lower(text[0]) == lower(literal[0]) && text.substr(1).starts_with(literal.substr(1));
}

// Takes what the pattern matches off the text. Returns false if it does not match.
bool take(std::string_view pattern, std::string_view& text, SpeechFields& fields, bool& at_begin) {
  while (!pattern.empty()) {
    if (pattern[0] != '{') {
      const size_t literal = std::min(pattern.find('{'), pattern.size());
      if (!begins_with(text, pattern.substr(0, literal), at_begin)) return false;
      text.remove_prefix(literal);
      pattern.remove_prefix(literal);
      continue;
    }
    const size_t end = pattern.find('}');
    const std::string_view name = pattern.substr(1, end - 1);
    pattern.remove_prefix(end + 1);
    const auto choice = std::find_if(spoken_choices().begin(), spoken_choices().end(),
                                     [&](const SpokenChoice& own) { return own.name == name; });
    if (choice == spoken_choices().end()) {
      const size_t length = field_at(name, text);
      if (length == 0) return false;
      fields.emplace_back(name, text.substr(0, length));
      text.remove_prefix(length);
      at_begin = false;
      continue;
    }
    bool found = false;
    for (const std::string_view one : choice->patterns) {
      std::string_view rest = text;
      const size_t known = fields.size();
      bool begin = at_begin;
      if (!take(one, rest, fields, begin)) {
        fields.resize(known);
        continue;
      }
      if (rest.size() < text.size()) fields.emplace_back(name, text.substr(0, text.size() - rest.size()));
      text = rest;
      at_begin = begin;
      found = true;
      break;
    }
    if (!found) return false;
  }
  return true;
}

}  // namespace

bool speech_matches(std::string_view pattern, std::string_view text, SpeechFields& fields) {
  fields.clear();
  bool at_begin = true;
  return take(pattern, text, fields, at_begin) && text.empty();
}

std::string SpeechRecording::words(int level, NodeId node) const {
  const auto point = [](MapPoint p) { return fmt::format("({:.1f},{:.1f})", p.x, p.y); };
  if (const NodeCone* cone = playback.places().cone(static_cast<size_t>(level), node)) {
    std::string text = point(cone->left);
    if (!(cone->left == cone->right)) text += "-" + point(cone->right);
    if (!(cone->root == cone->left && cone->left == cone->right)) text += " seen from " + point(cone->root);
    return text;
  }
  if (cells()) return fmt::format("({},{})", cell(node).x, cell(node).y);
  return point({place(level, node).x, place(level, node).y});
}

std::string SpeechRecording::cost(Cost value) const { return value == kInfinite ? std::string("no end") : sum(value); }

std::string SpeechRecording::sum(uint64_t value) const {
  return fmt::format("{:.2f}", static_cast<double>(value) / static_cast<double>(unit()));
}

std::optional<Cost> SpeechRecording::step(Cell from, Cell to) const {
  const GridMap& map = world().map();
  std::optional<Cost> cost = plain_step(map, world().rules(), from, to);
  if (!cost || wall_weights == nullptr) return cost;
  return *cost +
         plain_wall_step(world().rules(), from, to, wall_weights->at(map.id(from)), wall_weights->at(map.id(to)));
}

std::optional<Cost> SpeechRecording::link(NodeId from, NodeId to) const {
  const MapLinks* links = world().map().links().get();
  const uint32_t length = links != nullptr ? links->length(static_cast<CellId>(from), static_cast<CellId>(to)) : 0;
  return length == 0 ? std::nullopt : std::optional(plain_link_cost(world().rules(), length));
}

Cost SpeechRecording::inside(const Rect& part, Cell from, Cell to) const {
  const GridMap& map = world().map();
  std::vector<Cost> now;
  std::vector<Cost>& found =
      inside_before == nullptr ? now
                               : (*inside_before)[{part.x0, part.y0, part.x1, part.y1, static_cast<int>(map.id(from))}];
  if (found.empty()) found = plain_dijkstra(map, world().rules(), from, part);
  return found[map.id(to)];
}

Cost SpeechRecording::inside_level(int level, Cell from, Cell to) const {
  const GridMap& map = world().map();
  const Hpa& hpa = world().get<MapHpa>().hpa();
  const ClusterGrid &small = hpa.clusters(1), &large = hpa.clusters(level);
  const uint32_t part = large.cluster_of(from);
  const auto between = [&](Cell a, Cell b) { return inside(small.rect(small.cluster_of(a)), a, b); };
  std::vector<Cost> now;
  std::vector<Cost>& found =
      inside_before == nullptr
          ? now
          : (*inside_before)[{-level, static_cast<int>(part), static_cast<int>(map.id(from)), 0, 0}];
  if (found.empty()) {
    std::map<uint32_t, std::vector<Cell>> nodes;  // by small cluster
    for (const HpaNode& node : hpa.nodes(1)) {
      if (large.cluster_of(map.cell(node.cell)) == part) nodes[node.cluster].push_back(map.cell(node.cell));
    }
    std::multimap<CellId, CellId> across;
    for (const HpaEdge& edge : hpa.inter_edges(1)) {
      across.emplace(edge.from, edge.to);
      across.emplace(edge.to, edge.from);
    }
    found = plain_search(map.cell_count(), map.id(from), kInfinite, [&](CellId id, auto&& visit) {
      const Cell at = map.cell(id);
      for (const Cell other : nodes[small.cluster_of(at)]) {
        const Cost cost = between(at, other);
        if (cost != kInfinite) visit(map.id(other), cost);
      }
      for (auto [edge, end] = across.equal_range(id); edge != end; ++edge) {
        const std::optional<Cost> cost = step(at, map.cell(edge->second));
        if (cost && large.cluster_of(map.cell(edge->second)) == part) visit(edge->second, *cost);
      }
    });
  }
  Cost least = found[map.id(to)];
  if (small.cluster_of(from) == small.cluster_of(to)) least = std::min(least, between(from, to));
  for (const HpaNode& node : hpa.nodes(1)) {
    if (node.cluster != small.cluster_of(to) || found[node.cell] == kInfinite) continue;
    const Cost rest = between(map.cell(node.cell), to);
    if (rest != kInfinite) least = std::min(least, found[node.cell] + rest);
  }
  return least;
}

Cost SpeechRecording::hpa_edge(int level, Cell from, Cell to) const {
  const ClusterGrid& clusters = world().get<MapHpa>().hpa().clusters(level);
  const uint32_t cluster = clusters.cluster_of(from);
  if (cluster != clusters.cluster_of(to)) return step(from, to).value_or(kInfinite);
  return level == 1 ? inside(clusters.rect(cluster), from, to) : inside_level(level, from, to);
}

Cost SpeechRecording::hpa_distance(int level) const {
  const GridMap& map = world().map();
  const Hpa& hpa = world().get<MapHpa>().hpa();
  const ClusterGrid& clusters = hpa.clusters(level);
  std::map<uint32_t, std::vector<Cell>> nodes = {{clusters.cluster_of(search.query.goal), {search.query.goal}}};
  for (const HpaNode& node : hpa.nodes(level)) {
    nodes[clusters.cluster_of(map.cell(node.cell))].push_back(map.cell(node.cell));
  }
  std::multimap<CellId, CellId> across;
  for (const HpaEdge& edge : hpa.inter_edges(level)) {
    across.emplace(edge.from, edge.to);
    across.emplace(edge.to, edge.from);
  }
  const std::vector<Cost> found =
      plain_search(map.cell_count(), map.id(search.query.start), kInfinite, [&](CellId id, auto&& visit) {
        const Cell at = map.cell(id);
        const auto go = [&](Cell other) {
          const Cost cost = hpa_edge(level, at, other);
          if (cost != kInfinite) visit(map.id(other), cost);
        };
        for (const Cell other : nodes[clusters.cluster_of(at)]) go(other);
        for (auto [edge, end] = across.equal_range(id); edge != end; ++edge) go(map.cell(edge->second));
      });
  return found[map.id(search.query.goal)];
}

std::optional<Cost> SpeechRecording::graph_edge(NodeId a, NodeId b) const {
  const Cell from = cell(a), to = cell(b);
  if (plans_own_graph(world(), planner())) {
    const DrawnGraph& drawn = world().drawn_graph();
    for (const DrawnGraphEdge& edge : drawn.edges()) {
      const Cell u = drawn.nodes()[edge.a], v = drawn.nodes()[edge.b];
      if ((u == from && v == to) || (u == to && v == from)) return edge.weight;
    }
    return kInfinite;
  }
  if (graph == GraphUnderneath::kCells) return step(from, to);
  if (graph == GraphUnderneath::kHpa) return hpa_edge(1, from, to);
  return std::nullopt;
}

std::optional<Cost> SpeechRecording::arc_weight(NodeId a, NodeId b) const {
  if (middles == nullptr) return std::nullopt;
  const auto arc = middles->find(std::minmax(a, b));
  if (arc == middles->end()) return std::nullopt;
  if (arc->second == kNoCell) return graph_edge(a, b);
  const std::optional<Cost> first = arc_weight(a, arc->second), second = arc_weight(arc->second, b);
  if (!first || !second || *first == kInfinite || *second == kInfinite) return std::nullopt;
  return *first + *second;
}

Cost SpeechRecording::bound(Cell from, Cell to) const {
  const Rules& rules = world().rules();
  const int least = least_weight;
  const MoveProfileInfo info = profile_info(rules.profile);
  const int dx = std::abs(from.x - to.x), dy = std::abs(from.y - to.y);
  if (rules.profile == Profile::kFour) return static_cast<Cost>((dx + dy) * least) * info.straight;
  const int slanted = std::min(dx, dy), straight = std::max(dx, dy) - slanted;
  return static_cast<Cost>(least) *
         (static_cast<Cost>(slanted) * info.diagonal + static_cast<Cost>(straight) * info.straight);
}

// Lists the sides and corners that the line crosses, in order: the k-th side across is crossed after (2k - 1) / 2dx of
// the line, and down after (2k - 1) / 2dy.
std::optional<std::pair<Cell, Cell>> SpeechRecording::blocked_line(Cell from, Cell to) const {
  const int64_t dx = std::abs(to.x - from.x), dy = std::abs(to.y - from.y);
  const int step_x = to.x < from.x ? -1 : 1, step_y = to.y < from.y ? -1 : 1;
  Cell at = from;
  for (int64_t i = 1, k = 1; i <= dx || k <= dy;) {
    // Both are compared over the denominator 2 dx dy.
    const int64_t across = i <= dx ? (2 * i - 1) * std::max<int64_t>(dy, 1) : INT64_MAX;
    const int64_t down = k <= dy ? (2 * k - 1) * std::max<int64_t>(dx, 1) : INT64_MAX;
    Cell next = at;
    if (across <= down) {
      next.x += step_x;
      ++i;
    }
    if (down <= across) {
      next.y += step_y;
      ++k;
    }
    if (!step(at, next)) return std::pair(at, next);
    at = next;
  }
  return std::nullopt;
}

size_t SpeechRecording::least_steps() const {
  const GridMap& map = world().map();
  const std::vector<Cost> found =
      plain_search(map.cell_count(), map.id(search.query.start), kInfinite, [&](CellId id, auto&& visit) {
        const Cell c = map.cell(id);
        for (size_t d = 0; d < kDirections; ++d) {
          const Cell n{c.x + kDirX[d], c.y + kDirY[d]};
          if (map.contains(n) && step(c, n)) visit(map.id(n), 1);
        }
      });
  return found[map.id(search.query.goal)];
}

double SpeechRecording::path_cells() const {
  if (planner().any_angle && !result.points.empty()) {
    double length = 0;
    for (size_t i = 1; i < result.points.size(); ++i) {
      const HalfCellPoint a = result.points[i - 1], b = result.points[i];
      length += std::hypot(a.x - b.x, a.y - b.y) / 2;
    }
    return length;
  }
  return static_cast<double>(result.cost) / static_cast<double>(unit());
}

int64_t SpeechRecording::rank(NodeId node) const {
  if (ranks == nullptr) return -1;
  const auto own = ranks->find(node);
  return own == ranks->end() ? -1 : int64_t{own->second};
}

uint64_t SpeechRecording::left_distance(size_t index, NodeId from, NodeId to) const {
  std::map<std::pair<NodeId, NodeId>, Cost> arcs;
  const auto add = [&](NodeId a, NodeId b, Cost weight) {
    for (const auto& ends : {std::pair(a, b), std::pair(b, a)}) {
      const auto [place, fresh] = arcs.try_emplace(ends, weight);
      place->second = std::min(place->second, weight);
    }
  };
  const GridMap& map = world().map();
  const DrawnGraph& drawn = world().drawn_graph();
  for (const DrawnGraphEdge& edge : drawn.edges()) {
    add(map.id(drawn.nodes()[edge.a]), map.id(drawn.nodes()[edge.b]), edge.weight);
  }
  // Shortcuts join the graph after the contraction that adds them.
  std::set<NodeId> gone;
  std::vector<const SearchEvent*> waiting;
  for (size_t i = 0; i <= index; ++i) {
    if (events[i].type == EventType::kAddArc) waiting.push_back(&events[i]);
    if (events[i].type != EventType::kContract) continue;
    for (const SearchEvent* arc : waiting) add(arc->parent, arc->node, arc->g);
    waiting.clear();
    gone.insert(events[i].node);
  }
  const std::vector<Cost> found = plain_search(map.cell_count(), from, kInfinite, [&](CellId id, auto&& visit) {
    for (auto arc = arcs.lower_bound({id, 0}); arc != arcs.end() && arc->first.first == id; ++arc) {
      if (!gone.contains(arc->first.second)) visit(arc->first.second, arc->second);
    }
  });
  return found[to];
}

// --- The replay --------------------------------------------------------------------------------------------------

void SpeechReplay::clear() {
  sides_ = {};
  went_on_ = false;
  best = kInfinite;
  meeting = kNoNodeId;
}

void SpeechReplay::apply(const SearchEvent& event, size_t index) {
  if (begins(event)) clear();
  if (event.type == EventType::kRefine) refining = &event;
  if (event.type == EventType::kSource) source = event.node;
  if (event.type == EventType::kMeet) {
    best = event.g;
    meeting = event.node;
  }
  if (event.type == EventType::kContract) {
    ++contracted;
    gone = event.node;
  }
  if (event.type == EventType::kPathEdge && event.level == 0) on_path = event.node;
  if (!concerns_node(event.type)) return;
  if (!is_root(event)) went_on_ = true;
  phase_ = TraceOutline::joined(event.phase);
  Side& own = sides_[static_cast<size_t>(side_of(event))];
  const auto [place, fresh] = own.nodes.try_emplace(event.node);
  Node& node = place->second;
  node.expanded |= event.type == EventType::kExpand;
  const bool was_open = !fresh && node.open();
  node.last = event.type;
  if (node.open()) {
    node.g = event.g;
    node.h = event.h;
    node.parent = event.parent;
    node.event = index;
    own.open += !was_open;
    return;
  }
  own.open -= was_open;
  if (event.type == EventType::kExpand) {
    own.expanded = event.node;
    own.last_f = node.f();
  }
}

const SpeechReplay::Node* SpeechReplay::node(int number, NodeId node) const {
  const auto place = side(number).nodes.find(node);
  return place == side(number).nodes.end() ? nullptr : &place->second;
}

size_t SpeechReplay::depth(int number, NodeId id) const {
  size_t steps = 0;
  for (const Node* at = node(number, id); at != nullptr && at->parent != kNoNodeId; at = node(number, at->parent)) {
    ++steps;
  }
  return steps;
}

}  // namespace strata::test
