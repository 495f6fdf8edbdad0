// Purpose: Runs a sequence in a process of its own, so that one that crashes or does not end is known, and finds the
//          shortest sequence that still shows a fault.
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
  size_t steps = 0;                             // that were begun; the last one is that of the fault
  std::map<std::string, size_t> done, refused;  // commands, how often
};

// In a child of this process. `seconds`: it begins no further step after that; 0: it plays all.
RunReport run_in_child(const Sequence& lines, double seconds);
// What the child does: plays the file and writes the report. Its exit code.
int play_file(const std::string& path, const std::string& report, double seconds);

// The shortest sequence found that `shows` the same: chunks of it are left out, ever smaller ones, as long as `goes_on`
// says so.
Sequence shortest(Sequence lines, const std::function<bool(const Sequence&)>& shows,
                  const std::function<bool()>& goes_on);

}  // namespace strata::soak
