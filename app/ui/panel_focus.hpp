// Purpose: PanelFocus stores which part of the window has the keyboard. On the map keys are commands. In a panel the
//          arrow keys, Space, Enter and similar keys operate its fields and buttons, and Esc returns to the map.
#pragma once

#include <cstdint>
#include <string_view>

#include "app/base/key_chords.hpp"

namespace strata {

// The order is that in which the Tab key goes through the panels.
enum class PanelName : uint8_t { kMap, kLeft, kBottom, kTree, kRight };
inline constexpr int kPanelNames = 5;
std::string_view panel_name(PanelName panel);

struct PanelFocus {
  PanelName panel = PanelName::kMap;
  // The panel has just got the keyboard, and was not drawn since then.
  bool arrives = false;

  bool on_map() const { return panel == PanelName::kMap; }
  // Returns whether the panel uses the key itself, so that it is no command.
  bool takes(const KeyChord& chord) const;
};

}  // namespace strata
