// The settings of levels by name: all of them are read as they are written, and what cannot be used is said.
#include "core/level/level_settings.hpp"

#include <doctest/doctest.h>

#include "core/base/rng.hpp"

namespace strata::test {

TEST_CASE("options of levels are read as they were written") {
  CHECK(level_options_text({}).empty());
  CHECK(parse_level_options("").value() == LevelOptions{});
  Rng rng(3);
  int usable = 0;
  for (int i = 0; i < 2000; ++i) {
    LevelOptions options;
    for (const LevelSetting& setting : level_settings()) {
      if (rng.percent(60)) continue;
      const float share = static_cast<float>(rng.below(1001)) / 1000;
      const float value = setting.low + share * (setting.high - setting.low);
      setting.set(options, setting.whole ? static_cast<float>(static_cast<int>(value)) : value);
    }
    for (const LevelChoiceSetting& choice : level_choices()) {
      choice.set(options, static_cast<int>(rng.below(static_cast<uint32_t>(choice.words.size()))));
    }
    if (rng.percent(50)) options.import.scale = static_cast<float>(rng.between(1, 5000)) / 100;
    const auto read = parse_level_options(level_options_text(options));
    CHECK(read.ok() == !options_fault(options).has_value());
    if (!read) continue;
    ++usable;
    CHECK(read.value() == options);
  }
  CHECK(usable > 200);
}

TEST_CASE("every setting of levels is among the names, and a change of the import is what takes one to the other") {
  CHECK(level_setting_names().size() == kLevelSettings);
  const LevelOptions usual;
  for (const std::string_view name : level_setting_names()) CHECK_FALSE(level_setting_text(usual, name).empty());
  const ObjImport from{.up = ObjUpAxis::kZ, .scale = 0.01f}, to{.up = ObjUpAxis::kZ, .recentre = true, .flip = true};
  CHECK(level_import_change(from, to) == "scale=1 recentre=on flip=on");
  CHECK(level_import_change(to, to).empty());
  LevelOptions options{.import = from};
  CHECK(parse_level_options(level_import_change(from, to), options).value().import == to);
}

TEST_CASE("settings of levels that there are not, or cannot be, are refused and nothing changes") {
  LevelOptions options;
  const auto refusal = [&](std::string_view name, const std::string& value) {
    const Status status = put_level_setting(options, name, value);
    CHECK(options == LevelOptions{});
    return status ? "accepted" : status.error().message();
  };
  CHECK(refusal("cells", "1").find("no setting 'cells'") != std::string::npos);
  CHECK(refusal("cell-size", "").find("no number") != std::string::npos);
  CHECK(refusal("cell-size", "0.3m").find("no number") != std::string::npos);
  CHECK(refusal("cell-size", "nan").find("no number") != std::string::npos);
  CHECK(refusal("cell-size", "1e30").find("no number") != std::string::npos);
  CHECK(refusal("region-min", "2.5").find("whole") != std::string::npos);
  CHECK(refusal("partition", "rows").find("watershed, monotone or layers") != std::string::npos);
  CHECK(refusal("up", "x") == "up: y, z, -y or -z, not 'x'");
  CHECK(refusal("flip", "yes") == "flip: off or on, not 'yes'");
  CHECK_FALSE(parse_level_options("cell-size").ok());
  CHECK_FALSE(parse_level_options("=").ok());
  // Options that depend on each other are checked after the last one, in any order.
  CHECK(parse_level_options("agent-height=30 cell-height=1").ok());
  CHECK_FALSE(parse_level_options("agent-height=300").ok());
  CHECK_FALSE(parse_level_options("scale=0").ok());
  CHECK_FALSE(parse_level_options("scale=-1").ok());
  CHECK(parse_level_options("slope=20", parse_level_options("cell-size=1").value()).value().cell_size == 1);
}

}  // namespace strata::test
