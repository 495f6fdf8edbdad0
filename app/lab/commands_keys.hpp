// Purpose: These functions execute the commands that bind keys to command lines.
// Errors: Those of bind_keys.
#pragma once

#include "app/lab/lab.hpp"

namespace strata {

Status key_bind(Lab& lab, const Command& command);
Status key_unbind(Lab& lab, const Command& command);
Status key_reset(Lab& lab, const Command& command);

}  // namespace strata
