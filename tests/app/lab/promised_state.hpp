// Purpose: The state of a lab without what no reproduction promises: what was said, which windows are open, where the
//          pointer is, what the clock did, and what depends on when a background job ended.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "app/lab/lab.hpp"

namespace strata::test {

// Two labs that carried out the same commands, and have settled, are equal in it.
nlohmann::ordered_json promised_state(Lab& lab);

}  // namespace strata::test
