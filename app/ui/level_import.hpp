// Purpose: draw_level_import draws the rows that say how the file of a level (.obj) is read. The tab of
//          levels and the dialog that opens a level show them.
// Source: core/level/level_settings.hpp.
#pragma once

#include "core/level/level_options.hpp"

namespace strata {

class Ui;

inline constexpr int kLevelImportRows = 3;
void draw_level_import(Ui& ui, const LevelOptions& options);

}  // namespace strata
