// Purpose: parse_options reads the command line of `strata`.
// Errors: Exit status and message, as CLI11 gives them; --help and --version exit with 0.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace strata {

struct MainOptions {
  std::string map;
  std::vector<std::string> letters;  // terrains of the map's letters: "E=ground"
  std::string level;                 // settings of levels, as words NAME=VALUE
  std::string figure;                // id of the card of the gallery that is opened
  std::string script;
  std::string lesson;                      // begins with it: a name, or a path
  std::vector<std::string> check_lessons;  // files that are checked, and nothing else is done
  std::vector<std::string> planners;       // of the user's own: NAME=COMMAND
  double planner_limit = 1;                // seconds that a query to one of these may take
  std::string dump_state;
  std::string dump_ui;
  std::string screenshot;
  std::string control;  // folder
  std::string layers;   // "all", or names separated by commas
  int width = 1440, height = 900;
  bool sized = false;  // the size is of pixels and was asked for; else it is that at scale 1
  double scale = 0;    // 0: unchanged
  bool fixed_clock = false;
  bool announce = false;
  bool check_frames = false;  // draws frames that need not be drawn, and compares
  bool fresh = false;         // neither reads nor writes settings
  bool light = false;
  bool greet = false;      // shows the first minute even where a program drives the window
  bool no_window = false;  // runs the script and ends, on machines without a display
  int frames = 0;          // quits after this many frames; 0: never
  int bench_frames = 0;
  int max_texture = 0;
  double frame_rate = 65;  // frames a second at most

  // Whether a person sits before the window: nothing runs by script, repeats, is timed or is asked for a picture.
  bool greets() const {
    const bool driven = !script.empty() || !control.empty() || !screenshot.empty() || !dump_ui.empty() ||
                        !dump_state.empty() || frames > 0 || bench_frames > 0 || fixed_clock || fresh;
    return greet || !driven;
  }
};

// Returns the program's exit status if the program must end now.
std::optional<int> parse_options(int argc, char** argv, MainOptions& options);

}  // namespace strata
