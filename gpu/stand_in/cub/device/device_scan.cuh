// In place of CUB's header of this name: the one scan that gpu/device_cuda.cu asks for.
#pragma once

#include "gpu/stand_in/runtime.hpp"

namespace cub {

struct DeviceScan {
  // As all of CUB: without memory it says how much it needs, and does nothing.
  template <class Sum>
  static cudaError_t InclusiveScanInit(void* memory, size_t& bytes, const uint32_t* counts, uint64_t* sums, Sum,
                                       uint64_t first, int64_t count, cudaStream_t stream) {
    return strata::cuda_emulator::inclusive_scan(memory, bytes, counts, sums, first, count, stream);
  }
};

}  // namespace cub
