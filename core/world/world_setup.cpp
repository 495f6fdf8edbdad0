// What a world keeps: changed as a whole, with what has to be built for it made ahead.
#include "core/world/world_setup.hpp"

#include <utility>

#include "core/base/stopwatch.hpp"
#include "core/world/world.hpp"

namespace strata {

World::World(GridMap map, const WorldSetup& setup) : map_(std::move(map)) {
  const Stopwatch watch;
  if (setup.clearance || setup.rules.agent_size > 1) {
    clearance_.emplace();
    clearance_->build(map_, setup.rules.capability);
  }
  moves_.build(map_, setup.rules, clearance());
  progress_of(Structure::kMoves).build_micros = watch.micros();
  hpa_.reset(moves_, setup.hpa);
  progress_of(Structure::kHpa).restart(0, hpa_.pending());
  (void)install(setup, prepare(setup));
}

WorldSetup World::setup() const {
  WorldSetup setup;
  setup.rules = rules();
  setup.hpa = hpa_.options();
  setup.haa = haa_options_;
  if (sectors_wanted_) setup.sectors = sectors_.options();
  setup.rooms = rooms_wanted_;
  setup.jumps = jumps_wanted_;
  setup.clearance = clearance_wanted_;
  return setup;
}

WorldParts World::prepare(const WorldSetup& setup) const {
  WorldParts parts;
  const bool other_rules = setup.rules != rules();
  Stopwatch watch;
  const bool needs_clearance = setup.clearance || setup.rules.agent_size > 1;
  if (needs_clearance && (!clearance_ || other_rules)) {
    parts.clearance.emplace().build(map_, setup.rules.capability);
  }
  if (other_rules) {
    parts.moves.emplace().build(map_, setup.rules, needs_clearance ? &*parts.clearance : nullptr);
    parts.moves_micros = watch.micros();
  }
  const MoveGrid& moves = parts.moves ? *parts.moves : moves_;
  if (other_rules || setup.hpa != hpa_.options()) parts.hpa.emplace().reset(moves, setup.hpa);
  if (setup.haa && (other_rules || setup.haa != haa_options_)) {
    watch = Stopwatch();
    parts.agents.emplace().build(map_, setup.rules, setup.haa->max_size, setup.haa->capabilities);
    parts.haa.emplace().reset(*parts.agents, *setup.haa);
    parts.agents_micros = watch.micros();
  }
  if (setup.jumps && (other_rules || !jumps_wanted_)) {
    watch = Stopwatch();
    parts.jumps.emplace().build(moves);
    parts.jumps_micros = watch.micros();
  }
  if (setup.rooms && (other_rules || !rooms_wanted_)) parts.rooms.emplace().reset(moves);
  if (setup.sectors && (other_rules || !sectors_wanted_ || *setup.sectors != sectors_.options())) {
    parts.sectors.emplace().reset(moves, *setup.sectors);
  }
  return parts;
}

WorldParts World::install(const WorldSetup& setup, WorldParts parts) {
  WorldParts old;
  const auto replace = [](auto& mine, auto& part, auto& before) {
    if (part) before = std::exchange(mine, std::move(*part));
  };
  const auto drop = [](auto& mine, auto& before) { before = std::exchange(mine, {}); };
  const bool other_rules = parts.moves.has_value();
  clearance_wanted_ = setup.clearance;
  if (parts.clearance) std::swap(clearance_, parts.clearance);
  if (parts.clearance) old.clearance = std::move(parts.clearance);
  if (other_rules) {
    replace(moves_, parts.moves, old.moves);
    progress_of(Structure::kMoves).build_micros = parts.moves_micros;
    ++moves_version_;
    // Fields under other rules are of no use, not even for now.
    landmark_job_.cancel();
    give_back(std::exchange(landmarks_, {}));
    landmarks_cancelled_ = false;
    ++landmarks_version_;
  }
  if (!needs_clearance() && clearance_) old.clearance = std::exchange(clearance_, std::nullopt);
  if (parts.hpa) {
    ++hpa_version_;
    replace(hpa_, parts.hpa, old.hpa);
    progress_of(Structure::kHpa).restart(0, hpa_.pending());
    if (tables_.wanted()) set_tables_options(tables_.options());
  }
  haa_options_ = setup.haa;
  if (parts.haa) {
    replace(agents_, parts.agents, old.agents);
    replace(haa_, parts.haa, old.haa);
    progress_of(Structure::kHaa).restart(parts.agents_micros, haa_.pending());
  } else if (!setup.haa) {
    drop(agents_, old.agents);
    drop(haa_, old.haa);
  }
  jumps_wanted_ = setup.jumps;
  if (parts.jumps) {
    replace(jumps_, parts.jumps, old.jumps);
    progress_of(Structure::kJumps).build_micros = parts.jumps_micros;
  } else if (!setup.jumps) {
    drop(jumps_, old.jumps);
  }
  rooms_wanted_ = setup.rooms;
  if (parts.rooms) {
    replace(rooms_, parts.rooms, old.rooms);
    progress_of(Structure::kRooms).restart(0, rooms_.pending());
  } else if (!setup.rooms) {
    drop(rooms_, old.rooms);
  }
  if (other_rules || parts.sectors || setup.sectors.has_value() != sectors_wanted_) ++sectors_version_;
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
