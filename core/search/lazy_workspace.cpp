#include "core/search/lazy_workspace.hpp"

#include "core/search/workspace.hpp"

namespace strata {

LazyWorkspace::LazyWorkspace() = default;
LazyWorkspace::LazyWorkspace(const LazyWorkspace&) {}
LazyWorkspace::LazyWorkspace(LazyWorkspace&&) noexcept = default;
LazyWorkspace& LazyWorkspace::operator=(const LazyWorkspace&) { return *this; }
LazyWorkspace& LazyWorkspace::operator=(LazyWorkspace&&) noexcept = default;
LazyWorkspace::~LazyWorkspace() = default;

Workspace& LazyWorkspace::get() {
  if (memory_ == nullptr) memory_ = std::make_unique<Workspace>();
  return *memory_;
}

}  // namespace strata
