// Sentences for the steps of queries that are answered with hub labels.
#include "app/features/labels/labels.hpp"

#include <fmt/format.h>

#include "app/features/ch/hierarchy_narration.hpp"
#include "app/lab/cell_explanations.hpp"
#include "app/playback/playback.hpp"
#include "core/search/plan_options.hpp"

namespace strata {
namespace {

// Sentences for a planner that has no open list: it scans the hub labels of start and goal.
class LabelsNarration : public HierarchyNarration {
 public:
  ExpansionOrder expansion_order(TieBreaking) const override {
    return {ExpansionOrder::OrderKey::kRank, TieBreaking::kFifo};
  }
  std::string_view never_reopens(const PlanOptions&, Profile) const override {
    return "it reads every label once and has no open list";
  }
  std::string_view first_event_does() const override { return "comes upon it"; }
  std::string expanded_out_of_turn(const EventFormatter& words, const SearchEvent& event) const override {
    if (!reads(event)) return {};
    return fmt::format(": with g = {} its label was read", words.cost(event.g));
  }
  // Returns a sentence that says whether the node of a label entry is the hub of the path.
  std::optional<std::string> generated_only(const Playback& playback, const EventFormatter& words,
                                            size_t index) const override {
    const SearchEvent& put = *playback.event(index);
    if (!reads(put)) return std::nullopt;
    const std::string text =
        fmt::format("{} by event {}{} with g = {}", put.parent == kNoNodeId ? "connected" : "found in a label",
                    index + 1, search_words(put.phase), words.cost(put.g));
    const auto met = playback.before_cursor(playback.outline().meetings);
    if (met.empty()) return text;
    const SearchEvent& hub = *playback.event(met.back());
    if (hub.node == put.node)
      return text + fmt::format(": it is the hub, over which the path costs {}", words.cost(hub.g));
    return text + fmt::format(": the hub is {} instead, over which the path costs {}", words.node(hub.level, hub.node),
                              words.cost(hub.g));
  }

 protected:
  std::string sentence(const NarratedEvent& e) const override {
    if (e.event.type == EventType::kMeet) {
      return fmt::format("Both sides have {} in their labels, and over it the path costs {}: it is the hub so far.",
                         e.node, e.g);
    }
    const auto before = e.event.type == EventType::kUpdate ? event_before(e.playback, e.index) : std::nullopt;
    if (!before || !reads(e)) return HierarchyNarration::sentence(e);
    return fmt::format("{}by this label the ancestor {} costs less, up over {}: g falls from {} to {}.", place(e),
                       e.node, e.parent, e.words.cost(e.playback.event(*before)->g), e.g);
  }
  std::string source(const NarratedEvent& e) const override {
    return fmt::format("The start is {}: first it is connected to nodes of the hierarchy.", e.node);
  }
  std::string destination(const NarratedEvent& e) const override {
    return fmt::format("The goal is {}: it is connected to nodes of the hierarchy as well.", e.node);
  }
  std::string first_node(const NarratedEvent& e) const override {
    if (!reads(e)) return HierarchyNarration::first_node(e);
    return fmt::format("{} is a node whose label will be read; its connection costs g = {}.", e.node, e.g);
  }
  std::string new_node(const NarratedEvent& e) const override {
    if (!reads(e)) return HierarchyNarration::new_node(e);
    return fmt::format("the label names the ancestor {}: g = {}, up over {}.", e.node, e.g, e.parent);
  }
  std::string expanded(const NarratedEvent& e) const override {
    if (!reads(e)) return HierarchyNarration::expanded(e);
    return fmt::format("the label of {} is read: its ancestors, and the cost of the path up to each of them.", e.node);
  }
  std::string no_path(const NarratedEvent& e) const override {
    return fmt::format("No ancestor is in labels of both sides: there is no path to {}.", e.node);
  }
  std::string stop_sentence(const NarratedEvent& e, Cost best) const override {
    return fmt::format(
        "All ancestors that both sides share have been compared: the hub gives the cheapest path{}, {}. ",
        graph(e.event.level), e.words.cost(best));
  }

 private:
  // Returns whether the event belongs to the scan of labels. Otherwise it belongs to the search over
  // cells that follows.
  static bool reads(const SearchEvent& event) {
    return event.phase == Phase::kForward || event.phase == Phase::kBackward;
  }
  static bool reads(const NarratedEvent& e) { return reads(e.event); }
};

std::string why_no_label(const CellWithoutNode& at) {
  switch (hierarchy_place(at)) {
    case HierarchyMembership::kUnknown:
      return std::string(kHierarchyBeingRebuilt);
    case HierarchyMembership::kNoNode:
      return "It is no node of the graph whose nodes have labels.";
    case HierarchyMembership::kNode:
      break;
  }
  return "It is an ancestor of no node that start or goal is connected to, so that no label that was read names it.";
}

const LabelsNarration kNarration;

constexpr const FeatureLayer* kLabelPlannerLayers[] = {&kLabelLayer};

constexpr PlannerGuide kLabelsGuide = {
    "Store for each node its distances to the few nodes that every path from it has to pass.",
    "The label of each node: distances to its ancestors in the elimination tree of a graph.",
    "Two labels are read side by side; no search runs over the graph.",
    "Distances are asked very often, and memory is there.", "The map changes, or memory is short: labels are large."};

}  // namespace

const std::array<PlannerAppearance, 1> kLabelPlanners = {
    {{"labels",
      &kLabelsGuide,
      "nodes whose labels are read: nothing is searched, and the entries of a label are not counted",
      {rgba(0x612930), 3.0f, 5},
      &kNarration,
      why_no_label,
      kLabelPlannerLayers}}};

}  // namespace strata
