// Purpose: run_papers is the program strata-papers, which `strata-bench paper` starts: it parses the command line,
//          measures one or all tables of the papers, and prints the report.
// Exit codes: The same as those of strata-bench.
#pragma once

namespace strata::bench {

struct BenchProgram;
int run_papers(int argc, char** argv, BenchProgram program);

}  // namespace strata::bench
