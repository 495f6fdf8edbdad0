// Every scene of the screen is a value: a lab that opens it, or its text, shows the same.
#include <doctest/doctest.h>

#include "app/lab/lab.hpp"
#include "tests/app/lab/scene_checks.hpp"
#include "tests/screen/scenes.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;
using namespace strata::test;

TEST_CASE("Every scene is the same in another lab, by its value and by its text") {
  const TempFolder folder;
  for (const ScreenScene& scene : all_scenes(folder.path())) {
    CAPTURE(scene.name);
    Lab lab(screen_options());
    for (const std::string& line : scene.lines) run_line(lab, line);
    lab.finish_updates();
    if (!lab.state().added_appearances.empty()) continue;  // programs of the user's own are no part of a scene
    const std::string fault = fault_of_scene(lab, screen_options()), by_text = fault_of_text(lab, screen_options());
    CHECK_MESSAGE(fault.empty(), fault);
    CHECK_MESSAGE(by_text.empty(), by_text);
  }
}
