// Purpose: check_show tests a run of show without a window: it plays every stop forwards with its asserts, and goes
//          back to the first stop.
// Errors: All problems, as "FILE:LINE: reason".
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace strata {

struct ShowReport {
  std::vector<std::string> problems;  // empty: the run of show passes
  std::vector<std::string> unproven;  // numbers that no assert of their item proves, as "FILE:LINE: reason"
  std::string title;
  int minutes = 0;
  size_t items = 0, stops = 0;
};
// `and_back`: it goes back, too, which begins items again and takes longer than the way forwards.
ShowReport check_show(const std::string& path, bool and_back = true);

}  // namespace strata
