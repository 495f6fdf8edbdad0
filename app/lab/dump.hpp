// Purpose: These functions write the state of the lab as JSON, for scripts, tests and bug reports.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace strata {

class Lab;

// Without durations: it is the same in every run.
nlohmann::json state_json(Lab& lab);
std::string dump_state(Lab& lab);  // as text

}  // namespace strata
