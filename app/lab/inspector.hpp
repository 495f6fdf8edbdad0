// Purpose: The Inspector has the data about the inspected cell, and about the abstract edge that the event at the
//          cursor deals with.
#pragma once

#include "app/lab/lab_part.hpp"

namespace strata {

class Inspector : public LabPart {
 public:
  explicit Inspector(Lab& lab) : LabPart(lab) {}

  // Returns the abstract edge that the event at the cursor deals with. It is looked up again when the cursor has moved.
  const AbstractEdgeAtCursor& stepped_edge() const;
  void begin(Cell cell);  // makes the cell the inspected cell and selects its first event
  void end();
  void refresh();

 private:
  void look_up_edge(const SearchEvent& event) const;

  mutable AbstractEdgeAtCursor stepped_;
  mutable uint64_t stepped_stamp_ = 0;  // stamp of the state for which the edge was looked up
};

}  // namespace strata
