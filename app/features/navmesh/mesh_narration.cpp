#include "app/features/navmesh/mesh_narration.hpp"

#include <fmt/format.h>

#include "app/features/navmesh/navmesh.hpp"
#include "app/lab/cell_explanations.hpp"
#include "app/playback/playback.hpp"
#include "core/navmesh/mesh_code.hpp"
#include "core/navmesh/polyanya_code.hpp"
#include "core/search/plan_options.hpp"

namespace strata {

std::string MeshNarration::node_noun(int level) const { return level > 0 ? Narration::node_noun(level) : "portal"; }

std::string_view MeshNarration::purpose(const NarratedEvent& e) const {
  // Without edges start and goal lie in one polygon.
  if (e.event.phase != Phase::kSmooth || e.playback.outline().paths[0].edges.empty()) return {};
  return "Now the path is pulled taut, because the search has gone from portal to portal, and straighter lines may fit "
         "into the corridor.";
}

std::string MeshNarration::new_node(const NarratedEvent& e) const {
  if (by_distance(e)) {
    return fmt::format("the {} at {} is generated, across a polygon from {}: g = {}.", e.noun, e.node, e.parent, e.g);
  }
  if (over_link(e)) {
    return fmt::format("the link that ends at {} is generated, across a {} from {}: {}.", e.node,
                       e.event.level > 0 ? "group" : "polygon", e.parent, costs(e));
  }
  return fmt::format("the {} at {} is generated, across a {} from {}: {}.", e.at_goal() ? "goal" : e.noun, e.node,
                     e.event.level > 0 ? "group" : "polygon", e.parent, costs(e));
}

std::string MeshNarration::path_edge(const NarratedEvent& e) const {
  if (e.event.level > 0) return Narration::path_edge(e);
  return fmt::format("The corridor goes on from {}{} to {}, {} farther.", e.parent, over_link(e) ? " over a link" : "",
                     e.node, e.g);
}

bool MeshNarration::over_link(const NarratedEvent& e) const {
  if (e.about.world == nullptr || !e.about.world->ready(StructureId::kNavmesh)) return false;
  const NavMesh& mesh = e.about.world->get<MapNavmesh>().mesh();
  if (mesh.links().empty()) return false;
  const NodeId first = mesh_link_node(mesh, 0, 0);
  // Of the events of the funnel, that between the ends of a link follows it; the others name the link's node itself.
  const bool taut = e.event.type == EventType::kStraight;
  const NodeId node = taut ? e.event.parent : e.event.node;
  return node != kNoNodeId && node >= first && (!taut || (node - first) % 2 == 0);
}

std::string MeshNarration::sentence(const NarratedEvent& e) const {
  if (e.event.type != EventType::kStraight) return Narration::sentence(e);
  std::string text =
      over_link(e) ? fmt::format("The path follows the link from {} to {}: {} long.", e.parent, e.node, e.g)
                   : fmt::format("Pulled taut, the path runs straight from {} to {}: {} long.", e.parent, e.node, e.g);
  if (e.next() != nullptr) return text;
  uint64_t length = 0;
  size_t pieces = 0;
  for (size_t i = e.index + 1; i-- > 0 && e.playback.event(i)->type == EventType::kStraight; ++pieces) {
    length += e.playback.event(i)->g;
  }
  if (pieces > 1) text += fmt::format(" The whole path is {} long.", e.words.sum64(length));
  return text;
}

std::string MeshNarration::found(const NarratedEvent& e) const {
  const bool direct = e.event.phase == Phase::kMain && e.event.line == direct_;
  if (direct) {
    const bool between_centroids = e.next() != nullptr && e.next()->g != e.event.g;
    return fmt::format("Start and goal lie in one polygon: the path is the straight line to {}{} {}.", e.node,
                       between_centroids ? "; between centroids it costs" : ", of length", e.g);
  }
  return fmt::format("A corridor of length {} to {} is found; the funnel follows.", e.g, e.node);
}

PolygonAtCell place_on_mesh(const CellWithoutNode& at) {
  const World& world = at.search.world;
  if (!world.ready(StructureId::kNavmesh)) {
    return {kNoPolygon, "The mesh is being rebuilt, so nothing more is known of it."};
  }
  const PolygonId polygon = world.get<MapNavmesh>().end_at(at.cell).polygon;
  if (polygon == kNoPolygon) return {kNoPolygon, "It lies in no polygon of the mesh."};
  return {polygon, {}};
}

std::string why_no_portal(const CellWithoutNode& at) {
  const auto [polygon, no_node] = place_on_mesh(at);
  if (polygon == kNoPolygon) return no_node;
  const NavMesh& mesh = at.search.world.get<MapNavmesh>().mesh();
  size_t portals = 0;
  for (const MeshSide& side : mesh.sides(polygon)) {
    if (side.portal == kNoPortal) continue;
    ++portals;
    for (int level = at.search.playback.outline().top_level; level >= 0; --level) {
      const std::string why = at.why({static_cast<uint8_t>(level), false, side.portal});
      if (why.empty()) continue;
      const HalfCellPoint middle = mesh.portal_middle(side.portal);
      return fmt::format("It lies in polygon {}, whose portal at ({:.1f},{:.1f}) is {}", polygon,
                         mesh.in_cells(middle.x), mesh.in_cells(middle.y), why);
    }
  }
  if (portals == 0) return fmt::format("It lies in polygon {}, which no portal leads out of.", polygon);
  if (portals == 1)
    return fmt::format("It lies in polygon {}, whose only portal was not reached; {}.", polygon, at.ended());
  return fmt::format("It lies in polygon {}, none of whose {} portals was reached; {}.", polygon, portals, at.ended());
}

namespace {

class PolyanyaNarration : public Narration {
 public:
  std::string_view algorithm() const override { return "Polyanya"; }
  ExpansionOrder expansion_order(TieBreaking) const override { return {.only_line = polyanya_code::kFollow}; }
  std::string stalled_because(const EventFormatter&, const SearchEvent& event) const override {
    return event.line == polyanya_code::kDeadEnds ? "it leads only into a dead end"
                                                  : "a shorter path to its root was found";
  }
  std::string expanded_out_of_turn(const EventFormatter& words, const SearchEvent& event) const override {
    if (event.line != polyanya_code::kFollow) return {};
    return fmt::format(" with f = {}: it was the only interval that the expansion before had generated",
                       words.sum(event.g, event.h));
  }
  std::string node_noun(int level) const override { return level > 0 ? Narration::node_noun(level) : "interval"; }
  std::string_view graph(int) const override { return " over the mesh"; }
  std::string_view never_reopens(const PlanOptions&, Profile) const override {
    return "every interval that it finds is a node of its own";
  }

 protected:
  // The interval of the goal has a root, the last turn of the path, which the search has still to find.
  std::string destination(const NarratedEvent& e) const override {
    return fmt::format("The goal is {}: the search ends when it is expanded.",
                       place_text(e.playback.place(e.event.level, e.event.node)));
  }
  std::string new_node(const NarratedEvent& e) const override {
    if (e.at_goal()) return fmt::format("the goal comes into sight, {}: f = {}.", e.node, e.f);
    return fmt::format("the interval {} is generated: {}.", e.node, costs(e));
  }
  std::string path_edge(const NarratedEvent& e) const override {
    return fmt::format("The path goes through {}; its root is {} farther than the one before.", e.node, e.g);
  }
  std::string sentence(const NarratedEvent& e) const override {
    if (e.event.type != EventType::kStall) return Narration::sentence(e);
    return place(e) + fmt::format("{} leaves the open list: {}.", e.node, stalled_because(e.words, e.event));
  }
  std::string expanded_because(const NarratedEvent& e, const std::string& subject) const override {
    if (e.event.line != polyanya_code::kFollow) return Narration::expanded_because(e, subject);
    return fmt::format("{} is followed at once, whatever the open list holds: it is the only new interval", subject);
  }
  std::string found(const NarratedEvent& e) const override {
    const bool direct = e.event.phase == Phase::kMain && e.event.line == polyanya_code::kDirect;
    return direct ? found_inside_one(e, "polygon") : Narration::found(e);
  }
};

std::string why_no_interval(const CellWithoutNode& at) {
  const auto [polygon, no_node] = place_on_mesh(at);
  if (polygon == kNoPolygon) return no_node;
  return fmt::format("It lies in polygon {}: nodes are intervals of its sides, and the middle of none of them is here.",
                     polygon);
}

const MeshNarration kMesh(mesh_code::kDirect);
const PolyanyaNarration kPolyanya;

constexpr const FeatureLayer* kMeshPlannerLayers[] = {&kPolygonLayer, &kPortalLayer, &kCorridorLayer};
constexpr const FeatureLayer* kPolyanyaLayers[] = {&kPolygonLayer, &kConeLayer};

constexpr PlannerGuide kNavmeshGuide = {
    "Cover the free area with convex polygons: inside one, every straight line is free.",
    "The polygons and the portals between them, in tiles; an edit builds its tiles anew.",
    "A* goes from portal to portal, and the funnel pulls the path taut in the corridor.",
    "Agents move at any angle, and free areas are wide.",
    "The shortest path is needed: A* measures to the middles of portals, so that its corridor may be a longer one. "
    "Polyanya finds it."};
constexpr PlannerGuide kPolyanyaGuide = {
    "Search intervals of edges of polygons, seen from one corner, in place of single points.", "The navigation mesh.",
    "An interval is pushed through a polygon to its other edges; the first path that reaches the goal is a shortest "
    "one.",
    "The shortest path at any angle is needed.",
    "Meshes are very large and a slightly longer path will do: HNA* then searches fewer nodes."};

}  // namespace

const std::array<PlannerAppearance, 2> kNavmeshPlanners = {{
    {"navmesh",
     &kNavmeshGuide,
     "portals taken from the open list",
     {rgba(0xaa0217), 3.0f, 9},
     &kMesh,
     why_no_portal,
     kMeshPlannerLayers},
    {"polyanya",
     &kPolyanyaGuide,
     "intervals taken from the open list",
     {rgba(0x8d0e6c), 3.0f, 0},
     &kPolyanya,
     why_no_interval,
     kPolyanyaLayers},
}};

}  // namespace strata
