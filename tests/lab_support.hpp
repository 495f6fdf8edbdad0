// Purpose: Commands of the lab in tests: those that must work, and those that must not.
#pragma once

#include <doctest/doctest.h>

#include <chrono>
#include <string>
#include <string_view>
#include <thread>

#include "app/lab/lab.hpp"

namespace strata::test {

inline void run(Lab& lab, std::string_view line) {
  CAPTURE(std::string(line));
  const Status status = lab.execute(line);
  if (!status) FAIL(status.error().message());
}

// Frames until a thread has answered the query, and recorded the search that is stepped.
inline void wait_for_answers(Lab& lab) {
  for (int i = 0; i < 100'000 && lab.state().solving; ++i) {
    lab.tick(1e-4);
    std::this_thread::sleep_for(std::chrono::microseconds(200));
  }
  CHECK_FALSE(lab.state().solving);
}

// What it says is wrong.
inline std::string failure(Lab& lab, std::string_view line) {
  const Status status = lab.execute(line);
  REQUIRE_FALSE(status.ok());
  return status.error().message();
}

}  // namespace strata::test
