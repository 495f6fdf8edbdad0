// Purpose: A LazyWorkspace holds the search memory with which a structure is built, so that the header of the structure
//          need not include core/search/workspace.hpp.
// Shapes: The memory is allocated at its first use. A copy starts without memory.
#pragma once

#include <memory>

namespace strata {

struct Workspace;

class LazyWorkspace {
 public:
  LazyWorkspace();
  LazyWorkspace(const LazyWorkspace&);
  LazyWorkspace(LazyWorkspace&&) noexcept;
  LazyWorkspace& operator=(const LazyWorkspace&);
  LazyWorkspace& operator=(LazyWorkspace&&) noexcept;
  ~LazyWorkspace();

  Workspace& get();

 private:
  std::unique_ptr<Workspace> memory_;
};

}  // namespace strata
