// Purpose: mpi_messages sends texts by MPI between the processes that `mpirun` has started.
// Errors: If a process crashes, mpirun ends all others.
#pragma once

#include <memory>

#include "bench/ranks.hpp"

namespace strata::bench {

// Starts MPI, which ends with the returned object. Returns null if mpirun did not start this program.
std::unique_ptr<RankMessages> mpi_messages();

}  // namespace strata::bench
