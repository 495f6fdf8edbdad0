// Every stop of the runs of show in a presentation: no text is cut, none covers another one, and no note is on the
// screen.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "app/features/show/show.hpp"
#include "core/base/build_info.hpp"
#include "tests/lab_support.hpp"
#include "tests/screen/test_screen.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;
using namespace strata::test;

namespace {

LabOptions show_options() {
  LabOptions options;
  options.fixed_clock = true;
  for (const char* folder : {"maps", "graphs", "levels", "figures", "lessons", "shows"}) {
    options.stock_folders.push_back(assets_folder(folder));
  }
  return options;
}

std::set<std::string> names_on(const TestScreen& screen) {
  std::set<std::string> names;
  for (const ScreenItem& item : screen.items()) names.insert(item.name);
  return names;
}

std::string all_texts(const TestScreen& screen) {
  std::string joined;
  for (const DrawnText& text : screen.drawn().texts) joined += text.text + "\n";
  return joined;
}

void check_stop(Lab& lab, const ScreenSize& size) {
  const ShowController& show = show_controller(lab);
  CAPTURE(
      fmt::format("item {}, stop {}, {}x{}", show.item_index() + 1, show.stop_index() + 1, size.width, size.height));
  TestScreen screen(lab, size);
  screen.frames(5);
  for (const TextFault& fault : screen.faults()) FAIL_CHECK(fault.line());
  const std::set<std::string> names = names_on(screen);
  CHECK(names.contains("caption"));
  CHECK_FALSE(names.contains("show.note"));
  CHECK_FALSE(names.contains("section.show"));
  const std::string texts = all_texts(screen);
  for (const std::string& note : show.stop().notes) CHECK(texts.find(note) == std::string::npos);
}

}  // namespace

TEST_CASE("No stop of a run of show cuts or covers a text in a presentation, or shows a note there") {
  for (const ShowEntry& entry : show_list()) {
    CAPTURE(entry.id);
    Lab lab(show_options());
    run_settled(lab, {"show.open " + entry.id, "ui.presentation on"});
    const ShowController& show = show_controller(lab);
    size_t stops = 1;
    for (;; ++stops) {
      for (const ScreenSize size : {ScreenSize{1280, 800, 1}, ScreenSize{1920, 1080, 1}}) check_stop(lab, size);
      if (show.at_last()) break;
      run_settled(lab, "show.next");
    }
    CHECK(stops >= show.show().items.size());
  }
  CHECK_FALSE(show_list().empty());
}

TEST_CASE("Beside the map the notes of the stop are read, and the buttons and the keys go through the run of show") {
  Lab lab(show_options());
  const std::string name = show_list()[0].id;
  for (const ScreenSize size : {ScreenSize{1280, 800, 1}, ScreenSize{1920, 1080, 1}}) {
    CAPTURE(size.width);
    TestScreen screen(lab, size);
    run_settled(lab, {"show.open " + name, "ui.panel right on"});
    const ShowController& show = show_controller(lab);
    screen.frames(5);
    for (const TextFault& fault : screen.faults()) FAIL_CHECK(fault.line());
    for (const char* wanted : {"show.title", "show.note", "show.ask", "show.next", "show.close", "show.sheet"}) {
      CHECK_MESSAGE(names_on(screen).contains(wanted), wanted);
    }
    const std::vector<ScreenItem> items = screen.items();
    const auto next = std::ranges::find(items, "show.next", &ScreenItem::name);
    REQUIRE(next != items.end());
    screen.press(*next);
    CHECK(show.stop_index() == 1);
  }
}

TEST_CASE("The place Learn lists the runs of show, and a click begins one") {
  Lab lab(show_options());
  TestScreen screen(lab, {1280, 1000, 1}, true);
  run(lab, "ui.place shows");
  screen.frames(5);
  for (const TextFault& fault : screen.faults()) FAIL_CHECK(fault.line());
  const std::string name = "learn.show." + show_list()[0].id;
  const std::vector<ScreenItem> items = screen.items();
  const auto row = std::ranges::find(items, name, &ScreenItem::name);
  REQUIRE(row != items.end());
  screen.press(*row);
  REQUIRE(show_controller(lab).is_open());
  CHECK(show_controller(lab).show().id == show_list()[0].id);
}
