// Purpose: A WalkLimit counts how far agents walk by the commands of one file from other hands, and refuses a command
//          that would take long before it begins. What a tick costs it does not know: see app/lab/long_work.hpp.
#pragma once

#include <cstdint>

#include "app/base/command.hpp"

namespace strata {

class Lab;

// Success after a command that lets agents walk; or how far they came before it was stopped.
Status walked_all(const Lab& lab, uint32_t ticks, uint32_t wanted);

class WalkLimit {
 public:
  Status allow(const Lab& lab, const Command& command);

 private:
  uint64_t walked_ = 0;  // ticks times agents
};

}  // namespace strata
