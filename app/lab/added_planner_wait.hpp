// Purpose: These functions bound the time for which commands wait for planners that the user has added. Such planners
//          are external programs (core/world/added_planner.hpp) and may take arbitrarily long. A program without a
//          window waits until they have answered or failed. A window does not wait for them: their answers arrive in
//          a later frame.
// Threads: The main thread calls them.
#pragma once

namespace strata {

class Lab;

// Sets the limit for all labs in the program: commands no longer wait for an added planner that has worked on its last
// query for `seconds`.
void limit_added_wait(double seconds);
void remove_added_wait_limit();

// Returns whether answers of added planners are the only answers that the lab still waits for.
bool only_added_planners_outstanding(const Lab& lab);
// Returns whether the lab waits only for answers of added planners, and one of these has exceeded the limit.
bool added_planner_timed_out(const Lab& lab);

}  // namespace strata
