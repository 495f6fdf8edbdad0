// Purpose: A PeakMemory measures the largest resident memory of the process since it was made, the program itself
//          included. It is that of one piece of work if the process does nothing else meanwhile.
// Errors: Without a value: the system does not count anew (Linux does).
#pragma once

#include <cstddef>
#include <optional>

namespace strata::bench {

class PeakMemory {
 public:
  // Returns free memory to the system, and starts to count anew.
  PeakMemory();
  std::optional<size_t> bytes() const;

 private:
  bool counts_ = false;
};

}  // namespace strata::bench
