// Purpose: The Inspector keeps what is known of the inspected cell, and of the abstract edge at the cursor of the
//          search.
#pragma once

#include "app/lab/lab_part.hpp"

namespace strata {

class Inspector : public LabPart {
 public:
  explicit Inspector(Lab& lab) : LabPart(lab) {}

  // Returns the edge of an abstract level that the event at the cursor is about. It is looked up again when the cursor
  // has moved, and kept until then.
  const SteppedEdge& stepped_edge() const;
  void begin(Cell cell);  // inspects the cell from now on, from its first event
  void end();
  void refresh();

 private:
  void look_up_edge(const SearchEvent& event) const;

  mutable SteppedEdge stepped_;
  mutable uint64_t stepped_stamp_ = 0;  // stamp of the state for which the edge was looked up
};

}  // namespace strata
