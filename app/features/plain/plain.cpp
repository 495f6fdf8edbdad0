#include "app/features/plain/plain.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>

#include "app/lab/cell_without_node.hpp"
#include "app/lab/explain.hpp"
#include "app/playback/narration.hpp"
#include "app/playback/playback.hpp"
#include "core/search/plain_code.hpp"

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
};

class DijkstraNarration : public Narration {
 public:
  bool searches_cells() const override { return true; }
  RestBound rest_bound() const override { return RestBound::kNothing; }
  std::string_view never_reopens(const PlanOptions&, Profile) const override { return "the smallest g is final"; }

 protected:
  std::string first_node(const NarratedEvent& e) const override { return first_node_by(e, false); }
  std::string new_node(const NarratedEvent& e) const override {
    return fmt::format("{} is new: g = {} by way of {}.", e.node, e.g, e.parent);
  }
  std::string updated(const NarratedEvent& e) const override { return updated_by(e, false); }
};

class BreadthNarration : public Narration {
 public:
  bool searches_cells() const override { return true; }
  ExpansionOrder expansion_order(TieBreaking) const override { return {ExpansionOrder::By::kTurn, TieBreaking::kFifo}; }
  std::string_view never_reopens(const PlanOptions&, Profile) const override {
    return "it keeps the first way to every node";
  }

 protected:
  std::string first_node(const NarratedEvent& e) const override { return first_node_by(e, false); }
  std::string new_node(const NarratedEvent& e) const override {
    const std::string before = EventWords::count(e.open() > 0 ? e.open() - 1 : 0, "cell");
    return fmt::format("{} has not been seen: it waits behind {}, reached from {} with g = {}.", e.node, before,
                       e.parent, e.g);
  }
  std::string first_of_several(const NarratedEvent& e, const std::string& list) const override {
    return fmt::format("{} has waited the longest of {}: g {}", e.node, list, e.g);
  }
};

class GreedyNarration : public Narration {
 public:
  bool searches_cells() const override { return true; }
  ExpansionOrder expansion_order(TieBreaking) const override { return {ExpansionOrder::By::kH, TieBreaking::kSmallG}; }
  std::string_view never_reopens(const PlanOptions&, Profile) const override {
    return "it keeps the first way to every node";
  }

 protected:
  std::string new_node(const NarratedEvent& e) const override {
    return fmt::format("{} is new: h = {} says when it is taken; it was reached from {}.", e.node, e.h, e.parent);
  }
  std::string first_of_several(const NarratedEvent& e, const std::string& list) const override {
    return fmt::format("{} has the smallest h = {} of {}; its g = {} does not count", e.node, e.h, list, e.g);
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
  std::string no_path(const NarratedEvent& e) const override {
    return fmt::format("One side has nothing left to open, and the two never met: there is no path to {}.", e.node);
  }
};

class ThetaNarration : public Narration {
 public:
  bool searches_cells() const override { return true; }
  std::string_view never_reopens(const PlanOptions&, Profile) const override { return ""; }

 protected:
  std::string new_node(const NarratedEvent& e) const override {
    if (e.event.line == theta_code::kSeen) {
      return fmt::format("{} is seen from {}: the straight line makes {}.", e.node, e.parent, costs(e));
    }
    return fmt::format("{} is new: a step from {} makes {}.", e.node, e.parent, costs(e));
  }
  std::string found(const NarratedEvent& e) const override {
    if (e.event.line != theta_code::kStraight) return Narration::found(e);
    return fmt::format("Start and goal see each other: the way is the straight line to {}, {} long.", e.node, e.g);
  }
};

class JumpNarration : public Narration {
 public:
  std::string node_noun(int level) const override { return level > 0 ? Narration::node_noun(level) : "jump point"; }

 protected:
  std::string new_node(const NarratedEvent& e) const override {
    return fmt::format("the jump from {} ends at {}{}: {}.", e.parent, e.node,
                       e.at_goal() ? ", the goal" : ", a new jump point", costs(e));
  }
  std::string path_edge(const NarratedEvent& e) const override {
    if (e.event.level > 0) return Narration::path_edge(e);
    return fmt::format("The jump from {} to {}, of cost {}, is on the path.", e.parent, e.node, e.g);
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
    return fmt::format("Pruned: the jump from {} to {} of event {} passed over it, as no shortest way need turn here.",
                       cell_text(map.cell(event.parent)), cell_text(map.cell(event.node)), i + 1);
  }
  return fmt::format(
      "Pruned or not reached: no jump ended here before {}; jumps end only where a shortest way may have "
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

constexpr std::array<PlannerAppearance, 7> kPlanners = {{
    {"astar", {palette::kBlue, 3.0f, 0}, &kAStar},
    {"dijkstra", {palette::kGreen, 3.0f, 13}, &kDijkstra},
    {"bfs", {rgba(0x6699cc), 3.0f, 6}, &kBreadth},
    {"best-first", {rgba(0xaa8800), 3.0f, 9}, &kGreedy},
    {"bidirectional", {rgba(0xbb5566), 3.0f, 7}, &kBidirectional},
    {"theta", {rgba(0x004488), 3.0f, 17}, &kTheta},
    {"jps", {rgba(0x117733), 3.0f, 11}, &kJumps, why_no_jump_point},
}};

}  // namespace

const Feature kPlainFeature = {.name = "plain", .title = "Plain search", .planners = kPlanners};

}  // namespace strata
