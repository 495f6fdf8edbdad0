// Purpose: This header declares the button that begins or ends a process which is stepped in place of a search.
#pragma once

#include <string_view>

namespace strata {

class Lab;
class Ui;
struct Process;

// Draws the button over the rest of the line. `name`: its name in the UI dump.
void draw_process_button(Ui& ui, const Lab& lab, const Process& process, std::string_view name);

}  // namespace strata
