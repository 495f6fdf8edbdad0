#include "core/io/map_file.hpp"

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <fstream>

#include "core/io/cell_weights.hpp"
#include "core/io/files.hpp"

namespace strata {
namespace {

namespace fs = std::filesystem;

struct EndingFormat {
  std::string_view ending;
  MapFormat format;
};
constexpr EndingFormat kEndings[] = {{".tmx", MapFormat::kTiled},   {".tmj", MapFormat::kTiled},
                                     {".json", MapFormat::kTiled},  {".png", MapFormat::kImage},
                                     {".pgm", MapFormat::kImage},   {".pbm", MapFormat::kImage},
                                     {".yaml", MapFormat::kRos},    {".yml", MapFormat::kRos},
                                     {".csv", MapFormat::kNumbers}, {".ldtk", MapFormat::kLdtk}};

bool has_name_ending(const std::string& path, std::string_view ending) {
  return path.size() >= ending.size() && same_word(std::string_view(path).substr(path.size() - ending.size()), ending);
}

bool file_begins_as_numbers(const std::string& path) {
  std::error_code unknown;
  if (!fs::is_regular_file(path, unknown)) return false;
  std::ifstream file(path, std::ios::binary);
  std::string begin(size_t{1} << 16, '\0');
  file.read(begin.data(), static_cast<std::streamsize>(begin.size()));
  begin.resize(static_cast<size_t>(file.gcount()));
  return begins_as_numbers(begin);
}

bool is_file_there(const std::string& path) {
  std::error_code unknown;
  return fs::is_regular_file(path, unknown);
}

// Returns the picture of the tiles of a new map of Tiled: a square for each, darker for larger weights.
std::string tiles_picture(const GridMap& map) {
  constexpr int kSide = 16;
  constexpr std::array<int, kTerrains> kGrey = {235, 190, 130, 90, 30};  // by Terrain
  const std::vector<TileKind> kinds = tile_kinds(map);
  GreyImage image;
  image.width = kSide * kTileColumns;
  image.height = kSide * ((static_cast<int>(kinds.size()) + kTileColumns - 1) / kTileColumns);
  for (int i = 0; i < image.width * image.height; ++i) {
    const auto tile = static_cast<size_t>(i / image.width / kSide * kTileColumns + i % image.width / kSide);
    const TileKind kind = tile < kinds.size() ? kinds[tile] : TileKind{Terrain::kOut, 0};
    const int grey = kGrey[static_cast<size_t>(kind.terrain)];
    image.grey.push_back(static_cast<uint8_t>(grey * (2 * kMaxCellWeight - kind.weight) / (2 * kMaxCellWeight)));
  }
  return format_png(image);
}

// `holds_weights` becomes false if the file has no tiles for the weights of the map.
Status save_tiled_file(const GridMap& map, const std::string& path, const std::string& from,
                       const TiledOptions& options, bool& holds_weights, bool& keeps_options) {
  const bool is_xml = has_name_ending(path, ".tmx");
  if (!from.empty() && map_format_of(from) == MapFormat::kTiled && has_name_ending(from, ".tmx") == is_xml &&
      is_file_there(from)) {
    const Result<std::string> text = read_file(from);
    if (!text) return text.error();
    const Result<std::string> edited =
        edit_tiled(text.value(), from, map, tilesets_beside(from), options, &holds_weights);
    if (edited) {
      keeps_options = true;
      return write_file_atomic(path, edited.value());
    }
    std::error_code unknown;
    if (fs::equivalent(path, from, unknown)) return edited.error();
  }
  holds_weights = true;
  const std::string picture = fs::path(path).replace_extension().string() + "-terrains.png";
  if (Status written = write_file_atomic(picture, tiles_picture(map)); !written) return written;
  const std::string name = fs::path(picture).filename().string();
  return write_file_atomic(path, is_xml ? format_tmx(map, name) : format_tmj(map, name));
}

Status save_image_file(const GridMap& map, const std::string& path, const std::string& from,
                       const ImageOptions& options, bool& keeps_options) {
  if (has_name_ending(path, ".pbm")) return error_at(path, "choose a name that ends in .pgm or .png for an image");
  const bool is_png = has_name_ending(path, ".png");
  if (!from.empty() && map_format_of(from) == MapFormat::kImage && has_name_ending(from, ".png") == is_png &&
      is_file_there(from)) {
    const Result<std::string> bytes = read_file(from);
    if (!bytes) return bytes.error();
    const Result<std::string> edited = edit_image(bytes.value(), from, map, options);
    if (edited) {
      keeps_options = true;
      return write_file_atomic(path, edited.value());
    }
    std::error_code unknown;
    if (fs::equivalent(path, from, unknown)) return edited.error();
  }
  return write_file_atomic(path, is_png ? format_png(image_of(map)) : format_pgm(image_of(map)));
}

Status save_number_file(const GridMap& map, const std::string& path, const std::string& from,
                        const NumberOptions& options, bool& keeps_options) {
  if (!from.empty() && map_format_of(from) == MapFormat::kNumbers && is_file_there(from)) {
    const Result<std::string> text = read_file(from);
    if (!text) return text.error();
    const Result<std::string> edited = edit_numbers(text.value(), from, map, options);
    if (edited) {
      keeps_options = true;
      return write_file_atomic(path, edited.value());
    }
    std::error_code unknown;
    if (fs::equivalent(path, from, unknown)) return edited.error();
  }
  return write_file_atomic(path, format_numbers(map));
}

Status save_ros_file(const GridMap& map, const std::string& path, const std::string& from, const RosOptions& options) {
  std::error_code unknown;
  if (from.empty() || !fs::equivalent(path, from, unknown)) {
    return error_at(path,
                    "a map of ROS is written only over the file that it was opened from: choose a name that ends "
                    "in .map, .pgm or .png");
  }
  return save_ros_map(map, path, options);
}

}  // namespace

MapFormat map_format_of(const std::string& path) {
  for (const EndingFormat& one : kEndings) {
    if (has_name_ending(path, one.ending)) return one.format;
  }
  return has_name_ending(path, ".txt") && file_begins_as_numbers(path) ? MapFormat::kNumbers : MapFormat::kMovingAi;
}

namespace {

Result<OpenedMap> open_without_weights_image(const std::string& path, const MapFileOptions& options) {
  switch (map_format_of(path)) {
    case MapFormat::kTiled:
      return load_tiled(path, options.tiled, options.letters);
    case MapFormat::kImage:
      return load_image_map(path, options.image, options.letters);
    case MapFormat::kRos:
      return load_ros_map(path, options.ros, options.letters);
    case MapFormat::kNumbers:
      return load_numbers(path, options.numbers, options.letters);
    case MapFormat::kLdtk:
      return load_ldtk(path, options.ldtk, options.letters);
    case MapFormat::kMovingAi:
      break;
  }
  Result<LoadedMap> loaded = load_map(path, options.letters);
  if (!loaded) return loaded.error();
  OpenedMap opened;
  opened.loaded = std::move(loaded.value());
  return opened;
}

// `holds_weights` becomes whether the file itself has all weights of the map, `keeps` whether it is read with
// `options`.
Status save_without_weights_image(const GridMap& map, const std::string& path, const std::string& from,
                                  const MapFileOptions& options, bool& holds_weights, bool& keeps) {
  holds_weights = !map.has_weights();
  switch (map_format_of(path)) {
    case MapFormat::kTiled:
      return save_tiled_file(map, path, from, options.tiled, holds_weights, keeps);
    case MapFormat::kImage:
      return save_image_file(map, path, from, options.image, keeps);
    case MapFormat::kRos:
      keeps = true;
      return save_ros_file(map, path, from, options.ros);
    case MapFormat::kNumbers:
      return save_number_file(map, path, from, options.numbers, keeps);
    case MapFormat::kLdtk:
      return error_at(path, "a project of LDtk is not written: choose a name that ends in .map, .tmj or .png");
    case MapFormat::kMovingAi:
      break;
  }
  return save_map(map, path);
}

}  // namespace

Result<OpenedMap> open_map_file(const std::string& path, const MapFileOptions& options) {
  Result<OpenedMap> opened = open_without_weights_image(path, options);
  if (!opened) return opened;
  GridMap& map = opened.value().loaded.map;
  Result<std::optional<std::vector<uint8_t>>> weights = load_weights_image(path, map.width(), map.height());
  if (!weights) return weights.error();
  if (weights.value()) map.set_weights(std::move(*weights.value()));
  return opened;
}

std::vector<std::string> notes_on(const OpenedMap& opened, const std::string& name) {
  std::vector<std::string> notes = notes_on(opened.loaded, name);
  for (const std::string& note : opened.notes) notes.push_back(fmt::format("{}: {}", name, note));
  return notes;
}

Status save_map_file(const GridMap& map, const std::string& path, const std::string& from,
                     const MapFileOptions& options, MapSaveReport* report) {
  if (map.cell_count() == 0) return error_at(path, "there is no map to save");
  std::error_code unknown;
  if (!from.empty() && fs::equivalent(from, weights_image_path(path), unknown)) {
    return error_at(path, fmt::format("{} would be read as the weights of this map: choose another name", from));
  }
  MapSaveReport unused;
  MapSaveReport& known = report != nullptr ? *report : unused;
  known = {};
  known.loses_links = map.links() != nullptr && map_format_of(path) != MapFormat::kTiled;
  bool holds_weights = true;
  const Status saved = save_without_weights_image(map, path, from, options, holds_weights, known.keeps_options);
  if (!saved) return saved;
  if (holds_weights) return remove_weights_image(path);
  known.weights_file = weights_image_path(path);
  return save_weights_image(map, path);
}

}  // namespace strata
