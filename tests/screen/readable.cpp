// What a user must be able to read in every window: the sentence of the step, the pseudo-code of a presentation, the
// values of sliders, the titles of dialogs, and the legend of the map. Start and goal stay in sight.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/lab/cell_explanations.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/gestures.hpp"
#include "app/lab/lab.hpp"
#include "app/playback/playback.hpp"
#include "app/ui/presentation_layout.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/widgets.hpp"
#include "core/base/setting.hpp"
#include "tests/lab_support.hpp"
#include "tests/screen/scenes.hpp"
#include "tests/screen/test_screen.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;
using namespace strata::test;

namespace {

constexpr ScreenSize kWindows[] = {{1280, 800, 1},  {1280, 800, 1.5f}, {1280, 800, 2}, {1920, 1080, 1},
                                   {1920, 1080, 2}, {1920, 1080, 3},   {3840, 2160, 2}};

LabOptions readable_options() {
  LabOptions options;
  options.fixed_clock = true;
  return options;
}

void give(Lab& lab, std::string_view line) {
  CAPTURE(std::string(line));
  const Status status = lab.execute(line);
  if (!status) FAIL(status.error().message());
}

// Puts one blank where there are blanks and line breaks.
std::string in_one_line(std::string_view text) {
  std::string joined;
  for (const char letter : text) {
    const bool blank = letter == ' ' || letter == '\n';
    if (!blank || (!joined.empty() && joined.back() != ' ')) joined += blank ? ' ' : letter;
  }
  return joined;
}

// Returns the texts of all windows whose names begin so.
std::string texts_in(const TestScreen& screen, std::string_view window) {
  std::string joined;
  for (const DrawnText& text : screen.drawn().texts) {
    if (text.window.starts_with(window)) joined += text.text + " ";
  }
  return in_one_line(joined);
}

std::set<std::string> lines_in(const TestScreen& screen, std::string_view window) {
  std::set<std::string> lines;
  for (const DrawnText& text : screen.drawn().texts) {
    if (text.window.starts_with(window)) lines.insert(text.text);
  }
  return lines;
}

const ScreenItem* item_named(const std::vector<ScreenItem>& items, std::string_view name) {
  const auto found = std::ranges::find(items, name, &ScreenItem::name);
  return found != items.end() ? &*found : nullptr;
}

}  // namespace

TEST_CASE("What is at work can be read in every window, and is stopped by its button") {
  Lab lab(readable_options());
  for (const ScreenSize& window : kWindows) {
    CAPTURE(fmt::format("{}x{} at {}", window.width, window.height, window.scale));
    TestScreen screen(lab, window);
    const LongWorkStatus work{"Recover the unsaved work of an earlier run of the program, with all that belongs to it",
                              75, true};
    CHECK_FALSE(screen.work_frames(3, work));
    for (const TextFault& fault : screen.faults()) FAIL_CHECK(fault.line());
    const std::string shown = texts_in(screen, "##long_work");
    CHECK(shown.find(work.title) != std::string::npos);
    CHECK(shown.find("At work for 75 s.") != std::string::npos);
    const std::vector<ScreenItem> items = screen.items();
    REQUIRE(items.size() == 1);
    CHECK(items[0].name == "work.stop");
    screen.point(items[0], true);
    CHECK_FALSE(screen.work_frames(2, work));
    screen.point(items[0], false);
    CHECK(screen.work_frames(1, work));
    // What must not be stopped has no button.
    (void)screen.work_frames(2, {work.title, 75, false});
    CHECK(screen.items().empty());
  }
}

TEST_CASE("The sentence of the step is in sight in every window, whatever is stepped") {
  const TempFolder folder;
  size_t seen = 0;
  for (const ScreenScene& scene : all_scenes(folder.path())) {
    if (!scene.name.starts_with("stepping ")) continue;
    Lab lab(readable_options());
    for (const std::string& line : scene.lines) give(lab, line);
    for (const ScreenSize& size : kWindows) {
      const bool first_start = seen % 2 == 1;  // each layout in half of the windows
      TestScreen screen(lab, size, first_start);
      screen.frames(3);
      CAPTURE(scene.name);
      CAPTURE(size.width);
      CAPTURE(size.scale);
      CAPTURE(first_start);
      const std::string wanted = in_one_line(explained_step(lab));
      const std::string bottom = texts_in(screen, "##bottom");
      CAPTURE(wanted);
      CAPTURE(bottom);
      CHECK(wanted.size() > 10);
      CHECK(bottom.find(wanted) != std::string::npos);
      ++seen;
    }
  }
  CHECK(seen > 100);
}

TEST_CASE("A bottom panel over the map has what has no room beside it in tabs") {
  Lab lab(readable_options());
  give(lab, "step.to 40");
  TestScreen screen(lab, {1280, 800, 2});
  screen.frames(2);
  give(lab, "ui.panel bottom off");
  screen.frames(2);
  give(lab, "ui.panel bottom on");
  screen.frames(3);
  CHECK(texts_in(screen, "##bottom").find(in_one_line(explained_step(lab))) != std::string::npos);
}

TEST_CASE("The list of keys begins with stepping, and what the mouse does in single tools comes later") {
  Lab lab(readable_options());
  TestScreen screen(lab, {1280, 800, 1});
  screen.frames(2);
  give(lab, "ui.show help on");
  screen.frames(3);
  const std::vector<DrawnText>& texts = screen.drawn().texts;
  const auto play = std::ranges::find(texts, std::string("Play or pause"), &DrawnText::text);
  REQUIRE(play != texts.end());
  for (const DrawnText& text : texts) {
    CAPTURE(text.text);
    const bool of_tool = text.text.starts_with("Drag a landmark") || text.text.find("(graph tool)") != text.text.npos;
    if (of_tool) CHECK(text.box.y0 > play->box.y0);
  }
}

TEST_CASE("The panel of crowds tells the sizes of brush and agents apart, and names the unit of the speed") {
  Lab lab(readable_options());
  TestScreen screen(lab, {1280, 1400, 1});
  screen.frames(2);
  for (const char* line : {"ui.panel left on", "ui.place crowd", "tool.select crowd"}) {
    give(lab, line);
    screen.frames(2);
  }
  const std::set<std::string> lines = lines_in(screen, "");
  for (const char* label : {"Brush size", "Agent size", "Speed in cells/s"}) {
    CAPTURE(label);
    CHECK(lines.contains(label));
  }
  CHECK_FALSE(lines.contains("Size"));
}

TEST_CASE("A presentation shows the pseudo-code in letters like those of the sentence, and the current line in sight") {
  const TempFolder folder;
  size_t seen = 0, lines = 0;
  for (const ScreenScene& scene : all_scenes(folder.path())) {
    if (!scene.name.starts_with("stepping ")) continue;
    Lab lab(readable_options());
    for (const std::string& line : scene.lines) give(lab, line);
    for (const char* line : {"ui.presentation on", "ui.legend on", "ui.code on"}) give(lab, line);
    for (const ScreenSize& size : {kWindows[0], kWindows[2], kWindows[5], kWindows[6]}) {
      CAPTURE(scene.name);
      CAPTURE(size.width);
      CAPTURE(size.scale);
      TestScreen screen(lab, size);
      screen.frames(3);
      for (const imgui::WindowOverflow& window : imgui::window_contents()) {
        if (!window.name.starts_with("##beside")) continue;
        CAPTURE(window.name);
        CHECK_FALSE(window.bar_right);
        CHECK(window.hidden_below < 1);
        ++seen;
      }
      const std::vector<ScreenItem> items = screen.items();
      const ScreenItem* side = item_named(items, "presentation.side");
      REQUIRE(side != nullptr);
      const float letters = std::floor(presentation_text(static_cast<float>(size.height)) * 0.85f);
      const ScreenItem* current =
          item_named(items, fmt::format("code.line.{}", std::max(current_line(lab.playback()), 0)));
      REQUIRE(current != nullptr);
      CHECK(current->height >= letters);
      for (const ScreenItem& item : items) {
        if (!item.name.starts_with("code.line.")) continue;
        CHECK(item.height >= letters);
        CHECK(item.y + item.height <= side->y + side->height + 1);
        ++lines;
      }
    }
  }
  CHECK(seen > 60);
  CHECK(lines > 400);
}

constexpr Setting kDensity = {
    .name = "crowd.density", .title = "Density", .word = "N", .unit = "polygons", .range = {0, 20}};

TEST_CASE("The value of a slider stands in its bar beside the grab, wherever the grab is") {
  const TestContext context({800, 300, 1});
  Ui ui;
  ui.set_fonts(context.fonts());
  ui.dump().set_enabled(true);
  for (const float width : {200.0f, 252.0f, 284.0f, 480.0f}) {
    for (int value = 0; value <= 20; ++value) {
      std::vector<ScreenItem> items;
      for (int i = 0; i < 2; ++i) {
        context.begin_frame();
        ImGui::SetNextWindowSize({width, 200});
        ImGui::Begin("window");
        ui.dump().begin_frame();
        draw_slider(ui, kDensity, value, "density", "Agents", "");
        ImGui::End();
        items = items_of(ui.dump(), 800, 300);
        (void)context.end_frame();
      }
      const ScreenItem *bar = item_named(items, "density"), *grab = item_named(items, "density.grab"),
                       *text = item_named(items, "density.value");
      REQUIRE(bar != nullptr);
      REQUIRE(grab != nullptr);
      REQUIRE(text != nullptr);
      CAPTURE(width);
      CAPTURE(value);
      CHECK(text->x >= bar->x);
      CHECK(text->x + text->width <= bar->x + bar->width);
      CHECK(text->y >= bar->y);
      CHECK(text->y + text->height <= bar->y + bar->height + 1);
      const float right = text->x - (grab->x + grab->width), left = grab->x - (text->x + text->width);
      CHECK(std::max(left, right) > 2);
      CHECK(std::max(left, right) < 8);
    }
  }
}

TEST_CASE("The card of the first minute covers neither start nor goal, in any window") {
  for (const ScreenSize& size : kWindows) {
    Lab lab(readable_options());
    give(lab, "ui.show first_run on");
    TestScreen screen(lab, size);
    screen.frames(4);
    const std::vector<ScreenItem> items = screen.items();
    const ScreenItem* card = item_named(items, "first_run");
    CAPTURE(size.width);
    CAPTURE(size.scale);
    REQUIRE(card != nullptr);
    CHECK(card->x >= 0);
    CHECK(card->y >= 0);
    CHECK(card->x + card->width <= static_cast<float>(size.width));
    CHECK(card->y + card->height <= static_cast<float>(size.height));
    const Box& pane = screen.gui().pane_box(0);
    const Camera& camera = lab.state().camera;
    for (const Cell end : {lab.state().query.start, lab.state().query.goal}) {
      const float x = pane.x + static_cast<float>(camera.screen_x(end.x + 0.5));
      const float y = pane.y + static_cast<float>(camera.screen_y(end.y + 0.5));
      const float reach = static_cast<float>(camera.zoom) * 0.52f;
      const bool beside = x + reach <= card->x || x - reach >= card->x + card->width || y + reach <= card->y ||
                          y - reach >= card->y + card->height;
      CAPTURE(x);
      CAPTURE(y);
      CHECK(beside);
    }
  }
}

TEST_CASE("The title of a dialog names the action that it is about") {
  const auto titles = [](const std::vector<std::string>& lines, bool refused) {
    Lab lab(readable_options());
    for (const std::string& line : lines) refused ? lab.run(line) : give(lab, line);
    TestScreen screen(lab, {1280, 800, 1});
    screen.frames(4);
    std::set<std::string> texts;
    for (const DrawnText& text : screen.drawn().texts) texts.insert(text.text);
    return texts;
  };
  const std::string paint = "paint.stroke brush blocked 0 round 5,5 9,9";
  const auto quitting = titles({paint, "app.quit"}, false);
  CHECK(quitting.contains("Quit without saving?"));
  CHECK_FALSE(quitting.contains("Question"));
  CHECK(titles({paint, "map.new 20 20"}, false).contains("New map without saving?"));
  const auto refused = titles({"map.open /none/such.map"}, true);
  CHECK(refused.contains("Open map"));
  CHECK_FALSE(refused.contains("Problem"));
}

TEST_CASE("The legend of the map says what the marks of the search mean that are drawn at the time") {
  const ScreenSize size{1920, 1080, 1};
  const auto legend = [&](const std::vector<std::string>& lines) {
    Lab lab(readable_options());
    for (const std::string& line : lines) give(lab, line);
    TestScreen screen(lab, size);
    screen.frames(3);
    const std::set<std::string> beside = lines_in(screen, "##right");
    CHECK(lines_in(screen, "##pathkey").empty());
    // Where the panel is closed, the legend on the map says the same.
    give(lab, "ui.panel right off");
    screen.frames(3);
    for (const std::string& line : lines_in(screen, "##pathkey")) {
      CAPTURE(line);
      CHECK((line == "Legend" || line.starts_with("path of") || beside.contains(line) || line == "A*" ||
             line.starts_with("Jump")));
    }
    give(lab, "ui.panel right on");
    return beside;
  };
  const std::set<std::string> begun = legend({"step.to 40"});
  for (const char* entry : {"expanded, early to late", "open cells", "node of this step, path to it"}) {
    CAPTURE(entry);
    CHECK(begun.contains(entry));
  }
  const std::set<std::string> ended = legend({"step.last"});
  CHECK(ended.contains("expanded, early to late"));
  CHECK_FALSE(
      std::ranges::any_of(ended, [](const std::string& text) { return text.starts_with("node of this step"); }));
  CHECK_FALSE(legend({"step.first"}).contains("open cells"));
  CHECK_FALSE(legend({"step.to 40", "layer search off"}).contains("open cells"));
  CHECK(legend({"step.to 40", "layer tree on"}).contains("line to the parent"));
  CHECK(legend({"planner.trace jps", "step.to 40"}).contains("open jump points"));
}

TEST_CASE("The title of the view counts the graph that the stepped planner searches, and no other one") {
  Lab lab(readable_options());
  for (const char* line : {"ch on", "sectors on", "planner.show ch on", "planner.show sectors on"}) give(lab, line);
  lab.finish_updates();
  TestScreen screen(lab, {1920, 1080, 1});
  const auto counts = [&](const char* planner) {
    give(lab, fmt::format("planner.trace {}", planner));
    give(lab, "step.to 20");
    screen.frames(3);
    return texts_in(screen, "##view0").find(" x ") != std::string::npos;
  };
  CHECK(counts("hpa1"));
  CHECK_FALSE(counts("ch"));
  CHECK_FALSE(counts("sectors"));
}

TEST_CASE("Labels and titles of columns are words that are not cut short") {
  Lab lab(readable_options());
  for (const char* line : {"hna on", "hpa.levels 3"}) give(lab, line);
  TestScreen screen(lab, {1280, 800, 1});
  screen.frames(2);
  std::set<std::string> texts;
  for (const char* tab : {"tab.hpa", "tab.hna", "tab.level"}) {
    give(lab, fmt::format("ui.place {}", tab));
    screen.frames(4, true);
    for (const DrawnText& text : screen.drawn().texts) texts.insert(text.text);
  }
  for (const char* cut : {"Above", "Max edge", "Group size", "Connect", "only", "clust.", "Per side"}) {
    CAPTURE(cut);
    // "Above" is the first line of a title.
    if (std::string_view(cut) != "Above") CHECK_FALSE(texts.contains(cut));
  }
  for (const char* whole : {"Polygons per group", "Connect start and goal", "Clusters per side", "optimal"}) {
    CAPTURE(whole);
    CHECK(texts.contains(whole));
  }
}

TEST_CASE("Labels, texts and tooltips of tabs use words of the field, and every control has a tooltip or a label") {
  // What was there before these words, or would be a riddle to who has not read the code.
  constexpr std::string_view kRiddles[] = {"ept true",         "looks at",
                                           "look at",          "anew",
                                           "iven up",          "Give it up",
                                           "et aside",         "hangs on",
                                           "redoes",           "agent in use",
                                           "flooded",          "way to it",
                                           "What would help",  "Take the path apart",
                                           "Sides of the map", "are no edges",
                                           "is no node",       "arcs again",
                                           "opens into",       "kept out",
                                           "at hand"};
  std::set<std::string> seen;
  size_t tooltips = 0;
  std::vector<std::string> tabs = {"tab.xray", "tab.sweep"};
  for (const Feature* feature : features()) {
    if (!feature->planners.empty() && feature->tab.empty()) tabs.push_back(fmt::format("tab.{}", feature->name));
  }
  for (const std::string& tab : tabs) {
    CAPTURE(tab);
    Lab lab(readable_options());
    for (const std::string& line : structure_switches({"tables", "mesh-classes"})) give(lab, line);
    give(lab, "xray.show on");
    lab.finish_updates();
    TestScreen screen(lab, {1920, 1080, 1});
    screen.gui().dump();
    give(lab, "ui.panel left on");
    give(lab, fmt::format("ui.place {}", tab));
    screen.frames(6, true);
    for (const ScreenItem& item : screen.items()) {
      if (item.x > 280 || item.y < 60 || item.y > 700 || item.width <= 0) continue;
      screen.point_at(item);
      for (const DrawnText& text : screen.drawn().texts) {
        if (text.window.starts_with("##Tooltip")) ++tooltips;
        seen.insert(text.text);
      }
    }
  }
  CHECK(tooltips > 200);
  for (const std::string& text : seen) {
    CAPTURE(text);
    for (const std::string_view riddle : kRiddles) {
      CAPTURE(riddle);
      CHECK(text.find(riddle) == std::string::npos);
    }
  }
}

TEST_CASE("Numbers of a thousand or more have separators in sliders, and labels of choices are whole") {
  Lab lab(readable_options());
  give(lab, "crowd.count 250000");
  TestScreen screen(lab, {1280, 800, 1});
  give(lab, "ui.panel left on");
  give(lab, "ui.place crowd");
  screen.frames(4);
  std::set<std::string> texts;
  for (const DrawnText& text : screen.drawn().texts) texts.insert(text.text);
  CHECK(texts.contains("250 000"));
  for (const ScreenSize& size : {kWindows[0], kWindows[3]}) {
    CAPTURE(size.width);
    Lab wide(readable_options());
    TestScreen other(wide, size);
    give(wide, "ui.panel left on");
    give(wide, "ui.place tab.sweep");
    give(wide, "sweep.choose hna.mu 2 20 2");
    other.frames(4);
    texts.clear();
    for (const DrawnText& text : other.drawn().texts) texts.insert(text.text);
    CHECK(texts.contains("Polygons per group of HNA*"));
  }
}

TEST_CASE("The legend of a presentation counts the entries that have no room") {
  Lab lab(readable_options());
  for (const char* line : {"sectors on", "landmarks on", "ch on", "labels on", "navmesh on", "hna on", "haa on",
                           "hna.levels 3", "tables on", "cch on", "planner.show jps on", "step.last"}) {
    give(lab, line);
  }
  lab.finish_updates();
  const auto counts = [&](const ScreenSize& size) {
    TestScreen screen(lab, size);
    screen.frames(4);
    std::pair<size_t, size_t> found{0, 0};
    for (const DrawnText& text : screen.drawn().texts) {
      // Letters are not smaller than in the window.
      if (text.window.starts_with("##beside") && text.text.starts_with("path of A*")) CHECK(text.size >= 14);
      found.first += text.text.starts_with("path of ");
      if (text.text.ends_with(" more")) found.second = static_cast<size_t>(std::stoi(text.text));
    }
    return found;
  };
  for (const char* line : {"ui.presentation on", "ui.legend on", "ui.code off"}) give(lab, line);
  const auto [all, none] = counts({1280, 800, 1});
  CHECK(all > 10);
  give(lab, "ui.code on");
  const auto [some, more] = counts({1280, 800, 1});
  CHECK(some <= all);
  CHECK(more > none);
  CHECK(some + more >= all);  // other marks have no room either
}

TEST_CASE("Inks have a contrast of 4.5 on every ground, and data colours as text, in both themes") {
  const TestContext context({800, 300, 1});
  const auto luminance = [](const ImVec4& color) {
    const auto linear = [](double c) { return c <= 0.03928 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
    return 0.2126 * linear(color.x) + 0.7152 * linear(color.y) + 0.0722 * linear(color.z);
  };
  const auto contrast = [&](const ImVec4& ink, const ImVec4& ground) {
    const double a = luminance(ink), b = luminance(ground);
    return (std::max(a, b) + 0.05) / (std::min(a, b) + 0.05);
  };
  const auto over = [](const ImVec4& top, const ImVec4& ground) {
    const auto mix = [&](float a, float b) { return a * top.w + b * (1 - top.w); };
    return ImVec4(mix(top.x, ground.x), mix(top.y, ground.y), mix(top.z, ground.z), 1);
  };
  const bool before = theme().dark;
  for (const bool dark : {false, true}) {
    CAPTURE(dark);
    set_theme(dark);
    const Theme& t = theme();
    const ImVec4 button = ImGui::GetStyle().Colors[ImGuiCol_Button];
    const ImVec4 grounds[] = {t.background,
                              t.panel,
                              t.panel_title,
                              t.field,
                              t.hover,
                              button,
                              over(t.accent_soft, t.panel),
                              over(t.accent_soft, button)};
    for (const ImVec4& ground : grounds) {
      for (const ImVec4& ink : {t.text, t.text_dim, t.accent, t.good, t.bad, t.warn}) {
        CAPTURE(&ground - grounds);
        CAPTURE(ink.x);
        CHECK(contrast(ink, ground) >= 4.5);
      }
    }
    for (const Rgba color : {palette::kYellow, palette::kOrange, palette::kSky, palette::kGreen, palette::kBlue,
                             palette::kVermilion, palette::kPurple, palette::kBlack, palette::kWhite}) {
      CHECK(contrast(to_vec(on_panel(color)), theme().panel_title) >= 4.4);
    }
  }
  set_theme(before);
}
