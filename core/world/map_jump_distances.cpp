#include "core/world/map_jump_distances.hpp"

#include <utility>

namespace strata {
namespace {

constexpr size_t kDistancesPiece = 8'192;  // distances between two checks of the clock

}  // namespace

void MapJumpDistances::prepare(const std::optional<Options>& wanted, BuildInputs& inputs, RebuildFlags& rebuild_flags,
                               Part& part) const {
  if (wanted && (rebuild_flags.rules || !options_)) part.emplace().reset(*inputs.moves);
}

void MapJumpDistances::install(const std::optional<Options>& wanted, const BuildInputs&, RebuildFlags&, Part& part) {
  if (part) {
    std::swap(distances_, *part);
    build_.restart(0, distances_.pending());
    ++version_;
  } else if (!wanted && options_) {
    part = std::exchange(distances_, {});
    ++version_;
  }
  options_ = wanted;
}

bool MapJumpDistances::map_changed(const BuildInputs& inputs, EditChanges& change) {
  if (!options_) return false;
  const Stopwatch watch;
  const MoveGrid& moves = *inputs.moves;
  const bool was_ready = distances_.ready();
  distances_.mark_dirty(moves, {});
  for (const Rect& piece : change.moves) distances_.mark_dirty(moves, piece);
  update_.clear();
  if (!distances_.update_some(moves, update_, was_ready ? kLiveDistances : 0)) build_.spend(watch.micros());
  if (!change.moves.empty()) ++version_;
  touched_.clear();
  for (const Rect& piece : change.moves) {
    touched_.parts.push_back({.level = 0, .highest = 1, .cells = piece, .seen = piece});
  }
  touched_.seen = update_.cells;
  touched_.add("changed", 0, update_.changed);
  touched_.add("computed", 0, update_.computed);
  return true;
}

bool MapJumpDistances::update_piece(const BuildInputs& inputs) {
  JumpDistancesUpdate ignored;
  return distances_.update_some(*inputs.moves, ignored, kDistancesPiece);
}

std::optional<std::string> MapJumpDistances::difference(const Structure& structure, const BuildInputs&) const {
  const auto& fresh = static_cast<const MapJumpDistances&>(structure);
  return difference_unless(distances_ == fresh.distances_);
}

}  // namespace strata
