// Any bytes as a project of LDtk: an error that names a line, or a map whose cells have the terrains that the values of
// its layer stand for.
#include <cstddef>
#include <cstdint>
#include <string>

#include "core/base/check.hpp"
#include "core/io/ldtk_map.hpp"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace strata;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  LdtkOptions options{.level = size % 5 == 1 ? "a" : "", .layer = size % 7 == 1 ? "a" : "", .rules = {}, .other = {}};
  if (size % 3 == 1) options.rules.push_back({1, 2, Terrain::kWater});
  if (size % 2 == 1) options.other = Terrain::kTrees;
  const auto opened = parse_ldtk(text, "fuzz", options);
  if (!opened) {
    STRATA_CHECK(opened.error().where.starts_with("fuzz:"));
    STRATA_CHECK(!opened.error().what.empty());
    return 0;
  }
  const GridMap& map = opened.value().loaded.map;
  for (const auto& end : {opened.value().start, opened.value().goal}) STRATA_CHECK(!end || map.contains(*end));
  const auto project = read_ldtk(text, "fuzz");
  STRATA_CHECK(project.ok());
  const auto chosen = choose_ldtk_layer(project.value(), "fuzz", options);
  STRATA_CHECK(chosen.ok() && chosen.value()->values.size() == map.cell_count());
  for (CellId id = 0; id < map.cell_count(); ++id) {
    STRATA_CHECK(map.terrain(id) == terrain_of_ldtk_value(*chosen.value(), chosen.value()->values[id], options));
  }
  return 0;
}
