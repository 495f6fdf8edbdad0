// Purpose: A ForwardingDevice does on an emulated device what it is asked for. Tests derive devices from it that count.
#pragma once

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "gpu/device_emulated.hpp"

namespace strata::test {

class ForwardingDevice : public Device {
 public:
  ForwardingDevice() { REQUIRE(open_emulated_device({}, device_).ok()); }

  std::string name() const override { return device_->name(); }
  size_t parallel_items() const override { return device_->parallel_items(); }
  DeviceStatus free_bytes(size_t& bytes) override { return device_->free_bytes(bytes); }
  size_t allocated_bytes() const override { return device_->allocated_bytes(); }
  DeviceStatus allocate(size_t bytes, void*& memory) override { return device_->allocate(bytes, memory); }
  void release(void* memory) override { device_->release(memory); }
  DeviceStatus allocate_host(size_t bytes, void*& memory) override { return device_->allocate_host(bytes, memory); }
  void release_host(void* memory) override { device_->release_host(memory); }
  DeviceStatus upload(void* to, const void* from, size_t bytes, int stream) override {
    return device_->upload(to, from, bytes, stream);
  }
  DeviceStatus download(void* to, const void* from, size_t bytes, int stream) override {
    return device_->download(to, from, bytes, stream);
  }
  DeviceStatus clear(void* memory, size_t bytes, int stream) override { return device_->clear(memory, bytes, stream); }
  DeviceStatus scan(const uint32_t* counts, uint64_t* begins, size_t count, int stream) override {
    return device_->scan(counts, begins, count, stream);
  }
  DeviceStatus synchronise(int stream) override { return device_->synchronise(stream); }
  DeviceTimes take_times() override { return device_->take_times(); }

 protected:
  DeviceStatus launch_kernel(Kernel kernel, const void* params, size_t, size_t items, int stream) override {
    return with_params(kernel, params, [&](const auto& p) { return device_->launch(p, items, stream); });
  }

 private:
  std::unique_ptr<Device> device_;
};

}  // namespace strata::test
