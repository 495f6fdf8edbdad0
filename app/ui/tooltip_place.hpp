// Purpose: While a TooltipAboveScope lives, tooltips stand above their items: what a click brings below stays readable.
// Threads: The thread of the interface.
#pragma once

namespace strata {

class TooltipAboveScope {
 public:
  TooltipAboveScope();
  ~TooltipAboveScope();
  TooltipAboveScope(const TooltipAboveScope&) = delete;
  TooltipAboveScope& operator=(const TooltipAboveScope&) = delete;
};

}  // namespace strata
