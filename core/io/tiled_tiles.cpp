#include "core/io/tiled_tiles.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <array>

#include "core/base/check.hpp"
#include "core/base/number_text.hpp"
#include "core/io/base64.hpp"
#include "core/io/text.hpp"

namespace strata {
namespace {

constexpr bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Returns the `size` bytes that the compressed ones stand for; an error if they stand for more or fewer.
Result<std::string> inflated(std::string_view bytes, size_t size) {
  z_stream stream{};
  STRATA_CHECK(inflateInit2(&stream, 15 + 32) == Z_OK);  // 32: zlib or gzip, by the header
  std::string out;
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  std::array<char, 1 << 16> piece{};
  int state = Z_OK;
  while (state == Z_OK && out.size() <= size) {
    stream.next_out = reinterpret_cast<Bytef*>(piece.data());
    stream.avail_out = static_cast<uInt>(piece.size());
    state = inflate(&stream, Z_NO_FLUSH);
    out.append(piece.data(), piece.size() - stream.avail_out);
  }
  inflateEnd(&stream);
  if (out.size() > size) return error_at("", "the compressed tiles are more than the layer has");
  if (state == Z_BUF_ERROR) return error_at("", "the compressed tiles are cut off");
  if (state != Z_STREAM_END) return error_at("", "the compressed tiles are damaged");
  return out;
}

std::string deflated(std::string_view bytes, TileCompression compression) {
  z_stream stream{};
  const int bits = compression == TileCompression::kGzip ? 15 + 16 : 15;
  STRATA_CHECK(deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, bits, 8, Z_DEFAULT_STRATEGY) == Z_OK);
  std::string out(deflateBound(&stream, static_cast<uLong>(bytes.size())), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  STRATA_CHECK(deflate(&stream, Z_FINISH) == Z_STREAM_END);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

Error wrong_count(size_t expected, size_t got) {
  return error_at("", fmt::format("expected {} tiles, got {}{}", expected, got > expected ? "more than " : "",
                                  got > expected ? expected : got));
}

Result<std::vector<uint32_t>> tiles_of_numbers(std::string_view text, size_t count) {
  std::vector<uint32_t> tiles;
  while (true) {
    const size_t comma = text.find(',');
    std::string_view word = text.substr(0, comma);
    while (!word.empty() && is_space(word.front())) word.remove_prefix(1);
    while (!word.empty() && is_space(word.back())) word.remove_suffix(1);
    if (word.empty() && comma == std::string_view::npos) break;  // the end, perhaps behind a last comma
    const auto tile = parse_number<uint32_t>(word);
    if (!tile) return error_at("", fmt::format("expected the number of a tile, got {}", strata::quoted(word)));
    if (tiles.size() == count) return wrong_count(count, count + 1);
    tiles.push_back(*tile);
    if (comma == std::string_view::npos) break;
    text.remove_prefix(comma + 1);
  }
  if (tiles.size() != count) return wrong_count(count, tiles.size());
  return tiles;
}

std::string rewritten_numbers(std::string_view text, std::span<const uint32_t> before,
                              std::span<const uint32_t> after) {
  std::string out;
  out.reserve(text.size());
  size_t tile = 0;
  for (size_t i = 0; i < text.size();) {
    size_t end = i;
    while (end < text.size() && is_digit(text[end])) ++end;
    if (end == i) {
      out += text[i++];
      continue;
    }
    if (before[tile] == after[tile]) {
      out += text.substr(i, end - i);
    } else {
      out += std::to_string(after[tile]);
    }
    ++tile;
    i = end;
  }
  return out;
}

}  // namespace

Result<TileFormat> TileFormat::of(std::string_view encoding, std::string_view compression) {
  TileFormat format;
  if (encoding == "base64") {
    format.encoding = TileEncoding::kBase64;
  } else if (encoding.empty()) {
    format.encoding = TileEncoding::kElements;
  } else if (encoding != "csv") {
    return error_at(
        "", fmt::format("tiles in the encoding {} cannot be read, only csv and base64", strata::quoted(encoding)));
  }
  if (compression == "zlib" || compression == "gzip") {
    format.compression = compression == "zlib" ? TileCompression::kZlib : TileCompression::kGzip;
  } else if (!compression.empty()) {
    return error_at("", fmt::format("tiles compressed by {} cannot be read, only by zlib and gzip: choose another tile "
                                    "layer format in the map's properties in Tiled",
                                    strata::quoted(compression)));
  }
  if (format.compression != TileCompression::kNone && format.encoding != TileEncoding::kBase64) {
    return error_at("", "compressed tiles are in base64, which this layer does not say");
  }
  return format;
}

Result<std::vector<uint32_t>> decode_tiles(std::string_view text, TileFormat format, size_t count) {
  STRATA_CHECK(format.encoding != TileEncoding::kElements);
  if (format.encoding == TileEncoding::kNumbers) return tiles_of_numbers(text, count);
  Result<std::string> bytes = from_base64(text);
  if (bytes && format.compression != TileCompression::kNone) bytes = inflated(bytes.value(), count * 4);
  if (!bytes) return bytes.error();
  const std::string& little = bytes.value();
  if (little.size() != count * 4) {
    return error_at("", fmt::format("expected {} tiles of four bytes, got {} bytes", count, little.size()));
  }
  std::vector<uint32_t> tiles(count);
  for (size_t i = 0; i < count; ++i) {
    for (size_t j = 0; j < 4; ++j) tiles[i] |= static_cast<uint32_t>(static_cast<uint8_t>(little[4 * i + j])) << 8 * j;
  }
  return tiles;
}

std::string encode_tiles(std::string_view text, TileFormat format, std::span<const uint32_t> before,
                         std::span<const uint32_t> after) {
  if (format.encoding == TileEncoding::kNumbers) return rewritten_numbers(text, before, after);
  if (format.encoding == TileEncoding::kElements) {
    std::string elements;
    for (const uint32_t tile : after) elements += fmt::format("<tile gid=\"{}\"/>\n", tile);
    return elements;
  }
  std::string bytes;
  bytes.reserve(after.size() * 4);
  for (const uint32_t tile : after) {
    for (const int shift : {0, 8, 16, 24}) bytes += static_cast<char>(tile >> shift & 0xff);
  }
  // Blanks around the text stay.
  size_t begin = 0, end = text.size();
  while (begin < end && is_space(text[begin])) ++begin;
  while (end > begin && is_space(text[end - 1])) --end;
  if (format.compression != TileCompression::kNone) bytes = deflated(bytes, format.compression);
  return std::string(text.substr(0, begin)) + to_base64(bytes) + std::string(text.substr(end));
}

}  // namespace strata
