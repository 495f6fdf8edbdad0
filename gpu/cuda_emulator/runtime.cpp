#include "gpu/cuda_emulator/runtime.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>

#include "gpu/cuda_emulator/emulated_gpu.hpp"

namespace strata::cuda_emulator {
namespace {

constexpr int kVersion = 13000;
constexpr unsigned kMaxThreads = 1024;      // threads per block
constexpr size_t kMaxArguments = 4096;      // in bytes
constexpr size_t kScanBytesForEach = 1024;  // number of counts for each byte of a scan's scratch memory

// Calls use(card) if the thread has an emulated device.
template <class Use>
cudaError_t with_card(Use&& use) {
  EmulatedGpu* const card = EmulatedGpu::current();
  return card == nullptr ? cudaErrorNoDevice : card->answer(use(*card));
}

// Calls use(card) unless the device has already failed. The caller owns the result even if the device fails meanwhile.
template <class Use>
cudaError_t with_sound_card(Use&& use) {
  EmulatedGpu* const card = EmulatedGpu::current();
  if (card == nullptr) return cudaErrorNoDevice;
  const cudaError_t before = card->answer(cudaSuccess);
  return before == cudaSuccess ? card->note(use(*card)) : before;
}

// Calls use(card) if the stream exists on the device.
template <class Use>
cudaError_t in_stream(cudaStream_t stream, const char* who, Use&& use) {
  return with_sound_card(
      [&](EmulatedGpu& card) { return card.knows(stream, who) ? use(card) : cudaErrorInvalidResourceHandle; });
}

}  // namespace

const char* cudaGetErrorString(cudaError_t error) {
  switch (error) {
    case cudaSuccess:
      return "no error";
    case cudaErrorInvalidValue:
      return "an argument makes no sense";
    case cudaErrorMemoryAllocation:
      return "all of it is taken";
    case cudaErrorInvalidConfiguration:
      return "no launch is of this shape";
    case cudaErrorInsufficientDriver:
      return "the driver is older than the runtime";
    case cudaErrorNoDevice:
      return "none is in use";
    case cudaErrorNoKernelImageForDevice:
      return "there is no code for it";
    case cudaErrorUnsupportedPtxVersion:
      return "the driver does not know the code";
    case cudaErrorInvalidResourceHandle:
      return "no such stream or event";
    case cudaErrorNotReady:
      return "not done yet";
    case cudaErrorIllegalAddress:
      return "a copy failed";
    case cudaErrorLaunchFailure:
      return "a kernel failed";
  }
  return "unknown";
}

cudaError_t cudaGetLastError() {
  EmulatedGpu* const card = EmulatedGpu::current();
  return card == nullptr ? cudaErrorNoDevice : card->take_error();
}

cudaError_t cudaDriverGetVersion(int* version) {
  *version = kVersion;
  return cudaSuccess;
}

cudaError_t cudaGetDeviceCount(int* count) {
  *count = EmulatedGpu::current() == nullptr ? 0 : 1;
  return cudaSuccess;
}

cudaError_t cudaSetDevice(int device) {
  return with_card([&](EmulatedGpu&) { return device == 0 ? cudaSuccess : cudaErrorInvalidValue; });
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int) {
  return with_card([&](EmulatedGpu& card) {
    std::snprintf(properties->name, sizeof properties->name, "emulated device");
    properties->multiProcessorCount = static_cast<int>(card.options().processors);
    properties->maxThreadsPerMultiProcessor = static_cast<int>(card.options().threads_per_processor);
    return cudaSuccess;
  });
}

cudaError_t cudaMemGetInfo(size_t* free, size_t* total) {
  return with_card([&](EmulatedGpu& card) {
    *total = card.options().memory_bytes;
    *free = *total - card.allocated();
    return cudaSuccess;
  });
}

// --- Memory ---------------------------------------------------------------------------------------------------------

cudaError_t cudaMalloc(void** memory, size_t bytes) {
  return with_sound_card([&](EmulatedGpu& card) { return card.allocate(bytes, memory); });
}
cudaError_t cudaFree(void* memory) {
  return with_card([&](EmulatedGpu& card) { return card.release(memory); });
}
cudaError_t cudaMallocHost(void** memory, size_t bytes) {
  return with_sound_card([&](EmulatedGpu& card) { return card.allocate_host(bytes, memory); });
}
cudaError_t cudaFreeHost(void* memory) {
  return with_card([&](EmulatedGpu& card) { return card.release_host(memory); });
}

cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t bytes, cudaMemcpyKind kind, cudaStream_t stream) {
  return in_stream(stream, "a copy is asked for", [&](EmulatedGpu& card) {
    if (bytes == 0) return cudaSuccess;
    const bool up = kind == cudaMemcpyHostToDevice;
    const void* const host = up ? from : to;
    if (!card.on_card(up ? to : from, bytes, "a copy") || !card.on_host(host, bytes, "a copy")) {
      return cudaErrorInvalidValue;
    }
    const bool pinned = card.is_pinned(host);
    if (pinned) stream->pinned.emplace_back(static_cast<const std::byte*>(host), bytes);
    if (pinned || !card.options().pageable_is_waited) {
      card.ask(
          *stream, [=] { std::memcpy(to, from, bytes); }, true, cudaErrorIllegalAddress);
      return cudaSuccess;
    }
    if (up) {
      // The bytes are copied at once.
      const auto* const begin = static_cast<const std::byte*>(from);
      std::vector<std::byte> taken(begin, begin + bytes);
      card.ask(
          *stream, [to, kept = std::move(taken)] { std::memcpy(to, kept.data(), kept.size()); }, true,
          cudaErrorIllegalAddress);
      return cudaSuccess;
    }
    card.ask(
        *stream, [=] { std::memcpy(to, from, bytes); }, true, cudaErrorIllegalAddress);
    card.wait(*stream);
    return cudaSuccess;
  });
}

cudaError_t cudaMemsetAsync(void* memory, int value, size_t bytes, cudaStream_t stream) {
  return in_stream(stream, "memory is to be set", [&](EmulatedGpu& card) {
    if (bytes == 0) return cudaSuccess;
    if (!card.on_card(memory, bytes, "a call to set memory")) return cudaErrorInvalidValue;
    card.ask(
        *stream, [=] { std::memset(memory, value, bytes); }, true, cudaErrorIllegalAddress);
    return cudaSuccess;
  });
}

// --- Streams and events ---------------------------------------------------------------------------------------------

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned) {
  return with_sound_card([&](EmulatedGpu& card) {
    *stream = card.open_stream();
    return cudaSuccess;
  });
}

cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  return with_card([&](EmulatedGpu& card) {
    if (!card.knows(stream, "destroying is asked for")) return cudaErrorInvalidResourceHandle;
    card.close(*stream);
    return cudaSuccess;
  });
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  return with_card([&](EmulatedGpu& card) {
    if (!card.knows(stream, "waiting is asked for")) return cudaErrorInvalidResourceHandle;
    card.wait(*stream);
    return cudaSuccess;
  });
}

cudaError_t cudaEventCreate(cudaEvent_t* event) {
  return with_sound_card([&](EmulatedGpu& card) {
    *event = card.make_event();
    return cudaSuccess;
  });
}

cudaError_t cudaEventDestroy(cudaEvent_t event) {
  return with_card([&](EmulatedGpu& card) {
    if (!card.knows(event, "destroyed is")) return cudaErrorInvalidResourceHandle;
    event->alive = false;
    return cudaSuccess;
  });
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  return in_stream(stream, "an event is to be recorded", [&](EmulatedGpu& card) {
    if (!card.knows(event, "recorded is")) return cudaErrorInvalidResourceHandle;
    const auto stamp = [event] {
      const auto now = std::chrono::steady_clock::now().time_since_epoch();
      event->nanoseconds.store(std::chrono::nanoseconds(now).count(), std::memory_order_relaxed);
    };
    card.ask(*stream, stamp, false, cudaSuccess);
    event->stream = stream;
    event->number = stream->asked;
    return cudaSuccess;
  });
}

cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t begin, cudaEvent_t end) {
  return with_card([&](EmulatedGpu& card) {
    for (const Event* const event : {begin, end}) {
      if (!card.knows(event, "asked for its time is")) return cudaErrorInvalidResourceHandle;
      if (event->stream == nullptr) {
        card.misuse("an event is asked for its time that was never recorded");
        return cudaErrorInvalidResourceHandle;
      }
      if (event->stream->waited < event->number) {
        card.misuse("an event is asked for its time that nobody waited for");
        return cudaErrorNotReady;
      }
    }
    const int64_t taken =
        end->nanoseconds.load(std::memory_order_relaxed) - begin->nanoseconds.load(std::memory_order_relaxed);
    if (taken < 0) card.misuse("a span of time ends before it begins");
    *milliseconds = static_cast<float>(taken) / 1e6f;
    return cudaSuccess;
  });
}

// --- Kernels --------------------------------------------------------------------------------------------------------

cudaError_t launch_bound(std::function<void()> kernel, std::span<const std::byte> arguments, dim3 grid, dim3 block,
                         cudaStream_t stream) {
  return in_stream(stream, "a launch is asked for", [&](EmulatedGpu& card) {
    if (arguments.size() > kMaxArguments) return cudaErrorInvalidValue;
    const auto flat = [](dim3 shape) { return shape.x > 0 && shape.y == 1 && shape.z == 1; };
    if (!flat(grid) || !flat(block) || block.x > kMaxThreads) return cudaErrorInvalidConfiguration;
    card.inspect(arguments);
    const auto run = [kernel = std::move(kernel), grid, block] {
      gridDim = grid;
      blockDim = block;
      for (blockIdx.x = grid.x; blockIdx.x-- > 0;) {
        for (threadIdx.x = block.x; threadIdx.x-- > 0;) kernel();
      }
    };
    card.ask(*stream, run, true, cudaErrorLaunchFailure);
    return cudaSuccess;
  });
}

cudaError_t inclusive_scan(void* memory, size_t& bytes, const uint32_t* counts, uint64_t* sums, uint64_t first,
                           int64_t count, cudaStream_t stream) {
  const size_t needed = 256 + static_cast<size_t>(count) / kScanBytesForEach;
  if (memory == nullptr) {
    bytes = needed;
    return cudaSuccess;
  }
  return in_stream(stream, "a scan is asked for", [&](EmulatedGpu& card) {
    const auto items = static_cast<size_t>(count);
    if (bytes < needed || !card.on_card(memory, bytes, "a scan") ||
        !card.on_card(counts, items * sizeof *counts, "a scan") ||
        !card.on_card(sums, items * sizeof *sums, "a scan")) {
      return cudaErrorInvalidValue;
    }
    const auto run = [=] {
      std::memset(memory, 0xcd, needed);
      uint64_t sum = first;
      for (size_t i = 0; i < items; ++i) sums[i] = sum += counts[i];
    };
    card.ask(*stream, run, true, cudaErrorLaunchFailure);
    // As in CUDA, a launch also returns the stored error of an earlier call.
    return card.error();
  });
}

}  // namespace strata::cuda_emulator
