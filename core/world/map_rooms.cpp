#include "core/world/map_rooms.hpp"

#include <utility>

namespace strata {
namespace {

constexpr size_t kPiece = 1024;  // steps between two looks at the clock

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
  update_.clear();
  if (!options_) return false;
  const Stopwatch watch;
  const MoveGrid& moves = *ground.moves;
  const bool was_ready = rooms_.ready();
  rooms_.mark_dirty(moves, {});
  for (const Rect& piece : change.moves) rooms_.mark_dirty(moves, piece);
  if (!rooms_.settle(moves, update_, was_ready ? kLiveSteps : 0)) build_.spend(watch.micros());
  if (!change.moves.empty()) ++version_;
  return true;
}

void MapRooms::work(const Ground& ground, Slice& slice) {
  if (options_) work_off<RoomsUpdate>(rooms_, *ground.moves, kPiece, build_, slice);
}

KeptState MapRooms::state(const Ground& ground) const {
  if (!options_) return {.built_micros = build_.micros(), .version = version_};
  const bool there = ready(ground);
  return {.wanted = true,
          .ready = there,
          .settled = there,
          .sliced = true,
          .progress = there ? 1 : build_.progress(rooms_.pending()),
          .built_micros = build_.micros(),
          .version = version_};
}

}  // namespace strata
