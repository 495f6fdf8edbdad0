#include "app/features/ch/hierarchy_narration.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/features/ch/ch.hpp"
#include "app/lab/cell_explanations.hpp"
#include "app/playback/open_list.hpp"
#include "app/playback/playback.hpp"
#include "core/ch/contraction_code.hpp"
#include "core/search/plan_options.hpp"
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
  return fmt::format("Connected: {} is {} from {}, a node of the contracted graph.", e.parent, e.g, e.node);
}

std::string HierarchyNarration::path_edge(const NarratedEvent& e) const {
  const std::string stop = searches_stop(e);
  if (e.event.level > 0) return stop + Narration::path_edge(e);
  return stop + fmt::format("The edge {} - {} of cost {} joins the path.", e.parent, e.node, e.g);
}

std::string HierarchyNarration::sentence(const NarratedEvent& e) const {
  const std::string stop = e.event.type == EventType::kRefine ? searches_stop(e) : std::string();
  return stop + Narration::sentence(e);
}

std::string HierarchyNarration::searches_stop(const NarratedEvent& e) const {
  const auto met = e.playback.before_cursor(e.playback.outline().meetings);
  if (met.empty()) return {};
  // Only the first event of the path gets the sentence: there must be no other between the meeting and this event.
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

// Returns why both searches of a contraction hierarchy only climb.
std::string_view purpose_of_climb(const NarratedEvent& e) {
  if (e.event.phase == Phase::kInsertStart) {
    return "Now start and goal are connected to the graph that was contracted, because it is entered and left only at "
           "its nodes.";
  }
  if (TraceOutline::joined(e.event.phase) != Phase::kMain) return {};
  return "Two searches climb, from the start and from the goal, because with the shortcuts a cheapest path leads up to "
         "a "
         "most important node and down again.";
}

bool climbs(const NarratedEvent& e) { return e.event.phase == Phase::kForward || e.event.phase == Phase::kBackward; }

class ChNarration : public HierarchyNarration {
 public:
  ExpansionOrder expansion_order(TieBreaking) const override {
    return {ExpansionOrder::OrderKey::kFRank, TieBreaking::kFifo};
  }
  // A climb over a graph without places has no heuristic: then its start has h = 0.
  bool by_distance(const NarratedEvent& e) const override {
    return (climbs(e) && e.root().h == 0) || HierarchyNarration::by_distance(e);
  }
  std::string_view never_reopens(const PlanOptions&, Profile) const override { return ""; }

 protected:
  std::string_view purpose(const NarratedEvent& e) const override { return purpose_of_climb(e); }
  std::string new_node(const NarratedEvent& e) const override {
    if (!climbs(e)) return HierarchyNarration::new_node(e);
    return fmt::format("an arc leads from {} up to {}: {}.", e.parent, e.node,
                       by_distance(e) ? fmt::format("g = {}", e.g) : costs(e));
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
    return text +
           fmt::format("so no path{} is cheaper than the best one, {}. ", graph(e.event.level), e.words.cost(best));
  }
};

class CchNarration : public HierarchyNarration {
 public:
  ExpansionOrder expansion_order(TieBreaking) const override {
    return {ExpansionOrder::OrderKey::kRank, TieBreaking::kFifo};
  }
  bool by_distance(const NarratedEvent& e) const override { return climbs(e) || HierarchyNarration::by_distance(e); }
  std::string_view never_reopens(const PlanOptions&, Profile) const override {
    return "it goes up from the least important node, so that g is final";
  }
  // The climb has no open list.
  std::string_view first_event_does() const override { return "comes upon it"; }
  std::optional<std::string> generated_only(const Playback& playback, const EventFormatter& words,
                                            size_t index) const override {
    const SearchEvent& reached = *playback.event(index);
    if (TraceOutline::joined(reached.phase) == reached.phase) return std::nullopt;
    return fmt::format("reached by event {}{} with g = {}", index + 1, search_words(reached.phase),
                       words.cost(reached.g));
  }

 protected:
  std::string_view purpose(const NarratedEvent& e) const override { return purpose_of_climb(e); }
  std::string new_node(const NarratedEvent& e) const override {
    if (!climbs(e)) return HierarchyNarration::new_node(e);
    return fmt::format("an arc leads from {} up to {}: g = {}.", e.parent, e.node, e.g);
  }
  std::string first_node(const NarratedEvent& e) const override {
    if (!climbs(e)) return HierarchyNarration::first_node(e);
    return fmt::format("{} is where the climb begins, with g = {}.", e.node, e.g);
  }
  std::string expanded_because(const NarratedEvent& e, const std::string& subject) const override {
    if (!climbs(e)) return HierarchyNarration::expanded_because(e, subject);
    return fmt::format("{} is the next more important ancestor of the {}: with g = {} its arcs are relaxed", subject,
                       e.event.phase == Phase::kForward ? "start" : "goal", e.g);
  }
  std::string stop_sentence(const NarratedEvent& e, Cost best) const override {
    return fmt::format(
        "Both sides have passed all their ancestors in the elimination tree, so no path{} is cheaper than the best "
        "one, "
        "{}. ",
        graph(e.event.level), e.words.cost(best));
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

constexpr PlannerGuide kChGuide = {
    "Take nodes out of a graph, the least important first, and add shortcuts that keep all distances between the "
    "others.",
    "The order of nodes and the shortcuts, over a graph that is chosen; an edit of the map builds it again.",
    "Two searches climb to more important nodes, meet, and shortcuts are unpacked.",
    "The map stays and queries are many.",
    "The map changes, or queries are few: preparation is long, and never pays then."};
constexpr PlannerGuide kCchGuide = {
    "A contraction hierarchy whose order does not depend on costs, so that costs can change without a new order.",
    "An order by separators, shortcuts for every cost there may be, and then their costs; an edit updates costs alone.",
    "Both ends climb the elimination tree, then shortcuts are unpacked.",
    "Queries are many and costs change: over sectors it follows an edit at once.",
    "Nothing ever changes: a contraction hierarchy has fewer shortcuts."};

}  // namespace

const std::array<PlannerAppearance, 1> kChPlanners = {
    {{"ch",
      &kChGuide,
      "nodes that both searches settle, not the shortcuts that are unpacked",
      {rgba(0x0c04b3), 3.0f, 0},
      &kCh,
      why_no_climb,
      kChPlannerLayers}}};
const std::array<PlannerAppearance, 1> kCchPlanners = {
    {{"cch",
      &kCchGuide,
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

std::string_view ContractionNarration::purpose(const NarratedEvent&) const {
  return "Nodes are taken out one after the other, because shortcuts keep the distances between those that are left, "
         "and "
         "a query then only has to climb.";
}

std::string ContractionNarration::path_edge(const NarratedEvent& e) const {
  return fmt::format("The witness goes over the edge {} - {} of cost {}.", e.parent, e.node, e.g);
}

std::string ContractionNarration::contraction(const NarratedEvent& e) const {
  if (e.event.type == EventType::kContract) {
    const uint64_t rank = uint64_t{e.event.g} + 1;
    if (e.event.line == contraction_code::kGiven) {
      return fmt::format("Next in the given order: {} is contracted and gets rank {}.", e.node, rank);
    }
    return fmt::format("{} has the smallest priority, {}: it is contracted and gets rank {}.", e.node,
                       contracted_priority(e.event), rank);
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
