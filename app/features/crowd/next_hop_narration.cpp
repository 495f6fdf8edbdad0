// Sentences for the steps of queries that use next-hop tables over HPA*.
#include "app/features/crowd/crowd.hpp"
#include "app/features/hpa/hpa_layers.hpp"

#include <fmt/format.h>

#include "app/lab/cell_explanations.hpp"
#include "app/lab/cell_without_node.hpp"
#include "app/playback/narration.hpp"
#include "app/playback/playback.hpp"
#include "core/search/plan_options.hpp"
#include "core/tables/tables_code.hpp"
#include "core/world/map_hpa.hpp"

namespace strata {
namespace {

// Sentences for a planner that has no open list: it looks up costs in tables.
class NextHopNarration : public Narration {
 public:
  std::string node_noun(int level) const override { return level > 0 ? "transition" : "cell"; }
  std::string_view graph(int) const override { return " in the abstract graph"; }
  std::string_view never_reopens(const PlanOptions&, Profile) const override {
    return "it looks up costs and has no open list";
  }
  std::string expanded_out_of_turn(const EventFormatter& words, const SearchEvent& event) const override {
    return fmt::format(": the cheapest path{}, {} in all, leaves over it", graph(event.level),
                       words.sum(event.g, event.h));
  }
  std::optional<std::string> end_of_search(const Playback& playback, const EventFormatter& words, size_t index,
                                           size_t end) const override {
    for (size_t i = index; i < end; ++i) {
      const SearchEvent& event = *playback.event(i);
      if (event.type != EventType::kExpand) continue;
      return fmt::format("another path is the cheapest{}, {} in all", graph(event.level), words.sum(event.g, event.h));
    }
    return fmt::format("the path inside the cluster is the cheapest{}", graph(playback.event(index)->level));
  }

 protected:
  std::string source(const NarratedEvent& e) const override {
    return fmt::format("The start is {}: its costs to the nodes of its cluster are looked up.", e.node);
  }
  std::string destination(const NarratedEvent& e) const override {
    return fmt::format("The goal is {}: the costs from the nodes of its cluster are looked up.", e.node);
  }
  std::string new_node(const NarratedEvent& e) const override {
    return fmt::format("over {} the path costs {}, {} to it and {} from there by its label{}.", e.node, e.f, e.g, e.h,
                       e.event.line == tables_code::kBetter ? ": less than any before" : "");
  }
  std::string expanded(const NarratedEvent& e) const override {
    return fmt::format("the cheapest path{} leaves over {}: {} in all.", graph(e.event.level), e.node, e.f);
  }
  std::string link(const NarratedEvent& e) const override {
    if (e.event.line == tables_code::kLocal) return Narration::link(e);
    return fmt::format("The table says that {} and {} are {} apart inside their cluster.", e.parent, e.node, e.g);
  }
  std::string no_path(const NarratedEvent& e) const override {
    return fmt::format("No node of the start's cluster has a path to the goal: there is no path to {}.", e.node);
  }
};

std::string why_no_transition(const CellWithoutNode& at) {
  const Hpa& hpa = at.search.world.get<MapHpa>().hpa();
  if (!hpa.ready()) return std::string(kBeingRebuilt);
  if (hpa.level_of(at.id) == 0) return "It is no transition: labels are looked up for those alone.";
  return "It is a transition, but of another cluster than those of the start and the goal: only theirs are looked at.";
}

const NextHopNarration kNarration;

constexpr const FeatureLayer* kTablePlannerLayers[] = {&kClusterLayer, &kEntranceLayer, &kTransitionLayer};

constexpr PlannerGuide kTablesGuide = {
    "Store for each cell the first step towards each node of its cluster.",
    "Next-hop tables over the clusters of HPA*.",
    "Costs to the nodes of both clusters are looked up, and the path is read step by step.",
    "Very many agents ask at once, as crowds do.",
    "The cheapest path is needed: as with HPA*, it is a little above optimal. Tables take more memory than the graph "
    "of HPA*."};

}  // namespace

const std::array<PlannerAppearance, 1> kTablePlanners = {
    {{"tables",
      &kTablesGuide,
      "nodes of the path, each of which is looked up: nothing is searched",
      {rgba(0x4c0046), 3.0f, 25},
      &kNarration,
      why_no_transition,
      kTablePlannerLayers}}};

}  // namespace strata
