#include "core/world/map_jumps.hpp"

#include <utility>

namespace strata {
namespace {

constexpr size_t kPieceCost = 16;  // time per cell of an update, as a multiple of that of a build

}  // namespace

void MapJumps::prepare(const std::optional<Options>& wanted, BuildInputs& inputs, RebuildFlags& rebuild_flags,
                       Part& part) const {
  if (!wanted || (options_ && !rebuild_flags.rules)) return;
  const Stopwatch watch;
  part.jumps.emplace().build(*inputs.moves);
  part.micros = watch.micros();
}

void MapJumps::install(const std::optional<Options>& wanted, const BuildInputs&, RebuildFlags&, Part& part) {
  if (part.jumps) {
    std::swap(jumps_, *part.jumps);
    micros_ = part.micros;
    ++version_;
  } else if (!wanted && options_) {
    part.jumps = std::exchange(jumps_, {});
    ++version_;
  }
  options_ = wanted;
}

bool MapJumps::map_changed(const BuildInputs& inputs, EditChanges& change) {
  if (!options_) return false;
  const MoveGrid& moves = *inputs.moves;
  jumps_.update(moves, {});
  // An update takes much longer per cell than a build.
  size_t area = 0;
  for (const Rect& piece : change.moves) {
    area += static_cast<size_t>(piece.width() + 2) * static_cast<size_t>(piece.height() + 2);
  }
  if (area * kPieceCost > moves.cell_count()) {
    jumps_.build(moves);
  } else {
    for (const Rect& piece : change.moves) jumps_.update(moves, piece);
  }
  if (!change.moves.empty()) ++version_;
  return true;
}

StructureState MapJumps::state(const BuildInputs&) const {
  const bool there = options_.has_value();
  return {.wanted = there, .ready = there, .progress = there ? 1.0 : 0.0, .built_micros = micros_, .version = version_};
}

std::optional<std::string> MapJumps::difference(const Structure& structure, const BuildInputs&) const {
  const auto& fresh = static_cast<const MapJumps&>(structure);
  return difference_unless(jumps_ == fresh.jumps_);
}

}  // namespace strata
