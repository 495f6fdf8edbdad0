#include "core/world/refusal.hpp"

namespace strata {

std::string refusal(const World& world, Structure structure) {
  return with_structure(structure, [&]<class K>(std::type_identity<K>) {
    const K& kept = world.get<K>();
    const Ground ground = world.ground();
    if constexpr (requires { kept.refusal(ground); }) {
      if (kept.options() && !kept.ready(ground)) return kept.refusal(ground);
    }
    return std::string();  // whatever is asked for comes
  });
}

std::string kinds_refusal(const World& world) { return world.get<MapTables>().kinds().refusal(); }

}  // namespace strata
