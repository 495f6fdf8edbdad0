// Any bytes as a .map file, with some letters that are given a terrain: an error that names a line, or a map that is
// written and read back the same.
#include <cstddef>
#include <cstdint>
#include <string>

#include "core/base/check.hpp"
#include "core/io/movingai.hpp"

namespace {

using namespace strata;

// Which letters are given what hangs on the bytes.
LetterTerrains some_letters(const uint8_t* data, size_t size) {
  LetterTerrains terrains;
  for (size_t i = 0; i < 3 && size > 2 * i; ++i) {
    const uint8_t byte = data[size - 1 - 2 * i];
    (void)terrains.give("EXSsWGO?"[byte % 8], static_cast<Terrain>(byte / 8 % kTerrains));
  }
  return terrains;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const LetterTerrains terrains = some_letters(data, size);
  STRATA_CHECK(LetterTerrains::from_words(terrains.to_words()).value() == terrains);
  const auto loaded = parse_map(text, "fuzz", terrains);
  const auto plain = parse_map(text, "fuzz");
  STRATA_CHECK(loaded.ok() == plain.ok());
  if (!loaded) {
    STRATA_CHECK(loaded.error().where.starts_with("fuzz:"));
    STRATA_CHECK(!loaded.error().what.empty());
    STRATA_CHECK(loaded.error().message() == plain.error().message());
    return 0;
  }
  const GridMap& map = loaded.value().map;
  STRATA_CHECK(map.width() >= 1 && map.height() >= 1);
  STRATA_CHECK(map.letter_terrains() == terrains);
  uint64_t unknown = 0, reported = 0;
  for (const char letter : map.letters()) {
    unknown += !terrains.is_known(letter);
    STRATA_CHECK(loaded.value().letters.find(letter) != std::string::npos);
  }
  for (const MapWarning& warning : loaded.value().unknown_letters) reported += warning.cells;
  STRATA_CHECK(unknown == reported);
  for (CellId cell = 0; cell < map.cell_count(); ++cell) {
    STRATA_CHECK(map.letter(cell) == plain.value().map.letter(cell));
    if (!terrains.is_given(map.letter(cell))) STRATA_CHECK(map.terrain(cell) == plain.value().map.terrain(cell));
  }
  const auto again = parse_map(format_map_with_weights(map), "again", terrains);
  STRATA_CHECK(again.ok());
  STRATA_CHECK(again.value().map == map);
  return 0;
}
