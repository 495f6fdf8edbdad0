// What a world keeps: changed as a whole, with what has to be built for it made ahead.
#include "core/base/check.hpp"
#include "core/world/world.hpp"

namespace strata {

World::World(GridMap map, const Rules& rules, const HpaOptions& hpa) : map_(std::move(map)) {
  WorldSetup setup(rules);
  setup.get<MapHpa>() = hpa;
  change(setup);
}

World::World(GridMap map, const WorldSetup& setup, std::shared_ptr<const Level> level)
    : map_(std::move(map)), level_(std::move(level)) {
  STRATA_CHECK(level_ == nullptr || (level_->map().width() == map_.width() && level_->map().height() == map_.height()));
  WorldSetup own = setup;
  own.letters.reset();  // a map brings its own
  change(own);
}

WorldSetup World::setup() const {
  WorldSetup setup(rules());
  for_each_structure([&]<class K>(std::type_identity<K>) { setup.get<K>() = get<K>().options(); });
  return setup;
}

WorldParts World::prepare(const WorldSetup& setup) const {
  WorldParts parts;
  Renewed renewed;
  Ground next = ground();
  next.rules = &setup.rules;
  std::optional<GridMap> read_otherwise;
  if (setup.letters && *setup.letters != map_.letter_terrains()) {
    read_otherwise = map_;
    read_otherwise->set_letter_terrains(*setup.letters);
    next.map = &*read_otherwise;
  }
  for_each_structure(
      [&]<class K>(std::type_identity<K>) { get<K>().prepare(setup.get<K>(), next, renewed, parts.get<K>()); });
  return parts;
}

WorldParts World::install(const WorldSetup& setup, WorldParts parts) {
  Renewed renewed;
  if (setup.letters) map_.set_letter_terrains(*setup.letters);
  for_each_structure(
      [&]<class K>(std::type_identity<K>) { kept<K>().install(setup.get<K>(), ground(), renewed, parts.get<K>()); });
  return parts;
}

void World::change(const WorldSetup& setup) { (void)install(setup, prepare(setup)); }

}  // namespace strata
