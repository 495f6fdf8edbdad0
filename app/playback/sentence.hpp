// Purpose: sentence() says what a search does in an event, in the words of its algorithm and with the values at the
//          cursor: "(14,15) has the smallest f = 12.83 of 27 open cells: g 9.41 + h 3.41."
// Units: Costs are divided by `unit`, the cost of a straight step.
#pragma once

#include <string>

#include "app/playback/narration.hpp"
#include "app/playback/playback.hpp"

namespace strata {

// Returns the sentence about the event just before the cursor. At the beginning it says that the search is about to
// begin; without a recording, that no search is recorded. It is never empty. `about` is what the sentence may use
// besides the events.
std::string sentence(const Playback& playback, const Narration& narration, Cost unit, const NarratedSearch& about = {});
// Returns the sentence on what the phase does, and why, with which the recording begins the phase. Empty: there is
// none.
std::string_view phase_purpose(const Playback& playback, const Narration& narration, Phase phase, Cost unit,
                               const NarratedSearch& about = {});

}  // namespace strata
