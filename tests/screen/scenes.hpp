// Purpose: The scenes are states of the program for tests of the screen: every place, panel, dialog and chart, and
//          every stepped search.
#pragma once

#include <string>
#include <vector>

#include "app/lab/lab.hpp"

namespace strata::test {

struct ScreenScene {
  std::string name;
  // Commands that set up the scene before the first frame. "!map.open X" must fail, and "^external.add X Y" is given by
  // the user directly.
  std::vector<std::string> lines;
  std::vector<std::string> arranging;  // commands for the panels, after their first layout
  bool unfolded = false;               // collapsible lists are open
};

// Returns the options of labs whose screens are the same in every run.
LabOptions screen_options();
// Executes a line of a scene, see ScreenScene::lines. An unexpected result fails the test.
void run_line(Lab& lab, const std::string& line);
// Returns all scenes. Files that they need are written into `folder`.
std::vector<ScreenScene> all_scenes(const std::string& folder);

}  // namespace strata::test
