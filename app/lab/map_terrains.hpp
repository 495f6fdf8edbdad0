// Purpose: MapTerrains stores the names, colours and weights that the user has given to the terrains of the open map
//          and of recent files. They are settings of the map: undo does not change them.
// Errors: The message lists what is possible. Nothing has changed then.
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

  // These functions change the name or the colour of a terrain of the open map. The word "usual" restores the default.
  Status rename(Terrain terrain, const std::string& word);
  Status recolour(Terrain terrain, const std::string& word);
  // Notes that the file's map is open, and applies the names, colours and weights that are stored for the file. An
  // empty path: the map has no file.
  void opened(const std::string& file);
  // These functions return the looks and the weights that are stored for the file; nullopt: no weights are stored.
  TerrainLooks looks_of(const std::string& file) const;
  std::optional<TerrainWeights> weights_of(const std::string& file) const;
  // Stores the terrains of the open map for its file. Weights are stored only together with names or colours.
  void remember(const std::string& file);
  // Returns the commands that give the open map its names and colours.
  std::vector<std::string> lines() const;

 private:
  void looks_changed(TerrainLooks looks);
};

}  // namespace strata
