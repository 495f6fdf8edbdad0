// Purpose: These functions read maps of the map editor Tiled (.tmx, .tmj) as cells, and write changed cells into them.
// Source: "TMX Map Format" and "JSON Map Format" of the manual of Tiled 1.10.
// Terrains: A tile stands for a terrain by, in this order,
//             - its property `terrain`: ground (floor, grass, free), swamp (mud), water, trees (tree, forest), blocked
//               (wall, out), or a letter of the MovingAI format;
//             - its property blocked, blocking, collision, collides, collide, obstacle, solid, wall or impassable
//             (true:
//               blocked, false: ground), or walkable, passable, free, walk (true: ground, false: blocked);
//             - its class, if that is the name of a terrain;
//             - its shapes in the Tile Collision Editor: with any, it is blocked;
//             - the same properties of its tileset;
//             - the same properties of its layer, the layer's class, or the layer's name: walls, collision, obstacles
//               and the like are blocked, and the names of terrains stand for them.
//           Names ignore case. The topmost tile of a cell that stands for a terrain decides, hidden layers included. A
//           cell with other tiles alone is ground. A cell without any tile is blocked if some layer with tiles is not
//           blocked as a whole (a floor), else ground.
// Weights: A cell has the weight of its topmost tile with a property `weight` of 1 to 255; a tile without it has that
// of
//          its tileset, else of its layer. Other values are noted and left out.
// Links: Objects of class `link` in the object layer `links`, see core/io/tiled_links.hpp.
// Differs: Hexagonal and staggered maps are refused, as are tiles compressed by Zstandard. The offsets of layers count
//          for nothing. An infinite map is read as the smallest rectangle that holds its chunks, 0,0 at its top left.
//          External tilesets must lie beside the map or in a folder below; a missing one is noted.
// Errors: "FILE:LINE: reason".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "core/io/opened_map.hpp"
#include "core/io/tiled_document.hpp"

namespace strata {

struct TiledOptions {
  // The layer that alone decides; empty: all. Unless it or one of its tiles stands for a terrain, its tiles are
  // blocked.
  std::string layer = {};
  // A further property of tiles, tilesets and layers: the name of a terrain, or true for blocked.
  std::string property = {};
};

// In these functions `name` is the file name in errors. Objects named start and goal (or of these classes) give start
// and goal: the cell under their middle.
Result<OpenedMap> parse_tiled(std::string_view text, const std::string& name, const TilesetSource& tileset,
                              const TiledOptions& options = {}, const LetterTerrains& terrains = {});
Result<OpenedMap> load_tiled(const std::string& path, const TiledOptions& options = {},
                             const LetterTerrains& terrains = {});

// The tile layers of a map, the lowest first.
struct TiledContents {
  int width = 0, height = 0;
  struct Layer {
    std::string name;
    uint64_t tiles = 0;              // cells with a tile
    std::optional<Terrain> terrain;  // what the whole layer stands for
  };
  std::vector<Layer> layers;
  bool says_anything = false;  // some tile or layer says which terrain it is
};
Result<TiledContents> tiled_contents(const std::string& path, const TiledOptions& options = {});

// Returns the text of the file in `text` with the cells of `map`. It differs from `text` only in the tiles of cells
// with another terrain: a cell gets the most frequent tile of its layer that stands for the terrain, or another such
// tile, or loses a tile of a layer of walls. An error names the cell for which there is no such tile, and if the map
// has another size. The same holds for cells with another weight, if the tileset has tiles for all of them; if not,
// `holds_weights` becomes false, and tiles are changed for terrains alone. Objects of links that the map has otherwise
// are changed, added or taken out.
Result<std::string> edit_tiled(std::string_view text, const std::string& name, const GridMap& map,
                               const TilesetSource& tileset, const TiledOptions& options = {},
                               bool* holds_weights = nullptr);
// A tile of a new file: a terrain, and a weight or 0.
struct TileKind {
  Terrain terrain = Terrain::kGround;
  int weight = 0;
};
// Returns the tiles of a new file, by number: one for each terrain, then one for each pair of terrain and weight on the
// map. The picture has them in rows of kTileColumns.
std::vector<TileKind> tile_kinds(const GridMap& map);
inline constexpr int kTileColumns = kTerrains;
// Returns a new file: one layer, and a tileset with these tiles, whose picture is `picture`.
std::string format_tmj(const GridMap& map, const std::string& picture);
std::string format_tmx(const GridMap& map, const std::string& picture);
// Returns what finds the tilesets of a map with this path.
TilesetSource tilesets_beside(const std::string& path);

}  // namespace strata
