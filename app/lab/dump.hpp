// Purpose: These functions write the state of the lab as JSON, for scripts, tests and bug reports.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace strata {

class Lab;

// Returns the state of the lab. It contains no durations, so that it is the same in every run.
nlohmann::json state_json(Lab& lab);
std::string dump_state(Lab& lab);  // the state as text

}  // namespace strata
