// Narration of searches with landmarks.
#include "app/features/landmarks/landmarks.hpp"

#include <fmt/format.h>

#include "app/playback/narration.hpp"

namespace strata {
namespace {

class LandmarksNarration : public Narration {
 public:
  bool searches_cells() const override { return true; }
  RestBound rest_bound() const override { return RestBound::kDistance; }
};

const LandmarksNarration kNarration;

}  // namespace

const std::array<PlannerAppearance, 1> kLandmarkPlanners = {{{"alt", {rgba(0x332288), 3.0f, 12}, &kNarration}}};

}  // namespace strata
