// Purpose: parse_options reads the command line of `strata`.
// Errors: Exit status and message of CLI11; --help and --version exit with 0.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace strata {

struct MainOptions {
  std::string map;
  // Terrains for letters of the map: "E=ground".
  std::vector<std::string> letters;
  std::string level;   // options of levels, as words NAME=VALUE
  std::string figure;  // id of the gallery card to open
  std::string script;
  std::string lesson;  // lesson to open: a name or a path
  std::string show;    // run of show to open: a name or a path
  // Lesson files to check. The program then does nothing else.
  std::vector<std::string> check_lessons;
  // Runs of show to check, in the same way.
  std::vector<std::string> check_shows;
  std::vector<std::string> planners;  // the user's planners: NAME=COMMAND
  // Time limit of a query to one of the user's planners, in seconds.
  double planner_limit = 1;
  std::string dump_state;
  std::string dump_ui;
  std::string screenshot;
  // The folder through which other programs send requests.
  std::string control;
  // The layers to show: "all", or names separated by commas.
  std::string layers;
  int width = 1440, height = 900;
  // The size was given, in pixels; false: it is the default size at scale 1.
  bool sized = false;
  // Scale of the interface; 0: it is not changed.
  double scale = 0;
  bool fixed_clock = false;
  bool announce = false;
  // Frames that could be skipped are drawn, too, and compared with the previous ones.
  bool check_frames = false;
  // Settings and recovery copies are neither read nor written.
  bool fresh = false;
  bool light = false;
  // The card of the first run is shown even if a program controls the window.
  bool greet = false;
  bool no_window = false;  // runs the script without a display, and ends
  // The program quits after this number of frames; 0: it does not.
  int frames = 0;
  int bench_frames = 0;
  int max_texture = 0;
  double frame_rate = 65;  // maximum frames per second

  // Returns whether a person uses the window: no script, repetition, timing or screenshot was requested.
  bool greets() const {
    const bool driven = !script.empty() || !control.empty() || !screenshot.empty() || !dump_ui.empty() ||
                        !dump_state.empty() || frames > 0 || bench_frames > 0 || fixed_clock || fresh;
    return greet || !driven;
  }
};

// Returns the exit status if the program must end now; nullopt: the program runs.
std::optional<int> parse_options(int argc, char** argv, MainOptions& options);

}  // namespace strata
