// Purpose: Commands of the lab in tests: those that must work, and those that must not.
#pragma once

#include <doctest/doctest.h>

#include <string>
#include <string_view>

#include "app/lab.hpp"

namespace strata::test {

inline void run(Lab& lab, std::string_view line) {
  CAPTURE(std::string(line));
  const Status status = lab.execute(line);
  if (!status) FAIL(status.error().message());
}

// What it says is wrong.
inline std::string failure(Lab& lab, std::string_view line) {
  const Status status = lab.execute(line);
  REQUIRE_FALSE(status.ok());
  return status.error().message();
}

}  // namespace strata::test
