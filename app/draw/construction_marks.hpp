// Purpose: These functions draw what a stepped construction has built up to the cursor: nodes, edges, rooms, and the
//          area that it is working on.
// Units: See app/draw/overlay.hpp.
#pragma once

#include <initializer_list>

#include "app/draw/painter.hpp"
#include "app/lab/feature.hpp"

namespace strata {

// Returns whether the construction is stepped and the view shows what it has built.
bool shows_construction(const Painter& painter, const Lab& lab, const SteppedProcess& process);
void add_construction_marks(Painter& painter, const Lab& lab, DrawList& out);
// Returns a number that changes with everything that the marks depend on besides the recording and the cursor, such as
// the visible cells.
uint64_t construction_stamp(const Painter& painter, const Lab& lab, const SteppedProcess& process);

// Returns whether the construction is stepped. If so, its marks replace what these layers would draw, and the notes of
// the layers say so.
bool only_what_is_built(Painter& painter, const Lab& lab, const SteppedProcess& process,
                        std::initializer_list<Layer> layers);

// Returns the SearchMarks with which a feature draws its construction.
template <const SteppedProcess& kProcess>
constexpr SearchMarks construction_marks() {
  return {[](const Painter& painter, const Lab& lab) -> uint64_t { return construction_stamp(painter, lab, kProcess); },
          [](Painter& painter, const Lab& lab, DrawList& out) {
            if (shows_construction(painter, lab, kProcess)) add_construction_marks(painter, lab, out);
          }};
}

}  // namespace strata
