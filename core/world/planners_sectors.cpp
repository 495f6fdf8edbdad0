// This file defines the planner over sectors, and refines an edge between two regions to cells.
#include <algorithm>
#include <bit>
#include <functional>
#include <queue>
#include <utility>

#include "core/search/plan_options.hpp"
#include "core/sectors/sectors_code.hpp"
#include "core/world/map_sectors.hpp"
#include "core/world/planner_rows.hpp"

namespace strata::planner_rows {
namespace {

constexpr PlannerFamily kSectors{.name = "Sectors", .hierarchical = true};

void plan_sectors(const World& world, const PlanQuery& query, const PlanOptions& options, Workspace& workspace,
                  PlanResult& result, Trace* trace) {
  plan_built<StructureId::kSectors>(world, world.get<MapSectors>().sectors(), query, options, workspace, result, trace);
}

int highest_level(const World& world) {
  return world.has(StructureId::kSectors) ? world.get<MapSectors>().sectors().levels() : 1;
}

// Sets `path` to the cheapest path over the cells of two regions of a level. Returns its cost;
// kInfinite if there is none.
Cost way_between(const Sectors& sectors, const MoveGrid& grid, int level, CellId from, CellId to,
                 std::vector<CellId>& path) {
  const int64_t regions[2] = {sectors.region_of(from, level), sectors.region_of(to, level)};
  if (regions[0] < 0 || regions[1] < 0) return kInfinite;
  Rect area;
  for (const int64_t region : regions) {
    area.include(sectors.sectors(level).rect(sectors.region(static_cast<uint32_t>(region), level).sector));
  }
  const auto place = [&](CellId id) {
    const Cell c = grid.cell(id);
    return static_cast<size_t>(c.y - area.y0) * static_cast<size_t>(area.width()) + static_cast<size_t>(c.x - area.x0);
  };
  const size_t cells = static_cast<size_t>(area.width()) * static_cast<size_t>(area.height());
  std::vector<Cost> g(cells, kInfinite);
  std::vector<CellId> parent(cells, kNoCell);
  using Entry = std::pair<Cost, CellId>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
  g[place(from)] = 0;
  open.emplace(0, from);
  while (!open.empty()) {
    const auto [cost, id] = open.top();
    open.pop();
    if (cost > g[place(id)]) continue;
    if (id == to) break;
    for (uint32_t moves = grid.moves(id); moves != 0; moves &= moves - 1) {
      const int d = std::countr_zero(moves);
      const CellId next = grid.neighbour(id, d);
      if (!area.contains(grid.cell(next))) continue;
      const int64_t region = sectors.region_of(next, level);
      if (region != regions[0] && region != regions[1]) continue;
      const Cost now = cost + grid.step_cost(id, d);
      if (now >= g[place(next)]) continue;
      g[place(next)] = now;
      parent[place(next)] = id;
      open.emplace(now, next);
    }
  }
  if (g[place(to)] == kInfinite) return kInfinite;
  path.clear();
  for (CellId id = to; id != kNoCell; id = parent[place(id)]) path.push_back(id);
  std::reverse(path.begin(), path.end());
  return g[place(to)];
}

Cost sector_edge_path(const World& world, const SearchEvent& event, NodeId from, Workspace&,
                      std::vector<std::vector<NodeId>>& chains) {
  const Sectors& sectors = world.get<MapSectors>().sectors();
  const MoveGrid& grid = world.moves();
  const auto begin = static_cast<CellId>(from), end = static_cast<CellId>(event.node);
  if (event.level > sectors.levels()) return kInfinite;
  const int64_t first = sectors.region_of(begin, event.level), last = sectors.region_of(end, event.level);
  const SectorLink* edge = nullptr;
  if (first >= 0 && last >= 0) {
    edge = sectors.link_between(static_cast<uint32_t>(first), static_cast<uint32_t>(last), event.level);
  }
  if (edge == nullptr) return way_between(sectors, grid, event.level, begin, end, chains[0]);
  std::vector<CellId> rest;
  const Cost before = way_between(sectors, grid, event.level, begin, edge->link.from, chains[0]);
  const Cost after = way_between(sectors, grid, event.level, edge->link.to, end, rest);
  if (before == kInfinite || after == kInfinite) return kInfinite;
  chains[0].insert(chains[0].end(), rest.begin(), rest.end());
  return before + grid.link_cost(edge->link) + after;
}

}  // namespace

Planner sectors() {
  return {.name = "sectors",
          .title = "Sectors",
          .source = "Sturtevant, Geisberger 2010",
          .family = &kSectors,
          .optimal = false,
          .profiles = {true, true, true},
          .uniform_only = false,
          .needs = StructureId::kSectors,
          .abstract_level = 1,
          .links = true,
          .pseudo_code = &sectors_code::kCode,
          .plan = plan_sectors,
          .stamp = stamp<StructureId::kSectors>,
          .highest_level = highest_level,
          .edge_way = sector_edge_path};
}

}  // namespace strata::planner_rows
