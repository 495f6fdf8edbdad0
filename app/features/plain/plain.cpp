#include "app/features/plain/plain.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <vector>

#include "app/lab/cell_without_node.hpp"
#include "app/lab/explain.hpp"
#include "app/playback/narration.hpp"
#include "app/playback/open_list.hpp"
#include "app/playback/playback.hpp"
#include "core/search/plain_code.hpp"
#include "core/search/theta.hpp"
#include "core/search/weighted_search.hpp"

namespace strata {
namespace {

class AStarNarration : public Narration {
 public:
  bool searches_cells() const override { return true; }
  RestBound rest_bound() const override { return RestBound::kDistance; }
  ExpansionOrder expansion_order(TieBreaking astar) const override { return {ExpansionOrder::By::kF, astar}; }
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
  // Whether h is a lower bound of the remaining cost. If nothing can be looked up, the heuristic is taken to be A*'s
  // own.
  static bool is_lower_bound(const NarratedEvent& e) {
    if (e.about.options == nullptr || e.about.world == nullptr) return true;
    const PlanOptions& options = *e.about.options;
    return is_admissible(options.heuristic, e.about.world->rules().profile, options.weight);
  }
};

class DijkstraNarration : public Narration {
 public:
  bool searches_cells() const override { return true; }
  RestBound rest_bound() const override { return RestBound::kNothing; }
  std::string_view algorithm() const override { return "Dijkstra's algorithm"; }
  bool by_distance(const NarratedEvent&) const override { return true; }
  std::string_view never_reopens(const PlanOptions&, Profile) const override { return "the smallest g is final"; }
};

class BreadthNarration : public Narration {
 public:
  bool searches_cells() const override { return true; }
  std::string_view algorithm() const override { return "Breadth-first search"; }
  ExpansionOrder expansion_order(TieBreaking) const override { return {ExpansionOrder::By::kTurn, TieBreaking::kFifo}; }
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
                       e.g, EventWords::count(before, e.noun));
  }
  std::string expanded_because(const NarratedEvent& e, const std::string& subject) const override {
    return fmt::format("{} is the first of {} in the queue: depth {}", subject, EventWords::count(e.open() + 1, e.noun),
                       depth(e));
  }
  std::string search_ends(const NarratedEvent&) const override {
    return ". No path has fewer steps: breadth-first search stops.";
  }

 private:
  // Returns the number of steps from the start.
  static size_t depth(const NarratedEvent& e) {
    std::vector<NodeId> chain;
    e.playback.parent_chain(e.event.level, e.event.node, chain);
    return chain.empty() ? 0 : chain.size() - 1;
  }
};

class GreedyNarration : public Narration {
 public:
  bool searches_cells() const override { return true; }
  ExpansionOrder expansion_order(TieBreaking) const override { return {ExpansionOrder::By::kH, TieBreaking::kSmallG}; }
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
                       EventWords::count(open, e.noun), e.g);
  }
  std::string search_ends(const NarratedEvent&) const override {
    return ". Greedy best-first search stops; nothing proves that no path is cheaper.";
  }
};

class BidirectionalNarration : public Narration {
 public:
  bool searches_cells() const override { return true; }

 protected:
  std::string source(const NarratedEvent& e) const override {
    return fmt::format("The forward search begins at the start, {}.", e.node);
  }
  std::string destination(const NarratedEvent& e) const override {
    return fmt::format("The backward search begins at the goal, {}.", e.node);
  }
  // One side is enough: f of its open nodes bounds every path that is not known yet.
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
          EventWords::count(list.total, e.noun), side, e.words.sum64(list.nodes[0].f()), e.node, e.g);
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
  bool searches_cells() const override { return true; }
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
  std::string search_ends(const NarratedEvent&) const override { return ". Theta* stops."; }
  std::string found(const NarratedEvent& e) const override {
    if (e.event.line != theta_code::kStraight) {
      return fmt::format("{} is reached: the path over its parents is {} long.", e.node, e.g);
    }
    return fmt::format("Start and goal see each other: the path is the straight line to {}, {} long.", e.node, e.g);
  }

 private:
  // Says which line of sight is blocked, so that the parent is the expanded node and not the parent of that.
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

class JumpNarration : public Narration {
 public:
  std::string_view algorithm() const override { return "Jump point search"; }
  std::string node_noun(int level) const override { return level > 0 ? Narration::node_noun(level) : "jump point"; }

 protected:
  std::string new_node(const NarratedEvent& e) const override {
    const std::string what = e.at_goal() ? std::string("the goal") : "a jump point" + forced_neighbour(e);
    return fmt::format("the jump from {} ends at {}, {}: {}.", e.parent, e.node, what, costs(e));
  }
  std::string path_edge(const NarratedEvent& e) const override {
    if (e.event.level > 0) return Narration::path_edge(e);
    return fmt::format("The jump from {} to {}, of cost {}, is on the path.", e.parent, e.node, e.g);
  }

 private:
  // Says which neighbour the search can reach in no cheaper way than over the jump point. The last step of a jump is
  // straight: the neighbour lies beside it, behind the corner of an obstacle.
  static std::string forced_neighbour(const NarratedEvent& e) {
    if (e.about.world == nullptr) return {};
    const MoveGrid& grid = e.about.world->moves();
    const Cell from = grid.cell(e.event.parent), at = grid.cell(e.event.node);
    const int dx = at.x - from.x, dy = at.y - from.y;
    const bool across = std::abs(dx) > std::abs(dy);
    const Cell step{across ? (dx > 0) - (dx < 0) : 0, across ? 0 : (dy > 0) - (dy < 0)};
    for (const int side : {-1, 1}) {
      const Cell beside{across ? 0 : side, across ? side : 0};
      const Cell neighbour{at.x + beside.x, at.y + beside.y};
      const Cell corner{neighbour.x - step.x, neighbour.y - step.y};
      if (!grid.contains(neighbour) || !grid.passable(grid.id(neighbour))) continue;
      if (grid.contains(corner) && grid.passable(grid.id(corner))) continue;
      return fmt::format(" with the forced neighbour {}, as {} is blocked", cell_text(neighbour), cell_text(corner));
    }
    return {};
  }
};

// Whether a jump passes the cell. A jump moves diagonally first, then straight.
bool jump_passes(Cell from, Cell to, Cell cell) {
  const int dx = to.x - from.x, dy = to.y - from.y;
  const int step_x = (dx > 0) - (dx < 0), step_y = (dy > 0) - (dy < 0);
  const int slanted = std::min(std::abs(dx), std::abs(dy)), steps = std::max(std::abs(dx), std::abs(dy));
  for (int i = 1; i < steps; ++i) {
    const int across = std::abs(dx) > std::abs(dy) ? i : std::min(i, slanted);
    const int down = std::abs(dy) > std::abs(dx) ? i : std::min(i, slanted);
    if (cell.x == from.x + across * step_x && cell.y == from.y + down * step_y) return true;
  }
  return false;
}

std::string why_no_jump_point(const CellWithoutNode& at) {
  const ExplainedSearch& search = at.search;
  const GridMap& map = search.world.map();
  for (size_t i = 0; i < search.playback.size(); ++i) {
    const SearchEvent& event = *search.playback.event(i);
    if (event.parent == kNoNodeId || (event.type != EventType::kGenerate && event.type != EventType::kUpdate)) continue;
    if (!jump_passes(map.cell(event.parent), map.cell(event.node), at.cell)) continue;
    return fmt::format("Pruned: the jump from {} to {} of event {} passed over it, as no shortest path need turn here.",
                       cell_text(map.cell(event.parent)), cell_text(map.cell(event.node)), i + 1);
  }
  return fmt::format(
      "Pruned or not reached: no jump ended here before {}; jumps end only where a shortest path may have "
      "to turn, and at the goal.",
      at.ended());
}

const AStarNarration kAStar;
const DijkstraNarration kDijkstra;
const BreadthNarration kBreadth;
const GreedyNarration kGreedy;
const BidirectionalNarration kBidirectional;
const ThetaNarration kTheta;
const JumpNarration kJumps;

constexpr std::string_view kCells = "cells taken from the open list";

constexpr std::array<PlannerAppearance, 7> kPlanners = {{
    {"astar", kCells, {palette::kBlue, 3.0f, 0}, &kAStar},
    {"dijkstra", kCells, {rgba(0x0a1d6a), 3.0f, 5}, &kDijkstra},
    {"bfs", "cells taken from the queue", {rgba(0xa2419b), 3.0f, 9}, &kBreadth},
    {"best-first", kCells, {rgba(0x385506), 3.0f, 25}, &kGreedy},
    {"bidirectional", "cells taken from the open lists of both searches", {rgba(0x854f64), 3.0f, 25}, &kBidirectional},
    {"theta",
     "cells taken from the open list, not the lines of sight that are checked",
     {rgba(0xbc895c), 3.0f, 15},
     &kTheta},
    {"jps",
     "jump points taken from the open list, not the cells that are scanned to find them",
     {rgba(0x0c454d), 3.0f, 15},
     &kJumps,
     why_no_jump_point},
}};

}  // namespace

const Feature kPlainFeature = {
    .name = "plain", .title = "Plain search", .planners = kPlanners, .planner_group = PlannerGroup::kPlain};

}  // namespace strata
