// Purpose: The graph of the user's own making in the lab: its painting.
#pragma once

#include <array>

#include "app/lab/feature.hpp"

namespace strata {

extern const Feature kGraphFeature;

extern const std::array<PaintStep, 1> kGraphPaint;
extern const std::array<LabelStep, 1> kGraphLabels;

}  // namespace strata
