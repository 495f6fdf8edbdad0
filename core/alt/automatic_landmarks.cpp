#include "core/alt/automatic_landmarks.hpp"

#include <fmt/format.h>

#include "core/grid/map_statistics.hpp"

namespace strata {
namespace {

// On smaller maps, as squares of this side, a query expands so few nodes that bounds by fewer landmarks are faster.
constexpr int64_t kSmall = 150;
// From this number of passable cells on more landmarks were faster, as bounds of few are weak on long paths.
constexpr double kManyPassable = 300'000;

constexpr int kFew = 8, kMany = 16;

}  // namespace

AutomaticOptions<LandmarkOptions> automatic_landmark_options(const MoveGrid& moves) {
  AutomaticOptions<LandmarkOptions> chosen;
  const MapStatistics map = map_statistics(moves);
  const double passable = map.passable * static_cast<double>(map.cells());
  if (map.cells() < kSmall * kSmall) chosen.options.count = kFew;
  if (passable >= kManyPassable) chosen.options.count = kMany;
  // Where so many would take more memory than they may, it is the published number.
  if (!Landmarks::fits(static_cast<size_t>(map.cells()), chosen.options)) chosen.options = {};
  chosen.reason = fmt::format("{} landmarks: the map has {}, of which {:.0f} are passable.", chosen.options.count,
                              map.sides(), passable);
  return chosen;
}

}  // namespace strata
