#include "app/ui/process_button.hpp"

#include "app/lab/feature.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/query_controller.hpp"
#include "app/ui/widgets.hpp"

namespace strata {

void draw_process_button(Ui& ui, const Lab& lab, const SteppedProcess& process, std::string_view name) {
  const bool stepping = lab.state().process == &process;
  button(ui, stepping ? "Leave the construction" : "Step through the construction", name,
         Text("{}{}", process.begin_line, stepping ? " off" : "").view(),
         stepping ? std::string_view("Goes back to the search") : process.hint,
         {.width = kRestOfLine, .on = stepping, .why_not = stepping ? std::string_view() : process.why_not(lab)});
}

}  // namespace strata
