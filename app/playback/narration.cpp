#include "app/playback/narration.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/playback/playback.hpp"
#include "core/grid/map_links.hpp"
#include "core/search/build_events.hpp"
#include "core/search/path.hpp"
#include "core/search/plan_options.hpp"
#include "core/world/world.hpp"

namespace strata {

NarratedEvent::NarratedEvent(const Playback& recording, const Narration& narration, size_t at, Cost unit,
                             const NarratedSearch& search)
    : playback(recording),
      about(search),
      words(recording, unit),
      index(at),
      event(*recording.event(at)),
      node(event.node == kNoNodeId ? "the goal" : words.node(event.level, event.node)),
      parent(event.parent == kNoNodeId ? "the start" : words.node(event.level, event.parent)),
      g(words.cost(event.g)),
      h(words.cost(event.h)),
      f(words.sum(event.g, event.h)),
      noun(narration.node_noun(event.level)),
      open_noun(narration.open_noun(event.level)) {}

size_t NarratedEvent::open() const { return playback.counts().open_on(event.phase == Phase::kBackward); }

size_t NarratedEvent::open_other() const { return playback.counts().open_on(event.phase != Phase::kBackward); }

bool NarratedEvent::at_goal() const { return words.is_goal(event.level, event.node); }

bool NarratedEvent::is_over_link() const {
  if (about.world == nullptr || event.parent == kNoNodeId || !playback.places().are_cells()) return false;
  const MoveGrid& grid = about.world->moves();
  if (grid.links() == nullptr || std::max(event.node, event.parent) >= grid.cell_count()) return false;
  const auto a = static_cast<CellId>(event.parent), b = static_cast<CellId>(event.node);
  if (event.level > 0) {
    // An edge of an abstract graph may join the same cells as a link: its cost tells which of both it is.
    const bool of_path = event.type == EventType::kPathEdge || event.type == EventType::kRefine;
    if (!of_path && event.phase != Phase::kMain) return false;
    const Cost before = of_path ? 0 : playback.node(event.level, event.parent).g;
    return link_cost(grid, a, b) == event.g - before;
  }
  return grid.direction_between(a, b) < 0 && (grid.links()->length(a, b) != 0 || grid.links()->length(b, a) != 0);
}

const SearchEvent& NarratedEvent::root() const {
  const int64_t search = playback.outline().search_of(index + 1);
  size_t first = search < 0 ? 0 : playback.outline().searches[static_cast<size_t>(search)];
  while (first < index && playback.event(first)->type != EventType::kGenerate) ++first;
  return *playback.event(first);
}

const SearchEvent* NarratedEvent::next() const { return playback.event(index + 1); }

bool NarratedEvent::begins_phase() const {
  const std::vector<PhaseSpan>& spans = playback.outline().phases;
  const auto own = std::find_if(spans.begin(), spans.end(), [&](const PhaseSpan& span) { return index < span.end; });
  if (own == spans.end() || own->begin != index) return false;
  return std::none_of(spans.begin(), own, [&](const PhaseSpan& span) { return span.phase == own->phase; });
}

bool NarratedEvent::at_end() const {
  // A node may only lie in the cell of the goal. Then the search goes on to the goal itself.
  const SearchEvent* const after = next();
  const bool goes_on = after != nullptr && TraceOutline::concerns_node(after->type) &&
                       !(after->type == EventType::kGenerate && after->parent == kNoNodeId);
  if (goes_on || event.h > 0) return false;
  switch (event.phase) {
    case Phase::kMain:
      return at_goal();
    case Phase::kInsertStart:
    case Phase::kInsertGoal:
      return at_goal() && !without_heuristic() && root().node != event.node;
    case Phase::kRefine: {
      const int64_t search = playback.outline().search_of(index + 1);
      if (search < 0) return false;
      const SearchEvent& edge = *playback.event(playback.outline().searches[static_cast<size_t>(search)]);
      if (edge.type != EventType::kRefine) return false;
      return at_goal() || playback.place(event.level, event.node) == playback.place(edge.level, edge.node);
    }
    default:
      return false;
  }
}

bool NarratedEvent::without_heuristic() const {
  const bool links = event.phase == Phase::kInsertStart || event.phase == Phase::kInsertGoal;
  return links && root().h == 0;
}

std::string_view search_words(Phase phase) {
  switch (phase) {
    case Phase::kInsertStart:
      return " while the start was connected";
    case Phase::kInsertGoal:
      return " while the goal was connected";
    case Phase::kRefine:
      return " while an edge was refined";
    case Phase::kForward:
      return " of the search from the start";
    case Phase::kBackward:
      return " of the search from the goal";
    default:
      return "";
  }
}

std::string Narration::node_noun(int level) const { return level > 0 ? fmt::format("L{} node", level) : "cell"; }

std::string_view Narration::never_reopens(const PlanOptions&, Profile) const {
  return "its lower bound of the remaining cost is consistent";
}

std::string Narration::tell(const NarratedEvent& e) const {
  std::string text = sentence(e);
  // A phase that consists of its result alone needs no purpose.
  const std::string_view why = !e.is_result() && e.begins_phase() ? purpose(e) : std::string_view();
  if (why.empty() || text.empty()) return text;
  if (text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return fmt::format("{} {}", why, text);
}

std::string Narration::sentence(const NarratedEvent& e) const {
  if (build_event::is_build(e.event.type)) return contraction(e);
  switch (e.event.type) {
    case EventType::kSource:
      return source(e);
    case EventType::kDestination:
      return destination(e);
    case EventType::kGenerate:
      return place(e) + (e.event.parent == kNoNodeId ? first_node(e) : new_node(e));
    case EventType::kUpdate:
      return place(e) + updated(e);
    case EventType::kExpand:
      return place(e) + expanded(e);
    case EventType::kLink:
      return link(e);
    case EventType::kRefine:
      return refined(e);
    case EventType::kPathEdge:
      return path_edge(e);
    case EventType::kStraight:
      return fmt::format("No obstacle lies between {} and {}: a straight segment of cost {} replaces the path.",
                         e.parent, e.node, e.g);
    case EventType::kFound:
      return found(e);
    case EventType::kNoPath:
      return no_path(e);
    case EventType::kStall:
      return place(e) + stalled(e);
    case EventType::kMeet:
      return fmt::format("Both searches have reached {}: the best path so far costs {}.", e.node, e.g);
    case EventType::kContract:
    case EventType::kWitness:
    case EventType::kAddArc:
      return contraction(e);
  }
  return {};
}

std::string Narration::stalled_because(const EventFormatter& words, const SearchEvent& event) const {
  if (event.parent == kNoNodeId) return "the other side had closed it";
  return fmt::format("its g = {} is no better than {} over the more important {}", words.cost(event.g),
                     words.cost(event.h), words.node(event.level, event.parent));
}

std::string Narration::expanded_out_of_turn(const EventFormatter&, const SearchEvent&) const { return {}; }

std::optional<std::string> Narration::generated_only(const Playback&, const EventFormatter&, size_t) const {
  return std::nullopt;
}

std::optional<std::string> Narration::end_of_search(const Playback&, const EventFormatter&, size_t, size_t) const {
  return std::nullopt;
}

std::string Narration::source(const NarratedEvent& e) const {
  return fmt::format("The search begins at the start, {}.", e.node);
}

std::string Narration::destination(const NarratedEvent& e) const {
  return fmt::format("The goal is {}: the search ends when it is expanded.", e.node);
}

std::string Narration::place(const NarratedEvent& e) const {
  switch (e.event.phase) {
    case Phase::kInsertStart:
    case Phase::kInsertGoal: {
      // A search that connects start or goal to an abstract graph visits all nodes around it, without a heuristic. A
      // search from start to goal has a heuristic.
      const bool dijkstra = by_distance(e);
      const char* end = e.event.phase == Phase::kInsertStart ? "start" : "goal";
      return fmt::format("Connecting the {}, {}{}: ", end, dijkstra ? "Dijkstra" : "A*", linking_area(e));
    }
    case Phase::kRefine:
      return "Refining: ";
    case Phase::kForward:
      return "From the start: ";
    case Phase::kBackward:
      return "From the goal: ";
    default:
      return {};
  }
}

std::string Narration::costs(const NarratedEvent& e) const {
  return fmt::format("g = {}, {} = {}, f = {}", e.g, heuristic_name(e.about), e.h, e.f);
}

std::string Narration::first_node(const NarratedEvent& e) const {
  if (e.event.g > 0) return fmt::format("{} is where the search begins; its connection costs g = {}.", e.node, e.g);
  if (by_distance(e)) return fmt::format("{} is put into the open list with g = {}.", e.node, e.g);
  return fmt::format("{} is put into the open list: g = {}, and the lower bound of the remaining cost is h = {}.",
                     e.node, e.g, e.h);
}

std::string Narration::new_node(const NarratedEvent& e) const {
  if (e.event.level > 0 && e.node == e.parent && e.event.g == e.playback.node(e.event.level, e.event.parent).g) {
    // The start or goal lies in the cell of an abstract node.
    return fmt::format("{} is {} {} itself: an edge of cost 0 leads there, {}.", e.node, e.noun[0] == 'L' ? "an" : "a",
                       e.noun, costs(e));
  }
  const std::string_view over = over_link(e) ? " over a link" : "";
  if (by_distance(e)) return fmt::format("{} is generated from {}{}: g = {}.", e.node, e.parent, over, e.g);
  return fmt::format("{} is generated from {}{}: {}.", e.node, e.parent, over, costs(e));
}

std::string Narration::updated(const NarratedEvent& e) const {
  const std::optional<size_t> index = event_before(e.playback, e.index);
  const SearchEvent* before = index ? e.playback.event(*index) : nullptr;
  if (before == nullptr) return fmt::format("{} gets g = {} over {}.", e.node, e.g, e.parent);
  std::string text = fmt::format("a cheaper path to {} leads over {}{}: g falls from {} to {}", e.node, e.parent,
                                 over_link(e) ? " and a link" : "", e.words.cost(before->g), e.g);
  if (!by_distance(e)) text += fmt::format(", f to {}", e.f);
  if (before->type == EventType::kExpand) text += "; it was expanded before and is reopened";
  return text + ".";
}

std::string Narration::open_before(const NarratedEvent& e) {
  const size_t open = e.open() + 1;
  if (TraceOutline::joined(e.event.phase) == e.event.phase) return EventFormatter::count(open, e.open_noun);
  return fmt::format("the {} {}{} open on this side ({} on the other)", open, e.open_noun, open == 1 ? "" : "s",
                     e.open_other());
}

std::string Narration::expanded(const NarratedEvent& e) const {
  const bool ends = e.at_end();
  const bool main = e.event.phase == Phase::kMain;
  const bool goal = main && ends;
  const std::string because = expanded_because(e, (goal ? "the goal " : "") + e.node);
  if (goal) return because + search_ends(e);
  return because + (ends ? "; this search ends here." : ".");
}

std::string Narration::expanded_because(const NarratedEvent& e, const std::string& subject) const {
  const std::string_view h = heuristic_name(e.about);
  const size_t open = e.open() + 1;
  const bool two_sides = TraceOutline::joined(e.event.phase) != e.event.phase;
  const bool goal = e.event.phase == Phase::kMain && e.at_end();
  if (open == 1) {
    const std::string only =
        two_sides ? fmt::format("the only {} open on this side ({} on the other)", e.open_noun, e.open_other())
                  : fmt::format("the only open {}", e.open_noun);
    if (by_distance(e)) return fmt::format("{} is {}: g = {}", subject, only, e.g);
    if (goal) return fmt::format("{} is {}: f = {}", subject, only, e.f);
    return fmt::format("{} is {}: f = {} = g {} + {} {}", subject, only, e.f, e.g, h, e.h);
  }
  if (by_distance(e)) return fmt::format("{} has the smallest g = {} of {}", subject, e.g, open_before(e));
  std::string text = fmt::format("{} has the smallest f = {} of {}", subject, e.f, open_before(e));
  if (!goal) text += fmt::format(": g {} + {} {}", e.g, h, e.h);
  return text;
}

std::string Narration::search_ends(const NarratedEvent& e) const {
  if (!proves_optimum(e)) return fmt::format(". {} stops; nothing proves that no path is cheaper.", algorithm());
  return fmt::format("{} no open node can lead to a cheaper path{}. {} stops.", e.open() == 0 ? ";" : ":",
                     graph(e.event.level), algorithm());
}

std::string Narration::link(const NarratedEvent& e) const {
  const auto level = static_cast<int>(e.event.level);
  if (e.at_goal()) {
    return fmt::format("{} and {} share a cluster of level {}: inside it their distance is {}.", e.parent, e.node,
                       level, e.g);
  }
  if (e.event.parent == e.event.node) {
    return fmt::format("Connected: {} is itself a node of level {}: for this query an edge of cost {} leads there.",
                       e.parent, level, e.g);
  }
  return fmt::format(
      "Connected: inside its cluster, {} is {} from {}, a node of level {}. An edge of this cost connects them for "
      "this "
      "query.",
      e.parent, e.g, e.node, level);
}

std::string Narration::refined(const NarratedEvent& e) {
  if (e.playback.outline().unpacks(e.index)) {
    return fmt::format("The path uses the shortcut {} - {} of cost {}, which stands for two edges: it is unpacked.",
                       e.parent, e.node, e.g);
  }
  const bool searches = e.next() != nullptr && e.next()->type == EventType::kGenerate;
  return fmt::format("The {} {} - {} of level {} and cost {} is refined{}.", e.is_over_link() ? "link" : "edge",
                     e.parent, e.node, static_cast<int>(e.event.level), e.g,
                     searches ? ": A* searches the level below" : "");
}

std::string Narration::abstract_edge(const NarratedEvent& e, std::string_view noun) {
  return fmt::format("The {} {} - {} of cost {} joins the path of level {}.", noun, e.parent, e.node, e.g,
                     static_cast<int>(e.event.level));
}

std::string Narration::path_edge(const NarratedEvent& e) const {
  if (e.event.level > 0) return abstract_edge(e, over_link(e) ? "link" : "edge");
  return fmt::format("The {} from {} to {}, of cost {}, joins the path.", over_link(e) ? "link" : "step", e.parent,
                     e.node, e.g);
}

std::string Narration::found(const NarratedEvent& e) const {
  std::string text = fmt::format("{} is reached: the path costs {}.", e.node, e.g);
  if (e.event.phase != Phase::kSmooth) return text;
  // The sum of the costs of the path's edges is the cost before smoothing.
  uint64_t raw = 0;
  for (const uint32_t i : e.playback.outline().paths[0].edges) raw += e.playback.event(i)->g;
  if (raw > e.event.g) text += fmt::format(" Smoothing has lowered the cost from {}.", e.words.sum64(raw));
  if (e.about.optimum && raw > 0) text += fmt::format(" The optimum on the map is {}.", e.words.cost(*e.about.optimum));
  return text;
}

std::string Narration::found_inside_one(const NarratedEvent& e, std::string_view area) {
  return fmt::format("Start and goal lie in one {}: the path goes straight to {} and costs {}.", area, e.node, e.g);
}

std::string Narration::no_path(const NarratedEvent& e) const {
  if (e.playback.counts().open > 0) {
    return fmt::format("The search for {} is given up: costs have passed what can be counted.", e.node);
  }
  return fmt::format("The open list is empty: there is no path to {}.", e.node);
}

std::string Narration::stalled(const NarratedEvent& e) {
  if (e.event.parent == kNoNodeId) {
    return fmt::format("{} is skipped: the other side has closed it, and knows the cheapest path from there.", e.node);
  }
  return fmt::format("{} is stalled: its g = {} is no better than {} over the more important {}.", e.node, e.g, e.h,
                     e.parent);
}

std::string Narration::contraction(const NarratedEvent&) const { return {}; }

std::string_view AbstractNarration::purpose(const NarratedEvent& e) const {
  switch (e.event.phase) {
    case Phase::kInsertStart:
      return "Now start and goal are connected to the abstract graph, because it is entered and left only at its "
             "nodes.";
    case Phase::kMain:
      return "Now A* searches the abstract graph, because an intra-edge stands for a whole path through a cluster.";
    case Phase::kRefine:
      return "Now the abstract path is refined, because an abstract edge names two cells, not the path between them.";
    case Phase::kSmooth:
      return "Now the path is smoothed, because it may bend at transitions where the straight line is free.";
    default:
      return {};
  }
}

std::string Narration::linked_source(const NarratedEvent& e) {
  return e.event.phase == Phase::kInsertStart
             ? fmt::format("The start is {}: first it is connected to the abstract graph around it.", e.node)
             : fmt::format("The start is {}, in the polygon of the goal.", e.node);
}

std::string Narration::linked_destination(const NarratedEvent& e) {
  return e.event.phase == Phase::kInsertGoal
             ? fmt::format("The goal is {}: it is connected to the abstract graph as well.", e.node)
             : fmt::format("The goal is {}, in the polygon of the start.", e.node);
}

}  // namespace strata
