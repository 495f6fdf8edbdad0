#include "core/world/world_batch.hpp"

#include "core/world/map_tables.hpp"

namespace strata {
namespace {

BatchAgentKind kind_of(const Agent& agent, const MoveGrid& moves, const AgentKindTables& tables) {
  const bool ready = tables.ready(moves);
  if (!ready) return {agent, &moves};
  return {agent, &moves, &tables.tables(), tables.labels(), tables.labels() == nullptr && !tables.labels_failed()};
}

}  // namespace

BatchMap batch_map(const World& world) {
  BatchMap map;
  map.kinds.push_back(
      kind_of({world.rules().agent_size, world.rules().capability}, world.moves(), world.get<MapTables>().own()));
  for (size_t i = 0; i < world.get<MapTables>().kinds().count() && map.kinds.size() < BatchMap::kMaxKinds; ++i) {
    const AgentKinds::KindStructures& kind = world.get<MapTables>().kinds().kind(i);
    map.kinds.push_back(kind_of(kind.agent, kind.moves, kind.tables));
  }
  return map;
}

}  // namespace strata
