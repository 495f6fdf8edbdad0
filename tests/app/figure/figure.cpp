#include "app/figure/figure.hpp"
#include "app/figure/figure_colors.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "app/figure/metadata.hpp"
#include "app/lab/dump.hpp"
#include "app/lab/gestures.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/planner_appearance.hpp"
#include "tests/app/figure/figure_support.hpp"
#include "tests/lab_support.hpp"
#include "tests/overlay_support.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;
using namespace strata::test;

namespace {

std::string figure_line(const std::string& path, const std::string& options = {}) {
  return test::open_line(path, "export.figure") + " " + options;
}

std::string exported(Lab& lab, const TempFolder& folder, const std::string& name, const std::string& options = {}) {
  run(lab, figure_line(folder.file(name), options));
  return content(folder.file(name));
}

// The area of the rectangles that the paths consist of.
double rectangle_area(const std::vector<std::string>& paths) {
  double sum = 0;
  for (const std::string& path : paths) {
    std::istringstream words(path);
    std::string word;
    std::vector<double> numbers;
    while (words >> word) {
      if (word == "M") numbers.clear();
      if (word != "M" && word != "L" && word != "Z") numbers.push_back(std::stod(word));
      if (word == "Z") sum += std::abs((numbers[4] - numbers[0]) * (numbers[5] - numbers[1]));
    }
  }
  return sum;
}

size_t count_of(const std::vector<std::string>& paths, char letter) {
  size_t count = 0;
  for (const std::string& path : paths) count += static_cast<size_t>(std::count(path.begin(), path.end(), letter));
  return count;
}

uint32_t big_endian(const std::string& bytes, size_t at) {
  uint32_t value = 0;
  for (size_t i = 0; i < 4; ++i) value = value << 8 | static_cast<uint8_t>(bytes[at + i]);
  return value;
}

std::string state_without_messages(Lab& lab) {
  lab.mutable_state().messages.clear();
  return dump_state(lab);
}

}  // namespace

TEST_CASE("the walls of a figure are the blocked cells of the map, and of nothing else") {
  Lab lab;
  TempFolder folder;
  run(lab, {"map.scene running-example", "layer all off", "view.fit"});
  const std::string svg = exported(lab, folder, "walls.svg", "area all zoom 4 ground white");
  const GridMap& map = lab.world().map();
  size_t walls = 0;
  for (const char letter : map.letters()) walls += map.letter_terrains().of(letter) == Terrain::kOut;
  // The colour of blocked cells, 0x39424e, as Cairo writes it. A cell is 4 x 4 units.
  CHECK(rectangle_area(test::paths_with(svg, "fill", "rgb(22.35")) / 16 == doctest::Approx(static_cast<double>(walls)));
  // Runs of cells are merged.
  CHECK(count_of(test::paths_with(svg, "fill", "rgb(22.35"), 'Z') < walls / 4);
}

TEST_CASE("a figure has as many edges as the layer that it shows") {
  Lab lab;
  TempFolder folder;
  run_settled(lab, {"map.scene running-example", "query.clear"});
  run(lab, {"layer all off", "layer intra-edges on", "view.fit"});
  OverlayBuilder builder;
  const auto shown = test::drawn(test::draw(builder, lab));
  const auto edges = std::count_if(shown.lines.begin(), shown.lines.end(), [](const DrawLine& line) {
    return with_alpha(line.color, 255) == level_style(1).color;  // those of level 1
  });
  REQUIRE(edges > 20);
  const std::string svg = exported(lab, folder, "edges.svg", "ground none");
  std::ptrdiff_t strokes = 0;  // of the colour of those edges
  for (const std::string& path : test::paths_with(svg, "stroke", "rgb(57.6")) {
    strokes += std::count(path.begin(), path.end(), 'L');
  }
  CHECK(strokes == edges);
}

TEST_CASE("a figure says in its file by which commands it was made") {
  Lab lab;
  TempFolder folder;
  run(lab, {"map.scene running-example", "query.goal 5 5"});
  const std::string svg = exported(lab, folder, "a.svg");
  CHECK(holds_text(svg, "<title>running example</title>"));
  const size_t desc = svg.find("<desc>");
  REQUIRE(desc != svg.npos);
  CHECK(holds_text(svg.substr(desc, svg.find("</desc>") - desc), "query.goal 5 5"));
  const std::string png = exported(lab, folder, "a.png");
  CHECK(holds_text(png, "tEXtDescription"));
  CHECK(holds_text(png, "query.goal 5 5"));
  const std::string pdf = exported(lab, folder, "a.pdf");
  CHECK(pdf.starts_with("%PDF-1.4"));
  if (!test::program_is_there("pdfinfo")) {
    MESSAGE("SKIPPED: there is no pdfinfo (package poppler-utils)");
    return;
  }
  const std::string out = folder.file("info.txt");
  REQUIRE(std::system(fmt::format("pdfinfo '{}' >'{}'", folder.file("a.pdf"), out).c_str()) == 0);
  CHECK(holds_text(content(out), "query.goal 5 5"));
  CHECK(holds_text(content(out), "Strata"));
}

TEST_CASE("text that is put into files cannot break their format") {
  const std::string svg =
      describe_svg("<?xml?>\n<svg width=\"1pt\" height=\"2pt\" viewBox=\"0 0 1 2\">\n</svg>", 10, 20, "a<b", "]]>&");
  CHECK(holds_text(svg, "<svg width=\"10.0000pt\" height=\"20.0000pt\" viewBox=\"0 0 1 2\">"));
  CHECK(holds_text(svg, "<title>a&lt;b</title>\n<desc>]]&gt;&amp;</desc>"));
  CHECK(describe_svg("no tag", 1, 1, "", "") == "no tag");
  CHECK(describe_png("short", 1, "", "") == "short");
}

TEST_CASE("a PNG has the size that is asked for") {
  Lab lab;
  TempFolder folder;
  run(lab, {"map.scene running-example", "layer path off"});
  const auto width_of = [&](const std::string& options) {
    return big_endian(exported(lab, folder, "size.png", "area all legend off " + options), 16);
  };
  CHECK(width_of("pixels 700") == 700);
  const uint32_t usual = width_of("");
  CHECK(std::abs(static_cast<int>(width_of("scale 2")) - 2 * static_cast<int>(usual)) <= 1);
  CHECK(width_of("width 25.4") == 300);  // an inch
  const auto size =
      figure_size(lab, figure_options(std::vector<std::string>{"width", "90"}).value(), FigureKind::kPdf, {});
  REQUIRE(size.ok());
  CHECK(size.value().width_mm == doctest::Approx(90));
}

TEST_CASE("what is wrong with the options of a figure is said at its place, and nothing changes") {
  Lab lab;
  TempFolder folder;
  run_settled(lab, "map.scene running-example");
  const std::string before = dump_state(lab);
  const std::string path = folder.file("f.svg");
  const auto says = [&](const std::string& options, const std::string& reason) {
    CAPTURE(options);
    CHECK(holds_text(failure(lab, figure_line(path, options)), reason));
  };
  says("ground green", "ground: expected view, white, dark or none, not 'green'");
  says("area some", "area: expected view, all or selection");
  says("area selection", "area: no cells are selected");
  says("legend maybe", "legend: expected on or off");
  says("palette pink", "palette: expected color or grey");
  says("scale 0", "scale: ");
  says("width -3", "width: ");
  says("width 100 pixels 100", "pixels: the width is given in millimetres already");
  says("scale", "scale: its value is missing");
  says("scale 2 scale 3", "scale: is given twice");
  says("size 3", "unknown option 'size'");
  says("view 3", "view: there is no view 3");
  says("scale 32 area all zoom 200", "mm a side");
  CHECK(holds_text(failure(lab, figure_line(folder.file("f.gif"))), "ends in .svg, .pdf or .png"));
  CHECK(holds_text(failure(lab, figure_line(folder.file("f.png"), "scale 32 area all zoom 200")), "pixels: at most"));
  CHECK(dump_state(lab) == before);
  CHECK_FALSE(std::filesystem::exists(path));
}

TEST_CASE("the words of a figure's options give the same options again") {
  const std::vector<std::string> words{"ground", "dark", "area",  "all", "palette", "grey",
                                       "legend", "off",  "scale", "3",   "pixels",  "900",
                                       "stroke", "0.5",  "view",  "2",   "caption", "two words"};
  const auto options = figure_options(words);
  REQUIRE(options.ok());
  const auto again = figure_options(figure_words(options.value()));
  REQUIRE(again.ok());
  CHECK(again.value() == options.value());
  CHECK(figure_words(FigureOptions{}).empty());
}

TEST_CASE("an export leaves the view as it is") {
  Lab lab;
  TempFolder folder;
  run_settled(lab, "map.scene running-example");
  run(lab, "view.zoom 2");
  test::point_at(lab, {12, 12});
  const std::string before = state_without_messages(lab);
  exported(lab, folder, "all.svg", "area all ground dark palette grey stroke 0.5 caption sentence");
  exported(lab, folder, "view.pdf");
  CHECK(state_without_messages(lab) == before);
}

TEST_CASE("a figure has the legend of the paths, and a caption") {
  Lab lab;
  TempFolder folder;
  run_settled(lab, "map.scene running-example");
  const auto height = [&](const std::string& options) {
    const auto size =
        figure_size(lab, figure_options(parse_command("x " + options).value().args).value(), FigureKind::kPng, {});
    REQUIRE(size.ok());
    return size.value().pixel_height;
  };
  CHECK(height("") > height("legend off"));
  CHECK(height("legend off caption \"a b\"") > height("legend off"));
  CHECK(height("legend off caption sentence") > height("legend off"));
}

TEST_CASE("the sentence below a figure of two searches names the planner that it is about") {
  Lab lab;
  run_settled(lab, {"map.scene running-example", "planner.trace astar", "view.compare 2", "view.planner 2 hpa1"});
  run(lab, "step.last");
  const auto caption = [&](const std::string& wanted) {
    FigureOptions options;
    options.caption = wanted;
    const FigureScene scene = must(read_figure(lab, options, FigureKind::kPng, {}));
    return scene.caption;
  };
  const std::string sentence = caption("sentence");
  CAPTURE(sentence);
  CHECK(sentence.starts_with("A*: "));
  CHECK(holds_text(sentence, "the path costs"));
  CHECK(caption("a b") == "a b");
}

TEST_CASE("the legend of a figure has the words of the window's legend, for all that it shows") {
  Lab lab;
  TempFolder folder;
  run_settled(lab, {"map.scene running-example", "planner.show hpa1 on", "planner.trace hpa1", "step.to 100"});
  const auto legend = [&](const std::string& name, const std::string& options) {
    const std::string svg = exported(lab, folder, name, "area all " + options);
    std::vector<std::string> rows;
    for (size_t at = svg.find("# legend: "); at != svg.npos; at = svg.find("# legend: ", at + 1)) {
      rows.push_back(svg.substr(at + 10, svg.find('\n', at) - at - 10));
    }
    return rows;
  };
  const std::vector<std::string> rows = legend("on.svg", "legend on");
  const auto has = [&](const std::vector<std::string>& all, std::string_view start) {
    return std::ranges::any_of(all, [&](const std::string& row) { return row.starts_with(start); });
  };
  for (const char* row :
       {"expanded", "node of this step", "Clusters", "Transitions", "Intra-edges", "start and goal"}) {
    CAPTURE(row);
    CHECK(has(rows, row));
  }
  CHECK(std::ranges::count(rows, std::string("Clusters")) == 1);
  CHECK_FALSE(has(rows, "path of A*"));  // the search is under way
  CHECK(legend("off.svg", "legend off").empty());
  // What is hidden, and what is not in sight, is left out.
  run(lab, {"layer transitions off", "layer grid on"});
  CHECK_FALSE(has(legend("hidden.svg", "legend on"), "Transitions"));
  CHECK(has(legend("grid.svg", "legend on zoom 10"), "Grid"));
  CHECK_FALSE(has(legend("far.svg", "legend on zoom 2"), "Grid"));
  // A layer that colours cells by numbers says which.
  run_settled(lab, "layer clearance on");
  const std::vector<std::string> clear = legend("clear.svg", "legend on");
  CHECK(std::ranges::count(clear, std::string("Clearance: 1 to 8 cells")) == 1);
  run(lab, "layer clearance off");
  // The signs are samples of what is drawn: the mark of a transition in the colour of its level.
  run(lab, "layer transitions on");
  const FigureOptions options = figure_options(std::vector<std::string>{"legend", "on", "area", "all"}).value();
  const auto scene = must(read_figure(lab, options, FigureKind::kSvg, {}));
  const auto row = std::ranges::find(scene.legend, std::string("Transitions"), &FigureLegendRow::text);
  REQUIRE(row != scene.legend.end());
  REQUIRE_FALSE(row->sign.markers.empty());
  CHECK(row->sign.markers.front().shape == level_style(1).marker);
}

TEST_CASE("the legend of a figure of several searches names the path of each in its colour, that of one view its own") {
  Lab lab;
  run(lab, "map.scene running-example");
  for (const char* line : {"planner.trace astar", "view.compare 2", "view.planner 2 hpa1"}) run(lab, line);
  lab.finish_updates();
  run(lab, "step.last");
  const auto paths = [&](const std::vector<std::string>& words) {
    std::vector<std::string> options = {"legend", "on", "area", "all", "view"};
    options.insert(options.end(), words.begin(), words.end());
    const Result<FigureScene> scene = read_figure(lab, figure_options(options).value(), FigureKind::kSvg, {});
    REQUIRE(scene.ok());
    std::vector<std::pair<std::string, Rgba>> rows;
    for (const FigureLegendRow& row : scene.value().legend) {
      if (!row.text.starts_with("path of ")) continue;
      REQUIRE(row.sign.lines.size() == 1);
      rows.emplace_back(row.text, row.sign.lines.front().color);
    }
    return rows;
  };
  const auto path_of = [&](const char* planner) {
    const PlannerRow& row = *lab.state().row(planner);
    return std::pair("path of " + std::string(lab.state().names.brief(*row.planner)),
                     planner_style(lab.state(), planner).color);
  };
  CHECK(path_of("astar").second != path_of("hpa1").second);
  CHECK(paths({"all"}) == std::vector{path_of("astar"), path_of("hpa1")});
  CHECK(paths({"2"}) == std::vector{path_of("hpa1")});
  // While a search is stepped, its view has no path.
  run(lab, "step.to 40");
  CHECK(paths({"1"}).empty());
}

TEST_CASE("where a figure cannot be written, it says so, and the old file stays") {
  Lab lab;
  TempFolder folder;
  run(lab, "map.scene running-example");
  const std::string missing = folder.file("none/f.svg");
  CHECK(holds_text(failure(lab, figure_line(missing)), missing));
  if (std::filesystem::exists("/dev/full")) {
    std::filesystem::create_symlink("/dev/full", folder.file("full.svg"));
    CHECK(holds_text(failure(lab, figure_line(folder.file("full.svg"))), "full.svg"));
  }
  // What is in the way of a file cannot be replaced by one.
  std::filesystem::create_directory(folder.file("taken.svg"));
  CHECK_FALSE(lab.execute(figure_line(folder.file("taken.svg"))).ok());
  CHECK(std::filesystem::is_directory(folder.file("taken.svg")));
  const std::string good = exported(lab, folder, "good.svg");
  CHECK_FALSE(lab.execute(figure_line(folder.file("good.svg"), "area selection")).ok());
  CHECK(content(folder.file("good.svg")) == good);
}

TEST_CASE("a chart is written as a picture of each kind, and as its table") {
  Lab lab;
  TempFolder folder;
  run_settled(lab, "map.scene running-example");
  const auto line = [&](const std::string& name, const std::string& options = {}) {
    return test::open_line(folder.file(name), "export.chart") + " " + options;
  };
  CHECK(holds_text(failure(lab, line("a.svg")), "no chart is open"));
  run(lab, "ui.chart effort");
  run(lab, line("a.svg", "ground white"));
  // A bar for the only phase of A* and JPS each, and up to four for HPA*: the colour of the phase "search".
  const std::string svg = content(folder.file("a.svg"));
  size_t bars = 0;
  for (const PlannerRow& row : lab.state().rows) {
    bars += row.shown && row.solved && row.result.stats.of(Phase::kMain).expanded > 0;
  }
  const std::vector<std::string> search = test::paths_with(svg, "fill", "rgb(28.6");  // 0x56b4e9, darker on white
  CHECK(count_of(search, 'Z') == bars + 1);                                           // and the swatch of the legend
  run(lab, line("a.pdf"));
  CHECK(content(folder.file("a.pdf")).starts_with("%PDF"));
  run(lab, line("a.png", "pixels 400"));
  CHECK(big_endian(content(folder.file("a.png")), 16) == 400);
  run(lab, line("a.csv"));
  CHECK(content(folder.file("a.csv")).starts_with("planner,"));
  CHECK(holds_text(failure(lab, line("a.csv", "scale 2")), "a table has no options"));
  CHECK(holds_text(failure(lab, line("a.svg", "area all")), "area: is for figures of the map"));
  CHECK(holds_text(failure(lab, line("a.txt")), "ends in .svg, .pdf, .png or .csv"));
}

TEST_CASE("a figure of a large map is made in the background, with progress, and can be cancelled") {
  Lab lab({.large_cells = 1000});
  TempFolder folder;
  run_settled(lab, "map.generate city 600 600 1 force");
  lab.run(figure_line(folder.file("cancelled.svg"), "area all"));
  REQUIRE(lab.state().large.on);
  CHECK(lab.state().large.title == "Exporting cancelled.svg");
  lab.run("work.cancel");
  wait_for_work(lab);
  CHECK_FALSE(std::filesystem::exists(folder.file("cancelled.svg")));
  lab.run(figure_line(folder.file("done.svg"), "area all"));
  wait_for_work(lab);
  CHECK(content(folder.file("done.svg")).ends_with("</svg>\n"));
  CHECK(lab.state().dialogs.empty());
}

TEST_CASE("a figure of the largest ground is a small file") {
  Lab lab;
  TempFolder folder;
  run(lab, "map.generate random 2500 2500 1 force");  // more single walls than are drawn one by one
  lab.finish_updates();
  const std::string svg = exported(lab, folder, "random.svg", "area all");
  CHECK(holds_text(svg, "<image"));
  CHECK(svg.size() < 30'000'000);
}

TEST_CASE("the outlines of a large ground are those of its terrains, with their holes") {
  Lab lab;
  TempFolder folder;
  run(lab, "map.generate random 1200 1200 1 force");  // too many for rectangles
  run_settled(lab, {"query.clear", "layer all off", "paint.rectangle 100 100 130 120 filled blocked",
                    "paint.rectangle 105 105 110 110 filled ground", "paint.rectangle 107 107 108 108 filled blocked",
                    "paint.rectangle 300 300 340 330 filled water"});
  const std::string svg = exported(lab, folder, "random.svg", "area all ground view");
  CHECK_FALSE(holds_text(svg, "<image"));
  CHECK(svg.size() < 30'000'000);
  // By the formula for areas of polygons: holes go round the other way and count against the area around them.
  const auto area_of = [&](Terrain terrain) {
    const Rgba color = terrain_color(lab.state().terrain_looks, terrain);
    const auto percent = [&](int shift) { return static_cast<double>(color >> shift & 255) / 255 * 100; };
    double sum = 0, zoom = 0;
    for (size_t at = svg.find("<path"); at != svg.npos; at = svg.find("<path", at + 1)) {
      const std::string_view tag = std::string_view(svg).substr(at, svg.find('>', at) - at);
      const size_t fill = tag.find("rgb(");
      if (fill == tag.npos) continue;
      double r = 0, g = 0, b = 0;
      std::sscanf(std::string(tag.substr(fill, 80)).c_str(), "rgb(%lf%%, %lf%%, %lf%%", &r, &g, &b);
      const size_t d = tag.find(" d=\"") + 4;
      std::istringstream words(std::string(tag.substr(d, tag.find('"', d) - d)));
      const bool own =
          std::abs(r - percent(0)) < 0.3 && std::abs(g - percent(8)) < 0.3 && std::abs(b - percent(16)) < 0.3;
      std::string word;
      double first_x = 0, first_y = 0, x = 0, y = 0, twice = 0, widest = 0;
      while (words >> word) {
        if (word == "M" || word == "L") {
          double next_x = 0, next_y = 0;
          words >> next_x >> next_y;
          if (word == "M") first_x = next_x, first_y = next_y;
          if (word == "L") twice += x * next_y - next_x * y;
          x = next_x, y = next_y;
          widest = std::max(widest, x);
        } else if (word == "Z") {
          twice += x * first_y - first_x * y;
          x = first_x, y = first_y;
        }
      }
      zoom = std::max(zoom, widest);
      if (own) sum += twice / 2;
    }
    // The ground is 1200 cells wide, in the units of the file.
    const double cell = zoom / 1200;
    return std::abs(sum) / cell / cell;
  };
  std::map<Terrain, double> cells;
  const GridMap& map = lab.world().map();
  for (int y = 0; y < map.height(); ++y) {
    for (int x = 0; x < map.width(); ++x) cells[map.terrain(Cell{x, y})] += 1;
  }
  for (const Terrain terrain : {Terrain::kOut, Terrain::kWater}) {
    CAPTURE(static_cast<int>(terrain));
    CHECK(area_of(terrain) == doctest::Approx(cells[terrain]).epsilon(0.02));
  }
}

TEST_CASE("a figure is light unless it is asked to be dark, whatever the theme of the window is") {
  FigureOptions options;
  const FigureColors light(options);
  options.ground = FigureBackground::kDark;
  const FigureColors dark(options);
  CHECK(light.page() == palette::kWhite);
  CHECK(dark.page() != palette::kWhite);
  CHECK(dark.text() != light.text());
  CHECK(dark.beside(palette::kBlack) != light.beside(palette::kBlack));
  Lab lab;
  run_settled(lab, "map.scene running-example");
  for (const bool dark_window : {true, false}) {
    lab.mutable_state().dark = dark_window;
    const auto scene = must(read_figure(lab, {}, FigureKind::kPng, {}));
    CHECK(FigureColors(scene.options).page() == palette::kWhite);
  }
  options.ground = FigureBackground::kWhite;
  CHECK(FigureColors(options).page() == palette::kWhite);
  CHECK(figure_words(options) == std::vector<std::string>{"ground", "white"});
}

TEST_CASE("a caption of a film's frame is set in smaller letters instead of being cut, and all frames have one size") {
  Lab lab;
  run_settled(lab, "map.new 20 20 force");
  const auto painted = [&](const std::string& caption) {
    FigureOptions options;
    options.width_pixels = 400;
    options.caption_lines = 2;
    options.caption = caption;
    const FigureScene scene = must(read_figure(lab, options, FigureKind::kPng, {}));
    JobControl control;
    CanvasPixels pixels = must(paint_pixels(scene, control));
    return pixels;
  };
  std::string words = "word";
  for (int i = 0; i < 60; ++i) words += " word";
  const CanvasPixels without = painted(""), few = painted("a word"), many = painted(words),
                     more = painted(words + " end");
  CHECK(few.pixels != without.pixels);
  CHECK(few.height == without.height);
  CHECK(many.height == without.height);
  CHECK(more.height == without.height);
  CHECK(more.width == without.width);
  // The last word is painted, too.
  CHECK(more.pixels != many.pixels);
  // A word that is longer than the figure is wide is broken, so that its end is painted, too.
  const std::string path(90, 'W');
  CHECK(painted(path + "end").pixels != painted(path + "and").pixels);
}
