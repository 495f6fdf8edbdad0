// Purpose: Fnv1a and fnv1a compute 64-bit FNV-1a hashes; files store them, and they identify equal results of runs.
//          mix_stamp computes stamps by which a run of the program notices that inputs have changed.
// Source: Fowler, Noll, Vo 1991 (FNV, in its variant FNV-1a).
// Differs: Fnv1a::add hashes a 64-bit number in one step, where FNV-1a takes it byte by byte.
#pragma once

#include <cstdint>
#include <string_view>

namespace strata {

class Fnv1a {
 public:
  void add(uint64_t number) { value_ = (value_ ^ number) * 0x100000001b3ull; }
  uint64_t value() const { return value_; }

 private:
  uint64_t value_ = 0xcbf29ce484222325ull;
};

// Returns the FNV-1a hash of the bytes of a text.
inline uint64_t fnv1a(std::string_view text) {
  Fnv1a hash;
  for (const char c : text) hash.add(static_cast<uint8_t>(c));
  return hash.value();
}

// Returns the stamp after one more value has been hashed into it.
inline uint64_t mix_stamp(uint64_t stamp, uint64_t value) {
  stamp = (stamp ^ value) * 0x9e3779b97f4a7c15ull;
  return stamp ^ stamp >> 29;
}

}  // namespace strata
