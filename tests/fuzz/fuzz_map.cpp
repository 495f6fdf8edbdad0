// Any bytes as a .map file: an error that names a line, or a map that is written and read back the same.
#include <cstddef>
#include <cstdint>

#include "core/base/check.hpp"
#include "core/io/movingai.hpp"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace strata;
  const auto loaded = parse_map({reinterpret_cast<const char*>(data), size}, "fuzz");
  if (!loaded) {
    STRATA_CHECK(loaded.error().where.starts_with("fuzz:"));
    STRATA_CHECK(!loaded.error().what.empty());
    return 0;
  }
  const GridMap& map = loaded.value().map;
  STRATA_CHECK(map.width() >= 1 && map.height() >= 1);
  uint64_t unknown = 0, reported = 0;
  for (const char letter : map.letters()) unknown += !is_known_letter(letter);
  for (const MapWarning& warning : loaded.value().unknown_letters) reported += warning.cells;
  STRATA_CHECK(unknown == reported);
  const auto again = parse_map(format_map(map), "again");
  STRATA_CHECK(again.ok());
  STRATA_CHECK(again.value().map == map);
  return 0;
}
