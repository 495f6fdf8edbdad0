// This file replaces CUB's header of the same name: it defines the only scan that gpu/device_cuda.cu calls.
#pragma once

#include "gpu/cuda_emulator/runtime.hpp"

namespace cub {

struct DeviceScan {
  // As in CUB, a call without memory only returns the number of bytes needed.
  template <class Sum>
  static cudaError_t InclusiveScanInit(void* memory, size_t& bytes, const uint32_t* counts, uint64_t* sums, Sum,
                                       uint64_t first, int64_t count, cudaStream_t stream) {
    return strata::cuda_emulator::inclusive_scan(memory, bytes, counts, sums, first, count, stream);
  }
};

}  // namespace cub
