#include "core/io/ros_map.hpp"

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <cmath>
#include <filesystem>
#include <vector>

#include "core/base/number_text.hpp"
#include "core/io/files.hpp"
#include "core/io/image_map.hpp"
#include "core/io/text.hpp"

namespace strata {
namespace {

constexpr size_t kMaxRosBytes = size_t{64} << 10;
constexpr size_t kMaxRosImageBytes = size_t{512} << 20;

// Reads the keys of one YAML file. The first error is kept.
class RosMapReader {
 public:
  explicit RosMapReader(const std::string& name) : name_(name) {}

  Result<RosMap> read(const YAML::Node& root) {
    if (!root.IsMap()) return error_at_line(name_, 1, "expected the keys of a map of map_server: image, resolution");
    if (const YAML::Node image = needed(root, "image")) map_.image = image.IsScalar() ? image.Scalar() : "";
    if (error_.what.empty() && map_.image.empty()) refuse(root["image"], "the image has no name");
    if (const YAML::Node resolution = needed(root, "resolution")) number(resolution, map_.resolution);
    if (error_.what.empty() && !(map_.resolution > 0)) refuse(root["resolution"], "the resolution is not above 0");
    read_origin(root["origin"]);
    if (const YAML::Node occupied = root["occupied_thresh"]) share(occupied, map_.occupied);
    if (const YAML::Node free = root["free_thresh"]) share(free, map_.free);
    if (error_.what.empty() && map_.free > map_.occupied) {
      refuse(root, fmt::format("free_thresh {} is above occupied_thresh {}", map_.free, map_.occupied));
    }
    read_negate(root["negate"]);
    read_mode(root["mode"]);
    if (!error_.what.empty()) return error_;
    return map_;
  }

 private:
  void refuse(const YAML::Node& node, std::string what) {
    const int line = node ? node.Mark().line : 0;
    if (error_.what.empty()) error_ = error_at_line(name_, static_cast<size_t>(std::max(line, 0)) + 1, std::move(what));
  }
  YAML::Node needed(const YAML::Node& root, const char* key) {
    const YAML::Node node = root[key];
    if (!node) refuse(root, fmt::format("the key {} is missing", key));
    return node;
  }
  void number(const YAML::Node& node, double& value) {
    const auto parsed = node.IsScalar() ? parse_finite(node.Scalar()) : std::nullopt;
    if (parsed) {
      value = *parsed;
    } else {
      refuse(node,
             fmt::format("expected a number, got {}", node.IsScalar() ? strata::quoted(node.Scalar()) : "a list"));
    }
  }
  void share(const YAML::Node& node, double& value) {
    number(node, value);
    if (!(value >= 0 && value <= 1)) refuse(node, fmt::format("a threshold is 0 to 1, not {}", value));
  }
  void read_origin(const YAML::Node& node) {
    if (!node) return;
    if (!node.IsSequence() || node.size() < 2 || node.size() > 3) return refuse(node, "origin is [x, y, yaw]");
    for (size_t i = 0; i < node.size(); ++i) number(node[i], map_.origin[i]);
  }
  void read_negate(const YAML::Node& node) {
    if (!node) return;
    const std::string word = node.IsScalar() ? node.Scalar() : "";
    map_.negate = word == "1" || word == "true";
    if (!map_.negate && word != "0" && word != "false") refuse(node, "negate is 0 or 1");
  }
  void read_mode(const YAML::Node& node) {
    if (!node) return;
    const std::string word = node.IsScalar() ? node.Scalar() : "";
    if (word == "scale") {
      map_.mode = RosMode::kScale;
    } else if (word == "raw") {
      map_.mode = RosMode::kRaw;
    } else if (word != "trinary") {
      refuse(node, fmt::format("the mode is trinary, scale or raw, not {}", strata::quoted(word)));
    }
  }

  const std::string& name_;
  RosMap map_;
  Error error_;
};

// Returns the path of the image.
std::string ros_image_path(const std::string& path, const RosMap& ros) {
  std::filesystem::path image = std::filesystem::path(ros.image).lexically_normal();
  // A file of someone else cannot name one in another folder: only the name counts then.
  if (image.is_absolute() || image.begin() == image.end() || *image.begin() == "..") image = image.filename();
  return (std::filesystem::path(path).parent_path() / image).string();
}

struct RosFiles {
  RosMap ros;
  std::string image_path;
  std::string bytes;
  GreyImage image;
};

Result<RosFiles> read_ros_files(const std::string& path) {
  const Result<std::string> yaml = read_file(path, kMaxRosBytes);
  if (!yaml) return yaml.error();
  Result<RosMap> ros = parse_ros_map(yaml.value(), path);
  if (!ros) return ros.error();
  RosFiles files{std::move(ros.value()), {}, {}, {}};
  files.image_path = ros_image_path(path, files.ros);
  Result<std::string> bytes = read_file(files.image_path, kMaxRosImageBytes);
  if (!bytes) return bytes.error();
  files.bytes = std::move(bytes.value());
  Result<GreyImage> image = parse_image(files.bytes, files.image_path);
  if (!image) return image.error();
  files.image = std::move(image.value());
  return files;
}

Terrain terrain_of_ros(const RosFiles& files, size_t pixel, const RosOptions& options) {
  const int alpha = files.image.alpha.empty() ? 255 : files.image.alpha[pixel];
  return terrain_of_ros_pixel(files.ros, files.image.grey[pixel], alpha, options);
}

// Returns a lightness that stands for the terrain: that of map_saver, if it does; -1: there is none.
int lightness_for(const RosMap& ros, Terrain terrain, const RosOptions& options) {
  const int usual = terrain == Terrain::kGround ? 254 : 0;
  for (int i = 0; i < 256; ++i) {
    const int lightness = ((ros.negate ? 255 - usual : usual) + i) % 256;
    if (terrain_of_ros_pixel(ros, lightness, 255, options) == terrain) return lightness;
  }
  return -1;
}

}  // namespace

Result<RosMap> parse_ros_map(std::string_view yaml, const std::string& name) {
  const Result<PlainText> plain = PlainText::of(yaml, name);
  if (!plain) return plain.error();
  try {
    return RosMapReader(name).read(YAML::Load(std::string(plain.value().view())));
  } catch (const YAML::Exception& failed) {
    return error_at_line(name, static_cast<size_t>(std::max(failed.mark.line, 0)) + 1, "YAML: " + failed.msg);
  }
}

Terrain terrain_of_ros_pixel(const RosMap& ros, int lightness, int alpha, const RosOptions& options) {
  if (ros.mode == RosMode::kRaw) {
    if (lightness > 100) return options.unknown;
    const double occupancy = lightness / 100.0;
    return occupancy >= ros.occupied ? Terrain::kOut : occupancy <= ros.free ? Terrain::kGround : options.unknown;
  }
  const double occupancy = (ros.negate ? lightness : 255 - lightness) / 255.0;
  if (ros.mode == RosMode::kScale && alpha == 0) return options.unknown;
  if (occupancy > ros.occupied) return Terrain::kOut;
  if (occupancy < ros.free) return Terrain::kGround;
  if (ros.mode == RosMode::kTrinary) return options.unknown;
  return occupancy - ros.free > ros.occupied - occupancy ? Terrain::kOut : Terrain::kGround;
}

Result<OpenedMap> load_ros_map(const std::string& path, const RosOptions& options, const LetterTerrains& terrains) {
  const Result<RosFiles> files = read_ros_files(path);
  if (!files) return files.error();
  const GreyImage& image = files.value().image;
  std::vector<char> letters(image.grey.size());
  for (size_t i = 0; i < letters.size(); ++i)
    letters[i] = terrain_info(terrain_of_ros(files.value(), i, options)).letter;
  OpenedMap opened;
  opened.loaded = map_of_terrains(image.width, image.height, std::move(letters), terrains);
  return opened;
}

Result<RosContents> ros_contents(const std::string& path) {
  Result<RosFiles> files = read_ros_files(path);
  if (!files) return files.error();
  RosContents contents;
  // A cell is unknown if what unknown cells are decides its terrain.
  for (size_t i = 0; i < files.value().image.grey.size(); ++i) {
    const bool known =
        terrain_of_ros(files.value(), i, {Terrain::kOut}) == terrain_of_ros(files.value(), i, {Terrain::kGround});
    contents.unknown += known ? 0 : 1;
  }
  contents.image = std::move(files.value().image);
  return contents;
}

Status save_ros_map(const GridMap& map, const std::string& path, const RosOptions& options) {
  const Result<RosFiles> read = read_ros_files(path);
  if (!read) return read.error();
  const RosFiles& files = read.value();
  const GreyImage& image = files.image;
  if (image.width != map.width() || image.height != map.height()) {
    return error_at(files.image_path,
                    fmt::format("has {} x {} pixels, the map to save {} x {} cells: save it under another name",
                                image.width, image.height, map.width(), map.height()));
  }
  std::vector<PixelChange> changes;
  for (CellId id = 0; id < map.cell_count(); ++id) {
    const Terrain wanted = map.terrain(id);
    if (map.letter_terrains().of(terrain_info(terrain_of_ros(files, id, options)).letter) == wanted) continue;
    const int lightness = lightness_for(files.ros, wanted, options);
    if (lightness < 0) {
      return error_at(path, fmt::format("an occupancy grid has no {} (cell {},{}): save the map under another name",
                                        terrain_info(wanted).name, map.cell(id).x, map.cell(id).y));
    }
    changes.push_back({id, static_cast<uint8_t>(lightness)});
  }
  return write_file_atomic(files.image_path, with_pixels(files.bytes, image, changes));
}

}  // namespace strata
