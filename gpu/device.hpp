// Purpose: Device is the interface to a compute device with only the functions that the batch planner needs:
//          memory, copies, kernel launches, a prefix sum. A CUDA device and an emulated device, for tests on any
//          machine, implement it.
// Errors: Every call that can fail returns a DeviceStatus. After kLost all calls fail.
// Shapes: There are kStreams streams. Calls in one stream run in order, calls in different streams in any order. Copies
//         and launches may return early: until `synchronise` of their stream, memory that they read must not change,
//         and memory that they write must not be read.
// Threads: One thread at a time uses a device.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.hpp"
#include "gpu/kernels.hpp"

namespace strata {

enum class DeviceFailure : uint8_t {
  kNone,
  kNoDevice,     // there is no device that the program supports
  kOldDriver,    // the driver is too old for the program's kernels
  kOutOfMemory,  // memory that was already allocated stays usable
  kLost,         // the device failed or was removed
};

struct [[nodiscard]] DeviceStatus {
  DeviceFailure failure = DeviceFailure::kNone;
  std::string detail;
  bool ok() const { return failure == DeviceFailure::kNone; }
};
// Returns an error for display: "CUDA device: out of memory (...)".
Error device_error(const DeviceStatus& status);

// A failure to simulate, for tests and demonstrations.
struct DeviceFault {
  DeviceFailure failure = DeviceFailure::kNone;
  uint64_t after = 0;   // kOutOfMemory: after this number of allocations; kLost: after this number of calls
  bool lasting = true;  // kOutOfMemory: whether all later allocations also fail
};
// Parses "no-device", "old-driver", "out-of-memory:N" or "lost:N"; nothing for other texts.
std::optional<DeviceFault> device_fault_named(std::string_view text);
// Returns the fault in the environment variable STRATA_DEVICE_FAULT.
DeviceFault device_fault_from_environment();

// Counts calls and returns the simulated fault when it is due.
class DeviceFaultInjector {
 public:
  explicit DeviceFaultInjector(const DeviceFault& fault) : fault_(fault) {}
  DeviceStatus start() const;  // to be called when the device is opened
  DeviceStatus call();         // to be called for every call of the device
  DeviceStatus allocation();   // to be called for an allocation, which also counts as a call

 private:
  DeviceFault fault_;
  uint64_t calls_ = 0;
  uint64_t allocations_ = 0;
};

// A time interval in which the device worked.
struct BusySpan {
  float begin_ms = 0, end_ms = 0;
};
// Returns the length of the union of the intervals. Sorts them.
double union_ms(std::vector<BusySpan>& spans);

// The time in which the device ran kernels or copies. Simultaneous work in both streams counts once.
struct DeviceTimes {
  double kernel_ms = 0;
  double copy_ms = 0;
};

class Device {
 public:
  static constexpr int kStreams = 2;
  virtual ~Device() = default;

  virtual std::string name() const = 0;
  // Returns the number of parallel searches that saturate the device.
  virtual size_t parallel_items() const = 0;
  virtual DeviceStatus free_bytes(size_t& bytes) = 0;
  virtual size_t allocated_bytes() const = 0;

  // Allocates device memory, uninitialised and aligned to 256 bytes.
  virtual DeviceStatus allocate(size_t bytes, void*& memory) = 0;
  virtual void release(void* memory) = 0;
  // Allocates pinned host memory: copies from and to it are fast and do not block the caller.
  virtual DeviceStatus allocate_host(size_t bytes, void*& memory) = 0;
  virtual void release_host(void* memory) = 0;

  virtual DeviceStatus upload(void* device, const void* host, size_t bytes, int stream) = 0;
  virtual DeviceStatus download(void* host, const void* device, size_t bytes, int stream) = 0;
  virtual DeviceStatus clear(void* device, size_t bytes, int stream) = 0;  // sets all bytes to zero
  // Computes prefix sums: sets begins[i] to the sum of counts[0 .. i), for i from 0 to `count`, both included.
  virtual DeviceStatus scan(const uint32_t* counts, uint64_t* begins, size_t count, int stream) = 0;
  template <class Params>
  DeviceStatus launch(const Params& params, size_t items, int stream) {
    static_assert(std::is_trivially_copyable_v<Params>);
    return items == 0 ? DeviceStatus{} : launch_kernel(Params::kKernel, &params, sizeof params, items, stream);
  }
  virtual DeviceStatus synchronise(int stream) = 0;

  // Returns the times since the last call; only synchronised streams count.
  virtual DeviceTimes take_times() = 0;

 protected:
  virtual DeviceStatus launch_kernel(Kernel kernel, const void* params, size_t bytes, size_t items, int stream) = 0;
};

// Opens the first CUDA device. Fails with kNoDevice if the program was built without CUDA.
DeviceStatus open_cuda_device(const DeviceFault& fault, std::unique_ptr<Device>& device);

// Memory of a device, or pinned memory of its host. Its owner releases it, and reuses it while it is large enough.
template <class T>
class DeviceArray {
 public:
  DeviceArray() = default;
  DeviceArray(DeviceArray&& other) noexcept
      : device_(std::exchange(other.device_, nullptr)),
        memory_(std::exchange(other.memory_, nullptr)),
        capacity_(std::exchange(other.capacity_, 0)),
        on_host_(other.on_host_) {}
  DeviceArray& operator=(DeviceArray&& other) noexcept {
    std::swap(device_, other.device_);
    std::swap(memory_, other.memory_);
    std::swap(capacity_, other.capacity_);
    std::swap(on_host_, other.on_host_);
    return *this;
  }
  ~DeviceArray() { reset(); }

  // Reserves memory for `count` elements. If the memory grows, its content is lost and `fresh` is set.
  DeviceStatus reserve(Device& device, size_t count, bool* fresh = nullptr) {
    return take(device, count, false, fresh);
  }
  DeviceStatus reserve_host(Device& device, size_t count) { return take(device, count, true, nullptr); }
  void reset() {
    if (memory_ != nullptr) on_host_ ? device_->release_host(memory_) : device_->release(memory_);
    memory_ = nullptr;
    capacity_ = 0;
  }
  T* data() const { return static_cast<T*>(memory_); }
  size_t capacity() const { return capacity_; }
  size_t bytes() const { return capacity_ * sizeof(T); }

 private:
  DeviceStatus take(Device& device, size_t count, bool on_host, bool* fresh) {
    if (count <= capacity_) return {};
    reset();
    device_ = &device;
    on_host_ = on_host;
    DeviceStatus status =
        on_host ? device.allocate_host(count * sizeof(T), memory_) : device.allocate(count * sizeof(T), memory_);
    if (!status.ok()) {
      memory_ = nullptr;
      return status;
    }
    capacity_ = count;
    if (fresh != nullptr) *fresh = true;
    return status;
  }

  Device* device_ = nullptr;
  void* memory_ = nullptr;
  size_t capacity_ = 0;
  bool on_host_ = false;
};

// Returns from the calling function if the call failed.
#define STRATA_DEVICE(call)                                                       \
  do {                                                                            \
    if (DeviceStatus device_call = (call); !device_call.ok()) return device_call; \
  } while (false)

}  // namespace strata
