// A setting described once: what is read, written and said of it.
#include "core/base/setting.hpp"

#include <doctest/doctest.h>

#include <array>
#include <string>

#include "core/haa/haa_settings.hpp"
#include "core/hpa/hpa_settings.hpp"
#include "core/search/plan_options.hpp"
#include "core/sectors/sector_settings.hpp"
#include "core/world/world_settings.hpp"

using namespace strata;

namespace {

constexpr std::array<std::string_view, 3> kSizes = {"small", "middle", "large"};
constexpr Setting kWidth = {.name = "a.width",
                            .title = "Width",
                            .of = "A*",
                            .word = "CELLS",
                            .unit = "cells",
                            .range = {0, 12},
                            .zero = "none",
                            .help = "How wide"};
constexpr Setting kWeight = {.name = "a.weight",
                             .title = "Weight",
                             .word = "WEIGHT",
                             .range = {1, 10},
                             .sweep = {100, 200, 50},
                             .help = "How heavy",
                             .kind = SettingKind::kReal,
                             .digits = 2};
constexpr Setting kSize = {.name = "a.size", .title = "Size", .words = kSizes, .kind = SettingKind::kChoice};
constexpr Setting kOn = {.name = "a.on", .title = "On", .help = "Whether", .kind = SettingKind::kSwitch};

std::string refused(const Setting& setting, const std::string& text) {
  const Result<double> read = read_setting(setting, text, 5, 3);
  return read ? "taken" : read.error().what;
}

}  // namespace

TEST_CASE("a setting reads what its command takes, also from where it stands, and says what it takes") {
  const auto read = [](const Setting& setting, const std::string& text) {
    return read_setting(setting, text, 5, 3).value();
  };
  CHECK(read(kWidth, "7") == 7);
  CHECK(read(kWidth, "usual") == 3);
  CHECK(read(kWidth, "+2") == 7);
  CHECK(read(kWidth, "-9") == 0);  // it stops at the end
  CHECK(read(kWidth, "x2") == 10);
  CHECK(read(kWidth, "/2") == 3);  // rounded
  CHECK(read(kWeight, "1.25") == 1.25);
  CHECK(read(kSize, "large") == 2);
  CHECK(read_setting(kOn, "toggle", 1, 0).value() == 0);
  CHECK(refused(kWidth, "13") == "CELLS must be a whole number from 0 to 12, not '13'");
  for (const char* wrong : {"", "1.5", "1e9", "nan", "inf", "4 ", "+", "x", "/0", "on"}) {
    CAPTURE(wrong);
    CHECK(refused(kWidth, wrong) != "taken");
  }
  CHECK(refused(kWeight, "1.255") == "WEIGHT must be a number of at most 2 decimals from 1 to 10, not '1.255'");
  CHECK(refused(kSize, "huge") == "expected small, middle or large, not 'huge'");
  CHECK(refused(kOn, "yes") == "expected on or off, not 'yes'");
}

TEST_CASE("a setting says its value as commands take it and as people read it, with range, unit and usual value") {
  CHECK(full_title(kWidth) == "Width of A*");
  CHECK(setting_usage(kWidth) == "CELLS");
  CHECK(setting_usage(kSize) == "small|middle|large");
  CHECK(setting_help(kWidth, 6) == "0 to 12 cells, 0: none; usually 6. How wide");
  CHECK(setting_help(kOn, 0) == "Usually off. Whether");
  CHECK(setting_words(kWidth, 0) == "none");
  CHECK(setting_words(kWidth, 1) == "1 cell");
  CHECK(setting_words(kWidth, 5) == "5 cells");
  Setting rate = kWidth;
  rate.unit = "queries";
  CHECK(setting_words(rate, 1) == "1 query");
  CHECK(setting_words(rate, 2) == "2 queries");
  CHECK(setting_text(kWeight, 1.5) == "1.5");
  CHECK(setting_text(kWeight, 1.05) == "1.05");
  CHECK(swept_value(kWeight, 150) == 1.5);
  CHECK(swept_range(kWeight) == std::pair(100, 1000));
}

TEST_CASE("settings that depend on each other are changed in an order in which each line is valid") {
  const auto valid = +[](const HpaOptions& options) { return options.valid(); };
  const auto check = [&](const HpaOptions& from, const HpaOptions& to) {
    HpaOptions now = from;
    for (const std::string& line : changed_settings(hpa_settings(), from, to, valid)) {
      CAPTURE(line);
      const size_t blank = line.find(' ');
      const auto* row = setting_named(hpa_settings(), line.substr(0, blank));
      REQUIRE(row != nullptr);
      row->put(now, read_setting(*row, line.substr(blank + 1), 0, 0).value());
      CHECK(now.valid());
    }
    CHECK(now == to);
  };
  HpaOptions wide, high;
  wide.levels = 1, wide.cluster_size = 64;
  high.levels = 4, high.level_factor = 4, high.cluster_size = 10;
  check(wide, high);
  check(high, wide);
}

TEST_CASE("every setting of a world can be set to both ends of its range, and read as it was written") {
  for (const WorldSetting& setting : world_settings()) {
    CAPTURE(setting.row.name);
    const bool words = setting.row.kind == SettingKind::kChoice, on_off = setting.row.kind == SettingKind::kSwitch;
    const SettingRange range = words    ? SettingRange{0, static_cast<double>(setting.row.words.size()) - 1}
                               : on_off ? SettingRange{0, 1}
                                        : setting.row.range;
    CHECK(range.low < range.high);
    for (const double value : {range.low, range.high}) {
      const Result<double> read = read_setting(setting.row, setting_text(setting.row, value), range.low, range.low);
      REQUIRE(read.ok());
      CHECK(read.value() == value);
      WorldSetup setup;
      PlanOptions options;
      setting.set(setup, options, value);
    }
    const SettingRange slider = setting.row.slider_range();
    if (!words && !on_off) {
      CHECK(slider.low >= range.low);
      CHECK(slider.high <= range.high);
    }
    CHECK_FALSE(setting.row.help.empty());
    CHECK_FALSE(setting.row.help.ends_with('.'));
  }
}
