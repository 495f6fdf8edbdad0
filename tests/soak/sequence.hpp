// Purpose: make_sequence generates a random sequence of user actions as lines of text: commands of the lab, and lines
//          beginning with @ for everything else.
// How: Commands come from the command table and arguments from the fields of their usage (app/lab/command_fields.hpp),
//      so that new commands are covered automatically. Each round prefers some commands, which makes rounds more
//      different than uniform choices would.
// Shapes: The lines depend only on the seed and the round, never on a lab or on time.
//
//   @lab [fixed] [threads]     a fresh lab replaces the previous one; `fixed`: with a fixed clock;
//                              `threads`: maps of any size use the threads of large maps
//   @size WIDTH HEIGHT         of the view, pixels
//   @tick SECONDS              time passes
//   @draw                      overlays of all views are built
//   @press PLACE BUTTON VIEW [shift] [ctrl] [alt] [space], @move PLACE, @release, @wheel PLACE TURNS, @escape
//                              the pointer; PLACE: X,Y in pixels, cell:X,Y, start or goal
//   @person COMMAND...         the command is run for a user: errors are shown in dialogs
//   @must COMMAND...           the command must succeed
//   @check                     all work ends, then the lab is compared with a fresh world and plain searches
//   @undo_redo                 the last edit is undone and redone: nothing may differ
//   @abort                     the program aborts; used by tests of the soak program itself
//   @workspace                 the workspace is saved and opened again: its content must not differ
//   @reopen                    map, graph and scenario are saved and opened again: nothing may differ
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace strata::soak {

using CommandSequence = std::vector<std::string>;

// `map` is the file with which rounds begin; empty: generated maps.
CommandSequence make_sequence(uint64_t seed, int round, const std::string& map);

}  // namespace strata::soak
