// strata-bench-mpi contains strata-bench and strata-papers, and runs on the processes that mpirun has started.
#include "bench/command_line.hpp"
#include "bench/program.hpp"
#include "cluster/mpi_messages.hpp"
#include "papers/command_line.hpp"

int main(int argc, char** argv) {
  using namespace strata::bench;
  BenchProgram program{.name = "strata-bench-mpi", .messages = mpi_messages};
  program.papers = [&program](int count, char** arguments) { return run_papers(count, arguments, program); };
  return run_bench(argc, argv, program);
}
