// Purpose: StructureController switches structures on and off, together with their layers, planner rows and settings.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "app/lab/lab_part.hpp"

namespace strata {

class StructureController : public LabPart {
 public:
  explicit StructureController(Lab& lab) : LabPart(lab) {}

  // Applies the options that the user has chosen to those of the given structures that are on.
  void follow_choices(std::initializer_list<StructureId> structures);
  // Gives a structure that is on other options. Returns false if it would then exceed its memory limit.
  bool set_options(StructureId structure, AnyOptions options);
  template <class K>
  bool set(const std::optional<typename K::Options>& options) {
    return set_options(K::kId, AnyOptions(options));
  }
  // Switches a structure on or off, together with its layers and planner rows.
  void apply_structure(StructureId structure, bool on);
  StructureSet switched_on() const;  // the structures that are on and can be switched off
  // Another world has opened. Shows or hides the layers and planner rows of structures that it has and the previous
  // world, with the structures `before`, had not, or the other way round.
  void follow_world(StructureSet before);
  void show_structure(StructureId structure, bool on);
  // Hides the layers of all structures except `shown`. It is used when a level is opened for the first time. Pinned
  // layers stay visible.
  void hide_layers_but(StructureId shown);
  // Switches on the structure that the planner searches, without adding other planners of that structure to the
  // comparison. Errors: the structure does not fit into memory.
  Status ensure_structure_of(const Planner& planner);
  std::vector<std::string> structure_lines() const;
  bool usually_on(Layer layer) const;
  // Returns the chosen options of all structures, whether they are on or off.
  WorldSetup chosen_setup(ChosenFor map = ChosenFor::kOpenMap) const;

  // Finds structures that have become ready: redraws their overlays, and tells features and the query.
  void notice_ready();
  // Counts all structures that are ready now as found, without telling features.
  void take_ready() { was_ready_ = ready_structures(); }
  void forget_ready() { was_ready_ = 0; }
  void keep_ready() { was_ready_ &= ready_structures(); }
  uint32_t ready_structures() const;  // bit set: bit i is structure i

 private:
  void switched(StructureId structure, bool on);
  bool follows_structure(Layer layer) const;  // the layer becomes visible with its structure

  uint32_t was_ready_ = 0;
};

}  // namespace strata
