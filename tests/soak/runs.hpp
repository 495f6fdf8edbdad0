// Purpose: These functions run a sequence in a child process, so that crashes and endless runs are detected, and reduce
//          a sequence to the shortest one that still shows a fault.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string>

#include "tests/soak/fault.hpp"
#include "tests/soak/sequence.hpp"

namespace strata::soak {

struct RunReport {
  MaybeFault fault;
  size_t steps = 0;                             // number of steps begun; the last one shows the fault
  std::map<std::string, size_t> done, refused;  // by command: how often
};

// Runs the sequence in a child process. After `seconds` no further step begins; 0: no limit.
RunReport run_in_child(const CommandSequence& lines, double seconds);
// Implements the child process: plays the file and writes the report. Returns its exit code.
int play_file(const std::string& path, const std::string& report, double seconds);

// Returns the shortest sequence found for which `shows` is true: smaller and smaller chunks are removed, as long as
// `goes_on` returns true.
CommandSequence shortest(CommandSequence lines, const std::function<bool(const CommandSequence&)>& shows,
                         const std::function<bool()>& goes_on);

}  // namespace strata::soak
