// Purpose: What the calling thread has asked `new` for, in bytes, since it began: what a piece of work takes is counted
//          exactly, without a clock or the system.
#pragma once

#include <cstddef>

namespace strata::test {

size_t asked_bytes();

}  // namespace strata::test
