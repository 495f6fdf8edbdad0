// Purpose: These atomic operations let agents that are stepped in parallel write to shared places, on the host and on a
//          device. No result depends on the order, so a step has the same result for any number of threads. Only this
//          file tests __CUDA_ARCH__.
#pragma once

#include <atomic>
#include <cstdint>

#include "core/base/check.hpp"

namespace strata {

STRATA_HD inline void shared_add(uint32_t& at, uint32_t value) {
#if defined(__CUDA_ARCH__)
  atomicAdd(&at, value);
#else
  std::atomic_ref<uint32_t>(at).fetch_add(value, std::memory_order_relaxed);
#endif
}

STRATA_HD inline void shared_add(uint64_t& at, uint64_t value) {
#if defined(__CUDA_ARCH__)
  atomicAdd(reinterpret_cast<unsigned long long*>(&at), static_cast<unsigned long long>(value));
#else
  std::atomic_ref<uint64_t>(at).fetch_add(value, std::memory_order_relaxed);
#endif
}

}  // namespace strata
