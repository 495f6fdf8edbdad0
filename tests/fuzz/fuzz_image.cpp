// Any bytes as a PGM, PBM or PNG image: an error that names the file, or a map that is written as both and read back
// the same.
#include <cstddef>
#include <cstdint>
#include <string>

#include "core/base/check.hpp"
#include "core/io/image_map.hpp"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace strata;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto opened = parse_image_map(bytes, "fuzz");
  if (!opened) {
    STRATA_CHECK(opened.error().where.starts_with("fuzz"));
    STRATA_CHECK(!opened.error().what.empty());
    return 0;
  }
  GridMap map = opened.value().loaded.map;
  const auto same = edit_image(bytes, "fuzz", map);
  STRATA_CHECK(same.ok() && same.value() == bytes);
  for (const std::string& written : {format_pgm(image_of(map)), format_png(image_of(map))}) {
    const auto again = parse_image_map(written, "again");
    STRATA_CHECK(again.ok() && again.value().loaded.map == map);
  }
  map.apply({{{static_cast<CellId>(size % map.cell_count()), 1, ".@"[size % 2]}}});
  const auto edited = edit_image(bytes, "fuzz", map);
  if (!edited) return 0;
  const auto again = parse_image_map(edited.value(), "again");
  STRATA_CHECK(again.ok() && again.value().loaded.map == map);
  return 0;
}
