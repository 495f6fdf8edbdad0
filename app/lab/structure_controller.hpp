// Purpose: StructureController switches structures on and off, and with them their layers, rows and settings.
#pragma once

#include <string>
#include <vector>

#include "app/lab/lab_part.hpp"

namespace strata {

class StructureController : public LabPart {
 public:
  explicit StructureController(Lab& lab) : LabPart(lab) {}

  // Switches one on or off; of layers and rows what belongs to it comes and goes with it.
  void apply_structure(StructureId structure, bool on);
  void show_structure(StructureId structure, bool on);
  // Switches on what a planner needs that is to be asked. Errors: it does not fit into memory.
  Status ensure_structure(StructureId structure);
  std::vector<std::string> structure_lines() const;
  bool usually_on(Layer layer) const;
  // What is set for structures, whether they are on or not. `other_map`: without what lies on the open one.
  WorldSetup chosen_setup(bool other_map = false) const;

  // What has come in since: what overlays show of it is drawn anew, and features and the query are told.
  void notice_ready();
  void take_ready() { was_ready_ = ready_structures(); }  // without telling anybody
  void forget_ready() { was_ready_ = 0; }
  void keep_ready() { was_ready_ &= ready_structures(); }
  uint32_t ready_structures() const;  // bit per Structure

 private:
  bool follows_structure(Layer layer) const;  // with its structure

  uint32_t was_ready_ = 0;
};

}  // namespace strata
