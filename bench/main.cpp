// This file is the main function of strata-bench, the program for experiments without a window.
#include "bench/command_line.hpp"
#include "bench/program.hpp"

int main(int argc, char** argv) { return strata::bench::run_bench(argc, argv, {.name = "strata-bench"}); }
