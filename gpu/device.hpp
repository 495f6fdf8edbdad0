// Purpose: What the batch planner needs of a compute device, and no more: memory, copies, launches, a scan; so that it
//          runs the same on a CUDA device and on an emulated one, which tests it on any machine.
// Errors: Every call that can fail returns a DeviceStatus. After kLost nothing works any more.
// Shapes: There are kStreams streams; what is asked of one stream happens in that order, of two in any. Copies and
//         launches may return before they are done: until `synchronise` of their stream, memory they read must stay as
//         it is, and memory they write must not be read.
// Threads: One at a time.
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
  kNoDevice,     // there is none, or none that the program was built for
  kOldDriver,    // the driver cannot run programs of this kind
  kOutOfMemory,  // the rest still works
  kLost,         // the device failed or was taken away
};

struct [[nodiscard]] DeviceStatus {
  DeviceFailure failure = DeviceFailure::kNone;
  std::string detail;
  bool ok() const { return failure == DeviceFailure::kNone; }
};
// For people: "CUDA device: out of memory (...)".
Error device_error(const DeviceStatus& status);

// A failure on purpose: for tests, and to show what the program does when a device fails.
struct DeviceFault {
  DeviceFailure failure = DeviceFailure::kNone;
  uint64_t after = 0;   // kOutOfMemory: so many allocations work before, kLost: so many calls
  bool lasting = true;  // kOutOfMemory: all allocations after that fail as well, not only one
};
// "no-device", "old-driver", "out-of-memory:N", "lost:N"; nothing if it is none of these.
std::optional<DeviceFault> device_fault_named(std::string_view text);
// What the environment variable STRATA_DEVICE_FAULT says.
DeviceFault device_fault_from_environment();

// Counts calls and says when the fault has come.
class DeviceFaultGate {
 public:
  explicit DeviceFaultGate(const DeviceFault& fault) : fault_(fault) {}
  DeviceStatus start() const;  // of the device
  DeviceStatus call();         // of anything
  DeviceStatus allocation();   // `call` is asked as well

 private:
  DeviceFault fault_;
  uint64_t calls_ = 0;
  uint64_t allocations_ = 0;
};

// When it worked at something.
struct BusySpan {
  float begin_ms = 0, end_ms = 0;
};
// How long at least one of the spans lasts, which are sorted here.
double busy_ms(std::vector<BusySpan>& spans);

// How long the device was at work with either; what goes on in both streams at a time counts once.
struct DeviceTimes {
  double kernel_ms = 0;
  double copy_ms = 0;
};

class Device {
 public:
  static constexpr int kStreams = 2;
  virtual ~Device() = default;

  virtual std::string name() const = 0;
  // How many searches side by side keep it busy.
  virtual size_t parallel_items() const = 0;
  virtual DeviceStatus free_bytes(size_t& bytes) = 0;
  virtual size_t allocated_bytes() const = 0;

  // Memory of the device: not cleared, aligned to 256 bytes.
  virtual DeviceStatus allocate(size_t bytes, void*& memory) = 0;
  virtual void release(void* memory) = 0;
  // Memory of the host from which copies are fast and do not hold the caller.
  virtual DeviceStatus allocate_host(size_t bytes, void*& memory) = 0;
  virtual void release_host(void* memory) = 0;

  virtual DeviceStatus upload(void* device, const void* host, size_t bytes, int stream) = 0;
  virtual DeviceStatus download(void* host, const void* device, size_t bytes, int stream) = 0;
  virtual DeviceStatus clear(void* device, size_t bytes, int stream) = 0;  // to zeros
  // begins[i] = the sum of counts[0 .. i), for i up to `count` included.
  virtual DeviceStatus scan(const uint32_t* counts, uint64_t* begins, size_t count, int stream) = 0;
  template <class Params>
  DeviceStatus launch(const Params& params, size_t items, int stream) {
    static_assert(std::is_trivially_copyable_v<Params>);
    return items == 0 ? DeviceStatus{} : launch_kernel(Params::kKernel, &params, sizeof params, items, stream);
  }
  virtual DeviceStatus synchronise(int stream) = 0;

  // Since the last call; of streams that were synchronised.
  virtual DeviceTimes take_times() = 0;

 protected:
  virtual DeviceStatus launch_kernel(Kernel kernel, const void* params, size_t bytes, size_t items, int stream) = 0;
};

// The first CUDA device. Where the program was built without CUDA it fails with kNoDevice.
DeviceStatus open_cuda_device(const DeviceFault& fault, std::unique_ptr<Device>& device);

// Memory of a device or of its host, released with its owner, kept while it is large enough.
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

  // Room for `count` elements; what was in it is lost when it grows. `fresh` is set when it did.
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

// Leaves the function with what went wrong.
#define STRATA_DEVICE(call)                                                       \
  do {                                                                            \
    if (DeviceStatus device_call = (call); !device_call.ok()) return device_call; \
  } while (false)

}  // namespace strata
