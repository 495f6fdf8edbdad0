// Any bytes as a map of Tiled: an error that names a line, or a map. Written back unchanged the file keeps all its
// bytes; with cells painted and links added, it is refused or read back as that map.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include "core/base/check.hpp"
#include "core/io/tiled_map.hpp"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace strata;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  // The tileset beside the map is the same text.
  const TilesetSource beside = [&](const std::string& file) -> std::optional<Result<std::string>> {
    if (file.starts_with("none")) return std::nullopt;
    return Result<std::string>(std::string(text));
  };
  const TiledOptions options{.layer = size % 5 == 1 ? "a" : "", .property = size % 3 == 1 ? "own" : ""};
  const auto opened = parse_tiled(text, "fuzz", beside, options);
  if (!opened) {
    STRATA_CHECK(opened.error().where.find(':') != std::string::npos);
    STRATA_CHECK(!opened.error().what.empty());
    return 0;
  }
  GridMap map = opened.value().loaded.map;
  for (const auto& end : {opened.value().start, opened.value().goal}) STRATA_CHECK(!end || map.contains(*end));
  const auto same = edit_tiled(text, "fuzz", map, beside, options);
  STRATA_CHECK(same.ok() && same.value() == text);
  if (map.cell_count() > 10'000) return 0;
  const CellId first = static_cast<CellId>(size % map.cell_count());
  map.apply({{{first, std::min<uint32_t>(3, map.cell_count() - first), ".STW@"[size % 5]}}});
  if (const CellId other = (first + 1) % map.cell_count(); other != first && size % 2 == 1) {
    map.apply({{}, {{first, other, static_cast<uint32_t>(size % 300)}, {other, first, 100}}});
  }
  const auto edited = edit_tiled(text, "fuzz", map, beside, options);
  if (!edited) return 0;
  const auto again = parse_tiled(edited.value(), "again", beside, options);
  STRATA_CHECK(again.ok() && again.value().loaded.map == map);
  return 0;
}
