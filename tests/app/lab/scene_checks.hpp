// Purpose: These checks compare a lab with another lab that opens its scene, or its workspace text, and
//          return the differences.
#pragma once

#include <string>

#include "app/lab/lab.hpp"

namespace strata::test {

// Returns the state that a scene must preserve, as JSON.
std::string scene_state(Lab& lab);
// Returns the differences between two JSON texts; empty: they are equal.
std::string scene_differences(const std::string& a, const std::string& b);

// Opens the lab's scene in a new lab with these options, without executing commands. Returns the
// differences; empty: none.
std::string fault_of_scene(Lab& lab, const LabOptions& options);
// Checks that a lab that opens the workspace of the lab writes the same workspace text. Returns the differences; empty:
// none. kFine: a lab that cannot write a text is accepted.
enum class NoText : uint8_t { kFault, kFine };
std::string fault_of_text(Lab& lab, const LabOptions& options, NoText none = NoText::kFault);

}  // namespace strata::test
