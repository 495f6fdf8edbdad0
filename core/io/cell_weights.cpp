#include "core/io/cell_weights.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>

#include "core/base/number_text.hpp"
#include "core/io/files.hpp"
#include "core/io/image_map.hpp"
#include "core/io/text.hpp"
#include "core/io/tiled_document.hpp"

namespace strata {
namespace {

constexpr size_t kMaxWeightsBytes = size_t{512} << 20;

// Removes the next number from the front of a line. Errors have no place.
Status take_number(std::string_view& line, std::string_view what, int least, int most, int& number) {
  const std::string_view word = next_word(line);
  if (word.empty()) return error_at("", fmt::format("the line ends before the {}", what));
  const auto parsed = parse_number<int>(word);
  if (!parsed || *parsed < least || *parsed > most) {
    return error_at("", fmt::format("the {} is {}, not {} to {}", what, strata::quoted(word), least, most));
  }
  number = *parsed;
  return success();
}

}  // namespace

std::string format_weights(std::span<const uint8_t> weights, int columns) {
  if (weights.empty()) return {};
  std::string text(kWeightsWord);
  text += '\n';
  const auto width = static_cast<size_t>(columns);
  for (size_t y = 0; y * width < weights.size(); ++y) {
    const auto row = weights.subspan(y * width, width);
    bool any = false;
    for (size_t x = 0; x < width;) {
      size_t end = x + 1;
      while (end < width && row[end] == row[x]) ++end;
      if (row[x] != 0) {
        if (!any) fmt::format_to(std::back_inserter(text), "{}", y);
        any = true;
        fmt::format_to(std::back_inserter(text), " {} {} {}", x, end - x, row[x]);
      }
      x = end;
    }
    if (any) text += '\n';
  }
  return text;
}

Status parse_weights_line(std::string_view line, int width, int height, std::vector<uint8_t>& weights) {
  int y = 0;
  if (Status read = take_number(line, "row", 0, height - 1, y); !read) return read;
  do {
    int x = 0, count = 0, weight = 0;
    if (Status read = take_number(line, "column", 0, width - 1, x); !read) return read;
    if (Status read = take_number(line, "number of cells", 1, width - x, count); !read) return read;
    if (Status read = take_number(line, "weight", 1, kMaxCellWeight, weight); !read) return read;
    const auto first = weights.begin() + static_cast<std::ptrdiff_t>(y) * width + x;
    const auto given = std::find_if(first, first + count, [](uint8_t known) { return known != 0; });
    if (given != first + count) {
      return error_at("", fmt::format("the weight of cell {},{} is given twice", x + (given - first), y));
    }
    std::fill_n(first, count, static_cast<uint8_t>(weight));
  } while (!trimmed(line).empty());
  return success();
}

std::string weights_image_path(const std::string& map_path) {
  std::filesystem::path path(map_path);
  if (same_word(path.extension().string(), ".map")) path.replace_extension();
  return path.string() + ".weights.png";
}

Result<std::optional<std::vector<uint8_t>>> load_weights_image(const std::string& map_path, int width, int height) {
  const std::string path = weights_image_path(map_path);
  std::error_code unknown;
  if (!std::filesystem::is_regular_file(path, unknown)) return std::optional<std::vector<uint8_t>>();
  const Result<std::string> bytes = read_file(path, kMaxWeightsBytes);
  if (!bytes) return bytes.error();
  Result<GreyImage> image = parse_image(bytes.value(), path);
  if (!image) return image.error();
  if (image.value().width != width || image.value().height != height) {
    return error_at(path, fmt::format("has {} x {} pixels, the map beside it {} x {} cells: remove or rename the image "
                                      "to open the map without weights",
                                      image.value().width, image.value().height, width, height));
  }
  return std::optional(std::move(image.value().grey));
}

Status save_weights_image(const GridMap& map, const std::string& map_path) {
  GreyImage image;
  image.width = map.width();
  image.height = map.height();
  image.grey.assign(map.cell_count(), 0);
  std::ranges::copy(map.weights(), image.grey.begin());
  return write_file_atomic(weights_image_path(map_path), format_png(image));
}

Status remove_weights_image(const std::string& map_path) {
  const std::string path = weights_image_path(map_path);
  std::error_code failed;
  std::filesystem::remove(path, failed);
  return failed ? Status(error_at(path, failed.message())) : success();
}

}  // namespace strata
