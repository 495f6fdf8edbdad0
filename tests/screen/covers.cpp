// Nothing lies over the map that has room elsewhere: notices, why there is no path, and the card of the first minute.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/base/palette.hpp"
#include "app/features/gallery/gallery.hpp"
#include "app/figure/figure.hpp"
#include "app/figure/figure_colors.hpp"
#include "app/lab/chart.hpp"
#include "app/lab/charts.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/planner_appearance.hpp"
#include "app/playback/playback.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/widgets.hpp"
#include "core/io/files.hpp"
#include "core/world/planners.hpp"
#include "tests/screen/scenes.hpp"
#include "tests/screen/test_screen.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;
using namespace strata::test;

namespace {

constexpr ScreenSize kScreens[] = {{1280, 800, 1}, {1280, 800, 2}, {1920, 1080, 1}, {1920, 1080, 2}, {1920, 1080, 3}};

const ScreenItem* find_item(const std::vector<ScreenItem>& items, std::string_view name) {
  const auto found = std::ranges::find(items, name, &ScreenItem::name);
  return found != items.end() ? &*found : nullptr;
}

// Returns the texts over the map, but for its own letters and numbers and the legend, which stands there without a
// right panel.
std::vector<std::string> texts_over(const TestScreen& screen, const ScreenItem& map) {
  std::vector<std::string> texts;
  for (const DrawnText& text : screen.drawn().texts) {
    const bool apart = text.box.x1 <= map.x || text.box.x0 >= map.x + map.width || text.box.y1 <= map.y ||
                       text.box.y0 >= map.y + map.height;
    const bool number = text.text.starts_with("f ") || text.text.starts_with("g ") || text.text.starts_with("h ");
    const bool letter = text.window == "##Background" && (text.text == "S" || text.text == "G" || number);
    const bool belongs = letter || text.window.starts_with("##path");
    if (!apart && !belongs) texts.push_back(text.window + ": " + text.text);
  }
  return texts;
}

std::string status_text(const TestScreen& screen) {
  std::string joined;
  for (const DrawnText& text : screen.drawn().texts) {
    if (text.window == "##status") joined += text.text + " ";
  }
  return joined;
}

}  // namespace

TEST_CASE("Notices and why there is no path stand in the status bar, and nothing of them lies over the map") {
  const TempFolder folder;
  const std::string map = folder.file("emitters.map");
  REQUIRE(write_file_atomic(map, "type octile\nheight 3\nwidth 5\nmap\n.....\n@@E@@\n..S..\n").ok());
  REQUIRE(write_file_atomic(map + ".scen", "version 1\n1\temitters.map\t5\t3\t0\t0\t0\t2\t6\n").ok());
  for (const ScreenSize& size : kScreens) {
    CAPTURE(size.width);
    CAPTURE(size.scale);
    Lab lab(screen_options());
    TestScreen screen(lab, size, true);
    screen.frames(2);
    run_line(lab, "map.open " + map);
    run_line(lab, "query.set 0 0 0 2");
    lab.finish_updates();
    screen.frames(4);
    const std::vector<ScreenItem> before = screen.items();
    const ScreenItem *shown = find_item(before, "map"), *letters = find_item(before, "notice.letters.do");
    REQUIRE(shown != nullptr);
    REQUIRE(letters != nullptr);
    CHECK(letters->y >= static_cast<float>(size.height) - 26 * size.scale - 1);
    CHECK(letters->x + letters->width <= static_cast<float>(size.width));
    for (const std::string& over : texts_over(screen, *shown)) {
      FAIL_CHECK(over);
    }
    // Closed, it makes room for the next one, and the map stays where it is.
    screen.press(*find_item(before, "notice.letters.close"));
    screen.frames(2);
    const std::vector<ScreenItem> after = screen.items();
    CHECK(find_item(after, "notice.letters.do") == nullptr);
    CHECK(find_item(after, "notice.beside.do") != nullptr);
    const ScreenItem* later = find_item(after, "map");
    REQUIRE(later != nullptr);
    CHECK(later->y == shown->y);
    CHECK(later->height == shown->height);
    // A message of the opened map goes before long.
    lab.mutable_state().messages.clear();
    REQUIRE_FALSE(lab.state().query_note.empty());
    screen.frames(2);
    CHECK(find_item(screen.items(), "status.query") != nullptr);
    CHECK(status_text(screen).find(lab.state().query_note.substr(0, 12)) != std::string::npos);
  }
}

TEST_CASE("Without start and goal the status bar says how to choose them, unless another tool has a hint of its own") {
  Lab lab(screen_options());
  TestScreen screen(lab, {1280, 800, 1}, true);
  screen.frames(2);
  run_line(lab, "query.clear");
  lab.finish_updates();
  lab.mutable_state().messages.clear();
  screen.frames(3);
  REQUIRE_FALSE(lab.state().has_query);
  CHECK(status_text(screen).find("No start and goal") != std::string::npos);
  const std::vector<ScreenItem> items = screen.items();
  REQUIRE(find_item(items, "map") != nullptr);
  CHECK(texts_over(screen, *find_item(items, "map")).empty());
  run_line(lab, "tool.select brush");
  screen.frames(3);
  CHECK(status_text(screen).find("Drag on the map to draw") != std::string::npos);
}

TEST_CASE("The card of the first minute is small, in a corner of the map, and its button steps A*") {
  Lab lab(screen_options());
  TestScreen screen(lab, {1280, 800, 1}, true);
  run_line(lab, "ui.show first_run on");
  screen.frames(4);
  const std::vector<ScreenItem> items = screen.items();
  const ScreenItem *card = find_item(items, "first_run"), *map = find_item(items, "map"),
                   *step = find_item(items, "first_run.step");
  REQUIRE(card != nullptr);
  REQUIRE(map != nullptr);
  REQUIRE(step != nullptr);
  CHECK(card->width * card->height < map->width * map->height * 0.08f);
  CHECK(card->x + card->width > map->x + map->width - 10);
  CHECK(card->y + card->height > map->y + map->height - 10);
  screen.press(*step);
  lab.finish_updates();
  screen.frames(2);
  CHECK_FALSE(lab.state().first_run);
  CHECK(lab.state().traced == "astar");
  CHECK(lab.playback().cursor() == 1);
}

TEST_CASE("The page of Decide has one scroll bar, whole titles and a margin in its verdicts") {
  Lab lab;  // with times, as these need the most room
  for (const char* line : {"decide.over random", "decide.queries 5", "decide.run", "wait.ready"}) run_line(lab, line);
  for (const ScreenSize& size : {ScreenSize{1280, 800, 1}, ScreenSize{1920, 1080, 2}}) {
    CAPTURE(size.scale);
    TestScreen screen(lab, size, true);
    screen.frames(2);
    run_line(lab, "ui.chart decide");
    screen.frames(4);
    const ChartReader* chart = lab.charts().open();
    REQUIRE(chart != nullptr);
    const ChartTable& table = chart->data().table;
    REQUIRE(table.rows() > 5);
    for (const ChartColumn& column : table.columns) {
      for (const std::string& text : {column.title, column.in}) {
        CAPTURE(text);
        const bool whole = text.empty() || std::ranges::any_of(screen.drawn().texts, [&](const DrawnText& drawn) {
                             return drawn.text == text && drawn.box.x1 <= drawn.clip.x1 + 1;
                           });
        CHECK(whole);
      }
    }
    // A part that scrolls would be a window within that of the page.
    for (const DrawnText& drawn : screen.drawn().texts) CHECK_FALSE(drawn.window.starts_with("###page/"));
    const std::vector<ScreenItem> items = screen.items();
    const ScreenItem *verdicts = find_item(items, "decide.sentence"),
                     *first = find_item(items, "decide.verdict.static");
    REQUIRE(verdicts != nullptr);
    REQUIRE(first != nullptr);
    CHECK(first->x - verdicts->x >= 8 * size.scale);
  }
}

TEST_CASE("The titles of the figures are whole in the narrowest panel") {
  Lab lab(screen_options());
  TestScreen screen(lab, {1280, 800, 1}, true);
  run_line(lab, "ui.place tab.figures");
  run_line(lab, "ui.panel left on");
  screen.frames(4);
  const std::vector<ScreenItem> items = screen.items();
  const ScreenItem* splitter = find_item(items, "splitter.left");
  REQUIRE(splitter != nullptr);
  ScreenItem at = *splitter;
  screen.point_at(at);
  screen.point(at, true);
  screen.frames(2);
  at.x -= 200;
  screen.point(at, true);
  screen.frames(2);
  screen.point(at, false);
  screen.frames(4);
  const std::vector<ScreenItem> narrow = screen.items();
  const ScreenItem* panel = find_item(narrow, "panel.left");
  REQUIRE(panel != nullptr);
  CHECK(panel->width <= kLeftSizes.least + 1);
  std::string joined;
  for (const DrawnText& text : screen.drawn().texts) {
    if (text.window.starts_with("##left")) joined += text.text + " ";
  }
  size_t titles = 0;
  for (const FigureCard& card : gallery_controller(lab).cards()) {
    if (find_item(narrow, "learn.figure." + card.id) == nullptr || ++titles > 8) continue;
    CAPTURE(card.title);
    CHECK(joined.find(card.title.substr(card.title.rfind(' ') + 1)) != std::string::npos);
  }
  CHECK(titles > 8);
  // Only the button that opens a window ends in dots.
  const size_t dots = joined.find("...");
  CHECK(joined.find("...", dots + 1) == std::string::npos);
}

TEST_CASE("Every series of a chart has a contrast of 3 with plot and panel, in both themes and in figures") {
  const TestContext context({800, 300, 1});
  Lab lab(screen_options());
  lab.finish_updates();
  std::vector<Rgba> colors = {palette::kBlack, palette::kOrange,    palette::kSky,    palette::kGreen, palette::kYellow,
                              palette::kBlue,  palette::kVermilion, palette::kPurple, palette::kWhite};
  for (const Planner& planner : planners()) {
    colors.push_back(planner_style(lab.state(), planner.name).color);
    colors.push_back(in_grey(colors.back()));
  }
  for (const FeatureChart* chart : charts()) {
    run_line(lab, fmt::format("ui.chart {}", chart->name));
    REQUIRE(lab.charts().open() != nullptr);
    for (const ChartSeries& series : lab.charts().open()->data().series) colors.push_back(series.color);
  }
  CHECK(colors.size() > 60);
  const bool before = theme().dark;
  for (const Rgba color : colors) {
    CAPTURE(color);
    for (const bool dark : {false, true}) {
      CAPTURE(dark);
      set_theme(dark);
      CHECK(contrast(in_chart(color), to_u32(theme().field)) >= 3);
      CHECK(contrast(in_chart(color), to_u32(theme().panel)) >= 3);
      FigureOptions options;
      options.ground = dark ? FigureBackground::kDark : FigureBackground::kWhite;
      const FigureColors figure(options);
      CHECK(contrast(figure.series(color), figure.page()) >= 3);
    }
  }
  set_theme(before);
}

TEST_CASE("Where the steps have no room above the strip, a line says where they are") {
  for (const auto& [size, room] : {std::pair{ScreenSize{1280, 800, 1}, true}, {ScreenSize{1280, 800, 2}, false}}) {
    CAPTURE(size.scale);
    Lab lab(screen_options());
    TestScreen screen(lab, size, true);
    screen.frames(4);
    run_line(lab, "ui.panel steps on");
    screen.frames(4);
    const bool told = std::ranges::any_of(lab.state().messages, [](const Message& message) {
      return message.text.starts_with("No room for the steps above the strip: they are at the end of the right panel");
    });
    CHECK(told != room);
    CHECK((find_item(screen.items(), "play.traced") != nullptr) == room);
  }
}
