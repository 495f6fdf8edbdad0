// This file replaces CUB's header of the same name: it has the one scan that gpu/device_cuda.cu calls.
#pragma once

#include "gpu/stand_in/runtime.hpp"

namespace cub {

struct DeviceScan {
  // As in CUB, a call without memory returns the bytes that are needed, and does nothing else.
  template <class Sum>
  static cudaError_t InclusiveScanInit(void* memory, size_t& bytes, const uint32_t* counts, uint64_t* sums, Sum,
                                       uint64_t first, int64_t count, cudaStream_t stream) {
    return strata::cuda_emulator::inclusive_scan(memory, bytes, counts, sums, first, count, stream);
  }
};

}  // namespace cub
