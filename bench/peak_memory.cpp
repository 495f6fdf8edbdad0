#include "bench/peak_memory.hpp"

#include <fstream>
#include <string>

#if defined(__GLIBC__)
#  include <malloc.h>
#endif

namespace strata::bench {

PeakMemory::PeakMemory() {
#if defined(__GLIBC__)
  ::malloc_trim(0);
#endif
  std::ofstream references("/proc/self/clear_refs");
  references << "5\n";  // sets the peak to the present resident memory
  references.close();
  counts_ = !references.fail();
}

std::optional<size_t> PeakMemory::bytes() const {
  std::ifstream status("/proc/self/status");
  for (std::string word; counts_ && status >> word;) {
    size_t kilobytes = 0;
    if (word == "VmHWM:" && status >> kilobytes) return kilobytes * 1024;
  }
  return std::nullopt;
}

}  // namespace strata::bench
