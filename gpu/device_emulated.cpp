#include "gpu/device_emulated.hpp"

#include <array>
#include <cstring>
#include <functional>
#include <new>
#include <unordered_map>

#include "core/base/check.hpp"
#include "core/base/stopwatch.hpp"

namespace strata {
namespace {

constexpr std::align_val_t kAlignment{256};
constexpr int kRubbish = 0xcd;

class EmulatedDevice final : public Device {
 public:
  explicit EmulatedDevice(const EmulatedDeviceOptions& options) : options_(options), gate_(options.fault) {}
  EmulatedDevice(const EmulatedDevice&) = delete;
  EmulatedDevice& operator=(const EmulatedDevice&) = delete;
  ~EmulatedDevice() override {
    for (const auto& [memory, bytes] : blocks_) ::operator delete(memory, kAlignment);
  }

  std::string name() const override { return "emulated device"; }
  size_t parallel_items() const override { return options_.parallel_items; }
  DeviceStatus free_bytes(size_t& bytes) override {
    bytes = options_.memory_bytes - allocated_;
    return gate_.call();
  }
  size_t allocated_bytes() const override { return allocated_; }

  DeviceStatus allocate(size_t bytes, void*& memory) override {
    memory = nullptr;
    STRATA_DEVICE(gate_.allocation());
    if (bytes > options_.memory_bytes - allocated_) return {DeviceFailure::kOutOfMemory, "all of it is taken"};
    memory = take(bytes);
    if (memory == nullptr) return {DeviceFailure::kOutOfMemory, "of the host"};
    allocated_ += bytes;
    blocks_.emplace(memory, bytes);
    return {};
  }
  void release(void* memory) override {
    const auto block = blocks_.find(memory);
    STRATA_CHECK(block != blocks_.end());
    // What waits in the streams may still want it, as on a device, where releasing memory waits.
    for (int stream = 0; stream < kStreams; ++stream) run(stream);
    allocated_ -= block->second;
    ::operator delete(memory, kAlignment);
    blocks_.erase(block);
  }
  DeviceStatus allocate_host(size_t bytes, void*& memory) override {
    memory = nullptr;
    STRATA_DEVICE(gate_.allocation());
    memory = take(bytes);
    if (memory == nullptr) return {DeviceFailure::kOutOfMemory, "of the host"};
    return {};
  }
  void release_host(void* memory) override {
    for (int stream = 0; stream < kStreams; ++stream) run(stream);
    ::operator delete(memory, kAlignment);
  }

  DeviceStatus upload(void* device, const void* host, size_t bytes, int stream) override {
    STRATA_DEVICE(gate_.call());
    later(stream, times_.copy_ms, [=] { std::memcpy(device, host, bytes); });
    return {};
  }
  DeviceStatus download(void* host, const void* device, size_t bytes, int stream) override {
    STRATA_DEVICE(gate_.call());
    later(stream, times_.copy_ms, [=] { std::memcpy(host, device, bytes); });
    return {};
  }
  DeviceStatus clear(void* device, size_t bytes, int stream) override {
    STRATA_DEVICE(gate_.call());
    later(stream, times_.kernel_ms, [=] { std::memset(device, 0, bytes); });
    return {};
  }
  DeviceStatus scan(const uint32_t* counts, uint64_t* begins, size_t count, int stream) override {
    STRATA_DEVICE(gate_.call());
    later(stream, times_.kernel_ms, [=] {
      uint64_t sum = 0;
      for (size_t i = 0; i < count; ++i) {
        begins[i] = sum;
        sum += counts[i];
      }
      begins[count] = sum;
    });
    return {};
  }
  DeviceStatus synchronise(int stream) override {
    STRATA_DEVICE(gate_.call());
    run(stream);
    return {};
  }
  DeviceTimes take_times() override { return std::exchange(times_, {}); }

 protected:
  DeviceStatus launch_kernel(Kernel kernel, const void* params, size_t, size_t items, int stream) override {
    STRATA_DEVICE(gate_.call());
    with_params(kernel, params, [&](const auto& p) {
      later(stream, times_.kernel_ms, [p, items] {
        for (size_t i = items; i-- > 0;) run_item(p, i);
      });
    });
    return {};
  }

 private:
  struct Task {
    double* time;
    std::function<void()> work;
  };

  static void* take(size_t bytes) {
    void* memory = ::operator new(bytes, kAlignment, std::nothrow);
    if (memory != nullptr) std::memset(memory, kRubbish, bytes);
    return memory;
  }
  void later(int stream, double& time, std::function<void()> work) {
    streams_[static_cast<size_t>(stream)].push_back({&time, std::move(work)});
  }
  void run(int stream) {
    for (const Task& task : streams_[static_cast<size_t>(stream)]) {
      const Stopwatch watch;
      task.work();
      *task.time += watch.micros() / 1000;
    }
    streams_[static_cast<size_t>(stream)].clear();
  }

  EmulatedDeviceOptions options_;
  DeviceFaultGate gate_;
  size_t allocated_ = 0;
  std::unordered_map<void*, size_t> blocks_;
  std::array<std::vector<Task>, kStreams> streams_;
  DeviceTimes times_;
};

}  // namespace

DeviceStatus open_emulated_device(const EmulatedDeviceOptions& options, std::unique_ptr<Device>& device) {
  device = nullptr;
  STRATA_DEVICE(DeviceFaultGate(options.fault).start());
  device = std::make_unique<EmulatedDevice>(options);
  return {};
}

}  // namespace strata
