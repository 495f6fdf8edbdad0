// Purpose: These functions look values up in the state dump by dotted paths, and compare them, for scripts and lessons.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.hpp"

namespace strata {

// Returns a value by a dotted path such as "planners.astar.cost" or "query.start.0", as text; "size" of a list is its
// length. Returns nothing if there is none.
std::optional<std::string> state_value(const nlohmann::json& state, const std::string& key);

// Checks KEY OP [VALUE], with the operators of the command `assert`. Returns an error if the condition does not hold,
// cannot be compared, or has an unknown operator.
Status check_state(const nlohmann::json& state, const std::vector<std::string>& words);

}  // namespace strata
