#include "app/lab/presentation.hpp"

#include "app/base/key_chords.hpp"
#include "app/lab/lab_state.hpp"

namespace strata {

std::string_view presenter_line(const LabState& state, const KeyChord& chord) {
  if (!state.presentation || chord.mods != 0) return {};
  if (chord.key == key::kPageDown) return "step.forward";
  if (chord.key == key::kPageUp) return "step.back";
  return {};
}

}  // namespace strata
