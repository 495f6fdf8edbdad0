// Purpose: The commands that change which keys run what.
// Errors: As bind_keys says.
#pragma once

#include "app/lab/lab.hpp"

namespace strata {

Status key_bind(Lab& lab, const Command& command);
Status key_unbind(Lab& lab, const Command& command);
Status key_reset(Lab& lab, const Command& command);

}  // namespace strata
