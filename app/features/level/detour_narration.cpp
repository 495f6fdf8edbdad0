// Sentences for the steps of searches by the library Detour.
#include <fmt/format.h>

#include "app/features/level/level.hpp"
#include "app/features/navmesh/mesh_layers.hpp"
#include "app/features/navmesh/mesh_narration.hpp"
#include "core/level/detour_code.hpp"
#include "core/search/plan_options.hpp"

namespace strata {
namespace {

// Sentences for a planner whose nodes are polygons.
class DetourNarration : public MeshNarration {
 public:
  DetourNarration() : MeshNarration(detour_code::kDirect) {}
  std::string node_noun(int level) const override { return level > 0 ? Narration::node_noun(level) : "polygon"; }
  std::string open_noun(int level) const override { return node_noun(level); }
  std::string_view never_reopens(const PlanOptions&, Profile) const override { return ""; }
  std::string_view algorithm() const override { return "Detour"; }
  // Detour stores for each polygon the point of the path that has reached it first, so that its costs
  // need not be optimal.
  bool proves_optimum(const NarratedEvent&) const override { return false; }

 protected:
  std::string new_node(const NarratedEvent& e) const override {
    return fmt::format("the polygon at {} is generated, next to that at {}: {}.", e.node, e.parent, costs(e));
  }
  std::string path_edge(const NarratedEvent& e) const override {
    if (e.event.level > 0) return Narration::path_edge(e);
    return fmt::format("The corridor goes on from the polygon at {} to {}, {} farther.", e.parent, e.node, e.g);
  }
};

std::string why_no_polygon(const CellWithoutNode& at) {
  const auto [polygon, no_node] = place_on_mesh(at);
  if (polygon == kNoPolygon) return no_node;
  const std::string why = at.why({0, false, polygon});
  if (!why.empty()) return fmt::format("It lies in polygon {}, which is {}", polygon, why);
  return fmt::format("It lies in polygon {}, beside none that was expanded; {}.", polygon, at.ended());
}

const DetourNarration kNarration;

constexpr const FeatureLayer* kLevelPlannerLayers[] = {&kPolygonLayer, &kCorridorLayer};

constexpr PlannerGuide kDetourGuide = {
    "The path-finding library beside Recast: A* over polygons, then a funnel.",
    "The mesh that Recast makes of a level (.obj).",
    "A* goes from polygon to polygon, and keeps for each the point of the path that has reached it first.",
    "A game uses Recast already.", "The shortest path is needed: nothing proves that it finds it."};

}  // namespace

const std::array<PlannerAppearance, 1> kLevelPlanners = {
    {{"detour",
      &kDetourGuide,
      "nodes that Detour has touched: it does not tell how many it expanded",
      {rgba(0xce4afe), 3.0f, 5},
      &kNarration,
      why_no_polygon,
      kLevelPlannerLayers}}};

}  // namespace strata
