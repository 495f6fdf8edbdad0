#include "core/world/hierarchy_view.hpp"

#include <algorithm>
#include <numeric>
#include <span>

#include "core/base/interruption.hpp"
#include "core/ch/ch_search.hpp"
#include "core/ch/graph_ch.hpp"
#include "core/ch/sector_cch.hpp"
#include "core/world/map_sectors.hpp"

namespace strata {
namespace {

// Calls visit(lower rank, upper rank, weight, middle rank) for every arc.
template <class Visit>
void for_each_arc(const GraphCh& graph, Visit&& visit) {
  for (uint32_t rank = 0; rank < graph.node_count(); ++rank) {
    if (graph.labelled()) {
      interruption_point();
      uint32_t number = graph.labels().first_arc(rank);
      for (const PackedLabels::Arc& arc : graph.labels().arcs(rank)) {
        const Cost weight = graph.labels().arc_weight(number++);
        if (weight != Cch::kNone) visit(rank, arc.target, weight, arc.middle);
      }
    } else if (graph.customisable()) {
      interruption_point();
      const std::span<const uint32_t> targets = graph.cch().up(rank);
      const std::span<const Cost> weights = graph.cch().weights(rank);
      const std::span<const uint32_t> middles = graph.cch().middles(rank);
      for (size_t i = 0; i < targets.size(); ++i) {
        if (weights[i] != Cch::kNone) visit(rank, targets[i], weights[i], middles[i]);
      }
    } else {
      for (const ChArc& arc : graph.ch().up(rank)) visit(rank, arc.target, arc.weight, arc.middle);
    }
  }
}

std::optional<uint32_t> rank_at(const GraphCh& graph, CellId cell) {
  const auto cells = graph.cells();
  const auto place = std::find(cells.begin(), cells.end(), cell);
  if (place == cells.end()) return std::nullopt;
  return static_cast<uint32_t>(place - cells.begin());
}

template <class Store>
bool unpack(const Store& store, const GraphCh& graph, uint32_t from, uint32_t to, std::vector<CellId>& cells) {
  Cost weight = 0;
  uint32_t middle = kNoRank;
  if (!store.find_up(std::min(from, to), std::max(from, to), weight, middle)) return false;
  if ((graph.customisable() || graph.labelled()) && weight == Cch::kNone) return false;
  ChWorkspace memory;
  memory.route.packed = {from, to};
  ch_unpack(
      store, [](uint32_t rank) { return rank; }, 0, memory, memory.route, NoObserver{});
  for (const uint32_t rank : memory.route.nodes) cells.push_back(graph.cell(rank));
  return true;
}

}  // namespace

uint32_t hierarchy_nodes(const World& world, StructureId structure) {
  if (!world.ready(structure)) return 0;
  const StructureHierarchy contracted = world.structure(structure).contracted();
  if (contracted.live) return static_cast<uint32_t>(world.get<MapSectors>().sectors().region_count());
  return contracted.graph->node_count();
}

HierarchyCounts hierarchy_counts(const World& world, StructureId structure) {
  if (!world.ready(structure)) return {};
  const StructureHierarchy contracted = world.structure(structure).contracted();
  if (contracted.live) {
    const SectorCchCounts counts = contracted.live->counts(world.get<MapSectors>().sectors());
    return {counts.nodes, counts.edges, counts.arcs, counts.shortcuts, 0};
  }
  const GraphCh& graph = *contracted.graph;
  HierarchyCounts counts{graph.node_count(), graph.edge_count(), 0, 0, graph.node_count() > 0 ? size_t{1} : 0};
  // For each rank: the number of nodes on the longest climbing path to it, itself not counted. Arcs come by their lower
  // ends, so that it is known when the arcs of the rank come.
  std::vector<uint32_t> below(graph.node_count(), 0);
  for_each_arc(graph, [&](uint32_t lower, uint32_t upper, Cost, uint32_t middle) {
    ++counts.arcs;
    counts.shortcuts += middle != kNoRank;
    below[upper] = std::max(below[upper], below[lower] + 1);
    counts.height = std::max<size_t>(counts.height, below[upper] + 1);
  });
  return counts;
}

namespace {

// Sorts nodes by level, keeping their order inside a level. `arcs` holds pairs (lower, upper) of indices in `nodes`,
// which are ascending by rank; arcs are ascending by their lower ends.
void sort_by_level(std::span<HierarchyNode> nodes, std::span<const std::pair<uint32_t, uint32_t>> arcs) {
  std::vector<uint32_t> level(nodes.size(), 0);
  for (const auto& [lower, upper] : arcs) level[upper] = std::max(level[upper], level[lower] + 1);
  std::vector<uint32_t> places(nodes.size());
  std::iota(places.begin(), places.end(), 0u);
  std::stable_sort(places.begin(), places.end(), [&](uint32_t a, uint32_t b) { return level[a] < level[b]; });
  const std::vector<HierarchyNode> before(nodes.begin(), nodes.end());
  for (size_t i = 0; i < places.size(); ++i) nodes[i] = before[places[i]];
}

}  // namespace

void append_hierarchy_nodes(const World& world, StructureId structure, std::vector<HierarchyNode>& nodes) {
  if (!world.ready(structure)) return;
  std::vector<std::pair<uint32_t, uint32_t>> arcs;
  const StructureHierarchy contracted = world.structure(structure).contracted();
  if (contracted.live) {
    const size_t begin = nodes.size();
    const Sectors& sectors = world.get<MapSectors>().sectors();
    for (uint32_t region = 0; region < sectors.region_count(); ++region) {
      nodes.push_back({sectors.region(region).centre, contracted.live->rank_of_region(sectors, region)});
    }
    std::sort(nodes.begin() + static_cast<std::ptrdiff_t>(begin), nodes.end(),
              [](const HierarchyNode& a, const HierarchyNode& b) { return a.rank < b.rank; });
    std::vector<uint32_t> places(sectors.region_count());
    for (uint32_t place = 0; place < places.size(); ++place) {
      places[static_cast<size_t>(sectors.region_of(nodes[begin + place].cell))] = place;
    }
    std::vector<SectorCchArc> found;
    contracted.live->append_arcs(sectors, found, false);
    for (const SectorCchArc& arc : found) arcs.emplace_back(places[arc.lower], places[arc.upper]);
    sort_by_level(std::span(nodes).subspan(begin), arcs);
    return;
  }
  const GraphCh& graph = *contracted.graph;
  const size_t begin = nodes.size();
  for (uint32_t rank = 0; rank < graph.node_count(); ++rank) nodes.push_back({graph.cell(rank), rank});
  if (contracted.by_importance) return;
  for_each_arc(graph, [&](uint32_t lower, uint32_t upper, Cost, uint32_t) { arcs.emplace_back(lower, upper); });
  sort_by_level(std::span(nodes).subspan(begin), arcs);
}

void append_hierarchy_arcs(const World& world, StructureId structure, std::vector<HierarchyArc>& arcs) {
  if (!world.ready(structure)) return;
  const StructureHierarchy contracted = world.structure(structure).contracted();
  if (contracted.live) {
    const Sectors& sectors = world.get<MapSectors>().sectors();
    std::vector<SectorCchArc> found;
    contracted.live->append_arcs(sectors, found);
    for (const SectorCchArc& arc : found) {
      arcs.push_back({sectors.region(arc.lower).centre, sectors.region(arc.upper).centre, arc.weight,
                      arc.middle == kNoRank ? kNoCell : sectors.region(arc.middle).centre});
    }
    return;
  }
  const GraphCh& graph = *contracted.graph;
  for_each_arc(graph, [&](uint32_t lower, uint32_t upper, Cost weight, uint32_t middle) {
    arcs.push_back({graph.cell(lower), graph.cell(upper), weight, middle == kNoRank ? kNoCell : graph.cell(middle)});
  });
}

bool unpack_hierarchy_arc(const World& world, StructureId structure, CellId a, CellId b, std::vector<CellId>& cells) {
  if (!world.ready(structure)) return false;
  const StructureHierarchy contracted = world.structure(structure).contracted();
  if (contracted.live) {
    const Sectors& sectors = world.get<MapSectors>().sectors();
    const int64_t from = sectors.region_of(a);
    const int64_t to = sectors.region_of(b);
    if (from < 0 || to < 0) return false;
    std::vector<uint32_t> regions;
    if (!contracted.live->unpack_arc(sectors, static_cast<uint32_t>(from), static_cast<uint32_t>(to), regions)) {
      return false;
    }
    for (const uint32_t region : regions) cells.push_back(sectors.region(region).centre);
    return true;
  }
  const GraphCh& graph = *contracted.graph;
  const std::optional<uint32_t> from = rank_at(graph, a);
  const std::optional<uint32_t> to = rank_at(graph, b);
  if (!from || !to || from == to) return false;
  if (graph.labelled()) return unpack(graph.labels(), graph, *from, *to, cells);
  return graph.customisable() ? unpack(graph.cch(), graph, *from, *to, cells)
                              : unpack(graph.ch(), graph, *from, *to, cells);
}

}  // namespace strata
