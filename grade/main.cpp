// strata-grade, the program that `strata-bench grade` starts. It parses the command line, grades a folder of results,
// and prints its report.
#include <sys/prctl.h>
#include <unistd.h>

#include <CLI/CLI.hpp>

#include "bench/program.hpp"
#include "core/io/files.hpp"
#include "grade/grade.hpp"
#include "grade/limited_call.hpp"

int main(int argc, char** argv) {
  using namespace strata;
  using namespace strata::bench;
  make_write_signals_errors();
  CLI::App app("Grades what students hand in after lessons, by playing it again.", "strata-bench grade");
  const BenchProgram program{.name = "strata-grade", .arguments = arguments_of(argc, argv)};
  app.set_version_flag("--version", version_text(program));
  ReportOutput output;
  GradeOptions grade;
  add_report_output(app, output);
  app.add_option("folder", grade.folder, "Folder with the results (*.json), also in folders below it")->required();
  app.add_option("--out", grade.out, "Table to write (*.csv): a row for each question and check")->required();
  app.add_option("--page", grade.page, "Page about the class to write (*.html); else it is beside the table");
  app.add_option("--lesson", grade.lessons, "A .lesson file besides those that come with Strata; any number of times");
  app.add_option(
         "--planner", grade.planners,
         "Planner of the students' own for lessons that are about one, such as \"mine=python3 -I "
         "{folder}/{student}.py\": {student} is the student of each result, {folder} its folder, {file} its name "
         "without .json; any number of times")
      ->type_name("NAME=COMMAND")
      ->allow_extra_args(false);
  app.add_option("--planner-limit", grade.planner_seconds, "Seconds that a query to such a planner may take")
      ->check(CLI::Range(0.01, 600.0))
      ->capture_default_str();
  app.add_option("--memory", grade.memory_gib, "Address space of each replay, and of each planner, in GiB")
      ->check(CLI::Range(1.0, 1024.0))
      ->capture_default_str();
  app.add_option("--seconds", grade.seconds, "Processor time that the replay of a file may take")
      ->check(CLI::Range(1.0, 3600.0))
      ->capture_default_str();
  app.add_option("--processes", grade.processes, "Files graded at once; 0: as many as there are processors")
      ->check(CLI::Range(0, 256));
  app.add_flag("--resume", grade.resume, "Go on from the rows that a grading that was ended has left in OUT.partial");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : kUnusable;
  }
  // Orphaned programs of students stay below this process and end with it. They cannot open its files.
  (void)::prctl(PR_SET_CHILD_SUBREAPER, 1, 0);
  (void)::prctl(PR_SET_DUMPABLE, 0);
  const int status = report_on([&grade] { return run_grade(grade); }, output, program);
  end_descendants(::getpid());
  return status;
}
