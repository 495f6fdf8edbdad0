// Any bytes as a table of numbers and as the YAML file of a map of ROS: an error that names a line, or a map that is
// written and read back the same.
#include <cstddef>
#include <cstdint>
#include <string>

#include "core/base/check.hpp"
#include "core/io/number_map.hpp"
#include "core/io/ros_map.hpp"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace strata;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto ros = parse_ros_map(text, "fuzz");
  if (ros) {
    STRATA_CHECK(!ros.value().image.empty() && ros.value().resolution > 0);
    STRATA_CHECK(ros.value().free <= ros.value().occupied);
  } else {
    STRATA_CHECK(ros.error().where.starts_with("fuzz:"));
  }
  const auto opened = parse_numbers(text, "fuzz");
  if (!opened) {
    STRATA_CHECK(opened.error().where.starts_with("fuzz:"));
    STRATA_CHECK(!opened.error().what.empty());
    return 0;
  }
  const GridMap& map = opened.value().loaded.map;
  const auto again = parse_numbers(format_numbers(map), "again");
  STRATA_CHECK(again.ok() && again.value().loaded.map == map);
  // Saved unchanged, the table keeps all its bytes; with a cell painted, it is read back as that map.
  const auto same = edit_numbers(text, "fuzz", map);
  STRATA_CHECK(same.ok() && same.value() == text);
  GridMap painted = map;
  painted.apply({{{static_cast<CellId>(size % map.cell_count()), 1, ".STW@"[size % 5]}}});
  const auto edited = edit_numbers(text, "fuzz", painted);
  STRATA_CHECK(edited.ok());
  const auto read = parse_numbers(edited.value(), "edited");
  STRATA_CHECK(read.ok() && read.value().loaded.map == painted);
  return 0;
}
