// The rows of planners in the comparison: the number of levels, the switch of the path, and the buttons under the
// pointer.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "app/lab/lab.hpp"
#include "app/lab/lab_setting.hpp"
#include "app/lab/planner_levels.hpp"
#include "tests/lab_support.hpp"
#include "tests/screen/test_screen.hpp"

using namespace strata;
using namespace strata::test;

namespace {

class RowScreen {
 public:
  explicit RowScreen(const ScreenSize& size) : lab_(options()), screen_(lab_, size) {
    for (const char* line : {"hna on", "hna.levels 3", "planner.show navmesh off", "planner.show polyanya off",
                             "planner.show pccp off", "ui.panel right on", "ui.panel steps off"}) {
      run(lab_, line);
    }
    lab_.finish_updates();
    screen_.frames(4);
  }

  const LabState& state() const { return lab_.state(); }
  bool shows(const std::string& name) const { return find(name).width > 0; }
  ScreenItem item(const std::string& name) const {
    const ScreenItem found = find(name);
    REQUIRE_MESSAGE(found.width > 0, name);
    return found;
  }
  void press(const std::string& name) {
    screen_.press(item(name));
    lab_.finish_updates();
    screen_.frames(2);
  }
  // Returns the texts of the tooltip of an item.
  std::vector<DrawnText> tooltip(const std::string& name) {
    screen_.point_at(item(name));
    std::vector<DrawnText> texts;
    for (const DrawnText& text : screen_.drawn().texts) {
      if (text.window.starts_with("##Tooltip")) texts.push_back(text);
    }
    return texts;
  }
  // Looks at the texts while the pointer is over the map, so that no tooltip is open.
  void check_texts() {
    screen_.point_at({"map", 500, 400, 4, 4});
    for (const TextFault& fault : screen_.faults()) FAIL_CHECK(fault.line());
  }

 private:
  static LabOptions options() {
    LabOptions options;
    options.fixed_clock = true;
    return options;
  }
  ScreenItem find(const std::string& name) const {
    const std::vector<ScreenItem> items = screen_.items();
    const auto found = std::ranges::find(items, name, &ScreenItem::name);
    return found != items.end() ? *found : ScreenItem{};
  }

  Lab lab_;
  TestScreen screen_;
};

}  // namespace

TEST_CASE("A row of HPA* and one of HNA* offer their levels side by side, in the smallest windows, too") {
  for (const ScreenSize size : {ScreenSize{1280, 800, 1}, ScreenSize{1280, 800, 2}, ScreenSize{1920, 1080, 1.5f}}) {
    CAPTURE(size.scale);
    RowScreen rows(size);
    rows.check_texts();
    for (const std::string family : {"hpa", "hna"}) {
      CAPTURE(family);
      const ScreenItem name = rows.item("compare." + family + "1.trace");
      const ScreenItem one = rows.item("compare." + family + "1.level");
      const ScreenItem two = rows.item("compare." + family + "2.trace");
      const ScreenItem three = rows.item("compare." + family + "3.trace");
      CHECK_FALSE(rows.shows("compare." + family + "2.show"));
      CHECK(name.x + name.width <= one.x + 1);
      CHECK(one.x + one.width <= two.x + 1);
      CHECK(two.x + two.width <= three.x + 1);
      CHECK(two.y == one.y);
      CHECK(three.width >= 8 * size.scale);
      // The first figure of the row begins behind the numbers.
      const ScreenItem expanded = rows.item("compare." + family + "1.expanded");
      CHECK(expanded.x + expanded.width > three.x + three.width);
    }
  }
}

TEST_CASE("A click on a level steps it in its row, and no other row changes or moves") {
  RowScreen rows({1280, 800, 1});
  const ScreenItem before = rows.item("compare.hpa1.trace"), jps = rows.item("compare.jps.trace");
  rows.press("compare.hpa3.trace");
  CHECK(rows.state().traced == "hpa3");
  CHECK(rows.state().row("hpa3")->shown);
  CHECK_FALSE(rows.state().row("hpa1")->shown);
  CHECK(rows.state().row("jps")->shown);
  CHECK(rows.item("compare.hpa3.trace").x == before.x);
  CHECK(rows.item("compare.hpa3.trace").y == before.y);
  CHECK(rows.item("compare.jps.trace").y == jps.y);
  // A click on a name chooses that planner and does nothing else.
  rows.press("compare.jps.trace");
  CHECK(rows.state().traced == "jps");
  CHECK(rows.state().row("hpa3")->shown);
  CHECK_FALSE(rows.state().row("hpa1")->shown);
  rows.press("compare.levels");
  CHECK(rows.state().levels_apart);
  for (const char* row : {"compare.hpa1.show", "compare.hpa2.show", "compare.hpa3.show"}) CHECK(rows.shows(row));
  rows.check_texts();
  rows.press("compare.levels");
  CHECK(rows.shows("compare.hpa1.level"));
  CHECK_FALSE(rows.shows("compare.hpa2.show"));
}

TEST_CASE("The box of a row leaves out all of its levels, and the row stays under the pointer") {
  RowScreen rows({1280, 800, 1});
  const ScreenItem before = rows.item("compare.hpa1.show");
  rows.press("compare.hpa1.show");
  for (const char* name : {"hpa1", "hpa2", "hpa3"}) CHECK_FALSE(rows.state().row(name)->shown);
  CHECK(rows.state().row("jps")->shown);
  CHECK(rows.item("compare.hpa1.show").y == before.y);
  rows.press("compare.hpa1.show");
  CHECK(rows.state().row("hpa1")->shown);
  CHECK_FALSE(rows.state().row("hpa2")->shown);
}

TEST_CASE("The eye of a row hides its path, and only this hides all others until it is used again") {
  RowScreen rows({1280, 800, 1});
  const auto draws = [&](const char* name) { return draws_path(rows.state(), *rows.state().row(name)); };
  rows.press("compare.jps.path");
  CHECK_FALSE(draws("jps"));
  CHECK(rows.state().row("jps")->shown);
  CHECK(rows.shows("compare.jps.expanded"));
  rows.press("compare.hpa1.only");
  CHECK(rows.state().traced == "hpa1");
  CHECK(draws("hpa1"));
  CHECK_FALSE(draws("astar"));
  rows.check_texts();
  rows.press("compare.hpa1.only");
  CHECK(draws("astar"));
  CHECK(draws("hpa1"));
  CHECK_FALSE(draws("jps"));
  rows.press("compare.jps.path");
  CHECK(draws("jps"));
}

TEST_CASE("The tooltip of a row lies beside the panel, says what the planner is, and repeats no figure of the table") {
  for (const ScreenSize size : {ScreenSize{1280, 800, 1}, ScreenSize{1920, 1080, 1.5f}}) {
    CAPTURE(size.scale);
    RowScreen rows(size);
    const float panel = rows.item("panel.right").x;
    std::string all;
    for (const DrawnText& text : rows.tooltip("compare.hpa1.trace")) {
      CHECK(text.box.x1 <= panel);
      CHECK(text.box.x0 >= 0);
      all += text.text + " ";
    }
    CAPTURE(all);
    CHECK(all.find("HPA* 1 level") != all.npos);
    CHECK(all.find("Plan over clusters first") != all.npos);
    CHECK(all.find("Expanded") == all.npos);
  }
}

TEST_CASE("A number of levels says that it is of the search, and the setting that it is of the hierarchy") {
  RowScreen rows({1280, 800, 1});
  const auto says = [&](const std::string& name) {
    std::string all;
    for (const DrawnText& text : rows.tooltip(name)) all += text.text + " ";
    return all;
  };
  CHECK(says("compare.hpa2.trace").find("searches with 2 levels") != std::string::npos);
  CHECK(says("compare.hpa1.level").find("searches with 1 level of") != std::string::npos);
  for (const char* name : {"hpa.levels", "hna.levels"}) {
    REQUIRE(lab_setting_named(name) != nullptr);
    CHECK(lab_setting_named(name)->row.title == std::string_view("Built levels"));
  }
}
