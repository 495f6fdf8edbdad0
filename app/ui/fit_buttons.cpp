#include "app/ui/fit_buttons.hpp"

#include <imgui.h>

#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"

namespace strata {

void draw_fit_buttons(Ui& ui, const FitButtons& buttons) {
  button(ui, "Fit to this map", Text("{}.automatic", buttons.name).view(), Text("{} automatic", buttons.line).view(),
         buttons.fit_help, {.on = buttons.fitted, .why_not = buttons.why_not});
  ImGui::SameLine(0, ui.px(6));
  button(ui, buttons.other, Text("{}.{}", buttons.name, buttons.word).view(),
         Text("{} {}", buttons.line, buttons.word).view(), buttons.other_help,
         {.on = buttons.other_on && !buttons.fitted});
}

void draw_fit_reason(Ui& ui, const FitButtons& buttons) {
  if (buttons.reason.empty()) return;
  note(ui, buttons.reason);
  ui.mark("{}.reason", buttons.name);
}

}  // namespace strata
