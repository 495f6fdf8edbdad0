// The names under which scripts, lessons and other programs read the state stay what they are.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <string_view>

#include "app/features/lesson/lesson.hpp"
#include "app/features/lesson/lesson_list.hpp"
#include "app/lab/dump.hpp"
#include "app/lab/lab.hpp"
#include "core/base/build_info.hpp"
#include "core/io/files.hpp"
#include "tests/lab_support.hpp"
#include "tests/screen/scenes.hpp"
#include "tests/screen/test_screen.hpp"
#include "tests/source_path.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;
using namespace strata::test;

namespace {

// The values of these names have an entry for each planner.
constexpr std::string_view kByPlanner[] = {"planners", "decide.rows", "scenario.run.planners", "course.run.planners",
                                           "stroke.costs"};

// Adds the dotted names of all values. Entries of a list have the name [], those of planners the name *.
void add_keys(const nlohmann::json& value, const std::string& name, std::set<std::string>& keys) {
  if (value.is_object() && !value.empty()) {
    const bool by_planner = std::ranges::find(kByPlanner, name) != std::end(kByPlanner);
    for (const auto& [key, part] : value.items()) {
      const std::string own = name.empty() ? key : name + "." + key;
      if (name == "planners") keys.insert(own);
      add_keys(part, by_planner ? name + ".*" : own, keys);
    }
  } else if (value.is_array() && !value.empty()) {
    for (const auto& part : value) add_keys(part, name + "[]", keys);
  } else {
    keys.insert(name);
  }
}

}  // namespace

TEST_CASE("The state has the names of tests/screen/state_keys.txt; STRATA_WRITE_DOCS=1 writes it") {
  const TempFolder folder;
  std::set<std::string> keys;
  for (const ScreenScene& scene : all_scenes(folder.path())) {
    CAPTURE(scene.name);
    Lab lab(screen_options());
    for (const std::string& line : scene.lines) run_line(lab, line);
    lab.finish_updates();
    add_keys(state_json(lab), {}, keys);
  }
  for (const LessonEntry& entry : lesson_list()) {
    CAPTURE(entry.id);
    LabOptions options = screen_options();
    options.stock_folders = {assets_folder("maps"), assets_folder("graphs"), assets_folder("levels")};
    Lab lab(options);
    run(lab, "lesson.open " + entry.id);
    const LessonController& lesson = lesson_controller(lab);
    for (size_t step = 0; step < lesson.lesson().steps.size(); ++step) {
      if (step > 0) run(lab, "lesson.next");
      if (lesson.step().asks()) run(lab, "lesson.tell");
      add_keys(state_json(lab), {}, keys);
    }
  }
  std::string now;
  for (const std::string& key : keys) now += key + "\n";
  const std::string path = source_path("tests/screen/state_keys.txt");
  if (std::getenv("STRATA_WRITE_DOCS") != nullptr) REQUIRE(write_file_atomic(path, now).ok());
  const Result<std::string> kept = read_file(path);
  REQUIRE(kept.ok());
  std::set<std::string> before;
  for (size_t begin = 0; begin < kept.value().size();) {
    const size_t end = kept.value().find('\n', begin);
    before.insert(kept.value().substr(begin, end - begin));
    begin = end + 1;
  }
  for (const std::string& key : before) CHECK_MESSAGE(keys.contains(key), "gone: ", key);
  for (const std::string& key : keys) CHECK_MESSAGE(before.contains(key), "new: ", key);
}
