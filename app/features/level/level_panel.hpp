// Purpose: Levels (.obj files) in the interface: their tab with all that they are made with, the height of a cell.
// Source: core/level/level_settings.hpp.
#pragma once

namespace strata {

struct FeaturePanel;

FeaturePanel level_panel();

}  // namespace strata
