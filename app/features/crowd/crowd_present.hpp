// Purpose: These functions add to a presentation how many agents of a crowd walk, have arrived, wait for a plan or have
//          no path, with the sign of each status on the map, and how many the last edit concerned. Both crowds use
//          them.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "core/crowd/crowd.hpp"

namespace strata {

class PresentedText;
struct ReplanStats;

// Adds the counts by status under the title. Statuses without agents are left out, but for the four that are always
// of interest. `signs`: agents of each status have a shape of their own; otherwise they are discs. `coloured`: the
// colours of agents tell their status.
void add_crowd_counts(PresentedText& out, std::string_view title, const std::array<uint32_t, kCrowdStatuses>& counts,
                      bool signs, bool coloured);
// Adds how many agents the last edit concerned, if there was one: those that had to be planned anew.
void add_crowd_replanned(PresentedText& out, const ReplanStats& replanned);

}  // namespace strata
