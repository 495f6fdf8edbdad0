#include "gpu/device.hpp"

#include <algorithm>
#include <cstdlib>

#include "core/base/number_text.hpp"

namespace strata {

Error device_error(const DeviceStatus& status) {
  std::string what;
  switch (status.failure) {
    case DeviceFailure::kNone:
      break;
    case DeviceFailure::kNoDevice:
      what = "there is no device";
      break;
    case DeviceFailure::kOldDriver:
      what = "the driver is too old";
      break;
    case DeviceFailure::kOutOfMemory:
      what = "out of memory";
      break;
    case DeviceFailure::kLost:
      what = "the device was lost";
      break;
  }
  if (!status.detail.empty()) what += " (" + status.detail + ")";
  return error_at("CUDA", std::move(what));
}

double union_ms(std::vector<BusySpan>& spans) {
  std::sort(spans.begin(), spans.end(), [](const BusySpan& a, const BusySpan& b) { return a.begin_ms < b.begin_ms; });
  double sum = 0;
  float until = 0;  // end of the time that is already counted
  for (size_t i = 0; i < spans.size(); ++i) {
    const float from = i == 0 ? spans[i].begin_ms : std::max(spans[i].begin_ms, until);
    if (i > 0 && spans[i].end_ms <= until) continue;
    sum += std::max(static_cast<double>(spans[i].end_ms) - static_cast<double>(from), 0.0);
    until = spans[i].end_ms;
  }
  return sum;
}

std::optional<DeviceFault> device_fault_named(std::string_view text) {
  if (text == "no-device") return DeviceFault{DeviceFailure::kNoDevice, 0, true};
  if (text == "old-driver") return DeviceFault{DeviceFailure::kOldDriver, 0, true};
  const size_t colon = text.find(':');
  if (colon == std::string_view::npos) return std::nullopt;
  const std::string_view name = text.substr(0, colon), number = text.substr(colon + 1);
  DeviceFault fault;
  if (name == "out-of-memory") {
    fault.failure = DeviceFailure::kOutOfMemory;
  } else if (name == "lost") {
    fault.failure = DeviceFailure::kLost;
  } else {
    return std::nullopt;
  }
  const auto after = parse_number<decltype(fault.after)>(number);
  if (!after) return std::nullopt;
  fault.after = *after;
  return fault;
}

DeviceFault device_fault_from_environment() {
  const char* text = std::getenv("STRATA_DEVICE_FAULT");
  return text == nullptr ? DeviceFault{} : device_fault_named(text).value_or(DeviceFault{});
}

DeviceStatus DeviceFaultInjector::start() const {
  if (fault_.failure == DeviceFailure::kNoDevice || fault_.failure == DeviceFailure::kOldDriver) {
    return {fault_.failure, "provoked"};
  }
  return {};
}

DeviceStatus DeviceFaultInjector::call() {
  if (fault_.failure != DeviceFailure::kLost || calls_++ < fault_.after) return {};
  return {DeviceFailure::kLost, "provoked"};
}

DeviceStatus DeviceFaultInjector::allocation() {
  STRATA_DEVICE(call());
  if (fault_.failure != DeviceFailure::kOutOfMemory) return {};
  const uint64_t number = allocations_++;
  if (number < fault_.after || (!fault_.lasting && number > fault_.after)) return {};
  return {DeviceFailure::kOutOfMemory, "provoked"};
}

}  // namespace strata
