// Purpose: A Stopwatch measures the wall clock time since its construction, in microseconds.
#pragma once

#include <chrono>

namespace strata {

class Stopwatch {
 public:
  double micros() const {
    return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin_).count();
  }

 private:
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace strata
