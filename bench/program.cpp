#include "bench/program.hpp"

#include <unistd.h>

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <climits>
#include <cstdio>
#include <new>
#include <thread>

#include "bench/ranks.hpp"
#include "core/io/files.hpp"

namespace strata::bench {
namespace {

// Sends to standard error what libraries print on standard output, as METIS does for graphs that it finds strange: only
// the report belongs there. Returns the file for the report.
int keep_output_for_report() {
  const int report = ::dup(STDOUT_FILENO);
  if (report >= 0) ::dup2(STDERR_FILENO, STDOUT_FILENO);
  return report;
}

// Says which checks failed where the report does not. Returns the exit code.
int told(const Report& report, const ReportOutput& output) {
  if (output.json || output.csv || !output.file.empty()) {
    for (const auto& failure : report.failures) std::fprintf(stderr, "FAILED: %s\n", failure.c_str());
  }
  return report.checks_held() ? 0 : 1;
}

}  // namespace

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

int report_on(const Run& run, const ReportOutput& wanted) {
  const int output = keep_output_for_report();
  const auto ran = [&]() -> Result<Report> {
    try {
      return run();
    } catch (const std::bad_alloc& refused) {  // the papers' tables build structures without a world
      return error_at("memory", refused.what());
    }
  };
  const auto report = ran();
  if (!report) {
    // All ranks may find the same fault: the first one says it, and ends the others.
    if (!ranks().is_first()) std::this_thread::sleep_for(std::chrono::seconds(1));
    const std::string who = ranks().is_first() ? "strata-bench" : fmt::format("strata-bench, rank {}", ranks().rank());
    std::fprintf(stderr, "%s: %s\n", who.c_str(), report.error().message().c_str());
    ranks().end_all(kUnusable);
    return kUnusable;
  }
  if (!ranks().is_first()) return 0;
  const std::string text = wanted.json  ? to_json(report.value())
                           : wanted.csv ? to_csv(report.value())
                                        : to_table(report.value());
  if (!wanted.file.empty()) {
    if (const Status written = write_file_atomic(wanted.file, text); !written) {
      std::fprintf(stderr, "strata-bench: %s\n", written.error().message().c_str());
      return kUnusable;
    }
    if (output >= 0) ::close(output);
    return told(report.value(), wanted);
  }
  std::FILE* file = output >= 0 ? ::fdopen(output, "w") : nullptr;
  if (file == nullptr || std::fwrite(text.data(), 1, text.size(), file) != text.size() || std::fclose(file) != 0) {
    std::fprintf(stderr, "strata-bench: cannot write the report\n");
    return kUnusable;
  }
  return told(report.value(), wanted);
}

}  // namespace strata::bench
