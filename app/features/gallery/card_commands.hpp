// Purpose: These functions execute the commands of a figure card in the lab. Runs of show have such commands, too.
// Errors: "FILE:LINE: reason". The commands before the one that failed have been executed.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "app/features/gallery/figure_card.hpp"
#include "core/base/result.hpp"

namespace strata {

class Lab;
class UntrustedWalkLimit;

// Resets the settings. A tiny map is opened before, so that no setting makes the lab build something large.
Status reset_for_card(Lab& lab);

struct CardRun {
  std::string file;                               // path of the card; files that it names lie beside it
  std::string_view of = "the card";               // what messages call it
  std::string_view title = "Opening the figure";  // what the program shows while this takes long
  bool prove = false;                             // the asserts are executed, too, as in tests
};
// Executes the commands, within the limits for files of other people. `walks` is the limit of all commands that the
// user waits for together. The caller has an UntrustedCommandScope.
Status run_card_commands(Lab& lab, std::span<const FigureCard::CardCommand> lines, const CardRun& run,
                         UntrustedWalkLimit& walks);

}  // namespace strata
