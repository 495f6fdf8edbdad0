// Purpose: FrameDigest sums up all that a frame is drawn from in one number, so that a frame that would look like the
// one
//          on the screen need not be drawn.
// How: Whoever sends textures or buffers to the device calls note_upload(), which makes the next digest another one.
// Threads: The main thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <type_traits>

namespace strata {

class FrameDigest {
 public:
  void add_bytes(const void* data, size_t bytes) {
    mix(std::hash<std::string_view>{}(std::string_view(static_cast<const char*>(data), bytes)));
  }
  // Takes numbers, not structs: what lies between the members of a struct is undefined.
  template <class... Numbers>
  void add(Numbers... numbers) {
    static_assert((std::is_arithmetic_v<Numbers> && ...));
    (add_bytes(&numbers, sizeof numbers), ...);
  }
  // Never 0.
  uint64_t value() const { return value_ | 1; }

  // What earlier frames were drawn from has changed on the device.
  static void note_upload() { ++uploads_; }

 private:
  void mix(uint64_t number) {
    value_ = (value_ ^ number) * 0x9e3779b97f4a7c15ull;
    value_ ^= value_ >> 29;
  }

  static inline uint64_t uploads_ = 1;
  uint64_t value_ = uploads_ * 0x2545f4914f6cdd1dull;
};

}  // namespace strata
