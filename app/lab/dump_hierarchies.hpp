// Purpose: The part of the state dump that is about the drawn graph.
#pragma once

#include <nlohmann/json.hpp>

#include "app/lab/lab.hpp"

namespace strata::dump {

nlohmann::json drawn_json(const LabState& state);

}  // namespace strata::dump
