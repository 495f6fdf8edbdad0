// Purpose: An UntrustedWalkLimit bounds how far the commands in a file of somebody else let agents walk, as a number of
// ticks
//          times agents. A command that would exceed the limit is refused before it begins. How long a tick may take is
//          bounded by app/lab/long_work.hpp.
#pragma once

#include <cstdint>

#include "app/base/command.hpp"

namespace strata {

class Lab;

// Returns an error if agents have walked fewer than the `wanted` ticks; it says after how many ticks they were stopped.
Status walked_all(const Lab& lab, uint32_t ticks, uint32_t wanted);

class UntrustedWalkLimit {
 public:
  Status allow(const Lab& lab, const Command& command);

 private:
  // The sum of ticks times agents so far.
  uint64_t walked_ = 0;
};

}  // namespace strata
