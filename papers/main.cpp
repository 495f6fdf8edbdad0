// strata-papers measures the tables and figures of the papers again.
#include "bench/program.hpp"
#include "papers/command_line.hpp"

int main(int argc, char** argv) { return strata::bench::run_papers(argc, argv, {.name = "strata-papers"}); }
