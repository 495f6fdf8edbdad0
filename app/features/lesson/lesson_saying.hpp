// Purpose: saying_of returns what a learner reads where a limit or check of a task does not hold: the words of the
//          lesson, else a plain sentence. No key of the state dump is in it.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace strata {

class Lab;
struct LessonTest;

// This text stands in place of a value that a text of the lesson refers to and the state does not have.
inline constexpr std::string_view kNoLessonValue = "[no value]";

// Returns the text with the values of the state that it refers to.
std::string with_state_values(const std::string& text, const nlohmann::json& state);
std::string saying_of(const Lab& lab, const LessonTest& test, const nlohmann::json& state);

}  // namespace strata
