// Purpose: These functions read maps of ROS (map_server, Nav2): a YAML file that names an image, and how its pixels
// stand
//          for free, occupied and unknown cells. Changed cells are written into the image.
// Source: wiki.ros.org/map_server, "Map format"; Nav2, nav2_map_server/map_io.
// Format: image, resolution, origin, occupied_thresh, free_thresh, negate and mode (trinary, scale, raw). A missing
//         threshold is 0.65 or 0.196, a missing mode trinary; other keys are not read.
// Terrains: The occupancy of a pixel is (255 - lightness) / 255, or lightness / 255 if `negate` is set. Above
//           occupied_thresh it is blocked, below free_thresh ground, in between unknown. In the mode scale, it is what
//           it is nearer to, and a transparent pixel is unknown; in the mode raw the lightness is the occupancy in
//           percent, above 100 unknown. Unknown cells are blocked, unless the options say otherwise.
// Differs: The image lies beside the YAML file or in a folder below; of other paths only the name counts.
// Units: `resolution` in metres for each cell, `origin` in metres and radians.
// Errors: "FILE:LINE: reason".
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/result.hpp"
#include "core/io/image_map.hpp"
#include "core/io/opened_map.hpp"

namespace strata {

enum class RosMode : uint8_t { kTrinary, kScale, kRaw };
struct RosMap {
  std::string image;
  double resolution = 0;
  std::array<double, 3> origin{};  // x, y and yaw of the lower left corner
  double occupied = 0.65, free = 0.196;
  bool negate = false;
  RosMode mode = RosMode::kTrinary;
};
struct RosOptions {
  Terrain unknown = Terrain::kOut;
};

// In these functions `name` is the file name in errors.
Result<RosMap> parse_ros_map(std::string_view yaml, const std::string& name);
Result<OpenedMap> load_ros_map(const std::string& path, const RosOptions& options = {},
                               const LetterTerrains& terrains = {});
// The image of a map of ROS, and how many of its cells are neither free nor occupied.
struct RosContents {
  GreyImage image;
  uint64_t unknown = 0;
};
Result<RosContents> ros_contents(const std::string& path);
// Returns the terrain of a pixel.
Terrain terrain_of_ros_pixel(const RosMap& ros, int lightness, int alpha, const RosOptions& options);
// Writes the cells of a map into the image of the YAML file `path`. Other pixels than those of changed cells stay. An
// occupancy grid has no swamp, water and trees.
Status save_ros_map(const GridMap& map, const std::string& path, const RosOptions& options = {});

}  // namespace strata
