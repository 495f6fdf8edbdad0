// Purpose: TerrainsDialog shows the names, colours, letters and weights of the terrains of the open map, to be changed.
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

  std::array<std::array<char, 32>, kTerrains> names_{};  // what is in the fields
  std::array<std::array<float, 3>, kTerrains> colors_{};
  uint64_t read_ = 0;  // the version of the looks that the fields show
};

}  // namespace strata
