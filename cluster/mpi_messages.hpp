// Purpose: mpi_messages has the processes that `mpirun` has started send one another texts by MPI.
// Errors: A process that crashes ends the run: mpirun stops the others.
#pragma once

#include <memory>

#include "bench/ranks.hpp"

namespace strata::bench {

// Begins MPI, which ends with the object. Null: mpirun has not started this program.
std::unique_ptr<RankMessages> mpi_messages();

}  // namespace strata::bench
