// Purpose: These functions decode and encode the tiles of a layer of a Tiled map: as text with commas, or as base64,
//          which may be compressed by zlib or gzip.
// Source: "TMX Map Format" and "JSON Map Format" of the manual of Tiled 1.10, <data>.
// Differs: Tiles compressed by Zstandard are refused; Tiled saves them otherwise by Map > Map Properties > Tile Layer
//          Format.
// Errors: Messages without a place; the caller adds it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"

namespace strata {

// kElements: an element <tile gid="..."/> for each tile, in XML.
enum class TileEncoding : uint8_t { kNumbers, kBase64, kElements };
enum class TileCompression : uint8_t { kNone, kZlib, kGzip };

struct TileFormat {
  TileEncoding encoding = TileEncoding::kNumbers;
  TileCompression compression = TileCompression::kNone;
  // Parses the names in a file. An empty name stands for a missing one.
  static Result<TileFormat> of(std::string_view encoding, std::string_view compression);
};

// Returns `count` tiles. kElements has no text of its own.
Result<std::vector<uint32_t>> decode_tiles(std::string_view text, TileFormat format, size_t count);
// Returns `text`, which was decoded as `before`, with the tiles `after`. Numbers that do not change keep their bytes
// and all that lies between them.
std::string encode_tiles(std::string_view text, TileFormat format, std::span<const uint32_t> before,
                         std::span<const uint32_t> after);

}  // namespace strata
