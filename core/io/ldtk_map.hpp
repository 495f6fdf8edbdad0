// Purpose: These functions read projects of the level editor LDtk (.ldtk) as maps: the values of one IntGrid layer of
//          one level. Such a project is not written; the map is saved under another name.
// Source: "JSON file documentation" of LDtk 1.5 (ldtk.io/json): `defs`, `levels`, `layerInstances`, `intGridCsv`.
// Terrains: The options may give a value a terrain. Else its name in the project does: walls, collision, obstacle and
//           the like are blocked, and the names of terrains stand for them, as in maps of Tiled
//           (core/io/tiled_map.hpp). The value 0, which stands for an empty cell, is ground, and any other blocked.
// Differs: Layers of other kinds count for nothing, except that entities called start and goal give start and goal. The
//          offsets of layers count for nothing. Projects that save each level as a file of its own are refused.
// Errors: "FILE:LINE: reason".
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "core/io/number_map.hpp"
#include "core/io/opened_map.hpp"

namespace strata {

struct LdtkOptions {
  std::string level = {};  // name of the level; empty: the first one that has the layer
  std::string layer = {};  // name of the IntGrid layer; empty: the topmost one of the level
  // The terrains of values; the first rule that fits a value holds. Then the names of values count, then `other`.
  std::vector<NumberRule> rules = {};
  std::optional<Terrain> other = {};  // of values without a name that is a terrain, except 0; empty: blocked
  friend bool operator==(const LdtkOptions&, const LdtkOptions&) = default;
};

// An IntGrid layer of a level.
struct LdtkLayer {
  std::string level, name;
  int width = 0, height = 0;
  std::vector<uint32_t> values;           // row by row; 0: the cell is empty
  std::map<uint32_t, std::string> names;  // of the values that have one
  std::optional<Cell> start, goal;        // the cells of the entities with these names
};
struct LdtkProject {
  std::vector<LdtkLayer> layers;  // by level in the order of the file, the topmost layer of each level first
};

// In these functions `name` is the file name in errors.
Result<LdtkProject> read_ldtk(std::string_view text, const std::string& name);
// Returns the layer that the options choose. An error names the levels or layers that there are.
Result<const LdtkLayer*> choose_ldtk_layer(const LdtkProject& project, const std::string& name,
                                           const LdtkOptions& options);
// Returns the terrain of a value of the layer.
Terrain terrain_of_ldtk_value(const LdtkLayer& layer, uint32_t value, const LdtkOptions& options);
// Returns the terrain that the name of a value stands for; nothing if it has none, or one that is no terrain.
std::optional<Terrain> named_ldtk_value(const LdtkLayer& layer, uint32_t value);

Result<OpenedMap> parse_ldtk(std::string_view text, const std::string& name, const LdtkOptions& options = {},
                             const LetterTerrains& terrains = {});
Result<OpenedMap> load_ldtk(const std::string& path, const LdtkOptions& options = {},
                            const LetterTerrains& terrains = {});
inline constexpr size_t kMaxLdtkBytes = size_t{128} << 20;

}  // namespace strata
