#include "core/world/map_rooms.hpp"

#include <utility>

namespace strata {
namespace {

constexpr size_t kRoomsPiece = 1024;  // steps between two looks at the clock

}  // namespace

void MapRooms::prepare(const std::optional<Options>& wanted, Ground& ground, Renewed& renewed, Part& part) const {
  if (wanted && (renewed.rules || !options_)) part.emplace().reset(*ground.moves);
}

void MapRooms::install(const std::optional<Options>& wanted, const Ground&, Renewed&, Part& part) {
  if (part) {
    std::swap(rooms_, *part);
    build_.restart(0, rooms_.pending());
    ++version_;
  } else if (!wanted && options_) {
    part = std::exchange(rooms_, {});
    ++version_;
  }
  options_ = wanted;
}

bool MapRooms::map_changed(const Ground& ground, Change& change) {
  if (!options_) return false;
  const Stopwatch watch;
  const MoveGrid& moves = *ground.moves;
  const bool was_ready = rooms_.ready();
  rooms_.mark_dirty(moves, {});
  for (const Rect& piece : change.moves) rooms_.mark_dirty(moves, piece);
  update_.clear();
  if (!rooms_.settle(moves, update_, was_ready ? kLiveSteps : 0)) build_.spend(watch.micros());
  if (!change.moves.empty()) ++version_;
  touched_.clear();
  for (const Rect& area : update_.areas) {
    touched_.parts.push_back({.level = 0, .highest = 1, .cells = area, .seen = area});
  }
  touched_.add("dissolved", 0, update_.dissolved);
  touched_.add("built", 0, update_.built);
  touched_.add("cells", 0, update_.cells);
  return true;
}

std::vector<ClusterGrid> MapRooms::grids(const Ground& ground) const {
  return options_ ? drawn_blocks(ground) : std::vector<ClusterGrid>();
}

bool MapRooms::settle_piece(const Ground& ground) {
  RoomsUpdate ignored;
  return rooms_.settle(*ground.moves, ignored, kRoomsPiece);
}

// A repaired decomposition may be another one than a fresh one: it must be a valid one.
std::optional<std::string> MapRooms::difference(const Structure&, const Ground& ground) const {
  return rooms_.fault(*ground.moves);
}

}  // namespace strata
