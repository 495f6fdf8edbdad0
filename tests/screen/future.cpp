// Two searches that are equal up to the cursor look the same on the whole screen while the future is hidden.
#include <doctest/doctest.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/lab/lab.hpp"
#include "app/playback/playback.hpp"
#include "tests/screen/test_screen.hpp"

using namespace strata;
using namespace strata::test;

namespace {

// Returns all texts of a screen, of a map on which a wall is painted first, if there is one.
std::multiset<std::string> texts_after(const char* wall, const std::vector<std::string>& lines,
                                       const std::string& place) {
  LabOptions options;
  options.fixed_clock = true;
  Lab lab(options);
  if (wall != nullptr) (void)lab.execute(wall);
  lab.finish_updates();
  for (const std::string& line : lines) {
    CAPTURE(line);
    const Status done = lab.execute(line);
    if (!done) FAIL(done.error().message());
    lab.finish_updates();
  }
  TestScreen screen(lab, {1920, 1080, 1});
  screen.frames(2);
  for (const std::string& line : {std::string("ui.panel right on"), std::string("ui.panel tree on"), place}) {
    CAPTURE(line);
    CHECK(lab.execute(line).ok());
  }
  screen.frames(5, true);
  std::multiset<std::string> texts;
  for (const DrawnText& text : screen.drawn().texts) texts.insert(text.text);
  return texts;
}

std::multiset<std::string> texts_of(bool walled, const std::vector<std::string>& lines, const std::string& place) {
  return texts_after(walled ? "paint.line 33 8 33 22 blocked" : nullptr, lines, place);
}

std::vector<std::string> differing(const std::multiset<std::string>& a, const std::multiset<std::string>& b) {
  std::vector<std::string> differ;
  std::set_symmetric_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(differ));
  return differ;
}

}  // namespace

TEST_CASE("No text on the screen tells how a search with a hidden future goes on") {
  for (const std::string place : {"ui.place planners", "ui.place analysis"}) {
    CAPTURE(place);
    // The stroke that paints the wall is in the meter: both screens have another stroke after it.
    const std::vector<std::string> open = {"layer all off", "layer search on", "layer path on",
                                           "inspect 29 15", "step.to 150",     "paint.line 1 1 2 1 blocked"};
    std::vector<std::string> hidden = open;
    for (const char* line : {"step.to 150", "predict.hide future", "step.to 150"}) hidden.emplace_back(line);
    CHECK(texts_of(false, open, place) != texts_of(true, open, place));  // else nothing would be compared
    // What differs without a search is of the walls: counts of clusters and edges.
    std::vector<std::string> empty = open;
    empty.emplace_back("query.clear");
    const std::vector<std::string> of_the_map = differing(texts_of(false, empty, place), texts_of(true, empty, place));
    const std::multiset<std::string> one = texts_of(false, hidden, place);
    for (const std::string& text : differing(one, texts_of(true, hidden, place))) {
      CAPTURE(text);
      CHECK(std::binary_search(of_the_map.begin(), of_the_map.end(), text));
    }
    CHECK(one.size() > 50);
  }
}

TEST_CASE("No text on the screen tells how a construction with a hidden future goes on") {
  struct ConstructionScene {
    const char* tab;
    std::vector<std::string> lines;
    const char *begin, *step;
  };
  const ConstructionScene all[] = {
      {"ui.place tab.hpa", {"hpa.levels 2"}, "hpa.construct", "step.to 2"},
      {"ui.place tab.rooms", {"rules.profile four", "rooms on"}, "rooms.construct", "step.to 2"},
      {"ui.place tab.haa", {"haa.sizes 2", "haa on"}, "haa.construct", "step.to 2"},
      {"ui.place tab.ch", {"ch.order large", "ch on", "labels on"}, "ch.contract", "step.first"}};
  for (const ConstructionScene& built : all) {
    CAPTURE(std::string(built.begin));
    // Walls as large as one another, far from where the construction begins.
    enum class ShownParts { kWithout, kMeter, kFinished, kHidden };
    const auto texts = [&](const char* wall, ShownParts show) {
      std::vector<std::string> lines = {
          "map.new 40 40 force", "paint.rectangle 20 0 21 39 filled blocked", wall, "layer all off", "layer search on",
          "inspect 5 30"};
      if (show == ShownParts::kMeter) lines.emplace_back("inspect.clear");  // it is in sight below the inspector
      const bool builds = show == ShownParts::kFinished || show == ShownParts::kHidden;
      if (builds) lines.insert(lines.end(), built.lines.begin(), built.lines.end());
      for (const char* line : {"predict.hide future", built.begin, built.step}) {
        if (show == ShownParts::kHidden) lines.emplace_back(line);
      }
      return texts_after(nullptr, lines, built.tab);
    };
    const char *one = "paint.rectangle 28 30 32 31 filled blocked",
               *other = "paint.rectangle 28 30 29 34 filled blocked";
    CHECK(texts(one, ShownParts::kFinished) != texts(other, ShownParts::kFinished));  // else nothing is compared
    // HPA* is always there: unless it is constructed, its counts differ.
    std::vector<std::string> of_hpa;
    for (const ShownParts show : {ShownParts::kWithout, ShownParts::kMeter}) {
      if (built.lines.size() <= 1) break;
      for (std::string& text : differing(texts(one, show), texts(other, show))) of_hpa.push_back(std::move(text));
    }
    for (const std::string& text : differing(texts(one, ShownParts::kHidden), texts(other, ShownParts::kHidden))) {
      CAPTURE(text);
      CHECK(std::ranges::find(of_hpa, text) != of_hpa.end());
    }
  }
}

TEST_CASE("A panel of a structure whose sizes are hidden says so in place of them") {
  struct Panel {
    const char* place;
    std::vector<std::string> lines;
  };
  const Panel panels[] = {{"ui.place tab.hpa", {}},
                          {"ui.place tab.rooms", {"rules.profile four", "rooms on"}},
                          {"ui.place tab.haa", {"haa on"}},
                          {"ui.place tab.ch", {"ch on"}}};
  for (const Panel& panel : panels) {
    CAPTURE(std::string(panel.place));
    std::vector<std::string> hidden = panel.lines;
    hidden.emplace_back("predict.hide counts");
    CHECK_FALSE(texts_after(nullptr, panel.lines, panel.place).contains("The sizes are hidden."));
    CHECK(texts_after(nullptr, hidden, panel.place).contains("The sizes are hidden."));
  }
}
