// Purpose: The Inspector keeps what is known of the inspected cell, and of the abstract edge at the cursor of the
//          search.
#pragma once

#include "app/lab/lab_part.hpp"

namespace strata {

class Inspector : public LabPart {
 public:
  explicit Inspector(Lab& lab) : LabPart(lab) {}

  // The edge of an abstract level that the event at the cursor is about. Looked up when the cursor has moved; the const
  // one gives what was looked up last.
  const SteppedEdge& stepped_edge();
  const SteppedEdge& stepped_edge() const { return stepped_; }
  void begin(Cell cell);  // inspects it from now on, from the beginning
  void end();
  void refresh();

 private:
  void look_up_edge(const SearchEvent& event);

  SteppedEdge stepped_;
  uint64_t stepped_stamp_ = 0;  // of what it was looked up for
};

}  // namespace strata
