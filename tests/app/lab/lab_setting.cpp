// Every setting of the lab, whichever it is: its command, its line in scripts, its reset and its row in the document.
#include "app/lab/lab_setting.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <set>
#include <string>
#include <vector>

#include "app/lab/command_fields.hpp"
#include "app/lab/command_log.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/setup.hpp"
#include "app/playback/playback.hpp"
#include "core/io/files.hpp"
#include "core/world/world_settings.hpp"
#include "tests/lab_support.hpp"
#include "tests/source_path.hpp"

using namespace strata;
using namespace strata::test;

namespace {

// A value other than the usual one.
double other_value(const LabSetting& setting) {
  const Setting& row = setting.row;
  if (row.kind == SettingKind::kSwitch) return setting.usual == 0 ? 1 : 0;
  if (row.kind == SettingKind::kChoice) return setting.usual == 0 ? 1 : 0;
  return setting.usual == row.range.high ? row.range.low : std::min(row.range.high, setting.usual + 1);
}

// What must be so before the setting can be set.
void prepare(Lab& lab, const Setting& row) {
  if (row.name == "view.difference") run(lab, "view.compare 2");
  if (row.name == "navmesh.tile") run(lab, "navmesh.tile 16");
}

// Some values besides the usual one cannot be set: a second level is larger than the first.
std::string value_text(const LabSetting& setting) {
  if (setting.row.name == "navmesh.tile") return "64";
  if (setting.row.name == "sectors.second") return "40";
  return setting_text(setting.row, other_value(setting));
}

bool is_number(const Setting& row) { return row.kind == SettingKind::kWhole || row.kind == SettingKind::kReal; }

// The table of docs/settings.md.
std::string settings_table() {
  std::string text;
  for (const LabSetting* setting : lab_settings()) {
    const Setting& row = setting->row;
    std::string takes = setting->usage;
    std::ranges::replace(takes, '|', ' ');
    if (is_number(row))
      takes = fmt::format("{} to {}{}{}", row.least > 0 ? row.least : row.range.low, row.range.high,
                          row.unit.empty() ? "" : " ", row.unit);
    std::string more;
    if (!row.option.empty()) more = fmt::format("`--{}`", row.option);
    if (row.swept())
      more +=
          fmt::format("{}swept {} to {} by {}", more.empty() ? "" : ", ", row.sweep.from, row.sweep.to, row.sweep.step);
    text += fmt::format("| `{}` | {} | {} | {} | {} | {} |\n", row.name, setting->title, takes,
                        setting_text(row, setting->usual), more, row.help);
  }
  return text;
}

}  // namespace

TEST_CASE("every setting is set by its command, taken back by usual, and refuses what it does not take") {
  for (const LabSetting* setting : lab_settings()) {
    const Setting& row = setting->row;
    CAPTURE(row.name);
    Lab lab;
    const std::string name(row.name);
    // The running example has clusters of its own until a size is chosen.
    if (row.name != "hpa.cluster_size") CHECK(setting->value(lab) == setting->usual);
    prepare(lab, row);
    const std::string other = value_text(*setting);
    run_settled(lab, name + " " + other);
    CHECK(setting_text(row, setting->value(lab)) == other);
    run_settled(lab, name + " usual");
    CHECK(setting->value(lab) == setting->usual);
    CHECK(failure(lab, name + " nonsense") != "");
    const CommandInfo* info = command_named(row.name);
    REQUIRE(info != nullptr);
    const CommandUsage way = command_usages(*info).front();
    if (!is_number(row)) continue;
    const std::string over = fmt::format("{}", row.range.high + 1);
    const std::string error = failure(lab, name + " " + over);
    const double low = row.least > 0 ? row.least : row.range.low;
    CHECK(error.find(fmt::format("from {} to {}, not '{}'", low, row.range.high, over)) != error.npos);
    CHECK_FALSE(field_value(way.fields.front(), over).ok());
    CHECK(field_value(way.fields.front(), setting_text(row, row.range.high)).ok());
    CHECK(setting->help.starts_with(fmt::format("{} to {}", low, row.range.high)));
  }
}

TEST_CASE("a script of the settings that differ makes the same settings, and a reset those of a fresh lab") {
  Lab lab;
  run(lab, "view.compare 2");
  for (const LabSetting* setting : lab_settings()) {
    if (setting->keeps == 0) continue;  // it is the user's, not that of what is open
    CAPTURE(setting->row.name);
    const Status set = lab.execute(fmt::format("{} {}", setting->row.name, value_text(*setting)));
    CHECK_MESSAGE(set.ok(), set.error().message());
    lab.finish_updates();
  }
  Lab other;
  for (const std::string& line : lab.log().setting_lines()) {
    CAPTURE(line);
    (void)other.execute(line);
  }
  other.finish_updates();
  for (const LabSetting* setting : lab_settings()) {
    CAPTURE(setting->row.name);
    CHECK(setting->value(other) == setting->value(lab));
  }
  reset_settings(lab);
  lab.finish_updates();
  for (const LabSetting* setting : lab_settings()) {
    CAPTURE(setting->row.name);
    CHECK(setting->value(lab) == setting->usual);
  }
}

TEST_CASE("a setup is a value: another lab that gets it has the same settings, in whichever order its commands stand") {
  Lab lab, other;
  const Setup fresh = setup_of(lab);
  run_settled(lab, {"hpa.levels 2", "sectors.size 30", "sectors.second 60", "sectors on", "hna on", "navmesh off",
                    "view.compare 2", "view.difference on", "planner.show jps off", "planner.trace jps",
                    "layer.opacity path 40", "landmarks.count 3", "terrain.weight swamp 3", "step.heat cost"});
  const Setup setup = setup_of(lab);
  CHECK_FALSE(setup == fresh);
  Setup backwards = setup;
  std::ranges::reverse(backwards.rows);
  std::ranges::reverse(backwards.commands);
  CHECK(backwards == setup);
  const Status done = change_settings(other, backwards);
  REQUIRE_MESSAGE(done.ok(), done.error().message());
  other.finish_updates();
  CHECK(setup_of(other) == setup);
  CHECK(other.state().executed == 0);
  reset_settings(other);
  CHECK(setup_of(other) == fresh);
}

TEST_CASE("the log says what a setting became, not how it was changed") {
  Lab lab;
  run(lab, {"brush.radius +2", "brush.shape toggle", "step.speed 60", "step.speed x2", "hpa.levels -1"});
  const auto& lines = lab.log().lines();
  for (const char* line : {"brush.radius 3", "brush.shape square", "step.speed 120", "hpa.levels 2"}) {
    CAPTURE(line);
    CHECK(std::ranges::find(lines, line) != lines.end());
  }
}

TEST_CASE("faster and slower begin at the speed that suits the recording, and only a chosen speed is kept") {
  Lab lab;
  lab.finish_updates();
  const PlayClock& clock = lab.playback().clock();
  const auto kept = [&] {
    const std::vector<std::string> lines = lab.log().setting_lines();
    return std::ranges::any_of(lines, [](const std::string& line) { return line.starts_with("step.speed"); });
  };
  const double usual = clock.speed();
  CHECK_FALSE(kept());
  run(lab, "step.speed x2");
  CHECK(clock.speed() == doctest::Approx(2 * usual));
  CHECK(kept());
  run(lab, "step.speed usual");
  CHECK(clock.speed() == usual);
  CHECK_FALSE(kept());
}

TEST_CASE("settings of worlds and of the lab are the same ones") {
  for (const WorldSetting& setting : world_settings()) {
    CAPTURE(setting.row.name);
    const LabSetting* own = lab_setting_named(setting.row.name);
    REQUIRE(own != nullptr);
    CHECK(own->row.range == setting.row.range);
    CHECK(own->row.title == setting.row.title);
  }
  std::set<std::string_view> names;
  for (const LabSetting* setting : lab_settings()) CHECK(names.insert(setting->row.name).second);
}

TEST_CASE("docs/settings.md has a row for every setting; STRATA_WRITE_DOCS=1 writes it") {
  const std::string path = test::source_path("docs/settings.md");
  const std::string text = must(read_file(path));
  const std::string head = "|---|---|---|---|---|---|\n";
  const size_t begin = text.find(head);
  REQUIRE(begin != std::string::npos);
  const std::string before = text.substr(0, begin + head.size());
  if (std::getenv("STRATA_WRITE_DOCS") != nullptr) REQUIRE(write_file_atomic(path, before + settings_table()).ok());
  CHECK(read_file(path).value() == before + settings_table());
}
