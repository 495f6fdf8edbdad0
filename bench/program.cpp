#include "bench/program.hpp"

#include <unistd.h>

#include <climits>
#include <cstdio>
#include <new>

namespace strata::bench {
namespace {

// Sends to standard error what libraries print on standard output, as METIS does for graphs that it finds strange: only
// the report belongs there. Returns the file for the report.
int keep_output_for_report() {
  const int report = ::dup(STDOUT_FILENO);
  if (report >= 0) ::dup2(STDERR_FILENO, STDOUT_FILENO);
  return report;
}

}  // namespace

std::string own_folder() {
  char path[PATH_MAX];
  const ssize_t length = ::readlink("/proc/self/exe", path, sizeof path);
  if (length <= 0) return ".";
  const std::string file(path, static_cast<size_t>(length));
  return file.substr(0, file.rfind('/'));
}

int report_on(const Run& run, bool json) {
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
    std::fprintf(stderr, "strata-bench: %s\n", report.error().message().c_str());
    return kUnusable;
  }
  const std::string text = json ? to_json(report.value()) : to_table(report.value());
  std::FILE* file = output >= 0 ? ::fdopen(output, "w") : nullptr;
  if (file == nullptr || std::fwrite(text.data(), 1, text.size(), file) != text.size() || std::fclose(file) != 0) {
    std::fprintf(stderr, "strata-bench: cannot write the report\n");
    return kUnusable;
  }
  if (json) {
    for (const auto& failure : report.value().failures) std::fprintf(stderr, "FAILED: %s\n", failure.c_str());
  }
  return report.value().checks_held() ? 0 : 1;
}

}  // namespace strata::bench
