// Purpose: These functions read images as maps, a cell for each pixel, and write maps as images: PGM and PBM (netpbm:
//          P1, P2, P4, P5) and PNG.
// Source: the manuals pgm(5) and pbm(5) of netpbm; "Portable Network Graphics Specification", third edition.
// Terrains: A pixel that is lighter than the threshold is ground, any other blocked; a transparent pixel is blocked.
// The
//           lightness of a coloured pixel is the mean of red, green and blue. Images that Strata writes say in a
//           comment (PGM) or in the text chunk `strata-terrains` (PNG) which terrain each level of grey stands for:
//           "255=ground 191=swamp 127=water 63=trees 0=blocked"; a pixel then has the terrain of the nearest level.
// Units: Lightness and alpha from 0 to 255; images of more or fewer levels are scaled.
// Errors: "FILE:LINE: reason" in text and headers of netpbm, "FILE: reason" for PNG.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "core/io/opened_map.hpp"

namespace strata {

struct GreyLevel {
  int grey = 0;
  Terrain terrain = Terrain::kOut;
  friend bool operator==(const GreyLevel&, const GreyLevel&) = default;
};

struct ImageOptions {
  int threshold = 128;        // least lightness of ground
  int alpha = 128;            // least alpha of a pixel that is not transparent
  bool negate = false;        // dark pixels are ground; for the threshold alone
  bool ignore_words = false;  // the terrains that the image names do not count
};

struct GreyImage {
  int width = 0, height = 0;
  std::vector<uint8_t> grey;      // row by row
  std::vector<uint8_t> alpha;     // empty: all pixels are opaque
  std::vector<GreyLevel> levels;  // named by the image; empty: none are
  size_t coloured = 0;            // pixels whose red, green and blue differ
  // The first byte of the pixels in the file, for PGM with a byte of 0 to 255 for each; 0: the pixels are written
  // otherwise.
  size_t first_byte = 0;
};

// In these functions `name` is the file name in errors. The first bytes of an image say its format.
Result<GreyImage> parse_image(std::string_view bytes, const std::string& name);
Result<GreyImage> load_image(const std::string& path);
Result<OpenedMap> parse_image_map(std::string_view bytes, const std::string& name, const ImageOptions& options = {},
                                  const LetterTerrains& terrains = {});
Result<OpenedMap> load_image_map(const std::string& path, const ImageOptions& options = {},
                                 const LetterTerrains& terrains = {});

// A pixel, counted row by row, that gets a grey level and is opaque.
struct PixelChange {
  size_t pixel = 0;
  uint8_t grey = 0;
};
// Returns the file `bytes`, which was read as `image`, with changed pixels. All other pixels keep their colours; a PGM
// of bytes keeps all its other bytes, other images of netpbm become PGM.
std::string with_pixels(std::string_view bytes, const GreyImage& image, const std::vector<PixelChange>& changes);
// Returns the file `bytes` with the cells of `map`: the pixels of cells with another terrain change to white or black,
// or to the level that the image names. An error names a cell for whose terrain there is no level, and if the map has
// another size.
Result<std::string> edit_image(std::string_view bytes, const std::string& name, const GridMap& map,
                               const ImageOptions& options = {});

// Writes an image with the named levels, if it has any. Alpha is written in PNG alone.
std::string format_pgm(const GreyImage& image);
std::string format_png(const GreyImage& image);
// Returns the image of a map with the levels above.
GreyImage image_of(const GridMap& map);
// Returns the levels as words, and parses such words; an error has no place.
std::string level_words(const std::vector<GreyLevel>& levels);
Result<std::vector<GreyLevel>> parse_level_words(std::string_view words);

}  // namespace strata
