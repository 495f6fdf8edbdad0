// strata-bench: headless experiments.
#include "bench/command_line.hpp"
#include "bench/program.hpp"

int main(int argc, char** argv) { return strata::bench::run_bench(argc, argv, {.name = "strata-bench"}); }
