// Purpose: TerrainLooks are the names and colours with which the terrains of a map are displayed. Commands and files
//          use the names of the map format instead.
// Errors: A name or colour that cannot be used is refused with the reason.
// Threads: The functions have no state. LabState has the looks of the open map.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "app/base/palette.hpp"
#include "core/base/result.hpp"
#include "core/grid/terrain.hpp"

namespace strata {

struct TerrainLook {
  std::string name;
  Rgba color = 0;
  friend bool operator==(const TerrainLook&, const TerrainLook&) = default;
};
// Index: Terrain.
using TerrainLooks = std::array<TerrainLook, kTerrains>;

const TerrainLooks& usual_terrain_looks();
// These functions return the displayed name and colour of the terrain.
inline std::string_view terrain_title(const TerrainLooks& looks, Terrain terrain) {
  return looks[static_cast<size_t>(terrain)].name;
}
inline Rgba terrain_color(const TerrainLooks& looks, Terrain terrain) {
  return looks[static_cast<size_t>(terrain)].color;
}
// The title of an edit, in two parts so that a new name of the terrain shows at once: "Brush " and the name of its
// terrain, which may be empty.
struct EditTitle {
  std::string_view before, terrain;
};
EditTitle edit_title_parts(const TerrainLooks& looks, std::string_view name);
std::string edit_title(const TerrainLooks& looks, std::string_view name);

// Reads a name for the terrain. It consists of a few words, and no other terrain has the same name.
Result<std::string> terrain_name_word(const TerrainLooks& looks, Terrain terrain, const std::string& word);
// These functions parse and format a colour such as "c9bd8f".
Result<Rgba> color_word(const std::string& word);
std::string color_text(Rgba color);

}  // namespace strata
