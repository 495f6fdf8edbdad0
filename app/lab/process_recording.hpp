// Purpose: These functions begin, record and leave a process that is stepped in place of a search
// (app/lab/feature.hpp). Threads: As for FeatureController.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "app/lab/feature.hpp"

namespace strata {

class Trace;

// Steps the process in place of the search from now on, and records it.
void begin_process(Lab& lab, const Process& process);
// Goes back to the search, if the process is stepped.
void leave_process(Lab& lab, const Process& process);
// Leaves a process that cannot be stepped any more, and says why: "The construction is left: ...". A replay of the log
// leaves it at the same moment, even if later edits make it possible again.
void give_up_process(Lab& lab, const Process& process, std::string_view what, const std::string& why);
// Records what is stepped, unless the recording is that of the key, and moves to the cursor. `record` returns false
// while what it records is still being built.
void record_process(Lab& lab, std::string key, size_t cursor, const std::function<bool(Trace&)>& record);

}  // namespace strata
