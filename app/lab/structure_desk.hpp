// Purpose: Which structures are kept, and what of layers, rows and settings comes and goes with them.
#pragma once

#include <string>
#include <vector>

#include "app/lab/lab_part.hpp"

namespace strata {

class StructureDesk : public LabPart {
 public:
  explicit StructureDesk(Lab& lab) : LabPart(lab) {}

  // Carries LabState::haa_options over to the world if HAA* is on, with the agent in use among them.
  void apply_haa(bool on);
  // The same for any structure that can be switched on; of layers and rows what belongs to it comes and goes with it.
  void apply_structure(Structure structure, bool on);
  void show_structure(Structure structure, bool on);
  void include_agent(const Agent& agent);        // among what HAA* knows
  bool haa_fits(const GridMap& map);             // into memory; says so if not
  static constexpr double kMaxAgentBytes = 1e9;  // moves and clearances of all kinds of agents
  static double haa_bytes(const GridMap& map, const HaaOptions& options);
  std::vector<std::string> haa_lines() const;
  std::vector<std::string> structure_lines() const;
  static HpaOptions usual_hpa();
  bool usually_on(Layer layer) const;
  WorldSetup chosen_setup() const;

 private:
  bool comes_along(Layer layer) const;  // with its structure
};

}  // namespace strata
