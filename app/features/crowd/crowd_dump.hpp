// Purpose: The part of the state dump that is about the crowd.
#pragma once

#include <nlohmann/json.hpp>

#include "app/lab/lab.hpp"

namespace strata::dump {

nlohmann::json crowd_json(const Lab& lab, bool durations);

}  // namespace strata::dump
