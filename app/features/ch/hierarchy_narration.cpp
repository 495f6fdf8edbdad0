#include "app/features/ch/hierarchy_narration.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/features/ch/ch.hpp"
#include "app/lab/explain.hpp"
#include "app/playback/open_list.hpp"
#include "app/playback/playback.hpp"
#include "core/ch/contraction_code.hpp"
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
  return fmt::format("Linked: {} is {} from {}, a node of the graph.", e.parent, e.g, e.node);
}

std::string HierarchyNarration::path_edge(const NarratedEvent& e) const {
  const std::string stop = searches_stop(e);
  if (e.event.level > 0) return stop + Narration::path_edge(e);
  return stop + fmt::format("The edge {} - {} of cost {} joins the path.", e.parent, e.node, e.g);
}

std::string HierarchyNarration::refined(const NarratedEvent& e) const {
  return searches_stop(e) + Narration::refined(e);
}

std::string HierarchyNarration::searches_stop(const NarratedEvent& e) const {
  const auto met = e.playback.before_cursor(e.playback.outline().meetings);
  if (met.empty()) return {};
  // This is the first event of the path.
  for (size_t i = met.back() + 1; i < e.index; ++i) {
    const SearchEvent& between = *e.playback.event(i);
    if (TraceOutline::joined(between.phase) == between.phase) return {};
  }
  return stop_sentence(e, e.playback.event(met.back())->g);
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

bool climbs(const NarratedEvent& e) { return e.event.phase == Phase::kForward || e.event.phase == Phase::kBackward; }

class ChNarration : public HierarchyNarration {
 public:
  ExpansionOrder expansion_order(TieBreaking) const override {
    return {ExpansionOrder::By::kFRank, TieBreaking::kFifo};
  }
  std::string_view never_reopens(const PlanOptions&, Profile) const override { return ""; }

 protected:
  std::string new_node(const NarratedEvent& e) const override {
    if (!climbs(e)) return HierarchyNarration::new_node(e);
    return fmt::format("an arc leads from {} up to {}: {}.", e.parent, e.node, costs(e));
  }
  std::string stop_sentence(const NarratedEvent& e, Cost best) const override {
    std::string text = "Both searches stop: ";
    for (const bool backward : {false, true}) {
      const OpenList list = open_list(e.playback, e.index, expansion_order(TieBreaking::kFifo), 1, backward);
      const char* side = backward ? "goal" : "start";
      text += list.nodes.empty()
                  ? fmt::format("no node is open on the {} side", side)
                  : fmt::format("f is at least {} on the {} side", e.words.sum64(list.nodes[0].f()), side);
      text += backward ? ", " : " and ";
    }
    return text + fmt::format("so no path is cheaper than the best one, {}. ", e.words.cost(best));
  }
};

class CchNarration : public HierarchyNarration {
 public:
  ExpansionOrder expansion_order(TieBreaking) const override { return {ExpansionOrder::By::kRank, TieBreaking::kFifo}; }
  bool by_distance(const NarratedEvent& e) const override { return climbs(e) || HierarchyNarration::by_distance(e); }
  std::string_view never_reopens(const PlanOptions&, Profile) const override {
    return "it goes up from the least important node, so that g is final";
  }

 protected:
  std::string new_node(const NarratedEvent& e) const override {
    if (!climbs(e)) return HierarchyNarration::new_node(e);
    return fmt::format("an arc leads from {} up to {}: g = {}.", e.parent, e.node, e.g);
  }
  std::string expanded_because(const NarratedEvent& e, const std::string& subject) const override {
    if (!climbs(e)) return HierarchyNarration::expanded_because(e, subject);
    return fmt::format("{} is the next more important ancestor of the {}: with g = {} its arcs are relaxed", subject,
                       e.event.phase == Phase::kForward ? "start" : "goal", e.g);
  }
  std::string stop_sentence(const NarratedEvent& e, Cost best) const override {
    return fmt::format(
        "Both sides have passed all their ancestors in the elimination tree, so no path is cheaper than the best one, "
        "{}. ",
        e.words.cost(best));
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
      "Both searches only climb to more important nodes, and no arc of a node that they expanded leads up to "
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

constexpr const FeatureLayer* kChPlannerLayers[] = {&kChLayer};
constexpr const FeatureLayer* kCchPlannerLayers[] = {&kCchLayer};

}  // namespace

const std::array<PlannerAppearance, 1> kChPlanners = {
    {{"ch",
      "nodes that both searches settle, not the shortcuts that are unpacked",
      {rgba(0x0c04b3), 3.0f, 0},
      &kCh,
      why_no_climb,
      kChPlannerLayers}}};
const std::array<PlannerAppearance, 1> kCchPlanners = {
    {{"cch",
      "nodes that both searches settle and cells of the searches that refine the path",
      {rgba(0x94a5ff), 3.0f, 9},
      &kCch,
      why_no_climb,
      kCchPlannerLayers}}};
const ContractionNarration kContractionNarration;

std::string ContractionNarration::node_noun(int) const { return "node"; }

std::string_view ContractionNarration::never_reopens(const PlanOptions&, Profile) const {
  return "contraction has no open list of a search";
}

std::string ContractionNarration::contraction(const NarratedEvent& e) const {
  if (e.event.type == EventType::kContract) {
    const uint64_t rank = uint64_t{e.event.g} + 1;
    if (e.event.line == contraction_code::kGiven) {
      return fmt::format("Next in the given order: {} is contracted and gets rank {}.", e.node, rank);
    }
    return fmt::format("{} has the smallest priority, {}: it is contracted and gets rank {}.", e.node,
                       e.event.h == 0 ? "0 or less" : std::to_string(e.event.h), rank);
  }
  const std::string out = contracted(e);
  if (e.event.type == EventType::kAddArc) {
    return fmt::format("The shortcut {} - {} of cost {} stands for the path over {} from now on.", e.parent, e.node,
                       e.g, out);
  }
  if (e.event.g == kInfinite) {
    return fmt::format(
        "No witness: without {} no path from {} to {} was found that costs {} or less. A shortcut is needed.", out,
        e.parent, e.node, e.h);
  }
  return fmt::format(
      "Witness: a path from {} to {} without {} costs {}, no more than the {} over it. No shortcut is needed.",
      e.parent, e.node, out, e.g, e.h);
}

}  // namespace strata
