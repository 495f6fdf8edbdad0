#include "app/program/no_window.hpp"

#include <cstdio>
#include <utility>

#include "app/features/lesson/lesson_check.hpp"
#include "app/features/lesson/lesson_needs.hpp"
#include "app/features/show/show_check.hpp"
#include "app/lab/dump.hpp"
#include "app/lab/file_kinds.hpp"
#include "app/lab/gestures.hpp"
#include "app/lab/script_state.hpp"
#include "app/program/lab_start.hpp"
#include "core/io/files.hpp"
#include "core/io/printable.hpp"

namespace strata {
namespace {

int failed(const Error& error, int status) {
  std::fprintf(stderr, "strata: %s\n", printable(error.message()).c_str());
  return status;
}

Status open_map(Lab& lab, const MainOptions& options) {
  // Some commands scroll to a part of the map, for which the view must have a size.
  lab.gestures().set_view_size(options.width, options.height);
  if (Status s = set_reading(lab, options); !s) return s;
  if (!options.map.empty()) {
    const Result<Command> opens = command_to_open(lab, std::vector{options.map});
    if (!opens) return opens.error();
    if (Status s = lab.execute(opens.value()); !s) return s;
    lab.finish_updates();
  }
  lab.mutable_state().camera.fit(lab.world().map().width(), lab.world().map().height());
  if (Status s = add_own_planners(lab, options); !s) return s;
  if (Status s = open_figure_of(lab, options); !s) return s;
  if (Status s = open_lesson_or_show_of(lab, options); !s) return s;
  return switch_layers_on(lab, options);
}

}  // namespace

int run_without_window(const MainOptions& options) {
  auto script = script_of(options);
  if (!script) return failed(script.error(), 2);
  Lab lab(lab_options_of(options, true));
  LabHost host;
  host.limit_threads = limit_work;
  lab.set_host(std::move(host));
  if (Status opened = open_map(lab, options); !opened) return failed(opened.error(), 2);
  lab.scripts().set_print([](std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); });
  int status = 0;
  if (script.value()) {
    if (Status ran = run_script(lab, *script.value()); !ran) status = failed(ran.error(), 1);
  }
  if (options.dump_state.empty()) return status;
  lab.finish_updates();
  if (Status written = write_file_atomic(options.dump_state, dump_state(lab)); !written) {
    return failed(written.error(), 2);
  }
  return status;
}

int check_lessons(const MainOptions& options) {
  int status = 0;
  std::vector<UserPlannerProgram> programs;
  for (const std::string& text : options.planners) {
    Result<UserPlannerProgram> program = own_program_of(text);
    if (!program) return failed(program.error(), 2);
    programs.push_back(std::move(program.value()));
  }
  for (const std::string& file : options.check_lessons) {
    const LessonReport report = check_lesson(file, programs, options.planner_limit);
    for (const std::string& problem : report.problems) std::fprintf(stderr, "%s\n", printable(problem).c_str());
    if (!report.problems.empty()) status = 1;
    if (report.problems.empty()) {
      std::printf("%s: \"%s\", %zu steps, %zu questions: fine\n", printable(file).c_str(),
                  printable(report.title).c_str(), report.steps, report.questions);
    }
  }
  return status;
}

int check_shows(const MainOptions& options) {
  int status = 0;
  for (const std::string& file : options.check_shows) {
    const ShowReport report = check_show(file);
    // A number that nothing proves may be one that needs no proof, such as a year.
    for (const auto* lines : {&report.problems, &report.unproven}) {
      for (const std::string& line : *lines) std::fprintf(stderr, "%s\n", printable(line).c_str());
    }
    if (!report.problems.empty()) status = 1;
    if (report.problems.empty()) {
      std::printf("%s: \"%s\", %d minutes, %zu items, %zu stops: fine\n", printable(file).c_str(),
                  printable(report.title).c_str(), report.minutes, report.items, report.stops);
    }
  }
  return status;
}

}  // namespace strata
