#include "app/features/ch/hierarchy_narration.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/features/ch/ch.hpp"
#include "app/lab/explain.hpp"
#include "app/playback/playback.hpp"
#include "core/world/hierarchy_view.hpp"

namespace strata {

std::string HierarchyNarration::node_noun(int) const { return "node"; }

std::string HierarchyNarration::source(const NarratedEvent& e) const {
  return fmt::format("The forward search begins at the start, {}.", e.node);
}

std::string HierarchyNarration::destination(const NarratedEvent& e) const {
  return fmt::format("The backward search begins at the goal, {}.", e.node);
}

std::string HierarchyNarration::link(const NarratedEvent& e) const {
  return fmt::format("Linked: {} reaches {}, a node of the graph, for {}.", e.parent, e.node, e.g);
}

std::string HierarchyNarration::path_edge(const NarratedEvent& e) const {
  if (e.event.level > 0) return Narration::path_edge(e);
  return fmt::format("The edge {} - {} of cost {} joins the path.", e.parent, e.node, e.g);
}

std::string HierarchyNarration::no_path(const NarratedEvent& e) const {
  return fmt::format("The two searches never met: there is no path to {}.", e.node);
}

HierarchyMembership hierarchy_place(const CellWithoutNode& at) {
  const std::vector<CellId>& cells = at.sorted_cells([&](std::vector<CellId>& out) {
    std::vector<HierarchyNode> nodes;
    append_hierarchy_nodes(at.search.world, at.search.planner.needs, nodes);
    for (const HierarchyNode& node : nodes) out.push_back(node.cell);
  });
  if (cells.empty()) return HierarchyMembership::kUnknown;
  return std::binary_search(cells.begin(), cells.end(), at.id) ? HierarchyMembership::kNode
                                                               : HierarchyMembership::kNoNode;
}

namespace {

class ChNarration : public HierarchyNarration {
 public:
  ExpansionOrder expansion_order(TieBreaking) const override {
    return {ExpansionOrder::By::kFRank, TieBreaking::kFifo};
  }
  std::string_view never_reopens(const PlanOptions&, Profile) const override { return ""; }

 protected:
  std::string new_node(const NarratedEvent& e) const override {
    return fmt::format("an arc from {} leads up to {}, which is new: {}.", e.parent, e.node, costs(e));
  }
};

class CchNarration : public HierarchyNarration {
 public:
  ExpansionOrder expansion_order(TieBreaking) const override { return {ExpansionOrder::By::kRank, TieBreaking::kFifo}; }
  std::string_view never_reopens(const PlanOptions&, Profile) const override {
    return "it goes up from the least important node, so that g is final";
  }

 protected:
  std::string first_node(const NarratedEvent& e) const override { return first_node_by(e, false); }
  std::string new_node(const NarratedEvent& e) const override {
    return fmt::format("an arc from {} leads up to {}, which is new: g = {}.", e.parent, e.node, e.g);
  }
  std::string updated(const NarratedEvent& e) const override { return updated_by(e, false); }
  std::string expanded_because(const NarratedEvent& e) const override {
    return fmt::format("{} is the least important node left on the way up: with g = {} its arcs are followed", e.node,
                       e.g);
  }
};

std::string why_no_climb(const CellWithoutNode& at) {
  switch (hierarchy_place(at)) {
    case HierarchyMembership::kUnknown:
      return std::string(kHierarchyBeingRebuilt);
    case HierarchyMembership::kNoNode:
      return "It is no node of the graph that was contracted, so neither search can come here.";
    case HierarchyMembership::kNode:
      break;
  }
  return fmt::format(
      "Both searches only climb to more important nodes, and no arc of a node that they opened leads up to "
      "it; {}.",
      at.ended());
}

// Returns the name of the node that is being contracted.
std::string contracted(const NarratedEvent& e) {
  const auto before = e.playback.before_cursor(e.playback.outline().contracted);
  if (before.empty()) return "it";
  const SearchEvent& event = *e.playback.event(before.back());
  return e.words.node(event.level, event.node);
}

const ChNarration kCh;
const CchNarration kCch;

}  // namespace

const std::array<PlannerAppearance, 1> kChPlanners = {{{"ch", {rgba(0xaa4499), 3.0f, 14}, &kCh, why_no_climb}}};
const std::array<PlannerAppearance, 1> kCchPlanners = {{{"cch", {rgba(0x999933), 3.0f, 16}, &kCch, why_no_climb}}};
const ContractionNarration kContractionNarration;

std::string ContractionNarration::node_noun(int) const { return "node"; }

std::string_view ContractionNarration::never_reopens(const PlanOptions&, Profile) const {
  return "contraction has no open list of a search";
}

std::string ContractionNarration::contraction(const NarratedEvent& e) const {
  if (e.event.type == EventType::kContract) {
    return fmt::format("{} has the smallest priority, {}: it is taken out of the graph and gets rank {}.", e.node,
                       e.event.h, e.event.g);
  }
  const std::string out = contracted(e);
  if (e.event.type == EventType::kAddArc) {
    return fmt::format("A shortcut {} - {} of cost {} stands for the way over {} from now on.", e.parent, e.node, e.g,
                       out);
  }
  if (e.event.g == kInfinite) {
    return fmt::format("Without {} no way from {} to {} costs {} or less: a shortcut is needed.", out, e.parent, e.node,
                       e.h);
  }
  return fmt::format("A way from {} to {} without {} costs {}, no more than the {} over it: no shortcut is needed.",
                     e.parent, e.node, out, e.g, e.h);
}

}  // namespace strata
