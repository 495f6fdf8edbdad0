// Any bytes as a .scen file of version 2, and behind a NUL byte as its patch file: an error that names a line, or a
// scenario that is written and read back the same, and whose changes lie within its map.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/base/check.hpp"
#include "core/io/dynamic_scenario.hpp"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace strata;
  const std::string_view all(reinterpret_cast<const char*>(data), size);
  const std::string_view text = all.substr(0, all.find('\0'));
  const std::string_view patches = all.substr(std::min(text.size() + 1, all.size()));
  const auto parsed =
      parse_dynamic_scenario(text, "fuzz", [&](const std::string&) { return parse_patches(patches, "fuzz"); });
  if (!parsed) {
    STRATA_CHECK(parsed.error().where.starts_with("fuzz:"));
    STRATA_CHECK(!parsed.error().what.empty());
    return 0;
  }
  const DynamicScenario& scenario = parsed.value();
  const std::string written = format_patches(scenario.patches);
  const auto again = parse_dynamic_scenario(format_dynamic_scenario(scenario), "again",
                                            [&](const std::string&) { return parse_patches(written, "again"); });
  STRATA_CHECK(again.ok());
  STRATA_CHECK(again.value() == scenario);
  if (int64_t{scenario.width} * scenario.height > 100'000) return 0;
  GridMap map = first_map(scenario);
  uint64_t cells = 0;
  for (const auto& step : scenario.steps) {
    const auto* change = std::get_if<ScenarioChange>(&step);
    if (change == nullptr) continue;
    for (const PatchPlacement& one : change->placements) cells += scenario.patches[one.patch].letters.size();
    if (cells > 1'000'000) return 0;
    (void)map.apply(edit_of(scenario, *change));
  }
  return 0;
}
