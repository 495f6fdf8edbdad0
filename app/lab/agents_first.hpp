// Purpose: These functions say whether the map draws the agents of crowds strongly, or the search. Both at once cannot
//          be read: what was used last is drawn strongly, and the other one is pale.
// Threads: The main thread.
#pragma once

namespace strata {

class Lab;

// Must be called when a crowd gets agents or walks. From then to the next step of the search the agents come first. If
// a search is being stepped, a message says how it comes back.
void put_agents_first(Lab& lab);
// Returns whether agents are drawn strongly. They are unless a search or another process was stepped after the last
// call of put_agents_first, and is not at its end.
bool agents_come_first(const Lab& lab);

}  // namespace strata
