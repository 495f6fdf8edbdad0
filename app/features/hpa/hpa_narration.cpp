// Sentences for the steps of searches by HPA*.
#include "app/features/hpa/hpa.hpp"

#include <fmt/format.h>

#include "app/lab/cell_explanations.hpp"
#include "app/lab/cell_without_node.hpp"
#include "app/playback/narration.hpp"

namespace strata {
namespace {

std::string why_no_node(const CellWithoutNode& at) {
  const Hpa& hpa = at.search.world.get<MapHpa>().hpa();
  if (!hpa.ready()) return std::string(kBeingRebuilt);
  const int level = hpa.level_of(at.id), searched = abstract_level(at.search.world, at.search.planner);
  if (level < searched) return at.below_level(hpa.clusters(), level, searched);
  return fmt::format("It is a node of level {}, but no node that was expanded has an edge to it; {}.", searched,
                     at.ended());
}

class HpaNarration : public AbstractNarration {
 protected:
  std::string linking_area(const NarratedEvent& e) const override {
    const World* world = e.about.world;
    const int level = e.event.level + 1;
    if (world == nullptr || level > world->get<MapHpa>().hpa().levels()) return {};
    return level > 1 ? fmt::format(" inside its cluster of level {}", level) : " inside its cluster";
  }
};

const HpaNarration kNarration;

constexpr const FeatureLayer* kHpaPlannerLayers[] = {&kClusterLayer, &kEntranceLayer, &kTransitionLayer,
                                                     &kInterEdgeLayer, &kIntraEdgeLayer};

constexpr PlannerGuide kHpaGuide = {
    "Plan over clusters first and over cells later: a path between two cells leaves each cluster by one of few "
    "transitions.",
    "Clusters, entrances, a transition or two for each entrance, and an intra-edge for each two transitions of a "
    "cluster that "
    "reach each other inside it; each further level joins clusters to larger ones.",
    "Start and goal are connected to the transitions of their clusters, A* searches the graph of the highest level, "
    "and its "
    "path is refined inside clusters and smoothed.",
    "Maps are large, edits local (only the clusters that they touch are built anew), and the first moves are needed "
    "soon.",
    "The cheapest path is needed: it is a little above optimal. On small maps connecting start and goal may cost more "
    "than A*."};

}  // namespace

constexpr std::string_view kHpaCounts =
    "nodes of the graph and cells of the searches that connect start and goal and refine edges, not stored paths that "
    "are read";

const std::array<PlannerAppearance, 4> kHpaPlanners = {{
    {"hpa1", &kHpaGuide, kHpaCounts, {palette::kVermilion, 3.0f, 9}, &kNarration, why_no_node, kHpaPlannerLayers},
    {"hpa2", &kHpaGuide, kHpaCounts, {rgba(0x6806d1), 3.0f, 5}, &kNarration, why_no_node, kHpaPlannerLayers},
    {"hpa3", &kHpaGuide, kHpaCounts, {rgba(0x07c5c7), 3.0f, 15}, &kNarration, why_no_node, kHpaPlannerLayers},
    {"hpa4", &kHpaGuide, kHpaCounts, {rgba(0xfd01d7), 3.0f, 25}, &kNarration, why_no_node, kHpaPlannerLayers},
}};

}  // namespace strata
