// This file changes the whole setup of a world, with parts that were built in advance.
#include "core/world/world_setup.hpp"

#include <new>
#include <utility>

#include "core/base/check.hpp"
#include "core/ch/drawn_graph.hpp"
#include "core/level/level.hpp"
#include "core/world/map_hpa.hpp"
#include "core/world/world.hpp"

namespace strata {
namespace {

// Returns a copy of the options; empty if memory runs out for the copy, too. The structure then stays given up.
AnyOptions copy_of(const AnyOptions& options) {
  try {
    return options;
  } catch (const std::bad_alloc&) {
    return {};
  }
}

}  // namespace

WorldSetup::WorldSetup(const Rules& own_rules) : rules(own_rules) {
  for (int i = 0; i < kStructures; ++i) {
    const auto structure = static_cast<StructureId>(i);
    if (is_always_kept(structure)) of(structure) = default_options(structure, rules);
  }
}

World::World(GridMap map, const Rules& rules) : World(std::move(map), WorldSetup(rules)) {}

World::World(GridMap map, const Rules& rules, const HpaOptions& hpa)
    : map_(std::move(map)), drawn_(std::make_unique<DrawnGraph>()) {
  WorldSetup setup(rules);
  setup.get<MapHpa>() = hpa;
  change(setup);
}

World::World(GridMap map, const WorldSetup& setup, std::shared_ptr<const Level> level)
    : map_(std::move(map)), level_(std::move(level)), drawn_(std::make_unique<DrawnGraph>()) {
  STRATA_CHECK(level_ == nullptr || (level_->map().width() == map_.width() && level_->map().height() == map_.height()));
  WorldSetup own = setup;
  own.letters.reset();  // the map brings its own letters
  change(own);
}

World::World(World&&) noexcept = default;
World& World::operator=(World&&) noexcept = default;
World::~World() = default;

WorldSetup World::setup() const {
  WorldSetup setup(rules());
  for (const auto& kept : structures_) {
    const StructureId id = kept->id();
    setup.of(id) = out_of_memory(*this, id) ? given_up_[static_cast<size_t>(id)] : kept->any_options();
  }
  return setup;
}

WorldParts World::prepare(const WorldSetup& setup) const {
  WorldParts parts;
  RebuildFlags rebuild_flags;
  BuildInputs next = inputs();
  next.rules = &setup.rules;
  std::optional<GridMap> read_otherwise;
  if (setup.letters && *setup.letters != map_.letter_terrains()) {
    read_otherwise = map_;
    read_otherwise->set_letter_terrains(*setup.letters);
    next.map = &*read_otherwise;
  }
  for (const auto& kept : structures_) {
    try {
      kept->prepare_any(setup.of(kept->id()), next, rebuild_flags, parts.of(kept->id()));
    } catch (const std::bad_alloc&) {
      if (kept->id() == StructureId::kMoves) throw;
      parts.of(kept->id()) = {};
      parts.out_of_memory.insert(kept->id());
    }
  }
  return parts;
}

WorldParts World::install(const WorldSetup& setup, WorldParts parts) {
  RebuildFlags rebuild_flags;
  if (setup.letters) map_.set_letter_terrains(*setup.letters);
  const StructureSet failed = std::exchange(parts.out_of_memory, {});
  for (const auto& kept : structures_) {
    const StructureId id = kept->id();
    out_of_memory_.erase(id);
    try {
      if (failed.contains(id)) throw std::bad_alloc();
      kept->install_any(setup.of(id), inputs(), rebuild_flags, parts.of(id));
    } catch (const std::bad_alloc&) {
      give_up(id, copy_of(setup.of(id)));
    }
  }
  return parts;
}

void World::change(const WorldSetup& setup) { (void)install(setup, prepare(setup)); }

bool World::set(StructureId structure, AnyOptions options) {
  if (options.has_value() && !this->structure(structure).fits(map_, options)) return false;
  try {
    WorldSetup next = setup();
    next.of(structure) = std::move(options);
    change(next);
  } catch (const std::bad_alloc&) {  // nothing has changed
    return false;
  }
  structures_[static_cast<size_t>(structure)]->requested_again();
  return !out_of_memory(*this, structure);
}

}  // namespace strata
