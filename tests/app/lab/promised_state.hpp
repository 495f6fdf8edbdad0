// Purpose: promised_state returns the state of a lab that a reproduction must restore. It omits messages, open windows,
//          the pointer, the clock, and everything that depends on when a background job has ended.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "app/lab/lab.hpp"

namespace strata::test {

// Two labs have equal results if they executed the same commands and all their work has ended.
nlohmann::ordered_json promised_state(Lab& lab);

}  // namespace strata::test
