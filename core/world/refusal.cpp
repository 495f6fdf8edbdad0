#include "core/world/refusal.hpp"

#include "core/world/build_inputs.hpp"
#include "core/world/map_tables.hpp"

namespace strata {

std::string refusal(const World& world, StructureId structure) {
  const Structure& kept = world.structure(structure);
  const BuildInputs inputs = world.inputs();
  return kept.wanted() && !kept.ready(inputs) ? kept.refusal(inputs) : std::string();
}

std::string kinds_refusal(const World& world) { return world.get<MapTables>().kinds().refusal(); }

}  // namespace strata
