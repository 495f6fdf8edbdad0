#include "core/world/refusal.hpp"

#include "core/world/ground.hpp"
#include "core/world/map_tables.hpp"

namespace strata {

std::string refusal(const World& world, StructureId structure) {
  const Structure& kept = world.structure(structure);
  const Ground ground = world.ground();
  return kept.wanted() && !kept.ready(ground) ? kept.refusal(ground) : std::string();
}

std::string kinds_refusal(const World& world) { return world.get<MapTables>().kinds().refusal(); }

}  // namespace strata
