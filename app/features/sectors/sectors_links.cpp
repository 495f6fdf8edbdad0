// The temporary edges of start and goal in sectors, to the centres of regions.
#include <algorithm>

#include "app/features/ends_of_query/ends_of_query.hpp"
#include "app/features/sectors/sectors.hpp"
#include "app/lab/lab.hpp"
#include "core/world/map_sectors.hpp"

namespace strata {
namespace {

// Adds the temporary edges: from start and goal to the centres of their regions, and from these to the centres of the
// regions of level 2. The search does not add up the costs of these edges.
void add_regions(const Lab& lab, const Planner& planner, std::vector<TemporaryEdge>& links) {
  const World& world = lab.world();
  if (!world.ready(StructureId::kSectors)) return;
  const Sectors& sectors = world.get<MapSectors>().sectors();
  const GridMap& map = world.map();
  const PlanQuery query = searched_query(lab.state(), planner);
  const int top = std::clamp(abstract_level(world, planner), 1, sectors.levels());
  for (const bool of_goal : {false, true}) {
    const Cell end = of_goal ? query.goal : query.start;
    if (!map.contains(end)) continue;
    int64_t region = sectors.region_of(map.id(end));
    NodePlace from = place_of_cell(end, map.id(end));
    for (int level = 1; level <= top && region >= 0; ++level) {
      const SectorRegion& own = sectors.region(static_cast<uint32_t>(region), level);
      const NodePlace to = place_of_cell(map.cell(own.centre), own.centre);
      links.push_back({level, of_goal, from, to, 0});
      from = to;
      region = level == 1 && sectors.levels() > 1 ? static_cast<int64_t>(own.parent) : -1;
    }
  }
}

}  // namespace

const TemporaryEdgeSource kSectorLinks(StructureId::kSectors, add_regions);

}  // namespace strata
