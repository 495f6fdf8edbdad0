// Purpose: TerrainsDialog edits the names, colours, letters and weights of the terrains of the open map.
#pragma once

#include <array>
#include <cstdint>

#include "core/grid/terrain.hpp"

namespace strata {

class DialogFrame;
class Lab;
class Ui;

class TerrainsDialog {
 public:
  void draw(Ui& ui, const Lab& lab, DialogFrame& frame);

 private:
  void draw_row(Ui& ui, const Lab& lab, Terrain terrain);

  std::array<std::array<char, 32>, kTerrains> names_{};  // content of the fields
  std::array<std::array<float, 3>, kTerrains> colors_{};
  // The version of LabState::terrain_looks from which the fields were filled.
  uint64_t read_ = 0;
};

}  // namespace strata
