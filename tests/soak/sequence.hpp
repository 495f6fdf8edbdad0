// Purpose: What a user might do, at random, as lines of text: commands of the lab, and lines that begin with @ for all
//          that is no command.
// How: Commands are drawn from the command table, their arguments from the fields that their usage has
//      (app/lab/command_fields.hpp), so that a new command needs nothing here. Every round has favourites among them,
//      which it draws more often: rounds differ more than draws from the whole table would.
// Shapes: Lines hang on the seed and the round alone, never on a lab or on time.
//
//   @lab [fixed] [threads]     a fresh lab takes the place of the one before; `fixed`: under a fixed clock;
//                              `threads`: what large maps have done in threads is done so on every map
//   @size WIDTH HEIGHT         of the view, pixels
//   @tick SECONDS              time passes
//   @draw                      overlays of all views are built
//   @press PLACE BUTTON VIEW [shift] [ctrl] [alt] [space], @move PLACE, @release, @wheel PLACE TURNS, @escape
//                              the pointer; PLACE: X,Y in pixels, cell:X,Y, start or goal
//   @person COMMAND...         the command as a person gives it: refusals are shown in dialogs
//   @must COMMAND...           the command must not be refused
//   @check                     everything settles, and is held against what a fresh world and plain searches have
//   @undo_redo                 the last edit is taken back and made again: nothing may be different
//   @abort                     the program ends: of the tests of the soak program itself
//   @workspace                 the workspace is saved and opened again: nothing that it keeps may be different
//   @reopen                    map, graph and scenario are saved and opened again: nothing may be different
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace strata::soak {

using Sequence = std::vector<std::string>;

// `map`: a file that rounds begin with; empty: generated maps.
Sequence make_sequence(uint64_t seed, int round, const std::string& map);

}  // namespace strata::soak
