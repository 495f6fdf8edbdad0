// Two searches that are equal up to the cursor look the same on the whole screen while the future is hidden.
#include <doctest/doctest.h>

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "app/lab/lab.hpp"
#include "app/playback/playback.hpp"
#include "tests/screen/test_screen.hpp"

using namespace strata;
using namespace strata::test;

namespace {

// All texts of a screen. What the lines are of two maps whose walls differ is left out: sizes and times of structures.
std::multiset<std::string> texts_of(bool walled, const std::vector<std::string>& lines) {
  LabOptions options;
  options.fixed_clock = true;
  Lab lab(options);
  if (walled) (void)lab.execute("paint.line 33 8 33 22 blocked");
  lab.finish_updates();
  for (const std::string& line : lines) {
    CAPTURE(line);
    const Status done = lab.execute(line);
    if (!done) FAIL(done.error().message());
  }
  lab.finish_updates();
  TestScreen screen(lab, {1920, 1080, 1});
  (void)lab.execute("ui.panel right on");
  (void)lab.execute("ui.panel tree on");
  screen.frames(5, true);
  std::multiset<std::string> texts;
  for (const DrawnText& text : screen.drawn().texts) texts.insert(text.text);
  return texts;
}

}  // namespace

TEST_CASE("No text on the screen tells how a search with a hidden future goes on") {
  for (const std::string place : {"planners", "analysis"}) {
    CAPTURE(place);
    // The stroke that paints the wall is in the meter and the history; both screens have another stroke after it.
    const std::vector<std::string> open = {
        "layer all off",     "layer search on",           "layer path on", "inspect 30 15", "step.to 150",
        "ui.place " + place, "paint.line 1 1 2 1 blocked"};
    std::vector<std::string> hidden = open;
    hidden.emplace_back("step.to 150");
    hidden.emplace_back("predict.hide future");
    hidden.emplace_back("step.to 150");
    CHECK(texts_of(false, open) != texts_of(true, open));  // else nothing would be compared
    CHECK(texts_of(false, hidden) == texts_of(true, hidden));
  }
}
