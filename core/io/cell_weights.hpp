// Purpose: These functions read and write the weights of single cells (GridMap::weights): as lines of text behind the
//          rows of a map, in workspaces, recovery copies and on the clipboard, and as a grey image beside a map file.
// Format: In text, a line `weights`, then a line for each row of the map with a weight: the number of the row, and for
//         each run of cells with the same weight three numbers, the first column, the number of cells, and the weight:
//           weights
//           0 3 2 40 7 1 255
//         In the image, a pixel for each cell: its lightness is the weight, 0 stands for the weight of the terrain.
// Units: Weights are 1 to 255, rows and columns count from 0.
// Errors: "FILE: reason" for the image; messages without a place for a line.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "core/grid/grid_map.hpp"

namespace strata {

inline constexpr std::string_view kWeightsWord = "weights";

// Returns the lines of text for the weights of all cells, row by row; empty if there are no weights.
std::string format_weights(std::span<const uint8_t> weights, int width);
inline std::string format_weights(const GridMap& map) { return format_weights(map.weights(), map.width()); }
// Reads a line behind that with the word `weights` into `weights`, which has a value for each cell of a map of these
// sides. A cell may be given once.
Status parse_weights_line(std::string_view line, int width, int height, std::vector<uint8_t>& weights);

// Returns the path of the image beside a map file: NAME.weights.png for NAME.map, and for files of other formats their
// whole name with .weights.png behind it, so that maps of several formats may have one name.
std::string weights_image_path(const std::string& map_path);
// Returns the weights in the image beside a map file; nothing if there is no such image. It must have the sides of the
// map.
Result<std::optional<std::vector<uint8_t>>> load_weights_image(const std::string& map_path, int width, int height);
Status save_weights_image(const GridMap& map, const std::string& map_path);
// Removes the image beside a map file that has no weights now, as it would be read with the map.
Status remove_weights_image(const std::string& map_path);

}  // namespace strata
