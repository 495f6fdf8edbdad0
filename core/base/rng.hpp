// Purpose: Rng is a small seeded random generator. Its sequence is the same on every platform and standard library.
// Source: Steele, Lea, Flood 2014, "Fast splittable pseudorandom number generators" (SplitMix64).
#pragma once

#include <cstdint>

namespace strata {

class Rng {
 public:
  explicit Rng(uint64_t seed) : state_(seed) {}

  uint64_t next() {
    uint64_t z = (state_ += 0x9e3779b97f4a7c15ULL);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
  }
  // Returns a uniform number in [0, bound); bound > 0. The bias is below 2^-32 for the bounds in use.
  uint32_t below(uint32_t bound) { return static_cast<uint32_t>(((next() >> 32) * bound) >> 32); }
  // Returns a uniform number in [low, high], both included.
  int between(int low, int high) { return low + static_cast<int>(below(static_cast<uint32_t>(high - low + 1))); }
  // Returns true with probability `percent` / 100.
  bool percent(uint32_t percent) { return below(100) < percent; }

 private:
  uint64_t state_;
};

}  // namespace strata
