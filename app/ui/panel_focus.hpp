// Purpose: PanelFocus says which part of the window has the keyboard. On the map keys are commands. In a panel the
//          arrow keys, Space, Enter and the like go to its fields and buttons, and Esc goes back to the map.
#pragma once

#include <cstdint>
#include <string_view>

#include "app/base/key_chords.hpp"

namespace strata {

enum class PanelName : uint8_t { kMap, kLeft, kBottom, kTree, kRight };  // in tab order
inline constexpr int kPanelNames = 5;
std::string_view panel_name(PanelName panel);

struct PanelFocus {
  PanelName panel = PanelName::kMap;
  bool arrives = false;  // the panel has not been drawn since it got the keyboard

  bool on_map() const { return panel == PanelName::kMap; }
  // Whether the panel needs the key itself.
  bool takes(const KeyChord& chord) const;
};

}  // namespace strata
