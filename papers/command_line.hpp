// Purpose: run_papers is the program strata-papers, which `strata-bench paper` starts: it reads the command line,
//          measures one table of the papers, or all, and prints its report.
// Exit codes: as those of strata-bench.
#pragma once

namespace strata::bench {

struct BenchProgram;
int run_papers(int argc, char** argv, const BenchProgram& program);

}  // namespace strata::bench
