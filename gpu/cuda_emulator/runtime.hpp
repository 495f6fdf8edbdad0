// Purpose: This header defines the functions of the CUDA runtime that gpu/device_cuda.cu calls, with the same names,
//          for an EmulatedGpu: the same source file is compiled against it and runs on the processor.
// Source: The calls follow the documentation of the CUDA runtime API; the code is ours.
// Differs: A launch runs item by item in the thread of its stream, from the last item to the first. A call uses the
//          device that is set for its thread (EmulatedGpuInUse), and reports every misuse to it.
// Errors: As in CUDA: the failure of a stream is returned by a later call, and then by all calls.
// Threads: See gpu/cuda_emulator/emulated_gpu.hpp.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#define __global__
#define __grid_constant__
#define __launch_bounds__(threads)

namespace strata::cuda_emulator {

enum cudaError_t : int {
  cudaSuccess = 0,
  cudaErrorInvalidValue = 1,
  cudaErrorMemoryAllocation = 2,
  cudaErrorInvalidConfiguration = 9,
  cudaErrorInsufficientDriver = 35,
  cudaErrorNoDevice = 100,
  cudaErrorNoKernelImageForDevice = 209,
  cudaErrorUnsupportedPtxVersion = 222,
  cudaErrorInvalidResourceHandle = 400,
  cudaErrorNotReady = 600,
  cudaErrorIllegalAddress = 700,
  cudaErrorLaunchFailure = 719,
};
enum cudaMemcpyKind { cudaMemcpyHostToDevice = 1, cudaMemcpyDeviceToHost = 2 };

struct Stream;
struct Event;
using cudaStream_t = Stream*;
using cudaEvent_t = Event*;
inline constexpr unsigned cudaStreamNonBlocking = 1;

struct dim3 {
  constexpr dim3(unsigned columns = 1, unsigned rows = 1, unsigned layers = 1) : x(columns), y(rows), z(layers) {}
  unsigned x, y, z;
};
inline thread_local dim3 gridDim, blockDim, blockIdx, threadIdx;

struct cudaDeviceProp {
  char name[256];
  int multiProcessorCount;
  int maxThreadsPerMultiProcessor;
};
struct cudaFuncAttributes {
  int maxThreadsPerBlock;
};

const char* cudaGetErrorString(cudaError_t error);
cudaError_t cudaGetLastError();
cudaError_t cudaDriverGetVersion(int* version);
cudaError_t cudaGetDeviceCount(int* count);
cudaError_t cudaSetDevice(int device);
cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device);
cudaError_t cudaMemGetInfo(size_t* free, size_t* total);

cudaError_t cudaMalloc(void** memory, size_t bytes);
cudaError_t cudaFree(void* memory);
cudaError_t cudaMallocHost(void** memory, size_t bytes);
cudaError_t cudaFreeHost(void* memory);
cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t bytes, cudaMemcpyKind kind, cudaStream_t stream);
cudaError_t cudaMemsetAsync(void* memory, int value, size_t bytes, cudaStream_t stream);

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags);
cudaError_t cudaStreamDestroy(cudaStream_t stream);
cudaError_t cudaStreamSynchronize(cudaStream_t stream);
cudaError_t cudaEventCreate(cudaEvent_t* event);
cudaError_t cudaEventDestroy(cudaEvent_t event);
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream);
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t begin, cudaEvent_t end);

// Launches a kernel with bound arguments, whose bytes are checked for pointers.
cudaError_t launch_bound(std::function<void()> kernel, std::span<const std::byte> arguments, dim3 grid, dim3 block,
                         cudaStream_t stream);
// Computes an inclusive prefix sum, shifted by one element, like cub::DeviceScan.
cudaError_t inclusive_scan(void* memory, size_t& bytes, const uint32_t* counts, uint64_t* sums, uint64_t first,
                           int64_t count, cudaStream_t stream);

template <class... Parameters>
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, void (*)(Parameters...)) {
  attributes->maxThreadsPerBlock = 1024;
  return cudaSuccess;
}

// Returns the bytes of the arguments one after the other, each at a multiple of 8, padded with zeros. If the compiler
// cannot clear padding inside structures, which may look like a pointer, structures are all zeros.
template <class... Parameters>
std::vector<std::byte> bytes_of_arguments(const std::tuple<Parameters...>& arguments) {
  std::vector<std::byte> bytes;
  const auto append = [&](auto argument) {
    static_assert(std::is_trivially_copyable_v<decltype(argument)>);
#if defined(__GNUC__) && !defined(__clang__)
    if constexpr (std::is_class_v<decltype(argument)>) __builtin_clear_padding(&argument);
#else
    if constexpr (std::is_class_v<decltype(argument)>) std::memset(static_cast<void*>(&argument), 0, sizeof argument);
#endif
    const size_t begin = (bytes.size() + 7) / 8 * 8;
    bytes.resize(begin + sizeof argument);
    std::memcpy(bytes.data() + begin, &argument, sizeof argument);
  };
  std::apply([&](const auto&... each) { (append(each), ...); }, arguments);
  return bytes;
}

template <class... Parameters, size_t... Index>
std::tuple<Parameters...> read_arguments(void** arguments, std::index_sequence<Index...>) {
  return {*static_cast<const Parameters*>(arguments[Index])...};
}

// Launches a kernel. The arguments are copied at once, as in CUDA.
template <class... Parameters>
cudaError_t cudaLaunchKernel(void (*kernel)(Parameters...), dim3 grid, dim3 block, void** arguments, size_t,
                             cudaStream_t stream) {
  const auto copies = read_arguments<Parameters...>(arguments, std::index_sequence_for<Parameters...>{});
  return launch_bound([kernel, copies] { std::apply(kernel, copies); }, bytes_of_arguments(copies), grid, block,
                      stream);
}

}  // namespace strata::cuda_emulator
