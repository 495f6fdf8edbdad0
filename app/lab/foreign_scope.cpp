#include "app/lab/foreign_scope.hpp"

#include <utility>

#include "app/lab/lab.hpp"
#include "app/lab/map_letters.hpp"
#include "app/lab/script_state.hpp"
#include "app/lab/session.hpp"

namespace strata {

ForeignScope::ForeignScope(Lab& lab)
    : lab_(lab), settings_(lab.session().settings()), next_letters_(lab.session().letters().take_next()) {
  // A file that the user has opened before, too, is opened as anybody opens it.
  lab.session().settings().letters.clear();
  lab.session().settings().terrains.clear();
  lab_.scripts().begin_foreign();
}

ForeignScope::~ForeignScope() {
  lab_.scripts().end_foreign();
  lab_.session().settings() = std::move(settings_);
  lab_.session().letters().set_next(next_letters_);
}

}  // namespace strata
