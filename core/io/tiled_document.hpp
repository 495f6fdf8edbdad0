// Purpose: A TiledDocument holds what a map of Tiled says about cells: its tile layers with the places of their tiles
//          in the file, the terrains that tiles and layers are given, its objects, and those of them that are links
//          (core/io/tiled_links.hpp). read_tiled_json and read_tiled_xml read .tmj and .tmx files into it.
// Source: "TMX Map Format" and "JSON Map Format" of the manual of Tiled 1.10.
// Units: Places of objects in pixels of the map.
// Errors: "FILE:LINE: reason".
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/base/result.hpp"
#include "core/grid/terrain.hpp"
#include "core/io/tiled_links.hpp"
#include "core/io/tiled_tiles.hpp"

namespace strata {

// Collects what the properties of a tile, a tileset or a layer say about terrain and weight, see core/io/tiled_map.hpp.
class TerrainHints {
 public:
  // `own`: a further name of a property, of any kind; empty: none.
  explicit TerrainHints(std::string_view own) : own_(own) {}
  // `value`: the text of the value, "true" and "false" for switches.
  void property(std::string_view name, std::string_view value);
  void class_name(std::string_view name);  // the class (formerly type)
  std::optional<Terrain> terrain() const { return named_ ? named_ : switched_ ? switched_ : by_class_; }
  int weight() const { return weight_; }  // 0: nothing is said
  // The value of a property `weight` that is none of a cell; empty: there is none.
  const std::string& other_weight() const { return other_weight_; }

 private:
  std::string_view own_;
  std::optional<Terrain> named_, switched_, by_class_;
  int weight_ = 0;
  std::string other_weight_;
};
// Returns the terrain that a name stands for: "water", "W", "mud"; nothing if it is none.
std::optional<Terrain> terrain_by_word(std::string_view word);
// Returns the terrain of all tiles of a layer with this name: "Walls" are blocked.
std::optional<Terrain> terrain_by_layer_name(std::string_view name);
bool same_word(std::string_view a, std::string_view b);  // ignores case
// Returns a note on the value of a property `weight` that is none of a cell.
std::string other_weight_note(std::string_view value);

// The tiles of a layer, or of a chunk of it.
struct TiledTiles {
  int x = 0, y = 0, width = 0, height = 0;
  TileFormat format;
  std::vector<uint32_t> tiles;  // row by row, as in the file: with the bits of flipped tiles; 0: none
  size_t begin = 0, end = 0;    // bytes of the file
};
struct TiledTileLayer {
  std::string name;
  std::optional<Terrain> terrain;  // of tiles that say nothing themselves
  int weight = 0;                  // of such tiles; 0: none
  std::vector<TiledTiles> parts;
};
struct Tileset {
  uint32_t first = 1;
  std::optional<Terrain> terrain;  // of tiles that say nothing themselves
  int weight = 0;                  // of such tiles; 0: none
  std::unordered_map<uint32_t, Terrain> tiles;
  std::unordered_map<uint32_t, int> weights;  // of tiles with a weight
  std::string other_weight;                   // as TerrainHints::other_weight, the last one
};
struct TiledObject {
  std::string name, class_name;
  double x = 0, y = 0, width = 0, height = 0;
  bool tile = false;  // `y` is the lower edge
};
struct TiledDocument {
  bool isometric = false, infinite = false;
  int width = 0, height = 0;  // of a finite map
  double tile_width = 1, tile_height = 1;
  std::vector<TiledTileLayer> layers;  // the lowest first
  std::vector<Tileset> tilesets;       // ascending by `first`
  std::vector<TiledObject> objects;    // without links
  std::vector<TiledLink> links;
  std::vector<std::string> notes;
};

// Returns the text of a tileset beside the map; nothing if there is no such file.
using TilesetSource = std::function<std::optional<Result<std::string>>(const std::string& file)>;

// What readers of a map need. `property` is for TerrainHints.
struct TiledInput {
  std::string_view text;
  const std::string& name;
  std::string_view property;
  const TilesetSource& tileset;
};
Result<TiledDocument> read_tiled_json(const TiledInput& input);
Result<TiledDocument> read_tiled_xml(const TiledInput& input);
// Returns the tileset of a file of its own; JSON or XML, by its beginning. `name` is the file in errors.
Result<Tileset> read_tileset(std::string_view text, const std::string& name, std::string_view property);
Result<Tileset> read_tileset_json(std::string_view text, const std::string& name, std::string_view property);
Result<Tileset> read_tileset_xml(std::string_view text, const std::string& name, std::string_view property);
// Adds the tileset of a file of its own to the document. A file that is not there is noted.
Status add_external_tileset(const TiledInput& input, const std::string& file, uint32_t first, TiledDocument& document);

// What both readers check. Errors have no place.
Status check_tiled_map(std::string_view orientation, TiledDocument& document);
// Checks the sides of a layer or chunk, and that all tiles together are not too many.
Status check_tiled_part(const TiledTiles& part, const TiledDocument& document, size_t& tiles_so_far);

}  // namespace strata
