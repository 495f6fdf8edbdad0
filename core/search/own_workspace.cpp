#include "core/search/own_workspace.hpp"

#include "core/search/workspace.hpp"

namespace strata {

OwnWorkspace::OwnWorkspace() = default;
OwnWorkspace::OwnWorkspace(const OwnWorkspace&) {}
OwnWorkspace::OwnWorkspace(OwnWorkspace&&) noexcept = default;
OwnWorkspace& OwnWorkspace::operator=(const OwnWorkspace&) { return *this; }
OwnWorkspace& OwnWorkspace::operator=(OwnWorkspace&&) noexcept = default;
OwnWorkspace::~OwnWorkspace() = default;

Workspace& OwnWorkspace::get() {
  if (memory_ == nullptr) memory_ = std::make_unique<Workspace>();
  return *memory_;
}

}  // namespace strata
