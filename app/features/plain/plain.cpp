#include "app/features/plain/plain.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <vector>

#include "app/features/plain/deepening_narration.hpp"
#include "app/features/plain/jump_narration.hpp"
#include "app/lab/cell_without_node.hpp"
#include "app/playback/narration.hpp"
#include "app/playback/open_list.hpp"
#include "app/playback/playback.hpp"
#include "core/search/plain_code.hpp"
#include "core/search/plan_options.hpp"
#include "core/search/theta.hpp"
#include "core/search/weighted_search.hpp"

namespace strata {
namespace {

class AStarNarration : public Narration {
 public:
  RemainingCostBound rest_bound() const override { return RemainingCostBound::kDistance; }
  ExpansionOrder expansion_order(TieBreaking astar) const override { return {ExpansionOrder::OrderKey::kF, astar}; }
  std::string_view never_reopens(const PlanOptions& options, Profile profile) const override {
    return is_admissible(options.heuristic, profile, options.weight) ? "its heuristic is consistent" : "";
  }
  std::string_view heuristic_name(const NarratedSearch& about) const override {
    return about.options != nullptr && about.options->weight != kWeightOne ? "w·h" : "h";
  }
  bool proves_optimum(const NarratedEvent& e) const override { return is_lower_bound(e); }

 protected:
  std::string first_node(const NarratedEvent& e) const override {
    if (is_lower_bound(e)) return Narration::first_node(e);
    const int weight = e.about.options != nullptr ? e.about.options->weight : kWeightOne;
    const double h = static_cast<double>(e.event.h) * kWeightOne / weight;
    const std::string weighted = weight == kWeightOne
                                     ? fmt::format("h = {}", e.h)
                                     : fmt::format("w·h = {} × {} = {}", weight_text(weight),
                                                   e.words.sum64(static_cast<uint64_t>(std::llround(h))), e.h);
    return fmt::format("{} is put into the open list: g = {}, {}, which is not a lower bound.", e.node, e.g, weighted);
  }
  std::string search_ends(const NarratedEvent& e) const override {
    if (is_lower_bound(e)) return Narration::search_ends(e);
    return ". A* stops; its heuristic is inadmissible, so a cheaper path may exist.";
  }

 private:
  // Returns whether h of the search is a lower bound of the remaining cost. If the options are not known, it is assumed
  // that A* uses its default heuristic.
  static bool is_lower_bound(const NarratedEvent& e) {
    if (e.about.options == nullptr || e.about.world == nullptr) return true;
    const PlanOptions& options = *e.about.options;
    return is_admissible(options.heuristic, e.about.world->rules().profile, options.weight);
  }
};

class DijkstraNarration : public Narration {
 public:
  RemainingCostBound rest_bound() const override { return RemainingCostBound::kNothing; }
  std::string_view algorithm() const override { return "Dijkstra's algorithm"; }
  bool by_distance(const NarratedEvent&) const override { return true; }
  std::string_view never_reopens(const PlanOptions&, Profile) const override { return "the smallest g is final"; }
};

class BreadthNarration : public Narration {
 public:
  RemainingCostBound rest_bound() const override { return RemainingCostBound::kUnknown; }
  std::string_view algorithm() const override { return "Breadth-first search"; }
  ExpansionOrder expansion_order(TieBreaking) const override {
    return {ExpansionOrder::OrderKey::kTurn, TieBreaking::kFifo};
  }
  std::string_view never_reopens(const PlanOptions&, Profile) const override {
    return "it keeps the first path to every node";
  }

 protected:
  std::string first_node(const NarratedEvent& e) const override {
    return fmt::format("{} is put into the queue: depth 0, g = {}.", e.node, e.g);
  }
  std::string new_node(const NarratedEvent& e) const override {
    const size_t before = e.open() > 0 ? e.open() - 1 : 0;
    return fmt::format("{} is generated from {}: depth {}, g = {}, behind {} in the queue.", e.node, e.parent, depth(e),
                       e.g, EventFormatter::count(before, e.noun));
  }
  std::string expanded_because(const NarratedEvent& e, const std::string& subject) const override {
    return fmt::format("{} is the first of {} in the queue: depth {}", subject,
                       EventFormatter::count(e.open() + 1, e.noun), depth(e));
  }
  std::string search_ends(const NarratedEvent&) const override {
    return ". No path has fewer steps: breadth-first search stops.";
  }

 private:
  // Returns the number of steps from the start to the expanded node.
  static size_t depth(const NarratedEvent& e) {
    std::vector<NodeId> chain;
    e.playback.parent_chain(e.event.level, e.event.node, chain);
    return chain.empty() ? 0 : chain.size() - 1;
  }
};

class GreedyNarration : public Narration {
 public:
  RemainingCostBound rest_bound() const override { return RemainingCostBound::kUnknown; }
  ExpansionOrder expansion_order(TieBreaking) const override {
    return {ExpansionOrder::OrderKey::kH, TieBreaking::kSmallG};
  }
  std::string_view never_reopens(const PlanOptions&, Profile) const override {
    return "it keeps the first path to every node";
  }

 protected:
  std::string first_node(const NarratedEvent& e) const override {
    return fmt::format("{} is put into the open list: h = {}.", e.node, e.h);
  }
  std::string new_node(const NarratedEvent& e) const override {
    return fmt::format("{} is generated from {}: h = {} decides when it is expanded.", e.node, e.parent, e.h);
  }
  std::string expanded_because(const NarratedEvent& e, const std::string& subject) const override {
    const size_t open = e.open() + 1;
    if (open == 1) return fmt::format("{} is the only open {}: h = {}", subject, e.noun, e.h);
    return fmt::format("{} has the smallest h = {} of {}; its g = {} does not count", subject, e.h,
                       EventFormatter::count(open, e.noun), e.g);
  }
  std::string search_ends(const NarratedEvent&) const override {
    return ". Greedy best-first search stops; nothing proves that no path is cheaper.";
  }
};

class BidirectionalNarration : public Narration {
 public:
  RemainingCostBound rest_bound() const override { return RemainingCostBound::kUnknown; }

 protected:
  std::string source(const NarratedEvent& e) const override {
    return fmt::format("The forward search begins at the start, {}.", e.node);
  }
  std::string destination(const NarratedEvent& e) const override {
    return fmt::format("The backward search begins at the goal, {}.", e.node);
  }
  // The search may stop as soon as one side allows it: the smallest f of the open nodes of a side is a lower bound for
  // every path that is not known yet.
  std::string found(const NarratedEvent& e) const override {
    const auto first = [&](bool backward) {
      return open_list(e.playback, e.index, expansion_order(TieBreaking::kLargeG), 1, backward);
    };
    for (const bool backward : {false, true}) {
      const OpenList list = first(backward);
      const char* side = backward ? "goal" : "start";
      if (list.nodes.empty()) {
        return fmt::format(
            "The open list on the {} side is empty: no cheaper path is left. Both searches stop; the path to {} costs "
            "{}.",
            side, e.node, e.g);
      }
      if (list.nodes[0].f() < e.event.g) continue;
      return fmt::format(
          "The smallest f of the {} on the {} side, {}, is not below the best path: no open node can lead to a cheaper "
          "path. Both searches stop; the path to {} costs {}.",
          EventFormatter::count(list.total, e.noun), side, e.words.sum64(list.nodes[0].f()), e.node, e.g);
    }
    return Narration::found(e);
  }
  std::string no_path(const NarratedEvent& e) const override {
    for (const bool backward : {false, true}) {
      if (e.playback.counts().open_on(backward) > 0) continue;
      return fmt::format(
          "The open list on the {} side is empty, and the two searches never met: there is no path to {}.",
          backward ? "goal" : "start", e.node);
    }
    return Narration::no_path(e);
  }
};

class ThetaNarration : public Narration {
 public:
  RemainingCostBound rest_bound() const override { return RemainingCostBound::kUnknown; }
  std::string_view algorithm() const override { return "Theta*"; }
  bool proves_optimum(const NarratedEvent&) const override { return false; }
  std::string_view never_reopens(const PlanOptions&, Profile) const override { return ""; }

 protected:
  std::string new_node(const NarratedEvent& e) const override {
    if (e.event.line == theta_code::kSeen) {
      return fmt::format("{} is in line of sight of {}: {} along the straight line.", e.node, e.parent, costs(e));
    }
    return fmt::format("{} is generated from {}: {}{}.", e.node, e.parent, costs(e), no_sight(e));
  }
  std::string found(const NarratedEvent& e) const override {
    if (e.event.line != theta_code::kStraight) {
      return fmt::format("{} is reached: the path over its parents is {} long.", e.node, e.g);
    }
    return fmt::format("Start and goal see each other: the path is the straight line to {}, {} long.", e.node, e.g);
  }

 private:
  // Says which line of sight is blocked. That is why the parent is the expanded node itself, and not the parent of
  // the expanded node.
  static std::string no_sight(const NarratedEvent& e) {
    const NodeId before = e.playback.node(0, e.event.parent).parent;
    if (before == kNoNodeId || e.about.world == nullptr) return {};
    const GridMap& map = e.about.world->map();
    const auto blocked = blocked_sight(e.about.world->moves(), map.cell(before), map.cell(e.event.node));
    if (!blocked) return {};
    return fmt::format("; the line of sight from {} is blocked between {} and {}", e.words.node(0, before),
                       cell_text(blocked->from), cell_text(blocked->to));
  }
};

const AStarNarration kAStar;
const DijkstraNarration kDijkstra;
const BreadthNarration kBreadth;
const GreedyNarration kGreedy;
const BidirectionalNarration kBidirectional;
const ThetaNarration kTheta;
const DeepeningNarration kDeepening;
const JumpNarration kJumps;

constexpr PlannerGuide kDijkstraGuide = {
    "Expand the open node with the smallest g, in every direction alike.", "Nothing.",
    "It expands all that is nearer than the goal, so that it has the distances to all of these as well.",
    "There is no estimate of the remaining cost, or the distances to many cells are wanted.",
    "There is one goal and an admissible heuristic: A* then finds a path of the same cost with fewer expansions."};
constexpr PlannerGuide kAStarGuide = {
    "Expand the open node with the smallest f = g + h, where h estimates what is left to the goal.", "Nothing.",
    "It goes from cell to cell, and stops when it expands the goal; with an admissible h no path is cheaper.",
    "Maps are small, or change with every query: there is nothing to build and nothing to keep up to date.",
    "Maps are large and dead ends deep: it fills all of them whose f is below the cost of the path."};
constexpr PlannerGuide kBfsGuide = {
    "Expand nodes in the order in which they were found.", "Nothing.",
    "It finds the path with the fewest steps; terrain and the length of a diagonal step do not count.",
    "Moves are four-connected, so that all steps cost the same.",
    "Diagonal steps cost more than straight ones: its path is then above optimal. Weighted terrain is refused."};
constexpr PlannerGuide kBestFirstGuide = {
    "Expand the open node with the smallest h, whatever it has cost to come there.", "Nothing.",
    "It runs for the goal and takes the first path that it finds.", "Any path will do, and obstacles are few.",
    "The path should be short: it may be far above optimal."};
constexpr PlannerGuide kBidirectionalGuide = {
    "Search from the start and from the goal at once, and join both halves.", "Nothing.",
    "The side with fewer open nodes goes on; both stop when no meeting that is still possible is cheaper than the "
    "best.",
    "One end lies in a narrow place that a search from the other end would find late.",
    "The heuristic is good: both halves then search much of the same area."};
constexpr PlannerGuide kThetaGuide = {
    "Let the parent of a cell be any cell in line of sight, not its neighbour alone.", "Nothing.",
    "It is A* over cells with a test of the line of sight at each step, and turns at any angle.",
    "Paths should look straight, and the map has no mesh.",
    "The shortest of such paths is wanted: Polyanya finds it. Weighted terrain is refused."};
constexpr PlannerGuide kDeepeningGuide = {
    "Search depth first, no deeper than a limit of f, and begin again with the next larger limit.", "Nothing.",
    "It keeps the path to the present cell alone. A visit above the limit turns back; the smallest such f is the next "
    "limit.",
    "Memory is so short that no open list fits, or the state space is a tree.",
    "The map is a grid: the number of paths of equal cost explodes, and it gives up at its most expansions."};
constexpr PlannerGuide kJpsGuide = {
    "On a grid of equal weights many paths cost the same: follow one of them, and jump along straight lines.",
    "Next to nothing: where jumps end, as bits, so that a jump looks at many cells at once; an edit updates them.",
    "Only jump points, where a cheapest path may have to turn, and the ends of links enter the open list.",
    "Weights are equal and the map changes often; on maps of games it often beats every hierarchy for a single query.",
    "Terrain has weights, or moves are not octile: it is refused there. In open areas with scattered obstacles its "
    "jumps scan many cells."};

constexpr PlannerGuide kFastestGuide = {
    "Ask the fastest exact planner whose structure is switched on and up to date with the map.", "Nothing.",
    "It asks hub labels, CH, jump point search or A*, the first of these that is ready. No path is cheaper.",
    "The shortest path is wanted, and it does not matter which planner finds it.",
    "A certain algorithm is to be seen: ask for it by its own name."};

constexpr std::string_view kCells = "cells taken from the open list";

constexpr std::array<PlannerAppearance, 9> kPlanners = {{
    {"astar", &kAStarGuide, kCells, {palette::kBlue, 3.0f, 0}, &kAStar},
    {"dijkstra", &kDijkstraGuide, kCells, {rgba(0x0a1d6a), 3.0f, 5}, &kDijkstra},
    {"bfs", &kBfsGuide, "cells taken from the queue", {rgba(0xa2419b), 3.0f, 9}, &kBreadth},
    {"best-first", &kBestFirstGuide, kCells, {rgba(0x385506), 3.0f, 25}, &kGreedy},
    {"bidirectional",
     &kBidirectionalGuide,
     "cells taken from the open lists of both searches",
     {rgba(0x854f64), 3.0f, 25},
     &kBidirectional},
    {"theta",
     &kThetaGuide,
     "cells taken from the open list, not the lines of sight that are checked",
     {rgba(0xbc895c), 3.0f, 15},
     &kTheta},
    {"ida",
     &kDeepeningGuide,
     "visits of cells within the limit, in all iterations together",
     {rgba(0x564e3e), 3.0f, 1},
     &kDeepening,
     why_never_visited},
    {"jps",
     &kJpsGuide,
     "jump points taken from the open list, not the cells that are scanned to find them",
     {rgba(0x0c454d), 3.0f, 15},
     &kJumps,
     why_no_jump_point},
    {"fastest", &kFastestGuide, "what the planner that it asks counts", {rgba(0x002a1d), 3.0f, 60}, &kAStar},
}};

}  // namespace

const Feature kPlainFeature = {
    .name = "plain", .title = "Plain search", .planners = kPlanners, .planner_group = PlannerGroup::kPlain};

}  // namespace strata
