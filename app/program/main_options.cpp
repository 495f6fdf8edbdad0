#include "app/program/main_options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <cstdio>

#include "app/features/external/external.hpp"
#include "core/base/build_info.hpp"
#include "core/grid/letter_terrains.hpp"
#include "core/level/level_settings.hpp"

namespace strata {

namespace {
// The largest number in the command line. CLI11 names both ends of a range in its errors, so that there must be one.
constexpr int kMaxCount = 1'000'000'000;
}  // namespace

std::optional<int> parse_options(int argc, char** argv, MainOptions& options) {
  CLI::App cli{"Strata: a laboratory for hierarchical path-finding"};
  std::string size;
  cli.add_option(
      "MAP", options.map,
      "A map (.map, .tmx, .tmj, .png, .pgm, .csv, or .yaml of ROS), a scenario (.scen), a drawn graph "
      "(.graph, .gr, .graphml, .dot, .gv), a level (.obj, .gltf, .glb, .ply, .stl), a workspace (.strata), a lesson "
      "(.lesson), a card (.figure), a run of show (.show) or a script (.script) to open; without one, the running "
      "example");
  cli.add_option("--letter", options.letters,
                 "What a letter of the map that is opened first stands for, such as E=ground; may be repeated")
      ->type_name("LETTER=TERRAIN")
      ->allow_extra_args(false);
  cli.add_option("--level", options.level,
                 fmt::format("What levels are read and made with, such as \"up=z scale=0.01\": {}",
                             fmt::join(level_setting_names(), ", ")))
      ->type_name("SETTINGS");
  cli.add_option("--figure", options.figure,
                 "Opens a figure of a paper: HPA-1a and others, see Help > Figures of the papers, or a .figure file")
      ->type_name("ID");
  cli.add_option("--script", options.script, "Runs the commands of FILE, one a line, then stays open")
      ->type_name("FILE");
  cli.add_option("--lesson", options.lesson,
                 "Begins with a lesson: one that comes with Strata by its name, such as astar-stops, or a .lesson file")
      ->type_name("NAME");
  cli.add_option("--show", options.show,
                 "Begins with a run of show: one that comes with Strata by its name, such as "
                 "hierarchies-in-45-minutes, or a .show file")
      ->type_name("NAME");
  cli.add_option(
         "--planner", options.planners,
         "Starts a planner of your own and compares it with the others, such as \"mine=python3 astar.py\"; with "
         "--check-lesson it is the planner that the lesson needs; may be repeated")
      ->type_name("NAME=COMMAND")
      ->allow_extra_args(false);
  cli.add_option("--planner-limit", options.planner_limit,
                 fmt::format("Seconds that a query to a planner of your own may take, {:g} to {:g}; usually 1",
                             kLeastOwnLimit, kMostOwnLimit))
      ->check(CLI::Range(kLeastOwnLimit, kMostOwnLimit))
      ->type_name("SECONDS");
  cli.add_option("--check-lesson", options.check_lessons,
                 "Checks lessons without a window: commands, right and wrong answers, what is to be built. Exit status "
                 "1: there are mistakes")
      ->type_name("FILE");
  cli.add_option(
         "--check-show", options.check_shows,
         "Checks runs of show without a window: every stop is shown, and its asserts hold. Exit status 1: there "
         "are mistakes")
      ->type_name("FILE");
  cli.add_option("--dump-state", options.dump_state, "Writes the state as JSON before the program ends")
      ->type_name("FILE");
  cli.add_option("--dump-ui", options.dump_ui, "Writes names and rectangles of the interface as JSON before it ends")
      ->type_name("FILE");
  cli.add_option("--screenshot", options.screenshot, "Writes the window as PNG before the program ends")
      ->type_name("FILE");
  cli.add_option("--size", size, "Size of the window in pixels, such as 1280x800; at most the room on the screen")
      ->type_name("WxH");
  cli.add_option("--scale", options.scale, "Interface size, 1 to 3")->check(CLI::Range(1.0, 3.0));
  cli.add_option("--layers", options.layers, "Layers to switch on: names with commas, or all");
  cli.add_flag("--light", options.light, "Light theme");
  cli.add_flag("--greet", options.greet,
               "Shows the card of the first minute and hints as for a person, also where a script or a program drives");
  cli.add_flag("--fixed-clock", options.fixed_clock, "Every frame takes 1/60 s and durations are hidden: runs repeat");
  cli.add_flag("--fresh", options.fresh, "Neither reads nor writes settings and recovery copies");
  cli.add_option("--frames", options.frames, "Quits after N frames, once scripts and builds are done")
      ->check(CLI::Range(1, kMaxCount));
  cli.add_flag("--announce", options.announce, "Prints \"idle at frame N, M drawn\" whenever nothing is pending");
  cli.add_flag("--check-frames", options.check_frames,
               "Draws the frames that are left out because nothing has changed, and ends with an error if they differ");
  cli.add_option(
         "--control", options.control,
         "Folder for programs that drive the window: on a file `request` (a token; optionally a second line with "
         "a PNG path) ui.json and state.json are written there at the next idle frame")
      ->type_name("DIR");
  cli.add_option("--bench-frames", options.bench_frames,
                 "Times N frames, after the script if there is one, and prints the figures as JSON")
      ->check(CLI::Range(1, kMaxCount));
  cli.add_option("--max-texture", options.max_texture, "Largest texture side to use; 0: what the driver takes")
      ->check(CLI::Range(0, kMaxCount));
  cli.add_option("--frame-rate", options.frame_rate, "Draws at most N frames a second, as a slow computer does")
      ->check(CLI::Range(1.0, 1000.0))
      ->type_name("N");
  CLI::Option* no_window = cli.add_flag(
      "--no-window", options.no_window,
      "Opens MAP, runs the script and ends: needs no display. Implies --fresh; exit status 1: the script failed");
  for (const char* of_window : {"--dump-ui", "--screenshot", "--frames", "--control", "--bench-frames"}) {
    no_window->excludes(cli.get_option(of_window));
  }
  cli.set_version_flag("--version", "strata " + program_version());
  try {
    cli.parse(argc, argv);
    if (const auto letters = LetterTerrains::from_words(options.letters); !letters) {
      throw CLI::ValidationError("--letter", letters.error().message());
    }
    if (!size.empty()) {
      options.sized = true;
      char rest = 0;
      if (std::sscanf(size.c_str(), "%dx%d%c", &options.width, &options.height, &rest) != 2 || options.width < 320 ||
          options.height < 240 || options.width > 16384 || options.height > 16384) {
        throw CLI::ValidationError("--size", "expected WIDTHxHEIGHT, such as 1280x800, got " + size);
      }
    }
  } catch (const CLI::ParseError& error) {
    const int code = cli.exit(error);
    return code == 0 ? 0 : 2;
  }
  return std::nullopt;
}

}  // namespace strata
