// Sentences for the steps of queries that are answered with any-angle labels.
#include <fmt/format.h>

#include "app/features/mesh_labels/mesh_labels.hpp"
#include "app/lab/cell_explanations.hpp"
#include "app/lab/cell_without_node.hpp"
#include "app/playback/narration.hpp"
#include "app/playback/playback.hpp"
#include "core/anyangle/mesh_labels_code.hpp"
#include "core/search/plan_options.hpp"

namespace strata {
namespace {

// Sentences for a planner that has no open list: it reads the labels of the corners that start and goal see.
class CornerLabelsNarration : public Narration {
 public:
  std::string_view algorithm() const override { return "Any-angle labels"; }
  std::string node_noun(int level) const override { return level > 0 ? Narration::node_noun(level) : "corner"; }
  ExpansionOrder expansion_order(TieBreaking) const override {
    return {ExpansionOrder::OrderKey::kRank, TieBreaking::kFifo};
  }
  bool by_distance(const NarratedEvent&) const override { return true; }
  std::string_view never_reopens(const PlanOptions&, Profile) const override {
    return "it reads every label once and has no open list";
  }
  std::string_view first_event_does() const override { return "comes upon it"; }
  std::string expanded_out_of_turn(const EventFormatter& words, const SearchEvent& event) const override {
    return fmt::format(": with g = {} its label was read", words.cost(event.g));
  }
  // Returns a sentence that says whether the corner is the hub of the path.
  std::optional<std::string> generated_only(const Playback& playback, const EventFormatter& words,
                                            size_t index) const override {
    const SearchEvent& put = *playback.event(index);
    const std::string text =
        fmt::format("{} by event {}{} with g = {}", is_end(put.parent) ? "seen" : "found in a label", index + 1,
                    search_words(put.phase), words.cost(put.g));
    const auto met = playback.before_cursor(playback.outline().meetings);
    if (met.empty()) return text;
    const SearchEvent& hub = *playback.event(met.back());
    if (hub.node == put.node) {
      return text + fmt::format(": it is the hub, over which the path costs {}", words.cost(hub.g));
    }
    return text + fmt::format(": the hub is {} instead, over which the path costs {}", words.node(hub.level, hub.node),
                              words.cost(hub.g));
  }

 protected:
  std::string source(const NarratedEvent& e) const override {
    return fmt::format("The start is {}: if it sees the goal, the path is the straight line.", e.node);
  }
  std::string destination(const NarratedEvent& e) const override {
    return fmt::format(
        "The goal is {}: if the start does not see it, the path bends round a corner that the goal sees.", e.node);
  }
  std::string new_node(const NarratedEvent& e) const override {
    if (is_end(e.event.parent)) {
      return fmt::format("the corner {} is in sight, and a path may bend there: g = {}.", e.node, e.g);
    }
    return fmt::format("the label names the hub {}: g = {}, last round the corner {}.", e.node, e.g, e.parent);
  }
  std::string sentence(const NarratedEvent& e) const override {
    if (e.event.type == EventType::kMeet) {
      return fmt::format("Both sides have {} in their labels, and over it the path costs {}: it is the hub so far.",
                         e.node, e.g);
    }
    const auto before = e.event.type == EventType::kUpdate ? event_before(e.playback, e.index) : std::nullopt;
    if (!before) return Narration::sentence(e);
    return fmt::format("{}by this label the hub {} is nearer, last round the corner {}: g falls from {} to {}.",
                       place(e), e.node, e.parent, e.words.cost(e.playback.event(*before)->g), e.g);
  }
  std::string expanded(const NarratedEvent& e) const override {
    return fmt::format("the label of the corner {} is read: its hubs, and the length of the shortest path to each.",
                       e.node);
  }
  std::string path_edge(const NarratedEvent& e) const override {
    return fmt::format("The path runs straight from {} to {}: {} long.", e.parent, e.node, e.g);
  }
  std::string found(const NarratedEvent& e) const override {
    const auto met = e.playback.before_cursor(e.playback.outline().meetings);
    if (met.empty()) {
      return fmt::format("Start and goal see each other: the path is the straight line to {}, {} long.", e.node, e.g);
    }
    const SearchEvent& hub = *e.playback.event(met.back());
    return fmt::format("All hubs in labels of both sides have been compared: the path to {} leads over {}, {} long.",
                       e.node, e.words.node(hub.level, hub.node), e.g);
  }
  std::string no_path(const NarratedEvent& e) const override {
    return fmt::format("No hub is in labels of both sides: there is no path to {}.", e.node);
  }

 private:
  static bool is_end(NodeId node) { return node == kMeshLabelsStart || node == kMeshLabelsGoal; }
};

std::string why_no_corner(const CellWithoutNode& at) {
  const World& world = at.search.world;
  if (!world.ready(StructureId::kMeshLabels)) return std::string(kBeingRebuilt);
  const MeshLabels& labels = *world.get<MapMeshLabels>().labels();
  const uint32_t corner = labels.corner_at({2 * at.cell.x, 2 * at.cell.y});
  if (corner == labels.corners().size()) {
    return "It is no node of the search: no wall has a convex corner at its upper left.";
  }
  return "It is a node that was not reached: no label that was read names the corner at its upper left.";
}

const CornerLabelsNarration kNarration;

constexpr const FeatureLayer* kCornerPlannerLayers[] = {&kCornerLayer, &kCornerHubLayer};

constexpr PlannerGuide kMeshLabelsGuide = {
    "Shortest paths bend only at corners of walls: store for each corner how far a few hubs are.",
    "The label of each corner: the lengths of shortest paths to hubs; and for each region of the map the corners that "
    "it "
    "sees.",
    "The labels of the corners that start and goal see are read; the hub with the least sum gives the path.",
    "Shortest paths at any angle are asked very often, and memory is there.",
    "The map changes often: every edit builds the labels again. Until then Polyanya finds paths of the same length."};

}  // namespace

const std::array<PlannerAppearance, 1> kMeshLabelsPlanners = {
    {{"mesh-labels",
      &kMeshLabelsGuide,
      "corners whose labels are read: nothing is searched, and the entries of a label are not counted",
      {rgba(0xfc8cc0), 3.0f, 2},
      &kNarration,
      why_no_corner,
      kCornerPlannerLayers}}};

}  // namespace strata
