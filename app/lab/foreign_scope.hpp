// Purpose: While a ForeignScope lives, commands come from a file that somebody else may have made, such as a lesson, a
//          card or a workspace, or they bring back what was open before one. They work on the map and the screen. They
//          neither change nor follow what it remembers of the user's files, change nothing that the user has set for
//          the program, and neither read nor fill the clipboard of the system.
// Threads: The lab's thread.
#pragma once

#include <optional>

#include "app/base/settings.hpp"
#include "core/grid/letter_terrains.hpp"

namespace strata {

class Lab;

class ForeignScope {
 public:
  explicit ForeignScope(Lab& lab);
  ~ForeignScope();
  ForeignScope(const ForeignScope&) = delete;
  ForeignScope& operator=(const ForeignScope&) = delete;

 private:
  Lab& lab_;
  Settings settings_;                           // the user's
  std::optional<LetterTerrains> next_letters_;  // for the next map that the user opens
};

}  // namespace strata
