// Purpose: These functions look up values in the state dump by paths with dots, and compare them, for
//          scripts and lessons.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.hpp"

namespace strata {

// Returns, as text, the value at a path such as "planners.astar.cost" or "query.start.0". The last word "size" gives
// the length of a list. Nullopt: there is no such value.
std::optional<std::string> state_value(const nlohmann::json& state, const std::string& key);

// Tests a condition KEY OP [VALUE] with the operators of the command `assert`. Returns an error if it does not hold,
// cannot be evaluated, or has an unknown operator.
Status check_state(const nlohmann::json& state, const std::vector<std::string>& words);

}  // namespace strata
