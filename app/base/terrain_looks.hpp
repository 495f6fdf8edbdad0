// Purpose: TerrainLooks are the names and colours under which the terrains of the open map are shown. Commands and
// files
//          keep the names of the format.
// Errors: A name or colour that cannot be used is refused with the reason.
// Threads: The main thread. Like keys, the looks belong to the program, not to a lab.
#pragma once

#include <array>
#include <cstdint>
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
using TerrainLooks = std::array<TerrainLook, kTerrains>;  // by Terrain

const TerrainLooks& usual_terrain_looks();
const TerrainLooks& terrain_looks();
void set_terrain_looks(TerrainLooks looks);
uint64_t terrain_looks_version();  // changes with the looks
// Returns the name under which the terrain is shown.
std::string_view terrain_title(Terrain terrain);
// The name of an edit, such as "Brush trees", in two parts: the terrain is that under which it is shown, or empty.
struct EditTitle {
  std::string_view before, terrain;
};
EditTitle edit_title_parts(std::string_view name);
std::string edit_title(std::string_view name);

// Reads a name for the terrain: a few words that no other terrain has.
Result<std::string> terrain_name_word(const TerrainLooks& looks, Terrain terrain, const std::string& word);
// Reads and writes a colour such as "c9bd8f".
Result<Rgba> color_word(const std::string& word);
std::string color_text(Rgba color);

}  // namespace strata
