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
  setup.haa = haa_options_;
  if (sectors_wanted_) setup.sectors = sectors_.options();
  setup.rooms = rooms_wanted_;
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
  if (setup.haa && (renewed.rules || setup.haa != haa_options_)) {
    const Stopwatch watch;
    parts.agents.emplace().build(map_, setup.rules, setup.haa->max_size, setup.haa->capabilities);
    parts.haa.emplace().reset(*parts.agents, *setup.haa);
    parts.agents_micros = watch.micros();
  }
  if (setup.rooms && (renewed.rules || !rooms_wanted_)) parts.rooms.emplace().reset(*ground.moves);
  if (setup.sectors && (renewed.rules || !sectors_wanted_ || *setup.sectors != sectors_.options())) {
    parts.sectors.emplace().reset(*ground.moves, *setup.sectors);
  }
  return parts;
}

WorldParts World::install(const WorldSetup& setup, WorldParts parts) {
  WorldParts old;
  const auto replace = [](auto& mine, auto& part, auto& before) {
    if (part) before = std::exchange(mine, std::move(*part));
  };
  const auto drop = [](auto& mine, auto& before) { before = std::exchange(mine, {}); };
  Renewed renewed;
  kept<MapMoves>().install(MovesOptions{setup.clearance}, ground(), renewed, parts.moves);
  kept<MapJumps>().install(setup.jumps ? std::optional(JumpsOptions{}) : std::nullopt, ground(), renewed, parts.jumps);
  kept<MapHpa>().install(setup.hpa, ground(), renewed, parts.hpa);
  old.moves = std::move(parts.moves);
  old.jumps = std::move(parts.jumps);
  old.hpa = std::move(parts.hpa);
  if (renewed.rules) {
    // Fields under other rules are of no use, not even for now.
    landmark_job_.cancel();
    give_back(std::exchange(landmarks_, {}));
    landmarks_cancelled_ = false;
    ++landmarks_version_;
  }
  const std::optional<AgentTablesOptions> tables = get<MapTables>().options();
  kept<MapTables>().install(tables, ground(), renewed, old.tables);
  haa_options_ = setup.haa;
  if (parts.haa) {
    replace(agents_, parts.agents, old.agents);
    replace(haa_, parts.haa, old.haa);
    progress_of(Structure::kHaa).restart(parts.agents_micros, haa_.pending());
  } else if (!setup.haa) {
    drop(agents_, old.agents);
    drop(haa_, old.haa);
  }
  rooms_wanted_ = setup.rooms;
  if (parts.rooms) {
    replace(rooms_, parts.rooms, old.rooms);
    progress_of(Structure::kRooms).restart(0, rooms_.pending());
  } else if (!setup.rooms) {
    drop(rooms_, old.rooms);
  }
  if (renewed.rules || parts.sectors || setup.sectors.has_value() != sectors_wanted_) ++sectors_version_;
  sectors_wanted_ = setup.sectors.has_value();
  if (parts.sectors) {
    replace(sectors_, parts.sectors, old.sectors);
    progress_of(Structure::kSectors).restart(0, sectors_.pending());
  } else if (!setup.sectors) {
    drop(sectors_, old.sectors);
  }
  return old;
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
