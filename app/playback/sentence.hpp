// Purpose: A sentence says what a search does with an event, in the words of its algorithm and with the values of the
//          moment: "(14,15) has the smallest f = 12.83 of 27 open cells: g 9.41 + h 3.41."
// Units: Costs are divided by `unit`, a straight step of the recorded search.
#pragma once

#include <string>

#include "app/playback/narration.hpp"
#include "app/playback/playback.hpp"

namespace strata {

// Returns the sentence of the event just before the cursor. At the beginning it says that the search is about to begin;
// without a recording, that no search is recorded. Never empty. `about`: what the sentence may look up.
std::string sentence(const Playback& playback, const Narration& narration, Cost unit, const NarratedSearch& about = {});

}  // namespace strata
