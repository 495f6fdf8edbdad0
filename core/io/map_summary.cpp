#include "core/io/map_summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "core/base/count_of.hpp"
#include "core/io/files.hpp"
#include "core/io/text.hpp"

namespace strata {
namespace {

Result<MapSummary> summarize_letters(const std::string& path, const MapFileOptions& options) {
  const Result<LoadedMap> loaded = load_map(path, options.letters);
  if (!loaded) return loaded.error();
  MapSummary summary;
  summary.width = loaded.value().map.width();
  summary.height = loaded.value().map.height();
  summary.unknown_letters = loaded.value().unknown_letters;
  for (const MapWarning& letter : summary.unknown_letters) {
    summary.open.push_back(
        fmt::format("The letter '{}' is none of the format ({}).", letter.letter, count_of(letter.cells, "cell")));
  }
  return summary;
}

Result<MapSummary> summarize_tiled(const std::string& path, const MapFileOptions& options) {
  Result<TiledContents> contents = tiled_contents(path, options.tiled);
  if (!contents) return contents.error();
  MapSummary summary;
  summary.width = contents.value().width;
  summary.height = contents.value().height;
  size_t used = 0;
  for (TiledContents::Layer& layer : contents.value().layers) {
    used += layer.tiles > 0 ? 1 : 0;
    summary.layers.push_back({std::move(layer.name), layer.tiles, layer.terrain});
  }
  if (used > 1) summary.open.push_back(fmt::format("{} have tiles: all count, or one alone.", count_of(used, "layer")));
  if (!contents.value().says_anything) {
    summary.open.emplace_back("No tile and no layer says which terrain it is.");
  }
  return summary;
}

// Counts the pixels of an image.
void count_pixels(const GreyImage& image, int least_alpha, MapSummary& summary) {
  summary.width = image.width;
  summary.height = image.height;
  summary.coloured = image.coloured;
  summary.levels_of_grey = image.levels;
  for (size_t i = 0; i < image.grey.size(); ++i) {
    if (!image.alpha.empty() && image.alpha[i] < least_alpha) {
      ++summary.transparent;
    } else {
      ++summary.lightness[image.grey[i]];
    }
  }
}

Result<MapSummary> summarize_image(const std::string& path, const MapFileOptions& options) {
  const Result<GreyImage> image = load_image(path);
  if (!image) return image.error();
  MapSummary summary;
  count_pixels(image.value(), options.image.alpha, summary);
  const auto levels = static_cast<size_t>(std::ranges::count_if(summary.lightness, [](uint64_t n) { return n > 0; }));
  const size_t plain = (summary.lightness.front() > 0 ? 1u : 0u) + (summary.lightness.back() > 0 ? 1u : 0u);
  if (image.value().levels.empty() && levels > plain) {
    summary.open.push_back(
        fmt::format("The image has {} of grey other than black and white.", count_of(levels - plain, "level")));
  }
  return summary;
}

Result<MapSummary> summarize_ros(const std::string& path, const MapFileOptions&) {
  const Result<RosContents> ros = ros_contents(path);
  if (!ros) return ros.error();
  MapSummary summary;
  count_pixels(ros.value().image, 0, summary);
  summary.unknown_cells = ros.value().unknown;
  if (summary.unknown_cells > 0) {
    summary.open.push_back(fmt::format("{} {} neither free nor occupied.", count_of(summary.unknown_cells, "cell"),
                                       summary.unknown_cells == 1 ? "is" : "are"));
  }
  return summary;
}

Result<MapSummary> summarize_numbers(const std::string& path, const MapFileOptions& options) {
  const Result<std::string> text = read_file(path, kMaxNumberBytes);
  if (!text) return text.error();
  const Result<NumberCounts> counts = count_numbers(text.value(), path);
  if (!counts) return counts.error();
  MapSummary summary;
  summary.width = counts.value().width;
  summary.height = counts.value().height;
  summary.truncated = counts.value().truncated;
  size_t others = 0;
  for (const auto& [value, cells] : counts.value().cells) {
    summary.values.push_back({value, cells, {}, terrain_of_number(value, options.numbers)});
    others += value == 0 || value == 1 ? 0 : 1;
  }
  if (others > 0) {
    summary.open.push_back(fmt::format("The table has {}{} other than 0 and 1.", summary.truncated ? "more than " : "",
                                       count_of(others, "number")));
  }
  return summary;
}

Result<MapSummary> summarize_ldtk(const std::string& path, const MapFileOptions& options) {
  const Result<std::string> text = read_file(path, kMaxLdtkBytes);
  if (!text) return text.error();
  const Result<LdtkProject> project = read_ldtk(text.value(), path);
  if (!project) return project.error();
  const Result<const LdtkLayer*> chosen = choose_ldtk_layer(project.value(), path, options.ldtk);
  if (!chosen) return chosen.error();
  const LdtkLayer& layer = *chosen.value();
  MapSummary summary;
  summary.width = layer.width;
  summary.height = layer.height;
  summary.level = layer.level;
  summary.layer = layer.name;
  for (const LdtkLayer& one : project.value().layers) {
    if (std::ranges::find(summary.levels, one.level) == summary.levels.end()) summary.levels.push_back(one.level);
    if (one.level != layer.level) continue;
    summary.layers.push_back(
        {one.name, one.values.size() - static_cast<size_t>(std::ranges::count(one.values, 0u)), {}});
  }
  std::map<uint32_t, uint64_t> cells;
  for (const uint32_t value : layer.values) {
    if (cells.contains(value) || cells.size() < MapSummary::kMostValues) {
      ++cells[value];
    } else {
      summary.truncated = true;
    }
  }
  size_t unnamed = 0;
  for (const auto& [value, count] : cells) {
    const auto name = layer.names.find(value);
    summary.values.push_back({static_cast<double>(value), count,
                              name == layer.names.end() ? std::string() : name->second,
                              terrain_of_ldtk_value(layer, value, options.ldtk)});
    unnamed += value != 0 && !named_ldtk_value(layer, value) ? 1 : 0;
  }
  if (summary.levels.size() > 1) {
    summary.open.push_back(fmt::format("The project has {}.", count_of(summary.levels.size(), "level")));
  }
  if (summary.layers.size() > 1) {
    summary.open.push_back(fmt::format("The level has {}.", count_of(summary.layers.size(), "IntGrid layer")));
  }
  if (unnamed > 0) {
    summary.open.push_back(fmt::format("{} of the layer {} a name that is no terrain, or none.",
                                       count_of(unnamed, "value"), unnamed == 1 ? "has" : "have"));
  }
  return summary;
}

}  // namespace

Result<MapSummary> summarize_map_file(const std::string& path, const MapFileOptions& options) {
  const MapFormat format = map_format_of(path);
  const auto summarize = [&] {
    switch (format) {
      case MapFormat::kTiled:
        return summarize_tiled(path, options);
      case MapFormat::kImage:
        return summarize_image(path, options);
      case MapFormat::kRos:
        return summarize_ros(path, options);
      case MapFormat::kNumbers:
        return summarize_numbers(path, options);
      case MapFormat::kLdtk:
        return summarize_ldtk(path, options);
      case MapFormat::kMovingAi:
        break;
    }
    return summarize_letters(path, options);
  };
  Result<MapSummary> summary = summarize();
  if (summary) summary.value().format = format;
  return summary;
}

}  // namespace strata
