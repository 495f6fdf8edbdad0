// Purpose: drawn_text() returns everything drawn over the map as text, so that tests can check that it reveals nothing
//          of the hidden future.
#pragma once

#include <fmt/format.h>

#include <string>

#include "app/draw/overlay.hpp"
#include "tests/overlay_support.hpp"

namespace strata::test {

// Returns all primitives and labels drawn over the map, as text.
inline std::string drawn_text(Lab& lab) {
  OverlayBuilder builder;
  lab.tick(0);
  const Overlay& overlay = draw(builder, lab);
  std::string text;
  for (const DrawBatch& batch : overlay.batches) {
    for (const DrawRect& r : batch.list->rects)
      text += fmt::format("rect {} {} {} {} {}\n", r.x0, r.y0, r.x1, r.y1, r.color);
    for (const DrawLine& l : batch.list->lines) {
      text += fmt::format("line {} {} {} {} {} {}\n", l.x0, l.y0, l.x1, l.y1, l.width, l.color);
    }
    for (const DrawMarker& m : batch.list->markers)
      text += fmt::format("marker {} {} {} {}\n", m.x, m.y, m.radius, m.color);
  }
  for (const DrawLabel& l : overlay.labels) text += fmt::format("label {} {} {}\n", l.x, l.y, l.text);
  if (overlay.heat.on) {
    text.append(reinterpret_cast<const char*>(overlay.heat.cells),
                static_cast<size_t>(overlay.heat.width) * static_cast<size_t>(overlay.heat.height));
  }
  return text;
}

}  // namespace strata::test
