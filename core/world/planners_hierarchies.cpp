// This file defines the planners over the contraction hierarchies of a world (Sturtevant, Geisberger 2010; Dibbelt,
// Strasser, Wagner 2014). On an abstract graph the hierarchy replaces the search between nodes; linking, refinement and
// smoothing are those of HPA* or of sectors.
#include <numeric>

#include "core/ch/cch_code.hpp"
#include "core/ch/cell_graph.hpp"
#include "core/ch/ch_code.hpp"
#include "core/ch/drawn_graph.hpp"
#include "core/ch/labels_code.hpp"
#include "core/search/plan_options.hpp"
#include "core/world/map_cch.hpp"
#include "core/world/map_hpa.hpp"
#include "core/world/map_labels.hpp"
#include "core/world/map_sectors.hpp"
#include "core/world/planner_rows.hpp"

namespace strata::planner_rows {
namespace {

constexpr PlannerFamily kCh{.name = "CH", .hierarchical = true};
constexpr PlannerFamily kCch{.name = "CCH", .hierarchical = true};
constexpr PlannerFamily kLabels{.name = "Hub labels", .hierarchical = true};

void stale(PlanResult& result) { result.clear(PlanStatus::kStale); }

// The range of a route's events in the trace of the planner that links the ends and refines the path.
struct RouteEventRange {
  size_t begin = 0, end = 0;
};

// The pseudo-code lines of one kind of hierarchy.
struct HierarchyLines {
  uint8_t init, pop, stall, generate, update, meet, fail, done, unpack, edge, refine, smooth;
  bool read = false;  // for labels: events of reading already have their lines
};
constexpr HierarchyLines kChLines{ch_code::kInit,   ch_code::kPop,  ch_code::kStall,  ch_code::kGenerate,
                                  ch_code::kUpdate, ch_code::kMeet, ch_code::kFail,   ch_code::kDone,
                                  ch_code::kUnpack, ch_code::kEdge, ch_code::kRefine, ch_code::kSmooth};
static_assert(ch_code::kInit == cch_code::kInit, "events of either query tell by it that a node is an end");
// The lines of a CCH query, which stalls no nodes.
constexpr HierarchyLines kCchLines{cch_code::kInit,   cch_code::kClimb, cch_code::kClimb,  cch_code::kGenerate,
                                   cch_code::kUpdate, cch_code::kMeet,  cch_code::kFail,   cch_code::kDone,
                                   cch_code::kUnpack, cch_code::kEdge,  cch_code::kRefine, cch_code::kSmooth};

static_assert(ch_code::kInit == labels_code::kInit);
// Events of reading labels already have their lines; only unpacking the path is shared with searches.
constexpr HierarchyLines kLabelLines{labels_code::kInit,
                                     labels_code::kRead,
                                     labels_code::kRead,
                                     labels_code::kNew,
                                     labels_code::kLess,
                                     labels_code::kHub,
                                     labels_code::kFail,
                                     labels_code::kDone,
                                     labels_code::kUnpack,
                                     labels_code::kEdge,
                                     labels_code::kRefine,
                                     labels_code::kSmooth,
                                     true};

uint8_t routed_line(const SearchEvent& event, const HierarchyLines& lines) {
  if (lines.read && event.phase != Phase::kRefine) return event.line;
  switch (event.type) {
    case EventType::kExpand:
      return lines.pop;
    case EventType::kStall:
      return lines.stall;
    case EventType::kGenerate:
      return event.line == ch_code::kInit ? lines.init : lines.generate;
    case EventType::kUpdate:
      return lines.update;
    case EventType::kMeet:
      return lines.meet;
    case EventType::kRefine:
      return lines.unpack;
    case EventType::kPathEdge:
      return lines.edge;
    default:
      return event.line;
  }
}

// Sets the pseudo-code line of each event. The same planner may use any kind of hierarchy, over cells, over the
// transitions of HPA* or over regions, and each kind has its own pseudo-code. `over_cells`: there is no refinement.
void relabel(Trace& trace, const HierarchyLines& lines, const RouteEventRange& routed, bool over_cells) {
  trace.relabel([&](size_t i, const SearchEvent& event) {
    if (event.type == EventType::kNoPath) return lines.fail;
    if (over_cells) {
      const bool ends =
          event.type == EventType::kSource || event.type == EventType::kDestination || event.type == EventType::kLink;
      return ends ? lines.init : event.type == EventType::kFound ? lines.done : routed_line(event, lines);
    }
    if (i >= routed.begin && i < routed.end) return routed_line(event, lines);
    switch (event.phase) {
      case Phase::kRefine:
        return lines.refine;
      case Phase::kSmooth:
        return lines.smooth;
      default:
        return event.type == EventType::kPathEdge ? lines.done : lines.init;
    }
  });
}

// The data of a router besides the ends that are linked to the graph.
struct HierarchyRouter {
  const World& world;
  const GraphCh* graph = nullptr;  // null: the CCH over sectors is used
  const PlanOptions& options;
  Trace* trace;
  RouteEventRange* routed;

  size_t recorded() const { return trace == nullptr ? 0 : trace->events().size(); }
};

Cost route_over_graph(const void* self, std::span<const NodeLink> starts, std::span<const NodeLink> goals, Cell start,
                      Cell goal, Cost bound, Workspace& workspace, PlanStats& stats, std::vector<uint32_t>& nodes) {
  const HierarchyRouter& router = *static_cast<const HierarchyRouter*>(self);
  const GraphCh& graph = *router.graph;
  ChWorkspace& memory = workspace.ch;
  memory.starts.clear();
  memory.goals.clear();
  for (const NodeLink& link : starts) memory.starts.push_back({graph.rank(link.node), link.cost});
  for (const NodeLink& link : goals) memory.goals.push_back({graph.rank(link.node), link.cost});
  router.routed->begin = router.recorded();
  PlanOptions options = router.options;
  options.answer = Answer::kCells;  // the path over cells follows from the nodes, and so does its cost
  graph.route(start, goal, options, bound, 1, workspace, stats, router.trace);
  router.routed->end = router.recorded();
  for (const uint32_t rank : memory.route.nodes) nodes.push_back(graph.node(rank));
  return graph.too_far(workspace, bound) ? GraphRouter::kTooFar : memory.route.cost;
}

// Returns kTooFar instead of kInfinite if the regions are connected, because SectorCch finds no path of
// cost kFar or more.
Cost distinguished(Cost cost, const Sectors& sectors, uint32_t from, uint32_t to) {
  if (cost < kInfinite) return cost;
  const int reach = 2 * sectors.sectors().cluster_size();
  if (uint64_t{sectors.region_count()} * sectors.bound()(reach, reach) < SectorCch::kFar) return kInfinite;
  std::vector<uint32_t> part(sectors.region_count());
  std::iota(part.begin(), part.end(), 0u);
  const auto part_of = [&](uint32_t region) {
    while (part[region] != region) region = part[region] = part[part[region]];
    return region;
  };
  for (const SectorEdge& edge : sectors.edges()) part[part_of(edge.from)] = part_of(edge.to);
  return part_of(from) == part_of(to) ? GraphRouter::kTooFar : kInfinite;
}

Cost route_live(const void* self, std::span<const NodeLink> starts, std::span<const NodeLink> goals, Cell, Cell, Cost,
                Workspace& workspace, PlanStats& stats, std::vector<uint32_t>& nodes) {
  const HierarchyRouter& router = *static_cast<const HierarchyRouter*>(self);
  const SectorCch& cch = router.world.get<MapCch>().live();
  const Sectors& sectors = router.world.get<MapSectors>().sectors();
  // Each end of a query over sectors is one region.
  const uint32_t from = starts.front().node;
  const uint32_t to = goals.front().node;
  router.routed->begin = router.recorded();
  const Cost cost = cch.route(sectors, from, to, workspace.sector_cch, nodes, stats, router.trace);
  router.routed->end = router.recorded();
  return distinguished(cost, sectors, from, to);
}

// Sets the abstract path to nodes of the drawn graph; the path over cells stays empty.
void plan_drawn(const World& world, const GraphCh& graph, const PlanQuery& query, const PlanOptions& options,
                Workspace& workspace, PlanResult& result, Trace* trace) {
  const DrawnGraph& drawn = world.drawn_graph();
  const std::optional<uint32_t> start = drawn.node_at(query.start);
  const std::optional<uint32_t> goal = drawn.node_at(query.goal);
  result.clear(!start ? PlanStatus::kStartBlocked : !goal ? PlanStatus::kGoalBlocked : PlanStatus::kFound);
  if (!result.found()) return;
  const CellId start_cell = world.moves().id(query.start);
  const CellId goal_cell = world.moves().id(query.goal);
  const auto report = [&](EventType type, Phase phase, uint8_t line, CellId node, Cost g) {
    if (trace != nullptr) trace->add({type, phase, 1, line, node, kNoCell, g, 0});
  };
  report(EventType::kSource, Phase::kForward, ch_code::kInit, start_cell, 0);
  report(EventType::kDestination, Phase::kBackward, ch_code::kInit, goal_cell, 0);
  ChWorkspace& memory = workspace.ch;
  memory.starts.assign(1, {graph.rank(*start), 0});
  memory.goals.assign(1, {graph.rank(*goal), 0});
  graph.route(query.start, query.goal, options, kInfinite, 1, workspace, result.stats, trace);
  if (!memory.route.found()) {
    result.status = graph.too_far(workspace, kInfinite) ? PlanStatus::kCostOverflow : PlanStatus::kNoPath;
    report(EventType::kNoPath, Phase::kForward, ch_code::kFail, goal_cell, 0);
    return;
  }
  for (const uint32_t rank : memory.route.nodes) result.abstract_path.push_back(graph.cell(rank));
  result.cost = result.raw_cost = memory.route.cost;
  result.complete = false;
  report(EventType::kFound, Phase::kRefine, ch_code::kDone, goal_cell, result.cost);
}

void plan_by(const World& world, const MapHierarchy& hierarchy, const PlanQuery& query, const PlanOptions& options,
             Workspace& workspace, PlanResult& result, Trace* trace, RouteEventRange& routed) {
  const GraphCh* graph = hierarchy.graph();
  switch (hierarchy.options()->graph) {
    case ChGraph::kCorners:
    case ChGraph::kCells:
      return hierarchy.cells()->plan(world.moves(), query, options, workspace, result, trace);
    case ChGraph::kHpa: {
      const HierarchyRouter own{world, graph, options, trace, &routed};
      const GraphRouter router{&own, route_over_graph};
      return world.get<MapHpa>().hpa().plan_over(world.moves(), query, router, options, workspace, result, trace);
    }
    case ChGraph::kSectors: {
      const HierarchyRouter own{world, graph, options, trace, &routed};
      const GraphRouter router{&own, route_over_graph};
      return world.get<MapSectors>().sectors().plan_over(world.moves(), query, router, options, workspace, result,
                                                         trace);
    }
    case ChGraph::kDrawn:
      plan_drawn(world, *graph, query, options, workspace, result, trace);
  }
}

bool refines(const MapHierarchy& hierarchy) {
  const ChGraph graph = hierarchy.options()->graph;
  return graph == ChGraph::kHpa || graph == ChGraph::kSectors;
}

void plan_by_ch(const World& world, const PlanQuery& query, const PlanOptions& options, Workspace& workspace,
                PlanResult& result, Trace* trace) {
  if (trace != nullptr) trace->clear();
  if (!world.ready(StructureId::kCh)) return stale(result);
  RouteEventRange routed;
  plan_by(world, world.get<MapHierarchy>(), query, options, workspace, result, trace, routed);
  if (trace != nullptr) relabel(*trace, kChLines, routed, !refines(world.get<MapHierarchy>()));
}

void plan_by_cch(const World& world, const PlanQuery& query, const PlanOptions& options, Workspace& workspace,
                 PlanResult& result, Trace* trace) {
  if (trace != nullptr) trace->clear();
  if (!world.ready(StructureId::kCch)) return stale(result);
  RouteEventRange routed;
  if (!world.get<MapCch>().is_live()) {
    plan_by(world, world.get<MapCch>().hierarchy(), query, options, workspace, result, trace, routed);
    if (trace != nullptr) relabel(*trace, kCchLines, routed, !refines(world.get<MapCch>().hierarchy()));
    return;
  }
  const HierarchyRouter own{world, nullptr, options, trace, &routed};
  const GraphRouter router{&own, route_live};
  world.get<MapSectors>().sectors().plan_over(world.moves(), query, router, options, workspace, result, trace);
  if (trace != nullptr) relabel(*trace, kCchLines, routed, false);
}

void plan_by_labels(const World& world, const PlanQuery& query, const PlanOptions& options, Workspace& workspace,
                    PlanResult& result, Trace* trace) {
  if (trace != nullptr) trace->clear();
  if (!world.ready(StructureId::kLabels)) return stale(result);
  const MapHierarchy& hierarchy = world.get<MapLabels>().hierarchy();
  RouteEventRange routed;
  plan_by(world, hierarchy, query, options, workspace, result, trace, routed);
  if (trace != nullptr) relabel(*trace, kLabelLines, routed, !refines(hierarchy));
}

// Returns the graph on which the hierarchy is built; nothing if it has no options.
std::optional<ChGraph> ch_graph(const World& world) {
  return world.get<MapHierarchy>().options() ? std::optional(world.get<MapHierarchy>().options()->graph) : std::nullopt;
}

std::optional<ChGraph> cch_graph(const World& world) {
  return world.get<MapCch>().options() ? std::optional(world.get<MapCch>().options()->graph) : std::nullopt;
}

std::optional<ChGraph> labels_graph(const World& world) {
  return world.get<MapLabels>().options() ? std::optional(world.get<MapLabels>().options()->graph) : std::nullopt;
}

template <std::optional<ChGraph> (*kGraphOf)(const World&)>
bool over_cells(const World& world) {
  const std::optional<ChGraph> graph = kGraphOf(world);
  return graph == ChGraph::kCells || graph == ChGraph::kCorners;
}

template <std::optional<ChGraph> (*kGraphOf)(const World&)>
bool over_drawn(const World& world) {
  return kGraphOf(world) == ChGraph::kDrawn;
}

// Returns why the hierarchy cannot follow the links of the map; empty if it can. The edges of a drawn graph are its
// own.
template <std::optional<ChGraph> (*kGraphOf)(const World&)>
std::string lacks_links(const World& world) {
  if (world.map().links() == nullptr || !kGraphOf(world) || over_drawn<kGraphOf>(world)) return {};
  if (!over_cells<kGraphOf>(world)) return "needs the graph of cells, or a map without links";
  return cell_graph_has_links(world.moves()) ? "" : "needs links that lead both ways at the same cost";
}

// Returns the path over cells below an edge of the HPA* graph. Shortcuts are drawn as arcs.
template <std::optional<ChGraph> (*kGraphOf)(const World&)>
Cost edge_way(const World& world, const SearchEvent& event, NodeId from, Workspace& workspace,
              std::vector<std::vector<NodeId>>& chains) {
  if (kGraphOf(world) != ChGraph::kHpa || event.type != EventType::kPathEdge) return kInfinite;
  return world.get<MapHpa>().hpa().edge_path(world.moves(), event.level, world.map().cell(from),
                                             world.map().cell(event.node), 0, workspace, chains[0]);
}

}  // namespace

Planner ch() {
  return {.name = "ch",
          .title = "Contraction hierarchy",
          .short_title = "CH",
          .source = "Sturtevant, Geisberger 2010",
          .family = &kCh,
          .optimal = true,
          .profiles = {true, true, true},
          .uniform_only = false,
          .needs = StructureId::kCh,
          .abstract_level = 1,
          .links = true,
          .pseudo_code = &ch_code::kCode,
          .plan = plan_by_ch,
          .stamp = stamp<StructureId::kCh>,
          .lacks = lacks_links<ch_graph>,
          .finds_optimum = over_cells<ch_graph>,
          .own_graph = over_drawn<ch_graph>,
          .edge_way = edge_way<ch_graph>};
}

Planner cch() {
  return {.name = "cch",
          .title = "Customisable CH",
          .short_title = "CCH",
          .source = "Dibbelt, Strasser, Wagner 2014",
          .family = &kCch,
          .optimal = true,
          .profiles = {true, true, true},
          .uniform_only = false,
          .needs = StructureId::kCch,
          .abstract_level = 1,
          .links = true,
          .pseudo_code = &cch_code::kCode,
          .plan = plan_by_cch,
          .stamp = stamp<StructureId::kCch>,
          .lacks = lacks_links<cch_graph>,
          .finds_optimum = over_cells<cch_graph>,
          .own_graph = over_drawn<cch_graph>,
          .edge_way = edge_way<cch_graph>};
}

Planner labels() {
  return {.name = "labels",
          .title = "Hub labels",
          .source = "Ouyang et al. 2018",
          .family = &kLabels,
          .optimal = true,
          .profiles = {true, true, true},
          .uniform_only = false,
          .needs = StructureId::kLabels,
          .abstract_level = 1,
          .links = true,
          .pseudo_code = &labels_code::kCode,
          .plan = plan_by_labels,
          .stamp = stamp<StructureId::kLabels>,
          .lacks = lacks_links<labels_graph>,
          .finds_optimum = over_cells<labels_graph>,
          .own_graph = over_drawn<labels_graph>,
          .edge_way = edge_way<labels_graph>};
}

}  // namespace strata::planner_rows
