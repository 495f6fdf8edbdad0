#include "core/io/image_map.hpp"

#include <fmt/format.h>
#include <png.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>

#include "core/base/number_text.hpp"
#include "core/io/files.hpp"
#include "core/io/json_tree.hpp"
#include "core/io/text.hpp"

namespace strata {
namespace {

constexpr std::string_view kLevelsKey = "strata-terrains";
constexpr std::string_view kPngBegin = "\x89PNG\r\n\x1a\n";
constexpr size_t kMaxImageBytes = size_t{512} << 20;

bool is_image_side(uint64_t side) { return side >= 1 && side <= static_cast<uint64_t>(GridMap::kMaxSide); }
std::string wrong_sides(uint64_t width, uint64_t height) {
  return fmt::format("an image of {} x {} pixels is outside of what can be opened (1 to {})", width, height,
                     GridMap::kMaxSide);
}

// --- netpbm ----------------------------------------------------------------------------------------------------------

class NetpbmReader {
 public:
  NetpbmReader(std::string_view bytes, const std::string& name) : bytes_(bytes), name_(name) {}

  Result<GreyImage> read() {
    const char kind = bytes_.size() > 1 ? bytes_[1] : '0';
    if (kind == '3' || kind == '6') return at("a coloured image (PPM) is not read: save it as PGM or PNG");
    if (kind != '1' && kind != '2' && kind != '4' && kind != '5') {
      return at("this is no PGM, PBM or PNG image");
    }
    byte_ = 2;
    const bool is_bits = kind == '1' || kind == '4';
    uint64_t width = 0, height = 0;
    for (const auto& [what, number] : {std::pair("width", &width), std::pair("height", &height)}) {
      if (Status read = header_number(what, *number); !read) return read.error();
    }
    if (!is_image_side(width) || !is_image_side(height)) return at(wrong_sides(width, height));
    uint64_t most = 1;
    if (!is_bits) {
      if (Status read = header_number("highest level of grey", most); !read) return read.error();
      if (most < 1 || most > 65535) return at(fmt::format("the highest level of grey is {}, not 1 to 65535", most));
    }
    image_.width = static_cast<int>(width);
    image_.height = static_cast<int>(height);
    const bool is_text = kind == '1' || kind == '2';
    // Each pixel takes at least a bit of the file, so that a short file takes no memory.
    const uint64_t least = is_text ? width * height : is_bits ? (width + 7) / 8 * height : width * height;
    if (bytes_.size() - byte_ < least) return at(fmt::format("the file ends before the {} x {} pixels", width, height));
    image_.grey.reserve(width * height);
    const Status read = is_text ? text(most, is_bits) : is_bits ? bits() : levels(most);
    if (!read) return read.error();
    return std::move(image_);
  }

 private:
  Error at(std::string what) const { return error_at_line(name_, line_at(bytes_, byte_), std::move(what)); }
  bool done() const { return byte_ >= bytes_.size(); }
  static bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

  // Skips blanks and comments, and takes the terrains that a comment names.
  Status skip() {
    while (!done()) {
      if (is_space(bytes_[byte_])) {
        ++byte_;
      } else if (bytes_[byte_] == '#') {
        const size_t end = std::min(bytes_.find_first_of("\r\n", byte_), bytes_.size());
        std::string_view words = bytes_.substr(byte_ + 1, end - byte_ - 1);
        if (next_word(words) == kLevelsKey) {
          Result<std::vector<GreyLevel>> named = parse_level_words(words);
          if (!named) return at(named.error().what);
          image_.levels = std::move(named.value());
        }
        byte_ = end;
      } else {
        break;
      }
    }
    return success();
  }
  Status number(std::string_view what, uint64_t& value) {
    if (Status skipped = skip(); !skipped) return skipped;
    size_t end = byte_;
    while (end < bytes_.size() && bytes_[end] >= '0' && bytes_[end] <= '9') ++end;
    const auto parsed = parse_number<uint64_t>(bytes_.substr(byte_, end - byte_));
    if (!parsed) {
      return at(done() ? fmt::format("the file ends before the {}", what)
                       : fmt::format("expected the {}, got {}", what, strata::quoted(bytes_.substr(byte_, 1))));
    }
    byte_ = end;
    value = *parsed;
    return success();
  }
  // One byte of white space ends the header.
  Status header_number(std::string_view what, uint64_t& value) {
    if (Status read = number(what, value); !read) return read;
    if (!done() && !is_space(bytes_[byte_])) return at(fmt::format("expected a blank behind the {}", what));
    return success();
  }

  size_t pixels() const { return static_cast<size_t>(image_.width) * static_cast<size_t>(image_.height); }
  void add(uint64_t level, uint64_t most) {
    image_.grey.push_back(static_cast<uint8_t>((level * 255 + most / 2) / most));
  }

  Status text(uint64_t most, bool is_bits) {
    while (image_.grey.size() < pixels()) {
      if (Status skipped = skip(); !skipped) return skipped;
      uint64_t level = 0;
      if (is_bits) {
        // Digits of a PBM need no blanks between them.
        if (done() || (bytes_[byte_] != '0' && bytes_[byte_] != '1')) {
          return at(fmt::format("expected pixel {} as 0 or 1", image_.grey.size() + 1));
        }
        level = bytes_[byte_++] == '1' ? 0 : 1;
      } else {
        if (Status read = number("level of a pixel", level); !read) return read;
        if (level > most) return at(fmt::format("the level {} is above the highest, {}", level, most));
      }
      add(level, most);
    }
    return success();
  }
  Status bits() {
    ++byte_;
    const size_t row_bytes = (static_cast<size_t>(image_.width) + 7) / 8;
    if (bytes_.size() < byte_ + row_bytes * static_cast<size_t>(image_.height))
      return at("the file ends in its pixels");
    for (int y = 0; y < image_.height; ++y) {
      for (int x = 0; x < image_.width; ++x) {
        const auto byte = static_cast<uint8_t>(bytes_[byte_ + static_cast<size_t>(x) / 8]);
        add((byte >> (7 - x % 8) & 1) == 1 ? 0 : 1, 1);
      }
      byte_ += row_bytes;
    }
    return success();
  }
  Status levels(uint64_t most) {
    ++byte_;
    const size_t each = most > 255 ? 2 : 1;
    if (bytes_.size() < byte_ + pixels() * each) return at("the file ends in its pixels");
    if (most == 255) image_.first_byte = byte_;
    for (size_t i = 0; i < pixels(); ++i) {
      uint64_t level = 0;
      for (size_t j = 0; j < each; ++j) level = level << 8 | static_cast<uint8_t>(bytes_[byte_ + i * each + j]);
      if (level > most) return at(fmt::format("the level {} of pixel {} is above the highest, {}", level, i + 1, most));
      add(level, most);
    }
    return success();
  }

  std::string_view bytes_;
  const std::string& name_;
  size_t byte_ = 0;
  GreyImage image_;
};

// --- PNG -------------------------------------------------------------------------------------------------------------

uint32_t big_endian(std::string_view bytes, size_t at) {
  uint32_t value = 0;
  for (size_t i = 0; i < 4; ++i) value = value << 8 | static_cast<uint8_t>(bytes[at + i]);
  return value;
}
std::string big_endian(uint32_t value) {
  std::string bytes;
  for (const int shift : {24, 16, 8, 0}) bytes += static_cast<char>(value >> shift & 0xff);
  return bytes;
}

// Returns the text chunk of this name; empty if there is none.
std::string_view png_text(std::string_view bytes, std::string_view key) {
  for (size_t at = kPngBegin.size(); bytes.size() >= at + 12;) {
    const size_t length = big_endian(bytes, at);
    if (bytes.size() - at - 12 < length) break;
    const std::string_view data = bytes.substr(at + 8, length);
    if (bytes.substr(at + 4, 4) == "tEXt" && data.starts_with(key) && data.substr(key.size()).starts_with('\0')) {
      return data.substr(key.size() + 1);
    }
    at += length + 12;
  }
  return {};
}

// Returns the pixels of a PNG as red, green, blue and alpha.
struct PngPixels {
  int width = 0, height = 0;
  std::vector<uint8_t> bytes;
};
Result<PngPixels> png_pixels(std::string_view bytes, const std::string& name) {
  png_image png{};
  png.version = PNG_IMAGE_VERSION;
  if (png_image_begin_read_from_memory(&png, bytes.data(), bytes.size()) == 0) {
    return error_at(name, fmt::format("PNG: {}", png.message));
  }
  if (!is_image_side(png.width) || !is_image_side(png.height)) {
    const std::string what = wrong_sides(png.width, png.height);
    png_image_free(&png);
    return error_at(name, what);
  }
  png.format = PNG_FORMAT_RGBA;
  PngPixels pixels{static_cast<int>(png.width), static_cast<int>(png.height), {}};
  pixels.bytes.resize(PNG_IMAGE_SIZE(png));
  if (png_image_finish_read(&png, nullptr, pixels.bytes.data(), 0, nullptr) == 0) {
    return error_at(name, fmt::format("PNG: {}", png.message));
  }
  return pixels;
}

// `format`: what the bytes of a pixel are, PNG_FORMAT_GRAY and so on.
std::string written_png(int width, int height, png_uint_32 format, const std::vector<uint8_t>& pixels,
                        const std::vector<GreyLevel>& levels) {
  png_image png{};
  png.version = PNG_IMAGE_VERSION;
  png.width = static_cast<png_uint_32>(width);
  png.height = static_cast<png_uint_32>(height);
  png.format = format;
  // The bound is large enough for any image of these sides.
  png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(png);
  std::string out(size, '\0');
  STRATA_CHECK(png_image_write_to_memory(&png, out.data(), &size, 0, pixels.data(), 0, nullptr) != 0);
  out.resize(size);
  if (levels.empty()) return out;
  std::string chunk = "tEXt";
  chunk += kLevelsKey;
  chunk += '\0';
  chunk += level_words(levels);
  const auto check =
      static_cast<uint32_t>(crc32(0, reinterpret_cast<const Bytef*>(chunk.data()), static_cast<uInt>(chunk.size())));
  constexpr size_t kBehindHeader = 8 + 25;  // signature and IHDR
  out.insert(kBehindHeader, big_endian(static_cast<uint32_t>(chunk.size() - 4)) + chunk + big_endian(check));
  return out;
}

Result<GreyImage> parse_png(std::string_view bytes, const std::string& name) {
  const Result<PngPixels> read = png_pixels(bytes, name);
  if (!read) return read.error();
  const PngPixels& png = read.value();
  GreyImage image;
  image.width = png.width;
  image.height = png.height;
  bool opaque = true;
  for (size_t i = 0; i < png.bytes.size(); i += 4) {
    const uint8_t* pixel = &png.bytes[i];
    image.grey.push_back(static_cast<uint8_t>((pixel[0] + pixel[1] + pixel[2] + 1) / 3));
    image.alpha.push_back(pixel[3]);
    opaque &= pixel[3] == 255;
    image.coloured += pixel[0] != pixel[1] || pixel[1] != pixel[2] ? 1 : 0;
  }
  if (opaque) image.alpha.clear();
  if (const std::string_view words = png_text(bytes, kLevelsKey); !words.empty()) {
    Result<std::vector<GreyLevel>> levels = parse_level_words(words);
    if (!levels) return error_at(name, levels.error().what);
    image.levels = std::move(levels.value());
  }
  return image;
}

std::string with_png_pixels(std::string_view bytes, const GreyImage& image, const std::vector<PixelChange>& changes) {
  Result<PngPixels> read = png_pixels(bytes, "");
  STRATA_CHECK(read.ok());
  PngPixels& png = read.value();
  for (const PixelChange& change : changes) {
    for (size_t i = 0; i < 3; ++i) png.bytes[4 * change.pixel + i] = change.grey;
    png.bytes[4 * change.pixel + 3] = 255;
  }
  return written_png(png.width, png.height, PNG_FORMAT_RGBA, png.bytes, image.levels);
}

Terrain terrain_of_pixel(const GreyImage& image, size_t pixel, const ImageOptions& options) {
  if (!image.alpha.empty() && image.alpha[pixel] < options.alpha) return Terrain::kOut;
  const int grey = image.grey[pixel];
  if (image.levels.empty() || options.ignore_words) {
    return (grey >= options.threshold) != options.negate ? Terrain::kGround : Terrain::kOut;
  }
  return std::ranges::min(image.levels, {}, [&](const GreyLevel& level) { return std::abs(level.grey - grey); })
      .terrain;
}

// Returns the level that a pixel of this terrain gets; nothing if there is none.
std::optional<uint8_t> grey_for(const GreyImage& image, Terrain terrain, const ImageOptions& options) {
  for (int grey : {255, 0}) {
    GreyImage pixel{.width = 1, .height = 1, .grey = {static_cast<uint8_t>(grey)}, .alpha = {}, .levels = image.levels};
    if (terrain_of_pixel(pixel, 0, options) == terrain) return static_cast<uint8_t>(grey);
  }
  if (options.ignore_words) return std::nullopt;
  const auto named = std::ranges::find(image.levels, terrain, &GreyLevel::terrain);
  if (named == image.levels.end()) return std::nullopt;
  return static_cast<uint8_t>(named->grey);
}

// By Terrain.
constexpr std::array<uint8_t, kTerrains> kWrittenGrey = {255, 191, 127, 63, 0};

}  // namespace

std::string level_words(const std::vector<GreyLevel>& levels) {
  std::string words;
  for (const GreyLevel& level : levels) {
    words += fmt::format("{}{}={}", words.empty() ? "" : " ", level.grey, terrain_info(level.terrain).name);
  }
  return words;
}

Result<std::vector<GreyLevel>> parse_level_words(std::string_view words) {
  std::vector<GreyLevel> levels;
  for (std::string_view word = next_word(words); !word.empty(); word = next_word(words)) {
    const size_t sign = word.find('=');
    const auto grey = parse_number<uint8_t>(word.substr(0, sign));
    const auto terrain = sign == word.npos ? std::nullopt : terrain_named(word.substr(sign + 1));
    if (!grey || !terrain || levels.size() == 256) {
      return error_at("", fmt::format("expected {} as in 255=ground, got {}", kLevelsKey, strata::quoted(word)));
    }
    levels.push_back({*grey, *terrain});
  }
  if (levels.empty()) return error_at("", fmt::format("{} names no terrain", kLevelsKey));
  return levels;
}

Result<GreyImage> parse_image(std::string_view bytes, const std::string& name) {
  if (bytes.empty()) return error_at_line(name, 1, "the file is empty");
  if (bytes.starts_with(kPngBegin)) return parse_png(bytes, name);
  if (bytes[0] == 'P') return NetpbmReader(bytes, name).read();
  return error_at_line(name, 1, "this is no PGM, PBM or PNG image");
}

Result<OpenedMap> parse_image_map(std::string_view bytes, const std::string& name, const ImageOptions& options,
                                  const LetterTerrains& terrains) {
  const Result<GreyImage> read = parse_image(bytes, name);
  if (!read) return read.error();
  const GreyImage& image = read.value();
  std::vector<char> letters(image.grey.size());
  for (size_t i = 0; i < letters.size(); ++i) letters[i] = terrain_info(terrain_of_pixel(image, i, options)).letter;
  OpenedMap opened;
  opened.loaded = map_of_terrains(image.width, image.height, std::move(letters), terrains);
  return opened;
}

Result<GreyImage> load_image(const std::string& path) {
  const Result<std::string> bytes = read_file(path, kMaxImageBytes);
  if (!bytes) return bytes.error();
  return parse_image(bytes.value(), path);
}

Result<OpenedMap> load_image_map(const std::string& path, const ImageOptions& options, const LetterTerrains& terrains) {
  const Result<std::string> bytes = read_file(path, kMaxImageBytes);
  if (!bytes) return bytes.error();
  return parse_image_map(bytes.value(), path, options, terrains);
}

std::string format_pgm(const GreyImage& image) {
  std::string out = "P5\n";
  if (!image.levels.empty()) out += fmt::format("# {} {}\n", kLevelsKey, level_words(image.levels));
  out += fmt::format("{} {}\n255\n", image.width, image.height);
  out.append(reinterpret_cast<const char*>(image.grey.data()), image.grey.size());
  return out;
}

std::string format_png(const GreyImage& image) {
  if (image.alpha.empty()) return written_png(image.width, image.height, PNG_FORMAT_GRAY, image.grey, image.levels);
  std::vector<uint8_t> pixels;
  for (size_t i = 0; i < image.grey.size(); ++i) pixels.insert(pixels.end(), {image.grey[i], image.alpha[i]});
  return written_png(image.width, image.height, PNG_FORMAT_GA, pixels, image.levels);
}

std::string with_pixels(std::string_view bytes, const GreyImage& image, const std::vector<PixelChange>& changes) {
  if (changes.empty()) return std::string(bytes);
  if (bytes.starts_with(kPngBegin)) return with_png_pixels(bytes, image, changes);
  if (image.first_byte > 0) {
    std::string out(bytes);
    for (const PixelChange& change : changes) out[image.first_byte + change.pixel] = static_cast<char>(change.grey);
    return out;
  }
  GreyImage changed = image;
  for (const PixelChange& change : changes) changed.grey[change.pixel] = change.grey;
  return format_pgm(changed);
}

Result<std::string> edit_image(std::string_view bytes, const std::string& name, const GridMap& map,
                               const ImageOptions& options) {
  const Result<GreyImage> read = parse_image(bytes, name);
  if (!read) return read.error();
  const GreyImage& image = read.value();
  if (image.width != map.width() || image.height != map.height()) {
    return error_at(name, fmt::format("has {} x {} pixels, the map to save {} x {} cells: save it under another name",
                                      image.width, image.height, map.width(), map.height()));
  }
  std::vector<PixelChange> changes;
  for (CellId id = 0; id < map.cell_count(); ++id) {
    const Terrain wanted = map.terrain(id);
    const Terrain is = terrain_of_pixel(image, id, options);
    if (map.letter_terrains().of(terrain_info(is).letter) == wanted) continue;
    const auto grey = grey_for(image, wanted, options);
    if (!grey) {
      return error_at(name,
                      fmt::format("the image has no level of grey for {} (cell {},{}): save the map under another "
                                  "name",
                                  terrain_info(wanted).name, map.cell(id).x, map.cell(id).y));
    }
    changes.push_back({id, *grey});
  }
  return with_pixels(bytes, image, changes);
}

GreyImage image_of(const GridMap& map) {
  GreyImage image;
  image.width = map.width();
  image.height = map.height();
  image.grey.resize(map.cell_count());
  for (CellId id = 0; id < map.cell_count(); ++id) image.grey[id] = kWrittenGrey[static_cast<size_t>(map.terrain(id))];
  for (int i = 0; i < kTerrains; ++i)
    image.levels.push_back({kWrittenGrey[static_cast<size_t>(i)], static_cast<Terrain>(i)});
  return image;
}

}  // namespace strata
