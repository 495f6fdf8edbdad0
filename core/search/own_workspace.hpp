// Purpose: The memory of the searches of a build, kept by what is built, whose header then need not show it.
// Shapes: Made when it is first asked for. A copy begins with none.
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
