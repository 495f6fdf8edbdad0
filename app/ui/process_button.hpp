// Purpose: draw_process_button draws the button that begins or ends a process, which is then stepped in
//          place of the search.
#pragma once

#include <string_view>

namespace strata {

class Lab;
class Ui;
struct SteppedProcess;

// Draws the button over the rest of the line. `name` is its name in the UI dump.
void draw_process_button(Ui& ui, const Lab& lab, const SteppedProcess& process, std::string_view name);

}  // namespace strata
