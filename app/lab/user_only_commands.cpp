#include "app/lab/user_only_commands.hpp"

#include "app/lab/lab.hpp"
#include "app/lab/script_state.hpp"

namespace strata {

Status execute_by_hand(Lab& lab, const Command& command) {
  lab.scripts().set_by_hand(true);
  Status status = lab.execute(command);
  lab.scripts().set_by_hand(false);
  return status;
}

void run_by_hand(Lab& lab, std::string_view line, std::string_view window, bool stays) {
  lab.scripts().set_by_hand(true);
  lab.run(line, window, stays);
  lab.scripts().set_by_hand(false);
}

}  // namespace strata
