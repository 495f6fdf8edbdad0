// The first CUDA device as a Device. All code that depends on CUDA is in this file. It is compiled by nvcc, and as C++
// against the emulator of the CUDA runtime in gpu/cuda_emulator; therefore kernels are launched by function, not by
// <<<>>>.
#include <cuda_runtime.h>

#include <algorithm>
#include <array>
#include <cub/device/device_scan.cuh>
#include <cuda/std/functional>
#include <string>
#include <vector>

#include "gpu/device.hpp"
#if defined(__CUDACC__)
#  include "gpu/warp_lanes.hpp"
#endif

namespace strata {
namespace {

constexpr unsigned kThreads = 128;            // threads per block
constexpr unsigned kBlocksPerProcessor = 64;  // limit of blocks; further items are run by the same threads

// The number of threads that work on one item.
template <class Params>
inline constexpr unsigned kLanesOf = 1;
#if defined(__CUDACC__)
template <class Params>
requires(Params::kLanes > 1) inline constexpr unsigned kLanesOf<Params> = Params::kLanes;
#endif

template <class Params>
__global__ void __launch_bounds__(kThreads) run_items(const __grid_constant__ Params params, size_t items) {
  constexpr unsigned lanes = kLanesOf<Params>;
  const size_t stride = static_cast<size_t>(gridDim.x) * blockDim.x / lanes;
  for (size_t i = (static_cast<size_t>(blockIdx.x) * blockDim.x + threadIdx.x) / lanes; i < items; i += stride) {
#if defined(__CUDACC__)
    if constexpr (lanes > 1) {
      run_lanes<WarpLanes<lanes>>(params, i);
      continue;
    }
#endif
    run_item(params, i);
  }
}

DeviceStatus status_of(cudaError_t error) {
  switch (error) {
    case cudaSuccess:
      return {};
    case cudaErrorMemoryAllocation:
      static_cast<void>(cudaGetLastError());  // clears the error, which the next scan would report again
      return {DeviceFailure::kOutOfMemory, cudaGetErrorString(error)};
    case cudaErrorNoDevice:
    case cudaErrorNoKernelImageForDevice:
      return {DeviceFailure::kNoDevice, cudaGetErrorString(error)};
    case cudaErrorInsufficientDriver:
    case cudaErrorUnsupportedPtxVersion:
      return {DeviceFailure::kOldDriver, cudaGetErrorString(error)};
    default:
      return {DeviceFailure::kLost, cudaGetErrorString(error)};
  }
}

class CudaDevice final : public Device {
 public:
  explicit CudaDevice(const DeviceFault& fault) : gate_(fault) {}
  CudaDevice(const CudaDevice&) = delete;
  CudaDevice& operator=(const CudaDevice&) = delete;
  // Errors are ignored here, because every call to a lost device returns one.
  ~CudaDevice() override {
    for (Stream& stream : streams_) {
      if (stream.scan_memory != nullptr) static_cast<void>(cudaFree(stream.scan_memory));
      for (const cudaEvent_t event : stream.events) static_cast<void>(cudaEventDestroy(event));
      if (stream.stream != nullptr) static_cast<void>(cudaStreamDestroy(stream.stream));
    }
    if (start_ != nullptr) static_cast<void>(cudaEventDestroy(start_));
  }

  DeviceStatus open() {
    STRATA_DEVICE(gate_.start());
    DeviceStatus status = begin();
    // A device that fails in its first call has never worked, and counts as absent.
    if (status.failure == DeviceFailure::kLost) status.failure = DeviceFailure::kNoDevice;
    return status;
  }

  std::string name() const override { return name_; }
  size_t parallel_items() const override { return threads_; }
  DeviceStatus free_bytes(size_t& bytes) override {
    STRATA_DEVICE(gate_.call());
    size_t total = 0;
    return status_of(cudaMemGetInfo(&bytes, &total));
  }
  size_t allocated_bytes() const override {
    size_t bytes = 0;
    for (const MemoryBlock& block : blocks_) bytes += block.bytes;
    return bytes;
  }

  DeviceStatus allocate(size_t bytes, void*& memory) override {
    memory = nullptr;
    STRATA_DEVICE(gate_.allocation());
    STRATA_DEVICE(status_of(cudaMalloc(&memory, bytes)));
    blocks_.push_back({memory, bytes});
    return {};
  }
  void release(void* memory) override {
    std::erase_if(blocks_, [&](const MemoryBlock& block) { return block.memory == memory; });
    static_cast<void>(cudaFree(memory));
  }
  DeviceStatus allocate_host(size_t bytes, void*& memory) override {
    memory = nullptr;
    STRATA_DEVICE(gate_.allocation());
    return status_of(cudaMallocHost(&memory, bytes));
  }
  void release_host(void* memory) override {
    // A copy from or to the memory may still be running.
    for (const Stream& stream : streams_) static_cast<void>(cudaStreamSynchronize(stream.stream));
    static_cast<void>(cudaFreeHost(memory));
  }

  DeviceStatus upload(void* device, const void* host, size_t bytes, int stream) override {
    return timed(stream, true,
                 [&](cudaStream_t s) { return cudaMemcpyAsync(device, host, bytes, cudaMemcpyHostToDevice, s); });
  }
  DeviceStatus download(void* host, const void* device, size_t bytes, int stream) override {
    return timed(stream, true,
                 [&](cudaStream_t s) { return cudaMemcpyAsync(host, device, bytes, cudaMemcpyDeviceToHost, s); });
  }
  DeviceStatus clear(void* device, size_t bytes, int stream) override {
    return timed(stream, false, [&](cudaStream_t s) { return cudaMemsetAsync(device, 0, bytes, s); });
  }
  DeviceStatus scan(const uint32_t* counts, uint64_t* begins, size_t count, int stream) override {
    Stream& own = streams_[static_cast<size_t>(stream)];
    const auto run = [&](void* memory, size_t& bytes) {
      // An inclusive scan, shifted by one element, also gives the total.
      return cub::DeviceScan::InclusiveScanInit(memory, bytes, counts, begins + 1, cuda::std::plus<>{}, uint64_t{0},
                                                static_cast<int64_t>(count), own.stream);
    };
    size_t bytes = 0;
    STRATA_DEVICE(status_of(run(nullptr, bytes)));
    if (bytes > own.scan_bytes) {
      if (own.scan_memory != nullptr) release(own.scan_memory);
      own.scan_bytes = 0;
      STRATA_DEVICE(allocate(bytes, own.scan_memory));
      own.scan_bytes = bytes;
    }
    STRATA_DEVICE(clear(begins, sizeof(uint64_t), stream));
    return timed(stream, false, [&](cudaStream_t) { return run(own.scan_memory, bytes); });
  }
  DeviceStatus synchronise(int stream) override {
    STRATA_DEVICE(gate_.call());
    Stream& own = streams_[static_cast<size_t>(stream)];
    STRATA_DEVICE(status_of(cudaStreamSynchronize(own.stream)));
    for (size_t i = 0; i < own.spans.size(); ++i) {
      BusySpan span;
      STRATA_DEVICE(status_of(cudaEventElapsedTime(&span.begin_ms, start_, own.events[2 * i])));
      STRATA_DEVICE(status_of(cudaEventElapsedTime(&span.end_ms, start_, own.events[2 * i + 1])));
      (own.spans[i] ? copies_ : kernels_).push_back(span);
    }
    own.spans.clear();
    if (!any_spans()) {
      times_.kernel_ms += union_ms(kernels_);
      times_.copy_ms += union_ms(copies_);
      kernels_.clear();
      copies_.clear();
    }
    return {};
  }
  DeviceTimes take_times() override { return std::exchange(times_, {}); }

 protected:
  DeviceStatus launch_kernel(Kernel kernel, const void* params, size_t, size_t items, int stream) override {
    return with_params(kernel, params, [&](const auto& p) {
      return timed(stream, false, [&](cudaStream_t s) {
        using Params = std::remove_cvref_t<decltype(p)>;
        const size_t threads = items * kLanesOf<Params>;
        const size_t blocks = std::min<size_t>((threads + kThreads - 1) / kThreads, processors_ * kBlocksPerProcessor);
        void* arguments[] = {const_cast<void*>(static_cast<const void*>(&p)), &items};
        return cudaLaunchKernel(run_items<Params>, dim3(static_cast<unsigned>(blocks)), dim3(kThreads), arguments, 0,
                                s);
      });
    });
  }

 private:
  DeviceStatus begin() {
    int driver = 0;
    STRATA_DEVICE(status_of(cudaDriverGetVersion(&driver)));
    if (driver == 0) return {DeviceFailure::kNoDevice, "no NVIDIA driver is installed"};
    int count = 0;
    STRATA_DEVICE(status_of(cudaGetDeviceCount(&count)));
    if (count == 0) return {DeviceFailure::kNoDevice, ""};
    STRATA_DEVICE(status_of(cudaSetDevice(0)));
    cudaDeviceProp properties;
    STRATA_DEVICE(status_of(cudaGetDeviceProperties(&properties, 0)));
    name_ = properties.name;
    processors_ = static_cast<unsigned>(properties.multiProcessorCount);
    threads_ = processors_ * static_cast<unsigned>(properties.maxThreadsPerMultiProcessor);
    // The check fails early if the program contains no code for this device.
    cudaFuncAttributes attributes;
    STRATA_DEVICE(status_of(cudaFuncGetAttributes(&attributes, run_items<LookUpParams>)));
    STRATA_DEVICE(status_of(cudaEventCreate(&start_)));
    for (Stream& stream : streams_) {
      STRATA_DEVICE(status_of(cudaStreamCreateWithFlags(&stream.stream, cudaStreamNonBlocking)));
    }
    return {};
  }

  struct MemoryBlock {
    void* memory;
    size_t bytes;
  };
  struct Stream {
    cudaStream_t stream = nullptr;
    std::vector<cudaEvent_t> events;  // two for each time interval, reused
    std::vector<bool> spans;          // intervals since the last synchronisation; true: a copy
    void* scan_memory = nullptr;
    size_t scan_bytes = 0;
  };

  bool any_spans() const {
    return std::any_of(streams_.begin(), streams_.end(), [](const Stream& s) { return !s.spans.empty(); });
  }

  // Runs work between two events that measure its time.
  template <class Work>
  DeviceStatus timed(int stream, bool copy, Work&& work) {
    STRATA_DEVICE(gate_.call());
    Stream& own = streams_[static_cast<size_t>(stream)];
    if (!any_spans()) {
      // Times are measured from this event. It completes before other work begins.
      STRATA_DEVICE(status_of(cudaEventRecord(start_, own.stream)));
      STRATA_DEVICE(status_of(cudaStreamSynchronize(own.stream)));
    }
    const size_t span = own.spans.size();
    while (own.events.size() < 2 * span + 2) {
      cudaEvent_t event = nullptr;
      STRATA_DEVICE(status_of(cudaEventCreate(&event)));
      own.events.push_back(event);
    }
    STRATA_DEVICE(status_of(cudaEventRecord(own.events[2 * span], own.stream)));
    STRATA_DEVICE(status_of(work(own.stream)));
    STRATA_DEVICE(status_of(cudaEventRecord(own.events[2 * span + 1], own.stream)));
    own.spans.push_back(copy);
    return {};
  }

  DeviceFaultInjector gate_;
  std::string name_;
  unsigned processors_ = 1;
  unsigned threads_ = 1;
  std::vector<MemoryBlock> blocks_;
  std::array<Stream, kStreams> streams_;
  cudaEvent_t start_ = nullptr;
  std::vector<BusySpan> kernels_, copies_;  // time intervals since all streams were last idle
  DeviceTimes times_;
};

}  // namespace

DeviceStatus open_cuda_device(const DeviceFault& fault, std::unique_ptr<Device>& device) {
  device = nullptr;
  auto opened = std::make_unique<CudaDevice>(fault);
  STRATA_DEVICE(opened->open());
  device = std::move(opened);
  return {};
}

}  // namespace strata
