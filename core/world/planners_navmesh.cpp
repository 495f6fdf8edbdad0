// This file defines the planners over a navigation mesh and over its HNA* graph.
#include "core/world/planners_navmesh.hpp"

#include <fmt/format.h>

#include "core/anyangle/mesh_labels.hpp"
#include "core/anyangle/mesh_labels_code.hpp"
#include "core/hna/hna_code.hpp"
#include "core/hna/hna_query.hpp"
#include "core/navmesh/mesh_code.hpp"
#include "core/navmesh/mesh_nearest.hpp"
#include "core/navmesh/polyanya.hpp"
#include "core/navmesh/polyanya_code.hpp"
#include "core/search/cell_space.hpp"
#include "core/search/path.hpp"
#include "core/search/plan_options.hpp"
#include "core/world/map_hna.hpp"
#include "core/world/map_mesh_labels.hpp"

namespace strata::planner_rows {
namespace {

constexpr PlannerFamily kMesh{.name = "Navigation mesh"};
constexpr PlannerFamily kAnyAngle{.name = "Polyanya"};
constexpr PlannerFamily kHna{.name = "HNA*", .hierarchical = true};

// The memory of queries, stored in the workspace.
struct MeshMemory {
  MeshPath path;
  HnaPath hna;
  PolyanyaMemory polyanya;
  MeshLabelsMemory labels;
  std::vector<NodeCone> cones;  // cones of the nodes of the last recorded query
};

const NavMesh& mesh_of(const World& world) { return world.get<MapNavmesh>().mesh(); }
const MeshUnions* unions_of(const World& world) {
  const GridMesh* tiles = world.get<MapNavmesh>().tiles();
  return tiles == nullptr ? nullptr : &tiles->unions();
}

void plan_navmesh(const World& world, const PlanQuery& query, const PlanOptions&, Workspace& workspace,
                  PlanResult& result, Trace* trace) {
  if (trace != nullptr) trace->clear();
  MeshQuery ends;
  if (!find_ends(world, query, ends, result)) return;
  MeshPath& path = workspace.own.of<MeshMemory>().path;
  const MeshCosts costs = world.get<MapNavmesh>().options()->costs;
  plan_mesh(mesh_of(world), costs, ends, workspace, path, trace);
  answer_from(world, path, result);
}

NodePlace place_on_mesh(const World& world, const PlanQuery& query, int, NodeId node) {
  return place_of_point(mesh_node_point(mesh_of(world), ends_of(world, query), node), mesh_of(world).units());
}

void plan_any_angle(const World& world, const PlanQuery& query, const PlanOptions&, Workspace& workspace,
                    PlanResult& result, Trace* trace) {
  if (trace != nullptr) trace->clear();
  MeshQuery ends;
  if (!find_ends(world, query, ends, result)) return;
  auto& memory = workspace.own.of<MeshMemory>();
  if (trace == nullptr) {
    plan_polyanya(mesh_of(world), ends, memory.polyanya, memory.path, unions_of(world));
  } else {
    plan_polyanya(mesh_of(world), ends, memory.polyanya, memory.path, *trace, memory.cones, unions_of(world));
    trace->keep_cones([&](int, NodeId node) { return memory.cones[node]; });
  }
  answer_from(world, memory.path, result);
}

std::string lacks_points(const World& world) {
  if (!world.has(StructureId::kNavmesh)) return "needs the navigation mesh";
  const MapNavmesh& mesh = world.get<MapNavmesh>();
  if (mesh.level_mesh() != nullptr) return "needs a mesh of the map's cells, not of the level";
  if (mesh.options() && !mesh.options()->mesh.radius.is_point()) return "needs a mesh for agents without a radius";
  return {};
}

// Answers by Polyanya until the labels are up to date with the map, and for partial paths, which end anywhere.
void plan_by_any_angle_labels(const World& world, const PlanQuery& query, const PlanOptions& options,
                              Workspace& workspace, PlanResult& result, Trace* trace) {
  const MapMeshLabels& kept = world.get<MapMeshLabels>();
  if (!kept.wanted() || !lacks_points(world).empty()) {
    if (trace != nullptr) trace->clear();
    return result.clear(PlanStatus::kStale);
  }
  if (world.rules().agent_size != 1) {
    if (trace != nullptr) trace->clear();
    result.clear(check_ends(world.moves(), query));
    if (result.found()) result.clear(PlanStatus::kUnsupported);
    return;
  }
  if (query.mesh_goal || !kept.ready(world.inputs())) {
    plan_any_angle(world, query, options, workspace, result, trace);
    if (trace != nullptr) trace->set_asked("polyanya");
    return;
  }
  if (trace != nullptr) trace->clear();
  result.clear(check_ends(world.moves(), query));
  if (!result.found()) return;
  if (!world.moves().uniform()) return result.clear(PlanStatus::kUnsupported);
  auto& memory = workspace.own.of<MeshMemory>();
  plan_mesh_labels(*kept.labels(), query.start, query.goal, memory.labels, memory.path, trace);
  answer_from(world, memory.path, result);
}

std::string any_angle_labels_stamp(const World& world, const PlanOptions& options) {
  return fmt::format("{} | {} | {}", stamp<StructureId::kMeshLabels>(world, options),
                     structure_stamp(world, StructureId::kNavmesh), world.ready(StructureId::kMeshLabels));
}

void plan_on_level(const World& world, const PlanQuery& query, int level, HnaLinkMethod links,
                   HnaEndpoints counted_from, Workspace& workspace, PlanResult& result, Trace* trace) {
  if (trace != nullptr) trace->clear();
  const MapHna& kept = world.get<MapHna>();
  MeshQuery ends;
  if (!find_ends(world, query, ends, result)) return;
  if (!kept.ready(world.inputs())) {
    result.clear(PlanStatus::kStale);
    return;
  }
  HnaPath& path = workspace.own.of<MeshMemory>().hna;
  const HnaQuery asked{ends, level, links, counted_from};
  plan_hna(mesh_of(world), kept.hna(), asked, workspace, path, trace);
  answer_from(world, path.path, result);
  const uint32_t first_link = mesh_link_node(mesh_of(world), 0, 0);
  for (const uint32_t node : path.inter_edges) {
    if (node >= first_link) result.abstract_path.push_back(node - 1);  // where the link begins
    result.abstract_path.push_back(node);
  }
}

template <int kLevel>
void plan_hna_level(const World& world, const PlanQuery& query, const PlanOptions& options, Workspace& workspace,
                    PlanResult& result, Trace* trace) {
  plan_on_level(world, query, kLevel, static_cast<HnaLinkMethod>(options.mesh_links), HnaEndpoints::kTrue, workspace,
                result, trace);
}

void plan_pccp(const World& world, const PlanQuery& query, const PlanOptions& options, Workspace& workspace,
               PlanResult& result, Trace* trace) {
  plan_on_level(world, query, world.get<MapHna>().hna().levels(), HnaLinkMethod::kRows,
                options.from_centres ? HnaEndpoints::kCentroids : HnaEndpoints::kTrue, workspace, result, trace);
}

int levels_of(const World& world) {
  const auto& options = world.get<MapHna>().options();
  return options ? options->levels : 0;
}

template <int kLevel>
std::string lacks_hna_levels(const World& world) {
  if (!world.has(StructureId::kNavmesh)) return "needs the navigation mesh";
  const int levels = levels_of(world);
  if (levels >= kLevel) return lacks_agent(world);
  return fmt::format("needs {} levels, the navigation graph has {}", kLevel, levels);
}

std::string hna_stamp(const World& world, const PlanOptions& options) {
  return stamp<StructureId::kHna>(world, options) + " | " + structure_stamp(world, StructureId::kNavmesh);
}

// Returns a row with the properties that all planners over a mesh share.
Planner over_mesh(std::string_view name, std::string_view title) {
  return {.name = name,
          .title = title,
          .source = "Rahmani, Pelechano 2020",
          .family = &kMesh,
          .optimal = false,  // any-angle paths may be shorter than paths from cell to cell
          .profiles = {true, true, true},
          .uniform_only = true,
          .needs = StructureId::kNavmesh,
          .sparse = true,
          .any_angle = true,
          .pseudo_code = &mesh_code::kCode,
          .plan = plan_navmesh,
          .stamp = stamp<StructureId::kNavmesh>,
          .lacks = lacks_agent,
          .place = place_on_mesh,
          .nearest = nearest_point};
}

Planner over_groups(std::string_view name, std::string_view title) {
  Planner row = over_mesh(name, title);
  row.family = &kHna;
  row.needs = StructureId::kHna;
  row.pseudo_code = &hna_code::kCode;
  row.stamp = hna_stamp;
  return row;
}

template <int kLevel>
Planner on_level(std::string_view name, std::string_view title) {
  Planner row = over_groups(name, title);
  row.abstract_level = kLevel;
  row.links = true;
  row.plan = plan_hna_level<kLevel>;
  row.lacks = lacks_hna_levels<kLevel>;
  return row;
}

}  // namespace

MeshQuery ends_of(const World& world, const PlanQuery& query) {
  const MapNavmesh& mesh = world.get<MapNavmesh>();
  if (query.mesh_goal) return {mesh.end_at(query.start), {query.mesh_goal->at, query.mesh_goal->polygon}};
  return {mesh.end_at(query.start), mesh.end_at(query.goal)};
}

std::optional<PlanQuery> nearest_point(const World& world, const PlanQuery& query, Workspace& workspace,
                                       uint64_t& visited) {
  const MapNavmesh& kept = world.get<MapNavmesh>();
  if (!world.moves().passable(query.start) || !world.moves().contains(query.goal)) return {};
  if (!world.moves().uniform() || !kept.options() || !kept.is_true()) return {};
  const MeshQuery ends = ends_of(world, query);
  const std::optional<MeshEndpoint> end =
      nearest_reachable(kept.mesh(), kept.options()->costs, ends, workspace, visited);
  if (!end) return {};
  return PlanQuery{query.start, query.goal, MeshGoal{end->at, end->polygon}};
}

bool find_ends(const World& world, const PlanQuery& query, MeshQuery& ends, PlanResult& result) {
  const MapNavmesh& kept = world.get<MapNavmesh>();
  // The goal of a partial path is on the mesh, although its cell may be blocked.
  result.clear(check_ends(world.moves(), query.mesh_goal ? PlanQuery{query.start, query.start} : query));
  if (!result.found()) return false;
  if (!world.moves().uniform()) {
    result.status = PlanStatus::kUnsupported;
  } else if (!kept.options() || !kept.is_true()) {
    result.status = PlanStatus::kStale;
  } else {
    ends = ends_of(world, query);
    // The mesh of a level has no small islands, and follows walls with a tolerance.
    const bool found = ends.start.polygon != kNoPolygon && ends.goal.polygon != kNoPolygon;
    if (!found) result.status = PlanStatus::kOffMesh;
    return found;
  }
  return false;
}

std::string lacks_agent(const World& world) {
  const MapNavmesh& kept = world.get<MapNavmesh>();
  if (world.rules().agent_size == 1) return {};
  if (kept.level_mesh() != nullptr) return "the mesh of the level is for its own agent: choose size 1";
  const bool of_discs = kept.options() && !kept.options()->mesh.radius.is_point();
  return of_discs ? "the mesh is for discs of a radius: choose size 1" : std::string();
}

Cost unit_of(const World& world) { return world.moves().base(0) * static_cast<Cost>(world.moves().unit_weight()); }

Cost cost_on_map(const World& world, uint64_t mesh_cost) {
  // Costs on the mesh are those of the octile profile.
  const uint64_t cell = 2 * kCostOfHalfCell * static_cast<uint64_t>(mesh_of(world).units());
  return static_cast<Cost>(std::min<uint64_t>(mesh_cost * uint64_t{unit_of(world)} / cell, kInfinite));
}

void answer_from(const World& world, const MeshPath& path, PlanResult& result) {
  result.clear(path.status);
  result.stats = path.stats;
  result.units = mesh_of(world).units();
  if (!path.found()) return;
  result.points.assign(path.points.begin(), path.points.end());
  // Links cost the same over all terrain.
  uint64_t links = 0;
  for (const MeshJump& jump : path.jumps) {
    const MeshLink& link = mesh_of(world).links()[jump.link];
    result.links_at.push_back(jump.point);
    links += cost_of_link(world.rules().profile, link.length);
  }
  result.cost = static_cast<Cost>(std::min<uint64_t>(cost_of_length(path.length, unit_of(world)) + links, kInfinite));
  result.raw_cost = cost_on_map(world, path.cost);
  if (result.cost == kInfinite || result.raw_cost == kInfinite) {
    result.clear(PlanStatus::kCostOverflow);
    result.stats = path.stats;
  }
}

Planner navmesh() {
  Planner row = over_mesh("navmesh", "A* on the mesh");
  row.source = "Hart, Nilsson, Raphael 1968; funnel: Lee, Preparata 1984";
  row.links = true;
  return row;
}

Planner polyanya() {
  Planner row = over_mesh("polyanya", "Polyanya");
  row.source = "Cui, Harabor, Grastien 2017";
  row.family = &kAnyAngle;
  row.pseudo_code = &polyanya_code::kCode;
  row.plan = plan_any_angle;
  row.place = nullptr;  // its traces contain the places of their nodes
  return row;
}

Planner mesh_labels() {
  Planner row = polyanya();
  row.name = "mesh-labels";
  row.title = "Any-angle labels";
  row.source = "Du, Shen, Cheema 2023";
  row.needs = StructureId::kMeshLabels;
  row.meanwhile = "polyanya";
  row.pseudo_code = &mesh_labels_code::kCode;
  row.plan = plan_by_any_angle_labels;
  row.stamp = any_angle_labels_stamp;
  row.lacks = lacks_points;
  return row;
}

Planner hna1() { return on_level<1>("hna1", "HNA* 1 level"); }
Planner hna2() { return on_level<2>("hna2", "HNA* 2 levels"); }
Planner hna3() { return on_level<3>("hna3", "HNA* 3 levels"); }

Planner pccp() {
  Planner row = over_groups("pccp", "HNA* with PCCP");
  row.short_title = "PCCP";
  row.plan = plan_pccp;
  row.highest_level = levels_of;
  row.lacks = lacks_hna_levels<1>;
  return row;
}

}  // namespace strata::planner_rows
