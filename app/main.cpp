#include <cstdio>
#include <exception>

#include "app/main_loop.hpp"
#include "app/main_options.hpp"
#include "core/io/files.hpp"

int main(int argc, char** argv) {
  strata::make_write_signals_errors();
  try {
    strata::MainOptions options;
    if (const auto status = strata::parse_options(argc, argv, options)) return *status;
    strata::MainLoop loop(options);
    return loop.run();
  } catch (const std::exception& error) {
    // Out of memory is the one that can be met; the recovery copy on disk stays.
    std::fprintf(stderr, "strata: stopped by an unexpected error: %s\n", error.what());
    return 2;
  }
}
