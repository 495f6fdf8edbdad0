// Purpose: asked_bytes() returns how many bytes the calling thread has requested by `new` since it began, so that tests
//          measure the memory of work exactly, without a clock or the system.
#pragma once

#include <cstddef>

namespace strata::test {

size_t asked_bytes();

}  // namespace strata::test
