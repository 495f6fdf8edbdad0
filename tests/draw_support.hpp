// Purpose: These functions draw a frame in tests as the program does, and pass its notes to the lab.
#pragma once

#include "app/draw/overlay.hpp"
#include "app/lab/lab.hpp"

namespace strata::test {

inline std::span<const Overlay* const> draw_views(OverlayBuilder& builder, Lab& lab) {
  const DrawnViews& drawn = builder.build_views(lab);
  note_drawn(lab.mutable_state(), drawn.layers, drawn.view_notes, drawn.entries, drawn.truncated);
  return drawn.overlays;
}
// Draws a frame and returns the first view.
inline const Overlay& draw(OverlayBuilder& builder, Lab& lab) { return *draw_views(builder, lab).front(); }

}  // namespace strata::test
