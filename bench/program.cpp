#include "bench/program.hpp"

#include <unistd.h>

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <new>

#include "bench/ranks.hpp"
#include "core/base/build_info.hpp"
#include "core/io/files.hpp"
#include "core/io/printable.hpp"

namespace strata::bench {
namespace {

// Some libraries print on standard output, such as METIS for some graphs. Redirects that to standard error, so that
// standard output contains only the report. Returns the file descriptor for the report.
int keep_output_for_report() {
  const int report = ::dup(STDOUT_FILENO);
  if (report >= 0) ::dup2(STDERR_FILENO, STDOUT_FILENO);
  return report;
}

// Prints the failed checks if the report does not contain them. Returns the exit code.
int told(const Report& report, const ReportOutput& output) {
  if (output.json || output.csv || !output.file.empty()) {
    for (const auto& failure : report.failures) std::fprintf(stderr, "FAILED: %s\n", printable(failure).c_str());
  }
  return report.checks_held() ? 0 : 1;
}

// Warns if mpirun starts several processes of a program without MPI, because each does all the work.
void warn_of_repeated_work(const BenchProgram& program) {
  for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"}) {
    const char* count = std::getenv(name);
    if (count == nullptr || std::atoi(count) < 2) continue;
    std::fprintf(stderr, "%s: each of the %s processes does everything: strata-bench-mpi divides the work\n",
                 program.name.c_str(), count);
    return;
  }
}

}  // namespace

std::string version_text(const BenchProgram& program) { return fmt::format("{} {}", program.name, program_version()); }

Status can_be_written(const std::string& file) {
  if (file.empty()) return success();
  const std::filesystem::path path(file);
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) return error_at(file, "is a folder");
  const bool there = std::filesystem::exists(path, ignored);
  const std::string asked = there ? file : path.has_parent_path() ? path.parent_path().string() : ".";
  return ::access(asked.c_str(), W_OK) == 0 ? success() : Status(error_at(file, std::strerror(errno)));
}

std::vector<std::string> arguments_of(int argc, char** argv) { return {argv + std::min(argc, 1), argv + argc}; }

std::string own_folder() {
  char path[PATH_MAX];
  const ssize_t length = ::readlink("/proc/self/exe", path, sizeof path);
  if (length <= 0) return ".";
  const std::string file(path, static_cast<size_t>(length));
  return file.substr(0, file.rfind('/'));
}

void add_report_output(CLI::App& app, ReportOutput& output) {
  app.add_flag("--json", output.json, "Print one JSON object instead of a table");
  app.add_flag("--csv", output.csv, "Print rows of values separated by commas instead of a table")->excludes("--json");
  app.add_option("--write", output.file, "File to write the report to, instead of printing it")->type_name("FILE");
}

int report_on(const CommandRun& run, const ReportOutput& wanted, const BenchProgram& program) {
  const auto say = [&program](const Error& error) {
    std::fprintf(stderr, "%s: %s\n", program.name.c_str(), printable(error.message()).c_str());
  };
  const Ranks of_program(program.messages ? program.messages() : nullptr);
  set_ranks_of_program(&of_program);
  if (!of_program.several()) warn_of_repeated_work(program);
  // The check comes before the run, which may take hours.
  if (const Status writable = can_be_written(wanted.file); of_program.is_first() && !writable) {
    say(writable.error());
    of_program.end_all(kUnusable);
    return kUnusable;
  }
  const int output = keep_output_for_report();
  const auto ran = [&]() -> Result<Report> {
    try {
      return run();
    } catch (const std::bad_alloc& refused) {  // the tables of the papers build structures without a world
      return error_at("memory", refused.what());
    }
  };
  auto report = ran();
  if (!of_program.is_first()) {
    if (!report) of_program.leave(report.error().message());
    return 0;  // rank 0 reports the outcome
  }
  if (!report) {
    say(report.error());
    of_program.end_all(kUnusable);
    return kUnusable;
  }
  for (const auto& [rank, why] : of_program.left()) {
    report.value().failures.push_back(fmt::format("rank {} took no part: {}", rank, why));
  }
  const std::string text = wanted.json  ? to_json(report.value(), program.arguments)
                           : wanted.csv ? to_csv(report.value())
                                        : to_table(report.value());
  bool written = true;
  if (!wanted.file.empty()) {
    const Status saved = write_file_atomic(wanted.file, text);
    if (saved) {
      if (output >= 0) ::close(output);
      return told(report.value(), wanted);
    }
    say(saved.error());
    written = false;
  }
  std::FILE* file = output >= 0 ? ::fdopen(output, "w") : nullptr;
  if (file == nullptr || std::fwrite(text.data(), 1, text.size(), file) != text.size() || std::fclose(file) != 0) {
    std::fprintf(stderr, "%s: cannot write the report\n", program.name.c_str());
    return kUnusable;
  }
  const int status = told(report.value(), wanted);
  return written ? status : kUnusable;
}

}  // namespace strata::bench
