// The features of the program. One more is one more line here, and one in feature_panels.cpp.
#include <array>

#include "app/features/rooms/rooms.hpp"
#include "app/lab/feature.hpp"

namespace strata {

std::span<const Feature* const> own_features() {
  static constexpr std::array<const Feature*, 1> kFeatures = {&kRoomsFeature};
  return kFeatures;
}

}  // namespace strata
