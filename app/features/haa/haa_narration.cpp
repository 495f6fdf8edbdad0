// Sentences for the steps of searches by HAA*.
#include "app/features/haa/haa.hpp"

#include <fmt/format.h>

#include "app/lab/cell_explanations.hpp"
#include "app/lab/cell_without_node.hpp"
#include "app/playback/narration.hpp"
#include "core/world/map_haa.hpp"

namespace strata {
namespace {

class HaaNarration : public AbstractNarration {
 public:
  // `low` says that the search uses the graph of low quality.
  explicit HaaNarration(bool low) : low_(low) {}
  std::string node_noun(int level) const override { return level > 0 ? "node" : "cell"; }

 protected:
  std::string linking_area(const NarratedEvent&) const override { return " inside its cluster"; }
  std::string expanded(const NarratedEvent& e) const override {
    return AbstractNarration::expanded(e) + unusable_edges(e);
  }

 private:
  // Returns a sentence on those edges of the expanded node that the agent cannot use. It begins with a blank.
  std::string unusable_edges(const NarratedEvent& e) const {
    if (e.event.level == 0 || e.event.phase != Phase::kMain || e.about.world == nullptr) return {};
    const World& world = *e.about.world;
    const Haa& haa = world.get<MapHaa>().haa();
    const int64_t node = haa.ready() ? haa.node_at(e.event.node) : -1;
    if (node < 0 || e.at_goal()) return {};
    const uint32_t cluster = haa.nodes()[static_cast<size_t>(node)].cluster;
    std::vector<HaaEdge> edges;
    haa.append_intra_edges(cluster, edges);
    haa.append_inter_edges(cluster, edges);
    size_t all = 0, narrow = 0, terrain = 0;
    // The other ends of the first edge that is too narrow for the agent, and of the first edge that
    // needs other terrain.
    CellId narrow_end = kNoCell, terrain_end = kNoCell;
    for (const HaaEdge& edge : edges) {
      if (edge.from != e.event.node && edge.to != e.event.node) continue;
      if (edge.strongly_dominated || (low_ && edge.weakly_dominated)) continue;
      ++all;
      const CellId end = edge.from == e.event.node ? edge.to : edge.from;
      if (edge.clearance < world.rules().agent_size) {
        if (++narrow == 1) narrow_end = end;
      } else if ((edge.capability.bits() & ~world.rules().capability.bits()) != 0) {
        if (++terrain == 1) terrain_end = end;
      }
    }
    if (narrow + terrain == 0) return {};
    std::string text = fmt::format(" The agent cannot use {} of its {} edges:", narrow + terrain, all);
    if (narrow > 0) {
      text +=
          fmt::format(" {} {} too narrow, as to {}", narrow, narrow == 1 ? "is" : "are", e.words.node(1, narrow_end));
    }
    if (narrow > 0 && terrain > 0) text += ';';
    if (terrain > 0) {
      text += fmt::format(" {} {} other terrain, as to {}", terrain, terrain == 1 ? "needs" : "need",
                          e.words.node(1, terrain_end));
    }
    return text + '.';
  }

  bool low_;
};

std::string why_no_node(const CellWithoutNode& at) {
  const Haa& haa = at.search.world.get<MapHaa>().haa();
  if (!haa.ready()) return std::string(kBeingRebuilt);
  if (haa.node_at(at.id) < 0) return at.below_level(haa.clusters(), 0, 1);
  return fmt::format(
      "It is a node of the abstract graph, but no node that was expanded has an edge to it that this "
      "agent can use and no other edge dominates; {}.",
      at.ended());
}

const HaaNarration kHigh(false), kLow(true);

constexpr const FeatureLayer* kHaaPlannerLayers[] = {&kHaaClusterLayer, &kHaaInterLayer, &kHaaIntraLayer};

constexpr PlannerGuide kHaaGuide = {
    "HPA* for agents of several sizes that walk on several terrains, in one graph.",
    "Clearances of cells, transitions and intra-edges for each size and set of terrains, and which edges are "
    "dominated: "
    "others serve the same agents at no higher cost. The low quality graph leaves out more of them.",
    "As in HPA*, but edges that are too narrow for the agent or need other terrain are skipped.",
    "Agents of different sizes and abilities share a map.",
    "All agents are alike: HPA* has a smaller graph. Paths are above optimal, those of the low quality graph more."};

}  // namespace

constexpr std::string_view kHaaCounts =
    "nodes of the graph and cells of the searches that connect start and goal and refine edges";

const std::array<PlannerAppearance, 2> kHaaPlanners = {{
    {"haa-high", &kHaaGuide, kHaaCounts, {rgba(0xadb380), 3.0f, 5}, &kHigh, why_no_node, kHaaPlannerLayers},
    {"haa-low", &kHaaGuide, kHaaCounts, {rgba(0x0b17ff), 3.0f, 15}, &kLow, why_no_node, kHaaPlannerLayers},
}};

}  // namespace strata
