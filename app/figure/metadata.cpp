// The PNG format (ISO 15948) is a sequence of chunks: length, name, data, checksum.
#include "app/figure/metadata.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "core/base/xml_text.hpp"

namespace strata {
namespace {

// Number of bytes of the signature and the first chunk of a PNG.
constexpr size_t kPngHeader = 8 + 4 + 4 + 13 + 4;

void append_big_endian(std::string& out, uint32_t value) {
  for (int shift = 24; shift >= 0; shift -= 8) out.push_back(static_cast<char>(value >> shift & 255));
}

uint32_t checksum(std::string_view data) {
  static const auto kTable = [] {
    std::array<uint32_t, 256> table{};
    for (uint32_t i = 0; i < 256; ++i) {
      uint32_t value = i;
      for (int bit = 0; bit < 8; ++bit) value = (value & 1) != 0 ? 0xedb88320u ^ value >> 1 : value >> 1;
      table[i] = value;
    }
    return table;
  }();
  uint32_t sum = 0xffffffffu;
  for (const char c : data) sum = kTable[(sum ^ static_cast<uint8_t>(c)) & 255] ^ sum >> 8;
  return ~sum;
}

void append_chunk(std::string& out, std::string_view name, std::string_view data) {
  append_big_endian(out, static_cast<uint32_t>(data.size()));
  const std::string named = std::string(name) + std::string(data);
  out += named;
  append_big_endian(out, checksum(named));
}

// ASCII text becomes a tEXt chunk, which every program reads; other text becomes an iTXt chunk in UTF-8.
void append_text(std::string& out, std::string_view keyword, std::string_view text) {
  if (text.empty()) return;
  const bool ascii = std::all_of(text.begin(), text.end(), [](char c) { return static_cast<uint8_t>(c) < 128; });
  const std::string key(keyword);
  using namespace std::string_literals;
  if (ascii) return append_chunk(out, "tEXt", key + "\0"s + std::string(text));
  append_chunk(out, "iTXt", key + "\0\0\0\0\0"s + std::string(text));  // not compressed, no language, no translation
}

// Sets the value of an attribute in the first tag of the text. If the tag does not have it, nothing changes.
void set_attribute(std::string& tag, std::string_view name, std::string_view value) {
  const std::string begin = fmt::format(" {}=\"", name);
  const size_t at = tag.find(begin);
  if (at == tag.npos) return;
  const size_t from = at + begin.size();
  tag.replace(from, tag.find('"', from) - from, value);
}

}  // namespace

std::string describe_svg(std::string_view svg, double width, double height, std::string_view title,
                         std::string_view description) {
  const size_t begin = svg.find("<svg");
  const size_t end = begin == svg.npos ? svg.npos : svg.find('>', begin);
  if (end == svg.npos) return std::string(svg);
  std::string tag(svg.substr(begin, end + 1 - begin));
  set_attribute(tag, "width", fmt::format("{:.4f}pt", width));
  set_attribute(tag, "height", fmt::format("{:.4f}pt", height));
  std::string out(svg.substr(0, begin));
  out += tag;
  out += fmt::format("\n<title>{}</title>\n<desc>{}</desc>", xml_text(title), xml_text(description));
  out += svg.substr(end + 1);
  return out;
}

std::string describe_png(std::string_view png, double points, std::string_view title, std::string_view description) {
  if (png.size() < kPngHeader) return std::string(png);
  std::string out(png.substr(0, kPngHeader));
  std::string resolution;
  const auto per_metre = static_cast<uint32_t>(std::lround(72 / (0.0254 * points)));
  append_big_endian(resolution, per_metre);
  append_big_endian(resolution, per_metre);
  // The unit of the resolution: pixels per metre.
  resolution.push_back(1);
  append_chunk(out, "pHYs", resolution);
  append_text(out, "Title", title);
  append_text(out, "Software", "Strata");
  append_text(out, "Description", description);
  out += png.substr(kPngHeader);
  return out;
}

}  // namespace strata
