// Purpose: These functions carry out the commands that change the keys of command lines.
// Errors: Those of bind_keys.
#pragma once

#include "app/lab/lab.hpp"

namespace strata {

Status key_bind(Lab& lab, const Command& command);
Status key_unbind(Lab& lab, const Command& command);
Status key_reset(Lab& lab, const Command& command);

}  // namespace strata
