// This file defines the planners over HPA*, one for each number of levels, and over its next-hop tables.
#include <fmt/format.h>

#include "core/hpa/hpa_code.hpp"
#include "core/search/path.hpp"
#include "core/search/plan_options.hpp"
#include "core/tables/tables_code.hpp"
#include "core/world/map_hpa.hpp"
#include "core/world/map_tables.hpp"
#include "core/world/planner_rows.hpp"

namespace strata::planner_rows {
namespace {

constexpr PlannerFamily kHpa{.name = "HPA*", .hierarchical = true};
constexpr PlannerFamily kTables{.name = "Tables", .hierarchical = true};
constexpr int kShownLevels = 3;  // levels that comparisons show by default

template <int kLevels>
void plan_hpa(const World& world, const PlanQuery& query, const PlanOptions& options, Workspace& workspace,
              PlanResult& result, Trace* trace) {
  if (world.get<MapHpa>().hpa().levels() < kLevels) {
    result.clear(PlanStatus::kStale);
    return;
  }
  PlanOptions own = options;
  own.levels = kLevels;
  world.get<MapHpa>().hpa().plan(world.moves(), query, own, workspace, result, cleared(trace));
}

std::string lacks_link_ends(const World& world) {
  if (!world.get<MapHpa>().hpa().too_many_links()) return {};
  return fmt::format("needs links with at most {} ends", Hpa::kMaxLinkEnds);
}

template <int kLevels>
std::string lacks_levels(const World& world) {
  const Hpa& hpa = world.get<MapHpa>().hpa();
  if (hpa.levels() < kLevels) return fmt::format("needs {} levels, HPA* has {}", kLevels, hpa.options().levels);
  return lacks_link_ends(world);
}

Cost hpa_edge_way(const World& world, const SearchEvent& event, NodeId from, Workspace& workspace,
                  std::vector<std::vector<NodeId>>& chains) {
  const GridMap& map = world.map();
  Cost cost = kInfinite;
  const auto end = static_cast<CellId>(event.node), begin = static_cast<CellId>(from);
  // Only the search of the top level and the path that it has found go over links.
  const bool may_be_link =
      event.phase == Phase::kMain || event.type == EventType::kRefine || event.type == EventType::kPathEdge;
  const Cost link = may_be_link ? link_cost(world.moves(), begin, end) : kInfinite;
  for (int down_to = 0; down_to < event.level; ++down_to) {
    const Cost found =
        world.get<MapHpa>().hpa().edge_path(world.moves(), event.level, map.cell(from), map.cell(event.node), down_to,
                                            workspace, chains[static_cast<size_t>(down_to)]);
    if (down_to == 0) cost = found;
    if (link == kInfinite || link > cost) continue;
    chains[static_cast<size_t>(down_to)] = {from, event.node};
  }
  return std::min(cost, link);
}

void plan_tables(const World& world, const PlanQuery& query, const PlanOptions& options, Workspace& workspace,
                 PlanResult& result, Trace* trace) {
  if (!world.has(StructureId::kTables)) return result.clear(PlanStatus::kStale);
  world.get<MapTables>().tables().plan(world.moves(), world.get<MapTables>().labels(), query, options, workspace,
                                       result, cleared(trace));
}

template <int kLevels>
Planner over_levels(std::string_view name, std::string_view title) {
  return {.name = name,
          .title = title,
          .source = "Botea, Müller, Schaeffer 2004",
          .family = &kHpa,
          .optimal = false,
          .profiles = {true, true, true},
          .uniform_only = false,
          .needs = StructureId::kHpa,
          .abstract_level = kLevels,
          .links = true,
          .shown = kLevels <= kShownLevels ? PlannerVisibility::kAtFirst : PlannerVisibility::kOnRequest,
          .pseudo_code = &hpa_code::kCode,
          .plan = plan_hpa<kLevels>,
          .stamp = stamp<StructureId::kHpa>,
          .lacks = lacks_levels<kLevels>,
          .edge_way = hpa_edge_way};
}

}  // namespace

Planner hpa1() { return over_levels<1>("hpa1", "HPA* 1 level"); }
Planner hpa2() { return over_levels<2>("hpa2", "HPA* 2 levels"); }
Planner hpa3() { return over_levels<3>("hpa3", "HPA* 3 levels"); }
Planner hpa4() { return over_levels<4>("hpa4", "HPA* 4 levels"); }

Planner tables() {
  return {.name = "tables",
          .title = "Next-hop tables",
          .source = "Strata, over Botea et al. 2004",
          .family = &kTables,
          .optimal = false,
          .profiles = {true, true, true},
          .uniform_only = false,
          .needs = StructureId::kTables,
          .links = true,
          .pseudo_code = &tables_code::kCode,
          .plan = plan_tables,
          .stamp = stamp<StructureId::kTables>,
          .lacks = lacks_link_ends,
          .edge_way = hpa_edge_way};
}

}  // namespace strata::planner_rows
