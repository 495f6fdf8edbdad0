// Purpose: MapTerrains keeps the names, colours and weights that the terrains of maps were given: those of the open
// map,
//          and those of recent files. They are settings of the map: undo does not take them back.
// Errors: The message says what is possible. Nothing has changed then.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/base/terrain_looks.hpp"
#include "app/lab/lab_part.hpp"

namespace strata {

class MapTerrains : public LabPart {
 public:
  explicit MapTerrains(Lab& lab) : LabPart(lab) {}

  // Give a terrain of the open map a name or a colour; the word "usual" takes the own one away.
  Status rename(Terrain terrain, const std::string& word);
  Status recolour(Terrain terrain, const std::string& word);
  // Notes that the map of the file is open; an empty path: it has no file. Its terrains look as kept from now on.
  void opened(const std::string& file);
  // Returns the looks and the weights that are kept for the file; no weights: it keeps none.
  TerrainLooks looks_of(const std::string& file) const;
  std::optional<TerrainWeights> weights_of(const std::string& file) const;
  // Remembers the terrains of the open map, which has this file. Weights are kept with names or colours of its own.
  void remember(const std::string& file);
  // Returns the commands that give the open map its names and colours.
  std::vector<std::string> lines() const;

 private:
  void looks_changed(TerrainLooks looks);
};

}  // namespace strata
