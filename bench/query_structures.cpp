#include "bench/query_structures.hpp"

#include <algorithm>
#include <array>

#include "bench/query_columns.hpp"
#include "core/base/stopwatch.hpp"
#include "core/world/build_inputs.hpp"
#include "core/world/fastest_planner.hpp"
#include "core/world/map_cch.hpp"
#include "core/world/map_haa.hpp"
#include "core/world/map_labels.hpp"
#include "core/world/map_landmarks.hpp"
#include "core/world/map_sectors.hpp"
#include "core/world/planner_costs.hpp"
#include "core/world/refusal.hpp"

namespace strata::bench {
namespace {

// Returns a setup with options of all structures, needed or not.
WorldSetup asked_setup(ChosenPlanners planners, const QueryOptions& options) {
  WorldSetup setup(options.rules);
  for (const StructureId id : kAllStructures) setup.of(id) = default_options(id, options.rules);
  setup.get<MapHaa>()->cluster_size = options.haa_cluster;
  setup.get<MapSectors>() = options.sectors;
  setup.get<MapHierarchy>() = options.ch;
  setup.get<MapCch>() = options.cch;
  setup.get<MapLabels>() = options.labels;
  setup.get<MapLandmarks>()->count = options.landmarks;
  setup.get<MapNavmesh>() = options.navmesh;
  setup.get<MapHna>() = options.hna;
  // A planner for a fixed level needs no higher level; a planner for the highest level needs all requested levels.
  int levels = 1;
  for (const Planner* planner : planners) {
    if (planner->needs != StructureId::kHna) continue;
    levels = std::max(levels, planner->highest_level != nullptr ? options.hna.levels : planner->abstract_level);
  }
  setup.get<MapHna>()->levels = levels;
  return setup;
}

}  // namespace

int hpa_levels(const Planner& planner) { return planner.needs == StructureId::kHpa ? planner.abstract_level : 0; }

bool by_regions(const Planner& planner, const QueryOptions& options) {
  if (planner.needs == StructureId::kCh || planner.needs == StructureId::kCch || planner.needs == StructureId::kLabels)
    return graph_of(planner, options) == ChGraph::kSectors;
  return planner.needs == StructureId::kSectors;
}

bool over_mesh(const Planner& planner) { return planner.any_angle && planner.needs != StructureId::kMoves; }

std::vector<StructureId> switch_on(World& world, ChosenPlanners planners, const QueryOptions& options) {
  std::array<bool, kStructures> needed{};
  bool only_moves = true;
  for (const Planner* planner : planners) {
    needed[static_cast<size_t>(planner->needs)] = true;
    if (by_regions(*planner, options)) needed[static_cast<size_t>(StructureId::kSectors)] = true;
    if (over_mesh(*planner)) needed[static_cast<size_t>(StructureId::kNavmesh)] = true;
    only_moves = only_moves && (planner->needs == StructureId::kMoves || planner->needs == StructureId::kJumps);
  }
  // "fastest" is measured with the structures of all planners that it may ask.
  for (size_t i = 0; i < kFastestCandidates; ++i) {
    const Planner& candidate = fastest_candidate(static_cast<FastestCandidate>(i));
    if (std::ranges::none_of(planners, [](const Planner* planner) { return planner->asks != nullptr; })) break;
    if (!supports(world, candidate)) continue;
    needed[static_cast<size_t>(candidate.needs)] = true;
    only_moves = false;
  }
  const WorldSetup asked = asked_setup(planners, options);
  std::vector<StructureId> too_large;
  for (const StructureId id : kAllStructures) {
    if (is_always_kept(id) || !needed[static_cast<size_t>(id)]) continue;
    if (!world.set(id, asked.of(id))) too_large.push_back(id);
  }
  if (!only_moves) world.finish_updates();
  return too_large;
}

BuiltGraphs::BuiltGraphs(const World& of, ChosenPlanners planners) : world(of) {
  for (const Planner* planner : planners) {
    if (!why_not(world, *planner).empty()) continue;
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
    // The world builds its graph in the background and in slices. Here it is built at once, to measure the times of
    // grouping and rows separately.
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
    hna.update_some(mesh, ignored);
    graph.row_micros = rows_watch.micros();
  }
}

double BuiltGraphs::built_micros(StructureId structure, int up_to_level) const {
  if (structure == StructureId::kHpa && hpa_micros_.contains(up_to_level)) return hpa_micros_.at(up_to_level);
  if (structure == StructureId::kHna && hna_by_levels_.contains(up_to_level)) {
    return hna(up_to_level).group_micros + hna(up_to_level).row_micros;
  }
  return world.structure(structure).built_micros_up_to(world.inputs(), up_to_level);
}

void measure_structures(const BuiltGraphs& graphs, const Planner& planner, const QueryOptions& options,
                        QueryTally& tally) {
  const MeasureContext measured{graphs, planner, options, tally};
  tally.memory_bytes += memory_bytes(graphs.world, planner);
  const Planner& charged = planner.asks != nullptr ? planner.asks(graphs.world) : planner;
  for_charged(graphs.world, charged,
              [&](StructureId id, int level) { tally.build_ms += graphs.built_micros(id, level) / 1000; });
  if (const StructureColumns columns = columns_of(planner.needs); columns.measure != nullptr) columns.measure(measured);
  tally.max_build_ms = tally.build_ms;
}

void append_structures(const Planner& planner, const QueryTally& tally, const QueryOptions& options, ReportRow& row) {
  const RowContext told{planner, options, tally, row};
  if (const StructureColumns columns = columns_of(planner.needs); columns.tell != nullptr) columns.tell(told);
  for (const auto& [key, sum] : tally.sums) row[std::string(key)] = rounded(sum / static_cast<double>(told.maps()));
}

}  // namespace strata::bench
