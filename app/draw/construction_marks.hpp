// Purpose: This header draws what a stepped construction has built so far: nodes, edges, rooms, and the part of the map
//          that it is at.
// Units: See app/draw/overlay.hpp.
#pragma once

#include <initializer_list>

#include "app/draw/painter.hpp"
#include "app/lab/feature.hpp"

namespace strata {

// Whether the process is stepped and the marks of the view belong to it.
bool shows_construction(const Painter& painter, const Lab& lab, const Process& process);
void add_construction_marks(Painter& painter, const Lab& lab, DrawList& out);
// Returns what its marks depend on besides recording and cursor: of a large construction only what is in sight is
// drawn.
uint64_t construction_stamp(const Painter& painter, const Lab& lab, const Process& process);

// Whether the process is stepped, so that its marks are drawn in place of these layers; their notes say so then.
bool only_what_is_built(Painter& painter, const Lab& lab, const Process& process, std::initializer_list<Layer> layers);

// Returns the marks for the row of a construction's feature.
template <const Process& kProcess>
constexpr SearchMarks construction_marks() {
  return {[](const Painter& painter, const Lab& lab) -> uint64_t { return construction_stamp(painter, lab, kProcess); },
          [](Painter& painter, const Lab& lab, DrawList& out) {
            if (shows_construction(painter, lab, kProcess)) add_construction_marks(painter, lab, out);
          }};
}

}  // namespace strata
