// Purpose: error_text writes an error for a person who has clicked or pressed a key: the name of the command stands in
//          front of an error in scripts alone, where it says which line is meant.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace strata {

struct Error;

// Returns the reason, after its place if that is one to look at, such as "arena.map:2". A command is no such place.
std::string error_text(const Error& error);
// Says that a recording ends before its search. Of a search whose future is hidden it does not say where.
std::string cut_off_text(std::string_view planner, size_t events, bool hidden);
// The same of a recording in general: "The recorded construction was cut off after 5000 events".
std::string cut_off_recording(std::string_view what, size_t events, bool hidden);

}  // namespace strata
