// Purpose: draw_level_import draws the rows that say how the file of a level (.obj) is read. They stand in the tab of
//          levels and where a level is opened.
// Source: core/level/level_settings.hpp.
#pragma once

#include "core/level/level_options.hpp"

namespace strata {

class Ui;

inline constexpr int kLevelImportRows = 3;
void draw_level_import(Ui& ui, const LevelOptions& options);

}  // namespace strata
