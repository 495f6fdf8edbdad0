#include <cstdio>
#include <exception>

#include "app/program/main_loop.hpp"
#include "app/program/main_options.hpp"
#include "app/program/no_window.hpp"
#include "core/base/stop_signals.hpp"
#include "core/io/files.hpp"
#include "core/io/printable.hpp"

int main(int argc, char** argv) {
  strata::make_write_signals_errors();
  try {
    strata::MainOptions options;
    if (const auto status = strata::parse_options(argc, argv, options)) return *status;
    if (!options.check_lessons.empty()) return strata::check_lessons(options);
    if (!options.check_shows.empty()) return strata::check_shows(options);
    if (options.no_window) return strata::run_without_window(options);
    int status = 0;
    {
      strata::MainLoop loop(options);
      status = loop.run();
    }
    if (const int signal = strata::MainLoop::ended_by()) strata::end_by_signal(signal);
    return status;
  } catch (const std::exception& error) {
    // The only error that is expected here is a lack of memory. The recovery copy stays on the disk.
    std::fprintf(stderr, "strata: stopped by an unexpected error: %s\n", strata::printable(error.what()).c_str());
    return 2;
  }
}
