// Any bytes as a .scen file: an error that names a line, or rows that are written and read back the same.
#include <cstddef>
#include <cstdint>

#include "core/base/check.hpp"
#include "core/io/movingai.hpp"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace strata;
  const auto parsed = parse_scenario({reinterpret_cast<const char*>(data), size}, "fuzz");
  if (!parsed) {
    STRATA_CHECK(parsed.error().where.starts_with("fuzz:"));
    STRATA_CHECK(!parsed.error().what.empty());
    return 0;
  }
  const auto again = parse_scenario(format_scenario(parsed.value()), "again");
  STRATA_CHECK(again.ok());
  const auto& rows = parsed.value().rows;
  STRATA_CHECK(again.value().rows.size() == rows.size());
  for (size_t i = 0; i < rows.size(); ++i) {
    const ScenarioRow &a = rows[i], &b = again.value().rows[i];
    STRATA_CHECK(a.bucket == b.bucket && a.map == b.map && a.width == b.width && a.height == b.height);
    STRATA_CHECK(a.start_x == b.start_x && a.start_y == b.start_y && a.goal_x == b.goal_x && a.goal_y == b.goal_y);
    STRATA_CHECK(a.length == b.length && a.length >= 0 && a.width >= 1 && a.start_x >= 0);
    STRATA_CHECK(!a.map.empty());
    (void)length_tolerance(a.length);
  }
  // Rows that cannot be read stay as they are, whatever quotes are in them.
  const auto& faults = parsed.value().faults;
  STRATA_CHECK(again.value().faults.size() == faults.size());
  for (size_t i = 0; i < faults.size(); ++i) {
    STRATA_CHECK(again.value().faults[i].text == faults[i].text && again.value().faults[i].reason == faults[i].reason);
  }
  STRATA_CHECK(format_scenario(again.value()) == format_scenario(parsed.value()));
  return 0;
}
