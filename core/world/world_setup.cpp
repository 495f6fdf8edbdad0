// What a world keeps: changed as a whole, with what has to be built for it made ahead.
#include "core/world/world_setup.hpp"

#include <utility>

#include "core/base/stopwatch.hpp"
#include "core/world/world.hpp"

namespace strata {

World::World(GridMap map, const WorldSetup& setup) : map_(std::move(map)) { (void)install(setup, prepare(setup)); }

WorldSetup World::setup() const {
  WorldSetup setup;
  setup.rules = rules();
  setup.hpa = hpa().options();
  setup.haa = get<MapHaa>().options();
  setup.sectors = get<MapSectors>().options();
  setup.rooms = has(Structure::kRooms);
  setup.jumps = has(Structure::kJumps);
  setup.clearance = clearance_wanted();
  return setup;
}

WorldParts World::prepare(const WorldSetup& setup) const {
  WorldParts parts;
  Ground ground = this->ground();
  ground.rules = &setup.rules;
  Renewed renewed;
  get<MapMoves>().prepare(MovesOptions{setup.clearance}, ground, renewed, parts.moves);
  get<MapJumps>().prepare(setup.jumps ? std::optional(JumpsOptions{}) : std::nullopt, ground, renewed, parts.jumps);
  get<MapHpa>().prepare(setup.hpa, ground, renewed, parts.hpa);
  get<MapHaa>().prepare(setup.haa, ground, renewed, parts.haa);
  get<MapRooms>().prepare(setup.rooms ? std::optional(RoomsOptions{}) : std::nullopt, ground, renewed, parts.rooms);
  get<MapSectors>().prepare(setup.sectors, ground, renewed, parts.sectors);
  return parts;
}

WorldParts World::install(const WorldSetup& setup, WorldParts parts) {
  Renewed renewed;
  kept<MapMoves>().install(MovesOptions{setup.clearance}, ground(), renewed, parts.moves);
  kept<MapJumps>().install(setup.jumps ? std::optional(JumpsOptions{}) : std::nullopt, ground(), renewed, parts.jumps);
  kept<MapHpa>().install(setup.hpa, ground(), renewed, parts.hpa);
  if (renewed.rules) {
    // Fields under other rules are of no use, not even for now.
    landmark_job_.cancel();
    give_back(std::exchange(landmarks_, {}));
    landmarks_cancelled_ = false;
    ++landmarks_version_;
  }
  const std::optional<AgentTablesOptions> tables = get<MapTables>().options();
  kept<MapTables>().install(tables, ground(), renewed, parts.tables);
  kept<MapHaa>().install(setup.haa, ground(), renewed, parts.haa);
  kept<MapRooms>().install(setup.rooms ? std::optional(RoomsOptions{}) : std::nullopt, ground(), renewed, parts.rooms);
  kept<MapSectors>().install(setup.sectors, ground(), renewed, parts.sectors);
  return parts;
}

void World::change(const WorldSetup& setup) { (void)install(setup, prepare(setup)); }

void World::set_rules(const Rules& rules) {
  WorldSetup next = setup();
  next.rules = rules;
  change(next);
}

void World::set_hpa_options(const HpaOptions& options) {
  WorldSetup next = setup();
  next.hpa = options;
  change(next);
}

void World::set_haa_options(const std::optional<HaaOptions>& options) {
  WorldSetup next = setup();
  next.haa = options;
  change(next);
}

void World::want_clearance(bool wanted) {
  WorldSetup next = setup();
  next.clearance = wanted;
  change(next);
}

void World::want_jumps(bool wanted) {
  WorldSetup next = setup();
  next.jumps = wanted;
  change(next);
}

void World::want_rooms(bool wanted) {
  WorldSetup next = setup();
  next.rooms = wanted;
  change(next);
}

void World::set_sector_options(const std::optional<SectorOptions>& options) {
  WorldSetup next = setup();
  next.sectors = options;
  change(next);
}

}  // namespace strata
