// Purpose: The commands, keys and menu entries of runs of show.
#pragma once

#include <array>
#include <span>
#include <string>

#include "app/lab/feature.hpp"

namespace strata {

std::span<const FeatureCommand> show_commands();
extern const std::array<KeyBinding, 2> kShowKeys;
// Adds the entry that writes the presenter's sheet while a run of show is open.
void add_show_menu(const Lab& lab, const MenuContext& context, MenuList& list, MenuSection section);
// Returns the command line that writes the sheet of the open run of show into the folder of exports.
std::string sheet_line(const Lab& lab);

}  // namespace strata
