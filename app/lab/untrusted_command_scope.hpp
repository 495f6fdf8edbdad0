// Purpose: While an UntrustedCommandScope lives, the lab executes commands from a file of somebody else, such as a
// lesson, a
//          figure card or a workspace, or restores the user's own work after them. Such commands work on the map and
//          the screen. They neither read nor change what the lab stores about the user's files, change no preference of
//          the user, and use no system clipboard.
// Threads: The lab's thread.
#pragma once

#include <optional>

#include "app/base/settings.hpp"
#include "core/grid/letter_terrains.hpp"

namespace strata {

class Lab;

class UntrustedCommandScope {
 public:
  explicit UntrustedCommandScope(Lab& lab);
  ~UntrustedCommandScope();
  UntrustedCommandScope(const UntrustedCommandScope&) = delete;
  UntrustedCommandScope& operator=(const UntrustedCommandScope&) = delete;

 private:
  Lab& lab_;
  // The user's settings; they are restored at the end of the scope.
  Settings settings_;
  std::optional<LetterTerrains> next_letters_;  // letters that the user has chosen for the next map to open
};

}  // namespace strata
