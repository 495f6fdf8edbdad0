#include "app/program/lab_start.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/base/settings.hpp"
#include "app/features/lesson/lesson_needs.hpp"
#include "app/lab/added_planner_wait.hpp"
#include "core/base/build_info.hpp"
#include "core/base/job.hpp"
#include "core/base/parallel.hpp"

namespace strata {
namespace {

// How many milliseconds a frame waits for answers on a small map, unless something is dragged. It is too short to be
// noticed, but on nearly all maps long enough that no row turns grey.
constexpr double kWaitMs = 50;
// How many seconds a command waits for an added planner. Most planners answer in this time; a window that stands still
// for longer seems to hang.
constexpr double kAddedWaitSeconds = 1;
// This limit applies while another program controls the window and reads the answers.
constexpr double kDrivenWaitSeconds = 4;

}  // namespace

LabOptions lab_options_of(const MainOptions& options, bool fresh) {
  LabOptions lab_options;
  if (!fresh) {
    lab_options.settings_path = default_settings_path();
    lab_options.recovery_folder = default_recovery_folder();
    lab_options.cache_folder = default_cache_folder();
  }
  lab_options.fixed_clock = options.fixed_clock;
  lab_options.wait_ms = kWaitMs;
  const bool by_person = !options.no_window && !options.fixed_clock && options.script.empty();
  // What a script does must not depend on what was done before.
  if (by_person && !fresh) lab_options.queries_path = default_queries_path();
  if (by_person) limit_added_wait(options.control.empty() ? kAddedWaitSeconds : kDrivenWaitSeconds);
  lab_options.stock_folders = {assets_folder("maps"),    assets_folder("graphs"),  assets_folder("levels"),
                               assets_folder("figures"), assets_folder("lessons"), assets_folder("shows")};
  return lab_options;
}

void limit_work(int threads) {
  limit_threads(threads);
  limit_jobs(threads);
}

Status set_reading(Lab& lab, const MainOptions& options) {
  if (!options.letters.empty()) {
    if (Status s = lab.execute(Command{"terrain.next_letters", options.letters}); !s) return s;
  }
  return options.level.empty() ? success() : lab.execute("level.set " + options.level);
}

Status add_own_planners(Lab& lab, const MainOptions& options) {
  if (Status limited = lab.execute(fmt::format("external.limit {:g}", options.planner_limit)); !limited) return limited;
  for (const std::string& own : options.planners) {
    const Result<UserPlannerProgram> program = own_program_of(own);
    if (!program) return program.error();
    if (Status added = add_own_program(lab, program.value()); !added) return added;
  }
  return success();
}

Status open_figure_of(Lab& lab, const MainOptions& options) {
  return options.figure.empty() ? success() : lab.execute(Command{"figure.open", {options.figure}});
}

Status open_lesson_or_show_of(Lab& lab, const MainOptions& options) {
  if (!options.lesson.empty()) {
    if (Status s = lab.execute(Command{"lesson.open", {options.lesson}}); !s) return s;
  }
  return options.show.empty() ? success() : lab.execute(Command{"show.open", {options.show}});
}

Status switch_layers_on(Lab& lab, const MainOptions& options) {
  if (options.layers.empty()) return success();
  std::string names = options.layers;
  std::replace(names.begin(), names.end(), ',', ' ');
  const auto words = parse_command(names, "--layers");
  if (!words) return words.error();
  std::vector<std::string> all = words.value().args;
  all.insert(all.begin(), words.value().name);
  for (const std::string& name : all) {
    if (Status s = lab.execute(Command{"layer", {name, "on"}}); !s) return s;
  }
  return success();
}

Result<std::optional<ScriptRunner>> script_of(const MainOptions& options) {
  if (options.script.empty()) return std::optional<ScriptRunner>();
  auto script = ScriptRunner::load(options.script);
  if (!script) return script.error();
  return std::optional<ScriptRunner>(std::move(script.value()));
}

}  // namespace strata
