// Purpose: draw_level_import draws the options for importing the file of a level, in the tab of levels and in the
//          dialog that opens a level.
// Source: core/level/level_settings.hpp.
#pragma once

#include "core/level/level_options.hpp"

namespace strata {

class Ui;

inline constexpr int kLevelImportRows = 3;
void draw_level_import(Ui& ui, const LevelOptions& options);

}  // namespace strata
