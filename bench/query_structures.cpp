#include "bench/query_structures.hpp"

#include <algorithm>
#include <array>

#include "core/base/stopwatch.hpp"
#include "core/level/level_settings.hpp"
#include "core/world/hierarchy_view.hpp"
#include "core/world/map_cch.hpp"
#include "core/world/map_haa.hpp"
#include "core/world/map_labels.hpp"
#include "core/world/map_landmarks.hpp"
#include "core/world/map_rooms.hpp"
#include "core/world/map_sectors.hpp"
#include "core/world/map_tables.hpp"
#include "core/world/refusal.hpp"

namespace strata::bench {
namespace {

// Of the planners over contraction hierarchies and their labels.
ChGraph graph_of(const Planner& planner, const QueryOptions& options) {
  if (planner.needs == StructureId::kLabels) return options.labels.graph;
  return planner.needs == StructureId::kCh ? options.ch.graph : options.cch.graph;
}
const MapHierarchy& hierarchy_of(const World& world, const Planner& planner) {
  if (planner.needs == StructureId::kLabels) return world.get<MapLabels>().hierarchy();
  return planner.needs == StructureId::kCh ? world.get<MapHierarchy>() : world.get<MapCch>().hierarchy();
}

// Of all structures, whether a planner needs them or not.
WorldSetup asked_setup(ChosenPlanners planners, const QueryOptions& options) {
  WorldSetup setup(options.rules);
  for (const StructureId id : kAllStructures) setup.of(id) = usual_options(id, options.rules);
  setup.get<MapHaa>()->cluster_size = options.haa_cluster;
  setup.get<MapSectors>() = options.sectors;
  setup.get<MapHierarchy>() = options.ch;
  setup.get<MapCch>() = options.cch;
  setup.get<MapLabels>() = options.labels;
  setup.get<MapLandmarks>()->count = options.landmarks;
  setup.get<MapNavmesh>() = options.navmesh;
  setup.get<MapHna>() = options.hna;
  // A planner that searches one level needs no more than that; one that takes the highest has what was asked for.
  int levels = 1;
  for (const Planner* planner : planners) {
    if (planner->needs != StructureId::kHna) continue;
    levels = std::max(levels, planner->highest_level != nullptr ? options.hna.levels : planner->abstract_level);
  }
  setup.get<MapHna>()->levels = levels;
  return setup;
}

// --- What each structure takes up and what it adds to a row ----------------------------------------------------------

struct Measured {
  const BuiltGraphs& graphs;
  const Planner& planner;
  const QueryOptions& options;
  Tally& tally;

  const World& world() const { return graphs.world; }
  void add(StructureId structure) const {
    tally.build_ms += world().state(structure).built_micros / 1000;
    tally.memory_bytes += memory_bytes(world(), structure);
  }
};

struct Told {
  const Planner& planner;
  const QueryOptions& options;
  const Tally& tally;
  Row& row;

  size_t maps() const { return std::max<size_t>(tally.maps, 1); }
};

void measure_itself(const Measured& of) { of.add(of.planner.needs); }

void measure_hpa(const Measured& of) {
  const int levels = hpa_levels(of.planner);
  of.tally.build_ms += of.graphs.hpa_micros(levels) / 1000;
  of.tally.memory_bytes += of.graphs.hpa(levels).memory_bytes();
  of.tally.cache_bytes = of.graphs.hpa(levels).cache_bytes();
}

void tell_hpa(const Told& of) {
  const HpaOptions& hpa = of.options.hpa;
  of.row["cluster"] = hpa.cluster_size;
  of.row["threshold"] = hpa.entrance_threshold;
  of.row["spacing"] = hpa.transition_spacing;
  of.row["cache"] = hpa.cache_paths;
  of.row["cache_bytes"] = of.tally.cache_bytes / of.maps();
  of.row["levels"] = hpa_levels(of.planner);
  of.row["factor"] = hpa.level_factor;
  if (of.options.first_moves > 0) {
    of.row["first"] = of.options.first_moves;
    of.row["cut_short"] = of.tally.cut_short;
  }
  if (of.options.amortise) {
    of.row["amortised_us"] = rounded(mean(of.tally.amortised_micros));
    of.row["whole_us"] = rounded(mean(of.tally.whole_micros));
    of.row["insert_goal_us"] = rounded(mean(of.tally.goal_micros));
    of.row["amortised_pairs"] = of.tally.amortised_micros.size();
  }
}

void measure_tables(const Measured& of) {
  of.add(StructureId::kTables);
  of.add(StructureId::kHpa);
  const MapTables& tables = of.world().get<MapTables>();
  of.tally.build_ms += tables.own().labels_micros() / 1000;
  if (tables.labels() != nullptr) of.tally.memory_bytes += tables.labels()->memory_bytes();
}

void tell_haa(const Told& of) { of.row["cluster"] = of.options.haa_cluster; }

void measure_rooms(const Measured& of) {
  of.add(StructureId::kRooms);
  of.tally.pruned = of.world().get<MapRooms>().rooms().counts().pruned;
  of.tally.passable = of.world().get<MapRooms>().rooms().counts().passable;
}

void tell_rooms(const Told& of) {
  const auto passable = static_cast<double>(of.tally.passable);
  of.row["pruned_percent"] = rounded(passable == 0 ? 0 : 100 * static_cast<double>(of.tally.pruned) / passable);
}

void tell_regions(const Told& of) {
  of.row["sector_size"] = of.options.sectors.sector_size;
  of.row["second_size"] = of.options.sectors.second_size;
  of.row["improve"] = of.options.sectors.improve_centres;
  of.row["sector_landmarks"] = of.options.sectors.landmarks;
  of.row["segment"] = of.options.segment;
  of.row["refine"] = of.options.refine;
}

void measure_hierarchy(const Measured& of) {
  of.add(of.planner.needs);
  const ChGraph graph = graph_of(of.planner, of.options);
  if (graph == ChGraph::kHpa) of.add(StructureId::kHpa);
  if (graph == ChGraph::kSectors) of.add(StructureId::kSectors);
  const HierarchyCounts counts = hierarchy_counts(of.world(), of.planner.needs);
  const GraphCh* built = hierarchy_of(of.world(), of.planner).graph();
  const ChBuildTimes times = built != nullptr ? built->times() : ChBuildTimes{};
  of.tally.add_to("nodes", static_cast<double>(counts.nodes));
  of.tally.add_to("arcs", static_cast<double>(counts.arcs));
  of.tally.add_to("shortcuts", static_cast<double>(counts.shortcuts));
  of.tally.add_to("order_ms", times.order_ms);
  of.tally.add_to("topology_ms", times.topology_ms);
  of.tally.add_to("customise_ms", times.customise_ms);
  of.tally.add_to("prune_ms", times.prune_ms);
  if (built == nullptr || !built->labelled()) return;
  of.tally.add_to("labels_ms", times.labels_ms);
  of.tally.add_to("label_height", static_cast<double>(built->labels().height()));
  of.tally.add_to("label_entries", static_cast<double>(built->labels().entry_count()));
}

void tell_hierarchy(const Told& of) {
  if (by_regions(of.planner, of.options)) tell_regions(of);
  of.row["graph"] = ch_graph_name(graph_of(of.planner, of.options));
  of.row["order"] = ch_order_name(of.planner.needs == StructureId::kCh ? of.options.ch.order : ChOrder::kCustomisable);
}

void tell_landmarks(const Told& of) { of.row["landmarks"] = of.options.landmarks; }

void measure_mesh(const Measured& of) {
  of.add(StructureId::kNavmesh);
  const NavMesh& mesh = of.world().get<MapNavmesh>().mesh();
  if (const GridMesh* tiles = of.world().get<MapNavmesh>().tiles()) of.tally.tile = tiles->options().tile_size;
  of.tally.add_to("polygons", static_cast<double>(mesh.polygon_count()));
  of.tally.add_to("portals", static_cast<double>(mesh.portal_count()));
}

void tell_mesh(const Told& of) {
  if (!of.options.mesh.empty() && of.options.navmesh.of_level) {
    of.row["mesh_source"] = "level";
    of.row["level_options"] = level_options_text(of.options.level);
  } else {
    of.row["tile"] = of.tally.tile;
    of.row["mesh_source"] = mesh_source_name(of.options.navmesh.mesh.source);
  }
  of.row["mesh_costs"] = mesh_costs_name(of.options.navmesh.costs);
  const auto ratio = [&](double sum) {
    return of.tally.polyanya_sum == 0 ? Row() : Row(rounded_ratio(sum / of.tally.polyanya_sum));
  };
  of.row["any_angle_ratio"] = ratio(of.tally.shared_cost_sum);
  of.row["any_angle_ratio_raw"] = ratio(of.tally.shared_raw_cost_sum);
}

void measure_hna(const Measured& of) {
  measure_mesh(of);
  const int levels = abstract_level(of.world(), of.planner);
  const BuiltGraphs::NavigationGraph& graph = of.graphs.hna(levels);
  of.tally.levels = levels;
  of.tally.build_ms += (graph.group_micros + graph.row_micros) / 1000;
  of.tally.memory_bytes += graph.memory_bytes;
  const HnaLevel& top = of.world().get<MapHna>().hna().level(levels);
  of.tally.add_to("groups", static_cast<double>(top.group_count()));
  of.tally.add_to("inter_edges", static_cast<double>(top.exit_count()));
  of.tally.add_to("rows_bytes", static_cast<double>(top.row_bytes()));
  of.tally.add_to("group_ms", graph.group_micros / 1000);
}

void tell_hna(const Told& of) {
  tell_mesh(of);
  of.row["levels"] = of.tally.levels;
  of.row["mu"] = of.options.hna.group_size;
  // Of the planners of this structure, only the one for the highest level looks its links up whatever is asked for.
  const bool looks_up = of.planner.highest_level != nullptr;
  of.row["links"] = hna_links_name(looks_up ? HnaLinks::kRows : of.options.links);
  if (looks_up) of.row["from_centres"] = of.options.from_centres;
}

// Planners over the moves alone have nothing to add; those of HAA* have moves of their own.
struct StructureColumns {
  StructureId structure;
  void (*measure)(const Measured&) = measure_itself;
  void (*tell)(const Told&) = nullptr;
};
constexpr StructureColumns kColumns[] = {
    {.structure = StructureId::kHpa, .measure = measure_hpa, .tell = tell_hpa},
    {.structure = StructureId::kTables, .measure = measure_tables},
    {.structure = StructureId::kHaa, .tell = tell_haa},
    {.structure = StructureId::kRooms, .measure = measure_rooms, .tell = tell_rooms},
    {.structure = StructureId::kSectors, .tell = tell_regions},
    {.structure = StructureId::kCch, .measure = measure_hierarchy, .tell = tell_hierarchy},
    {.structure = StructureId::kLandmarks, .tell = tell_landmarks},
    {.structure = StructureId::kCh, .measure = measure_hierarchy, .tell = tell_hierarchy},
    {.structure = StructureId::kLabels, .measure = measure_hierarchy, .tell = tell_hierarchy},
    {.structure = StructureId::kNavmesh, .measure = measure_mesh, .tell = tell_mesh},
    {.structure = StructureId::kHna, .measure = measure_hna, .tell = tell_hna},
};
// Those of a structure that is not in the table: it is measured, and rows say nothing of it.
constexpr StructureColumns columns_of(StructureId structure) {
  for (const StructureColumns& columns : kColumns) {
    if (columns.structure == structure) return columns;
  }
  return {.structure = structure};
}

}  // namespace

int hpa_levels(const Planner& planner) { return planner.needs == StructureId::kHpa ? planner.abstract_level : 0; }

bool by_regions(const Planner& planner, const QueryOptions& options) {
  if (planner.needs == StructureId::kCh || planner.needs == StructureId::kCch || planner.needs == StructureId::kLabels)
    return graph_of(planner, options) == ChGraph::kSectors;
  return planner.needs == StructureId::kSectors;
}

bool over_mesh(const Planner& planner) { return planner.any_angle && planner.needs != StructureId::kMoves; }

bool switch_on(World& world, ChosenPlanners planners, const QueryOptions& options) {
  std::array<bool, kStructures> needed{};
  bool only_moves = true;
  for (const Planner* planner : planners) {
    needed[static_cast<size_t>(planner->needs)] = true;
    if (by_regions(*planner, options)) needed[static_cast<size_t>(StructureId::kSectors)] = true;
    if (over_mesh(*planner)) needed[static_cast<size_t>(StructureId::kNavmesh)] = true;
    only_moves = only_moves && (planner->needs == StructureId::kMoves || planner->needs == StructureId::kJumps);
  }
  const WorldSetup asked = asked_setup(planners, options);
  bool fit = true;
  for (const StructureId id : kAllStructures) {
    if (!is_always_kept(id) && needed[static_cast<size_t>(id)]) fit = world.set(id, asked.of(id)) && fit;
  }
  if (fit && !only_moves) world.settle();
  return fit;
}

std::string why_refused(const World& world, const Planner& planner) {
  if (planner.levels_only && world.level() == nullptr) return "it searches levels only";
  if (!supports(world, planner)) return "it needs one weight for all terrains";
  std::string why = lacking(world, planner);
  return why.empty() ? refusal(world, planner.needs) : why;
}

BuiltGraphs::BuiltGraphs(const World& of, ChosenPlanners planners) : world(of) {
  for (const Planner* planner : planners) {
    if (!why_refused(world, *planner).empty()) continue;
    if (const int levels = hpa_levels(*planner);
        levels != 0 && levels != world.get<MapHpa>().hpa().levels() && !hpa_by_levels_.contains(levels)) {
      HpaOptions fewer = world.get<MapHpa>().hpa().options();
      fewer.levels = levels;
      const Stopwatch watch;
      hpa_by_levels_[levels].build(world.moves(), fewer);
      hpa_micros_[levels] = watch.micros();
    }
    if (planner->needs != StructureId::kHna) continue;
    const int levels = abstract_level(world, *planner);
    if (hna_by_levels_.contains(levels)) continue;
    // The world's is made in the background and in slices: here it is made at once, grouping and rows apart.
    const NavMesh& mesh = world.get<MapNavmesh>().mesh();
    HnaOptions options = world.get<MapHna>().hna().options();
    options.levels = levels;
    NavigationGraph& graph = hna_by_levels_[levels];
    const Stopwatch grouping_watch;
    const Grouping grouping = group_polygons(polygon_graph(mesh), levels, options.group_size);
    graph.group_micros = grouping_watch.micros();
    Hna hna;
    HnaUpdate ignored;
    const Stopwatch rows_watch;
    hna.reset(options, grouping);
    hna.settle(mesh, ignored);
    graph.row_micros = rows_watch.micros();
    graph.memory_bytes = hna.memory_bytes();
  }
}

void measure_structures(const BuiltGraphs& graphs, const Planner& planner, const QueryOptions& options, Tally& tally) {
  const Measured measured{graphs, planner, options, tally};
  if (planner.needs != StructureId::kHaa) measured.add(StructureId::kMoves);
  if (planner.needs != StructureId::kMoves) columns_of(planner.needs).measure(measured);
  tally.max_build_ms = tally.build_ms;
}

void append_structures(const Planner& planner, const Tally& tally, const QueryOptions& options, Row& row) {
  const Told told{planner, options, tally, row};
  if (const StructureColumns columns = columns_of(planner.needs); columns.tell != nullptr) columns.tell(told);
  for (const auto& [key, sum] : tally.sums) row[std::string(key)] = rounded(sum / static_cast<double>(told.maps()));
}

}  // namespace strata::bench
