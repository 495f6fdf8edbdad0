// Purpose: These functions begin, record and end a process that the lab steps like a search (app/lab/feature.hpp).
// Threads: As for FeatureController.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "app/lab/feature.hpp"

namespace strata {

class Trace;

// Begins to step the process in place of the search, and records it. What else the map shows in place of paths ends,
// except for that of `begins`, which may be null.
void begin_process(Lab& lab, const SteppedProcess& process, const FeatureController* begins = nullptr);
// Returns to the search if this process is being stepped.
void leave_process(Lab& lab, const SteppedProcess& process);
// Ends a process that can no longer be stepped, with a message such as "The construction is left: ...". A replay of the
// log ends it at the same place, even if a later edit would make it possible again.
void give_up_process(Lab& lab, const SteppedProcess& process, std::string_view what, const std::string& why);
// Called when an X-ray or a crowd begins. Whatever else the map shows in place of paths ends: the process that is
// stepped, an X-ray, a prediction, a crowd that walks. Each says how to come back to it.
void take_map(Lab& lab, const FeatureController& begins);
// Called when a prediction begins. It is about what is stepped, so that a process goes on; all else ends as above.
void take_stepping(Lab& lab, const FeatureController& begins);
// Records the process, unless the present recording already has this `key`, and moves the cursor to `cursor`. `record`
// returns false while what it needs is still being built.
void record_process(Lab& lab, std::string key, size_t cursor, const std::function<bool(Trace&)>& record);

}  // namespace strata
