// Purpose: error_text writes an error for a person who clicked or pressed a key. In scripts an error begins with the
//          command's name, to say which line failed; here the name is left out.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace strata {

struct Error;

// Returns the reason of the error. Its place precedes the reason if that helps a person: "arena.map:2" does, the name
// of a command does not.
std::string error_text(const Error& error);
// Returns the warning that the recording of a planner's search was cut off. If `hidden`, it does not say after
// how many events.
std::string cut_off_text(std::string_view planner, size_t events, bool hidden);
// Returns the warning that a recording was cut off, where `what` says of what: "The recorded construction was cut off
// after 5000 events".
std::string cut_off_recording(std::string_view what, size_t events, bool hidden);

}  // namespace strata
