// Any bytes as a command line of a script: an error that names a column, or a command that is written and read back the
// same.
#include <cstddef>
#include <cstdint>

#include "app/base/command.hpp"
#include "core/base/check.hpp"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace strata;
  auto parsed = parse_command({reinterpret_cast<const char*>(data), size}, "fuzz");
  if (!parsed) {
    STRATA_CHECK(parsed.error().where.starts_with("fuzz:"));
    STRATA_CHECK(!parsed.error().what.empty());
    return 0;
  }
  const Status checked = check_command(parsed.value());
  STRATA_CHECK(checked.ok() || !checked.error().what.empty());
  // Names are written as they are: only known ones, which need no quotes, are promised to come back.
  if (command_named(parsed.value().name) == nullptr) parsed.value().name = "map.open";
  const auto again = parse_command(format_command(parsed.value()), "again");
  STRATA_CHECK(again.ok());
  STRATA_CHECK(again.value() == parsed.value());
  return 0;
}
