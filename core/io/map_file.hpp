// Purpose: open_map_file opens a map of any format that the library reads, and save_map_file writes one. The format
//          follows from the ending of the file's name: .tmx and .tmj (Tiled), .png, .pgm and .pbm (images), .yaml and
//          .yml (ROS), .csv (numbers), .txt (numbers, if it begins like them), .json (Tiled), .ldtk (LDtk); any other
//          file is a map of MovingAI (.map).
// Weights: Maps of Tiled have the weights of cells as a property of tiles. Weights that a file cannot hold are a grey
//          image beside it, NAME.weights.png for NAME.map (core/io/cell_weights.hpp). Such an image is read with the
//          map of any format, and then says all weights.
// Errors: Those of the format, see tiled_map.hpp, image_map.hpp, ros_map.hpp, number_map.hpp, ldtk_map.hpp and
//         movingai.hpp.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "core/io/image_map.hpp"
#include "core/io/ldtk_map.hpp"
#include "core/io/number_map.hpp"
#include "core/io/opened_map.hpp"
#include "core/io/ros_map.hpp"
#include "core/io/tiled_map.hpp"

namespace strata {

enum class MapFormat : uint8_t { kMovingAi, kTiled, kImage, kRos, kNumbers, kLdtk };

struct MapFileOptions {
  LetterTerrains letters = {};
  TiledOptions tiled = {};
  ImageOptions image = {};
  RosOptions ros = {};
  NumberOptions numbers = {};
  LdtkOptions ldtk = {};
};

// Returns the format of a file. The file is read only if its ending is .txt.
MapFormat map_format_of(const std::string& path);
Result<OpenedMap> open_map_file(const std::string& path, const MapFileOptions& options = {});
// Returns all notes on a map, see `notes_on` in movingai.hpp.
std::vector<std::string> notes_on(const OpenedMap& opened, const std::string& name);

// Writes a map, in the format of the file's ending. `from` is the file that the map was opened from with `options`, or
// empty: a map of Tiled, an image or a table of numbers that came from one of the same format keeps all but the tiles,
// pixels or numbers of changed cells, see `edit_tiled`, `edit_image` and `edit_numbers`; where that cannot hold the
// map, a file of another name is written anew. A new map of Tiled gets a picture of its tiles beside it,
// FILE-terrains.png. A map of ROS is written only over its own file, and a project of LDtk not at all.
// `report` becomes what a person should know about the saved file.
struct MapSaveReport {
  // The image with the weights of cells, which the format of the file cannot hold; empty: none was needed. The map is
  // only whole with it.
  std::string weights_file;
  // The map has links between cells, which maps of Tiled alone hold: they are not in the file.
  bool loses_links = false;
  // The file is read with `options` as this map; false: with the usual ones.
  bool keeps_options = false;
};
Status save_map_file(const GridMap& map, const std::string& path, const std::string& from = {},
                     const MapFileOptions& options = {}, MapSaveReport* report = nullptr);

}  // namespace strata
