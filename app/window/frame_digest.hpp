// Purpose: FrameDigest combines everything that a frame is drawn from into one number, a hash. A frame with the same
//          number as the one on the screen need not be drawn.
// How: Code that uploads textures or buffers calls note_upload(), which changes the next digest.
// Threads: The main thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <type_traits>

#include "core/base/hash.hpp"

namespace strata {

class FrameDigest {
 public:
  void add_bytes(const void* data, size_t bytes) {
    const std::string_view text(static_cast<const char*>(data), bytes);
    value_ = mix_stamp(value_, std::hash<std::string_view>{}(text));
  }
  // Accepts numbers only, not structs, whose padding is undefined.
  template <class... Numbers>
  void add(Numbers... numbers) {
    static_assert((std::is_arithmetic_v<Numbers> && ...));
    (add_bytes(&numbers, sizeof numbers), ...);
  }
  // Returns the digest, which is never 0.
  uint64_t value() const { return value_ | 1; }

  // Must be called when data that earlier frames have uploaded to the device have changed.
  static void note_upload() { ++uploads_; }

 private:
  static inline uint64_t uploads_ = 1;
  uint64_t value_ = uploads_ * 0x2545f4914f6cdd1dull;
};

}  // namespace strata
