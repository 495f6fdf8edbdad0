// Purpose: The scenes are the states of the program that tests of the screen look at: every place and panel, every
//          dialog, every chart, every search while it is stepped.
#pragma once

#include <string>
#include <vector>

#include "app/lab/lab.hpp"

namespace strata::test {

struct ScreenScene {
  std::string name;
  // Commands that make the scene, before the first frame: "!map.open X" is refused, and "^external.add X Y" is one of
  // the user's own hand.
  std::vector<std::string> lines;
  std::vector<std::string> arranging;  // commands for the panels, once they are laid out
  bool unfolded = false;               // lists that fold are open
};

// Returns all scenes. `folder` holds the files that some of them need, which are written there.
std::vector<ScreenScene> all_scenes(const std::string& folder);

}  // namespace strata::test
