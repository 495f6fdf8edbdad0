// Purpose: StructureController switches structures on and off, and with them their layers, rows and settings.
#pragma once

#include <initializer_list>
#include <string>
#include <vector>

#include "app/lab/lab_part.hpp"

namespace strata {

class StructureController : public LabPart {
 public:
  explicit StructureController(Lab& lab) : LabPart(lab) {}

  // Gives those of the structures that are on the options that are chosen for them now.
  void follow_choices(std::initializer_list<StructureId> structures);
  // Switches a structure on or off, and with it the layers and rows that belong to it.
  void apply_structure(StructureId structure, bool on);
  void show_structure(StructureId structure, bool on);
  // Hides the layers of all structures but one, which a level is first seen with. Pinned layers stay.
  void hide_layers_but(StructureId shown);
  // Switches on the structure that the planner needs. Of the planners on that structure this one alone joins the
  // comparison. It is an error if the structure does not fit into memory.
  Status ensure_structure_of(const Planner& planner);
  std::vector<std::string> structure_lines() const;
  bool usually_on(Layer layer) const;
  // Returns the options of all structures, whether they are on or not. With `other_map`, options that belong to the
  // open map are left out.
  WorldSetup chosen_setup(bool other_map = false) const;

  // Redraws what overlays show of structures that have become ready, and tells features and the query.
  void notice_ready();
  void take_ready() { was_ready_ = ready_structures(); }  // without telling features
  void forget_ready() { was_ready_ = 0; }
  void keep_ready() { was_ready_ &= ready_structures(); }
  uint32_t ready_structures() const;  // one bit per structure

 private:
  bool follows_structure(Layer layer) const;  // the layer is shown and hidden with its structure

  uint32_t was_ready_ = 0;
};

}  // namespace strata
