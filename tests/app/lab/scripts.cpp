#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <vector>

#include "app/lab/lab.hpp"
#include "app/lab/script.hpp"
#include "app/lab/script_state.hpp"
#include "tests/source_path.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;

TEST_CASE("every script in tests/scripts plays to its end without a window") {
  std::vector<std::string> scripts;
  for (const auto& entry : std::filesystem::directory_iterator(strata::test::source_path("tests/scripts"))) {
    if (entry.path().extension() == ".script") scripts.push_back(entry.path().string());
  }
  std::sort(scripts.begin(), scripts.end());
  REQUIRE(scripts.size() >= 8);
  for (const std::string& path : scripts) {
    CAPTURE(path);
    const test::TempFolder folder;
    Lab lab({.settings_path = folder.file("settings.json")});
    lab.scripts().set_base_folder(strata::test::source_path("."));
    lab.scripts().remember("OUT", folder.path());
    const Status status = run_script_file(lab, path);
    if (!status) FAIL_CHECK(status.error().message());
  }
}

TEST_CASE("the tour can be read and all but its pictures works without a window") {
  const test::TempFolder folder;
  Lab lab;
  lab.scripts().set_base_folder(strata::test::source_path("."));
  lab.scripts().remember("OUT", folder.path());
  size_t pictures = 0;
  LabHost host;
  host.screenshot = [&](const std::string&) {
    ++pictures;
    return success();
  };
  lab.set_host(host);
  const Status status = run_script_file(lab, strata::test::source_path("assets/tour.script"));
  if (!status) FAIL(status.error().message());
  CHECK(pictures >= 8);
  CHECK(std::filesystem::exists(folder.file("comparison.csv")));
}
