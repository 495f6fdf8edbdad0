// Purpose: presentation_parts lists the parts of a presentation that can be switched, for its command, the menu and the
//          state. presenter_line handles the keys of a hand-held presenter: during a presentation they go from step to
//          step, whatever the keys are bound to otherwise.
#pragma once

#include <span>
#include <string_view>

namespace strata {

struct KeyChord;
struct LabState;
struct PresentationParts;

struct PresentationPart {
  std::string_view name;   // in commands: "open_list"
  std::string_view title;  // in the menu: "Open list"
  std::string_view what;   // in messages: "the open list"
  // The command that switches it, without its last argument.
  std::string_view command;
  // Where the state says whether it is shown: one of the two, the other is null.
  bool PresentationParts::*part = nullptr;
  bool LabState::*own = nullptr;
  bool only_presenting = false;  // it can be switched on in a presentation only, and ends with it

  bool on(const LabState& state) const;
  void set(LabState& state, bool shown) const;
};
// Returns the parts in the order of the menu.
std::span<const PresentationPart> presentation_parts();

// Returns the command line that the key runs during a presentation; empty: the one that it is bound to.
std::string_view presenter_line(const LabState& state, const KeyChord& chord);

}  // namespace strata
