// Sentences for the steps of searches by HNA*.
#include <fmt/format.h>

#include "app/features/hna/hna.hpp"
#include "app/features/navmesh/mesh_narration.hpp"
#include "app/playback/playback.hpp"
#include "core/hna/hna_code.hpp"
#include "core/search/plan_options.hpp"
#include "core/world/map_hna.hpp"
#include "core/world/map_navmesh.hpp"
#include "core/world/world.hpp"

namespace strata {
namespace {

class HnaNarration : public MeshNarration {
 public:
  HnaNarration() : MeshNarration(hna_code::kDirect) {}
  std::string node_noun(int level) const override { return level > 0 ? "inter-edge" : "portal"; }
  std::string_view graph(int level) const override {
    return level > 0 ? " from inter-edge to inter-edge" : MeshNarration::graph(level);
  }

 protected:
  std::string_view purpose(const NarratedEvent& e) const override {
    switch (e.event.phase) {
      case Phase::kInsertStart:
        return "Now paths from start and goal to inter-edges of their groups are found, because other groups are "
               "reached only over these.";
      case Phase::kMain:
        if (e.event.level == 0) return {};  // start and goal lie in one polygon
        return "Now A* searches the inter-edges, because an edge between two of them stands for a whole path through a "
               "group.";
      case Phase::kRefine:
        return "Now the corridor is read from portal to portal, because the search of inter-edges has found costs "
               "alone.";
      default:
        return MeshNarration::purpose(e);
    }
  }
  std::string source(const NarratedEvent& e) const override { return linked_source(e); }
  std::string destination(const NarratedEvent& e) const override { return linked_destination(e); }
  std::string place(const NarratedEvent& e) const override {
    const bool inside = e.event.phase == Phase::kInsertStart && e.event.line == hna_code::kDirect;
    return inside ? "Inside the group of both ends: " : MeshNarration::place(e);
  }
  std::string linking_area(const NarratedEvent&) const override { return " inside its group"; }
  std::string link(const NarratedEvent& e) const override {
    if (e.event.line != hna_code::kRead) {
      return fmt::format("Connected: inside its group, {} is {} from the inter-edge at {}.", e.parent, e.g, e.node);
    }
    std::string polygon, from;
    if (e.about.world != nullptr && e.about.options != nullptr) {
      const World& world = *e.about.world;
      const MapNavmesh& mesh = world.get<MapNavmesh>();
      const NodePlace at = e.playback.place(0, e.event.parent);
      const PolygonId id = mesh.end_at({static_cast<int>(at.x), static_cast<int>(at.y)}).polygon;
      const bool centroid =
          e.about.options->from_centres || world.get<MapHna>().hna().options().costs == MeshCosts::kCentroids;
      polygon = fmt::format(" of polygon {}", id);
      from = centroid ? ", measured from its centroid" : fmt::format(", measured from {}", e.parent);
    }
    return fmt::format("Read from the table{}{}: the inter-edge at {} is {} away.", polygon, from, e.node, e.g);
  }
  std::string path_edge(const NarratedEvent& e) const override {
    return e.event.level > 0 ? abstract_edge(e, "subpath") : MeshNarration::path_edge(e);
  }
};

const HnaNarration kNarration;

constexpr const FeatureLayer* kHnaPlannerLayers[] = {&kPolygonLayer, &kGroupLayer, &kExitLayer};
// PCCP also shows the stored paths of the inspected polygon.
constexpr const FeatureLayer* kPccpLayers[] = {&kPolygonLayer, &kGroupLayer, &kExitLayer, &kReachLayer};

constexpr PlannerGuide kHnaGuide = {
    "HPA* over a navigation mesh: groups of polygons are what clusters are on a grid.",
    "Groups of polygons, and the cost of each path through a group between its inter-edges, on up to three levels.",
    "Start and goal are connected to the inter-edges of their groups, A* searches inter-edges, the corridor is read, "
    "and the "
    "funnel pulls it taut.",
    "Meshes are large and queries go far.",
    "Groups have many inter-edges: connecting start and goal then costs more than the search. PCCP stores these."};
constexpr PlannerGuide kPccpGuide = {"HNA* whose connections of start and goal are read from a table.",
                                     "For each polygon the path and the cost to every inter-edge of its group.",
                                     "Start and goal are connected by look-up, the rest is HNA*.",
                                     "Queries are many, as in crowds on a mesh.",
                                     "Memory is short, or the mesh changes often."};

}  // namespace

constexpr std::string_view kHnaCounts =
    "inter-edges taken from the open list and polygons of the searches that connect start and goal";

const std::array<PlannerAppearance, 4> kHnaPlanners = {{
    {"hna1", &kHnaGuide, kHnaCounts, {rgba(0x70734c), 3.0f, 5}, &kNarration, why_no_portal, kHnaPlannerLayers},
    {"hna2", &kHnaGuide, kHnaCounts, {rgba(0x521589), 3.0f, 9}, &kNarration, why_no_portal, kHnaPlannerLayers},
    {"hna3", &kHnaGuide, kHnaCounts, {rgba(0xc04c82), 3.0f, 15}, &kNarration, why_no_portal, kHnaPlannerLayers},
    {"pccp",
     &kPccpGuide,
     "inter-edges taken from the open list, not the tables that connect start and goal",
     {rgba(0x009722), 3.0f, 25},
     &kNarration,
     why_no_portal,
     kPccpLayers},
}};

}  // namespace strata
