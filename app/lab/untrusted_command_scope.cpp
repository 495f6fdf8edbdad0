#include "app/lab/untrusted_command_scope.hpp"

#include <utility>

#include "app/lab/lab.hpp"
#include "app/lab/map_letters.hpp"
#include "app/lab/script_state.hpp"
#include "app/lab/session.hpp"

namespace strata {

UntrustedCommandScope::UntrustedCommandScope(Lab& lab)
    : lab_(lab), settings_(lab.settings()), next_letters_(lab.session().letters().take_next()) {
  // The file must open as on any other computer: without the letters and terrains that the user has chosen for it.
  lab.settings().letters.clear();
  lab.settings().terrains.clear();
  lab.settings().reading.clear();
  lab_.scripts().begin_foreign();
}

UntrustedCommandScope::~UntrustedCommandScope() {
  lab_.scripts().end_foreign();
  lab_.settings() = std::move(settings_);
  lab_.session().letters().set_next(next_letters_);
}

}  // namespace strata
