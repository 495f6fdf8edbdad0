// Purpose: run_bench is the program strata-bench: it parses the command line, runs one command and prints its report.
//          strata-bench-mpi is the same program over several processes.
// Exit codes: 0: ran and every check held; 1: a check failed; 2: unusable arguments or input.
#pragma once

namespace strata::bench {

struct BenchProgram;
int run_bench(int argc, char** argv, BenchProgram program);

}  // namespace strata::bench
