// Purpose: These functions say how long commands wait for planners that users have added
// (core/world/added_planner.hpp),
//          which may take as long as they like. A program without a window waits until they have answered or failed. In
//          a window, which would stand still, what they answer later arrives as in any frame.
// Threads: The main thread calls them.
#pragma once

namespace strata {

class Lab;

// Commands wait for so many seconds, from when such a planner began with what it was asked last. Holds for all labs.
void limit_added_wait(double seconds);
void limit_added_wait_no_more();

// Whether nothing is outstanding but what such planners answer.
bool waits_for_added_alone(const Lab& lab);
// Whether that is so, and one of them takes too long.
bool gives_added_up(const Lab& lab);

}  // namespace strata
