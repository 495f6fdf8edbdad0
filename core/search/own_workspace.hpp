// Purpose: An OwnWorkspace holds the search memory that a structure needs while it is built, so that the header of the
//          structure need not include the workspace.
// Shapes: The memory is allocated at its first use. A copy begins without memory.
#pragma once

#include <memory>

namespace strata {

struct Workspace;

class OwnWorkspace {
 public:
  OwnWorkspace();
  OwnWorkspace(const OwnWorkspace&);
  OwnWorkspace(OwnWorkspace&&) noexcept;
  OwnWorkspace& operator=(const OwnWorkspace&);
  OwnWorkspace& operator=(OwnWorkspace&&) noexcept;
  ~OwnWorkspace();

  Workspace& get();

 private:
  std::unique_ptr<Workspace> memory_;
};

}  // namespace strata
