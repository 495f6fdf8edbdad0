// Compiles gpu/device_cuda.cu against the emulator of the CUDA runtime. Each Device has its own emulated device.
#include "gpu/cuda_emulator/emulated_gpu.hpp"
#include "gpu/device_emulated.hpp"

#define open_cuda_device open_device_on_emulator
#include "gpu/device_cuda.cu"
#undef open_cuda_device

namespace strata {
namespace {

cuda_emulator::EmulatedGpuOptions emulated_gpu_options(const EmulatedDeviceOptions& options) {
  return {.memory_bytes = options.memory_bytes,
          .threads_per_processor = static_cast<unsigned>(options.parallel_items),
          .late = options.late,
          .pageable_is_waited = !options.late,
          .fails_at = options.fails_at,
          .closes = options.closes,
          .stops = true};
}

class EmulatedDevice final : public Device {
 public:
  explicit EmulatedDevice(const EmulatedDeviceOptions& options) : card_(emulated_gpu_options(options)) {}
  EmulatedDevice(const EmulatedDevice&) = delete;
  EmulatedDevice& operator=(const EmulatedDevice&) = delete;
  ~EmulatedDevice() override {
    const cuda_emulator::EmulatedGpuInUse use(card_);
    device_ = nullptr;
  }
  DeviceStatus open(const DeviceFault& fault) {
    const cuda_emulator::EmulatedGpuInUse use(card_);
    return open_device_on_emulator(fault, device_);
  }

  std::string name() const override { return device_->name(); }
  size_t parallel_items() const override { return device_->parallel_items(); }
  size_t allocated_bytes() const override { return device_->allocated_bytes(); }
  DeviceTimes take_times() override { return device_->take_times(); }

  DeviceStatus free_bytes(size_t& bytes) override {
    const cuda_emulator::EmulatedGpuInUse use(card_);
    return device_->free_bytes(bytes);
  }
  DeviceStatus allocate(size_t bytes, void*& memory) override {
    const cuda_emulator::EmulatedGpuInUse use(card_);
    return device_->allocate(bytes, memory);
  }
  void release(void* memory) override {
    const cuda_emulator::EmulatedGpuInUse use(card_);
    device_->release(memory);
  }
  DeviceStatus allocate_host(size_t bytes, void*& memory) override {
    const cuda_emulator::EmulatedGpuInUse use(card_);
    return device_->allocate_host(bytes, memory);
  }
  void release_host(void* memory) override {
    const cuda_emulator::EmulatedGpuInUse use(card_);
    device_->release_host(memory);
  }
  DeviceStatus upload(void* device, const void* host, size_t bytes, int stream) override {
    const cuda_emulator::EmulatedGpuInUse use(card_);
    return device_->upload(device, host, bytes, stream);
  }
  DeviceStatus download(void* host, const void* device, size_t bytes, int stream) override {
    const cuda_emulator::EmulatedGpuInUse use(card_);
    return device_->download(host, device, bytes, stream);
  }
  DeviceStatus clear(void* device, size_t bytes, int stream) override {
    const cuda_emulator::EmulatedGpuInUse use(card_);
    return device_->clear(device, bytes, stream);
  }
  DeviceStatus scan(const uint32_t* counts, uint64_t* begins, size_t count, int stream) override {
    const cuda_emulator::EmulatedGpuInUse use(card_);
    return device_->scan(counts, begins, count, stream);
  }
  DeviceStatus synchronise(int stream) override {
    const cuda_emulator::EmulatedGpuInUse use(card_);
    return device_->synchronise(stream);
  }

 protected:
  DeviceStatus launch_kernel(Kernel kernel, const void* params, size_t, size_t items, int stream) override {
    const cuda_emulator::EmulatedGpuInUse use(card_);
    return with_params(kernel, params, [&](const auto& p) { return device_->launch(p, items, stream); });
  }

 private:
  cuda_emulator::EmulatedGpu card_;
  std::unique_ptr<Device> device_;
};

}  // namespace

DeviceStatus open_emulated_device(const EmulatedDeviceOptions& options, std::unique_ptr<Device>& device) {
  device = nullptr;
  auto opened = std::make_unique<EmulatedDevice>(options);
  STRATA_DEVICE(opened->open(options.fault));
  device = std::move(opened);
  return {};
}

}  // namespace strata
