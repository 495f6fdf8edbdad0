// Purpose: begin_tooltip opens a tooltip where it does not cover what the user reads: beside the panel of its item, or
//          above its row in the strip below the map. Elsewhere it opens at the pointer.
//          While a TooltipBesideScope lives, tooltips begin at a given x, so that they do not cover what lies between.
// Units: Window pixels.
// Threads: The thread of the interface.
#pragma once

namespace strata {

class Ui;

// Opens the tooltip of the last item; ImGui::EndTooltip() closes it. It is always whole in the window.
void begin_tooltip(const Ui& ui);

class TooltipBesideScope {
 public:
  explicit TooltipBesideScope(float x);
  ~TooltipBesideScope();
  TooltipBesideScope(const TooltipBesideScope&) = delete;
  TooltipBesideScope& operator=(const TooltipBesideScope&) = delete;
};

}  // namespace strata
